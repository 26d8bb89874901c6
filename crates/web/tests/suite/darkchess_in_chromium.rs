//! Dark chess through the page, by clicks, in a real browser.

use crate::common;

use common::browser::visit;

#[tokio::test(flavor = "multi_thread")]
async fn two_clicks_move_and_estimates_are_told_from_proofs() {
    let path = "darkchess?side=both&start=8%2F1gKn4%2F2p5%2F8+w+0";
    let Some((_server, browser, _data)) = visit(path).await else {
        return;
    };
    browser.click_on("b3").await;
    browser
        .until("document.querySelector('#board .picked')?.dataset.click === 'b3'")
        .await;
    // A second click on it lets go.
    browser.click_on("b3").await;
    browser
        .until("document.querySelector('#board .picked') === null")
        .await;
    browser.click("#values").await;
    browser
        .until("document.querySelector('#board .can.guess') !== null")
        .await;
    browser
        .until("/is worth about/.test(document.getElementById('verdict').textContent)")
        .await;
    browser.click_on("b3").await;
    browser.click_on("b2").await;
    browser
        .until("document.getElementById('moves').textContent === 'b3xb2'")
        .await;
    browser.click("#undo").await;
    browser
        .until("document.getElementById('moves').textContent === ''")
        .await;
    browser.resize(360, 740, true).await;
    browser
        .until("document.documentElement.scrollWidth <= innerWidth")
        .await;
    browser.screenshot("darkchess-phone").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_game_has_its_deal_in_the_link_and_an_endgame_its_material() {
    let Some((server, browser, _data)) = visit("darkchess").await else {
        return;
    };
    let link = browser.client.current_url().await.expect("a link");
    assert!(
        link.query().is_some_and(|q| q.contains("start=%23")),
        "{link}"
    );
    browser.click("#study").await;
    browser
        .until("/face down/.test(document.getElementById('studies').textContent)")
        .await;
    let ending = "darkchess?side=both&start=8%2F1bp5%2F2KG4%2F8+b+0";
    browser.goto(&format!("{}{ending}", server.address)).await;
    browser.click("#study").await;
    browser
        .until("document.querySelector('#studies svg') !== null")
        .await;
    let found = browser.text("#studies").await;
    assert!(
        found.contains("KG-bp") && found.contains("Representative"),
        "{found}"
    );
    browser.screenshot("darkchess-study").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
