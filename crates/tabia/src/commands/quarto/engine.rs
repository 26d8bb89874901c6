//! A player of any level, for games against people and against each other.

use std::time::Duration;

use clap::Args;
use tabia_kernel::search::Stop;
use tabia_quarto::{Level, Move, PaperPlayer, Position, Rules};

use super::options::SolverArgs;
use crate::shim::Perfect;

/// What a player may use.
#[derive(Args, Clone, Copy)]
pub(crate) struct EngineOptions {
    /// Milliseconds that the perfect player may use for setting traps
    #[arg(long, value_name = "MS", default_value_t = 200)]
    time: u64,
    #[command(flatten)]
    solver: SolverArgs,
}

impl EngineOptions {
    /// The perfect player.
    pub(crate) fn perfect(&self, rules: Rules) -> Perfect {
        Perfect::new(rules, self.solver.solver(true))
    }

    /// Time that the perfect player has for a move.
    pub(crate) fn budget(&self) -> Duration {
        Duration::from_millis(self.time)
    }
}

/// A player.
pub(crate) enum Engine {
    /// The paper's.
    Paper(PaperPlayer),
    /// Keeps the value of the game, and uses what is left of the budget to
    /// set traps.
    Perfect {
        /// The player.
        player: Perfect,
        /// Time for a move.
        budget: Duration,
    },
}

impl Engine {
    /// A player of this level.
    pub(crate) fn new(rules: Rules, level: Level, options: &EngineOptions) -> Engine {
        match level {
            Level::Depth(depth) => {
                Engine::Paper(PaperPlayer::new(rules, depth, options.solver.player()))
            }
            Level::Perfect => Engine::Perfect {
                player: options.perfect(rules),
                budget: options.budget(),
            },
        }
    }

    /// Chooses a move; `None` if stopped.
    pub(crate) fn choose(&self, position: &Position, stop: &Stop) -> Option<Move> {
        let turn = match self {
            Engine::Paper(player) => Some(player.choose(position, stop).turn),
            Engine::Perfect { player, budget } => player.choose(position, *budget, stop),
        };
        turn.filter(|_| !stop.is_requested())
    }

    /// Thinks while the opponent does, until stopped.
    pub(crate) fn ponder(&self, position: &Position, stop: &Stop) {
        match self {
            Engine::Paper(player) => {
                player.ponder(position, stop);
            }
            Engine::Perfect { player, .. } => {
                // All that the opponent can do goes into the table.
                player.solver().moves(position, stop);
            }
        }
    }
}
