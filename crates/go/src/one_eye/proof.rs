//! Writing down why an answer is right.
//!
//! A proof is a strategy of the side that profits, taken from what the search
//! remembers; what it has forgotten is searched again. The format is described
//! where it is checked, in `tabia_check::go`, which shares nothing with this.

use std::collections::{HashMap, VecDeque};

use tabia_kernel::search::{Dfpn, Limits, Problem, Step, Stop, Verdict};

use super::position::{Mover, Position};
use super::question::{By, Goal, Key, Question, Scene, View, WIN_BY_KO};
use super::{Class, Spent};
use crate::mask::Mask;
use crate::{EyeProblem, Point, Writer};

/// What has to be shown for a class: goals and the answers to them.
pub(super) fn claims(class: Class) -> &'static [(Goal, Verdict)] {
    match class {
        Class::Eye => &[(Goal::Eye, Verdict::Yes)],
        Class::None => &[(Goal::Win, Verdict::Yes)],
        Class::Ko => &[(WIN_BY_KO, Verdict::Yes), (Goal::Win, Verdict::No)],
        Class::Rep => &[(Goal::Eye, Verdict::No), (WIN_BY_KO, Verdict::No)],
    }
}

fn name(goal: Goal, verdict: Verdict) -> &'static str {
    match (goal, verdict) {
        (Goal::Eye, Verdict::Yes) => "eye",
        (Goal::Eye, Verdict::No) => "no-eye",
        (Goal::Win, Verdict::Yes) => "win",
        (Goal::Win, Verdict::No) => "no-win",
        (Goal::WinByKo(_), Verdict::Yes) => "ko-win",
        (Goal::WinByKo(_), Verdict::No) => "no-ko-win",
        (Goal::WinWithin(_), _) => unreachable!("no class claims it"),
    }
}

pub(super) struct Prover<'p, M> {
    pub(super) problem: &'p EyeProblem,
    pub(super) scene: &'p Scene<M>,
    pub(super) dfpn: &'p Dfpn<Key<M>>,
    pub(super) stop: &'p Stop,
}

/// A question of the proof.
struct Entry<'s, M> {
    question: Question<'s, M>,
    /// Whether all parts are needed, or one.
    needs_all: bool,
    parts: Vec<Part<'s, M>>,
}

struct Part<'s, M> {
    question: Question<'s, M>,
    /// Its entry, unless its answer can be seen.
    entry: Option<usize>,
}

impl<M: Mask> Prover<'_, M> {
    /// Appends the game tree that shows a claim.
    pub(super) fn prove(
        &self,
        root: Position<M>,
        goal: Goal,
        verdict: Verdict,
        writer: &mut Writer,
    ) -> Result<(), Spent> {
        let question = Question::new(self.scene, goal, root);
        let mut entries = Vec::new();
        if question.seen.is_none() {
            entries = self.collect(question, verdict)?;
            if verdict == Verdict::Yes && !put_in_order(&mut entries) {
                return Err(Spent);
            }
        }
        let defender = self.problem.defender();
        let first = match root.mover {
            Mover::Defender => defender,
            Mover::Attacker => defender.other(),
        };
        writer.open().problem_without_player(self.problem);
        writer.text("PL", &first.letter().to_string());
        writer.text("CL", name(goal, verdict));
        self.write(&question, &entries, verdict, root.work, writer);
        writer.close();
        Ok(())
    }

    fn answer(&self, question: &Question<'_, M>) -> Result<Verdict, Spent> {
        if let Some(verdict) = question.seen {
            return Ok(verdict);
        }
        if let Some(outcome) = self.dfpn.recall(&question.key()) {
            return Ok(outcome.verdict);
        }
        let report = self.dfpn.solve(*question, Limits::NONE, self.stop);
        Ok(report.outcome.ok_or(Spent)?.verdict)
    }

    /// All questions that the answer to the root follows from.
    fn collect<'s>(
        &self,
        root: Question<'s, M>,
        verdict: Verdict,
    ) -> Result<Vec<Entry<'s, M>>, Spent> {
        let mut entries = vec![Entry {
            question: root,
            needs_all: false,
            parts: Vec::new(),
        }];
        let mut numbers = HashMap::from([(root.key(), 0)]);
        let mut next = 0;
        let mut parts = Vec::new();
        while next < entries.len() {
            if self.stop.is_requested() {
                return Err(Spent);
            }
            let question = entries[next].question;
            let step = question.expand(&mut parts);
            let needs_all = matches!(
                (step, verdict),
                (Step::Any, Verdict::No) | (Step::All, Verdict::Yes)
            );
            if let Step::Between { sufficient } = step {
                // Those that can settle it this way.
                let whole = parts.pop().expect("the whole comes last");
                match verdict {
                    Verdict::Yes => parts.truncate(sufficient),
                    Verdict::No => drop(parts.drain(..sufficient)),
                }
                parts.push(whole);
            }
            let chosen = match needs_all {
                true => std::mem::take(&mut parts),
                false => self.grounds(std::mem::take(&mut parts), verdict)?,
            };
            let mut entry_of = |part: &Question<'s, M>, entries: &mut Vec<Entry<'s, M>>| {
                part.seen.is_none().then(|| {
                    *numbers.entry(part.key()).or_insert_with(|| {
                        entries.push(Entry {
                            question: *part,
                            needs_all: false,
                            parts: Vec::new(),
                        });
                        entries.len() - 1
                    })
                })
            };
            let mut kept = Vec::new();
            for part in chosen {
                if self.answer(&part)? != verdict {
                    return Err(Spent);
                }
                kept.push(Part {
                    question: part,
                    entry: entry_of(&part, &mut entries),
                });
            }
            entries[next].needs_all = needs_all;
            entries[next].parts = kept;
            next += 1;
        }
        Ok(entries)
    }

    /// The parts that have the answer, where one is enough. For Yes all that
    /// are known to, since some of them may lead in a circle.
    fn grounds<'s>(
        &self,
        parts: Vec<Question<'s, M>>,
        verdict: Verdict,
    ) -> Result<Vec<Question<'s, M>>, Spent> {
        if let Some(part) = parts.iter().find(|part| part.seen == Some(verdict)) {
            return Ok(vec![*part]);
        }
        let knows = |part: &Question<'s, M>| {
            let outcome = self.dfpn.recall(&part.key());
            part.seen.is_none() && outcome.is_some_and(|outcome| outcome.verdict == verdict)
        };
        let mut known: Vec<_> = parts.iter().copied().filter(knows).collect();
        if verdict == Verdict::No {
            known.truncate(1);
        }
        if known.is_empty() {
            for part in parts {
                if self.answer(&part)? == verdict {
                    return Ok(vec![part]);
                }
            }
        }
        Ok(known)
    }

    /// Writes the root's strategy.
    fn write<'s>(
        &self,
        root: &Question<'s, M>,
        entries: &[Entry<'s, M>],
        verdict: Verdict,
        work: M,
        writer: &mut Writer,
    ) {
        enum Act<'e, 's, M> {
            Open,
            Close,
            Node(&'e Question<'s, M>, Option<usize>, M, bool),
        }
        let root_entry = (!entries.is_empty()).then_some(0);
        let mut written = vec![false; entries.len()];
        let mut todo = vec![Act::Node(root, root_entry, work, false)];
        let mut at_root = true;
        while let Some(act) = todo.pop() {
            let (question, entry, work, independent) = match act {
                Act::Open => {
                    writer.open();
                    continue;
                }
                Act::Close => {
                    writer.close();
                    continue;
                }
                Act::Node(question, entry, work, independent) => {
                    (question, entry, work, independent)
                }
            };
            if !std::mem::take(&mut at_root) {
                writer.node();
                self.write_move(question, verdict, writer);
            }
            let Some(entry) = entry else {
                self.write_last_move(question, verdict, writer);
                continue;
            };
            let at = &question.at;
            let is_independent = at.united && at.immortal;
            if question.by == By::Part
                && is_independent
                && !independent
                && strategist(question.goal, verdict) == Mover::Attacker
            {
                // He may always grant what favours the other side.
                writer.text("GR", "1");
            }
            if at.work != work {
                let points: Vec<Point> = at
                    .work
                    .places()
                    .map(|place| self.scene.shape.point(place))
                    .collect();
                writer.points("VW", &points);
            }
            if written[entry] {
                writer.text("SE", &entry.to_string());
                continue;
            }
            written[entry] = true;
            writer.text("ID", &entry.to_string());
            // The same position, not to be taken apart, is the same node.
            let mut parts = &entries[entry].parts;
            while let [part] = parts.as_slice()
                && part.question.view == View::Whole
                && let Some(whole) = part.entry
            {
                parts = &entries[whole].parts;
            }
            let brackets = parts.len() > 1;
            for part in parts.iter().rev() {
                if brackets {
                    todo.push(Act::Close);
                }
                todo.push(Act::Node(
                    &part.question,
                    part.entry,
                    at.work,
                    is_independent,
                ));
                if brackets {
                    todo.push(Act::Open);
                }
            }
        }
    }

    /// The move that leads to a question, marked if it is the strategy's.
    fn write_move(&self, question: &Question<'_, M>, verdict: Verdict, writer: &mut Writer) {
        let point = match question.by {
            By::Part => return,
            By::Pass => None,
            By::Stone(place) => Some(self.scene.shape.point(usize::from(place))),
        };
        // A capture of crucial stones leaves the position as it was before.
        let mover = match question.by {
            By::Stone(place) if question.at.empties().has(usize::from(place)) => question.at.mover,
            _ => question.at.mover.other(),
        };
        self.play(mover, point, strategist(question.goal, verdict), writer);
    }

    fn play(&self, mover: Mover, point: Option<Point>, strategist: Mover, writer: &mut Writer) {
        let colour = match mover {
            Mover::Defender => self.problem.defender(),
            Mover::Attacker => self.problem.defender().other(),
        };
        writer.play(colour, point);
        if mover == strategist {
            writer.text("TE", "1");
        }
    }

    /// The stone that completes the eye, where that is all that is missing.
    fn write_last_move(&self, question: &Question<'_, M>, verdict: Verdict, writer: &mut Writer) {
        let shape = &self.scene.shape;
        let at = &question.at;
        if strategist(question.goal, verdict) == Mover::Defender
            && at.mover == Mover::Defender
            && !at.has_eye(shape)
        {
            let completes = |place: &usize| {
                at.ko != *place as u16 + 1
                    && at
                        .defend(shape, *place)
                        .is_some_and(|next| next.has_eye(shape))
            };
            if let Some(last) = at.empties().places().find(completes) {
                writer.node();
                self.play(
                    Mover::Defender,
                    Some(shape.point(last)),
                    Mover::Defender,
                    writer,
                );
            }
        }
        writer.text("C", "RIGHT");
    }
}

/// Whose strategy shows this answer.
fn strategist(goal: Goal, verdict: Verdict) -> Mover {
    match verdict {
        Verdict::Yes => goal.side(),
        Verdict::No => goal.side().other(),
    }
}

/// Keeps, of several sufficient parts, the one that is shown first, so that
/// nothing goes round in circles. Whether all could be shown.
fn put_in_order<M>(entries: &mut [Entry<'_, M>]) -> bool {
    let mut bears: Vec<Vec<usize>> = vec![Vec::new(); entries.len()];
    let mut missing = vec![0; entries.len()];
    let mut shown = vec![false; entries.len()];
    let mut todo = VecDeque::new();
    for (number, entry) in entries.iter().enumerate() {
        let unseen = entry.parts.iter().filter_map(|part| part.entry);
        for part in unseen.clone() {
            bears[part].push(number);
        }
        missing[number] = unseen.count();
        let is_shown = match entry.needs_all {
            true => missing[number] == 0,
            false => missing[number] < entry.parts.len(),
        };
        if is_shown {
            shown[number] = true;
            todo.push_back(number);
        }
    }
    while let Some(part) = todo.pop_front() {
        for &number in &bears[part] {
            missing[number] -= 1;
            if shown[number] || entries[number].needs_all && missing[number] > 0 {
                continue;
            }
            shown[number] = true;
            todo.push_back(number);
            if !entries[number].needs_all {
                let parts = &mut entries[number].parts;
                parts.retain(|kept| kept.entry == Some(part));
                parts.truncate(1);
            }
        }
    }
    shown[0]
}
