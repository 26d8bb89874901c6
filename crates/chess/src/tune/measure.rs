//! How often an evaluation chooses what a master chose.

use cozy_chess::{Board, Move};
use rayon::prelude::*;
use tabia_kernel::tune::Evidence;

use super::Quiescence;
use crate::eval::Weights;
use crate::pgn::Sample;
use crate::score::{INFINITE, mated_in};

/// How far a one-ply choice looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The static score after the move.
    Static,
    /// The score after the move and the exchanges that follow.
    Quiescence,
}

/// The share of positions in which the move with the best score is the one
/// that was played; one of k best counts 1/k.
///
/// Every move is made and scored with these weights; nothing is cached.
#[must_use]
pub fn match_rate(samples: &[Sample], weights: &Weights, depth: Depth) -> Evidence {
    let parts: Vec<f64> = samples
        .par_chunks(128)
        .map(|samples| {
            let mut search = Quiescence::new(weights);
            let points = samples
                .iter()
                .map(|sample| matched(&mut search, sample, depth));
            points.sum()
        })
        .collect();
    Evidence {
        points: parts.iter().sum(),
        tasks: samples.len() as u64,
    }
}

/// 1 if the move played is the best, 1/k if it is one of k, else 0.
fn matched(search: &mut Quiescence, sample: &Sample, depth: Depth) -> f64 {
    let own = score(
        search,
        &sample.board,
        sample.played,
        depth,
        -INFINITE,
        INFINITE,
    );
    let mut equal = 0;
    let better = sample.board.generate_moves(|from_one| {
        for m in from_one {
            // Only whether it is less, equal or more is asked.
            let other = score(search, &sample.board, m, depth, own - 1, own + 1);
            if other > own {
                return true;
            }
            equal += u32::from(other == own);
        }
        false
    });
    match better {
        true => 0.0,
        false => 1.0 / f64::from(equal.max(1)),
    }
}

/// The score of a move for the side that makes it.
fn score(
    search: &mut Quiescence,
    board: &Board,
    m: Move,
    depth: Depth,
    alpha: i32,
    beta: i32,
) -> i32 {
    let mut child = board.clone();
    child.play_unchecked(m);
    if !child.checkers().is_empty() && !child.generate_moves(|_| true) {
        return -mated_in(1);
    }
    match depth {
        Depth::Static => -search.static_score(&child),
        Depth::Quiescence => -search.search(&child, -beta, -alpha),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::eval::Profile;
    use crate::pgn::{SampleOptions, Sampler};

    /// Positions of two short games.
    pub(in super::super) fn samples() -> Vec<Sample> {
        let text = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 \
            8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 \
            Qe6 15. Bxd7+ Nxd7 1-0\n\n\
            1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 \
            9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 \
            16. Nc3 Bc5 17. Nd5 Qxb2 1-0";
        let mut sampler = Sampler::new(SampleOptions {
            after_ply: 2,
            from_game: 100,
            ..SampleOptions::default()
        });
        sampler.read(text.as_bytes(), |_| true).expect("memory");
        sampler.finish().positions
    }

    #[test]
    fn exchanges_help_to_choose_as_people_do() {
        let samples = samples();
        assert_eq!(samples.len(), 30 - 2 + 34 - 2);
        let weights = Weights::hand_set(Profile::Seed38);
        let rate = |depth| match_rate(&samples, &weights, depth);
        let (still, quiet) = (rate(Depth::Static), rate(Depth::Quiescence));
        assert_eq!(still.tasks, 60);
        assert!(quiet.mean() > still.mean(), "{still:?} {quiet:?}");
    }

    #[test]
    fn a_mate_is_chosen_whatever_the_weights() {
        let board = crate::text::read_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - -").unwrap();
        let sample = Sample {
            played: crate::text::read_move(&board, "Ra8#").unwrap(),
            board,
            result: None,
            ply: 0,
        };
        let nothing = Weights::new(Profile::Seed38, vec![0; 38]).unwrap();
        for depth in [Depth::Static, Depth::Quiescence] {
            assert_eq!(
                match_rate(std::slice::from_ref(&sample), &nothing, depth).points,
                1.0
            );
        }
    }
}
