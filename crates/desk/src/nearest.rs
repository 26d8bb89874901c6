//! What somebody may have meant.

/// As like as two words have to be, by Jaro's measure; command lines use the
/// same for their options.
const LIKE: f64 = 0.7;

/// The one of some words that is most like a mistyped one, if any is.
///
/// ```
/// use tabia_desk::nearest;
/// assert_eq!(nearest("perfct", ["random", "perfect"]), Some("perfect"));
/// assert_eq!(nearest("17", ["random", "perfect"]), None);
/// ```
pub fn nearest<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let like = words
        .into_iter()
        .map(|word| (strsim::jaro(&text, &word.to_lowercase()), word));
    let best = like.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > LIKE && best.1 != text).then_some(best.1)
}

/// A message, with the question whether one of some words was meant.
pub fn with_nearest<'a>(
    message: String,
    text: &str,
    words: impl IntoIterator<Item = &'a str>,
) -> String {
    match nearest(text, words) {
        Some(word) => format!("{message}; did you mean `{word}`?"),
        None => message,
    }
}
