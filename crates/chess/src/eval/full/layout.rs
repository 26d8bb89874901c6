//! The features of the full profile and their numbers.
//!
//! Features come in blocks: a block has a name and a number of places, and a
//! feature is a place in a block. Each has two weights, one for the middle
//! game and one for the endgame.

use cozy_chess::{Color, Piece, Square};

/// A run of features with one meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The number of its first feature.
    pub(crate) start: usize,
    /// How many it has.
    pub(crate) size: usize,
    /// What it is called.
    pub(crate) name: &'static str,
    /// What its places stand for.
    pub(crate) places: Places,
}

/// What the places of a block stand for, for names and symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// One place.
    Single,
    /// Numbers from zero: mobility, ranks, distances.
    Number,
    /// Pawn, knight, bishop, rook, queen.
    Pieces,
    /// Squares a1 to h8 seen by the side.
    Squares,
    /// Squares a1 to d8: left and right are the same.
    HalfSquares,
}

impl Block {
    /// A feature of the block.
    #[inline]
    pub(crate) const fn at(&self, place: usize) -> usize {
        debug_assert!(place < self.size);
        self.start + place
    }

    /// The only feature of a block of one.
    #[inline]
    pub(crate) const fn only(&self) -> usize {
        self.start
    }
}

macro_rules! blocks {
    ($($(#[$doc:meta])* $block:ident: $size:literal, $places:ident;)*) => {
        blocks!(@each 0; $($(#[$doc])* $block: $size, $places;)*);

        /// Every block in order.
        pub(crate) const BLOCKS: &[Block] = &[$($block,)*];
    };
    (@each $start:expr; $(#[$doc:meta])* $block:ident: $size:literal, $places:ident; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $block: Block = Block {
            start: $start,
            size: $size,
            name: stringify!($block),
            places: Places::$places,
        };
        blocks!(@each $block.start + $block.size; $($rest)*);
    };
    (@each $end:expr;) => {
        /// How many features there are; there are twice as many weights.
        pub(crate) const COUNT: usize = $end;
    };
}

blocks! {
    /// The side to move.
    TEMPO: 1, Single;
    /// Pieces.
    MATERIAL: 5, Pieces;
    /// Where pawns stand.
    PAWN_ON: 64, Squares;
    /// Where knights stand.
    KNIGHT_ON: 32, HalfSquares;
    /// Where bishops stand.
    BISHOP_ON: 32, HalfSquares;
    /// Where rooks stand.
    ROOK_ON: 32, HalfSquares;
    /// Where queens stand.
    QUEEN_ON: 32, HalfSquares;
    /// Where the king stands.
    KING_ON: 64, Squares;

    /// Knights by the number of useful squares they attack.
    KNIGHT_MOBILITY: 9, Number;
    /// The same for bishops, which see through own queens.
    BISHOP_MOBILITY: 14, Number;
    /// The same for rooks, which see through own rooks and queens.
    ROOK_MOBILITY: 15, Number;
    /// The same for queens.
    QUEEN_MOBILITY: 28, Number;

    /// Isolated pawns; with no enemy pawn ahead on the file, the second.
    PAWN_ISOLATED: 2, Number;
    /// Pawns with an own pawn ahead on the file; with no pawn beside or
    /// behind to support them, the second.
    PAWN_DOUBLED: 2, Number;
    /// Pawns without support behind or beside whose stop square an enemy
    /// pawn attacks; with no enemy pawn ahead on the file, the second.
    PAWN_BACKWARD: 2, Number;
    /// Pawns with a pawn beside them, by rank.
    PAWN_PHALANX: 8, Number;
    /// Pawns defended by a pawn, by rank.
    PAWN_DEFENDED: 8, Number;
    /// Pawns rammed by an enemy pawn, by rank.
    PAWN_RAMMED: 8, Number;
    /// Pawns that would be passed but for enemy pawns they outnumber, by rank.
    PAWN_CANDIDATE: 8, Number;

    /// Passed pawns by rank.
    PASSED: 8, Number;
    /// … whose stop square is empty.
    PASSED_FREE: 8, Number;
    /// … whose stop square is also not attacked by the enemy.
    PASSED_SAFE: 8, Number;
    /// … whose whole path is empty and not attacked.
    PASSED_CLEAR: 8, Number;
    /// … with a pawn beside or defending it.
    PASSED_CONNECTED: 8, Number;
    /// … on the fourth rank or beyond, by the own king's distance.
    PASSED_KING_NEAR: 8, Number;
    /// … by the enemy king's distance.
    PASSED_ENEMY_KING_NEAR: 8, Number;
    /// … with an own rook behind it.
    PASSED_ROOK_BEHIND: 1, Single;
    /// … with an enemy rook behind it.
    PASSED_ENEMY_ROOK_BEHIND: 1, Single;
    /// … that the enemy king cannot catch, with no enemy pieces.
    PASSED_OUT_OF_REACH: 1, Single;

    /// Knights that no enemy pawn can drive away from a square in enemy
    /// ground; defended by a pawn, the second.
    KNIGHT_OUTPOST: 2, Number;
    /// The same for bishops.
    BISHOP_OUTPOST: 2, Number;
    /// Knights and bishops with an own pawn in front.
    MINOR_BEHIND_PAWN: 1, Single;
    /// Knights by their distance to the own king.
    KNIGHT_FROM_KING: 8, Number;
    /// Bishops by their distance to the own king.
    BISHOP_FROM_KING: 8, Number;
    /// Bishops on squares of both colours.
    BISHOP_PAIR: 1, Single;
    /// Bishops by the number of own pawns on their colour.
    BISHOP_PAWNS: 9, Number;
    /// Bishops that see both central squares of a long diagonal.
    BISHOP_LONG_DIAGONAL: 1, Single;
    /// Rooks on files without own pawns; with none at all, the second.
    ROOK_FILE: 2, Number;
    /// Rooks on the seventh rank with the enemy king or pawns to attack there.
    ROOK_SEVENTH: 1, Single;
    /// Rooks with few squares shut in by the own king.
    ROOK_TRAPPED: 1, Single;
    /// Rooks on the file of the enemy queen.
    ROOK_ON_QUEEN_FILE: 1, Single;
    /// Queens that one piece shields from an enemy bishop or rook.
    QUEEN_SHIELDED: 1, Single;

    /// Own pawns ahead on the files around the king: 4 kinds of file by
    /// distance from the edge, 8 ranks (0: none).
    KING_SHELTER: 32, Number;
    /// The king's own file, the same way.
    KING_FILE_SHELTER: 32, Number;
    /// Enemy pawns there, not stopped by an own pawn.
    KING_STORM: 32, Number;
    /// Enemy pawns stopped by an own pawn, by rank.
    KING_STORM_STOPPED: 8, Number;
    /// The king on a file without own pawns; with none at all, the second.
    KING_FILE_OPEN: 2, Number;

    /// Enemy pieces that attack squares around the king: knights, bishops,
    /// rooks, queens in places 1 to 4.
    KING_ATTACKERS: 5, Pieces;
    /// Squares around the king that the enemy attacks and only king or queen
    /// defend.
    KING_WEAK_SQUARES: 1, Single;
    /// Attacks on the squares next to the king.
    KING_ATTACKS: 1, Single;
    /// Squares from which the enemy can give a safe check, by piece.
    KING_SAFE_CHECKS: 5, Pieces;
    /// Pieces that shield the king from a slider.
    KING_SHIELDED: 1, Single;
    /// Danger to the king, all of that together, in steps.
    KING_DANGER: 32, Number;

    /// Enemy pieces attacked by a pawn.
    THREAT_BY_PAWN: 5, Pieces;
    /// Enemy pieces attacked by a pawn after a safe push.
    THREAT_BY_PUSH: 5, Pieces;
    /// Enemy pieces attacked by a knight or bishop.
    THREAT_BY_MINOR: 5, Pieces;
    /// Enemy pieces attacked by a rook.
    THREAT_BY_ROOK: 5, Pieces;
    /// Weakly defended enemy pieces attacked by the king.
    THREAT_BY_KING: 1, Single;
    /// Enemy pieces attacked and not defended.
    THREAT_HANGING: 5, Pieces;
    /// Squares the enemy attacks that we contest.
    RESTRICTED: 1, Single;
    /// Safe squares behind and among the own pawns of the centre.
    SPACE: 1, Single;
}

/// The feature of an officer where it stands.
#[inline(always)]
pub(crate) fn officer_on(color: Color, officer: Piece, square: Square) -> usize {
    let block = match officer {
        Piece::Knight => KNIGHT_ON,
        Piece::Bishop => BISHOP_ON,
        Piece::Rook => ROOK_ON,
        Piece::Queen => QUEEN_ON,
        Piece::Pawn | Piece::King => unreachable!("pawns and kings are no officers"),
    };
    // Left and right are the same.
    let file = square.file() as usize;
    let rank = square.rank().relative_to(color) as usize;
    block.at(4 * rank + file.min(7 - file))
}

/// The names of the weights: each feature in the middle game and the endgame.
pub(crate) fn names() -> Vec<String> {
    let mut names = Vec::with_capacity(2 * COUNT);
    for block in BLOCKS {
        for place in 0..block.size {
            let place = match block.places {
                Places::Single => String::new(),
                Places::Number => format!(" {place}"),
                Places::Pieces => {
                    format!(" {}", ["pawn", "knight", "bishop", "rook", "queen"][place])
                }
                Places::Squares => format!(" {}", Square::index(place)),
                Places::HalfSquares => {
                    format!(" {}", Square::index(place / 4 * 8 + place % 4))
                }
            };
            for phase in ["MG", "EG"] {
                names.push(format!("{}{place} {phase}", block.name));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_names_of_its_own() {
        let mut names = names();
        assert_eq!(names.len(), 2 * COUNT);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 2 * COUNT);
        let last = BLOCKS.last().unwrap();
        assert_eq!(last.start + last.size, COUNT);
    }
}
