//! Material: which tiles are about, whoever has them.

use std::fmt;

use tabia_kernel::rules::Side;

use crate::{Position, Tile, Tiles};

/// The elements of a position: the tiles in both hands, and the ends as one
/// more tile, which may equal one of them.
///
/// A material of `n` elements stands for all positions with its tiles,
/// whichever of them is the ends and whoever holds the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    tiles: Tiles,
    twice: Option<Tile>,
}

/// Why a text is not a material.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadMaterialError {
    /// A word that is no tile.
    #[error(
        "`{0}` is not a tile: expected two digits from 0 to 6, and a star if it is also the ends"
    )]
    Tile(String),
    /// A tile given twice.
    #[error("tile {0} is there again: a star marks the one that is also the ends")]
    Again(Tile),
    /// Two tiles that are both said to be the ends.
    #[error("{0}* and {1}*: only one tile can be the ends as well")]
    Stars(Tile, Tile),
    /// Too few to be a position.
    #[error("a material has two elements or more, such as `01 12`")]
    Few,
}

impl Material {
    /// The material of these tiles, all different.
    #[must_use]
    pub fn new(tiles: Tiles) -> Material {
        Material { tiles, twice: None }
    }

    /// The material of these tiles, `twice` being one of them and the ends as
    /// well.
    ///
    /// # Panics
    ///
    /// If `twice` is not among `tiles`.
    #[must_use]
    pub fn with_twice(tiles: Tiles, twice: Tile) -> Material {
        assert!(tiles.contains(twice), "{twice} is not one of {tiles}");
        let twice = Some(twice);
        Material { tiles, twice }
    }

    /// The material of a position.
    #[must_use]
    pub fn of(position: &Position) -> Material {
        let ends = position.ends();
        let [first, second] = Side::BOTH.map(|side| position.hand(side));
        let hands: Tiles = first.chain(second).collect();
        match hands.contains(ends) {
            true => Material::with_twice(hands, ends),
            false => Material::new(hands.with(ends)),
        }
    }

    /// Reads what [`Display`](fmt::Display) writes: tiles, a star after one
    /// that is also the ends.
    ///
    /// ```
    /// use tabia_dominoes::Material;
    /// assert_eq!(Material::read("21* 01")?.to_string(), "01 12*");
    /// # Ok::<(), tabia_dominoes::ReadMaterialError>(())
    /// ```
    pub fn read(text: &str) -> Result<Material, ReadMaterialError> {
        let mut material = Material::new(Tiles::NONE);
        for word in text.split_whitespace() {
            let (tile, star) = match word.strip_suffix('*') {
                Some(tile) => (tile, true),
                None => (word, false),
            };
            let tile = Tile::read(tile).ok_or_else(|| ReadMaterialError::Tile(word.to_owned()))?;
            if material.tiles.contains(tile) {
                return Err(ReadMaterialError::Again(tile));
            }
            material.tiles = material.tiles.with(tile);
            if star && let Some(first) = material.twice.replace(tile) {
                return Err(ReadMaterialError::Stars(first, tile));
            }
        }
        match material.elements() {
            0 | 1 => Err(ReadMaterialError::Few),
            _ => Ok(material),
        }
    }

    /// Every material of `elements` elements.
    ///
    /// # Panics
    ///
    /// If there are no materials of so many: fewer than 2 or more than 28.
    pub fn all(elements: usize) -> impl Iterator<Item = Material> {
        assert!((2..=28).contains(&elements), "{elements} elements");
        let twice = subsets(elements - 1)
            .flat_map(|tiles| tiles.map(move |twice| Material::with_twice(tiles, twice)));
        subsets(elements).map(Material::new).chain(twice)
    }

    /// The different tiles.
    #[must_use]
    pub fn tiles(&self) -> Tiles {
        self.tiles
    }

    /// The tile that is both in a hand and the ends, if there is one.
    #[must_use]
    pub fn twice(&self) -> Option<Tile> {
        self.twice
    }

    /// How many elements there are.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.tiles.len() + usize::from(self.twice.is_some())
    }

    /// How many of its tiles may be the ends.
    #[must_use]
    pub fn choices_of_ends(&self) -> u64 {
        match self.twice {
            Some(_) => 1,
            None => self.tiles.len() as u64,
        }
    }

    /// How many positions it stands for, both hands holding something, one
    /// side to move.
    #[must_use]
    pub fn size(&self) -> u64 {
        let splits = (1_u64 << (self.elements() - 1)) - 2;
        self.choices_of_ends() * splits
    }

    /// Those positions, First to move.
    pub fn positions(&self) -> impl Iterator<Item = Position> + use<> {
        let Material { tiles, twice } = *self;
        let ends = tiles.filter(move |&tile| twice.is_none_or(|twice| twice == tile));
        ends.flat_map(move |ends| {
            let held = match twice {
                Some(_) => tiles,
                None => tiles.without(ends),
            };
            let held: Vec<Tile> = held.collect();
            (1..(1_u32 << held.len()) - 1).map(move |firsts| {
                let mut hands = [Tiles::NONE; 2];
                for (at, &tile) in held.iter().enumerate() {
                    let side = usize::from(firsts >> at & 1 == 0);
                    hands[side] = hands[side].with(tile);
                }
                Position {
                    hands,
                    ends,
                    to_move: Side::First,
                }
            })
        })
    }
}

impl fmt::Display for Material {
    /// The tiles; a star after the one that is there twice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.tiles.enumerate() {
            let gap = if i > 0 { " " } else { "" };
            let star = if self.twice == Some(tile) { "*" } else { "" };
            write!(f, "{gap}{tile}{star}")?;
        }
        Ok(())
    }
}

/// All sets of `size` tiles.
fn subsets(size: usize) -> impl Iterator<Item = Tiles> {
    let mut places: Option<Vec<usize>> = Some((0..size).collect());
    let all: Vec<Tile> = Tile::all().collect();
    std::iter::from_fn(move || {
        let current = places.clone()?;
        let set = current.iter().map(|&place| all[place]).collect();
        // The last place that can still move up, and all behind it close up.
        places = (0..size)
            .rev()
            .find(|&at| current[at] < 28 - size + at)
            .map(|at| {
                let mut next = current;
                let start = next[at] + 1;
                for (step, place) in next[at..].iter_mut().enumerate() {
                    *place = start + step;
                }
                next
            });
        Some(set)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_the_material_they_come_from() {
        for material in Material::all(3) {
            let positions: Vec<Position> = material.positions().collect();
            assert_eq!(positions.len() as u64, material.size(), "{material}");
            assert!(positions.iter().all(|p| Material::of(p) == material));
        }
    }

    #[test]
    fn materials_are_as_many_as_the_formula_says() {
        // C(28, n) + (n - 1) C(28, n - 1).
        assert_eq!(Material::all(3).count(), 4_032);
        assert_eq!(Material::all(4).count(), 30_303);
        let distinct: std::collections::HashSet<Material> = Material::all(4).collect();
        assert_eq!(distinct.len(), 30_303);
    }
}
