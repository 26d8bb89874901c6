//! Two small games for the kernel's tests.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part")]

pub mod heaps;
pub mod tictactoe;

use tabia_kernel::rules::{Game, Score};
use tabia_kernel::search::Knowledge;

/// Minimax as it is defined, for comparison: no window, no table.
pub fn minimax<G: Game, K: Knowledge<G>>(g: &G, k: &K, s: &G::State, depth: u32) -> Score {
    if let Some(p) = g.payoff(s) {
        return k.worth(g, s, p);
    }
    let certain = k.bounds(g, s);
    let value = if depth == 0 {
        k.estimate(g, s)
    } else {
        let values = values_of_moves(g, k, s, depth);
        values.into_iter().map(|(_, v)| v).max().expect("moves")
    };
    value.clamp(certain.lo, certain.hi)
}

/// The value of every move, for the side that makes it.
pub fn values_of_moves<G: Game, K: Knowledge<G>>(
    g: &G,
    k: &K,
    s: &G::State,
    depth: u32,
) -> Vec<(G::Move, Score)> {
    let mut moves = Vec::new();
    g.moves(s, &mut moves);
    let value = |&m: &G::Move| {
        let mut child = s.clone();
        g.play(&mut child, m);
        let v = minimax(g, k, &child, depth - 1);
        (m, v.across(g.to_move(&child), g.to_move(s)))
    };
    moves.iter().map(value).collect()
}
