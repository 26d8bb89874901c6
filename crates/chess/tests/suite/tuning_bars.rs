//! What tuning has to achieve on the champions' games, where they are at hand.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::skipped::skipped;
use tabia_chess::eval::seed::Ranges;
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::pgn::{Part, Sample, SampleOptions, Sampler, open};
use tabia_chess::tune::{
    Depth, Lessons, MethodKind, Plan, Session, match_rate, results, space, static_choices,
};
use tabia_kernel::tune::{Lbfgs, Logistic};

const FILE: &str = "shared/data/chess/gm_train.pgn.zst";

/// The games, beside the workspace or above it.
fn file() -> Option<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found = above
        .map(|place| place.join(FILE))
        .find(|path| path.exists());
    if found.is_none() {
        skipped(&format!("no {FILE} beside the workspace"));
    }
    found
}

/// Positions as `tabia chess tune` draws them.
fn draw(path: &Path, part: Part, positions: usize) -> Vec<Sample> {
    let mut sampler = Sampler::new(SampleOptions {
        positions,
        from_game: 20,
        part,
        ..SampleOptions::default()
    });
    sampler
        .read(open(path).expect("it is there"), |_| true)
        .expect("it can be read");
    sampler.finish().positions
}

fn values(weights: &Weights) -> Vec<f64> {
    weights.values().iter().map(|&w| f64::from(w)).collect()
}

#[test]
#[ignore = "1 min: 200 generations of 20 players on 10,000 positions"]
fn two_hundred_generations_take_less_than_a_minute() {
    let Some(path) = file() else { return };
    let choices = static_choices(&draw(&path, Part::Training, 10_000), Profile::Seed38);
    let space = space(Profile::Seed38, Ranges::Seed);
    let mut session = Session::new(Plan::default(), space, None, false);
    let begun = Instant::now();
    while !session.is_over() {
        session.step(&Lessons::Moves(&choices));
    }
    let took = begun.elapsed();
    println!("{took:?}, score {}", session.log()[199].best);
    assert!(took < Duration::from_secs(60), "{took:?}");
    assert_eq!(session.plan().method, MethodKind::Evolution);
}

#[test]
#[ignore = "2 min: all quiet positions of the champions' games"]
fn shipped_weights_are_as_good_as_promised_on_games_held_out() {
    let Some(path) = file() else { return };
    let training = draw(&path, Part::Training, 400_000);
    let held_out = draw(&path, Part::HeldOut, 20_000);
    let error = |profile: Profile, samples: &[Sample]| {
        let data = results(samples, profile);
        Logistic::new(data.rows, data.results, 0.01)
    };
    let mut optimum = 0.0;
    for (profile, share) in [(Profile::Seed38, 0.30), (Profile::Full, 0.33)] {
        let weights = Weights::shipped(profile);
        let rate = match_rate(&held_out, &weights, Depth::Quiescence).mean();
        let hand = match_rate(&held_out, &Weights::hand_set(profile), Depth::Quiescence).mean();
        println!(
            "{profile}: {:.2} % of moves, {:.2} % set by hand",
            100.0 * rate,
            100.0 * hand
        );
        assert!(rate >= share, "{profile}: {rate}");

        let (train, test) = (error(profile, &training), error(profile, &held_out));
        let scale = train.fitted_scale(&values(&weights));
        let own = test.error(&values(&weights), scale);
        if profile == Profile::Seed38 {
            // The best that any weights can do, K being free.
            let train = train.with_scale(scale);
            let bounds = vec![(-3_000.0, 3_000.0); profile.size()];
            let mut descent = Lbfgs::new(&train, values(&weights), bounds);
            while descent.step(&train) {}
            optimum = test.error(descent.weights(), scale);
            println!("{profile}: error {own:.5}, converged {optimum:.5}");
            assert!(own < optimum + 0.0005);
        } else {
            println!("{profile}: error {own:.5}");
            assert!(own <= optimum - 0.002);
        }
    }
}
