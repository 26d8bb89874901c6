//! `tabia quarto play`: a person against the program, in the terminal.

mod request;
mod screen;

use std::path::Path;
use std::time::{Instant, SystemTime};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tabia_desk::ledger::{Entry, Experience, GameResult, Ledger};
use tabia_desk::quarto::{Engine, Rated};
use tabia_desk::session::Session;
use tabia_kernel::rules::{Score, Side};
use tabia_kernel::search::Stop;
use tabia_quarto::{Level, Move, Perfect, Position, Quarto, Record, Rules};

use super::engine::EngineOptions;
use super::options::{DataOptions, RulesOptions};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::progress;
use crate::prompt::{Answer, Prompt};
use crate::suggest;
use request::Request;
use screen::Screen;

/// Play against the program.
///
/// Type a cell (`b3`) to place the piece you hold, a hex digit (`7`) to give
/// a piece, or both at once (`b3 7`); `help` lists the other commands. The
/// program thinks while you do. Games are kept for `tabia quarto stats`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia quarto play --level 6 --me novice\n  \
    tabia quarto play --level perfect --first engine --rules squares")]
pub(crate) struct Play {
    /// How strong: moves looked ahead, 2 to 32, or `perfect`
    #[arg(long, value_name = "LEVEL", default_value = "6", value_parser = suggest::reader::<Level>(&["perfect"]))]
    level: Level,
    /// Who gives the first piece
    #[arg(long, value_enum, default_value_t = Who::Human)]
    first: Who,
    /// Your experience, novice or expert, for the statistics
    #[arg(long, value_name = "EXPERIENCE")]
    me: Option<Experience>,
    /// Your name, for the record
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Do not think while the person does
    #[arg(long)]
    no_ponder: bool,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    data: DataOptions,
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

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        // First of all, so that no game is played that cannot be kept.
        let ledger = Ledger::open(self.data.data.as_deref())?;
        let human = match self.first {
            Who::Human => Side::First,
            Who::Engine => Side::Second,
        };
        let screen = if self.json {
            Screen::Json
        } else {
            Screen::Text
        };
        let mut table = Table {
            engine: self.engine.start(rules, self.level)?,
            adviser: None,
            rules,
            human,
            game: Game::new(rules),
            ledger,
            screen,
            play: self,
        };
        table.run()
    }
}

/// One game and what the ledger wants to know of it.
struct Game {
    session: Session<Quarto>,
    started: SystemTime,
    take_backs: u32,
    hints: u32,
    engine_turns: Vec<f64>,
    /// Whether the ledger has the game as it stands.
    kept: bool,
}

impl Game {
    fn new(rules: Rules) -> Game {
        Game {
            session: Session::new(Quarto::new(rules), Position::EMPTY),
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
    rules: Rules,
    human: Side,
    engine: Engine,
    /// Gives hints and values; made when first asked.
    adviser: Option<Perfect>,
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
            then = match self.ask(&mut prompt)? {
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
            Who::Human => "You give",
            Who::Engine => "I give",
        };
        self.screen.note(&format!(
            "Quarto, {}, against level {}. {first} the first piece. `help` lists the commands.",
            self.rules, self.play.level
        ))?;
        Ok(())
    }

    /// Asks the person, while the program goes on thinking.
    fn ask(&self, prompt: &mut Prompt) -> anyhow::Result<Answer> {
        let position = self.game.session.state();
        let question = match (self.game.session.payoff(), position.hand()) {
            (Some(_), _) => "new or quit> ".to_owned(),
            (None, Some(piece)) => format!("place {piece} on> "),
            (None, None) => "give> ".to_owned(),
        };
        if self.play.no_ponder || self.game.session.payoff().is_some() {
            return Ok(prompt.ask(&question)?);
        }
        let stop = Stop::new();
        let engine = &self.engine;
        std::thread::scope(|scope| {
            scope.spawn(|| engine.ponder(position, &stop));
            let answer = prompt.ask(&question);
            stop.request();
            Ok(answer?)
        })
    }

    /// Lets the program move until the person is to move or the game is over.
    /// False if it was interrupted.
    fn engine_turn(&mut self) -> anyhow::Result<bool> {
        let mut moves: Vec<Move> = Vec::new();
        let start = Instant::now();
        let work = Work::begin();
        let spinner = progress::spinner("thinking");
        let session = &mut self.game.session;
        while session.payoff().is_none() && session.to_move() != self.human {
            let Some(turn) = self.engine.choose(session.state(), work.stop()) else {
                return Ok(false);
            };
            session.play(turn);
            moves.push(turn);
        }
        drop(spinner);
        if !moves.is_empty() {
            let seconds = start.elapsed().as_secs_f64();
            self.game.engine_turns.push(seconds);
            self.screen.engine(&moves, seconds)?;
        }
        Ok(true)
    }

    /// Shows where the game stands, and keeps it if it has just ended.
    fn show(&mut self) -> anyhow::Result<()> {
        match self.result() {
            None => self.screen.position(self.game.session.state())?,
            Some(result) => {
                let position = self.game.session.state();
                self.screen.over(position, &self.rules, result)?;
                self.keep()?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> anyhow::Result<Then> {
        let over = self.game.session.payoff().is_some();
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
                self.game = Game::new(self.rules);
                Ok(Then::Show)
            }
            Request::Save(path) => {
                match self.save(&path) {
                    Ok(()) => self.screen.note(&format!("Saved in {}.", path.display()))?,
                    Err(error) => self.screen.complain(&format!("{error:#}"))?,
                }
                Ok(Then::Ask)
            }
            Request::Undo => {
                if self.game.session.take_back(self.human) {
                    self.game.take_backs += 1;
                    self.game.kept = false;
                    Ok(Then::Show)
                } else {
                    self.screen
                        .complain("There is no move of yours to take back.")?;
                    Ok(Then::Ask)
                }
            }
            Request::Moves(_) | Request::Hint | Request::Values if over => {
                self.screen
                    .complain("The game is over: `new` begins another, `undo` takes back.")?;
                Ok(Then::Ask)
            }
            Request::Hint => self.hint(),
            Request::Values => self.values(),
            Request::Moves(texts) => {
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                self.moves(&texts)
            }
        }
    }

    fn moves(&mut self, texts: &[&str]) -> anyhow::Result<Then> {
        if texts.len() == 2 && self.game.session.state().hand().is_none() {
            self.screen.complain(&format!(
                "You hold no piece, so there is none for `{}`: type only the piece to give.",
                texts[0]
            ))?;
            return Ok(Then::Ask);
        }
        match self.game.session.play_texts(texts) {
            Ok(_) => Ok(Then::Show),
            Err(error) => {
                self.screen.complain(&error.to_string())?;
                Ok(Then::Ask)
            }
        }
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        let position = *self.game.session.state();
        let budget = self.play.engine.budget();
        let work = Work::begin();
        let hint = {
            let _spinner = progress::spinner("looking for a good move");
            self.adviser()?.choose(&position, budget, work.stop())
        };
        match hint {
            Some(hint) => {
                self.game.hints += 1;
                self.screen.hint(hint.turn, hint.value)?;
            }
            None => self.screen.note("Stopped.")?,
        }
        Ok(Then::Ask)
    }

    fn values(&mut self) -> anyhow::Result<Then> {
        let position = *self.game.session.state();
        let work = Work::begin();
        let moves = {
            let _spinner = progress::spinner("solving; Ctrl-C stops");
            self.adviser()?.solver().moves(&position, work.stop())
        };
        match moves {
            Some(moves) => {
                self.game.hints += 1;
                let rated: Vec<Rated> = moves.iter().map(Rated::from).collect();
                self.screen.values(&rated)?;
            }
            None => self.screen.note("Stopped.")?,
        }
        Ok(Then::Ask)
    }

    fn adviser(&mut self) -> anyhow::Result<&Perfect> {
        if self.adviser.is_none() {
            self.adviser = Some(self.play.engine.perfect(self.rules)?);
        }
        Ok(self.adviser.as_ref().expect("made above"))
    }

    fn record(&self) -> String {
        let mut record = Record::new(self.rules);
        for &turn in self.game.session.moves() {
            record.push(turn).expect("the session plays legal moves");
        }
        record.to_string()
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, self.record() + "\n")
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// How the game ended for the program.
    fn result(&self) -> Option<GameResult> {
        let payoff = self.game.session.payoff()?;
        Some(match payoff.seen_by(self.human.other()) {
            Score::WIN => GameResult::Win,
            Score::LOSS => GameResult::Loss,
            _ => GameResult::Draw,
        })
    }

    /// Writes the game into the ledger unless it is there already or has not
    /// really begun.
    fn keep(&mut self) -> anyhow::Result<()> {
        let record = self.record();
        if self.game.kept || record.is_empty() {
            return Ok(());
        }
        self.ledger.add(&Entry {
            game: "quarto".into(),
            rules: self.rules.to_string(),
            level: self.play.level.to_string(),
            name: self.play.name.clone(),
            ids: None,
            experience: self.play.me,
            human: self.human,
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
