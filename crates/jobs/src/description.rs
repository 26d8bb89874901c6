//! Jobs as text, so that they can be sent.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabia_darkchess::Limit;

use crate::plan::{Job, Problem};
use crate::shelf::checksum;
use crate::tables::TablesJob;

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
}

impl Description {
    /// The job.
    ///
    /// # Errors
    ///
    /// If there is no such job.
    pub fn job(&self) -> Result<Box<dyn Job>, Problem> {
        match *self {
            Description::Tables {
                elements,
                distances,
                forty,
            } => {
                let limit = if forty { Limit::Forty } else { Limit::None };
                Ok(Box::new(TablesJob::new(elements, distances, limit)?))
            }
        }
    }

    /// What the job is called: the same for the same work, done by the same
    /// version.
    #[must_use]
    pub fn id(&self) -> String {
        let text = serde_json::to_string(&(VERSION, self)).expect("no maps");
        let sum = checksum(text.as_bytes());
        sum[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Description::Tables {
                elements,
                distances,
                forty,
            } => {
                write!(f, "dark chess tables of up to {elements} pieces")?;
                f.write_str(if distances { ", distances" } else { "" })?;
                f.write_str(if forty { ", forty plies" } else { "" })
            }
        }
    }
}

/// Workers of another version are given nothing to do: their bytes may differ.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
