//! The numbers of the search: what is hoped for, given up and put off.

use std::ops::RangeInclusive;

/// One number of the search, as tuners see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin {
    /// What it is called, also as a UCI option.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// What it is unless told otherwise.
    pub default: i32,
    /// The least that makes sense.
    pub lo: i32,
    /// The most.
    pub hi: i32,
}

impl Margin {
    /// What it may be.
    #[must_use]
    pub fn range(&self) -> RangeInclusive<i32> {
        self.lo..=self.hi
    }
}

macro_rules! margins {
    ($($(#[doc = $about:literal])* $name:ident: $default:literal in $lo:literal..=$hi:literal;)*) => {
        /// Every number of the search that is a matter of judgement.
        ///
        /// They are hundredths of a pawn unless they say otherwise. Those that
        /// come with the program were set by hand and then tuned by `tabia
        /// chess tune --engine tabia --lines`: `weights/README.md` has the run.
        /// With others the engine plays differently, and always legally.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Margins {
            $($(#[doc = $about])* pub $name: i32,)*
        }

        impl Margins {
            /// All of them, in their order.
            pub const ALL: &'static [Margin] = &[$(Margin {
                name: stringify!($name),
                about: concat!($($about),*).trim_ascii(),
                default: $default,
                lo: $lo,
                hi: $hi,
            },)*];

            /// The place of a number by its name.
            fn place(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }

        impl Default for Margins {
            fn default() -> Margins {
                Margins { $($name: $default,)* }
            }
        }
    };
}

margins! {
    /// How far above beta a quiet position may be given up, for each ply.
    reverse_futility: 42 in 20..=200;
    /// How far below alpha only captures are looked at, for each ply.
    razor: 283 in 80..=600;
    /// What quiet moves may gain at once.
    futility: 85 in 20..=300;
    /// What quiet moves may gain with each ply.
    futility_ply: 61 in 20..=250;
    /// What a capture or a check may lose, for each ply.
    capture_loss: 82 in 20..=250;
    /// The history of a capture that may cost it a hundredth more.
    capture_loss_history: 44 in 10..=200;
    /// What a quiet move may lose, for each ply squared.
    quiet_loss: 24 in 5..=80;
    /// The history below which quiet moves are given up, for each ply.
    quiet_history: 4708 in 1000..=12000;
    /// Quiet moves that are tried at least, while the score gets better.
    late_moves: 4 in 1..=12;
    /// … and for each ply squared, in hundredths.
    late_moves_ply: 133 in 40..=200;
    /// How far above beta captures are tried to refute at once.
    probcut: 191 in 60..=400;
    /// What passing takes off the depth at least, in tenths of a ply.
    null_base: 40 in 20..=70;
    /// … and for each ply, in hundredths.
    null_ply: 25 in 5..=60;
    /// What a score has to exceed beta by for passing to take off a ply more.
    null_eval: 180 in 60..=400;
    /// … at most so many plies for the score.
    null_most: 3 in 1..=8;
    /// How far the static score may be below beta at depth 0.
    null_static: 123 in 0..=300;
    /// … and how much less with each ply.
    null_static_ply: 22 in 0..=50;
    /// The depth from which on it is asked whether the table's move is the only good
    /// one.
    singular_depth: 5 in 3..=12;
    /// How far below the table's score others have to be for its move to count as
    /// the only good one, for each ply, in tenths.
    singular: 22 in 5..=60;
    /// How much further for it to be extended by two.
    singular_double: 15 in 2..=80;
    /// The reduction of late moves that has nothing to do with depth or number, in
    /// hundredths of a ply.
    late_base: 94 in 20..=160;
    /// What the product of logarithms of depth and number is divided by, in
    /// hundredths.
    late_divisor: 220 in 130..=400;
    /// What is taken off late moves where beta should be exceeded, in thousandths
    /// of a ply, as all that follow.
    late_cut: 1269 in 300..=3000;
    /// … where the table's move is a capture.
    late_table_takes: 773 in 0..=2000;
    /// … less for killers and answers.
    late_killer: 895 in 0..=2500;
    /// … less on open windows.
    late_open: 795 in 0..=2500;
    /// … less where the table says that it was on the line of best play.
    late_on_line: 423 in 0..=2000;
    /// … where the score gets no better.
    late_worse: 602 in 0..=2000;
    /// … less if it gives check.
    late_check: 841 in 0..=2500;
    /// … less out of check.
    late_evasion: 655 in 0..=2500;
    /// … where the answers often exceed beta.
    late_cutoffs: 929 in 0..=2500;
    /// … of captures where beta should be exceeded.
    late_capture_cut: 674 in 0..=2500;
    /// The history of a quiet move that is worth a ply.
    late_history: 11160 in 4000..=30000;
    /// The history of a capture that is worth a ply.
    late_capture_history: 8715 in 3000..=30000;
    /// What a refutation is rewarded with for each ply.
    reward_ply: 150 in 50..=400;
    /// … and how much less at all depths.
    reward_less: 76 in 0..=400;
    /// … and at most.
    reward_most: 1582 in 600..=4000;
    /// What moves tried before a refutation are punished with for each ply.
    punish_ply: 197 in 50..=400;
    /// … and at most.
    punish_most: 1765 in 600..=4000;
    /// What a capture at the end of a line may promise beyond its victim.
    quiescence: 170 in 40..=400;
    /// The first window is this wide on either side.
    window: 18 in 4..=50;
    /// What corrections count for by pawns, in hundredths.
    correct_pawns: 98 in 0..=250;
    /// … by officers.
    correct_officers: 112 in 0..=250;
}

impl Margins {
    /// The number of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Margin> {
        Margins::ALL.iter().find(|margin| margin.name == name)
    }

    /// Changes a number; `false` if none has this name, or it may not be so.
    #[must_use]
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let allowed = Margins::named(name).is_some_and(|margin| margin.range().contains(&value));
        match self.place(name) {
            Some(place) if allowed => {
                *place = value;
                true
            }
            _ => false,
        }
    }
}

impl Margins {
    /// What a refutation at this depth is rewarded with.
    #[inline]
    pub(crate) fn reward(&self, depth: i32) -> i32 {
        (self.reward_ply * depth - self.reward_less).min(self.reward_most)
    }

    /// What moves tried before a refutation are punished with.
    #[inline]
    pub(crate) fn punishment(&self, depth: i32) -> i32 {
        (self.punish_ply * depth - self.reward_less).min(self.punish_most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_margin_is_within_its_range_and_can_be_changed() {
        let mut margins = Margins::default();
        for margin in Margins::ALL {
            assert!(margin.range().contains(&margin.default), "{margin:?}");
            assert!(margin.about.ends_with('.'), "{margin:?}");
            assert!(margins.set(margin.name, margin.hi));
            assert!(!margins.set(margin.name, margin.hi + 1));
            assert_eq!(margins.place(margin.name).copied(), Some(margin.hi));
        }
        assert!(!margins.set("nothing", 1));
        assert_ne!(margins, Margins::default());
    }
}
