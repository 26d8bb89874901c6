//! A fixed piece of work: its node count is the signature of the engine, its
//! speed a measurement.

use std::time::Duration;

use tabia_kernel::search::Stop;

use crate::eval::{Profile, Weights};
use crate::position::Position;
use crate::search::{Engine, Limits};

/// The depth of the signature.
pub const DEPTH: u32 = 12;

/// Openings, middle games and endgames, quiet and sharp, some with mates.
const POSITIONS: [&str; 30] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqk2r/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 4 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 1 9",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P4/1P1BPN2/PBPN1PPP/R2Q1RK1 w - - 4 10",
    "r1bqr1k1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 8 11",
    "r4rk1/1bq1bppp/p2ppn2/1pn5/3NPP2/P1N1B3/1PPQB1PP/R4RK1 w - - 3 14",
    "2rq1rk1/pp1bppbp/3p1np1/8/3NP1n1/1BN1BP2/PPPQ2PP/2KR3R w - - 0 13",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "3r1rk1/p3qp1p/2bb2p1/2p1p3/2P1P3/1PBP1P2/P3N1PP/R2Q1RK1 w - - 0 18",
    "1rbq1rk1/2p1bppp/p2p1n2/np2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 11",
    "r2q1rk1/1p2bppp/p1n1bn2/3pp3/8/1NN1BP2/PPPQB1PP/R4RK1 w - - 0 13",
    "5rk1/1p1q2bp/p2p2p1/2pPr3/P1P1p1P1/1P2B2P/4QP2/R4RK1 b - - 0 24",
    "2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - 0 20",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 16",
    "4r1k1/pp1b1pp1/2p4p/2Pp1q2/1P1Pn3/P3PN1P/1Q3PP1/2R1RNK1 b - - 3 26",
    "r4rk1/pp1n1p1p/1nqP2p1/2b1P1B1/4NQ2/1B3P2/PP2K2P/2R5 w - - 0 24",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/1R5p/r4P1P/4P1P1/5K2/8 w - - 2 40",
    "6k1/1p3p1p/p2bp1p1/8/3B4/1P2P1P1/P4P1P/6K1 w - - 0 30",
    "8/1p3kp1/p3np1p/3p4/3P1P2/1P1BP2P/P4KP1/8 b - - 0 32",
    "8/8/1p1k4/p1pPp2p/P1P1P1pP/1P4P1/3K4/8 w - - 0 45",
    "3r2k1/5ppp/1q2p3/3pP3/1p1Q1P2/1P5P/6P1/3R2K1 w - - 0 33",
    "8/3k4/8/1p1P4/1P2K3/8/8/8 w - - 0 60",
    "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1",
    "6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1",
    "2q3r1/1r2pk2/pp3pp1/2pP3p/P1Pb1BbP/1P4Q1/R3NPP1/4R1K1 w - - 0 34",
];

/// What the work came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Nodes visited: the signature, if the depth was [`DEPTH`].
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

impl Report {
    /// Nodes for each second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// How many positions there are.
#[must_use]
pub fn positions() -> usize {
    POSITIONS.len()
}

/// Searches fixed positions to `depth` with one thread, each from nothing.
/// `progress` is told how many are done. `None` if stopped before the end.
pub fn run(
    weights: &Weights,
    depth: u32,
    stop: &Stop,
    progress: &mut dyn FnMut(usize),
) -> Option<Report> {
    let mut engine = Engine::new(weights);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut report = Report {
        nodes: 0,
        time: Duration::ZERO,
    };
    for (done, fen) in POSITIONS.iter().enumerate() {
        progress(done);
        engine.new_game();
        let board = fen.parse().expect("a position written here");
        let outcome = engine.search(&Position::new(board), &limits, stop, &mut |_| {});
        if stop.is_requested() {
            return None;
        }
        report.nodes += outcome.nodes;
        report.time += outcome.time;
    }
    Some(report)
}

/// Nodes of a few shallow searches, in milliseconds: engines for which it
/// differs play differently.
#[must_use]
pub fn fingerprint() -> u64 {
    let mut engine = Engine::new(&Weights::shipped(Profile::Full));
    let limits = Limits {
        depth: Some(7),
        ..Limits::default()
    };
    let nodes = |fen: &&str| {
        let board = fen.parse().expect("a position written here");
        let outcome = engine.search(&Position::new(board), &limits, &Stop::new(), &mut |_| {});
        outcome.nodes
    };
    POSITIONS.iter().step_by(6).map(nodes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_repeatable() {
        for profile in Profile::ALL {
            let weights = Weights::shipped(profile);
            let nodes = || run(&weights, 5, &Stop::new(), &mut |_| {}).unwrap().nodes;
            assert_eq!(nodes(), nodes(), "{profile}");
        }
    }
}
