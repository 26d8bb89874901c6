//! What the solver says, for machines: the same keys in the terminal's
//! `--json` and on the page's API.

use std::time::Instant;

use serde::Serialize;
use tabia_kernel::search::Stop;
use tabia_quarto::{Move, Position, RatedMove, Solver};

/// The answer for one position; the keys are a contract.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// For the side to move: 1 wins, 0 draws, −1 loses.
    pub value: i16,
    /// Placements until the game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u8>,
    /// Positions visited; also those of others who asked the same solver
    /// meanwhile.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// All moves of that value and distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<String>>,
}

impl Answer {
    /// Solves with the clock running, or finds only the value; `None` if
    /// stopped.
    pub fn find(
        solver: &Solver,
        position: &Position,
        value_only: bool,
        stop: &Stop,
    ) -> Option<Answer> {
        let before = solver.nodes();
        let start = Instant::now();
        let (value, distance, best) = if value_only {
            (solver.value(position, stop)?, None, None)
        } else {
            let solution = solver.solve(position, stop)?;
            let best: Vec<String> = solution.best.iter().map(Move::to_string).collect();
            (solution.value, Some(solution.distance), Some(best))
        };
        Some(Answer {
            value: value.points(),
            distance,
            nodes: solver.nodes() - before,
            seconds: start.elapsed().as_secs_f64(),
            best,
        })
    }
}

/// A move and what it is worth to the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rated {
    /// A cell or a piece.
    #[serde(rename = "move")]
    pub turn: String,
    /// +1, 0 or −1.
    pub value: i16,
    /// Placements until the game ends under best play.
    pub distance: u8,
}

impl From<&RatedMove> for Rated {
    fn from(rated: &RatedMove) -> Rated {
        Rated {
            turn: rated.turn.to_string(),
            value: rated.value.points(),
            distance: rated.distance,
        }
    }
}
