//! Options that several commands share.

use anyhow::Context as _;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use tabia_quarto::{
    PlayerOptions, Position, ReadPositionError, Rules, Shape, Solver, SolverOptions,
};

use crate::numbers::{self, within};

/// Which variant of Quarto.
#[derive(Args, Clone, Copy)]
pub(crate) struct RulesOptions {
    /// What wins: the ten lines, also 2×2 squares, or lines around the edge
    #[arg(
        long,
        help_heading = "Rules",
        value_name = "NAME",
        default_value = "lines",
        value_parser = PossibleValuesParser::new(["lines", "squares", "torus"])
            .map(|name| name.parse::<Shape>().expect("one of the names above")),
    )]
    rules: Shape,
    /// How many of the four properties count, from size on
    #[arg(
        long,
        help_heading = "Rules",
        value_name = "N",
        default_value_t = 4,
        value_parser = within(1..=4_u8),
    )]
    properties: u8,
    /// Whoever completes a line loses
    #[arg(long, help_heading = "Rules")]
    misere: bool,
}

impl RulesOptions {
    /// The rules asked for.
    pub(crate) fn rules(self) -> anyhow::Result<Rules> {
        Ok(Rules::new(self.rules, self.properties, self.misere)?)
    }
}

/// Reads a position; the error names the text and the place in it.
pub(crate) fn position(text: &str, rules: &Rules) -> anyhow::Result<Position> {
    Position::read(text, rules).map_err(|error| match error {
        // Names the text already.
        ReadPositionError::Form { .. } => error.into(),
        _ => anyhow::Error::from(error).context(format!("position `{text}`")),
    })
}

/// What the solver may use.
#[derive(Args, Clone, Copy)]
pub(crate) struct SolverArgs {
    /// How many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
    /// Memory for tables of positions, in MiB [default: what the task needs,
    /// at most 512]
    #[arg(long, value_name = "MIB", value_parser = numbers::mebibytes())]
    memory: Option<u32>,
}

impl SolverArgs {
    /// The same for the solver.
    pub(crate) fn solver(self) -> SolverOptions {
        let default = SolverOptions::default();
        SolverOptions {
            threads: self.threads(),
            memory_mib: self.memory.map_or(default.memory_mib, |mib| mib as usize),
            ..default
        }
    }

    /// A solver that uses as much; fails if the memory cannot be had.
    pub(crate) fn start(self, rules: Rules) -> anyhow::Result<Solver> {
        start(rules, self.solver())
    }

    /// The same without the opening book: what it says it has found itself.
    pub(crate) fn start_without_book(self, rules: Rules) -> anyhow::Result<Solver> {
        let options = SolverOptions {
            book: false,
            ..self.solver()
        };
        start(rules, options)
    }

    /// The same for the paper's player.
    pub(crate) fn player(self) -> PlayerOptions {
        let default = PlayerOptions::default();
        PlayerOptions {
            threads: self.threads(),
            memory_mib: self.memory.map_or(default.memory_mib, |mib| mib as usize),
            ..default
        }
    }

    /// The same with one thread.
    pub(crate) fn with_one_thread(mut self) -> SolverArgs {
        self.threads = Some(1);
        self
    }

    /// How many threads.
    pub(crate) fn threads(self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

fn start(rules: Rules, options: SolverOptions) -> anyhow::Result<Solver> {
    Solver::new(rules, options)
        .with_context(|| format!("cannot get {} MiB for the table", options.memory_mib))
}
