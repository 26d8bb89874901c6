//! Tic-tac-toe with its notation and eight symmetries.

use std::fmt;

use tabia_kernel::rules::{Game, Notation, Payoff, Side};
use tabia_kernel::symmetry::Symmetric;

/// Three in a row wins.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    pub maps: Vec<[u8; 9]>,
}

/// The squares of each side, a bit per square, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    squares: [u16; 2],
    to_move: Side,
}

impl Position {
    pub const EMPTY: Position = Position {
        squares: [0, 0],
        to_move: Side::First,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(pub u8);

pub const LINES: [[u8; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

impl TicTacToe {
    pub fn new() -> Self {
        let at = |row: u8, column: u8| 3 * row + column;
        let mut maps = Vec::new();
        for mirrored in [false, true] {
            for turns in 0..4 {
                let mut map = [0; 9];
                for row in 0..3 {
                    for column in 0..3 {
                        let (mut r, mut c) = (row, if mirrored { 2 - column } else { column });
                        for _ in 0..turns {
                            (r, c) = (c, 2 - r);
                        }
                        map[at(row, column) as usize] = at(r, c);
                    }
                }
                maps.push(map);
            }
        }
        TicTacToe { maps }
    }
}

fn has_line(squares: u16) -> bool {
    LINES
        .iter()
        .any(|line| line.iter().all(|&i| squares & 1 << i != 0))
}

impl Game for TicTacToe {
    type State = Position;
    type Move = Square;
    type Undo = ();
    type Key = u32;

    fn to_move(&self, s: &Position) -> Side {
        s.to_move
    }

    fn payoff(&self, s: &Position) -> Option<Payoff> {
        let last = s.to_move.other();
        if has_line(s.squares[last as usize]) {
            Some(Payoff::win_for(last))
        } else if s.squares[0] | s.squares[1] == 0x1ff {
            Some(Payoff::DRAW)
        } else {
            None
        }
    }

    fn moves(&self, s: &Position, out: &mut Vec<Square>) {
        let taken = s.squares[0] | s.squares[1];
        out.extend((0..9).filter(|i| taken & 1 << i == 0).map(Square));
    }

    fn play(&self, s: &mut Position, m: Square) {
        s.squares[s.to_move as usize] |= 1 << m.0;
        s.to_move = s.to_move.other();
    }

    fn undo(&self, s: &mut Position, m: Square, (): ()) {
        s.to_move = s.to_move.other();
        s.squares[s.to_move as usize] &= !(1 << m.0);
    }

    fn key(&self, s: &Position) -> u32 {
        u32::from(s.squares[0]) << 9 | u32::from(s.squares[1])
    }
}

impl Symmetric for TicTacToe {
    type Map = [u8; 9];

    fn maps(&self) -> &[[u8; 9]] {
        &self.maps
    }

    fn image(&self, s: &Position, f: &[u8; 9]) -> Position {
        let carry = |squares: u16| (0..9).map(|i| (squares >> i & 1) << f[i]).sum();
        Position {
            squares: s.squares.map(carry),
            to_move: s.to_move,
        }
    }

    fn image_of_move(&self, m: Square, f: &[u8; 9]) -> Square {
        Square(f[m.0 as usize])
    }

    fn preimage_of_move(&self, m: Square, f: &[u8; 9]) -> Square {
        Square(f.iter().position(|&i| i == m.0).expect("a permutation") as u8)
    }
}

/// What is wrong with a text, and where.
#[derive(Debug)]
pub struct ReadError {
    text: String,
    at: usize,
    why: &'static str,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}, character {}: {}",
            self.text,
            self.at + 1,
            self.why
        )
    }
}

impl std::error::Error for ReadError {}

impl Notation for TicTacToe {
    type ReadMoveError = ReadError;
    type ReadStateError = ReadError;

    fn write_move(&self, _: &Position, m: Square) -> String {
        (m.0 + 1).to_string()
    }

    fn read_move(&self, s: &Position, text: &str) -> Result<Square, ReadError> {
        let error = |why| ReadError {
            text: text.to_owned(),
            at: 0,
            why,
        };
        let number: u8 = text.parse().map_err(|_| error("no number"))?;
        let square = Square(number.wrapping_sub(1));
        let mut legal = Vec::new();
        self.moves(s, &mut legal);
        match legal.contains(&square) {
            true => Ok(square),
            false => Err(error("no empty square")),
        }
    }

    fn write_state(&self, s: &Position) -> String {
        let mark = |i: u16| match (s.squares[0] >> i & 1, s.squares[1] >> i & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        (0..9).map(mark).collect()
    }

    fn read_state(&self, text: &str) -> Result<Position, ReadError> {
        let error = |at, why| ReadError {
            text: text.to_owned(),
            at,
            why,
        };
        let mut squares = [0; 2];
        for (i, mark) in text.chars().enumerate() {
            match mark {
                _ if i > 8 => return Err(error(i, "more than nine squares")),
                'x' => squares[0] |= 1 << i,
                'o' => squares[1] |= 1 << i,
                '.' => {}
                _ => return Err(error(i, "neither x nor o nor .")),
            }
        }
        if text.len() < 9 {
            return Err(error(text.len(), "fewer than nine squares"));
        }
        let [first, second] = squares.map(u16::count_ones);
        let to_move = match first.checked_sub(second) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => return Err(error(0, "one side has moved too often")),
        };
        Ok(Position { squares, to_move })
    }
}
