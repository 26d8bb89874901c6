//! Kos, in JSON and in words.

use serde::Serialize;
use tabia_go::{Aim, EyeProblem, KoFight, KoOptions, Mover, ko_fight, under_superko};
use tabia_kernel::search::Stop;

use super::eye::colour;

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

    fn is_empty(&self) -> bool {
        self.defender_first.is_none() && self.attacker_first.is_none()
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

/// What there is to say about kos.
pub(crate) struct Kos {
    fights: ForBoth<Fight>,
    superko: Option<ForBoth<&'static str>>,
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
            fight.flatten().map(Fight::from)
        });
        let values = ForBoth::ask(|first| {
            let value = superko(first).then(|| under_superko(problem, aim, first, options, stop));
            value.flatten().map(|value| value.name(aim))
        });
        Kos {
            fights,
            superko: (!values.is_empty()).then_some(values),
        }
    }

    /// The fights, if there are any, and the values under superko, for JSON.
    pub(crate) fn json(self) -> (Option<ForBoth<Fight>>, Option<ForBoth<&'static str>>) {
        (
            (!self.fights.is_empty()).then_some(self.fights),
            self.superko,
        )
    }

    /// Sentences to add to an answer.
    pub(crate) fn words(&self, problem: &EyeProblem, first: Mover) -> String {
        let mut text = String::new();
        if let Some(fight) = self.fights.get(first) {
            text += &fight.words(problem);
        }
        if let Some(value) = self.superko.as_ref().and_then(|values| values.get(first)) {
            text += &format!(" Under superko, without threats: {value}.");
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
