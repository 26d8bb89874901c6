//! Skat at the desk: one declarer against two defenders.
//!
//! Whole deals are played with hidden hands, unless they are opened; a deal
//! that somebody set up is open to all.

mod levels;
mod material;
mod setup;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use serde_json::json;
use tabia_draw::Worth as Colour;
use tabia_draw::skat::Picture;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Payoff, Side};
use tabia_kernel::search::Stop;
use tabia_skat::{Card, Cards, Contract, Deal, Rank, Seat, Skat, Solver, Worth};

use crate::desk::{Parameter, Parameters, Question, Variant, given, refused};
use crate::host::{Host, Scene};
use crate::idle::Idle;
use crate::seated::levels;
use crate::session::Session;
use crate::{About, DeskError, Edit, Extra, Options, SetUp, Study, Value};
use levels::{Level, Players};

/// Skat, with a few solvers.
pub struct SkatHost {
    about: About,
    memory_mib: usize,
    solvers: Idle<(), Solver>,
    players: Players,
}

/// Solvers kept at a time.
const SOLVERS: usize = 4;

impl SkatHost {
    /// A host without solvers yet.
    pub fn new(options: &Options) -> SkatHost {
        SkatHost {
            about: about(),
            memory_mib: options.memory_mib.min(32),
            solvers: Idle::new(SOLVERS),
            players: Players::new(),
        }
    }

    fn with_solver<T>(&self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let make = || Ok::<_, Infallible>(Solver::with_mebibytes(self.memory_mib));
        let Ok(result) = self.solvers.with((), make, work);
        result
    }
}

fn about() -> About {
    let variant = |name, title| Variant { name, title };
    About {
        name: "skat",
        title: "Skat",
        blurb: "The play of the cards, hands hidden or open: one declarer against two. More than \
                half of the points win; in null, not a single trick.",
        sides: ["Declarer", "Defenders"],
        variants: vec![
            variant("grand", "Grand"),
            variant("clubs", "Clubs"),
            variant("spades", "Spades"),
            variant("hearts", "Hearts"),
            variant("diamonds", "Diamonds"),
            variant("null", "Null"),
        ],
        levels: levels("perfect: sees all cards"),
        usual_level: "16",
        unit: "cards",
        turned: false,
        ponders: false,
        dealt: true,
        hidden: true,
        study: "Material and its graph",
        paste: "A deal such as CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2",
        extras: &[Extra::SetUp, Extra::Study],
        questions: vec![Question {
            name: "solve",
            summary: "What a deal is worth with open hands, and the best cards",
            parameters: vec![Parameter {
                name: "position",
                about: "Three hands in seat order, the game, the declarer and who leads",
                example: "CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2",
                required: true,
            }],
            schema: json!({
                "type": "object",
                "required": ["best", "nodes", "seconds"],
                "additionalProperties": false,
                "properties": {
                    "points": { "type": "integer", "minimum": 0, "maximum": 120 },
                    "won": { "type": "boolean" },
                    "best": { "type": "array", "items": { "type": "string" } },
                    "nodes": { "type": "integer", "minimum": 0 },
                    "seconds": { "type": "number", "minimum": 0 },
                },
            }),
        }],
    }
}

/// The contract of a name; grand is the usual one.
fn contract(rules: &str) -> Option<Contract> {
    match rules {
        "" => Some(Contract::Grand),
        name => Contract::read(name),
    }
}

/// All points at stake in a game: those in the hands at its start, and those
/// the declarer had by then.
fn at_stake(start: &Deal) -> u8 {
    let held: u8 = Seat::ALL
        .iter()
        .map(|&seat| start.hand(seat).points())
        .sum();
    let table: u8 = start
        .table()
        .map(|card| start.contract().points(card))
        .sum();
    held + table + start.points()
}

/// Seat and card of each move since the start.
fn played<'a>(states: &'a [Deal], cards: &'a [Card]) -> impl Iterator<Item = (Seat, Card)> + 'a {
    states.iter().map(Deal::turn).zip(cards.iter().copied())
}

/// How good a hand is for a declarer, roughly.
fn strength(contract: Contract, hand: Cards) -> u32 {
    hand.map(|card| match contract {
        Contract::Null => u32::from(8 - contract.height(card).min(8)),
        _ => {
            let trump = contract.colour(card) == tabia_skat::Colour::Trump;
            2 * u32::from(trump) + u32::from(card.rank() == Rank::Ace)
        }
    })
    .sum()
}

impl Host for SkatHost {
    type Game = Skat;

    fn about(&self) -> &About {
        &self.about
    }

    fn game(&self, rules: &str) -> Result<Skat, String> {
        match contract(rules) {
            Some(_) => Ok(Skat),
            None => Err("expected clubs, spades, hearts, diamonds, grand or null".into()),
        }
    }

    fn rules(&self, session: &Session<Skat>) -> String {
        session.state().contract().to_string()
    }

    fn start(&self, rules: &str) -> Deal {
        self.deal(rules, 0).expect("every number deals")
    }

    /// Ten cards each, the strongest hand to the declarer, who leads; the two
    /// cards left over count for the declarer.
    fn deal(&self, rules: &str, number: u64) -> Option<Deal> {
        let contract = contract(rules)?;
        let mut cards: Vec<Card> = Card::all().collect();
        Seeded::new(number).shuffle(&mut cards);
        let mut hands: Vec<Cards> = cards[..30]
            .chunks(10)
            .map(|hand| hand.iter().copied().collect())
            .collect();
        hands.sort_by_key(|&hand| std::cmp::Reverse(strength(contract, hand)));
        let skat: u8 = cards[30..].iter().map(|&card| contract.points(card)).sum();
        let [one, two, three] = hands[..] else {
            unreachable!("thirty cards are three hands of ten");
        };
        let mut text = format!("{one} | {two} | {three}; game {contract}; declarer 1; lead 1");
        if skat > 0 {
            text += &format!("; points {skat}");
        }
        Some(Deal::read(&text).expect("a whole deal"))
    }

    fn picture(&self, scene: &Scene<'_, Skat>) -> String {
        // Whole tricks from the end back to the last that was completed.
        let on_table = scene.state.table().count();
        let done = scene.moves.len().saturating_sub(on_table);
        let all: Vec<(Seat, Card)> = played(scene.states, scene.moves).collect();
        let last = all[..done].iter().rev().take(3).rev().copied();
        Picture::new(scene.state)
            .last_trick(last.collect())
            .turned(scene.show.flipped)
            .seen_by(scene.show.viewer.map(|side| {
                let declarer = scene.state.declarer();
                declarer.after(side as usize)
            }))
            .svg()
    }

    fn diagram(&self, scene: &Scene<'_, Skat>) -> String {
        let deal = scene.state;
        let viewer = scene.show.viewer;
        let viewer = viewer.map(|side| deal.declarer().after(side as usize));
        let mut lines = Vec::new();
        for seat in Seat::ALL {
            let hand = deal.hand(seat);
            let hand = match viewer {
                Some(viewer) if viewer != seat => format!("{} cards", hand.len()),
                _ => hand.to_string(),
            };
            let declares = if seat == deal.declarer() {
                ", declarer"
            } else {
                ""
            };
            lines.push(format!("seat {seat}{declares}: {hand}"));
        }
        let table: Vec<String> = deal.table().map(|card| card.to_string()).collect();
        lines.push(match table.is_empty() {
            true => format!("seat {} leads", deal.turn()),
            false => format!("on the table: {}", table.join(" ")),
        });
        lines.push(format!(
            "{}; declarer has {} points",
            deal.contract(),
            deal.points()
        ));
        lines.join("\n")
    }

    fn clicks(&self, _: &Skat, _: &Deal, card: Card) -> Vec<String> {
        vec![card.to_string()]
    }

    fn say(&self, _: &Skat, deal: &Deal, card: Card) -> String {
        format!("seat {} plays {card}", deal.turn())
    }

    /// The declarer, the defender after him, and the other one.
    fn seat(&self, _: &Skat, deal: &Deal) -> usize {
        let places = (0..3).find(|&places| deal.declarer().after(places) == deal.turn());
        places.expect("there are three seats")
    }

    fn prompt(&self, _: &Skat, deal: &Deal) -> String {
        let who = match deal.side(deal.turn()) {
            Side::First => "the declarer",
            Side::Second => "a defender",
        };
        format!("Seat {}, {who}, plays a card", deal.turn())
    }

    fn winner(&self, session: &Session<Skat>, payoff: Payoff) -> Option<Side> {
        let points = payoff.seen_by(Side::First).points();
        let won = match session.state().contract() {
            Contract::Null => points > 0,
            _ => 2 * points > i16::from(at_stake(&session.states()[0])),
        };
        Some(if won { Side::First } else { Side::Second })
    }

    fn verdict(&self, session: &Session<Skat>, payoff: Payoff) -> String {
        let winner = match self.winner(session, payoff) {
            Some(Side::First) => "The declarer wins",
            _ => "The defenders win",
        };
        match session.state().contract() {
            Contract::Null => winner.to_owned(),
            _ => format!(
                "{winner}: {} of {} points for the declarer",
                payoff.seen_by(Side::First).points(),
                at_stake(&session.states()[0])
            ),
        }
    }

    fn record(&self, session: &Session<Skat>) -> String {
        let cards: Vec<String> = session.moves().iter().map(Card::to_string).collect();
        format!("{} moves {}", session.states()[0], cards.join(" "))
    }

    fn read_record(&self, _: &Skat, _: &str) -> Result<Vec<String>, String> {
        Err("a game is a deal, the word `moves`, and the cards".into())
    }

    fn choose(
        &self,
        session: &Session<Skat>,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Card>, DeskError> {
        match Level::read(level)? {
            Level::Perfect => {
                let solution = self.with_solver(|solver| solver.solve(session.state(), stop));
                Ok(solution.and_then(|solution| solution.best.first().copied()))
            }
            level => match self.players.choose(session, level, stop) {
                Some(choice) => Ok(choice),
                // A deal that was set up: nothing is hidden.
                None => self.choose(session, "perfect", stop),
            },
        }
    }

    /// In suit games and grand the value is the side's own points at the end.
    fn value(
        &self,
        session: &Session<Skat>,
        deal: &Deal,
        card: Card,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError> {
        let mut next = *deal;
        Skat.play(&mut next, card);
        let Some(worth) = self.with_solver(|solver| solver.worth(&next, stop)) else {
            return Ok(None);
        };
        let declarer = deal.side(deal.turn()) == Side::First;
        let (value, own, all) = match worth {
            Worth::Won(won) => {
                let own = i32::from(won == declarer);
                (2 * own - 1, own, 1)
            }
            Worth::Points(more) => {
                let all = i32::from(at_stake(&session.states()[0]));
                let declarers = i32::from(more) + i32::from(next.points());
                let own = if declarer { declarers } else { all - declarers };
                (own, own, all)
            }
        };
        // The declarer needs more than half, the defenders no more than that.
        let wins = if declarer {
            2 * own > all
        } else {
            2 * own >= all
        };
        Ok(Some(Value {
            value,
            distance: None,
            worth: if wins { Colour::Win } else { Colour::Loss },
            share: 2.0 * f64::from(own) / f64::from(all.max(1)) - 1.0,
            exact: true,
        }))
    }

    fn study(
        &self,
        session: &Session<Skat>,
        _: &Stop,
        sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        sink(material::study(session.state()));
        Ok(true)
    }

    fn set_up(&self, _: &Skat, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        setup::set_up(text, edit)
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        if question != "solve" {
            return Err(DeskError::Question(question.to_owned()));
        }
        let deal = Deal::read(given(parameters, "position"))
            .map_err(|error| refused(parameters, "position", error))?;
        let begun = std::time::Instant::now();
        let (solution, nodes) = self.with_solver(|solver| {
            let before = solver.nodes();
            (solver.solve(&deal, stop), solver.nodes() - before)
        });
        Ok(solution.map(|solution| {
            let best: Vec<String> = solution.best.iter().map(Card::to_string).collect();
            let seconds = begun.elapsed().as_secs_f64();
            let mut answer = json!({ "best": best, "nodes": nodes, "seconds": seconds });
            match solution.worth {
                Worth::Points(points) => answer["points"] = json!(points),
                Worth::Won(won) => answer["won"] = json!(won),
            }
            answer
        }))
    }

    fn cover(&self) -> String {
        let text = "SJ HA DA ST | DK S7 H8 HK | C9 D8 D9 H7 CT; \
                    game grand; declarer 1; lead 1; table CA C8";
        Picture::new(&Deal::read(text).expect("a deal")).svg()
    }
}
