//! Jobs over several machines, by NATS JetStream.
//!
//! Five things are kept by the server, all on its disk:
//!
//! | what | is called | has |
//! |---|---|---|
//! | key-value bucket | `tabia-jobs` | under a job's id what it is ([`Posted`]) |
//! | work-queue stream | `tabia-work` | `tabia.work.VERSION.ID.UNIT` for every unit that can be done now |
//! | object store | `tabia-results` | under `ID/UNIT` the bytes that a unit made |
//! | key-value bucket | `tabia-units` | under `ID.UNIT` how a unit ended ([`Ended`]) |
//! | key-value bucket | `tabia-tries` | under `ID.UNIT` how often a unit was begun again |
//!
//! A unit is done when its entry is in `tabia-units`; its bytes are in the
//! object store before. Whoever ends a unit hands out those that it made
//! possible, and only then acknowledges it. So whoever is killed, whenever:
//! what was not acknowledged is delivered again, and a unit that is found done
//! is not done again, only what comes after it is handed out. Handing out
//! twice does no harm: the server drops messages with an id that it knows, and
//! a worker that gets one all the same finds the unit done.
//!
//! Workers only see the units of their own version. A unit whose worker falls
//! silent goes to another one; if that happens again and again, or if it fails
//! again and again, it is set aside and named in the status of its job. A
//! worker that is told to stop hands back what it has.

mod entries;
mod hall;
mod pantry;
mod submit;
mod worker;

pub use entries::{Ended, NatsError, Posted};
pub use hall::{Access, Hall, PATIENCE, connect};
pub use submit::{JobStatus, WorkerShare};
pub use worker::{WorkerOptions, work};
