//! Dark chess through the page, by clicks, in a real browser.

mod common;

use common::browser::visit;

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_shared_and_counted() {
    let Some((server, browser, _data)) = visit("darkchess?level=greedy").await else {
        return;
    };
    let link = browser.client.current_url().await.expect("a link");
    assert!(
        link.query().is_some_and(|q| q.contains("start=%23")),
        "a new game has its deal in the link: {link}"
    );
    browser.play_to_the_end(400).await;
    browser
        .until("JSON.parse(sessionStorage.getItem('tabia.darkchess')).sent")
        .await;
    let (status, record) = (browser.text("#status").await, browser.text("#moves").await);
    let link = browser.client.current_url().await.expect("a link");
    browser
        .goto(&format!("{}statistics?game=darkchess", server.address))
        .await;
    assert!(browser.text("main").await.contains("greedy"));
    browser.goto(link.as_str()).await;
    browser
        .until("document.querySelector('#moves li') !== null")
        .await;
    assert_eq!(browser.text("#status").await, status);
    assert_eq!(browser.text("#moves").await, record);
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

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
    browser.screenshot("darkchess-values").await;
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
