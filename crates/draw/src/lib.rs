//! Boards, graphs and plots as SVG.
//!
//! Pictures are self-contained: no scripts, no fonts, no links. Page, reports
//! and README show the same ones. What can be clicked on the page bears
//! `data-click`, and colours that a dark page replaces bear a class.
//!
//! ```
//! use tabia_draw::plot::{Axis, Plot, Series};
//! let picture = Plot::new("Growth", Axis::linear("depth"), Axis::log("seconds"))
//!     .with(Series::new("measured", [(2.0, 0.1), (4.0, 1.4), (6.0, 12.5)]))
//!     .svg();
//! assert!(picture.starts_with("<svg"));
//! ```

#![forbid(unsafe_code)]

pub mod chess;
pub mod course;
pub mod darkchess;
pub mod dominoes;
pub mod go;
pub mod graph;
pub mod grid;
mod palette;
pub mod plot;
pub mod quarto;
pub mod skat;
mod svg;
mod worth;

pub use worth::Worth;
