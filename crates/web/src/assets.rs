//! Scripts and styles, inside the binary.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::refusal::Refusal;

/// The files under `page`.
#[derive(Embed)]
#[folder = "page"]
struct Files;

/// Changes whenever a file does, so that browsers may keep them forever.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    // FNV-1a over the files' own hashes: a name, not a proof.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for name in Files::iter() {
        let digest = Files::get(&name).map(|file| file.metadata.sha256_hash());
        for byte in digest.unwrap_or_default() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
});

/// Where a file is found.
pub(crate) fn link(file: &str) -> String {
    format!("/assets/{}/{file}", *VERSION)
}

pub(crate) async fn asset(Path((version, file)): Path<(String, String)>) -> Response {
    match Files::get(&file) {
        // A page from before a restart with newer files must not mix them.
        Some(found) if version == *VERSION => whole(&file, found),
        _ => Refusal::missing(format!("there is no file `{file}` of version `{version}`"))
            .into_response(),
    }
}

pub(crate) async fn icon() -> Response {
    match Files::get("icon.svg") {
        Some(found) => whole("icon.svg", found),
        None => Refusal::missing("there is no icon").into_response(),
    }
}

fn whole(name: &str, file: EmbeddedFile) -> Response {
    let kind = match name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let forever = "public, max-age=31536000, immutable";
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, forever),
        ],
        file.data,
    )
        .into_response()
}
