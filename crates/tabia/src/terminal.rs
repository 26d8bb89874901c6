//! A game in the terminal: the program moves, the person is shown where things
//! stand and asked.

pub(crate) mod request;
pub(crate) mod score_sheet;

use std::fmt::Display;
use std::io::Write as _;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;
use tabia_kernel::rules::Side;

use crate::ending::Ending;
use crate::output;
use crate::prompt::{Answer, Prompt};
use request::Request;

/// A game, and everything around it.
pub(crate) trait Table {
    /// Where things are told.
    fn screen(&self) -> Screen;

    /// What can be typed.
    fn help(&self) -> String;

    /// Lets the program move until the person is to move or all is over. False
    /// if it was interrupted.
    fn reply(&mut self) -> anyhow::Result<bool>;

    /// Shows where the game stands.
    fn show(&mut self) -> anyhow::Result<()>;

    /// What to ask the person for while the game goes on, such as `move`.
    fn question(&self) -> String;

    /// That, or what to do after the game, as it is printed.
    fn prompt(&self) -> String {
        match self.is_over() {
            true => "new or quit> ".to_owned(),
            false => format!("{}> ", self.question()),
        }
    }

    /// Asks for it.
    fn ask(&self, prompt: &mut Prompt) -> anyhow::Result<Answer> {
        Ok(prompt.ask(&self.prompt())?)
    }

    /// Whether the game has ended.
    fn is_over(&self) -> bool;

    /// Makes a move, or does what a word asks for that only this game knows.
    fn act(&mut self, line: &str) -> anyhow::Result<Then>;

    /// Takes back the person's last move and what followed; false if there is
    /// none.
    fn take_back(&mut self) -> bool;

    /// Tells of a good move.
    fn hint(&mut self) -> anyhow::Result<Then>;

    /// Tells what every move is worth.
    fn values(&mut self) -> anyhow::Result<Then> {
        self.screen()
            .complain("Moves are not rated here: `hint` asks for a good one.")
    }

    /// The game so far as text, where games are written down.
    fn record(&self) -> Option<String> {
        None
    }

    /// Begins another game.
    fn begin_again(&mut self) -> anyhow::Result<()>;

    /// What is left to do, however the person leaves.
    fn leave(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Whether to go on after a line.
pub(crate) enum Then {
    /// Show where the game stands and ask again.
    Show,
    /// Ask again.
    Ask,
    /// Leave.
    Leave(Ending),
}

/// Plays until the person leaves.
pub(crate) fn play(table: &mut impl Table) -> anyhow::Result<Ending> {
    let mut prompt = Prompt::new()?;
    let mut then = Then::Show;
    let ending = loop {
        if !table.reply()? {
            eprintln!("interrupted");
            break Ending::Interrupted;
        }
        if let Then::Show = then {
            table.show()?;
        }
        then = match table.ask(&mut prompt)? {
            Answer::Line(line) => answer(table, line.trim())?,
            Answer::End => Then::Leave(Ending::Done),
            Answer::Interrupted => Then::Leave(Ending::Interrupted),
        };
        if let Then::Leave(ending) = then {
            break ending;
        }
    };
    table.leave()?;
    Ok(ending)
}

/// Does what a line says.
fn answer(table: &mut impl Table, line: &str) -> anyhow::Result<Then> {
    let screen = table.screen();
    let request = match Request::read(line) {
        Ok(request) => request,
        Err(message) => return screen.complain(&message),
    };
    match request {
        Request::Nothing => Ok(Then::Ask),
        Request::Board => Ok(Then::Show),
        Request::Quit => Ok(Then::Leave(Ending::Done)),
        Request::Help => screen.note(&table.help()),
        Request::New => {
            table.begin_again()?;
            Ok(Then::Show)
        }
        Request::Undo if table.take_back() => Ok(Then::Show),
        Request::Undo => screen.complain("There is no move of yours to take back."),
        Request::Record | Request::Save(_) => match (table.record(), request) {
            (None, _) => screen.complain("This game is not written down."),
            (Some(record), _) if record.is_empty() => screen.note("No move has been made yet."),
            (Some(record), Request::Save(path)) => screen.save(&record, &path),
            (Some(record), _) => screen.note(&record),
        },
        Request::Hint | Request::Values | Request::Other if table.is_over() => {
            screen.complain("The game is over: `new` begins another, `undo` takes back.")
        }
        Request::Hint => table.hint(),
        Request::Values => table.values(),
        Request::Other => table.act(line),
    }
}

/// The two at the board.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Who {
    /// The person.
    Human,
    /// The program.
    Engine,
}

impl Who {
    /// The person's side if this one is first.
    pub(crate) fn human(self) -> Side {
        match self {
            Who::Human => Side::First,
            Who::Engine => Side::Second,
        }
    }
}

/// What the person sees, or what a program that plays reads.
#[derive(Clone, Copy)]
pub(crate) enum Screen {
    /// Text, for people.
    Text,
    /// A line of JSON for each event, for programs.
    Json,
}

/// What every game may have to say; the keys are a contract.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Said<'a> {
    Error { message: &'a str },
    Note { message: &'a str },
    Record { record: &'a str },
}

impl Screen {
    /// The one that `--json` asks for, or not.
    pub(crate) fn new(json: bool) -> Screen {
        match json {
            true => Screen::Json,
            false => Screen::Text,
        }
    }

    /// Tells of an event; people read `text`.
    pub(crate) fn tell(self, event: &impl Serialize, text: impl Display) -> anyhow::Result<()> {
        match self {
            Screen::Json => output::json(event)?,
            Screen::Text => writeln!(output::stdout(), "{text}")?,
        }
        Ok(())
    }

    /// Something that was typed cannot be done; the game goes on.
    pub(crate) fn complain(self, message: &str) -> anyhow::Result<Then> {
        self.tell(&Said::Error { message }, message)?;
        Ok(Then::Ask)
    }

    /// Something worth knowing.
    pub(crate) fn note(self, message: &str) -> anyhow::Result<Then> {
        self.tell(&Said::Note { message }, message)?;
        Ok(Then::Ask)
    }

    /// The game so far.
    pub(crate) fn record(self, record: &str) -> anyhow::Result<()> {
        self.tell(&Said::Record { record }, format_args!("The game: {record}"))
    }

    /// Writes the game so far to a file.
    pub(crate) fn save(self, record: &str, path: &Path) -> anyhow::Result<Then> {
        match tabia_kernel::whole::write(path, format!("{record}\n")) {
            Ok(()) => self.note(&format!("Saved in {}.", path.display())),
            Err(error) => self.complain(&format!("cannot write {}: {error}", path.display())),
        }
    }
}

/// The list of what can be typed, usage and meaning, in columns.
pub(crate) fn listed(commands: &[(&str, &str)]) -> String {
    let width = commands.iter().map(|(usage, _)| usage.len()).max();
    let width = width.unwrap_or(0) + 1;
    let lines = commands
        .iter()
        .map(|(usage, meaning)| format!("  {usage:width$} {meaning}"));
    lines.collect::<Vec<String>>().join("\n")
}
