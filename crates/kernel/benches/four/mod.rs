//! Four in a row on seven columns of six, a game large enough to measure.

use tabia_kernel::rules::{Game, Payoff, Score, Side, Via};
use tabia_kernel::search::Knowledge;
use tabia_kernel::symmetry::Symmetric;

pub(crate) struct Four;

/// Seven bits a column, the top one always empty. `own` are the stones of
/// the side to move.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    own: u64,
    all: u64,
    to_move: Side,
}

impl Position {
    pub(crate) const EMPTY: Position = Position {
        own: 0,
        all: 0,
        to_move: Side::First,
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Column(u8);

const BOTTOM: u64 = 0x0000_0408_1020_4081;
const COLUMN: u64 = 0x3f;

fn has_four(stones: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for Four {
    type State = Position;
    type Move = Column;
    type Undo = Position;
    type Key = u64;

    fn to_move(&self, s: &Position) -> Side {
        s.to_move
    }

    fn payoff(&self, s: &Position) -> Option<Payoff> {
        if has_four(s.own ^ s.all) {
            Some(Payoff::new(match s.to_move {
                Side::First => -1_000,
                Side::Second => 1_000,
            }))
        } else {
            (s.all == BOTTOM * COLUMN).then_some(Payoff::DRAW)
        }
    }

    fn moves(&self, s: &Position, out: &mut Vec<Column>) {
        // The middle first.
        for c in [3, 2, 4, 1, 5, 0, 6] {
            if s.all >> (7 * c + 5) & 1 == 0 {
                out.push(Column(c));
            }
        }
    }

    fn play(&self, s: &mut Position, m: Column) -> Position {
        let before = s.clone();
        s.own ^= s.all;
        s.all |= s.all + (1 << (7 * m.0));
        s.to_move = s.to_move.other();
        before
    }

    fn undo(&self, s: &mut Position, _: Column, before: Position) {
        *s = before;
    }

    fn key(&self, s: &Position) -> u64 {
        s.own + s.all + BOTTOM
    }
}

fn mirrored(stones: u64) -> u64 {
    (0..7).fold(0, |image, c| {
        image | (stones >> (7 * c) & 0x7f) << (7 * (6 - c))
    })
}

impl Symmetric for Four {
    type Map = bool;

    fn maps(&self) -> &[bool] {
        &[false, true]
    }

    fn image(&self, s: &Position, &mirror: &bool) -> Position {
        match mirror {
            false => s.clone(),
            true => Position {
                own: mirrored(s.own),
                all: mirrored(s.all),
                to_move: s.to_move,
            },
        }
    }

    fn image_of_move(&self, m: Column, &mirror: &bool) -> Column {
        if mirror { Column(6 - m.0) } else { m }
    }

    fn preimage_of_move(&self, m: Column, mirror: &bool) -> Column {
        self.image_of_move(m, mirror)
    }

    fn folded_key(&self, s: &Position) -> (u64, Via) {
        let key = self.key(s);
        let image = mirrored(key);
        if image < key {
            (image, Via(1))
        } else {
            (key, Via::ITSELF)
        }
    }
}

/// Estimates by stones near the middle.
#[derive(Clone)]
pub(crate) struct Centre;

impl<G: Game<State = Position>> Knowledge<G> for Centre {
    fn estimate(&self, _: &G, s: &Position) -> Score {
        let worth = |stones: u64| {
            let near = (stones & 0x3f << 21).count_ones() * 2
                + (stones & (0x3f << 14 | 0x3f << 28)).count_ones();
            near as i16
        };
        Score::new(worth(s.own) - worth(s.own ^ s.all))
    }
}
