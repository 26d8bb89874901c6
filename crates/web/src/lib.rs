//! The local page: every game played, rated and shown in the browser.
//!
//! The server keeps no games: a link holds all of one, so that restarting it
//! loses nothing. The page knows no rules: it shows what a
//! [`Desk`](tabia_desk::Desk) says.
//!
//! ```
//! let directory = tempfile::tempdir()?;
//! let options = tabia_web::Options {
//!     data: Some(directory.path().to_owned()),
//!     ..tabia_web::Options::default()
//! };
//! let site = tabia_web::Site::open(&options)?;
//! let routes: axum::Router = site.router();
//! # let _ = routes;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod api;
mod assets;
mod connection;
mod extract;
mod guard;
mod jobs;
mod lane;
mod live;
mod pages;
mod player;
mod pool;
mod refusal;
mod remote;
mod serve;
mod site;
mod visit;

pub use remote::{Remote, RemoteJob, RemoteWorker};
pub use serve::serve;
pub use site::{Options, Site};
