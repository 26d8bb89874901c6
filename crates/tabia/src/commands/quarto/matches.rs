//! `tabia quarto match`: two levels against each other.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_desk::quarto::Engine;
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;
use tabia_quarto::{Level, Move, Outcome, Record, Rules};

use super::engine::EngineOptions;
use super::options::RulesOptions;
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress, suggest};

/// Play two levels against each other.
///
/// Games come in pairs: the same random opening, once with A giving first and
/// once with B. Ctrl-C stops after the games under way and reports the rest.
///
/// Depths play the same games again for the same seed, whatever the number of
/// threads; `perfect` looks for traps by the clock, so its games may differ
/// unless --time is 0.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto match --a perfect --b 6 --games 1000 --json")]
pub(crate) struct Match {
    /// One player: moves looked ahead, 2 to 32, or `perfect`
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["perfect"]))]
    a: Level,
    /// The other player
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["perfect"]))]
    b: Level,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Random placements at the start of each game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(0..=3),
    )]
    opening: u8,
    /// Which random openings
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Write the records of the games to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    engine: EngineOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// A finished game.
struct Played {
    record: Record,
    /// The side that player A had.
    a: Side,
    /// The longest that players A and B thought about a move.
    longest: [Duration; 2],
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    rules: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    score_interval: [f64; 2],
    win_interval: [f64; 2],
    loss_interval: [f64; 2],
    opening: u8,
    seed: u64,
    seconds: f64,
    /// The longest that players A and B thought about a move.
    longest_seconds: [f64; 2],
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        // Before any game is played for nothing.
        let records = match &self.record {
            Some(path) => Some(
                fs::File::create(path)
                    .with_context(|| format!("cannot write {}", path.display()))?,
            ),
            None => None,
        };
        let work = Work::begin();
        let start = Instant::now();
        let games = self.play(rules, work.stop())?;
        let seconds = start.elapsed().as_secs_f64();
        let interrupted = work.is_interrupted();
        drop(work);

        if let (Some(mut file), Some(path)) = (records, &self.record) {
            file.write_all(self.records(&games).as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if self.json {
            output::json(&self.report(&rules, &games, seconds))?;
        } else {
            let text = self.explain(&rules, &games, seconds);
            output::stdout().write_all(text.as_bytes())?;
        }
        if interrupted {
            eprintln!("interrupted after {} of {} games", games.len(), self.games);
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }

    /// Plays the games, several at once; those that were finished, in order.
    fn play(&self, rules: Rules, stop: &Stop) -> anyhow::Result<Vec<Played>> {
        let engine = |level| self.engine.with_one_thread().start(rules, level);
        let (a, b) = (engine(self.a)?, engine(self.b)?);
        let bar = progress::bar(u64::from(self.games), "playing");
        let next = AtomicUsize::new(0);
        let played: Mutex<Vec<(usize, Played)>> = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.engine.threads().min(self.games as usize) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games as usize || stop.is_requested() {
                            break;
                        }
                        let Some(game) = self.game(rules, number, &a, &b, stop) else {
                            break;
                        };
                        let mut played = played.lock().expect("no game panics while it holds this");
                        played.push((number, game));
                        bar.set(played.len() as u64);
                    }
                });
            }
        });
        let mut played = played.into_inner().expect("no game panicked");
        played.sort_by_key(|(number, _)| *number);
        Ok(played.into_iter().map(|(_, game)| game).collect())
    }

    /// One game; `None` if stopped.
    fn game(
        &self,
        rules: Rules,
        number: usize,
        a: &Engine,
        b: &Engine,
        stop: &Stop,
    ) -> Option<Played> {
        let side = Side::BOTH[number % 2];
        let mut record = opening(rules, self.opening, self.seed, number / 2);
        let mut longest = [Duration::ZERO; 2];
        while record.outcome() == Outcome::Open {
            let (engine, player) = if record.to_move() == side {
                (a, 0)
            } else {
                (b, 1)
            };
            let start = Instant::now();
            let turn = engine.choose(record.position(), stop)?;
            longest[player] = longest[player].max(start.elapsed());
            record.push(turn).expect("engines play legal moves");
        }
        Some(Played {
            record,
            a: side,
            longest,
        })
    }

    fn records(&self, games: &[Played]) -> String {
        let mut text = String::new();
        for (number, game) in (1..).zip(games) {
            let (first, second) = match game.a {
                Side::First => (self.a, self.b),
                Side::Second => (self.b, self.a),
            };
            let result = match game.record.outcome() {
                Outcome::Won(Side::First) => "1-0",
                Outcome::Won(Side::Second) => "0-1",
                Outcome::Draw => "1/2",
                Outcome::Open => "*",
            };
            text += &format!(
                "# {number}: {first} - {second}: {result}\n{}\n",
                game.record
            );
        }
        text
    }

    fn report(&self, rules: &Rules, games: &[Played], seconds: f64) -> Report {
        let all = tally(games, |_| true);
        let (score, win, loss) = (
            all.interval(),
            all.win_interval(),
            all.reversed().win_interval(),
        );
        Report {
            a: self.a.to_string(),
            b: self.b.to_string(),
            rules: rules.to_string(),
            games: all.games(),
            wins: all.wins,
            draws: all.draws,
            losses: all.losses,
            score: all.score(),
            score_interval: [score.lo, score.hi],
            win_interval: [win.lo, win.hi],
            loss_interval: [loss.lo, loss.hi],
            opening: self.opening,
            seed: self.seed,
            seconds,
            longest_seconds: longest(games),
        }
    }

    fn explain(&self, rules: &Rules, games: &[Played], seconds: f64) -> String {
        let all = tally(games, |_| true);
        let mut rows = vec![
            [
                format!("Level {}", self.a).as_str(),
                "Wins",
                "Draws",
                "Losses",
            ]
            .map(str::to_owned)
            .to_vec(),
        ];
        for (name, t) in [
            ("giving first", tally(games, |game| game.a == Side::First)),
            ("placing first", tally(games, |game| game.a == Side::Second)),
            ("together", all),
        ] {
            let counts = [t.wins, t.draws, t.losses].map(|count| count.to_string());
            let mut row = vec![name.to_owned()];
            row.extend(counts);
            rows.push(row);
        }
        format!(
            "Quarto, {rules}: level {} against level {}, {} games from openings of {} random \
             placements, seed {}\n\n{}\n\
             Wins   {:5.1} %  (95 %: {})\n\
             Losses {:5.1} %  (95 %: {})\n\
             Score  {:5.1} %  (95 %: {})\n\
             Longest move {}, the opponent's {}; all games {}\n",
            self.a,
            self.b,
            all.games(),
            self.opening,
            self.seed,
            columns(&rows),
            100.0 * all.win_rate(),
            all.win_interval(),
            100.0 * all.reversed().win_rate(),
            all.reversed().win_interval(),
            100.0 * all.score(),
            all.interval(),
            output::duration(longest(games)[0]),
            output::duration(longest(games)[1]),
            output::duration(seconds)
        )
    }
}

/// The seconds that players A and B thought about one move at most.
fn longest(games: &[Played]) -> [f64; 2] {
    [0, 1].map(|player| {
        let times = games.iter().map(|game| game.longest[player]);
        times.max().unwrap_or_default().as_secs_f64()
    })
}

/// The games of player A that satisfy `which`, in A's view.
fn tally(games: &[Played], which: impl Fn(&Played) -> bool) -> Tally {
    let mut tally = Tally::default();
    for game in games.iter().filter(|game| which(game)) {
        match game.record.outcome() {
            Outcome::Won(side) if side == game.a => tally.wins += 1,
            Outcome::Won(_) => tally.losses += 1,
            Outcome::Draw => tally.draws += 1,
            Outcome::Open => unreachable!("only finished games are kept"),
        }
    }
    tally
}

/// `placements` random pieces on random cells. Fewer than four complete
/// nothing, so the game is open.
pub(super) fn opening(rules: Rules, placements: u8, seed: u64, number: usize) -> Record {
    // The pairs of a match draw from one sequence each.
    let mut random = Seeded::new(seed.wrapping_add((number as u64).wrapping_mul(1 << 32)));
    let mut record = Record::new(rules);
    for _ in 0..placements {
        let pieces: Vec<_> = record.position().remaining().collect();
        let cells: Vec<_> = record.position().empty_squares().collect();
        let give = Move::Give(pieces[random.below(pieces.len())]);
        let place = Move::Place(cells[random.below(cells.len())]);
        for turn in [give, place] {
            record.push(turn).expect("a free piece on an empty cell");
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_kernel::rules::Score;
    use tabia_quarto::{Perfect, SolverOptions};

    #[test]
    fn openings_repeat_for_a_seed_and_differ_between_numbers() {
        let text = |seed, number| opening(Rules::lines(), 2, seed, number).to_string();
        assert_eq!(text(1, 0), text(1, 0));
        let different: std::collections::HashSet<String> =
            (0..100).map(|number| text(1, number)).collect();
        assert!(different.len() > 95, "{} of 100", different.len());
        assert_ne!(text(1, 0), text(2, 0));
    }

    #[test]
    fn results_are_counted_for_player_a() {
        let won_by_first = "0@a1 1@b1 2@c1 3@d1";
        let played = |a| Played {
            record: Record::read(won_by_first, Rules::lines()).expect("a record"),
            a,
            longest: [Duration::ZERO; 2],
        };
        let games = [
            played(Side::First),
            played(Side::Second),
            played(Side::First),
        ];
        let tally = tally(&games, |_| true);
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 0, 1));
    }

    /// A match from openings that are drawn is fair to perfect play.
    #[test]
    fn openings_of_two_placements_are_drawn() {
        let rules = Rules::lines();
        let options = SolverOptions {
            threads: 1,
            memory_mib: 16,
            ..SolverOptions::default()
        };
        let perfect = Perfect::new(rules, options).expect("a small table");
        for number in 0..200 {
            let record = opening(rules, 2, 1, number);
            for piece in record.position().remaining() {
                let given = record
                    .position()
                    .after(Move::Give(piece))
                    .expect("it remains");
                let value = perfect.solver().value(&given, &Stop::new());
                assert_eq!(value, Some(Score::DRAW), "{record} {piece}");
            }
        }
    }
}
