//! Quarto through the page, by clicks, in a real browser.

use crate::common;

use common::browser::visit;

/// What can be clicked now.
const CLICKABLE: &str = "[...document.querySelectorAll('#board .can')].map(e => e.dataset.click)";

#[tokio::test(flavor = "multi_thread")]
async fn two_people_undo_redo_share_and_a_restarted_server() {
    let Some((mut server, browser, _data)) = visit("quarto?side=both").await else {
        return;
    };
    for name in ["b", "a1", "3", "c2"] {
        browser
            .until(&format!("{CLICKABLE}.includes('{name}')"))
            .await;
        browser.click_on(name).await;
    }
    browser
        .until("document.getElementById('moves').children.length === 4")
        .await;
    let link = browser.client.current_url().await.expect("a link");
    assert!(
        link.query().is_some_and(|q| q.contains("moves=b+a1+3+c2")),
        "{link}"
    );

    server.restart().await;
    browser.click("#undo").await;
    browser
        .until("document.getElementById('moves').children.length === 3")
        .await;
    browser.until(&format!("{CLICKABLE}.includes('c2')")).await;
    browser.click("#redo").await;
    browser
        .until("document.getElementById('moves').children.length === 4")
        .await;
    // The browser's own way back.
    browser.client.back().await.expect("back");
    browser
        .until("document.getElementById('moves').children.length === 3")
        .await;

    // The link in another tab, while the first goes on.
    let first = browser.client.window().await.expect("a tab");
    let tab = browser.client.new_window(true).await.expect("a tab");
    browser
        .client
        .switch_to_window(tab.handle)
        .await
        .expect("there");
    browser.goto(link.as_str()).await;
    browser
        .until("document.getElementById('moves').children.length === 4")
        .await;
    browser.click_on("7").await;
    browser
        .until("document.getElementById('moves').children.length === 5")
        .await;
    browser
        .client
        .switch_to_window(first)
        .await
        .expect("back again");
    assert_eq!(
        browser
            .run("return document.getElementById('moves').children.length")
            .await,
        3
    );
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn values_colour_board_and_moves_and_distances_come_on_demand() {
    let path = "quarto?side=both&start=....3c1..d.92.a.%2Ff";
    let Some((_server, browser, _data)) = visit(path).await else {
        return;
    };
    browser.click("#values").await;
    browser
        .until("document.querySelectorAll('#board .can.win, #board .can.draw, #board .can.loss').length === 9")
        .await;
    assert_eq!(
        browser
            .run("return document.querySelector('#board .win').dataset.click")
            .await,
        "b1"
    );
    browser
        .until("document.getElementById('verdict').textContent === 'Best: b1 wins in 7 placements'")
        .await;
    assert_eq!(
        browser
            .run("return document.querySelectorAll('.distance').length")
            .await,
        0
    );
    browser.click("#distances").await;
    assert_eq!(
        browser
            .run("return document.querySelectorAll('.distance').length")
            .await,
        9
    );
    browser.screenshot("quarto-board").await;
    browser.click_on("a1").await;
    browser
        .until("document.querySelector('#moves li.loss') !== null")
        .await;
    browser
        .until("document.querySelectorAll('#course [data-point]').length === 1")
        .await;
    browser.screenshot("quarto-values").await;
    browser.scheme("dark").await;
    let paper = browser
        .run("return getComputedStyle(document.body).backgroundColor")
        .await;
    assert_eq!(paper, "rgb(23, 24, 26)");
    browser.screenshot("quarto-dark").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_play_and_wrong_input_is_told() {
    let Some((_server, browser, _data)) = visit("quarto?side=both").await else {
        return;
    };
    // Tab order reaches the board; arrows and Enter play.
    browser
        .run("document.querySelector('#board .can').focus()")
        .await;
    let press = async |key: &str| {
        let keys = serde_json::json!({ "type": "keyDown", "key": key });
        browser.cdp("Input.dispatchKeyEvent", keys).await;
    };
    press("ArrowRight").await;
    let focused = browser
        .run("return document.activeElement.dataset.click")
        .await;
    assert_eq!(focused, "1");
    press("Enter").await;
    browser
        .until("document.getElementById('moves').textContent === '1'")
        .await;
    let on_board = "document.activeElement.closest('#board') !== null";
    browser.until(on_board).await;
    press("u").await;
    browser
        .until("document.getElementById('moves').textContent === ''")
        .await;

    let typed = "const i = document.getElementById('typed'); i.value = arguments[0]; \
                 i.form.requestSubmit()";
    let submit = async |text: &str| {
        let text = vec![text.into()];
        browser.client.execute(typed, text).await.expect("a form");
    };
    submit("z9").await;
    browser
        .until("document.getElementById('problem').textContent.includes('`z9`')")
        .await;
    submit("b a1").await;
    browser
        .until("document.getElementById('moves').children.length === 2")
        .await;
    assert_eq!(browser.text("#problem").await, "");

    let pasted = "const t = document.getElementById('pasted'); t.value = arguments[0]; \
                  t.form.requestSubmit()";
    let paste = async |text: &str| {
        let text = vec![text.into()];
        browser.client.execute(pasted, text).await.expect("a form");
    };
    paste("nonsense").await;
    browser
        .until("document.getElementById('problem').textContent.includes('as a game')")
        .await;
    paste("b@a1 3@c2 7").await;
    browser
        .until("document.getElementById('moves').children.length === 5")
        .await;
    paste("0d4.15....96..87/b").await;
    browser
        .until("document.getElementById('position').textContent === '0d4.15....96..87/b'")
        .await;
    // Refused requests are the browser's to report; nothing else is.
    let console = browser.console().await;
    assert!(
        console.iter().all(|line| line.contains("status of 400")),
        "{console:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_everything_without_sideways_scrolling() {
    let Some((server, browser, _data)) = visit("quarto").await else {
        return;
    };
    for (width, name) in [(360, "phone"), (1280, "wide")] {
        browser.resize(width, 740, width == 360).await;
        for page in ["", "quarto?moves=b+a1+3", "statistics"] {
            browser.goto(&format!("{}{page}", server.address)).await;
            let fits = "document.documentElement.scrollWidth <= innerWidth";
            browser.until(fits).await;
            let page = page.split('?').next().unwrap_or_default();
            let page = if page.is_empty() { "home" } else { page };
            browser.screenshot(&format!("{page}-{name}")).await;
        }
    }
    browser.resize(360, 740, true).await;
    browser
        .goto(&format!("{}quarto?side=both", server.address))
        .await;
    // Targets that a finger can hit.
    let least = "Math.min(...[...document.querySelectorAll('#board .can .spot')]\
                 .map(e => e.getBoundingClientRect().width))";
    browser
        .until("document.querySelector('#board .can') !== null")
        .await;
    let least = browser.run(&format!("return {least}")).await;
    assert!(least.as_f64().expect("a width") >= 24.0, "{least}");
    // Nothing moves when values arrive.
    let top = "document.getElementById('moves').getBoundingClientRect().top";
    let before = browser.run(&format!("return {top}")).await;
    browser
        .run("document.getElementById('values').click()")
        .await;
    browser
        .until("document.querySelector('#board .can.draw') !== null")
        .await;
    assert_eq!(browser.run(&format!("return {top}")).await, before);
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_kept_by_the_browser_until_the_server_takes_it() {
    let Some((server, browser, data)) = visit("quarto?level=2").await else {
        return;
    };
    let other = rusqlite::Connection::open(data.path().join("games.sqlite"));
    let other = other.expect("the file of games");
    other.execute_batch("BEGIN EXCLUSIVE").expect("a lock");
    browser.play_to_the_end(60).await;
    let unsent = "JSON.parse(localStorage.getItem('tabia.unsent') ?? '[]').length";
    browser
        .until("document.getElementById('problem').textContent.includes('kept here')")
        .await;
    // Another game begins, the tab goes elsewhere: it is still there.
    browser.click("#new").await;
    browser
        .until("document.getElementById('moves').children.length === 0")
        .await;
    browser.goto(&format!("{}skat", server.address)).await;
    browser.until(&format!("{unsent} === 1")).await;
    other.execute_batch("ROLLBACK").expect("no lock");
    browser.until(&format!("{unsent} === 0")).await;
    browser
        .until("document.getElementById('problem').textContent === ''")
        .await;
    let statistics = format!("{}statistics?game=quarto", server.address);
    browser.goto(&statistics).await;
    let counted = browser.text("main").await;
    assert!(counted.contains("By level"), "{counted}");
    let refused = browser.console().await;
    assert!(
        refused.iter().all(|line| line.contains("503")),
        "{refused:?}"
    );
}
