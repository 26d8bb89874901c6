//! `tabia darkchess match`: two levels against each other.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_darkchess::{Deal, End, Endings, FullPosition, Level, Player, Record};
use tabia_kernel::arena::Tally;
use tabia_kernel::search::Stop;

use super::engine::EngineOptions;
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress, suggest};

/// Play two levels against each other.
///
/// Games come in pairs: the same deal, once with A and once with B having the
/// first turn. The same seed gives the same games, whatever the number of
/// threads. Ctrl-C stops after the games under way and reports the rest.
#[derive(Args)]
#[command(after_help = "Example: tabia darkchess match --a 4 --b 3 --games 200 --json")]
pub(crate) struct Match {
    /// One player: random, greedy, or plies looked ahead
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["random", "greedy"]))]
    a: Level,
    /// The other player
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["random", "greedy"]))]
    b: Level,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Which deals, and which of equal moves
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Only player A uses the tables
    #[arg(long, requires = "tables")]
    tables_for_a: bool,
    /// Games at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the records of the games to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// A finished game.
struct Played {
    record: Record,
    /// Whether player A had the first turn.
    a_first: bool,
    /// The longest that players A and B thought about a turn.
    longest: [Duration; 2],
}

impl Played {
    fn end(&self) -> End {
        self.record.end().expect("only finished games are kept")
    }

    /// The game for player A.
    fn tally(&self) -> Tally {
        let first = self.record.first().expect("every game has a flip");
        let side = if self.a_first { first } else { first.other() };
        let mut tally = Tally::default();
        tally.count(self.end().seen_by(side));
        tally
    }
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    score_interval: [f64; 2],
    win_interval: [f64; 2],
    loss_interval: [f64; 2],
    /// Turns of the average game.
    plies: f64,
    seed: u64,
    seconds: f64,
    /// The longest that players A and B thought about a turn.
    longest_seconds: [f64; 2],
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        // Before any game is played for nothing.
        let records = match &self.record {
            Some(path) => Some(
                fs::File::create(path)
                    .with_context(|| format!("cannot write {}", path.display()))?,
            ),
            None => None,
        };
        let endings = self.engine.endings()?;
        let work = Work::begin();
        let start = Instant::now();
        let games = self.play(endings.as_ref(), work.stop())?;
        let seconds = start.elapsed().as_secs_f64();
        let interrupted = work.is_interrupted();
        drop(work);

        if let (Some(mut file), Some(path)) = (records, &self.record) {
            file.write_all(self.records(&games).as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if self.json {
            output::json(&self.report(&games, seconds))?;
        } else {
            output::stdout().write_all(self.explain(&games, seconds).as_bytes())?;
        }
        if interrupted {
            eprintln!("interrupted after {} of {} games", games.len(), self.games);
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }

    /// Plays the games, several at once; those that were finished, in order.
    fn play(&self, endings: Option<&Arc<Endings>>, stop: &Stop) -> anyhow::Result<Vec<Played>> {
        let for_b = endings.filter(|_| !self.tables_for_a);
        let bar = progress::bar(u64::from(self.games), "playing");
        let next = AtomicUsize::new(0);
        let played: Mutex<Vec<(usize, anyhow::Result<Played>)>> = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.threads().min(self.games as usize) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games as usize || stop.is_requested() {
                            break;
                        }
                        // The two players of a game decide between equals
                        // each in a way of its own.
                        let seed = self.seed.wrapping_add((number as u64) << 32);
                        let a = self.engine.player(self.a, seed, endings);
                        let b = self.engine.player(self.b, seed ^ 1 << 63, for_b);
                        let Some(game) = self.game(number, &a, &b, stop).transpose() else {
                            break;
                        };
                        let failed = game.is_err();
                        let mut played = played.lock().expect("no game panics while it holds this");
                        played.push((number, game));
                        bar.set(played.len() as u64);
                        if failed {
                            break;
                        }
                    }
                });
            }
        });
        let mut played = played.into_inner().expect("no game panicked");
        played.sort_by_key(|(number, _)| *number);
        played.into_iter().map(|(_, game)| game).collect()
    }

    fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => thread::available_parallelism().map_or(1, usize::from),
        }
    }

    /// One game; `None` if stopped.
    fn game(
        &self,
        number: usize,
        a: &Player,
        b: &Player,
        stop: &Stop,
    ) -> anyhow::Result<Option<Played>> {
        let a_first = number.is_multiple_of(2);
        // The pairs of a match draw from one sequence each.
        let seed = self.seed.wrapping_add((number as u64 / 2) << 32);
        let deal = Deal::of(&FullPosition::START, seed);
        let mut record = Record::new(FullPosition::START);
        let mut longest = [Duration::ZERO; 2];
        while record.end().is_none() {
            let which = usize::from(record.is_firsts_turn() != a_first);
            let start = Instant::now();
            let choice = [a, b][which].choose(record.position(), stop)?;
            longest[which] = longest[which].max(start.elapsed());
            match choice {
                Some(choice) if !stop.is_requested() => record.push(deal.turn(choice.action)),
                _ => return Ok(None),
            }
        }
        Ok(Some(Played {
            record,
            a_first,
            longest,
        }))
    }

    fn records(&self, games: &[Played]) -> String {
        let mut text = String::new();
        for (number, game) in (1..).zip(games) {
            let (first, second) = if game.a_first {
                (self.a, self.b)
            } else {
                (self.b, self.a)
            };
            let tally = game.tally();
            let result = match (tally.wins == tally.losses, (tally.wins > 0) == game.a_first) {
                (true, _) => "1/2",
                (false, true) => "1-0",
                (false, false) => "0-1",
            };
            text += &format!(
                "# {number}: {first} - {second}: {result}\n{}\n",
                game.record
            );
        }
        text
    }

    fn report(&self, games: &[Played], seconds: f64) -> Report {
        let all = tally(games, |_| true);
        let (score, win) = (all.interval(), all.win_interval());
        let loss = all.reversed().win_interval();
        Report {
            a: self.a.to_string(),
            b: self.b.to_string(),
            games: all.games(),
            wins: all.wins,
            draws: all.draws,
            losses: all.losses,
            score: all.score(),
            score_interval: [score.lo, score.hi],
            win_interval: [win.lo, win.hi],
            loss_interval: [loss.lo, loss.hi],
            plies: plies(games),
            seed: self.seed,
            seconds,
            longest_seconds: longest(games),
        }
    }

    fn explain(&self, games: &[Played], seconds: f64) -> String {
        let all = tally(games, |_| true);
        let heading = format!("Level {}", self.a);
        let heading = [heading.as_str(), "Wins", "Draws", "Losses"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for (name, t) in [
            ("first turn", tally(games, |game| game.a_first)),
            ("second turn", tally(games, |game| !game.a_first)),
            ("together", all),
        ] {
            let mut row = vec![name.to_owned()];
            row.extend([t.wins, t.draws, t.losses].map(|count| count.to_string()));
            rows.push(row);
        }
        format!(
            "Dark chess: level {} against level {}, {} games from {} deals, seed {}\n\n{}\n\
             Wins   {:5.1} %  (95 %: {})\n\
             Losses {:5.1} %  (95 %: {})\n\
             Score  {:5.1} %  (95 %: {})\n\
             {:.0} plies a game; longest turn {}, the opponent's {}; all games {}\n",
            self.a,
            self.b,
            all.games(),
            all.games().div_ceil(2),
            self.seed,
            columns(&rows),
            100.0 * all.win_rate(),
            all.win_interval(),
            100.0 * all.reversed().win_rate(),
            all.reversed().win_interval(),
            100.0 * all.score(),
            all.interval(),
            plies(games),
            output::duration(longest(games)[0]),
            output::duration(longest(games)[1]),
            output::duration(seconds)
        )
    }
}

/// The seconds that players A and B thought about one turn at most.
fn longest(games: &[Played]) -> [f64; 2] {
    [0, 1].map(|player| {
        let times = games.iter().map(|game| game.longest[player]);
        times.max().unwrap_or_default().as_secs_f64()
    })
}

/// Turns of the average game.
fn plies(games: &[Played]) -> f64 {
    let turns: usize = games.iter().map(|game| game.record.turns().len()).sum();
    turns as f64 / games.len().max(1) as f64
}

/// The games of player A that satisfy `which`, in A's view.
fn tally(games: &[Played], which: impl Fn(&Played) -> bool) -> Tally {
    let games = games.iter().filter(|game| which(game));
    games.fold(Tally::default(), |sum, game| sum + game.tally())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_for_player_a() {
        // White has the first turn and takes Black's last piece.
        let over: Record = "[Kg6/8/8/8 w 0] a1xa2".parse().expect("a record");
        for (a_first, wins) in [(true, 1), (false, 0)] {
            let game = Played {
                record: over.clone(),
                a_first,
                longest: [Duration::ZERO; 2],
            };
            assert_eq!((game.tally().wins, game.tally().losses), (wins, 1 - wins));
        }
    }
}
