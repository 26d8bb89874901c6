//! `tabia dominoes play`: a person against the program, in the terminal.

use clap::Args;
use serde::Serialize;
use tabia_dominoes::{Dominoes, Event as Happened, Level, Move, Party, Tile, choose};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Notation as _, Score, Side};

use crate::ending::Ending;
use crate::games::seed_by_the_clock;
use crate::interrupt::Work;
use crate::terminal::{self, Screen, Then, listed};
use crate::{numbers, progress, suggest};

/// Play against the program.
///
/// Seven tiles each; the strongest opens; who cannot play draws from the stock
/// until a tile fits. Type a tile and the end to lay it at (`35@5`), or only
/// the tile where there is no choice; `help` lists the other commands. With
/// --open you and the program see all tiles.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia dominoes play --level 64\n  \
    tabia dominoes play --open --seed 7")]
pub(crate) struct Play {
    /// How strong: random, simple, or a number of worlds from 1 to 10000
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "64",
        conflicts_with = "open",
        value_parser = suggest::reader::<Level>(&["random", "simple", "open"]),
    )]
    level: Level,
    /// Open hands: the program sees yours and the stock, you see its
    #[arg(long)]
    open: bool,
    /// Which deal [default: another one each time]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed())]
    seed: Option<u64>,
    /// Print a line of JSON for each event instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    /// A game begins.
    Game {
        seed: u64,
    },
    /// Someone opened, laid a tile, drew or passed.
    Happened {
        text: &'a str,
    },
    /// The person is to move.
    Turn {
        hand: String,
        ends: String,
        others: usize,
        stock: usize,
        moves: Vec<String>,
        other_hand: Option<String>,
    },
    /// The game has ended; the result is the person's.
    Over {
        result: i16,
    },
    Hint {
        r#move: String,
    },
}

const COMMANDS: &[(&str, &str)] = &[
    ("35@5", "lay tile 35 at the end that shows 5"),
    ("35", "the same where there is no choice"),
    ("undo", "take back your last tile"),
    ("hint", "ask for a good move"),
    ("table", "show the table again"),
    ("new", "begin another game"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// The person is the first player.
const ME: Side = Side::First;

/// Everything around the game.
struct Table {
    play: Play,
    screen: Screen,
    level: Level,
    seed: u64,
    random: Seeded,
    party: Party,
    /// The games before each of the person's moves.
    before: Vec<Party>,
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let seed = self.seed.unwrap_or_else(seed_by_the_clock);
        let mut random = Seeded::new(seed);
        let mut events = Vec::new();
        let party = Party::dealt(&mut random, &mut events);
        let mut table = Table {
            level: if self.open { Level::Open } else { self.level },
            screen: Screen::new(self.json),
            play: self,
            seed,
            random,
            party,
            before: Vec::new(),
        };
        table.begin(&events)?;
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
        while self.party.payoff().is_none() && self.party.to_move() != ME {
            let Some(m) = self.choose("thinking") else {
                return Ok(false);
            };
            self.put(m)?;
        }
        Ok(true)
    }

    fn show(&mut self) -> anyhow::Result<()> {
        if let Some(payoff) = self.party.payoff() {
            let result = payoff.seen_by(ME);
            let verdict = match result {
                Score::WIN => "You win.",
                Score::LOSS => "You lose.",
                _ => "A draw.",
            };
            let text = format!(
                "\n{verdict} You held {}, I held {}. `new` begins another game.",
                held(&self.party, ME),
                held(&self.party, ME.other())
            );
            let result = result.points();
            return self.screen.tell(&Event::Over { result }, &text);
        }
        let view = self.party.view(ME);
        let (a, b) = self.party.position().ends().halves();
        let other = (self.play.open).then(|| self.party.hand(ME.other()).to_string());
        let mine = match &other {
            Some(tiles) => format!("I hold {tiles}"),
            None => format!("I hold {} tiles", view.others()),
        };
        let text = format!(
            "\nEnds {a} and {b}; {} in the stock; {mine}.\nYour tiles: {}",
            self.party.stock(),
            view.hand()
        );
        let event = Event::Turn {
            hand: view.hand().to_string(),
            ends: format!("{a}-{b}"),
            others: view.others(),
            stock: self.party.stock(),
            moves: self.moves().iter().map(Move::to_string).collect(),
            other_hand: other,
        };
        self.screen.tell(&event, &text)
    }

    fn question(&self) -> String {
        "tile".to_owned()
    }

    fn is_over(&self) -> bool {
        self.party.payoff().is_some()
    }

    fn act(&mut self, line: &str) -> anyhow::Result<Then> {
        match self.read(line) {
            Ok(m) => {
                self.before.push(self.party);
                self.put(m)?;
                Ok(Then::Show)
            }
            Err(message) => self.screen.complain(&message),
        }
    }

    fn take_back(&mut self) -> bool {
        let before = self.before.pop();
        before.map(|before| self.party = before).is_some()
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        let Some(m) = self.choose("looking for a good move") else {
            return self.screen.note("Stopped.");
        };
        let text = format!("I would play {m}.");
        let r#move = m.to_string();
        self.screen.tell(&Event::Hint { r#move }, &text)?;
        Ok(Then::Ask)
    }

    fn begin_again(&mut self) -> anyhow::Result<()> {
        self.seed = self.seed.wrapping_add(1);
        self.random = Seeded::new(self.seed);
        let mut events = Vec::new();
        self.party = Party::dealt(&mut self.random, &mut events);
        self.before.clear();
        self.begin(&events)
    }
}

impl Table {
    /// The program's choice; `None` if it was stopped.
    fn choose(&mut self, doing: &'static str) -> Option<Move> {
        let work = Work::begin();
        let _spinner = progress::spinner(doing);
        choose(self.level, &self.party, &mut self.random, work.stop())
    }

    fn begin(&self, events: &[Happened]) -> anyhow::Result<()> {
        let seed = self.seed;
        let text = format!("\nA new game; you are the first player. (seed {seed})");
        self.screen.tell(&Event::Game { seed }, &text)?;
        self.narrate(events)
    }

    fn narrate(&self, events: &[Happened]) -> anyhow::Result<()> {
        for event in events {
            let text = event.to_string();
            self.screen
                .tell(&Event::Happened { text: &text }, format!("  {text}"))?;
        }
        Ok(())
    }

    fn put(&mut self, m: Move) -> anyhow::Result<()> {
        let mut events = Vec::new();
        self.party.play(m, &mut events);
        self.narrate(&events)
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.party.moves(&mut moves);
        moves
    }

    /// A move: a tile and an end, or a tile that fits in one way only.
    fn read(&self, text: &str) -> Result<Move, String> {
        if let Some(tile) = Tile::read(text) {
            let with = |m: &Move| matches!(m, Move::Play { tile: t, .. } if *t == tile);
            let ways: Vec<Move> = self.moves().into_iter().filter(with).collect();
            match ways[..] {
                [only] => return Ok(only),
                [one, other, ..] => {
                    return Err(format!("{tile} fits at both ends: `{one}` or `{other}`?"));
                }
                [] if self.party.hand(ME).contains(tile) => {
                    return Err(format!("tile {tile} does not fit"));
                }
                [] => return Err(format!("tile {tile} is not in your hand")),
            }
        }
        let read = Dominoes::default().read_move(&self.party.position(), text);
        read.map_err(|error| error.to_string())
    }
}

fn held(party: &Party, side: Side) -> String {
    match party.hand(side) {
        hand if hand.is_empty() => "nothing".to_owned(),
        hand => format!("{hand} ({} pips)", hand.pips()),
    }
}
