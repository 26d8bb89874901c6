//! Jobs as text, so that they can be sent.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabia_darkchess::Limit;

use crate::matches::{MatchJob, Openings, Player};
use crate::plan::{Job, Problem};
use crate::proof::ProofJob;
use crate::shelf::checksum;
use crate::tables::TablesJob;
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
    /// A match of our chess engine against itself, by pairs of games.
    Match {
        /// Who plays.
        players: [Player; 2],
        /// How many pairs: each opening, once with either side.
        pairs: u32,
        /// `nodes:5000` or `depth:6`.
        control: String,
        /// Where games begin.
        openings: Openings,
        /// Whether games are called off that are decided.
        adjudication: bool,
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
            Description::Match { .. } => Box::new(MatchJob::new(self)?),
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
            Description::Match {
                players: [a, b],
                pairs,
                control,
                ..
            } => {
                let games = 2 * u64::from(*pairs);
                write!(
                    f,
                    "chess match of {} and {}, {games} games at {control}",
                    a.name, b.name
                )
            }
            Description::Proof {
                shape, position, ..
            } => write!(f, "certificate of {position} in Quarto with {shape}"),
        }
    }
}
