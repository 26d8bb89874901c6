//! What all pages share, in a real browser: phones, night, weight, names for
//! all controls; and the pages beside the games.

use crate::common;

use common::browser::{Browser, visit};
use tabia_chess::eval::Profile;
use tabia_chess::eval::seed::Ranges;

/// The most that a page may weigh, with all that it loads.
const MOST_BYTES: u64 = 200_000;

/// All that a page has loaded, as it came over the wire.
const WEIGHT: &str = "return [...performance.getEntriesByType('resource'), \
                      ...performance.getEntriesByType('navigation')]\
                      .reduce((sum, entry) => sum + entry.encodedBodySize, 0)";

/// Roles whose elements people act upon.
const CONTROLS: [&str; 9] = [
    "button",
    "checkbox",
    "combobox",
    "link",
    "listbox",
    "radio",
    "searchbox",
    "spinbutton",
    "textbox",
];

/// Controls that programs which read pages aloud have no name for.
async fn nameless(browser: &Browser) -> Vec<String> {
    let tree = browser
        .cdp("Accessibility.getFullAXTree", serde_json::json!({}))
        .await;
    let nodes = tree["nodes"].as_array().expect("a tree").iter();
    let controls = nodes.filter(|node| {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        node["ignored"] != true && CONTROLS.contains(&role)
    });
    let mut named = 0;
    let nameless: Vec<String> = controls
        .inspect(|_| named += 1)
        .filter(|node| {
            node["name"]["value"]
                .as_str()
                .unwrap_or_default()
                .trim()
                .is_empty()
        })
        .map(|node| node.to_string())
        .collect();
    assert!(named > 5, "there are links to all games at least");
    nameless
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
        ("quarto-setup", "quarto/setup?text=0d4.15....96..87%2Fb"),
        (
            "chess-setup",
            "chess/setup?text=7k%2FP7%2F6K1%2F8%2F8%2F8%2F8%2F8+w+-+-+0+1",
        ),
        ("darkchess", "darkchess?start=%231"),
        (
            "darkchess-setup",
            "darkchess/setup?text=8%2F1b6%2F2K5%2F8+b+0",
        ),
        ("dominoes", "dominoes?start=%231"),
        (
            "dominoes-setup",
            "dominoes/setup?text=01+12+|+33+45+|+0-5+first",
        ),
        ("skat", "skat?start=%231"),
        (
            "skat-setup",
            "skat/setup?text=CJ+SA+|+DK+S7+|+CA+C9;+game+clubs;+declarer+1;+lead+2",
        ),
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
                if (width, scheme) == (1280, "light") {
                    assert_eq!(nameless(&browser).await, [] as [&str; 0], "{name}");
                    let weight = browser.run(WEIGHT).await.as_u64().expect("bytes");
                    assert!(weight <= MOST_BYTES, "{name} weighs {weight}");
                    println!("{name}: {weight} bytes");
                }
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
    let space = tabia_chess::tune::space(Profile::Seed38, Ranges::Seed);
    let weights: Vec<f64> = space.parameters().iter().map(|p| p.lo).collect();
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

#[tokio::test(flavor = "multi_thread")]
async fn a_job_on_other_machines_is_called_off_by_a_click() {
    let Some((server, browser, _data)) = visit("quarto").await else {
        return;
    };
    browser.goto(&format!("{}jobs", server.address)).await;
    let jobs = "document.querySelector('[data-title=\"Jobs on other machines\"]')";
    browser
        .until(&format!("{jobs}?.textContent.includes('25 of 100 units')"))
        .await;
    let workers = "document.querySelector('[data-title=Workers]')";
    browser
        .until(&format!("{workers}.textContent.includes('alpha-7')"))
        .await;
    browser
        .click("button[aria-label='Cancel job 0123456789abcdef']")
        .await;
    browser
        .until(&format!("{jobs}.textContent.includes('cancelled')"))
        .await;
    browser
        .until(&format!("{jobs}.querySelector('button') === null"))
        .await;
    assert_eq!(browser.text("#problem").await, "");
}
