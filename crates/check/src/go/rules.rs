//! The rules of the one-eye problem, written for checking: slow and plain.

use super::Refusal;
use super::sgf::Node;

pub(super) const EMPTY: u8 = 0;
pub(super) const DEFENDER: u8 = 1;
pub(super) const ATTACKER: u8 = 2;

/// The problem.
#[derive(Debug)]
pub(super) struct Problem {
    width: usize,
    height: usize,
    near: Vec<Vec<usize>>,
    pub(super) stones: Vec<u8>,
    pub(super) region: Vec<bool>,
    crucial: Vec<usize>,
    /// Whether the defender is Black.
    pub(super) defender_is_black: bool,
}

/// A position. Stones outside `work` do not move; empty points outside it,
/// but in the region, are no liberties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) board: Vec<u8>,
    pub(super) work: Vec<bool>,
    pub(super) mover: u8,
    /// Where the defender may not play.
    pub(super) ban: Option<usize>,
    /// Crucial stones count as one block that cannot be captured.
    pub(super) granted: bool,
}

/// What a move leads to.
pub(super) enum After {
    Illegal,
    /// Crucial stones were captured.
    Captured,
    On(State),
}

impl Problem {
    /// Reads the problem from the root of a game tree, and checks that it is
    /// one.
    pub(super) fn read(root: &Node) -> Result<Problem, Refusal> {
        let size = root.value("SZ").unwrap_or("19");
        let (width, height) = size.split_once(':').unwrap_or((size, size));
        let side = |text: &str| {
            let side: Option<usize> = text.trim().parse().ok();
            side.filter(|side| (2..=19).contains(side))
                .ok_or_else(|| Refusal::new(format!("SZ[{size}] is no board")))
        };
        let (width, height) = (side(width)?, side(height)?);
        let mut problem = Problem {
            width,
            height,
            near: (0..width * height)
                .map(|i| {
                    let (x, y) = (i % width, i / width);
                    let mut near = Vec::new();
                    if y > 0 {
                        near.push(i - width);
                    }
                    if x > 0 {
                        near.push(i - 1);
                    }
                    if x + 1 < width {
                        near.push(i + 1);
                    }
                    if y + 1 < height {
                        near.push(i + width);
                    }
                    near
                })
                .collect(),
            stones: vec![EMPTY; width * height],
            region: vec![false; width * height],
            crucial: Vec::new(),
            defender_is_black: true,
        };
        let black = problem.points(root, "AB")?;
        let white = problem.points(root, "AW")?;
        problem.crucial = problem.points(root, "TR")?;
        let region = problem.points(root, "MA")?;
        if let Some(both) = black.iter().find(|point| white.contains(point)) {
            return Err(problem.at(*both, "two stones"));
        }
        let Some(&first) = problem.crucial.first() else {
            return Err(Refusal::new("no crucial stones"));
        };
        problem.defender_is_black = black.contains(&first);
        let (defender, attacker) = match problem.defender_is_black {
            true => (&black, &white),
            false => (&white, &black),
        };
        for &point in defender {
            problem.stones[point] = DEFENDER;
        }
        for &point in attacker {
            problem.stones[point] = ATTACKER;
        }
        for &point in &region {
            problem.region[point] = !problem.crucial.contains(&point);
        }
        for &point in &problem.crucial {
            if problem.stones[point] != DEFENDER {
                return Err(problem.at(point, "crucial, but no stone of the defender"));
            }
        }
        for point in 0..problem.stones.len() {
            let inside = problem.region[point];
            if problem.stones[point] == DEFENDER && !inside && !problem.crucial.contains(&point) {
                return Err(problem.at(point, "a stray stone of the defender"));
            }
            let mut near = problem.near[point].iter();
            if inside && near.any(|&p| !problem.region[p] && problem.stones[p] == EMPTY) {
                return Err(problem.at(point, "not enclosed"));
            }
        }
        let root = problem.root(DEFENDER);
        for point in 0..problem.stones.len() {
            if root.board[point] != EMPTY && !problem.has_liberty(&root, point) {
                return Err(problem.at(point, "no liberty"));
            }
        }
        Ok(problem)
    }

    fn at(&self, point: usize, why: &str) -> Refusal {
        Refusal::new(format!("{}: {why}", self.name(point)))
    }

    /// What SGF calls a point.
    pub(super) fn name(&self, point: usize) -> String {
        let letter = |number: usize| char::from(b'a' + number as u8);
        String::from_iter([letter(point % self.width), letter(point / self.width)])
    }

    /// The point that SGF calls so.
    pub(super) fn point(&self, name: &str) -> Result<usize, Refusal> {
        let number = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
        match name.as_bytes() {
            &[x, y] if number(x) < self.width && number(y) < self.height => {
                Ok(number(y) * self.width + number(x))
            }
            _ => Err(Refusal::new(format!("`{name}` is no point of the board"))),
        }
    }

    /// The points of a property; none if it is missing.
    pub(super) fn points(&self, node: &Node, name: &str) -> Result<Vec<usize>, Refusal> {
        let values = node.values(name).unwrap_or_default();
        values.iter().map(|value| self.point(value)).collect()
    }

    /// The position that the problem begins with.
    pub(super) fn root(&self, mover: u8) -> State {
        State {
            board: self.stones.clone(),
            work: self.region.clone(),
            mover,
            ban: None,
            granted: false,
        }
    }

    fn flood(&self, board: &[u8], from: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut found = vec![false; board.len()];
        let mut todo: Vec<usize> = from.into_iter().collect();
        while let Some(point) = todo.pop() {
            if !found[point] {
                found[point] = true;
                let same = |next: &&usize| board[**next] == board[point];
                todo.extend(self.near[point].iter().filter(same));
            }
        }
        found
    }

    /// The defender's stones joined to crucial ones.
    pub(super) fn attached(&self, state: &State) -> Vec<bool> {
        self.flood(&state.board, self.crucial.iter().copied())
    }

    /// The attacker's stones that are outside the region, or joined to those.
    pub(super) fn safe(&self, state: &State) -> Vec<bool> {
        let outside = |&point: &usize| state.board[point] == ATTACKER && !self.region[point];
        self.flood(&state.board, (0..state.board.len()).filter(outside))
    }

    /// Whether all crucial stones are one block.
    pub(super) fn is_united(&self, state: &State) -> bool {
        let block = self.flood(&state.board, [self.crucial[0]]);
        self.crucial.iter().all(|&stone| block[stone])
    }

    /// Whether they are one block with an empty point outside the region beside
    /// it, which nobody can fill; or count as such.
    pub(super) fn is_independent(&self, state: &State) -> bool {
        if state.granted {
            return true;
        }
        let block = self.flood(&state.board, [self.crucial[0]]);
        let is_liberty = |point: usize| !self.region[point] && state.board[point] == EMPTY;
        self.crucial.iter().all(|&stone| block[stone])
            && (0..block.len())
                .filter(|&point| block[point])
                .any(|point| self.near[point].iter().any(|&near| is_liberty(near)))
    }

    fn has_liberty(&self, state: &State, stone: usize) -> bool {
        let colour = state.board[stone];
        let block = self.flood(&state.board, [stone]);
        let is_liberty = |point: usize| {
            state.board[point] == EMPTY && (state.work[point] || !self.region[point])
        };
        let mut stones = (0..block.len()).filter(|&point| block[point]);
        stones.any(|point| {
            (colour == ATTACKER && !self.region[point])
                || self.near[point].iter().any(|&near| is_liberty(near))
        })
    }

    /// Whether every crucial block has a liberty, as far as liberties count.
    pub(super) fn crucial_blocks_breathe(&self, state: &State) -> bool {
        let mut stones = self.crucial.iter();
        stones.all(|&stone| self.has_liberty(state, stone))
    }

    /// Whether there is an eye.
    pub(super) fn has_eye(&self, state: &State) -> bool {
        if !state.granted && !self.is_united(state) {
            return false;
        }
        let block = self.attached(state);
        (0..block.len()).any(|point| {
            state.work[point]
                && state.board[point] == EMPTY
                && self.near[point].iter().all(|&near| block[near])
        })
    }

    /// The points where an eye may still come to be.
    pub(super) fn eye_space(&self, state: &State) -> Vec<bool> {
        let (safe, attached) = (self.safe(state), self.attached(state));
        (0..safe.len())
            .map(|point| {
                state.work[point]
                    && !safe[point]
                    && !attached[point]
                    && !self.near[point].iter().any(|&near| safe[near])
            })
            .collect()
    }

    /// The position after a stone of whoever is to move. Where nothing is
    /// shared, crucial blocks are not captured.
    pub(super) fn play(&self, state: &State, point: usize, with_ko: bool) -> After {
        if !state.work[point] || state.board[point] != EMPTY || state.ban == Some(point) {
            return After::Illegal;
        }
        let immortal = self.is_independent(state);
        let mover = state.mover;
        let other = DEFENDER + ATTACKER - mover;
        let mut next = State {
            mover: other,
            ban: None,
            ..state.clone()
        };
        next.board[point] = mover;
        let mut captured = Vec::new();
        for &near in &self.near[point] {
            if next.board[near] == other && !self.lives(&next, near, immortal) {
                let block = self.flood(&next.board, [near]);
                captured.extend((0..block.len()).filter(|&stone| block[stone]));
                for &stone in &captured {
                    next.board[stone] = EMPTY;
                }
            }
        }
        if captured.iter().any(|stone| self.crucial.contains(stone)) {
            return After::Captured;
        }
        if captured.is_empty() && !self.lives(&next, point, immortal) {
            return After::Illegal;
        }
        if let ([taken], true, ATTACKER) = (captured.as_slice(), with_ko, mover) {
            // Retaking would bring the old board back if the stone just played
            // is alone and has no other liberty.
            let alone = self.near[point]
                .iter()
                .all(|&near| near == *taken || next.board[near] == DEFENDER);
            if alone {
                next.ban = Some(*taken);
            }
        }
        After::On(next)
    }

    fn lives(&self, state: &State, stone: usize, immortal: bool) -> bool {
        let crucial = || {
            let block = self.flood(&state.board, [stone]);
            self.crucial.iter().any(|&stone| block[stone])
        };
        self.has_liberty(state, stone) || immortal && state.board[stone] == DEFENDER && crucial()
    }

    /// Points of `work` that are neither attached stones nor safe ones.
    fn open(&self, state: &State) -> Vec<bool> {
        let (safe, attached) = (self.safe(state), self.attached(state));
        (0..safe.len())
            .map(|point| state.work[point] && !safe[point] && !attached[point])
            .collect()
    }

    /// Whether fixed stones cut off `piece` from the rest of the open points.
    pub(super) fn is_cut_off(&self, state: &State, piece: &[bool]) -> bool {
        let open = self.open(state);
        (0..piece.len()).filter(|&point| piece[point]).all(|point| {
            let mut near = self.near[point].iter();
            state.work[point] && near.all(|&near| piece[near] || !open[near])
        })
    }

    /// All that the value of a position depends on: the stones that touch
    /// `work`, and what crucial blocks are joined by unless they are one.
    pub(super) fn view(&self, state: &State) -> State {
        let attached = self.attached(state);
        let united = state.granted || self.is_united(state);
        let mut view = state.clone();
        view.granted = self.is_independent(state);
        for (point, stone) in view.board.iter_mut().enumerate() {
            let seen = state.work[point]
                || !self.region[point]
                || self.near[point].iter().any(|&near| state.work[near])
                || (!united && attached[point]);
            if !seen {
                *stone = EMPTY;
            }
        }
        view
    }
}
