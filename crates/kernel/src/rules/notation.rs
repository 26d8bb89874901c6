//! Text of moves and positions, both ways.

use std::error::Error;

use super::Game;

/// How a game's moves and positions are written and read.
///
/// Reading checks everything: what it returns is legal. Its errors name the
/// offending text and the place in it; each game defines them, because only
/// the game knows what can be wrong ("piece b stands on a1 and on c2").
pub trait Notation: Game {
    /// Why a text is no legal move.
    type ReadMoveError: Error + Send + Sync + 'static;
    /// Why a text is no possible position.
    type ReadStateError: Error + Send + Sync + 'static;

    /// The text of a legal move. Two moves of one position never share it.
    fn write_move(&self, s: &Self::State, m: Self::Move) -> String;

    /// The legal move of `s` that `text` names.
    fn read_move(&self, s: &Self::State, text: &str) -> Result<Self::Move, Self::ReadMoveError>;

    /// The legal move that is written exactly like this, if there is one: for
    /// games in which that is all there is to reading.
    fn move_named(&self, s: &Self::State, text: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        moves.into_iter().find(|&m| self.write_move(s, m) == text)
    }

    /// The text of a position. Two positions never share it.
    fn write_state(&self, s: &Self::State) -> String;

    /// The position that `text` describes.
    fn read_state(&self, text: &str) -> Result<Self::State, Self::ReadStateError>;
}
