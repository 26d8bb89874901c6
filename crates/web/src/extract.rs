//! Parameters and bodies, with errors that say what is wrong.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tabia_desk::{Line, Show};

use crate::connection::Connection;
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
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        let read = axum::Json::<T>::from_request(request, state).await;
        if let Some(connection) = connection {
            connection.has_asked();
        }
        match read {
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
    /// Whether the person sees all hands, where they are hidden.
    #[serde(default)]
    pub(crate) open: bool,
    /// In a proof: the branch taken at each step, parted by dots.
    #[serde(default)]
    pub(crate) path: String,
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
            open: self.open,
            viewer: match self.side {
                Seat::First => Some(Side::First),
                Seat::Second => Some(Side::Second),
                Seat::Both => None,
            },
        }
    }

    /// The branches of the path.
    pub(crate) fn path(&self) -> Result<Vec<usize>, Refusal> {
        let steps = self.path.split('.').filter(|step| !step.is_empty());
        let numbers = steps.map(|step| {
            step.parse()
                .map_err(|_| Refusal::bad(format!("path `{}`: `{step}` is no number", self.path)))
        });
        numbers.collect()
    }

    /// The link to another place of the same proof.
    pub(crate) fn link(&self, game: &str, path: &str) -> String {
        format!("/{game}/proof?{}&path={path}", self.query())
    }

    /// The link to the board it is about.
    pub(crate) fn game(&self, game: &str) -> String {
        format!("/{game}?{}", self.query())
    }

    fn query(&self) -> String {
        let side = match self.side {
            Seat::First => "",
            Seat::Second => "second",
            Seat::Both => "both",
        };
        let parts = [
            ("rules", self.rules.as_str()),
            ("start", &self.start),
            ("moves", &self.moves),
            ("level", &self.level),
            ("side", side),
        ];
        let parts = parts.into_iter().filter(|(_, value)| !value.is_empty());
        let parts = parts.map(|(name, value)| format!("{name}={}", escaped(value)));
        parts.collect::<Vec<String>>().join("&")
    }
}

/// A value inside a link.
pub(crate) fn escaped(text: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                out.push(char::from(byte));
            }
            // Writing to a string does not fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_keep_what_they_are_about() {
        let params = LineParams {
            start: "(;SZ[9])".into(),
            moves: "A1 pass".into(),
            ..LineParams::default()
        };
        let link = params.link("go", "0.1");
        assert_eq!(
            link,
            "/go/proof?start=%28%3BSZ%5B9%5D%29&moves=A1%20pass&path=0.1"
        );
        let path = |path: &str| LineParams {
            path: path.into(),
            ..LineParams::default()
        };
        assert_eq!(path("0.12.3").path(), Ok(vec![0, 12, 3]));
        assert_eq!(path("").path(), Ok(vec![]));
        let words = path("0.x").path().expect_err("no number").message;
        assert!(words.contains("`x`"), "{words}");
    }
}
