//! `tabia dominoes match`: two levels against each other.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use tabia_dominoes::{Event, Level, Party, choose};
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Score, Side};

use crate::columns::columns;
use crate::commands::tables::cores;
use crate::ending::Ending;
use crate::games::{Report, play_all, shares};
use crate::interrupt::Work;
use crate::output;
use crate::suggest;

/// Play two levels against each other, with hidden hands and a stock.
///
/// Games come in pairs: the same deal, once with A and once with B as the
/// first player. The same seed gives the same games, whatever the number of
/// threads. Ctrl-C stops after the games under way and reports the rest.
#[derive(Args)]
#[command(after_help = "Example: tabia dominoes match --a 32 --b simple --games 1000 --json")]
pub(crate) struct Match {
    /// One player: random, simple, a number of worlds, or open
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["random", "simple", "open"]))]
    a: Level,
    /// The other player
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["random", "simple", "open"]))]
    b: Level,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Which deals
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Games at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the games to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// A finished game.
struct Played {
    events: Vec<Event>,
    /// Whether player A moved first.
    a_opens: bool,
    /// What the game was worth to A.
    score: Score,
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
        let threads = self.threads.map_or_else(cores, usize::from);
        let work = Work::begin();
        let start = Instant::now();
        let games = play_all(self.games as usize, threads, work.stop(), |number| {
            // The games of a pair draw from one sequence.
            let pair = (number as u64 / 2).wrapping_mul(1 << 32);
            let mut random = Seeded::new(self.seed.wrapping_add(pair));
            let side = Side::BOTH[number % 2];
            let mut events = Vec::new();
            let mut party = Party::dealt(&mut random, &mut events);
            let a_opens = matches!(events[..], [Event::Opens(opener, _), ..] if opener == side);
            while party.payoff().is_none() {
                let level = if party.to_move() == side {
                    self.a
                } else {
                    self.b
                };
                let m = choose(level, &party, &mut random, work.stop())?;
                party.play(m, &mut events);
            }
            let score = party.payoff()?.seen_by(side);
            Some(Played {
                events,
                a_opens,
                score,
            })
        });
        let seconds = start.elapsed().as_secs_f64();
        let interrupted = work.is_interrupted();
        drop(work);
        if let (Some(mut file), Some(path)) = (records, &self.record) {
            let mut text = String::new();
            for (number, game) in (1..).zip(&games) {
                let events: Vec<String> = game.events.iter().map(Event::to_string).collect();
                text += &format!("# {number}: {} for {}\n", game.score, self.a);
                text += &format!("{}\n", events.join("; "));
            }
            file.write_all(text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let all = tally(&games, |_| true);
        if self.json {
            let (a, b) = (self.a.to_string(), self.b.to_string());
            output::json(&Report::new(a, b, all, self.seed, seconds))?;
        } else {
            output::stdout().write_all(self.explain(&games, seconds).as_bytes())?;
        }
        if interrupted {
            eprintln!("interrupted after {} of {} games", games.len(), self.games);
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }

    fn explain(&self, games: &[Played], seconds: f64) -> String {
        let all = tally(games, |_| true);
        let headings = [&format!("Level {}", self.a), "Wins", "Draws", "Losses"];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        for (name, t) in [
            ("opening", tally(games, |game| game.a_opens)),
            ("replying", tally(games, |game| !game.a_opens)),
            ("together", all),
        ] {
            let counts = [t.wins, t.draws, t.losses].map(|count| count.to_string());
            rows.push([&[name.to_owned()], &counts[..]].concat());
        }
        format!(
            "Dominoes with a stock: level {} against level {}, {} games, seed {}\n\n{}\n{}",
            self.a,
            self.b,
            all.games(),
            self.seed,
            columns(&rows),
            shares(all, seconds)
        )
    }
}

/// The games that satisfy `which`, in A's view.
fn tally(games: &[Played], which: impl Fn(&Played) -> bool) -> Tally {
    let mut tally = Tally::default();
    for game in games.iter().filter(|game| which(game)) {
        tally.count(game.score);
    }
    tally
}
