//! Test suites: positions with the moves that solve them.

use cozy_chess::{Board, Move};

use crate::text::{Epd, ReadEpdError, ReadMoveError, read_move, read_moves};

/// A position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub board: Board,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The moves that solve it (`bm`).
    best: Vec<Move>,
    /// The moves to avoid (`am`).
    avoid: Vec<Move>,
    /// Moves with points, as the Strategic Test Suite gives them (`c0`).
    points: Vec<(Move, u32)>,
}

/// Why a line is no problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadProblemError {
    /// The line is no EPD.
    #[error(transparent)]
    Epd(#[from] ReadEpdError),
    /// A move in it is none.
    #[error("operation {code}: {error}")]
    Move {
        /// The operation.
        code: &'static str,
        /// What is wrong.
        error: ReadMoveError,
    },
    /// It does not say which moves are good or bad.
    #[error("neither bm nor am in `{0}`")]
    Nothing(String),
}

impl Problem {
    /// Reads a line of EPD with `bm` or `am`, and perhaps points in `c0`.
    ///
    /// # Errors
    ///
    /// When the position, a move or the operations are missing or wrong.
    ///
    /// ```
    /// use tabia_chess::suite::Problem;
    /// let problem = Problem::read("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8 #; id \"back rank\";")?;
    /// assert!(problem.is_solved_by("a1a8".parse().unwrap()));
    /// # Ok::<(), tabia_chess::suite::ReadProblemError>(())
    /// ```
    pub fn read(line: &str) -> Result<Problem, ReadProblemError> {
        let epd = Epd::read(line)?;
        let moves = |code: &'static str| -> Result<Vec<Move>, ReadProblemError> {
            let words = epd
                .operand(code)
                .unwrap_or_default()
                .split([' ', ','])
                // Some files have a blank before the sign of check.
                .filter(|word| !matches!(*word, "" | "+" | "#" | "!" | "?"));
            let mut all = Vec::new();
            for word in words {
                match read_moves(&epd.board, word) {
                    Ok(moves) => all.extend(moves),
                    Err(error) => return Err(ReadProblemError::Move { code, error }),
                }
            }
            Ok(all)
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        if best.is_empty() && avoid.is_empty() {
            return Err(ReadProblemError::Nothing(line.to_owned()));
        }
        // `f5=10, Be5+=2`; a comment that is something else gives no points.
        let points = epd
            .operand("c0")
            .unwrap_or_default()
            .split(',')
            .filter_map(|part| {
                let (text, points) = part.trim().rsplit_once('=')?;
                let m = read_move(&epd.board, text).ok()?;
                Some((m, points.trim().parse().ok()?))
            })
            .collect();
        Ok(Problem {
            name: epd.operand("id").map(str::to_owned),
            board: epd.board,
            best,
            avoid,
            points,
        })
    }

    /// Whether a move is one of the best, if they are given, and none to
    /// avoid.
    #[must_use]
    pub fn is_solved_by(&self, m: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
    }

    /// The points of a move: those given, or all or nothing.
    #[must_use]
    pub fn points_of(&self, m: Move) -> u32 {
        match self.points.iter().find(|(other, _)| *other == m) {
            Some(&(_, points)) => points,
            None if self.points.is_empty() && self.is_solved_by(m) => 1,
            None => 0,
        }
    }

    /// The most points there are.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        self.points
            .iter()
            .map(|&(_, points)| points)
            .max()
            .unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_suite() {
        let line = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; \
                    id \"Undermine.001\"; c0 \"f5=10, Be5+=2, Bf2=3, Bg4=2\";";
        let problem = Problem::read(line).unwrap();
        let points = |text: &str| problem.points_of(text.parse().unwrap());
        assert_eq!((points("f4f5"), points("d4e5"), points("h2h3")), (10, 2, 0));
        assert_eq!(problem.most_points(), 10);
    }

    #[test]
    fn moves_to_avoid_do_not_solve() {
        let line =
            "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - 1 10 ; bm Nh6; am Ne5 ";
        let problem = Problem::read(line).unwrap();
        assert!(problem.is_solved_by("g4h6".parse().unwrap()));
        assert!(!problem.is_solved_by("g4e5".parse().unwrap()));
        assert!(Problem::read("6k1/8/8/8/8/8/8/R5K1 w - - id \"x\";").is_err());
        let error = Problem::read("6k1/8/8/8/8/8/8/R5K1 w - - bm Qa8;").unwrap_err();
        assert!(
            error.to_string().starts_with("operation bm: `Qa8`"),
            "{error}"
        );
    }
}
