//! The rule of forty plies, against plain backward induction over the counter.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use tabia_darkchess::{
    BuildOptions, DarkChess, Endgames, Equivalence, Limit, Position, TableDirectory,
};
use tabia_kernel::rules::{Game, Score};

/// Every placement of pieces, with either side to move.
fn placements(pieces: &str) -> Vec<Position> {
    let mut boards = vec![['1'; 32]];
    for piece in pieces.chars() {
        boards = boards
            .iter()
            .flat_map(|board| {
                let free = (0..32).filter(|&square| board[square] == '1');
                free.map(|square| {
                    let mut more = *board;
                    more[square] = piece;
                    more
                })
                .collect::<Vec<_>>()
            })
            .collect();
    }
    let text = |board: &[char; 32], side: &str| {
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
        format!("{} {side} 0", rows.join("/"))
    };
    let sides = ["w", "b"].into_iter();
    sides
        .flat_map(|side| boards.iter().map(move |board| text(board, side)))
        .map(|text| text.parse().expect("a position"))
        .collect()
}

/// The value of a position by the tables of smaller materials or, if nothing is
/// left, by the rules.
fn value_after_capture(known: &HashMap<Position, Score>, position: &Position) -> Score {
    match DarkChess.payoff(position) {
        Some(end) => end.seen_by(position.to_move()),
        None => known[&position.with_quiet(0)],
    }
}

/// The values of a material for each count of plies from 0 to 40, by induction
/// from 40 down: at 40 the game is drawn, unless the side to move is stuck.
fn induce(pieces: &str, known: &HashMap<Position, Score>) -> Vec<HashMap<Position, Score>> {
    let positions = placements(pieces);
    let mut layers: Vec<HashMap<Position, Score>> = Vec::new();
    for quiet in (0..=40).rev() {
        let mut layer = HashMap::new();
        let mut moves = Vec::new();
        for position in &positions {
            let value = if let Some(end) = DarkChess.payoff(position) {
                end.seen_by(position.to_move())
            } else if quiet == 40 {
                Score::DRAW
            } else {
                moves.clear();
                DarkChess.moves(position, &mut moves);
                let after = moves.iter().map(|&m| {
                    let mut after = *position;
                    DarkChess.play(&mut after, m);
                    let score = if after.material() == position.material() {
                        layers[layers.len() - 1][&after.with_quiet(0)]
                    } else {
                        value_after_capture(known, &after)
                    };
                    score.across(after.to_move(), position.to_move())
                });
                after.max().expect("not stuck")
            };
            layer.insert(*position, value);
        }
        layers.push(layer);
    }
    layers.reverse();
    layers
}

#[test]
fn probes_with_a_counter_are_exact() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("forty");
    if dir.exists() {
        fs::remove_dir_all(&dir).expect("an old directory goes");
    }
    let endgames = Endgames::new(3, Some(Equivalence::Swap)).expect("a possible number");
    let tables = TableDirectory::new(&dir, endgames).with_limit(Limit::Forty);
    let built = tables.build(BuildOptions::default(), &|| true, &|_| {});
    built.expect("a directory").expect("not stopped");
    let verified = tables.verify(None, 2, &|| true, &|_| {}).expect("whole");
    assert!(verified.is_some());
    // Who looks next finds tables under this rule.
    let tables = TableDirectory::open(&dir).expect("tables");
    assert_eq!(tables.limit(), Limit::Forty);

    let mut bitten = 0;
    for (pieces, smaller) in [("Kpn", ["Kp", "Kn"])] {
        let mut known = HashMap::new();
        for smaller in smaller {
            known.extend(induce(smaller, &HashMap::new()).swap_remove(0));
        }
        let layers = induce(pieces, &known);
        for (quiet, layer) in layers.iter().enumerate() {
            for (position, &value) in layer {
                let position = position.with_quiet(quiet as u16);
                let (found, distance) = tables.value(&position).expect("a table");
                assert_eq!(found, value, "{position}");
                let left = distance.unwrap_or(0) as usize;
                assert!(quiet + left <= 40, "{position}: {left}");
                bitten += usize::from(
                    value == Score::DRAW && layers[0][&position.with_quiet(0)] != value,
                );
            }
        }
    }
    assert!(bitten > 100_000, "{bitten}");
}
