//! What some games offer beside playing: setting up, practice, study, proofs.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tabia_desk::{Edit, Extra, Judgement, ProofStep, SetUp};

use crate::extract::{Body, LineParams, Params};
use crate::live;
use crate::pool::NoResult;
use crate::refusal::Refusal;
use crate::visit::Visit;

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
    site: Visit,
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
    let set_up = site.short(move |_| desk.set_up(&rules, &text, edit.as_ref()));
    Ok(Json(set_up.await??))
}

pub(super) async fn judge(
    site: Visit,
    Path(game): Path<String>,
    Params(params): Params<LineParams>,
) -> Result<Json<Judgement>, Refusal> {
    let desk = site.known(&game)?.clone();
    site.look(&game, &params).await?;
    let line = params.line();
    let judged = site.reply(move |stop| desk.judge(&line, stop));
    let judged = judged.await??;
    judged.map(Json).ok_or_else(|| NoResult::TooLong.into())
}

pub(super) async fn study(
    site: Visit,
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
    site: Visit,
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
    site: Visit,
    Path(game): Path<String>,
    Body(handed): Body<Handed>,
) -> Result<Json<Played>, Refusal> {
    let desk = site.known(&game)?.clone();
    let rules = site.short(move |_| desk.add_evaluation(&handed.weights));
    let rules = rules.await??;
    Ok(Json(Played { rules }))
}
