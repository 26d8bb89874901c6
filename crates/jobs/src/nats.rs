//! Jobs over several machines, by NATS JetStream.
//!
//! Four things are kept by the server, all on its disk:
//!
//! | what | is called | has |
//! |---|---|---|
//! | key-value bucket | `tabia-jobs` | under a job's id what it is ([`Posted`]) |
//! | work-queue stream | `tabia-work` | `tabia.work.ID.UNIT` for every unit that can be done now |
//! | object store | `tabia-results` | under `ID/UNIT` the bytes that a unit made |
//! | key-value bucket | `tabia-units` | under `ID.UNIT` how a unit ended ([`Ended`]) |
//!
//! A unit is done when its entry is in `tabia-units`; its bytes are in the
//! object store before. Whoever ends a unit hands out those that it made
//! possible, and only then acknowledges it. So whoever is killed, whenever:
//! what was not acknowledged is delivered again, and a unit that is found done
//! is not done again, only what comes after it is handed out. Handing out
//! twice does no harm: the server drops messages with an id that it knows, and
//! a worker that gets one all the same finds the unit done.

mod hall;
mod submit;
mod worker;

pub use hall::{Ended, Hall, NatsError, Posted, connect};
pub use submit::{JobStatus, WorkerShare};
pub use worker::{WorkerOptions, work};
