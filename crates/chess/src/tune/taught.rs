//! Results of games, softened by what a search thinks of each position.
//!
//! The result of a game says little about one position of it: most of what
//! happens comes later. A search of a few thousand nodes is a far less noisy
//! teacher, and the game's result keeps it honest about what wins games.

use rayon::prelude::*;
use tabia_kernel::search::Stop;
use tabia_kernel::tune::{Logistic, Rows};

use super::Results;
use super::results::row;
use crate::eval::{Profile, Trace, Weights};
use crate::exchange;
use crate::pgn::Sample;
use crate::position::Position;
use crate::score::Value;
use crate::search::{Engine, Limits};
use cozy_chess::Color;

/// Who teaches.
#[derive(Clone, Debug, PartialEq)]
pub struct Teacher {
    /// The weights it searches with.
    pub weights: Weights,
    /// The nodes it looks at for each position.
    pub nodes: u64,
    /// How much the game's result counts beside it, from 0 to 1.
    pub result_share: f64,
}

/// Beyond this many hundredths of a pawn there is nothing to learn.
const DECIDED: i32 = 1_500;
/// Positions that one table serves; part of what the scores depend on.
const LESSON: usize = 512;

/// The quiet positions among samples of finished games, each with the result
/// that its game and the teacher together expect for White.
///
/// A position is quiet if nobody is in check and the teacher's move is neither
/// capture nor promotion. That is less than [`results`](super::results) asks:
/// a position in which something hangs may stay, since the teacher knows what
/// comes of it, and only such positions teach what threats are worth. Scores
/// become expected results by the scale that fits the games best. The same on any number of
/// threads. `None` if stopped; `done` is told how many positions are done.
pub fn taught(
    samples: &[Sample],
    profile: Profile,
    teacher: &Teacher,
    stop: &Stop,
    done: &(dyn Fn(usize) + Sync),
) -> Option<Results> {
    let lessons: Vec<Lesson> = samples
        .par_chunks(LESSON)
        .map(|samples| {
            let lesson = Lesson::of(samples, profile, teacher, stop);
            done(samples.len());
            lesson
        })
        .collect();
    if stop.is_requested() {
        return None;
    }
    let mut rows = Rows::new(profile.size());
    let (mut outcomes, mut scores) = (Vec::new(), Vec::new());
    for lesson in lessons {
        rows.append(&lesson.rows);
        outcomes.extend(lesson.outcomes);
        scores.extend(lesson.scores);
    }
    let scale = scale_of(&scores, &outcomes);
    let share = teacher.result_share;
    let results = outcomes
        .iter()
        .zip(&scores)
        .map(|(outcome, score)| share * outcome + (1.0 - share) / (1.0 + (-scale * score).exp()))
        .collect();
    Some(Results { rows, results })
}

/// The scale at which scores foretell outcomes best.
fn scale_of(scores: &[f64], outcomes: &[f64]) -> f64 {
    if scores.is_empty() {
        return 0.0;
    }
    let mut rows = Rows::new(1);
    for &score in scores {
        rows.push([(0, score as f32)]);
    }
    Logistic::new(rows, outcomes.to_vec(), 0.01).fitted_scale(&[1.0])
}

/// What some positions teach.
struct Lesson {
    rows: Rows,
    /// How the games ended for White.
    outcomes: Vec<f64>,
    /// What the teacher says, for White.
    scores: Vec<f64>,
}

impl Lesson {
    fn of(samples: &[Sample], profile: Profile, teacher: &Teacher, stop: &Stop) -> Lesson {
        let mut engine = Engine::with_mebibytes(&teacher.weights, 1).expect("one MiB is to be had");
        let limits = Limits {
            nodes: Some(teacher.nodes),
            ..Limits::default()
        };
        let mut trace = Trace::default();
        let mut lesson = Lesson {
            rows: Rows::new(profile.size()),
            outcomes: Vec::new(),
            scores: Vec::new(),
        };
        for sample in samples {
            if stop.is_requested() {
                break;
            }
            let Some(result) = sample.result else {
                continue;
            };
            if !sample.board.checkers().is_empty() {
                continue;
            }
            let position = Position::new(sample.board.clone());
            let outcome = engine.search(&position, &limits, stop, &mut |_| {});
            let (Some(best), Value::Centipawns(score)) = (outcome.best, outcome.value) else {
                continue;
            };
            let noisy = best.promotion.is_some() || exchange::victim(&sample.board, best).is_some();
            if noisy || score.abs() > DECIDED {
                continue;
            }
            profile.trace_into(&sample.board, &mut trace);
            lesson.rows.push(row(&trace));
            lesson.outcomes.push(result.points());
            lesson.scores.push(match sample.board.side_to_move() {
                Color::White => f64::from(score),
                Color::Black => -f64::from(score),
            });
        }
        lesson
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::samples;
    use super::super::results;
    use super::*;

    #[test]
    fn the_share_of_the_result_is_kept() {
        let samples = samples();
        let lesson = |result_share| {
            let teacher = Teacher {
                weights: Weights::hand_set(Profile::Full),
                nodes: 200,
                result_share,
            };
            taught(&samples, Profile::Seed38, &teacher, &Stop::new(), &|_| {}).unwrap()
        };
        let plain = results(&samples, Profile::Seed38);
        let (games, mixed, alone) = (lesson(1.0), lesson(0.5), lesson(0.0));
        // What hangs is left out there and not here.
        assert!(games.results.len() > plain.results.len());
        assert!(games.results.iter().all(|&result| result == 1.0));
        assert_eq!(games.rows, mixed.rows);
        for ((game, mean), search) in games.results.iter().zip(&mixed.results).zip(&alone.results) {
            assert!((0.0..=1.0).contains(search));
            assert!((f64::midpoint(*game, *search) - mean).abs() < 1e-9);
        }
        assert_eq!(lesson(0.5).results, mixed.results, "repeatable");
    }
}
