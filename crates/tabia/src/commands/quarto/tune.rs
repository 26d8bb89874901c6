//! `tabia quarto tune`: weights of the heuristic from games that were played.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use tabia_desk::ledger::Filter;
use tabia_kernel::arena::Tally;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;
use tabia_quarto::{
    FEATURE_NAMES, FEATURES, Outcome, PaperPlayer, PlayerOptions, Record, Rules, Tuned, Weights,
    tune,
};

use super::matches::opening;
use super::options::RulesOptions;
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::terminal::score_sheet::DataOptions;
use crate::{output, progress};

/// Tune the heuristic of levels 2 to 32 by games that were played.
///
/// Features that any position has, among them the paper's count of threats,
/// are weighed so that they best foretell the results of games. A fifth of
/// the games is held out: on them the weights are compared with the paper's,
/// and the answer says if they are no better beyond chance, or if there are
/// too few games to learn from. Then players with both kinds of weights meet.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia quarto tune --from-games --out weights.json\n  \
    tabia quarto match --a 4 --b 6 --games 500 --record games.txt\n  \
    tabia quarto tune --records games.txt --out weights.json\n  \
    tabia quarto play --level 6 --heuristic weights.json")]
pub(crate) struct Tune {
    /// Learn from the games that people played here and on the page
    #[arg(long)]
    from_games: bool,
    /// Learn from records too, one a line, as `match --record` writes them
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// Also learn from people's games in which the program helped
    #[arg(long)]
    assisted: bool,
    /// Which games are held out, and which openings are played
    #[arg(long, default_value_t = 1, value_parser = numbers::seed())]
    seed: u64,
    /// Games between the weights found and the paper's; 0: none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = within(0..=1_000_000_u32))]
    games: u32,
    /// How far both look ahead in them
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within(2..=12_u8))]
    level: u8,
    /// Write the weights to FILE
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    data: DataOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// A file of weights.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    rules: String,
    placing: [i16; FEATURES],
    giving: [i16; FEATURES],
}

/// Reads a file of weights; for options.
pub(crate) fn read_weights(text: &str) -> Result<Weights, String> {
    let bytes = fs::read(text).map_err(|error| format!("cannot read {text}: {error}"))?;
    let file: WeightsFile =
        serde_json::from_slice(&bytes).map_err(|error| format!("{text}: {error}"))?;
    let mut all = file.placing.iter().chain(&file.giving);
    if let Some(weight) = all.find(|w| w.unsigned_abs() > Weights::MOST.unsigned_abs()) {
        return Err(format!(
            "{text}: weight {weight} is beyond ±{}",
            Weights::MOST
        ));
    }
    Ok(Weights {
        placing: file.placing,
        giving: file.giving,
    })
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    rules: String,
    games: usize,
    held_out: usize,
    positions: usize,
    features: [&'static str; FEATURES],
    placing: [i16; FEATURES],
    giving: [i16; FEATURES],
    constant_error: f64,
    paper_error: f64,
    tuned_error: f64,
    gain: f64,
    gain_interval: [f64; 2],
    better: bool,
    /// The weights found against the paper's.
    played: Option<Played>,
    seconds: f64,
}

#[derive(Serialize)]
struct Played {
    level: u8,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    score_interval: [f64; 2],
}

impl Tune {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        if !self.from_games && self.records.is_empty() {
            bail!("--from-games or --records FILE is needed");
        }
        let rules = self.rules.rules()?;
        let begun = Instant::now();
        let games = self.read(rules)?;
        let tuned = match tune(&rules, &games, self.seed) {
            Ok(tuned) => tuned,
            Err(few) => {
                eprintln!("{few}; `tabia serve` and `tabia quarto play` collect them");
                return Ok(Ending::Failed);
            }
        };
        let work = Work::begin();
        let played = self.play(rules, tuned.weights, work.stop());
        if work.is_interrupted() {
            eprintln!("interrupted: no weights were written");
            return Ok(Ending::Interrupted);
        }
        drop(work);
        if let Some(path) = &self.out {
            save(path, &rules, tuned.weights)?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let report = report(&rules, &tuned, played, seconds);
        if self.json {
            output::json(&report)?;
        } else {
            output::stdout().write_all(report.text().as_bytes())?;
        }
        Ok(Ending::Done)
    }

    /// All games to learn from.
    fn read(&self, rules: Rules) -> anyhow::Result<Vec<Record>> {
        let mut games = Vec::new();
        if self.from_games {
            let ledger = self.data.ledger()?;
            let filter = Filter {
                game: "quarto".into(),
                rules: rules.to_string(),
                assisted: self.assisted,
            };
            for text in ledger.records(&filter)? {
                let record = Record::read(&text, rules);
                let place = ledger.path().display();
                games.push(record.with_context(|| format!("{place}: game `{text}`"))?);
            }
        }
        for path in &self.records {
            let name = path.display();
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            for (number, line) in (1..).zip(text.lines()) {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let record = Record::read(line, rules);
                games.push(record.with_context(|| format!("{name}, line {number}"))?);
            }
        }
        Ok(games)
    }

    /// Lets the weights found play the paper's: the same random opening once
    /// for each side.
    fn play(&self, rules: Rules, weights: Weights, stop: &Stop) -> Option<Played> {
        if self.games == 0 {
            return None;
        }
        let player = |weights| {
            let options = PlayerOptions {
                weights,
                ..PlayerOptions::default()
            };
            PaperPlayer::new(rules, self.level, options)
        };
        let (tuned, paper) = (player(weights), player(Weights::PAPER));
        let bar = progress::bar(u64::from(self.games), "playing");
        let mut tally = Tally::default();
        for number in 0..self.games as usize {
            let side = Side::BOTH[number % 2];
            let mut record = opening(rules, 2, self.seed, number / 2);
            while record.outcome() == Outcome::Open && !stop.is_requested() {
                let mover = match record.to_move() == side {
                    true => &tuned,
                    false => &paper,
                };
                let turn = mover.choose(record.position(), stop).turn;
                record.push(turn).expect("players play legal moves");
            }
            match record.outcome() {
                Outcome::Open => return None,
                Outcome::Draw => tally.draws += 1,
                Outcome::Won(winner) if winner == side => tally.wins += 1,
                Outcome::Won(_) => tally.losses += 1,
            }
            bar.set(number as u64 + 1);
        }
        let interval = tally.interval();
        Some(Played {
            level: self.level,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            score_interval: [interval.lo, interval.hi],
        })
    }
}

fn save(path: &Path, rules: &Rules, weights: Weights) -> anyhow::Result<()> {
    let file = WeightsFile {
        rules: rules.to_string(),
        placing: weights.placing,
        giving: weights.giving,
    };
    let mut text = serde_json::to_string_pretty(&file).expect("numbers and a name");
    text.push('\n');
    output::file(path, text)
}

fn report(rules: &Rules, tuned: &Tuned, played: Option<Played>, seconds: f64) -> Report {
    Report {
        rules: rules.to_string(),
        games: tuned.games,
        held_out: tuned.held_out,
        positions: tuned.positions,
        features: FEATURE_NAMES,
        placing: tuned.weights.placing,
        giving: tuned.weights.giving,
        constant_error: tuned.errors.constant,
        paper_error: tuned.errors.paper,
        tuned_error: tuned.errors.tuned,
        gain: tuned.gain,
        gain_interval: tuned.gain_interval,
        better: tuned.is_better(),
        played,
        seconds,
    }
}

impl Report {
    fn text(&self) -> String {
        let mut rows = vec![["Feature", "Placing", "Giving"].map(str::to_owned).to_vec()];
        for (i, name) in self.features.iter().enumerate() {
            rows.push(vec![
                (*name).to_owned(),
                self.placing[i].to_string(),
                self.giving[i].to_string(),
            ]);
        }
        let verdict = match self.better {
            true => "better than the paper's, beyond chance",
            false => "no better than the paper's, as far as these games can tell",
        };
        let mut text = format!(
            "Quarto, {}: {} positions of {} games\n\n{}\n\
             Error on {} games held out: {:.4}; the paper's weights {:.4}, no weights {:.4}\n\
             Gain {:.4} (95 %: {:.4} to {:.4}): {verdict}\n",
            self.rules,
            self.positions,
            self.games,
            columns(&rows),
            self.held_out,
            self.tuned_error,
            self.paper_error,
            self.constant_error,
            self.gain,
            self.gain_interval[0],
            self.gain_interval[1],
        );
        if let Some(played) = &self.played {
            text += &format!(
                "Against the paper's weights at level {}: +{} ={} -{}, score {:.1} % (95 %: {:.1} to {:.1} %)\n",
                played.level,
                played.wins,
                played.draws,
                played.losses,
                100.0 * played.score,
                100.0 * played.score_interval[0],
                100.0 * played.score_interval[1],
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_and_nonsense_is_named() {
        let folder = tempfile::tempdir().expect("a scratch directory");
        let path = folder.path().join("weights.json");
        let weights = Weights {
            placing: [1, -2, 3, 900],
            giving: [0, 0, 7, -900],
        };
        save(&path, &Rules::lines(), weights).expect("it can be written");
        let name = path.to_str().expect("UTF-8");
        assert_eq!(read_weights(name), Ok(weights));
        fs::write(&path, "{}").expect("it can be written");
        assert!(read_weights(name).is_err_and(|error| error.contains("weights.json")));
    }
}
