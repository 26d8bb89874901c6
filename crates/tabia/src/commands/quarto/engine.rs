//! The options of a player of any level.

use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tabia_desk::quarto::Engine;
use tabia_kernel::search::TablePolicy;
use tabia_quarto::{Level, Perfect, PlayerOptions, Rules, Weights};

use super::options::SolverArgs;
use super::tune::read_weights;
use crate::numbers::within;

/// What a player may use.
#[derive(Args, Clone, Copy)]
pub(crate) struct EngineOptions {
    /// Milliseconds a move in which the perfect player looks for traps; with
    /// 0 its games can be repeated
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 100,
        value_parser = within(0..=86_400_000_u64),
    )]
    time: u64,
    /// What a draw is worth to levels 2 to 32, in threatened lines: above 0
    /// they seek draws, below they avoid them
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        allow_hyphen_values = true,
        value_parser = within(-10..=10_i8),
    )]
    draw_value: i8,
    /// Weights of the heuristic of levels 2 to 32, as `tabia quarto tune`
    /// writes them [default: the paper's]
    #[arg(long, value_name = "FILE", value_parser = read_weights)]
    heuristic: Option<Weights>,
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
    /// A player of this level.
    pub(crate) fn start(&self, rules: Rules, level: Level) -> anyhow::Result<Engine> {
        let options = tabia_desk::quarto::EngineOptions {
            player: self.player(),
            solver: self.solver.solver(),
            budget: self.budget(),
        };
        Engine::new(rules, level, &options).with_context(|| self.no_memory())
    }

    /// The perfect player.
    pub(crate) fn perfect(&self, rules: Rules) -> anyhow::Result<Perfect> {
        Perfect::new(rules, self.solver.solver()).with_context(|| self.no_memory())
    }

    fn no_memory(&self) -> String {
        let mib = self.solver.solver().memory_mib;
        format!("cannot get {mib} MiB for the table")
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
            weights: self.heuristic.unwrap_or(Weights::PAPER),
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
