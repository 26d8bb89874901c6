//! The search under the misère rule: whoever completes a line loses.
//!
//! Every gift is allowed; what the placer must find is a cell on which it
//! completes nothing. Questions and scores are those of [`super::search`].

use super::search::{Search, bits, threshold};
use crate::board::Board;
use crate::bytes::Bytes;

/// With more pieces placed the table costs more than it saves.
const TABLE_UNTIL: usize = 10;

impl<V: Bytes> Search<'_, V> {
    /// Whether the side to move, with `hand` to place or a piece to give,
    /// wins (`WIN`) or holds until `limit`.
    pub(super) fn misere_root<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: Option<usize>,
        limit: usize,
    ) -> bool {
        let placed = board.placed();
        match hand {
            Some(hand) => self.misere::<WIN>(board, hand, placed, limit),
            None if board.rest == 0 => !WIN,
            None => bits(self.tables.distinct(board.rest))
                .any(|gift| !self.misere_reply::<WIN>(&board.without(gift), gift, placed, limit)),
        }
    }

    fn misere<const WIN: bool>(
        &mut self,
        board: &Board<V>,
        hand: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        self.nodes += 1;
        // 1. Too late for the loser to complete a line: himself with the next
        // piece, his opponent with the one after it.
        if placed + if WIN { 2 } else { 1 } > limit {
            return !WIN;
        }
        let cells = board.empty() & !board.completes(self.tables, hand);
        if cells == 0 {
            return false;
        }
        // 2. The last piece completes nothing, or no line can be completed.
        if board.rest == 0 || board.is_dead() {
            return !WIN;
        }
        // 3. Has it been found out before?
        let threshold = threshold(WIN, limit);
        let mut key = None;
        if placed <= TABLE_UNTIL {
            if self.must_stop() {
                return false;
            }
            let exact = self.key(board, hand);
            key = Some(exact);
            if let Some(answer) = self.remembered(exact, threshold) {
                return answer;
            }
        }
        // 4. Search, gifts that fit on fewest cells first.
        let before = self.nodes;
        let gifts = self.tables.distinct(board.rest);
        let mut pairs = [0u32; 16 * 15];
        let mut count = 0;
        let mut answer = false;
        for cell in bits(cells) {
            let child = board.place(self.tables, cell, hand);
            for gift in bits(gifts) {
                let fits = child.empty() & !child.completes(self.tables, gift);
                if fits == 0 && placed + 2 <= limit {
                    // The opponent must complete a line with it.
                    answer = true;
                }
                pairs[count] = fits.count_ones() << 8 | (cell as u32) << 4 | gift as u32;
                count += 1;
            }
        }
        if !answer {
            let pairs = &mut pairs[..count];
            pairs.sort_unstable();
            answer = pairs.iter().any(|pair| {
                let (cell, gift) = ((pair >> 4 & 15) as usize, (pair & 15) as usize);
                let child = board.place(self.tables, cell, hand).without(gift);
                !self.misere_reply::<WIN>(&child, gift, placed + 1, limit)
            });
        }
        if let Some(key) = key {
            self.remember(key, threshold, answer, before);
        }
        answer
    }

    fn misere_reply<const WIN: bool>(
        &mut self,
        child: &Board<V>,
        gift: usize,
        placed: usize,
        limit: usize,
    ) -> bool {
        if WIN {
            self.misere::<false>(child, gift, placed, limit)
        } else {
            self.misere::<true>(child, gift, placed, limit)
        }
    }
}
