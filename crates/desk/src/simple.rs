//! A desk for games that are rules, a few words and a grid of squares.

use std::time::Instant;

use serde_json::json;
use tabia_draw::Worth;
use tabia_draw::grid::{Cell, Grid};
use tabia_kernel::rules::{Notation, Score};
use tabia_kernel::search::{Limits, Solution, Solver, Stop};
use tabia_kernel::symmetry::{Folded, Symmetric};

use crate::desk::{given, moves_question, refused, solve_question};
use crate::host::{Host, Scene};
use crate::kept::Kept;
use crate::session::Session;
use crate::text::{Row, grid};
use crate::{About, DeskError, Level, Options, Parameter, Parameters, Question, Value};

/// A game of wins, draws and losses on a grid of squares that needs neither an
/// engine nor pictures of its own: the kernel searches it up to symmetry.
///
/// `examples/connect4` is one, whole.
pub trait Simple
where
    Self: Notation<State: Send + Sync, Move: Send + Sync, Key: Default + Send>,
    Self: Symmetric + Send + Sync + Sized + 'static,
{
    /// A position under the usual rules, for whoever wants to see how one is
    /// written.
    const EXAMPLE: &'static str;

    /// What the game is. Levels and questions are added to it.
    fn about() -> About;

    /// The rules of this name; the empty name is the usual ones'. The error
    /// says what is wrong with it.
    fn under(rules: &str) -> Result<Self, String>;

    /// Where a game begins.
    fn start(&self) -> Self::State;

    /// The board, with its stones.
    fn grid(&self, s: &Self::State) -> Grid;

    /// The square on which a legal move puts a stone.
    fn cell(&self, s: &Self::State, m: Self::Move) -> Cell;
}

/// The host of a simple game.
pub struct SimpleHost<G: Simple> {
    about: About,
    options: Options,
    solvers: Kept<String, Solver<Folded<G>>>,
}

/// Solvers kept at a time, one for each set of rules.
const SOLVERS: usize = 4;
/// Positions that rating a move or choosing one may cost while a game is
/// played, so that nobody waits for long; what is not proved by then is not
/// known.
const NODES: u64 = 3_000_000;
/// The same for whoever asks to `solve` a position or its `moves`, unless he
/// says otherwise.
pub const NODES_TO_SOLVE: u64 = 20_000_000;
/// Deeper levels than this are no weaker than the perfect one.
const DEEPEST: u8 = 64;

impl<G: Simple> SimpleHost<G> {
    /// A host without solvers yet.
    pub fn new(options: &Options) -> SimpleHost<G> {
        let level = |name, title| Level { name, title };
        SimpleHost {
            about: About {
                levels: vec![
                    level("1", "1: takes a win"),
                    level("2", "2: and sees threats"),
                    level("4", "4"),
                    level("8", "8"),
                    level("12", "12"),
                    level("perfect", "Perfect where it sees the end"),
                ],
                usual_level: "8",
                questions: questions(G::EXAMPLE),
                ..G::about()
            },
            options: options.clone(),
            solvers: Kept::new(SOLVERS),
        }
    }

    /// Works with the solver of some rules.
    fn solver<T>(
        &self,
        rules: &str,
        work: impl FnOnce(&Solver<Folded<G>>) -> T,
    ) -> Result<T, DeskError> {
        let make = || {
            let solver = Solver::new(Folded(G::under(rules)?), self.options.memory_mib.min(64));
            Ok(solver.threads(self.options.threads))
        };
        let solver = self.solvers.get(rules.to_owned(), &Stop::new(), make);
        Ok(work(&*solver.map_err(DeskError::Engine)?))
    }

    /// How far a level looks.
    fn limits(level: &str) -> Result<Limits, DeskError> {
        let limits = Limits::nodes(NODES);
        match (level, level.parse()) {
            ("perfect", _) => Ok(limits),
            (_, Ok(depth @ 1..=DEEPEST)) => Ok(limits.or_depth(depth)),
            _ => Err(DeskError::Level(format!(
                "unknown level `{level}`: expected 1 to {DEEPEST}, or perfect"
            ))),
        }
    }
}

impl<G: Simple> Host for SimpleHost<G> {
    type Game = G;

    fn about(&self) -> &About {
        &self.about
    }

    fn game(&self, rules: &str) -> Result<G, String> {
        G::under(rules)
    }

    fn start(&self, rules: &str) -> G::State {
        G::under(rules).expect("rules that are known").start()
    }

    fn picture(&self, scene: &Scene<'_, G>) -> String {
        let (game, state) = (scene.game, scene.state);
        let mut board = game.grid(state).turned(scene.show.flipped);
        let mut moves = Vec::new();
        if game.payoff(state).is_none() {
            game.moves(state, &mut moves);
        }
        for m in moves {
            board = board.choice(game.cell(state, m), &game.write_move(state, m));
        }
        let last = scene.moves.iter().zip(scene.states).last();
        let last = last.map(|(&m, before)| game.cell(before, m));
        board.marked(last).svg()
    }

    fn diagram(&self, scene: &Scene<'_, G>) -> String {
        let board = scene.game.grid(scene.state);
        let rows = board.rows_of_text();
        let names = (1..=rows.len()).rev();
        let rows = names.zip(rows).map(|(number, row)| Row {
            name: number.to_string(),
            squares: row.chars().collect(),
        });
        let columns = ('a'..).take(board.columns()).collect();
        grid(rows.collect(), columns, scene.show.flipped)
    }

    fn choose(
        &self,
        session: &Session<G>,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<G::Move>, DeskError> {
        let limits = Self::limits(level)?;
        // The move itself is the first that it looks ahead.
        let limits = Limits {
            depth: limits.depth.map(|depth| depth - 1),
            ..limits
        };
        let state = session.state();
        let rated = self.solver(session.rules(), |solver| solver.moves(state, limits, stop))?;
        if stop.is_requested() {
            return Ok(None);
        }
        // Of equal ones the first.
        let best = rated.into_iter().rev().max_by_key(|(_, s)| s.rank());
        Ok(best.map(|(m, _)| m))
    }

    fn value(
        &self,
        session: &Session<G>,
        state: &G::State,
        m: G::Move,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError> {
        let limits = Limits::nodes(NODES);
        let solution = self.solver(session.rules(), |s| s.rate(state, m, limits, stop))?;
        Ok(solution.proven.then(|| value(&solution)))
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        if !["solve", "moves"].contains(&question) {
            return Err(DeskError::Question(question.to_owned()));
        }
        let rules = given(parameters, "rules");
        let game = G::under(rules).map_err(|reason| refused(parameters, "rules", reason))?;
        let state = game
            .read_state(given(parameters, "position"))
            .map_err(|error| refused(parameters, "position", error))?;
        let limits = match given(parameters, "nodes") {
            "" => Limits::nodes(NODES_TO_SOLVE),
            text => Limits::nodes(
                text.parse()
                    .map_err(|_| refused(parameters, "nodes", "expected a number of positions"))?,
            ),
        };
        self.solver(rules, |solver| {
            let (begun, before) = (Instant::now(), solver.nodes());
            let moves = solver.moves(&state, limits, stop);
            let over = solver.solve(&state, Limits::depth(1), stop);
            if stop.is_requested() {
                return None;
            }
            if question == "moves" {
                let rated = moves.iter().map(|(m, s)| {
                    json!({
                        "move": game.write_move(&state, *m),
                        "value": s.proven.then(|| s.value.points()),
                        "distance": s.distance,
                    })
                });
                return Some(rated.collect());
            }
            let known = moves.iter().filter(|(_, s)| s.proven);
            let best = known.map(|(_, s)| *s).max_by_key(Solution::rank);
            let best = best.unwrap_or(over);
            let all = moves.iter().all(|(_, s)| s.proven);
            // A win is one whatever else there is, but it may not be the
            // quickest.
            let known = all || best.value == Score::WIN;
            let attain = moves.iter().filter(|(_, s)| known && *s == best);
            let attain = attain.map(|(m, _)| game.write_move(&state, *m));
            Some(json!({
                "value": known.then(|| best.value.points()),
                "distance": best.distance.filter(|_| all),
                "nodes": solver.nodes() - before,
                "seconds": begun.elapsed().as_secs_f64(),
                "best": attain.collect::<Vec<String>>(),
            }))
        })
    }
}

/// What a proven solution is worth.
fn value(solution: &Solution) -> Value {
    Value {
        value: solution.value.points().into(),
        distance: solution.distance,
        worth: match solution.value {
            Score::WIN => Worth::Win,
            Score::LOSS => Worth::Loss,
            _ => Worth::Draw,
        },
        share: solution.value.points().into(),
        exact: true,
    }
}

/// What can be asked about a simple game.
fn questions(example: &'static str) -> Vec<Question> {
    let position = Parameter {
        name: "position",
        about: "A position as the game writes it",
        example,
        required: true,
    };
    let rules = Parameter {
        name: "rules",
        about: "The name of the rules; the usual ones have none",
        example: "",
        required: false,
    };
    let nodes = Parameter {
        name: "nodes",
        about: "Positions that each move may cost, 20 million unless given; what is not proved \
                by then is null",
        example: "1000000",
        required: false,
    };
    let value = json!({ "type": ["integer", "null"], "minimum": -1, "maximum": 1 });
    let distance = json!({ "type": ["integer", "null"], "minimum": 0 });
    let always = ["value", "distance", "nodes", "seconds", "best"];
    let parameters = vec![position, rules, nodes];
    vec![
        solve_question(parameters.clone(), &value, &distance, &always),
        moves_question(parameters, &value, &distance),
    ]
}
