//! Exchanging the numbers: which materials play alike.
//!
//! A *relabelling* is a bijection of the numbers 0 to 6, applied to every
//! half of every tile. Whether a tile fits, and what it leaves at the end of
//! the chain, depends only on which numbers are equal, which a bijection
//! keeps. So a relabelling takes games to games, move by move, and a side is
//! stuck or out of tiles in the image exactly when it is in the original. Two
//! things follow.
//!
//! **Blocks drawn.** Where a block is worth the same whatever the hands, a
//! position and its image have the same value. Materials are equivalent if a
//! relabelling takes one to the other; [`relabelled`] finds the least one.
//!
//! **Blocks scored by pips.** Pips do not survive relabelling, but a block
//! needs only the sign of their difference. Let the *blocks* of a material be
//! the pairs of hands (`A`, `B`) with which a game that starts in one of its
//! positions can be blocked. Call a relabelling *π* of a material *fair* if
//! for each of its blocks
//!
//! > sign(pips(*A*) − pips(*B*)) = sign(pips(*πA*) − pips(*πB*)).
//!
//! *Claim.* A fair relabelling keeps the value of every position of the
//! material. *Proof.* By induction on the tiles in the hands, then on whether
//! the side to move has to pass; since a position where neither side can play
//! is over, two passes never follow each other. If a hand is empty, so is its
//! image, and the same side has won. If both sides are stuck, so are both
//! images; the hands are a block of the material, and by fairness the same
//! side wins or both draw. Otherwise the moves of the image are the images of
//! the moves, they lead to images of the positions they lead to, whose values
//! agree by induction, and so do their best. ∎
//!
//! The blocks of the image are the images of the blocks, so fair relabellings
//! can be composed and inverted and divide materials into classes; [`Fair`]
//! is what the members of one have in common: the least image, and the signs
//! of the differences over its blocks.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use tabia_kernel::rules::{Game as _, Side};

use crate::{Dominoes, Material, Move, Position, Tile, Tiles};

/// A bijection of the numbers 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relabelling {
    numbers: [u8; 7],
    /// What it does to each tile.
    tiles: [Tile; 28],
}

impl Relabelling {
    /// All 5,040 of them.
    #[must_use]
    pub fn all() -> &'static [Relabelling] {
        &ALL
    }

    /// Its place among [`all`](Self::all), which are in the order of what
    /// becomes of the numbers 0 to 6.
    #[must_use]
    pub fn index(&self) -> usize {
        let rank = |at: usize| {
            let smaller = self.numbers[at + 1..].iter();
            smaller.filter(|&&n| n < self.numbers[at]).count()
        };
        (0..7).fold(0, |index, at| index * (7 - at) + rank(at))
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> &'static Relabelling {
        let mut numbers = [0; 7];
        for (from, &to) in self.numbers.iter().enumerate() {
            numbers[usize::from(to)] = from as u8;
        }
        &ALL[Relabelling::new(numbers).index()]
    }

    fn new(numbers: [u8; 7]) -> Relabelling {
        let mut tiles = [Tile::new(0, 0); 28];
        for tile in Tile::all() {
            let (a, b) = tile.halves();
            let image = Tile::new(numbers[usize::from(a)], numbers[usize::from(b)]);
            tiles[tile.index()] = image;
        }
        Relabelling { numbers, tiles }
    }

    /// What becomes of a tile.
    #[must_use]
    #[inline]
    pub fn image(&self, tile: Tile) -> Tile {
        self.tiles[tile.index()]
    }

    /// What becomes of a set of tiles.
    #[must_use]
    pub fn image_of_tiles(&self, tiles: Tiles) -> Tiles {
        tiles.map(|tile| self.image(tile)).collect()
    }

    /// What becomes of a material.
    #[must_use]
    pub fn image_of_material(&self, material: &Material) -> Material {
        let tiles = self.image_of_tiles(material.tiles());
        match material.twice() {
            Some(twice) => Material::with_twice(tiles, self.image(twice)),
            None => Material::new(tiles),
        }
    }

    /// What becomes of a position.
    #[must_use]
    pub fn image_of_position(&self, position: &Position) -> Position {
        Position {
            hands: Side::BOTH.map(|side| self.image_of_tiles(position.hand(side))),
            ends: self.image(position.ends()),
            to_move: position.to_move(),
        }
    }

    /// The set of tiles as bits, for comparing many images quickly.
    fn bits(&self, tiles: Tiles) -> u32 {
        tiles.fold(0, |bits, tile| bits | 1 << self.image(tile).index())
    }

    /// How images compare: the tiles, then the one that is there twice.
    fn rank(&self, material: &Material) -> (u32, Option<Tile>) {
        let twice = material.twice().map(|tile| self.image(tile));
        (self.bits(material.tiles()), twice)
    }
}

static ALL: LazyLock<Vec<Relabelling>> = LazyLock::new(|| {
    fn extend(numbers: &mut Vec<u8>, out: &mut Vec<Relabelling>) {
        if let Ok(whole) = <[u8; 7]>::try_from(&numbers[..]) {
            out.push(Relabelling::new(whole));
            return;
        }
        for number in 0..7 {
            if !numbers.contains(&number) {
                numbers.push(number);
                extend(numbers, out);
                numbers.pop();
            }
        }
    }
    let mut all = Vec::with_capacity(5_040);
    extend(&mut Vec::new(), &mut all);
    all
});

/// The relabellings that give the least image of a material: one, times those
/// that take it to itself.
pub(crate) fn least(material: &Material) -> Vec<&'static Relabelling> {
    let mut best = (u32::MAX, None);
    let mut found = Vec::new();
    for relabelling in Relabelling::all() {
        let rank = relabelling.rank(material);
        if rank < best || found.is_empty() {
            best = rank;
            found.clear();
        }
        if rank == best {
            found.push(relabelling);
        }
    }
    found
}

/// The least material that plays like this one where blocks are drawn, and a
/// relabelling that leads there.
///
/// Tries all 5,040.
#[must_use]
pub fn relabelled(material: &Material) -> (Material, Relabelling) {
    let to_least = *least(material)[0];
    (to_least.image_of_material(material), to_least)
}

/// What materials have in common that play alike where blocks are scored by
/// pips: the least image, and how the hands of its blocks compare in weight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fair {
    /// The least image under any relabelling. It need not itself belong to
    /// the class, since its own pips may compare otherwise.
    pub shape: Material,
    signs: Signs,
}

/// The class of a material where blocks are scored by pips, and a relabelling
/// from it to the [shape](Fair::shape).
///
/// If two materials share the class, the way from one to the shape and back
/// to the other is fair: see the [module](self).
#[must_use]
pub fn fair(material: &Material) -> (Fair, Relabelling) {
    let ways = least(material);
    let shape = ways[0].image_of_material(material);
    let blocks = blocks(&shape);
    let (signs, way) = fairest(material, &ways, &blocks);
    (Fair { shape, signs }, *way)
}

/// Of the ways from a material to its shape the one with the least signs, and
/// these; the first of several.
pub(crate) fn fairest(
    material: &Material,
    ways: &[&'static Relabelling],
    blocks: &[Hands],
) -> (Signs, &'static Relabelling) {
    ways.iter()
        .map(|way| (signs(blocks, &weights(material, way)), *way))
        .min_by(|a, b| a.0.cmp(&b.0))
        .expect("there is always a least image")
}

/// The pips of a material's tiles, in the order of their images.
fn weights(material: &Material, way: &Relabelling) -> Vec<u8> {
    let mut tiles: Vec<(Tile, u8)> = material
        .tiles()
        .map(|tile| (way.image(tile), tile.pips()))
        .collect();
    tiles.sort_unstable();
    tiles.into_iter().map(|(_, pips)| pips).collect()
}

/// The hands of a block: one bit for each tile of the material, in order.
pub(crate) type Hands = [u32; 2];

/// How the hands of each block compare in weight.
pub(crate) type Signs = Vec<Ordering>;

/// The blocks of a material, in some fixed order, each once whichever side
/// has which hand.
pub(crate) fn blocks(material: &Material) -> Vec<Hands> {
    let tiles: Vec<Tile> = material.tiles().collect();
    let mut seen = HashSet::new();
    let mut blocks = BTreeSet::new();
    let mut open: Vec<Position> = material.positions().collect();
    let game = Dominoes::default();
    let mut moves: Vec<Move> = Vec::new();
    while let Some(position) = open.pop() {
        if !seen.insert(position) {
            continue;
        }
        let hands = Side::BOTH.map(|side| position.hand(side));
        if hands.iter().any(|hand| hand.is_empty()) {
            continue;
        }
        if game.payoff(&position).is_some() {
            let mut bits = hands.map(|hand| {
                let places = tiles.iter().enumerate();
                places.fold(0, |bits, (i, &tile)| {
                    bits | u32::from(hand.contains(tile)) << i
                })
            });
            bits.sort_unstable();
            blocks.insert(bits);
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        for &m in &moves {
            let mut next = position;
            game.play(&mut next, m);
            open.push(next);
        }
    }
    blocks.into_iter().collect()
}

/// The signs of the differences in weight over all blocks.
pub(crate) fn signs(blocks: &[Hands], weights: &[u8]) -> Signs {
    // What every set of tiles weighs, each from the one without its first.
    let mut sums = vec![0_u8; 1 << weights.len()];
    for hand in 1..sums.len() {
        let first = hand.trailing_zeros() as usize;
        sums[hand] = sums[hand & (hand - 1)] + weights[first];
    }
    let compare = |&[a, b]: &Hands| sums[a as usize].cmp(&sums[b as usize]);
    blocks.iter().map(compare).collect()
}
