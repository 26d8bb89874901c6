//! Dominoes keep the laws of the kernel's traits; the solver keeps its own.

use tabia_dominoes::{Block, Dominoes, DrawGame, Move, Party, Position, Solver, Tile, outcome};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Score, Side, laws};
use tabia_kernel::search::Stop;

const GAMES: [Dominoes; 2] = [
    Dominoes { block: Block::Pips },
    Dominoes {
        block: Block::Drawn,
    },
];

/// Random hands of one to `most` tiles, random ends, a random mover.
fn random_position(random: &mut Seeded, most: usize) -> Position {
    let mut tiles: Vec<Tile> = Tile::all().collect();
    random.shuffle(&mut tiles);
    let (first, rest) = tiles.split_at(1 + random.below(most));
    let second = &rest[..1 + random.below(most)];
    let hands = [first, second].map(|hand| hand.iter().copied().collect());
    let ends = tiles[random.below(28)];
    let to_move = Side::BOTH[random.below(2)];
    Position::new(hands, ends, to_move).expect("cut from one set")
}

#[test]
fn games_keep_the_laws() {
    for seed in 0..300 {
        let start = random_position(&mut Seeded::new(seed), 14);
        for game in GAMES {
            laws::along_a_game(&game, &start, seed);
            laws::along_a_text_game(&game, &start, seed);
        }
    }
}

#[test]
fn games_with_a_stock_keep_the_laws() {
    for seed in 0..300 {
        let start = Party::dealt(&mut Seeded::new(seed), &mut Vec::new());
        laws::along_a_game(&DrawGame, &start, seed);
        laws::along_a_text_game(&DrawGame, &start, seed);
    }
}

/// Every line to its end, by the rules alone.
fn minimax(game: &Dominoes, s: &mut Position) -> Score {
    if let Some(payoff) = game.payoff(s) {
        return payoff.seen_by(game.to_move(s));
    }
    let rated = rated(game, s);
    rated
        .into_iter()
        .map(|(_, value)| value)
        .max()
        .expect("the game is not over")
}

fn rated(game: &Dominoes, s: &mut Position) -> Vec<(Move, Score)> {
    let mover = game.to_move(s);
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let rate = |m| {
        let undo = game.play(s, m);
        let value = minimax(game, s).across(game.to_move(s), mover);
        game.undo(s, m, undo);
        (m, value)
    };
    moves.into_iter().map(rate).collect()
}

#[test]
fn endings_are_worth_what_minimax_says() {
    for game in GAMES {
        let solver = Solver::with_mebibytes(game, 1);
        for seed in 0..1_000 {
            let mut s = random_position(&mut Seeded::new(seed), 5);
            let value = minimax(&game, &mut s);
            let solution = solver.solve(&s, &Stop::new()).expect("nobody stops it");
            assert_eq!(solution.value, value, "seed {seed}, {s}");
            assert_eq!(outcome(&game, &s), value, "seed {seed}, {s}");
            let best: Vec<Move> = match game.payoff(&s) {
                Some(_) => Vec::new(),
                None => rated(&game, &mut s)
                    .into_iter()
                    .filter(|&(_, v)| v == value)
                    .map(|(m, _)| m)
                    .collect(),
            };
            assert_eq!(solution.best, best, "seed {seed}, {s}");
        }
    }
}

#[test]
fn a_whole_set_is_solved() {
    let solver = Solver::new(Dominoes::default());
    for seed in 0..3 {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        Seeded::new(seed).shuffle(&mut tiles);
        let (first, second) = tiles[1..].split_at(13);
        let hands = [first, second].map(|hand| hand.iter().copied().collect());
        let s = Position::new(hands, tiles[0], Side::First).expect("one set");
        let solution = solver.solve(&s, &Stop::new()).expect("nobody stops it");
        println!(
            "seed {seed}: {} in {} nodes",
            solution.value, solution.nodes
        );
        assert!(!solution.best.is_empty());
    }
}
