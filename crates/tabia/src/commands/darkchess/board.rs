//! A board of dark chess in the terminal.
//!
//! White's pieces are capitals and Black's small letters, so that nothing is
//! lost without colour; a shaded square is a face-down piece.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use tabia_darkchess::{FullPosition, Material, QUIET_LIMIT, Square};
use tabia_kernel::rules::Side;

const WHITE: Style = AnsiColor::BrightYellow.on_default().bold();
const BLACK: Style = AnsiColor::BrightCyan.on_default().bold();
const BACK: Style = AnsiColor::BrightBlack.on_default();

/// The board, who moves, and what is face down or captured.
pub(crate) fn board(position: &FullPosition) -> String {
    let mut text = String::from("      1   2   3   4   5   6   7   8\n");
    rule(&mut text, '┌', '┬', '┐');
    for row in 0..4u8 {
        if row > 0 {
            rule(&mut text, '├', '┼', '┤');
        }
        let mut line = format!("  {} │", char::from(b'a' + row));
        for column in 0..8 {
            line += &cell(position, Square::new(8 * row + column));
            line.push('│');
        }
        text += &line;
        text.push('\n');
    }
    rule(&mut text, '└', '┴', '┘');
    text += &caption(position);
    text
}

fn rule(text: &mut String, left: char, middle: char, right: char) {
    let bars = ["───"; 8].join(&middle.to_string());
    writeln!(text, "    {left}{bars}{right}").expect("writing to a string");
}

fn cell(position: &FullPosition, square: Square) -> String {
    match position.piece(square) {
        Some((side, kind)) => {
            let style = match side {
                Side::First => WHITE,
                Side::Second => BLACK,
            };
            format!(" {style}{}{style:#} ", kind.letter(side))
        }
        None if position.is_face_down(square) => format!("{BACK}░░░{BACK:#}"),
        None => "   ".to_owned(),
    }
}

fn caption(position: &FullPosition) -> String {
    let mover = match position.to_move() {
        None => "The first flip decides the colours",
        Some(Side::First) => "White (capitals) to move",
        Some(Side::Second) => "Black (small letters) to move",
    };
    let mut text = format!("    {mover}");
    if position.quiet() > 0 {
        let quiet = position.quiet();
        write!(text, "; {quiet} of {QUIET_LIMIT} plies without a capture")
            .expect("writing to a string");
    }
    text.push('\n');
    for (name, pieces) in [
        ("face down", position.face_down()),
        ("captured ", position.captured()),
    ] {
        if pieces != Material::NONE {
            writeln!(text, "    {name}  {}", list(pieces)).expect("writing to a string");
        }
    }
    text
}

/// `K GG PPPPP / k g`.
fn list(pieces: Material) -> String {
    let side = |side: Side| {
        let groups = pieces.groups().filter(|group| group.0 == side);
        let words: Vec<String> = groups
            .map(|(side, kind, count)| kind.letter(side).to_string().repeat(count as usize))
            .collect();
        words.join(" ")
    };
    match Side::BOTH.map(side) {
        [white, black] if black.is_empty() => white,
        [white, black] if white.is_empty() => black,
        [white, black] => format!("{white} / {black}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_shows_pieces_backs_and_lists() {
        let position = "????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp";
        let text = board(&position.parse().expect("a position"));
        let text = anstream::adapter::strip_str(&text).to_string();
        assert!(
            text.contains("  c │░░░│ C │ g │   │ p │ G │   │░░░│"),
            "{text}"
        );
        assert!(
            text.contains("Black (small letters) to move; 4 of 40"),
            "{text}"
        );
        assert!(text.contains("captured   C / r c p"), "{text}");
        assert!(text.contains("K G B NN R PPPP / g bb nn r c ppp"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80));
    }
}
