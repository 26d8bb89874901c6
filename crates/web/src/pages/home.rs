//! The first page: the games as pictures.

use maud::{Markup, PreEscaped, html};

use super::page;
use crate::visit::Visit;

pub(crate) async fn home(site: Visit) -> Markup {
    let contents = html! {
        main #main .plain {
            h1 { "Games, solved and played" }
            p.lead {
                "Play an engine or another person, see what every move is worth, \
                 share a position by its link."
            }
            ul.games {
                @for (desk, cover) in site.desks.iter().zip(site.covers.iter()) {
                    @let about = desk.about();
                    li {
                        a.card href={ "/" (about.name) } {
                            div.cover aria-hidden="true" { (PreEscaped(cover)) }
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
