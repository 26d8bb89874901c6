//! `tabia play`: any game at the desk, in the terminal.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabia_desk::ledger::{Entry, Experience, GameResult, Ledger};
use tabia_desk::{Desk, Extra, Games, Judgement, Line, Options, Rating, Show, View, with_nearest};
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use super::darkchess::engine::endings;
use crate::ending::Ending;
use crate::games::seed_by_the_clock;
use crate::interrupt::Work;
use crate::progress;
use crate::terminal::score_sheet::{DataOptions, ScoreSheet};
use crate::terminal::{self, Screen, Then, listed};

/// Play any game against the program, or two people at one screen.
///
/// It is the game that the page shows, from the same desk: the same rules,
/// levels and values, and what is hidden there is hidden here. Type a move as
/// the list of moves spells it; `help` lists the other commands. Finished games
/// are kept for the statistics.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia play chess --level 1400\n  \
    tabia play skat --side second --level 16\n  \
    tabia play go --start problem.sgf\n  \
    tabia play dominoes --start '01 12 | 33 45 | 0-5 first' --side both")]
pub(crate) struct Play {
    /// Which game
    game: String,
    /// Directory of dark chess tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    options: PlayOptions,
}

/// How to play it.
#[derive(Args)]
pub(super) struct PlayOptions {
    /// How strong [default: as on the page]
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Your side
    #[arg(long, value_enum, default_value_t = Seat::First)]
    side: Seat,
    /// A variant of the rules [default: the usual one]
    #[arg(
        long,
        value_name = "RULES",
        default_value = "",
        hide_default_value = true
    )]
    rules: String,
    /// Begin here: a position or a game as text, a file with one, or `#` and the
    /// number of a deal [default: the usual start, or another deal each time]
    #[arg(long, value_name = "START")]
    start: Option<String>,
    /// Show all hands
    #[arg(long)]
    open: bool,
    /// Your experience, novice or expert, for the statistics
    #[arg(long, value_name = "EXPERIENCE")]
    me: Option<Experience>,
    #[command(flatten)]
    data: DataOptions,
    /// Print a line of JSON for each event instead
    #[arg(long)]
    json: bool,
}

/// Who sits in front of the screen.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seat {
    First,
    Second,
    /// Two people.
    Both,
}

impl Seat {
    fn side(self) -> Option<Side> {
        match self {
            Seat::First => Some(Side::First),
            Seat::Second => Some(Side::Second),
            Seat::Both => None,
        }
    }
}

/// The keys are a contract.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    /// A game begins.
    Game {
        game: &'a str,
        rules: &'a str,
        start: &'a str,
        level: &'a str,
    },
    /// A person is to move.
    Turn {
        diagram: &'a str,
        prompt: &'a str,
        moves: Vec<&'a str>,
    },
    /// The program has moved.
    Reply {
        moves: &'a [String],
        seconds: f64,
    },
    /// Whether a try was right.
    Judged {
        right: bool,
        words: &'a str,
    },
    /// What moves are worth.
    Values {
        moves: &'a [Rating],
    },
    Hint {
        r#move: &'a str,
    },
    /// The game has ended.
    Over {
        diagram: &'a str,
        words: &'a str,
        record: &'a str,
    },
}

const COMMANDS: &[(&str, &str)] = &[
    ("undo", "take back your last move, and the answer"),
    ("hint", "ask for a good move"),
    ("values", "ask what every move is worth"),
    ("moves", "list the legal moves"),
    ("board", "show the board again"),
    ("record", "the game as text, to be pasted elsewhere"),
    ("save FILE", "write that to FILE"),
    ("new", "begin another game"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Everything around the board.
struct Table {
    play: PlayOptions,
    desk: Arc<dyn Desk>,
    level: String,
    line: Line,
    ledger: Ledger,
    sheet: ScoreSheet,
    screen: Screen,
    /// How the game stands after the program's last move.
    view: View,
}

impl Play {
    pub(super) fn run(self, games: &Games) -> anyhow::Result<Ending> {
        let options = Options {
            darkchess: endings(self.tables.as_deref())?,
            ..Options::default()
        };
        self.options.run(games, &self.game, options)
    }
}

impl PlayOptions {
    /// Plays a game of a desk with these options.
    pub(super) fn run(self, games: &Games, name: &str, desk: Options) -> anyhow::Result<Ending> {
        let ledger = self.data.ledger()?;
        let options = Options {
            weights: Some(ledger.path().with_file_name("runs")),
            ..desk
        };
        let desk = games.desk(name, &options).expect("it is listed");
        let level = match &self.level {
            Some(level) => level.clone(),
            None => desk.about().usual_level.to_owned(),
        };
        let line = self.line(&*desk)?;
        let mut table = Table {
            view: desk.look(&line, &self.show(&*desk), &Stop::new())?,
            screen: Screen::new(self.json),
            play: self,
            desk,
            level,
            line,
            ledger,
            sheet: ScoreSheet::new(),
        };
        table.begin()?;
        terminal::play(&mut table)
    }

    /// Where the game begins.
    fn line(&self, desk: &dyn Desk) -> anyhow::Result<Line> {
        let Some(start) = &self.start else {
            let start = match desk.about().dealt {
                // Numbers that fit in a link, as the page deals them.
                true => format!("#{}", seed_by_the_clock() % 1_000_000),
                false => String::new(),
            };
            return Ok(Line::read(&self.rules, &start, ""));
        };
        if desk.about().dealt && start.starts_with('#') {
            return Ok(Line::read(&self.rules, start, ""));
        }
        let path = Path::new(start);
        // Positions end in none of these.
        let named = path.extension().and_then(|end| end.to_str());
        let named = named.is_some_and(|end| ["sgf", "pgn", "fen", "epd", "txt"].contains(&end));
        let text = match path.exists() || named {
            true => {
                std::fs::read_to_string(start).with_context(|| format!("cannot read {start}"))?
            }
            false => start.clone(),
        };
        Ok(desk.read(&self.rules, &text, &Stop::new())?)
    }

    fn show(&self, desk: &dyn Desk) -> Show {
        Show {
            flipped: self.side == Seat::Second && desk.about().turned,
            viewer: self.side.side(),
            open: self.open,
        }
    }
}

impl terminal::Table for Table {
    fn screen(&self) -> Screen {
        self.screen
    }

    fn help(&self) -> String {
        let first = self.view.choices.first();
        let such = first.map(|choice| format!("make a move, such as {}", choice.text));
        let such = such.iter().map(|such| ("MOVE", such.as_str()));
        let commands: Vec<(&str, &str)> = such.chain(COMMANDS.iter().copied()).collect();
        listed(&commands)
    }

    fn reply(&mut self) -> anyhow::Result<bool> {
        loop {
            self.view = self.look()?;
            if self.view.over.is_some() || self.view.yours {
                self.keep()?;
                return Ok(true);
            }
            let begun = Instant::now();
            let moves = {
                let work = Work::begin();
                let _spinner = progress::spinner("thinking");
                self.desk.reply(&self.line, &self.level, work.stop())?
            };
            let Some(moves) = moves else {
                return Ok(false);
            };
            let seconds = begun.elapsed().as_secs_f64();
            self.sheet.thought(seconds);
            self.line.moves.extend(moves.iter().cloned());
            let after = self.look()?;
            let said = after.history[self.view.history.len()..].iter();
            let said: Vec<String> = said.map(|m| format!("  {}: {}", m.text, m.say)).collect();
            let moves = &moves;
            self.screen
                .tell(&Event::Reply { moves, seconds }, said.join("\n"))?;
        }
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let view = &self.view;
        let (diagram, prompt) = (view.diagram.as_str(), view.prompt.as_str());
        if let Some(over) = &view.over {
            let text = format!("\n{diagram}\n{}. `new` begins another game.", over.words);
            let (words, record) = (over.words.as_str(), view.record.as_str());
            return self.screen.tell(
                &Event::Over {
                    diagram,
                    words,
                    record,
                },
                &text,
            );
        }
        let moves = view.choices.iter().map(|choice| choice.text.as_str());
        let event = Event::Turn {
            diagram,
            prompt,
            moves: moves.collect(),
        };
        self.screen.tell(&event, format!("\n{diagram}\n{prompt}."))
    }

    fn question(&self) -> String {
        "move".to_owned()
    }

    fn is_over(&self) -> bool {
        self.view.over.is_some()
    }

    fn act(&mut self, line: &str) -> anyhow::Result<Then> {
        if line.eq_ignore_ascii_case("moves") {
            let moves = self.view.choices.iter();
            let moves = moves.map(|m| format!("  {}: {}", m.text, m.say));
            return self.screen.note(&moves.collect::<Vec<String>>().join("\n"));
        }
        self.put(line)
    }

    /// Takes back to before the last move of whoever sits here.
    fn take_back(&mut self) -> bool {
        let mine = self.view.history.iter().rposition(|played| played.yours);
        if let Some(last) = mine {
            self.line.moves.truncate(last);
            self.sheet.taken_back();
        }
        mine.is_some()
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        self.sheet.helped();
        let turn = {
            let work = Work::begin();
            let _spinner = progress::spinner("looking for a good move");
            let level = match self.play.side {
                Seat::Both => self.desk.about().usual_level,
                _ => &self.level,
            };
            self.desk.reply(&self.line, level, work.stop())?
        };
        match turn.as_deref() {
            Some([first, ..]) => {
                let text = format!("I would play {first}.");
                self.screen.tell(&Event::Hint { r#move: first }, &text)?;
                Ok(Then::Ask)
            }
            _ => self.screen.note("Stopped."),
        }
    }

    fn values(&mut self) -> anyhow::Result<Then> {
        self.sheet.helped();
        let mut ratings = Vec::new();
        let all = {
            let work = Work::begin();
            let _spinner = progress::spinner("rating moves");
            let mut sink = |rating| ratings.push(rating);
            self.desk.rate(&self.line, work.stop(), &mut sink)?
        };
        ratings.sort_by(|a: &Rating, b| b.value.share.total_cmp(&a.value.share));
        let mut lines: Vec<String> = ratings.iter().map(spelled).collect();
        if ratings.is_empty() {
            lines.push("Moves are not rated in such a position.".to_owned());
        } else if !all {
            lines.push("  Not all moves could be rated.".to_owned());
        }
        self.screen
            .tell(&Event::Values { moves: &ratings }, lines.join("\n"))?;
        Ok(Then::Ask)
    }

    fn record(&self) -> Option<String> {
        Some(self.view.record.clone())
    }

    fn begin_again(&mut self) -> anyhow::Result<()> {
        self.line = match self.play.start {
            Some(_) => Line {
                moves: Vec::new(),
                ..self.line.clone()
            },
            None => self.play.line(&*self.desk)?,
        };
        self.view = self.look()?;
        self.sheet = ScoreSheet::new();
        self.begin()
    }
}

impl Table {
    fn look(&self) -> anyhow::Result<View> {
        let show = self.play.show(&*self.desk);
        Ok(self.desk.look(&self.line, &show, &Stop::new())?)
    }

    fn begin(&self) -> anyhow::Result<()> {
        let about = self.desk.about();
        // Refused now rather than in the middle of a game.
        let is_level = |level: &tabia_desk::Level| level.name == self.level;
        if self.play.side != Seat::Both && !about.levels.iter().any(is_level) {
            let names: Vec<&str> = about.levels.iter().map(|level| level.name).collect();
            let message = format!(
                "unknown level `{}`: expected {}",
                self.level,
                names.join(", ")
            );
            bail!(with_nearest(message, &self.level, names));
        }
        let deal = match self.line.start.starts_with('#') {
            true => format!(", deal {}", self.line.start),
            false => String::new(),
        };
        let who = match self.play.side.side() {
            Some(side) => format!("you are {}", about.sides[side as usize]),
            None => "two people".to_owned(),
        };
        let text = format!("\n{}, {}{deal}: {who}.", about.title, self.view.rules);
        let event = Event::Game {
            game: about.name,
            rules: &self.view.rules,
            start: &self.line.start,
            level: &self.level,
        };
        self.screen.tell(&event, &text)
    }

    /// Makes a move, spelled as it is listed or as it is clicked.
    fn put(&mut self, text: &str) -> anyhow::Result<Then> {
        let fits = |choice: &&tabia_desk::Choice| {
            choice.text.eq_ignore_ascii_case(text) || choice.clicks.concat() == text
        };
        let choices = &self.view.choices;
        let exact = choices.iter().find(|choice| choice.text == text);
        let found = exact.or_else(|| choices.iter().find(fits));
        let mut next = self.line.clone();
        next.moves
            .push(found.map_or(text, |choice| &choice.text).to_owned());
        // The desk says what is wrong with it.
        let show = self.play.show(&*self.desk);
        if let Err(error) = self.desk.look(&next, &show, &Stop::new()) {
            let more = "`moves` lists the legal ones, `help` all that can be typed.";
            return self.screen.complain(&format!("{error}.\n{more}"));
        }
        self.line = next;
        if self.desk.about().has(Extra::Practice)
            && self.play.side != Seat::Both
            && let Some(Judgement { right, words }) = self.judge()?
        {
            self.screen.tell(
                &Event::Judged {
                    right,
                    words: &words,
                },
                &words,
            )?;
        }
        Ok(Then::Show)
    }

    fn judge(&self) -> anyhow::Result<Option<Judgement>> {
        let work = Work::begin();
        let _spinner = progress::spinner("judging");
        Ok(self.desk.judge(&self.line, work.stop())?)
    }

    /// Writes a finished game into the ledger, unless it is there or says
    /// nothing about how well somebody plays.
    fn keep(&mut self) -> anyhow::Result<()> {
        let view = &self.view;
        let (Some(over), Some(human)) = (&view.over, self.play.side.side()) else {
            return Ok(());
        };
        let usual = self.play.start.is_none() || self.line.start.starts_with('#');
        if self.sheet.kept || !usual {
            return Ok(());
        }
        let result = GameResult::against(human, over.winner);
        if self.play.open {
            self.sheet.helped();
        }
        let (game, result) = (self.desk.about().name, Some(result));
        let entry = (self.sheet).entry(game, &view.rules, &self.level, human, result, &view.record);
        self.ledger.add(&Entry {
            experience: self.play.me,
            ..entry
        })?;
        self.sheet.kept = true;
        Ok(())
    }
}

/// A move and what it is worth.
fn spelled(rating: &Rating) -> String {
    let value = &rating.value;
    let mut worth = match value.exact {
        true => format!("{:?}", value.worth).to_lowercase(),
        false => "about".to_owned(),
    };
    // Points, where a game counts them or an engine guesses.
    if !value.exact {
        worth += &format!(" {}", value.value);
    } else if value.value.abs() > 1 {
        worth += &format!(" with {} points", value.value);
    }
    if let Some(distance) = value.distance {
        worth += &format!(" in {distance}");
    }
    format!("  {:10} {worth}", rating.text)
}
