//! Programs that play chess, behind UCI or the xboard protocol, and our own engine
//! without either.
//!
//! Every wait has a limit: an engine that hangs, crashes or answers nonsense
//! costs its game and nothing more.

mod own;
mod process;
mod spec;
mod uci;
mod xboard;

use std::time::Duration;

use cozy_chess::{Board, Move};
use tabia_kernel::search::Stop;
use thiserror::Error;

use crate::Value;
use process::Process;
pub use spec::{EngineSpec, Protocol, ReadSpecError};

/// What can go wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// It cannot be started.
    #[error("cannot start `{command}`: {reason}")]
    Start {
        /// What was run.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// It ended, or closed its output, on its own.
    #[error("the engine ended after `{last}`")]
    Died {
        /// What it had been told last.
        last: String,
    },
    /// It did not answer in time.
    #[error("no answer to `{last}` in {waited:?}")]
    Silent {
        /// What it had been told last.
        last: String,
        /// How long it had.
        waited: Duration,
    },
    /// It answered something else than it should.
    #[error("`{answer}` is no answer to `{last}`")]
    Nonsense {
        /// What it had been told last.
        last: String,
        /// What it said.
        answer: String,
    },
    /// What is asked is beyond its protocol.
    #[error("the engine cannot {what}")]
    Unable {
        /// What was asked.
        what: &'static str,
    },
}

/// How long an engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// By the clocks of White and Black, with what a move adds.
    Clock {
        /// What is left for White and Black.
        left: [Duration; 2],
        /// What a move adds.
        increment: Duration,
    },
    /// So many nodes.
    Nodes(u64),
    /// So many plies.
    Depth(u32),
    /// So long for each move.
    MoveTime(Duration),
}

/// A game as an engine is told of it.
#[derive(Clone, Copy, Debug)]
pub struct Course<'g> {
    /// Where it began.
    pub start: &'g Board,
    /// What was played.
    pub moves: &'g [Move],
    /// Where it stands.
    pub board: &'g Board,
}

/// What an engine says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It plays a legal move, and thinks it worth so much.
    Plays {
        /// The move.
        best: Move,
        /// Its score, if it told.
        value: Option<Value>,
        /// How deep it looked, if it told.
        depth: Option<u32>,
        /// The nodes it visited, if it told.
        nodes: Option<u64>,
    },
    /// It gives up.
    Resigns,
}

/// A running engine.
pub trait Engine: Send {
    /// What it calls itself.
    fn own_name(&self) -> &str;

    /// A new game begins.
    ///
    /// # Errors
    ///
    /// When it does not get ready.
    fn new_game(&mut self, start: &Board) -> Result<(), EngineError>;

    /// What it plays. It is given up on after `patience`. Once `stop` is
    /// requested nobody wants to know any more: whatever comes back means nothing.
    ///
    /// # Errors
    ///
    /// When it does not answer, or with something that is no legal move.
    fn think(
        &mut self,
        course: Course<'_>,
        budget: Budget,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Reply, EngineError>;

    /// The options it offers that take a number: name, default, least and
    /// greatest.
    fn numeric_options(&self) -> &[(String, i64, i64, i64)] {
        &[]
    }
}

/// Starts an engine and waits until it is ready.
///
/// # Errors
///
/// When it cannot be started or does not get ready within a minute.
pub fn start(spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError> {
    get_ready(spec, Process::start(spec)?)
}

/// Our own engine with the options of a spec, in this process and on the thread of
/// whoever asks. Only nodes or depth can limit it: where clocks count, it has to
/// keep its time [as others do](start).
///
/// # Errors
///
/// When it has no such option, or there is no such file of weights.
pub fn start_here(spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(own::OwnEngine::start(spec)?))
}

/// An engine that is no program: all that it ever says is known, and it answers
/// whatever it is asked with its next lines. For tests of protocols.
///
/// # Errors
///
/// When it says too little to get ready.
pub fn scripted(spec: &EngineSpec, said: &[u8]) -> Result<Box<dyn Engine>, EngineError> {
    get_ready(spec, Process::scripted(said))
}

fn get_ready(spec: &EngineSpec, process: Process) -> Result<Box<dyn Engine>, EngineError> {
    match spec.protocol {
        Protocol::Uci | Protocol::Own => Ok(Box::new(uci::UciEngine::start(spec, process)?)),
        Protocol::Xboard => Ok(Box::new(xboard::XboardEngine::start(spec, process)?)),
    }
}

/// How long an engine may take to get ready: long, since a loaded machine is no
/// fault of the engine, but not for ever.
const READY: Duration = Duration::from_secs(60);
