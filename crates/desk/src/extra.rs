//! What some games offer beyond playing: setting up, practice, study, proofs.

use serde::Serialize;

use crate::{DeskError, Details};

/// Something that a game's page offers beside playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extra {
    /// A position can be set up by clicks: [`Desk::set_up`](crate::Desk::set_up).
    SetUp,
    /// Moves are right or wrong: [`Desk::judge`](crate::Desk::judge).
    Practice,
    /// There is more to find out: [`Desk::study`](crate::Desk::study).
    Study,
    /// Answers can be walked through: [`Desk::proof`](crate::Desk::proof).
    Proof,
    /// The engine can play with other weights: [`Desk::add_evaluation`](crate::Desk::add_evaluation).
    Weights,
}

/// A position being set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SetUp {
    /// The position as text, finished or not.
    pub text: String,
    /// The board; all of it can be clicked.
    pub board: String,
    /// What a click may do.
    pub tools: Vec<Tool>,
    /// Why it cannot be played yet; `None` if it can.
    pub fault: Option<String>,
}

impl SetUp {
    /// The error of an edit with something wrong in it.
    pub(crate) fn wrong(name: &str, text: &str, reason: &str) -> DeskError {
        DeskError::Parameter {
            name: name.to_owned(),
            text: text.to_owned(),
            reason: reason.to_owned(),
        }
    }

    /// The tool that an edit names.
    pub(crate) fn tool<'a>(tools: &'a [Tool], edit: &Edit) -> Result<&'a Tool, DeskError> {
        let known = tools.iter().find(|tool| tool.name == edit.tool);
        known.ok_or_else(|| SetUp::wrong("tool", &edit.tool, "there is no such tool"))
    }
}

/// A tool for setting up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Tool {
    /// Its name in links.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Whether it needs no click on the board.
    pub at_once: bool,
}

impl Tool {
    /// One that says what a click does.
    pub(crate) const fn click(name: &'static str, title: &'static str) -> Tool {
        Tool {
            name,
            title,
            at_once: false,
        }
    }

    /// One that needs no click.
    pub(crate) const fn at_once(name: &'static str, title: &'static str) -> Tool {
        Tool {
            name,
            title,
            at_once: true,
        }
    }
}

/// A change to a position being set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The tool's name.
    pub tool: String,
    /// What was clicked; empty for tools that need no click.
    pub click: String,
}

/// What comes of setting up by clicks, from an empty board on.
#[cfg(test)]
pub(crate) fn clicked(
    set_up: impl Fn(&str, Option<&Edit>) -> Result<SetUp, DeskError>,
    edits: &[(&str, &str)],
) -> Result<SetUp, DeskError> {
    let mut now = set_up("", None)?;
    for (tool, click) in edits {
        let edit = Edit {
            tool: (*tool).to_owned(),
            click: (*click).to_owned(),
        };
        now = set_up(&now.text, Some(&edit))?;
    }
    Ok(now)
}

/// Whether the last move was right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Judgement {
    /// Whether nothing better could have been played.
    pub right: bool,
    /// The same in words.
    pub words: String,
}

/// Something found out about a position. One with the same title replaces
/// the one before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Study {
    /// The findings as a table.
    #[serde(flatten)]
    pub table: Details,
    /// The findings as a picture.
    pub picture: Option<String>,
}

/// A place in a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofStep {
    /// What is shown here, in words.
    pub words: String,
    /// The board.
    pub board: String,
    /// Where the proof goes on.
    pub branches: Vec<Branch>,
}

/// A way on in a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Branch {
    /// A move, or what is looked at.
    pub label: String,
    /// What to click on the board to go there; empty if it is no move there.
    pub click: String,
}
