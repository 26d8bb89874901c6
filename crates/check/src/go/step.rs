//! What a step of a strategy may be. Nothing here knows of files.

use super::Refusal;
use super::rules::{After, Problem, Side, State};
use super::set::Set;

/// What is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    /// Whose strategy it is.
    pub(super) side: Side,
    /// Whether it has to come to an end.
    pub(super) is_finite: bool,
    /// Whether the defender may not retake a ko at once.
    pub(super) with_ko: bool,
}

impl Claim {
    pub(super) fn read(text: &str) -> Option<Claim> {
        let (side, is_finite, with_ko) = match text {
            "eye" => (Side::Defender, true, false),
            "no-eye" => (Side::Attacker, false, false),
            "win" => (Side::Attacker, true, false),
            "no-win" => (Side::Defender, false, false),
            "ko-win" => (Side::Attacker, true, true),
            "no-ko-win" => (Side::Defender, false, true),
            _ => return None,
        };
        Some(Claim {
            side,
            is_finite,
            with_ko,
        })
    }
}

/// How a position is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Limits {
    /// The attacker lets crucial stones count as one block for ever.
    pub(super) grants: bool,
    /// Where play goes on.
    pub(super) piece: Option<Set>,
}

/// What follows at a position.
pub(super) enum Act<'a> {
    /// Moves, `None` for a pass; none at all if it is decided.
    Moves(&'a [Option<usize>]),
    /// The same position looked at otherwise, or its parts.
    Parts(&'a [Limits]),
}

/// Judges steps towards what is claimed of a problem.
pub(super) struct Judge {
    pub(super) problem: Problem,
    pub(super) claim: Claim,
}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why))
}

impl Judge {
    /// A position looked at as said.
    pub(super) fn limit(&self, state: &State, limits: Limits) -> Result<State, Refusal> {
        let mut next = *state;
        if limits.grants {
            if self.claim.side != Side::Attacker {
                return refuse("only the attacker can grant something");
            }
            next.granted = true;
        }
        let Some(piece) = limits.piece else {
            return Ok(next);
        };
        if self.claim.side == Side::Attacker && !self.problem.eye_space(&next).is_within(piece) {
            return refuse("VW leaves out room for an eye");
        }
        self.restrict(&next, piece)
    }

    /// A part of a position. What is left out is looked at elsewhere, or need
    /// not be.
    fn restrict(&self, state: &State, piece: Set) -> Result<State, Refusal> {
        if !self.problem.is_cut_off(state, piece) {
            return refuse("VW is not cut off by fixed stones");
        }
        if self.claim.side == Side::Attacker {
            if self.claim.with_ko {
                return refuse("VW leaves out moves that let a ko be retaken");
            }
            if !self.problem.is_independent(state) {
                return refuse("VW while crucial blocks share something");
            }
        }
        let part = State {
            work: piece,
            ban: state.ban.filter(|&ban| piece.has(ban)),
            ..*state
        };
        match self.problem.crucial_blocks_live(&part) {
            true => Ok(part),
            false => refuse("VW leaves a crucial block without liberty"),
        }
    }

    /// The positions that still have to be shown if the strategy goes on like
    /// this, one for each move or part; `None` where crucial stones are captured.
    pub(super) fn step(&self, state: &State, act: Act<'_>) -> Result<Vec<Option<State>>, Refusal> {
        let side = self.claim.side;
        let is_end = matches!(act, Act::Moves([]));
        if self.problem.has_eye(state) {
            return match (side, is_end) {
                (Side::Defender, true) => Ok(Vec::new()),
                (Side::Defender, false) => refuse("moves after the eye"),
                (Side::Attacker, _) => refuse("there is an eye"),
            };
        }
        if is_end && side == Side::Attacker && self.problem.eye_space(state).is_empty() {
            return Ok(Vec::new());
        }
        match act {
            Act::Moves(moves) if state.mover == side => self.own_move(state, moves),
            Act::Moves(moves) => self.all_moves(state, moves),
            Act::Parts(parts) => {
                let parts = self.parts(state, parts)?;
                Ok(parts.into_iter().map(Some).collect())
            }
        }
    }

    fn parts(&self, state: &State, parts: &[Limits]) -> Result<Vec<State>, Refusal> {
        if let &[part] = parts {
            let next = self.limit(state, part)?;
            // Otherwise a reference could lead back without a move in between.
            return match self.problem.view(&next) == self.problem.view(state) {
                true => refuse("a part that is the whole"),
                false => Ok(vec![next]),
            };
        }
        if self.claim.side == Side::Defender {
            return refuse("the defender has to choose one part");
        }
        if state.mover != Side::Defender {
            return refuse("the position may not be taken apart with the attacker to move");
        }
        let mut state = *state;
        state.granted |= parts.iter().all(|part| part.grants);
        let mut left = self.problem.eye_space(&state);
        let mut found = Vec::new();
        for part in parts {
            let piece = part.piece.unwrap_or(state.work);
            if piece == state.work {
                return refuse("a part that is the whole");
            }
            left = left.without(piece);
            found.push(self.restrict(&state, piece)?);
        }
        match left.is_empty() {
            true => Ok(found),
            false => refuse("a part with room for an eye is not looked at"),
        }
    }

    fn own_move(
        &self,
        state: &State,
        moves: &[Option<usize>],
    ) -> Result<Vec<Option<State>>, Refusal> {
        match (moves, state.mover) {
            ([None], Side::Defender) => refuse("the defender's pass loses"),
            ([None], Side::Attacker) => Ok(vec![Some(state.passed())]),
            (&[Some(point)], _) => Ok(vec![self.after(state, point)?]),
            _ => refuse("the strategy needs exactly one move here"),
        }
    }

    fn all_moves(
        &self,
        state: &State,
        moves: &[Option<usize>],
    ) -> Result<Vec<Option<State>>, Refusal> {
        let answered = Set::of(moves.iter().copied().flatten());
        let passes = moves.iter().filter(|chosen| chosen.is_none()).count();
        if answered.count() as usize + passes < moves.len() || passes > 1 {
            return refuse("a move twice");
        }
        match (state.mover, passes) {
            (Side::Attacker, 0) => return refuse("the attacker's pass is not answered"),
            (Side::Defender, 1) => return refuse("the defender's pass needs no answer"),
            _ => {}
        }
        for point in state.empties().without(answered).points() {
            if !matches!(self.play(state, point), After::Illegal) {
                let name = self.problem.name(point);
                return refuse(format!("{name} is not answered"));
            }
        }
        let after = |&chosen: &Option<usize>| match chosen {
            None => Ok(Some(state.passed())),
            Some(point) => self.after(state, point),
        };
        moves.iter().map(after).collect()
    }

    fn play(&self, state: &State, point: usize) -> After {
        self.problem.play(state, point, self.claim.with_ko)
    }

    /// The position after a stone; `None` if it captures crucial stones.
    fn after(&self, state: &State, point: usize) -> Result<Option<State>, Refusal> {
        match self.play(state, point) {
            After::Illegal => {
                let name = self.problem.name(point);
                refuse(format!("an illegal move at {name}"))
            }
            After::Captured if self.claim.side == Side::Defender => {
                refuse("crucial stones are captured")
            }
            After::Captured => Ok(None),
            After::On(next) => Ok(Some(next)),
        }
    }
}
