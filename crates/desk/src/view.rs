//! What a desk says about a game: where it stands, and what moves are worth.

use serde::Serialize;
use tabia_draw::Worth;
use tabia_kernel::rules::Side;

/// How to show a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Show {
    /// Whether the board is seen from the second side.
    pub flipped: bool,
    /// Who looks; nobody in particular where people share a screen.
    pub viewer: Option<Side>,
    /// Whether to show what is hidden from whoever looks.
    pub open: bool,
}

/// Where a game stands. The keys are those of the page's API.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The rules, as they print themselves.
    pub rules: String,
    /// The position as text.
    pub position: String,
    /// Who moves; nobody when it is over.
    #[serde(serialize_with = "side")]
    pub to_move: Option<Side>,
    /// Whether whoever looks is to move, and not the engine: a side may have
    /// several seats. Nobody in particular always is.
    pub yours: bool,
    /// What has to be done, or how it ended, in words.
    pub prompt: String,
    /// The legal moves.
    pub choices: Vec<Choice>,
    /// How it ended.
    pub over: Option<Over>,
    /// The moves so far.
    pub history: Vec<Played>,
    /// The board as SVG. What can be clicked bears `data-click`.
    pub board: String,
    /// The board in characters.
    pub diagram: String,
    /// The game as text, to copy and paste.
    pub record: String,
    /// More about the position, where a game has more to say.
    pub details: Option<Details>,
    /// Whether something is hidden from whoever looks.
    pub hidden: bool,
}

/// A table about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Details {
    /// What it is about.
    pub title: String,
    /// The names of the columns.
    pub heading: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Details {
    /// Things and what there is to say about each.
    pub(crate) fn pairs(title: &str, heading: [&str; 2], rows: Vec<(&str, String)>) -> Details {
        Details {
            title: title.to_owned(),
            heading: heading.map(str::to_owned).to_vec(),
            rows: rows
                .into_iter()
                .map(|(name, value)| vec![name.to_owned(), value])
                .collect(),
        }
    }
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// What to click, one after the other, to make it. No move's clicks begin
    /// another's.
    pub clicks: Vec<String>,
    /// What it is, in words.
    pub say: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Over {
    /// Who won, if anybody.
    #[serde(serialize_with = "side")]
    pub winner: Option<Side>,
    /// The same in words.
    pub words: String,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Played {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Who made it.
    #[serde(serialize_with = "always")]
    pub side: Side,
    /// Whether whoever looks made it.
    pub yours: bool,
    /// What it is, in words.
    pub say: String,
}

/// What a move is worth to the side that makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// 1, 0 or −1, or points where a game counts them.
    pub value: i32,
    /// How long the game lasts, where that is known.
    pub distance: Option<u32>,
    /// Whether that wins, draws or loses.
    pub worth: Worth,
    /// The same between −1 and 1, for the graph.
    pub share: f64,
    /// Whether it is proved, or an engine's guess.
    pub exact: bool,
}

/// A legal move with its value; the keys `move`, `value` and `distance` are
/// those of `tabia … moves --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is worth.
    #[serde(flatten)]
    pub value: Value,
}

/// A move of the game so far with its value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayedRating {
    /// Which: the first is 0.
    pub index: usize,
    /// Who made it.
    #[serde(serialize_with = "always")]
    pub side: Side,
    /// What it was worth.
    #[serde(flatten)]
    pub value: Value,
}

impl Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut value = serializer.serialize_struct("Value", 4)?;
        value.serialize_field("value", &self.value)?;
        value.serialize_field("distance", &self.distance)?;
        value.serialize_field("worth", self.worth.name())?;
        value.serialize_field("exact", &self.exact)?;
        value.end()
    }
}

/// `first` or `second`.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn side<S: serde::Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    side.map(side_name).serialize(serializer)
}

fn always<S: serde::Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    side_name(*side).serialize(serializer)
}
