//! `tabia chess perft`: the lines of legal play.

use std::io::Write as _;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_chess::{legal_moves, perft, text};

use super::options;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::within;
use crate::{output, progress};

/// Count the lines of legal play of some length.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia chess perft startpos 6\n  \
    tabia chess perft 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' 4 --json")]
pub(crate) struct Perft {
    /// A position as FEN, with or without the counters, or `startpos`
    position: String,
    /// The length of the lines, in plies
    #[arg(value_parser = within(0..=perft::DEEPEST))]
    depth: u32,
    /// Also print the count below each move
    #[arg(long)]
    divide: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<Below>,
}

#[derive(Serialize)]
struct Below {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

impl Perft {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let board = options::board(&self.position)?;
        let work = Work::begin();
        let start = Instant::now();
        let legal = legal_moves(&board).len();
        let bar = progress::bar(legal as u64, "counting");
        let (mut moves, mut done) = (Vec::new(), 0);
        let nodes = perft::divide(&board, self.depth, work.stop(), |m, nodes| {
            done += 1;
            bar.set(done);
            if self.divide {
                let text = text::write_uci(&board, m);
                moves.push(Below { text, nodes });
            }
        });
        let Some(nodes) = nodes else {
            eprintln!("interrupted after {done} of {legal} moves");
            return Ok(Ending::Interrupted);
        };
        drop(bar);
        let answer = Answer {
            nodes,
            seconds: start.elapsed().as_secs_f64(),
            moves,
        };
        if self.json {
            output::json(&answer)?;
            return Ok(Ending::Done);
        }
        let mut out = output::stdout();
        for below in &answer.moves {
            writeln!(out, "{:6}{:>16}", below.text, output::grouped(below.nodes))?;
        }
        writeln!(out, "{} nodes", output::grouped(answer.nodes))?;
        let speed = answer.nodes as f64 / answer.seconds.max(1e-9);
        writeln!(
            out,
            "({}, {} nodes a second)",
            output::duration(answer.seconds),
            output::grouped(speed as u64)
        )?;
        Ok(Ending::Done)
    }
}
