//! Where games begin.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};

use cozy_chess::{Board, Move};
use tabia_kernel::random::Seeded;
use thiserror::Error;

use crate::eval::{Profile, Weights};
use crate::legal_moves;
use crate::pgn::{self, PgnError, Reader};
use crate::text::read_fen;
use crate::tune::Quiescence;

/// A position and the moves that led to it: some engines can only be told
/// moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where it begins.
    pub start: Board,
    /// The moves of the opening.
    pub moves: Vec<Move>,
}

/// Why openings cannot be read.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] pgn::OpenError),
    /// The file cannot be read to the end, or unpacked.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A line makes no sense.
    #[error("{}, {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line and why.
        reason: String,
    },
    /// There are none.
    #[error("{} holds no openings", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

impl Opening {
    /// The position after the moves.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = self.start.clone();
        self.moves.iter().for_each(|&m| board.play_unchecked(m));
        board
    }
}

/// Reads openings: games in `.pgn`, positions in `.epd` or `.fen`; either may
/// be packed as `.zst`, or be the first file in a `.zip`. The order is mixed by
/// `seed`.
///
/// # Errors
///
/// When the file cannot be read, or a line makes no sense.
pub fn read_openings(path: &Path, seed: u64) -> Result<Vec<Opening>, OpeningsError> {
    let failed = |reason: String| OpeningsError::Read {
        path: path.to_owned(),
        reason,
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut openings = match name.strip_suffix(".zip") {
        Some(inner) => {
            let file = File::open(path).map_err(|source| pgn::OpenError {
                path: path.to_owned(),
                source,
            })?;
            let mut archive =
                zip::ZipArchive::new(file).map_err(|error| failed(error.to_string()))?;
            let entry = archive
                .by_index(0)
                .map_err(|error| failed(error.to_string()))?;
            read(path, inner, entry)?
        }
        None => {
            let inner = name.strip_suffix(".zst").unwrap_or(&name);
            read(path, inner, pgn::open(path)?)?
        }
    };
    if openings.is_empty() {
        let path = path.to_owned();
        return Err(OpeningsError::Empty { path });
    }
    Seeded::new(seed).shuffle(&mut openings);
    Ok(openings)
}

fn read(path: &Path, name: &str, input: impl Read) -> Result<Vec<Opening>, OpeningsError> {
    let wrong = |reason: String| OpeningsError::Line {
        path: path.to_owned(),
        reason,
    };
    let failed = |error: std::io::Error| OpeningsError::Read {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let mut openings = Vec::new();
    if name.ends_with(".pgn") {
        for game in Reader::new(input) {
            match game {
                Ok(game) => openings.push(Opening {
                    start: game.start,
                    moves: game.moves,
                }),
                Err(PgnError::Broken(broken)) => return Err(wrong(broken.to_string())),
                Err(PgnError::Io(error)) => return Err(failed(error)),
            }
        }
    } else {
        for (number, line) in (1..).zip(BufReader::new(input).lines()) {
            let line = line.map_err(failed)?;
            // Four fields are the position; operations follow.
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            if fields.is_empty() || line.starts_with('#') {
                continue;
            }
            let start = read_fen(&fields.join(" "))
                .map_err(|error| wrong(format!("line {number}: {error}")))?;
            openings.push(Opening {
                start,
                moves: Vec::new(),
            });
        }
    }
    // Games that are over cannot be played on.
    openings.retain(|opening| opening.board().generate_moves(|_| true));
    Ok(openings)
}

/// How unequal a random opening may be, in hundredths of a pawn.
const BALANCED: i32 = 80;

/// The board after eight random half moves, or fewer if the game is over by then.
pub(crate) fn random_moves(random: &mut Seeded) -> (Board, Vec<Move>) {
    let mut board = Board::default();
    let mut moves = Vec::new();
    for _ in 0..8 {
        let legal = legal_moves(&board);
        if legal.is_empty() {
            break;
        }
        let m = legal[random.below(legal.len())];
        board.play_unchecked(m);
        moves.push(m);
    }
    (board, moves)
}

/// Different openings of eight random half moves that leave both sides about
/// equal, for who has no file of them.
#[must_use]
pub fn random_openings(count: usize, seed: u64) -> Vec<Opening> {
    let mut random = Seeded::new(seed);
    let mut search = Quiescence::new(&Weights::shipped(Profile::Full));
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count {
        let opening = balanced_opening(&mut random, &mut search);
        if seen.insert(opening.board().hash()) {
            openings.push(opening);
        }
    }
    openings
}

/// The next random opening that leaves both sides about equal.
pub(crate) fn balanced_opening(random: &mut Seeded, search: &mut Quiescence) -> Opening {
    loop {
        let (board, moves) = random_moves(random);
        let quiet = board.checkers().is_empty() && board.generate_moves(|_| true);
        if quiet && balanced(search, &board) {
            return Opening {
                start: Board::default(),
                moves,
            };
        }
    }
}

/// Whether every good reply leaves it so, two plies deep.
fn balanced(search: &mut Quiescence, board: &Board) -> bool {
    let mut best = -30_000;
    board.generate_moves(|from_one| {
        for m in from_one {
            let mut child = board.clone();
            child.play_unchecked(m);
            let mut worst = 30_000;
            child.generate_moves(|from_one| {
                for m in from_one {
                    let mut grandchild = child.clone();
                    grandchild.play_unchecked(m);
                    worst = worst.min(search.search(&grandchild, -30_000, worst));
                    if worst <= best {
                        return true;
                    }
                }
                false
            });
            best = best.max(worst);
        }
        false
    });
    best.abs() <= BALANCED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_repeat_and_differ() {
        let openings = random_openings(40, 3);
        assert_eq!(openings, random_openings(40, 3));
        let boards: HashSet<u64> = openings.iter().map(|o| o.board().hash()).collect();
        assert_eq!(boards.len(), 40);
        assert_ne!(openings, random_openings(40, 4));
    }

    #[test]
    fn files_of_games_and_of_positions_are_read() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let file = |name: &str, text: &str| {
            let path = directory.path().join(name);
            std::fs::write(&path, text).expect("a file");
            path
        };
        let games = file("a.pgn", "1. e4 e5 *\n\n1. d4 d5 2. c4 *\n");
        let mut lengths: Vec<usize> = read_openings(&games, 1)
            .unwrap()
            .iter()
            .map(|opening| opening.moves.len())
            .collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [2, 3]);
        let positions = file("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n\n");
        assert_eq!(read_openings(&positions, 1).unwrap().len(), 1);
        let bad = file("b.epd", "4k3/8/8 w - -\n");
        let error = read_openings(&bad, 1).unwrap_err().to_string();
        assert!(
            error.contains("b.epd") && error.contains("line 1"),
            "{error}"
        );
        let empty = file("c.pgn", "");
        assert!(matches!(
            read_openings(&empty, 1),
            Err(OpeningsError::Empty { .. })
        ));
        assert!(read_openings(&directory.path().join("none.pgn"), 1).is_err());
        let zip = file("d.pgn.zip", "not a zip");
        assert!(read_openings(&zip, 1).is_err());
    }
}
