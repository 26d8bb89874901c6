//! `tabia dominoes solve`: the value of an ending.

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_dominoes::{Dominoes, Position, Solver};
use tabia_kernel::rules::{Score, Side};

use super::BlockArg;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::within;
use crate::{memory, output, progress};

/// The value of a position with open hands and an empty stock, and the best
/// moves.
///
/// The position is the first hand, the second hand, the open ends and who
/// moves. The value is for the side to move: 1 wins, 0 draws, -1 loses. A
/// move is a tile and the end where it is laid, `35@5`, or `pass`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia dominoes solve '01 12 | 33 45 | 0-5 first'\n  \
    tabia dominoes solve '02 33 | 12 | 0-1 first' --block drawn --json")]
pub(crate) struct Solve {
    /// Two hands, the open ends and `first` or `second`, separated by `|`
    position: String,
    /// Who wins when nobody can play
    #[arg(long, value_enum, default_value = "pips")]
    block: BlockArg,
    /// Size of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = within(1..=65_536_u32))]
    memory: u32,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The answer; the keys are a contract.
#[derive(Serialize)]
struct Answer {
    value: i16,
    best: Vec<String>,
    nodes: u64,
    seconds: f64,
}

impl Solve {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let position = Position::read(&self.position)
            .with_context(|| format!("position `{}`", self.position))?;
        let block = self.block.into();
        let solver = Solver::with_mebibytes(Dominoes { block }, memory::mebibytes(self.memory)?);
        let work = Work::begin();
        let start = Instant::now();
        let solution = {
            let _spinner = progress::spinner("solving");
            solver.solve(&position, work.stop())
        };
        let Some(solution) = solution else {
            eprintln!("interrupted");
            return Ok(Ending::Interrupted);
        };
        let answer = Answer {
            value: solution.value.points(),
            best: solution.best.iter().map(ToString::to_string).collect(),
            nodes: solution.nodes,
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&answer)?;
        } else {
            writeln!(output::stdout(), "{}", sentence(&position, &answer))?;
        }
        Ok(Ending::Done)
    }
}

fn sentence(position: &Position, answer: &Answer) -> String {
    let mover = match position.to_move() {
        Side::First => "First",
        Side::Second => "Second",
    };
    let verdict = match Score::new(answer.value) {
        Score::WIN => "wins",
        Score::LOSS => "loses",
        _ => "draws",
    };
    let mut text = match answer.best.is_empty() {
        true => format!("The game is over: {mover} {verdict}."),
        false => format!("{mover}, to move, {verdict}."),
    };
    if !answer.best.is_empty() {
        text += &format!(" Best: {}.", answer.best.join(", "));
    }
    text + &format!(
        "\n({} nodes, {})",
        output::grouped(answer.nodes),
        output::duration(answer.seconds)
    )
}
