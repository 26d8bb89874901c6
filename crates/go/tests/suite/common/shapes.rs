//! Textbook shapes of life and death, drawn.

use tabia_go::{Board, Colour, EyeProblem, Point};

/// A shape, what becomes of it by our definition when the defender and when
/// the attacker moves first, and why.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) rows: &'static [&'static str],
    pub(crate) fates: [&'static str; 2],
    pub(crate) why: &'static str,
}

impl Shape {
    /// The problem.
    pub(crate) fn problem(&self) -> EyeProblem {
        drawn(self.rows)
    }
}

/// A problem from a drawing. `X`: crucial stones; `x`, `o`, `.`: the defender's
/// stones, the attacker's and empty points of the region; `O`, `-`: safe stones
/// and empty points outside. The edges of the drawing are those of the board.
pub(crate) fn drawn<R: AsRef<str>>(rows: &[R]) -> EyeProblem {
    let (height, width) = (rows.len() as u8, rows[0].as_ref().len() as u8);
    let mut board = Board::new(width, height).expect("a size");
    let (mut crucial, mut region) = (Vec::new(), Vec::new());
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.as_ref().chars().enumerate() {
            let point = Point::new(x as u8, y as u8);
            let stone = match letter {
                'X' | 'x' => Some(Colour::Black),
                'O' | 'o' => Some(Colour::White),
                _ => None,
            };
            board.set(point, stone);
            match letter {
                'X' => crucial.push(point),
                'x' | 'o' | '.' => region.push(point),
                _ => {}
            }
        }
    }
    EyeProblem::new(board, &crucial, &region, None).expect("a problem")
}

pub(crate) const SHAPES: &[Shape] = &[
    Shape {
        name: "three in a row",
        rows: &["X...XO-", "XXXXXO-", "OOOOOO-", "-------"],
        fates: ["alive", "dead"],
        why: "whoever plays the middle",
    },
    Shape {
        name: "bent three",
        rows: &["..XO-", ".XXO-", "XXOO-", "OOO--", "-----"],
        fates: ["alive", "dead"],
        why: "whoever plays the bend",
    },
    Shape {
        name: "four in a row",
        rows: &["X....XO-", "XXXXXXO-", "OOOOOOO-", "--------"],
        fates: ["alive", "alive"],
        why: "two points in the middle are miai",
    },
    Shape {
        name: "square four",
        rows: &["..XO-", "..XO-", "XXXO-", "OOOO-", "-----"],
        fates: ["dead", "dead"],
        why: "a stone of his own leaves three in a bend, and the attacker takes the bend",
    },
    Shape {
        name: "pyramid four",
        rows: &["X...XO-", "XX.XXO-", "OXXXOO-", "OOOOO--", "-------"],
        fates: ["alive", "dead"],
        why: "whoever plays the middle",
    },
    Shape {
        name: "bent four on the side",
        rows: &["X...XO-", "XXX.XO-", "OOXXXO-", "-OOOOO-", "-------"],
        fates: ["alive", "alive"],
        why: "two points in the middle are miai, as in four in a row",
    },
    Shape {
        name: "bent four in the corner, as a space",
        rows: &["...XO-", ".XXXO-", "XXOOO-", "OOO---", "------"],
        fates: ["alive", "ko"],
        why: "the corner is short of liberties: a ko where elsewhere he gets nothing",
    },
    Shape {
        name: "bent four in the corner",
        rows: &["ooo.XO-", ".XXXXO-", "XXOOOO-", "OO-----", "-------"],
        fates: ["dead", "dead"],
        why: "neither side can approach without loss, until the attacker fills to four, is captured, and plays back: a ko that he may begin when all threats are gone",
    },
    Shape {
        name: "bulky five",
        rows: &["X..XXO-", "X...XO-", "XXXXXO-", "OOOOOO-", "-------"],
        fates: ["alive", "dead"],
        why: "the attacker has to take the point with three neighbours",
    },
    Shape {
        name: "crossed five",
        rows: &[
            "OXX.XXO", "-X...XO", "OXX.XXO", "OOXXXOO", "-OOOOO-", "-------",
        ],
        fates: ["alive", "dead"],
        why: "whoever plays the middle",
    },
    Shape {
        name: "rabbity six",
        rows: &[
            "XX.XXO-", "X...XO-", "X..XXO-", "XXXXOO-", "OOOOO--", "-------",
        ],
        fates: ["alive", "dead"],
        why: "the attacker has to take the point with four neighbours",
    },
    Shape {
        name: "rectangular six in the corner, no liberty",
        rows: &["...XO-", "...XO-", "XXXXO-", "OOOOO-", "------"],
        fates: ["alive", "dead"],
        why: "without a liberty outside the defender cannot play beside the attacker's stones",
    },
    Shape {
        name: "rectangular six in the corner, one liberty",
        rows: &["...XO-", "...XO-", "XXXX--", "OOOOO-", "------"],
        fates: ["alive", "ko"],
        why: "a liberty gets him the ko",
    },
    Shape {
        name: "rectangular six in the corner, two liberties",
        rows: &["...XO-", "...X--", "XXXX--", "OOOOO-", "------"],
        fates: ["alive", "alive"],
        why: "two get him life",
    },
    Shape {
        name: "L group",
        rows: &["...O-", "..XO-", ".XXO-", "OOOO-", "-----"],
        fates: ["dead", "dead"],
        why: "closing either end leaves room for a hane at the other, closing both a square four",
    },
    Shape {
        name: "carpenter's square, solid, no liberty",
        rows: &["...XO-", "...XO-", "...XO-", "XXXXO-", "OOOOO-", "------"],
        fates: ["alive", "seki"],
        why: "with a wall that cannot be cut the attacker gets no more than a seki",
    },
    Shape {
        name: "carpenter's square, cut at the corner",
        rows: &["...XO-", "...XO-", "...XO-", "XXXOO-", "OOOO--", "------"],
        fates: ["alive", "dead"],
        why: "the two walls have to be joined inside as well, which is too much",
    },
    Shape {
        name: "two-headed dragon",
        rows: &[".XXXXX.", "XOOOOOX", "XO-O-OX", "XOOOOOX", "XXXXXXX"],
        fates: ["alive", "alive"],
        why: "two eyes, false each to one block, are real to both together",
    },
    Shape {
        name: "one-eye seki",
        rows: &["X.X.o.oXO-", "XXXXoooXO-", "OOOXXXXXO-", "--OOOOOOO-"],
        fates: ["seki", "seki"],
        why: "an eye each and a liberty that they share: who takes it is captured",
    },
    Shape {
        name: "two shared liberties",
        rows: &["X.oooo.XO-", "XXXXXXXXO-", "OOOOOOOOO-", "----------"],
        fates: ["seki", "seki"],
        why: "four in a row is no killing shape, so that the attacker cannot fill; nor can the defender",
    },
    Shape {
        name: "seki or ko",
        rows: &[
            "..o.X-O", "o.XXOOO", ".x.XOOO", "XXXOOOO", "OOOOOOO", "-------",
        ],
        fates: ["seki", "ko"],
        why: "as in the ten-thousand-year ko the defender may settle for a seki, and the attacker may risk a ko for all",
    },
];
