//! Dealing tiles by hand: who holds which, what the ends show, who moves.

use tabia_dominoes::{Position, Tile, Tiles};
use tabia_draw::dominoes::Set;
use tabia_kernel::rules::{Notation, Side};

use super::words::side_title;
use crate::{DeskError, Edit, SetUp, Tool};

const TOOLS: [Tool; 9] = [
    Tool::click("first", "First holds it"),
    Tool::click("second", "Second holds it"),
    Tool::click("stock", "It is in the stock"),
    Tool::click("out", "It lies elsewhere"),
    Tool::click("left", "The left end shows it"),
    Tool::click("right", "The right end shows it"),
    Tool::at_once("first-moves", "First moves"),
    Tool::at_once("second-moves", "Second moves"),
    Tool::at_once("empty", "Empty hands"),
];

/// Whether there can be tiles to draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stock {
    Some,
    None,
}

/// A position that need not be one yet.
struct Sketch {
    hands: [Tiles; 2],
    /// In the order in which they are written.
    stock: Vec<Tile>,
    ends: (u8, u8),
    to_move: Side,
}

/// The position of a text after a change; `game` says what it lacks.
pub(super) fn set_up<G: Notation>(
    game: &G,
    text: &str,
    edit: Option<&Edit>,
    stock: Stock,
) -> Result<SetUp, DeskError> {
    let fits = |tool: &&Tool| stock == Stock::Some || tool.name != "stock";
    let tools: Vec<Tool> = TOOLS.iter().filter(fits).copied().collect();
    let mut sketch = Sketch::read(text)?;
    if stock == Stock::None {
        sketch.stock.clear();
    }
    if let Some(edit) = edit {
        sketch.apply(SetUp::tool(&tools, edit)?, &edit.click)?;
    }
    let text = sketch.write();
    let caption = format!("{} moves.", side_title(sketch.to_move));
    let in_stock = sketch.stock.iter().copied().collect();
    Ok(SetUp {
        board: Set::new(sketch.hands, in_stock, sketch.ends, &caption).svg(),
        tools,
        fault: game.read_state(&text).err().map(|error| error.to_string()),
        text,
    })
}

impl Sketch {
    fn empty() -> Sketch {
        Sketch {
            hands: [Tiles::NONE; 2],
            stock: Vec::new(),
            ends: (0, 0),
            to_move: Side::First,
        }
    }

    fn read(text: &str) -> Result<Sketch, DeskError> {
        let mut sketch = Sketch::empty();
        let text = text.trim();
        if text.is_empty() {
            return Ok(sketch);
        }
        let wrong = |reason: String| DeskError::Start {
            text: text.to_owned(),
            reason,
        };
        let mut parts = text.split(';').map(str::trim);
        // Both hands may be empty as long as nothing is played.
        let table = parts.next().unwrap_or_default();
        let ends = table.rsplit('|').next().unwrap_or_default();
        let bare = format!("00 | | {ends}");
        let hands: Vec<&str> = table.split('|').collect();
        let read = match hands.as_slice() {
            [first, second, _] if first.trim().is_empty() && second.trim().is_empty() => {
                let bare = Position::read(&bare).map_err(|error| wrong(error.to_string()))?;
                (Tiles::NONE, Tiles::NONE, bare)
            }
            _ => {
                let read = Position::read(table).map_err(|error| wrong(error.to_string()))?;
                (read.hand(Side::First), read.hand(Side::Second), read)
            }
        };
        let (first, second, position) = read;
        sketch.hands = [first, second];
        sketch.ends = position.ends().halves();
        sketch.to_move = position.to_move();
        for part in parts {
            if let Some(("stock", tiles)) = part.split_once(' ') {
                for word in tiles.split_whitespace() {
                    let tile = Tile::read(word)
                        .ok_or_else(|| wrong(format!("`{word}` is no tile, such as 06")))?;
                    sketch.put(tile, "stock");
                }
            }
        }
        Ok(sketch)
    }

    fn write(&self) -> String {
        let [first, second] = self.hands;
        let (left, right) = self.ends;
        let mover = side_title(self.to_move).to_lowercase();
        let mut text = format!("{first} | {second} | {left}-{right} {mover}");
        if !self.stock.is_empty() {
            let tiles: Vec<String> = self.stock.iter().map(Tile::to_string).collect();
            text += &format!("; stock {}", tiles.join(" "));
        }
        text
    }

    fn place(&self, tile: Tile) -> &'static str {
        match tile {
            _ if self.hands[0].contains(tile) => "first",
            _ if self.hands[1].contains(tile) => "second",
            _ if self.stock.contains(&tile) => "stock",
            _ => "out",
        }
    }

    fn put(&mut self, tile: Tile, place: &str) {
        for hand in &mut self.hands {
            *hand = hand.without(tile);
        }
        self.stock.retain(|&other| other != tile);
        match place {
            "first" => self.hands[0] = self.hands[0].with(tile),
            "second" => self.hands[1] = self.hands[1].with(tile),
            "stock" => self.stock.push(tile),
            _ => {}
        }
    }

    fn apply(&mut self, tool: &Tool, click: &str) -> Result<(), DeskError> {
        match tool.name {
            "first-moves" => self.to_move = Side::First,
            "second-moves" => self.to_move = Side::Second,
            "empty" => *self = Sketch::empty(),
            "left" | "right" => {
                let number = click.strip_prefix('@').and_then(|text| text.parse().ok());
                let number = number.filter(|&number: &u8| number < 7).ok_or_else(|| {
                    SetUp::wrong(
                        "click",
                        click,
                        "expected one of the numbers below the tiles",
                    )
                })?;
                match tool.name {
                    "left" => self.ends.0 = number,
                    _ => self.ends.1 = number,
                }
            }
            place => {
                let tile = Tile::read(click)
                    .ok_or_else(|| SetUp::wrong("click", click, "expected a tile"))?;
                // The same again takes it back.
                let again = self.place(tile) == place;
                self.put(tile, if again { "out" } else { place });
            }
        }
        Ok(())
    }
}
