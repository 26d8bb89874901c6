//! Proofs that others can check: a certificate of a position's value.
//!
//! A certificate holds, for each side that has something to show, a strategy:
//! for every class of positions it can come to while following it, a placement
//! and a gift. The side that draws does not lose, whatever the opponent does.
//! It ends where so few cells are left that a checker searches for itself. The
//! format is specified with the checker, `tabia-check`, which shares no code
//! with this crate; what is written here is a proof only once that accepts it.
//!
//! A proof can be made in [`Fragment`]s, in different places: the trunk first,
//! then stage by stage, each in any number of shares, and last the file. Moves
//! depend on nothing but the position, so the bytes are those of [`prove`].

mod fragment;
mod layers;

use std::io::{self, Write};

use sha2::{Digest, Sha256};
use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;

use crate::solver::Solver;
use crate::{Move, Piece, Position, Rules, Shape, Square};
pub use fragment::Fragment;
use layers::{LAST_LAYER, LEAST_LEAF, Layer, Strategist};

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
    /// A fragment is not one of this proof.
    #[error("a fragment of the proof is damaged: {0}")]
    Fragment(&'static str),
    /// The certificate could not be written.
    #[error("the certificate could not be written: {0}")]
    Write(#[from] io::Error),
}

const MAGIC: &[u8; 8] = b"TABIAQC1";
/// How hard zstd tries.
const LEVEL: i32 = 19;
/// Counts changes of which moves strategies choose.
const CHOICE: u32 = 1;

/// Layers with so many placed or fewer belong to the trunk: their positions are
/// few and dear, and knowing one helps with the next.
const TRUNK: usize = 3;

/// What the bytes of a certificate depend on beside rules and position: programs
/// for which this is the same text write the same file.
#[must_use]
pub fn certificate_format() -> String {
    let zstd = zstd::zstd_safe::version_number();
    format!(
        "{} with choice {CHOICE}, layers to {LAST_LAYER}, leaves from {LEAST_LEAF}, zstd {zstd} \
         at {LEVEL}",
        MAGIC.escape_ascii()
    )
}

/// Which side a strategy is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Holder {
    /// The side to move at the root.
    Mover,
    /// The other one.
    Other,
}

impl Holder {
    /// Those who have something to show.
    fn of(value: Score) -> &'static [Holder] {
        match value {
            Score::DRAW => &[Holder::Mover, Holder::Other],
            Score::WIN => &[Holder::Mover],
            _ => &[Holder::Other],
        }
    }
}

/// How many stages follow the trunk of a proof of `root`. Both strategies have
/// a layer in each, until too few cells are left.
#[must_use]
pub fn stages(root: &Position) -> usize {
    let stages = (trunk_end(root) + 1..=LAST_LAYER).step_by(2);
    stages.count()
}

/// The most placed in a layer of the trunk.
fn trunk_end(root: &Position) -> usize {
    let first = root.placed();
    match TRUNK.checked_sub(first) {
        // Two layers at a time, one for each strategy.
        Some(more @ 1..) => first + more.div_ceil(2) * 2 - 1,
        _ => first + 1,
    }
}

/// Makes a proof, or fragments of one.
pub struct Prover<'a> {
    solver: &'a Solver,
    root: Position,
    stop: &'a Stop,
    threads: usize,
}

impl<'a> Prover<'a> {
    /// A prover of the value of `root`.
    ///
    /// # Errors
    ///
    /// If the game is over there.
    pub fn new(
        solver: &'a Solver,
        root: &Position,
        stop: &'a Stop,
    ) -> Result<Prover<'a>, ProveError> {
        if solver.ended(root).is_some() {
            return Err(ProveError::Over(*root));
        }
        Ok(Prover {
            solver,
            root: *root,
            stop,
            threads: solver.threads(),
        })
    }

    /// The same for positions shared among so many threads, instead of as many
    /// as the solver has.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Prover<'a> {
        Prover { threads, ..self }
    }

    fn strategist(&self, value: Score) -> Strategist<'_> {
        Strategist {
            solver: self.solver,
            win: value != Score::DRAW,
            stop: self.stop,
            threads: self.threads,
        }
    }

    /// The value, and the beginning of each strategy.
    ///
    /// # Errors
    ///
    /// If it was stopped.
    pub fn trunk(&self, mut progress: impl FnMut(ProofStep)) -> Result<Fragment, ProveError> {
        progress(ProofStep::Solving);
        let value = self.solver.value(&self.root, self.stop);
        let value = value.ok_or(ProveError::Stopped)?;
        let strategist = self.strategist(value);
        let mut trunk = Fragment::new(value);
        for (number, &holder) in (1..).zip(Holder::of(value)) {
            let mut classes = strategist.starts(&self.root, holder == Holder::Mover)?;
            while let Some((_, first)) = classes.first_key_value() {
                let placed = first.placed();
                if placed > trunk_end(&self.root).min(LAST_LAYER) {
                    break;
                }
                let positions: Vec<Position> = classes.into_values().collect();
                let layer = strategist.layer(&positions, |done, of| {
                    progress(ProofStep::Strategy {
                        number,
                        placed,
                        done,
                        of,
                    });
                })?;
                classes = strategist.replies(&layer)?;
                trunk.add(holder, layer);
            }
        }
        Ok(trunk)
    }

    /// A share of the stage that follows `before`, which is the trunk or all
    /// shares of the stage before: one of `of`, from 0.
    ///
    /// # Errors
    ///
    /// If it was stopped, or `before` makes no sense.
    pub fn share(
        &self,
        before: &[Fragment],
        part: usize,
        of: usize,
        mut progress: impl FnMut(ProofStep),
    ) -> Result<Fragment, ProveError> {
        let value = fragment::common_value(before)?;
        let strategist = self.strategist(value);
        let mut share = Fragment::new(value);
        for (number, &holder) in (1..).zip(Holder::of(value)) {
            let Some(layer) = fragment::last_layer(before, holder) else {
                continue;
            };
            let all: Vec<Position> = strategist.replies(&layer)?.into_values().collect();
            let ours = &all[all.len() * part / of..all.len() * (part + 1) / of];
            let Some(first) = ours.first() else { continue };
            let placed = first.placed();
            let layer = strategist.layer(ours, |done, of| {
                progress(ProofStep::Strategy {
                    number,
                    placed,
                    done,
                    of,
                });
            })?;
            share.add(holder, layer);
        }
        Ok(share)
    }
}

/// Proves the value of `root` and writes the certificate.
///
/// The same root gives the same bytes, whatever the threads and the state of
/// the solver's table.
///
/// # Errors
///
/// If the game is over at the root, it was stopped, or the file cannot be
/// written.
pub fn prove(
    solver: &Solver,
    root: &Position,
    out: &mut impl Write,
    stop: &Stop,
    mut progress: impl FnMut(ProofStep),
) -> Result<Proved, ProveError> {
    let prover = Prover::new(solver, root, stop)?;
    let mut fragments = vec![prover.trunk(&mut progress)?];
    for stage in 0..stages(root) {
        let before = std::slice::from_ref(&fragments[stage]);
        let share = prover.share(before, 0, 1, &mut progress)?;
        fragments.push(share);
    }
    assemble(solver.rules(), root, &fragments, out)
}

/// Writes the certificate that all fragments of a proof are.
///
/// # Errors
///
/// If they do not fit together, or the file cannot be written.
pub fn assemble(
    rules: &Rules,
    root: &Position,
    fragments: &[Fragment],
    out: &mut impl Write,
) -> Result<Proved, ProveError> {
    let value = fragment::common_value(fragments)?;
    let holders = Holder::of(value);
    let mut body = Vec::new();
    body.extend(header(rules, root, value));
    body.push(holders.len() as u8);
    let mut entries = Vec::new();
    for &holder in holders {
        let layers = fragment::layers(fragments, holder);
        entries.push(layers.iter().map(|layer| layer.entries.len()).sum());
        write_strategy(&mut body, holder, &layers);
    }
    let mut file = MAGIC.to_vec();
    let mut encoder = zstd::Encoder::new(&mut file, LEVEL)?;
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
    let first_leaf = layers.last().map_or(LEAST_LEAF, |last| last.placed + 2);
    body.push(first_leaf.max(LEAST_LEAF) as u8);
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
    let pieces = Square::all().filter_map(|square| position.piece_at(square));
    for (i, piece) in pieces.enumerate() {
        word |= u64::from(piece.bits()) << (20 + 4 * i);
    }
    word
}

/// The position of a [`word`]; `None` if there is none.
fn position(word: u64) -> Option<Position> {
    let mut position = Position::EMPTY;
    let mut pieces = word >> 20;
    let mut next = || {
        let piece = Piece::new((pieces & 15) as u8);
        pieces >>= 4;
        piece
    };
    for square in Square::all().filter(|square| word as u16 >> square.index() & 1 == 1) {
        position = position.after(Move::Give(next()))?;
        position = position.after(Move::Place(square))?;
    }
    position.after(Move::Give(Piece::new((word >> 16 & 15) as u8)))
}

fn write_leb128(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
