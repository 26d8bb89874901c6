//! What all games and pages share, in a real browser: links, undo, wrong
//! input, two tabs, a restarted server, phones, night.

mod common;

use common::browser::{Browser, visit};

const GAMES: [&str; 6] = ["quarto", "go", "chess", "darkchess", "dominoes", "skat"];

const MOVES: &str = "[...document.querySelectorAll('#moves li')].map(li => li.textContent).join()";

/// Two people's game, dealt where it has to be.
fn link(game: &str) -> String {
    let deal = match game {
        "quarto" | "chess" => "",
        _ => "&start=%231",
    };
    format!("{game}?side=both{deal}")
}

async fn until_shown(browser: &Browser, moves: &str) {
    browser.until(&format!("{MOVES} === {moves:?}")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_can_be_shared_taken_back_and_survives_a_restart() {
    let Some((mut server, browser, _data)) = visit(&link("quarto")).await else {
        return;
    };
    let first = browser.client.window().await.expect("a tab");
    let second = browser.client.new_window(true).await.expect("a tab").handle;
    for (number, game) in GAMES.into_iter().enumerate() {
        browser
            .client
            .switch_to_window(first.clone())
            .await
            .expect("a tab");
        browser
            .goto(&format!("{}{}", server.address, link(game)))
            .await;
        browser.make_a_move().await;
        let one = browser.run(&format!("return {MOVES}")).await;
        browser.make_a_move().await;
        let two = browser.run(&format!("return {MOVES}")).await;
        let (one, two) = (one.as_str().expect("text"), two.as_str().expect("text"));
        let shared = browser.client.current_url().await.expect("a link");
        if number == 0 {
            server.restart().await;
        }
        // Wrong input is told, and changes nothing.
        let wrong = "const i = document.getElementById('typed'); i.value = 'nonsense'; \
                     i.form.requestSubmit()";
        browser.run(wrong).await;
        browser
            .until("document.getElementById('problem').textContent.includes('`nonsense`')")
            .await;
        until_shown(&browser, two).await;
        browser.click("#undo").await;
        until_shown(&browser, one).await;
        // The link in another tab has all of it, whatever the first one does.
        browser
            .client
            .switch_to_window(second.clone())
            .await
            .expect("a tab");
        browser.goto(shared.as_str()).await;
        until_shown(&browser, two).await;
        browser
            .client
            .switch_to_window(first.clone())
            .await
            .expect("a tab");
        until_shown(&browser, one).await;
        browser.click("#redo").await;
        until_shown(&browser, two).await;
    }
    let console = browser.console().await;
    assert!(
        console.iter().all(|line| line.contains("status of 400")),
        "only the wrong moves: {console:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_fits_a_phone_and_the_night() {
    let Some((server, browser, data)) = visit("quarto").await else {
        return;
    };
    common::sample_run(&data);
    let pages = [
        ("home", ""),
        ("quarto", "quarto?moves=b+a1+3+c2+7+d4"),
        ("go", "go?start=%232"),
        ("go-setup", "go/setup"),
        ("go-proof", "go/proof?start=%232&path=0"),
        ("chess", "chess?moves=e4+e5+Nf3"),
        ("darkchess", "darkchess?start=%231"),
        ("dominoes", "dominoes?start=%231"),
        ("skat", "skat?start=%231"),
        ("statistics", "statistics"),
        ("tuning", "chess/tuning"),
        ("ratings", "chess/ratings"),
        ("jobs", "jobs"),
    ];
    for (width, height) in [(1280, 900), (360, 740)] {
        browser.resize(width, height, width == 360).await;
        for scheme in ["light", "dark"] {
            browser.scheme(scheme).await;
            for (name, page) in pages {
                browser.goto(&format!("{}{page}", server.address)).await;
                browser
                    .until("document.documentElement.scrollWidth <= innerWidth")
                    .await;
                let paper = browser
                    .run("return getComputedStyle(document.body).backgroundColor")
                    .await;
                assert_eq!(paper == "rgb(23, 24, 26)", scheme == "dark", "{name}");
                browser
                    .screenshot(&format!("{name}-{width}-{scheme}"))
                    .await;
            }
        }
    }
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tuning_run_and_the_jobs_are_shown_live() {
    let Some((server, browser, data)) = visit("quarto").await else {
        return;
    };
    browser
        .goto(&format!("{}chess/tuning", server.address))
        .await;
    assert!(browser.text("main").await.contains("no runs yet"));
    browser.goto(&format!("{}jobs", server.address)).await;
    let tunings = "document.querySelector('[data-title=Tunings]').textContent";
    browser.until(&format!("{tunings}.includes('None')")).await;
    let path = common::sample_run(&data);
    browser
        .until(&format!("{tunings}.includes('sample.json')"))
        .await;
    browser
        .until(&format!("{tunings}.includes('under way')"))
        .await;

    browser
        .goto(&format!("{}chess/tuning", server.address))
        .await;
    let far = "document.getElementById('far').textContent";
    browser
        .until(&format!("{far}.startsWith('Round 0 of 200')"))
        .await;
    // The run gets on.
    let saved: serde_json::Value =
        tabia_kernel::tune::checkpoint::load(&path).expect("a checkpoint");
    let mut saved = saved;
    let log = &mut saved["session"]["state"]["Population"]["log"];
    let weights = vec![1.0; 38];
    for round in 0..3 {
        let entry = serde_json::json!({
            "round": round, "best": 0.25 + 0.01 * f64::from(round), "mean": 0.2,
            "tasks": 100 * (round + 1), "weights": weights,
        });
        log.as_array_mut().expect("a log").push(entry);
    }
    tabia_kernel::tune::checkpoint::save(&path, &saved).expect("a file");
    browser
        .until(&format!("{far}.startsWith('Round 3 of 200, at 0.27')"))
        .await;
    browser
        .until("document.querySelector('#score svg') !== null")
        .await;
    browser.screenshot("tuning-live").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
