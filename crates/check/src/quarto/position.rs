//! Boards, position words and position texts.

/// Most pieces a position word has room for: 20 bits, then four per piece.
pub(super) const MOST_IN_WORD: u32 = 11;

/// The pieces on the board and those not yet given, as sets of bits.
///
/// Invariant: `has[p]` is a subset of `occupied`, and every piece is either on
/// one cell, or in `left`, or in the hand that goes with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Bit `c` is set when cell `c` holds a piece.
    pub(super) occupied: u16,
    /// `has[p]` are the cells whose piece has property `p`.
    pub(super) has: [u16; 4],
    /// Bit `q` is set when piece `q` is neither on the board nor in hand.
    pub(super) left: u16,
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        occupied: 0,
        has: [0; 4],
        left: u16::MAX,
    };

    /// The board after `piece`, already taken from `left`, went to `cell`.
    #[inline]
    pub(super) fn with(&self, cell: u32, piece: u8) -> Board {
        debug_assert!(self.occupied >> cell & 1 == 0 && self.left >> piece & 1 == 0);
        let mut next = *self;
        next.occupied |= 1 << cell;
        for (property, cells) in next.has.iter_mut().enumerate() {
            *cells |= u16::from(piece >> property & 1) << cell;
        }
        next
    }

    /// The board after `piece` was taken from `left` into somebody's hand.
    #[inline]
    pub(super) fn without(&self, piece: u8) -> Board {
        debug_assert!(self.left >> piece & 1 == 1);
        Board {
            left: self.left & !(1 << piece),
            ..*self
        }
    }

    pub(super) fn placed(&self) -> u32 {
        self.occupied.count_ones()
    }

    pub(super) fn piece_at(&self, cell: u32) -> Option<u8> {
        (self.occupied >> cell & 1 == 1).then(|| {
            (0..4).fold(0, |piece, property| {
                piece | ((self.has[property] >> cell & 1) as u8) << property
            })
        })
    }

    /// The position as text: sixteen cells, a slash, the hand.
    pub(super) fn text(&self, hand: Option<u8>) -> String {
        let digit = |piece: u8| char::from(b"0123456789abcdef"[usize::from(piece)]);
        let cells = (0..16).map(|cell| self.piece_at(cell).map_or('.', digit));
        let tail = ['/', hand.map_or('-', digit)];
        cells.chain(tail).collect()
    }
}

/// Why a word is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// More pieces than a word has room for.
    #[error("{0} cells are occupied, and a word has room for {MOST_IN_WORD} pieces")]
    TooManyPieces(u32),
    /// Bits beyond the last piece, or in the place of an absent hand, are set.
    #[error("bits that mean nothing are set")]
    StrayBits,
    /// A piece stands on two cells, or on a cell and in hand.
    #[error("piece {0:x} occurs twice")]
    PieceTwice(u8),
}

/// Reads a word: occupied cells in bits 0 to 15, the hand in bits 16 to 19,
/// then the pieces in the order of their cells.
pub(super) fn decode(word: u64, has_hand: bool) -> Result<(Board, Option<u8>), WordError> {
    let occupied = word as u16;
    let placed = occupied.count_ones();
    if placed > MOST_IN_WORD {
        return Err(WordError::TooManyPieces(placed));
    }
    if word >> 20 >> (4 * placed) != 0 {
        return Err(WordError::StrayBits);
    }
    let mut board = Board::EMPTY;
    let take = |board: &mut Board, piece: u8| {
        if board.left >> piece & 1 == 0 {
            return Err(WordError::PieceTwice(piece));
        }
        *board = board.without(piece);
        Ok(())
    };
    let in_hand = (word >> 16 & 15) as u8;
    if has_hand {
        take(&mut board, in_hand)?;
    } else if in_hand != 0 {
        return Err(WordError::StrayBits);
    }
    let mut pieces = word >> 20;
    for cell in cells(occupied) {
        let piece = (pieces & 15) as u8;
        take(&mut board, piece)?;
        board = board.with(cell, piece);
        pieces >>= 4;
    }
    Ok((board, has_hand.then_some(in_hand)))
}

/// The members of a set of cells or pieces, in increasing order.
#[inline]
pub(super) fn cells(set: u16) -> impl Iterator<Item = u32> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (first < 16).then_some(first)
    })
}

/// A cell as players write it: column letter, row number.
pub(super) fn cell_name(cell: u32) -> String {
    format!("{}{}", char::from(b"abcd"[cell as usize % 4]), cell / 4 + 1)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Reads a position text that is known to be right.
    pub(in super::super) fn parse(text: &str) -> (Board, u8) {
        let (board, hand) = text.split_once('/').unwrap();
        let digit = |c: char| c.to_digit(16).unwrap() as u8;
        let hand = digit(hand.parse().unwrap());
        let mut read = Board::EMPTY.without(hand);
        for (cell, c) in board.chars().enumerate().filter(|&(_, c)| c != '.') {
            read = read.without(digit(c)).with(cell as u32, digit(c));
        }
        (read, hand)
    }

    /// Repeatable random numbers: the high bits of a linear congruence.
    pub(in super::super) struct Dice(pub(in super::super) u64);

    impl Dice {
        pub(in super::super) fn below(&mut self, n: u32) -> u32 {
            self.0 = (self.0)
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(n)) as u32
        }

        pub(in super::super) fn member(&mut self, set: u16) -> u32 {
            cells(set)
                .nth(self.below(set.count_ones()) as usize)
                .unwrap()
        }

        /// A random position, won or not, with a piece in hand.
        pub(in super::super) fn position(&mut self, placed: u32) -> (Board, u8) {
            let mut board = Board::EMPTY;
            for _ in 0..placed {
                let piece = self.member(board.left) as u8;
                let cell = self.member(!board.occupied);
                board = board.without(piece).with(cell, piece);
            }
            let hand = self.member(board.left) as u8;
            (board.without(hand), hand)
        }
    }

    #[test]
    fn a_word_reads_as_its_text() {
        // Piece 3 on a1, piece 12 on d4, piece 0 in hand.
        let (board, hand) = decode(0x8001 | 0xc3 << 20, true).unwrap();
        assert_eq!(board.text(hand), "3..............c/0");
        assert_eq!(board.left, !(1 << 3 | 1 << 12 | 1));
        assert_eq!(cell_name(15), "d4");
    }

    #[test]
    fn impossible_words_are_refused() {
        assert_eq!(
            decode(0x3 | 0x55 << 20, true),
            Err(WordError::PieceTwice(5))
        );
        assert_eq!(
            decode(0x1 | 5 << 16 | 5 << 20, true),
            Err(WordError::PieceTwice(5))
        );
        assert_eq!(decode(0x1 | 1 << 24, true), Err(WordError::StrayBits));
        assert_eq!(decode(1 << 16, false), Err(WordError::StrayBits));
        assert_eq!(decode(0xfff, true), Err(WordError::TooManyPieces(12)));
    }
}
