//! Chess at the desk.

mod evaluations;
mod setup;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use cozy_chess::{Board, Color, Move};
use serde_json::json;
use tabia_chess::eval::{Profile, Weights, seed};
use tabia_chess::pgn::Reader;
use tabia_chess::search::{Engine, Limits, Strength};
use tabia_chess::text::{read_fen, write_uci};
use tabia_chess::{Chess, End, Position, Value as Score};
use tabia_draw::Worth;
use tabia_draw::chess::Picture;
use tabia_kernel::rules::{Game as _, Notation as _, Payoff, Side};
use tabia_kernel::search::Stop;

use crate::desk::{self, Parameter, Parameters, Question, Variant, given, refused};
use crate::host::{Host, Scene};
use crate::idle::Idle;
use crate::session::Session;
use crate::text::{Row, grid, spread};
use crate::{About, DeskError, Details, Edit, Extra, Options, SetUp, Value};
use evaluations::Evaluations;

/// Chess, with a few engines.
pub struct ChessHost {
    about: About,
    evaluations: Evaluations,
    engines: Idle<Arc<Weights>, Engine>,
}

/// Table of one engine, in MiB. What is asked for here is small.
const HASH: usize = 16;
/// Engines kept at a time.
const ENGINES: usize = 4;
/// Nodes for the strongest level, about a second.
const FULL_NODES: u64 = 800_000;
/// Nodes for what one move is worth.
const RATING_NODES: u64 = 8_000;
/// Beyond this, in hundredths of a pawn, a side is better.
const ADVANTAGE: i32 = 100;
/// What a mate counts as, less the moves to it.
const MATE: i32 = 10_000;

impl ChessHost {
    /// A host without engines yet.
    pub fn new(options: &Options) -> ChessHost {
        ChessHost {
            about: about(),
            evaluations: Evaluations::new(options.weights.clone()),
            engines: Idle::new(ENGINES),
        }
    }

    /// Uses an engine that nobody else uses, and that remembers nothing: what
    /// it says then depends on the position and the weights alone.
    fn with_engine<T>(
        &self,
        session: &Session<Chess>,
        work: impl FnOnce(&mut Engine) -> T,
    ) -> Result<T, DeskError> {
        let weights = self.weights(session)?;
        let make = || {
            Engine::with_mebibytes(&weights, HASH)
                .map_err(|error| DeskError::Engine(error.to_string()))
        };
        self.engines.with(Arc::clone(&weights), make, |engine| {
            engine.new_game();
            work(engine)
        })
    }

    /// What the engine of a game plays with.
    fn weights(&self, session: &Session<Chess>) -> Result<Arc<Weights>, DeskError> {
        self.evaluations
            .read(session.rules())
            .map_err(DeskError::Engine)
    }
}

fn about() -> About {
    let level = |name, title| desk::Level { name, title };
    About {
        name: "chess",
        title: "Chess",
        blurb: "An engine whose evaluation is a sum of features: tuned by evolution, and \
                explained feature by feature.",
        sides: ["White", "Black"],
        variants: vec![Variant {
            name: "standard",
            title: "Standard",
        }],
        levels: vec![
            level("1000", "1000"),
            level("1400", "1400"),
            level("1800", "1800"),
            level("2200", "2200"),
            level("2600", "2600"),
            level("full", "full strength"),
        ],
        usual_level: "1400",
        unit: "moves",
        turned: true,
        ponders: false,
        dealt: false,
        hidden: false,
        study: "",
        paste: "A position as FEN, or a game as PGN",
        extras: &[Extra::SetUp, Extra::Weights],
        questions: vec![Question {
            name: "features",
            summary: "The 38 features of a position, for both sides, and the score for White",
            parameters: vec![Parameter {
                name: "position",
                about: "A position as FEN, with or without the counters, or `startpos`",
                example: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
                required: true,
            }],
            schema: json!({
                "type": "object",
                "required": ["white", "black", "score"],
                "additionalProperties": false,
                "properties": {
                    "white": { "type": "array", "items": { "type": "integer" } },
                    "black": { "type": "array", "items": { "type": "integer" } },
                    "score": { "type": "integer" },
                },
            }),
        }],
    }
}

/// A level of the list.
enum Level {
    Strength(Strength),
    Full,
}

fn read_level(text: &str) -> Result<Level, DeskError> {
    if text == "full" {
        return Ok(Level::Full);
    }
    match text.parse() {
        Ok(elo) if Strength::RANGE.contains(&elo) => Ok(Level::Strength(Strength::new(elo))),
        _ => Err(DeskError::Level(format!(
            "unknown level `{text}`: expected {} to {}, or full",
            Strength::RANGE.start(),
            Strength::RANGE.end()
        ))),
    }
}

fn color(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// What a score is worth to the side it is for.
fn value(score: Score) -> Value {
    let (points, distance) = match score {
        Score::Centipawns(points) => (points, None),
        // Zero: already mated.
        Score::Mate(moves) if moves > 0 => (MATE - moves, Some(moves.unsigned_abs())),
        Score::Mate(moves) => (-MATE - moves, Some(moves.unsigned_abs())),
    };
    Value {
        value: points,
        distance,
        worth: match points {
            points if points >= ADVANTAGE => Worth::Win,
            points if points <= -ADVANTAGE => Worth::Loss,
            _ => Worth::Draw,
        },
        share: (f64::from(points) / 400.0).tanh(),
        exact: false,
    }
}

/// The same for the other side.
fn reversed(score: Score) -> Score {
    match score {
        Score::Centipawns(points) => Score::Centipawns(-points),
        // Being mated now is what the mover achieved in one move.
        Score::Mate(0) => Score::Mate(1),
        Score::Mate(moves) if moves < 0 => Score::Mate(1 - moves),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// From, to and, if a pawn becomes something, what.
fn clicks(board: &Board, m: Move) -> Vec<String> {
    let text = write_uci(board, m);
    let mut clicks = vec![text[0..2].to_owned(), text[2..4].to_owned()];
    if let Some(piece) = text.get(4..5) {
        clicks.push(format!("={piece}"));
    }
    clicks
}

impl Host for ChessHost {
    type Game = Chess;

    fn about(&self) -> &About {
        &self.about
    }

    fn game(&self, rules: &str) -> Result<Chess, String> {
        self.evaluations.read(rules).map(|_| Chess)
    }

    fn rules(&self, session: &Session<Chess>) -> String {
        match session.rules() {
            "" => "standard".into(),
            rules => rules.into(),
        }
    }

    fn start(&self, _: &str) -> Position {
        Position::new(Board::startpos())
    }

    fn picture(&self, scene: &Scene<'_, Chess>) -> String {
        let last = scene.moves.last().zip(scene.states.iter().rev().nth(1));
        let squares = last.map(|(&m, before)| {
            let clicks = clicks(before.board(), m);
            clicks[..2]
                .iter()
                .filter_map(|name| name.parse().ok())
                .collect()
        });
        Picture::new(scene.state.board())
            .promotions()
            .turned(scene.show.flipped)
            .last(squares.unwrap_or_default())
            .svg()
    }

    fn diagram(&self, scene: &Scene<'_, Chess>) -> String {
        let fen = scene.state.board().to_string();
        let ranks = fen.split(' ').next().unwrap_or_default().split('/');
        let rows = (1..=8).rev().zip(ranks).map(|(rank, row)| Row {
            name: rank.to_string(),
            squares: spread(row),
        });
        grid(rows.collect(), ('a'..='h').collect(), scene.show.flipped)
    }

    fn clicks(&self, _: &Chess, position: &Position, m: Move) -> Vec<String> {
        clicks(position.board(), m)
    }

    fn say(&self, game: &Chess, position: &Position, m: Move) -> String {
        format!(
            "{} plays {}",
            color(game.to_move(position)),
            game.write_move(position, m)
        )
    }

    fn prompt(&self, game: &Chess, position: &Position) -> String {
        let side = color(game.to_move(position));
        match position.board().checkers().is_empty() {
            true => format!("{side} to move"),
            false => format!("{side} to move, in check"),
        }
    }

    fn verdict(&self, session: &Session<Chess>, payoff: Payoff) -> String {
        let how = match session.state().end() {
            Some(End::Checkmate) => "checkmate",
            Some(End::Stalemate) => "stalemate",
            Some(End::FiftyMoves) => "fifty moves without capture or pawn move",
            Some(End::Repetition) => "the position has come up three times",
            Some(End::Material) => "nobody can be mated",
            None => "the game goes on",
        };
        match self.winner(session, payoff) {
            Some(side) => format!("{} wins: {how}", color(side)),
            None => format!("Draw: {how}"),
        }
    }

    fn record(&self, session: &Session<Chess>) -> String {
        let moves = session.moves().iter().zip(session.states());
        let words = moves.enumerate().map(|(i, (&m, before))| {
            let san = session.game().write_move(before, m);
            match i % 2 {
                0 => format!("{}. {san}", i / 2 + 1),
                _ => san,
            }
        });
        words.collect::<Vec<String>>().join(" ")
    }

    fn read_record(&self, _: &Chess, text: &str) -> Result<Vec<String>, String> {
        let game = match Reader::new(text.as_bytes()).next() {
            None => return Err("there is no game in it".into()),
            Some(game) => game.map_err(|error| error.to_string())?,
        };
        if game.start != Board::startpos() {
            return Err(format!(
                "it begins elsewhere: write {} and the moves after the word `moves`",
                game.start
            ));
        }
        if game.moves.is_empty() {
            return Err("there are no moves in it".into());
        }
        let mut board = game.start;
        let texts = game.moves.iter().map(|&m| {
            let text = write_uci(&board, m);
            board.play_unchecked(m);
            text
        });
        Ok(texts.collect())
    }

    fn choose(
        &self,
        session: &Session<Chess>,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Move>, DeskError> {
        let level = read_level(level)?;
        let position = session.state();
        let best = self.with_engine(session, |engine| match level {
            Level::Full => {
                engine.set_multi_pv(1);
                let limits = Limits {
                    nodes: Some(FULL_NODES),
                    ..Limits::default()
                };
                engine.search(position, &limits, stop, &mut |_| {}).best
            }
            Level::Strength(strength) => {
                engine.set_multi_pv(Strength::LINES);
                let limits = strength.limited(&Limits::default());
                let outcome = engine.search(position, &limits, stop, &mut |_| {});
                strength.choose(&outcome, session.game().key(position))
            }
        })?;
        Ok(best.filter(|_| !stop.is_requested()))
    }

    fn value(
        &self,
        session: &Session<Chess>,
        position: &Position,
        m: Move,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError> {
        let mut next = position.clone();
        next.play(m);
        let score = match session.game().payoff(&next) {
            Some(Payoff::DRAW) => Score::Centipawns(0),
            Some(_) => Score::Mate(0),
            None => self.with_engine(session, |engine| {
                engine.set_multi_pv(1);
                let limits = Limits {
                    nodes: Some(RATING_NODES),
                    ..Limits::default()
                };
                engine.search(&next, &limits, stop, &mut |_| {}).value
            })?,
        };
        Ok((!stop.is_requested()).then(|| value(reversed(score))))
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        _: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        if question != "features" {
            return Err(DeskError::Question(question.to_owned()));
        }
        let board = match given(parameters, "position").trim() {
            "startpos" => Board::startpos(),
            fen => read_fen(fen).map_err(|error| refused(parameters, "position", error))?,
        };
        let features = seed::Features::of(&board);
        let weights = Weights::shipped(Profile::Seed38);
        Ok(Some(json!({
            "white": features.side(Color::White).as_slice(),
            "black": features.side(Color::Black).as_slice(),
            "score": Profile::Seed38.trace(&board).score(&weights),
        })))
    }

    /// The paper's features, with the weights played with where these are of
    /// the paper's kind.
    fn details(&self, session: &Session<Chess>) -> Option<Details> {
        let board = session.state().board();
        let features = seed::Features::of(board);
        let chosen = self.weights(session).ok();
        let chosen = chosen.filter(|weights| weights.profile() != Profile::Full);
        let (weights, whose) = match chosen {
            Some(weights) => ((*weights).clone(), format!("with {}", session.rules())),
            None => (Weights::shipped(Profile::Seed38), "a pawn is 50".to_owned()),
        };
        let (white, black) = (features.side(Color::White), features.side(Color::Black));
        let rows = weights.values().iter().enumerate().map(|(i, &weight)| {
            let part = i32::from(white[i] - black[i]) * i32::from(weight);
            vec![
                seed::NAMES[i].to_owned(),
                white[i].to_string(),
                black[i].to_string(),
                weight.to_string(),
                part.to_string(),
            ]
        });
        let score = weights.profile().trace(board).score(&weights);
        Some(Details {
            title: format!(
                "The paper's {} features: {score} for White ({whose})",
                weights.values().len()
            ),
            heading: ["Feature", "White", "Black", "Weight", "Score"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
        })
    }

    fn set_up(&self, _: &Chess, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        setup::set_up(text, edit)
    }

    fn evaluations(&self) -> Vec<String> {
        self.evaluations.all()
    }

    fn add_evaluation(&self, text: &str) -> Result<String, DeskError> {
        self.evaluations.add(text)
    }

    fn cover(&self) -> String {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        Picture::new(&fen.parse().expect("a position")).svg()
    }
}
