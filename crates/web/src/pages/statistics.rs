//! How people fared against the program.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use tabia_desk::About;
use tabia_desk::ledger::Filter;
use tabia_desk::statistics::{Report, Row, csv};
use tabia_kernel::arena::Tally;

use super::{page, refused};
use crate::api::StatsParams;
use crate::extract::Params;
use crate::refusal::Refusal;
use crate::site::Site;
use crate::visit::Visit;

pub(crate) async fn statistics(
    site: Visit,
    params: Result<Params<StatsParams>, Refusal>,
) -> Response {
    let read = async {
        let Params(params) = params?;
        let (about, filter) = filter(&site, &params).await?;
        let report = site.games(move |ledger| Report::read(ledger, &filter));
        Ok::<_, Refusal>((about, report.await?, params))
    };
    match read.await {
        Ok((about, report, params)) => {
            let contents = contents(&site, about, &report, &params);
            page(&site, "Statistics · Tabia", "statistics", None, contents).into_response()
        }
        Err(refusal) => refused(&site, refusal),
    }
}

pub(crate) async fn statistics_csv(
    site: Visit,
    Params(params): Params<StatsParams>,
) -> Result<Response, Refusal> {
    let (_, filter) = filter(&site, &params).await?;
    let name = format!("attachment; filename=\"tabia-{}.csv\"", filter.game);
    let results = site.games(move |ledger| ledger.results(&filter));
    let text = csv(&results.await?);
    let kind = "text/csv; charset=utf-8".to_owned();
    Ok((
        [
            (header::CONTENT_TYPE, kind),
            (header::CONTENT_DISPOSITION, name),
        ],
        text,
    )
        .into_response())
}

/// The game asked for, or the first.
async fn filter<'a>(site: &'a Visit, params: &StatsParams) -> Result<(&'a About, Filter), Refusal> {
    let game = match params.game.as_str() {
        "" => site.desks.first().map_or("", |desk| desk.about().name),
        game => game,
    };
    let about = site.known(game)?.about();
    Ok((about, params.filter(site, game).await?))
}

fn contents(site: &Site, about: &About, report: &Report, params: &StatsParams) -> Markup {
    let table = format!(
        "/statistics.csv?game={}&rules={}&assisted={}",
        about.name, params.rules, params.assisted
    );
    html! {
        main #main .plain {
            h1 { "How people fared" }
            form.settings action="/statistics" {
                label { "Game "
                    select name="game" {
                        @for desk in site.desks.iter() {
                            @let name = desk.about().name;
                            option value=(name) selected[name == about.name] { (desk.about().title) }
                        }
                    }
                }
                label { "Rules "
                    select name="rules" {
                        @for variant in &about.variants {
                            option value=(variant.name) selected[variant.name == params.rules] {
                                (variant.title)
                            }
                        }
                    }
                }
                label { "Games "
                    select name="assisted" {
                        option value="false" { "without help" }
                        option value="true" selected[params.assisted] { "all" }
                    }
                }
                button { "Show" }
            }
            @if report.levels.is_empty() {
                p { "No finished games of " (about.title) ", " (report.rules) ", yet. "
                    a href={ "/" (about.name) } { "Play one" } "." }
            } @else {
                h2 { "By level" }
                (by_level(report))
                h2 { "By level and experience" }
                (by_experience(report))
                p { a href=(table) { "The same as CSV" } }
            }
            @if report.unfinished + report.assisted_left_out > 0 {
                p.faint { "Left out: " (report.unfinished) " unfinished, "
                    (report.assisted_left_out) " with take-backs or values shown." }
            }
            p.faint { "Wins and losses are the program's. A draw counts half; the interval \
                       holds the true score with 95 % confidence." }
        }
    }
}

fn cells(tally: Tally) -> Markup {
    html! {
        td { (tally.wins) } td { (tally.draws) } td { (tally.losses) }
        td { (tally.games()) }
        td { (format!("{:.0} %", 100.0 * tally.score())) }
        td { (tally.interval()) }
    }
}

fn heading(first: &[&str]) -> Markup {
    html! {
        thead { tr {
            @for name in first { th scope="col" { (name) } }
            @for name in ["Wins", "Draws", "Losses", "Played", "Score", "95 % interval"] {
                th scope="col" { (name) }
            }
        } }
    }
}

fn by_level(report: &Report) -> Markup {
    let mut levels: Vec<(&str, Tally)> = Vec::new();
    for row in &report.levels {
        match levels.last_mut() {
            Some((level, tally)) if *level == row.level => *tally += row.tally(),
            _ => levels.push((&row.level, row.tally())),
        }
    }
    let all = report.levels.iter().map(Row::tally);
    let sum = all.fold(Tally::default(), |sum, tally| sum + tally);
    html! {
        div.scroll { table {
            (heading(&["Level"]))
            tbody {
                @for (level, tally) in levels { tr { th scope="row" { (level) } (cells(tally)) } }
            }
            tfoot { tr { th scope="row" { "All" } (cells(sum)) } }
        } }
    }
}

fn by_experience(report: &Report) -> Markup {
    html! {
        div.scroll { table {
            (heading(&["Level", "Experience"]))
            tbody {
                @for row in &report.levels {
                    tr {
                        th scope="row" { (row.level) }
                        td { (row.experience.unwrap_or("not said")) }
                        (cells(row.tally()))
                    }
                }
            }
        } }
    }
}
