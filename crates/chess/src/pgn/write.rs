//! Games as text.

use std::fmt::Write as _;

use cozy_chess::Board;

use super::{Game, GameResult};
use crate::text::write_san;

/// The tags that every game has, in their order.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The PGN text of a game, with an empty line after it. `comments` are written
/// after the moves they belong to; missing ones are left out.
#[must_use]
pub fn write_game(game: &Game, comments: &[String]) -> String {
    let mut text = String::new();
    let quoted = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
    let result = game.result.map_or("*", GameResult::text);
    // Writing to a string does not fail.
    for (name, default) in ROSTER {
        let value = match name {
            "Result" => result,
            _ => game.tag(name).unwrap_or(default),
        };
        let _ = writeln!(text, "[{name} \"{}\"]", quoted(value));
    }
    let others = game.tags.iter().filter(|(name, _)| {
        ROSTER.iter().all(|(known, _)| known != name) && name != "FEN" && name != "SetUp"
    });
    for (name, value) in others {
        let _ = writeln!(text, "[{name} \"{}\"]", quoted(value));
    }
    if game.start != Board::default() {
        let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{}\"]", game.start);
    }
    text.push('\n');

    let mut words = Vec::new();
    let mut board = game.start.clone();
    let mut numbered = false;
    for (i, &played) in game.moves.iter().enumerate() {
        let number = board.fullmove_number();
        match board.side_to_move() {
            cozy_chess::Color::White => words.push(format!("{number}.")),
            cozy_chess::Color::Black if !numbered => words.push(format!("{number}...")),
            cozy_chess::Color::Black => {}
        }
        words.push(write_san(&board, played));
        let comment = comments.get(i).filter(|comment| !comment.is_empty());
        numbered = comment.is_none();
        if let Some(comment) = comment {
            words.push(format!("{{{}}}", comment.replace(['{', '}'], "")));
        }
        board.play(played);
    }
    words.push(result.to_owned());
    let mut column = 0;
    for word in words {
        let letters = word.chars().count();
        if column > 0 && column + 1 + letters > 79 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += letters;
    }
    text.push_str("\n\n");
    text
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;

    fn read(text: &str) -> Game {
        let mut game = Reader::new(text.as_bytes())
            .next()
            .expect("a game")
            .expect("a whole one");
        game.line = 0;
        game
    }

    #[test]
    fn games_are_read_back_as_they_were() {
        for text in [
            "[White \"A \\\"b\\\" \\\\\"]\n[Opening \"x\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0",
            "[FEN \"4k3/8/8/8/8/8/4p3/2K5 b - - 0 7\"]\n7... e1=Q+ 8. Kc2 *",
            "*",
        ] {
            let game = read(text);
            let comments = vec!["+0.31/12 0.5s".to_owned(); game.moves.len()];
            for comments in [&comments[..], &[]] {
                let written = write_game(&game, comments);
                let again = read(&written);
                assert_eq!(again.moves, game.moves);
                assert_eq!(again.start, game.start);
                assert_eq!(again.result, game.result);
                assert_eq!(
                    again.tag("White").unwrap_or("?"),
                    game.tag("White").unwrap_or("?")
                );
                assert!(written.lines().all(|line| line.len() < 80), "{written}");
            }
        }
    }
}
