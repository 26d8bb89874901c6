//! What the paper's player spends its time on.
//!
//! `cargo bench -p tabia-quarto --bench player`

use divan::{Bencher, black_box};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Game as _;
use tabia_kernel::search::Stop;
use tabia_quarto::symmetries::{Symmetries, number};
use tabia_quarto::{
    Heuristic, Lines, PaperPlayer, PlayerOptions, Position, Quarto, Rules, canonical::Canonical,
};

fn main() {
    divan::main();
}

/// Positions of random games, the same every time.
fn positions() -> Vec<Position> {
    let quarto = Quarto::new(Rules::lines());
    let mut random = Seeded::new(1);
    let mut positions = Vec::new();
    while positions.len() < 1_000 {
        let mut position = Position::EMPTY;
        while quarto.payoff(&position).is_none() {
            positions.push(position);
            let mut moves = Vec::new();
            quarto.moves(&position, &mut moves);
            quarto.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    positions.truncate(1_000);
    positions
}

/// Times `work` on a thousand positions.
fn each<T>(bencher: Bencher<'_, '_>, work: impl Fn(&Position) -> T + Sync) {
    let positions = positions();
    bencher
        .counter(divan::counter::ItemsCount::new(positions.len()))
        .bench(|| {
            for position in &positions {
                black_box(work(black_box(position)));
            }
        });
}

#[divan::bench]
fn heuristic(bencher: Bencher<'_, '_>) {
    let heuristic = Heuristic::new(&Rules::lines());
    each(bencher, |position| heuristic.value(position));
}

#[divan::bench]
fn complete_lines(bencher: Bencher<'_, '_>) {
    let lines = Lines::new(&Rules::lines());
    each(bencher, |position| lines.is_complete(position));
}

#[divan::bench]
fn moves(bencher: Bencher<'_, '_>) {
    let quarto = Quarto::new(Rules::lines());
    each(bencher, |position| {
        let mut moves = Vec::with_capacity(16);
        quarto.moves(position, &mut moves);
        moves
    });
}

#[divan::bench]
fn the_papers_number(bencher: Bencher<'_, '_>) {
    each(bencher, number);
}

#[divan::bench]
fn the_papers_representative(bencher: Bencher<'_, '_>) {
    let symmetries = Symmetries::of(&Rules::lines());
    each(bencher, |position| symmetries.representative(position));
}

#[divan::bench]
fn canonical_class(bencher: Bencher<'_, '_>) {
    let canonical = Canonical::of(&Rules::lines());
    each(bencher, |position| canonical.class(position));
}

/// One choice with an empty table, four pieces placed.
#[divan::bench(args = [4, 6, 8, 10])]
fn choose(bencher: Bencher<'_, '_>, depth: u8) {
    let rules = Rules::lines();
    let position = Position::read("0.d..1....9...../6", &rules).expect("a position");
    bencher
        .with_inputs(|| PaperPlayer::new(rules, depth, PlayerOptions::default()))
        .bench_values(|player| player.choose(&position, &Stop::new()));
}
