//! Dominoes with open hands at the desk.

use std::sync::OnceLock;

use serde_json::json;
use tabia_dominoes::{Block, Dominoes, Move, Position, Solver, Tile, Tiles};
use tabia_draw::Worth;
use tabia_draw::dominoes::Picture;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Payoff, Score, Side};
use tabia_kernel::search::Stop;

use crate::desk::{self, Parameter, Parameters, Question, Variant};
use crate::host::{Host, Scene};
use crate::session::Session;
use crate::{About, DeskError, Options, Value};

/// Dominoes, with a solver for each way in which a block may end.
pub struct DominoesHost {
    about: About,
    memory_mib: usize,
    solvers: [OnceLock<Solver>; 2],
}

/// Tiles that each side is dealt.
const HAND: usize = 7;

impl DominoesHost {
    /// A host without solvers yet.
    pub fn new(options: &Options) -> DominoesHost {
        DominoesHost {
            about: about(),
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

fn about() -> About {
    let variant = |name, title| Variant { name, title };
    let level = |name, title| desk::Level { name, title };
    About {
        name: "dominoes",
        title: "Dominoes",
        blurb: "Seven tiles each, all in the open and no stock: lay one at an end that fits. \
                The first empty hand wins.",
        sides: ["First", "Second"],
        variants: vec![
            variant("pips", "Blocked: fewer pips win"),
            variant("drawn", "Blocked: a draw"),
        ],
        levels: vec![
            level("random", "random"),
            level("heavy", "heavy: rids itself of pips"),
            level("perfect", "perfect"),
        ],
        usual_level: "heavy",
        unit: "moves",
        ponders: false,
        dealt: true,
        paste: "A position such as 01 12 | 33 45 | 0-5 first",
        extras: &[],
        questions: vec![Question {
            name: "solve",
            summary: "The value of a position and the best moves",
            parameters: vec![
                Parameter {
                    name: "position",
                    about: "Two hands, the open ends and `first` or `second`, separated by `|`",
                    example: "01 12 | 33 45 | 0-5 first",
                    required: true,
                },
                Parameter {
                    name: "block",
                    about: "Who wins when nobody can play: `pips` or `drawn`",
                    example: "pips",
                    required: false,
                },
            ],
            schema: json!({
                "type": "object",
                "required": ["value", "best", "nodes", "seconds"],
                "additionalProperties": false,
                "properties": {
                    "value": { "type": "integer", "minimum": -1, "maximum": 1 },
                    "best": { "type": "array", "items": { "type": "string" } },
                    "nodes": { "type": "integer", "minimum": 0 },
                    "seconds": { "type": "number", "minimum": 0 },
                },
            }),
        }],
    }
}

fn read_block(name: &str) -> Result<Block, String> {
    match name {
        "" | "pips" => Ok(Block::Pips),
        "drawn" => Ok(Block::Drawn),
        _ => Err("expected `pips` or `drawn`".into()),
    }
}

fn side_title(side: Side) -> &'static str {
    match side {
        Side::First => "First",
        Side::Second => "Second",
    }
}

/// The tiles laid since the start, from left to right, each as it lies.
fn chain(start: &Position, moves: &[Move]) -> Vec<(u8, u8)> {
    let (mut left, mut right) = start.ends().halves();
    let mut tiles = std::collections::VecDeque::new();
    for m in moves {
        let &Move::Play { tile, at } = m else {
            continue;
        };
        let other = tile.across(at).expect("a legal move fits");
        if at == right {
            tiles.push_back((at, other));
            right = other;
        } else {
            tiles.push_front((other, at));
            left = other;
        }
    }
    debug_assert!(left <= 6 && right <= 6);
    tiles.into()
}

impl Host for DominoesHost {
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
            .chain(chain(start, scene.moves))
            .last(last)
            .turned(scene.show.flipped)
            .room_for(most[0].max(most[1]))
            .svg()
    }

    fn clicks(&self, game: &Dominoes, position: &Position, m: Move) -> Vec<String> {
        let Move::Play { tile, at } = m else {
            return vec!["pass".into()];
        };
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let places = moves
            .iter()
            .filter(|m| matches!(m, Move::Play { tile: t, .. } if *t == tile));
        // A tile that fits in one place needs no second click.
        match places.count() {
            1 => vec![tile.to_string()],
            _ => vec![tile.to_string(), format!("@{at}")],
        }
    }

    fn say(&self, _: &Dominoes, _: &Position, m: Move) -> String {
        match m {
            Move::Play { tile, at } => {
                let (a, b) = tile.halves();
                format!("lays {a} {b} at the {at}")
            }
            Move::Pass => "passes".into(),
        }
    }

    fn prompt(&self, _: &Dominoes, position: &Position) -> String {
        let side = side_title(position.to_move());
        match position.can_play(position.to_move()) {
            true => format!("{side} lays a tile"),
            false => format!("{side} has no tile that fits and passes"),
        }
    }

    fn verdict(&self, session: &Session<Dominoes>, payoff: Payoff) -> String {
        let blocked = Side::BOTH
            .into_iter()
            .all(|side| !session.state().hand(side).is_empty());
        let how = match blocked {
            true => "nobody can play any more",
            false => "the first empty hand",
        };
        match self.winner(session, payoff) {
            Some(side) => format!("{} wins: {how}", side_title(side)),
            None => format!("Draw: {how}"),
        }
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
        match level {
            "random" => {
                let at = Seeded::new(game.key(position)).below(moves.len());
                Ok(Some(moves[at]))
            }
            "heavy" => Ok(moves.into_iter().max_by_key(|m| match m {
                Move::Play { tile, .. } => tile.pips(),
                Move::Pass => 0,
            })),
            "perfect" => {
                let solution = self.solver(game).solve(position, stop);
                Ok(solution.and_then(|solution| solution.best.first().copied()))
            }
            _ => Err(DeskError::Level(format!(
                "unknown level `{level}`: expected random, heavy or perfect"
            ))),
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
        Ok(Some(Value {
            value: score.points().into(),
            distance: None,
            worth: match score {
                Score::WIN => Worth::Win,
                Score::LOSS => Worth::Loss,
                _ => Worth::Draw,
            },
            share: score.points().into(),
            exact: true,
        }))
    }

    fn ponder(&self, _: &Session<Dominoes>, _: &str, _: &Stop) -> Result<(), DeskError> {
        // Every move is found at once.
        Ok(())
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
        let text = |name: &str| parameters.get(name).map_or("", String::as_str);
        let wrong = |name: &str, reason: String| DeskError::Parameter {
            name: name.to_owned(),
            text: text(name).to_owned(),
            reason,
        };
        let block = read_block(text("block")).map_err(|reason| wrong("block", reason))?;
        let position = Position::read(text("position"))
            .map_err(|error| wrong("position", error.to_string()))?;
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
            .svg()
    }
}
