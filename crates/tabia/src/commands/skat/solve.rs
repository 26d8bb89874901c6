//! `tabia skat solve`: what a deal is worth with open hands.

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_skat::{Deal, Worth};

use super::endings::{self, EndingsOption};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::within;
use crate::{memory, output, progress};

/// What a deal is worth with open hands, and the best cards.
///
/// The hands of seats 1, 2 and 3 come first, then who plays what: suits are
/// C S H D, ranks 7 8 9 T J Q K A. In suit games and grand the worth is the
/// number of card points that the declarer will still take when everyone
/// plays best, in null games whether the declarer wins.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia skat solve 'CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2'\n  \
    tabia skat solve 'S7 HA | S8 H7 | S9 H8; game null; declarer 1; lead 3' --json\n\
    In the middle of a trick, its cards in the order played:\n  \
    tabia skat solve 'CJ SA HT | DK S7 | C9 DT; game clubs; declarer 1; lead 2; \
    table H8 CA'")]
pub(crate) struct Solve {
    /// Three hands, then `; game …; declarer 1-3; lead 1-3` and, if need be,
    /// `; table` with the cards of the trick so far
    deal: String,
    /// Size of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = within(1..=65_536_u32))]
    memory: u32,
    #[command(flatten)]
    endings: EndingsOption,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The answer; the keys are a contract.
#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<bool>,
    best: Vec<String>,
    nodes: u64,
    seconds: f64,
}

impl Solve {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let deal = Deal::read(&self.deal).with_context(|| format!("deal `{}`", self.deal))?;
        let endings = self.endings.load()?;
        let mut solver = endings::solver(memory::mebibytes(self.memory)?, endings.as_ref());
        let work = Work::begin();
        let start = Instant::now();
        let solution = {
            let _spinner = progress::spinner("solving");
            solver.solve(&deal, work.stop())
        };
        let Some(solution) = solution else {
            eprintln!(
                "interrupted after {} nodes",
                output::grouped(solver.nodes())
            );
            return Ok(Ending::Interrupted);
        };
        let (points, won) = match solution.worth {
            Worth::Points(points) => (Some(points), None),
            Worth::Won(won) => (None, Some(won)),
        };
        let answer = Answer {
            points,
            won,
            best: solution.best.iter().map(ToString::to_string).collect(),
            nodes: solver.nodes(),
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&answer)?;
        } else {
            writeln!(
                output::stdout(),
                "{}",
                sentence(&deal, solution.worth, &answer)
            )?;
        }
        Ok(Ending::Done)
    }
}

fn sentence(deal: &Deal, worth: Worth, answer: &Answer) -> String {
    let declarer = format!("The declarer, seat {},", deal.declarer());
    let mut text = match worth {
        Worth::Points(points) if deal.points() > 0 => format!(
            "{declarer} takes {points} more points, {} in all.",
            points + deal.points()
        ),
        Worth::Points(points) => format!("{declarer} takes {points} more points."),
        Worth::Won(true) => format!("{declarer} wins."),
        Worth::Won(false) => format!("{declarer} loses."),
    };
    if !answer.best.is_empty() {
        text += &format!(
            " Best for seat {}: {}.",
            deal.turn(),
            answer.best.join(", ")
        );
    }
    text + &format!(
        "\n({} nodes, {})",
        output::grouped(answer.nodes),
        output::duration(answer.seconds)
    )
}
