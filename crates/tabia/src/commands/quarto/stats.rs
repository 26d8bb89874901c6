//! `tabia quarto stats`: the paper's Tables 3 and 4 for games really played.

use std::io::Write as _;

use clap::Args;
use tabia_desk::ledger::{Experience, Filter, LevelResults};
use tabia_desk::statistics::{self, Report};

use super::options::RulesOptions;
use crate::columns::columns;
use crate::ending::Ending;
use crate::output;
use crate::terminal::score_sheet::DataOptions;

/// How people fared against the program, by level and experience.
///
/// Wins and losses are the program's, as in the paper's Tables 3 and 4.
/// Games with take-backs, hints or values asked for are left out unless
/// --assisted is given; unfinished games always are.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto stats --rules squares")]
pub(crate) struct Stats {
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    data: DataOptions,
    /// Also count games in which the program helped
    #[arg(long)]
    assisted: bool,
    /// Print comma-separated values instead
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

impl Stats {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let ledger = self.data.ledger()?;
        let filter = Filter {
            game: "quarto".into(),
            rules: self.rules.rules()?.to_string(),
            assisted: self.assisted,
        };
        let results = ledger.results(&filter)?;
        let (unfinished, assisted_left_out) = ledger.left_out(&filter)?;
        let mut out = output::stdout();
        if self.json {
            output::json(&Report::read(&ledger, &filter)?)?;
        } else if self.csv {
            out.write_all(statistics::csv(&results).as_bytes())?;
        } else {
            writeln!(out, "Quarto, {}: {}", filter.rules, ledger.path().display())?;
            if results.is_empty() {
                writeln!(out, "No games to count yet: `tabia quarto play` adds some.")?;
            } else {
                writeln!(out, "\n{}\n{}", overall(&results), divided(&results))?;
            }
            for (count, what) in [
                (unfinished, "unfinished"),
                (assisted_left_out, "with take-backs or help"),
            ] {
                if count > 0 {
                    writeln!(out, "Left out: {count} {what}.")?;
                }
            }
        }
        Ok(Ending::Done)
    }
}

/// Wins, draws and losses of the program, and the time it took.
#[derive(Clone, Copy, Default)]
struct Sum {
    wins: u32,
    draws: u32,
    losses: u32,
    turns: u32,
    seconds: f64,
    longest: f64,
}

impl Sum {
    fn of<'a>(results: impl Iterator<Item = &'a LevelResults>) -> Sum {
        results.fold(Sum::default(), |sum, r| Sum {
            wins: sum.wins + r.wins,
            draws: sum.draws + r.draws,
            losses: sum.losses + r.losses,
            turns: sum.turns + r.turns,
            seconds: sum.seconds + r.seconds,
            longest: sum.longest.max(r.longest),
        })
    }

    fn counts(&self) -> [u32; 3] {
        [self.wins, self.draws, self.losses]
    }
}

/// The levels in the order they come in, each once.
fn levels(results: &[LevelResults]) -> Vec<&str> {
    let mut levels: Vec<&str> = results.iter().map(|r| r.level.as_str()).collect();
    levels.dedup();
    levels
}

/// The paper's Table 3, with the program's thinking time.
fn overall(results: &[LevelResults]) -> String {
    let heading = [
        "Level",
        "Wins",
        "Draws",
        "Losses",
        "Played",
        "Seconds a turn",
        "Longest",
    ];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    let mut line = |name: &str, sum: Sum| {
        let [wins, draws, losses] = sum.counts();
        let average = match sum.turns {
            0 => String::new(),
            turns => format!("{:.3}", sum.seconds / f64::from(turns)),
        };
        rows.push(vec![
            name.to_owned(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            (wins + draws + losses).to_string(),
            average,
            format!("{:.3}", sum.longest),
        ]);
    };
    for level in levels(results) {
        line(level, Sum::of(results.iter().filter(|r| r.level == level)));
    }
    line("Σ", Sum::of(results.iter()));
    columns(&rows)
}

/// The paper's Table 4. People who did not declare their experience have
/// columns of their own only if there are any.
fn divided(results: &[LevelResults]) -> String {
    let mut groups = vec![
        ("Novices", Some(Experience::Novice)),
        ("Experts", Some(Experience::Expert)),
    ];
    if results.iter().any(|r| r.experience.is_none()) {
        groups.push(("Undeclared", None));
    }
    let mut heading = vec!["Level".to_owned()];
    for (name, _) in &groups {
        heading.push(format!("{name}: wins"));
        heading.push("draws".to_owned());
        heading.push("losses".to_owned());
    }
    let mut rows = vec![heading];
    let mut line = |name: &str, level: Option<&str>| {
        let mut row = vec![name.to_owned()];
        for (_, experience) in &groups {
            let sum = Sum::of(results.iter().filter(|r| {
                r.experience == *experience && level.is_none_or(|level| r.level == level)
            }));
            row.extend(sum.counts().map(|count| count.to_string()));
        }
        rows.push(row);
    };
    for level in levels(results) {
        line(level, Some(level));
    }
    line("Σ", None);
    columns(&rows)
}
