//! Everything in Tabia that reads what others wrote.

mod chess;
mod files;
mod go;
mod texts;

use std::fmt::{Debug, Display};

use crate::Reader;

/// All readers.
#[must_use]
pub fn readers() -> Vec<Reader> {
    let parts = [
        texts::readers(),
        chess::readers(),
        go::readers(),
        files::readers(),
    ];
    parts.into_iter().flatten().collect()
}

/// Samples from texts.
fn texts<const N: usize>(samples: [&str; N]) -> Vec<Vec<u8>> {
    samples.map(|text| text.as_bytes().to_vec()).to_vec()
}

/// A reader of texts. Where the bytes are no UTF-8, the program would have
/// refused them before, or replaced what is wrong.
fn of_text<T: Debug, E: Display, const N: usize>(
    name: &'static str,
    samples: [&str; N],
    read: impl Fn(&str) -> Result<T, E> + Send + Sync + 'static,
) -> Reader {
    Reader::new(name, texts(samples), move |bytes| {
        answer(read(&String::from_utf8_lossy(bytes)))
    })
}

/// What was read, or why not, in words.
fn answer<T, E: Display>(read: Result<T, E>) -> String {
    match read {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    }
}
