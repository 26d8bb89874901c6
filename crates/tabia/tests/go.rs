//! `tabia go`: what scripts rely on.

mod program;

use program::{json, keys, run};

/// Two points in a corner.
const CORNER: &str = "(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]TR[ab:bb][ca:cb]MA[aa:ba])";

fn file(directory: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = directory.path().join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn eye_prints_the_promised_keys_in_order() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let corner = file(&directory, "corner.sgf", CORNER);
    let one = run(&["go", "eye", &corner, "--json"]);
    assert_eq!(one.code, 0, "{one:?}");
    assert_eq!(
        keys(&one.out),
        [
            "defender",
            "defender_first",
            "attacker_first",
            "defender_moves",
            "attacker_moves",
            "nodes",
            "splits",
            "seconds",
            "threads"
        ]
    );
    let answer = json(&["go", "eye", &corner, "--json"]);
    assert_eq!(answer["defender"], "B");
    assert_eq!(answer["defender_first"], "eye");
    assert_eq!(
        answer["attacker_moves"],
        serde_json::json!(["aa", "ba", "pass"])
    );
    let only = run(&["go", "eye", &corner, "--json", "--first", "attacker"]);
    assert!(!only.out.contains("defender_first"), "{}", only.out);
    let both = run(&["go", "eye", &corner, &corner, "--json"]);
    assert_eq!(both.out.lines().count(), 2);
    assert_eq!(keys(both.out.lines().next().expect("a line"))[0], "file");
}

#[test]
fn eye_says_it_in_words_too() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let corner = file(&directory, "corner.sgf", CORNER);
    let run = run(&["go", "eye", &corner]);
    let sentence = "White first: Black makes an eye. Moves that keep it: A9, B9, pass.";
    assert!(run.out.contains(sentence), "{}", run.out);
}

#[test]
fn bad_problems_give_code_2_and_name_file_and_point() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    for (text, place) in [
        ("nonsense", "no SGF"),
        ("(;SZ[9]AB[aa]AW[aa]TR[aa]MA[ba])", "aa is in two"),
        ("(;SZ[9]AB[ab]TR[ab]MA[aa])", "aa in the region"),
        ("(;SZ[9]AB[ab]MA[aa])", "TR"),
        ("(;SZ[9]AB[ab]TR[ab])", "MA"),
        ("(;SZ[5]AB[aa]AW[ab][ba]TR[aa]MA[bb])", "aa"),
    ] {
        let path = file(&directory, "bad.sgf", text);
        let run = run(&["go", "eye", &path, "--json"]);
        assert_eq!(run.code, 2, "{text}: {run:?}");
        assert!(run.err.contains("bad.sgf"), "{text}: {}", run.err);
        assert!(run.err.contains(place), "{text}: {}", run.err);
    }
    let missing = run(&["go", "eye", "no-such-file.sgf"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("no-such-file.sgf"), "{}", missing.err);
}

#[test]
fn a_proof_is_accepted_and_a_changed_one_refused() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let corner = file(&directory, "corner.sgf", CORNER);
    let proof = directory.path().join("proof.sgf");
    let name = proof.to_str().expect("UTF-8");
    let solved = run(&["go", "eye", &corner, "--proof", name, "--json"]);
    assert_eq!(solved.code, 0, "{solved:?}");
    let verdict = json(&["go", "check", name, "--json"]);
    assert_eq!(verdict["valid"], true);
    assert_eq!(verdict["attacker_first"], "eye");
    let text = std::fs::read_to_string(&proof).expect("the proof");
    std::fs::write(&proof, text.replacen("CL[eye]", "CL[win]", 1)).expect("a file");
    let refused = run(&["go", "check", name]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.out.contains("refused"), "{}", refused.out);
}

#[test]
fn generated_problems_can_be_solved() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let out = directory.path().to_str().expect("UTF-8");
    let made = run(&[
        "go", "generate", "--points", "8", "--count", "3", "--out", out,
    ]);
    assert_eq!(made.code, 0, "{made:?}");
    let first = directory.path().join("area-8-1.sgf");
    let plain = json(&[
        "go",
        "eye",
        first.to_str().expect("UTF-8"),
        "--method",
        "plain",
        "--json",
    ]);
    let relaxed = json(&["go", "eye", first.to_str().expect("UTF-8"), "--json"]);
    for key in [
        "defender_first",
        "attacker_first",
        "defender_moves",
        "attacker_moves",
    ] {
        assert_eq!(plain[key], relaxed[key], "{key}");
    }
}
