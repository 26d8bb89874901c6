//! What the person sees, or what a program that plays reads.

use std::io::{self, Write as _};

use serde::Serialize;
use tabia_darkchess::{End, FullPosition, Rated, Turn};
use tabia_kernel::rules::Side;

use super::super::board::board;
use super::request::COMMANDS;
use crate::output;
use tabia_desk::ledger::GameResult;

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
    /// What the person's flip revealed.
    Flip {
        r#move: String,
    },
    /// What the program did.
    Engine {
        moves: [String; 1],
        seconds: f64,
    },
    /// The game has ended; the result is the program's.
    Over {
        result: &'static str,
        position: String,
    },
    Hint {
        r#move: String,
        estimate: Option<i32>,
    },
    Values {
        moves: Vec<Worth>,
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

#[derive(Serialize)]
struct Worth {
    r#move: String,
    estimate: i32,
}

impl Screen {
    /// The position, with the person to move.
    pub(crate) fn position(&self, position: &FullPosition) -> io::Result<()> {
        match self {
            Screen::Text => write!(output::stdout(), "\n{}", board(position)),
            Screen::Json => output::json(&Event::Position {
                position: position.to_string(),
            }),
        }
    }

    /// What came of the person's turn, where that was not known before.
    pub(crate) fn turned(&self, before: &FullPosition, turn: Turn) -> io::Result<()> {
        let Turn::Flip(square, side, kind) = turn else {
            return Ok(());
        };
        if let Screen::Json = self {
            return output::json(&Event::Flip {
                r#move: before.write_turn(turn),
            });
        }
        let mut out = output::stdout();
        write!(out, "On {square} lies a {} {}", colour(side), kind.name())?;
        if before.to_move().is_none() {
            write!(out, ": you play {}", capital(side))?;
        }
        writeln!(out, ".")
    }

    /// What the program did in its turn.
    pub(crate) fn engine(&self, before: &FullPosition, turn: Turn, seconds: f64) -> io::Result<()> {
        let text = before.write_turn(turn);
        if let Screen::Json = self {
            let moves = [text];
            return output::json(&Event::Engine { moves, seconds });
        }
        let what = match turn {
            Turn::Flip(square, side, kind) => {
                let colours = match before.to_move() {
                    None => format!(", so I play {}", capital(side)),
                    Some(_) => String::new(),
                };
                format!(
                    "turn over {square}: a {} {}{colours}",
                    colour(side),
                    kind.name()
                )
            }
            Turn::Move(m) => match (before.piece(m.from), before.piece(m.to)) {
                (Some((_, mine)), Some((_, yours))) => {
                    format!(
                        "play {text}: the {} takes your {}",
                        mine.name(),
                        yours.name()
                    )
                }
                _ => format!("play {text}"),
            },
        };
        let mut out = output::stdout();
        writeln!(out, "\nI {what}. ({})", output::duration(seconds))
    }

    /// The end of the game.
    pub(crate) fn over(
        &self,
        position: &FullPosition,
        end: End,
        result: GameResult,
    ) -> io::Result<()> {
        if let Screen::Json = self {
            return output::json(&Event::Over {
                result: result.text(),
                position: position.to_string(),
            });
        }
        let verdict = match (end, result) {
            (End::Draw, _) => "A draw: nothing has been taken for forty plies.",
            (End::Won(_), GameResult::Win) => "You cannot move: I win.",
            (End::Won(_), _) => "I cannot move: you win. Well played!",
        };
        let mut out = output::stdout();
        write!(out, "\n{}", board(position))?;
        writeln!(out, "{verdict} `new` begins another game, `quit` leaves.")
    }

    /// A good move.
    pub(crate) fn hint(&self, text: String, estimate: Option<i32>) -> io::Result<()> {
        match self {
            Screen::Json => output::json(&Event::Hint {
                r#move: text,
                estimate,
            }),
            Screen::Text => writeln!(output::stdout(), "I would play {text}."),
        }
    }

    /// What each action seems worth, best first.
    pub(crate) fn values(&self, position: &FullPosition, rated: &[Rated]) -> io::Result<()> {
        let moves: Vec<Worth> = rated
            .iter()
            .map(|rated| Worth {
                r#move: position.write_action(rated.action),
                estimate: rated.value,
            })
            .collect();
        if let Screen::Json = self {
            return output::json(&Event::Values { moves });
        }
        let mut out = output::stdout();
        for row in moves.chunks(6) {
            let cells: Vec<String> = row
                .iter()
                .map(|worth| format!("{:>5} {:+5}", worth.r#move, worth.estimate))
                .collect();
            writeln!(out, "  {}", cells.join("  "))?;
        }
        Ok(())
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

    /// What can be typed.
    pub(crate) fn help(&self) -> io::Result<()> {
        if let Screen::Json = self {
            let words: Vec<&str> = COMMANDS.iter().map(|(usage, _)| *usage).collect();
            return self.note(&words.join(", "));
        }
        let mut out = output::stdout();
        for (usage, meaning) in COMMANDS {
            writeln!(out, "  {usage:10} {meaning}")?;
        }
        writeln!(
            out,
            "\n  King, guard, bishop, knight, rook, cannon, pawn: each takes its equals and what\n  \
             follows, but a king no pawns and a pawn the king. Cannons take anything by a\n  \
             jump over exactly one piece, and are taken like the rest."
        )
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

fn capital(side: Side) -> &'static str {
    match side {
        Side::First => "White, the capitals",
        Side::Second => "Black, the small letters",
    }
}
