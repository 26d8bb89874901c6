//! A game made to trip searches up: the same position comes about after
//! different numbers of moves, a side may move several times in a row, and
//! ends and estimates are arbitrary.

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Bounds, Game, Payoff, Score, Side};
use tabia_kernel::search::Knowledge;
use tabia_kernel::symmetry::Symmetric;

/// Take one or two from one of three heaps. Everything else is decided by
/// lot: who moves in a position, where the game ends early, what ends are
/// worth. The lots are the same for heaps in any order.
#[derive(Clone, Debug)]
pub struct Heaps {
    pub lots: u64,
}

pub type State = [u8; 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    heap: u8,
    count: u8,
}

impl Heaps {
    fn lot(&self, s: &State, purpose: u64) -> u64 {
        let mut sorted = *s;
        sorted.sort_unstable();
        let [a, b, c] = sorted.map(u64::from);
        Seeded::new(self.lots ^ (a << 40 | b << 32 | c << 24 | purpose)).bits()
    }

    /// From -`limit` to `limit`.
    fn points(&self, s: &State, purpose: u64, limit: i16) -> i16 {
        (self.lot(s, purpose) % (2 * limit as u64 + 1)) as i16 - limit
    }
}

impl Game for Heaps {
    type State = State;
    type Move = Take;
    type Undo = ();
    type Key = [u8; 3];

    fn to_move(&self, s: &State) -> Side {
        Side::BOTH[(self.lot(s, 1) & 1) as usize]
    }

    fn payoff(&self, s: &State) -> Option<Payoff> {
        let over = *s == [0; 3] || self.lot(s, 2).is_multiple_of(16);
        over.then(|| Payoff::new(self.points(s, 3, 9)))
    }

    fn moves(&self, s: &State, out: &mut Vec<Take>) {
        for heap in 0..3 {
            for count in 1..=s[heap as usize].min(2) {
                out.push(Take { heap, count });
            }
        }
    }

    fn play(&self, s: &mut State, m: Take) {
        s[m.heap as usize] -= m.count;
    }

    fn undo(&self, s: &mut State, m: Take, (): ()) {
        s[m.heap as usize] += m.count;
    }

    fn key(&self, s: &State) -> [u8; 3] {
        *s
    }
}

const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

impl Symmetric for Heaps {
    type Map = [u8; 3];

    fn maps(&self) -> &[[u8; 3]] {
        &ORDERS
    }

    fn image(&self, s: &State, f: &[u8; 3]) -> State {
        let mut image = [0; 3];
        for heap in 0..3 {
            image[f[heap] as usize] = s[heap];
        }
        image
    }

    fn image_of_move(&self, m: Take, f: &[u8; 3]) -> Take {
        Take {
            heap: f[m.heap as usize],
            ..m
        }
    }

    fn preimage_of_move(&self, m: Take, f: &[u8; 3]) -> Take {
        let heap = f.iter().position(|&i| i == m.heap).expect("a permutation");
        Take {
            heap: heap as u8,
            ..m
        }
    }
}

/// Estimates by lot, and bounds that hold now and then.
#[derive(Clone, Debug)]
pub struct Lots(pub Heaps);

impl<G: Game<State = State>> Knowledge<G> for Lots {
    fn estimate(&self, _: &G, s: &State) -> Score {
        Score::new(self.0.points(s, 4, 6))
    }
}

/// The same with bounds on some positions, true or not: as long as they
/// depend on the position alone, searches have to agree on them.
#[derive(Clone, Debug)]
pub struct LotsWithBounds(pub Heaps);

impl<G: Game<State = State>> Knowledge<G> for LotsWithBounds {
    fn estimate(&self, _: &G, s: &State) -> Score {
        Score::new(self.0.points(s, 4, 6))
    }

    fn bounds(&self, _: &G, s: &State) -> Bounds {
        let middle = self.0.points(s, 6, 5);
        match self.0.lot(s, 5) % 8 {
            0 => Bounds::exact(Score::new(middle)),
            1 => Bounds::at_least(Score::new(middle)),
            2 => Bounds::at_most(Score::new(middle)),
            3 => Bounds {
                lo: Score::new(middle - 2),
                hi: Score::new(middle + 2),
            },
            _ => Bounds {
                lo: Score::new(-9),
                hi: Score::new(9),
            },
        }
    }
}
