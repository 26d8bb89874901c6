//! A strategy, layer by layer: each position its side can come to, and what
//! it does there.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tabia_kernel::search::Stop;

use super::{ProveError, position, word};
use crate::canonical::{Canonical, ClassKey};
use crate::solver::{Ending, Solver};
use crate::{Move, Piece, Position, Square};

/// The checker refuses to search positions with fewer pieces placed than this.
pub(super) const LEAST_LEAF: usize = 6;

/// The last layer that gets entries has at most this many placed: seven for
/// the side that places the even pieces, six for the other. The checker
/// searches two pieces further on, which costs it microseconds a position.
pub(super) const LAST_LAYER: usize = 6;

/// Positions with the same number of pieces placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layer {
    pub(super) placed: usize,
    /// The word of each position and its move, cell and gift, by word.
    pub(super) entries: Vec<(u64, u8)>,
}

/// Finds the moves of one side.
pub(super) struct Strategist<'a> {
    pub(super) solver: &'a Solver,
    /// Whether the side wins; otherwise it does not lose.
    pub(super) win: bool,
    pub(super) stop: &'a Stop,
    /// For many positions at once.
    pub(super) threads: usize,
}

/// One position of each class.
pub(super) type Classes = BTreeMap<ClassKey, Position>;

impl Strategist<'_> {
    /// The positions where its side first places, in the play from `root`.
    pub(super) fn starts(&self, root: &Position, mover: bool) -> Result<Classes, ProveError> {
        let mut starts = Classes::new();
        match (root.hand(), mover) {
            (Some(_), true) => self.insert(&mut starts, *root),
            (Some(_), false) => self.insert_replies(&mut starts, root),
            (None, true) => {
                // One gift that serves is enough.
                let gift = self.find(root.remaining(), |&gift| {
                    self.succeeds(&root.after(Move::Give(gift)).expect("it remains"))
                })?;
                let given = root.after(Move::Give(gift)).expect("it remains");
                self.insert_replies(&mut starts, &given);
            }
            (None, false) => {
                for gift in root.remaining() {
                    let given = root.after(Move::Give(gift)).expect("it remains");
                    self.insert(&mut starts, given);
                }
            }
        }
        Ok(starts)
    }

    /// What it does at positions with the same number of pieces placed.
    pub(super) fn layer(
        &self,
        positions: &[Position],
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Layer, ProveError> {
        let moves = self.moves_of(positions, |done| progress(done, positions.len()))?;
        let entry = |(position, (square, gift)): (&Position, (Square, Piece))| {
            (word(position), square.index() as u8 | gift.bits() << 4)
        };
        let mut entries: Vec<(u64, u8)> = positions.iter().zip(moves).map(entry).collect();
        entries.sort_unstable();
        Ok(Layer {
            placed: positions.first().map_or(0, Position::placed),
            entries,
        })
    }

    /// What the opponent can make of a layer; nothing after the last.
    pub(super) fn replies(&self, layer: &Layer) -> Result<Classes, ProveError> {
        let mut next = Classes::new();
        if layer.placed + 2 > LAST_LAYER {
            return Ok(next);
        }
        for &(word, cell_and_gift) in &layer.entries {
            let (cell, gift) = (cell_and_gift & 15, cell_and_gift >> 4);
            let place = Move::Place(Square::new(cell));
            let give = Move::Give(Piece::new(gift));
            let given = position(word)
                .and_then(|position| position.after(place))
                .and_then(|board| board.after(give));
            match given {
                Some(given) => self.insert_replies(&mut next, &given),
                None => return Err(ProveError::Fragment("an entry is no move of a position")),
            }
        }
        Ok(next)
    }

    /// A move for each position. Positions are shared among threads; the
    /// first move in order that serves is taken, so threads do not matter.
    fn moves_of(
        &self,
        positions: &[Position],
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<(Square, Piece)>, ProveError> {
        const BATCH: usize = 256;
        // Few positions are large ones, on which the solver's own threads work.
        let threads = if positions.len() < BATCH {
            1
        } else {
            self.threads
        };
        let next = AtomicUsize::new(0);
        let mut found = Vec::with_capacity(positions.len());
        for batch in positions.chunks(BATCH * threads) {
            progress(found.len());
            next.store(0, Relaxed);
            let work = || {
                let mut mine = Vec::new();
                loop {
                    let i = next.fetch_add(1, Relaxed);
                    let Some(position) = batch.get(i) else {
                        return Ok::<_, ProveError>(mine);
                    };
                    mine.push((i, self.move_of(position)?));
                }
            };
            let mut answers = std::thread::scope(|scope| {
                let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
                let mut answers = work()?;
                for helper in helpers {
                    answers.extend(helper.join().expect("a search does not panic")?);
                }
                Ok::<_, ProveError>(answers)
            })?;
            answers.sort_unstable_by_key(|&(i, _)| i);
            found.extend(answers.into_iter().map(|(_, chosen)| chosen));
        }
        Ok(found)
    }

    /// The first placement and gift that serve, those that leave the opponent
    /// fewest replies before others.
    fn move_of(&self, position: &Position) -> Result<(Square, Piece), ProveError> {
        let mut pairs = Vec::new();
        for square in position.empty_squares() {
            let board = position.after(Move::Place(square)).expect("it is empty");
            if self.solver.ended(&board).is_some() {
                continue;
            }
            for gift in board.remaining() {
                let given = board.after(Move::Give(gift)).expect("it remains");
                if let Some(replies) = self.solver.replies(&given) {
                    pairs.push((replies, square, gift));
                }
            }
        }
        pairs.sort_unstable();
        let (_, square, gift) = self.find(pairs.into_iter(), |&(_, square, gift)| {
            self.succeeds(&after(position, square, gift))
        })?;
        Ok((square, gift))
    }

    /// Whether the side reaches its goal against the placer of `given`.
    fn succeeds(&self, given: &Position) -> Option<bool> {
        let most = if self.win {
            Ending::LATEST_LOSS
        } else {
            Ending::DRAW
        };
        self.solver.at_most(given, most, None, self.stop)
    }

    /// The first item that serves; there is one, or the value would be
    /// another.
    fn find<T>(
        &self,
        items: impl Iterator<Item = T>,
        serves: impl Fn(&T) -> Option<bool>,
    ) -> Result<T, ProveError> {
        for item in items {
            if serves(&item).ok_or(ProveError::Stopped)? {
                return Ok(item);
            }
        }
        unreachable!("a position of known value has a move that keeps it")
    }

    /// Adds what the opponent can make of `given`, the side to place again.
    fn insert_replies(&self, classes: &mut Classes, given: &Position) {
        for square in given.empty_squares() {
            let board = given.after(Move::Place(square)).expect("it is empty");
            if self.solver.ended(&board).is_some() {
                continue;
            }
            for gift in board.remaining() {
                self.insert(classes, board.after(Move::Give(gift)).expect("it remains"));
            }
        }
    }

    /// Adds a position unless its placer wins at once. Of each class the
    /// representative is taken, so the order of arrival does not matter.
    fn insert(&self, classes: &mut Classes, position: Position) {
        if !self.solver.wins_at_once(&position) {
            let canonical = Canonical::of(self.solver.rules());
            let key = canonical.class(&position);
            classes
                .entry(key)
                .or_insert_with(|| canonical.representative(key));
        }
    }
}

/// The position the opponent gets.
fn after(position: &Position, square: Square, gift: Piece) -> Position {
    position
        .after(Move::Place(square))
        .and_then(|board| board.after(Move::Give(gift)))
        .expect("a legal move")
}
