//! Masters' moves as choices among rows of features.

use cozy_chess::{Board, Color};
use rayon::prelude::*;
use tabia_kernel::tune::Choices;

use super::Quiescence;
use crate::eval::{Profile, Trace, Weights};
use crate::legal_moves;
use crate::pgn::Sample;

/// A row of an option.
type Row = Vec<(u16, f32)>;

/// Choices by the static scores of the positions after each move.
///
/// A row holds what the move changes, in the mover's view. Positions where
/// some move mates are left out: no weights are needed there.
#[must_use]
pub fn static_choices(samples: &[Sample], profile: Profile) -> Choices {
    gather(samples, profile, || |child: &Board| child.clone())
}

/// Choices by the scores after each move and the exchanges that follow.
///
/// Which exchanges those are depends on `weights`: rows hold the features at
/// the end of the line that these weights expect. With other weights they are
/// a guess, which gets better when choices are made anew with what has been
/// learnt.
#[must_use]
pub fn quiescent_choices(samples: &[Sample], weights: &Weights) -> Choices {
    gather(samples, weights.profile(), || {
        let mut search = Quiescence::new(weights);
        move |child: &Board| search.leaf(child).1
    })
}

/// Rows of all options of all samples. `settled` gives the position that
/// counts after a move; each thread has its own.
fn gather<F>(samples: &[Sample], profile: Profile, settled: impl Fn() -> F + Sync) -> Choices
where
    F: FnMut(&Board) -> Board,
{
    // Pieces of fixed size joined in order: no result depends on threads.
    let parts: Vec<Choices> = samples
        .par_chunks(512)
        .map(|samples| {
            let mut settled = settled();
            let mut choices = Choices::new(profile.size());
            for sample in samples {
                if let Some((rows, taken)) = rows(sample, profile, &mut settled) {
                    choices.push(rows, taken);
                }
            }
            choices
        })
        .collect();
    let mut all = Choices::new(profile.size());
    parts.iter().for_each(|part| all.append(part));
    all
}

/// The rows of one sample and the option taken; `None` if a move mates.
fn rows(
    sample: &Sample,
    profile: Profile,
    settled: &mut impl FnMut(&Board) -> Board,
) -> Option<(Vec<Row>, usize)> {
    let moves = legal_moves(&sample.board);
    let taken = moves.iter().position(|&m| m == sample.played)?;
    let (mut before, mut after) = (Trace::default(), Trace::default());
    profile.trace_into(&sample.board, &mut before);
    let sign = match sample.board.side_to_move() {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    let mut rows = Vec::with_capacity(moves.len());
    for m in moves {
        let mut child = sample.board.clone();
        child.play_unchecked(m);
        if !child.checkers().is_empty() && !child.generate_moves(|_| true) {
            return None;
        }
        profile.trace_into(&settled(&child), &mut after);
        rows.push(difference(&before, &after, sign));
    }
    Some((rows, taken))
}

/// `sign` times (after − before); both are in ascending order.
fn difference(before: &Trace, after: &Trace, sign: f32) -> Row {
    let value = |trace: &Trace, i: usize| {
        let term = trace.terms()[i];
        f32::from(term.coefficient) / trace.divisor() as f32
    };
    let feature = |trace: &Trace, i: usize| trace.terms().get(i).map(|term| term.feature);
    let mut row = Row::new();
    let (mut b, mut a) = (0, 0);
    loop {
        let next = match (feature(before, b), feature(after, a)) {
            (None, None) => return row,
            (Some(old), Some(new)) => old.min(new),
            (Some(old), None) => old,
            (None, Some(new)) => new,
        };
        let mut change = 0.0;
        if feature(after, a) == Some(next) {
            change += value(after, a);
            a += 1;
        }
        if feature(before, b) == Some(next) {
            change -= value(before, b);
            b += 1;
        }
        if change != 0.0 {
            row.push((next, sign * change));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::samples;
    use super::super::player_of;
    use super::super::{Depth, match_rate};
    use super::*;
    use tabia_kernel::tune::{MoveMatch, Round, Ties, Trial as _};

    #[test]
    fn cached_rows_choose_as_the_board_does() {
        let samples = samples();
        let round = Round { number: 0, seed: 0 };
        for profile in [Profile::Seed38, Profile::Base33] {
            let weights = Weights::hand_set(profile);
            let player = player_of(&weights);
            for depth in [Depth::Static, Depth::Quiescence] {
                let choices = match depth {
                    Depth::Static => static_choices(&samples, profile),
                    Depth::Quiescence => quiescent_choices(&samples, &weights),
                };
                assert_eq!(choices.len(), samples.len());
                let trial = MoveMatch::new(&choices, Ties::Share);
                let cached = trial.run(std::slice::from_ref(&player), round)[0];
                let played = match_rate(&samples, &weights, depth);
                assert!((cached.points - played.points).abs() < 1e-9, "{depth:?}");
            }
        }
    }
}
