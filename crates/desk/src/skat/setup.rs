//! Dealing by hand: who holds which cards, what is played, who leads.

use tabia_draw::skat::Pack;
use tabia_skat::{Card, Cards, Contract, Deal, Seat};

use crate::{DeskError, Edit, SetUp, Tool};

const TOOLS: [Tool; 17] = [
    Tool::click("seat-1", "Seat 1 holds it"),
    Tool::click("seat-2", "Seat 2 holds it"),
    Tool::click("seat-3", "Seat 3 holds it"),
    Tool::click("out", "Nobody holds it"),
    Tool::at_once("clubs", "Clubs"),
    Tool::at_once("spades", "Spades"),
    Tool::at_once("hearts", "Hearts"),
    Tool::at_once("diamonds", "Diamonds"),
    Tool::at_once("grand", "Grand"),
    Tool::at_once("null", "Null"),
    Tool::at_once("declarer-1", "Seat 1 declares"),
    Tool::at_once("declarer-2", "Seat 2 declares"),
    Tool::at_once("declarer-3", "Seat 3 declares"),
    Tool::at_once("lead-1", "Seat 1 leads"),
    Tool::at_once("lead-2", "Seat 2 leads"),
    Tool::at_once("lead-3", "Seat 3 leads"),
    Tool::at_once("empty", "Empty hands"),
];

/// A deal that need not be one yet.
struct Sketch {
    hands: [Cards; 3],
    contract: Contract,
    declarer: Seat,
    leader: Seat,
    /// Points that the declarer has, and the like, as written.
    rest: Vec<String>,
}

/// The deal of a text after a change.
pub(super) fn set_up(text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
    let mut sketch = Sketch::read(text)?;
    if let Some(edit) = edit {
        sketch.apply(edit)?;
    }
    let text = sketch.write();
    let caption = format!(
        "{}: seat {} declares, seat {} leads",
        sketch.contract, sketch.declarer, sketch.leader
    );
    let empty = sketch.hands.iter().all(|hand| hand.is_empty());
    Ok(SetUp {
        board: Pack::new(sketch.hands, &caption).svg(),
        tools: TOOLS.to_vec(),
        fault: match Deal::read(&text) {
            Ok(_) if empty => Some("nobody holds a card".to_owned()),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        },
        text,
    })
}

impl Sketch {
    fn empty() -> Sketch {
        Sketch {
            hands: [Cards::NONE; 3],
            contract: Contract::Grand,
            declarer: Seat::One,
            leader: Seat::One,
            rest: Vec::new(),
        }
    }

    /// Hands may be of any length; everything else has to be right.
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
        let hands: Vec<&str> = parts.next().unwrap_or_default().split('|').collect();
        if hands.len() != 3 {
            return Err(wrong("expected three hands, parted by `|`".into()));
        }
        for (seat, hand) in hands.into_iter().enumerate() {
            for word in hand.split_whitespace() {
                let card = Card::read(word)
                    .ok_or_else(|| wrong(format!("`{word}` is no card, such as CJ")))?;
                sketch.hold(card, Some(seat));
            }
        }
        for part in parts.filter(|part| !part.is_empty()) {
            let seat = |text: &str| seat(text).ok_or_else(|| wrong(format!("`{text}` is no seat")));
            match part.split_once(' ') {
                Some(("game", name)) => {
                    sketch.contract = Contract::read(name.trim())
                        .ok_or_else(|| wrong(format!("`{name}` is no game")))?;
                }
                Some(("declarer", text)) => sketch.declarer = seat(text.trim())?,
                Some(("lead", text)) => sketch.leader = seat(text.trim())?,
                _ => sketch.rest.push(part.to_owned()),
            }
        }
        Ok(sketch)
    }

    fn write(&self) -> String {
        let [one, two, three] = self.hands;
        let mut text = format!(
            "{one} | {two} | {three}; game {}; declarer {}; lead {}",
            self.contract, self.declarer, self.leader
        );
        for part in &self.rest {
            text += &format!("; {part}");
        }
        text
    }

    /// Gives a card to a seat, or to nobody.
    fn hold(&mut self, card: Card, seat: Option<usize>) {
        for hand in &mut self.hands {
            *hand = hand.without(card);
        }
        if let Some(seat) = seat {
            self.hands[seat] = self.hands[seat].with(card);
        }
    }

    fn apply(&mut self, edit: &Edit) -> Result<(), DeskError> {
        let tool = SetUp::tool(&TOOLS, edit)?;
        if tool.name == "empty" {
            *self = Sketch::empty();
            return Ok(());
        }
        if let Some(contract) = Contract::read(tool.name) {
            self.contract = contract;
            return Ok(());
        }
        if let Some(seat) = tool.name.strip_prefix("declarer-").and_then(seat) {
            self.declarer = seat;
            return Ok(());
        }
        if let Some(seat) = tool.name.strip_prefix("lead-").and_then(seat) {
            self.leader = seat;
            return Ok(());
        }
        let card = Card::read(&edit.click)
            .ok_or_else(|| SetUp::wrong("click", &edit.click, "expected a card, such as CJ"))?;
        let to = tool.name.strip_prefix("seat-").and_then(seat);
        let to = to.map(|seat| seat as usize);
        let held = self.hands.iter().position(|hand| hand.contains(card));
        // The same again takes it back.
        self.hold(card, to.filter(|_| held != to));
        Ok(())
    }
}

fn seat(text: &str) -> Option<Seat> {
    let number: usize = text.parse().ok()?;
    Seat::ALL.get(number.wrapping_sub(1)).copied()
}
