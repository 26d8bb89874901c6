//! Symmetries of the cells and of the pieces, and the paper's representative.
//!
//! A symmetry permutes the cells so that lines go to lines, and independently
//! renames the pieces: the counted properties change places and each of them
//! may swap its two values. Values of positions do not change under it, so a
//! search may look at one position of each class.

use std::sync::OnceLock;

use tabia_kernel::symmetry::Structure;

use crate::{Move, Piece, Position, Rules, Shape, Square};

/// A permutation of the cells that takes lines to lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellMap([u8; 16]);

impl CellMap {
    /// Every cell stays.
    pub const IDENTITY: CellMap = CellMap([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    /// The map that sends cell `i` to cell `images[i]`, if that is a
    /// permutation.
    pub fn new(images: [u8; 16]) -> Option<CellMap> {
        is_permutation(&images).then_some(CellMap(images))
    }

    /// Where each cell goes, row by row.
    pub fn images(&self) -> &[u8; 16] {
        &self.0
    }

    /// Where `square` goes.
    pub fn image(&self, square: Square) -> Square {
        Square::new(self.0[square.index()])
    }

    /// The way back.
    pub fn inverse(&self) -> CellMap {
        CellMap(inverse(&self.0))
    }

    /// This map, then `next`.
    pub fn then(&self, next: &CellMap) -> CellMap {
        CellMap(self.0.map(|cell| next.0[usize::from(cell)]))
    }
}

/// A renaming of the pieces that keeps what they share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceMap([u8; 16]);

impl PieceMap {
    /// Every piece stays.
    pub const IDENTITY: PieceMap = PieceMap([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    /// The renaming that moves property `i` to place `order[i]` and then
    /// swaps the values of the properties in `flip`; `None` unless `order` is
    /// a permutation of the four places.
    pub fn new(order: [u8; 4], flip: u8) -> Option<PieceMap> {
        let seen = order.iter().fold(0u8, |seen, &place| {
            seen | 1u8.checked_shl(place.into()).unwrap_or(0)
        });
        (seen == 0b1111).then(|| PieceMap(reordered(&order).map(|bits| bits ^ flip & 0b1111)))
    }

    /// What each piece becomes.
    pub fn images(&self) -> &[u8; 16] {
        &self.0
    }

    /// What `piece` becomes.
    pub fn image(&self, piece: Piece) -> Piece {
        Piece::new(self.0[piece.index()])
    }

    /// The way back.
    pub fn inverse(&self) -> PieceMap {
        PieceMap(inverse(&self.0))
    }

    /// This map, then `next`.
    pub fn then(&self, next: &PieceMap) -> PieceMap {
        PieceMap(self.0.map(|piece| next.0[usize::from(piece)]))
    }
}

/// A symmetry of the whole game: cells and pieces at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Map {
    /// Where the cells go.
    pub cells: CellMap,
    /// What the pieces become.
    pub pieces: PieceMap,
}

impl Map {
    /// Everything stays.
    pub const IDENTITY: Map = Map {
        cells: CellMap::IDENTITY,
        pieces: PieceMap::IDENTITY,
    };

    /// The way back.
    pub fn inverse(&self) -> Map {
        Map {
            cells: self.cells.inverse(),
            pieces: self.pieces.inverse(),
        }
    }

    /// This map, then `next`.
    pub fn then(&self, next: &Map) -> Map {
        Map {
            cells: self.cells.then(&next.cells),
            pieces: self.pieces.then(&next.pieces),
        }
    }

    /// The position with every piece moved and renamed.
    pub fn image(&self, position: &Position) -> Position {
        let mut image = Position::EMPTY;
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square) {
                image.put(self.cells.image(square), self.pieces.image(piece));
            }
        }
        if let Some(piece) = position.hand() {
            image.give(self.pieces.image(piece));
        }
        image
    }

    /// The move that corresponds to `turn` in the image of a position.
    pub fn image_of_move(&self, turn: Move) -> Move {
        match turn {
            Move::Place(square) => Move::Place(self.cells.image(square)),
            Move::Give(piece) => Move::Give(self.pieces.image(piece)),
        }
    }
}

/// All symmetries of one variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    cells: Vec<CellMap>,
    pieces: Vec<PieceMap>,
    /// Every cell map with every piece map: the cells vary slowest.
    maps: Vec<Map>,
    /// For each cell map, the number of its inverse.
    inverses: Vec<usize>,
    /// For each order of the counted properties, every piece reordered.
    orders: Vec<[u8; 16]>,
    counted: u8,
}

impl Symmetries {
    /// The symmetries of `rules`, found by backtracking when first asked for.
    ///
    /// That takes a few milliseconds. The kernel's constraint solver
    /// ([`automorphisms`](tabia_kernel::symmetry::automorphisms)) finds the
    /// same cell maps in the [`structure`] of cells and lines; a test says so.
    ///
    /// ```
    /// use tabia_quarto::{Rules, symmetries::Symmetries};
    /// let symmetries = Symmetries::of(&Rules::lines());
    /// assert_eq!(symmetries.cells().len(), 32);
    /// assert_eq!(symmetries.pieces().len(), 384);
    /// assert_eq!(symmetries.maps().len(), 12_288);
    /// ```
    pub fn of(rules: &Rules) -> &'static Symmetries {
        static FOUND: [OnceLock<Symmetries>; 12] = [const { OnceLock::new() }; 12];
        let shape = match rules.shape() {
            Shape::Lines => 0,
            Shape::Squares => 1,
            Shape::Torus => 2,
        };
        let slot = shape * 4 + usize::from(rules.properties()) - 1;
        FOUND[slot].get_or_init(|| Symmetries::find(rules))
    }

    fn find(rules: &Rules) -> Symmetries {
        let cells: Vec<CellMap> = cell_maps(rules).into_iter().map(CellMap).collect();
        let inverses = cells
            .iter()
            .map(|map| {
                let inverse = cells.binary_search(&map.inverse());
                inverse.expect("a group holds its inverses")
            })
            .collect();
        let counted = rules.counted();
        let orders: Vec<[u8; 16]> = orders(rules.properties()).iter().map(reordered).collect();
        let pieces: Vec<PieceMap> = orders
            .iter()
            .flat_map(|order| (0..=counted).map(|flip| PieceMap(order.map(|bits| bits ^ flip))))
            .collect();
        let maps = cells
            .iter()
            .flat_map(|&cells| pieces.iter().map(move |&pieces| Map { cells, pieces }))
            .collect();
        Symmetries {
            cells,
            pieces,
            maps,
            inverses,
            orders,
            counted,
        }
    }

    /// The cell maps in lexicographic order, so the identity first.
    pub fn cells(&self) -> &[CellMap] {
        &self.cells
    }

    /// The piece maps, the identity first.
    pub fn pieces(&self) -> &[PieceMap] {
        &self.pieces
    }

    /// The whole group, the identity first: every cell map with every piece
    /// map.
    pub fn maps(&self) -> &[Map] {
        &self.maps
    }

    /// The paper's representative of a position's class, and the number of a
    /// map that takes the position there.
    ///
    /// Among all images it is the one whose [`number`] is least. Digits are
    /// compared from the first cell on and an image is dropped at the first
    /// digit that exceeds the best one so far, as in the paper. The paper also
    /// tries all complements; here they are not tried but known, because the
    /// first piece met must become the least one of its kind.
    ///
    /// The inverse of the map leads back: if `m` is a move in the
    /// representative, `maps()[i].inverse().image_of_move(m)` is the same move
    /// in `position`. When a position is symmetric in itself several maps lead
    /// to the representative; which of them is returned depends on nothing
    /// but the position.
    ///
    /// Cost: cell maps × orders of properties, a few digits each: microseconds.
    /// Searches use the canonical key instead, which has the same classes.
    pub fn representative(&self, position: &Position) -> (Position, usize) {
        let digits = digits(position);
        let mut best = [u8::MAX; 17];
        let mut best_map = 0;
        for (source, &cells) in self.cells.iter().zip(&self.inverses) {
            // The group holds the inverse of each of its maps, so reading
            // `source` as "cell t comes from source[t]" visits all of them.
            let from = |target: usize| match target {
                16 => digits[16],
                _ => digits[usize::from(source.0[target])],
            };
            let first = (0..17).map(from).find(|&digit| digit != EMPTY);
            'orders: for (number, order) in self.orders.iter().enumerate() {
                let flip = first.map_or(0, |digit| order[usize::from(digit)] & self.counted);
                let image = |target: usize| match from(target) {
                    EMPTY => EMPTY,
                    digit => order[usize::from(digit)] ^ flip,
                };
                let mut target = 0;
                while target < 17 {
                    let digit = image(target);
                    if digit > best[target] {
                        continue 'orders;
                    }
                    if digit < best[target] {
                        break;
                    }
                    target += 1;
                }
                if target < 17 {
                    for (place, digit) in best.iter_mut().enumerate().skip(target) {
                        *digit = image(place);
                    }
                    let flips = usize::from(self.counted) + 1;
                    let pieces = number * flips + usize::from(flip);
                    best_map = cells * self.pieces.len() + pieces;
                }
            }
        }
        (self.maps[best_map].image(position), best_map)
    }
}

/// The digit of an empty cell, and of an empty hand.
const EMPTY: u8 = 16;

/// Sixteen cells and the hand as digits to the base 17.
fn digits(position: &Position) -> [u8; 17] {
    let mut digits = [EMPTY; 17];
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            digits[square.index()] = piece.bits();
        }
    }
    if let Some(piece) = position.hand() {
        digits[16] = piece.bits();
    }
    digits
}

/// A position as the paper's number: 17 digits to the base 17, the first cell
/// most significant, the piece in hand last, 16 for an empty cell or hand.
///
/// It tells any two positions apart, so it serves as an exact key.
pub fn number(position: &Position) -> u128 {
    digits(position)
        .iter()
        .fold(0, |number, &digit| number * 17 + u128::from(digit))
}

/// The cells and the lines and nothing else: what a constraint solver has to
/// know to find the cell maps.
pub fn structure(rules: &Rules) -> Structure {
    let lines = rules.line_masks().into_iter().map(|line| {
        let on_line = (0..16).filter(move |cell| line >> cell & 1 != 0);
        on_line.collect::<Vec<usize>>()
    });
    Structure::new(16).sets(lines)
}

/// All permutations of the cells that take every line to a line, in
/// lexicographic order: `map[i]` is where cell `i` goes.
///
/// Plain backtracking, a few milliseconds.
pub fn cell_maps(rules: &Rules) -> Vec<[u8; 16]> {
    /// Extends `map`, known for the first `next` cells, in every way.
    fn extend(next: usize, map: &mut [u8; 16], lines: &[u16], found: &mut Vec<[u8; 16]>) {
        if next == 16 {
            found.push(*map);
            return;
        }
        for candidate in 0..16 {
            if map[..next].contains(&candidate) {
                continue;
            }
            map[next] = candidate;
            // What is known of a line through the new cell must lie on one
            // line; once the whole line is known, its image is that line.
            let mut through = lines.iter().filter(|&line| line >> next & 1 != 0);
            let fits = through.all(|line| {
                let image = (0..=next)
                    .filter(|cell| line >> cell & 1 != 0)
                    .fold(0u16, |image, cell| image | 1 << map[cell]);
                lines.iter().any(|other| image & !other == 0)
            });
            if fits {
                extend(next + 1, map, lines, found);
            }
        }
    }
    let mut found = Vec::new();
    extend(0, &mut [0; 16], &rules.line_masks(), &mut found);
    found
}

/// All orders of the first `count` properties; the others keep their places.
fn orders(count: u8) -> Vec<[u8; 4]> {
    /// Fills places from `next` on in every way, in lexicographic order.
    fn extend(next: u8, count: u8, order: &mut [u8; 4], found: &mut Vec<[u8; 4]>) {
        if next == count {
            found.push(*order);
            return;
        }
        for place in 0..count {
            if !order[..usize::from(next)].contains(&place) {
                order[usize::from(next)] = place;
                extend(next + 1, count, order, found);
            }
        }
    }
    let mut found = Vec::new();
    extend(0, count, &mut [0, 1, 2, 3], &mut found);
    found
}

/// Every piece with property `i` moved to place `order[i]`.
fn reordered(order: &[u8; 4]) -> [u8; 16] {
    std::array::from_fn(|piece| {
        (0..4).fold(0, |bits, property| {
            bits | (piece as u8 >> property & 1) << order[property]
        })
    })
}

fn is_permutation(images: &[u8; 16]) -> bool {
    let seen = images.iter().fold(0u16, |seen, &image| {
        seen | 1u16.checked_shl(image.into()).unwrap_or(0)
    });
    seen == u16::MAX
}

fn inverse(images: &[u8; 16]) -> [u8; 16] {
    let mut inverse = [0; 16];
    for (from, &to) in images.iter().enumerate() {
        inverse[usize::from(to)] = from as u8;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use tabia_kernel::symmetry::automorphisms;

    use super::*;
    use crate::testing;

    fn order(rules: &Rules) -> (usize, usize) {
        let symmetries = Symmetries::of(rules);
        (symmetries.cells().len(), symmetries.pieces().len())
    }

    #[test]
    fn the_groups_have_their_known_orders() {
        let rules = |shape, properties| Rules::new(shape, properties, false).unwrap();
        assert_eq!(order(&rules(Shape::Lines, 4)), (32, 384));
        assert_eq!(order(&rules(Shape::Squares, 4)), (8, 384));
        assert_eq!(order(&rules(Shape::Torus, 4)), (128, 384));
        assert_eq!(order(&rules(Shape::Lines, 3)), (32, 48));
        assert_eq!(order(&rules(Shape::Lines, 2)), (32, 8));
        assert_eq!(order(&rules(Shape::Lines, 1)), (32, 2));
    }

    #[test]
    fn the_constraint_solver_finds_the_same_cell_maps() {
        for shape in [Shape::Lines, Shape::Squares, Shape::Torus] {
            let rules = Rules::new(shape, 4, false).unwrap();
            let mut found: Vec<Vec<usize>> = automorphisms(&structure(&rules))
                .members()
                .iter()
                .map(|map| map.images().to_vec())
                .collect();
            found.sort_unstable();
            let carried: Vec<Vec<usize>> = Symmetries::of(&rules)
                .cells()
                .iter()
                .map(|map| map.images().map(usize::from).to_vec())
                .collect();
            assert_eq!(found, carried, "{shape}");
        }
    }

    #[test]
    fn the_representative_has_the_least_number_of_all_images() {
        let seed = 0x5e7;
        for rules in testing::all_rules() {
            let symmetries = Symmetries::of(&rules);
            for position in testing::random_positions(&rules, 2, seed) {
                let (representative, map) = symmetries.representative(&position);
                assert_eq!(symmetries.maps()[map].image(&position), representative);
                let images = symmetries.maps().iter().map(|map| map.image(&position));
                assert_eq!(
                    Some(number(&representative)),
                    images.map(|image| number(&image)).min(),
                    "{position} under {rules}, seed {seed:#x}"
                );
            }
        }
    }

    #[test]
    fn moves_of_the_representative_lead_back() {
        let seed = 0xbac;
        for rules in testing::all_rules() {
            let symmetries = Symmetries::of(&rules);
            for position in testing::random_positions(&rules, 10, seed) {
                let (representative, map) = symmetries.representative(&position);
                let map = symmetries.maps()[map];
                let back = map.inverse();
                assert_eq!(back.image(&representative), position);
                for turn in testing::moves(&representative) {
                    let there = representative.after(turn).expect("a legal move");
                    let here = position.after(back.image_of_move(turn));
                    assert_eq!(
                        here.map(|here| map.image(&here)),
                        Some(there),
                        "{turn:?} in {representative} for {position}, seed {seed:#x}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_canonical_forms_have_the_same_classes() {
        let seed = 0xc1a55;
        let mut random = tabia_kernel::random::Seeded::new(seed);
        for rules in testing::all_rules() {
            // With fewer properties the fast form also merges pieces that
            // look alike; the maps, which must name pieces, do not.
            if rules.properties() < 4 {
                continue;
            }
            let symmetries = Symmetries::of(&rules);
            let canonical = crate::canonical::Canonical::of(&rules);
            let mut by_number = std::collections::HashMap::new();
            let mut by_class = std::collections::HashMap::new();
            for position in testing::random_positions(&rules, 150, seed) {
                let map = symmetries.maps()[random.below(symmetries.maps().len())];
                for position in [position, map.image(&position)] {
                    let number = number(&symmetries.representative(&position).0);
                    let class = canonical.class(&position);
                    assert_eq!(*by_number.entry(number).or_insert(class), class);
                    assert_eq!(
                        *by_class.entry(class).or_insert(number),
                        number,
                        "{position} under {rules}, seed {seed:#x}"
                    );
                }
            }
            assert!(by_number.len() > 100, "the sample holds many classes");
        }
    }

    #[test]
    fn the_number_has_seventeen_digits_to_the_base_seventeen() {
        let rules = Rules::lines();
        let read = |text| Position::read(text, &rules).unwrap();
        assert_eq!(number(&Position::EMPTY), 17u128.pow(17) - 1);
        let two = read("3.............../a");
        let three = read("3.............../b");
        assert_eq!(number(&three) - number(&two), 1);
        let first = read("0.............../-");
        let empty_rest = 17u128.pow(16) - 1;
        assert_eq!(number(&first), empty_rest);
        let (representative, _) = Symmetries::of(&rules).representative(&three);
        assert_eq!(representative.to_string(), "0.............../1");
    }

    #[test]
    fn only_permutations_make_maps() {
        assert_eq!(CellMap::new([0; 16]), None);
        assert_eq!(CellMap::new([200; 16]), None);
        assert_eq!(CellMap::new(CellMap::IDENTITY.0), Some(CellMap::IDENTITY));
        assert_eq!(PieceMap::new([0, 1, 2, 2], 0), None);
        assert_eq!(PieceMap::new([0, 1, 2, 9], 0), None);
        let swap = PieceMap::new([1, 0, 2, 3], 0b1000).unwrap();
        assert_eq!(swap.image(Piece::new(0b0001)), Piece::new(0b1010));
        assert_eq!(swap.inverse().then(&swap), PieceMap::IDENTITY);
    }
}
