//! `tabia darkchess play`: a person against the program, in the terminal.

mod screen;

use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use tabia_darkchess::{Deal, Endings, FullPosition, Level, Player, Record};
use tabia_desk::ledger::{Entry, Experience, GameResult, Ledger};

use super::engine::EngineOptions;
use crate::ending::Ending;
use crate::games::seed_by_the_clock;
use crate::interrupt::Work;
use crate::terminal::request::alone;
use crate::terminal::score_sheet::{DataOptions, ScoreSheet};
use crate::terminal::{self, Screen, Then, Who};
use crate::{numbers, progress, suggest};
use screen::BoardScreen;

/// Play against the program.
///
/// Type a square (`b5`) to turn over its piece, or two (`b2-b1`, `b2xc2`) to
/// step or take; `help` lists the other commands. Which piece lies where is
/// decided at the start by the seed, and the program does not look.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia darkchess play --level 4\n  \
    tabia darkchess play --level 6 --first engine --tables tables")]
pub(crate) struct Play {
    /// How strong: random, greedy, or plies looked ahead
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "4",
        value_parser = suggest::reader::<Level>(&["random", "greedy"]),
    )]
    level: Level,
    /// Who has the first turn
    #[arg(long, value_enum, default_value_t = Who::Human)]
    first: Who,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "POSITION")]
    position: Option<FullPosition>,
    /// Which deal [default: another one each time]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed())]
    seed: Option<u64>,
    /// Your experience, novice or expert, for the statistics
    #[arg(long, value_name = "EXPERIENCE")]
    me: Option<Experience>,
    /// Your name, for the record
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    data: DataOptions,
    /// Print a line of JSON for each event instead of boards
    #[arg(long)]
    json: bool,
}

/// Adviser's depth where the level is weaker.
const ADVICE: u8 = 4;

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let ledger = self.data.ledger()?;
        let endings = self.engine.endings()?;
        let start = self.position.unwrap_or(FullPosition::START);
        let seed = self.seed.unwrap_or_else(seed_by_the_clock);
        let mut table = Table {
            record: Record::new(start),
            deal: Deal::of(&start, seed),
            sheet: ScoreSheet::new(),
            start,
            seed,
            endings,
            ledger,
            screen: BoardScreen(Screen::new(self.json)),
            play: self,
        };
        table.greet()?;
        terminal::play(&mut table)
    }
}

/// Everything around the board.
struct Table {
    play: Play,
    start: FullPosition,
    seed: u64,
    endings: Option<Arc<Endings>>,
    record: Record,
    deal: Deal,
    sheet: ScoreSheet,
    ledger: Ledger,
    screen: BoardScreen,
}

impl terminal::Table for Table {
    fn screen(&self) -> Screen {
        self.screen.0
    }

    fn help(&self) -> String {
        screen::help()
    }

    fn reply(&mut self) -> anyhow::Result<bool> {
        if self.record.end().is_some() || self.is_persons_turn() {
            return Ok(true);
        }
        let before = *self.record.position();
        let start = Instant::now();
        let work = Work::begin();
        let choice = {
            let _spinner = progress::spinner("thinking");
            self.player(self.play.level).choose(&before, work.stop())?
        };
        let Some(choice) = choice.filter(|_| !work.is_interrupted()) else {
            return Ok(false);
        };
        drop(work);
        let seconds = start.elapsed().as_secs_f64();
        let turn = self.deal.turn(choice.action);
        self.record.push(turn);
        self.sheet.thought(seconds);
        self.screen.engine(&before, turn, seconds)?;
        Ok(true)
    }

    /// Keeps a game that has just ended, too.
    fn show(&mut self) -> anyhow::Result<()> {
        let position = *self.record.position();
        match (self.record.end(), self.result()) {
            (Some(end), Some(result)) => {
                self.screen.over(&position, end, result)?;
                self.keep()?;
            }
            _ => self.screen.position(&position)?,
        }
        Ok(())
    }

    fn question(&self) -> String {
        "your turn".to_owned()
    }

    fn is_over(&self) -> bool {
        self.record.end().is_some()
    }

    fn act(&mut self, line: &str) -> anyhow::Result<Then> {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Err(message) = alone(words[0], &words[1..]) {
            return self.screen.0.complain(&message);
        }
        let before = *self.record.position();
        match before.read_action(words[0]) {
            Ok(action) => {
                let turn = self.deal.turn(action);
                self.record.push(turn);
                self.screen.turned(&before, turn)?;
                Ok(Then::Show)
            }
            Err(error) => {
                let message = format!("{error}; `help` lists what can be typed");
                self.screen.0.complain(&message)
            }
        }
    }

    fn take_back(&mut self) -> bool {
        let turns = self.record.turns().len();
        let back = if self.is_persons_turn() { 2 } else { 1 };
        if turns < back {
            return false;
        }
        for _ in 0..back {
            self.record.pop();
        }
        self.sheet.taken_back();
        self.sheet.kept = false;
        true
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        let position = *self.record.position();
        let work = Work::begin();
        let choice = {
            let _spinner = progress::spinner("looking for a good move");
            self.adviser().choose(&position, work.stop())?
        };
        match choice {
            Some(choice) => {
                self.sheet.helped();
                let text = position.write_action(choice.action);
                self.screen.hint(text, choice.value)?;
                Ok(Then::Ask)
            }
            None => self.screen.0.note("Stopped."),
        }
    }

    fn values(&mut self) -> anyhow::Result<Then> {
        let position = *self.record.position();
        let work = Work::begin();
        let rated = {
            let _spinner = progress::spinner("looking ahead; Ctrl-C stops");
            self.adviser().rate(&position, work.stop())?
        };
        match rated {
            Some(rated) => {
                self.sheet.helped();
                self.screen.values(&position, &rated)?;
                Ok(Then::Ask)
            }
            None => self.screen.0.note("Stopped."),
        }
    }

    fn record(&self) -> Option<String> {
        Some(self.record.to_string())
    }

    fn begin_again(&mut self) -> anyhow::Result<()> {
        self.keep()?;
        self.seed = self.seed.wrapping_add(1);
        self.record = Record::new(self.start);
        self.deal = Deal::of(&self.start, self.seed);
        self.sheet = ScoreSheet::new();
        Ok(())
    }

    fn leave(&mut self) -> anyhow::Result<()> {
        self.keep()
    }
}

impl Table {
    fn greet(&self) -> anyhow::Result<()> {
        let first = match self.play.first {
            Who::Human => "You have",
            Who::Engine => "I have",
        };
        self.screen.0.note(&format!(
            "Dark chess against level {}, deal {}. {first} the first turn. `help` lists the \
             commands.",
            self.play.level, self.seed
        ))?;
        Ok(())
    }

    /// The player of a level that at least looks ahead.
    fn player(&self, level: Level) -> Player {
        let endings = self.endings.as_ref();
        self.play.engine.player(level, self.seed, endings)
    }

    fn adviser(&self) -> Player {
        self.player(self.play.level.max(Level::Depth(ADVICE)))
    }

    fn is_persons_turn(&self) -> bool {
        self.record.is_firsts_turn() == (self.play.first == Who::Human)
    }

    /// How the game ended for the program.
    fn result(&self) -> Option<GameResult> {
        let end = self.record.end()?;
        // Without a turn nobody has a colour; a start that is over has one.
        let first = self.record.first()?;
        let engine = match self.play.first {
            Who::Human => first.other(),
            Who::Engine => first,
        };
        Some(end.seen_by(engine).into())
    }

    /// Writes the game into the ledger unless it is there already or has not
    /// really begun.
    fn keep(&mut self) -> anyhow::Result<()> {
        if self.sheet.kept || self.record.turns().is_empty() {
            return Ok(());
        }
        let (level, record) = (self.play.level.to_string(), self.record.to_string());
        let (human, result) = (self.play.first.human(), self.result());
        self.ledger.add(&Entry {
            name: self.play.name.clone(),
            experience: self.play.me,
            ..(self.sheet).entry("darkchess", "forty plies", &level, human, result, &record)
        })?;
        self.sheet.kept = true;
        self.screen.0.record(&record)?;
        Ok(())
    }
}
