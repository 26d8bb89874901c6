//! `tabia darkchess play`: a person against the program, in the terminal.

mod request;
mod screen;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tabia_darkchess::{Deal, Endings, FullPosition, Level, Player, Record};
use tabia_kernel::rules::{Score, Side};

use super::engine::EngineOptions;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::progress;
use crate::prompt::{Answer, Prompt};
use crate::suggest;
use request::Request;
use screen::Screen;
use tabia_desk::ledger::{Entry, Experience, GameResult, Ledger};

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
    #[arg(long, value_name = "LEVEL", default_value = "4", value_parser = suggest::reader::<Level>(&["random", "greedy"]))]
    level: Level,
    /// Who has the first turn
    #[arg(long, value_enum, default_value_t = Who::Human)]
    first: Who,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "POSITION")]
    position: Option<FullPosition>,
    /// Which deal [default: another one each time]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Your experience, novice or expert, for the statistics
    #[arg(long, value_name = "EXPERIENCE")]
    me: Option<Experience>,
    /// Your name, for the record
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    engine: EngineOptions,
    /// Directory of the games played [default: your data directory]
    #[arg(long, value_name = "DIR", env = "TABIA_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// Print a line of JSON for each event instead of boards
    #[arg(long)]
    json: bool,
}

/// The two at the board.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    /// The person.
    Human,
    /// The program.
    Engine,
}

/// Adviser's depth where the level is weaker.
const ADVICE: u8 = 4;

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        // First of all, so that no game is played that cannot be kept.
        let ledger = Ledger::open(self.data.as_deref())?;
        let endings = self.engine.endings()?;
        let start = self.position.unwrap_or(FullPosition::START);
        let seed = self.seed.unwrap_or_else(seed_of_the_moment);
        let screen = if self.json {
            Screen::Json
        } else {
            Screen::Text
        };
        let mut table = Table {
            game: Game::new(start, seed),
            start,
            seed,
            endings,
            ledger,
            screen,
            play: self,
        };
        table.run()
    }
}

/// A seed that nobody chose.
fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos() as u64)
}

/// One game and what the ledger wants to know of it.
struct Game {
    record: Record,
    deal: Deal,
    started: SystemTime,
    take_backs: u32,
    hints: u32,
    engine_turns: Vec<f64>,
    /// Whether the ledger has the game as it stands.
    kept: bool,
}

impl Game {
    fn new(start: FullPosition, seed: u64) -> Game {
        Game {
            record: Record::new(start),
            deal: Deal::of(&start, seed),
            started: SystemTime::now(),
            take_backs: 0,
            hints: 0,
            engine_turns: Vec::new(),
            kept: false,
        }
    }
}

/// Everything around the board.
struct Table {
    play: Play,
    start: FullPosition,
    seed: u64,
    endings: Option<Arc<Endings>>,
    game: Game,
    ledger: Ledger,
    screen: Screen,
}

/// Whether to go on after a request.
enum Then {
    /// Show the position and ask again.
    Show,
    /// Ask again.
    Ask,
    /// Leave.
    Leave(Ending),
}

impl Table {
    fn run(&mut self) -> anyhow::Result<Ending> {
        let mut prompt = Prompt::new()?;
        self.greet()?;
        let mut then = Then::Show;
        loop {
            if !self.engine_turn()? {
                self.keep()?;
                return Ok(Ending::Interrupted);
            }
            if let Then::Show = then {
                self.show()?;
            }
            let question = match self.game.record.end() {
                Some(_) => "new or quit> ",
                None => "your turn> ",
            };
            then = match prompt.ask(question)? {
                Answer::Line(line) => match request::read(&line) {
                    Ok(request) => self.answer(request)?,
                    Err(message) => {
                        self.screen.complain(&message)?;
                        Then::Ask
                    }
                },
                Answer::End => Then::Leave(Ending::Done),
                Answer::Interrupted => Then::Leave(Ending::Interrupted),
            };
            if let Then::Leave(ending) = then {
                self.keep()?;
                return Ok(ending);
            }
        }
    }

    fn greet(&self) -> anyhow::Result<()> {
        let first = match self.play.first {
            Who::Human => "You have",
            Who::Engine => "I have",
        };
        self.screen.note(&format!(
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
        self.game.record.is_firsts_turn() == (self.play.first == Who::Human)
    }

    /// Lets the program take its turn if it has one. False if it was
    /// interrupted.
    fn engine_turn(&mut self) -> anyhow::Result<bool> {
        if self.game.record.end().is_some() || self.is_persons_turn() {
            return Ok(true);
        }
        let before = *self.game.record.position();
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
        let turn = self.game.deal.turn(choice.action);
        self.game.record.push(turn);
        self.game.engine_turns.push(seconds);
        self.screen.engine(&before, turn, seconds)?;
        Ok(true)
    }

    /// Shows where the game stands, and keeps it if it has just ended.
    fn show(&mut self) -> anyhow::Result<()> {
        let position = *self.game.record.position();
        match (self.game.record.end(), self.result()) {
            (Some(end), Some(result)) => {
                self.screen.over(&position, end, result)?;
                self.keep()?;
            }
            _ => self.screen.position(&position)?,
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> anyhow::Result<Then> {
        let over = self.game.record.end().is_some();
        match request {
            Request::Nothing => Ok(Then::Ask),
            Request::Board => Ok(Then::Show),
            Request::Quit => Ok(Then::Leave(Ending::Done)),
            Request::Help => {
                self.screen.help()?;
                Ok(Then::Ask)
            }
            Request::New => {
                self.keep()?;
                self.seed = self.seed.wrapping_add(1);
                self.game = Game::new(self.start, self.seed);
                Ok(Then::Show)
            }
            Request::Save(path) => {
                match self.save(&path) {
                    Ok(()) => self.screen.note(&format!("Saved in {}.", path.display()))?,
                    Err(error) => self.screen.complain(&format!("{error:#}"))?,
                }
                Ok(Then::Ask)
            }
            Request::Undo => self.undo(),
            Request::Action(_) | Request::Hint | Request::Values if over => {
                self.screen
                    .complain("The game is over: `new` begins another, `undo` takes back.")?;
                Ok(Then::Ask)
            }
            Request::Hint => self.hint(),
            Request::Values => self.values(),
            Request::Action(text) => self.act(&text),
        }
    }

    fn act(&mut self, text: &str) -> anyhow::Result<Then> {
        let before = *self.game.record.position();
        match before.read_action(text) {
            Ok(action) => {
                let turn = self.game.deal.turn(action);
                self.game.record.push(turn);
                self.screen.turned(&before, turn)?;
                Ok(Then::Show)
            }
            Err(error) => {
                self.screen
                    .complain(&format!("{error}; `help` lists what can be typed"))?;
                Ok(Then::Ask)
            }
        }
    }

    /// Takes back the person's last turn and what followed.
    fn undo(&mut self) -> anyhow::Result<Then> {
        let turns = self.game.record.turns().len();
        let back = if self.is_persons_turn() { 2 } else { 1 };
        if turns < back {
            self.screen
                .complain("There is no turn of yours to take back.")?;
            return Ok(Then::Ask);
        }
        for _ in 0..back {
            self.game.record.pop();
        }
        self.game.take_backs += 1;
        self.game.kept = false;
        Ok(Then::Show)
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        let position = *self.game.record.position();
        let work = Work::begin();
        let choice = {
            let _spinner = progress::spinner("looking for a good move");
            self.adviser().choose(&position, work.stop())?
        };
        match choice {
            Some(choice) => {
                self.game.hints += 1;
                let text = position.write_action(choice.action);
                self.screen.hint(text, choice.value)?;
            }
            None => self.screen.note("Stopped.")?,
        }
        Ok(Then::Ask)
    }

    fn values(&mut self) -> anyhow::Result<Then> {
        let position = *self.game.record.position();
        let work = Work::begin();
        let rated = {
            let _spinner = progress::spinner("looking ahead; Ctrl-C stops");
            self.adviser().rate(&position, work.stop())?
        };
        match rated {
            Some(rated) => {
                self.game.hints += 1;
                self.screen.values(&position, &rated)?;
            }
            None => self.screen.note("Stopped.")?,
        }
        Ok(Then::Ask)
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, format!("{}\n", self.game.record))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// How the game ended for the program.
    fn result(&self) -> Option<GameResult> {
        let end = self.game.record.end()?;
        // Without a turn nobody has a colour; a start that is over has one.
        let first = self.game.record.first()?;
        let engine = match self.play.first {
            Who::Human => first.other(),
            Who::Engine => first,
        };
        Some(match end.seen_by(engine) {
            Score::WIN => GameResult::Win,
            Score::LOSS => GameResult::Loss,
            _ => GameResult::Draw,
        })
    }

    /// Writes the game into the ledger unless it is there already or has not
    /// really begun.
    fn keep(&mut self) -> anyhow::Result<()> {
        if self.game.kept || self.game.record.turns().is_empty() {
            return Ok(());
        }
        let record = self.game.record.to_string();
        self.ledger.add(&Entry {
            game: "darkchess".into(),
            rules: "forty plies".to_owned(),
            level: self.play.level.to_string(),
            name: self.play.name.clone(),
            ids: None,
            experience: self.play.me,
            human: match self.play.first {
                Who::Human => Side::First,
                Who::Engine => Side::Second,
            },
            result: self.result(),
            take_backs: self.game.take_backs,
            hints: self.game.hints,
            record: record.clone(),
            started: self.game.started,
            engine_turns: self.game.engine_turns.clone(),
        })?;
        self.game.kept = true;
        self.screen.record(&record)?;
        Ok(())
    }
}
