//! What the solvers say, in the words of the protocol.

use crate::{
    Aim, Answer, Class, Colour, Diagram, EyeOptions, EyeProblem, EyeReport, Fate, KoOptions,
    LifeAnswer, LifeOptions, LifeReport, Method, Mover, Point, ko_fight, propose_frame, solve_eye,
    solve_life,
};

use super::{Gtp, Response};

/// A search was stopped or spent its budget.
const SPENT: &str = "not found out in time";

impl Gtp {
    /// The problem on the board; about the stone at a point if one is given.
    fn problem(&self, about: Option<Point>) -> Result<EyeProblem, String> {
        let board = &self.table.board;
        if let Some((crucial, region)) = &self.table.marks {
            let concerns = |p: Point| crucial.contains(&p) || region.contains(&p);
            if about.is_none_or(concerns) {
                let problem = EyeProblem::new(board.clone(), crucial, region, None);
                return problem.map_err(|error| error.to_string());
            }
        }
        let stone = about.filter(|&point| board.stone(point).is_some());
        let diagram = Diagram {
            board: board.clone(),
            crucial: stone.map_or_else(Vec::new, |point| board.block(point)),
            region: Vec::new(),
            to_play: None,
            name: None,
        };
        propose_frame(&diagram).map_err(|error| error.to_string())
    }

    fn life(&self, problem: &EyeProblem, first: Option<Mover>) -> LifeReport {
        let options = LifeOptions {
            memory_mib: self.memory_mib,
            limits: self.limits,
            first,
            ..LifeOptions::default()
        };
        solve_life(problem, &options, &self.stop)
    }

    fn eye(&self, problem: &EyeProblem) -> EyeReport {
        let options = EyeOptions {
            method: Method::Rds,
            memory_mib: self.memory_mib,
            limits: self.limits,
            ..EyeOptions::default()
        };
        solve_eye(problem, &options, &self.stop)
    }

    fn listed(&self, moves: &[Option<Point>]) -> String {
        let names = moves.iter().map(|&point| self.table.vertex(point));
        names.fold(String::new(), |text, name| text + " " + &name)
    }

    /// `oneeye_solve [vertex]`: a line for each first mover: class and moves.
    pub(super) fn one_eye(&self, vertex: Option<&str>) -> Response {
        let problem = self.problem(self.about(vertex)?)?;
        let report = self.eye(&problem);
        let (Some(defender), Some(attacker)) = (&report.defender_first, &report.attacker_first)
        else {
            return Err(SPENT.to_owned());
        };
        let line = |name: &str, answer: &Answer| {
            format!(
                "{name} {}{}",
                answer.class.name(),
                self.listed(&answer.moves)
            )
        };
        let lines = [
            line("defender_first", defender),
            line("attacker_first", attacker),
        ];
        Ok(lines.join("\n"))
    }

    /// `tsumego_solve [vertex]`: the same for life and death.
    pub(super) fn tsumego(&self, vertex: Option<&str>) -> Response {
        let problem = self.problem(self.about(vertex)?)?;
        let report = self.life(&problem, None);
        let (Some(defender), Some(attacker)) = (&report.defender_first, &report.attacker_first)
        else {
            return Err(SPENT.to_owned());
        };
        let line = |name: &str, answer: &LifeAnswer| {
            format!(
                "{name} {}{}",
                answer.fate.name(),
                self.listed(&answer.moves)
            )
        };
        let lines = [
            line("defender_first", defender),
            line("attacker_first", attacker),
        ];
        Ok(lines.join("\n"))
    }

    fn about(&self, vertex: Option<&str>) -> Result<Option<Point>, String> {
        match vertex {
            None => Ok(None),
            Some(word) => self.table.point(Some(word)),
        }
    }

    /// A vertex that has to be a point, with GNU Go's words where it is none.
    fn coordinate(&self, vertex: Option<&str>) -> Result<Point, String> {
        let point = self.table.point(vertex).ok().flatten();
        point.ok_or_else(|| "invalid coordinate".to_owned())
    }

    /// The problem of the stone at a vertex.
    fn dragon(&self, vertex: Option<&str>) -> Result<EyeProblem, String> {
        let point = self.coordinate(vertex)?;
        let stone = self.table.board.stone(point);
        let colour = stone.ok_or("vertex must not be empty")?;
        let problem = self.problem(Some(point))?;
        if problem.defender() != colour {
            return Err("the stone is not the defender's".to_owned());
        }
        Ok(problem)
    }

    /// GNU Go's code for a fight over a ko: 2 if this side takes first, 3 if it
    /// needs the first threat.
    fn ko_code(&self, problem: &EyeProblem, side: Mover, first: Mover) -> Result<u8, String> {
        let options = KoOptions {
            memory_mib: self.memory_mib,
            limits: self.limits,
        };
        let fight = ko_fight(problem, Aim::TwoEyes, first, &options, &self.stop).ok_or(SPENT)?;
        Ok(if fight.takes_first == side { 2 } else { 3 })
    }

    /// `owl_attack` and `owl_defend`: a code, and a move unless there is none
    /// to make: 0 fails, 1 succeeds, 2 and 3 by ko.
    pub(super) fn owl(&self, vertex: Option<&str>, attacks: bool) -> Response {
        let problem = self.dragon(vertex)?;
        let side = if attacks {
            Mover::Attacker
        } else {
            Mover::Defender
        };
        let report = self.life(&problem, Some(side));
        let answer = match attacks {
            true => report.attacker_first,
            false => report.defender_first,
        };
        let answer = answer.ok_or(SPENT)?;
        let code = match (answer.fate, attacks) {
            (Fate::Dead, true) | (Fate::Alive | Fate::Seki | Fate::Rep, false) => 1,
            (Fate::Ko, _) => self.ko_code(&problem, side, side)?,
            (Fate::Dead, false) | (_, true) => 0,
        };
        if code == 0 {
            return Ok("0".to_owned());
        }
        if !attacks && code == 1 {
            // Where nothing has to be done, nothing is proposed.
            let attacked = self.life(&problem, Some(Mover::Attacker)).attacker_first;
            if attacked.ok_or(SPENT)?.fate < Fate::Ko {
                return Ok(format!("1 {}", self.table.vertex(None)));
            }
        }
        Ok(match chosen(&answer.moves) {
            Some(point) => format!("{code} {}", self.table.vertex(point)),
            None => code.to_string(),
        })
    }

    /// `dragon_status`: `alive`, `dead`, or `critical` with a point of attack
    /// and one of defence.
    pub(super) fn dragon_status(&self, vertex: Option<&str>) -> Response {
        let problem = self.dragon(vertex)?;
        let report = self.life(&problem, None);
        let (Some(defender), Some(attacker)) = (&report.defender_first, &report.attacker_first)
        else {
            return Ok("unknown".to_owned());
        };
        if attacker.fate < Fate::Ko {
            return Ok("alive".to_owned());
        }
        if defender.fate == Fate::Dead {
            return Ok("dead".to_owned());
        }
        let name = |answer: &LifeAnswer| self.table.vertex(chosen(&answer.moves).flatten());
        Ok(format!("critical {} {}", name(attacker), name(defender)))
    }

    /// `eval_eye`: least and greatest number of eyes, up to two; if they
    /// differ, a point of attack and one of defence; -1 if the point belongs to
    /// no problem.
    pub(super) fn eval_eye(&self, vertex: Option<&str>) -> Response {
        let point = self.coordinate(vertex)?;
        let Ok(problem) = self.problem(None) else {
            return Ok("-1".to_owned());
        };
        if !problem.region().contains(&point) {
            return Ok("-1".to_owned());
        }
        let (eye, life) = (self.eye(&problem), self.life(&problem, None));
        let count = |eye: &Option<Answer>, life: &Option<LifeAnswer>| {
            let (eye, life) = (eye.as_ref().ok_or(SPENT)?, life.as_ref().ok_or(SPENT)?);
            Ok::<_, String>(match (life.fate, eye.class) {
                (Fate::Alive, _) => (2, chosen(&life.moves)),
                (_, Class::Eye) => (1, chosen(&life.moves)),
                _ => (0, chosen(&eye.moves)),
            })
        };
        let (least, attack) = count(&eye.attacker_first, &life.attacker_first)?;
        let (greatest, defence) = count(&eye.defender_first, &life.defender_first)?;
        if least == greatest {
            return Ok(format!("{least} {greatest}"));
        }
        let name = |point: Option<Option<Point>>| self.table.vertex(point.flatten());
        Ok(format!(
            "{least} {greatest} {} {}",
            name(attack),
            name(defence)
        ))
    }

    /// A move that decides the problem on the board for this colour; a pass if
    /// there is no problem, or nothing to gain or lose by moving.
    pub(super) fn best_move(&self, colour: Colour) -> Option<Point> {
        let problem = self.problem(None).ok()?;
        let first = match problem.defender() == colour {
            true => Mover::Defender,
            false => Mover::Attacker,
        };
        let report = self.life(&problem, Some(first));
        let answer = match first {
            Mover::Defender => report.defender_first,
            Mover::Attacker => report.attacker_first,
        }?;
        // If passing is as good, nothing has to be done.
        if answer.moves.contains(&None) {
            return None;
        }
        chosen(&answer.moves).flatten()
    }
}

/// The first move that is no pass, else a pass, if there are any.
fn chosen(moves: &[Option<Point>]) -> Option<Option<Point>> {
    let stone = moves.iter().find(|point| point.is_some());
    stone.or(moves.first()).copied()
}
