//! What the person sees, or what a program that plays reads.

use std::io::{self, Write as _};

use serde::Serialize;
use tabia_darkchess::{End, FullPosition, Rated, Turn};
use tabia_desk::ledger::GameResult;
use tabia_kernel::rules::Side;

use super::super::board::board;
use crate::output;
use crate::terminal::{Screen, listed};

/// What can be typed, for the help text.
const COMMANDS: &[(&str, &str)] = &[
    ("b5", "turn over the piece on b5"),
    ("b2-b1", "step from b2 to b1"),
    ("b2xc2", "take the piece on c2"),
    ("undo", "take back your last turn"),
    ("hint", "ask for a good move"),
    ("values", "what each of your moves seems worth"),
    ("board", "draw the board again"),
    ("record", "the game so far"),
    ("save FILE", "write the game record to FILE"),
    ("new", "begin another game"),
    ("help", "this list"),
    ("quit", "leave; the game is kept"),
];

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
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
}

#[derive(Serialize)]
struct Worth {
    r#move: String,
    estimate: i32,
}

/// A screen with dark chess boards.
pub(crate) struct BoardScreen(pub(crate) Screen);

impl BoardScreen {
    /// The position, with the person to move.
    pub(crate) fn position(&self, position: &FullPosition) -> io::Result<()> {
        match self.0 {
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
        if let Screen::Json = self.0 {
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
        if let Screen::Json = self.0 {
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
        if let Screen::Json = self.0 {
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
        match self.0 {
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
        if let Screen::Json = self.0 {
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
}

/// What can be typed, and who takes whom.
pub(crate) fn help() -> String {
    format!(
        "{}\n\n  \
         King, guard, bishop, knight, rook, cannon, pawn: each takes its equals and what\n  \
         follows, but a king no pawns and a pawn the king. Cannons take anything by a\n  \
         jump over exactly one piece, and are taken like the rest.",
        listed(COMMANDS)
    )
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

#[cfg(test)]
mod tests {
    use tabia_darkchess::FullPosition;

    use super::*;
    use crate::terminal::request::Request;

    #[test]
    fn every_listed_command_is_understood() {
        let moves = |usage: &str| usage.starts_with('b') && usage != "board";
        for (usage, _) in COMMANDS {
            let request = Request::read(usage).expect(usage);
            assert_eq!(request == Request::Other, moves(usage), "{usage}");
        }
        assert!(FullPosition::START.read_action("b5").is_ok());
    }
}
