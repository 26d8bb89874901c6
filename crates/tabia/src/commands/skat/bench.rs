//! `tabia skat bench`: the node-count signature, and how long deals take.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_skat::{Card, Contract, Deal, Kind, Seat, Tables};

use super::endings::{EndingsOption, solver};
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::within;
use crate::{output, progress};

/// Solve random full deals, each from every declarer's seat and lead, on one
/// thread with an empty table each.
///
/// The number of nodes is the signature: it moves when the search visits other
/// nodes than before, and with nothing else. Times are for this machine.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia skat bench\n  \
    tabia skat bench --deals 100 --dir tables --json")]
pub(crate) struct Bench {
    /// Deals of each kind of game; the signature is that of 10
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = within(1..=100_000_u64))]
    deals: u64,
    #[command(flatten)]
    endings: EndingsOption,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Signature {
    nodes: u64,
    deals: u64,
    suit: Spread,
    grand: Spread,
    null: Spread,
}

/// How solves of one kind went, in milliseconds; the keys are a contract.
#[derive(Serialize)]
struct Spread {
    solves: usize,
    nodes: u64,
    mean_ms: f64,
    p10_ms: f64,
    median_ms: f64,
    p90_ms: f64,
    p99_ms: f64,
    longest_ms: f64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let endings = self.endings.load()?;
        let work = Work::begin();
        let bar = progress::bar(3 * self.deals, "solving");
        let mut spreads = Vec::new();
        for (at, kind) in Kind::ALL.into_iter().enumerate() {
            let done = |deals: u64| bar.set(at as u64 * self.deals + deals);
            match measure(kind, self.deals, endings.as_ref(), work.stop(), &done) {
                Some(spread) => spreads.push(spread),
                None => {
                    drop(bar);
                    eprintln!("interrupted: no signature");
                    return Ok(Ending::Interrupted);
                }
            }
        }
        drop(bar);
        let Ok([suit, grand, null]) = <[Spread; 3]>::try_from(spreads) else {
            unreachable!("three kinds were measured");
        };
        let signature = Signature {
            nodes: suit.nodes + grand.nodes + null.nodes,
            deals: self.deals,
            suit,
            grand,
            null,
        };
        if self.json {
            output::json(&signature)?;
            return Ok(Ending::Done);
        }
        let headings = [
            "Game", "Solves", "Mean", "10 %", "Median", "90 %", "99 %", "Longest",
        ];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        for (name, s) in [
            ("suit", &signature.suit),
            ("grand", &signature.grand),
            ("null", &signature.null),
        ] {
            let times = [
                s.mean_ms,
                s.p10_ms,
                s.median_ms,
                s.p90_ms,
                s.p99_ms,
                s.longest_ms,
            ];
            let times = times.map(|ms| format!("{ms:.1} ms"));
            rows.push([&[name.to_owned(), s.solves.to_string()], &times[..]].concat());
        }
        let mut out = output::stdout();
        write!(out, "{}", columns(&rows))?;
        writeln!(out, "Bench: skat {}", signature.nodes)?;
        Ok(Ending::Done)
    }
}

/// Solves deals of one kind; `None` if stopped.
fn measure(
    kind: Kind,
    deals: u64,
    endings: Option<&Arc<Tables>>,
    stop: &Stop,
    done: &dyn Fn(u64),
) -> Option<Spread> {
    let mut solver = solver(32, endings);
    let mut times = Vec::new();
    for seed in 0..deals {
        let mut random = Seeded::new(seed);
        let contract = match kind {
            Kind::Suit => Contract::ALL[random.below(4)],
            _ => kind.example(),
        };
        let mut pack: Vec<Card> = Card::all().collect();
        random.shuffle(&mut pack);
        let hands = [0, 1, 2].map(|seat| pack[10 * seat..][..10].iter().copied().collect());
        for (declarer, leader) in Seat::ALL.iter().flat_map(|&d| Seat::ALL.map(|l| (d, l))) {
            let deal = Deal::new(hands, contract, declarer, leader).expect("cut from one pack");
            let start = Instant::now();
            solver.worth(&deal, stop)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        done(seed + 1);
    }
    times.sort_unstable_by(f64::total_cmp);
    let share = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    Some(Spread {
        solves: times.len(),
        nodes: solver.nodes(),
        mean_ms: times.iter().sum::<f64>() / times.len() as f64,
        p10_ms: share(0.1),
        median_ms: share(0.5),
        p90_ms: share(0.9),
        p99_ms: share(0.99),
        longest_ms: share(1.0),
    })
}
