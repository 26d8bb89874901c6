//! Dominoes and Skat through the page, by clicks, in a real browser.

mod common;

use common::browser::visit;

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_dominoes_is_played_and_counted() {
    let Some((server, browser, _data)) = visit("dominoes?level=random").await else {
        return;
    };
    browser.play_to_the_end(80).await;
    browser
        .until("JSON.parse(sessionStorage.getItem('tabia.dominoes')).sent")
        .await;
    browser
        .goto(&format!("{}statistics?game=dominoes", server.address))
        .await;
    assert!(browser.text("main").await.contains("random"));
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_that_fits_twice_asks_where() {
    let path = "dominoes?side=both&start=05+12+|+33+45+|+0-5+first";
    let Some((_server, browser, _data)) = visit(path).await else {
        return;
    };
    browser.click_on("05").await;
    browser
        .until("[...document.querySelectorAll('#board .can')].map(e => e.dataset.click).join() === '@0,@5'")
        .await;
    browser.click_on("@5").await;
    browser
        .until("document.getElementById('moves').textContent === '05@5'")
        .await;
    browser.click("#values").await;
    browser
        .until("document.querySelector('#moves li.win, #moves li.loss, #moves li.draw') !== null")
        .await;
    browser.screenshot("dominoes").await;
    browser.resize(360, 740, true).await;
    browser
        .until("document.documentElement.scrollWidth <= innerWidth")
        .await;
    browser.screenshot("dominoes-phone").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_skat_is_played_and_counted() {
    let Some((server, browser, _data)) = visit("skat?level=random&rules=clubs").await else {
        return;
    };
    browser.screenshot("skat").await;
    browser.play_to_the_end(20).await;
    assert!(
        browser
            .text("#status")
            .await
            .contains("points for the declarer")
    );
    browser
        .until("JSON.parse(sessionStorage.getItem('tabia.skat')).sent")
        .await;
    browser
        .goto(&format!(
            "{}statistics?game=skat&rules=clubs",
            server.address
        ))
        .await;
    assert!(browser.text("main").await.contains("random"));
    browser.resize(360, 740, true).await;
    browser.scheme("dark").await;
    browser.goto(&format!("{}skat", server.address)).await;
    browser
        .until("document.documentElement.scrollWidth <= innerWidth")
        .await;
    browser
        .until("document.querySelector('#board .can') !== null")
        .await;
    browser.screenshot("skat-phone-dark").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
