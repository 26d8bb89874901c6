//! Material symmetry: sets of elements that can stand in for one another.
//!
//! A game describes its elements (pieces, tiles, cards) as an
//! [`InteractionGraph`]: one labelled node for each, an edge from each element
//! to each it can act on. The material of an endgame selects a subgraph, and
//! isomorphic subgraphs mean endgames that play alike, however the elements
//! are arranged. [`Classes`] collects materials whose graphs are isomorphic
//! and says how the elements of each correspond to those of a representative,
//! so that one table serves the whole class (Saffidine, Jouandeau, Buron and
//! Cazenave, *Material Symmetry to Partition Endgame Tables*).
//!
//! Each graph is brought into canonical form once, and equal forms are found
//! by hashing; no pair of materials is ever compared.
//!
//! Here are rock, paper and scissors in two colours. One piece against one
//! other makes nine materials, but there are only three things that can be so:
//! White's piece is taken, takes, or neither. If the colours may be exchanged,
//! the first two become one.
//!
//! ```
//! use tabia_kernel::symmetry::material::{Classes, Code, InteractionGraph};
//!
//! // Nodes 0 to 2 are White's rock, paper and scissors, 3 to 5 Black's; the
//! // label is the colour.
//! let mut game = InteractionGraph::new([0, 0, 0, 1, 1, 1]);
//! for kind in 0..3 {
//!     let beaten = (kind + 2) % 3;
//!     game.connect(kind, 3 + beaten);
//!     game.connect(3 + kind, beaten);
//! }
//! let materials = (0..3).flat_map(|white| (3..6).map(move |black| [white, black]));
//! let code = |[white, black]: [usize; 2]| Code((10 * white + black) as u64);
//!
//! let mut classes = Classes::new();
//! for pair in materials.clone() {
//!     classes.add(code(pair), &game.induced(&pair));
//! }
//! assert_eq!(classes.len(), 3);
//!
//! let mut swapping = Classes::new();
//! for pair in materials {
//!     let plain = game.induced(&pair);
//!     let swapped = plain.relabelled(|_, colour| 1 - colour);
//!     swapping.add_either(code(pair), &plain, &swapped);
//! }
//! assert_eq!(swapping.len(), 2);
//!
//! // Paper against rock is the class of rock against scissors.
//! let member = classes.member(code([1, 3])).expect("just added");
//! assert_eq!(classes.representative(member.class), code([0, 5]));
//! assert_eq!(member.nodes, [0, 1]);
//! ```

mod classes;
mod graph;

pub use classes::{ClassId, Classes, ClassesError, Code, Member};
pub use graph::{Canonical, InteractionGraph, MOST_NODES};
