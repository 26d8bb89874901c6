//! Chess through the desk's eyes.

use tabia_chess::eval::{Profile, Weights};
use tabia_kernel::search::Stop;

use super::ChessHost;
use crate::{Desk, Hosted, Line, Options, Show};

fn desk(weights: &tempfile::TempDir) -> Hosted<ChessHost> {
    Hosted(ChessHost::new(&Options {
        threads: 1,
        memory_mib: 16,
        weights: Some(weights.path().join("runs")),
        ..Options::default()
    }))
}

#[test]
fn the_engine_plays_with_any_weights_and_the_features_are_theirs() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let desk = desk(&scratch);
    assert_eq!(desk.evaluations(), [] as [&str; 0]);
    // Weights that love nothing but pawns.
    let mut values = vec![0; Weights::shipped(Profile::Seed38).values().len()];
    values[0] = 1000;
    let weights = Weights::new(Profile::Seed38, values).expect("as many as there are");
    let rules = desk.add_evaluation(&weights.to_json()).expect("weights");
    assert_eq!(
        desk.add_evaluation(&weights.to_json()),
        Ok(rules.clone()),
        "kept once"
    );
    assert_eq!(desk.evaluations(), [rules.as_str()]);
    let line = Line::read(&rules, "", "e4");
    let view = desk
        .look(&line, &Show::default(), &Stop::new())
        .expect("legal");
    assert_eq!(view.rules, rules);
    let details = view.details.expect("features");
    assert!(details.title.contains(&rules), "{}", details.title);
    assert_eq!(details.rows.len(), 38);
    assert_eq!(
        (details.rows[0][3].as_str(), details.rows[1][3].as_str()),
        ("1000", "0")
    );
    let turn = desk.reply(&line, "full", &Stop::new()).expect("legal");
    assert_eq!(turn.map(|turn| turn.len()), Some(1));
}

#[test]
fn rules_lead_nowhere_else_and_bad_weights_are_told() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let desk = desk(&scratch);
    for rules in [
        "weights-",
        "weights-../x",
        "weights-.x",
        "weights-none",
        "atomic",
    ] {
        let error = desk.look(&Line::read(rules, "", ""), &Show::default(), &Stop::new());
        assert!(error.is_err(), "{rules}");
    }
    for text in ["", "{}", "{\"profile\":\"seed38\",\"weights\":[1,2]}"] {
        let words = desk
            .add_evaluation(text)
            .expect_err("no weights")
            .to_string();
        assert!(words.contains("weights"), "{words}");
    }
}
