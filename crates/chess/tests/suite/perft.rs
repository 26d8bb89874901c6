//! The numbers of legal lines, as published.

use std::fs;
use std::path::Path;

use crate::skipped::skipped;
use cozy_chess::Board;
use tabia_chess::perft;
use tabia_chess::text::Epd;
use tabia_kernel::search::Stop;

/// Positions that have broken move generators, with published counts:
/// position, depth, lines.
const PUBLISHED: &[(&str, u32, u64)] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
        4_865_609,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        4,
        422_333,
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
        2_103_487,
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
        3_894_594,
    ),
];

#[test]
fn counts_are_the_published_ones() {
    for &(fen, depth, lines) in PUBLISHED {
        let board: Board = fen.parse().unwrap();
        assert_eq!(perft::count(&board, depth), lines, "{fen}");
        let mut divided = 0;
        let all = perft::divide(&board, 2, &Stop::new(), |_, below| divided += below);
        assert_eq!(all, Some(divided), "{fen}");
        assert_eq!(divided, perft::count(&board, 2), "{fen}");
    }
}

#[test]
fn a_count_that_is_stopped_is_none() {
    let stop = Stop::new();
    stop.request();
    let board = Board::default();
    assert_eq!(perft::count_until(&board, perft::DEEPEST, &stop), None);
    assert_eq!(
        perft::divide(&board, perft::DEEPEST, &stop, |_, _| ()),
        None
    );
}

#[test]
fn counts_of_the_standard_file_are_exact_up_to_a_million() {
    standard_file(1_000_000);
}

#[test]
#[ignore = "2 min: four billion lines of play"]
fn counts_of_the_standard_file_are_exact() {
    standard_file(u64::MAX);
}

/// Every count of the file that is at most this.
fn standard_file(most: u64) {
    const FILE: &str = "shared/data/chess/perft_standard.epd";
    // Beside the workspace, or above it.
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let Some(text) = above.find_map(|place| fs::read_to_string(place.join(FILE)).ok()) else {
        skipped(&format!("no {FILE} beside the workspace"));
        return;
    };
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let epd = Epd::read(line).unwrap();
        for operation in &epd.operations {
            let depth: u32 = operation.code.strip_prefix('D').unwrap().parse().unwrap();
            let lines: u64 = operation.operand.parse().unwrap();
            if lines <= most {
                assert_eq!(perft::count(&epd.board, depth), lines, "{line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "only {checked} counts");
}
