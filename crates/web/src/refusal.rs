//! Answers to requests that cannot be met.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tabia_desk::DeskError;
use tabia_desk::ledger::LedgerError;

use crate::pool::NoResult;

/// A status and a sentence. Programs get it as `{"error": …}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: String) -> Refusal {
        Refusal { status, message }
    }

    /// The request itself is wrong.
    pub(crate) fn bad(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, message.into())
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, message.into())
    }
}

impl Refusal {
    /// Not now, but perhaps soon.
    pub(crate) fn busy(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message.into())
    }

    /// The answer with these words around its own.
    pub(crate) fn with(self, shown: impl IntoResponse) -> Response {
        let mut response = (self.status, shown).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = HeaderValue::from_static("2");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let shown = Json(json!({ "error": self.message }));
        self.with(shown)
    }
}

impl From<DeskError> for Refusal {
    fn from(error: DeskError) -> Refusal {
        if error == DeskError::Stopped {
            return NoResult::TooLong.into();
        }
        let status = match error {
            DeskError::Engine(_) => StatusCode::INTERNAL_SERVER_ERROR,
            DeskError::Question(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        Refusal::new(status, error.to_string())
    }
}

impl From<LedgerError> for Refusal {
    fn from(error: LedgerError) -> Refusal {
        match error.is_busy() {
            true => Refusal::busy(format!("{error}: try again")),
            false => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}

impl From<NoResult> for Refusal {
    fn from(reason: NoResult) -> Refusal {
        match reason {
            NoResult::Busy => Refusal::busy("the engines are busy: try again"),
            NoResult::TooLong => Refusal::busy("the engine did not find an answer in time"),
            NoResult::Broken => Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the engine failed, which is a bug".into(),
            ),
        }
    }
}
