//! What is written to the server, and how it is read.
//!
//! Whoever may write to the server may write anything: what is read is checked,
//! and refused by name.

use serde::{Deserialize, Serialize};

use crate::description::Description;
use crate::version::{difference, version};

/// No job is described by more bytes than this.
/// A server takes a mebibyte unless told otherwise.
const MOST_BYTES: usize = 512 << 10;

/// A job on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posted {
    /// The version that posted it, and has to do it.
    pub version: String,
    /// How often it has been posted again after it was called off, or for units
    /// that had been set aside.
    pub round: u32,
    /// Whether it has been called off.
    pub cancelled: bool,
    /// What there is to do.
    pub description: Description,
}

impl Posted {
    /// Reads the entry of a job.
    ///
    /// # Errors
    ///
    /// If it is for another version, or not what a job of this id must be.
    pub fn read(id: &str, text: &[u8]) -> Result<Posted, NatsError> {
        #[derive(Deserialize)]
        struct Head {
            version: String,
        }
        let refuse = |reason: String| NatsError::Entry {
            key: format!("job {id}"),
            reason,
        };
        if text.len() > MOST_BYTES {
            let len = text.len();
            return Err(refuse(format!(
                "it has {len} bytes; {MOST_BYTES} are allowed"
            )));
        }
        // Other versions may describe their jobs in other ways.
        let head: Head = serde_json::from_slice(text).map_err(|error| refuse(error.to_string()))?;
        if head.version != version() {
            return Err(NatsError::Version {
                id: id.to_owned(),
                theirs: head.version.chars().take(40).collect(),
            });
        }
        let posted: Posted =
            serde_json::from_slice(text).map_err(|error| refuse(error.to_string()))?;
        let right = posted.description.id();
        if right != id {
            return Err(refuse(format!("what it describes is job {right}")));
        }
        Ok(posted)
    }
}

/// How a unit ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ended {
    /// It is done.
    Done {
        /// The checksum of its bytes, in hexadecimal.
        sum: String,
        /// How many bytes.
        bytes: u64,
        /// Who did it.
        worker: String,
        /// How long it took.
        seconds: f64,
    },
    /// It was tried as often as is reasonable, and set aside.
    SetAside {
        /// Who tried last.
        worker: String,
        /// What happened.
        problem: String,
    },
}

/// Why the server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// There is no connection, or the server refuses.
    #[error("NATS: cannot {what}: {reason}")]
    Server {
        /// What was tried.
        what: &'static str,
        /// What came back.
        reason: String,
    },
    /// The server lets nobody in so, or its address is none.
    #[error("NATS: cannot connect: {0}")]
    KeptOut(String),
    /// The file of credentials cannot be read.
    #[error("NATS: cannot read the credentials {}: {source}", path.display())]
    Credentials {
        /// It.
        path: std::path::PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// An entry is not what it should be.
    #[error("NATS: {key} is not understood: {reason}")]
    Entry {
        /// Its key.
        key: String,
        /// Why.
        reason: String,
    },
    /// A job for workers of another version.
    #[error(
        "job {id} is for Tabia {theirs}; this is {}, and versions do not mix{}",
        version(),
        difference(theirs)
    )]
    Version {
        /// The job.
        id: String,
        /// Its version.
        theirs: String,
    },
    /// Bytes are not those that were stored.
    #[error(
        "NATS: the bytes of unit {unit} are damaged; `tabia jobs redo {id} {unit}` has it done again"
    )]
    Damaged {
        /// The job.
        id: String,
        /// The unit.
        unit: String,
    },
    /// There is no such unit.
    #[error("job {id} has no unit {unit:?}")]
    NoUnit {
        /// The job.
        id: String,
        /// What was asked for.
        unit: String,
    },
    /// There is no such job.
    #[error("there is no job {0:?} on the server")]
    NoJob(String),
    /// A job cannot be done as described.
    #[error(transparent)]
    Problem(#[from] crate::Problem),
}

impl NatsError {
    /// Whether the same may succeed later, since only the server or the way to
    /// it is in trouble.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        matches!(self, NatsError::Server { .. } | NatsError::Damaged { .. })
    }
}

pub(super) fn failed<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> NatsError {
    move |error| NatsError::Server {
        what,
        reason: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn posted() -> Posted {
        Posted {
            version: version().to_owned(),
            round: 0,
            cancelled: false,
            description: Description::Tables {
                elements: 3,
                distances: false,
                forty: true,
            },
        }
    }

    fn text(posted: &Posted) -> Vec<u8> {
        serde_json::to_vec(posted).expect("no maps")
    }

    #[test]
    fn jobs_are_read_as_they_were_written() {
        let id = posted().description.id();
        let read = Posted::read(&id, &text(&posted())).expect("a job");
        assert_eq!(read, posted());
    }

    #[test]
    fn wrong_jobs_are_refused_by_name() {
        let id = posted().description.id();
        let refused = |text: &[u8]| {
            let error = Posted::read(&id, text).expect_err("no job").to_string();
            assert!(error.contains(&id), "{error}");
            error
        };
        let whole = text(&posted());
        for len in 0..whole.len() {
            refused(&whole[..len]);
        }
        let mut long = whole.clone();
        long.resize(MOST_BYTES + 1, b' ');
        assert!(refused(&long).contains(&format!("{} bytes", MOST_BYTES + 1)));
        let other = Posted {
            description: Description::Tables {
                elements: 4,
                distances: false,
                forty: true,
            },
            ..posted()
        };
        let theirs = other.description.id();
        assert!(refused(&text(&other)).contains(&theirs));
        refused("[".repeat(60_000).as_bytes());
    }

    #[test]
    fn other_versions_are_named_whatever_they_describe() {
        let error = Posted::read("x", br#"{"version":"9.0.0","work":[1,2]}"#);
        let error = error.expect_err("another version").to_string();
        assert!(
            error.contains("9.0.0") && error.contains(version()),
            "{error}"
        );
    }

    #[test]
    fn the_same_release_with_other_formats_is_refused_too() {
        let (release, _) = version().split_once('+').expect("two parts");
        let text = format!(r#"{{"version":"{release}+00000000","work":[1,2]}}"#);
        let error = Posted::read("x", text.as_bytes());
        let error = error.expect_err("another version").to_string();
        assert!(error.contains("other file formats"), "{error}");
    }

    /// Any change of a byte is refused, or leaves a job of the same id.
    #[test]
    fn changed_bytes_never_make_another_job() {
        let id = posted().description.id();
        let whole = text(&posted());
        for place in 0..whole.len() {
            for byte in 0..=255 {
                let mut changed = whole.clone();
                changed[place] = byte;
                if let Ok(read) = Posted::read(&id, &changed) {
                    assert_eq!(read.description, posted().description);
                }
            }
        }
    }
}
