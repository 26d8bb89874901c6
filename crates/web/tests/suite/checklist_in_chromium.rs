//! The checklist of every game's page, in a real browser: whole games by
//! clicks, links, undo, tabs, a restarted server, wrong input, set-up, paste
//! and copy, keys, values.

use crate::common;

use common::browser::{Browser, visit};

/// What is tried with a game.
struct Row {
    game: &'static str,
    /// A whole game or problem against the engine, and a bound on the clicks.
    solo: &'static str,
    clicks: usize,
    /// What the statistics then count: game and rules, and the level.
    counted: (&'static str, &'static str),
    /// A game of two people that has begun or can begin at once.
    both: &'static str,
    /// A position of two people whose moves are soon rated.
    rated: &'static str,
    /// Tools and clicks, and what the position's text then contains.
    set_up: &'static [(&'static str, &'static str)],
    drawn: &'static str,
}

const CHECKLIST: [Row; 6] = [
    Row {
        game: "quarto",
        solo: "level=2",
        clicks: 40,
        counted: ("game=quarto", "2"),
        both: "",
        rated: "&start=....3c1..d.92.a.%2Ff",
        set_up: &[("put", "0"), ("put", "a1"), ("put", "b")],
        drawn: "0.............../b",
    },
    Row {
        game: "go",
        solo: "level=perfect",
        clicks: 60,
        counted: ("game=go", "perfect"),
        both: "&start=%231",
        rated: "&start=%231",
        set_up: &[
            ("size-7", ""),
            ("black", "A6"),
            ("black", "B6"),
            ("black", "C6"),
            ("black", "C7"),
            ("white", "A5"),
            ("white", "B5"),
            ("white", "C5"),
            ("white", "D5"),
            ("white", "D6"),
            ("white", "D7"),
            ("frame", ""),
        ],
        drawn: "MA[aa][ba]",
    },
    Row {
        game: "chess",
        solo: "level=1800",
        clicks: 400,
        counted: ("game=chess", "1800"),
        both: "",
        rated: "&start=7k%2FP7%2F6K1%2F8%2F8%2F8%2F8%2F8+w+-+-+0+1",
        set_up: &[
            ("K", "g6"),
            ("k", "h8"),
            ("P", "a7"),
            ("Q", "a1"),
            ("erase", "a1"),
        ],
        drawn: "7k/P7/6K1/8/8/8/8/8 w - - 0 1",
    },
    Row {
        game: "darkchess",
        solo: "level=greedy",
        clicks: 400,
        counted: ("game=darkchess", "greedy"),
        both: "&start=%231",
        rated: "&start=8%2F1gKn4%2F2p5%2F8+w+0",
        set_up: &[("K", "c3"), ("b", "b2"), ("black-moves", "")],
        drawn: "8/1b6/2K5/8 b 0",
    },
    Row {
        game: "dominoes",
        solo: "level=16",
        clicks: 80,
        counted: ("game=dominoes", "16"),
        both: "&start=%231",
        rated: "&start=05+12+|+33+45+|+0-5+first",
        set_up: &[
            ("first", "01"),
            ("first", "12"),
            ("second", "33"),
            ("stock", "66"),
            ("right", "@5"),
        ],
        drawn: "01 12 | 33 | 0-5 first; stock 66",
    },
    Row {
        game: "skat",
        solo: "level=4&rules=clubs",
        clicks: 20,
        counted: ("game=skat&rules=clubs", "4"),
        both: "&start=%231",
        rated: "&start=CJ+SA+HT+|+DK+S7+H8+|+CA+C9+DT;+game+clubs;+declarer+1;+lead+2",
        set_up: &[
            ("seat-1", "CJ"),
            ("seat-1", "S7"),
            ("seat-2", "SA"),
            ("seat-2", "H7"),
            ("seat-3", "CA"),
            ("seat-3", "D7"),
            ("clubs", ""),
            ("lead-2", ""),
        ],
        drawn: "CJ S7 | SA H7 | CA D7; game clubs; declarer 1; lead 2",
    },
];

const MOVES: &str = "[...document.querySelectorAll('#moves li')].map(li => li.textContent).join()";
const POSITION: &str = "document.getElementById('position').textContent";

/// Only what the browser itself says about refused requests.
async fn assert_quiet(browser: &Browser) {
    let console = browser.console().await;
    assert!(
        console.iter().all(|line| line.contains("status of 400")),
        "{console:?}"
    );
}

async fn until_shown(browser: &Browser, moves: &str) {
    browser.until(&format!("{MOVES} === {moves:?}")).await;
}

/// Plays a game to its end and sees it counted, and its link shows the end.
async fn play_whole_games(rows: &[Row]) {
    let Some((server, browser, _data)) = visit("quarto").await else {
        return;
    };
    for row in rows {
        let Row { game, solo, .. } = row;
        browser
            .goto(&format!("{}{game}?{solo}", server.address))
            .await;
        browser.choose("experience", "novice").await;
        browser.play_to_the_end(row.clicks).await;
        browser
            .until(&format!(
                "JSON.parse(sessionStorage.getItem('tabia.{game}')).sent"
            ))
            .await;
        let (end, moves) = (browser.text("#status").await, browser.text("#moves").await);
        let link = browser.client.current_url().await.expect("a link");
        let (filter, level) = row.counted;
        browser
            .goto(&format!("{}statistics?{filter}", server.address))
            .await;
        let counted = browser.text("main").await;
        assert!(
            counted.contains(level) && counted.contains("novice"),
            "{counted}"
        );
        browser.goto(link.as_str()).await;
        browser
            .until("document.querySelector('#moves li') !== null")
            .await;
        assert_eq!(browser.text("#status").await, end, "{game}");
        assert_eq!(browser.text("#moves").await, moves, "{game}");
    }
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_on_boards_are_played_by_clicks_and_counted() {
    play_whole_games(&CHECKLIST[..3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_with_hidden_things_are_played_by_clicks_and_counted() {
    play_whole_games(&CHECKLIST[3..]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_shared_taken_back_and_survive_a_restart() {
    let Some((mut server, browser, _data)) = visit("quarto?side=both").await else {
        return;
    };
    let first = browser.client.window().await.expect("a tab");
    let second = browser.client.new_window(true).await.expect("a tab").handle;
    let switch = async |tab: &fantoccini::wd::WindowHandle| {
        let switched = browser.client.switch_to_window(tab.clone());
        switched.await.expect("a tab");
    };
    for Row { game, both, .. } in &CHECKLIST {
        switch(&first).await;
        browser
            .goto(&format!("{}{game}?side=both{both}", server.address))
            .await;
        browser.make_a_move().await;
        let one = browser.run(&format!("return {MOVES}")).await;
        browser.make_a_move().await;
        let two = browser.run(&format!("return {MOVES}")).await;
        let (one, two) = (one.as_str().expect("text"), two.as_str().expect("text"));
        let shared = browser.client.current_url().await.expect("a link");
        server.restart().await;
        // Wrong input is told, and changes nothing.
        browser.submit("typed", "nonsense").await;
        browser
            .until("document.getElementById('problem').textContent.includes('`nonsense`')")
            .await;
        browser.submit("pasted", "nonsense").await;
        browser
            .until("/as a position/.test(document.getElementById('problem').textContent)")
            .await;
        until_shown(&browser, two).await;
        browser.click("#undo").await;
        until_shown(&browser, one).await;
        // The link in another tab has all of it, whatever the first one does.
        switch(&second).await;
        browser.goto(shared.as_str()).await;
        until_shown(&browser, two).await;
        switch(&first).await;
        until_shown(&browser, one).await;
        browser.click("#redo").await;
        until_shown(&browser, two).await;
    }
    assert_quiet(&browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_set_up_copied_and_pasted() {
    let Some((server, browser, _data)) = visit("quarto/setup").await else {
        return;
    };
    let origin = server.address.trim_end_matches('/');
    let permissions = serde_json::json!({
        "origin": origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
    });
    browser.cdp("Browser.grantPermissions", permissions).await;
    for row in &CHECKLIST {
        let game = row.game;
        browser
            .goto(&format!("{}{game}/setup", server.address))
            .await;
        for (tool, click) in row.set_up {
            let before = browser.run(&format!("return {POSITION}")).await;
            match *click {
                "" => browser.click(&format!("[data-tool='{tool}']")).await,
                click => {
                    browser.click(&format!("input[value='{tool}']")).await;
                    browser.click_on(click).await;
                }
            }
            browser.until(&format!("{POSITION} !== {before}")).await;
        }
        let drawn = browser.text("#position").await;
        assert!(drawn.contains(row.drawn), "{game}: {drawn}");
        browser.screenshot(&format!("{game}-setup")).await;
        browser.submit("pasted", "nonsense").await;
        browser
            .until("document.getElementById('problem').textContent.includes('`nonsense`')")
            .await;
        browser
            .until("document.getElementById('play').disabled === false")
            .await;
        browser.click("#play").await;
        browser
            .until(
                "document.getElementById('new') && document.querySelector('#board [data-click]')",
            )
            .await;
        assert_eq!(browser.text("#problem").await, "", "{game}");
        // The side can be changed, and what was set up stays.
        browser.choose("side", "second").await;
        browser
            .until("location.search.includes('side=second')")
            .await;
        let link = browser.client.current_url().await.expect("a link");
        assert!(!link.as_str().contains("start=%23"), "{link}");
        browser.choose("level", "both").await;
        browser.until("location.search.includes('side=both')").await;
        for what in ["position", "game"] {
            browser
                .goto(&format!("{}{game}?side=both{}", server.address, row.rated))
                .await;
            browser.make_a_move().await;
            let before = browser.run(&format!("return {POSITION}")).await;
            browser.click(&format!("#copy-{what}")).await;
            browser
                .until("/^Copied/.test(document.getElementById('status').textContent)")
                .await;
            let copied = browser.read_clipboard().await;
            browser
                .goto(&format!("{}{game}?side=both", server.address))
                .await;
            browser
                .until("document.querySelector('#board .can') !== null")
                .await;
            browser.submit("pasted", &copied).await;
            browser.until(&format!("{POSITION} === {before}")).await;
        }
    }
    assert_quiet(&browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_play_turn_and_take_back() {
    let Some((server, browser, _data)) = visit("quarto?side=both").await else {
        return;
    };
    for Row { game, both, .. } in &CHECKLIST {
        browser
            .goto(&format!("{}{game}?side=both{both}", server.address))
            .await;
        browser
            .until("document.querySelector('#board .can') !== null")
            .await;
        browser
            .run("document.querySelector('#board .can').focus()")
            .await;
        for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] {
            browser.press(key).await;
            let there = "document.activeElement.closest('#board .can') !== null";
            assert_eq!(
                browser.run(&format!("return {there}")).await,
                true,
                "{game}"
            );
        }
        // A move is as many keys as it would be clicks.
        for _ in 0..3 {
            let moved = "document.querySelector('#moves li') !== null";
            if browser.run(&format!("return {moved}")).await == true {
                break;
            }
            let picked = "document.querySelectorAll('#board .picked').length + ' ' + \
                          document.querySelectorAll('#moves li').length";
            let before = browser.run(&format!("return {picked}")).await;
            browser
                .run("document.querySelector('#board .can').focus()")
                .await;
            browser.press("Enter").await;
            browser.until(&format!("{picked} !== {before}")).await;
        }
        browser
            .until("document.querySelectorAll('#moves li').length === 1")
            .await;
        let board = "document.getElementById('board').innerHTML.length + \
                     document.getElementById('board').textContent";
        let before = browser.run(&format!("return {board}")).await;
        browser.press("f").await;
        browser
            .until("location.search.includes('flipped=true')")
            .await;
        if *game != "skat" {
            browser.until(&format!("{board} !== {before}")).await;
        }
        browser.press("u").await;
        browser
            .until("document.querySelectorAll('#moves li').length === 0")
            .await;
        browser.press("r").await;
        browser
            .until("document.querySelectorAll('#moves li').length === 1")
            .await;
        browser.press("v").await;
        browser
            .until("document.getElementById('values').checked")
            .await;
        browser.press("v").await;
        browser.press("n").await;
        browser
            .until("document.querySelectorAll('#moves li').length === 0")
            .await;
    }
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn values_colour_board_moves_and_history_of_every_game() {
    let Some((server, browser, _data)) = visit("quarto?side=both").await else {
        return;
    };
    browser.click("#values").await;
    for Row { game, rated, .. } in &CHECKLIST {
        browser
            .goto(&format!("{}{game}?side=both{rated}", server.address))
            .await;
        let rated = "[...document.querySelectorAll('#board .can')].every(e => \
                     /win|draw|loss/.test(e.classList)) && document.querySelector('#board .can')";
        browser.until(rated).await;
        browser
            .until("document.getElementById('verdict').textContent.startsWith('Best: ')")
            .await;
        browser.make_a_move().await;
        let coloured = "document.querySelector('#moves li.win, #moves li.draw, #moves li.loss')";
        browser.until(&format!("{coloured} !== null")).await;
        browser
            .until("document.querySelectorAll('#course [data-point]').length === 1")
            .await;
        browser.screenshot(&format!("{game}-values")).await;
    }
    // Distances come on demand, where they are known.
    let Row { game, rated, .. } = &CHECKLIST[0];
    browser
        .goto(&format!("{}{game}?side=both{rated}", server.address))
        .await;
    browser.click("#distances").await;
    browser
        .until("document.querySelectorAll('#board .distance').length === 9")
        .await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
