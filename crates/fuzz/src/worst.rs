//! Long inputs of shapes that make bad readers slow: what a sample has once, a
//! million times.

use crate::Reader;

/// How often a sample is looked at from another place.
const PLACES: usize = 6;

/// Bytes that there may be many of somewhere.
const MANY: &[u8] = b" \n0a([\"\\-";

/// Openings without an end, and what nests, whatever the reader.
const ANYWHERE: [&str; 12] = [
    "(", "[", "{", "\"", ")", "(;", "(;B[aa]", "{\"a\":", "[[],", ";", "\\", "(;W[])",
];

/// What only one reader goes on with for long: what is there many times, and
/// what stands before and after it.
const ESPECIALLY: [(&str, [&str; 3]); 10] = [
    ("pgn", ["", "Nf3 Nf6 Ng1 Ng8 ", "*"]),
    ("pgn", ["1. e4 ", "(1. d4 d5) ", "*"]),
    ("pgn", ["", "[A \"b\"]\n", "\n*"]),
    (
        "uci",
        [
            "position startpos moves",
            " g1f3 g8f6 f3g1 f6g8",
            "\ngo depth 1\nstop",
        ],
    ),
    ("sgf", ["(;SZ[9]", ";B[aa];W[bb]", ")"]),
    ("sgf", ["(;SZ[9]", "(;B[aa])", ")"]),
    ("sgf", ["(;SZ[9]MA", "[aa]", ")"]),
    ("sgf", ["(;SZ[9]", "C[]", ")"]),
    ("epd", ["8/8/8/8/8/4k3/4p3/4K3 w - - ", "c0 \"draw\"; ", ""]),
    (
        "uci-engine",
        ["uciok\nreadyok\nreadyok\n", "info pv e2e4 ", ""],
    ),
];

/// A long input, and what it is made of.
pub struct Long {
    /// In words.
    pub shape: String,
    /// The input.
    pub bytes: Vec<u8>,
}

/// Inputs of about so many bytes for a reader.
#[must_use]
pub fn worst(reader: &Reader, size: usize) -> Vec<Long> {
    let mut found: Vec<Long> = ANYWHERE
        .iter()
        .map(|part| {
            let shape = format!("{part} again and again");
            long(shape, &[], part.as_bytes(), &[], size)
        })
        .collect();
    for (_, [head, part, tail]) in ESPECIALLY.iter().filter(|(name, _)| *name == reader.name()) {
        let shape = format!("{head:?} {part:?} again and again {tail:?}");
        let [head, part, tail] = [head, part, tail].map(|text| text.as_bytes());
        found.insert(0, long(shape, head, part, tail, size));
    }
    for (number, sample) in reader.samples().iter().take(3).enumerate() {
        for between in ["", " ", "\n", "\n\n"] {
            let part = [sample, between.as_bytes()].concat();
            let shape = format!("sample {number} with {between:?} after it");
            found.push(long(shape, &[], &part, &[], size));
        }
        for place in 0..PLACES {
            let at = sample.len() * place / PLACES;
            let (head, tail) = sample.split_at(at);
            for &byte in MANY {
                let shape = format!("sample {number}, many {:?} at byte {at}", byte as char);
                found.push(long(shape, head, &[byte], tail, size));
            }
            for length in [2, 5, 12, 40] {
                let end = sample.len().min(at + length);
                let part = &sample[at..end];
                let shape = format!("sample {number}, bytes {at}..{end} again and again");
                if !part.is_empty() {
                    found.push(long(shape, head, part, tail, size));
                }
            }
        }
        let insides = [(b'{', false), (b'[', false), (b';', true)];
        for (open, is_sgf) in insides {
            let Some(at) = sample.iter().position(|&byte| byte == open) else {
                continue;
            };
            let (head, tail) = sample.split_at(at + 1);
            let shape = format!("sample {number}, many names after byte {at}");
            let bytes = [head, &names(size, is_sgf), tail].concat();
            found.push(Long { shape, bytes });
        }
    }
    found
}

fn long(shape: String, head: &[u8], part: &[u8], tail: &[u8], size: usize) -> Long {
    let times = size.div_ceil(part.len().max(1));
    let bytes = [head, &part.repeat(times), tail].concat();
    Long { shape, bytes }
}

/// Different names with values, as SGF or JSON has them.
fn names(size: usize, is_sgf: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size + 32);
    let mut number = 0;
    while bytes.len() < size {
        let mut rest = number;
        let mut name = String::new();
        while name.len() < 4 || rest > 0 {
            name.push(char::from(b'A' + (rest % 26) as u8));
            rest /= 26;
        }
        let pair = match is_sgf {
            true => format!("{name}[]"),
            false => format!("\"{name}\":0,"),
        };
        bytes.extend(pair.as_bytes());
        number += 1;
    }
    bytes
}
