//! Reading FEN.

use cozy_chess::{Board, FenParseError};

/// Why a text is no possible position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadFenError {
    /// A field is missing.
    #[error(
        "`{text}` has {found} fields: a position has at least board, side, castling and en passant"
    )]
    Missing {
        /// The text.
        text: String,
        /// How many fields it has.
        found: usize,
    },
    /// There is something after the last field.
    #[error("`{extra}` after the six fields of `{text}`")]
    Extra {
        /// The text.
        text: String,
        /// The first word too many.
        extra: String,
    },
    /// A field is not what it should be, or the position impossible.
    #[error("field {field} of `{text}`, `{found}`: {reason}")]
    Field {
        /// The text.
        text: String,
        /// Which field, counted from one.
        field: usize,
        /// What it says.
        found: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// Reads a position in FEN, also Shredder-FEN, with or without the counters.
///
/// A full-move number of 0 is read as 1, and a half-move clock beyond 100,
/// where the game could have been called a draw, as 100. What is returned is
/// a possible position: one king for each side, no pawns on the last ranks,
/// the side that moved not in check, rights to castle only with king and
/// rook in place.
///
/// # Errors
///
/// With the field and the reason.
///
/// ```
/// use tabia_chess::text::read_fen;
/// assert!(read_fen("4k3/8/8/8/8/8/8/4K3 w - -").is_ok());
/// let error = read_fen("4k3/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
/// assert!(error.to_string().starts_with("field 1 of"));
/// ```
pub fn read_fen(text: &str) -> Result<Board, ReadFenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() < 4 {
        return Err(ReadFenError::Missing {
            text: text.to_owned(),
            found: fields.len(),
        });
    }
    if let Some(extra) = fields.get(6) {
        return Err(ReadFenError::Extra {
            text: text.to_owned(),
            extra: (*extra).to_owned(),
        });
    }
    let wrong = |field: usize, reason: &'static str| ReadFenError::Field {
        text: text.to_owned(),
        field,
        found: fields
            .get(field - 1)
            .copied()
            .unwrap_or_default()
            .to_owned(),
        reason,
    };
    let number = |field: usize, default: u32| match fields.get(field - 1) {
        None => Ok(default),
        Some(word) => word
            .parse::<u32>()
            .map_err(|_| wrong(field, "not a number")),
    };
    if let Some(fault) = fault_of_ranks(fields[0]) {
        return Err(wrong(1, fault));
    }
    let half_moves = number(5, 0)?.min(100);
    let full_moves = number(6, 1)?.clamp(1, u32::from(u16::MAX));
    let normal = format!(
        "{} {} {} {} {half_moves} {full_moves}",
        fields[0], fields[1], fields[2], fields[3]
    );
    normal.parse().map_err(|error| match error {
        FenParseError::InvalidBoard => wrong(1, fault_of_board(fields[0])),
        FenParseError::InvalidSideToMove => wrong(2, "neither w nor b"),
        FenParseError::InvalidCastlingRights => {
            wrong(3, "not rights to castle that this board can have")
        }
        FenParseError::InvalidEnPassant => wrong(4, "no pawn can just have passed there"),
        FenParseError::InvalidHalfMoveClock => wrong(5, "not a number of half-moves"),
        FenParseError::InvalidFullmoveNumber => wrong(6, "not a number of moves"),
        FenParseError::MissingField | FenParseError::TooManyFields => {
            wrong(1, "not a possible board")
        }
    })
}

/// What is wrong with a text that is no board.
fn fault_of_ranks(board: &str) -> Option<&'static str> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Some("not eight ranks");
    }
    let is_known = |c: char| "pnbrqkPNBRQK/".contains(c) || c.is_ascii_digit();
    if !board.chars().all(is_known) {
        return Some("pieces are pnbrqk and PNBRQK");
    }
    let squares = |rank: &&str| rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
    let whole = ranks.iter().map(squares).all(|count: u32| count == 8);
    (!whole).then_some("a rank has eight squares")
}

/// What is wrong with a board that cannot be.
fn fault_of_board(board: &str) -> &'static str {
    let ranks: Vec<&str> = board.split('/').collect();
    let count = |piece: char| board.matches(piece).count();
    match (count('K'), count('k')) {
        (0, _) => "there is no white king",
        (_, 0) => "there is no black king",
        (1, 1) if [ranks[0], ranks[7]].join("").to_lowercase().contains('p') => {
            "a pawn on the first or the last rank"
        }
        (1, 1) => "the side that is not to move is in check, or more pieces give check than can",
        (1, _) => "there are several black kings",
        _ => "there are several white kings",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_optional_and_forgiven() {
        let start = Board::startpos().to_string();
        let four = start.strip_suffix(" 0 1").unwrap();
        assert_eq!(read_fen(four).unwrap(), Board::startpos());
        assert_eq!(
            read_fen(&format!("  {four}  0   0 ")).unwrap(),
            Board::startpos()
        );
        let old = read_fen(&format!("{four} 130 90")).unwrap();
        assert_eq!(old.halfmove_clock(), 100);
    }

    #[test]
    fn impossible_positions_are_refused_by_field() {
        let field = |text: &str| match read_fen(text) {
            Err(ReadFenError::Field { field, .. }) => field,
            other => panic!("{text}: {other:?}"),
        };
        // No king, two kings, a pawn on the last rank, the mover's check.
        assert_eq!(field("8/8/8/8/8/8/8/4K3 w - - 0 1"), 1);
        assert_eq!(field("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), 1);
        assert_eq!(field("4k2P/8/8/8/8/8/8/4K3 w - - 0 1"), 1);
        assert_eq!(field("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"), 1);
        assert_eq!(field("4k3/9/8/8/8/8/8/4K3 w - - 0 1"), 1);
        assert_eq!(field("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), 2);
        assert_eq!(field("4k3/8/8/8/8/8/8/4K3 w K - 0 1"), 3);
        assert_eq!(field("4k3/8/8/8/8/8/8/4K3 w - e6 0 1"), 4);
        assert_eq!(field("4k3/8/8/8/8/8/8/4K3 w - - x 1"), 5);
        assert_eq!(field("4k3/8/8/8/8/8/8/4K3 w - - 0 -1"), 6);
        for (board, reason) in [
            ("8/8/8/8/8/8/8/4K3", "no black king"),
            ("4k3/8/8/8/8/8/8/8", "no white king"),
            ("4k3/8/8/8/8/8/8/K3K3", "several white kings"),
            ("4k2P/8/8/8/8/8/8/4K3", "a pawn on"),
            ("4k3/8/8/8/8/8/8/4R1K1", "in check"),
            ("4k3/9/8/8/8/8/8/4K3", "eight squares"),
            ("4k3/7/8/8/8/8/8/4K3", "eight squares"),
            ("4k3/8/8/8/8/8/4K3", "eight ranks"),
            ("4k3/8/8/8/x7/8/8/4K3", "pieces are"),
        ] {
            let error = read_fen(&format!("{board} w - - 0 1")).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
        assert!(matches!(
            read_fen("startpos"),
            Err(ReadFenError::Missing { found: 1, .. })
        ));
        assert!(matches!(
            read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm"),
            Err(ReadFenError::Extra { .. })
        ));
    }
}
