//! What some games offer beside playing: setting up, practice, study, proofs.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tabia_desk::{Edit, Extra, Judgement, ProofStep, SetUp};

use super::checked;
use crate::extract::{Body, LineParams, Params};
use crate::live;
use crate::pool::{NoResult, blocking};
use crate::refusal::Refusal;
use crate::site::Site;

/// A position being set up, and a change to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetUpParams {
    #[serde(default)]
    rules: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    tool: String,
    #[serde(default)]
    click: String,
}

pub(super) async fn setup(
    State(site): State<Site>,
    Path(game): Path<String>,
    Params(params): Params<SetUpParams>,
) -> Result<Json<SetUp>, Refusal> {
    let desk = site.known(&game)?.clone();
    let SetUpParams {
        rules,
        text,
        tool,
        click,
    } = params;
    let edit = (!tool.is_empty()).then_some(Edit { tool, click });
    let set_up = blocking(move || desk.set_up(&rules, &text, edit.as_ref()));
    Ok(Json(set_up.await??))
}

pub(super) async fn judge(
    State(site): State<Site>,
    Path(game): Path<String>,
    Params(params): Params<LineParams>,
) -> Result<Json<Judgement>, Refusal> {
    let desk = site.known(&game)?.clone();
    let line = checked(&desk, params.line(), params.show()).await?;
    let judged = site.pool.reply(move |stop| desk.judge(&line, stop));
    let judged = judged.await??;
    judged.map(Json).ok_or_else(|| NoResult::TooLong.into())
}

pub(super) async fn study(
    State(site): State<Site>,
    Path(game): Path<String>,
    Params(params): Params<LineParams>,
) -> Result<Response, Refusal> {
    let desk = site.known(&game)?.clone();
    // Once events are sent it is too late to refuse.
    if !desk.about().has(Extra::Study) {
        return Err(Refusal::missing(format!("{game} has no `study`")));
    }
    if site.look(&game, &params).await?.hidden {
        return Err(Refusal::bad(
            "a study would tell what is hidden: ask with `open=true`",
        ));
    }
    let line = params.line();
    live::watch(&site, move |sink, stop| {
        Ok(desk.study(&line, stop, &mut |study| sink.send("study", &study))?)
    })
}

pub(super) async fn proof(
    State(site): State<Site>,
    Path(game): Path<String>,
    Params(params): Params<LineParams>,
) -> Result<Json<ProofStep>, Refusal> {
    Ok(Json(site.proof(&game, &params).await?))
}

/// Weights to play with, as the text of their file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Handed {
    weights: String,
}

/// What weights are played with.
#[derive(Serialize)]
pub(super) struct Played {
    rules: String,
}

pub(super) async fn weights(
    State(site): State<Site>,
    Path(game): Path<String>,
    Body(handed): Body<Handed>,
) -> Result<Json<Played>, Refusal> {
    let desk = site.known(&game)?.clone();
    let rules = blocking(move || desk.add_evaluation(&handed.weights));
    let rules = rules.await??;
    Ok(Json(Played { rules }))
}
