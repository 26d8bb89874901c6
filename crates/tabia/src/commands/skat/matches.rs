//! `tabia skat match`: two levels against each other.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;
use tabia_skat::{Level, Player, Round, Tables, play_out};

use super::endings::EndingsOption;
use crate::commands::tables::cores;
use crate::ending::Ending;
use crate::games::{Report, Series, by_role, shares};
use crate::{output, suggest};

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

impl Played {
    fn for_declarer(&self) -> Score {
        match self.won {
            true => Score::WIN,
            false => Score::LOSS,
        }
    }
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let endings = self.endings.load()?;
        let series = Series {
            games: self.games,
            called: "rounds",
            threads: self.threads.map_or_else(cores, usize::from),
            record: self.record.as_deref(),
        };
        series.play(
            |number, stop| Ok(self.round(number, endings.as_ref(), stop)),
            |games| self.records(games),
            |games, seconds| self.tell(games, seconds),
        )
    }

    /// One round; `None` if stopped.
    fn round(&self, number: usize, endings: Option<&Arc<Tables>>, stop: &Stop) -> Option<Played> {
        // The rounds of a pair draw from one sequence.
        let pair = (number as u64 / 2).wrapping_mul(1 << 32);
        let mut random = Seeded::new(self.seed.wrapping_add(pair));
        let round = Round::dealt(&mut random);
        let [mut a, mut b] = [self.a, self.b].map(|level| Player::new(level, endings.cloned()));
        let a_declares = number.is_multiple_of(2);
        let (declarer, defenders) = match a_declares {
            true => (&mut a, &mut b),
            false => (&mut b, &mut a),
        };
        let round = play_out(round, declarer, defenders, &mut random, stop)?;
        let won = round.result()?.won;
        Some(Played {
            round,
            a_declares,
            won,
        })
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

    fn tell(&self, games: &[Played], seconds: f64) -> anyhow::Result<()> {
        let (declaring, defending): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.a_declares);
        let declaring: Tally = declaring.iter().map(|game| game.for_declarer()).collect();
        let defending: Tally = defending.iter().map(|game| -game.for_declarer()).collect();
        let all = declaring + defending;
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
        let roles = [("declaring", declaring), ("defending", defending)];
        writeln!(
            output::stdout(),
            "Skat, hidden hands: level {a} against level {b}, {} rounds, seed {seed}\n\n{}\n{}\
             All games {}",
            all.games(),
            by_role(&a, roles, false),
            shares(all),
            output::duration(seconds)
        )?;
        Ok(())
    }
}
