//! What the person sees, or what a program that plays reads.

use std::io::{self, Write as _};

use serde::Serialize;
use tabia_desk::ledger::GameResult;
use tabia_desk::quarto::Rated;
use tabia_kernel::rules::Score;
use tabia_quarto::{Move, Position, Rules};

use super::super::rated::by_value;
use super::request::COMMANDS;
use crate::{board, output};

/// Text with boards, or a line of JSON for each event.
pub(crate) enum Screen {
    /// For people.
    Text,
    /// For programs.
    Json,
}

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
    Record {
        record: &'a str,
    },
    Error {
        message: &'a str,
    },
    Note {
        message: &'a str,
    },
}

impl Screen {
    /// The position, with the person to move.
    pub(crate) fn position(&self, position: &Position) -> io::Result<()> {
        match self {
            Screen::Text => write!(output::stdout(), "\n{}", board::board(position, None)),
            Screen::Json => output::json(&Event::Position {
                position: position.to_string(),
            }),
        }
    }

    /// What the program played in its turn.
    pub(crate) fn engine(&self, moves: &[Move], seconds: f64) -> io::Result<()> {
        if let Screen::Json = self {
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
        if let Screen::Json = self {
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
        if let Screen::Json = self {
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
        match self {
            Screen::Json => output::json(&Event::Values { moves }),
            Screen::Text => write!(output::stdout(), "{}", by_value(moves)),
        }
    }

    /// The game so far.
    pub(crate) fn record(&self, record: &str) -> io::Result<()> {
        match self {
            Screen::Json => output::json(&Event::Record { record }),
            Screen::Text => writeln!(output::stdout(), "The game: {record}"),
        }
    }

    /// Something that was typed cannot be done; the game goes on.
    pub(crate) fn complain(&self, message: &str) -> io::Result<()> {
        match self {
            Screen::Json => output::json(&Event::Error { message }),
            Screen::Text => writeln!(output::stdout(), "{message}"),
        }
    }

    /// Something worth knowing.
    pub(crate) fn note(&self, message: &str) -> io::Result<()> {
        match self {
            Screen::Json => output::json(&Event::Note { message }),
            Screen::Text => writeln!(output::stdout(), "{message}"),
        }
    }

    /// What can be typed, and the signs of the pieces.
    pub(crate) fn help(&self) -> io::Result<()> {
        if let Screen::Json = self {
            let words: Vec<&str> = COMMANDS.iter().map(|(usage, _)| *usage).collect();
            return output::json(&Event::Note {
                message: &words.join(", "),
            });
        }
        let mut out = output::stdout();
        for (usage, meaning) in COMMANDS {
            writeln!(out, "  {usage:10} {meaning}")?;
        }
        write!(out, "\n{}", board::legend())
    }
}
