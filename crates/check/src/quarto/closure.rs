//! The proof itself: from every entry, and from the root, all replies lead to
//! entries, leaves or wins.
//!
//! The classes that the entries of a layer lead to are collected, sorted and
//! compared with the classes of the entries two pieces on. What is left over
//! is searched, or refutes the strategy. So each class is settled once however
//! often it is reached, and no table but sorted numbers is needed.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::classes::{Classes, Images, MOST_IN_KEY};
use super::error::{CheckError, Damage, Fault, Place, Refutation};
use super::file::{Layer, Strategy};
use super::position::{Board, cell_name, cells, decode};
use super::rules::{Referee, Rules};
use super::{Goal, LayerReport, Side, Stage, StrategyReport, Worker};

/// Entries followed, or keys searched, between two reports of progress.
const ENTRIES_AT_ONCE: usize = 1 << 14;
const LEAVES_AT_ONCE: usize = 1 << 12;
/// An entry leads to at most 15 cells times 14 pieces.
const DEMANDS_AT_ONCE: usize = ENTRIES_AT_ONCE * 15 * 14;

/// The rules and the root of a certificate, ready to check its strategies.
pub(super) struct Checker {
    referee: Referee,
    classes: Classes,
    root: Board,
    hand: Option<u8>,
}

/// The classes of a strategy's entries by number of pieces placed, each sorted.
type Covered = [Vec<u64>; 1 + MOST_IN_KEY as usize];

impl Checker {
    pub(super) fn new(rules: Rules, root: Board, hand: Option<u8>) -> Checker {
        Checker {
            referee: Referee::new(rules),
            classes: Classes::new(rules),
            root,
            hand,
        }
    }

    /// Refuses a root where the game is over.
    pub(super) fn root_is_open(&self) -> Result<(), Refutation> {
        if self.referee.is_over(&self.root) {
            return Err(Refutation::RootOver(self.root.text(self.hand)));
        }
        Ok(())
    }

    /// Checks one strategy.
    pub(super) fn check(
        &self,
        strategy: Strategy,
        worker: &mut Worker<'_>,
    ) -> Result<StrategyReport, CheckError> {
        let mut covered = Covered::default();
        for layer in &strategy.layers {
            covered[usize::from(layer.placed)] =
                self.keys_of_entries(strategy.number, layer, worker)?;
        }
        self.check_root(&strategy, &covered)
            .map_err(|fault| Refutation::Root {
                strategy: strategy.number,
                position: self.root.text(self.hand),
                fault,
            })?;
        let mut leaves = 0;
        let mut demands = Vec::with_capacity(worker.most_demands());
        for layer in &strategy.layers {
            let step = Step {
                checker: self,
                strategy: &strategy,
                layer,
                covered: &covered,
            };
            leaves += step.check(&mut demands, worker)?;
        }
        Ok(StrategyReport {
            side: strategy.side,
            goal: strategy.goal,
            first_leaf: strategy.first_leaf,
            layers: (strategy.layers.iter())
                .map(|layer| LayerReport {
                    placed: layer.placed,
                    entries: layer.words.len() as u64,
                    classes: covered[usize::from(layer.placed)].len() as u64,
                })
                .collect(),
            leaves,
        })
    }

    /// Validates the positions of a layer and returns their classes, sorted.
    fn keys_of_entries(
        &self,
        strategy: usize,
        layer: &Layer,
        worker: &mut Worker<'_>,
    ) -> Result<Vec<u64>, CheckError> {
        let mut keys = Vec::with_capacity(layer.words.len());
        for (block, words) in layer.words.chunks(ENTRIES_AT_ONCE).enumerate() {
            let before = (block * ENTRIES_AT_ONCE) as u64;
            worker.tell(Stage::Reading, before, layer.words.len() as u64)?;
            let key_of = |images: &mut Images, (i, &word): (usize, &u64)| {
                let entry = before + i as u64 + 1;
                let place = Place {
                    strategy,
                    layer: layer.placed,
                    entry,
                };
                self.key_of_entry(word, place, images)
            };
            let found: Vec<_> = worker.pool.install(|| {
                words
                    .par_iter()
                    .enumerate()
                    .map_init(Images::default, key_of)
                    .collect()
            });
            for key in found {
                keys.push(key?);
            }
        }
        worker.pool.install(|| keys.par_sort_unstable());
        keys.dedup();
        Ok(keys)
    }

    fn key_of_entry(
        &self,
        word: u64,
        place: Place,
        images: &mut Images,
    ) -> Result<u64, CheckError> {
        let (board, hand) = decode(word, true).map_err(|reason| Damage::Word {
            place,
            word,
            reason,
        })?;
        if board.placed() != u32::from(place.layer) {
            return Err(Damage::Layer {
                place,
                position: board.text(hand),
            }
            .into());
        }
        if self.referee.is_over(&board) {
            let position = board.text(hand);
            return Err(Refutation::Entry {
                place,
                position,
                fault: Fault::Over,
            }
            .into());
        }
        self.classes.images(&board, images);
        Ok(self
            .classes
            .key(images, hand.expect("entries are read with a hand")))
    }

    fn check_root(&self, strategy: &Strategy, covered: &Covered) -> Result<(), Fault> {
        let root = &self.root;
        let is_covered = |board: &Board, hand: u8| self.is_covered(strategy, covered, board, hand);
        let replies_covered = |board: &Board, given: u8| {
            self.replies(board, given, |child, gives| {
                self.referee
                    .kinds(gives)
                    .try_for_each(|piece| is_covered(&child.without(piece), piece))
            })
        };
        match (self.hand, strategy.side) {
            (Some(hand), Side::Mover) => is_covered(root, hand),
            (Some(hand), Side::Other) => replies_covered(root, hand),
            (None, Side::Other) => self
                .referee
                .kinds(root.left)
                .try_for_each(|piece| is_covered(&root.without(piece), piece)),
            (None, Side::Mover) => {
                let mut first = None;
                for piece in self.referee.kinds(root.left) {
                    match replies_covered(&root.without(piece), piece) {
                        Ok(()) => return Ok(()),
                        Err(fault) => first = first.or(Some(fault)),
                    }
                }
                let first = first.expect("a root has pieces left to give");
                Err(Fault::NoGive(Box::new(first)))
            }
        }
    }

    /// Whether the strategy is known to reach its goal when its side is about
    /// to place `hand`.
    fn is_covered(
        &self,
        strategy: &Strategy,
        covered: &Covered,
        board: &Board,
        hand: u8,
    ) -> Result<(), Fault> {
        if !self.referee.rules.misere && self.referee.completing(board, hand) != 0 {
            return Ok(());
        }
        if board.placed() <= MOST_IN_KEY {
            let mut images = Images::default();
            self.classes.images(board, &mut images);
            let key = self.classes.key(&images, hand);
            if covered[board.placed() as usize].binary_search(&key).is_ok() {
                return Ok(());
            }
        }
        if board.placed() < u32::from(strategy.first_leaf) {
            return Err(Fault::Uncovered(board.text(Some(hand))));
        }
        if !self.referee.reaches(board, hand, strategy.goal) {
            return Err(Fault::Missed(board.text(Some(hand))));
        }
        Ok(())
    }

    /// Plays an entry's move and visits all boards after the opponent's reply.
    fn follow(
        &self,
        word: u64,
        chosen: u8,
        visit: impl FnMut(&Board, u16) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (board, hand) = decode(word, true).expect("entries' words were read before");
        let hand = hand.expect("entries are read with a hand");
        let (cell, given) = (u32::from(chosen & 15), chosen >> 4);
        if board.occupied >> cell & 1 == 1 {
            return Err(Fault::Occupied(cell_name(cell)));
        }
        if board.left >> given & 1 == 0 {
            return Err(Fault::Gone(given));
        }
        if self.referee.completing(&board, hand) >> cell & 1 == 1 {
            return match self.referee.rules.misere {
                true => Err(Fault::LosesAtOnce(cell_name(cell))),
                false => Ok(()),
            };
        }
        self.replies(&board.with(cell, hand).without(given), given, visit)
    }

    /// Visits the boards after each placement of `given` by the opponent, with
    /// the pieces that he may then give and that do not win at once.
    fn replies(
        &self,
        board: &Board,
        given: u8,
        mut visit: impl FnMut(&Board, u16) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let completing = self.referee.completing(board, given);
        let misere = self.referee.rules.misere;
        if completing != 0 && !misere {
            let cell = cell_name(completing.trailing_zeros());
            return Err(Fault::OpponentWins { piece: given, cell });
        }
        // In misère play the opponent loses where he completes a line.
        for cell in cells(!board.occupied & !completing) {
            let child = board.with(cell, given);
            let wins = if misere {
                0
            } else {
                self.referee.completers(&self.referee.threats(&child))
            };
            visit(&child, child.left & !wins)?;
        }
        Ok(())
    }
}

/// One layer of a strategy and what it may lead to.
struct Step<'a> {
    checker: &'a Checker,
    strategy: &'a Strategy,
    layer: &'a Layer,
    covered: &'a Covered,
}

impl Step<'_> {
    /// Checks all entries of the layer; returns how many leaves were searched.
    ///
    /// `demands` is empty before and after.
    fn check(&self, demands: &mut Vec<u64>, worker: &mut Worker<'_>) -> Result<u64, CheckError> {
        let words = &self.layer.words;
        let mut leaves = 0;
        for start in (0..words.len()).step_by(ENTRIES_AT_ONCE) {
            worker.tell(Stage::Following, start as u64, words.len() as u64)?;
            let end = words.len().min(start + ENTRIES_AT_ONCE);
            // Small parts, so that threads share the block evenly.
            let found: Vec<_> = worker.pool.install(|| {
                let parts = (start..end).into_par_iter().step_by(256);
                parts
                    .map(|part| self.demands(part..end.min(part + 256)))
                    .collect()
            });
            for part in found {
                demands.extend(part.map_err(|(i, fault)| self.refutation(i, fault))?);
            }
            if demands.len() + DEMANDS_AT_ONCE > worker.most_demands() {
                self.drop_covered(demands, worker)?;
                // Sorting pays as long as it shortens the list much.
                if demands.len() > worker.most_demands() / 2 {
                    leaves += self.search(demands, worker)?;
                }
            }
        }
        self.drop_covered(demands, worker)?;
        Ok(leaves + self.search(demands, worker)?)
    }

    fn goal(&self) -> Goal {
        self.strategy.goal
    }

    /// The keys of all classes that some entries lead to, with repetitions.
    fn demands(&self, entries: std::ops::Range<usize>) -> Result<Vec<u64>, (usize, Fault)> {
        let Checker {
            referee, classes, ..
        } = self.checker;
        let mut keys = Vec::new();
        let mut images = Images::default();
        for i in entries {
            let visit = |child: &Board, gives: u16| {
                if child.placed() <= MOST_IN_KEY {
                    classes.images(child, &mut images);
                    keys.extend(
                        referee
                            .kinds(gives)
                            .map(|piece| classes.key(&images, piece)),
                    );
                    return Ok(());
                }
                // Too many pieces for a key, and three empty cells: no effort.
                let missed = referee
                    .kinds(gives)
                    .find(|&piece| !referee.reaches(&child.without(piece), piece, self.goal()));
                missed.map_or(Ok(()), |piece| Err(Fault::Missed(child.text(Some(piece)))))
            };
            let (word, chosen) = (self.layer.words[i], self.layer.moves[i]);
            self.checker
                .follow(word, chosen, visit)
                .map_err(|fault| (i, fault))?;
        }
        Ok(keys)
    }

    /// Sorts the keys and keeps those without entries, if they may be leaves.
    fn drop_covered(
        &self,
        demands: &mut Vec<u64>,
        worker: &mut Worker<'_>,
    ) -> Result<(), CheckError> {
        worker.pool.install(|| demands.par_sort_unstable());
        demands.dedup();
        let placed = usize::from(self.layer.placed) + 2;
        let mut covered = self.covered.get(placed).map_or(&[][..], Vec::as_slice);
        demands.retain(|&key| {
            while covered.first().is_some_and(|&entry| entry < key) {
                covered = &covered[1..];
            }
            covered.first() != Some(&key)
        });
        match demands.first() {
            Some(&key) if placed < usize::from(self.strategy.first_leaf) => {
                Err(self.refutation_by_key(key, Fault::Uncovered).into())
            }
            _ => Ok(()),
        }
    }

    /// Searches the positions with these keys and clears the list.
    fn search(&self, keys: &mut Vec<u64>, worker: &mut Worker<'_>) -> Result<u64, CheckError> {
        let Checker {
            referee, classes, ..
        } = self.checker;
        let total = keys.len() as u64;
        let cancel = worker.cancel();
        let cancelled = || cancel.is_some_and(|flag: &AtomicBool| flag.load(Ordering::Relaxed));
        for (block, some) in keys.chunks(LEAVES_AT_ONCE).enumerate() {
            worker.tell(Stage::Searching, (block * LEAVES_AT_ONCE) as u64, total)?;
            let missed = worker.pool.install(|| {
                some.par_iter().find_first(|&&key| {
                    cancelled() || !referee.reaches(&classes.member(referee, key), 0, self.goal())
                })
            });
            if cancelled() {
                return Err(CheckError::Cancelled);
            }
            if let Some(&key) = missed {
                return Err(self.refutation_by_key(key, Fault::Missed).into());
            }
        }
        keys.clear();
        Ok(total)
    }

    fn refutation(&self, i: usize, fault: Fault) -> Refutation {
        let (board, hand) =
            decode(self.layer.words[i], true).expect("entries' words were read before");
        let (strategy, layer) = (self.strategy.number, self.layer.placed);
        Refutation::Entry {
            place: Place {
                strategy,
                layer,
                entry: i as u64 + 1,
            },
            position: board.text(hand),
            fault,
        }
    }

    /// Finds the first entry that leads to the class of `key`.
    fn refutation_by_key(&self, key: u64, fault: impl Fn(String) -> Fault) -> Refutation {
        let Checker {
            referee, classes, ..
        } = self.checker;
        let mut images = Images::default();
        for (i, (&word, &chosen)) in self.layer.words.iter().zip(&self.layer.moves).enumerate() {
            let found = self.checker.follow(word, chosen, |child, gives| {
                classes.images(child, &mut images);
                match referee
                    .kinds(gives)
                    .find(|&piece| classes.key(&images, piece) == key)
                {
                    Some(piece) => Err(fault(child.text(Some(piece)))),
                    None => Ok(()),
                }
            });
            if let Err(fault) = found {
                return self.refutation(i, fault);
            }
        }
        unreachable!("the key came from an entry of this layer");
    }
}
