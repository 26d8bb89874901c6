//! The pages, as HTML made in Rust.

mod game;
mod home;
mod proof;
mod report;
mod runs;
mod setup;
mod statistics;

use axum::http::{StatusCode, Uri};
use axum::response::Response;
use maud::{DOCTYPE, Markup, html};

pub(crate) use game::game;
pub(crate) use home::home;
pub(crate) use proof::proof;
pub(crate) use report::report;
pub(crate) use runs::{jobs, ratings, tuning};
pub(crate) use setup::setup;
pub(crate) use statistics::{statistics, statistics_csv};

use crate::assets;
use crate::refusal::Refusal;
use crate::site::Site;
use crate::visit::Visit;

/// Pages beside the games: link, name, title.
const MORE: [(&str, &str, &str); 5] = [
    ("/statistics", "statistics", "Statistics"),
    ("/chess/tuning", "tuning", "Tuning"),
    ("/chess/ratings", "ratings", "Ratings"),
    ("/jobs", "jobs", "Jobs"),
    ("/report", "report", "Report"),
];

/// A page around its contents.
fn page(site: &Site, title: &str, here: &str, script: Option<&str>, contents: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href=(assets::link("icon.svg")) type="image/svg+xml";
                link rel="stylesheet" href=(assets::link("style.css"));
                @if let Some(script) = script {
                    script type="module" src=(assets::link(script)) {}
                }
            }
            body {
                a.skip href="#main" { "To the contents" }
                header.top {
                    a.brand href="/" { "Tabia" }
                    nav aria-label="Games" {
                        @for desk in site.desks.iter() {
                            @let name = desk.about().name;
                            a href={ "/" (name) } aria-current=[(name == here).then_some("page")] {
                                (desk.about().title)
                            }
                        }
                        @for (link, name, title) in MORE {
                            a href=(link) aria-current=[(name == here).then_some("page")] { (title) }
                        }
                    }
                }
                (contents)
            }
        }
    }
}

/// A refusal as a page, for people.
fn refused(site: &Site, refusal: Refusal) -> Response {
    let title = match refusal.status {
        StatusCode::NOT_FOUND => "Not found",
        status if status.is_client_error() => "That cannot be shown",
        _ => "Something went wrong",
    };
    let contents = html! {
        main #main .plain {
            h1 { (title) }
            p.message role="alert" { (refusal.message) }
            p { a href="/" { "To the games" } }
        }
    };
    let page = page(site, &format!("{title} · Tabia"), "", None, contents);
    refusal.with(page)
}

/// Whatever has no route.
pub(crate) async fn missing(site: Visit, uri: Uri) -> Response {
    let refusal = Refusal::missing(format!("There is nothing at {}.", uri.path()));
    refused(&site, refusal)
}

/// A route that is there, asked in the wrong way.
pub(crate) async fn wrong_method() -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this route does not answer that method".into(),
    )
}
