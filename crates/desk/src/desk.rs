//! The face that every game shows to terminal and page.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;
use tabia_kernel::search::Stop;

use crate::{
    Edit, Extra, Judgement, Line, PlayedRating, ProofStep, Rating, SetUp, Show, Study, View,
};

/// A game that can be played, rated and shown, as text. Engines and tables
/// are shared by all who ask; games in progress are not kept.
pub trait Desk: Send + Sync {
    /// What the game is.
    fn about(&self) -> &About;

    /// Where a game stands; [`DeskError::Stopped`] if stopped before that is
    /// known.
    fn look(&self, line: &Line, show: &Show, stop: &Stop) -> Result<View, DeskError>;

    /// The engine's whole turn: moves until another seat is to move or the
    /// game is over. `None` if stopped.
    fn reply(
        &self,
        line: &Line,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Vec<String>>, DeskError>;

    /// Tells `sink` what each legal move is worth, as that becomes known.
    /// False if stopped before the last.
    fn rate(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Rating),
    ) -> Result<bool, DeskError>;

    /// Tells `sink` what each move made was worth, the last first.
    /// False if stopped before the first.
    fn review(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(PlayedRating),
    ) -> Result<bool, DeskError>;

    /// Thinks about the answer while the other side is to move, until
    /// stopped or done.
    fn ponder(&self, line: &Line, level: &str, stop: &Stop) -> Result<(), DeskError>;

    /// The line that a pasted text describes: a position or a game, under the
    /// rules named.
    fn read(&self, rules: &str, text: &str, stop: &Stop) -> Result<Line, DeskError>;

    /// Answers one of [`About::questions`], with the same keys as the
    /// terminal's `--json`. `None` if stopped.
    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError>;

    /// A picture for the list of games.
    fn cover(&self) -> String;

    /// A position being set up under the rules named, after a change. No text
    /// is an empty board.
    fn set_up(&self, _rules: &str, _text: &str, _edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        Err(DeskError::Question("setup".into()))
    }

    /// Evaluations that the engine can play with beside its own, by the names
    /// of their rules.
    fn evaluations(&self) -> Vec<String> {
        Vec::new()
    }

    /// Keeps an evaluation, and returns the name of its rules.
    fn add_evaluation(&self, _text: &str) -> Result<String, DeskError> {
        Err(DeskError::Question("weights".into()))
    }

    /// Whether the last move of a line was right. `None` if stopped.
    fn judge(&self, _line: &Line, _stop: &Stop) -> Result<Option<Judgement>, DeskError> {
        Err(DeskError::Question("judge".into()))
    }

    /// Tells `sink` what there is to know about where a game stands. False if
    /// stopped before the end.
    fn study(
        &self,
        _line: &Line,
        _stop: &Stop,
        _sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        Err(DeskError::Question("study".into()))
    }

    /// A place in the proof of what a position is worth: which branch was
    /// taken at each step. `None` if stopped.
    fn proof(
        &self,
        _line: &Line,
        _path: &[usize],
        _stop: &Stop,
    ) -> Result<Option<ProofStep>, DeskError> {
        Err(DeskError::Question("proof".into()))
    }
}

/// What is asked about, by name.
pub type Parameters = BTreeMap<String, String>;

/// What was given for a parameter; nothing if it was left out.
pub(crate) fn given<'a>(parameters: &'a Parameters, name: &str) -> &'a str {
    parameters.get(name).map_or("", String::as_str)
}

/// What is wrong with it.
pub(crate) fn refused(parameters: &Parameters, name: &str, reason: impl ToString) -> DeskError {
    DeskError::Parameter {
        name: name.to_owned(),
        text: given(parameters, name).to_owned(),
        reason: reason.to_string(),
    }
}

/// Something that can be asked about a game.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its name: that of the command.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub summary: &'static str,
    /// What may be asked about.
    pub parameters: Vec<Parameter>,
    /// What answers look like, as a JSON schema.
    pub schema: serde_json::Value,
}

/// What a position is worth and how long the game lasts with best play;
/// `always` are the keys of every answer.
pub(crate) fn solve_question(
    parameters: Vec<Parameter>,
    value: &serde_json::Value,
    distance: &serde_json::Value,
    always: &[&str],
) -> Question {
    Question {
        name: "solve",
        summary: "The value of a position, how long the game lasts, and the best moves",
        parameters,
        schema: json!({
            "type": "object",
            "required": always,
            "additionalProperties": false,
            "properties": {
                "value": value,
                "distance": distance,
                "nodes": { "type": "integer", "minimum": 0 },
                "seconds": { "type": "number", "minimum": 0 },
                "best": { "type": "array", "items": { "type": "string" } },
            },
        }),
    }
}

/// The same for every legal move.
pub(crate) fn moves_question(
    parameters: Vec<Parameter>,
    value: &serde_json::Value,
    distance: &serde_json::Value,
) -> Question {
    Question {
        name: "moves",
        summary: "The value and distance of every legal move, for the side that makes it",
        parameters,
        schema: json!({
            "type": "array",
            "items": {
                "type": "object",
                "required": ["move", "value", "distance"],
                "additionalProperties": false,
                "properties": {
                    "move": { "type": "string" },
                    "value": value,
                    "distance": distance,
                },
            },
        }),
    }
}

/// A parameter of a question.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// A value that works.
    pub example: &'static str,
    /// Whether there is no answer without it.
    pub required: bool,
}

/// What a game is, for people who have to choose.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The name in links and files.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it is about, in a sentence or two.
    pub blurb: &'static str,
    /// What the two sides are called.
    pub sides: [&'static str; 2],
    /// Rules to choose from; the first is the usual one.
    pub variants: Vec<Variant>,
    /// Levels of the engine, weak to strong.
    pub levels: Vec<Level>,
    /// The level offered first.
    pub usual_level: &'static str,
    /// What distances count: `placements`, `moves`.
    pub unit: &'static str,
    /// Whether the second side looks at the board from the other side.
    pub turned: bool,
    /// Whether the engine gains by thinking on the other's time.
    pub ponders: bool,
    /// Whether a new game needs a number that decides what is hidden: `start`
    /// is then `#` and that number.
    pub dealt: bool,
    /// Whether one side's hand is hidden from the other where it was dealt,
    /// unless hands are opened.
    pub hidden: bool,
    /// What studying a position is called, where it can be.
    pub study: &'static str,
    /// What a pasted text may be.
    pub paste: &'static str,
    /// What is offered beside playing.
    pub extras: &'static [Extra],
    /// What can be asked beside moves and values.
    #[serde(skip)]
    pub questions: Vec<Question>,
}

impl About {
    /// A game of two sides that move in turn, with nothing special about it.
    pub fn new(name: &'static str, title: &'static str, blurb: &'static str) -> About {
        About {
            name,
            title,
            blurb,
            sides: ["First", "Second"],
            variants: Vec::new(),
            levels: Vec::new(),
            usual_level: "",
            unit: "moves",
            turned: false,
            ponders: false,
            dealt: false,
            hidden: false,
            study: "",
            paste: "A position, or the moves of a game",
            extras: &[],
            questions: Vec::new(),
        }
    }

    /// Whether a game offers something.
    pub fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }
}

/// Rules to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Variant {
    /// The name in links.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
}

/// How well the engine plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// The name in links and in the ledger.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
}

/// Why a desk cannot do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeskError {
    /// There are no such rules.
    #[error("rules `{text}`: {reason}")]
    Rules {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The game cannot begin like that.
    #[error("start `{text}`: {reason}")]
    Start {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A move cannot be played.
    #[error("move {number}, `{text}`: {reason}")]
    Move {
        /// Which move; the first is 1.
        number: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There are more moves than any game has.
    #[error("{moves} moves are too many: at most {most} can be shown")]
    TooLong {
        /// How many there are.
        moves: usize,
        /// How many there may be.
        most: usize,
    },
    /// There is no such level.
    #[error("{0}")]
    Level(String),
    /// A question's parameter is wrong.
    #[error("{name} `{text}`: {reason}")]
    Parameter {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no such question.
    #[error("unknown question `{0}`")]
    Question(String),
    /// Nothing can be played any more.
    #[error("the game is over")]
    Over,
    /// Whoever asked has gone away, or it took too long.
    #[error("stopped before there was an answer")]
    Stopped,
    /// The text is neither a position nor a game.
    #[error("neither a position nor a game\n  as a position: {position}\n  as a game: {game}")]
    Text {
        /// Why it is no position.
        position: String,
        /// Why it is no game.
        game: String,
    },
    /// The engine cannot work: not the fault of whoever asked.
    #[error("the engine cannot work: {0}")]
    Engine(String),
}

impl From<crate::kept::Stopped> for DeskError {
    fn from(_: crate::kept::Stopped) -> DeskError {
        DeskError::Stopped
    }
}
