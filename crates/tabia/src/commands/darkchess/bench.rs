//! `tabia darkchess bench`: the node-count signature.

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_darkchess::{FullPosition, Level, Player};

use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Count the nodes of the player over fixed positions, on one thread.
///
/// The total is the signature: it moves when the search visits other nodes
/// than before, and with nothing else.
#[derive(Args)]
#[command(after_help = "Example: tabia darkchess bench --json")]
pub(crate) struct Bench {
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// Positions from all stages of the game, and how deep they are searched.
const POSITIONS: &[(u8, &str)] = &[
    (4, "????????/????k???/????????/???????P b 2"),
    (5, "????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp"),
    (6, "?1p2?C1/1?n2R1?/2?1g1P1/?1K2?1b w 3 GBNRCPPPgbnrccppp"),
    (6, "3G2p1/1k1?1N2/?1P3c1/2B1r1?1 b 7 GBNRRCCPPPgbbnnrcpppp"),
    (8, "2K3p1/1g2N3/4P1c1/r2B2n1 w 5"),
    (10, "G5b1/2n5/6P1/1C4k1 b 0"),
];

#[derive(Serialize)]
struct Signature {
    nodes: u64,
    seconds: f64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let work = Work::begin();
        let start = Instant::now();
        let spinner = progress::spinner("searching");
        let mut nodes = 0;
        for &(depth, text) in POSITIONS {
            let position: FullPosition = text.parse().context("a position of the bench")?;
            let player = Player::new(Level::Depth(depth)).with_nodes(u64::MAX);
            let choice = player.choose(&position, work.stop())?;
            let Some(choice) = choice.filter(|_| !work.is_interrupted()) else {
                drop(spinner);
                eprintln!("interrupted: no signature");
                return Ok(Ending::Interrupted);
            };
            nodes += choice.nodes;
        }
        drop(spinner);
        let signature = Signature {
            nodes,
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&signature)?;
            return Ok(Ending::Done);
        }
        let mut out = output::stdout();
        let speed = (nodes as f64 / signature.seconds).round() as u64;
        writeln!(
            out,
            "{} nodes in {}, {} a second",
            output::grouped(nodes),
            output::duration(signature.seconds),
            output::grouped(speed)
        )?;
        writeln!(out, "Bench: darkchess {nodes}")?;
        Ok(Ending::Done)
    }
}
