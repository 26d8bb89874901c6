//! Quarto keeps the laws of the kernel's traits, under every rule option.

use tabia_kernel::rules::{Game, laws};
use tabia_kernel::symmetry::{self, Folded};
use tabia_quarto::{Position, Quarto, Rules, Shape};

fn every_variant() -> impl Iterator<Item = Quarto> {
    let shapes = [Shape::Lines, Shape::Squares, Shape::Torus];
    shapes.into_iter().flat_map(|shape| {
        (1..=4).flat_map(move |properties| {
            [false, true].map(|misere| {
                Quarto::new(Rules::new(shape, properties, misere).expect("these properties exist"))
            })
        })
    })
}

#[test]
fn games_keep_the_laws() {
    for quarto in every_variant() {
        for seed in 0..30 {
            laws::along_a_game(&quarto, &Position::EMPTY, seed);
            laws::along_a_text_game(&quarto, &Position::EMPTY, seed);
        }
    }
}

#[test]
fn folded_games_keep_the_laws() {
    for quarto in every_variant() {
        laws::along_a_game(&Folded(quarto), &Position::EMPTY, 1);
    }
}

#[test]
fn symmetries_keep_the_laws() {
    for quarto in every_variant() {
        symmetry::laws::along_a_game(&quarto, &Position::EMPTY, 1);
    }
}

#[test]
fn symmetries_form_a_group() {
    for quarto in every_variant().filter(|quarto| !quarto.rules().misere()) {
        symmetry::laws::maps_form_a_group(&quarto, &Position::EMPTY, 1);
    }
}

/// The number of sequences of `depth` moves, ending earlier where the game
/// does not.
fn perft(quarto: &Quarto, position: &mut Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if quarto.payoff(position).is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    quarto.moves(position, &mut moves);
    let mut total = 0;
    for m in moves {
        let undo = quarto.play(position, m);
        total += perft(quarto, position, depth - 1);
        quarto.undo(position, m, undo);
    }
    total
}

#[test]
fn sequences_of_moves_are_as_many_as_products_say() {
    for quarto in every_variant() {
        // 16 pieces, 16 cells, 15 pieces, 15 cells, 14 pieces: nobody can
        // have completed a line of four by then.
        let counts: Vec<u64> = (1..=5)
            .map(|depth| perft(&quarto, &mut Position::EMPTY.clone(), depth))
            .collect();
        assert_eq!(counts, [16, 256, 3_840, 57_600, 806_400]);
    }
}

/// Sequences that end early are missing from the counts, so these numbers pin
/// when a line is complete under each rule option. A few lines of a script
/// that shares nothing with this crate gave the same ones.
#[test]
fn lines_end_sequences_as_each_variant_says() {
    let expected = [
        (Shape::Lines, [68_760, 66_000, 64_920, 63_480]),
        (Shape::Squares, [57_840, 44_860, 44_110, 43_440]),
        (Shape::Torus, [68_400, 64_600, 63_160, 56_840]),
    ];
    for (shape, counts) in expected {
        for (properties, count) in (1..=4).zip(counts) {
            let rules = Rules::new(shape, properties, false).expect("these properties exist");
            let mut position = Position::read("5ec0.a.8..b....f/7", &rules).expect("not won");
            let found = perft(&Quarto::new(rules), &mut position, 6);
            assert_eq!(found, count, "{rules}");
        }
    }
}
