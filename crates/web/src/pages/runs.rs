//! Tunings, ratings and jobs.

use axum::response::{IntoResponse as _, Response};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use tabia_desk::Details;
use tabia_desk::runs::{Plots, RunError, Tournament, Tuning};

use super::{page, refused};
use crate::extract::Params;
use crate::jobs::Jobs;
use crate::refusal::Refusal;
use crate::visit::Visit;

/// Which run; the latest if none is named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TuningParams {
    #[serde(default)]
    run: String,
}

pub(crate) async fn tuning(site: Visit, params: Result<Params<TuningParams>, Refusal>) -> Response {
    let shown = async {
        let Params(TuningParams { run }) = params?;
        let runs = site.runs.clone();
        let read = site.short(move |_| {
            let tunings = runs.tunings()?;
            let name = match (run.as_str(), tunings.first()) {
                ("", None) => None,
                ("", Some(latest)) => Some(latest.name.clone()),
                (name, _) => Some(name.to_owned()),
            };
            let plots = name.map(|name| runs.plots(&name)).transpose()?;
            Ok::<_, RunError>((tunings, plots))
        });
        Ok::<_, Refusal>(read.await??)
    };
    match shown.await {
        Ok((tunings, plots)) => {
            let directory = site.runs.directory().display().to_string();
            let contents = tuning_contents(&tunings, plots.as_ref(), &directory);
            page(
                &site,
                "Tuning · Tabia",
                "tuning",
                Some("tuning.js"),
                contents,
            )
            .into_response()
        }
        Err(refusal) => refused(&site, refusal),
    }
}

fn tuning_contents(tunings: &[Tuning], plots: Option<&Plots>, directory: &str) -> Markup {
    html! {
        main #main .plain data-run=[plots.map(|plots| &plots.tuning.name)] {
            h1 { "Tuning runs" }
            @if let Some(plots) = plots {
                nav.branches aria-label="Runs" {
                    @for run in tunings {
                        a href={ "/chess/tuning?run=" (crate::extract::escaped(&run.name)) }
                            aria-current=[(run.name == plots.tuning.name).then_some("page")] {
                            (run.name)
                        }
                    }
                }
                h2 { (plots.tuning.name) ": " (plots.tuning.method) ", "
                    (plots.tuning.weights) " weights" }
                p #far role="status" { (far(&plots.tuning)) }
                progress #round max=(plots.tuning.rounds) value=(plots.tuning.round)
                    aria-label="Rounds done" {}
                div.plots {
                    div #score .picture { (PreEscaped(&plots.score_plot)) }
                    div #weights .picture { (PreEscaped(&plots.weights_plot)) }
                }
            } @else {
                p { "There are no runs yet. This page shows every " code { "*.json" }
                    " checkpoint in " code { (directory) } ":" }
                pre { "tabia chess tune --games games.pgn --checkpoint " (directory) "/first.json" }
            }
        }
    }
}

/// How far a run is, in words.
fn far(run: &Tuning) -> String {
    let score = run.score.map_or(String::new(), |s| format!(", at {s:.4}"));
    let over = if run.over { ", finished" } else { "" };
    format!("Round {} of {}{score}{over}", run.round, run.rounds)
}

pub(crate) async fn ratings(site: Visit) -> Response {
    let runs = site.runs.clone();
    let read = async { Ok::<_, Refusal>(site.short(move |_| runs.tournaments()).await??) };
    match read.await {
        Ok(tournaments) => {
            let directory = site.runs.directory().display().to_string();
            let contents = ratings_contents(&tournaments, &directory);
            page(&site, "Ratings · Tabia", "ratings", None, contents).into_response()
        }
        Err(error) => refused(&site, error),
    }
}

fn ratings_contents(tournaments: &[Tournament], directory: &str) -> Markup {
    html! {
        main #main .plain {
            h1 { "Ratings of chess engines" }
            @if tournaments.is_empty() {
                p { "There are no games yet. This page shows every " code { "*.sqlite" }
                    " file in " code { (directory) } ":" }
                pre { "tabia chess rate --pool pool.toml --db " (directory) "/pool.sqlite" }
            }
            @for run in tournaments {
                h2 { (run.name) ": " (run.kind) " at " (run.control) ", " (run.games) " games" }
                @if run.players.is_empty() {
                    p { "No games connect all players yet." }
                } @else {
                    div.scroll { table {
                        thead { tr {
                            @for name in ["Player", "Elo", "95 % interval", "+", "=", "−"] {
                                th scope="col" { (name) }
                            }
                        } }
                        tbody {
                            @for player in &run.players {
                                tr {
                                    th scope="row" { (player.name) }
                                    td { (format!("{:.0}", player.elo)) }
                                    td { (format!("{:.0} to {:.0}",
                                        player.elo_interval[0], player.elo_interval[1])) }
                                    td { (player.wins) } td { (player.draws) } td { (player.losses) }
                                }
                            }
                        }
                    } }
                }
            }
            @if !tournaments.is_empty() {
                p.faint { "The mean of each list is 0: a rating holds against its own pool at its \
                           own control." }
            }
        }
    }
}

pub(crate) async fn jobs(site: Visit) -> Response {
    let now = site.clone();
    let read = async { Ok::<_, Refusal>(site.short(move |_| Jobs::now(&now)).await??.tables()) };
    match read.await {
        Ok(tables) => {
            let contents = html! {
                main #main .plain {
                    h1 { "Jobs" }
                    p.lead { "What runs on this server and in its data directory; the page \
                              keeps itself up to date." }
                    div #jobs aria-live="polite" {
                        @for table in &tables { (details(table)) }
                    }
                    p #problem role="alert" {}
                }
            };
            page(&site, "Jobs · Tabia", "jobs", Some("jobs.js"), contents).into_response()
        }
        Err(error) => refused(&site, error),
    }
}

fn details(table: &Details) -> Markup {
    html! {
        section data-title=(table.title) {
            h2 { (table.title) }
            @if table.rows.is_empty() {
                p.faint { "None" }
            } @else {
                div.scroll { table {
                    tr { @for name in &table.heading { th { (name) } } }
                    @for row in &table.rows {
                        tr { @for cell in row { td { (cell) } } }
                    }
                } }
            }
        }
    }
}
