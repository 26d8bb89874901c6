//! Tunings, ratings and jobs, also live.

use std::time::SystemTime;

use axum::Json;

use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tabia_desk::Details;
use tabia_desk::runs::{Plots, RunError, Tournament, Tuning};

use crate::extract::{Body, Params};
use crate::jobs::Jobs;
use crate::live;
use crate::refusal::Refusal;
use crate::visit::Visit;

/// A run, by the name of its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunParams {
    pub(crate) run: String,
    /// How long to watch; for ever if not said.
    #[serde(default)]
    seconds: Option<u32>,
}

/// How long to watch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WatchParams {
    #[serde(default)]
    seconds: Option<u32>,
}

impl From<RunError> for Refusal {
    fn from(error: RunError) -> Refusal {
        let status = match error {
            RunError::Missing(_) => StatusCode::NOT_FOUND,
            RunError::Gone(_) => StatusCode::INTERNAL_SERVER_ERROR,
            RunError::Checkpoint(_) => StatusCode::BAD_REQUEST,
        };
        Refusal::new(status, error.to_string())
    }
}

pub(super) async fn tunings(site: Visit) -> Result<Json<Vec<Tuning>>, Refusal> {
    let runs = site.runs.clone();
    Ok(Json(site.short(move |_| runs.tunings()).await??))
}

pub(super) async fn tuning(
    site: Visit,
    Params(params): Params<RunParams>,
) -> Result<Json<Plots>, Refusal> {
    let runs = site.runs.clone();
    let plots = site.short(move |_| runs.plots(&params.run));
    Ok(Json(plots.await??))
}

/// The plots of a run, again whenever its file is written, until it is over.
pub(super) async fn watch_tuning(
    site: Visit,
    Params(params): Params<RunParams>,
) -> Result<Response, Refusal> {
    let runs = site.runs.clone();
    let (known, name) = (site.runs.clone(), params.run.clone());
    site.short(move |_| known.written(&name)).await??;
    let mut seen: Option<SystemTime> = None;
    let key = format!("run {}", params.run);
    live::poll(&site, ("run", key), params.seconds, move || {
        let written = runs.written(&params.run).ok();
        if written.is_none() || written == seen {
            return live::Glance::Same;
        }
        seen = written;
        match runs.plots(&params.run) {
            Ok(plots) if plots.tuning.over => live::Glance::Last(plots),
            Ok(plots) => live::Glance::News(plots),
            // It may be replaced at this very moment.
            Err(_) => live::Glance::Same,
        }
    })
}

pub(super) async fn ratings(site: Visit) -> Result<Json<Vec<Tournament>>, Refusal> {
    let runs = site.runs.clone();
    Ok(Json(site.short(move |_| runs.tournaments()).await??))
}

pub(super) async fn jobs(site: Visit) -> Result<Json<Jobs>, Refusal> {
    let now = site.clone();
    Ok(Json(site.short(move |_| Jobs::now(&now)).await??))
}

/// What runs, again whenever that changes, as tables to be read.
pub(super) async fn watch_jobs(
    site: Visit,
    Params(params): Params<WatchParams>,
) -> Result<Response, Refusal> {
    let watched = site.clone();
    site.short(move |_| watched.runs.tunings()).await??;
    let watched = site.clone();
    let mut seen: Vec<Details> = Vec::new();
    live::poll(&site, ("jobs", "jobs".into()), params.seconds, move || {
        // A directory that vanishes is an error to whoever asks next.
        let tables = Jobs::now(&watched).map_or_else(|_| seen.clone(), |now| now.tables());
        if tables == seen {
            return live::Glance::Same;
        }
        seen.clone_from(&tables);
        live::Glance::News(tables)
    })
}

/// A job on other machines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CancelRequest {
    id: String,
}

/// Whether it has been called off.
#[derive(Serialize)]
pub(super) struct Cancelled {
    cancelled: bool,
}

pub(super) async fn cancel_job(
    site: Visit,
    Body(request): Body<CancelRequest>,
) -> Result<Json<Cancelled>, Refusal> {
    let Some(remote) = site.remote.clone() else {
        let words = "there are no jobs on other machines: see `tabia serve --nats`";
        return Err(Refusal::missing(words));
    };
    let known = remote.jobs().map_err(Refusal::bad)?;
    if !known.iter().any(|job| job.id == request.id) {
        let words = format!("there is no job `{}`", request.id);
        return Err(Refusal::missing(words));
    }
    let done = site.short(move |_| remote.cancel(&request.id));
    done.await?.map_err(Refusal::bad)?;
    Ok(Json(Cancelled { cancelled: true }))
}
