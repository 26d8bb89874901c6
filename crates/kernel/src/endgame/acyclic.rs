//! Games that cannot repeat: one look ahead solves a class.

use super::passes::PATIENCE;
use super::{Finished, Index, Tabular};
use crate::rules::{Payoff, Score};

/// A tabulated game that never comes back to a position, and whose moves may
/// earn points.
///
/// Values are what is still to come: a move's [`gain`](Accrue::gain) and then
/// the value of the position it leads to, where the end is worth its payoff.
/// What was gained before is no part of the position, so that positions that
/// differ only in it share an index.
///
/// [`Tabular::locate`] need not know every position: one without a table, such
/// as the middle of a trick, is looked through.
pub trait Accrue: Tabular {
    /// What a legal move earns at once.
    fn gain(&self, s: &Self::State, m: Self::Move) -> Payoff;
}

/// Solves one class by looking ahead from each of its positions to where
/// moves leave the class.
///
/// Returns the value of each index for its side to move, `None` for holes, or
/// nothing at all if `go_on` said no, which is asked now and then. The classes
/// that conversions lead to are read from `done`.
///
/// Cost: O(positions × lines within the class) time, four bytes for each
/// index.
///
/// ```
/// use std::collections::BTreeMap;
/// use tabia_kernel::endgame::{Accrue, Index, Tabular, look_ahead};
/// use tabia_kernel::rules::{Game, Payoff, Score, Side};
///
/// /// A row of coins; a side takes one or two from the left and scores them.
/// struct Coins(Vec<i16>);
///
/// impl Game for Coins {
///     type State = (usize, Side);
///     type Move = usize;
///     type Undo = ();
///     type Key = (usize, Side);
///     fn to_move(&self, s: &Self::State) -> Side { s.1 }
///     fn payoff(&self, s: &Self::State) -> Option<Payoff> {
///         (s.0 == self.0.len()).then_some(Payoff::DRAW)
///     }
///     fn moves(&self, s: &Self::State, out: &mut Vec<usize>) {
///         out.extend(1..=2.min(self.0.len() - s.0));
///     }
///     fn play(&self, s: &mut Self::State, m: usize) { *s = (s.0 + m, s.1.other()); }
///     fn undo(&self, s: &mut Self::State, m: usize, (): ()) { *s = (s.0 - m, s.1.other()); }
///     fn key(&self, s: &Self::State) -> Self::Key { *s }
/// }
/// impl Tabular for Coins {
///     type Class = usize; // how many coins are left
///     fn locate(&self, s: &Self::State) -> Option<(usize, Index)> {
///         Some((self.0.len() - s.0, Index(s.1 as u64)))
///     }
///     fn size(&self, _: usize) -> u64 { 2 }
///     fn state(&self, c: usize, i: Index) -> Option<Self::State> {
///         Some((self.0.len() - c, Side::BOTH[i.0 as usize]))
///     }
///     fn converts(&self, _: &Self::State, _: usize) -> bool { true }
///     fn exits(&self, c: usize) -> Vec<usize> { (c.saturating_sub(2)..c).collect() }
/// }
/// impl Accrue for Coins {
///     fn gain(&self, s: &Self::State, m: usize) -> Payoff {
///         let sum: i16 = self.0[s.0..s.0 + m].iter().sum();
///         Payoff::new(if s.1 == Side::First { sum } else { -sum })
///     }
/// }
///
/// let coins = Coins(vec![1, 5, 2]);
/// let mut done: BTreeMap<usize, Vec<Option<Score>>> = BTreeMap::new();
/// for left in 1..=3 {
///     let values = look_ahead(&coins, left, &done, &|| true).expect("nobody stops it");
///     done.insert(left, values);
/// }
/// // Both from the left for 6, against 2.
/// assert_eq!(done[&3], [Some(Score::new(4)); 2]);
/// ```
pub fn look_ahead<G: Accrue>(
    g: &G,
    c: G::Class,
    done: &impl Finished<G::Class>,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<Option<Score>>> {
    let size = usize::try_from(g.size(c)).expect("a class fits in memory");
    let mut values = Vec::with_capacity(size);
    let mut ahead = Ahead {
        g,
        done,
        moves: Vec::new(),
    };
    for index in 0..size {
        if index.is_multiple_of(PATIENCE) && !go_on() {
            return None;
        }
        let state = g.state(c, Index(index as u64));
        values.push(state.map(|mut s| ahead.value(&mut s)));
    }
    Some(values)
}

/// The value of one position of a class by looking ahead, its exits read from
/// `done`.
pub fn value_ahead<G: Accrue>(g: &G, s: &G::State, done: &impl Finished<G::Class>) -> Score {
    let moves = Vec::new();
    Ahead { g, done, moves }.value(&mut s.clone())
}

/// Looking ahead from one position after another.
struct Ahead<'a, G: Accrue, F> {
    g: &'a G,
    done: &'a F,
    /// The moves of the positions on the way, each behind those before.
    moves: Vec<G::Move>,
}

impl<G: Accrue, F: Finished<G::Class>> Ahead<'_, G, F> {
    fn value(&mut self, s: &mut G::State) -> Score {
        let g = self.g;
        let us = g.to_move(s);
        if let Some(end) = g.payoff(s) {
            return end.seen_by(us);
        }
        let start = self.moves.len();
        g.moves(s, &mut self.moves);
        let mut best = Score::MIN;
        for at in start..self.moves.len() {
            let m = self.moves[at];
            let gain = g.gain(s, m).seen_by(us);
            let converts = g.converts(s, m);
            let u = g.play(s, m);
            let rest = match converts && g.payoff(s).is_none() {
                true => {
                    let (c, i) = g.locate(s).expect("a game that goes on has a class");
                    self.done.value(c, i)
                }
                false => self.value(s),
            };
            let rest = rest.across(g.to_move(s), us);
            g.undo(s, m, u);
            best = best.max(Score::new(gain.points() + rest.points()));
        }
        self.moves.truncate(start);
        best
    }
}

/// # Panics
///
/// On a class that is not there or an index that is a hole.
impl<C: Ord> Finished<C> for std::collections::BTreeMap<C, Vec<Option<Score>>> {
    fn value(&self, c: C, i: Index) -> Score {
        let values = self.get(&c).expect("smaller classes come first");
        values[i.0 as usize].expect("positions have values")
    }
}
