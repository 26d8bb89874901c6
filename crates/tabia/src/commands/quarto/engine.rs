//! A player of any level, for games against people and against each other.

use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tabia_kernel::search::{Stop, TablePolicy};
use tabia_quarto::{Level, Move, PaperPlayer, Perfect, PlayerOptions, Position, Rules};

use super::options::SolverArgs;

/// What a player may use.
#[derive(Args, Clone, Copy)]
pub(crate) struct EngineOptions {
    /// Milliseconds a move in which the perfect player looks for traps; with
    /// 0 its games can be repeated
    #[arg(long, value_name = "MS", default_value_t = 100)]
    time: u64,
    /// What a draw is worth to levels 2 to 32, in threatened lines: above 0
    /// they seek draws, below they avoid them
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        allow_hyphen_values = true,
        value_parser = clap::value_parser!(i8).range(-10..=10),
    )]
    draw_value: i8,
    /// What levels 2 to 32 remember of a position: bounds on its value, or
    /// the paper's value and best move, without those of cut-offs
    #[arg(long, value_enum, default_value_t = TableKind::Bounds)]
    table: TableKind,
    #[command(flatten)]
    solver: SolverArgs,
}

/// How the paper's player uses its table.
#[derive(ValueEnum, Clone, Copy)]
enum TableKind {
    /// Values may depend on the window of the search
    Paper,
    /// Lower and upper bounds: values are those of plain minimax
    Bounds,
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

    /// The options of the paper's player.
    fn player(&self) -> PlayerOptions {
        PlayerOptions {
            draw_value: self.draw_value,
            table: match self.table {
                TableKind::Paper => TablePolicy::ValuesWithoutCutoffs,
                TableKind::Bounds => TablePolicy::Bounds,
            },
            ..self.solver.player()
        }
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
            Level::Depth(depth) => {
                Engine::Paper(Box::new(PaperPlayer::new(rules, depth, options.player())))
            }
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
