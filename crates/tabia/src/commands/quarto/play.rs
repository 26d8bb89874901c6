//! `tabia quarto play`: a person against the program, in the terminal.

mod screen;

use std::time::Instant;

use clap::Args;
use tabia_desk::ledger::{Entry, Experience, GameResult, Ledger};
use tabia_desk::quarto::{Engine, Rated};
use tabia_desk::session::Session;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;
use tabia_quarto::{Level, Move, Perfect, Position, Quarto, Record, Rules};

use super::engine::EngineOptions;
use super::options::RulesOptions;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::prompt::{Answer, Prompt};
use crate::terminal::score_sheet::{DataOptions, ScoreSheet};
use crate::terminal::{self, Screen, Then, Who};
use crate::{progress, suggest};
use screen::{BoardScreen, read_turn};

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

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let ledger = self.data.ledger()?;
        let mut table = Table {
            engine: self.engine.start(rules, self.level)?,
            adviser: None,
            rules,
            human: self.first.human(),
            session: Session::new(Quarto::new(rules), Position::EMPTY),
            sheet: ScoreSheet::new(),
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
    rules: Rules,
    human: Side,
    engine: Engine,
    /// Gives hints and values; made when first asked.
    adviser: Option<Perfect>,
    session: Session<Quarto>,
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
        let mut moves: Vec<Move> = Vec::new();
        let start = Instant::now();
        let work = Work::begin();
        let spinner = progress::spinner("thinking");
        let session = &mut self.session;
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
            self.sheet.thought(seconds);
            self.screen.engine(&moves, seconds)?;
        }
        Ok(true)
    }

    /// Keeps a game that has just ended, too.
    fn show(&mut self) -> anyhow::Result<()> {
        let position = self.session.state();
        match self.result() {
            None => self.screen.position(position)?,
            Some(result) => {
                self.screen.over(position, &self.rules, result)?;
                self.keep()?;
            }
        }
        Ok(())
    }

    fn question(&self) -> String {
        match self.session.state().hand() {
            Some(piece) => format!("place {piece} on"),
            None => "give".to_owned(),
        }
    }

    /// The program goes on thinking meanwhile.
    fn ask(&self, prompt: &mut Prompt) -> anyhow::Result<Answer> {
        let question = self.prompt();
        if self.play.no_ponder || self.session.payoff().is_some() {
            return Ok(prompt.ask(&question)?);
        }
        let stop = Stop::new();
        let (engine, position) = (&self.engine, self.session.state());
        std::thread::scope(|scope| {
            scope.spawn(|| engine.ponder(position, &stop));
            let answer = prompt.ask(&question);
            stop.request();
            Ok(answer?)
        })
    }

    fn is_over(&self) -> bool {
        self.session.payoff().is_some()
    }

    fn act(&mut self, line: &str) -> anyhow::Result<Then> {
        let line = line.to_ascii_lowercase();
        let texts = match read_turn(&line) {
            Ok(texts) => texts,
            Err(message) => return self.screen.0.complain(&message),
        };
        if texts.len() == 2 && self.session.state().hand().is_none() {
            return self.screen.0.complain(&format!(
                "You hold no piece, so there is none for `{}`: type only the piece to give.",
                texts[0]
            ));
        }
        match self.session.play_texts(&texts) {
            Ok(_) => Ok(Then::Show),
            Err(error) => self.screen.0.complain(&error.to_string()),
        }
    }

    fn take_back(&mut self) -> bool {
        let taken = self.session.take_back(self.human);
        if taken {
            self.sheet.taken_back();
            self.sheet.kept = false;
        }
        taken
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        let position = *self.session.state();
        let budget = self.play.engine.budget();
        let work = Work::begin();
        let hint = {
            let _spinner = progress::spinner("looking for a good move");
            self.adviser()?.choose(&position, budget, work.stop())
        };
        match hint {
            Some(hint) => {
                self.sheet.helped();
                self.screen.hint(hint.turn, hint.value)?;
                Ok(Then::Ask)
            }
            None => self.screen.0.note("Stopped."),
        }
    }

    fn values(&mut self) -> anyhow::Result<Then> {
        let position = *self.session.state();
        let work = Work::begin();
        let moves = {
            let _spinner = progress::spinner("solving; Ctrl-C stops");
            self.adviser()?.solver().moves(&position, work.stop())
        };
        match moves {
            Some(moves) => {
                self.sheet.helped();
                let rated: Vec<Rated> = moves.iter().map(Rated::from).collect();
                self.screen.values(&rated)?;
                Ok(Then::Ask)
            }
            None => self.screen.0.note("Stopped."),
        }
    }

    fn record(&self) -> Option<String> {
        let mut record = Record::new(self.rules);
        for &turn in self.session.moves() {
            record.push(turn).expect("the session plays legal moves");
        }
        Some(record.to_string())
    }

    fn begin_again(&mut self) -> anyhow::Result<()> {
        self.keep()?;
        self.session = Session::new(Quarto::new(self.rules), Position::EMPTY);
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
            Who::Human => "You give",
            Who::Engine => "I give",
        };
        self.screen.0.note(&format!(
            "Quarto, {}, against level {}. {first} the first piece. `help` lists the commands.",
            self.rules, self.play.level
        ))?;
        Ok(())
    }

    fn adviser(&mut self) -> anyhow::Result<&Perfect> {
        if self.adviser.is_none() {
            self.adviser = Some(self.play.engine.perfect(self.rules)?);
        }
        Ok(self.adviser.as_ref().expect("made above"))
    }

    /// How the game ended for the program.
    fn result(&self) -> Option<GameResult> {
        let payoff = self.session.payoff()?;
        Some(payoff.seen_by(self.human.other()).into())
    }

    /// Writes the game into the ledger unless it is there already or has not
    /// really begun.
    fn keep(&mut self) -> anyhow::Result<()> {
        let Some(record) = terminal::Table::record(self).filter(|record| !record.is_empty()) else {
            return Ok(());
        };
        if self.sheet.kept {
            return Ok(());
        }
        let (rules, level) = (self.rules.to_string(), self.play.level.to_string());
        let result = self.result();
        self.ledger.add(&Entry {
            name: self.play.name.clone(),
            experience: self.play.me,
            ..(self.sheet).entry("quarto", &rules, &level, self.human, result, &record)
        })?;
        self.sheet.kept = true;
        self.screen.0.record(&record)?;
        Ok(())
    }
}
