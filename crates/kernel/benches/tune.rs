//! What a generation and an epoch cost.

use tabia_kernel::random::Seeded;
use tabia_kernel::tune::{
    Adam, AdamOptions, Choices, Evolution, EvolutionOptions, Logistic, MoveMatch, Parameter, Rows,
    Run, Space, Ties,
};

fn main() {
    divan::main();
}

const FEATURES: usize = 38;

/// A row as the 38 features of chess make it: about a third is not zero.
fn row(random: &mut Seeded, filled: usize) -> Vec<(u16, f32)> {
    let mut row: Vec<(u16, f32)> = (0..filled)
        .map(|i| {
            let column = (i * FEATURES / filled) as u16;
            (column, random.below(7) as f32 - 3.0)
        })
        .collect();
    row.dedup_by_key(|(column, _)| *column);
    row
}

/// One of the 1,000 epochs that have to take less than 15 s on two cores.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn texel_epoch_240_000_positions(bencher: divan::Bencher<'_, '_>) {
    let mut random = Seeded::new(1);
    let mut rows = Rows::new(FEATURES);
    let mut results = Vec::new();
    for _ in 0..240_000 {
        rows.push(row(&mut random, 13));
        results.push(random.below(3) as f64 / 2.0);
    }
    let error = Logistic::new(rows, results, 0.01);
    let bounds = vec![(-500.0, 500.0); FEATURES];
    let mut adam = Adam::new(&error, AdamOptions::default(), vec![0.0; FEATURES], bounds);
    bencher.bench_local(|| adam.step(&error));
}

/// One of the 200 generations that have to take less than a minute.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn generation_of_20_players_10_000_positions(bencher: divan::Bencher<'_, '_>) {
    let mut random = Seeded::new(2);
    let mut choices = Choices::new(FEATURES);
    for _ in 0..10_000 {
        let options: Vec<_> = (0..34).map(|_| row(&mut random, 5)).collect();
        choices.push(options, random.below(34));
    }
    let parameter = |i| Parameter::whole(format!("w{i}"), -50, 50);
    let space = Space::new((0..FEATURES).map(parameter).collect()).expect("names differ");
    let mut run = Run::new(Evolution::new(space, EvolutionOptions::default(), 1), 1);
    let trial = MoveMatch::new(&choices, Ties::Share);
    bencher.bench_local(|| run.step(&trial).best);
}
