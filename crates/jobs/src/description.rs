//! Jobs as text, so that they can be sent.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabia_darkchess::Limit;

use crate::matches::{ContestKind, MatchJob, Openings, Player};
use crate::plan::{Job, Problem};
use crate::proof::ProofJob;
use crate::shelf::checksum;
use crate::tables::TablesJob;
use crate::tuning::{TuneJob, Tuned};
use crate::version::version;

/// What there is to do, in a form that every worker of the same version
/// understands alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case", deny_unknown_fields)]
pub enum Description {
    /// The tables of dark chess of up to some number of pieces.
    Tables {
        /// Most pieces.
        elements: u32,
        /// Distances too.
        distances: bool,
        /// Under the rule of forty plies.
        forty: bool,
    },
    /// A match or tournament of our chess engine against itself, by pairs of
    /// games.
    Contest {
        /// Who plays whom.
        kind: ContestKind,
        /// Who plays.
        players: Vec<Player>,
        /// How many pairs each two play: an opening, once with either side.
        pairs: u32,
        /// `nodes:5000` or `depth:6`.
        control: String,
        /// Where games begin.
        openings: Openings,
        /// Whether games are called off that are decided.
        adjudication: bool,
    },
    /// A tuning by games, round after round, each by pairs of games.
    Tune {
        /// Where it begins: the JSON of a [`Session`](tabia_chess::tune::Session).
        session: String,
        /// What is tuned, and how games are played.
        tuned: Tuned,
        /// Pairs of games of each two players who meet in a round.
        pairs: u32,
        /// Where games begin.
        openings: Openings,
    },
    /// A certificate of the value of a Quarto position.
    Proof {
        /// Lines, squares or torus.
        shape: String,
        /// How many properties count.
        properties: u8,
        /// Whether completing a line loses.
        misere: bool,
        /// The position.
        position: String,
    },
}

impl Description {
    /// The job.
    ///
    /// # Errors
    ///
    /// If there is no such job.
    pub fn job(&self) -> Result<Box<dyn Job>, Problem> {
        Ok(match self {
            &Description::Tables {
                elements,
                distances,
                forty,
            } => {
                let limit = if forty { Limit::Forty } else { Limit::None };
                Box::new(TablesJob::new(elements, distances, limit)?)
            }
            Description::Contest { .. } => Box::new(MatchJob::new(self)?),
            Description::Tune { .. } => Box::new(TuneJob::new(self)?),
            Description::Proof { .. } => Box::new(ProofJob::new(self)?),
        })
    }

    /// What the job is called: the same for the same work, done by the same
    /// version.
    #[must_use]
    pub fn id(&self) -> String {
        let text = serde_json::to_string(&(version(), self)).expect("no maps");
        let sum = checksum(text.as_bytes());
        sum[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Description::Tables {
                elements,
                distances,
                forty,
            } => {
                write!(f, "dark chess tables of up to {elements} pieces")?;
                f.write_str(if *distances { ", distances" } else { "" })?;
                f.write_str(if *forty { ", forty plies" } else { "" })
            }
            Description::Contest {
                kind,
                players,
                pairs,
                control,
                ..
            } => {
                let names: Vec<&str> = players.iter().map(|p| p.name.as_str()).collect();
                let (last, others) = names.split_last().unwrap_or((&"nobody", &[]));
                let others = others.join(", ");
                let each = 2 * u64::from(*pairs);
                write!(
                    f,
                    "chess {kind} of {others} and {last}, {each} games each at {control}"
                )
            }
            Description::Tune { tuned, .. } => write!(f, "tuning of {tuned} by games"),
            Description::Proof {
                shape, position, ..
            } => write!(f, "certificate of {position} in Quarto with {shape}"),
        }
    }
}
