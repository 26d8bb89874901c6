//! The generic part of Tabia: describe a game once, and search, symmetry and
//! matches follow.
//!
//! A game is a type that implements [`Game`](rules::Game). Here is all of
//! tic-tac-toe, solved with [`AlphaBeta`](search::AlphaBeta), and then solved
//! again as a [`Folded`](symmetry::Folded) game, up to its eight symmetries:
//!
//! ```
//! use tabia_kernel::rules::{Bounds, Game, Payoff, Score, Side};
//! use tabia_kernel::search::{AlphaBeta, Table, WinDrawLoss};
//! use tabia_kernel::symmetry::{Folded, Group, Permutation, Structure, Symmetric, automorphisms};
//!
//! const LINES: [[usize; 3]; 8] = [
//!     [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
//! ];
//!
//! /// The rules, with the maps of the board onto itself.
//! struct TicTacToe(Group);
//!
//! /// Who has taken each square, and who moves.
//! #[derive(Clone, PartialEq, Eq, Hash)]
//! struct Position {
//!     squares: [Option<Side>; 9],
//!     to_move: Side,
//! }
//!
//! #[derive(Clone, Copy, PartialEq, Eq)]
//! struct Square(u8);
//!
//! impl Game for TicTacToe {
//!     type State = Position;
//!     type Move = Square;
//!     type Undo = ();
//!     type Key = u32; // the nine squares as digits to the base three
//!
//!     fn to_move(&self, s: &Position) -> Side {
//!         s.to_move
//!     }
//!     fn payoff(&self, s: &Position) -> Option<Payoff> {
//!         let last = s.to_move.other();
//!         let three = |line: &[usize; 3]| line.iter().all(|&i| s.squares[i] == Some(last));
//!         match LINES.iter().any(three) {
//!             true => Some(Payoff::win_for(last)),
//!             false => s.squares.iter().all(Option::is_some).then_some(Payoff::DRAW),
//!         }
//!     }
//!     fn moves(&self, s: &Position, out: &mut Vec<Square>) {
//!         out.extend((0..9).filter(|&i| s.squares[usize::from(i)].is_none()).map(Square));
//!     }
//!     fn play(&self, s: &mut Position, m: Square) {
//!         s.squares[usize::from(m.0)] = Some(s.to_move);
//!         s.to_move = s.to_move.other();
//!     }
//!     fn undo(&self, s: &mut Position, m: Square, (): ()) {
//!         s.squares[usize::from(m.0)] = None;
//!         s.to_move = s.to_move.other();
//!     }
//!     fn key(&self, s: &Position) -> u32 {
//!         s.squares.iter().fold(0, |key, q| 3 * key + q.map_or(0, |side| 1 + side as u32))
//!     }
//! }
//!
//! impl Symmetric for TicTacToe {
//!     type Map = Permutation;
//!
//!     fn maps(&self) -> &[Permutation] {
//!         self.0.members()
//!     }
//!     fn image(&self, s: &Position, f: &Permutation) -> Position {
//!         let mut image = s.clone();
//!         (0..9).for_each(|i| image.squares[f.image(i)] = s.squares[i]);
//!         image
//!     }
//!     fn image_of_move(&self, m: Square, f: &Permutation) -> Square {
//!         Square(f.image(usize::from(m.0)) as u8)
//!     }
//!     fn preimage_of_move(&self, m: Square, f: &Permutation) -> Square {
//!         self.image_of_move(m, &f.inverse())
//!     }
//! }
//!
//! let game = TicTacToe(automorphisms(&Structure::new(9).sets(LINES)));
//! assert_eq!(game.maps().len(), 8);
//!
//! let empty = Position { squares: [None; 9], to_move: Side::First };
//! let table = Table::with_mebibytes(1);
//! let plain = AlphaBeta::new(&game, WinDrawLoss).table(&table).run(&empty);
//! assert_eq!(plain.proven, Bounds::exact(Score::DRAW));
//!
//! let folded = Folded(game);
//! let table = Table::with_mebibytes(1);
//! let report = AlphaBeta::new(&folded, WinDrawLoss).table(&table).run(&empty);
//! assert_eq!(report.proven, plain.proven);
//! assert!(report.nodes < plain.nodes / 2);
//! ```
//!
//! Modules depend on each other in one direction: `search`, `symmetry`,
//! `endgame` and `arena` know of `rules`, and none of the four of another;
//! `hidden` knows nothing at all, `tune` only how to write a file whole. Nothing here names a game that Tabia ships.

#![forbid(unsafe_code)]

pub mod alone;
pub mod arena;
pub mod endgame;
pub mod hidden;
pub mod random;
pub mod rules;
pub mod search;
mod set_of;
pub mod symmetry;
pub mod tune;
pub mod whole;
