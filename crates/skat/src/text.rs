//! Deals as text.

use std::fmt;

use crate::deal::DealError;
use crate::{Card, Cards, Contract, Deal, Seat};

/// Why a text is not a deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadDealError {
    /// Not three hands.
    #[error("`{text}` is {found} hands: expected three, separated by `|`")]
    Hands {
        /// The text before the first semicolon.
        text: String,
        /// How many there are.
        found: usize,
    },
    /// A word that is no card.
    #[error(
        "`{text}` in {place} is not a card: expected a suit, C S H D, and a rank, 7 8 9 T J Q K A"
    )]
    Card {
        /// The word.
        text: String,
        /// Where it stands.
        place: Place,
    },
    /// One card in two places.
    #[error("{card} is in {first} and again in {second}")]
    Twice {
        /// The card.
        card: Card,
        /// Where it is read first.
        first: Place,
        /// Where it is read again.
        second: Place,
    },
    /// A part after the hands that is none of those known.
    #[error(
        "`{0}` is not part of a deal: expected `game`, `declarer`, `lead`, `table`, `points` or `lost`"
    )]
    Part(String),
    /// A part given more than once.
    #[error("`{0}` is given twice")]
    Repeated(&'static str),
    /// A part that must be there.
    #[error("`; {part} …` is missing: expected {expected}")]
    Missing {
        /// Its name.
        part: &'static str,
        /// What may follow the name.
        expected: &'static str,
    },
    /// A part with something else behind its name than it should have.
    #[error("`{text}` is not a {part}: expected {expected}")]
    Value {
        /// What stands there.
        text: String,
        /// The name of the part.
        part: &'static str,
        /// What may stand there.
        expected: &'static str,
    },
    /// More than two cards on the table.
    #[error("{0} cards lie on the table: expected at most two, the third ends the trick")]
    Table(usize),
    /// A card on the table that had no right to be played.
    #[error("{card} does not follow {led}, but seat {seat} holds {held}")]
    Revoked {
        /// The second card of the trick.
        card: Card,
        /// The first.
        led: Card,
        /// Who played the second.
        seat: Seat,
        /// A card that follows.
        held: Card,
    },
    /// Hands that no trick leaves behind.
    #[error(transparent)]
    Lengths(DealError),
    /// More points than there are.
    #[error("{points} points taken and {left} still in play make more than 120")]
    Points {
        /// Taken by the declarer, says the text.
        points: u8,
        /// Counted by the cards.
        left: u8,
    },
    /// A part that this contract does not have.
    #[error("`{part}` does not belong to {contract}")]
    NotHere {
        /// The part.
        part: &'static str,
        /// What is played.
        contract: Contract,
    },
}

/// Where a card is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the hand of a seat.
    Hand(Seat),
    /// On the table.
    Table,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(seat) => write!(f, "the hand of seat {seat}"),
            Place::Table => f.write_str("the trick on the table"),
        }
    }
}

impl fmt::Display for Deal {
    /// The text that [`Deal::read`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.hands;
        write!(
            f,
            "{a} | {b} | {c}; game {}; declarer {}; lead {}",
            self.contract, self.declarer, self.leader
        )?;
        match self.table {
            [Some(first), Some(second)] => write!(f, "; table {first} {second}")?,
            [Some(first), None] => write!(f, "; table {first}")?,
            _ => {}
        }
        if self.points > 0 {
            write!(f, "; points {}", self.points)?;
        }
        if self.lost {
            write!(f, "; lost")?;
        }
        Ok(())
    }
}

impl Deal {
    /// Reads the hands of seats 1, 2 and 3, then parts in any order: `game`
    /// (`clubs`, `spades`, `hearts`, `diamonds`, `grand` or `null`),
    /// `declarer`, `lead` (who leads the trick, or led it), and if needed
    /// `table` (the cards of the trick so far), `points` (those the declarer
    /// has taken) and, of a null game, `lost`.
    ///
    /// ```
    /// use tabia_skat::{Deal, Seat};
    /// let text = "CJ SA HT | SK DK H8 | CA C9 DT; game clubs; declarer 1; lead 2";
    /// let deal: Deal = Deal::read(text)?;
    /// assert_eq!(deal.turn(), Seat::Two);
    /// assert_eq!(deal.to_string(), text.replace("SK DK H8", "SK H8 DK"));
    /// # Ok::<(), tabia_skat::ReadDealError>(())
    /// ```
    pub fn read(text: &str) -> Result<Deal, ReadDealError> {
        let (hands_text, parts_text) = match text.split_once(';') {
            Some((hands, parts)) => (hands, Some(parts)),
            None => (text, None),
        };
        let mut seen = Seen::default();
        let texts: Vec<&str> = hands_text.split('|').collect();
        let &[one, two, three] = &texts[..] else {
            return Err(ReadDealError::Hands {
                text: hands_text.trim().to_owned(),
                found: texts.len(),
            });
        };
        let mut hands = [Cards::NONE; 3];
        for ((text, hand), seat) in [one, two, three].iter().zip(&mut hands).zip(Seat::ALL) {
            *hand = seen.cards(text, Place::Hand(seat))?.into_iter().collect();
        }
        let parts = Parts::read(parts_text)?;
        let table = match parts.table {
            Some(text) => seen.cards(text, Place::Table)?,
            None => Vec::new(),
        };
        let deal = Deal {
            hands,
            table: [table.first().copied(), table.get(1).copied()],
            leader: parts.leader,
            declarer: parts.declarer,
            contract: parts.contract,
            points: parts.points,
            lost: parts.lost,
        };
        deal.check(table.len())?;
        Ok(deal)
    }

    /// Checks what [`read`](Self::read) can only see with everything read.
    fn check(&self, on_table: usize) -> Result<(), ReadDealError> {
        if on_table > 2 {
            return Err(ReadDealError::Table(on_table));
        }
        // As they were at the lead of the trick.
        let mut lengths = self.hands.map(Cards::len);
        for places in 0..on_table {
            lengths[self.leader.after(places) as usize] += 1;
        }
        let [a, b, c] = lengths;
        if a != b || b != c {
            let [a, b, c] = self.hands.map(Cards::len);
            return Err(ReadDealError::Lengths(DealError::Unequal(a, b, c)));
        }
        if a > 10 {
            return Err(ReadDealError::Lengths(DealError::TooMany(a)));
        }
        if let [Some(led), Some(card)] = self.table {
            let seat = self.leader.after(1);
            let playable = self
                .contract
                .playable(self.hand(seat).with(card), Some(led));
            if !playable.contains(card)
                && let Some(held) = playable.into_iter().next()
            {
                return Err(ReadDealError::Revoked {
                    card,
                    led,
                    seat,
                    held,
                });
            }
        }
        let contract = self.contract;
        if contract == Contract::Null && self.points > 0 {
            let part = "points";
            return Err(ReadDealError::NotHere { part, contract });
        }
        if contract != Contract::Null && self.lost {
            let part = "lost";
            return Err(ReadDealError::NotHere { part, contract });
        }
        let left = self.hands.iter().copied().fold(Cards::NONE, Cards::union);
        let left = left.points() + self.table().collect::<Cards>().points();
        let points = self.points;
        if u16::from(points) + u16::from(left) > 120 {
            return Err(ReadDealError::Points { points, left });
        }
        Ok(())
    }
}

/// The cards read so far, and where.
#[derive(Default)]
struct Seen(Vec<(Card, Place)>);

impl Seen {
    fn cards(&mut self, text: &str, place: Place) -> Result<Vec<Card>, ReadDealError> {
        let mut cards = Vec::new();
        for word in text.split_whitespace() {
            let card = Card::read(word).ok_or_else(|| ReadDealError::Card {
                text: word.to_owned(),
                place,
            })?;
            if let Some(&(card, first)) = self.0.iter().find(|(other, _)| *other == card) {
                return Err(ReadDealError::Twice {
                    card,
                    first,
                    second: place,
                });
            }
            self.0.push((card, place));
            cards.push(card);
        }
        Ok(cards)
    }
}

const GAMES: &str = "clubs, spades, hearts, diamonds, grand or null";
const SEATS: &str = "a seat, 1, 2 or 3";

/// What follows the hands.
struct Parts<'a> {
    contract: Contract,
    declarer: Seat,
    leader: Seat,
    table: Option<&'a str>,
    points: u8,
    lost: bool,
}

impl<'a> Parts<'a> {
    fn read(text: Option<&'a str>) -> Result<Parts<'a>, ReadDealError> {
        let (mut game, mut declarer, mut lead) = (None, None, None);
        let (mut table, mut points, mut lost) = (None, None, None);
        for part in text.into_iter().flat_map(|text| text.split(';')) {
            let part = part.trim();
            let (name, value) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            let (name, slot) = match name {
                "game" => ("game", &mut game),
                "declarer" => ("declarer", &mut declarer),
                "lead" => ("lead", &mut lead),
                "table" => ("table", &mut table),
                "points" => ("points", &mut points),
                "lost" if value.is_empty() => ("lost", &mut lost),
                _ => return Err(ReadDealError::Part(part.to_owned())),
            };
            if slot.replace(value.trim()).is_some() {
                return Err(ReadDealError::Repeated(name));
            }
        }
        let required = |value: Option<&'a str>, part, expected| {
            value.ok_or(ReadDealError::Missing { part, expected })
        };
        let wrong = |text: &str, part, expected| ReadDealError::Value {
            text: text.to_owned(),
            part,
            expected,
        };
        let seat = |value: Option<&'a str>, part| {
            let text = required(value, part, SEATS)?;
            let named = Seat::ALL.into_iter().find(|seat| seat.to_string() == text);
            named.ok_or_else(|| wrong(text, part, SEATS))
        };
        let contract = required(game, "game", GAMES)?;
        Ok(Parts {
            contract: Contract::read(contract).ok_or_else(|| wrong(contract, "game", GAMES))?,
            declarer: seat(declarer, "declarer")?,
            leader: seat(lead, "lead")?,
            table,
            points: match points {
                None => 0,
                Some(text) => text
                    .parse()
                    .ok()
                    .filter(|&points| points <= 120)
                    .ok_or_else(|| wrong(text, "points", "a number from 0 to 120"))?,
            },
            lost: lost.is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        Deal::read(text).unwrap_err().to_string()
    }

    #[test]
    fn deals_are_written_as_they_are_read() {
        for text in [
            "CJ SA HT | SK H8 DK | CA C9 DT; game clubs; declarer 1; lead 2",
            "CJ SA | SK H8 DK | CA C9; game grand; declarer 3; lead 3; table DT HT; points 51",
            "S7 |  | SA; game null; declarer 3; lead 2; table S8",
            " |  | ; game null; declarer 3; lead 1; lost",
        ] {
            let deal = Deal::read(text).unwrap();
            assert_eq!(deal.to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_card_and_its_place() {
        assert_eq!(
            complaint("CJ | SK X7 | CA; game clubs; declarer 1; lead 2"),
            "`X7` in the hand of seat 2 is not a card: \
             expected a suit, C S H D, and a rank, 7 8 9 T J Q K A"
        );
        assert_eq!(
            complaint("CJ | SK | CJ; game clubs; declarer 1; lead 2"),
            "CJ is in the hand of seat 1 and again in the hand of seat 3"
        );
        assert_eq!(
            complaint("CJ | SK D7 | H7 H8; game clubs; declarer 1; lead 1; table CJ"),
            "CJ is in the hand of seat 1 and again in the trick on the table"
        );
        assert_eq!(
            complaint("D8 | SK | H7 H8; game clubs; declarer 1; lead 1; table SA C7"),
            "C7 does not follow SA, but seat 2 holds SK"
        );
    }

    #[test]
    fn errors_say_what_was_expected() {
        let hands = "CJ | SK | CA";
        assert_eq!(
            complaint("CJ | SK; game clubs; declarer 1; lead 1"),
            "`CJ | SK` is 2 hands: expected three, separated by `|`"
        );
        assert_eq!(
            complaint(hands),
            "`; game …` is missing: expected clubs, spades, hearts, diamonds, grand or null"
        );
        assert_eq!(
            complaint(&format!("{hands}; game ramsch; declarer 1; lead 1")),
            "`ramsch` is not a game: expected clubs, spades, hearts, diamonds, grand or null"
        );
        assert_eq!(
            complaint(&format!("{hands}; game null; declarer 4; lead 1")),
            "`4` is not a declarer: expected a seat, 1, 2 or 3"
        );
        assert_eq!(
            complaint(&format!("{hands}; game null; declarer 1; lead 1; lead 2")),
            "`lead` is given twice"
        );
        assert_eq!(
            complaint(&format!("{hands}; game null; declarer 1; lead 1; trump D")),
            "`trump D` is not part of a deal: expected \
             `game`, `declarer`, `lead`, `table`, `points` or `lost`"
        );
        assert_eq!(
            complaint(&format!("{hands}; game null; declarer 1; lead 1; points 3")),
            "`points` does not belong to null"
        );
        assert_eq!(
            complaint(&format!("{hands}; game grand; declarer 1; lead 1; lost")),
            "`lost` does not belong to grand"
        );
        assert_eq!(
            complaint(&format!(
                "{hands}; game grand; declarer 1; lead 1; points 110"
            )),
            "110 points taken and 17 still in play make more than 120"
        );
        assert_eq!(
            complaint("CJ SA | SK | CA; game grand; declarer 1; lead 1"),
            "the hands have 2, 1 and 1 cards: expected equally many"
        );
        assert_eq!(
            complaint("| | ; game grand; declarer 1; lead 1; table C7 C8 C9"),
            "3 cards lie on the table: expected at most two, the third ends the trick"
        );
    }
}
