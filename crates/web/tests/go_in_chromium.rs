//! A Go problem through the page, by clicks, in a real browser.

mod common;

use common::browser::visit;

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_practised_and_counted_and_a_refutation_shown() {
    let Some((server, browser, _data)) = visit("go?level=perfect").await else {
        return;
    };
    browser.screenshot("go").await;
    // The first point that comes is seldom the right one; either way it ends.
    browser.play_to_the_end(60).await;
    browser
        .until("JSON.parse(sessionStorage.getItem('tabia.go')).sent")
        .await;
    browser
        .goto(&format!("{}statistics?game=go", server.address))
        .await;
    assert!(browser.text("main").await.contains("perfect"));
    assert_eq!(browser.console().await, [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_problem_shows_its_vital_point() {
    let Some((_server, browser, _data)) = visit("go?side=both").await else {
        return;
    };
    let sgf = "(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";
    let paste = "const t = document.getElementById('pasted'); t.value = arguments[0]; \
                 t.form.requestSubmit()";
    browser
        .client
        .execute(paste, vec![sgf.into()])
        .await
        .expect("a form");
    browser
        .until("document.querySelectorAll('#board .can').length === 4")
        .await;
    browser.click("#values").await;
    browser
        .until("document.querySelector('#board .win')?.dataset.click !== undefined")
        .await;
    browser
        .until("document.querySelector('#board [data-click=C9]').classList.contains('win')")
        .await;
    browser.click("#details summary").await;
    assert!(
        browser
            .text("#details")
            .await
            .contains("relaxed decomposition")
    );
    browser.resize(360, 740, true).await;
    browser
        .until("document.documentElement.scrollWidth <= innerWidth")
        .await;
    browser.screenshot("go-phone").await;
    assert_eq!(browser.console().await, [] as [&str; 0]);
}
