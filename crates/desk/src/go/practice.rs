//! A one-eye problem played out.
//!
//! Defender and attacker play on points of the region, or pass. It is over
//! when there is an eye, when none can be made any more, when crucial stones
//! are taken, when the defender breaks out, or after two passes.

use std::sync::{Arc, OnceLock};

use tabia_go::{Board, Class, Colour, EyeOptions, EyeProblem, Mover, Point, has_eye, solve_eye};
use tabia_kernel::search::{Limits, Stop};

/// A problem and what has been played on it.
#[derive(Clone, Debug)]
pub(super) struct Practice {
    /// The same in all states of a line.
    problem: Arc<EyeProblem>,
    board: Board,
    mover: Mover,
    /// Where a single stone was just taken by a single stone, which may not
    /// be taken back at once.
    ko: Option<Point>,
    passes: u8,
    pub(super) last: Option<Point>,
    /// How it ended, once somebody has asked: that takes a search.
    ended: OnceLock<Option<Ended>>,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    pub(super) winner: Mover,
    pub(super) how: &'static str,
}

/// What looking for the end of a problem may cost. Beyond, it goes on.
const GLANCE: u64 = 30_000;
/// Points of a region up to which it may cost all of that. A node costs more in
/// larger ones, and hardly any of them is searched through anyway.
const SMALL: u64 = 20;
/// Table of a solver, in MiB.
pub(super) const TABLE: usize = 16;

impl Practice {
    /// Nothing played yet; the defender begins unless the problem says who.
    pub(super) fn new(problem: EyeProblem) -> Practice {
        let attacker = problem.defender().other();
        Practice {
            board: problem.board().clone(),
            mover: match problem.to_play() {
                Some(colour) if colour == attacker => Mover::Attacker,
                _ => Mover::Defender,
            },
            problem: Arc::new(problem),
            ko: None,
            passes: 0,
            last: None,
            ended: OnceLock::new(),
        }
    }

    pub(super) fn problem(&self) -> &EyeProblem {
        &self.problem
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn mover(&self) -> Mover {
        self.mover
    }

    /// Whether a ko forbids a move that the solver does not know of.
    pub(super) fn has_ko(&self) -> bool {
        self.ko.is_some()
    }

    pub(super) fn colour(&self, mover: Mover) -> Colour {
        match mover {
            Mover::Defender => self.problem.defender(),
            Mover::Attacker => self.problem.defender().other(),
        }
    }

    /// What may be played; `None` is a pass.
    pub(super) fn moves(&self) -> Vec<Option<Point>> {
        let region = self.problem.region().iter();
        let points = region.filter(|&&point| self.after(Some(point)).is_ok());
        points.map(|&point| Some(point)).chain([None]).collect()
    }

    /// What follows from a move, or why it cannot be played.
    pub(super) fn after(&self, turn: Option<Point>) -> Result<Practice, &'static str> {
        let mut next = self.clone();
        next.mover = self.mover.other();
        next.ko = None;
        next.ended = OnceLock::new();
        next.last = turn;
        let Some(point) = turn else {
            next.passes += 1;
            return Ok(next);
        };
        if !self.problem.region().contains(&point) {
            return Err("it is outside of the region");
        }
        if self.ko == Some(point) {
            return Err("a ko may not be taken back at once");
        }
        let captured = next
            .board
            .play(point, self.colour(self.mover))
            .ok_or("the point is taken, or it would be suicide")?;
        if let [one] = captured[..]
            && next.board.block(point).len() == 1
            && next.liberties(point) == 1
        {
            next.ko = Some(one);
        }
        next.passes = 0;
        Ok(next)
    }

    fn liberties(&self, point: Point) -> usize {
        let near = self.board.neighbours(point);
        near.filter(|&near| self.board.stone(near).is_none())
            .count()
    }

    /// The problem as it stands now; `None` if it is one no longer.
    pub(super) fn now(&self) -> Option<EyeProblem> {
        let (crucial, region) = (self.problem.crucial(), self.problem.region());
        let to_play = Some(self.colour(self.mover));
        EyeProblem::new(self.board.clone(), crucial, region, to_play).ok()
    }

    /// How it ended, or that it goes on, or nobody can tell at a glance;
    /// `None` if stopped.
    pub(super) fn ended(&self, stop: &Stop) -> Option<Option<Ended>> {
        if let Some(known) = self.ended.get() {
            return Some(*known);
        }
        let found = self.look_for_the_end(stop);
        (!stop.is_requested()).then(|| *self.ended.get_or_init(|| found))
    }

    /// How it ended, if no search is needed to see it: stones are taken, the
    /// wall is broken, or there is an eye.
    pub(super) fn ended_at_sight(&self) -> Option<Ended> {
        let ended = |winner, how| Some(Ended { winner, how });
        let defender = Some(self.problem.defender());
        let mut crucial = self.problem.crucial().iter();
        if crucial.any(|&point| self.board.stone(point) != defender) {
            return ended(Mover::Attacker, "crucial stones are taken");
        }
        match self.now() {
            None => ended(Mover::Defender, "the attacker's wall is broken"),
            Some(now) if has_eye(&now) => ended(Mover::Defender, "there is an eye"),
            Some(_) => None,
        }
    }

    fn look_for_the_end(&self, stop: &Stop) -> Option<Ended> {
        let ended = |winner, how| Some(Ended { winner, how });
        if let Some(ended) = self.ended_at_sight() {
            return Some(ended);
        }
        let points = (self.problem.region().len() as u64).max(SMALL);
        let options = EyeOptions {
            memory_mib: TABLE,
            first: Some(Mover::Defender),
            moves: false,
            limits: Limits::nodes(GLANCE * SMALL * SMALL / (points * points)),
            ..EyeOptions::default()
        };
        let answer = solve_eye(&self.now()?, &options, stop).defender_first;
        match answer {
            Some(answer) if answer.class == Class::None => {
                ended(Mover::Attacker, "no eye can be made any more")
            }
            _ if self.passes >= 2 => ended(Mover::Defender, "nobody wants to play on"),
            _ => None,
        }
    }

    /// What comes of best play by both from here; `None` if stopped. A ko
    /// that was just taken is not known to the solver.
    pub(super) fn class(&self, stop: &Stop) -> Option<Class> {
        let first = self.mover;
        let options = EyeOptions {
            memory_mib: TABLE,
            first: Some(first),
            moves: false,
            ..EyeOptions::default()
        };
        let report = solve_eye(&self.now()?, &options, stop);
        let answer = match first {
            Mover::Defender => report.defender_first,
            Mover::Attacker => report.attacker_first,
        };
        answer.map(|answer| answer.class)
    }
}
