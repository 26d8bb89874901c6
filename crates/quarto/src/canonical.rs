//! The fast canonical form: one exact key for each class of equivalent
//! positions.
//!
//! Equivalent means: the one becomes the other by a permutation of the cells
//! that keeps the lines, an order of the properties and a complement of some.
//! Trying all 12,288 combinations, as the paper does, costs tens of
//! microseconds. Here the cells come first: for each set of occupied cells it
//! is known beforehand which permutations make it least. Usually there is one,
//! seldom more than a few. For each of them
//!
//! 1. the four property masks are permuted by byte-wise tables;
//! 2. a property that the first piece has is complemented, so the first cell's
//!    bit is always 0 and its place is free for the bit of the piece in hand;
//! 3. the four masks are sorted.
//!
//! Steps 2 and 3 are a normal form of complements and orders, so the least
//! result over the permutations of step 1 is one of the class. Squeezed to the
//! occupied cells it takes four bits for each piece placed.

mod way;

pub use way::Way;

use crate::symmetries::cell_maps;
use crate::{Piece, Pieces, Position, Rules, Shape, Square};
use std::sync::OnceLock;

/// One bit in each of the four 16-bit lanes.
const LANES: u64 = 0x0001_0001_0001_0001;

/// The bits of a piece, one in each lane.
pub(crate) const SPREAD: [u64; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let b = bits as u64;
        table[bits] = b & 1 | (b & 2) << 15 | (b & 4) << 30 | (b & 8) << 45;
        bits += 1;
    }
    table
};

/// An exact name of a class of equivalent positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassKey {
    /// Which set of occupied cells, up to symmetry, and whether a piece is in
    /// hand.
    pub cells: u16,
    /// The property masks squeezed to the occupied cells.
    pub pieces: u64,
}

impl ClassKey {
    /// The key in one word, exact for at most twelve placed.
    pub(crate) fn packed(self) -> u64 {
        debug_assert!(self.pieces >> 48 == 0, "more than twelve placed");
        u64::from(self.cells) << 48 | self.pieces
    }

    /// The key that was packed.
    pub(crate) fn unpack(word: u64) -> ClassKey {
        ClassKey {
            cells: (word >> 48) as u16,
            pieces: word & ((1 << 48) - 1),
        }
    }
}

/// How to normalise one set of occupied cells.
#[derive(Clone, Copy)]
struct Normaliser {
    /// The least image, in each lane.
    least: u64,
    /// Number of this class of cell sets, from 0, over all sizes.
    class: u16,
    /// The cell of the least image whose bit makes room for the hand's.
    first: u8,
    /// Maps that lead to the least image: `maps[start..][..count]`.
    count: u8,
    start: u32,
}

/// Tables of the canonical form for one shape.
pub struct Canonical {
    normalisers: Vec<Normaliser>,
    /// For each map, images of the low and of the high byte.
    images: Vec<[[u16; 256]; 2]>,
    /// Numbers of maps, as `Normaliser` refers to them.
    maps: Vec<u8>,
    /// The least set of cells of each class of them.
    least_cells: Vec<u16>,
    counted: u8,
    squeeze: fn(u64, u64) -> u64,
}

impl Canonical {
    /// The tables for `rules`, built once for each shape and number of
    /// properties in about ten milliseconds.
    pub fn of(rules: &Rules) -> &'static Canonical {
        static TABLES: [OnceLock<Canonical>; 12] = [const { OnceLock::new() }; 12];
        let shape = match rules.shape() {
            Shape::Lines => 0,
            Shape::Squares => 1,
            Shape::Torus => 2,
        };
        let slot = shape * 4 + usize::from(rules.properties()) - 1;
        TABLES[slot].get_or_init(|| Canonical::new(rules))
    }

    fn new(rules: &Rules) -> Canonical {
        let cell_maps = cell_maps(rules);
        let images: Vec<[[u16; 256]; 2]> = cell_maps
            .iter()
            .map(|map| {
                [0, 8].map(|shift| {
                    std::array::from_fn(|byte| {
                        (0..8)
                            .filter(|bit| byte >> bit & 1 != 0)
                            .fold(0, |mask, bit| mask | 1 << map[bit + shift])
                    })
                })
            })
            .collect();
        let image = |map: usize, mask: u16| {
            images[map][0][usize::from(mask & 0xff)] | images[map][1][usize::from(mask >> 8)]
        };
        let target = |map: usize, cell: usize| u64::from(image(map, 1 << cell).trailing_zeros());
        let mut class_of_least = vec![u16::MAX; 1 << 16];
        let mut least_cells: Vec<u16> = Vec::new();
        let mut maps = Vec::new();
        let normalisers = (0..=u16::MAX)
            .map(|occupied| {
                let least = (0..images.len()).map(|map| image(map, occupied)).min();
                let least = least.expect("the identity is a symmetry");
                let start = maps.len();
                // Of maps that move the occupied cells alike one is enough.
                let mut actions = Vec::new();
                for map in (0..images.len()).filter(|&map| image(map, occupied) == least) {
                    let action = (0..16)
                        .filter(|cell| occupied >> cell & 1 != 0)
                        .fold(0u64, |action, cell| action << 4 | target(map, cell));
                    if !actions.contains(&action) {
                        actions.push(action);
                        maps.push(map as u8);
                    }
                }
                if class_of_least[usize::from(least)] == u16::MAX {
                    class_of_least[usize::from(least)] = least_cells.len() as u16;
                    least_cells.push(least);
                }
                Normaliser {
                    least: u64::from(least) * LANES,
                    class: class_of_least[usize::from(least)],
                    first: least.trailing_zeros().min(15) as u8,
                    count: (maps.len() - start) as u8,
                    start: start as u32,
                }
            })
            .collect();
        Canonical {
            normalisers,
            images,
            maps,
            least_cells,
            counted: rules.counted(),
            squeeze: best_squeeze(),
        }
    }

    /// The class of `position`.
    pub fn class(&self, position: &Position) -> ClassKey {
        let lanes = (0..4).fold(0, |lanes, property| {
            lanes | u64::from(position.with_property(property)) << (16 * property)
        });
        let (class, pieces) = self.normal_form(position.occupied(), lanes, position.hand());
        ClassKey {
            cells: class << 1 | u16::from(position.hand().is_some()),
            pieces,
        }
    }

    /// The position that stands for a class of this rule set: the one that
    /// all of the class become by [`class`](Canonical::class).
    pub fn representative(&self, key: ClassKey) -> Position {
        let cells = self.least_cells[usize::from(key.cells >> 1)];
        let lanes = spread_out(key.pieces, u64::from(cells) * LANES);
        // Lanes of properties that do not count are 0 and sorted first.
        let lanes = lanes >> (16 * (4 - self.counted.count_ones()));
        let bits_at = |cell: u32| {
            (0..4).fold(0, |bits, lane| {
                bits | ((lanes >> (16 * lane + cell)) as u8 & 1) << lane
            })
        };
        // The first cell's place holds the bits of the hand; its own are 0.
        let first = cells.trailing_zeros();
        let mut position = Position::EMPTY;
        let mut free = Pieces::ALL;
        let mut take = |bits: u8| {
            let piece = free
                .into_iter()
                .find(|piece| (piece.bits() ^ bits) & self.counted == 0)
                .expect("a key of this rule set");
            free = free.without(piece);
            piece
        };
        for cell in (0..16).filter(|cell| cells >> cell & 1 != 0) {
            let bits = if cell == first { 0 } else { bits_at(cell) };
            position.put(Square::new(cell as u8), take(bits));
        }
        if key.cells & 1 != 0 {
            position.give(take(if cells == 0 { 0 } else { bits_at(first) }));
        }
        position
    }

    /// The class of the occupied cells and the sorted, squeezed masks.
    ///
    /// `lanes` holds the four property masks, sixteen bits each. The two
    /// together are exact; `class` is below 2^12 and the masks take four bits
    /// for each piece placed, at least one of which is free.
    #[inline]
    pub fn normal_form(&self, occupied: u16, lanes: u64, hand: Option<Piece>) -> (u16, u64) {
        let counted = SPREAD[usize::from(self.counted)];
        let lanes = lanes & (counted * 0xffff);
        // Without a piece in hand its place stays 0.
        let (hand, holds) = match hand {
            Some(piece) => (SPREAD[piece.index()] & counted, LANES),
            None => (0, 0),
        };
        let normaliser = self.normalisers[usize::from(occupied)];
        let maps = &self.maps[normaliser.start as usize..][..usize::from(normaliser.count)];
        let mut least = u64::MAX;
        for &map in maps {
            let [low, high] = &self.images[usize::from(map)];
            let lane = |i: u32| {
                u64::from(low[(lanes >> (16 * i)) as usize & 0xff])
                    | u64::from(high[(lanes >> (16 * i + 8)) as usize & 0xff])
            };
            let image = lane(0) | lane(1) << 16 | lane(2) << 32 | lane(3) << 48;
            let with_first = image >> normaliser.first & LANES;
            let flipped = image ^ ((with_first * 0xffff) & normaliser.least);
            let marked = flipped | ((hand ^ with_first) & holds) << normaliser.first;
            least = least.min(sort_lanes(marked));
        }
        (normaliser.class, (self.squeeze)(least, normaliser.least))
    }
}

/// Sorts four 16-bit lanes, the least one lowest.
#[inline(always)]
fn sort_lanes(lanes: u64) -> u64 {
    let [a, b, c, d] = [0, 16, 32, 48].map(|shift| (lanes >> shift) as u16);
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    let (b, c) = (b.min(c), b.max(c));
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// Puts the lowest bits of `word` where `mask` has its bits.
fn spread_out(word: u64, mask: u64) -> u64 {
    let (mut rest, mut result, mut place) = (mask, 0, 0);
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        if word >> place & 1 != 0 {
            result |= bit;
        }
        place += 1;
        rest ^= bit;
    }
    result
}

/// Gathers the bits of `word` under `mask`, lowest first.
fn squeeze_portable(word: u64, mask: u64) -> u64 {
    let (mut rest, mut result, mut place) = (mask, 0, 0);
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        result |= u64::from(word & bit != 0) << place;
        place += 1;
        rest ^= bit;
    }
    result
}

#[cfg(target_arch = "x86_64")]
fn best_squeeze() -> fn(u64, u64) -> u64 {
    #[target_feature(enable = "bmi2")]
    fn with_pext(word: u64, mask: u64) -> u64 {
        std::arch::x86_64::_pext_u64(word, mask)
    }
    fn checked(word: u64, mask: u64) -> u64 {
        // SAFETY: chosen below only where the processor has BMI2.
        unsafe { with_pext(word, mask) }
    }
    if std::arch::is_x86_feature_detected!("bmi2") {
        checked
    } else {
        squeeze_portable
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn best_squeeze() -> fn(u64, u64) -> u64 {
    squeeze_portable
}
