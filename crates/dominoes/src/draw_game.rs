//! The whole game for two as a [`Game`], and its positions as text.

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Notation, Payoff, Side};

use crate::party::{STOCK, strength};
use crate::{Dominoes, Move, Party, Position, ReadMoveError, ReadPositionError, Tile, Tiles};

/// Dominoes for two with a stock: see [`Party`].
///
/// The rules are those of complete information, with the order of the stock
/// as part of the position; who must not see it is shown a
/// [`view`](Party::view).
///
/// ```
/// use tabia_dominoes::DrawGame;
/// use tabia_kernel::rules::Notation as _;
///
/// let text = "01 12 | 33 45 | 0-5 first; stock 06 11; lacks 46 -; below 55 -";
/// let party = DrawGame.read_state(text)?;
/// assert_eq!(party.stock(), 2);
/// assert_eq!(DrawGame.write_state(&party), text);
/// # Ok::<(), tabia_dominoes::ReadPartyError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawGame;

/// Why a text is not a position of a game with a stock.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadPartyError {
    /// The hands, the ends or the mover are wrong.
    #[error(transparent)]
    Position(#[from] ReadPositionError),
    /// A word of the stock that is no tile.
    #[error("`{0}` in the stock is not a tile: expected two digits from 0 to 6")]
    Tile(String),
    /// A tile of the stock that is elsewhere as well.
    #[error("tile {0} of the stock is in a hand, or in the stock again")]
    Twice(Tile),
    /// More tiles than a stock can have.
    #[error("the stock has {0} tiles: it never has more than {STOCK}")]
    Many(usize),
    /// Numbers that a hand lacks, wrongly written.
    #[error(
        "`{0}` does not say what the hands lack: expected numbers from 0 to 6 for each side, \
         or `-`, as in `35 -`"
    )]
    Lacks(String),
    /// A tile with a number that the hand is said to lack.
    #[error("the {side} hand has {tile}, but is said to lack a number of it")]
    Has {
        /// Whose hand.
        side: &'static str,
        /// The tile.
        tile: Tile,
    },
    /// Tiles that hands have none stronger than, wrongly written.
    #[error(
        "`{0}` does not say what the hands are below: expected a tile for each side, \
         or `-`, as in `55 -`"
    )]
    Below(String),
    /// A tile that is stronger than the hand's are said to be.
    #[error("the {side} hand has {tile}, but is said to have none stronger than {most}")]
    Stronger {
        /// Whose hand.
        side: &'static str,
        /// The tile.
        tile: Tile,
        /// What none is stronger than.
        most: Tile,
    },
    /// A part that is neither the stock nor what is known of hands.
    #[error(
        "`{0}` is not understood: expected `stock` and tiles, `lacks` and numbers, \
         or `below` and tiles"
    )]
    Part(String),
    /// The side to move would draw or pass before anything else.
    #[error("nothing fits: the side to move draws or passes before this is a position")]
    Forced,
}

const SIDES: [&str; 2] = ["first", "second"];

impl DrawGame {
    fn lacks(text: &str, position: &Position) -> Result<[u8; 2], ReadPartyError> {
        let wrong = || ReadPartyError::Lacks(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[first, second] = &words[..] else {
            return Err(wrong());
        };
        let mut lacks = [0; 2];
        for (side, word) in Side::BOTH.into_iter().zip([first, second]) {
            for digit in word.chars().filter(|_| word != "-") {
                lacks[side as usize] |= 1 << digit.to_digit(7).ok_or_else(wrong)?;
            }
            // Who has just drawn a tile that fits has that one.
            let allowed = usize::from(side == position.to_move());
            let shows = |number: &u8| lacks[side as usize] >> number & 1 == 1;
            let mut against = position.hand(side).filter(|tile| {
                let (a, b) = tile.halves();
                shows(&a) || shows(&b)
            });
            if let Some(tile) = against.nth(allowed) {
                return Err(ReadPartyError::Has {
                    side: SIDES[side as usize],
                    tile,
                });
            }
        }
        Ok(lacks)
    }

    fn below(text: &str, position: &Position) -> Result<[Option<Tile>; 2], ReadPartyError> {
        let wrong = || ReadPartyError::Below(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[first, second] = &words[..] else {
            return Err(wrong());
        };
        let mut below = [None; 2];
        for (side, word) in Side::BOTH.into_iter().zip([first, second]) {
            if word == "-" {
                continue;
            }
            let most = Tile::read(word).ok_or_else(wrong)?;
            below[side as usize] = Some(most);
            // Who has just drawn a tile that fits has that one.
            let allowed = usize::from(side == position.to_move());
            let stronger = |tile: &Tile| strength(tile) > strength(&most);
            if let Some(tile) = position.hand(side).filter(stronger).nth(allowed) {
                let side = SIDES[side as usize];
                return Err(ReadPartyError::Stronger { side, tile, most });
            }
        }
        Ok(below)
    }
}

impl Game for DrawGame {
    type State = Party;
    type Move = Move;
    type Undo = Party;
    /// A hash of all of it: no solver uses it.
    type Key = u64;

    fn to_move(&self, s: &Party) -> Side {
        s.to_move()
    }

    fn payoff(&self, s: &Party) -> Option<Payoff> {
        s.payoff()
    }

    fn moves(&self, s: &Party, out: &mut Vec<Move>) {
        s.moves(out);
    }

    fn play(&self, s: &mut Party, m: Move) -> Party {
        let before = *s;
        s.play_telling(m, &mut |_| ());
        before
    }

    fn undo(&self, s: &mut Party, _: Move, u: Party) {
        *s = u;
    }

    fn key(&self, s: &Party) -> u64 {
        let [first, second] = s.hands.map(|hand| u64::from(hand.bits()));
        let [one, other] = s.lacks.map(u64::from);
        let (ends, mover) = (s.position().ends().index() as u64, s.to_move() as u64);
        let small = ends << 32 | mover << 16 | one << 8 | other;
        let [most, least] = s
            .below
            .map(|most| most.map_or(0, |tile| 1 + tile.index() as u64));
        let stock = s.drawable().iter().map(|tile| tile.index() as u64);
        let parts = [first, second, small, most << 8 | least]
            .into_iter()
            .chain(stock);
        parts.fold(0, |hash, part| Seeded::of_part(hash, part).bits())
    }
}

impl Notation for DrawGame {
    type ReadMoveError = ReadMoveError;
    type ReadStateError = ReadPartyError;

    fn write_move(&self, _: &Party, m: Move) -> String {
        m.to_string()
    }

    fn read_move(&self, s: &Party, text: &str) -> Result<Move, ReadMoveError> {
        Dominoes::default().read_move(&s.position(), text)
    }

    /// The open position, then what is drawn, the last one first, the numbers
    /// that each hand is known to lack, and the tile that it is known to have none
    /// stronger than.
    fn write_state(&self, s: &Party) -> String {
        let mut text = s.position().to_string();
        if s.stock() > 0 {
            let tiles: Vec<String> = s.drawable().iter().map(Tile::to_string).collect();
            text += &format!("; stock {}", tiles.join(" "));
        }
        if s.lacks != [0; 2] {
            let digits = |bits: u8| match bits {
                0 => "-".to_owned(),
                _ => (0..7)
                    .filter(|number| bits >> number & 1 == 1)
                    .map(|number: u8| number.to_string())
                    .collect(),
            };
            let [first, second] = s.lacks.map(digits);
            text += &format!("; lacks {first} {second}");
        }
        if s.below != [None; 2] {
            let [first, second] = s
                .below
                .map(|most| most.map_or("-".into(), |tile| tile.to_string()));
            text += &format!("; below {first} {second}");
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<Party, ReadPartyError> {
        let mut parts = text.split(';');
        let position = Position::read(parts.next().unwrap_or_default())?;
        let (mut stock, mut lacks, mut below) = (Vec::new(), [0; 2], [None; 2]);
        for part in parts {
            let part = part.trim();
            match part.split_once(' ') {
                Some(("stock", tiles)) => {
                    for word in tiles.split_whitespace() {
                        let tile = Tile::read(word);
                        stock.push(tile.ok_or_else(|| ReadPartyError::Tile(word.to_owned()))?);
                    }
                }
                Some(("lacks", text)) => lacks = DrawGame::lacks(text, &position)?,
                Some(("below", text)) => below = DrawGame::below(text, &position)?,
                _ => return Err(ReadPartyError::Part(part.to_owned())),
            }
        }
        if stock.len() > STOCK {
            return Err(ReadPartyError::Many(stock.len()));
        }
        let mut known: Tiles = position.hands[0].chain(position.hands[1]).collect();
        for &tile in &stock {
            if known.contains(tile) {
                return Err(ReadPartyError::Twice(tile));
            }
            known = known.with(tile);
        }
        let party =
            Party::standing(&position, &stock, lacks, below).expect("every tile is in one place");
        match party.is_settled() {
            true => Ok(party),
            false => Err(ReadPartyError::Forced),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_offending_text() {
        let complaint = |text: &str| DrawGame.read_state(text).unwrap_err().to_string();
        for (text, named) in [
            ("01 | 33 | 0-5", "`0-5`"),
            ("01 | 33 | 0-5 first; stock 07", "`07`"),
            ("01 | 33 | 0-5 first; stock 33", "tile 33"),
            ("01 | 33 | 0-5 first; stock 22 22", "tile 22"),
            ("01 | 33 | 0-5 first; lacks 9 -", "`9 -`"),
            ("01 | 33 | 0-5 first; lacks - 3", "has 33"),
            ("01 | 33 | 0-5 first; below 7 -", "`7 -`"),
            ("01 | 33 | 0-5 first; below 11", "`11`"),
            ("01 | 33 | 0-5 first; below - 22", "has 33"),
            ("01 | 33 | 0-5 first; chalk 1", "`chalk 1`"),
            ("12 | 05 | 0-5 first", "draws or passes"),
        ] {
            let words = complaint(text);
            assert!(words.contains(named), "{words}");
        }
    }
}
