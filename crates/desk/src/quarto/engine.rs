//! A player of any level, for games against people and against each other.

use std::io;
use std::time::Duration;

use tabia_kernel::search::Stop;
use tabia_quarto::{
    Level, Move, PaperPlayer, Perfect, PlayerOptions, Position, Rules, SolverOptions,
};

/// What a player may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Levels 2 to 32.
    pub player: PlayerOptions,
    /// The perfect level.
    pub solver: SolverOptions,
    /// Time for a move in which the perfect player looks for traps; with none
    /// its games can be repeated.
    pub budget: Duration,
}

impl Default for EngineOptions {
    /// The defaults of its parts, and a tenth of a second.
    fn default() -> EngineOptions {
        EngineOptions {
            player: PlayerOptions::default(),
            solver: SolverOptions::default(),
            budget: Duration::from_millis(100),
        }
    }
}

/// A player.
pub enum Engine {
    /// The paper's.
    Paper(Box<PaperPlayer>),
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
    /// A player of this level. Fails if its table cannot be had.
    pub fn new(rules: Rules, level: Level, options: &EngineOptions) -> io::Result<Engine> {
        Ok(match level {
            Level::Depth(depth) => {
                Engine::Paper(Box::new(PaperPlayer::new(rules, depth, options.player)))
            }
            Level::Perfect => Engine::Perfect {
                player: Perfect::new(rules, options.solver)?,
                budget: options.budget,
            },
        })
    }

    /// Chooses a move; `None` if stopped.
    pub fn choose(&self, position: &Position, stop: &Stop) -> Option<Move> {
        let turn = match self {
            Engine::Paper(player) => Some(player.choose(position, stop).turn),
            Engine::Perfect { player, budget } => player
                .choose(position, *budget, stop)
                .map(|chosen| chosen.turn),
        };
        turn.filter(|_| !stop.is_requested())
    }

    /// Thinks while the opponent does, until stopped.
    pub fn ponder(&self, position: &Position, stop: &Stop) {
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
