//! Parameters and bodies, with errors that say what is wrong.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tabia_desk::{Line, Show};

use crate::refusal::Refusal;

/// The parameters of a link.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, Refusal> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Params(value)),
            Err(QueryRejection::FailedToDeserializeQueryString(error)) => {
                Err(Refusal::bad(error.body_text()))
            }
            Err(error) => Err(Refusal::new(error.status(), error.body_text())),
        }
    }
}

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Body(value)),
            Err(error @ JsonRejection::JsonDataError(_)) => Err(Refusal::bad(error.body_text())),
            Err(error) => Err(Refusal::new(error.status(), error.body_text())),
        }
    }
}

/// A game in a link.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineParams {
    #[serde(default)]
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) start: String,
    /// Parted by spaces.
    #[serde(default)]
    pub(crate) moves: String,
    /// The engine's level; only some routes look at it.
    #[serde(default)]
    pub(crate) level: String,
    /// The person's side, `first`, `second` or `both`; only the page cares.
    #[serde(default)]
    pub(crate) side: Seat,
    #[serde(default)]
    pub(crate) flipped: bool,
}

/// Where the person sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    /// Moves first.
    #[default]
    First,
    /// Moves second.
    Second,
    /// Two people at one screen.
    Both,
}

impl LineParams {
    pub(crate) fn line(&self) -> Line {
        Line::read(&self.rules, &self.start, &self.moves)
    }

    pub(crate) fn show(&self) -> Show {
        use tabia_kernel::rules::Side;
        Show {
            flipped: self.flipped,
            viewer: match self.side {
                Seat::First => Some(Side::First),
                Seat::Second => Some(Side::Second),
                Seat::Both => None,
            },
        }
    }
}
