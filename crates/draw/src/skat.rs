//! Skat cards: three open hands and the trick on the table.

use tabia_kernel::rules::Side;
use tabia_skat::{Card, Cards, Colour, Contract, Deal, Rank, Seat, Suit};

use crate::palette::{FAINT_INK, INK};
use crate::svg::{Anchor, Letters, N, Svg};

/// A picture of a deal: the hands in seat order, and the trick so far.
///
/// ```
/// use tabia_draw::skat::Picture;
/// use tabia_skat::Deal;
///
/// let deal = Deal::read("CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2")?;
/// let picture = Picture::new(&deal).svg();
/// assert!(picture.contains("jack of clubs"));
/// # Ok::<(), tabia_skat::ReadDealError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    deal: Deal,
    /// The trick that was completed last, shown while the next has not begun.
    before: Vec<(Seat, Card)>,
    viewer: Option<Seat>,
    turned: bool,
}

const WIDTH: f64 = 480.0;
const LEFT: f64 = 12.0;
const CARD: (f64, f64) = (42.0, 60.0);
const STEP: f64 = 46.0;
const LABEL: f64 = 22.0;
const HAND: f64 = LABEL + CARD.1 + 12.0;
const TRICK: f64 = LABEL + CARD.1 + 18.0;

const CARD_PAPER: &str = "#fffdf8";
const CARD_EDGE: &str = "#8d8578";
const BACK: &str = "#5b7a8c";
const BACK_EDGE: &str = "#d9e2e8";
const RED: &str = "#b3261e";
const BLACK: &str = "#1f1c19";

impl Picture {
    /// The deal.
    #[must_use]
    pub fn new(deal: &Deal) -> Picture {
        Picture {
            deal: *deal,
            before: Vec::new(),
            viewer: None,
            turned: false,
        }
    }

    /// Puts the hands in the other order: the last seat above.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> Picture {
        self.turned = turned;
        self
    }

    /// Shows the hand of this seat only, and the others from behind.
    #[must_use]
    pub fn seen_by(mut self, viewer: Option<Seat>) -> Picture {
        self.viewer = viewer;
        self
    }

    /// Shows the last trick as long as the next one has not begun.
    #[must_use]
    pub fn last_trick(mut self, cards: Vec<(Seat, Card)>) -> Picture {
        self.before = cards;
        self
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = 3.0 * HAND + TRICK + 8.0;
        let title = match self.viewer {
            None => format!("Skat: {}", self.deal),
            Some(_) => format!("Skat: {}", self.deal.contract()),
        };
        let mut svg = Svg::on_paper(WIDTH, height, &title);
        for (i, seat) in Seat::ALL.into_iter().enumerate() {
            let row = if self.turned { 2 - i } else { i };
            self.draw_hand(&mut svg, 4.0 + HAND * row as f64, seat);
        }
        self.draw_trick(&mut svg, 4.0 + 3.0 * HAND);
        svg.to_string()
    }

    fn draw_hand(&self, svg: &mut Svg, top: f64, seat: Seat) {
        let who = match self.deal.side(seat) {
            Side::First => "declarer",
            Side::Second => "defender",
        };
        let turn = !self.deal.is_over() && self.deal.turn() == seat;
        let label = match turn {
            true => format!("Seat {seat}, {who}, to play"),
            false => format!("Seat {seat}, {who}"),
        };
        let letters = match turn {
            true => Letters::new(14.0, INK).bold(),
            false => Letters::new(14.0, FAINT_INK),
        };
        svg.text(LEFT, top + 14.0, letters, &label);
        if self.viewer.is_some_and(|viewer| viewer != seat) {
            for i in 0..self.deal.hand(seat).len() {
                draw_back(svg, LEFT + STEP * i as f64, top + LABEL);
            }
            return;
        }
        let contract = self.deal.contract();
        let mut cards: Vec<Card> = self.deal.hand(seat).collect();
        cards.sort_by_key(|&card| std::cmp::Reverse(order(contract, card)));
        for (i, card) in cards.into_iter().enumerate() {
            let x = LEFT + STEP * i as f64;
            draw_card(svg, x, top + LABEL, card, Some(seat));
        }
    }

    fn draw_trick(&self, svg: &mut Svg, top: f64) {
        let on_table: Vec<Card> = self.deal.table().collect();
        let (label, cards): (&str, Vec<(Seat, Card)>) = match on_table.is_empty() {
            true => ("The last trick", self.before.clone()),
            false => {
                let leader = self.deal.leader();
                let seats = (0..).map(|places| leader.after(places));
                ("The trick", seats.zip(on_table).collect())
            }
        };
        let score = match self.deal.contract() {
            Contract::Null => "null".to_owned(),
            contract => format!("{contract}: declarer has {} points", self.deal.points()),
        };
        if !cards.is_empty() {
            svg.text(LEFT, top + 14.0, Letters::new(14.0, FAINT_INK), label);
        }
        let right = Letters::new(14.0, INK).anchored(Anchor::End);
        svg.text(WIDTH - LEFT, top + 14.0, right, &score);
        for (i, (seat, card)) in cards.into_iter().enumerate() {
            let x = LEFT + (STEP + 34.0) * i as f64;
            draw_card(svg, x, top + LABEL, card, None);
            let letters = Letters::new(12.0, FAINT_INK);
            svg.text(
                x + CARD.0 + 6.0,
                top + LABEL + 14.0,
                letters,
                &seat.to_string(),
            );
        }
    }
}

/// All cards and who holds them, each to be clicked.
#[derive(Clone, Debug)]
pub struct Pack {
    hands: [Cards; 3],
    caption: String,
}

const PACK_STEP: (f64, f64) = (58.0, 92.0);

impl Pack {
    /// Three hands, in seat order; the caption says what else is decided.
    #[must_use]
    pub fn new(hands: [Cards; 3], caption: &str) -> Pack {
        Pack {
            hands,
            caption: caption.to_owned(),
        }
    }

    /// The picture: a suit in each row.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = 4.0 * PACK_STEP.1 + 56.0;
        let mut svg = Svg::on_paper(WIDTH, height, "Skat: who holds which cards");
        for (i, card) in Card::all().enumerate() {
            let x = LEFT + PACK_STEP.0 * (i % 8) as f64;
            let y = 8.0 + PACK_STEP.1 * (i / 8) as f64;
            let holder = self.hands.iter().position(|hand| hand.contains(card));
            draw_card(&mut svg, x, y, card, Some(Seat::One));
            let (text, letters) = match holder {
                Some(seat) => (format!("seat {}", seat + 1), Letters::new(12.0, INK).bold()),
                None => ("–".to_owned(), Letters::new(12.0, FAINT_INK)),
            };
            let letters = letters.anchored(Anchor::Middle);
            svg.text(x + CARD.0 / 2.0, y + CARD.1 + 15.0, letters, &text);
        }
        let y = 8.0 + 4.0 * PACK_STEP.1 + 12.0;
        let [a, b, c] = self.hands.map(Cards::len);
        let counts = format!("Cards: {a}, {b} and {c}");
        svg.text(LEFT, y, Letters::new(14.0, INK).bold(), &counts);
        svg.text(LEFT, y + 22.0, Letters::new(14.0, INK), &self.caption);
        svg.to_string()
    }
}

/// Trumps first, then suits, high cards first.
fn order(contract: Contract, card: Card) -> (bool, u8, u8) {
    let trump = contract.colour(card) == Colour::Trump;
    // Jacks stand above the suit that is trump, whatever their own.
    let suit = if trump {
        0
    } else {
        u8::MAX - card.suit() as u8
    };
    (trump, suit, contract.height(card))
}

fn words(card: Card) -> String {
    let suit = match card.suit() {
        Suit::Clubs => "clubs",
        Suit::Spades => "spades",
        Suit::Hearts => "hearts",
        Suit::Diamonds => "diamonds",
    };
    let rank = match card.rank() {
        Rank::Seven => "seven",
        Rank::Eight => "eight",
        Rank::Nine => "nine",
        Rank::Ten => "ten",
        Rank::Jack => "jack",
        Rank::Queen => "queen",
        Rank::King => "king",
        Rank::Ace => "ace",
    };
    format!("{rank} of {suit}")
}

/// A card; one in a hand can be clicked.
fn draw_card(svg: &mut Svg, x: f64, y: f64, card: Card, held: Option<Seat>) {
    match held {
        Some(_) => svg.begin(format_args!("data-click=\"{card}\"")),
        None => svg.begin(format_args!("data-card=\"{card}\"")),
    }
    svg.hint(&words(card));
    let (width, height) = CARD;
    svg.add(format_args!(
        "rect class=\"spot\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"5\" \
         fill=\"{CARD_PAPER}\" stroke=\"{CARD_EDGE}\" stroke-width=\"1.2\"",
        N(x),
        N(y)
    ));
    let (symbol, colour) = match card.suit() {
        Suit::Clubs => ("♣", BLACK),
        Suit::Spades => ("♠", BLACK),
        Suit::Hearts => ("♥", RED),
        Suit::Diamonds => ("♦", RED),
    };
    let text = card.to_string();
    let rank = match &text[1..] {
        "T" => "10",
        rank => rank,
    };
    let middle = x + width / 2.0;
    let large = Letters::new(19.0, colour).bold().anchored(Anchor::Middle);
    svg.text(middle, y + 24.0, large, rank);
    let suit = Letters::new(22.0, colour).anchored(Anchor::Middle);
    svg.text(middle, y + 49.0, suit, symbol);
    svg.end();
}

/// A card from behind.
fn draw_back(svg: &mut Svg, x: f64, y: f64) {
    let (width, height) = CARD;
    for (inset, fill) in [(0.0, BACK_EDGE), (3.5, BACK)] {
        svg.add(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"{fill}\" \
             stroke=\"{CARD_EDGE}\"",
            N(x + inset),
            N(y + inset),
            N(width - 2.0 * inset),
            N(height - 2.0 * inset)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_cards_can_be_clicked_and_the_trick_cannot() {
        let text = "CJ SA HT | DK S7 | C9 DT; game clubs; declarer 1; lead 2; table H8 CA";
        let deal = Deal::read(text).expect("a deal");
        let svg = Picture::new(&deal).svg();
        assert_eq!(svg.matches("data-click").count(), 7);
        assert_eq!(svg.matches("data-card").count(), 2);
        assert!(svg.contains("Seat 1, declarer, to play"), "{svg}");
    }

    #[test]
    fn hidden_hands_are_neither_drawn_nor_told() {
        let text = "CJ SA HT | DK S7 | C9 DT; game clubs; declarer 1; lead 2; table H8 CA";
        let picture = Picture::new(&Deal::read(text).expect("a deal"));
        let declarer = picture.clone().seen_by(Some(Seat::One)).svg();
        assert_eq!(declarer.matches("data-click").count(), 3);
        for hidden in ["DK", "seven of spades", "C9", "ten of diamonds"] {
            assert!(!declarer.contains(hidden), "{hidden}");
        }
        let defenders = picture.seen_by(Some(Seat::Two)).svg();
        assert_eq!(defenders.matches("data-click").count(), 2);
        assert!(!defenders.contains("CJ") && !defenders.contains("C9"));
    }

    #[test]
    fn every_card_of_the_pack_can_be_clicked_and_its_holder_is_told() {
        let hand = |text: &str| text.split(' ').filter_map(Card::read).collect();
        let svg = Pack::new([hand("CJ SA"), hand("H7"), hand("")], "clubs").svg();
        assert_eq!(svg.matches("data-click").count(), 32);
        assert_eq!(svg.matches("seat 1").count(), 2);
        assert!(svg.contains("2, 1 and 0"), "{svg}");
    }

    #[test]
    fn trumps_stand_first() {
        let text = "SA CJ C7 | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2";
        let svg = Picture::new(&Deal::read(text).expect("a deal")).svg();
        let at = |card: &str| svg.find(&format!("data-click=\"{card}\"")).expect("drawn");
        assert!(at("CJ") < at("C7") && at("C7") < at("SA"));
    }
}
