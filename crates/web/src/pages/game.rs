//! The page of one game: board, moves, values.

use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, PreEscaped, html};
use tabia_desk::{About, Extra, View};
use tabia_draw::course::course;

use super::{page, refused};
use crate::extract::{LineParams, Params, Seat};
use crate::player;
use crate::refusal::Refusal;
use crate::visit::Visit;

pub(crate) async fn game(
    site: Visit,
    Path(name): Path<String>,
    headers: HeaderMap,
    params: Result<Params<LineParams>, Refusal>,
) -> Response {
    let Some(desk) = site.desk(&name) else {
        return refused(
            &site,
            Refusal::missing(format!("There is no game `{name}`.")),
        );
    };
    let shown = async {
        let Params(params) = params?;
        let about = desk.about();
        let known = about.levels.iter().any(|l| l.name == params.level);
        if !(known || params.level.is_empty()) {
            return Err(Refusal::bad(format!(
                "There is no level `{}`.",
                params.level
            )));
        }
        let view = site.look(&name, &params).await?;
        let listing = desk.clone();
        let evaluations = site.short(move |_| listing.evaluations()).await?;
        Ok(contents(about, &params, &view, &evaluations))
    };
    let contents = match shown.await {
        Ok(contents) => contents,
        Err(refusal) => return refused(&site, refusal),
    };
    let title = format!("{} · Tabia", desk.about().title);
    let mut response = page(&site, &title, &name, Some("game.js"), contents).into_response();
    if player::id(&headers).is_none() {
        let headers = response.headers_mut();
        headers.insert(header::SET_COOKIE, player::cookie());
    }
    response
}

fn contents(about: &About, params: &LineParams, view: &View, evaluations: &[String]) -> Markup {
    let level = match params.level.as_str() {
        "" => about.usual_level,
        level => level,
    };
    html! {
        main #main .game data-game=(about.name) data-level=(level) data-unit=(about.unit)
            data-ponders=[about.ponders.then_some("")] data-dealt=[about.dealt.then_some("")]
            data-best=[about.levels.last().map(|level| level.name)]
            data-practice=[about.has(Extra::Practice).then_some("")]
            data-sides=(about.sides.join(" ")) {
            h1.hidden { (about.title) }
            section.table aria-label="Board" {
                div #board .picture { (PreEscaped(&view.board)) }
                p #status role="status" aria-live="polite" { (view.prompt) }
                @if about.has(Extra::Practice) {
                    p #judgement role="status" aria-live="polite" {}
                }
                p #problem role="alert" {}
            }
            div.side {
                div.buttons role="toolbar" aria-label="Game" {
                    button #new title="New game (n)" { "New" }
                    button #undo title="Take back (u, or ←)" { "Undo" }
                    button #redo title="Play again what was taken back (r, or →)" { "Redo" }
                    button #flip title="Turn the board (f)" { "Flip" }
                    @if about.has(Extra::Practice) {
                        button #hint title="Show a move that is right (h)" { "Hint" }
                    }
                    @if about.has(Extra::SetUp) {
                        button #setup title="Set up a position by clicks" { "Set up" }
                    }
                }
                (settings(about, params, view, level, evaluations))
                (values(about))
                section.moves aria-label="Moves" {
                    h2 { "Moves" }
                    ol #moves tabindex="0" {
                        @for played in &view.history {
                            li.(if played.side == tabia_kernel::rules::Side::First { "first" } else { "second" })
                                title=(played.say) { (played.text) }
                        }
                    }
                    form #type autocomplete="off" {
                        label for="typed" { "Type a move" }
                        input #typed name="typed" size="8" spellcheck="false" autocapitalize="none";
                        button { "Play" }
                    }
                }
                (sharing(about, view))
                (weights(about))
            }
            div.below {
                (study(about))
                (details(view))
            }
            script #view type="application/json" { (PreEscaped(data(view))) }
        }
    }
}

fn settings(
    about: &About,
    params: &LineParams,
    view: &View,
    level: &str,
    evaluations: &[String],
) -> Markup {
    let seats = [(Seat::First, "first"), (Seat::Second, "second")];
    // A position may bring its own rules.
    let of_view = about.variants.iter().any(|v| v.name == view.rules);
    let rules = if of_view { &view.rules } else { &params.rules };
    html! {
        form #settings .settings autocomplete="off" {
            label { @if about.has(Extra::Weights) { "Weights " } @else { "Rules " }
                select #rules {
                    @let listed = about.variants.iter().any(|v| v.name == *rules)
                        || evaluations.contains(rules);
                    @if !listed && !rules.is_empty() {
                        option value=(rules) selected { (rules) }
                    }
                    @for variant in &about.variants {
                        option value=(variant.name) selected[variant.name == *rules] {
                            (variant.title)
                        }
                    }
                    @for known in evaluations {
                        option value=(known) selected[known == rules] { (known) }
                    }
                }
            }
            label { "Opponent "
                select #level {
                    @for known in &about.levels {
                        option value=(known.name)
                            selected[params.side != Seat::Both && known.name == level] {
                            "Level " (known.title)
                        }
                    }
                    option value="both" selected[params.side == Seat::Both] {
                        "Another person, here"
                    }
                }
            }
            label { "You are "
                select #side disabled[params.side == Seat::Both] {
                    @for (i, (seat, name)) in seats.into_iter().enumerate() {
                        option value=(name) selected[params.side == seat] { (about.sides[i]) }
                    }
                }
            }
            label { "You play like "
                select #experience {
                    option value="" { "I'd rather not say" }
                    option value="novice" { "a novice" }
                    option value="expert" { "an expert" }
                }
            }
            @if about.hidden {
                label.check { input #open type="checkbox" checked[params.open]; " Open hands" }
            }
        }
    }
}

fn values(about: &About) -> Markup {
    html! {
        section.values aria-label="Values" {
            label.check { input #values type="checkbox"; " Show what moves are worth" }
            label.check { input #distances type="checkbox"; " and how long the game lasts" }
            p #verdict aria-live="polite" {}
            div #course .picture { (PreEscaped(course(about.sides, &[]))) }
        }
    }
}

fn study(about: &About) -> Markup {
    html! {
        @if about.has(Extra::Study) || about.has(Extra::Proof) {
            section.study aria-label="Study" {
                div.buttons {
                    @if about.has(Extra::Study) {
                        button #study aria-pressed="false" { (about.study) }
                    }
                    @if about.has(Extra::Proof) {
                        button #proof { "Walk the proof" }
                    }
                }
                div #studies aria-live="polite" {}
            }
        }
    }
}

fn sharing(about: &About, view: &View) -> Markup {
    html! {
        section.sharing aria-label="Share" {
            h2 { "Position and game" }
            p { code #position { (view.position) } }
            div.buttons {
                button #copy-link { "Copy link" }
                button #copy-position { "Copy position" }
                button #copy-game { "Copy game" }
            }
            form #paste autocomplete="off" {
                label for="pasted" { "Paste a position or a game" }
                textarea #pasted rows="2" spellcheck="false" placeholder=(about.paste) {}
                label for="pasted-file" { "or open a file with one" }
                input #pasted-file type="file" accept="text/*,.sgf,.pgn,.fen,.epd,.txt";
                button { "Load" }
            }
        }
    }
}

/// Weights of somebody's own, from a file or pasted.
fn weights(about: &About) -> Markup {
    html! {
        @if about.has(Extra::Weights) {
            details.weights {
                summary { "Play with other weights" }
                form #weights autocomplete="off" {
                    label for="weights-file" { "A file that " code { "tabia chess tune" } " has written" }
                    input #weights-file type="file" accept=".json,application/json";
                    label for="weights-text" { "or its text" }
                    textarea #weights-text rows="2" spellcheck="false"
                        placeholder="{\"profile\":\"seed38\",\"weights\":[…]}" {}
                    button { "Play with them" }
                }
            }
        }
    }
}

fn details(view: &View) -> Markup {
    html! {
        details #details hidden[view.details.is_none()] {
            summary {}
            div.scroll { table {} }
        }
    }
}

/// JSON that can stand inside a script element.
fn data(view: &View) -> String {
    let json = serde_json::to_string(view).expect("strings and numbers");
    json.replace('<', "\\u003c")
}
