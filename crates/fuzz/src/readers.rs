//! Everything in Tabia that reads what others wrote.

mod chess;
mod files;
mod go;
mod site;
mod texts;
mod work;

use std::error::Error;

use tabia_quarto::{Position, Rules, Solver, SolverOptions};

use crate::Reader;

/// All readers.
#[must_use]
pub fn readers() -> Vec<Reader> {
    let parts = [
        texts::readers(),
        chess::readers(),
        go::readers(),
        files::readers(),
        work::readers(),
        site::readers(),
    ];
    parts.into_iter().flatten().collect()
}

/// A position of Quarto that is proved at once, and who proves it.
fn to_prove() -> (Position, Solver) {
    let rules = Rules::lines();
    let root = Position::read("0d4.15....96..87/b", &rules).expect("a position");
    let options = SolverOptions {
        threads: 1,
        memory_mib: 4,
        book: false,
    };
    (root, Solver::new(rules, options).expect("memory"))
}

/// Samples from texts.
fn texts<const N: usize>(samples: [&str; N]) -> Vec<Vec<u8>> {
    samples.map(|text| text.as_bytes().to_vec()).to_vec()
}

/// A reader of texts. Where the bytes are no UTF-8, the program would have
/// refused them before, or replaced what is wrong.
fn of_text<T, E: Error, const N: usize>(
    name: &'static str,
    samples: [&str; N],
    read: impl Fn(&str) -> Result<T, E> + Send + Sync + 'static,
) -> Reader {
    Reader::new(name, texts(samples), move |bytes| {
        answer(read(&String::from_utf8_lossy(bytes)))
    })
}

/// Whether it was read, or why not: the end of the message, which mostly quotes
/// less of the input than its beginning, and the names of the error's parts.
fn answer<T, E: Error>(read: Result<T, E>) -> String {
    match read {
        Ok(_) => "read".to_owned(),
        Err(error) => {
            // The message must come out as well.
            let message = error.to_string();
            assert!(!message.is_empty(), "{error:?}");
            let end = message.char_indices().rev().nth(40).map_or(0, |(i, _)| i);
            format!("{} {error:?}", &message[end..])
        }
    }
}

/// Why something that only knows whether it can be read was not.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("it cannot be read")]
struct Unreadable;
