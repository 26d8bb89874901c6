//! A naive prover for tests: plain minimax on arrays, and a writer of
//! certificates. Nothing here knows how the checker works inside.

pub(crate) mod cheat;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;

use sha2::{Digest, Sha256};

/// Repeatable random numbers (xorshift64*).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % n as u64) as usize
    }

    pub(crate) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

pub(crate) type Cells = [Option<u8>; 16];

/// Rule options in the numbers of the file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variant {
    pub(crate) family: u8,
    pub(crate) properties: u8,
    pub(crate) misere: bool,
}

impl Variant {
    pub(crate) fn all() -> Vec<Variant> {
        let mut all = Vec::new();
        for family in 0..3 {
            for properties in 1..=4 {
                for misere in [false, true] {
                    all.push(Variant {
                        family,
                        properties,
                        misere,
                    });
                }
            }
        }
        all
    }
}

/// A root: a board, and the piece in hand or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Root {
    pub(crate) cells: Cells,
    pub(crate) hand: Option<u8>,
}

pub(crate) struct Game {
    pub(crate) variant: Variant,
    lines: Vec<[usize; 4]>,
    values: HashMap<u128, i8>,
}

impl Game {
    pub(crate) fn new(variant: Variant) -> Game {
        let mut lines = vec![
            [0, 1, 2, 3],
            [4, 5, 6, 7],
            [8, 9, 10, 11],
            [12, 13, 14, 15],
            [0, 4, 8, 12],
            [1, 5, 9, 13],
            [2, 6, 10, 14],
            [3, 7, 11, 15],
            [0, 5, 10, 15],
            [3, 6, 9, 12],
        ];
        match variant.family {
            0 => {}
            1 => lines.extend([0, 1, 2, 4, 5, 6, 8, 9, 10].map(|c| [c, c + 1, c + 4, c + 5])),
            _ => lines.extend([
                [1, 6, 11, 12],
                [2, 7, 8, 13],
                [3, 4, 9, 14],
                [0, 7, 10, 13],
                [1, 4, 11, 14],
                [2, 5, 8, 15],
            ]),
        }
        Game {
            variant,
            lines,
            values: HashMap::new(),
        }
    }

    fn kind(&self, piece: u8) -> u8 {
        piece & ((1 << self.variant.properties) - 1)
    }

    pub(crate) fn is_over(&self, cells: &Cells) -> bool {
        let counted = (1 << self.variant.properties) - 1;
        self.lines.iter().any(|line| {
            let mut pieces = line.iter().map(|&cell| cells[cell]);
            let shared = pieces.try_fold((counted, counted), |(ones, zeros), piece| {
                piece.map(|piece| (ones & piece, zeros & !piece))
            });
            shared.is_some_and(|(ones, zeros)| ones | zeros != 0)
        })
    }

    pub(crate) fn left(cells: &Cells, hand: Option<u8>) -> Vec<u8> {
        (0..16)
            .filter(|&q| hand != Some(q) && !cells.contains(&Some(q)))
            .collect()
    }

    pub(crate) fn empty(cells: &Cells) -> Vec<usize> {
        (0..16).filter(|&c| cells[c].is_none()).collect()
    }

    /// The value of placing `hand` on `cell` and then doing the best, and the
    /// pieces to give that achieve it.
    fn after(&mut self, cells: &Cells, hand: u8, cell: usize) -> (i8, Vec<u8>) {
        let mut next = *cells;
        next[cell] = Some(hand);
        let left = Game::left(&next, None);
        if self.is_over(&next) {
            return (if self.variant.misere { -1 } else { 1 }, left);
        }
        let mut best = if left.is_empty() {
            (0, left.clone())
        } else {
            (-1, Vec::new())
        };
        for piece in left {
            let value = -self.value(&next, piece);
            if value > best.0 {
                best = (value, Vec::new());
            }
            if value == best.0 {
                best.1.push(piece);
            }
        }
        best
    }

    /// The value for the side about to place `hand`.
    pub(crate) fn value(&mut self, cells: &Cells, hand: u8) -> i8 {
        let key = cells.iter().fold(u128::from(self.kind(hand)), |key, cell| {
            key << 5 | cell.map_or(16, |piece| u128::from(self.kind(piece)))
        });
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let mut best = -1;
        for cell in Game::empty(cells) {
            let mut next = *cells;
            next[cell] = Some(hand);
            let value = if self.is_over(&next) {
                if self.variant.misere { -1 } else { 1 }
            } else {
                let left = Game::left(&next, None);
                let mut tried = 0u16;
                let mut most = if left.is_empty() { 0 } else { -1 };
                for piece in left {
                    let kind = 1 << self.kind(piece);
                    if most < 1 && tried & kind == 0 {
                        tried |= kind;
                        most = most.max(-self.value(&next, piece));
                    }
                }
                most
            };
            best = best.max(value);
            if best == 1 {
                break;
            }
        }
        self.values.insert(key, best);
        best
    }

    pub(crate) fn root_value(&mut self, root: &Root) -> i8 {
        match root.hand {
            Some(hand) => self.value(&root.cells, hand),
            None => {
                let left = Game::left(&root.cells, None);
                left.iter()
                    .map(|&piece| -self.value(&root.cells, piece))
                    .max()
                    .unwrap()
            }
        }
    }

    /// A random root that is not over.
    pub(crate) fn random_root(&self, placed: usize, has_hand: bool, dice: &mut Dice) -> Root {
        loop {
            let mut cells = [None; 16];
            for _ in 0..placed {
                let cell = dice.one_of(&Game::empty(&cells));
                cells[cell] = Some(dice.one_of(&Game::left(&cells, None)));
            }
            if !self.is_over(&cells) {
                let hand = has_hand.then(|| dice.one_of(&Game::left(&cells, None)));
                return Root { cells, hand };
            }
        }
    }

    fn wins_at_once(&self, cells: &Cells, hand: u8) -> bool {
        !self.variant.misere
            && Game::empty(cells).into_iter().any(|cell| {
                let mut next = *cells;
                next[cell] = Some(hand);
                self.is_over(&next)
            })
    }

    /// A true certificate of the root's value.
    pub(crate) fn prove(&mut self, root: &Root, first_leaf: u8, dice: &mut Dice) -> Certificate {
        let value = self.root_value(root);
        let sides: &[u8] = match value {
            0 => &[0, 1],
            1 => &[0],
            _ => &[1],
        };
        let goal = value.abs();
        let strategies = sides.iter().map(|&side| {
            let mut maker = Maker {
                game: self,
                goal,
                first_leaf,
                dice,
                layers: BTreeMap::new(),
                seen: HashSet::new(),
            };
            maker.start(root, side);
            let layers = maker.layers;
            Strategy {
                side,
                first_leaf,
                layers: layers
                    .into_iter()
                    .map(|(placed, entries)| (placed, entries.into_iter().collect()))
                    .collect(),
            }
        });
        let strategies = strategies.collect();
        Certificate {
            variant: self.variant,
            value,
            root: *root,
            strategies,
        }
    }
}

/// Builds one strategy, with some of the symmetries divided out.
struct Maker<'a> {
    game: &'a mut Game,
    goal: i8,
    first_leaf: u8,
    dice: &'a mut Dice,
    layers: BTreeMap<u8, BTreeMap<u64, u8>>,
    seen: HashSet<Cells>,
}

impl Maker<'_> {
    fn start(&mut self, root: &Root, side: u8) {
        match (root.hand, side) {
            (Some(hand), 0) => self.cover(&root.cells, hand),
            (Some(hand), _) => self.replies(&root.cells, hand),
            (None, 0) => {
                let piece = Game::left(&root.cells, None)
                    .into_iter()
                    .find(|&piece| -self.game.value(&root.cells, piece) >= self.goal);
                self.replies(&root.cells, piece.expect("the root's value says so"));
            }
            (None, _) => {
                for piece in Game::left(&root.cells, None) {
                    self.cover(&root.cells, piece);
                }
            }
        }
    }

    fn replies(&mut self, cells: &Cells, given: u8) {
        for cell in Game::empty(cells) {
            let mut next = *cells;
            next[cell] = Some(given);
            if !self.game.is_over(&next) {
                for piece in Game::left(&next, None) {
                    self.cover(&next, piece);
                }
            }
        }
    }

    fn cover(&mut self, cells: &Cells, hand: u8) {
        let placed = cells.iter().flatten().count() as u8;
        if placed >= self.first_leaf || self.game.wins_at_once(cells, hand) {
            return;
        }
        if !self
            .seen
            .insert(self.game.least_of_some_images(cells, hand))
        {
            return;
        }
        let mut good = Vec::new();
        for cell in Game::empty(cells) {
            let (value, gives) = self.game.after(cells, hand, cell);
            if value >= self.goal {
                good.extend(gives.into_iter().map(|piece| (cell, piece)));
            }
        }
        let (cell, piece) = self.dice.one_of(&good);
        let entry = (cell as u8) | piece << 4;
        self.layers
            .entry(placed)
            .or_default()
            .insert(word(cells, Some(hand)), entry);
        let mut next = *cells;
        next[cell] = Some(hand);
        self.replies(&next, piece);
    }
}

impl Game {
    /// The least of the turned and mirrored boards, with the hand made piece 0
    /// by complements, and all that does not count left out.
    fn least_of_some_images(&self, cells: &Cells, hand: u8) -> Cells {
        let images = (0..8).map(|turn| {
            let mut image = [None; 16];
            for (cell, piece) in cells.iter().enumerate() {
                let (mut row, mut column) = (cell / 4, cell % 4);
                if turn & 1 == 1 {
                    row = 3 - row;
                }
                if turn & 2 == 2 {
                    column = 3 - column;
                }
                if turn & 4 == 4 {
                    (row, column) = (column, row);
                }
                image[4 * row + column] = piece.map(|piece| self.kind(piece ^ hand));
            }
            image
        });
        images.min().unwrap()
    }
}

pub(crate) fn word(cells: &Cells, hand: Option<u8>) -> u64 {
    let mut word = u64::from(hand.unwrap_or(0)) << 16;
    let mut shift = 20;
    for (c, piece) in cells.iter().enumerate() {
        if let Some(piece) = piece {
            word |= 1 << c | u64::from(*piece) << shift;
            shift += 4;
        }
    }
    word
}

#[derive(Clone, Debug)]
pub(crate) struct Strategy {
    pub(crate) side: u8,
    pub(crate) first_leaf: u8,
    pub(crate) layers: Vec<(u8, Vec<(u64, u8)>)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) variant: Variant,
    pub(crate) value: i8,
    pub(crate) root: Root,
    pub(crate) strategies: Vec<Strategy>,
}

impl Certificate {
    pub(crate) fn payload(&self) -> Vec<u8> {
        let Variant {
            family,
            properties,
            misere,
        } = self.variant;
        let hand = self.root.hand;
        let mut out = vec![
            family,
            properties,
            misere as u8,
            self.value as u8,
            hand.is_some() as u8,
        ];
        out.extend(word(&self.root.cells, hand).to_le_bytes());
        out.push(self.strategies.len() as u8);
        for strategy in &self.strategies {
            out.extend([
                strategy.side,
                strategy.first_leaf,
                strategy.layers.len() as u8,
            ]);
            for (placed, entries) in &strategy.layers {
                out.push(*placed);
                out.extend((entries.len() as u64).to_le_bytes());
                let mut last = 0;
                for &(word, chosen) in entries {
                    let mut delta = word.wrapping_sub(last);
                    last = word;
                    while delta >= 128 {
                        out.push(delta as u8 | 128);
                        delta >>= 7;
                    }
                    out.extend([delta as u8, chosen]);
                }
            }
        }
        out
    }

    pub(crate) fn file(&self) -> Vec<u8> {
        seal(&self.payload())
    }
}

/// Compresses contents and adds magic and digest.
pub(crate) fn seal(payload: &[u8]) -> Vec<u8> {
    let mut packer = zstd::Encoder::new(b"TABIAQC1".to_vec(), 3).unwrap();
    packer.include_checksum(true).unwrap();
    packer.write_all(payload).unwrap();
    with_digest(packer.finish().unwrap())
}

pub(crate) fn with_digest(mut file: Vec<u8>) -> Vec<u8> {
    let digest = Sha256::digest(&file);
    file.extend_from_slice(&digest);
    file
}
