//! Go: one-eye and life-and-death problems, solved exactly by taking positions
//! apart.
//!
//! ```
//! use tabia_go::{Class, EyeOptions, read_problem, solve_eye};
//! use tabia_kernel::search::Stop;
//!
//! // Three points in a row on the edge: whoever is first at the middle.
//! let sgf = b"(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";
//! let report = solve_eye(&read_problem(sgf)?, &EyeOptions::default(), &Stop::new());
//! assert_eq!(report.defender_first.expect("no limit").class, Class::Eye);
//! # Ok::<(), tabia_go::SgfError>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod collection;
mod frame;
mod generate;
mod gtp;
mod ko;
mod life;
mod mask;
mod one_eye;
mod point;
mod problem;
mod sgf;
mod solution;

pub use board::{Board, Colour};
pub use collection::{Collection, Numbered};
pub use frame::{FrameError, propose_frame};
pub use generate::{Recipe, generate};
pub use gtp::{Gtp, Reply};
pub use ko::{KoFight, KoOptions, SuperkoValue, ko_fight, under_superko};
pub use life::{
    Aim, EyeCount, EyeRegion, Fate, LifeAnswer, LifeOptions, LifeReport, Turn, solve_life,
};
pub use one_eye::{
    Answer, Class, Decomposition, EyeOptions, EyeReport, Method, Mover, Piece, Room, decompose,
    has_eye, prove_eye, rooms_after, solve_eye,
};
pub use point::Point;
pub use problem::{EyeProblem, ProblemError};
pub use sgf::{Diagram, SgfError, Writer, read_diagram, read_position, read_problem};
pub use solution::{SolutionOptions, write_solution};
