//! Dominoes and Skat through the page, by clicks, in a real browser: hidden
//! hands, open ones, materials.

use crate::common;

use common::browser::visit;

/// How many things on the board could be clicked if it were their turn.
const SEEN: &str = "document.querySelectorAll('#board [data-click]').length";

#[tokio::test(flavor = "multi_thread")]
async fn hidden_hands_stay_hidden_until_they_are_opened() {
    let Some((server, browser, _data)) = visit("skat?start=%233").await else {
        return;
    };
    for (page, own, all) in [
        ("skat?start=%233", 10, 30),
        ("skat?start=%233&side=second&level=simple", 10, 29),
        ("dominoes?start=%233", 9, 16),
    ] {
        browser.goto(&format!("{}{page}", server.address)).await;
        browser
            .until("document.querySelector('#board .can') !== null")
            .await;
        let seen = browser.run(&format!("return {SEEN}")).await;
        assert!(seen.as_u64().expect("a number") <= own, "{page}: {seen}");
        let position = browser.text("#position").await;
        assert!(position.starts_with("#3"), "{page}: {position}");
        browser
            .screenshot(&page.replace(['?', '&', '='], "-").replace("%23", ""))
            .await;
        browser.click("#study").await;
        browser
            .until("/Open the hands/.test(document.getElementById('problem').textContent)")
            .await;
        browser.click("#open").await;
        browser.until(&format!("{SEEN} >= {all} - 3")).await;
        let position = browser.text("#position").await;
        assert!(position.contains(" | "), "{page}: {position}");
        let link = browser.client.current_url().await.expect("a link");
        assert!(link.as_str().contains("open=true"), "{link}");
        browser.click("#open").await;
        browser.until(&format!("{SEEN} === {seen}")).await;
    }
    // Some tricks later.
    browser
        .goto(&format!("{}skat?start=%233&level=simple", server.address))
        .await;
    for _ in 0..4 {
        browser.make_a_move().await;
    }
    browser
        .until("document.querySelector('#board .can') !== null")
        .await;
    browser.screenshot("skat-hidden").await;
    // Two people at one screen see everything.
    browser
        .goto(&format!("{}skat?start=%233&side=both", server.address))
        .await;
    browser.until(&format!("{SEEN} === 30")).await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_defender_plays_one_hand_and_takes_back_the_own_card() {
    let path = "skat?start=%233&side=second&level=simple";
    let Some((_server, browser, _data)) = visit(path).await else {
        return;
    };
    browser.make_a_move().await;
    browser
        .until("document.querySelector('#board .can') !== null")
        .await;
    let moves = "document.querySelectorAll('#moves li').length";
    let before = browser.run(&format!("return {moves}")).await;
    assert!(
        before.as_u64().expect("a number") >= 3,
        "the partner played"
    );
    browser.click("#undo").await;
    browser.until(&format!("{moves} < {before}")).await;
    browser.play_to_the_end(20).await;
    assert_eq!(browser.run(&format!("return {moves}")).await, 30);
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
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn materials_have_representatives_and_graphs() {
    let path = "dominoes?side=both&start=45+56+|+33+|+4-6+first";
    let Some((server, browser, _data)) = visit(path).await else {
        return;
    };
    let skat =
        "skat?side=both&start=CJ+SA+HT+|+DK+S7+H8+|+CA+C9+DT;+game+clubs;+declarer+1;+lead+2";
    for (page, told) in [(path, "01 03 13 22"), (skat, "suit-3-")] {
        browser.goto(&format!("{}{page}", server.address)).await;
        browser.click("#study").await;
        browser
            .until("document.querySelector('#studies svg') !== null")
            .await;
        let found = browser.text("#studies").await;
        assert!(found.contains(told), "{found}");
        let name = page.split('?').next().expect("a game");
        browser.screenshot(&format!("{name}-study")).await;
        browser.scheme("dark").await;
        browser.screenshot(&format!("{name}-study-dark")).await;
        browser.scheme("light").await;
    }
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
