//! The first page: the games as pictures.

use axum::extract::State;
use maud::{Markup, PreEscaped, html};

use super::page;
use crate::site::Site;

pub(crate) async fn home(State(site): State<Site>) -> Markup {
    let contents = html! {
        main #main .plain {
            h1 { "Games, solved and played" }
            p.lead {
                "Play an engine or another person, see what every move is worth, \
                 share a position by its link."
            }
            ul.games {
                @for desk in site.desks.iter() {
                    @let about = desk.about();
                    li {
                        a.card href={ "/" (about.name) } {
                            div.cover aria-hidden="true" { (PreEscaped(desk.cover())) }
                            h2 { (about.title) }
                            p { (about.blurb) }
                        }
                    }
                }
            }
            p.foot {
                "For programs: " a href="/api/v1/openapi.json" { "the API" }
                ", with the answers of the commands' " code { "--json" } "."
            }
        }
    };
    page(&site, "Tabia", "", None, contents)
}
