//! Chess through the page, by clicks, in a real browser.

mod common;

use common::browser::visit;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_to_mate_with_promotion_features_and_values() {
    // White promotes and mates; both sides are played by hand.
    let path = "chess?side=both&start=7k%2FP7%2F6K1%2F8%2F8%2F8%2F8%2F8+w+-+-+0+1";
    let Some((_server, browser, _data)) = visit(path).await else {
        return;
    };
    browser.click("#values").await;
    browser.click_on("a7").await;
    browser.click_on("a8").await;
    browser
        .until("[...document.querySelectorAll('#board .can')].map(e => e.dataset.click).includes('=q')")
        .await;
    browser.click_on("=q").await;
    browser
        .until("document.getElementById('status').textContent === 'White wins: checkmate'")
        .await;
    assert_eq!(browser.text("#moves").await, "a8=Q#");
    browser
        .until("document.querySelector('#moves li.win') !== null")
        .await;
    browser.click("#details summary").await;
    let rows = "document.querySelectorAll('#details tr').length";
    assert_eq!(browser.run(&format!("return {rows}")).await, 39);
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_against_the_engine_from_the_start() {
    let Some((server, browser, _data)) = visit("chess?level=1800").await else {
        return;
    };
    browser.screenshot("chess").await;
    // Whoever plays the first move that comes is mated before long.
    browser.play_to_the_end(400).await;
    browser
        .until("JSON.parse(sessionStorage.getItem('tabia.chess')).sent")
        .await;
    browser
        .goto(&format!("{}statistics?game=chess", server.address))
        .await;
    assert!(browser.text("main").await.contains("1800"));
    browser.resize(360, 740, true).await;
    browser
        .goto(&format!("{}chess?moves=e4+e5", server.address))
        .await;
    browser
        .until("document.documentElement.scrollWidth <= innerWidth")
        .await;
    browser.screenshot("chess-phone").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
