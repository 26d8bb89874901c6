//! The way of moves from a position to the one its class key stands for, and
//! back.

use super::{Canonical, LANES, SPREAD};
use crate::{Move, Piece, Pieces, Position, Square};

/// How the moves of a position are carried to the representative of the fast
/// canonical form: placements by where the cells go, gifts by what the pieces
/// become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A piece is in hand: the number of a cell map.
    Placing {
        /// The number of the map.
        map: u8,
    },
    /// A piece has to be given.
    Giving {
        /// Properties whose two values are swapped.
        flip: u8,
        /// Where each property then goes, two bits each.
        places: u8,
        /// The pieces that can be given.
        remaining: Pieces,
    },
}

/// Marks the ways of gifts among packed ways.
const GIVING: u32 = 1 << 31;

impl Way {
    /// The way in one word.
    #[inline]
    pub fn packed(self) -> u32 {
        match self {
            Way::Placing { map } => u32::from(map),
            Way::Giving {
                flip,
                places,
                remaining,
            } => {
                let properties = u32::from(flip) | u32::from(places) << 4;
                GIVING | properties << 16 | u32::from(remaining.0)
            }
        }
    }

    /// The way that was packed.
    #[inline]
    pub fn unpack(word: u32) -> Way {
        if word & GIVING == 0 {
            return Way::Placing { map: word as u8 };
        }
        Way::Giving {
            flip: (word >> 16) as u8 & 0b1111,
            places: (word >> 20) as u8,
            remaining: Pieces(word as u16),
        }
    }
}

impl Canonical {
    /// The class of `position`, as [`normal_form`](Canonical::normal_form)
    /// gives it, and the way of its moves to the representative.
    #[inline]
    pub(crate) fn normal_form_and_way(&self, position: &Position) -> (u16, u64, Way) {
        let counted = SPREAD[usize::from(self.counted)];
        let lanes = (0..4).fold(0, |lanes, property| {
            lanes | u64::from(position.with_property(property)) << (16 * property)
        }) & (counted * 0xffff);
        let (hand, holds) = match position.hand() {
            Some(piece) => (SPREAD[piece.index()] & counted, LANES),
            None => (0, 0),
        };
        let normaliser = self.normalisers[usize::from(position.occupied())];
        let maps = &self.maps[normaliser.start as usize..][..usize::from(normaliser.count)];
        // Of several maps to the same least form any will do; the first is
        // taken, so that the way depends on the position alone.
        let mut least = u64::MAX;
        let mut way = (0, 0, 0);
        for &map in maps {
            let [low, high] = &self.images[usize::from(map)];
            let lane = |i: u32| {
                u64::from(low[(lanes >> (16 * i)) as usize & 0xff])
                    | u64::from(high[(lanes >> (16 * i + 8)) as usize & 0xff])
            };
            let image = lane(0) | lane(1) << 16 | lane(2) << 32 | lane(3) << 48;
            let with_first = (image >> normaliser.first) & LANES;
            let flipped = image ^ ((with_first * 0xffff) & normaliser.least);
            let marked = flipped | ((hand ^ with_first) & holds) << normaliser.first;
            let (sorted, places) = sort_lanes_with_places(marked);
            if sorted < least {
                least = sorted;
                way = (map, with_first, places);
            }
        }
        let (map, with_first, places) = way;
        let way = match position.hand() {
            Some(_) => Way::Placing { map },
            None => Way::Giving {
                flip: gather(with_first),
                places,
                remaining: position.remaining(),
            },
        };
        (
            normaliser.class,
            (self.squeeze)(least, normaliser.least),
            way,
        )
    }

    /// The move of the representative that corresponds to `turn`.
    #[inline]
    pub(crate) fn stored_move(&self, turn: Move, way: Way) -> Move {
        match (turn, way) {
            (Move::Place(square), Way::Placing { map }) => {
                Move::Place(Square::new(self.image_of_cell(map, square.index())))
            }
            (Move::Give(piece), Way::Giving { flip, places, .. }) => {
                let bits = (piece.bits() ^ flip) & self.counted;
                let image = (0..4).fold(0, |image, property| {
                    image | (bits >> property & 1) << (places >> (2 * property) & 0b11)
                });
                Move::Give(Piece::new(image))
            }
            _ => unreachable!("placements are stored while placing, gifts while giving"),
        }
    }

    /// The move that corresponds to the representative's move `turn`. Where
    /// several remaining pieces are alike in the counted properties it is the
    /// first of them that is given.
    #[inline]
    pub(crate) fn recalled_move(&self, turn: Move, way: Way) -> Move {
        match (turn, way) {
            (Move::Place(square), Way::Placing { map }) => {
                let target = square.index() as u8;
                let source = (0..16).find(|&cell| self.image_of_cell(map, cell) == target);
                Move::Place(Square::new(source.expect("maps are permutations") as u8))
            }
            (
                Move::Give(piece),
                Way::Giving {
                    flip,
                    places,
                    remaining,
                },
            ) => {
                let bits = (0..4).fold(0, |bits, property| {
                    bits | (piece.bits() >> (places >> (2 * property) & 0b11) & 1) << property
                }) ^ flip;
                let mut alike = remaining.filter(|piece| (piece.bits() ^ bits) & self.counted == 0);
                Move::Give(alike.next().expect("equivalent positions have like pieces"))
            }
            _ => unreachable!("placements are stored while placing, gifts while giving"),
        }
    }

    fn image_of_cell(&self, map: u8, cell: usize) -> u8 {
        let mask = self.images[usize::from(map)][cell / 8][1 << (cell % 8)];
        mask.trailing_zeros() as u8
    }
}

/// Sorts four 16-bit lanes, the least one lowest, and says where each went,
/// two bits each.
#[inline(always)]
fn sort_lanes_with_places(lanes: u64) -> (u64, u8) {
    // The number of the lane breaks ties, so the sort is stable.
    let tagged = |i: u32| ((lanes >> (16 * i)) as u32 & 0xffff) << 2 | i;
    let [a, b, c, d] = [tagged(0), tagged(1), tagged(2), tagged(3)];
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    let (b, c) = (b.min(c), b.max(c));
    let value = |tagged: u32| u64::from(tagged >> 2);
    let sorted = value(a) | value(b) << 16 | value(c) << 32 | value(d) << 48;
    // The lane now lowest goes to place 0, and so on: the inverse of a list
    // of tags.
    let place = |tagged: u32, place: u8| place << (2 * (tagged & 0b11));
    let places = place(b, 1) | place(c, 2) | place(d, 3);
    (sorted, places)
}

/// One bit of each lane, the first lane's lowest.
fn gather(lanes: u64) -> u8 {
    (lanes | lanes >> 15 | lanes >> 30 | lanes >> 45) as u8 & 0b1111
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_class_is_that_of_the_plain_normal_form() {
        let seed = 0x3a9;
        for rules in testing::all_rules() {
            let canonical = Canonical::of(&rules);
            for position in testing::random_positions(&rules, 60, seed) {
                let (class, pieces, way) = canonical.normal_form_and_way(&position);
                let key = canonical.class(&position);
                let holds = u16::from(position.hand().is_some());
                assert_eq!(
                    (class << 1 | holds, pieces),
                    (key.cells, key.pieces),
                    "{position} under {rules}, seed {seed:#x}"
                );
                assert_eq!(Way::unpack(way.packed()), way);
            }
        }
    }

    #[test]
    fn equivalent_positions_recall_equivalent_moves() {
        let seed = 0x3aa;
        let mut random = tabia_kernel::random::Seeded::new(seed);
        for rules in testing::all_rules() {
            let canonical = Canonical::of(&rules);
            let symmetries = crate::symmetries::Symmetries::of(&rules);
            for position in testing::random_positions(&rules, 20, seed) {
                let map = symmetries.maps()[random.below(symmetries.maps().len())];
                let image = map.image(&position);
                let (_, _, from) = canonical.normal_form_and_way(&position);
                let (_, _, to) = canonical.normal_form_and_way(&image);
                for turn in testing::moves(&position) {
                    let stored = canonical.stored_move(turn, from);
                    let recalled = canonical.recalled_move(stored, to);
                    let here = position.after(turn).expect("legal");
                    let there = image.after(recalled).expect("a recalled move is legal");
                    assert_eq!(
                        canonical.class(&here),
                        canonical.class(&there),
                        "{turn} in {position}, {recalled} in {image}, seed {seed:#x}"
                    );
                }
            }
        }
    }
}
