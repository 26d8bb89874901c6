//! The exact value of any deal with open hands.

mod likeness;
mod order;
mod search;
mod table;

use std::sync::Arc;

use tabia_kernel::search::Stop;

use crate::layout::Layout;
use crate::{Card, Contract, Deal, Tables};
use search::{Search, Trick};
use table::Table;

/// What a deal is worth from here on, whoever has to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Suit and grand games: the points that the declarer will still take.
    Points(u8),
    /// Null games: whether the declarer wins.
    Won(bool),
}

/// A solved deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What it is worth.
    pub worth: Worth,
    /// Every card that keeps this worth, in the order of [`Card::index`];
    /// none when the game is over.
    pub best: Vec<Card>,
}

/// Solves deals with open hands exactly.
///
/// *Idea.* The value is found by questions, "can the declarer take `t` more
/// points?", each answered by alpha-beta with a window of one point; bounds
/// are kept in a table at the lead of each trick, so that one question
/// answers much of the next. Positions that differ only in the names of
/// cards share an entry; those that differ in points as well bound each
/// other's values by the points they differ in, which spares six nodes in
/// seven (payoff similarity). Equivalent cards are tried once, and a card
/// that differs from a tried one by its points alone is tried only if those
/// points could matter. Trumps that nothing beats bound the value before anything is
/// tried.
///
/// *Cost.* The table takes the memory it was given. Full suit games take about
/// 10 ms on average, every declarer and lead; `tabia skat bench` measures it.
///
/// *Literature.* S. Kupferschmid and M. Helmert, A Skat Player Based on
/// Monte-Carlo Simulation, 2006; A. Plaat et al., Best-First Fixed-Depth
/// Minimax Algorithms, 1996; T. Furtak and M. Buro, Using Payoff-Similarity to
/// Speed Up Search, 2011.
///
/// ```
/// use tabia_kernel::search::Stop;
/// use tabia_skat::{Deal, Solver, Worth};
///
/// let deal = Deal::read("CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2")?;
/// let solution = Solver::new().solve(&deal, &Stop::new()).expect("nobody stops it");
/// assert_eq!(solution.worth, Worth::Points(16));
/// # Ok::<(), tabia_skat::ReadDealError>(())
/// ```
pub struct Solver {
    table: Table,
    endings: Option<Arc<Tables>>,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver with a table of 32 MiB.
    #[must_use]
    pub fn new() -> Solver {
        Solver::with_mebibytes(32)
    }

    /// A solver with a table of at most this many mebibytes, at least one.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Solver {
        Solver {
            table: Table::with_mebibytes(mebibytes),
            endings: None,
            nodes: 0,
        }
    }

    /// The same solver, which looks endings up in these tables.
    #[must_use]
    pub fn with_endings(self, tables: Arc<Tables>) -> Solver {
        Solver {
            endings: Some(tables),
            ..self
        }
    }

    /// Cards played in all searches so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What a deal is worth, or `None` if stopped.
    pub fn worth(&mut self, deal: &Deal, stop: &Stop) -> Option<Worth> {
        self.table.forget();
        let layout = Layout::of(deal.contract());
        self.with_search(layout, stop, |search| search.value(deal))
            .map(|value| worth(deal, value))
    }

    /// What a deal is worth and every best card, or `None` if stopped.
    pub fn solve(&mut self, deal: &Deal, stop: &Stop) -> Option<Solution> {
        self.table.forget();
        let layout = Layout::of(deal.contract());
        let (value, best) = self.with_search(layout, stop, |search| {
            let value = search.value(deal)?;
            Some((value, search.best(deal, value)?))
        })?;
        Some(Solution {
            worth: worth(deal, value),
            best,
        })
    }

    /// For every card that may be played, in the order of [`Card::index`],
    /// and each target, whether the declarer then takes at least so many more
    /// points or, in null games, wins; `None` if stopped.
    ///
    /// A question with an answer of yes or no is much cheaper than the
    /// [`worth`](Self::worth), and one helps to answer the next.
    pub fn reaching<const N: usize>(
        &mut self,
        deal: &Deal,
        targets: [u8; N],
        stop: &Stop,
    ) -> Option<Vec<(Card, [bool; N])>> {
        self.table.forget();
        let layout = Layout::of(deal.contract());
        let mut answers = Vec::new();
        self.with_search(layout, stop, |search| {
            for card in deal.playable() {
                let mut reached = [false; N];
                for (reached, target) in reached.iter_mut().zip(targets) {
                    let target = match deal.contract() {
                        Contract::Null => 1,
                        _ => i32::from(target),
                    };
                    *reached = search.question(deal, Some(card), target)? >= target;
                }
                answers.push((card, reached));
            }
            Some(answers)
        })
    }

    fn with_search<T>(
        &mut self,
        layout: &Layout,
        stop: &Stop,
        work: impl FnOnce(&mut Search<'_>) -> T,
    ) -> T {
        let mut search = Search {
            layout,
            table: &mut self.table,
            endings: self.endings.as_deref(),
            stop,
            nodes: 0,
            stopped: false,
        };
        let result = work(&mut search);
        self.nodes += search.nodes;
        result
    }
}

/// A value of the search as people say it.
fn worth(deal: &Deal, value: i32) -> Worth {
    match deal.contract() {
        Contract::Null => Worth::Won(value == 1),
        _ => Worth::Points(value as u8),
    }
}

impl Search<'_> {
    /// The value of a deal: points, or 1 for a null game won.
    fn value(&mut self, deal: &Deal) -> Option<i32> {
        if deal.is_over() {
            return Some(i32::from(self.is_null() && !deal.lost));
        }
        let (mut lo, mut hi) = (0, self.left(deal));
        while lo < hi {
            let target = (lo + hi + 1) / 2;
            let value = self.question(deal, None, target)?;
            match value >= target {
                true => lo = value,
                false => hi = value,
            }
        }
        Some(lo)
    }

    /// The cards after which the value is still `value`.
    fn best(&mut self, deal: &Deal, value: i32) -> Option<Vec<Card>> {
        let mut best = Vec::new();
        for card in deal.playable() {
            let keeps = match deal.turn() == deal.declarer() {
                true => self.question(deal, Some(card), value)? >= value,
                false => self.question(deal, Some(card), value + 1)? <= value,
            };
            if keeps {
                best.push(card);
            }
        }
        Some(best)
    }

    /// What the cards in play count, or 1 in a null game.
    fn left(&self, deal: &Deal) -> i32 {
        if self.is_null() {
            return 1;
        }
        let hands = self.layout.hands(deal);
        let table = deal
            .table()
            .map(|card| self.layout.points(self.layout.bit(card)));
        self.layout.sum(hands[0] | hands[1] | hands[2]) + table.sum::<i32>()
    }

    /// A bound on the value, on the side of `target` where it lies, after
    /// `first` has been played if given. `None` if stopped.
    fn question(&mut self, deal: &Deal, first: Option<Card>, target: i32) -> Option<i32> {
        let left = self.left(deal);
        let hands = self.layout.hands(deal);
        let mut trick = Trick::new(Layout::player(deal, deal.leader()));
        for card in deal.table() {
            trick = trick.with(self.layout, self.layout.bit(card));
        }
        let value = match (first.map(|card| self.layout.bit(card)), self.is_null()) {
            (Some(bit), true) => self.after::<true>(&hands, trick, bit, left, target),
            (Some(bit), false) => self.after::<false>(&hands, trick, bit, left, target),
            (None, null) if trick.played == 0 => {
                let leader = trick.leader;
                match null {
                    true => self.lead::<true>(&hands, leader, left, target),
                    false => self.lead::<false>(&hands, leader, left, target),
                }
            }
            (None, true) => self.card::<true>(&hands, trick, left, target, None).0,
            (None, false) => self.card::<false>(&hands, trick, left, target, None).0,
        };
        (!self.stopped).then_some(value)
    }
}
