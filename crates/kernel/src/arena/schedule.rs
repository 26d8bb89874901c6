//! Who plays whom, from which opening, with which side.

use serde::{Deserialize, Serialize};

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pairing {
    /// The player who begins.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Which opening. Both games of a pair have the same.
    pub opening: usize,
}

/// Everybody plays everybody, `pairs` pairs of games each. A round goes
/// through all meetings once, so that a tournament stopped early has compared
/// everybody.
///
/// ```
/// use tabia_kernel::arena::schedule;
/// let games = schedule::round_robin(3, 2);
/// assert_eq!(games.len(), 3 * 2 * 2);
/// assert_eq!((games[0].first, games[0].second), (games[1].second, games[1].first));
/// assert_eq!(games[0].opening, games[1].opening);
/// ```
#[must_use]
pub fn round_robin(players: usize, pairs: usize) -> Vec<Pairing> {
    let meetings: Vec<(usize, usize)> = (0..players)
        .flat_map(|i| (i + 1..players).map(move |j| (i, j)))
        .collect();
    paired(&meetings, pairs)
}

/// Each of the first `candidates` players plays everybody after them.
#[must_use]
pub fn gauntlet(candidates: usize, players: usize, pairs: usize) -> Vec<Pairing> {
    let meetings: Vec<(usize, usize)> = (0..candidates)
        .flat_map(|i| (candidates..players).map(move |j| (i, j)))
        .collect();
    paired(&meetings, pairs)
}

/// Games of these meetings, in pairs with sides exchanged. All meetings of a
/// round have one opening.
fn paired(meetings: &[(usize, usize)], pairs: usize) -> Vec<Pairing> {
    let mut games = Vec::with_capacity(2 * pairs * meetings.len());
    for opening in 0..pairs {
        for &(a, b) in meetings {
            for (first, second) in [(a, b), (b, a)] {
                games.push(Pairing {
                    first,
                    second,
                    opening,
                });
            }
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_both_sides_of_every_opening_against_everybody() {
        let games = round_robin(5, 3);
        for i in 0..5 {
            for j in (0..5).filter(|&j| j != i) {
                let mut openings: Vec<usize> = games
                    .iter()
                    .filter(|g| (g.first, g.second) == (i, j))
                    .map(|g| g.opening)
                    .collect();
                openings.sort_unstable();
                assert_eq!(openings, [0, 1, 2]);
            }
        }
    }

    #[test]
    fn a_gauntlet_leaves_the_pool_alone() {
        let games = gauntlet(2, 6, 4);
        assert_eq!(games.len(), 2 * 4 * 4 * 2);
        let inside = |p: usize| p < 2;
        assert!(games.iter().all(|g| inside(g.first) != inside(g.second)));
    }
}
