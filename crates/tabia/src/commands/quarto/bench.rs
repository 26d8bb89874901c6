//! `tabia quarto bench`: the node-count signature.

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_kernel::search::Stop;
use tabia_quarto::{
    PaperPlayer, PlayerOptions, Position, Rules, Shape, Solution, Solver, SolverOptions,
};

use super::options;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Count the nodes of solver and player over fixed positions, on one thread.
///
/// The total is the signature: it moves when a search visits other nodes than
/// before, and with nothing else. The speed is only a hint; `cargo xtask bench`
/// measures.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto bench --json")]
pub(crate) struct Bench {
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// Positions to solve: shape, properties that count, misère, position. Each
/// kind of rules is there, and none ends soon.
const SOLVED: &[(Shape, u8, bool, &str)] = &[
    (Shape::Lines, 4, false, "...2.7....9..35./c"),
    (Shape::Lines, 4, false, "431.b...6e....../a"),
    (Shape::Lines, 4, false, "7...9....3ecd.../0"),
    (Shape::Lines, 4, false, ".7b...5....9.4a2/f"),
    (Shape::Lines, 4, false, "....3c1..d.92.a./f"),
    (Shape::Squares, 4, false, ".7...c.8f......b/0"),
    (Shape::Squares, 4, false, ".f.e1c7...a..2../0"),
    (Shape::Torus, 4, false, "..1.9e.6.3...b../d"),
    (Shape::Lines, 3, false, "e.b.5..41..0..../7"),
    (Shape::Lines, 2, false, ".4.......cd.8e.b/9"),
    (Shape::Lines, 4, true, ".a7..5..2.bf.4.3/c"),
    (Shape::Squares, 4, true, "6b0.5.....a.3f.8/4"),
];

/// Positions for the paper's player: shape, depth, position.
const PLAYED: &[(Shape, u8, &str)] = &[
    (Shape::Lines, 6, "b.............../3"),
    (Shape::Lines, 8, "...2.7....9..35./c"),
    (Shape::Lines, 8, "431.b...6e....../-"),
    (Shape::Squares, 8, ".7...c.8f......b/0"),
];

/// Part of the signature: what a small table forgets is searched again.
const MEMORY_MIB: usize = 32;

#[derive(Serialize)]
struct Signature {
    nodes: u64,
    solver: u64,
    player: u64,
    seconds: f64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let work = Work::begin();
        let start = Instant::now();
        let counted = {
            let _spinner = progress::spinner("searching");
            solver_nodes(work.stop())?.zip(player_nodes(work.stop())?)
        };
        let Some((solver, player)) = counted else {
            eprintln!("interrupted: no signature");
            return Ok(Ending::Interrupted);
        };
        let signature = Signature {
            nodes: solver + player,
            solver,
            player,
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&signature)?;
        } else {
            let mut out = output::stdout();
            writeln!(out, "Solver {}", signature.solver)?;
            writeln!(out, "Player {}", signature.player)?;
            writeln!(out, "Bench: quarto {}", signature.nodes)?;
            writeln!(out, "({})", output::duration(signature.seconds))?;
        }
        Ok(Ending::Done)
    }
}

/// Nodes to solve the positions, each with an empty table; `None` if stopped.
fn solver_nodes(stop: &Stop) -> anyhow::Result<Option<u64>> {
    let mut nodes = 0;
    for &(shape, properties, misere, text) in SOLVED {
        let rules = Rules::new(shape, properties, misere)?;
        let options = SolverOptions {
            threads: 1,
            memory_mib: MEMORY_MIB,
            book: false,
        };
        let solver = Solver::new(rules, options)
            .with_context(|| format!("cannot get {MEMORY_MIB} MiB for the table"))?;
        let position = options::position(text, &rules)?;
        let solution: Option<Solution> = solver.solve(&position, stop);
        if solution.is_none() {
            return Ok(None);
        }
        nodes += solver.nodes();
    }
    Ok(Some(nodes))
}

/// Nodes of the paper's player, each position with an empty table.
fn player_nodes(stop: &Stop) -> anyhow::Result<Option<u64>> {
    let mut nodes = 0;
    for &(shape, depth, text) in PLAYED {
        let rules = Rules::new(shape, 4, false)?;
        let options = PlayerOptions {
            threads: 1,
            memory_mib: MEMORY_MIB,
            ..PlayerOptions::default()
        };
        let position: Position = options::position(text, &rules)?;
        nodes += PaperPlayer::new(rules, depth, options)
            .choose(&position, stop)
            .nodes;
        if stop.is_requested() {
            return Ok(None);
        }
    }
    Ok(Some(nodes))
}
