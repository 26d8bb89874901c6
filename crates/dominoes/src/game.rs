//! Dominoes as a [`Game`].

use std::fmt;

use tabia_kernel::rules::{Game, Notation, Payoff, Side};

use crate::{Position, ReadPositionError, Tile};

/// How a game ends in which nobody can play any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Block {
    /// The hand with fewer pips wins; equal ones draw.
    #[default]
    Pips,
    /// It is a draw whatever the hands.
    Drawn,
}

/// Dominoes for two with open hands and an empty stock.
///
/// Who can play a tile must; who cannot passes. The first empty hand wins,
/// even against a lone double blank. When nobody can play, [`Block`] says who
/// wins.
///
/// ```
/// use tabia_kernel::rules::{Game, Payoff, Side};
/// use tabia_dominoes::{Dominoes, Move, Position, Tile};
///
/// let game = Dominoes::default();
/// let mut position = Position::read("01 12 | 33 45 | 0-5 first")?;
/// game.play(&mut position, Move::Play { tile: Tile::new(0, 1), at: 0 });
/// assert_eq!(position.to_string(), "12 | 33 45 | 1-5 second");
/// # Ok::<(), tabia_dominoes::ReadPositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dominoes {
    /// What a blocked game is worth.
    pub block: Block,
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Lay a tile at the end that shows the number `at`. Where both ends show
    /// it, they are one place.
    Play {
        /// The tile.
        tile: Tile,
        /// The number on the chain.
        at: u8,
    },
    /// Do nothing, for want of a tile that fits.
    Pass,
}

impl fmt::Display for Move {
    /// `35@5`: the tile and the end; or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play { tile, at } => write!(f, "{tile}@{at}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadMoveError {
    /// Neither a tile and an end nor a pass.
    #[error("`{0}` is not a move: expected a tile and an end, as in `35@5`, or `pass`")]
    Form(String),
    /// A tile that the mover does not have.
    #[error("tile {0} is not in the hand of the side to move")]
    NotHeld(Tile),
    /// A tile that does not fit where it is laid.
    #[error("tile {tile} does not fit at {at}: the ends show {a} and {b}")]
    NoFit {
        /// The tile.
        tile: Tile,
        /// The end asked for.
        at: u8,
        /// One end.
        a: u8,
        /// The other.
        b: u8,
    },
    /// A pass although a tile fits.
    #[error("passing is not allowed: `{0}` fits")]
    MustPlay(Move),
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

impl Game for Dominoes {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    /// All of the position: 28 bits each hand, 5 the ends, 1 the mover.
    type Key = u64;

    #[inline]
    fn to_move(&self, s: &Position) -> Side {
        s.to_move
    }

    #[inline]
    fn payoff(&self, s: &Position) -> Option<Payoff> {
        if let Some(winner) = Side::BOTH.into_iter().find(|&side| s.hand(side).is_empty()) {
            return Some(Payoff::win_for(winner));
        }
        if Side::BOTH.into_iter().any(|side| s.can_play(side)) {
            return None;
        }
        let [first, second] = s.hands.map(|hand| hand.pips());
        Some(match self.block {
            Block::Drawn => Payoff::DRAW,
            Block::Pips if first == second => Payoff::DRAW,
            Block::Pips if first < second => Payoff::win_for(Side::First),
            Block::Pips => Payoff::win_for(Side::Second),
        })
    }

    #[inline]
    fn moves(&self, s: &Position, out: &mut Vec<Move>) {
        let before = out.len();
        let (a, b) = s.ends.halves();
        let hand = s.hand(s.to_move);
        out.extend(hand.showing(a).map(|tile| Move::Play { tile, at: a }));
        if a != b {
            out.extend(hand.showing(b).map(|tile| Move::Play { tile, at: b }));
        }
        if out.len() == before {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn play(&self, s: &mut Position, m: Move) -> Position {
        let before = *s;
        if let Move::Play { tile, at } = m {
            let hand = &mut s.hands[s.to_move as usize];
            debug_assert!(hand.contains(tile), "{m} in {before}");
            *hand = hand.without(tile);
            let (Some(kept), Some(shown)) = (s.ends.across(at), tile.across(at)) else {
                unreachable!("{m} does not fit in {before}");
            };
            s.ends = Tile::new(kept, shown);
        }
        s.to_move = s.to_move.other();
        before
    }

    #[inline]
    fn undo(&self, s: &mut Position, _: Move, u: Position) {
        *s = u;
    }

    #[inline]
    fn key(&self, s: &Position) -> u64 {
        let [first, second] = s.hands.map(|hand| u64::from(hand.bits()));
        first << 34 | second << 6 | (s.ends.index() as u64) << 1 | s.to_move as u64
    }
}

impl Notation for Dominoes {
    type ReadMoveError = ReadMoveError;
    type ReadStateError = ReadPositionError;

    fn write_move(&self, _: &Position, m: Move) -> String {
        m.to_string()
    }

    fn read_move(&self, s: &Position, text: &str) -> Result<Move, ReadMoveError> {
        let wanted = match text {
            "pass" => Some(Move::Pass),
            _ => text.split_once('@').and_then(|(tile, at)| {
                let at = at.parse().ok().filter(|&at| at < 7)?;
                let tile = Tile::read(tile)?;
                Some(Move::Play { tile, at })
            }),
        };
        let wanted = wanted.ok_or_else(|| ReadMoveError::Form(text.to_owned()))?;
        if self.payoff(s).is_some() {
            return Err(ReadMoveError::Over);
        }
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        if moves.contains(&wanted) {
            return Ok(wanted);
        }
        Err(match wanted {
            Move::Pass => ReadMoveError::MustPlay(moves[0]),
            Move::Play { tile, .. } if !s.hand(s.to_move).contains(tile) => {
                ReadMoveError::NotHeld(tile)
            }
            Move::Play { tile, at } => {
                let (a, b) = s.ends.halves();
                ReadMoveError::NoFit { tile, at, a, b }
            }
        })
    }

    fn write_state(&self, s: &Position) -> String {
        s.to_string()
    }

    fn read_state(&self, text: &str) -> Result<Position, ReadPositionError> {
        Position::read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        let mut moves = Vec::new();
        Dominoes::default().moves(&Position::read(text).unwrap(), &mut moves);
        let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.join(" ")
    }

    fn payoff(text: &str, block: Block) -> Option<Payoff> {
        Dominoes { block }.payoff(&Position::read(text).unwrap())
    }

    #[test]
    fn a_tile_may_fit_at_both_ends() {
        assert_eq!(moves("05 55 12 | 33 | 0-5 first"), "05@0 05@5 55@5");
        assert_eq!(moves("05 55 12 | 33 | 5-5 first"), "05@5 55@5");
        assert_eq!(moves("33 | 05 12 | 0-5 first"), "pass");
    }

    #[test]
    fn a_tile_leaves_its_other_number() {
        let after = |text: &str, m: &str| {
            let game = Dominoes::default();
            let mut s = Position::read(text).unwrap();
            let m = game.read_move(&s, m).unwrap();
            game.play(&mut s, m);
            s.to_string()
        };
        assert_eq!(
            after("05 11 | 33 | 0-5 first", "05@0"),
            "11 | 33 | 5-5 second"
        );
        assert_eq!(
            after("05 11 | 33 | 0-5 first", "05@5"),
            "11 | 33 | 0-0 second"
        );
        assert_eq!(
            after("55 11 | 33 | 0-5 first", "55@5"),
            "11 | 33 | 0-5 second"
        );
        assert_eq!(after("11 | 35 | 3-3 first", "pass"), "11 | 35 | 3-3 second");
    }

    #[test]
    fn the_first_empty_hand_wins_even_against_a_double_blank() {
        let won = Some(Payoff::win_for(Side::First));
        assert_eq!(payoff(" | 00 | 1-2 second", Block::Pips), won);
        assert_eq!(payoff(" | 00 | 0-2 second", Block::Pips), won);
    }

    #[test]
    fn a_block_goes_to_the_lighter_hand() {
        assert_eq!(
            payoff("11 | 33 | 0-5 first", Block::Pips),
            Some(Payoff::win_for(Side::First))
        );
        assert_eq!(
            payoff("66 | 33 | 0-5 first", Block::Pips),
            Some(Payoff::win_for(Side::Second))
        );
        assert_eq!(
            payoff("24 | 33 | 0-5 first", Block::Pips),
            Some(Payoff::DRAW)
        );
        assert_eq!(
            payoff("11 | 33 | 0-5 first", Block::Drawn),
            Some(Payoff::DRAW)
        );
        assert_eq!(payoff("11 | 35 | 0-5 first", Block::Pips), None);
    }

    #[test]
    fn illegal_moves_say_what_is_wrong() {
        let s = Position::read("05 12 | 33 | 0-5 first").unwrap();
        let complaint = |text: &str| {
            Dominoes::default()
                .read_move(&s, text)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(complaint("pass"), "passing is not allowed: `05@0` fits");
        assert_eq!(
            complaint("33@0"),
            "tile 33 is not in the hand of the side to move"
        );
        assert_eq!(
            complaint("12@1"),
            "tile 12 does not fit at 1: the ends show 0 and 5"
        );
        assert_eq!(
            complaint("05"),
            "`05` is not a move: expected a tile and an end, as in `35@5`, or `pass`"
        );
    }
}
