//! What the ledger wants to know of a game in the terminal beside its moves.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use tabia_desk::ledger::{Entry, GameResult, Ledger, LedgerError};
use tabia_kernel::rules::Side;

/// Where games are kept.
#[derive(Args, Clone)]
pub(crate) struct DataOptions {
    /// Directory of the games played [default: your data directory]
    #[arg(long, value_name = "DIR", env = "TABIA_DATA", hide_env_values = true)]
    pub(crate) data: Option<PathBuf>,
}

impl DataOptions {
    /// The ledger there. To be opened first of all, so that no game is played
    /// that cannot be kept.
    pub(crate) fn ledger(&self) -> Result<Ledger, LedgerError> {
        Ledger::open(self.data.as_deref())
    }
}

/// Notes on one game.
pub(crate) struct ScoreSheet {
    started: SystemTime,
    take_backs: u32,
    hints: u32,
    /// Seconds of each turn of the program.
    engine_turns: Vec<f64>,
    /// Whether the ledger has the game as it stands.
    pub(crate) kept: bool,
}

impl ScoreSheet {
    /// Of a game that begins now.
    pub(crate) fn new() -> ScoreSheet {
        ScoreSheet {
            started: SystemTime::now(),
            take_backs: 0,
            hints: 0,
            engine_turns: Vec::new(),
            kept: false,
        }
    }

    /// The program has thought about a turn for so long.
    pub(crate) fn thought(&mut self, seconds: f64) {
        self.engine_turns.push(seconds);
    }

    /// The person was helped.
    pub(crate) fn helped(&mut self) {
        self.hints += 1;
    }

    /// The person took a turn back.
    pub(crate) fn taken_back(&mut self) {
        self.take_backs += 1;
    }

    /// What the ledger is to have. The person is nobody in particular.
    pub(crate) fn entry(
        &self,
        game: &str,
        rules: &str,
        level: &str,
        human: Side,
        result: Option<GameResult>,
        record: &str,
    ) -> Entry {
        Entry {
            game: game.to_owned(),
            rules: rules.to_owned(),
            level: level.to_owned(),
            name: None,
            ids: None,
            experience: None,
            human,
            result,
            take_backs: self.take_backs,
            hints: self.hints,
            record: record.to_owned(),
            started: self.started,
            engine_turns: self.engine_turns.clone(),
        }
    }
}
