//! Chess through the page, by clicks, in a real browser.

use crate::common;

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
async fn the_engine_plays_with_weights_that_were_handed_in() {
    let Some((server, browser, data)) = visit("chess?level=1000").await else {
        return;
    };
    let weights = |pawn: i16| {
        let mut values = vec![0; 38];
        values[0] = pawn;
        serde_json::json!({ "profile": "seed38", "weights": values }).to_string()
    };
    browser.click("details.weights summary").await;
    browser.submit("weights-text", "{}").await;
    browser
        .until("/not a file of weights/.test(document.getElementById('problem').textContent)")
        .await;
    browser.submit("weights-text", &weights(77)).await;
    let chosen = "document.getElementById('rules').value";
    let features = "document.querySelector('#details tr:nth-child(2)')?.textContent";
    browser
        .until(&format!(
            "{chosen}.startsWith('weights-seed38-') && /77/.test({features})"
        ))
        .await;
    // From a file, as well.
    let file = data.path().join("mine.json");
    std::fs::write(&file, weights(88)).expect("a file");
    let field = fantoccini::Locator::Css("#weights-file");
    let field = browser.client.find(field).await.expect("a field");
    field
        .send_keys(&file.display().to_string())
        .await
        .expect("a file");
    browser.click("#weights button").await;
    browser.until(&format!("/88/.test({features})")).await;
    browser.make_a_move().await;
    browser
        .until("document.querySelectorAll('#moves li').length === 2")
        .await;
    // Whoever opens the page later can choose them, and so can a link.
    let link = browser.client.current_url().await.expect("a link");
    assert!(link.as_str().contains("rules=weights-seed38-"), "{link}");
    browser.goto(&format!("{}chess", server.address)).await;
    browser
        .until("document.querySelectorAll('#rules option').length === 3")
        .await;
    browser.goto(link.as_str()).await;
    browser.until(&format!("/88/.test({features})")).await;
    browser.click("#details summary").await;
    browser.screenshot("chess-features").await;
    let console = browser.console().await;
    assert!(
        console.iter().all(|line| line.contains("status of 400")),
        "{console:?}"
    );
}
