//! `tabia skat play`: a person against the program, in the terminal.

use clap::Args;
use serde::Serialize;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Notation as _;
use tabia_skat::{Card, Cards, Contract, Level, Player, Round, RoundResult, Seat, Skat};

use super::endings::EndingsOption;
use crate::ending::Ending;
use crate::games::seed_by_the_clock;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::terminal::{self, Screen, Then, listed};
use crate::{progress, suggest};

/// Play a round against the program.
///
/// The strongest hand declares; game and skat are chosen by rule of thumb, for
/// you too. Type a card (`SA`) to play it; `help` lists the other commands.
/// With --open everyone's cards are seen, by you and by the program.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia skat play --level 16 --seat 2\n  \
    tabia skat play --open --seed 7")]
pub(crate) struct Play {
    /// How strong: random, simple, or a number of worlds from 1 to 1000
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "16",
        conflicts_with = "open",
        value_parser = suggest::reader::<Level>(&["random", "simple", "open"]),
    )]
    level: Level,
    /// Open hands: the program plays perfectly
    #[arg(long)]
    open: bool,
    /// Your seat
    #[arg(long, value_name = "SEAT", default_value_t = 1, value_parser = within(1..=3_u8))]
    seat: u8,
    /// Which deal [default: another one each time]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed())]
    seed: Option<u64>,
    #[command(flatten)]
    endings: EndingsOption,
    /// Print a line of JSON for each event instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
    /// A round begins.
    Round {
        game: String,
        declarer: String,
        lead: String,
        seed: u64,
        skat: Option<String>,
    },
    /// The person is to play.
    Turn {
        hand: String,
        table: Vec<String>,
        points: u8,
        playable: Vec<String>,
        hands: Option<[String; 3]>,
    },
    /// A card was played.
    Card {
        seat: String,
        card: String,
    },
    /// The round has ended.
    Over {
        won: bool,
        points: u8,
    },
    Hint {
        card: String,
    },
}

const COMMANDS: &[(&str, &str)] = &[
    (
        "SA",
        "play the ace of spades: suits C S H D, ranks 7 8 9 T J Q K A",
    ),
    ("undo", "take back your last card"),
    ("hint", "ask for a good card"),
    ("table", "show the table again"),
    ("new", "begin another round"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Everything around the round.
struct Table {
    play: Play,
    screen: Screen,
    me: Seat,
    round: Round,
    seed: u64,
    player: Player,
    random: Seeded,
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let endings = self.endings.load()?;
        let level = if self.open { Level::Open } else { self.level };
        let seed = self.seed.unwrap_or_else(seed_by_the_clock);
        let mut random = Seeded::new(seed);
        let mut table = Table {
            me: Seat::ALL[usize::from(self.seat) - 1],
            round: Round::dealt(&mut random),
            seed,
            player: Player::new(level, endings),
            random,
            screen: Screen::new(self.json),
            play: self,
        };
        table.greet()?;
        terminal::play(&mut table)
    }
}

impl terminal::Table for Table {
    fn screen(&self) -> Screen {
        self.screen
    }

    fn help(&self) -> String {
        listed(COMMANDS)
    }

    fn reply(&mut self) -> anyhow::Result<bool> {
        while self.round.result().is_none() && self.round.deal().turn() != self.me {
            let Some(card) = self.choose("thinking") else {
                return Ok(false);
            };
            self.put(card)?;
        }
        Ok(true)
    }

    fn show(&mut self) -> anyhow::Result<()> {
        if let Some(RoundResult { won, points }) = self.round.result() {
            let declarer = match self.round.deal().declarer() == self.me {
                true => "You".to_owned(),
                false => format!("Seat {}", self.round.deal().declarer()),
            };
            let how = match self.round.deal().contract() {
                Contract::Null => String::new(),
                _ => format!(" with {points} points"),
            };
            let verdict = if won { "won" } else { "lost" };
            let text = format!(
                "\n{declarer} {verdict}{how}; {} were laid aside. `new` begins another round.",
                self.round.skat()
            );
            return self.screen.tell(&Event::Over { won, points }, &text);
        }
        let deal = self.round.deal();
        let hand = deal.hand(self.me);
        let table: Vec<String> = deal.table().map(|card| card.to_string()).collect();
        let names = |cards: Cards| cards.map(|card| card.to_string()).collect::<Vec<_>>();
        let hands = (self.play.open).then(|| Seat::ALL.map(|seat| deal.hand(seat).to_string()));
        let mut text = String::new();
        for seat in Seat::ALL
            .into_iter()
            .filter(|&seat| self.play.open && seat != self.me)
        {
            text += &format!("Seat {seat} holds {}\n", deal.hand(seat));
        }
        if !table.is_empty() {
            text += &format!("On the table: {}\n", table.join(" "));
        }
        text += &format!("Your hand: {hand}");
        let event = Event::Turn {
            hand: hand.to_string(),
            table,
            points: deal.points(),
            playable: names(deal.playable()),
            hands,
        };
        self.screen.tell(&event, &text)
    }

    fn question(&self) -> String {
        "card".to_owned()
    }

    fn is_over(&self) -> bool {
        self.round.result().is_some()
    }

    fn act(&mut self, line: &str) -> anyhow::Result<Then> {
        match Skat.read_move(self.round.deal(), &line.to_ascii_uppercase()) {
            Ok(card) => {
                self.put(card)?;
                Ok(Then::Show)
            }
            Err(error) => self.screen.complain(&error.to_string()),
        }
    }

    fn take_back(&mut self) -> bool {
        let mine = |&(seat, _): &(Seat, Card)| seat == self.me;
        let last = self.round.played().iter().rposition(mine);
        last.map(|at| self.round.take_back_to(at)).is_some()
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        let Some(card) = self.choose("looking for a good card") else {
            return self.screen.note("Stopped.");
        };
        let text = format!("I would play {card}.");
        let card = card.to_string();
        self.screen.tell(&Event::Hint { card }, &text)?;
        Ok(Then::Ask)
    }

    fn begin_again(&mut self) -> anyhow::Result<()> {
        self.seed = self.seed.wrapping_add(1);
        self.random = Seeded::new(self.seed);
        self.round = Round::dealt(&mut self.random);
        self.greet()
    }
}

impl Table {
    /// The program's choice; `None` if it was stopped.
    fn choose(&mut self, doing: &'static str) -> Option<Card> {
        let work = Work::begin();
        let _spinner = progress::spinner(doing);
        self.player
            .choose(&self.round, &mut self.random, work.stop())
    }

    fn greet(&self) -> anyhow::Result<()> {
        let deal = self.round.deal();
        let (contract, declarer, lead) = (deal.contract(), deal.declarer(), deal.leader());
        let mine = declarer == self.me;
        let skat = (mine || self.play.open).then(|| self.round.skat());
        let who = match mine {
            true => "You declare".to_owned(),
            false => format!("Seat {declarer} declares"),
        };
        let aside = skat.map_or_else(String::new, |skat| format!(" Laid aside: {skat}."));
        let text = format!(
            "\nYou are seat {}. {who} {contract}; seat {lead} leads.{aside} (seed {})",
            self.me, self.seed
        );
        let event = Event::Round {
            game: contract.to_string(),
            declarer: declarer.to_string(),
            lead: lead.to_string(),
            seed: self.seed,
            skat: skat.map(|skat| skat.to_string()),
        };
        self.screen.tell(&event, &text)
    }

    /// Plays a card and says so, and who takes the trick.
    fn put(&mut self, card: Card) -> anyhow::Result<()> {
        let seat = self.round.deal().turn();
        self.round.play(card);
        let mut text = format!("  seat {seat}: {card}");
        if self.round.played().len().is_multiple_of(3) {
            text += &format!("   the trick goes to seat {}", self.round.deal().leader());
        }
        let event = Event::Card {
            seat: seat.to_string(),
            card: card.to_string(),
        };
        self.screen.tell(&event, &text)
    }
}
