//! Tiles and sets of tiles.

use std::fmt;

/// A tile: two numbers from 0 to 6, in no order.
///
/// ```
/// use tabia_dominoes::Tile;
/// assert_eq!(Tile::new(5, 1), Tile::new(1, 5));
/// assert_eq!(Tile::read("51").unwrap().to_string(), "15");
/// assert_eq!(Tile::new(1, 5).pips(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The numbers of each tile, the smaller first: 00, 01, …, 06, 11, …, 66.
const HALVES: [(u8, u8); 28] = {
    let mut halves = [(0, 0); 28];
    let (mut at, mut low) = (0, 0);
    while low < 7 {
        let mut high = low;
        while high < 7 {
            halves[at] = (low, high);
            at += 1;
            high += 1;
        }
        low += 1;
    }
    halves
};

impl Tile {
    /// The tile with these numbers.
    ///
    /// # Panics
    ///
    /// If one of them is above 6.
    #[must_use]
    #[inline]
    pub const fn new(a: u8, b: u8) -> Tile {
        assert!(a < 7 && b < 7, "numbers go from 0 to 6");
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        // Rows of 7, 6, 5, … tiles before that of `low`.
        Tile((low * (15 - low)) / 2 + high - low)
    }

    /// All 28, in order.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..28).map(Tile)
    }

    /// The tile that two digits name, such as `15` or `51`.
    #[must_use]
    pub fn read(text: &str) -> Option<Tile> {
        let number = |byte: u8| (b'0'..=b'6').contains(&byte).then(|| byte - b'0');
        match *text.as_bytes() {
            [a, b] => Some(Tile::new(number(a)?, number(b)?)),
            _ => None,
        }
    }

    /// Its numbers, the smaller first.
    #[must_use]
    #[inline]
    pub const fn halves(self) -> (u8, u8) {
        HALVES[self.0 as usize]
    }

    /// Whether both numbers are the same.
    #[must_use]
    pub const fn is_double(self) -> bool {
        let (a, b) = self.halves();
        a == b
    }

    /// The sum of its numbers.
    #[must_use]
    pub const fn pips(self) -> u8 {
        let (a, b) = self.halves();
        a + b
    }

    /// The number on the other half, if one half shows `number`.
    #[must_use]
    #[inline]
    pub const fn across(self, number: u8) -> Option<u8> {
        match self.halves() {
            (a, b) if a == number => Some(b),
            (a, b) if b == number => Some(a),
            _ => None,
        }
    }

    /// Whether a half of this tile shows a number of the other's.
    #[must_use]
    pub const fn shares_a_number(self, other: Tile) -> bool {
        let (a, b) = self.halves();
        other.across(a).is_some() || other.across(b).is_some()
    }

    /// Its place among all 28.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.halves();
        write!(f, "{a}{b}")
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

tabia_kernel::set_of! {
    /// A set of tiles, in order.
    pub struct Tiles of Tile;
}

/// The tiles that show each number.
const SHOWING: [u32; 7] = {
    let mut showing = [0; 7];
    let mut at = 0;
    while at < 28 {
        showing[HALVES[at].0 as usize] |= 1 << at;
        showing[HALVES[at].1 as usize] |= 1 << at;
        at += 1;
    }
    showing
};

impl Tiles {
    /// Those that show `number`.
    #[must_use]
    #[inline]
    pub const fn showing(self, number: u8) -> Tiles {
        Tiles(self.0 & SHOWING[number as usize])
    }

    /// The sum of all their numbers.
    #[must_use]
    pub fn pips(self) -> u16 {
        self.map(|tile| u16::from(tile.pips())).sum()
    }
}

impl fmt::Display for Tiles {
    /// `01 12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.enumerate() {
            let gap = if i > 0 { " " } else { "" };
            write!(f, "{gap}{tile}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_numbered_in_order() {
        for (i, tile) in Tile::all().enumerate() {
            let (a, b) = tile.halves();
            assert_eq!(
                (tile.index(), Tile::new(a, b), Tile::new(b, a)),
                (i, tile, tile)
            );
            assert_eq!(Tile::read(&tile.to_string()), Some(tile));
        }
        let all: Tiles = Tile::all().collect();
        assert_eq!((all.len(), all.pips()), (28, 168));
    }

    #[test]
    fn a_number_is_shown_by_seven_tiles() {
        let all: Tiles = Tile::all().collect();
        for number in 0..7 {
            assert_eq!(all.showing(number).len(), 7);
            for tile in all {
                let shown = all.showing(number).contains(tile);
                assert_eq!(shown, tile.across(number).is_some());
            }
        }
    }

    #[test]
    fn what_is_no_tile_is_not_read() {
        for text in ["", "0", "07", "a1", "012", "0-1"] {
            assert_eq!(Tile::read(text), None, "{text}");
        }
    }
}
