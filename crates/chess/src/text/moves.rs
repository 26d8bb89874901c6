//! Reading and writing moves.

use cozy_chess::{Board, Move, Piece, util};

/// A text that is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no legal move in {position}")]
pub struct ReadMoveError {
    /// The text.
    pub text: String,
    /// The position, as FEN.
    pub position: String,
}

/// Reads a legal move: algebraic, short or long, or as UCI writes it.
///
/// Signs of check, mate and approval, `0-0`, `e.p.`, hyphens, and promotions
/// written `e8Q`, `e8=Q`, `e8(Q)` or `e8/Q` are all understood. Castling may
/// also be written as the king's move or as taking the own rook.
///
/// # Errors
///
/// When no legal move, or more than one, is meant.
///
/// ```
/// use tabia_chess::text::{read_fen, read_move};
/// let board = read_fen("4k3/8/8/8/8/8/8/4K2R w K -")?;
/// let castling = read_move(&board, "0-0!?")?;
/// assert_eq!(read_move(&board, "e1g1")?, castling);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_move(board: &Board, text: &str) -> Result<Move, ReadMoveError> {
    let legal = |m: &Move| board.is_legal(*m);
    let bare = text.trim().trim_end_matches(['!', '?', '+', '#', ' ']);
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
    if let Ok(m) = util::parse_uci_move(board, bare)
        && legal(&m)
    {
        return Ok(m);
    }
    let castling = bare.replace('0', "O");
    let san = if castling == "O-O" || castling == "O-O-O" {
        castling
    } else {
        bare.replace(['-', '=', '(', ')', '/', ':'], "")
    };
    if let Ok(m) = util::parse_san_move(board, &san) {
        return Ok(m);
    }
    // Long algebraic: a piece, two squares.
    let squares = san.trim_start_matches(['K', 'Q', 'R', 'B', 'N', 'P']);
    if let Ok(m) = util::parse_uci_move(board, &squares.replace('x', "").to_lowercase())
        && legal(&m)
        && names_piece(board, &san, m)
    {
        return Ok(m);
    }
    Err(ReadMoveError {
        text: text.to_owned(),
        position: board.to_string(),
    })
}

/// The legal moves that a text may mean: as [`read_move`], but where it does
/// not say which of several pieces moves, all of them.
///
/// # Errors
///
/// When no legal move is meant.
pub fn read_moves(board: &Board, text: &str) -> Result<Vec<Move>, ReadMoveError> {
    let error = match read_move(board, text) {
        Ok(m) => return Ok(vec![m]),
        Err(error) => error,
    };
    let bare = text.trim().trim_end_matches(['!', '?', '+', '#', ' ']);
    let mut moves = Vec::new();
    board.generate_moves(|piece_moves| {
        for m in piece_moves {
            let piece = char::from(piece_moves.piece).to_ascii_uppercase();
            if bare == format!("{piece}{}", m.to) || bare == format!("{piece}x{}", m.to) {
                moves.push(m);
            }
        }
        false
    });
    if moves.is_empty() {
        Err(error)
    } else {
        Ok(moves)
    }
}

/// Whether the capital that a text begins with, if any, is the piece moved.
fn names_piece(board: &Board, san: &str, m: Move) -> bool {
    let first = san.chars().next().filter(char::is_ascii_uppercase);
    first.is_none_or(|letter| {
        let piece: Result<Piece, _> = letter.to_ascii_lowercase().try_into();
        piece.ok() == board.piece_on(m.from)
    })
}

/// A legal move in short algebraic notation.
#[must_use]
pub fn write_san(board: &Board, m: Move) -> String {
    util::display_san_move(board, m).to_string()
}

/// A legal move as UCI writes it.
#[must_use]
pub fn write_uci(board: &Board, m: Move) -> String {
    util::display_uci_move(board, m).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read_fen;

    #[test]
    fn moves_are_read_as_people_write_them() {
        let board = read_fen("r3k2r/1P4P1/8/3pP3/2N5/8/8/R3K2R w KQkq d6 0 1").unwrap();
        let same = |texts: &[&str]| {
            let moves: Vec<Move> = texts
                .iter()
                .map(|text| read_move(&board, text).unwrap())
                .collect();
            assert!(moves.windows(2).all(|pair| pair[0] == pair[1]), "{moves:?}");
        };
        same(&["O-O", "0-0", "e1g1", "e1h1", "O-O!"]);
        same(&["O-O-O", "0-0-0?!", "e1c1", "e1a1"]);
        same(&["exd6", "exd6 e.p.", "e5xd6", "e5d6", "e5-d6", "exd6e.p."]);
        same(&["bxa8=Q", "bxa8Q", "b7xa8(Q)", "b7a8q", "bxa8=Q+", "bxa8/Q#"]);
        same(&["gxh8=N", "g7h8n"]);
        same(&["Na5", "Nc4-a5", "c4a5", "Na5!!"]);
        for text in ["", "e4", "Ke3", "Nd9", "Qa5", "e1e8", "--", "bxa8", "♞a5"] {
            let error = read_move(&board, text).unwrap_err();
            assert_eq!(error.text, text);
        }
    }

    #[test]
    fn an_ambiguous_text_means_every_move_it_fits() {
        let board = read_fen("4k3/8/8/8/8/2N3N1/8/4K3 w - -").unwrap();
        assert!(read_move(&board, "Ne4").is_err());
        assert_eq!(read_moves(&board, "Ne4!").unwrap().len(), 2);
        assert_eq!(read_moves(&board, "Nce4").unwrap().len(), 1);
        assert!(read_moves(&board, "Ne8").is_err());
    }

    #[test]
    fn what_is_written_is_read_back() {
        let board = read_fen("r3k2r/1P4P1/8/3pP3/2N5/8/8/R3K2R w KQkq d6 0 1").unwrap();
        board.generate_moves(|moves| {
            for m in moves {
                assert_eq!(read_move(&board, &write_san(&board, m)).unwrap(), m);
                assert_eq!(read_move(&board, &write_uci(&board, m)).unwrap(), m);
            }
            false
        });
    }
}
