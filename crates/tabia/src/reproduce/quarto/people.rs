//! Tables 3 and 4: games against people, the paper's and ours.

use std::path::Path;

use serde::Serialize;
use tabia_quarto::Rules;

use super::super::report::Section;
use super::paper;
use tabia_desk::ledger::{Experience, Filter, Ledger, LevelResults};

/// Results against people by level.
#[derive(Serialize)]
pub(super) struct People {
    paper: Vec<Results>,
    ours: Vec<Results>,
}

/// The program's results at one level.
#[derive(Clone, Serialize)]
struct Results {
    level: String,
    novices: Counts,
    experts: Counts,
    /// People who did not say; the paper had none.
    undeclared: Counts,
}

/// Wins, draws and losses of the program.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
struct Counts {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Counts {
    fn plus(self, other: Counts) -> Counts {
        Counts {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    fn cells(self) -> [String; 3] {
        [self.wins, self.draws, self.losses].map(|count| count.to_string())
    }
}

impl Results {
    fn all(&self) -> Counts {
        self.novices.plus(self.experts).plus(self.undeclared)
    }
}

impl People {
    /// The paper's results, and those of finished games without help in the
    /// ledger.
    pub(super) fn read(data: Option<&Path>) -> anyhow::Result<People> {
        let filter = Filter {
            game: "quarto".into(),
            rules: Rules::lines().to_string(),
            assisted: false,
        };
        let results = Ledger::open(data)?.results(&filter)?;
        Ok(People {
            paper: paper::PEOPLE
                .iter()
                .map(|&(depth, novices, experts)| Results {
                    level: depth.to_string(),
                    novices: counts(novices),
                    experts: counts(experts),
                    undeclared: Counts::default(),
                })
                .collect(),
            ours: by_level(&results),
        })
    }

    /// Tables 3 and 4, theirs and ours.
    pub(super) fn section(&self) -> Section {
        let section = Section::new("Games against people (Tables 3 and 4)")
            .text("Wins and losses are the program's.")
            .table("Table 3, the paper's fifty games", overall(&self.paper))
            .table("Table 4, the same by experience", divided(&self.paper));
        match self.ours.is_empty() {
            true => section.text(
                "Played here: no games recorded yet. `tabia quarto play --me novice` (or expert) \
                 adds one.",
            ),
            false => section
                .table(
                    "Table 3 for games played here, without help",
                    overall(&self.ours),
                )
                .table("Table 4 for the same games", divided(&self.ours)),
        }
    }
}

fn counts([wins, draws, losses]: [u32; 3]) -> Counts {
    Counts {
        wins,
        draws,
        losses,
    }
}

/// The ledger's rows, which come level by level, with one row for each level.
fn by_level(results: &[LevelResults]) -> Vec<Results> {
    let mut levels: Vec<Results> = Vec::new();
    for r in results {
        if levels.last().is_none_or(|last| last.level != r.level) {
            levels.push(Results {
                level: r.level.clone(),
                novices: Counts::default(),
                experts: Counts::default(),
                undeclared: Counts::default(),
            });
        }
        let level = levels.last_mut().expect("one was just added");
        let group = match r.experience {
            Some(Experience::Novice) => &mut level.novices,
            Some(Experience::Expert) => &mut level.experts,
            None => &mut level.undeclared,
        };
        *group = group.plus(counts([r.wins, r.draws, r.losses]));
    }
    levels
}

/// Adds a last row with the sums to rows made of counts.
fn with_sums(
    heading: Vec<String>,
    results: &[Results],
    cells: impl Fn(&Results) -> Vec<String>,
) -> Vec<Vec<String>> {
    let mut sum = Results {
        level: "Σ".to_owned(),
        novices: Counts::default(),
        experts: Counts::default(),
        undeclared: Counts::default(),
    };
    let mut rows = vec![heading];
    for r in results {
        rows.push(cells(r));
        sum.novices = sum.novices.plus(r.novices);
        sum.experts = sum.experts.plus(r.experts);
        sum.undeclared = sum.undeclared.plus(r.undeclared);
    }
    rows.push(cells(&sum));
    rows
}

/// Table 3.
fn overall(results: &[Results]) -> Vec<Vec<String>> {
    let heading = ["Depth", "wins", "draws", "losses", "played"].map(str::to_owned);
    with_sums(heading.to_vec(), results, |r| {
        let all = r.all();
        let mut cells = vec![r.level.clone()];
        cells.extend(all.cells());
        cells.push((all.wins + all.draws + all.losses).to_string());
        cells
    })
}

/// Table 4. Those who did not say have columns only if there are any.
fn divided(results: &[Results]) -> Vec<Vec<String>> {
    let undeclared = results.iter().any(|r| r.undeclared != Counts::default());
    let mut heading = vec!["Depth".to_owned()];
    let groups = ["novices", "experts", "undeclared"];
    for group in &groups[..if undeclared { 3 } else { 2 }] {
        heading.extend([
            format!("{group}: wins"),
            "draws".to_owned(),
            "losses".to_owned(),
        ]);
    }
    with_sums(heading, results, |r| {
        let mut cells = vec![r.level.clone()];
        cells.extend(r.novices.cells());
        cells.extend(r.experts.cells());
        if undeclared {
            cells.extend(r.undeclared.cells());
        }
        cells
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(level: &str, experience: Option<Experience>, wins: u32, losses: u32) -> LevelResults {
        LevelResults {
            level: level.to_owned(),
            experience,
            wins,
            draws: 0,
            losses,
            turns: 0,
            seconds: 0.0,
            longest: 0.0,
        }
    }

    #[test]
    fn the_papers_tables_come_out_with_their_sums() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let people = People::read(Some(directory.path())).expect("an empty ledger");
        assert!(people.ours.is_empty());
        let table_3 = overall(&people.paper);
        assert_eq!(table_3[1], ["2", "5", "0", "8", "13"]);
        assert_eq!(table_3[4], ["Σ", "34", "0", "16", "50"]);
        let table_4 = divided(&people.paper);
        assert_eq!(table_4[4], ["Σ", "27", "0", "8", "7", "0", "8"]);
    }

    #[test]
    fn our_games_are_gathered_by_level() {
        let ours = by_level(&[
            row("2", Some(Experience::Novice), 1, 2),
            row("2", Some(Experience::Expert), 0, 3),
            row("6", None, 4, 0),
        ]);
        assert_eq!(overall(&ours)[1], ["2", "1", "0", "5", "6"]);
        assert_eq!(divided(&ours)[0].len(), 10);
        assert_eq!(divided(&ours)[2][7..], ["4", "0", "0"]);
    }
}
