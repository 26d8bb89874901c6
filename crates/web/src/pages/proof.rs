//! Walking through a proof, a link for each step.

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, PreEscaped, html};
use tabia_desk::{About, ProofStep};

use super::{page, refused};
use crate::extract::{LineParams, Params};
use crate::refusal::Refusal;
use crate::visit::Visit;

pub(crate) async fn proof(
    site: Visit,
    Path(name): Path<String>,
    params: Result<Params<LineParams>, Refusal>,
) -> Response {
    let shown = async {
        let Params(params) = params?;
        let desk = site.known(&name)?;
        let step = site.proof(&name, &params).await?;
        Ok((contents(desk.about(), &params, &step), desk.about().title))
    };
    match shown.await {
        Ok((contents, title)) => {
            let title = format!("{title}, a proof · Tabia");
            page(&site, &title, &name, Some("proof.js"), contents).into_response()
        }
        Err(refusal) => refused(&site, refusal),
    }
}

fn contents(about: &About, params: &LineParams, step: &ProofStep) -> Markup {
    let path = params.path.as_str();
    let below = |branch: usize| match path {
        "" => branch.to_string(),
        path => format!("{path}.{branch}"),
    };
    let above = path.rsplit_once('.').map_or("", |(above, _)| above);
    html! {
        main #main .game {
            h1.hidden { (about.title) ": a proof" }
            section.table aria-label="Board" {
                div #board .picture { (PreEscaped(&step.board)) }
            }
            div.side {
                p #status { (step.words) }
                nav.branches aria-label="Branches" {
                    @for (i, branch) in step.branches.iter().enumerate() {
                        a href=(params.link(about.name, &below(i))) data-branch=(branch.click) {
                            (branch.label)
                        }
                    }
                }
                p.steps {
                    @if !path.is_empty() {
                        a #back href=(params.link(about.name, above)) { "One step back" }
                        a href=(params.link(about.name, "")) { "To the claims" }
                    }
                    a href=(params.game(about.name)) { "To the board" }
                }
                p.faint {
                    "A proof holds one move of the side that profits and every move of the \
                     other's."
                }
            }
        }
    }
}
