//! Games of our own, for who has none.

use cozy_chess::Color;
use rayon::prelude::*;
use tabia_kernel::search::Stop;

use crate::contest::random_openings;
use crate::eval::{Profile, Weights};
use crate::pgn::{Game, GameResult};
use crate::search::{Engine, Limits};
use crate::{End, Position, Value};

/// A game is given up at this many hundredths of a pawn.
const LOST: i32 = 1_200;
/// Longer games are drawn.
const LONGEST: usize = 300;

/// Games of the shipped engine against itself at `nodes` for each move, from
/// different random openings. The same arguments give the same games, on any
/// number of threads; stopped ones are left out.
#[must_use]
pub fn self_play(games: usize, nodes: u64, seed: u64, stop: &Stop) -> Vec<Game> {
    let openings = random_openings(games, seed);
    openings
        .par_iter()
        .enumerate()
        .with_max_len(1)
        .filter_map(|(number, opening)| {
            let mut engine = Engine::with_mebibytes(&Weights::shipped(Profile::Full), 1)
                .expect("one MiB is to be had");
            let mut position = Position::new(opening.start.clone());
            opening.moves.iter().for_each(|&m| position.play(m));
            let mut moves = opening.moves.clone();
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let result = loop {
                let side = position.board().side_to_move();
                match position.end() {
                    Some(End::Checkmate) => break won_by(!side),
                    Some(_) => break GameResult::Draw,
                    None if moves.len() >= LONGEST => break GameResult::Draw,
                    None if stop.is_requested() => return None,
                    None => {}
                }
                let outcome = engine.search(&position, &limits, &Stop::new(), &mut |_| {});
                match outcome.value {
                    Value::Centipawns(score) if score <= -LOST => break won_by(!side),
                    _ => {}
                }
                let best = outcome.best.expect("the game is not over");
                position.play(best);
                moves.push(best);
            };
            let tag = |name: &str, value: String| (name.to_owned(), value);
            Some(Game {
                tags: vec![
                    // An event each: what is held out is held out by event.
                    tag("Event", format!("Tabia {}", number + 1)),
                    tag("White", "Tabia".to_owned()),
                    tag("Black", "Tabia".to_owned()),
                ],
                start: opening.start.clone(),
                moves,
                result: Some(result),
                line: 0,
            })
        })
        .collect()
}

fn won_by(side: Color) -> GameResult {
    match side {
        Color::White => GameResult::White,
        Color::Black => GameResult::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_repeat_and_end() {
        let play = || self_play(4, 60, 9, &Stop::new());
        let games = play();
        assert_eq!(games, play());
        assert_eq!(games.len(), 4);
        for game in &games {
            assert!(game.moves.len() > 10 && game.result.is_some());
        }
        let stop = Stop::new();
        stop.request();
        assert!(self_play(2, 60, 9, &stop).is_empty());
    }
}
