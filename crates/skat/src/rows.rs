//! Solving a structure row by row: every set of cards at once.
//!
//! A row is one way to hold the cards of a structure and to lead. Which cards
//! may be played and who takes the trick is the same in all its columns; only
//! the points differ. So the tricks of a row are listed once and each is
//! played in all columns together, in loops over bytes.

use std::sync::LazyLock;

use crate::dealing::{Dealings, Holders, MOST_CARDS};
use crate::ranks::LONGEST;
use crate::structure::{COLOURS, Fillings};
use crate::{Kind, Structure};

/// Columns that are looked at together: the buffers stay in the nearest cache.
const TOGETHER: usize = 2_048;

/// The values of a structure in all orders of suits of one length, so that a
/// trick leads to a row and a column that do not depend on each other.
///
/// A value is what the declarer still takes; in null games 1 if nothing.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    structure: Structure,
    columns: usize,
    values: Vec<u8>,
}

impl Ordered {
    /// The end of the game: nobody holds anything.
    pub(crate) fn end(kind: Kind) -> &'static Ordered {
        static ENDS: LazyLock<[Ordered; 3]> = LazyLock::new(|| {
            Kind::ALL.map(|kind| Ordered {
                structure: Structure::with_lengths(kind, [0; COLOURS]),
                columns: 1,
                values: vec![u8::from(kind == Kind::Null); 3],
            })
        });
        &ENDS[kind as usize]
    }

    /// From the values of sorted columns, row after row.
    pub(crate) fn new(structure: Structure, sorted: &[u8]) -> Ordered {
        let dealings = Dealings::of(structure.cards());
        let groups = structure.groups();
        let (sets, fillings) = (structure.sets() as usize, ordered(structure));
        let columns = fillings.len();
        let mut values = vec![0; dealings.rows() * columns];
        for (column, fillings) in fillings.iter().enumerate() {
            // Sort the suits of each length, and let their holders follow.
            let mut order: [usize; COLOURS] = [0, 1, 2, 3, 4];
            for group in &groups {
                order[group.first..][..group.colours]
                    .sort_by_key(|&colour| std::cmp::Reverse(fillings[colour]));
            }
            let from = structure.rank(&groups, &order.map(|colour| fillings[colour])) as usize;
            for (at, holders) in dealings.all().iter().enumerate() {
                let row = dealings.number(&reordered(structure, holders, &order));
                for leader in 0..3 {
                    values[(3 * at + leader) * columns + column] =
                        sorted[(3 * row + leader) * sets + from];
                }
            }
        }
        Ordered {
            structure,
            columns,
            values,
        }
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.values[row * self.columns..][..self.columns]
    }
}

/// All fillings, whatever the order of suits of one length: the last colour
/// changes fastest.
fn ordered(structure: Structure) -> Vec<Fillings> {
    let mut all = vec![[0; COLOURS]];
    for colour in 0..COLOURS {
        let choices = choices(structure, colour);
        all = all
            .into_iter()
            .flat_map(|fillings| {
                (0..choices).map(move |number| {
                    let mut fillings = fillings;
                    fillings[colour] = number as u8;
                    fillings
                })
            })
            .collect();
    }
    all
}

fn choices(structure: Structure, colour: usize) -> usize {
    let ranks = structure.kind().ranks(colour);
    ranks.of_length(structure.length(colour)).len()
}

/// The holders when the suits stand in another order.
fn reordered(structure: Structure, holders: &Holders, order: &[usize; COLOURS]) -> Holders {
    let begins = begins(structure);
    let mut result = [0; MOST_CARDS];
    let mut at = 0;
    for &colour in order {
        let length = structure.length(colour);
        result[at..at + length].copy_from_slice(&holders[begins[colour]..][..length]);
        at += length;
    }
    result
}

/// Where the cards of each colour begin.
fn begins(structure: Structure) -> [usize; COLOURS] {
    let mut at = 0;
    [0, 1, 2, 3, 4].map(|colour| {
        let begin = at;
        at += structure.length(colour);
        begin
    })
}

/// A structure about to be solved.
pub(crate) struct Solving<'a> {
    structure: Structure,
    columns: usize,
    /// The colour of each card.
    colour: [usize; MOST_CARDS],
    /// What becomes of the structure by the cards that go, as bits.
    removals: Vec<Option<Removal<'a>>>,
}

/// Three cards that go.
struct Removal<'a> {
    child: &'a Ordered,
    /// The place of each card that stays.
    place: [u8; MOST_CARDS],
    /// For each column, that of the child.
    column: Vec<u16>,
    /// For each column, what the three cards count.
    points: Vec<u8>,
}

impl<'a> Solving<'a> {
    /// Gets ready; `child` finds the values of the structures that tricks
    /// leave.
    pub(crate) fn new(
        structure: Structure,
        child: impl Fn(Structure) -> &'a Ordered,
    ) -> Solving<'a> {
        let cards = structure.cards();
        let fillings = structure.fillings();
        let begins = begins(structure);
        let mut colour = [0; MOST_CARDS];
        for (at, colour) in colour[..cards].iter_mut().enumerate() {
            let begun = |&c: &usize| begins[c] <= at && structure.length(c) > 0;
            *colour = (0..COLOURS).rev().find(begun).expect("a card has a colour");
        }
        let removals = (0..1_u16 << cards)
            .map(|gone| {
                (gone.count_ones() == 3)
                    .then(|| removal(structure, &fillings, &begins, gone, &child))
            })
            .collect();
        Solving {
            structure,
            columns: fillings.len(),
            colour,
            removals,
        }
    }

    /// How many sets of cards there are.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The values of one row in all columns.
    pub(crate) fn row(&self, row: usize, values: &mut [u8]) {
        let holders = &Dealings::of(self.structure.cards()).all()[row / 3];
        let tricks = self.tricks(holders, row % 3);
        let null = self.structure.kind() == Kind::Null;
        for (start, values) in (0..).step_by(TOGETHER).zip(values.chunks_mut(TOGETHER)) {
            let mut third = [0; TOGETHER];
            let mut second = [0; TOGETHER];
            let third = &mut third[..values.len()];
            let second = &mut second[..values.len()];
            let players = [0, 1, 2].map(|place| (row % 3 + place) % 3);
            values.fill(worst(players[0]));
            for leads in tricks.chunk_by(|a, b| a.cards[0] == b.cards[0]) {
                second.fill(worst(players[1]));
                for follows in leads.chunk_by(|a, b| a.cards[1] == b.cards[1]) {
                    third.fill(worst(players[2]));
                    for trick in follows {
                        self.play(trick, start, players[2] == 0, null, third);
                    }
                    meet(second, third, players[1] == 0);
                }
                meet(values, second, players[0] == 0);
            }
        }
    }

    /// Takes what a trick brings into account.
    fn play(&self, trick: &Trick, start: usize, max: bool, null: bool, values: &mut [u8]) {
        let removal = self.removals[usize::from(trick.gone)].as_ref();
        let removal = removal.expect("three cards");
        let columns = start..start + values.len();
        let declarer = trick.winner == 0;
        if null && declarer {
            // A trick for the declarer loses at once: nothing is worse.
            if !max {
                values.fill(0);
            }
            return;
        }
        let row = removal.child.row(trick.row);
        let (column, points) = (&removal.column[columns.clone()], &removal.points[columns]);
        match (max, declarer) {
            (true, true) => gather::<true, true>(values, row, column, points),
            (true, false) => gather::<true, false>(values, row, column, points),
            (false, true) => gather::<false, true>(values, row, column, points),
            (false, false) => gather::<false, false>(values, row, column, points),
        }
    }

    /// The legal tricks of a row, by the first card, then by the second.
    fn tricks(&self, holders: &Holders, leader: usize) -> Vec<Trick> {
        let cards = self.structure.cards();
        let held = |player: usize| (0..cards).filter(move |&at| usize::from(holders[at]) == player);
        let playable = |player: usize, led: usize| {
            let colour = self.colour[led];
            let follows = held(player).any(|at| self.colour[at] == colour);
            held(player).filter(move |&at| !follows || self.colour[at] == colour)
        };
        let (next, last) = ((leader + 1) % 3, (leader + 2) % 3);
        let mut tricks = Vec::new();
        for first in held(leader) {
            for second in playable(next, first) {
                for third in playable(last, first) {
                    let mut best = (first, leader);
                    for (card, player) in [(second, next), (third, last)] {
                        if self.beats(card, best.0) {
                            best = (card, player);
                        }
                    }
                    let gone = 1 << first | 1 << second | 1 << third;
                    tricks.push(Trick {
                        cards: [first, second],
                        gone,
                        winner: best.1,
                        row: self.row_after(holders, gone, best.1),
                    });
                }
            }
        }
        tricks
    }

    fn beats(&self, card: usize, best: usize) -> bool {
        match self.colour[card] == self.colour[best] {
            true => card > best,
            // Null games have no colour 0.
            false => self.colour[card] == 0,
        }
    }

    /// The row of the child after a trick.
    fn row_after(&self, holders: &Holders, gone: u16, winner: usize) -> usize {
        let removal = self.removals[usize::from(gone)].as_ref();
        let removal = removal.expect("three cards");
        let mut left = [0; MOST_CARDS];
        for at in (0..self.structure.cards()).filter(|at| gone >> at & 1 == 0) {
            left[usize::from(removal.place[at])] = holders[at];
        }
        3 * Dealings::of(self.structure.cards() - 3).number(&left) + winner
    }
}

/// What becomes of a structure when three of its cards go.
fn removal<'a>(
    structure: Structure,
    fillings: &[Fillings],
    begins: &[usize; COLOURS],
    gone: u16,
    child: &impl Fn(Structure) -> &'a Ordered,
) -> Removal<'a> {
    let kind = structure.kind();
    let of_colour =
        |colour: usize| u32::from(gone) >> begins[colour] & ((1 << structure.length(colour)) - 1);
    let left = [0, 1, 2, 3, 4].map(|c| structure.length(c) - of_colour(c).count_ones() as usize);
    // The plain suits of the child, the longest first, else in our order.
    let mut order: [usize; COLOURS] = [0, 1, 2, 3, 4];
    order[1..=kind.plain_suits()].sort_by_key(|&colour| std::cmp::Reverse(left[colour]));
    let smaller = Structure::with_lengths(kind, order.map(|colour| left[colour]));
    let child = child(smaller);
    let mut place = [0; MOST_CARDS];
    let mut at = 0;
    for &colour in &order {
        let cards = begins[colour]..begins[colour] + structure.length(colour);
        for card in cards.filter(|card| gone >> card & 1 == 0) {
            place[card] = at;
            at += 1;
        }
    }
    let mut column = Vec::with_capacity(fillings.len());
    let mut points = Vec::with_capacity(fillings.len());
    for fillings in fillings {
        let mut sum = 0;
        let mut numbers = *fillings;
        for colour in 0..COLOURS {
            let ranks = kind.ranks(colour);
            let mut length = structure.length(colour);
            let filling = &ranks.of_length(length)[usize::from(fillings[colour])];
            // From the top, so that the places below stay what they are.
            for card in (0..LONGEST)
                .rev()
                .filter(|card| of_colour(colour) >> card & 1 == 1)
            {
                sum += filling.points[card];
                numbers[colour] = ranks.without(length, numbers[colour], card);
                length -= 1;
            }
        }
        let to = order.iter().fold(0, |to, &colour| {
            let choices = kind.ranks(colour).of_length(left[colour]).len();
            to * choices + usize::from(numbers[colour])
        });
        column.push(u16::try_from(to).expect("six cards have few sets"));
        points.push(sum);
    }
    debug_assert_eq!(child.structure, smaller);
    Removal {
        child,
        place,
        column,
        points,
    }
}

/// A trick and where it leads.
struct Trick {
    /// The first and the second card.
    cards: [usize; 2],
    /// All three, as bits.
    gone: u16,
    winner: usize,
    /// The row of the child.
    row: usize,
}

/// What a player has who has not looked at any card yet.
fn worst(player: usize) -> u8 {
    if player == 0 { 0 } else { u8::MAX }
}

/// Lets the player choose between what he has and another card.
fn meet(values: &mut [u8], others: &[u8], max: bool) {
    for (value, &other) in values.iter_mut().zip(others) {
        *value = if max {
            other.max(*value)
        } else {
            other.min(*value)
        };
    }
}

/// The same for a trick that leads to a row of another structure.
#[inline]
fn gather<const MAX: bool, const TAKEN: bool>(
    values: &mut [u8],
    row: &[u8],
    column: &[u16],
    points: &[u8],
) {
    for ((value, &column), &points) in values.iter_mut().zip(column).zip(points) {
        let mut new = row[usize::from(column)];
        if TAKEN {
            new += points;
        }
        *value = if MAX {
            new.max(*value)
        } else {
            new.min(*value)
        };
    }
}
