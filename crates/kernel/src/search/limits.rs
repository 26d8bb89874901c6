//! What a search may spend, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a search may spend. A spent budget is no error: the search answers
/// with what it found.
///
/// A limit of depth gives the same answer on every machine and any number of
/// threads; a limit of nodes does so with one thread; a limit of time does
/// not.
///
/// ```
/// use std::time::Duration;
/// use tabia_kernel::search::Limits;
/// let limits = Limits::depth(10).or_time(Duration::from_secs(1));
/// assert_eq!(limits.depth, Some(10));
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Look no more than this many moves ahead.
    pub depth: Option<u8>,
    /// Visit no more than about this many positions, all threads together;
    /// each thread looks up every thousand or so.
    pub nodes: Option<u64>,
    /// Start no position after this time.
    pub time: Option<Duration>,
}

impl Limits {
    /// Search to the end of the game.
    pub const NONE: Limits = Limits {
        depth: None,
        nodes: None,
        time: None,
    };

    /// Look `depth` moves ahead.
    #[must_use]
    pub const fn depth(depth: u8) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::NONE
        }
    }

    /// Visit about `nodes` positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::NONE
        }
    }

    /// Search for this long.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::NONE
        }
    }

    /// The same, or `depth` moves ahead, whichever comes first.
    #[must_use]
    pub const fn or_depth(self, depth: u8) -> Limits {
        Limits {
            depth: Some(depth),
            ..self
        }
    }

    /// The same, or about `nodes` positions, whichever comes first.
    #[must_use]
    pub const fn or_nodes(self, nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..self
        }
    }

    /// What is left of them when so much time is spent.
    #[must_use]
    pub fn after(self, spent: Duration) -> Limits {
        Limits {
            time: self.time.map(|time| time.saturating_sub(spent)),
            ..self
        }
    }

    /// The same, or this long, whichever comes first.
    #[must_use]
    pub const fn or_time(self, time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..self
        }
    }
}

/// A handle to stop a search from outside. Clones are the same handle.
///
/// ```
/// use tabia_kernel::search::Stop;
/// let stop = Stop::new();
/// let held_elsewhere = stop.clone();
/// held_elsewhere.request();
/// assert!(stop.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A handle that has not been used.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks whoever holds a clone to stop soon. Cannot be taken back.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether anyone has asked.
    #[must_use]
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
