//! The whole game of dominoes at the desk: a stock, and hidden hands.

use std::sync::OnceLock;

use tabia_dominoes::{Dominoes, DrawGame, Event, Move, Party, Solver, choose, outlook};
use tabia_draw::Worth;
use tabia_draw::dominoes::Picture;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Payoff, Side};
use tabia_kernel::search::Stop;

use super::words::{chain, clicks, diagram, end, say, side_title, value};
use super::{Level, material, setup};
use crate::desk::Parameters;
use crate::host::{Host, Scene};
use crate::kept::Kept;
use crate::session::Session;
use crate::{About, DeskError, Edit, Options, SetUp, Study, Value};

/// The game with a stock.
pub(super) struct StockHost {
    about: About,
    memory_mib: usize,
    /// For when nothing is left to draw.
    solver: OnceLock<Solver>,
    /// What moves promise, of the positions asked about last: all moves of a
    /// position are looked at together.
    promises: Kept<Party, Vec<(Move, f64)>>,
}

/// Deals that are imagined to say what a move promises.
const WORLDS: u16 = 64;
/// A promise beyond this is an advantage.
const ADVANTAGE: f64 = 0.1;
/// Tiles in a hand that the picture has room for.
const ROOM: usize = 14;

impl StockHost {
    pub(super) fn new(about: About, options: &Options) -> StockHost {
        StockHost {
            about,
            memory_mib: options.memory_mib.min(64),
            solver: OnceLock::new(),
            promises: Kept::new(8),
        }
    }

    fn solver(&self) -> &Solver {
        self.solver
            .get_or_init(|| Solver::with_mebibytes(Dominoes::default(), self.memory_mib))
    }

    /// What is known for certain once nothing is left to draw: who sees one
    /// hand then knows the other.
    fn proved(&self, party: &Party, m: Move, stop: &Stop) -> Option<Value> {
        let mut next = *party;
        DrawGame.play(&mut next, m);
        let solution = self.solver().solve(&next.position(), stop)?;
        Some(value(
            solution.value.across(next.to_move(), party.to_move()),
        ))
    }

    /// What a move promises to whoever sees only the own hand.
    fn promised(&self, party: &Party, m: Move, stop: &Stop) -> Option<Value> {
        let look = || {
            let mut random = Seeded::new(DrawGame.key(party));
            outlook(WORLDS, party, &mut random, stop).ok_or_else(|| "stopped".to_owned())
        };
        let promises = self.promises.get(*party, stop, look).ok()?;
        let &(_, share) = promises.iter().find(|(other, _)| *other == m)?;
        Some(Value {
            value: (100.0 * share).round() as i32,
            distance: None,
            worth: match share {
                share if share > ADVANTAGE => Worth::Win,
                share if share < -ADVANTAGE => Worth::Loss,
                _ => Worth::Draw,
            },
            share,
            exact: false,
        })
    }
}

impl Host for StockHost {
    type Game = DrawGame;

    fn about(&self) -> &About {
        &self.about
    }

    fn game(&self, rules: &str) -> Result<DrawGame, String> {
        match rules {
            "" | "stock" => Ok(DrawGame),
            _ => Err("expected `stock`, `pips` or `drawn`".into()),
        }
    }

    fn rules(&self, _: &Session<DrawGame>) -> String {
        "stock".into()
    }

    fn start(&self, rules: &str) -> Party {
        self.deal(rules, 0).expect("every number deals")
    }

    fn deal(&self, _: &str, number: u64) -> Option<Party> {
        Some(Party::dealt(&mut Seeded::new(number), &mut Vec::new()))
    }

    fn picture(&self, scene: &Scene<'_, DrawGame>) -> String {
        let start = &scene.states[0];
        let last = scene.moves.iter().rev().find_map(|m| match m {
            Move::Play { tile, .. } => Some(*tile),
            Move::Pass => None,
        });
        Picture::new(&scene.state.position())
            .chain(chain(start.position().ends(), scene.moves, opening(start)))
            .last(last)
            .turned(scene.show.flipped)
            .room_for(ROOM)
            .stock(scene.state.stock())
            .seen_by(scene.show.viewer)
            .svg()
    }

    fn diagram(&self, scene: &Scene<'_, DrawGame>) -> String {
        let start = &scene.states[0];
        let chain = chain(start.position().ends(), scene.moves, opening(start));
        diagram(
            &scene.state.position(),
            &chain,
            Some(scene.state.stock()),
            scene.show.viewer,
        )
    }

    fn clicks(&self, _: &DrawGame, party: &Party, m: Move) -> Vec<String> {
        let mut moves = Vec::new();
        party.moves(&mut moves);
        clicks(&moves, m)
    }

    /// The move, and what happens by itself after it.
    fn say(&self, _: &DrawGame, party: &Party, m: Move) -> String {
        let mut events = Vec::new();
        let mut next = *party;
        next.play(m, &mut events);
        let mut words = say(m);
        for event in events {
            match event {
                Event::Draws(side, tiles) => {
                    words += &format!("; {} draws {tiles}", side_title(side));
                }
                Event::Passes(side) => words += &format!("; {} passes", side_title(side)),
                Event::Opens(..) | Event::Lays(..) => {}
            }
        }
        words
    }

    fn prompt(&self, _: &DrawGame, party: &Party) -> String {
        format!("{} lays a tile", side_title(party.to_move()))
    }

    fn verdict(&self, session: &Session<DrawGame>, payoff: Payoff) -> String {
        end(&session.state().position(), self.winner(session, payoff))
    }

    fn record(&self, session: &Session<DrawGame>) -> String {
        use tabia_kernel::rules::Notation as _;
        let moves: Vec<String> = session.moves().iter().map(Move::to_string).collect();
        let start = DrawGame.write_state(&session.states()[0]);
        format!("{start} moves {}", moves.join(" "))
    }

    fn read_record(&self, _: &DrawGame, _: &str) -> Result<Vec<String>, String> {
        Err("a game is a position, the word `moves`, and the moves".into())
    }

    fn choose(
        &self,
        session: &Session<DrawGame>,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Move>, DeskError> {
        let party = session.state();
        let level = match Level::read(level)? {
            Level::Fair(level) => level,
            Level::Perfect if party.stock() == 0 => {
                let solution = self.solver().solve(&party.position(), stop);
                return Ok(solution.and_then(|solution| solution.best.first().copied()));
            }
            Level::Perfect => tabia_dominoes::Level::Open,
        };
        let mut random = Seeded::new(DrawGame.key(party));
        let choice = choose(level, party, &mut random, stop);
        Ok(choice.filter(|_| !stop.is_requested()))
    }

    fn value(
        &self,
        _: &Session<DrawGame>,
        party: &Party,
        m: Move,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError> {
        Ok(match party.stock() {
            0 => self.proved(party, m, stop),
            _ => self.promised(party, m, stop),
        })
    }

    fn ponder(&self, _: &Session<DrawGame>, _: &str, _: &Stop) -> Result<(), DeskError> {
        // Moves are found soon, and what is drawn cannot be known.
        Ok(())
    }

    fn study(
        &self,
        session: &Session<DrawGame>,
        _: &Stop,
        sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        sink(match session.state().stock() {
            0 => material::study(&session.state().position(), Dominoes::default().block),
            tiles => material::unsettled(tiles),
        });
        Ok(true)
    }

    fn set_up(&self, _: &DrawGame, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        setup::set_up(&DrawGame, text, edit, setup::Stock::Some)
    }

    fn ask(
        &self,
        question: &str,
        _: &Parameters,
        _: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        Err(DeskError::Question(question.to_owned()))
    }

    fn cover(&self) -> String {
        let party = self.start("");
        Picture::new(&party.position())
            .seen_by(Some(Side::First))
            .svg()
    }
}

/// What lies on the table to begin with: in a game that was dealt the opening
/// tile.
fn opening(start: &Party) -> Vec<(u8, u8)> {
    match start.laid().len() {
        1 => vec![start.position().ends().halves()],
        _ => Vec::new(),
    }
}
