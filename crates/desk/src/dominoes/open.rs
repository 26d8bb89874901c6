//! Dominoes with open hands and no stock at the desk.

use std::sync::OnceLock;

use serde_json::json;
use tabia_dominoes::{Block, Dominoes, Move, Position, Solver, Tile, Tiles};
use tabia_draw::dominoes::Picture;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Payoff, Side};
use tabia_kernel::search::Stop;

use super::words::{chain, clicks, diagram, end, heaviest, say, side_title, value};
use super::{Level, material, setup};
use crate::desk::{Parameters, given, refused};
use crate::host::{Host, Scene};
use crate::session::Session;
use crate::{About, DeskError, Edit, Options, SetUp, Study, Value};

/// Open hands, with a solver for each way in which a block may end.
pub(super) struct OpenHost {
    about: About,
    memory_mib: usize,
    solvers: [OnceLock<Solver>; 2],
}

/// Tiles that each side is dealt.
const HAND: usize = 7;

impl OpenHost {
    /// A host without solvers yet.
    pub(super) fn new(about: About, options: &Options) -> OpenHost {
        OpenHost {
            about,
            memory_mib: options.memory_mib.min(64),
            solvers: [const { OnceLock::new() }; 2],
        }
    }

    fn solver(&self, game: &Dominoes) -> &Solver {
        let index = match game.block {
            Block::Pips => 0,
            Block::Drawn => 1,
        };
        self.solvers[index].get_or_init(|| Solver::with_mebibytes(*game, self.memory_mib))
    }
}

pub(super) fn read_block(name: &str) -> Result<Block, String> {
    match name {
        "" | "pips" => Ok(Block::Pips),
        "drawn" => Ok(Block::Drawn),
        _ => Err("expected `pips` or `drawn`".into()),
    }
}

impl Host for OpenHost {
    type Game = Dominoes;

    fn about(&self) -> &About {
        &self.about
    }

    fn game(&self, rules: &str) -> Result<Dominoes, String> {
        read_block(rules).map(|block| Dominoes { block })
    }

    fn rules(&self, session: &Session<Dominoes>) -> String {
        match session.game().block {
            Block::Pips => "pips".into(),
            Block::Drawn => "drawn".into(),
        }
    }

    fn start(&self, rules: &str) -> Position {
        self.deal(rules, 0).expect("every number deals")
    }

    fn deal(&self, _: &str, number: u64) -> Option<Position> {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        Seeded::new(number).shuffle(&mut tiles);
        let hand = |from: usize| {
            let dealt = tiles[from..from + HAND].iter();
            dealt.fold(Tiles::default(), |hand, &tile| hand.with(tile))
        };
        // The fifteenth tile lies on the table.
        Position::new([hand(0), hand(HAND)], tiles[2 * HAND], Side::First)
    }

    fn picture(&self, scene: &Scene<'_, Dominoes>) -> String {
        let last = scene.moves.iter().rev().find_map(|m| match m {
            Move::Play { tile, .. } => Some(*tile),
            Move::Pass => None,
        });
        let start = &scene.states[0];
        let most = Side::BOTH.map(|side| start.hand(side).len());
        Picture::new(scene.state)
            .chain(chain(start.ends(), scene.moves, Vec::new()))
            .last(last)
            .turned(scene.show.flipped)
            .room_for(most[0].max(most[1]))
            .svg()
    }

    fn diagram(&self, scene: &Scene<'_, Dominoes>) -> String {
        let chain = chain(scene.states[0].ends(), scene.moves, Vec::new());
        diagram(scene.state, &chain, None, scene.show.viewer)
    }

    fn clicks(&self, game: &Dominoes, position: &Position, m: Move) -> Vec<String> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        clicks(&moves, m)
    }

    fn say(&self, _: &Dominoes, _: &Position, m: Move) -> String {
        say(m)
    }

    fn prompt(&self, _: &Dominoes, position: &Position) -> String {
        let side = side_title(position.to_move());
        match position.can_play(position.to_move()) {
            true => format!("{side} lays a tile"),
            false => format!("{side} has no tile that fits and passes"),
        }
    }

    fn verdict(&self, session: &Session<Dominoes>, payoff: Payoff) -> String {
        end(session.state(), self.winner(session, payoff))
    }

    fn record(&self, session: &Session<Dominoes>) -> String {
        let moves: Vec<String> = session.moves().iter().map(Move::to_string).collect();
        format!("{} moves {}", session.states()[0], moves.join(" "))
    }

    fn read_record(&self, _: &Dominoes, _: &str) -> Result<Vec<String>, String> {
        Err("a game is a position, the word `moves`, and the moves".into())
    }

    fn choose(
        &self,
        session: &Session<Dominoes>,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Move>, DeskError> {
        let (game, position) = (session.game(), session.state());
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        match Level::read(level)? {
            Level::Fair(tabia_dominoes::Level::Random) => {
                let at = Seeded::new(game.key(position)).below(moves.len());
                Ok(Some(moves[at]))
            }
            Level::Fair(tabia_dominoes::Level::Simple) => Ok(heaviest(&moves)),
            // Nothing is hidden here that could be imagined otherwise.
            Level::Fair(_) | Level::Perfect => {
                let solution = self.solver(game).solve(position, stop);
                Ok(solution.and_then(|solution| solution.best.first().copied()))
            }
        }
    }

    fn value(
        &self,
        session: &Session<Dominoes>,
        position: &Position,
        m: Move,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError> {
        let game = session.game();
        let mut next = *position;
        game.play(&mut next, m);
        let Some(solution) = self.solver(game).solve(&next, stop) else {
            return Ok(None);
        };
        let score = solution.value.across(next.to_move(), position.to_move());
        Ok(Some(value(score)))
    }

    fn study(
        &self,
        session: &Session<Dominoes>,
        _: &Stop,
        sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        sink(material::study(session.state(), session.game().block));
        Ok(true)
    }

    fn set_up(&self, game: &Dominoes, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        setup::set_up(game, text, edit, setup::Stock::None)
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
        let block = read_block(given(parameters, "block"))
            .map_err(|reason| refused(parameters, "block", reason))?;
        let position = Position::read(given(parameters, "position"))
            .map_err(|error| refused(parameters, "position", error))?;
        let begun = std::time::Instant::now();
        let solution = self.solver(&Dominoes { block }).solve(&position, stop);
        Ok(solution.map(|solution| {
            let best: Vec<String> = solution.best.iter().map(Move::to_string).collect();
            json!({
                "value": solution.value.points(),
                "best": best,
                "nodes": solution.nodes,
                "seconds": begun.elapsed().as_secs_f64(),
            })
        }))
    }

    fn cover(&self) -> String {
        let position = Position::read("01 12 36 | 33 45 26 | 0-5 first");
        Picture::new(&position.expect("a legal position"))
            .chain(vec![(0, 4), (4, 4), (4, 6), (6, 5)])
            .stock(8)
            .svg()
    }
}
