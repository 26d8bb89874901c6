//! Equivalence of positions, and an exact key for each class.
//!
//! A position may be transformed without changing its value by a permutation
//! of the cells that maps lines to lines, by a permutation of the counted
//! properties, and by exchanging the two values of a property on all pieces.
//! The key names one image of the position exactly; equal keys therefore mean
//! equivalent positions, and nothing rests on a hash.

use super::position::{Board, cells};
use super::rules::{Referee, Rules};

/// Most pieces on a board whose class has a key.
pub(super) const MOST_IN_KEY: u32 = 12;

/// A permutation of the cells: cell `c` goes to `map[c]`.
type CellMap = [u8; 16];

/// All permutations of the cells that map every line to a line.
///
/// Cells are mapped one after the other. A cell may only go where it lies on
/// as many lines together with each cell mapped before, and a line whose last
/// cell has been mapped must have become a line.
fn cell_maps(lines: &[u16]) -> Vec<CellMap> {
    fn extend(lines: &[u16], map: &mut CellMap, next: usize, found: &mut Vec<CellMap>) {
        if next == 16 {
            found.push(*map);
            return;
        }
        let through = |a: usize, b: usize| {
            let both = 1u16 << a | 1 << b;
            lines.iter().filter(|&line| line & both == both).count()
        };
        let used = map[..next].iter().fold(0u16, |set, &cell| set | 1 << cell);
        for target in cells(!used) {
            map[next] = target as u8;
            let alike = (0..=next)
                .all(|cell| through(cell, next) == through(map[cell].into(), target as usize));
            let keeps_lines = lines
                .iter()
                .filter(|&&line| 15 - line.leading_zeros() as usize == next)
                .all(|&line| lines.contains(&image_by_cells(line, map)));
            if alike && keeps_lines {
                extend(lines, map, next + 1, found);
            }
        }
    }
    let mut found = Vec::new();
    extend(lines, &mut [0; 16], 0, &mut found);
    found
}

/// Where in the group the inverse of a map is.
fn inverse(map: &CellMap, group: &[CellMap]) -> usize {
    let undoes =
        |back: &CellMap| (0..16u8).all(|cell| back[map[usize::from(cell)] as usize] == cell);
    group
        .iter()
        .position(undoes)
        .expect("the maps that keep the lines form a group")
}

fn image_by_cells(set: u16, map: &CellMap) -> u16 {
    cells(set).fold(0, |image, cell| image | 1 << map[cell as usize])
}

/// A cell map as two tables: the images of each half of the board.
struct MapTables {
    low: [u16; 256],
    high: [u16; 256],
}

impl MapTables {
    fn new(map: &CellMap) -> MapTables {
        MapTables {
            low: std::array::from_fn(|half| image_by_cells(half as u16, map)),
            high: std::array::from_fn(|half| image_by_cells((half as u16) << 8, map)),
        }
    }

    #[inline]
    fn image(&self, set: u16) -> u16 {
        self.low[usize::from(set & 255)] | self.high[usize::from(set >> 8)]
    }
}

/// What is needed to find the class of a position under given rules.
pub(super) struct Classes {
    properties: usize,
    maps: Vec<MapTables>,
    /// The least image of each set of cells.
    least: Box<[u16]>,
    /// The maps that take each set of cells to its least image, as a set.
    to_least: Box<[u128]>,
    /// `gather[mask << 8 | set]`: the bits of `set` under `mask`, moved together.
    gather: Box<[u8]>,
}

/// The images of one board that share its least set of occupied cells.
///
/// The images' properties are gathered: bit `i` is the `i`-th occupied cell.
#[derive(Default)]
pub(super) struct Images {
    occupied: u16,
    placed: u32,
    has: Vec<[u16; 4]>,
}

impl Classes {
    pub(super) fn new(rules: Rules) -> Classes {
        let cell_maps = cell_maps(&rules.family.lines());
        assert!(cell_maps.len() <= 128, "the sets of maps have 128 bits");
        let inverses: Vec<usize> = cell_maps
            .iter()
            .map(|map| inverse(map, &cell_maps))
            .collect();
        let maps: Vec<MapTables> = cell_maps.iter().map(MapTables::new).collect();
        let mut least = vec![0u16; 1 << 16].into_boxed_slice();
        let mut to_least = vec![0u128; 1 << 16].into_boxed_slice();
        // In increasing order the first set met of an orbit is its least.
        for set in 0..=u16::MAX {
            if to_least[usize::from(set)] != 0 {
                continue;
            }
            for (map, back) in maps.iter().zip(&inverses) {
                let image = usize::from(map.image(set));
                least[image] = set;
                to_least[image] |= 1 << back;
            }
        }
        let gather = (0..1usize << 16).map(|index| {
            let (mask, set) = ((index >> 8) as u16, index as u16 & 255);
            let bits = cells(mask).enumerate();
            bits.fold(0, |packed, (to, from)| {
                packed | ((set >> from & 1) as u8) << to
            })
        });
        Classes {
            properties: usize::from(rules.properties),
            gather: gather.collect(),
            maps,
            least,
            to_least,
        }
    }

    /// Prepares `images` for [`Classes::key`].
    ///
    /// # Panics
    /// If the board has more pieces than a key has room for.
    #[inline]
    pub(super) fn images(&self, board: &Board, images: &mut Images) {
        let occupied = self.least[usize::from(board.occupied)];
        images.occupied = occupied;
        images.placed = board.placed();
        assert!(images.placed <= MOST_IN_KEY);
        images.has.clear();
        let mut rest = self.to_least[usize::from(board.occupied)];
        while rest != 0 {
            let map = &self.maps[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let mut has = [0; 4];
            for (gathered, &cells) in has.iter_mut().zip(&board.has).take(self.properties) {
                *gathered = self.gather(map.image(cells), occupied);
            }
            images.has.push(has);
        }
    }

    /// The key of the class of the board that `images` was made from with
    /// `hand` in hand.
    ///
    /// Exchanging values makes the hand piece 0, so it needs no bits; the
    /// properties are put into increasing order. Bits 48 to 63 are the occupied
    /// cells, below them twelve bits for each counted property.
    #[inline]
    pub(super) fn key(&self, images: &Images, hand: u8) -> u64 {
        let all = (1u16 << images.placed) - 1;
        let mut least = u64::MAX;
        for has in &images.has {
            let mut ordered = *has;
            for (property, cells) in ordered.iter_mut().enumerate().take(self.properties) {
                if hand >> property & 1 == 1 {
                    *cells ^= all;
                }
            }
            // Properties that do not count stay 0 at the end.
            let counted = &mut ordered[..self.properties];
            for end in 1..counted.len() {
                for i in (1..=end).rev() {
                    let (a, b) = (counted[i - 1], counted[i]);
                    (counted[i - 1], counted[i]) = (a.min(b), a.max(b));
                }
            }
            let packed = ordered
                .iter()
                .fold(0, |key, &cells| key << 12 | u64::from(cells));
            least = least.min(packed);
        }
        u64::from(images.occupied) << 48 | least
    }

    /// A position of the class with this key: a board, piece 0 being in hand.
    pub(super) fn member(&self, referee: &Referee, key: u64) -> Board {
        // Among pieces alike it does not matter which stands where.
        let mut board = Board::EMPTY.without(0);
        for (i, cell) in cells((key >> 48) as u16).enumerate() {
            let kind = (0..self.properties).fold(0u8, |kind, property| {
                kind | ((key >> (36 - 12 * property) >> i & 1) as u8) << property
            });
            let piece = cells(board.left)
                .map(|piece| piece as u8)
                .find(|&piece| referee.are_alike(piece, kind))
                .expect("keys are made from boards, which have each piece once");
            board = board.without(piece).with(cell, piece);
        }
        board
    }

    #[inline]
    fn gather(&self, set: u16, mask: u16) -> u16 {
        let half = |mask: u16, set: u16| {
            u16::from(self.gather[usize::from((mask & 255) << 8 | set & 255)])
        };
        half(mask, set) | half(mask >> 8, set >> 8) << (mask & 255).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::position::tests::Dice;
    use super::super::rules::Family;
    use super::*;

    fn rules(family: Family, properties: u8) -> Rules {
        Rules {
            family,
            properties,
            misere: false,
        }
    }

    #[test]
    fn the_groups_have_their_known_orders() {
        for (family, order) in [
            (Family::Lines, 32),
            (Family::Squares, 8),
            (Family::Torus, 128),
        ] {
            let maps = cell_maps(&family.lines());
            assert_eq!(maps.len(), order, "{family:?}");
            assert_eq!(
                maps.iter().collect::<BTreeSet<_>>().len(),
                order,
                "{family:?}"
            );
        }
    }

    /// The class of a board without a hand: the least of its keys with any
    /// hand, as the hand does no more than choose complements.
    fn board_class(classes: &Classes, board: &Board) -> u64 {
        let mut images = Images::default();
        classes.images(board, &mut images);
        (0..16)
            .map(|complement| classes.key(&images, complement))
            .min()
            .unwrap()
    }

    fn key(classes: &Classes, board: &Board, hand: u8) -> u64 {
        let mut images = Images::default();
        classes.images(board, &mut images);
        classes.key(&images, hand)
    }

    /// Keys do not change under symmetries, and name a position of their class.
    #[test]
    fn equivalent_positions_have_one_key() {
        let seed = 1;
        println!("seed {seed}");
        let mut dice = Dice(seed);
        for family in [Family::Lines, Family::Squares, Family::Torus] {
            let maps = cell_maps(&family.lines());
            for properties in 1..=4 {
                let rules = rules(family, properties);
                let (classes, referee) = (Classes::new(rules), Referee::new(rules));
                for i in 0..500 {
                    let (board, hand) = dice.position(i % (MOST_IN_KEY + 1));
                    let expected = key(&classes, &board, hand);

                    let map = maps[dice.below(maps.len() as u32) as usize];
                    let complement = dice.below(1 << properties) as u8;
                    // Swaps of two counted properties generate all orders.
                    let (a, b) = (dice.below(properties.into()), dice.below(properties.into()));
                    let of_piece = |piece: u8| {
                        let flip = (piece >> a ^ piece >> b) & 1;
                        // For a == b nothing flips.
                        complement ^ piece ^ (flip << a) ^ (flip << b)
                    };
                    let mut image = Board::EMPTY.without(of_piece(hand));
                    for cell in cells(board.occupied) {
                        let piece = of_piece(board.piece_at(cell).unwrap());
                        image = image.without(piece).with(map[cell as usize].into(), piece);
                    }
                    let text = board.text(Some(hand));
                    assert_eq!(key(&classes, &image, of_piece(hand)), expected, "{text}");
                    let member = classes.member(&referee, expected);
                    assert_eq!(key(&classes, &member, 0), expected, "{text}");
                    assert_eq!(member.left.count_ones(), board.left.count_ones());
                }
            }
        }
    }

    fn boards_by_placed(family: Family, most: u32) -> Vec<usize> {
        let classes = Classes::new(rules(family, 4));
        let mut layer = vec![Board::EMPTY];
        let mut counts = vec![1];
        for _ in 0..most {
            let mut next = std::collections::BTreeMap::new();
            for board in &layer {
                for piece in cells(board.left) {
                    let taken = board.without(piece as u8);
                    for cell in cells(!board.occupied) {
                        let child = taken.with(cell, piece as u8);
                        next.entry(board_class(&classes, &child)).or_insert(child);
                    }
                }
            }
            layer = next.into_values().collect();
            counts.push(layer.len());
        }
        counts
    }

    #[test]
    fn boards_fall_into_the_known_numbers_of_classes() {
        assert_eq!(boards_by_placed(Family::Lines, 4), [1, 2, 40, 454, 10_374]);
        assert_eq!(
            boards_by_placed(Family::Squares, 4),
            [1, 3, 84, 1_586, 39_193]
        );
    }
}
