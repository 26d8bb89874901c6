//! Games as they are kept.

use serde::{Deserialize, Serialize};

use super::{Control, Finished};
use crate::pgn::{Game, GameResult, write_game};

/// The version of how games are written down.
pub const RECORD: u32 = 1;

/// A game that has been played, as text and as tables want it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// In the schedule, from 0.
    pub number: usize,
    /// How it ended.
    pub result: GameResult,
    /// Why, in one word.
    pub termination: String,
    /// The side that lost by misbehaving: 0 White, 1 Black.
    pub at_fault: Option<usize>,
    /// The game.
    pub pgn: String,
}

impl Record {
    /// Writes a game down. `kind` is what it is part of, `names` are those of
    /// White and Black.
    #[must_use]
    pub fn of(finished: &Finished, kind: &str, names: [&str; 2], control: Control) -> Record {
        let Finished { task, played } = finished;
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let game = Game {
            tags: vec![
                tag("Event", format!("Tabia {kind}")),
                tag("Round", (task.number + 1).to_string()),
                tag("White", names[0].to_owned()),
                tag("Black", names[1].to_owned()),
                tag("TimeControl", control.to_string()),
                tag("Termination", played.termination.to_string()),
            ],
            start: task.opening.start.clone(),
            moves: played.moves.clone(),
            result: Some(played.result),
            line: 0,
        };
        Record {
            number: task.number,
            result: played.result,
            termination: played.termination.word().to_owned(),
            at_fault: played.termination.at_fault().map(|side| side as usize),
            pgn: write_game(&game, &played.comments),
        }
    }
}
