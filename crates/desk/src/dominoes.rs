//! Dominoes at the desk: the whole game with a stock and hidden hands, and
//! endings with open hands.

mod material;
mod open;
mod setup;
mod stock;
#[cfg(test)]
mod tests;
mod words;

use serde_json::json;
use tabia_kernel::search::Stop;

use crate::desk::{Parameter, Parameters, Question, Variant};
use crate::seated::{Seated, levels};
use crate::{
    About, Desk, DeskError, Edit, Extra, Hosted, Line, Options, PlayedRating, Rating, SetUp, Show,
    Study, View,
};
use open::OpenHost;
use stock::StockHost;

pub use material::graph;

/// Dominoes; the rules named decide which of the two games it is.
pub struct DominoesDesk {
    stock: Hosted<StockHost>,
    open: Hosted<OpenHost>,
}

impl DominoesDesk {
    /// A desk without solvers yet.
    pub fn new(options: &Options) -> DominoesDesk {
        DominoesDesk {
            stock: Hosted(StockHost::new(about(), options)),
            open: Hosted(OpenHost::new(
                About {
                    hidden: false,
                    ..about()
                },
                options,
            )),
        }
    }

    /// The desk of the rules of this name; the game with a stock is the usual
    /// one.
    fn of(&self, rules: &str) -> &dyn Desk {
        match rules {
            "" | "stock" => &self.stock,
            _ => &self.open,
        }
    }
}

/// How a move is chosen.
type Level = Seated<tabia_dominoes::Level>;

fn about() -> About {
    let variant = |name, title| Variant { name, title };
    About {
        name: "dominoes",
        title: "Dominoes",
        blurb: "Seven tiles each, hidden from the other side: lay one at an end that fits, or draw. \
                The first empty hand wins.",
        sides: ["First", "Second"],
        variants: vec![
            variant("stock", "Draw from the stock"),
            variant("pips", "Open hands, no stock"),
            variant("drawn", "Open hands, a block is a draw"),
        ],
        levels: levels("perfect: sees all tiles"),
        usual_level: "16",
        unit: "moves",
        turned: false,
        ponders: false,
        dealt: true,
        hidden: true,
        study: "Material and its graph",
        paste: "A position such as 01 12 | 33 45 | 0-5 first",
        extras: &[Extra::SetUp, Extra::Study],
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

impl Desk for DominoesDesk {
    fn about(&self) -> &About {
        self.stock.about()
    }

    fn look(&self, line: &Line, show: &Show, stop: &Stop) -> Result<View, DeskError> {
        self.of(&line.rules).look(line, show, stop)
    }

    fn reply(
        &self,
        line: &Line,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Vec<String>>, DeskError> {
        self.of(&line.rules).reply(line, level, stop)
    }

    fn rate(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Rating),
    ) -> Result<bool, DeskError> {
        self.of(&line.rules).rate(line, stop, sink)
    }

    fn review(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(PlayedRating),
    ) -> Result<bool, DeskError> {
        self.of(&line.rules).review(line, stop, sink)
    }

    fn ponder(&self, line: &Line, level: &str, stop: &Stop) -> Result<(), DeskError> {
        self.of(&line.rules).ponder(line, level, stop)
    }

    fn read(&self, rules: &str, text: &str, stop: &Stop) -> Result<Line, DeskError> {
        self.of(rules).read(rules, text, stop)
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        self.open.ask(question, parameters, stop)
    }

    fn cover(&self) -> String {
        self.open.cover()
    }

    fn study(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        self.of(&line.rules).study(line, stop, sink)
    }

    fn set_up(&self, rules: &str, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        self.of(rules).set_up(rules, text, edit)
    }
}
