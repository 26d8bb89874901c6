//! `tabia skat match`: two levels against each other.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_skat::{Level, Player, Round, play_out};

use super::endings::EndingsOption;
use crate::columns::columns;
use crate::commands::tables::cores;
use crate::ending::Ending;
use crate::games::{Report, play_all, shares};
use crate::interrupt::Work;
use crate::output;
use crate::suggest;

/// Play two levels against each other, with hidden hands.
///
/// Rounds come in pairs: the same deal, once with A as the declarer and B as
/// both defenders, and once the other way round. The strongest hand declares;
/// game and skat are chosen by rule of thumb. The same seed gives the same
/// rounds, whatever the number of threads. Ctrl-C stops after the rounds under
/// way and reports the rest.
#[derive(Args)]
#[command(after_help = "Example: tabia skat match --a 16 --b simple --games 200 --json")]
pub(crate) struct Match {
    /// One player: random, simple, a number of worlds, or open
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["random", "simple", "open"]))]
    a: Level,
    /// The other player
    #[arg(long, value_name = "LEVEL", value_parser = suggest::reader::<Level>(&["random", "simple", "open"]))]
    b: Level,
    /// How many rounds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Which deals
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Rounds at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the rounds to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    endings: EndingsOption,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// A finished round.
struct Played {
    round: Round,
    a_declares: bool,
    won: bool,
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        // Before any round is played for nothing.
        let records = match &self.record {
            Some(path) => Some(
                fs::File::create(path)
                    .with_context(|| format!("cannot write {}", path.display()))?,
            ),
            None => None,
        };
        let endings = self.endings.load()?;
        let threads = self.threads.map_or_else(cores, usize::from);
        let work = Work::begin();
        let start = Instant::now();
        let games = play_all(self.games as usize, threads, work.stop(), |number| {
            // The rounds of a pair draw from one sequence.
            let pair = (number as u64 / 2).wrapping_mul(1 << 32);
            let mut random = Seeded::new(self.seed.wrapping_add(pair));
            let round = Round::dealt(&mut random);
            let [mut a, mut b] = [self.a, self.b].map(|level| Player::new(level, endings.clone()));
            let a_declares = number.is_multiple_of(2);
            let (declarer, defenders) = match a_declares {
                true => (&mut a, &mut b),
                false => (&mut b, &mut a),
            };
            let round = play_out(round, declarer, defenders, &mut random, work.stop())?;
            let won = round.result()?.won;
            Some(Played {
                round,
                a_declares,
                won,
            })
        });
        let seconds = start.elapsed().as_secs_f64();
        let interrupted = work.is_interrupted();
        drop(work);
        if let (Some(mut file), Some(path)) = (records, &self.record) {
            file.write_all(self.records(&games).as_bytes())
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
            eprintln!("interrupted after {} of {} rounds", games.len(), self.games);
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }

    /// Each round as a comment with the result, the deal, and the cards.
    fn records(&self, games: &[Played]) -> String {
        let mut text = String::new();
        for (number, game) in (1..).zip(games) {
            let (declarer, defenders) = match game.a_declares {
                true => (self.a, self.b),
                false => (self.b, self.a),
            };
            let result = match (game.won, game.round.result()) {
                (true, Some(result)) => format!("won with {}", result.points),
                (_, Some(result)) => format!("lost with {}", result.points),
                (_, None) => "unfinished".to_owned(),
            };
            let cards = game.round.played().iter().map(|(_, card)| card.to_string());
            let cards: Vec<String> = cards.collect();
            text += &format!(
                "# {number}: {declarer} against {defenders}: {result}, skat {}\n{}\n{}\n",
                game.round.skat(),
                game.round.start(),
                cards.join(" ")
            );
        }
        text
    }

    fn explain(&self, games: &[Played], seconds: f64) -> String {
        let all = tally(games, |_| true);
        let headings = [&format!("Level {}", self.a), "Wins", "Losses"];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        for (name, t) in [
            ("declaring", tally(games, |game| game.a_declares)),
            ("defending", tally(games, |game| !game.a_declares)),
            ("together", all),
        ] {
            let counts = [t.wins, t.losses].map(|count| count.to_string());
            rows.push([&[name.to_owned()], &counts[..]].concat());
        }
        format!(
            "Skat, hidden hands: level {} against level {}, {} rounds, seed {}\n\n{}\n{}",
            self.a,
            self.b,
            all.games(),
            self.seed,
            columns(&rows),
            shares(all, seconds)
        )
    }
}

/// The rounds that satisfy `which`, in A's view.
fn tally(games: &[Played], which: impl Fn(&Played) -> bool) -> Tally {
    let mut tally = Tally::default();
    for game in games.iter().filter(|game| which(game)) {
        match game.won == game.a_declares {
            true => tally.wins += 1,
            false => tally.losses += 1,
        }
    }
    tally
}
