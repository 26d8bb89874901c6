//! The rules of the one-eye problem, written for checking: plain.

use super::Refusal;
use super::set::Set;
use super::sgf::Node;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Side {
    Defender,
    Attacker,
}

impl Side {
    pub(super) fn other(self) -> Side {
        match self {
            Side::Defender => Side::Attacker,
            Side::Attacker => Side::Defender,
        }
    }
}

/// The problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Problem {
    width: usize,
    height: usize,
    /// The points beside each point.
    near: Vec<Set>,
    defender: Set,
    attacker: Set,
    pub(super) region: Set,
    /// All other points.
    outside: Set,
    /// Empty points outside, which nobody can fill.
    liberties_for_ever: Set,
    crucial: Set,
    /// Whether the defender is Black.
    pub(super) defender_is_black: bool,
}

/// A position. Stones outside `work` do not move; empty points outside it,
/// but in the region, are no liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) defender: Set,
    pub(super) attacker: Set,
    pub(super) work: Set,
    pub(super) mover: Side,
    /// Where the defender may not play.
    pub(super) ban: Option<usize>,
    /// Crucial stones count as one block that cannot be captured.
    pub(super) granted: bool,
}

/// All that the value of a position depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct View {
    /// Without the stones that do not matter.
    pub(super) state: State,
    /// Whether crucial stones are one block, which stones that do not matter
    /// any more may have made of them.
    pub(super) is_united: bool,
}

/// What a move leads to.
pub(super) enum After {
    Illegal,
    /// Crucial stones were captured.
    Captured,
    On(State),
}

impl State {
    pub(super) fn stones(&self) -> Set {
        self.defender.or(self.attacker)
    }

    /// The empty points where play goes on.
    pub(super) fn empties(&self) -> Set {
        self.work.without(self.stones())
    }

    fn of(&self, side: Side) -> Set {
        match side {
            Side::Defender => self.defender,
            Side::Attacker => self.attacker,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut Set {
        match side {
            Side::Defender => &mut self.defender,
            Side::Attacker => &mut self.attacker,
        }
    }

    /// The position after a pass.
    pub(super) fn passed(self) -> State {
        State {
            mover: self.mover.other(),
            ban: None,
            ..self
        }
    }
}

impl Problem {
    /// Reads the problem from the root of a game tree, and checks that it is
    /// one.
    pub(super) fn read(root: Node<'_, '_>) -> Result<Problem, Refusal> {
        let size = root.value("SZ")?.unwrap_or("19");
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
            near: Vec::new(),
            defender: Set::NONE,
            attacker: Set::NONE,
            region: Set::NONE,
            outside: Set::NONE,
            liberties_for_ever: Set::NONE,
            crucial: Set::NONE,
            defender_is_black: true,
        };
        let beside = |at: usize| {
            let (x, y) = (at % width, at / width);
            let left = (x > 0).then(|| at - 1);
            let right = (x + 1 < width).then_some(at + 1);
            let above = (y > 0).then(|| at - width);
            let below = (y + 1 < height).then_some(at + width);
            Set::of([left, right, above, below].into_iter().flatten())
        };
        problem.near = (0..width * height).map(beside).collect();
        let black = problem.points(root, "AB")?;
        let white = problem.points(root, "AW")?;
        problem.crucial = problem.points(root, "TR")?;
        problem.region = problem.points(root, "MA")?.without(problem.crucial);
        if let Some(both) = black.and(white).points().next() {
            return Err(problem.at(both, "two stones"));
        }
        let Some(first) = problem.crucial.points().next() else {
            return Err(Refusal::new("no crucial stones"));
        };
        problem.defender_is_black = black.has(first);
        (problem.defender, problem.attacker) = match problem.defender_is_black {
            true => (black, white),
            false => (white, black),
        };
        let all = Set::of(0..width * height);
        problem.outside = all.without(problem.region);
        problem.liberties_for_ever = problem.outside.without(black.or(white));
        problem.is_sound()?;
        Ok(problem)
    }

    /// Makes sure that it is a one-eye problem.
    fn is_sound(&self) -> Result<(), Refusal> {
        let refuse = |points: Set, why: &str| match points.points().next() {
            Some(point) => Err(self.at(point, why)),
            None => Ok(()),
        };
        let (region, stones) = (self.region, self.defender.or(self.attacker));
        if region.is_empty() {
            return Err(Refusal::new("no region"));
        }
        refuse(
            self.crucial.without(self.defender),
            "crucial, but no stone of the defender",
        )?;
        refuse(
            self.defender.without(region.or(self.crucial)),
            "a stray stone of the defender",
        )?;
        refuse(
            self.around(region).without(region.or(stones)),
            "an empty point beside the region: it is not enclosed",
        )?;
        let empty = region.or(self.outside).without(stones);
        for side in [self.defender, self.attacker] {
            let breathing = self.flood(side, self.around(empty));
            refuse(side.without(breathing), "no liberty")?;
        }
        Ok(())
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
    pub(super) fn points(&self, node: Node<'_, '_>, name: &str) -> Result<Set, Refusal> {
        let mut points = Set::NONE;
        for value in node.values(name).unwrap_or_default() {
            points.insert(self.point(value)?);
        }
        Ok(points)
    }

    /// The position that the problem begins with.
    pub(super) fn root(&self, mover: Side) -> State {
        State {
            defender: self.defender,
            attacker: self.attacker,
            work: self.region,
            mover,
            ban: None,
            granted: false,
        }
    }

    /// The points beside these, some of them among these.
    pub(super) fn around(&self, points: Set) -> Set {
        let near = points.points().map(|point| self.near[point]);
        near.fold(Set::NONE, Set::or)
    }

    /// The points of `stones` that are joined to those of `from`.
    fn flood(&self, stones: Set, from: Set) -> Set {
        let mut found = stones.and(from);
        let mut fresh = found;
        while !fresh.is_empty() {
            fresh = self.around(fresh).and(stones).without(found);
            found = found.or(fresh);
        }
        found
    }

    /// The block of a stone.
    fn block(&self, stones: Set, stone: usize) -> Set {
        self.flood(stones, Set::of([stone]))
    }

    /// The defender's stones joined to crucial ones.
    pub(super) fn attached(&self, state: &State) -> Set {
        self.flood(state.defender, self.crucial)
    }

    /// The attacker's stones that are outside the region, or joined to those.
    pub(super) fn safe(&self, state: &State) -> Set {
        self.flood(state.attacker, state.attacker.without(self.region))
    }

    /// The block of the first crucial stone, if it is that of all of them.
    fn main_block(&self, state: &State) -> Option<Set> {
        let first = self.crucial.points().next()?;
        let block = self.block(state.defender, first);
        self.crucial.is_within(block).then_some(block)
    }

    /// Whether all crucial stones are one block, or count as such.
    pub(super) fn is_united(&self, state: &State) -> bool {
        state.granted || self.main_block(state).is_some()
    }

    /// Whether they are one block with a liberty for ever; or count as such.
    pub(super) fn is_independent(&self, state: &State) -> bool {
        let breathes = |block| self.around(block).meets(self.liberties_for_ever);
        state.granted || self.main_block(state).is_some_and(breathes)
    }

    /// Whether the block of a stone has a liberty, as far as liberties count,
    /// or needs none.
    fn lives(&self, state: &State, stone: usize) -> bool {
        let liberties = state.empties().or(self.liberties_for_ever);
        let side = match state.defender.has(stone) {
            true => Side::Defender,
            false => Side::Attacker,
        };
        let block = self.block(state.of(side), stone);
        let is_safe = || match side {
            Side::Defender => state.granted && block.meets(self.crucial),
            Side::Attacker => !block.is_within(self.region),
        };
        self.around(block).meets(liberties) || is_safe()
    }

    /// Whether every crucial block has a liberty, as far as liberties count,
    /// or needs none.
    pub(super) fn crucial_blocks_live(&self, state: &State) -> bool {
        self.crucial.points().all(|stone| self.lives(state, stone))
    }

    /// Whether there is an eye.
    pub(super) fn has_eye(&self, state: &State) -> bool {
        if !self.is_united(state) {
            return false;
        }
        let block = self.attached(state);
        let mut empties = state.empties().points();
        empties.any(|point| self.near[point].is_within(block))
    }

    /// The points where an eye may still come to be.
    pub(super) fn eye_space(&self, state: &State) -> Set {
        let safe = self.safe(state);
        let taken = safe.or(self.around(safe)).or(self.attached(state));
        state.work.without(taken)
    }

    /// The position after a stone of whoever is to move. `with_ko`: the
    /// defender may not retake at once.
    pub(super) fn play(&self, state: &State, point: usize, with_ko: bool) -> After {
        if !state.empties().has(point) || state.ban == Some(point) {
            return After::Illegal;
        }
        let (mover, other) = (state.mover, state.mover.other());
        let mut next = state.passed();
        next.of_mut(mover).insert(point);
        let mut captured = Set::NONE;
        for stone in self.near[point].and(next.of(other)).points() {
            if !captured.has(stone) && !self.lives(&next, stone) {
                captured = captured.or(self.block(next.of(other), stone));
            }
        }
        if captured.meets(self.crucial) {
            return After::Captured;
        }
        let taken = next.of_mut(other);
        *taken = taken.without(captured);
        if captured.is_empty() && !self.lives(&next, point) {
            return After::Illegal;
        }
        if with_ko && mover == Side::Attacker && captured.count() == 1 {
            // Retaking would bring the old board back if the stone just played
            // is alone and has no other liberty.
            let beside = self.near[point].without(captured);
            if beside.is_within(next.defender) {
                next.ban = captured.points().next();
            }
        }
        After::On(next)
    }

    /// Points of `work` that are neither attached stones nor safe ones.
    pub(super) fn open(&self, state: &State) -> Set {
        let fixed = self.safe(state).or(self.attached(state));
        state.work.without(fixed)
    }

    /// Whether fixed stones cut off `piece` from the rest of the open points.
    pub(super) fn is_cut_off(&self, state: &State, piece: Set) -> bool {
        let rest = self.open(state).without(piece);
        piece.is_within(state.work) && !self.around(piece).meets(rest)
    }

    /// What the value of a position depends on: the stones that touch `work`,
    /// whether crucial blocks are one, and what joins them unless they are.
    pub(super) fn view(&self, state: &State) -> View {
        let is_united = self.is_united(state);
        let mut seen = self.outside.or(state.work).or(self.around(state.work));
        if !is_united {
            seen = seen.or(self.attached(state));
        }
        View {
            state: State {
                defender: state.defender.and(seen),
                attacker: state.attacker.and(seen),
                granted: self.is_independent(state),
                ..*state
            },
            is_united,
        }
    }
}
