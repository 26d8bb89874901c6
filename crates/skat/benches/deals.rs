//! How long full deals take: a distribution says more than a mean.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::random_deal;
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_skat::{Contract, Deal, Seat, Solver};

/// Solves `deals` random deals from every declarer's seat and lead, each with
/// an empty table, and prints how the times are distributed.
fn measure(name: &str, deals: u64, contract: impl Fn(&mut Seeded) -> Contract) {
    let mut solver = Solver::new();
    let mut times = Vec::new();
    for seed in 0..deals {
        let mut random = Seeded::new(seed);
        let contract = contract(&mut random);
        let deal = random_deal(&mut random, 10, contract);
        let hands = Seat::ALL.map(|seat| deal.hand(seat));
        for (declarer, leader) in Seat::ALL
            .into_iter()
            .flat_map(|d| Seat::ALL.map(|l| (d, l)))
        {
            let deal = Deal::new(hands, contract, declarer, leader).expect("the same hands");
            let start = Instant::now();
            solver.worth(&deal, &Stop::new()).expect("nobody stops it");
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let share = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "{name}: {} solves, {:.0} nodes each: mean {mean:.1} ms, 10% {:.1}, median {:.1}, 90% {:.1}, 99% {:.1}, longest {:.1}",
        times.len(),
        solver.nodes() as f64 / times.len() as f64,
        share(0.1),
        share(0.5),
        share(0.9),
        share(0.99),
        share(1.0),
    );
}

fn main() {
    const DEALS: u64 = 100;
    measure("suit games", DEALS, |random| Contract::ALL[random.below(4)]);
    measure("grand", DEALS, |_| Contract::Grand);
    measure("null", DEALS, |_| Contract::Null);
}
