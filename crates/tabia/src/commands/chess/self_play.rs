//! `tabia chess self-play`: games to learn from, for who has none.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_chess::pgn::{Game, GameResult, Sheet};
use tabia_chess::tune::SelfPlay;

use super::options::Evaluation;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::{output, progress};

/// Games that are played before they are written: enough that threads seldom
/// wait for the longest of them.
const BATCH: u64 = 256;

/// Play games of the engine against itself, to tune weights on.
///
/// Each begins with a random opening of eight half moves that leaves both sides
/// about equal, and depends on --seed, --nodes, the weights and its number alone,
/// on any number of threads. With --first the next games go to another file: after
/// Ctrl-C, which keeps those that are done, or on another machine. `tabia chess
/// tune` learns from several files at once.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia chess self-play --games 20000 --out own.pgn.zst\n  \
    tabia chess self-play --first 20001 --games 20000 --out more.pgn.zst\n  \
    tabia chess tune --games own.pgn.zst more.pgn.zst --profile full --method texel --teacher 2000")]
pub(crate) struct PlayItself {
    /// How many games
    #[arg(long, value_name = "N", value_parser = within(1..=1_000_000_000_u64))]
    games: u64,
    /// Where they go: .pgn, or packed as .pgn.zst
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    evaluation: Evaluation,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = numbers::nodes())]
    nodes: u64,
    /// The number of the first game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = within(0..=1_000_000_000_000_u64),
    )]
    first: u64,
    /// Which openings
    #[arg(long, default_value_t = 1, value_parser = numbers::seed())]
    seed: u64,
    /// Threads; all cores by default. The games do not depend on it
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Default, Serialize)]
struct Answer {
    file: String,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    moves: u64,
    seconds: f64,
}

impl PlayItself {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let end = self.first + self.games;
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(usize::from(threads))
                .build_global()
                .context("cannot start threads")?;
        }
        let play = SelfPlay {
            weights: self.evaluation.weights()?,
            nodes: self.nodes,
            seed: self.seed,
        };
        let name = self.out.display().to_string();
        let cannot = || format!("cannot write {name}");
        let mut file = Sheet::create(&self.out).with_context(cannot)?;
        let work = Work::begin();
        let begun = Instant::now();
        let bar = progress::bar(self.games, "playing");
        let mut answer = Answer::default();
        let mut next = self.first;
        while next < end && !work.is_interrupted() {
            let batch = next..end.min(next + BATCH);
            for game in play.games(batch.clone(), work.stop()) {
                file.write(&game).with_context(cannot)?;
                answer.count(&game);
            }
            bar.set(answer.games);
            next = batch.end;
        }
        drop(bar);
        file.finish().with_context(cannot)?;
        answer.file.clone_from(&name);
        answer.seconds = begun.elapsed().as_secs_f64();
        self.show(&answer)?;
        if answer.games < self.games {
            eprintln!(
                "interrupted: --first {} --games {} and another --out give the rest",
                self.first + answer.games,
                self.games - answer.games
            );
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }

    fn show(&self, answer: &Answer) -> anyhow::Result<()> {
        if self.json {
            output::json(answer)?;
            return Ok(());
        }
        writeln!(
            output::stdout(),
            "{}: {} games, White won {}, Black {}, {} drawn, {} half moves\n({})",
            answer.file,
            output::grouped(answer.games),
            output::grouped(answer.white),
            output::grouped(answer.black),
            output::grouped(answer.draws),
            output::grouped(answer.moves),
            output::duration(answer.seconds),
        )?;
        Ok(())
    }
}

impl Answer {
    fn count(&mut self, game: &Game) {
        self.games += 1;
        self.moves += game.moves.len() as u64;
        match game.result {
            Some(GameResult::White) => self.white += 1,
            Some(GameResult::Black) => self.black += 1,
            Some(GameResult::Draw) | None => self.draws += 1,
        }
    }
}
