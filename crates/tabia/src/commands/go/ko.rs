//! Kos, in JSON and in words.

use serde::Serialize;
use tabia_go::{Aim, EyeProblem, KoFight, KoOptions, Mover, ko_fight, under_superko};
use tabia_kernel::search::Stop;

use super::words::colour;

/// Something for each side to move first; left out where it means nothing.
#[derive(Serialize)]
pub(crate) struct ForBoth<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) defender_first: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attacker_first: Option<T>,
}

impl<T> ForBoth<T> {
    /// Asks for each side.
    pub(crate) fn ask(answer: impl Fn(Mover) -> Option<T>) -> ForBoth<T> {
        ForBoth {
            defender_first: answer(Mover::Defender),
            attacker_first: answer(Mover::Attacker),
        }
    }

    pub(crate) fn get(&self, first: Mover) -> Option<&T> {
        match first {
            Mover::Defender => self.defender_first.as_ref(),
            Mover::Attacker => self.attacker_first.as_ref(),
        }
    }

    fn if_any(self) -> Option<ForBoth<T>> {
        let is_empty = self.defender_first.is_none() && self.attacker_first.is_none();
        (!is_empty).then_some(self)
    }
}

/// A fight; the keys are a contract. Null: more than are counted.
#[derive(Serialize, Clone, Copy)]
pub(crate) struct Fight {
    takes_first: &'static str,
    attacker_threats: Option<u8>,
    defender_threats: Option<u8>,
    attacker_approach: Option<u8>,
    defender_approach: Option<u8>,
}

impl From<KoFight> for Fight {
    fn from(fight: KoFight) -> Fight {
        Fight {
            takes_first: match fight.takes_first {
                Mover::Attacker => "attacker",
                Mover::Defender => "defender",
            },
            attacker_threats: fight.attacker_threats,
            defender_threats: fight.defender_threats,
            attacker_approach: fight.attacker_approach,
            defender_approach: fight.defender_approach,
        }
    }
}

/// What was found out, or that it was not.
#[derive(Serialize, Clone, Copy)]
#[serde(untagged)]
pub(crate) enum Found<T> {
    Known(T),
    /// The budget was spent.
    Unknown {
        /// Always false.
        complete: bool,
    },
}

impl<T> From<Option<T>> for Found<T> {
    fn from(found: Option<T>) -> Found<T> {
        found.map_or(Found::Unknown { complete: false }, Found::Known)
    }
}

/// How kos are fought.
pub(crate) type Fights = ForBoth<Found<Fight>>;
/// What superko makes of it.
pub(crate) type Superko = ForBoth<Found<&'static str>>;

/// What there is to say about kos.
pub(crate) struct Kos {
    fights: Fights,
    superko: Superko,
}

impl Kos {
    /// Solves what is asked for: fights where a ko decides, superko if wanted.
    pub(crate) fn solve(
        problem: &EyeProblem,
        aim: Aim,
        options: &KoOptions,
        stop: &Stop,
        is_ko: impl Fn(Mover) -> bool,
        superko: impl Fn(Mover) -> bool,
    ) -> Kos {
        let fights = ForBoth::ask(|first| {
            let fight = is_ko(first).then(|| ko_fight(problem, aim, first, options, stop));
            fight.map(|fight| Found::from(fight.map(Fight::from)))
        });
        let superko = ForBoth::ask(|first| {
            let value = superko(first).then(|| under_superko(problem, aim, first, options, stop));
            value.map(|value| Found::from(value.map(|value| value.name(aim))))
        });
        Kos { fights, superko }
    }

    /// Whether everything asked for was found out.
    pub(crate) fn is_complete(&self) -> bool {
        let is_known = |first| {
            !matches!(self.fights.get(first), Some(Found::Unknown { .. }))
                && !matches!(self.superko.get(first), Some(Found::Unknown { .. }))
        };
        is_known(Mover::Defender) && is_known(Mover::Attacker)
    }

    /// The fights, if there are any, and the values under superko, for JSON.
    pub(crate) fn json(self) -> (Option<Fights>, Option<Superko>) {
        (self.fights.if_any(), self.superko.if_any())
    }

    /// Sentences to add to an answer.
    pub(crate) fn words(&self, problem: &EyeProblem, first: Mover) -> String {
        let mut text = String::new();
        match self.fights.get(first) {
            None => {}
            Some(Found::Known(fight)) => text += &fight.words(problem),
            Some(Found::Unknown { .. }) => {
                text += " How the ko is fought was not found out in time.";
            }
        }
        match self.superko.get(first) {
            None => {}
            Some(Found::Known(value)) => {
                text += &format!(" Under superko, without threats: {value}.");
            }
            Some(Found::Unknown { .. }) => text += " Under superko: not found out in time.",
        }
        text
    }
}

impl Fight {
    fn words(&self, problem: &EyeProblem) -> String {
        let attacker = colour(problem.defender().other());
        let defender = colour(problem.defender());
        let (leader, other, needed) = match self.takes_first {
            "attacker" => (attacker, defender, self.defender_threats),
            _ => (defender, attacker, self.attacker_threats),
        };
        let threats = match needed {
            Some(1) => "1 threat".to_owned(),
            Some(number) => format!("{number} threats"),
            None => format!("more than {} threats", KoFight::MOST),
        };
        let approach = |side: &str, moves: Option<u8>| match moves {
            Some(0) => String::new(),
            Some(1) => format!(" {side} has to make 1 approach move."),
            Some(number) => format!(" {side} has to make {number} approach moves."),
            None => format!(
                " {side} has to make more than {} approach moves.",
                KoFight::MOST
            ),
        };
        let kind = match (self.attacker_approach, self.defender_approach) {
            (Some(0), Some(0)) => " It is a direct ko.".to_owned(),
            (attack, defence) => approach(attacker, attack) + &approach(defender, defence),
        };
        format!(" {leader} takes first, {other} needs {threats} to win.{kind}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_kernel::search::Limits;

    #[test]
    fn what_is_not_found_out_in_time_is_said() {
        let sgf = b"(;SZ[9]AB[af:ag][bf][bh][cf][df:dh]AW[ae:ee][ef:ei][ch][di]\
            TR[af:ag][bf][cf][df:dh]MA[ah:ai][bg:bi][cg][ci])";
        let problem = tabia_go::read_problem(sgf).expect("a problem");
        let solve = |limits| {
            let options = KoOptions {
                memory_mib: 16,
                limits,
            };
            let is_first = |first| first == Mover::Attacker;
            let (aim, stop) = (Aim::OneEye, Stop::new());
            Kos::solve(&problem, aim, &options, &stop, is_first, is_first)
        };
        assert!(solve(Limits::NONE).is_complete());
        let spent = solve(Limits::nodes(0).or_time(std::time::Duration::ZERO));
        assert!(!spent.is_complete());
        let words = spent.words(&problem, Mover::Attacker);
        assert_eq!(words.matches("not found out in time").count(), 2, "{words}");
        assert_eq!(spent.words(&problem, Mover::Defender), "");
        let (fights, superko) = spent.json();
        let unknown = serde_json::json!({"attacker_first": {"complete": false}});
        assert_eq!(serde_json::to_value(fights).expect("JSON"), unknown);
        assert_eq!(serde_json::to_value(superko).expect("JSON"), unknown);
    }
}
