//! Sets of small numbered things: tiles, cards.

/// Declares a set of things numbered 0 to 31, one bit each.
///
/// The things are a tuple struct of one `u8`, their number, in the same
/// module. A set is an iterator over what it holds, in order of the numbers.
/// A macro rather than a generic type, so that a game may give its sets words
/// of their own and use all of them in constants.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// struct Coin(u8);
///
/// tabia_kernel::set_of! {
///     /// A set of coins.
///     struct Coins of Coin;
/// }
///
/// let purse: Coins = [Coin(5), Coin(2)].into_iter().collect();
/// assert_eq!(purse.collect::<Vec<_>>(), [Coin(2), Coin(5)]);
/// assert!(purse.without(Coin(2)).contains(Coin(5)));
/// assert_eq!(purse.minus(Coins::NONE.with(Coin(5))).len(), 1);
/// ```
#[macro_export]
macro_rules! set_of {
    ($(#[$about:meta])* $public:vis struct $Set:ident of $Thing:ident;) => {
        $(#[$about])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $public struct $Set(u32);

        #[allow(dead_code, reason = "a private set need not use all of them")]
        impl $Set {
            /// The empty set.
            pub const NONE: $Set = $Set(0);

            /// One bit for each, at its number.
            #[must_use]
            pub const fn bits(self) -> u32 {
                self.0
            }

            /// Whether there is none.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many there are.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether this is one of them.
            #[must_use]
            pub const fn contains(self, one: $Thing) -> bool {
                self.0 >> one.0 & 1 == 1
            }

            /// These and one more.
            #[must_use]
            pub const fn with(self, one: $Thing) -> $Set {
                $Set(self.0 | 1 << one.0)
            }

            /// These but one.
            #[must_use]
            pub const fn without(self, one: $Thing) -> $Set {
                $Set(self.0 & !(1 << one.0))
            }

            /// Those in either set.
            #[must_use]
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// Those that are not in the other set.
            #[must_use]
            pub const fn minus(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }
        }

        /// In order of the numbers.
        impl Iterator for $Set {
            type Item = $Thing;

            #[inline]
            fn next(&mut self) -> Option<$Thing> {
                let lowest = (self.0 != 0).then(|| $Thing(self.0.trailing_zeros() as u8));
                self.0 &= self.0.wrapping_sub(1);
                lowest
            }
        }

        impl FromIterator<$Thing> for $Set {
            fn from_iter<I: IntoIterator<Item = $Thing>>(things: I) -> $Set {
                things.into_iter().fold($Set::NONE, $Set::with)
            }
        }
    };
}
