//! Numbering the placements of groups of equal pieces, up to the symmetries of
//! the board.
//!
//! The first group, the *lead*, is numbered by orbits of its sets of squares;
//! each further group by its set among the squares that are still free. The
//! symmetry that carries the lead to the representative of its orbit is
//! applied to all.
//!
//! A symmetry other than the identity moves every square, so it can carry a
//! set to itself only by exchanging its squares in pairs: a lead of an odd
//! number of pieces has exactly one such symmetry, and the numbering is
//! perfect. Only if all groups are even may a set have several; then the least
//! number counts, and the others are holes. A group with an odd number leads
//! whenever there is one.

use std::sync::{Arc, OnceLock};

use crate::square::{SYMMETRIES, image, squares};

/// Most pieces of a material that can be numbered.
pub(crate) const MOST_ELEMENTS: usize = 6;

/// Numbers of placements of groups of given sizes.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Pieces in each group. The caller's order; `order` says which leads.
    sizes: Vec<u8>,
    order: Vec<u8>,
    lead: Arc<Lead>,
    /// For each group after the lead, the number of its sets.
    radices: Vec<u64>,
    placements: u64,
    has_holes: bool,
}

/// The sets of squares of each group.
pub(crate) type Sets = [u32; MOST_ELEMENTS];

impl Layout {
    /// The layout of groups of these sizes, one after the other.
    pub(crate) fn new(sizes: &[u32]) -> Layout {
        let pieces: u32 = sizes.iter().sum();
        assert!(pieces as usize <= MOST_ELEMENTS, "{pieces} pieces");
        let mut order: Vec<u8> = (0..sizes.len() as u8).collect();
        // Small leads have small tables.
        order.sort_by_key(|&g| {
            let size = sizes[usize::from(g)];
            (size.is_multiple_of(2), size)
        });
        // The last group runs through its squares fastest: one piece does so in
        // whole words (see `scenes`).
        order[1..].sort_by_key(|&g| std::cmp::Reverse(sizes[usize::from(g)]));
        let sizes: Vec<u8> = sizes.iter().map(|&size| size as u8).collect();
        let size_at = |place: usize| usize::from(sizes[usize::from(order[place])]);
        let lead = Lead::of(size_at(0));
        let mut free = 32 - size_at(0);
        let mut radices = Vec::new();
        for place in 1..order.len() {
            radices.push(choose(free, size_at(place)));
            free -= size_at(place);
        }
        let placements = lead.orbits.len() as u64 * radices.iter().product::<u64>();
        let has_holes = sizes.iter().all(|size| size.is_multiple_of(2));
        Layout {
            sizes,
            order,
            lead,
            radices,
            placements,
            has_holes,
        }
    }

    /// The groups, the lead first, and the fastest last.
    pub(crate) fn order(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.order.iter().map(|&group| usize::from(group))
    }

    /// Pieces in a group.
    pub(crate) fn group_size(&self, group: usize) -> usize {
        usize::from(self.sizes[group])
    }

    /// Orbits of the sets of the lead.
    pub(crate) fn lead(&self) -> &Arc<Lead> {
        &self.lead
    }

    /// Numbers are below this.
    #[inline]
    pub(crate) fn placements(&self) -> u64 {
        self.placements
    }

    /// Whether some numbers belong to no placement.
    #[inline]
    pub(crate) fn has_holes(&self) -> bool {
        self.has_holes
    }

    /// How many numbers belong to no placement.
    pub(crate) fn holes(&self) -> u64 {
        if !self.has_holes {
            return 0;
        }
        (0..self.placements)
            .filter(|&number| self.placement(number).is_none())
            .count() as u64
    }

    /// The number of a placement.
    #[inline]
    pub(crate) fn number(&self, sets: &Sets) -> u64 {
        let (orbit, ways) = self.lead.locate(sets[usize::from(self.order[0])]);
        if self.has_holes {
            let ways = (0..SYMMETRIES).filter(|&symmetry| ways >> symmetry & 1 == 1);
            let numbers = ways.map(|symmetry| self.number_by(orbit, symmetry, sets));
            numbers.min().expect("an orbit has a way to each member")
        } else {
            self.number_by(orbit, ways.trailing_zeros() as usize, sets)
        }
    }

    #[inline]
    fn number_by(&self, orbit: u32, symmetry: usize, sets: &Sets) -> u64 {
        let mut number = u64::from(orbit);
        let mut used = self.lead.orbits[orbit as usize];
        for (&group, radix) in self.order[1..].iter().zip(&self.radices) {
            let set = image(sets[usize::from(group)], symmetry);
            number = number * radix + rank(set, used);
            used |= set;
        }
        number
    }

    /// The placement with a number; `None` if it is a hole.
    #[inline]
    pub(crate) fn placement(&self, number: u64) -> Option<Sets> {
        debug_assert!(number < self.placements);
        let mut digits = [0; MOST_ELEMENTS];
        let mut rest = number;
        for (place, radix) in self.radices.iter().enumerate().rev() {
            digits[place] = rest % radix;
            rest /= radix;
        }
        let mut used = self.lead.orbits[rest as usize];
        let mut sets = [0; MOST_ELEMENTS];
        sets[usize::from(self.order[0])] = used;
        for (&group, &digit) in self.order[1..].iter().zip(&digits) {
            let set = unrank(digit, self.sizes[usize::from(group)], used);
            sets[usize::from(group)] = set;
            used |= set;
        }
        (!self.has_holes || self.number(&sets) == number).then_some(sets)
    }

    /// How many placements share the number of this one.
    pub(crate) fn orbit_size(&self, sets: &Sets) -> u64 {
        if !self.has_holes {
            return SYMMETRIES as u64;
        }
        let fixing = (0..SYMMETRIES).filter(|&f| sets.iter().all(|&set| image(set, f) == set));
        (SYMMETRIES / fixing.count()) as u64
    }
}

/// Orbits of the sets of so many squares.
#[derive(Debug)]
pub(crate) struct Lead {
    /// The representative of each orbit.
    pub(crate) orbits: Vec<u32>,
    /// For each set by its rank: its orbit, and bit `f` if symmetry `f`
    /// carries it to the representative.
    places: Vec<(u32, u8)>,
}

impl Lead {
    fn of(size: usize) -> Arc<Lead> {
        static LEADS: [OnceLock<Arc<Lead>>; MOST_ELEMENTS] =
            [const { OnceLock::new() }; MOST_ELEMENTS];
        Arc::clone(LEADS[size].get_or_init(|| Arc::new(Lead::new(size as u8))))
    }

    fn new(size: u8) -> Lead {
        let count = choose(32, usize::from(size));
        let mut orbits = Vec::new();
        let mut places = vec![(0, 0); count as usize];
        for number in 0..count {
            if places[number as usize].1 != 0 {
                continue;
            }
            let representative = unrank(number, size, 0);
            for symmetry in 0..SYMMETRIES {
                let member = image(representative, symmetry);
                let place = &mut places[rank(member, 0) as usize];
                // Symmetries are their own inverses.
                *place = (orbits.len() as u32, place.1 | 1 << symmetry);
            }
            orbits.push(representative);
        }
        Lead { orbits, places }
    }

    /// The orbit of a set, and bit `f` if symmetry `f` carries it to the
    /// representative.
    #[inline]
    pub(crate) fn locate(&self, set: u32) -> (u32, u8) {
        self.places[rank(set, 0) as usize]
    }
}

/// Binomial coefficients: `CHOOSE[k][n]`.
const CHOOSE: [[u64; 33]; MOST_ELEMENTS + 1] = {
    let mut table = [[0; 33]; MOST_ELEMENTS + 1];
    let mut n = 0;
    while n <= 32 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST_ELEMENTS {
            table[k][n] = if n == 0 {
                0
            } else {
                table[k][n - 1] + table[k - 1][n - 1]
            };
            k += 1;
        }
        n += 1;
    }
    table
};

pub(crate) fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[k][n]
}

/// The number of a set among those of its size on the squares not used.
#[inline]
pub(crate) fn rank(set: u32, used: u32) -> u64 {
    let mut number = 0;
    for (nth, square) in squares(set).enumerate() {
        let below = square.bit() - 1;
        let place = square.number() - (used & below).count_ones() as usize;
        number += CHOOSE[nth + 1][place];
    }
    number
}

/// The inverse of [`rank`].
#[inline]
fn unrank(mut number: u64, size: u8, used: u32) -> u32 {
    let mut set = 0;
    for k in (1..=usize::from(size)).rev() {
        let place = if k == 1 {
            number as usize
        } else {
            let row = &CHOOSE[k];
            let mut place = k - 1;
            while row[place + 1] <= number {
                place += 1;
            }
            place
        };
        number -= CHOOSE[k][place];
        set |= 1 << nth_free(place as u32, used);
    }
    set
}

/// The square with so many free ones before it.
#[inline]
fn nth_free(nth: u32, used: u32) -> u32 {
    let mut square = nth;
    for taken in squares(used) {
        square += u32::from(taken.number() as u32 <= square);
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [&[u32]; 9] = [
        &[1, 1],
        &[2, 1],
        &[1, 2],
        &[2, 2],
        &[3],
        &[4],
        &[1, 1, 1],
        &[3, 1],
        &[2, 1, 1],
    ];

    /// Raw placements: one set after the other.
    fn raw(sizes: &[u32]) -> u64 {
        let mut free = 32;
        let mut ways = 1;
        for &size in sizes {
            ways *= choose(free, size as usize);
            free -= size as usize;
        }
        ways
    }

    #[test]
    fn numbers_and_placements_invert() {
        for sizes in SHAPES {
            let layout = Layout::new(sizes);
            let mut placements = 0;
            for number in 0..layout.placements() {
                let Some(sets) = layout.placement(number) else {
                    assert!(layout.has_holes());
                    continue;
                };
                placements += layout.orbit_size(&sets);
                for symmetry in 0..SYMMETRIES {
                    let moved = sets.map(|set| image(set, symmetry));
                    assert_eq!(layout.number(&moved), number, "{sizes:?}");
                }
            }
            assert_eq!(placements, raw(sizes), "{sizes:?}");
        }
    }

    #[test]
    fn an_odd_group_makes_the_numbering_perfect() {
        for sizes in SHAPES {
            let layout = Layout::new(sizes);
            let odd = sizes.iter().any(|size| size % 2 == 1);
            assert_eq!(!layout.has_holes(), odd);
            assert_eq!(4 * layout.placements() == raw(sizes), odd, "{sizes:?}");
        }
    }
}
