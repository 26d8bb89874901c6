//! A Quarto board in the terminal.
//!
//! Every property has a sign of its own that survives without colour: a large
//! piece is three rows high and a small one two, a round one has round
//! corners, a dark one is filled densely and a light one thinly, a hollow one
//! has a hole. The hex digit that names a piece stands beside it.
//!
//! ```text
//! ╭───╮             ┌───┐
//! │░░░│ 1   ╭█ █╮ a │███│ 7
//! ╰───╯     ╰───╯   └───┘
//! ```
//!
//! The text carries ANSI colours; who prints it strips them where they do not
//! belong ([`anstream`] does).

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use tabia_quarto::{Piece, Position, Square};

/// Width of a drawn piece with the column of its name.
const PIECE_WIDTH: usize = 7;
/// Rows of a drawn piece.
const PIECE_ROWS: usize = 3;

const LIGHT: Style = AnsiColor::Yellow.on_default();
const DARK: Style = AnsiColor::Blue.on_default();
const NAME: Style = Style::new().bold();
const LINE: Style = AnsiColor::Green.on_default().bold();

/// The board, and beside it the pieces that are left, each in its own place,
/// so that a piece that is gone leaves a gap.
///
/// `line` is a set of cells to mark: the four that ended the game.
pub(crate) fn board(position: &Position, line: Option<u16>) -> String {
    let caption = match position.hand() {
        Some(piece) => format!("place {piece}: {}", piece.describe()),
        None if position.remaining().is_empty() => String::new(),
        None => "still to give:".to_owned(),
    };
    let heading = format!("       a         b         c         d        {caption}");
    let mut text = heading.trim_end().to_owned() + "\n";
    rule(&mut text, '┌', '┬', '┐');
    for row in 0..4 {
        if row > 0 {
            rule(&mut text, '├', '┼', '┤');
        }
        for part in 0..PIECE_ROWS {
            let number = if part == 1 {
                char::from(b'1' + row)
            } else {
                ' '
            };
            write!(text, "{number} │").expect("writing to a string");
            for column in 0..4 {
                let square = Square::new(row * 4 + column);
                let marked = line.is_some_and(|line| line >> square.index() & 1 != 0);
                let (open, close) = if marked {
                    (format!("{LINE}*"), format!("*{LINE:#}"))
                } else {
                    (" ".to_owned(), " ".to_owned())
                };
                let inside = match position.piece_at(square) {
                    Some(piece) => piece_row(piece, part),
                    None if part == 1 => "   ·   ".to_owned(),
                    None => " ".repeat(PIECE_WIDTH),
                };
                write!(text, "{open}{inside}{close}│").expect("writing to a string");
            }
            text.push_str("  ");
            for column in 0..4 {
                text.push_str(&shelf(position, Piece::new(row * 4 + column), part));
            }
            while text.ends_with(' ') {
                text.pop();
            }
            text.push('\n');
        }
    }
    rule(&mut text, '└', '┴', '┘');
    text
}

/// What the signs mean, for people who see them for the first time.
pub(crate) fn legend() -> String {
    let signs = [
        (0b0001, "small: two rows", "large: three rows"),
        (0b0010, "light: thin filling", "dark: dense filling"),
        (0b0100, "round corners", "square corners"),
        (0b1000, "solid", "hollow: a hole"),
    ];
    let mut text = String::new();
    for (bit, without, with) in signs {
        // Large where size is not the point: easier to see.
        let off = Piece::new(0b0001 & !bit);
        let on = Piece::new(off.bits() | bit);
        for part in 0..PIECE_ROWS {
            let (without, with) = if part == 1 { (without, with) } else { ("", "") };
            let off = piece_row(off, part);
            let on = piece_row(on, part);
            let row = format!("  {off}  {without:22}{on}  {with}");
            writeln!(text, "{}", row.trim_end()).expect("writing to a string");
        }
    }
    text
}

/// A piece of the shelf beside the board: drawn while it can be given, marked
/// while it is in hand, blank once it stands on the board.
fn shelf(position: &Position, piece: Piece, part: usize) -> String {
    let in_hand = position.hand() == Some(piece);
    if !in_hand && !position.remaining().contains(piece) {
        return " ".repeat(PIECE_WIDTH + 1);
    }
    let mark = if in_hand && part == 1 {
        format!("{LINE}»{LINE:#}")
    } else {
        " ".to_owned()
    };
    format!("{mark}{}", piece_row(piece, part))
}

/// One of the three rows of a piece, with its name in the middle one.
fn piece_row(piece: Piece, part: usize) -> String {
    let has = |bit: u8| piece.bits() >> bit & 1 != 0;
    let (large, dark, square, hollow) = (has(0), has(1), has(2), has(3));
    let fill = if dark { '█' } else { '░' };
    let hole = if hollow { ' ' } else { fill };
    let [top_left, top_right, low_left, low_right] = if square {
        ['┌', '┐', '└', '┘']
    } else {
        ['╭', '╮', '╰', '╯']
    };
    let body = match (part, large) {
        (0, true) => format!("{top_left}───{top_right}"),
        (1, true) => format!("│{fill}{hole}{fill}│"),
        // Unstyled, so that blanks at the end of a row can be trimmed.
        (0, false) => return " ".repeat(PIECE_WIDTH),
        (1, false) => format!("{top_left}{fill}{hole}{fill}{top_right}"),
        _ => format!("{low_left}───{low_right}"),
    };
    let style = if dark { DARK } else { LIGHT };
    let name = if part == 1 {
        format!("{NAME}{piece}{NAME:#}")
    } else {
        " ".to_owned()
    };
    format!("{style}{body}{style:#} {name}")
}

fn rule(text: &mut String, left: char, middle: char, right: char) {
    let bar = "─".repeat(PIECE_WIDTH + 2);
    let bars = vec![bar; 4].join(&middle.to_string());
    writeln!(text, "  {left}{bars}{right}").expect("writing to a string");
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_quarto::{Pieces, Rules};

    /// The text as it looks without colours.
    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn drawn(text: &str) -> String {
        let position = Position::read(text, &Rules::lines()).expect("a position");
        plain(&board(&position, None))
    }

    #[test]
    fn no_two_pieces_look_alike_without_colour() {
        let looks: std::collections::HashSet<String> = Pieces::ALL
            .map(|piece| {
                let rows: Vec<String> = (0..PIECE_ROWS)
                    .map(|part| plain(&piece_row(piece, part)))
                    .collect();
                // Without the name, which differs anyway.
                rows.join("\n").replace(&piece.to_string(), "")
            })
            .collect();
        assert_eq!(looks.len(), 16);
    }

    #[test]
    fn every_row_of_a_piece_is_equally_wide() {
        for piece in Pieces::ALL {
            for part in 0..PIECE_ROWS {
                let row = plain(&piece_row(piece, part));
                assert_eq!(row.chars().count(), PIECE_WIDTH, "{row:?}");
            }
        }
    }

    #[test]
    fn a_piece_is_drawn_once_whether_on_the_board_in_hand_or_left() {
        let text = drawn("0d4.15....96..87/b");
        for piece in Pieces::ALL {
            let beside = text.matches(&format!("│ {piece}")).count()
                + text.matches(&format!("╮ {piece}")).count()
                + text.matches(&format!("┐ {piece}")).count();
            assert_eq!(beside, 1, "piece {piece} in\n{text}");
        }
        assert!(text.contains("place b: large dark round hollow"));
        assert!(text.contains("»│█ █│ b"));
    }

    #[test]
    fn the_board_fits_eighty_columns_and_ends_without_blanks() {
        for position in [
            "0d4.15....96..87/b",
            "....3c1..d.92.a./f",
            "14af7d0569e8c2b3/-",
        ] {
            for row in drawn(position).lines() {
                assert!(row.chars().count() <= 80, "{row}");
                assert_eq!(row, row.trim_end());
            }
        }
    }
}
