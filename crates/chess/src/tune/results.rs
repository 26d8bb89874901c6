//! Results of games as rows of features: Texel's data.

use cozy_chess::Board;
use rayon::prelude::*;
use tabia_kernel::tune::Rows;

use super::Quiescence;
use crate::eval::{Profile, Trace, Weights};
use crate::pgn::Sample;

/// Features of positions, White's view, and how their games ended for White.
#[derive(Clone, Debug)]
pub struct Results {
    /// The features.
    pub rows: Rows,
    /// 1, ½ or 0.
    pub results: Vec<f64>,
}

/// The quiet positions among samples of finished games.
///
/// Quiet means that static scores can be trusted: nobody is in check and no
/// exchange is worth while with the hand-set weights. The same positions are
/// quiet for every profile, so that errors can be compared.
#[must_use]
pub fn results(samples: &[Sample], profile: Profile) -> Results {
    let parts: Vec<Results> = samples
        .par_chunks(1024)
        .map(|samples| {
            let mut search = Quiescence::new(&Weights::hand_set(Profile::Seed38));
            let mut trace = Trace::default();
            let mut part = Results {
                rows: Rows::new(profile.size()),
                results: Vec::new(),
            };
            for sample in samples {
                if let Some(result) = sample.result
                    && is_quiet(&mut search, &sample.board)
                {
                    profile.trace_into(&sample.board, &mut trace);
                    part.rows.push(row(&trace));
                    part.results.push(result.points());
                }
            }
            part
        })
        .collect();
    let mut all = Results {
        rows: Rows::new(profile.size()),
        results: Vec::new(),
    };
    for part in parts {
        all.rows.append(&part.rows);
        all.results.extend(part.results);
    }
    all
}

/// Whether the score of a position is its static score, for either side to
/// move.
#[must_use]
pub fn is_quiet(search: &mut Quiescence, board: &Board) -> bool {
    let settled = |search: &mut Quiescence, board: &Board| {
        let score = search.static_score(board);
        search.search(board, score, score + 1) == score
    };
    // Without checks; a null move also tells what the other side threatens.
    board.checkers().is_empty()
        && settled(search, board)
        && board
            .null_move()
            .is_none_or(|other| settled(search, &other))
}

/// What tuning sees of a position.
pub(super) fn row(trace: &Trace) -> impl Iterator<Item = (u16, f32)> {
    let divisor = trace.divisor() as f32;
    let terms = trace.terms().iter();
    terms.map(move |term| (term.feature, f32::from(term.coefficient) / divisor))
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::samples;
    use super::super::player_of;
    use super::*;
    use crate::text::read_fen;

    #[test]
    fn positions_with_something_to_take_are_not_quiet() {
        let mut search = Quiescence::new(&Weights::hand_set(Profile::Seed38));
        for (fen, quiet) in [
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - -", false),
            ("4k3/8/8/3q4/4P3/8/8/4K3 b - -", false),
            ("4k3/8/4p3/3p4/8/8/8/3QK3 w - -", true),
            ("4k3/8/8/8/8/8/4r3/4K3 w - -", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", true),
        ] {
            let board = read_fen(fen).unwrap();
            assert_eq!(is_quiet(&mut search, &board), quiet, "{fen}");
        }
    }

    #[test]
    fn rows_times_weights_are_scores() {
        let samples = samples();
        for profile in [Profile::Seed38, Profile::Full] {
            let weights = Weights::hand_set(profile);
            let player = player_of(&weights);
            let data = results(&samples, profile);
            assert!(data.rows.len() > 5 && data.rows.len() < samples.len());
            assert_eq!(data.rows.len(), data.results.len());
            let mut search = Quiescence::new(&Weights::hand_set(Profile::Seed38));
            let quiet = samples
                .iter()
                .filter(|sample| is_quiet(&mut search, &sample.board));
            for (row, sample) in quiet.enumerate() {
                let score = profile.trace(&sample.board).score(&weights);
                let dot = data.rows.dot(row, &player);
                assert!((dot - f64::from(score)).abs() < 1.0, "{dot} {score}");
                assert_eq!(data.results[row], 1.0);
            }
        }
    }
}
