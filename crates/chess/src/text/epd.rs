//! Reading EPD: positions with operations, such as test suites.

use cozy_chess::Board;

use super::{ReadFenError, read_fen};

/// A position and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// What is said about it, in order.
    pub operations: Vec<Operation>,
}

/// A word and what follows it, quotation marks taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Such as `bm`, the best moves, or `id`, the name.
    pub code: String,
    /// The rest.
    pub operand: String,
}

/// Why a line is no EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadEpdError {
    /// The position is none.
    #[error(transparent)]
    Position(#[from] ReadFenError),
    /// A quotation mark is missing.
    #[error("the quotation that begins at character {place} of `{text}` does not end")]
    Quotation {
        /// The line.
        text: String,
        /// Where it begins, counted from one.
        place: usize,
    },
}

impl Epd {
    /// Reads a line: four fields, perhaps the two counters of FEN, perhaps a
    /// semicolon, and operations that end with semicolons.
    ///
    /// # Errors
    ///
    /// When the position is impossible or a quotation does not end.
    ///
    /// ```
    /// use tabia_chess::text::Epd;
    /// let epd = Epd::read("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"a; b\";")?;
    /// assert_eq!(epd.operand("bm"), Some("O-O Rh8+"));
    /// assert_eq!(epd.operand("id"), Some("a; b"));
    /// # Ok::<(), tabia_chess::text::ReadEpdError>(())
    /// ```
    pub fn read(line: &str) -> Result<Epd, ReadEpdError> {
        // Files that have passed through old programs end lines with zeros.
        let line = line.replace(char::is_control, " ");
        let parts = split(&line)?;
        let head = parts.first().copied().unwrap_or_default();
        let words: Vec<&str> = head.split_whitespace().collect();
        let is_number = |i: usize| words.get(i).is_some_and(|word| word.parse::<u32>().is_ok());
        let fields = match (is_number(4), is_number(5)) {
            (true, true) => 6,
            _ => words.len().min(4),
        };
        let board = read_fen(&words[..fields].join(" "))?;
        let first = rest_of(head, fields);
        let operations = std::iter::once(first)
            .chain(parts.into_iter().skip(1))
            .filter_map(|part| {
                let part = part.trim();
                let (code, operand) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
                (!code.is_empty()).then(|| Operation {
                    code: code.to_owned(),
                    operand: operand.trim().trim_matches('"').to_owned(),
                })
            })
            .collect();
        Ok(Epd { board, operations })
    }

    /// What follows the first operation with this code.
    #[must_use]
    pub fn operand(&self, code: &str) -> Option<&str> {
        self.operations
            .iter()
            .find(|operation| operation.code == code)
            .map(|operation| operation.operand.as_str())
    }
}

/// The text after this many words.
fn rest_of(text: &str, words: usize) -> &str {
    let mut rest = text.trim_start();
    for _ in 0..words {
        rest = rest
            .split_once(char::is_whitespace)
            .map_or("", |(_, rest)| rest)
            .trim_start();
    }
    rest
}

/// The parts between semicolons that are not quoted.
fn split(line: &str) -> Result<Vec<&str>, ReadEpdError> {
    let mut parts = Vec::new();
    let mut begin = 0;
    let mut quotation = None;
    for (i, c) in line.char_indices() {
        match c {
            '"' => {
                quotation = match quotation {
                    None => Some(i),
                    Some(_) => None,
                }
            }
            ';' if quotation.is_none() => {
                parts.push(&line[begin..i]);
                begin = i + 1;
            }
            _ => {}
        }
    }
    if let Some(place) = quotation {
        return Err(ReadEpdError::Quotation {
            text: line.to_owned(),
            place: line[..place].chars().count() + 1,
        });
    }
    parts.push(&line[begin..]);
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_common_layout_is_read() {
        let operand = |line: &str, code: &str| {
            let epd = Epd::read(line).unwrap();
            epd.operand(code).map(str::to_owned)
        };
        // A semicolon before the first operation, blanks before a check.
        let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ";
        assert_eq!(operand(line, "bm").as_deref(), Some("Qd1 +"));
        assert_eq!(operand(line, "id").as_deref(), Some("BK.01"));
        // With counters.
        let line = "8/8/4k3/8/8/3K4/8/8 b - - 1 10 ; bm Kd5; am Kf5 ";
        assert_eq!(operand(line, "am").as_deref(), Some("Kf5"));
        assert_eq!(Epd::read(line).unwrap().board.fullmove_number(), 10);
        // A zero at the end.
        let line = "8/8/4k3/8/8/3K4/8/8 b - - 1 10 ; bm Kd5\0";
        assert_eq!(operand(line, "bm").as_deref(), Some("Kd5"));
        // Perft, and nothing at all.
        let line = "8/8/4k3/8/8/3K4/8/8 w - - 0 1 ;D1 8 ;D2 64";
        assert_eq!(operand(line, "D2").as_deref(), Some("64"));
        assert_eq!(operand("8/8/4k3/8/8/3K4/8/8 w - -", "bm"), None);
    }

    #[test]
    fn errors_name_the_place() {
        assert!(Epd::read("").is_err());
        assert!(Epd::read("8/8 w - - bm e4;").is_err());
        let error = Epd::read("8/8/4k3/8/8/3K4/8/8 w - - id \"x;").unwrap_err();
        assert!(error.to_string().contains("character 30"), "{error}");
    }
}
