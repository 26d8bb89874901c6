//! `tabia quarto solve`: the value of a position, or of many.

use std::io::{self, BufRead as _, Write as _};

use anyhow::Context as _;
use clap::Args;
use tabia_desk::quarto::Answer;
use tabia_kernel::rules::Score;
use tabia_quarto::{Position, Rules, Solver};

use super::options::{self, RulesOptions, SolverArgs};
use super::rated::{placements, word};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{board, output, progress};

/// The value of a position, how long the game lasts, and the best moves.
///
/// Values are for the side to move: 1 wins, 0 draws, -1 loses. The distance
/// is the number of placements until the game ends when the winner hurries
/// and the loser delays.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia quarto solve '0d4.15....96..87/b'\n  \
    tabia quarto solve '................/-' --value-only --cold\n  \
    tabia quarto solve --stdin --cold --json < positions.txt")]
pub(crate) struct Solve {
    /// 16 cells row by row (hex digit or `.`), `/`, the piece in hand or `-`
    #[arg(required_unless_present = "stdin", conflicts_with = "stdin")]
    position: Option<String>,
    /// Read positions from standard input, one a line
    #[arg(long)]
    stdin: bool,
    /// Forget everything before each position, and use no book
    #[arg(long)]
    cold: bool,
    /// Only the value: no distance, no moves; the fastest way
    #[arg(long)]
    value_only: bool,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    solver: SolverArgs,
    /// Print one line of JSON for each position instead
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        // Bad input must not wait for tables to be built.
        let position = match &self.position {
            Some(text) => Some(options::position(text, &rules)?),
            None => None,
        };
        let mut solver = if self.cold {
            self.solver.start_without_book(rules)?
        } else {
            self.solver.start(rules)?
        };
        match position {
            Some(position) => self.one(&solver, &position),
            None => self.many(&mut solver, &rules),
        }
    }

    fn one(&self, solver: &Solver, position: &Position) -> anyhow::Result<Ending> {
        let work = Work::begin();
        let answer = progress::watch("solving", &|| solver.nodes(), || {
            Answer::find(solver, position, self.value_only, work.stop())
        });
        let Some(answer) = answer else {
            eprintln!(
                "interrupted after {} nodes",
                output::grouped(solver.nodes())
            );
            return Ok(Ending::Interrupted);
        };
        if self.json {
            output::json(&answer)?;
        } else {
            let mut out = output::stdout();
            write!(out, "{}", board::board(position, None))?;
            writeln!(out, "{}", sentence(position, &answer))?;
        }
        Ok(Ending::Done)
    }

    fn many(&self, solver: &mut Solver, rules: &Rules) -> anyhow::Result<Ending> {
        let spinner = progress::spinner("solving");
        for (number, line) in (1u64..).zip(io::stdin().lock().lines()) {
            let line = line.with_context(|| format!("standard input, line {number}"))?;
            let text = line.trim();
            if text.is_empty() {
                continue;
            }
            let position = options::position(text, rules)
                .with_context(|| format!("standard input, line {number}"))?;
            if self.cold {
                solver.clear();
            }
            let work = Work::begin();
            let Some(answer) = Answer::find(solver, &position, self.value_only, work.stop()) else {
                drop(spinner);
                eprintln!("interrupted at line {number}");
                return Ok(Ending::Interrupted);
            };
            if self.json {
                output::json(&answer)?;
            } else {
                writeln!(output::stdout(), "{text}  {}", phrase(&answer))?;
            }
            spinner.say(format!("solved {number}"));
        }
        Ok(Ending::Done)
    }
}

/// `loss in 4 placements, best d1 d3`.
fn phrase(answer: &Answer) -> String {
    let mut text = word(Score::new(answer.value)).to_owned();
    if let Some(distance) = answer.distance {
        text += &format!(" in {}", placements(distance));
    }
    if let Some(best) = answer.best.as_deref().filter(|best| !best.is_empty()) {
        text += &format!(", best {}", best.join(" "));
    }
    text
}

fn sentence(position: &Position, answer: &Answer) -> String {
    let task = match position.hand() {
        Some(piece) => format!("The side that has to place {piece}"),
        None if position.remaining().is_empty() => "The game is over: either side".to_owned(),
        None => "The side that has to give a piece".to_owned(),
    };
    let verdict = match Score::new(answer.value) {
        Score::WIN => "wins",
        Score::LOSS => "loses",
        _ => "draws",
    };
    let mut text = format!("{task} {verdict}");
    match answer.distance {
        None | Some(0) => text.push('.'),
        Some(distance) => text += &format!(" in {}.", placements(distance)),
    }
    if let Some(best) = answer.best.as_deref().filter(|best| !best.is_empty()) {
        text += &format!(" Best: {}.", best.join(", "));
    }
    text + &format!(
        "\n({} nodes, {})",
        output::grouped(answer.nodes),
        output::duration(answer.seconds)
    )
}
