//! Go problems through the page, by clicks, in a real browser.

use crate::common;

use common::browser::{Browser, visit};

/// Three points in a row: whoever is first at the middle.
const ROW: &str = "go?start=%28%3BSZ%5B9%5DAB%5Baa%3Aab%5D%5Bbb%3Adb%5D%5Bea%3Aeb%5DAW%5Bac%3Aec%5D\
                   %5Bfa%3Afb%5DTR%5Baa%3Aab%5D%5Bbb%3Adb%5D%5Bea%3Aeb%5DMA%5Bba%3Ada%5D%29";

async fn says(browser: &Browser, id: &str, words: &str) {
    let script = format!("document.getElementById('{id}').textContent.includes('{words}')");
    browser.until(&script).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_moves_are_refuted_hints_are_right_and_an_eye_ends_it() {
    let Some((_server, browser, _data)) = visit(ROW).await else {
        return;
    };
    browser.click_on("pass").await;
    says(&browser, "judgement", "Wrong").await;
    says(&browser, "status", "Attacker wins").await;
    assert_eq!(
        browser.text("#moves").await.split_whitespace().last(),
        Some("C9"),
        "the refutation"
    );
    browser.click("#undo").await;
    says(&browser, "status", "to play").await;
    browser.click("#hint").await;
    says(&browser, "judgement", "Hint: ").await;
    let hinted = browser
        .run("return document.querySelector('#board .hinted').dataset.click")
        .await;
    browser.click_on(hinted.as_str().expect("a point")).await;
    says(&browser, "judgement", "Right").await;
    browser.screenshot("go-practice").await;
    // Whatever the attacker does, hints lead to an eye.
    for _ in 0..6 {
        let over = "/wins/.test(document.getElementById('status').textContent)";
        browser
            .until(&format!("{over} || document.querySelector('#board .can')"))
            .await;
        if browser.run(&format!("return {over}")).await == true {
            break;
        }
        browser.click("#hint").await;
        let point = browser
            .until("document.querySelector('#board .hinted')?.dataset.click")
            .await;
        let moves = browser
            .run("return document.getElementById('moves').children.length")
            .await;
        browser.click_on(point.as_str().expect("a point")).await;
        browser
            .until(&format!(
                "document.getElementById('moves').children.length > {moves}"
            ))
            .await;
    }
    says(&browser, "status", "Defender wins: there is an eye").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_drawn_solved_taken_apart_and_its_proof_walked() {
    let Some((_server, browser, _data)) = visit("go/setup").await else {
        return;
    };
    let tool = async |name: &str| {
        browser.click(&format!("input[value='{name}']")).await;
    };
    let click = async |point: &str| {
        let text = "document.getElementById('position').textContent";
        let before = browser.run(&format!("return {text}")).await;
        browser.click_on(point).await;
        browser.until(&format!("{text} !== {before}")).await;
    };
    browser.click("[data-tool='size-7']").await;
    browser
        .until("document.getElementById('position').textContent.includes('SZ[7]')")
        .await;
    // Two rooms: one of two points, one of one.
    let black = ["A6", "B6", "C7", "C6", "D6", "E7", "E6"];
    let white = ["A5", "B5", "C5", "D5", "E5", "F5", "F6", "F7"];
    for point in black {
        click(point).await;
    }
    tool("white").await;
    for point in white {
        click(point).await;
    }
    says(&browser, "status", "no crucial stone").await;
    tool("crucial").await;
    for point in black {
        click(point).await;
    }
    tool("region").await;
    for point in ["A7", "B7", "D7"] {
        click(point).await;
    }
    says(&browser, "status", "Ready").await;
    // A wrong click is told, and the last one taken back.
    tool("crucial").await;
    browser.click_on("G1").await;
    says(&browser, "problem", "no stone").await;
    tool("erase").await;
    click("A7").await;
    says(&browser, "status", "not enclosed").await;
    browser.click("#undo").await;
    says(&browser, "status", "Ready").await;
    browser.screenshot("go-setup").await;
    browser.click("#play").await;
    browser.until("document.getElementById('study')").await;
    browser.click("#study").await;
    let costs = "[...document.querySelectorAll('#studies section')].at(-1)\
                 .querySelectorAll('tr').length === 4";
    browser.until(costs).await;
    let found = browser.text("#studies").await;
    assert!(found.contains("2 regions"), "{found}");
    assert!(found.contains("there is an eye already"), "{found}");
    browser.screenshot("go-study").await;

    browser.click("#proof").await;
    browser
        .until("document.querySelectorAll('.branches a').length === 2")
        .await;
    browser.click(".branches a").await;
    browser
        .until("/settles it/.test(document.getElementById('status').textContent)")
        .await;
    browser.screenshot("go-proof").await;
    let console = browser.console().await;
    assert!(
        console.iter().all(|line| line.contains("status of 400")),
        "only the wrong click: {console:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_is_walked_by_clicks_on_the_board() {
    let Some((server, browser, _data)) = visit("go?side=both&rules=medium&start=%231").await else {
        return;
    };
    browser.click("#proof").await;
    browser
        .until("document.querySelectorAll('.branches a').length === 2")
        .await;
    browser.click(".branches a").await;
    browser
        .until("/forces an eye/.test(document.getElementById('status').textContent)")
        .await;
    let mut steps = 0;
    while browser
        .run("return document.querySelector('#board .can') !== null")
        .await
        == true
    {
        let point = browser
            .run("return document.querySelector('#board .can').dataset.click")
            .await;
        let before = browser.client.current_url().await.expect("a link");
        browser.click_on(point.as_str().expect("a point")).await;
        browser
            .until(&format!(
                "location.href !== '{before}' && document.readyState === 'complete'"
            ))
            .await;
        steps += 1;
        assert!(steps < 30);
    }
    says(&browser, "status", "settles it").await;
    assert!(steps >= 3, "{steps}");
    browser.resize(360, 740, true).await;
    for page in [
        ROW.to_owned(),
        "go/setup".into(),
        ROW.replace("go?", "go/proof?"),
    ] {
        browser.goto(&format!("{}{page}", server.address)).await;
        browser
            .until("document.documentElement.scrollWidth <= innerWidth")
            .await;
    }
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_from_a_file_shows_its_vital_point() {
    let Some((_server, browser, data)) = visit("go?side=both").await else {
        return;
    };
    let sgf = "(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";
    // A file is as good as its text.
    let file = data.path().join("problem.sgf");
    std::fs::write(&file, sgf).expect("a file");
    let field = fantoccini::Locator::Css("#pasted-file");
    let field = browser.client.find(field).await.expect("a field");
    let name = file.display().to_string();
    field.send_keys(&name).await.expect("a file");
    browser
        .until("document.querySelectorAll('#board .can').length === 4")
        .await;
    browser.click("#values").await;
    browser
        .until("document.querySelector('#board [data-click=C9]').classList.contains('win')")
        .await;
    browser.resize(360, 740, true).await;
    browser
        .until("document.documentElement.scrollWidth <= innerWidth")
        .await;
    browser.screenshot("go-phone").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
