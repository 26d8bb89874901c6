//! A random id in a cookie names a player. There are no accounts.

use axum::http::{HeaderMap, HeaderValue, header};

/// The cookie's name.
const NAME: &str = "tabia_player";

/// Digits of an id: 128 bits.
const DIGITS: usize = 32;

/// The id in the request's cookie, if it is one of ours.
pub(crate) fn id(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find(|(name, value)| *name == NAME && is_id(value))
        .map(|(_, value)| value)
}

/// A cookie with a new id.
pub(crate) fn cookie() -> HeaderValue {
    let mut bytes = [0; DIGITS / 2];
    // Without randomness two people might be counted as one; no more.
    if getrandom::fill(&mut bytes).is_err() {
        bytes.fill(0);
    }
    let id: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let year = 365 * 24 * 60 * 60;
    let cookie = format!("{NAME}={id}; Path=/; Max-Age={year}; HttpOnly; SameSite=Strict");
    HeaderValue::try_from(cookie).expect("plain letters")
}

/// Whether a text can be an id, of a player or of a game.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|c| c.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_is_found_among_others() {
        let set = cookie();
        let set = set.to_str().expect("plain letters");
        let pair = set.split(';').next().expect("the cookie itself");
        let mut headers = HeaderMap::new();
        let sent = format!("theme=dark; {pair}; x=y");
        headers.insert(header::COOKIE, HeaderValue::try_from(sent).expect("plain"));
        let found = id(&headers).expect("an id");
        assert_eq!(Some(found), pair.strip_prefix("tabia_player="));
        assert_ne!(cookie(), cookie());
    }

    #[test]
    fn other_texts_are_no_ids() {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::COOKIE,
            HeaderValue::from_static("tabia_player=' OR 1=1"),
        );
        assert_eq!(id(&headers), None);
    }
}
