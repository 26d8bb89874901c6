//! The search: can the declarer get this many points from here?

use tabia_kernel::search::Stop;

use super::likeness::Likeness;
use super::order;
use super::table::{Key, Known, Table};
use crate::layout::{Hands, Layout};
use crate::{Kind, Tables};

/// Looks up whether to stop once in so many cards played.
const LOOK_UP: u64 = 1 << 12;

/// One question after another about one contract, with what they have in
/// common: the table.
pub(super) struct Search<'a> {
    pub(super) layout: &'a Layout,
    pub(super) table: &'a mut Table,
    /// Endings that need no search.
    pub(super) endings: Option<&'a Tables>,
    pub(super) stop: &'a Stop,
    /// Cards played so far.
    pub(super) nodes: u64,
    /// Whether the search was told to stop; what it returns then is void.
    pub(super) stopped: bool,
}

/// The trick on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trick {
    /// Who led it.
    pub(super) leader: usize,
    /// How many cards lie there: 0 to 2.
    pub(super) played: usize,
    /// All of them.
    pub(super) cards: u32,
    /// The first; meaningless before.
    pub(super) led: u8,
    /// The best so far, and who played it.
    pub(super) best: u8,
    pub(super) winner: usize,
    /// What they count.
    pub(super) points: i32,
}

impl Trick {
    pub(super) fn new(leader: usize) -> Trick {
        Trick {
            leader,
            played: 0,
            cards: 0,
            led: 0,
            best: 0,
            winner: leader,
            points: 0,
        }
    }

    /// Whose turn it is.
    #[inline]
    pub(super) fn turn(&self) -> usize {
        match self.leader + self.played {
            turn @ 0..3 => turn,
            turn => turn - 3,
        }
    }

    /// With the card at `bit`, played by whose turn it is.
    #[inline]
    pub(super) fn with(mut self, layout: &Layout, bit: u8) -> Trick {
        if self.played == 0 {
            self.led = bit;
            self.best = bit;
        } else if layout.beats(bit, self.best) {
            self.best = bit;
            self.winner = self.turn();
        }
        self.played += 1;
        self.cards |= 1 << bit;
        self.points += layout.points(bit);
        self
    }
}

/// One card to try.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    pub(super) bit: u8,
    /// Cards of one run differ in nothing but their points.
    run: u8,
    pub(super) score: i32,
}

impl Search<'_> {
    /// The value at the lead of a trick, as far as `target` asks: a result
    /// of `target` or more is at most the value, a smaller one at least.
    ///
    /// `left` is what all cards in `hands` count, or 1 in a null game, whose
    /// value is 1 when the declarer takes no trick.
    pub(super) fn lead<const NULL: bool>(
        &mut self,
        hands: &Hands,
        leader: usize,
        left: i32,
        target: i32,
    ) -> i32 {
        // 1. Questions that answer themselves.
        if target <= 0 {
            return 0;
        }
        if left < target {
            return left;
        }
        if hands[0] == 0 {
            return left;
        }
        let tricks = hands[0].count_ones();
        if tricks == 1 {
            return self.last_trick::<NULL>(hands, leader, left);
        }
        // 2. Endings that are in tables.
        if let Some(tables) = self.endings
            && 3 * tricks as usize <= tables.most_cards()
        {
            return tables.value(self.layout.kind(), hands, leader);
        }
        // 3. What trumps that nothing beats will take.
        let mut lo = 0;
        let mut hi = left;
        if !NULL {
            let (own, lost) = self.sure_points(hands);
            (lo, hi) = (own, left - lost);
            if lo >= target {
                return lo;
            }
            if hi < target {
                return hi;
            }
        }
        // 4. What is known already.
        let key = Key {
            likeness: Likeness::new(self.layout, hands),
            leader,
            tricks,
        };
        let mut hint = None;
        if let Some(known) = self.table.probe(&key) {
            (lo, hi) = (lo.max(known.lo), hi.min(known.hi));
            if lo >= target {
                return lo;
            }
            if hi < target {
                return hi;
            }
            hint = Some(known.card);
        }
        // 5. The cards.
        let (value, card) = self.card::<NULL>(hands, Trick::new(leader), left, target, hint);
        if self.stopped {
            return value;
        }
        match value >= target {
            true => lo = lo.max(value),
            false => hi = hi.min(value),
        }
        self.table.store(&key, Known { lo, hi, card });
        value
    }

    /// The value with `trick` on the table, in the sense of
    /// [`lead`](Self::lead), and the card that answered the question.
    ///
    /// `left` still counts the cards of the trick.
    pub(super) fn card<const NULL: bool>(
        &mut self,
        hands: &Hands,
        trick: Trick,
        left: i32,
        target: i32,
        hint: Option<u8>,
    ) -> (i32, u8) {
        let turn = trick.turn();
        let declarer = turn == 0;
        let mut candidates = [Candidate::default(); 10];
        let count = self.candidates(hands, &trick, &mut candidates);
        let candidates = &mut candidates[..count];
        if count > 1 {
            order::rate(self.layout, hands, &trick, candidates);
            if let Some(hint) = hint {
                for candidate in candidates.iter_mut().filter(|c| c.bit == hint) {
                    candidate.score = i32::MAX;
                }
            }
            sort(candidates);
        }
        let mut values = [0; 10];
        // The declarer's best so far, or the defenders'.
        let mut best = if declarer { -1 } else { i32::MAX };
        let mut card = candidates[0].bit;
        for at in 0..count {
            let candidate = candidates[at];
            // 1. A card of a run that has been tried is worth as much but for
            // the points by which the two differ.
            let mut settled = None;
            for earlier in 0..at {
                if candidates[earlier].run != candidate.run {
                    continue;
                }
                let gap = (self.layout.points(candidates[earlier].bit)
                    - self.layout.points(candidate.bit))
                .abs();
                let bound = match declarer {
                    true => values[earlier] + gap,
                    false => values[earlier] - gap,
                };
                if declarer == (bound < target) {
                    settled = Some(bound);
                    break;
                }
            }
            // 2. The others are played.
            let value = match settled {
                Some(bound) => bound,
                None => self.after::<NULL>(hands, trick, candidate.bit, left, target),
            };
            if self.stopped {
                return (value, card);
            }
            values[at] = value;
            // 3. One that answers the question is enough.
            if declarer {
                if value > best {
                    (best, card) = (value, candidate.bit);
                    if best >= target {
                        break;
                    }
                }
            } else if value < best {
                (best, card) = (value, candidate.bit);
                if best < target {
                    break;
                }
            }
        }
        (best, card)
    }

    /// The value after the card at `bit` has been played.
    #[inline]
    pub(super) fn after<const NULL: bool>(
        &mut self,
        hands: &Hands,
        trick: Trick,
        bit: u8,
        left: i32,
        target: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_UP) && self.stop.is_requested() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let mut hands = *hands;
        hands[trick.turn()] &= !(1 << bit);
        let trick = trick.with(self.layout, bit);
        if trick.played < 3 {
            return self.card::<NULL>(&hands, trick, left, target, None).0;
        }
        let declarer = trick.winner == 0;
        if NULL {
            return match declarer {
                true => 0,
                false => self.lead::<NULL>(&hands, trick.winner, left, target),
            };
        }
        let taken = if declarer { trick.points } else { 0 };
        let left = left - trick.points;
        taken + self.lead::<NULL>(&hands, trick.winner, left, target - taken)
    }

    /// The only thing that can happen when everyone holds one card.
    fn last_trick<const NULL: bool>(&mut self, hands: &Hands, leader: usize, left: i32) -> i32 {
        self.nodes += 3;
        let mut trick = Trick::new(leader);
        for _ in 0..3 {
            let bit = hands[trick.turn()].trailing_zeros() as u8;
            trick = trick.with(self.layout, bit);
        }
        let declarer = trick.winner == 0;
        if declarer != NULL { left } else { 0 }
    }

    /// Points that the declarer, and points that the defenders are sure of:
    /// those of trumps that nothing in other hands beats. Such a card wins
    /// its trick, or a partner does who plays another.
    #[inline]
    fn sure_points(&self, hands: &Hands) -> (i32, i32) {
        let trumps = self.layout.trumps();
        let own = hands[0] & trumps;
        let theirs = (hands[1] | hands[2]) & trumps;
        if own > theirs {
            // Those above the highest of theirs.
            let safe = own & !below_highest(theirs);
            (self.layout.sum(safe), 0)
        } else {
            let safe = theirs & !below_highest(own);
            (0, self.layout.sum(safe))
        }
    }

    /// The cards that may be played, one for each class of equivalent ones.
    ///
    /// Two cards of a hand are in one run if no card in another hand or on
    /// the table stands between them. If they count the same too, the game
    /// goes on alike whichever is played: exchange their names. If not, it
    /// still does but for the points: whoever takes one of them and not the
    /// other is better off by at most the difference.
    fn candidates(&self, hands: &Hands, trick: &Trick, out: &mut [Candidate; 10]) -> usize {
        let turn = trick.turn();
        let hand = hands[turn];
        let mut playable = hand;
        if trick.played > 0 {
            let following = hand & self.layout.colour(trick.led);
            if following != 0 {
                playable = following;
            }
        }
        let others = (hands[0] | hands[1] | hands[2] | trick.cards) & !hand;
        let mut count = 0;
        let mut run = 0;
        let mut previous: Option<u8> = None;
        while playable != 0 {
            let bit = playable.trailing_zeros() as u8;
            playable &= playable - 1;
            if let Some(previous) = previous {
                let between = self.layout.above(previous) & ((1 << bit) - 1);
                let together =
                    self.layout.colour(previous) >> bit & 1 == 1 && others & between == 0;
                if together && self.layout.points(previous) == self.layout.points(bit) {
                    continue;
                }
                run += u8::from(!together);
            }
            previous = Some(bit);
            out[count] = Candidate { bit, run, score: 0 };
            count += 1;
        }
        count
    }

    pub(super) fn is_null(&self) -> bool {
        self.layout.kind() == Kind::Null
    }
}

/// All bits up to the highest one of `set`.
#[inline]
fn below_highest(set: u32) -> u32 {
    match set {
        0 => 0,
        _ => u32::MAX >> set.leading_zeros(),
    }
}

/// Highest score first; among equals, the order they came in.
#[inline]
fn sort(candidates: &mut [Candidate]) {
    for end in 1..candidates.len() {
        let item = candidates[end];
        let mut at = end;
        while at > 0 && candidates[at - 1].score < item.score {
            candidates[at] = candidates[at - 1];
            at -= 1;
        }
        candidates[at] = item;
    }
}
