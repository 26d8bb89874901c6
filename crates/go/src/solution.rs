//! Solutions as SGF trees, marked as readers of problem collections expect.
//!
//! A game tree for each first mover: the problem, `PL`, and as variations
//!
//! - every right first move, with `TE[1]`, followed by each answer up to
//!   six and what to do then, until it is decided. The last node of each
//!   such line has a comment that begins with `RIGHT`;
//! - up to twenty wrong first moves, with `BM[1]`, and the line that refutes
//!   them.
//!
//! Where ko, seki or repetition is the best there is, a right first move is
//! `RIGHT` by itself. Where a side can do nothing, there is no right move, and
//! its tries are refuted. A line is cut off after 60 moves, so a tree has at
//! most 6 × 62 nodes for each right move and 62 for each try.

use std::collections::HashSet;
use std::time::Instant;

use tabia_kernel::search::{Dfpn, Limits, Stop, Verdict};

use crate::life::position::Position;
use crate::life::question::{Goal, Key, Question};
use crate::life::scene::Scene;
use crate::life::threats::Threats;
use crate::life::{Aim, Fate, Spent, fate};
use crate::mask::{Mask, Wide};
use crate::one_eye::Mover;
use crate::{EyeProblem, Point, Writer};

/// Answers to a right first move that are followed.
const ANSWERS: usize = 6;
/// Wrong first moves that are refuted.
const TRIES: usize = 20;
/// Moves in a line.
const LONGEST: usize = 60;

/// How far a quick end is looked for, in moves of the side that has it.
const QUICK: usize = 3;
/// Positions that may be looked at for one.
const PATIENCE: usize = 2_000;

/// What a solution may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolutionOptions {
    /// Size of the table.
    pub memory_mib: usize,
    /// Who moves first; `None` asks for both.
    pub first: Option<Mover>,
    /// What it may cost: so much time together, so many nodes for each search.
    pub limits: Limits,
}

impl Default for SolutionOptions {
    fn default() -> SolutionOptions {
        SolutionOptions {
            memory_mib: 300,
            first: None,
            limits: Limits::NONE,
        }
    }
}

/// Writes the solution of a problem as SGF, a game tree for each first mover.
/// `None` if the budget was spent.
///
/// ```
/// use tabia_go::{Aim, SolutionOptions, read_problem, write_solution};
/// use tabia_kernel::search::Stop;
///
/// let sgf = b"(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";
/// let problem = read_problem(sgf)?;
/// let options = SolutionOptions::default();
/// let text = write_solution(&problem, Aim::TwoEyes, &options, &Stop::new()).expect("no limit");
/// assert!(text.contains(";B[ca]TE[1]C[RIGHT\n"));
/// assert_eq!(read_problem(text.as_bytes())?.crucial(), problem.crucial());
/// # Ok::<(), tabia_go::SgfError>(())
/// ```
#[must_use]
pub fn write_solution(
    problem: &EyeProblem,
    aim: Aim,
    options: &SolutionOptions,
    stop: &Stop,
) -> Option<String> {
    match aim.places(problem) {
        0..=64 => Teacher::<u64>::new(problem, aim, options, stop).write(),
        65..=128 => Teacher::<u128>::new(problem, aim, options, stop).write(),
        _ => Teacher::<Wide>::new(problem, aim, options, stop).write(),
    }
    .ok()
}

struct Teacher<'p, M> {
    problem: &'p EyeProblem,
    options: &'p SolutionOptions,
    stop: &'p Stop,
    scene: Scene<M>,
    dfpn: Dfpn<Key<M>>,
    began: Instant,
}

/// A position as the question for each goal.
type Asked<'q, 's, M> = &'q dyn Fn(Goal) -> Question<'s, M>;

/// A move: a place, or `None` for a pass.
type Place = Option<usize>;

impl<'p, M: Mask> Teacher<'p, M> {
    fn new(
        problem: &'p EyeProblem,
        aim: Aim,
        options: &'p SolutionOptions,
        stop: &'p Stop,
    ) -> Teacher<'p, M> {
        Teacher {
            problem,
            options,
            stop,
            scene: Scene::new(problem, aim),
            dfpn: Dfpn::with_mebibytes(options.memory_mib),
            began: Instant::now(),
        }
    }

    /// What may still be spent.
    fn limits(&self) -> Limits {
        self.options.limits.after(self.began.elapsed())
    }

    fn ask(&self, question: Question<'_, M>) -> Result<bool, Spent> {
        let report = self.dfpn.solve(question, self.limits(), self.stop);
        Ok(report.outcome.ok_or(Spent)?.verdict == Verdict::Yes)
    }

    /// What becomes of it; for one eye, [`Fate::Alive`] is an eye.
    fn fate<'s>(&'s self, question: Asked<'_, 's, M>) -> Result<Fate, Spent> {
        let ask = |question| self.ask(question);
        let threats = Threats {
            scene: &self.scene,
            memory_mib: self.options.memory_mib / 4,
            limits: self.limits(),
            stop: self.stop,
            ask: &ask,
        };
        fate(question, &ask, &ask, &threats)
    }

    /// What leads to the end of those who are dead: no ko, or one that threats do
    /// not decide.
    fn deadly<'s>(&self, question: Asked<'_, 's, M>) -> Result<Goal, Spent> {
        Ok(match self.ask(question(Goal::Win))? {
            true => Goal::Win,
            false => Goal::Fight,
        })
    }

    fn write(&self) -> Result<String, Spent> {
        let mut writer = Writer::new();
        for mover in [Mover::Defender, Mover::Attacker] {
            if self.options.first.is_none_or(|first| first == mover) {
                self.write_for(mover, &mut writer)?;
            }
        }
        Ok(writer.finish())
    }

    /// The tree for one side to move first.
    fn write_for(&self, mover: Mover, writer: &mut Writer) -> Result<(), Spent> {
        let root = self.scene.root(self.problem, mover);
        let question = |goal| Question::new(&self.scene, goal, root);
        let colour = self.colour(mover);
        writer.open().problem_without_player(self.problem);
        writer.text("PL", &colour.letter().to_string());
        if root.is_reached(&self.scene) {
            writer.text("C", &self.words(Fate::Alive));
            writer.close();
            return Ok(());
        }
        let fate = self.fate(&question)?;
        let is_lost = fate == worst_for(mover);
        let advice = if is_lost {
            "nothing can be done"
        } else {
            "to play"
        };
        let name = name_of(colour);
        writer.text("C", &format!("{name}: {advice}. {}", self.words(fate)));
        // First moves and what comes of them.
        let mut firsts: Vec<(Place, Fate)> = Vec::new();
        for place in root.choices(&self.scene).places() {
            if question(Goal::Win).after(place).is_some() {
                let after = |goal| question(goal).after(place).expect("legal");
                firsts.push((Some(place), self.fate(&after)?));
            }
        }
        let waits = mover == Mover::Attacker
            && fate == Fate::Dead
            && firsts.iter().all(|(_, after)| *after != Fate::Dead);
        let passed = |goal| match waits {
            true => Question::new(&self.scene, goal, root.passed()),
            false => question(goal).after_pass(),
        };
        firsts.push((None, self.fate(&passed)?));
        let is_right = |(_, after): &&(Place, Fate)| !is_lost && *after == fate;
        for (place, after) in firsts.iter().filter(is_right) {
            self.write_right(root, *place, *after, writer)?;
        }
        let is_wrong = |first: &&(Place, Fate)| !is_right(first) && first.0.is_some();
        for (place, after) in firsts.iter().filter(is_wrong).take(TRIES) {
            self.write_wrong(root, *place, *after, writer)?;
        }
        writer.close();
        Ok(())
    }

    /// A right first move and the answers to it.
    fn write_right(
        &self,
        root: Position<M>,
        place: Place,
        fate: Fate,
        writer: &mut Writer,
    ) -> Result<(), Spent> {
        writer.open();
        self.write_move(root.mover, place, writer);
        writer.text("TE", "1");
        let mut right = format!("RIGHT\n{}", self.words(fate));
        if (place, fate) == (None, Fate::Dead) && root.mover == Mover::Attacker {
            right += " The ko can wait until there are no threats.";
        }
        let goal = match fate {
            Fate::Alive => Goal::Reach,
            Fate::Dead => {
                let after = |goal| self.play(&Question::new(&self.scene, goal, root), place);
                self.deadly(&after)?
            }
            _ => {
                writer.text("C", &right).close();
                return Ok(());
            }
        };
        let question = self.play(&Question::new(&self.scene, goal, root), place);
        if question.seen.is_some() {
            writer.text("C", &right).close();
            return Ok(());
        }
        let mut answers = self.answers(&question)?;
        answers.truncate(ANSWERS);
        for answer in answers {
            writer.open();
            self.write_move(question.at.mover, answer, writer);
            self.write_line(self.play(&question, answer), writer)?;
            writer.text("C", &right).close();
        }
        writer.close();
        Ok(())
    }

    /// A wrong first move and its refutation.
    fn write_wrong(
        &self,
        root: Position<M>,
        place: Place,
        fate: Fate,
        writer: &mut Writer,
    ) -> Result<(), Spent> {
        writer.open();
        self.write_move(root.mover, place, writer);
        writer.text("BM", "1");
        let first = |goal| self.play(&Question::new(&self.scene, goal, root), place);
        match fate {
            Fate::Alive => self.write_line(first(Goal::Reach), writer)?,
            Fate::Dead => self.write_line(first(self.deadly(&first)?), writer)?,
            _ => {
                // The answer that keeps what is left.
                let at = first(Goal::Win).at;
                let banned = first(Goal::WinByKo).at.ko;
                let legal = self.legal(&first(Goal::Win)).into_iter();
                let legal = legal.filter(|place| place.is_none_or(|p| banned != p as u16 + 1));
                for answer in legal.chain([None]) {
                    let after = |goal| self.play(&first(goal), answer);
                    if self.fate(&after)? == fate {
                        self.write_move(at.mover, answer, writer);
                        break;
                    }
                }
            }
        }
        writer.text("C", &self.words(fate)).close();
        Ok(())
    }

    /// The rest of a line at whose end the question is answered Yes.
    fn write_line(&self, mut question: Question<'_, M>, writer: &mut Writer) -> Result<(), Spent> {
        let mut met = HashSet::new();
        for _ in 0..LONGEST {
            if question.seen.is_some() {
                break;
            }
            met.insert((question.at.def, question.at.att, question.at.mover));
            let place = match question.at.mover == question.goal.side() {
                true => self.best(&question, &met)?,
                false => self.answers(&question)?[0],
            };
            self.write_move(question.at.mover, place, writer);
            question = self.play(&question, place);
        }
        Ok(())
    }

    fn play<'s>(&self, question: &Question<'s, M>, place: Place) -> Question<'s, M> {
        match place {
            None => question.after_pass(),
            Some(place) => question.after(place).expect("legal"),
        }
    }

    /// Legal stones.
    fn legal(&self, question: &Question<'_, M>) -> Vec<Place> {
        let places = question.at.choices(&self.scene).places();
        let legal = places.filter(|place| question.after(*place).is_some());
        legal.map(Some).collect()
    }

    /// Answers of the side that has lost, those that hold out longest first; a
    /// pass comes last.
    fn answers(&self, question: &Question<'_, M>) -> Result<Vec<Place>, Spent> {
        let mut answers: Vec<(usize, Place)> = Vec::new();
        for place in self.legal(question) {
            let next = self.play(question, place);
            let lasts = (0..=QUICK).find(|&moves| quick(&next, moves, &mut PATIENCE.clone()));
            answers.push((lasts.unwrap_or(QUICK + 1), place));
        }
        answers.sort_by_key(|(lasts, place)| (std::cmp::Reverse(*lasts), *place));
        answers.push((0, None));
        Ok(answers.into_iter().map(|(_, place)| place).collect())
    }

    /// A move of the side that wins: to a quick end if there is one, else to a
    /// position that has not been met.
    fn best(
        &self,
        question: &Question<'_, M>,
        met: &HashSet<(M, M, Mover)>,
    ) -> Result<Place, Spent> {
        let mut moves = self.legal(question);
        moves.push(None);
        for length in 0..QUICK {
            let ends = |place: &&Place| {
                let next = self.play(question, **place);
                quick(&next, length, &mut PATIENCE.clone())
            };
            if let Some(place) = moves.iter().find(ends) {
                return Ok(*place);
            }
        }
        let mut winning = None;
        for place in moves {
            let next = self.play(question, place);
            if !self.ask(next)? {
                continue;
            }
            winning = Some(place);
            if !met.contains(&(next.at.def, next.at.att, next.at.mover)) {
                break;
            }
        }
        winning.ok_or(Spent)
    }

    fn write_move(&self, mover: Mover, place: Place, writer: &mut Writer) {
        let point: Option<Point> = place.map(|place| self.scene.point(place));
        writer.node().play(self.colour(mover), point);
    }

    fn colour(&self, mover: Mover) -> crate::Colour {
        match mover {
            Mover::Defender => self.problem.defender(),
            Mover::Attacker => self.problem.defender().other(),
        }
    }

    fn words(&self, fate: Fate) -> String {
        let defender = name_of(self.problem.defender());
        let attacker = name_of(self.problem.defender().other());
        match (self.scene.aim, fate) {
            (Aim::OneEye, Fate::Alive) => format!("{defender} makes an eye."),
            (Aim::OneEye, Fate::Dead) => format!("{defender} gets no eye."),
            (Aim::TwoEyes, Fate::Alive) => format!("{defender} lives."),
            (Aim::TwoEyes, Fate::Dead) => format!("{defender} is dead."),
            (_, Fate::Seki) => "Seki.".to_owned(),
            (_, Fate::Rep) => format!("Endless repetition saves {defender}."),
            (_, Fate::Ko) => format!("Ko; {attacker} has to win it."),
        }
    }
}

/// What a side can only lose to.
fn worst_for(mover: Mover) -> Fate {
    match mover {
        Mover::Defender => Fate::Dead,
        Mover::Attacker => Fate::Alive,
    }
}

fn name_of(colour: crate::Colour) -> &'static str {
    match colour {
        crate::Colour::Black => "Black",
        crate::Colour::White => "White",
    }
}

/// Whether the side that wants Yes gets it within so many moves of its own,
/// as far as patience goes.
fn quick<M: Mask>(question: &Question<'_, M>, moves: usize, patience: &mut usize) -> bool {
    if let Some(verdict) = question.seen {
        return verdict == Verdict::Yes;
    }
    let Some(left) = patience.checked_sub(1) else {
        return false;
    };
    *patience = left;
    let wants = question.at.mover == question.goal.side();
    if moves == 0 {
        return false;
    }
    let mut parts = Vec::new();
    tabia_kernel::search::Problem::expand(question, &mut parts);
    if wants {
        parts.iter().any(|next| quick(next, moves - 1, patience))
    } else {
        parts.iter().all(|next| quick(next, moves, patience))
    }
}
