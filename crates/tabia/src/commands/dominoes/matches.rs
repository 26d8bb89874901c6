//! `tabia dominoes match`: two levels against each other.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use tabia_dominoes::{Event, Level, Party, choose};
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Score, Side};
use tabia_kernel::search::Stop;

use crate::commands::tables::cores;
use crate::ending::Ending;
use crate::games::{Report, Series, by_role, shares};
use crate::{output, suggest};

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
        let series = Series {
            games: self.games,
            called: "games",
            threads: self.threads.map_or_else(cores, usize::from),
            record: self.record.as_deref(),
        };
        series.play(
            |number, stop| Ok(self.game(number, stop)),
            |games| self.records(games),
            |games, seconds| self.tell(games, seconds),
        )
    }

    /// One game; `None` if stopped.
    fn game(&self, number: usize, stop: &Stop) -> Option<Played> {
        // The games of a pair draw from one sequence.
        let pair = (number as u64 / 2).wrapping_mul(1 << 32);
        let mut random = Seeded::new(self.seed.wrapping_add(pair));
        let side = Side::BOTH[number % 2];
        let mut events = Vec::new();
        let mut party = Party::dealt(&mut random, &mut events);
        let a_opens = matches!(events[..], [Event::Opens(opener, _), ..] if opener == side);
        while party.payoff().is_none() {
            let level = match party.to_move() == side {
                true => self.a,
                false => self.b,
            };
            let m = choose(level, &party, &mut random, stop)?;
            party.play(m, &mut events);
        }
        let score = party.payoff()?.seen_by(side);
        Some(Played {
            events,
            a_opens,
            score,
        })
    }

    /// Each game as a comment with the result, and what happened.
    fn records(&self, games: &[Played]) -> String {
        let mut text = String::new();
        for (number, game) in (1..).zip(games) {
            let events: Vec<String> = game.events.iter().map(Event::to_string).collect();
            text += &format!("# {number}: {} for {}\n", game.score, self.a);
            text += &format!("{}\n", events.join("; "));
        }
        text
    }

    fn tell(&self, games: &[Played], seconds: f64) -> anyhow::Result<()> {
        let (opening, replying): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.a_opens);
        let [opening, replying] =
            [opening, replying].map(|games| games.iter().map(|game| game.score).collect::<Tally>());
        let all = opening + replying;
        let (a, b, seed) = (self.a.to_string(), self.b.to_string(), self.seed);
        if self.json {
            let counts = all.into();
            output::json(&Report {
                a,
                b,
                counts,
                seed,
                seconds,
            })?;
            return Ok(());
        }
        writeln!(
            output::stdout(),
            "Dominoes with a stock: level {a} against level {b}, {} games, seed {seed}\n\n{}\n{}\
             All games {}",
            all.games(),
            by_role(&a, [("opening", opening), ("replying", replying)], true),
            shares(all),
            output::duration(seconds)
        )?;
        Ok(())
    }
}
