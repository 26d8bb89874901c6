//! `tabia go`: what scripts rely on.

use crate::program;

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
        ("(;SZ[9]AB[ab]TR[ab]MA[aa])", "A9 in the region"),
        ("(;SZ[9]AB[ab]MA[aa])", "TR"),
        ("(;SZ[9]AB[ab]TR[ab])", "MA"),
        ("(;SZ[5]AB[aa]AW[ab][ba]TR[aa]MA[bb])", "A5"),
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

/// Three points in a row on the edge, without and with liberties outside.
const ROW: &str = "(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";
/// A ko for the eye if White is first.
const KO: &str = "(;SZ[9]AB[af:ag][bf][bh][cf][df:dh]AW[ae:ee][ef:ei][ch][di]\
                  TR[af:ag][bf][cf][df:dh]MA[ah:ai][bg:bi][cg][ci])";

#[test]
fn life_prints_the_promised_keys_in_order() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let row = file(&directory, "row.sgf", ROW);
    let one = run(&["go", "life", &row, "--json"]);
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
            "seconds"
        ]
    );
    let answer = json(&["go", "life", &row, "--json"]);
    assert_eq!(answer["defender_first"], "alive");
    assert_eq!(answer["attacker_first"], "dead");
    assert_eq!(answer["defender_moves"], serde_json::json!(["ca"]));
    let words = run(&["go", "life", &row]).out;
    assert!(words.contains("White first: Black is dead."), "{words}");
    let only = run(&["go", "life", &row, "--json", "--first", "attacker"]);
    assert!(!only.out.contains("defender_first"), "{}", only.out);
}

#[test]
fn regions_and_their_eyes_are_listed_in_json_and_in_words() {
    const ROWS: &str = "(;SZ[9]AB[aa:ab][bb:db][ea:eb][fb][ga:gb]AW[ac:gc][ha:hb]\
        TR[aa:ab][bb:db][ea:eb][fb][ga:gb]MA[ba:da][fa])";
    let directory = tempfile::tempdir().expect("a scratch directory");
    let rows = file(&directory, "rows.sgf", ROWS);
    let answer = json(&["go", "life", &rows, "--json"]);
    assert_eq!(answer["attacker_first"], "alive");
    assert_eq!(
        answer["regions"],
        serde_json::json!([
            {"points": ["ba", "ca", "da"], "eyes": "1½",
             "defender_first": 2, "attacker_first": 1, "kind": "gote"},
            {"points": ["fa"], "eyes": "1",
             "defender_first": 1, "attacker_first": 1, "kind": "settled"},
        ])
    );
    let words = run(&["go", "life", &rows]).out;
    assert!(words.contains("Region B9 C9 D9: 1½ eyes, gote."), "{words}");
    let whole = json(&["go", "life", &rows, "--no-regions", "--json"]);
    assert_eq!(whole["attacker_first"], "alive");
    assert!(whole.get("regions").is_none(), "{whole}");
}

#[test]
fn solutions_are_written_and_can_be_read() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let row = file(&directory, "row.sgf", ROW);
    let out = directory.path().join("solution.sgf");
    let out = out.to_str().expect("a path");
    for command in ["eye", "life"] {
        let run = run(&["go", command, &row, "--solution", out]);
        assert_eq!(run.code, 0, "{run:?}");
        let text = std::fs::read_to_string(out).expect("a solution");
        let marks = ["TE[1]", "C[RIGHT\n", "PL[B]", "PL[W]"];
        assert!(marks.iter().all(|mark| text.contains(mark)), "{text}");
        let again = json(&["go", command, out, "--json"]);
        let before = json(&["go", command, &row, "--json"]);
        assert_eq!(again["defender_moves"], before["defender_moves"]);
    }
    let two = run(&["go", "life", &row, &row, "--solution", out]);
    assert_eq!(two.code, 2, "{two:?}");
}

#[test]
fn a_ko_is_described_in_json_and_in_words() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let ko = file(&directory, "ko.sgf", KO);
    let answer = json(&["go", "eye", &ko, "--superko", "--json"]);
    assert_eq!(answer["attacker_first"], "ko");
    assert_eq!(
        answer["ko"],
        serde_json::json!({"attacker_first": {
            "takes_first": "attacker",
            "attacker_threats": 0,
            "defender_threats": 1,
            "attacker_approach": 0,
            "defender_approach": 0,
        }})
    );
    assert_eq!(
        answer["superko"],
        serde_json::json!({"defender_first": "eye", "attacker_first": "none"})
    );
    let words = run(&["go", "eye", &ko]).out;
    let sentence = "White takes first, Black needs 1 threat to win. It is a direct ko.";
    assert!(words.contains(sentence), "{words}");
}

#[test]
fn frame_marks_a_plain_diagram() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let plain = "(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb])";
    let diagram = file(&directory, "plain.sgf", plain);
    let out = directory.path().join("marked.sgf");
    let out = out.to_str().expect("UTF-8");
    let framed = json(&["go", "frame", &diagram, "--out", out, "--json"]);
    assert_eq!(framed["defender"], "B");
    assert_eq!(framed["region"], serde_json::json!(["aa", "ba"]));
    assert_eq!(json(&["go", "eye", out, "--json"])["defender_first"], "eye");
    let open = file(&directory, "open.sgf", "(;SZ[9]AB[ab:bb]AW[ac:cc])");
    let refused = run(&["go", "frame", &open]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("open.sgf: not enclosed"),
        "{}",
        refused.err
    );
}

#[test]
fn gtp_answers_a_whole_session() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let row = file(&directory, "row.sgf", ROW);
    let session = format!(
        "1 protocol_version\n\n# a comment\nloadsgf {row}\n2 dragon_status a9\n\
         tsumego_solve\ngenmove w\n3 owl_defend a9\nundo\n4 eval_eye c9\nnonsense\n5 quit\nname\n"
    );
    let run = program::run_with(&["go", "gtp"], &session);
    assert_eq!(run.code, 0, "{run:?}");
    let expected = "=1 2\n\n= black\n\n=2 critical C9 C9\n\n\
        = defender_first alive C9\nattacker_first dead C9\n\n\
        = C9\n\n=3 0\n\n=\n\n=4 0 2 C9 C9\n\n? unknown command\n\n=5\n\n";
    assert_eq!(run.out, expected);
}
