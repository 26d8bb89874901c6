//! Proofs that others can check: a certificate of a position's value.
//!
//! A certificate holds, for each side that has something to show, a strategy:
//! for every class of positions it can come to while following it, a placement
//! and a gift. The side that draws does not lose, whatever the opponent does.
//! It ends where so few cells are left that a checker searches for itself. The
//! format is specified with the checker, `tabia-check`, which shares no code
//! with this crate; what is written here is a proof only once that accepts it.

mod layers;

use std::io::{self, Write};

use sha2::{Digest, Sha256};
use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;

use crate::solver::Solver;
use crate::{Position, Rules, Shape};
use layers::{Layer, Strategist};

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStep {
    /// The value is being found out.
    Solving,
    /// Moves of one strategy are being written down.
    Strategy {
        /// Which one, from 1.
        number: u8,
        /// Pieces placed in the positions at hand.
        placed: usize,
        /// Positions done.
        done: usize,
        /// Positions to do.
        of: usize,
    },
}

/// What was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The value of the root for the side to move.
    pub value: Score,
    /// Positions with a move, for each strategy.
    pub entries: Vec<usize>,
    /// Size of the certificate.
    pub bytes: usize,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// It was told to stop.
    #[error("stopped before the proof was complete")]
    Stopped,
    /// The game is over at the root.
    #[error("the game is over at {0}: there is nothing to prove")]
    Over(Position),
    /// The certificate could not be written.
    #[error("the certificate could not be written: {0}")]
    Write(#[from] io::Error),
}

const MAGIC: &[u8; 8] = b"TABIAQC1";

/// Which side a strategy is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holder {
    /// The side to move at the root.
    Mover,
    /// The other one.
    Other,
}

/// Proves the value of `root` and writes the certificate.
///
/// The same root gives the same bytes, whatever the threads and the state of
/// the solver's table.
pub fn prove(
    solver: &Solver,
    root: &Position,
    out: &mut impl Write,
    stop: &Stop,
    mut progress: impl FnMut(ProofStep),
) -> Result<Proved, ProveError> {
    if solver.ended(root).is_some() {
        return Err(ProveError::Over(*root));
    }
    progress(ProofStep::Solving);
    let value = solver.value(root, stop).ok_or(ProveError::Stopped)?;
    let holders: &[Holder] = match value {
        Score::DRAW => &[Holder::Mover, Holder::Other],
        Score::WIN => &[Holder::Mover],
        _ => &[Holder::Other],
    };
    let mut body = Vec::new();
    body.extend(header(solver.rules(), root, value));
    body.push(holders.len() as u8);
    let mut entries = Vec::new();
    for (number, &holder) in (1..).zip(holders) {
        let strategist = Strategist {
            solver,
            win: value != Score::DRAW,
            stop,
        };
        let starts = strategist.starts(root, holder == Holder::Mover)?;
        let layers = strategist.layers(starts, |placed, done, of| {
            progress(ProofStep::Strategy {
                number,
                placed,
                done,
                of,
            });
        })?;
        entries.push(layers.iter().map(|layer| layer.entries.len()).sum());
        write_strategy(&mut body, holder, &layers);
    }
    let mut file = MAGIC.to_vec();
    let mut encoder = zstd::Encoder::new(&mut file, 19)?;
    encoder.include_checksum(true)?;
    encoder.write_all(&body)?;
    encoder.finish()?;
    let digest = Sha256::digest(&file);
    file.extend(digest);
    out.write_all(&file)?;
    out.flush()?;
    Ok(Proved {
        value,
        entries,
        bytes: file.len(),
    })
}

fn header(rules: &Rules, root: &Position, value: Score) -> Vec<u8> {
    let shape = match rules.shape() {
        Shape::Lines => 0,
        Shape::Squares => 1,
        Shape::Torus => 2,
    };
    let mut bytes = vec![
        shape,
        rules.properties(),
        u8::from(rules.misere()),
        value.points() as i8 as u8,
        u8::from(root.hand().is_some()),
    ];
    bytes.extend(word(root).to_le_bytes());
    bytes
}

fn write_strategy(body: &mut Vec<u8>, holder: Holder, layers: &[Layer]) {
    body.push(u8::from(holder == Holder::Other));
    // Positions with two pieces more than the last layer are the checker's.
    let first_leaf = layers
        .last()
        .map_or(layers::LEAST_LEAF, |last| last.placed + 2);
    body.push(first_leaf.max(layers::LEAST_LEAF) as u8);
    body.push(layers.len() as u8);
    for layer in layers {
        body.push(layer.placed as u8);
        body.extend((layer.entries.len() as u64).to_le_bytes());
        let mut previous = 0;
        for &(word, cell_and_gift) in &layer.entries {
            write_leb128(body, word - previous);
            body.push(cell_and_gift);
            previous = word;
        }
    }
}

/// The position as the certificate writes it: occupied cells, the piece in
/// hand, then the pieces by cell. Fits eleven placed.
fn word(position: &Position) -> u64 {
    let mut word = u64::from(position.occupied());
    if let Some(hand) = position.hand() {
        word |= u64::from(hand.bits()) << 16;
    }
    let pieces = crate::Square::all().filter_map(|square| position.piece_at(square));
    for (i, piece) in pieces.enumerate() {
        word |= u64::from(piece.bits()) << (20 + 4 * i);
    }
    word
}

fn write_leb128(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
