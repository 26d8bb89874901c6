//! Reading and writing SGF.

mod read;
mod write;

pub use read::{Diagram, SgfError, read_diagram, read_position, read_problem};
pub use write::Writer;
