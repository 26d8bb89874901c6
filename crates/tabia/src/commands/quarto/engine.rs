//! A player of any level, for games against people and against each other.

use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tabia_kernel::search::Stop;
use tabia_quarto::{Level, Move, PaperPlayer, Perfect, Position, Rules};

use super::options::SolverArgs;

/// What a player may use.
#[derive(Args, Clone, Copy)]
pub(crate) struct EngineOptions {
    /// Milliseconds a move in which the perfect player looks for traps; with
    /// 0 its games can be repeated
    #[arg(long, value_name = "MS", default_value_t = 200)]
    time: u64,
    #[command(flatten)]
    solver: SolverArgs,
}

impl EngineOptions {
    /// The perfect player.
    pub(crate) fn perfect(&self, rules: Rules) -> anyhow::Result<Perfect> {
        let options = self.solver.solver();
        Perfect::new(rules, options)
            .with_context(|| format!("cannot get {} MiB for the table", options.memory_mib))
    }

    /// The same with one thread.
    pub(crate) fn with_one_thread(mut self) -> EngineOptions {
        self.solver = self.solver.with_one_thread();
        self
    }

    /// How many threads.
    pub(crate) fn threads(&self) -> usize {
        self.solver.threads()
    }

    /// Time that the perfect player has for a move.
    pub(crate) fn budget(&self) -> Duration {
        Duration::from_millis(self.time)
    }
}

/// A player.
pub(crate) enum Engine {
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
    /// A player of this level.
    pub(crate) fn new(
        rules: Rules,
        level: Level,
        options: &EngineOptions,
    ) -> anyhow::Result<Engine> {
        Ok(match level {
            Level::Depth(depth) => Engine::Paper(Box::new(PaperPlayer::new(
                rules,
                depth,
                options.solver.player(),
            ))),
            Level::Perfect => Engine::Perfect {
                player: options.perfect(rules)?,
                budget: options.budget(),
            },
        })
    }

    /// Chooses a move; `None` if stopped.
    pub(crate) fn choose(&self, position: &Position, stop: &Stop) -> Option<Move> {
        let turn = match self {
            Engine::Paper(player) => Some(player.choose(position, stop).turn),
            Engine::Perfect { player, budget } => player
                .choose(position, *budget, stop)
                .map(|chosen| chosen.turn),
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
