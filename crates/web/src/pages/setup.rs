//! Setting up a position by clicks.

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use tabia_desk::{About, SetUp};

use super::{page, refused};
use crate::extract::Params;
use crate::refusal::Refusal;
use crate::visit::Visit;

/// The position so far.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpParams {
    #[serde(default)]
    rules: String,
    #[serde(default)]
    text: String,
}

pub(crate) async fn setup(
    site: Visit,
    Path(name): Path<String>,
    params: Result<Params<SetUpParams>, Refusal>,
) -> Response {
    let shown = async {
        let Params(SetUpParams { rules, text }) = params?;
        let desk = site.known(&name)?.clone();
        let made = site.short(move |_| {
            let set_up = desk.set_up(&rules, &text, None)?;
            let contents = contents(desk.about(), &rules, &set_up);
            Ok::<_, Refusal>((contents, desk.about().title))
        });
        made.await?
    };
    match shown.await {
        Ok((contents, title)) => {
            let title = format!("{title}, set up · Tabia");
            page(&site, &title, &name, Some("setup.js"), contents).into_response()
        }
        Err(refusal) => refused(&site, refusal),
    }
}

fn contents(about: &About, rules: &str, set_up: &SetUp) -> Markup {
    html! {
        main #main .game data-game=(about.name) data-rules=(rules) {
            h1.hidden { (about.title) ": set up" }
            section.table aria-label="Board" {
                div #board .picture { (PreEscaped(&set_up.board)) }
                p #status role="status" aria-live="polite" { (status(set_up)) }
                p #problem role="alert" {}
            }
            div.side {
                fieldset.tools {
                    legend { "A click on the board sets" }
                    @for (i, tool) in set_up.tools.iter().filter(|t| !t.at_once).enumerate() {
                        label.check {
                            input type="radio" name="tool" value=(tool.name) checked[i == 0];
                            " " (tool.title)
                        }
                    }
                }
                div #at-once .buttons role="toolbar" aria-label="At once" {
                    @for tool in set_up.tools.iter().filter(|t| t.at_once) {
                        button data-tool=(tool.name) { (tool.title) }
                    }
                }
                div.buttons {
                    button #undo disabled { "Undo" }
                    button #play disabled[set_up.fault.is_some()] { "Play from here" }
                    button #copy-position { "Copy position" }
                }
                section.sharing aria-label="Text" {
                    h2 { "As text" }
                    p { code #position { (set_up.text) } }
                    form #paste autocomplete="off" {
                        label for="pasted" { "Paste a position" }
                        textarea #pasted rows="3" spellcheck="false" placeholder=(about.paste) {}
                        label for="pasted-file" { "or open a file with one" }
                        input #pasted-file type="file" accept="text/*,.sgf,.fen,.txt";
                        button { "Load" }
                    }
                }
            }
        }
    }
}

/// What is still missing, in words.
fn status(set_up: &SetUp) -> String {
    match &set_up.fault {
        Some(fault) => format!("Not yet: {fault}"),
        None => "Ready to play".to_owned(),
    }
}
