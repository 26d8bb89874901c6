//! Commands of games that a program adds to Tabia's own: what a desk can do.

use std::collections::BTreeMap;
use std::io::Write as _;

use clap::{Args, Command, FromArgMatches as _, Subcommand};
use serde::{Deserialize, Serialize};
use tabia_desk::{Desk, DeskError, Games, Line, NODES_TO_SOLVE, Options, Show};
use tabia_kernel::search::Stop;

use super::play::PlayOptions;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// What every added game has.
#[derive(Subcommand)]
enum Added {
    /// The value of a position, how long the game lasts, and the best moves.
    Solve(Solve),
    /// The value and distance of every legal move, for the side that makes it.
    Moves(Moves),
    /// Play against the program, or two people at one screen.
    Play(PlayOptions),
}

/// A position to look at.
#[derive(Args)]
struct Asked {
    /// The position, as the game writes it
    position: String,
    /// A variant of the rules [default: the usual one]
    #[arg(long, value_name = "RULES", default_value = "")]
    rules: String,
    /// Positions that each move may cost; what is not proved by then is not
    /// known
    #[arg(long, value_name = "N", default_value_t = NODES_TO_SOLVE)]
    nodes: u64,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Solve {
    #[command(flatten)]
    asked: Asked,
}

#[derive(Args)]
struct Moves {
    #[command(flatten)]
    asked: Asked,
}

/// The answer for one position; the value is `null` where it is not known.
#[derive(Serialize, Deserialize)]
struct Solved {
    value: Option<i32>,
    distance: Option<u32>,
    nodes: u64,
    seconds: f64,
    best: Vec<String>,
}

/// A move and what it is worth to the side that makes it.
#[derive(Serialize, Deserialize)]
struct Rated {
    r#move: String,
    value: Option<i32>,
    distance: Option<u32>,
}

/// The command of a game, with what can be asked about it.
pub(super) fn command(desk: &dyn Desk) -> Command {
    let about = desk.about();
    let mut command = Command::new(about.name)
        .about(format!("{}: solve, rate moves, play.", about.title))
        .subcommand_required(true)
        .arg_required_else_help(true);
    command = Added::augment_subcommands(command);
    let names: Vec<&str> = about.questions.iter().map(|q| q.name).collect();
    for name in ["solve", "moves"] {
        let question = about.questions.iter().find(|q| q.name == name);
        let position = question.and_then(|q| q.parameters.iter().find(|p| p.name == "position"));
        command = command.mut_subcommand(name, |sub| match position {
            Some(position) => sub.after_help(format!(
                "Example: tabia {} {name} '{}'",
                about.name, position.example
            )),
            None => sub.hide(!names.contains(&name)),
        });
    }
    let play = format!(
        "Example: tabia {0} play --level {1}",
        about.name, about.usual_level
    );
    command.mut_subcommand("play", |sub| sub.after_help(play))
}

/// Does what was asked about a game.
pub(super) fn run(games: &Games, name: &str, matches: &clap::ArgMatches) -> anyhow::Result<Ending> {
    let added = Added::from_arg_matches(matches)?;
    let (question, asked) = match added {
        Added::Play(play) => return play.run(games, name, Options::default()),
        Added::Solve(Solve { asked }) => ("solve", asked),
        Added::Moves(Moves { asked }) => ("moves", asked),
    };
    let desk = games.desk(name, &Options::default()).expect("it is listed");
    let parameters = BTreeMap::from([
        ("position".to_owned(), asked.position.clone()),
        ("rules".to_owned(), asked.rules.clone()),
        ("nodes".to_owned(), asked.nodes.to_string()),
    ]);
    let answer = {
        let work = Work::begin();
        let _spinner = progress::spinner("solving");
        desk.ask(question, &parameters, work.stop())?
    };
    let Some(answer) = answer else {
        eprintln!("interrupted");
        return Ok(Ending::Interrupted);
    };
    match question {
        "solve" => asked.solved(&*desk, serde_json::from_value(answer)?)?,
        _ => asked.rated(&*desk, serde_json::from_value(answer)?)?,
    }
    Ok(Ending::Done)
}

impl Asked {
    fn diagram(&self, desk: &dyn Desk) -> Result<String, DeskError> {
        let line = Line::read(&self.rules, &self.position, "");
        let view = desk.look(&line, &Show::default(), &Stop::new())?;
        Ok(format!("{}\n{}.\n", view.diagram, view.prompt))
    }

    fn solved(&self, desk: &dyn Desk, solved: Solved) -> anyhow::Result<()> {
        if self.json {
            return Ok(output::json(&solved)?);
        }
        let mut out = output::stdout();
        write!(out, "{}", self.diagram(desk)?)?;
        let unit = desk.about().unit;
        let best = match solved.best.as_slice() {
            [] => String::new(),
            moves => format!(": {}", moves.join(" ")),
        };
        let mut worth = worth(solved.value, solved.distance, unit);
        if solved.value.is_none() {
            let nodes = output::grouped(self.nodes);
            worth +=
                &format!(": {nodes} positions for each move do not prove it; try more --nodes");
        }
        writeln!(out, "{worth}{best}")?;
        let (nodes, seconds) = (
            output::grouped(solved.nodes),
            output::duration(solved.seconds),
        );
        writeln!(out, "{nodes} nodes, {seconds}")?;
        Ok(())
    }

    fn rated(&self, desk: &dyn Desk, mut rated: Vec<Rated>) -> anyhow::Result<()> {
        if self.json {
            return Ok(output::json(&rated)?);
        }
        let mut out = output::stdout();
        write!(out, "{}", self.diagram(desk)?)?;
        // Quick wins first, then draws, what is not known, and slow losses.
        let rank = |r: &Rated| match r.value {
            Some(value) => {
                let distance = r.distance.map_or(0, i64::from);
                (-2 * value, distance * i64::from(value))
            }
            None => (1, 0),
        };
        rated.sort_by_key(rank);
        for row in rated.chunk_by(|a, b| rank(a) == rank(b)) {
            let names: Vec<&str> = row.iter().map(|r| r.r#move.as_str()).collect();
            let worth = worth(row[0].value, row[0].distance, desk.about().unit);
            writeln!(out, "  {worth:18} {}", names.join(" "))?;
        }
        Ok(())
    }
}

/// `win in 5 moves`, `draw`, `not known`.
fn worth(value: Option<i32>, distance: Option<u32>, unit: &str) -> String {
    let word = match value {
        Some(1) => "win",
        Some(-1) => "loss",
        Some(_) => return "draw".to_owned(),
        None => return "not known".to_owned(),
    };
    match distance {
        Some(1) => format!("{word} in 1 {}", unit.trim_end_matches('s')),
        Some(distance) => format!("{word} in {distance} {unit}"),
        None => word.to_owned(),
    }
}
