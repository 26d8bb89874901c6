//! Tables in memory, for a search that asks millions of times.

use std::collections::BTreeMap;

use crate::dealing::{Dealings, MOST_CARDS};
use crate::layout::Hands;
use crate::outcomes::tricks;
use crate::ranks::LONGEST;
use crate::structure::{COLOURS, Group, Reading};
use crate::{Kind, Structure};

/// Tables of endings in memory.
///
/// Most rows have one outcome for all sets of cards, and the others a few: a
/// row is the list of its outcomes, and one number of as few bits as will do
/// for each column. All endings of up to nine cards take about 120 MB.
#[derive(Debug, Default)]
pub struct Tables {
    most: usize,
    /// By kind, then by the lengths of the colours, [`UNKNOWN`] where there
    /// is no table.
    numbers: BTreeMap<Kind, Vec<u16>>,
    packed: Vec<Packed>,
}

const UNKNOWN: u16 = u16::MAX;

/// The table of one structure.
#[derive(Debug)]
pub(crate) struct Packed {
    structure: Structure,
    groups: Vec<Group>,
    rows: Vec<Row>,
    /// The outcomes of each row, one row behind the other.
    outcomes: Vec<u8>,
    /// Which of them a column has, one row behind the other.
    choices: Vec<u64>,
}

/// Where the parts of a row are.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Its first outcome.
    outcomes: u32,
    /// Its first word of choices.
    choices: u32,
    /// Bits of a choice.
    bits: u8,
}

impl Packed {
    /// Packs the names of outcomes, row after row.
    pub(crate) fn new(structure: Structure, names: &[u8]) -> Packed {
        let mut packed = Packed {
            structure,
            groups: structure.groups(),
            rows: Vec::new(),
            outcomes: Vec::new(),
            choices: Vec::new(),
        };
        for names in names.chunks_exact(structure.sets() as usize) {
            let mut place = [0; 256];
            let mut seen = [false; 256];
            names
                .iter()
                .for_each(|&name| seen[usize::from(name)] = true);
            let first = packed.outcomes.len();
            for name in (0..=u8::MAX).filter(|&name| seen[usize::from(name)]) {
                place[usize::from(name)] = (packed.outcomes.len() - first) as u64;
                packed.outcomes.push(name);
            }
            let outcomes = packed.outcomes.len() - first;
            let bits = usize::BITS - (outcomes - 1).leading_zeros();
            packed.rows.push(Row {
                outcomes: first as u32,
                choices: packed.choices.len() as u32,
                bits: bits as u8,
            });
            if let Some(columns) = 64_u32.checked_div(bits) {
                // No choice is cut in two by the end of a word.
                for names in names.chunks(columns as usize) {
                    let word = names
                        .iter()
                        .rev()
                        .fold(0, |word, &name| word << bits | place[usize::from(name)]);
                    packed.choices.push(word);
                }
            }
        }
        packed
    }

    /// The name of the outcome at a place.
    #[inline]
    fn name(&self, row: usize, column: impl FnOnce() -> u64) -> u8 {
        let Row {
            outcomes,
            choices,
            bits,
        } = self.rows[row];
        let mut at = outcomes as usize;
        if let Some(columns) = 64_u64.checked_div(u64::from(bits)) {
            let column = column();
            let word = self.choices[choices as usize + (column / columns) as usize];
            let choice = word >> (column % columns * u64::from(bits));
            at += (choice & ((1 << bits) - 1)) as usize;
        }
        self.outcomes[at]
    }
}

impl Tables {
    /// Tables of up to so many cards.
    pub(crate) fn new(most: usize, tables: impl IntoIterator<Item = Packed>) -> Tables {
        let mut all = Tables {
            most,
            ..Tables::default()
        };
        for packed in tables {
            let code = code(packed.structure);
            let numbers = all.numbers.entry(packed.structure.kind()).or_default();
            if numbers.len() <= code {
                numbers.resize(code + 1, UNKNOWN);
            }
            numbers[code] = all.packed.len() as u16;
            all.packed.push(packed);
        }
        all
    }

    /// The most cards of an ending in them.
    #[must_use]
    pub fn most_cards(&self) -> usize {
        self.most
    }

    /// Bytes that they take, nearly.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bytes = |packed: &Packed| {
            size_of_val(&packed.rows[..])
                + size_of_val(&packed.outcomes[..])
                + size_of_val(&packed.choices[..])
        };
        self.packed.iter().map(bytes).sum()
    }

    /// What the declarer still takes; in null games 1 for a win. There must be
    /// a table: 3, 6 or 9 cards of a kind that was loaded.
    #[inline]
    pub(crate) fn value(&self, kind: Kind, hands: &Hands, leader: usize) -> i32 {
        let all = hands[0] | hands[1] | hands[2];
        let reading = Reading::new(kind, all);
        let structure = reading.structure;
        let number = self.numbers[&kind][code(structure)];
        let packed = &self.packed[usize::from(number)];
        // 1. Who holds what, as digits to base three.
        let mut dealing = 0;
        let mut weight = 1;
        for colour in 0..=kind.plain_suits() {
            let ranks = kind.ranks(colour);
            let mut left = all & (((1_u32 << ranks.longest()) - 1) << reading.begins[colour]);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let holder =
                    usize::from(hands[1] & bit != 0) + 2 * usize::from(hands[2] & bit != 0);
                dealing += weight * holder;
                weight *= 3;
            }
        }
        let row = 3 * Dealings::of(all.count_ones() as usize).at(dealing) + leader;
        // 2. Which tricks the declarer takes, and what they count.
        let name = packed.name(row, || structure.rank(&packed.groups, &reading.fillings));
        if kind == Kind::Null {
            return i32::from(name);
        }
        let mut taken = TAKEN[structure.cards() / 3][usize::from(name)];
        let mut points = 0;
        for colour in 0..COLOURS {
            let length = structure.length(colour);
            let filling = kind.ranks(colour).of_length(length);
            let filling = &filling[usize::from(reading.fillings[colour])].points;
            let mut of_colour = taken & ((1 << length) - 1);
            taken >>= length;
            while of_colour != 0 {
                points += i32::from(filling[of_colour.trailing_zeros() as usize % LONGEST]);
                of_colour &= of_colour - 1;
            }
        }
        points
    }
}

/// The lengths of the colours as one number.
#[inline]
fn code(structure: Structure) -> usize {
    // The last suit follows from the number of cards, but for one bit more.
    (0..COLOURS - 1).fold(structure.cards(), |code, colour| {
        code * (MOST_CARDS + 1) + structure.length(colour)
    })
}

/// The sets of cards that names stand for, of 0, 3, 6 and 9 cards.
static TAKEN: std::sync::LazyLock<[Vec<u32>; 4]> =
    std::sync::LazyLock::new(|| [0, 3, 6, 9].map(|cards| tricks(cards).collect()));
