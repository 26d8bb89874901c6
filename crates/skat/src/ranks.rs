//! What the cards of one colour can be, once those that are gone leave no
//! trace.

use std::sync::LazyLock;

/// The most cards that one colour has: the trumps of a suit game.
pub(crate) const LONGEST: usize = 11;

/// One way to fill a colour with a number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filling {
    /// The cards as bits of the colour, lowest card lowest: of all sets that
    /// play alike the one that closes up downwards.
    pub(crate) cards: u32,
    /// What they count, from the lowest card up.
    pub(crate) points: [u8; LONGEST],
}

/// The fillings of one kind of colour, by their lengths.
///
/// Two sets of cards of a colour are one filling if they are equally long and
/// their cards count the same from the lowest to the highest. Nothing else
/// about the ranks matters: cards of a colour only ever compare with each
/// other.
#[derive(Debug)]
pub(crate) struct Ranks {
    /// For each length, in order of points; numbers of fillings are places
    /// here.
    fillings: Vec<Vec<Filling>>,
    /// The number of the filling of each set of cards.
    number: Vec<u8>,
    /// For each length and filling, the number of what is left when the card
    /// at a place is gone.
    without: Vec<Vec<[u8; LONGEST]>>,
}

impl Ranks {
    /// A colour whose cards count so much, from the lowest up.
    fn new(points: &[u8]) -> Ranks {
        let sets = 0..1_u32 << points.len();
        let row = |set: u32| {
            let mut row = [0; LONGEST];
            let held = (0..points.len()).filter(|place| set >> place & 1 == 1);
            for (to, place) in held.enumerate() {
                row[to] = points[place];
            }
            row
        };
        let mut fillings: Vec<Vec<Filling>> = vec![Vec::new(); points.len() + 1];
        for cards in sets.clone() {
            let points = row(cards);
            let same = &mut fillings[cards.count_ones() as usize];
            // Sets come in order, so the first of a kind is the lowest.
            if same.iter().all(|filling| filling.points != points) {
                same.push(Filling { cards, points });
            }
        }
        for same in &mut fillings {
            same.sort_by_key(|filling| filling.points);
        }
        let find = |set: u32| {
            let points = row(set);
            let same = &fillings[set.count_ones() as usize];
            let at = same.iter().position(|filling| filling.points == points);
            at.expect("every set is some filling") as u8
        };
        let number: Vec<u8> = sets.map(find).collect();
        let drop = |filling: &Filling| {
            let mut left = [0; LONGEST];
            let mut rest = filling.cards;
            for place in &mut left[..filling.cards.count_ones() as usize] {
                let lowest = rest & rest.wrapping_neg();
                rest ^= lowest;
                *place = number[(filling.cards ^ lowest) as usize];
            }
            left
        };
        let without = fillings
            .iter()
            .map(|same| same.iter().map(drop).collect())
            .collect();
        Ranks {
            fillings,
            number,
            without,
        }
    }

    /// How many cards the colour has.
    pub(crate) fn longest(&self) -> usize {
        self.fillings.len() - 1
    }

    /// The fillings with so many cards.
    pub(crate) fn of_length(&self, length: usize) -> &[Filling] {
        &self.fillings[length]
    }

    /// The number of the filling that these cards, as bits of the colour, are.
    pub(crate) fn number(&self, cards: u32) -> u8 {
        self.number[cards as usize]
    }

    /// The number of what is left of a filling, of this length, without its
    /// card at `place` from the lowest.
    pub(crate) fn without(&self, length: usize, number: u8, place: usize) -> u8 {
        self.without[length][usize::from(number)][place]
    }
}

/// A plain suit of suit games and grand: 7 8 9 Q K T A.
pub(crate) static PLAIN: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(&[0, 0, 0, 3, 4, 10, 11]));

/// The trumps of a suit game: the suit, then the jacks.
pub(crate) static TRUMPS: LazyLock<Ranks> =
    LazyLock::new(|| Ranks::new(&[0, 0, 0, 3, 4, 10, 11, 2, 2, 2, 2]));

/// The trumps of grand.
pub(crate) static JACKS: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(&[2; 4]));

/// A suit in null games, where nothing counts.
pub(crate) static WORTHLESS: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(&[0; 8]));

/// No colour at all: the trumps of null games.
pub(crate) static NONE: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(&[]));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillings_are_told_apart_by_points_alone() {
        let count = |ranks: &Ranks| -> Vec<usize> {
            (0..=ranks.longest())
                .map(|length| ranks.of_length(length).len())
                .collect()
        };
        // Up to three worthless cards and any of the other four.
        assert_eq!(count(&PLAIN), [1, 5, 11, 15, 15, 11, 5, 1]);
        assert_eq!(count(&JACKS), [1; 5]);
        assert_eq!(count(&WORTHLESS), [1; 9]);
        assert_eq!(count(&NONE), [1]);
        assert_eq!(count(&TRUMPS).iter().sum::<usize>(), 64 * 5);
    }

    #[test]
    fn a_card_less_is_a_filling_again() {
        for ranks in [&*PLAIN, &*TRUMPS, &*JACKS, &*WORTHLESS] {
            for length in 1..=ranks.longest() {
                for (number, filling) in ranks.of_length(length).iter().enumerate() {
                    for place in 0..length {
                        let left = ranks.without(length, number as u8, place);
                        let left = ranks.of_length(length - 1)[usize::from(left)];
                        let mut points = filling.points[..length].to_vec();
                        points.remove(place);
                        assert_eq!(left.points[..length - 1], points);
                    }
                }
            }
        }
    }
}
