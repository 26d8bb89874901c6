//! `tabia darkchess match`: two levels against each other.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_darkchess::{Deal, End, Endings, FullPosition, Level, Record};
use tabia_kernel::arena::Tally;
use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;

use super::engine::EngineOptions;
use crate::commands::tables::cores;
use crate::ending::Ending;
use crate::games::{Counts, Series, by_role, longest, shares};
use crate::{numbers, output, suggest};

/// Play two levels against each other.
///
/// Games come in pairs: the same deal, once with A and once with B having the
/// first turn. The same seed gives the same games, whatever the number of
/// threads. Ctrl-C stops after the games under way and reports the rest.
#[derive(Args)]
#[command(after_help = "Example: tabia darkchess match --a 4 --b 3 --games 200 --json")]
pub(crate) struct Match {
    /// One player: random, greedy, or plies looked ahead
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = suggest::reader::<Level>(&["random", "greedy"]),
    )]
    a: Level,
    /// The other player
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = suggest::reader::<Level>(&["random", "greedy"]),
    )]
    b: Level,
    /// How many games
    #[arg(long, value_name = "N", value_parser = numbers::games())]
    games: u32,
    /// Which deals, and which of equal moves
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = numbers::seed())]
    seed: u64,
    /// Only player A uses the tables
    #[arg(long, requires = "tables")]
    tables_for_a: bool,
    /// Games at once
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
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
    /// The longest that players A and B thought about a turn, in seconds.
    longest: [f64; 2],
}

impl Played {
    fn end(&self) -> End {
        self.record.end().expect("only finished games are kept")
    }

    /// What the game was worth to player A.
    fn score(&self) -> Score {
        let first = self.record.first().expect("every game has a flip");
        let side = if self.a_first { first } else { first.other() };
        self.end().seen_by(side)
    }
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    #[serde(flatten)]
    counts: Counts,
    /// Turns of the average game.
    plies: f64,
    seed: u64,
    seconds: f64,
    /// The longest that players A and B thought about a turn.
    longest_seconds: [f64; 2],
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let endings = self.engine.endings()?;
        let series = Series {
            games: self.games,
            called: "games",
            threads: self.threads.map_or_else(cores, usize::from),
            record: self.record.as_deref(),
        };
        series.play(
            |number, stop| self.game(number, endings.as_ref(), stop),
            |games| self.records(games),
            |games, seconds| self.tell(games, seconds),
        )
    }

    /// One game; `None` if stopped.
    fn game(
        &self,
        number: usize,
        endings: Option<&Arc<Endings>>,
        stop: &Stop,
    ) -> anyhow::Result<Option<Played>> {
        // The two players of a game decide between equals each in a way of
        // its own.
        let seed = self.seed.wrapping_add((number as u64) << 32);
        let for_b = endings.filter(|_| !self.tables_for_a);
        let players = [
            self.engine.player(self.a, seed, endings),
            self.engine.player(self.b, seed ^ 1 << 63, for_b),
        ];
        let a_first = number.is_multiple_of(2);
        // The pairs of a match draw from one sequence each.
        let seed = self.seed.wrapping_add((number as u64 / 2) << 32);
        let deal = Deal::of(&FullPosition::START, seed);
        let mut record = Record::new(FullPosition::START);
        let mut longest = [0.0; 2];
        while record.end().is_none() {
            let which = usize::from(record.is_firsts_turn() != a_first);
            let start = Instant::now();
            let choice = players[which].choose(record.position(), stop)?;
            longest[which] = f64::max(longest[which], start.elapsed().as_secs_f64());
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
            let for_first = match game.a_first {
                true => game.score(),
                false => -game.score(),
            };
            let result = match for_first {
                Score::WIN => "1-0",
                Score::LOSS => "0-1",
                _ => "1/2",
            };
            text += &format!(
                "# {number}: {first} - {second}: {result}\n{}\n",
                game.record
            );
        }
        text
    }

    fn tell(&self, games: &[Played], seconds: f64) -> anyhow::Result<()> {
        let (first, second): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.a_first);
        let [first, second] =
            [first, second].map(|games| games.iter().map(|game| game.score()).collect::<Tally>());
        let all = first + second;
        let longest = longest(games.iter().map(|game| game.longest));
        let (a, b, seed) = (self.a.to_string(), self.b.to_string(), self.seed);
        if self.json {
            output::json(&Report {
                a,
                b,
                counts: all.into(),
                plies: plies(games),
                seed,
                seconds,
                longest_seconds: longest,
            })?;
            return Ok(());
        }
        writeln!(
            output::stdout(),
            "Dark chess: level {a} against level {b}, {} games from {} deals, seed {seed}\n\n{}\n{}\
             {:.0} plies a game; longest turn {}, the opponent's {}; all games {}",
            all.games(),
            all.games().div_ceil(2),
            by_role(&a, [("first turn", first), ("second turn", second)], true),
            shares(all),
            plies(games),
            output::duration(longest[0]),
            output::duration(longest[1]),
            output::duration(seconds)
        )?;
        Ok(())
    }
}

/// Turns of the average game.
fn plies(games: &[Played]) -> f64 {
    let turns: usize = games.iter().map(|game| game.record.turns().len()).sum();
    turns as f64 / games.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_for_player_a() {
        // White has the first turn and takes Black's last piece.
        let over: Record = "[Kg6/8/8/8 w 0] a1xa2".parse().expect("a record");
        for (a_first, score) in [(true, Score::WIN), (false, Score::LOSS)] {
            let game = Played {
                record: over.clone(),
                a_first,
                longest: [0.0; 2],
            };
            assert_eq!(game.score(), score);
        }
    }
}
