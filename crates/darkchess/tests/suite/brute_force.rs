//! Another road: raw positions in a hash map, no index, no symmetry, no
//! classes, values by plain iteration.

use std::collections::{BTreeMap, HashMap};

use tabia_darkchess::{DarkChess, Endgames, Equivalence, Position};
use tabia_kernel::endgame::{Tabular, Trits, by_unmoves};
use tabia_kernel::rules::{Game, Score};

/// Every placement of one piece against others, as texts of boards.
fn placements(pieces: &[char]) -> Vec<[Option<char>; 32]> {
    let mut boards = vec![[None; 32]];
    for &piece in pieces {
        boards = boards
            .iter()
            .flat_map(|board| {
                let free = (0..32).filter(|&square| board[square].is_none());
                free.map(|square| {
                    let mut more = *board;
                    more[square] = Some(piece);
                    more
                })
                .collect::<Vec<_>>()
            })
            .collect();
    }
    boards
}

fn text(board: &[Option<char>; 32], side: char) -> String {
    let rows: Vec<String> = board
        .chunks(8)
        .map(|row| row.iter().map(|cell| cell.unwrap_or('1')).collect())
        .collect();
    format!("{} {side} 0", rows.join("/"))
}

/// Solves a material and all that it can become.
fn solve(pieces: &[char]) -> HashMap<Position, Score> {
    let mut values: HashMap<Position, Score> = HashMap::new();
    let mut positions = Vec::new();
    for chosen in 1..1u32 << pieces.len() {
        let part: Vec<char> = (0..pieces.len())
            .filter(|i| chosen >> i & 1 == 1)
            .map(|i| pieces[i])
            .collect();
        for board in placements(&part) {
            for side in ['w', 'b'] {
                let position: Position = text(&board, side).parse().expect("a position");
                positions.push(position);
            }
        }
    }
    loop {
        let mut new = Vec::new();
        for position in positions.iter().filter(|p| !values.contains_key(p)) {
            let mut moves = Vec::new();
            DarkChess.moves(position, &mut moves);
            let after = moves.into_iter().map(|m| {
                let mut after = *position;
                DarkChess.play(&mut after, m);
                values.get(&after.with_quiet(0)).copied()
            });
            let after: Vec<Option<Score>> = after.collect();
            if after.contains(&Some(Score::LOSS)) {
                new.push((*position, Score::WIN));
            } else if after.iter().all(|&score| score == Some(Score::WIN)) {
                new.push((*position, Score::LOSS));
            }
        }
        if new.is_empty() {
            break;
        }
        values.extend(new);
    }
    let draws = positions.into_iter().map(|p| (p, Score::DRAW));
    let mut all: HashMap<Position, Score> = draws.collect();
    all.extend(values);
    all
}

#[test]
fn tables_say_what_brute_force_says() {
    let endgames = Endgames::new(3, Some(Equivalence::Swap)).expect("a possible number");
    let mut done = BTreeMap::new();
    for class in endgames.classes() {
        let solution = by_unmoves(&endgames, class, &done, &|| true).expect("not stopped");
        done.insert(class, Trits::of(&solution));
    }
    for pieces in ["Kb", "Kp", "Cc", "Rn", "Kgp", "Ckp", "GBn"] {
        let letters: Vec<char> = pieces.chars().collect();
        let mut compared = 0;
        for (position, value) in solve(&letters) {
            let Some((class, i)) = endgames.locate(&position) else {
                continue;
            };
            assert_eq!(done[&class].value(i), value, "{position}");
            compared += 1;
        }
        assert!(compared >= 32 * 31 * 2, "{pieces}: {compared}");
    }
}
