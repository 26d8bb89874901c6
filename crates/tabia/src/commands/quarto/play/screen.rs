//! What the person sees, or what a program that plays reads.

use std::io::{self, Write as _};

use serde::Serialize;
use tabia_desk::ledger::GameResult;
use tabia_desk::nearest;
use tabia_desk::quarto::Rated;
use tabia_kernel::rules::Score;
use tabia_quarto::{Move, Position, Rules};

use super::super::rated::by_value;
use crate::terminal::{Screen, listed};
use crate::{board, output};

/// What can be typed, for the help text and for completion.
const COMMANDS: &[(&str, &str)] = &[
    ("b3", "place the piece you hold on cell b3"),
    ("7", "give piece 7"),
    ("b3 7", "both at once"),
    ("undo", "take back your last move"),
    ("hint", "ask for a good move"),
    ("values", "the value of each of your moves"),
    ("board", "draw the board again"),
    ("record", "the game so far"),
    ("save FILE", "write the game record to FILE"),
    ("new", "begin another game"),
    ("help", "this list and the signs of the pieces"),
    ("quit", "leave; the game is kept"),
];

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    /// The person is to move.
    Position {
        position: String,
    },
    /// What the program played.
    Engine {
        moves: Vec<String>,
        seconds: f64,
    },
    /// The game has ended; the result is the program's.
    Over {
        result: &'static str,
        position: String,
    },
    Hint {
        r#move: String,
        value: Option<i16>,
    },
    Values {
        moves: &'a [Rated],
    },
}

/// A screen with Quarto boards.
pub(crate) struct BoardScreen(pub(crate) Screen);

impl BoardScreen {
    /// The position, with the person to move.
    pub(crate) fn position(&self, position: &Position) -> io::Result<()> {
        match self.0 {
            Screen::Text => write!(output::stdout(), "\n{}", board::board(position, None)),
            Screen::Json => output::json(&Event::Position {
                position: position.to_string(),
            }),
        }
    }

    /// What the program played in its turn.
    pub(crate) fn engine(&self, moves: &[Move], seconds: f64) -> io::Result<()> {
        if let Screen::Json = self.0 {
            return output::json(&Event::Engine {
                moves: moves.iter().map(Move::to_string).collect(),
                seconds,
            });
        }
        let parts: Vec<String> = moves
            .iter()
            .map(|turn| match turn {
                Move::Place(square) => format!("place it on {square}"),
                Move::Give(piece) => format!("give you {piece}, {}", piece.describe()),
            })
            .collect();
        let mut out = output::stdout();
        writeln!(
            out,
            "\nI {}. ({})",
            parts.join(" and "),
            output::duration(seconds)
        )
    }

    /// The end of the game.
    pub(crate) fn over(
        &self,
        position: &Position,
        rules: &Rules,
        result: GameResult,
    ) -> io::Result<()> {
        if let Screen::Json = self.0 {
            return output::json(&Event::Over {
                result: result.text(),
                position: position.to_string(),
            });
        }
        let line = position.complete_line(rules);
        let verdict = match (result, rules.misere()) {
            (GameResult::Draw, _) => "A draw: the board is full.",
            (GameResult::Win, false) => "I complete a line and win.",
            (GameResult::Win, true) => "You complete a line and lose.",
            (GameResult::Loss, false) => "You complete a line and win. Well played!",
            (GameResult::Loss, true) => "I complete a line and lose. Well played!",
        };
        let mut out = output::stdout();
        write!(out, "\n{}", board::board(position, line))?;
        writeln!(out, "{verdict} `new` begins another game, `quit` leaves.")
    }

    /// A good move, and what it brings.
    pub(crate) fn hint(&self, turn: Move, value: Option<Score>) -> io::Result<()> {
        if let Screen::Json = self.0 {
            return output::json(&Event::Hint {
                r#move: turn.to_string(),
                value: value.map(Score::points),
            });
        }
        let brings = match value {
            Some(Score::WIN) => "it wins",
            Some(Score::LOSS) => "though everything loses against best play",
            Some(_) => "it keeps the draw",
            None => "so early in this variant it is only a guess",
        };
        let mut out = output::stdout();
        match turn {
            Move::Place(square) => writeln!(out, "I would place it on {square}; {brings}."),
            Move::Give(piece) => {
                writeln!(out, "I would give {piece}, {}; {brings}.", piece.describe())
            }
        }
    }

    /// What each move is worth.
    pub(crate) fn values(&self, moves: &[Rated]) -> io::Result<()> {
        match self.0 {
            Screen::Json => output::json(&Event::Values { moves }),
            Screen::Text => write!(output::stdout(), "{}", by_value(moves)),
        }
    }
}

/// What can be typed, and the signs of the pieces.
pub(crate) fn help() -> String {
    format!("{}\n\n{}", listed(COMMANDS), board::legend().trim_end())
}

/// The one or two moves of a turn: a cell, a piece, or a cell and the piece to
/// give. The game reads them; the error says what cannot be one.
pub(crate) fn read_turn(line: &str) -> Result<Vec<&str>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // A long word is no cell and no piece: a mistyped command, most likely.
    if let Some(word) = words.iter().find(|word| word.chars().count() > 2) {
        let commands = COMMANDS.iter();
        let commands = commands.filter_map(|(usage, _)| usage.split_whitespace().next());
        let commands = commands.filter(|command| command.len() > 2);
        return Err(match nearest(word, commands) {
            Some(command) => format!("`{word}` means nothing here; did you mean `{command}`?"),
            None => format!("`{word}` means nothing here; `help` lists what can be typed"),
        });
    }
    match words[..] {
        [_, _, extra, ..] => Err(format!(
            "a turn is a cell and a piece, such as `b3 7`, but `{extra}` follows"
        )),
        _ => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::request::Request;

    fn read(line: &str) -> Result<(), String> {
        match Request::read(line)? {
            Request::Other => read_turn(line).map(|_| ()),
            _ => Ok(()),
        }
    }

    #[test]
    fn every_listed_command_is_understood() {
        for (usage, _) in COMMANDS {
            assert!(read(usage).is_ok(), "{usage}");
        }
    }
    #[test]
    fn mistyped_commands_are_guessed() {
        for (line, message) in [
            ("hnit", "did you mean `hint`"),
            ("vaules", "did you mean `values`"),
            ("resign", "`help` lists"),
            ("b3 7 8", "`8` follows"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
