//! The API: `/api/v1`, the same answers as the terminal's `--json`.

mod extra;
mod openapi;
mod runs;

use std::time::{Duration, Instant, UNIX_EPOCH};

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use tabia_desk::ledger::{Entry, Experience, Filter, GameResult, Ids};
use tabia_desk::statistics::Report;
use tabia_desk::{About, Line, Parameters, Show, View};
use tabia_draw::course::{Point, course};
use tabia_kernel::rules::Side;

use crate::extract::{Body, LineParams, Params};
use crate::live;
use crate::player;
use crate::refusal::Refusal;
use crate::site::Site;
use crate::visit::Visit;

/// All routes below `/api/v1`. [`openapi`] describes each of them.
pub(crate) fn router() -> Router<Site> {
    Router::new()
        .route("/openapi.json", get(document))
        .route("/games", get(games))
        .route("/jobs", get(runs::jobs))
        .route("/jobs/live", get(runs::watch_jobs))
        .route("/jobs/cancel", post(runs::cancel_job))
        .route("/tunings", get(runs::tunings))
        .route("/tuning", get(runs::tuning))
        .route("/tuning/live", get(runs::watch_tuning))
        .route("/ratings", get(runs::ratings))
        .route("/{game}/look", get(look))
        .route("/{game}/read", get(read))
        .route("/{game}/reply", post(reply))
        .route("/{game}/analysis", get(analysis))
        .route("/{game}/ponder", get(ponder))
        .route("/{game}/setup", get(extra::setup))
        .route("/{game}/judge", get(extra::judge))
        .route("/{game}/study", get(extra::study))
        .route("/{game}/proof", get(extra::proof))
        .route("/{game}/weights", post(extra::weights))
        .route("/{game}/stats", get(stats))
        .route("/{game}/games", post(keep))
        .route("/{game}/{question}", get(ask))
        .fallback(async || Refusal::missing("there is no such route: see /api/v1/openapi.json"))
}

async fn document(site: Visit) -> impl IntoResponse {
    Json(openapi::document(&site))
}

async fn games(site: Visit) -> impl IntoResponse {
    let games: Vec<&About> = site.desks.iter().map(|desk| desk.about()).collect();
    Json(games).into_response()
}

async fn look(
    site: Visit,
    Path(game): Path<String>,
    Params(params): Params<LineParams>,
) -> Result<Json<View>, Refusal> {
    Ok(Json(site.look(&game, &params).await?))
}

/// A text to be read as a position or a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextParams {
    #[serde(default)]
    rules: String,
    text: String,
}

async fn read(
    site: Visit,
    Path(game): Path<String>,
    Params(params): Params<TextParams>,
) -> Result<Json<Line>, Refusal> {
    let desk = site.known(&game)?.clone();
    let line = site.short(move |stop| desk.read(&params.rules, &params.text, stop));
    Ok(Json(line.await??))
}

/// A game in which the engine is to move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplyRequest {
    #[serde(default)]
    rules: String,
    #[serde(default)]
    start: String,
    #[serde(default)]
    moves: Vec<String>,
    level: String,
    #[serde(default)]
    flipped: bool,
    /// Who looks.
    #[serde(default)]
    viewer: Option<SideName>,
    /// Whether that one sees all hands.
    #[serde(default)]
    open: bool,
}

/// A side in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SideName {
    First,
    Second,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::First => Side::First,
            SideName::Second => Side::Second,
        }
    }
}

/// The engine's turn, and where the game stands after it.
#[derive(Serialize)]
struct ReplyAnswer {
    moves: Vec<String>,
    seconds: f64,
    view: View,
}

async fn reply(
    site: Visit,
    Path(game): Path<String>,
    Body(request): Body<ReplyRequest>,
) -> Result<Json<ReplyAnswer>, Refusal> {
    let desk = site.known(&game)?.clone();
    let show = Show {
        flipped: request.flipped,
        viewer: request.viewer.map(Side::from),
        open: request.open,
    };
    let line = Line {
        rules: request.rules,
        start: request.start,
        moves: request.moves,
    };
    // What is wrong with the line must not wait for an engine.
    site.look_at(&game, line.clone(), show).await?;
    let answer = site.reply(move |stop| {
        let mut line = line;
        let begun = Instant::now();
        let turn = desk.reply(&line, &request.level, stop)?;
        let Some(moves) = turn else {
            return Err(Refusal::from(crate::pool::NoResult::TooLong));
        };
        let seconds = begun.elapsed().as_secs_f64();
        line.moves.extend_from_slice(&moves);
        let view = desk.look(&line, &show, stop)?;
        Ok(ReplyAnswer {
            moves,
            seconds,
            view,
        })
    });
    Ok(Json(answer.await??))
}

async fn analysis(
    site: Visit,
    Path(game): Path<String>,
    Params(params): Params<LineParams>,
) -> Result<Response, Refusal> {
    let desk = site.known(&game)?.clone();
    let line = params.line();
    let view = site.look(&game, &params).await?;
    live::watch(&site, move |sink, stop| {
        // Nobody is told what a hidden hand could do.
        let rated = view.choices.is_empty()
            || desk.rate(&line, stop, &mut |rating| sink.send("rating", &rating))?;
        let mut points: Vec<Option<Point>> = vec![None; view.history.len()];
        let reviewed = desk.review(&line, stop, &mut |played| {
            let value = played.value.share;
            points[played.index] = Some(Point {
                value: match played.side {
                    Side::First => value,
                    Side::Second => -value,
                },
                exact: played.value.exact,
            });
            sink.send("played", &played);
        })?;
        sink.send("course", &course(desk.about().sides, &points));
        Ok(rated && reviewed)
    })
}

async fn ponder(
    site: Visit,
    Path(game): Path<String>,
    Params(params): Params<LineParams>,
) -> Result<Response, Refusal> {
    let desk = site.known(&game)?.clone();
    site.look(&game, &params).await?;
    let line = params.line();
    live::watch(&site, move |_, stop| {
        desk.ponder(&line, &params.level, stop)?;
        Ok(!stop.is_requested())
    })
}

/// Which games to count.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatsParams {
    #[serde(default)]
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) assisted: bool,
}

impl StatsParams {
    /// What to ask the ledger for.
    pub(crate) async fn filter(&self, site: &Visit, game: &str) -> Result<Filter, Refusal> {
        let start = Line::read(&self.rules, "", "");
        Ok(Filter {
            game: game.to_owned(),
            rules: site.look_at(game, start, Show::default()).await?.rules,
            assisted: self.assisted,
        })
    }
}

async fn stats(
    site: Visit,
    Path(game): Path<String>,
    Params(params): Params<StatsParams>,
) -> Result<Json<Report>, Refusal> {
    let filter = params.filter(&site, &game).await?;
    let report = site.games(move |ledger| Report::read(ledger, &filter));
    Ok(Json(report.await?))
}

/// A finished game to be kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finished {
    /// Names the game among those of the player: 32 hex digits.
    id: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    start: String,
    moves: Vec<String>,
    level: String,
    /// The person's side.
    human: SideName,
    #[serde(default)]
    experience: Option<String>,
    #[serde(default)]
    take_backs: u32,
    #[serde(default)]
    hints: u32,
    /// Seconds since 1970.
    started: u64,
    /// Seconds of each of the engine's turns.
    #[serde(default)]
    engine_turns: Vec<f64>,
}

/// Whether a game was new.
#[derive(Serialize)]
struct Kept {
    kept: bool,
}

async fn keep(
    site: Visit,
    Path(game): Path<String>,
    headers: HeaderMap,
    Body(finished): Body<Finished>,
) -> Result<(StatusCode, Json<Kept>), Refusal> {
    let desk = site.known(&game)?;
    let player = player::id(&headers)
        .ok_or_else(|| Refusal::bad("no player: the page sets a cookie that names one"))?;
    if !player::is_id(&finished.id) {
        return Err(Refusal::bad(format!(
            "id `{}` is not 32 hex digits",
            finished.id
        )));
    }
    let about = desk.about();
    if !about.levels.iter().any(|l| l.name == finished.level) {
        return Err(Refusal::bad(format!("unknown level `{}`", finished.level)));
    }
    // A position somebody set up says nothing about how well they play.
    if !(finished.start.is_empty() || about.dealt && finished.start.starts_with('#')) {
        return Err(Refusal::bad(format!(
            "start `{}`: only games from the usual start are kept",
            finished.start
        )));
    }
    let timed = |seconds: &f64| (0.0..1e6).contains(seconds);
    if let Some(bad) = finished.engine_turns.iter().find(|s| !timed(s)) {
        return Err(Refusal::bad(format!("engine_turns: {bad} is no time")));
    }
    let experience = finished
        .experience
        .as_deref()
        .map(str::parse::<Experience>)
        .transpose()
        .map_err(|error| Refusal::bad(error.to_string()))?;
    let line = Line {
        rules: finished.rules,
        start: finished.start,
        moves: finished.moves,
    };
    let view = site.look_at(&game, line, Show::default()).await?;
    let Some(over) = view.over else {
        return Err(Refusal::bad("the game is not over yet"));
    };
    let human = Side::from(finished.human);
    let entry = Entry {
        game,
        rules: view.rules,
        level: finished.level,
        name: None,
        ids: Some(Ids {
            player: player.to_owned(),
            game: finished.id,
        }),
        experience,
        human,
        result: Some(GameResult::against(human, over.winner)),
        take_backs: finished.take_backs,
        hints: finished.hints,
        record: view.record,
        // Far away times would overflow; they are of no use either.
        started: UNIX_EPOCH + Duration::from_secs(finished.started.min(1 << 40)),
        engine_turns: finished.engine_turns,
    };
    let kept = site.games(move |ledger| ledger.add(&entry)).await?;
    let status = if kept {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok((status, Json(Kept { kept })))
}

async fn ask(
    site: Visit,
    Path((game, question)): Path<(String, String)>,
    Params(parameters): Params<Parameters>,
) -> Result<Json<serde_json::Value>, Refusal> {
    let desk = site.known(&game)?.clone();
    let questions = &desk.about().questions;
    let Some(known) = questions.iter().find(|q| q.name == question) else {
        return Err(Refusal::missing(format!(
            "there is no route `{question}` for {game}: see /api/v1/openapi.json"
        )));
    };
    for name in parameters.keys() {
        if !known.parameters.iter().any(|p| p.name == name) {
            return Err(Refusal::bad(format!("unknown parameter `{name}`")));
        }
    }
    for parameter in known.parameters.iter().filter(|p| p.required) {
        if !parameters.contains_key(parameter.name) {
            return Err(Refusal::bad(format!(
                "missing parameter `{}`: {}",
                parameter.name, parameter.about
            )));
        }
    }
    let answer = site.reply(move |stop| desk.ask(&question, &parameters, stop));
    match answer.await?? {
        Some(answer) => Ok(Json(answer)),
        None => Err(crate::pool::NoResult::TooLong.into()),
    }
}
