//! Who may ask, and how much: every request passes here first.
//!
//! A page of another site must not reach the server through the visitor's
//! browser: neither by a name that is made to point here (`Host`) nor by its
//! own scripts (`Origin`), nor by pictures, frames and other things that it loads
//! without saying where from (`Sec-Fetch-Site`). It may have links to pages.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::AsHeaderName;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::refusal::Refusal;

/// The names under which browsers may ask.
pub(crate) struct Hosts(Vec<String>);

/// The longest link that is read. A game of 2,000 moves fits.
const MOST_LINK: usize = 16 << 10;

impl Hosts {
    /// This machine's own names, and more.
    pub(crate) fn new(more: &[String]) -> Hosts {
        let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let more = more.iter().map(|name| name.to_ascii_lowercase());
        Hosts(own.into_iter().chain(more).collect())
    }

    /// Whether `host`, perhaps with a port, is one of them.
    fn allows(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            // The colons of a bare IPv6 address are inside brackets.
            Some((name, port)) if port.bytes().all(|c| c.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.to_ascii_lowercase();
        self.0.contains(&name)
    }
}

/// Lets a request through or says why not.
pub(crate) async fn check(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    match refusal(&hosts, &request) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    }
}

fn refusal(hosts: &Hosts, request: &Request) -> Option<Refusal> {
    let headers = request.headers();
    let refuse = |status, message: String| Some(Refusal::new(status, message));
    let length = request.uri().to_string().len();
    if length > MOST_LINK {
        return refuse(
            StatusCode::URI_TOO_LONG,
            format!("the link has {length} bytes; at most {MOST_LINK} are read"),
        );
    }
    let Some(host) = only(headers, header::HOST) else {
        return refuse(
            StatusCode::BAD_REQUEST,
            "exactly one Host header is needed".into(),
        );
    };
    if !hosts.allows(host) {
        return refuse(
            StatusCode::FORBIDDEN,
            format!("host `{host}` is not served here; `tabia serve --host` allows more"),
        );
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = only(headers, header::ORIGIN).unwrap_or("");
        let ours = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        if ours.is_none_or(|ours| !ours.eq_ignore_ascii_case(host)) {
            return refuse(
                StatusCode::FORBIDDEN,
                format!("origin `{origin}` may not ask here"),
            );
        }
    }
    let said = |name: &'static str| headers.contains_key(name).then(|| only(headers, name));
    let site = said("sec-fetch-site");
    // Programs do not say; browsers say `none` if somebody typed the address.
    if !matches!(site, None | Some(Some("same-origin" | "none"))) && !is_link(request) {
        let site = site.flatten().unwrap_or("");
        return refuse(
            StatusCode::FORBIDDEN,
            format!("a page of another site (`{site}`) may link here, not ask"),
        );
    }
    None
}

/// Whether somebody follows a link to a page.
fn is_link(request: &Request) -> bool {
    let is = |name: &'static str, value| only(request.headers(), name) == Some(value);
    matches!(*request.method(), Method::GET | Method::HEAD)
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
        && !request.uri().path().starts_with("/api/")
}

/// The value of a header that is there once, in plain letters.
fn only(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_and_names_that_were_allowed() {
        let hosts = Hosts::new(&["Games.example".to_owned()]);
        for good in [
            "localhost",
            "localhost:7117",
            "127.0.0.1:1",
            "[::1]:80",
            "[::1]",
            "LOCALHOST",
            "games.example:443",
        ] {
            assert!(hosts.allows(good), "{good}");
        }
        for bad in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "",
            ":80",
            "localhost:80:80",
        ] {
            assert!(!hosts.allows(bad), "{bad}");
        }
    }
}
