//! The search: yes/no questions about a position.
//!
//! The *score* of a position is 17 − n if the side to move wins with the n-th
//! piece of the game under best play, −(17 − n) if it loses with it, 0 if
//! nobody does. The search answers whether the score reaches a threshold,
//! which is one of two kinds of question:
//!
//! - *wins by `limit`*: the game is won with the `limit`-th piece at the latest
//!   (threshold 17 − limit);
//! - *holds until `limit`*: it is not lost with the `limit`-th piece or sooner
//!   (threshold limit − 16).
//!
//! With a limit of 16 these are "does he win?" and "does he draw?". One kind
//! leads to the other: I win if some placement and gift leave an opponent who
//! cannot hold, and I hold if some leave one who cannot win.
//!
//! A node is a board without a complete line and a piece in hand that
//! completes none, so its placer can only place and give.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::crew::Crew;
use super::table::{Known, Table};
use crate::Piece;
use crate::board::{Board, Tables};
use crate::bytes::Bytes;
use crate::canonical::Canonical;

/// With more pieces placed the table costs more than it saves: positions
/// hardly ever come again, one in fifty at ten placed.
const TABLE_UNTIL: usize = 9;
/// Up to this many placed, moves are ordered by the replies they leave.
const REPLIES_UNTIL: usize = 8;
/// Up to this many placed, the table is asked about all children first.
const LOOK_AHEAD_UNTIL: usize = 6;
/// Up to this many placed, threads keep out of each other's subtrees.
const SHARE_UNTIL: usize = 6;

/// One thread's search.
pub(super) struct Search<'a, V> {
    pub(super) tables: &'a Tables<V>,
    pub(super) canonical: &'a Canonical,
    pub(super) table: &'a Table,
    pub(super) crew: &'a Crew<'a>,
    /// Nodes visited.
    pub(super) nodes: u64,
    /// Where those of all searches are added up, and how many of these have been.
    pub(super) total: &'a AtomicU64,
    pub(super) told: u64,
    /// The crew was told to stop: answers mean nothing.
    pub(super) stopped: bool,
}

/// A cell and a gift, with the order in which to try them in the upper bits.
type Pair = u32;

fn pair(order: u32, cell: usize, gift: usize) -> Pair {
    order << 8 | (cell as u32) << 4 | gift as u32
}

fn cell_and_gift(pair: Pair) -> (usize, usize) {
    ((pair >> 4 & 15) as usize, (pair & 15) as usize)
}

/// The score that answers yes.
pub(super) fn threshold(win: bool, limit: usize) -> i8 {
    if win {
        17 - limit as i8
    } else {
        limit as i8 - 16
    }
}

/// Who watches is told after so many nodes.
const TELL_AFTER: u64 = 1 << 16;

impl<V: Bytes> Search<'_, V> {
    /// Adds the nodes visited to those of all searches.
    pub(super) fn tell(&mut self) {
        self.total.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    /// Whether to give up.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes - self.told >= TELL_AFTER {
            self.tell();
        }
        self.stopped = self.stopped || self.crew.must_stop();
        self.stopped
    }

    /// Whether the side to move, with `hand` to place or a piece to give,
    /// wins (`WIN`) or holds until `limit`.
    pub(super) fn root<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: Option<usize>,
        limit: usize,
    ) -> bool {
        let placed = board.placed();
        if placed >= limit {
            return !WIN;
        }
        if let Some(hand) = hand {
            return board.completes(self.tables, hand) != 0
                || self.node::<WIN>(board, hand, placed, limit);
        }
        let gifts = self.tables.distinct(board.rest);
        let safe = self.tables.safe(board.hot()) & gifts;
        if safe == 0 {
            // Nothing left to give is a draw; otherwise the gift loses.
            return !WIN && board.rest == 0;
        }
        let mut pairs = [0; 16];
        let mut count = 0;
        for gift in bits(safe) {
            pairs[count] = pair(0, 0, gift);
            count += 1;
        }
        self.some_reply_fails::<WIN>(&pairs[..count], placed, limit, |_, gift| {
            board.without(gift)
        })
    }

    #[inline(always)]
    fn node<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        if V::FAST {
            // SAFETY: such a `V` is used only where `is_fast`.
            unsafe { self.fast_node::<WIN>(board, hand, placed, limit) }
        } else {
            self.visit::<WIN>(board, hand, placed, limit)
        }
    }

    /// The same, compiled for newer processors.
    ///
    /// # Safety
    /// Only where [`is_fast`](crate::bytes::is_fast) has said so.
    #[cfg_attr(
        target_arch = "x86_64",
        target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")
    )]
    unsafe fn fast_node<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        self.visit::<WIN>(board, hand, placed, limit)
    }

    /// The work at a node.
    #[inline(always)]
    fn visit<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        self.nodes += 1;
        // 1. How often can the attacker still complete a line in time? The
        // placer himself with piece placed + 3, + 5, …; his opponent with
        // piece placed + 2, + 4, ….
        let left = limit.saturating_sub(placed);
        let chances = if WIN {
            left.saturating_sub(1) / 2
        } else {
            left / 2
        };
        match (WIN, chances) {
            (_, 0) => return !WIN,
            (false, 1) => return self.finds_safe_gift(board, hand),
            (true, 1) => return self.takes_all_gifts(board, hand),
            _ => {}
        }
        if placed > TABLE_UNTIL {
            return self.by_gifts::<WIN>(board, hand, placed, limit);
        }
        // 2. Has it been found out before?
        let key = self.key(board, hand);
        let threshold = threshold(WIN, limit);
        if let Some(answer) = self.remembered(key, threshold) {
            return answer;
        }
        // 3. Search.
        let before = self.nodes;
        let answer = if placed > REPLIES_UNTIL {
            self.by_gifts::<WIN>(board, hand, placed, limit)
        } else {
            if self.must_stop() {
                return false;
            }
            self.by_replies::<WIN>(board, hand, placed, limit)
        };
        self.remember(key, threshold, answer, before);
        answer
    }

    /// The answer to "is the score at least `threshold`?", if it is known.
    #[inline]
    pub(super) fn remembered(&self, key: u64, threshold: i8) -> Option<bool> {
        let known = self.table.probe(key)?;
        if known.low >= threshold {
            Some(true)
        } else if known.high < threshold {
            Some(false)
        } else {
            None
        }
    }

    /// Keeps an answer that took the nodes since `before`, unless the search
    /// was stopped and the answer means nothing.
    pub(super) fn remember(&self, key: u64, threshold: i8, answer: bool, before: u64) {
        if !self.stopped {
            let found = Known::from_answer(answer, threshold);
            self.table.store(key, found, self.nodes - before + 1);
        }
    }

    /// An exact key for positions with at most ten placed: forty bits of
    /// pieces, and fewer than 2^14 classes of occupied cells.
    pub(super) fn key(&self, board: &Board<V>, hand: usize) -> u64 {
        let hand = Some(Piece::new(hand as u8));
        let (class, pieces) = self
            .canonical
            .normal_form(board.occupied, board.lanes, hand);
        u64::from(class) << 40 | pieces
    }

    /// Tries the cells and gifts that leave the opponent fewest replies first.
    #[inline(always)]
    fn by_replies<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        let hot = board.hot_after(self.tables, hand);
        let gifts = self.tables.distinct(board.rest);
        let mut pairs = [0; 16 * 15];
        let mut count = 0;
        for cell in bits(board.empty()) {
            let safe = self.tables.safe(hot[cell]) & gifts;
            if safe == 0 {
                continue;
            }
            let child = board.place(self.tables, cell, hand);
            if child.is_dead() {
                // Nobody will complete anything.
                if !WIN {
                    return true;
                }
                continue;
            }
            for gift in bits(safe) {
                let mut replies = replies(self.tables, &child.without(gift), gift);
                if replies == 0 {
                    return true;
                }
                if placed <= LOOK_AHEAD_UNTIL {
                    let key = self.key(&child, gift);
                    if let Some(known) = self.table.probe(key) {
                        let threshold = threshold(!WIN, limit);
                        if known.high < threshold {
                            return true;
                        }
                        if known.low >= threshold {
                            continue;
                        }
                        // Half solved: less is left to do.
                        replies /= 2;
                    }
                }
                pairs[count] = pair(replies, cell, gift);
                count += 1;
            }
        }
        let pairs = &mut pairs[..count];
        pairs.sort_unstable();
        let tables = self.tables;
        self.some_reply_fails::<WIN>(pairs, placed + 1, limit, |cell, gift| {
            board.place(tables, cell, hand).without(gift)
        })
    }

    /// Whether the opponent fails after one of `pairs`, tried in order.
    ///
    /// With several threads the first pair is searched together; of the
    /// others each takes those that nobody is at, and comes back for the rest.
    fn some_reply_fails<const WIN: bool>(
        &mut self,
        pairs: &[Pair],
        placed: usize,
        limit: usize,
        child: impl Fn(usize, usize) -> Board<V>,
    ) -> bool {
        let share = self.crew.is_shared() && placed <= SHARE_UNTIL + 1;
        let mut put_off = [0; 16 * 15];
        let mut count = 0;
        for (i, &pair) in pairs.iter().enumerate() {
            let (cell, gift) = cell_and_gift(pair);
            let child = child(cell, gift);
            let _busy = if share {
                let key = self.key(&child, gift);
                if i > 0 && self.crew.is_busy(key) {
                    put_off[count] = pair;
                    count += 1;
                    continue;
                }
                Some(self.crew.start(key))
            } else {
                None
            };
            let succeeds = self.reply::<WIN>(&child, gift, placed, limit);
            if self.stopped || !succeeds {
                return true;
            }
        }
        for &pair in &put_off[..count] {
            let (cell, gift) = cell_and_gift(pair);
            let succeeds = self.reply::<WIN>(&child(cell, gift), gift, placed, limit);
            if self.stopped || !succeeds {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn reply<const WIN: bool>(
        &mut self,
        child: &Board<V>,
        gift: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        if WIN {
            self.node::<false>(child, gift, placed, limit)
        } else {
            self.node::<true>(child, gift, placed, limit)
        }
    }

    /// Tries the cells that leave fewest safe gifts first.
    #[inline(always)]
    fn by_gifts<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        let hot = board.hot_after(self.tables, hand);
        let gifts = self.tables.distinct(board.rest);
        let mut cells = [0u32; 16];
        let mut count = 0;
        for cell in bits(board.empty()) {
            let safe = self.tables.safe(hot[cell]) & gifts;
            cells[count & 15] = safe.count_ones() << 20 | u32::from(safe) << 4 | cell as u32;
            // No branch: which cells these are cannot be predicted.
            count += usize::from(safe != 0);
        }
        let cells = &mut cells[..count];
        cells.sort_unstable();
        for &mut entry in cells {
            let child = board.place(self.tables, (entry & 15) as usize, hand);
            if child.is_dead() {
                if !WIN {
                    return true;
                }
                continue;
            }
            for gift in bits((entry >> 4) as u16) {
                if !self.reply::<WIN>(&child.without(gift), gift, placed + 1, limit) {
                    return true;
                }
            }
        }
        false
    }

    /// Holds when the opponent has one chance left: some placement leaves a
    /// gift that completes nothing.
    #[inline(always)]
    fn finds_safe_gift(&self, board: &Board<V>, hand: usize) -> bool {
        let hot = board.hot_after(self.tables, hand);
        // Looking at every cell takes less time than a wrong guess when to stop.
        let safe = bits(board.empty()).fold(0, |safe, cell| safe | self.tables.safe(hot[cell]));
        safe & board.rest != 0
    }

    /// Wins with one chance left: some placement and gift after which every
    /// reply leaves the opponent nothing safe to give.
    #[inline(always)]
    fn takes_all_gifts(&self, board: &Board<V>, hand: usize) -> bool {
        // A piece that threatens on one cell only is made harmless by the
        // reply on that cell, so at most one such piece may be left: the gift.
        let harmless = bits(board.rest).fold(0u16, |set, piece| {
            set | u16::from(!board.threatens_twice(self.tables, piece)) << piece
        });
        let gifts = match harmless.count_ones() {
            0 => self.tables.distinct(board.rest),
            1 => harmless,
            _ => return false,
        };
        let hot = board.hot_after(self.tables, hand);
        bits(board.empty()).any(|cell| {
            let safe = self.tables.safe(hot[cell]) & gifts;
            safe != 0 && {
                let child = board.place(self.tables, cell, hand);
                bits(safe).any(|gift| !self.finds_safe_gift(&child.without(gift), gift))
            }
        })
    }
}

/// How many placements and gifts answer `hand` without losing at once.
#[inline(always)]
pub(super) fn replies<V: Bytes>(tables: &Tables<V>, board: &Board<V>, hand: usize) -> u32 {
    let hot = board.hot_after(tables, hand);
    bits(board.empty())
        .map(|cell| (tables.safe(hot[cell]) & board.rest).count_ones())
        .sum()
}

/// The places of the set bits, lowest first.
#[inline(always)]
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
