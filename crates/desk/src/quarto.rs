//! Quarto at the desk.

mod answer;
mod engine;
mod questions;
mod setup;

use std::sync::Arc;

use tabia_draw::Worth;
use tabia_draw::quarto::Picture;
use tabia_kernel::rules::{Payoff, Score, Side};
use tabia_kernel::search::Stop;
use tabia_quarto::{
    Level, Move, PlayerOptions, Position, Quarto, Record, Rules, Shape, Solver, SolverOptions,
};

pub use answer::{Answer, Rated};
pub use engine::{Engine, EngineOptions};

use crate::desk::{self, About, DeskError, Parameters, Variant};
use crate::host::{Host, Scene};
use crate::kept::Kept;
use crate::session::Session;
use crate::text::{Row, grid};
use crate::{Edit, Extra, Options, SetUp, Value};

/// Quarto, with its players and solvers.
pub struct QuartoHost {
    about: About,
    options: EngineOptions,
    engines: Kept<(Rules, Level), Engine>,
}

/// Engines kept at a time. Perfect ones and deep ones take most: no more than
/// this many tables.
const ENGINES: usize = 3;

impl QuartoHost {
    /// A host without engines yet.
    pub fn new(options: &Options) -> QuartoHost {
        QuartoHost {
            about: about(),
            options: EngineOptions {
                player: PlayerOptions {
                    threads: options.threads,
                    memory_mib: options.memory_mib.min(64),
                    ..PlayerOptions::default()
                },
                solver: SolverOptions {
                    threads: options.threads,
                    memory_mib: options.memory_mib,
                    ..SolverOptions::default()
                },
                ..EngineOptions::default()
            },
            engines: Kept::new(ENGINES),
        }
    }

    fn engine(&self, rules: Rules, level: Level) -> Result<Arc<Engine>, DeskError> {
        self.engines
            .get((rules, level), &Stop::new(), || {
                Engine::new(rules, level, &self.options).map_err(|error| error.to_string())
            })
            .map_err(DeskError::Engine)
    }

    fn level(&self, text: &str) -> Result<Level, DeskError> {
        text.parse()
            .map_err(|error: tabia_quarto::ReadLevelError| DeskError::Level(error.to_string()))
    }
}

fn about() -> About {
    let variant = |name, title| Variant { name, title };
    let level = |name, title| desk::Level { name, title };
    About {
        name: "quarto",
        title: "Quarto",
        blurb: "Place the piece you are given, then give one. Four in a line that share \
                a property win.",
        sides: ["First", "Second"],
        variants: vec![
            variant("lines", "Lines"),
            variant("squares", "Lines and 2×2 squares"),
            variant("torus", "Torus"),
            variant("lines-misere", "Lines, misère"),
            variant("squares-misere", "Squares, misère"),
        ],
        levels: vec![
            level("2", "2: looks two actions ahead"),
            level("4", "4"),
            level("6", "6"),
            level("8", "8"),
            level("10", "10"),
            level("perfect", "Perfect, and sets traps"),
        ],
        usual_level: "6",
        unit: "placements",
        turned: false,
        ponders: true,
        dealt: false,
        hidden: false,
        study: "",
        paste: "A position such as 0d4.15....96..87/b, or a game such as b@a1 3@c2 7",
        extras: &[Extra::SetUp],
        questions: questions::all(),
    }
}

/// The rules of a name: `lines`, `squares-misere`, `torus-3`.
///
/// ```
/// let rules = tabia_desk::quarto::read_rules("squares-3-misere")?;
/// assert_eq!(rules.to_string(), "squares, 3 properties, misère");
/// # Ok::<(), String>(())
/// ```
pub fn read_rules(name: &str) -> Result<Rules, String> {
    let mut parts = name.split('-').peekable();
    let shape = match parts.next() {
        None | Some("") => Shape::Lines,
        Some(shape) => shape
            .parse()
            .map_err(|error: tabia_quarto::RulesError| error.to_string())?,
    };
    let properties = match parts.peek().and_then(|part| part.parse().ok()) {
        Some(properties) => {
            parts.next();
            properties
        }
        None => 4,
    };
    let misere = parts.next_if_eq(&"misere").is_some();
    match parts.next() {
        None => Rules::new(shape, properties, misere).map_err(|error| error.to_string()),
        Some(rest) => Err(format!(
            "`{rest}` is not understood: expected lines, squares or torus, then perhaps -1 to -4, \
             then perhaps -misere"
        )),
    }
}

impl QuartoHost {
    /// The solver of a rule set, shared by all who ask.
    pub fn with_solver<T>(
        &self,
        rules: Rules,
        use_it: impl FnOnce(&Solver) -> T,
    ) -> Result<T, DeskError> {
        match &*self.engine(rules, Level::Perfect)? {
            Engine::Perfect { player, .. } => Ok(use_it(player.solver())),
            Engine::Paper(_) => unreachable!("the perfect level has a solver"),
        }
    }
}

impl Host for QuartoHost {
    type Game = Quarto;

    fn about(&self) -> &About {
        &self.about
    }

    fn game(&self, rules: &str) -> Result<Quarto, String> {
        read_rules(rules).map(Quarto::new)
    }

    fn rules(&self, session: &Session<Quarto>) -> String {
        session.game().rules().to_string()
    }

    fn start(&self, _: &str) -> Position {
        Position::EMPTY
    }

    fn picture(&self, scene: &Scene<'_, Quarto>) -> String {
        let line = scene.state.complete_line(scene.game.rules());
        Picture::new(scene.state)
            .tall()
            .turned(scene.show.flipped)
            .last(scene.moves.last().copied())
            .line(line.unwrap_or(0))
            .svg()
    }

    fn diagram(&self, scene: &Scene<'_, Quarto>) -> String {
        let text = scene.state.to_string();
        let cells: Vec<char> = text.chars().take(16).collect();
        let rows = (1..).zip(cells.chunks(4)).map(|(row, cells)| Row {
            name: row.to_string(),
            squares: cells.to_vec(),
        });
        let board = grid(rows.collect(), ('a'..='d').collect(), scene.show.flipped);
        let in_hand = match scene.state.hand() {
            Some(piece) => format!("in hand {piece}, {}", piece.describe()),
            None => "nothing in hand".to_owned(),
        };
        format!("{board}\n{in_hand}")
    }

    fn clicks(&self, _: &Quarto, _: &Position, m: Move) -> Vec<String> {
        vec![m.to_string()]
    }

    fn say(&self, _: &Quarto, position: &Position, m: Move) -> String {
        match (m, position.hand()) {
            (Move::Place(square), Some(piece)) => format!("places {piece} on {square}"),
            (Move::Place(square), None) => format!("places on {square}"),
            (Move::Give(piece), _) => format!("gives {piece}, {}", piece.describe()),
        }
    }

    fn prompt(&self, game: &Quarto, position: &Position) -> String {
        use tabia_kernel::rules::Game as _;
        let side = self.about.sides[index(game.to_move(position))];
        match position.hand() {
            Some(piece) => format!("{side} places {piece}, {}", piece.describe()),
            None => format!("{side} gives a piece"),
        }
    }

    fn verdict(&self, session: &Session<Quarto>, payoff: Payoff) -> String {
        let winner = match payoff.seen_by(Side::First) {
            Score::WIN => Side::First,
            Score::LOSS => Side::Second,
            _ => return "Draw: the board is full".to_owned(),
        };
        let side = self.about.sides[index(winner)];
        match session.game().rules().misere() {
            false => format!("{side} wins with a line of four"),
            true => format!("{side} wins: the other side completed a line"),
        }
    }

    fn record(&self, session: &Session<Quarto>) -> String {
        let mut record = Record::new(*session.game().rules());
        for &turn in session.moves() {
            record.push(turn).expect("sessions play legal moves");
        }
        record.to_string()
    }

    fn read_record(&self, game: &Quarto, text: &str) -> Result<Vec<String>, String> {
        let record = Record::read(text, *game.rules()).map_err(|error| error.to_string())?;
        Ok(record.turns().iter().map(Move::to_string).collect())
    }

    fn choose(
        &self,
        session: &Session<Quarto>,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Move>, DeskError> {
        let engine = self.engine(*session.game().rules(), self.level(level)?)?;
        Ok(engine.choose(session.state(), stop))
    }

    fn value(
        &self,
        session: &Session<Quarto>,
        position: &Position,
        turn: Move,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError> {
        let rules = *session.game().rules();
        let rated = self.with_solver(rules, |solver| solver.rate(position, turn, stop))?;
        Ok(rated.map(|rated| Value {
            value: rated.value.points().into(),
            distance: Some(rated.distance.into()),
            worth: match rated.value {
                Score::WIN => Worth::Win,
                Score::LOSS => Worth::Loss,
                _ => Worth::Draw,
            },
            share: rated.value.points().into(),
            exact: true,
        }))
    }

    fn ponder(&self, session: &Session<Quarto>, level: &str, stop: &Stop) -> Result<(), DeskError> {
        let engine = self.engine(*session.game().rules(), self.level(level)?)?;
        engine.ponder(session.state(), stop);
        Ok(())
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        questions::answer(self, question, parameters, stop)
    }

    fn set_up(&self, game: &Quarto, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        setup::set_up(game.rules(), text, edit)
    }

    fn cover(&self) -> String {
        let position = Position::read("....3c1..d.92.a./f", &Rules::lines());
        Picture::new(&position.expect("a legal position"))
            .board_only()
            .svg()
    }
}

fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

#[cfg(test)]
mod tests;
