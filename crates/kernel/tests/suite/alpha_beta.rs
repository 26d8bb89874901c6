//! Alpha-beta agrees with plain minimax, whatever its options.

use crate::common;

use std::time::Duration;

use common::heaps::{Heaps, Lots, LotsWithBounds};
use common::tictactoe::{Position, TicTacToe};
use common::{minimax, values_of_moves};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Bounds, Game, Score};
use tabia_kernel::search::{
    AlphaBeta, Knowledge, Limits, Report, Stop, Table, TableFor, TablePolicy, Wanted, WinDrawLoss,
};
use tabia_kernel::symmetry::Folded;

/// Compares every way to search with minimax at one position and depth.
fn check<G, K>(g: &G, k: &K, table: &TableFor<G>, s: &G::State, depth: u8, context: &str)
where
    G: Game + Sync,
    G::State: Send + Sync + std::fmt::Debug,
    G::Move: Send + Sync + std::fmt::Debug,
    G::Key: Default + Send,
    K: Knowledge<G> + Clone + Send,
{
    let expected = minimax(g, k, s, u32::from(depth));
    let moves = values_of_moves(g, k, s, u32::from(depth));
    let highest = moves.iter().map(|&(_, v)| v).max().unwrap();
    let hi = k.bounds(g, s).hi;
    let first_best = moves
        .iter()
        .find(|&&(_, v)| v.min(hi) == highest.min(hi))
        .unwrap()
        .0;
    let context = format!("{context}, position {s:?}, depth {depth}");
    let search = AlphaBeta::new(g, k.clone()).limits(Limits::depth(depth));
    let agree = |how: &str, report: Report<G::Move>| {
        assert_eq!(report.value, Bounds::exact(expected), "{how}: {context}");
        assert_eq!(report.best, Some(first_best), "{how}: {context}");
        report
    };
    agree("no table", search.clone().run(s));
    agree("straight", search.clone().without_deepening().run(s));
    agree("table", search.clone().table(table).run(s));
    agree("threads", search.clone().table(table).threads(3).run(s));
    let value = search.clone().wanted(Wanted::Value).table(table).run(s);
    assert_eq!(value.value, Bounds::exact(expected), "value: {context}");
    let every = search.clone().wanted(Wanted::EveryMove).table(table);
    for threads in [1, 2] {
        let report = every.clone().threads(threads).run(s);
        let found: Vec<_> = report.moves.iter().map(|m| (m.action, m.value)).collect();
        assert_eq!(found, moves, "every move: {context}");
    }
    for lo in [-3, 0, 2] {
        let window = Bounds {
            lo: Score::new(lo),
            hi: Score::new(lo + 2),
        };
        let report = search.clone().table(table).window(window).run(s);
        assert!(report.value.contains(expected), "{window}: {context}");
        let inside = window.lo < expected && expected < window.hi;
        assert!(!inside || report.value.is_solved(), "{window}: {context}");
    }
}

#[test]
fn searches_agree_with_minimax_in_a_treacherous_game() {
    let seed = 20;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for round in 0..150 {
        let g = Heaps {
            lots: random.bits(),
        };
        let k = Lots(g.clone());
        let kb = LotsWithBounds(g.clone());
        let folded = Folded(g.clone());
        // Small enough to be overwritten, and kept over all the positions.
        let plain_table = Table::with_bytes(1 << 12);
        let folded_table = Table::with_bytes(1 << 14);
        let bounds_table = Table::with_bytes(1 << 14);
        for _ in 0..6 {
            let s = [0; 3].map(|_| random.below(5) as u8);
            if g.payoff(&s).is_some() {
                continue;
            }
            let depth = 1 + random.below(6) as u8;
            let context = format!("seed {seed}, round {round}");
            check(&g, &k, &plain_table, &s, depth, &context);
            check(&folded, &k, &folded_table, &s, depth, &context);
            check(&folded, &kb, &bounds_table, &s, depth, &context);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let seed = 31;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut nodes = 0;
    for round in 0..12 {
        let g = Folded(Heaps {
            lots: random.bits(),
        });
        let k = Lots(g.0.clone());
        let s = [40, 41, 42];
        if g.payoff(&s).is_some() {
            continue;
        }
        let answers = [1, 2, 3, 4].map(|threads| {
            // Too small for the search, so that what is remembered differs.
            let table = Table::with_bytes(1 << 16);
            let report = AlphaBeta::new(&g, k.clone())
                .limits(Limits::depth(11))
                .table(&table)
                .threads(threads)
                .with_line()
                .run(&s);
            nodes += report.nodes;
            (report.value, report.best, report.line)
        });
        for answer in &answers[1..] {
            assert_eq!(*answer, answers[0], "seed {seed}, round {round}");
        }
    }
    // Enough for threads to meet.
    assert!(nodes > 500_000, "{nodes}");
}

#[test]
fn tic_tac_toe_is_a_draw_however_it_is_solved() {
    let g = TicTacToe::new();
    let table = Table::with_mebibytes(1);
    let report = AlphaBeta::new(&g, WinDrawLoss)
        .table(&table)
        .run(&Position::EMPTY);
    assert_eq!(report.proven, Bounds::exact(Score::DRAW));
    assert!(report.complete);
    let folded = Folded(g);
    let folded_table = Table::with_mebibytes(1);
    let folded_report = AlphaBeta::new(&folded, WinDrawLoss)
        .table(&folded_table)
        .run(&Position::EMPTY);
    assert_eq!(folded_report.value, report.value);
    assert_eq!(folded_report.best, report.best);
    assert!(folded_report.nodes < report.nodes);
    let untabled = AlphaBeta::new(&folded, ()).run(&Position::EMPTY);
    assert_eq!(untabled.value, report.value);
    assert_eq!(untabled.best, report.best);
}

#[test]
fn the_line_is_best_play_to_the_end() {
    let g = TicTacToe::new();
    let table = Table::with_mebibytes(1);
    let search = AlphaBeta::new(&g, WinDrawLoss).table(&table).with_line();
    let line = search.run(&Position::EMPTY).line;
    let mut s = Position::EMPTY;
    for &m in &line {
        assert!(g.payoff(&s).is_none());
        let before = minimax(&g, &WinDrawLoss, &s, 9);
        let side = g.to_move(&s);
        g.play(&mut s, m);
        let after = minimax(&g, &WinDrawLoss, &s, 9);
        assert_eq!(after.across(g.to_move(&s), side), before);
    }
    assert!(g.payoff(&s).is_some());
    let fresh = Table::with_mebibytes(1);
    for threads in [2, 3] {
        let again = search.clone().table(&fresh).threads(threads);
        assert_eq!(again.run(&Position::EMPTY).line, line);
    }
}

#[test]
fn a_spent_budget_is_an_answer() {
    let g = TicTacToe::new();
    let search = AlphaBeta::new(&g, WinDrawLoss);
    let nothing = search
        .clone()
        .limits(Limits::nodes(1))
        .run(&Position::EMPTY);
    assert_eq!(nothing.depth, 0);
    assert!(nothing.best.is_some() && !nothing.complete);
    assert_eq!(nothing.proven, Bounds::LOSS_TO_WIN);
    let some = search
        .clone()
        .limits(Limits::nodes(2_000))
        .run(&Position::EMPTY);
    assert!(some.depth > 0 && !some.complete);
    assert!(some.nodes <= 2_000, "{}", some.nodes);
    let no_time = search.clone().limits(Limits::time(Duration::ZERO));
    assert_eq!(no_time.run(&Position::EMPTY).depth, 0);
    let stop = Stop::new();
    stop.request();
    assert_eq!(search.stop(stop).run(&Position::EMPTY).depth, 0);
}

#[test]
fn a_game_that_is_over_needs_no_search() {
    let g = Heaps { lots: 1 };
    let end = [0; 3];
    let report = AlphaBeta::new(&g, ()).run(&end);
    let worth = g.payoff(&end).unwrap().seen_by(g.to_move(&end));
    assert_eq!(report.value, Bounds::exact(worth));
    assert_eq!((report.best, report.complete), (None, true));
}

#[test]
fn values_without_cutoffs_depend_on_the_window() {
    let seed = 5;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let (mut asked, mut wrong) = (0, 0);
    for _ in 0..300 {
        let g = Heaps {
            lots: random.bits(),
        };
        let k = Lots(g.clone());
        let s = [4, 4, 4];
        if g.payoff(&s).is_some() {
            continue;
        }
        let expected = minimax(&g, &k, &s, 6);
        for policy in [TablePolicy::Bounds, TablePolicy::ValuesWithoutCutoffs] {
            let table = Table::with_mebibytes(1);
            let search = AlphaBeta::new(&g, k.clone())
                .limits(Limits::depth(6))
                .table(&table)
                .policy(policy);
            // A narrow question first, the whole window afterwards.
            let narrow = Bounds {
                lo: Score::new(3),
                hi: Score::new(4),
            };
            let _ = search.clone().window(narrow).run(&s);
            let value = search.run(&s).value;
            match policy {
                TablePolicy::Bounds => assert_eq!(value, Bounds::exact(expected)),
                TablePolicy::ValuesWithoutCutoffs => {
                    asked += 1;
                    wrong += i32::from(value != Bounds::exact(expected));
                }
            }
        }
    }
    assert!(wrong > 0, "{wrong} of {asked}");
}
