//! The features of the full profile and their numbers.
//!
//! Features come in blocks: a block has a name and a number of places, and a
//! feature is a place in a block. Each has two weights, one for the middle
//! game and one for the endgame.

use cozy_chess::{Board, Color, File, Piece, Square};

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
    /// Where pawns stand; left and right are exchanged if the own king stands on
    /// the left, so that h is always the wing of the own king.
    PAWN_ON: 64, Squares;
    /// The same for knights.
    KNIGHT_ON: 64, Squares;
    /// The same for bishops.
    BISHOP_ON: 64, Squares;
    /// The same for rooks.
    ROOK_ON: 64, Squares;
    /// The same for queens.
    QUEEN_ON: 64, Squares;
    /// Where pawns stand, exchanged so that h is the wing of the enemy king.
    PAWN_FACING: 64, Squares;
    /// The same for knights.
    KNIGHT_FACING: 64, Squares;
    /// The same for bishops.
    BISHOP_FACING: 64, Squares;
    /// The same for rooks.
    ROOK_FACING: 64, Squares;
    /// The same for queens.
    QUEEN_FACING: 64, Squares;
    /// Where the king stands.
    KING_ON: 64, Squares;

    /// Knights by the number of own pawns.
    KNIGHT_AMONG_PAWNS: 9, Number;
    /// Rooks by the number of own pawns.
    ROOK_AMONG_PAWNS: 9, Number;

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
    /// … stopped by an enemy piece.
    PASSED_STOPPED: 8, Number;
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
    /// Knights that can go to such a square, not being on one.
    KNIGHT_OUTPOST_NEXT: 1, Single;
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
    /// Enemy pawns on the diagonals of bishops.
    BISHOP_FACES_PAWN: 1, Single;
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
    /// Bishops and rooks whose lines lead to the squares around the enemy king,
    /// which they do not attack.
    LINE_TO_KING: 2, Number;
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
    /// The king's distance to the nearest pawn of either side.
    KING_FROM_PAWNS: 8, Number;

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
    /// Squares on the king's wing and side of the board that the enemy attacks.
    KING_WING_ATTACKED: 1, Single;
    /// … that its own side attacks.
    KING_WING_DEFENDED: 1, Single;
    /// The king on a wing without pawns.
    KING_WING_BARE: 1, Single;
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
    /// Safe squares from which the enemy's only queen can be attacked: by knight,
    /// bishop, rook in places 1 to 3.
    THREAT_ON_QUEEN: 5, Pieces;
    /// Squares the enemy attacks that we contest.
    RESTRICTED: 1, Single;
    /// Safe squares behind and among the own pawns of the centre.
    SPACE: 1, Single;
    /// The same for each own officer.
    SPACE_FOR_OFFICERS: 1, Single;

    /// An enemy king without anybody, by steps from the centre.
    LONE_KING_OFF_CENTRE: 7, Number;
    /// … by the distance of the own king.
    LONE_KING_NEAR: 8, Number;
    /// … against bishop and knight, by the steps to a corner of the bishop's colour,
    /// counted from the long diagonal between the other two.
    LONE_KING_CORNER: 8, Number;
}

/// On which wings the kings stand, which is how the others see the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wings {
    /// Whether the own king stands on the files a to d.
    own_left: bool,
    /// Whether the enemy king does.
    enemy_left: bool,
}

impl Wings {
    /// How many there are.
    pub(crate) const NUM: usize = 4;

    /// As `color` sees them.
    #[inline(always)]
    pub(crate) fn of(board: &Board, color: Color) -> Wings {
        let left = |color| board.king(color).file() < File::E;
        Wings {
            own_left: left(color),
            enemy_left: left(!color),
        }
    }

    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Wings> {
        [false, true].into_iter().flat_map(|own_left| {
            [false, true].map(|enemy_left| Wings {
                own_left,
                enemy_left,
            })
        })
    }

    /// A number below [`NUM`](Wings::NUM).
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        2 * usize::from(self.own_left) + usize::from(self.enemy_left)
    }
}

/// The features of a piece, which is no king, where it stands.
#[inline(always)]
pub(crate) fn piece_on(color: Color, wings: Wings, piece: Piece, square: Square) -> [usize; 3] {
    let (on, facing) = match piece {
        Piece::Pawn => (PAWN_ON, PAWN_FACING),
        Piece::Knight => (KNIGHT_ON, KNIGHT_FACING),
        Piece::Bishop => (BISHOP_ON, BISHOP_FACING),
        Piece::Rook => (ROOK_ON, ROOK_FACING),
        Piece::Queen => (QUEEN_ON, QUEEN_FACING),
        Piece::King => unreachable!("kings have features of their own"),
    };
    let square = square.relative_to(color) as usize;
    // Bits 0 to 2 are the file.
    let seen = |left: bool| if left { square ^ 7 } else { square };
    [
        MATERIAL.at(piece as usize),
        on.at(seen(wings.own_left)),
        facing.at(seen(wings.enemy_left)),
    ]
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
