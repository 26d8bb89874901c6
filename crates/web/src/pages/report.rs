//! The last report of `tabia reproduce all`.

use std::io;
use std::path::Path;

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use maud::{PreEscaped, html};

use super::{page, refused};
use crate::refusal::Refusal;
use crate::visit::Visit;

pub(crate) async fn report(site: Visit) -> Response {
    let path = site.report.join("report.html");
    let read = site.short(move |_| contents(&path)).await;
    let shown = match read {
        Ok(Ok(Some(contents))) => html! {
            main #main .plain .report { (PreEscaped(contents)) }
        },
        Ok(Ok(None)) => html! {
            main #main .plain {
                h1 { "No report yet" }
                p {
                    code { "tabia reproduce all" }
                    " repeats the experiments of four papers, and is then shown here. It looks in "
                    code { (site.report.display()) }
                    "."
                }
            }
        },
        Ok(Err(error)) => {
            let message = format!("{} cannot be read: {error}", site.report.display());
            let refusal = Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message);
            return refused(&site, refusal);
        }
        Err(error) => return refused(&site, error.into()),
    };
    page(&site, "Report · Tabia", "report", None, shown).into_response()
}

/// What stands on the page of a report; its style is that of this site.
/// `None` if there is no report.
fn contents(path: &Path) -> io::Result<Option<String>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let inside = text
        .split_once("<main>")
        .and_then(|(_, rest)| rest.rsplit_once("</main>"));
    match inside {
        Some((inside, _)) => Ok(Some(inside.to_owned())),
        None => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is no report",
        )),
    }
}
