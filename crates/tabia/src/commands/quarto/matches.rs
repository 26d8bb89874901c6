//! `tabia quarto match`: two levels against each other.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_desk::quarto::Engine;
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Score, Side};
use tabia_kernel::search::Stop;
use tabia_quarto::{Level, Move, Outcome, Record, Rules};

use super::engine::EngineOptions;
use super::options::RulesOptions;
use crate::ending::Ending;
use crate::games::{Counts, Series, by_role, longest, shares};
use crate::numbers::{self, within};
use crate::{output, suggest};

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
    #[arg(long, value_name = "N", value_parser = numbers::games())]
    games: u32,
    /// Random placements at the start of each game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = within(0..=3_u8))]
    opening: u8,
    /// Which random openings
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = numbers::seed())]
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
    /// The longest that players A and B thought about a move, in seconds.
    longest: [f64; 2],
}

impl Played {
    /// What the game was worth to player A.
    fn score(&self) -> Score {
        match self.record.outcome() {
            Outcome::Won(side) if side == self.a => Score::WIN,
            Outcome::Won(_) => Score::LOSS,
            Outcome::Draw => Score::DRAW,
            Outcome::Open => unreachable!("only finished games are kept"),
        }
    }
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    rules: String,
    #[serde(flatten)]
    counts: Counts,
    opening: u8,
    seed: u64,
    seconds: f64,
    /// The longest that players A and B thought about a move.
    longest_seconds: [f64; 2],
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let engine = |level| self.engine.with_one_thread().start(rules, level);
        let players = [engine(self.a)?, engine(self.b)?];
        let series = Series {
            games: self.games,
            called: "games",
            threads: self.engine.threads(),
            record: self.record.as_deref(),
        };
        series.play(
            |number, stop| Ok(self.game(rules, number, &players, stop)),
            |games| self.records(games),
            |games, seconds| self.tell(&rules, games, seconds),
        )
    }

    /// One game; `None` if stopped.
    fn game(
        &self,
        rules: Rules,
        number: usize,
        players: &[Engine; 2],
        stop: &Stop,
    ) -> Option<Played> {
        let side = Side::BOTH[number % 2];
        let mut record = opening(rules, self.opening, self.seed, number / 2);
        let mut longest = [0.0; 2];
        while record.outcome() == Outcome::Open {
            let which = usize::from(record.to_move() != side);
            let start = Instant::now();
            let turn = players[which].choose(record.position(), stop)?;
            longest[which] = f64::max(longest[which], start.elapsed().as_secs_f64());
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

    fn tell(&self, rules: &Rules, games: &[Played], seconds: f64) -> anyhow::Result<()> {
        let (first, second): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.a == Side::First);
        let [first, second] =
            [first, second].map(|games| games.iter().map(|game| game.score()).collect::<Tally>());
        let all = first + second;
        let longest = longest(games.iter().map(|game| game.longest));
        let (a, b) = (self.a.to_string(), self.b.to_string());
        if self.json {
            output::json(&Report {
                a,
                b,
                rules: rules.to_string(),
                counts: all.into(),
                opening: self.opening,
                seed: self.seed,
                seconds,
                longest_seconds: longest,
            })?;
            return Ok(());
        }
        writeln!(
            output::stdout(),
            "Quarto, {rules}: level {a} against level {b}, {} games from openings of {} random \
             placements, seed {}\n\n{}\n{}\
             Longest move {}, the opponent's {}; all games {}",
            all.games(),
            self.opening,
            self.seed,
            by_role(
                &a,
                [("giving first", first), ("placing first", second)],
                true
            ),
            shares(all),
            output::duration(longest[0]),
            output::duration(longest[1]),
            output::duration(seconds)
        )?;
        Ok(())
    }
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
            longest: [0.0; 2],
        };
        let games = [
            played(Side::First),
            played(Side::Second),
            played(Side::First),
        ];
        let tally: Tally = games.iter().map(Played::score).collect();
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
