//! `tabia chess match`, `rate`, `tune` and `compare`, end to end.

use crate::program;

use std::path::{Path, PathBuf};

use program::{json, keys, run};

/// Games that the program made itself, once for all tests.
fn games(directory: &Path) -> PathBuf {
    let path = directory.join("games.pgn");
    let found = json(&[
        "chess",
        "match",
        "--a",
        "tabia:full",
        "--b",
        "tabia:full",
        "--games",
        "24",
        "--control",
        "nodes:120",
        "--pgn",
        text(&path),
        "--json",
    ]);
    assert_eq!(found["games"], 24);
    assert_eq!(found["crashes"], serde_json::json!([0, 0]));
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_no_crash_of_the_engines() {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};

    let directory = tempfile::tempdir().expect("a scratch directory");
    let db = directory.path().join("games.sqlite");
    let words = "chess match --a tabia --b tabia:seed38 --control 20+0 --games 4 --concurrency 2";
    let mut words: Vec<&str> = words.split(' ').collect();
    words.extend(["--db", text(&db), "--json"]);
    // As a terminal does it: a group of its own, all of which is told.
    let mut child = program::command(&words);
    let mut child = child
        .process_group(0)
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let group = format!("-{}", child.id());
    let told = Command::new("kill").args(["-INT", "--", &group]).status();
    assert!(told.expect("there is a kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    // What was under way is to be played again, not lost by somebody.
    let games = rusqlite::Connection::open(&db)
        .and_then(|db| db.query_row("select count(*) from games", [], |row| row.get::<_, i64>(0)));
    assert_eq!(games.expect("a table"), 0);
}

#[test]
fn matches_repeat_and_continue() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let db = directory.path().join("games.sqlite");
    let arguments = |games: &'static str, db: Option<&'static str>| {
        let mut arguments = vec![
            "chess",
            "match",
            "--a",
            "tabia:full",
            "--b",
            "tabia:seed38",
            "--games",
            games,
            "--control",
            "nodes:300",
            "--concurrency",
            "2",
            "--json",
        ];
        if let Some(db) = db {
            arguments.extend(["--db", db]);
        }
        arguments
    };
    let db: &'static str = Box::leak(text(&db).to_owned().into_boxed_str());
    let whole = json(&arguments("8", None));
    // Half of the games, then the rest of them.
    let half = json(&arguments("4", Some(db)));
    assert_eq!(half["games"], 4);
    let rest = json(&arguments("8", Some(db)));
    for key in ["games", "wins", "draws", "losses", "pairs", "elo_interval"] {
        assert_eq!(rest[key], whole[key], "{key}");
    }
    let line = run(&arguments("8", Some(db))).out;
    assert_eq!(
        keys(&line),
        [
            "a",
            "b",
            "games",
            "wins",
            "draws",
            "losses",
            "score",
            "score_interval",
            "elo",
            "elo_interval",
            "pairs",
            "sprt",
            "time_forfeits",
            "crashes",
            "control",
            "seed",
            "seconds"
        ]
    );
}

#[test]
fn a_pool_is_rated_on_the_scale_of_its_anchors() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let pool = directory.path().join("pool.toml");
    let members = "
        pairs = 2
        [[engine]]
        player = \"tabia:full\"
        candidate = true
        [[engine]]
        player = \"tabia:seed38\"
        rating = 2000
        [[engine]]
        player = \"tabia:base33;name=old\"
        rating = 2100
    ";
    std::fs::write(&pool, members).expect("a file");
    let found = json(&[
        "chess",
        "rate",
        "--pool",
        text(&pool),
        "--control",
        "nodes:100",
        "--json",
    ]);
    assert_eq!(found["games"], 8);
    let players = found["players"].as_array().expect("players");
    let elo = |name: &str| {
        let player = players.iter().find(|p| p["name"] == name);
        player.expect(name)["elo"].as_f64().expect("a number")
    };
    let mean = (elo("tabia:seed38") + elo("old")) / 2.0;
    assert!((mean - 2050.0).abs() < 1e-6, "{mean}");
    std::fs::write(&pool, "pairs = 2\n[[engine]]\nplayer = \"x\"\nspeed = 3").expect("a file");
    let run = run(&["chess", "rate", "--pool", text(&pool)]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("speed") && run.err.contains("line 4"),
        "{run:?}"
    );
}

#[test]
fn a_tuning_leaves_weights_plots_and_a_checkpoint_that_continues() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let games = games(directory.path());
    let file = |name: &str| directory.path().join(name);
    let tune = |rounds: &str, out: &Path, more: &[&str]| {
        let mut arguments = vec![
            "chess",
            "tune",
            "--games",
            text(&games),
            "--split",
            "game",
            "--generations",
            rounds,
            "--players",
            "6",
            "--positions",
            "200",
            "--out",
            text(out),
            "--json",
        ];
        arguments.extend(more);
        run(&arguments)
    };
    let (plots, lines) = (file("plots"), file("lines.txt"));
    let first = tune(
        "6",
        &file("a.json"),
        &[
            "--plots",
            text(&plots),
            "--openbench",
            text(&lines),
            "--threads",
            "1",
        ],
    );
    assert_eq!(first.code, 0, "{first:?}");
    let found: serde_json::Value = serde_json::from_str(&first.out).expect("JSON");
    assert_eq!(found["weights"].as_array().map(Vec::len), Some(38));
    assert_eq!(found["rounds"], 6);
    let warnings = found["warnings"].to_string();
    assert!(warnings.contains("KING_CASTLING"), "{warnings}");
    for name in ["score.svg", "weights.svg"] {
        assert!(plots.join(name).exists());
    }
    let lines = std::fs::read_to_string(&lines).expect("lines");
    assert!(lines.starts_with("PAWN_VALUE, int, 50, 50, 50,"), "{lines}");

    // The engine plays with what was found.
    let player = format!("tabia:{}", text(&file("a.json")));
    let found = json(&[
        "chess",
        "match",
        "--a",
        &player,
        "--b",
        "tabia:seed38",
        "--games",
        "2",
        "--control",
        "nodes:50",
        "--json",
    ]);
    assert_eq!(found["crashes"], serde_json::json!([0, 0]));

    // The same on two threads.
    let again = tune("6", &file("b.json"), &["--threads", "2"]);
    assert_eq!(again.code, 0, "{again:?}");
    let read = |name: &str| std::fs::read_to_string(file(name)).expect(name);
    assert_eq!(read("a.json"), read("b.json"));

    // A checkpoint of other settings is refused by name.
    let checkpoint = file("run.json");
    let kept = tune("4", &file("c.json"), &["--checkpoint", text(&checkpoint)]);
    assert_eq!(kept.code, 0, "{kept:?}");
    let other = tune("5", &file("c.json"), &["--checkpoint", text(&checkpoint)]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("run.json"), "{other:?}");
}

#[test]
fn a_checkpoint_goes_on_only_with_what_it_was_begun_with() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let games = games(directory.path());
    let file = |name: &str| directory.path().join(name);
    let checkpoint = file("run.json");
    let tune = |games: &Path, more: &str, files: &[&Path]| {
        let run_of = "chess tune --split game --generations 2 --players 4 --positions 100";
        let mut words = typed(run_of, &[]);
        words.extend(["--games", text(games), "--checkpoint", text(&checkpoint)]);
        words.extend(typed(more, files));
        run(&words)
    };
    let refused = |found: &program::Run, what: &str| {
        assert_eq!(found.code, 2, "{what}: {found:?}");
        assert!(found.err.contains("run.json"), "{what}: {found:?}");
    };
    let begun = tune(&games, "--json", &[]);
    assert_eq!(begun.code, 0, "{begun:?}");

    // 1. Other positions of the same games, though as many.
    for option in [
        "--split-seed 1",
        "--results 60",
        "--from-game 2",
        "--after-ply 21",
        "--by tabia",
        "--data-seed 2",
    ] {
        // The players of the games have one name, so that one changes nothing.
        let found = tune(&games, &format!("--json {option}"), &[]);
        match option {
            "--by tabia" => assert_eq!(found.code, 0, "{found:?}"),
            _ => refused(&found, option),
        }
    }
    // 2. Other games, as many, in a file of the same name.
    let kept = std::fs::read_to_string(&games).expect("games");
    let turned = kept.replace("1-0", "?").replace("0-1", "1-0");
    std::fs::write(&games, turned.replace('?', "0-1")).expect("a file");
    refused(&tune(&games, "--json", &[]), "other results");
    // 3. The same games by another name are the same.
    let moved = file("moved.pgn");
    std::fs::write(&moved, kept).expect("a file");
    let again = tune(&moved, "--json", &[]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(again.err.contains("continuing"), "{again:?}");

    // 4. Tournaments: other openings of the same name and number.
    std::fs::remove_file(&checkpoint).expect("a file");
    let openings = file("openings.epd");
    let tournament = "--trial tournament --think nodes:20 --openings {} --json";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    std::fs::write(&openings, format!("{start} w KQkq -\n")).expect("a file");
    let begun = tune(&moved, tournament, &[&openings]);
    assert_eq!(begun.code, 0, "{begun:?}");
    std::fs::write(&openings, format!("{start} b KQkq -\n")).expect("a file");
    refused(&tune(&moved, tournament, &[&openings]), "other openings");

    // 5. Options of engines: another file of weights by the same name.
    std::fs::remove_file(&checkpoint).expect("a file");
    let weights = file("weights.json");
    let save = |more: &str| {
        let printed = run(&typed(
            &format!("chess weights --profile seed38 --json{more}"),
            &[],
        ));
        std::fs::write(&weights, printed.out).expect("a file");
    };
    save("");
    let player = format!("tabia:{}", text(&weights));
    let tune = || {
        let mut words = typed("chess tune --method spsa --generations 1 --pairs 1", &[]);
        words.extend(["--control", "nodes:50", "--options", "razor", "--json"]);
        words.extend(["--engine", &player, "--checkpoint", text(&checkpoint)]);
        run(&words)
    };
    let begun = tune();
    assert_eq!(begun.code, 0, "{begun:?}");
    save(" --hand");
    refused(&tune(), "other weights");
}

/// Words of a command, with files put in for `{}`.
fn typed<'a>(line: &'a str, files: &[&'a Path]) -> Vec<&'a str> {
    let mut files = files.iter();
    let word = |word: &'a str| match word {
        "{}" => text(files.next().expect("a file for each")),
        word => word,
    };
    line.split(' ').map(word).collect()
}

#[test]
fn games_of_its_own_repeat_in_parts_and_can_be_learnt_from() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = |name: &str| directory.path().join(name);
    let (all, packed, rest) = (file("a.pgn"), file("a.pgn.zst"), file("rest.pgn"));
    let play = "chess self-play --nodes 60 --json --out {}";
    let whole = run(&typed(&format!("{play} --games 12 --threads 1"), &[&all]));
    assert_eq!(whole.code, 0, "{whole:?}");
    assert_eq!(
        keys(&whole.out),
        [
            "file", "games", "white", "draws", "black", "moves", "seconds"
        ]
    );
    json(&typed(&format!("{play} --games 12"), &[&packed]));
    json(&typed(&format!("{play} --games 4 --first 9"), &[&rest]));
    let read = |path: &Path| std::fs::read_to_string(path).expect("games");
    assert!(read(&all).ends_with(&read(&rest)));
    let learn = "chess tune --method texel --profile full --teacher 30 --games {} --json";
    let [plain, unpacked] = [&all, &packed].map(|games| json(&typed(learn, &[games])));
    assert_eq!(plain["data"]["games"], 12);
    assert_eq!(plain["weights"], unpacked["weights"]);
    // Nothing is begun that could not be written.
    let nowhere = run(&typed(&format!("{play} --games 1"), &[&file("no/a.pgn")]));
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.err.contains("a.pgn"), "{nowhere:?}");
}

#[cfg(unix)]
#[test]
fn games_of_its_own_that_are_done_are_kept_on_ctrl_c() {
    use std::process::{Command, Stdio};

    let directory = tempfile::tempdir().expect("a scratch directory");
    let path = directory.path().join("games.pgn");
    let line = "chess self-play --games 100000 --nodes 40 --out {} --json";
    let mut child = program::command(&typed(line, &[&path]));
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("it starts");
    std::thread::sleep(std::time::Duration::from_secs(4));
    let mut kill = Command::new("kill");
    let told = kill.args(["-INT", &child.id().to_string()]).status();
    assert!(told.expect("there is a kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let games = std::fs::read_to_string(&path).expect("games");
    let kept = games.matches("[Event ").count();
    assert_eq!(found["games"], kept);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains(&format!("--first {}", kept + 1)), "{said}");
}

#[test]
fn the_numbers_of_the_search_are_tuned_as_those_of_any_engine() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = |name: &str| directory.path().join(name);
    let margins = json(&["chess", "margins", "--json"]);
    let first = &margins[0];
    let lines = run(&["chess", "margins", "--lines"]).out;
    assert_eq!(
        lines.lines().count(),
        margins.as_array().map_or(0, Vec::len)
    );
    let name = first["name"].as_str().expect("a name");
    assert!(lines.starts_with(&format!("{name}, int, {}, ", first["value"])));
    let people = run(&["chess", "margins"]).out;
    assert!(people.contains(first["about"].as_str().expect("words")));

    std::fs::write(file("lines.txt"), &lines).expect("room");
    let (from, to) = (file("lines.txt"), file("tuned.txt"));
    let tune = "chess tune --engine tabia --lines {} --openbench {} --method spsa \
                --generations 2 --pairs 1 --control nodes:60 --json";
    let line = tune.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = json(&typed(&line, &[&from, &to]));
    assert_eq!(
        found["options"].as_array().map(Vec::len),
        Some(lines.lines().count())
    );
    assert!(
        std::fs::read_to_string(&to)
            .expect("lines")
            .starts_with(name)
    );
    // By name as well, and only to those who ask are they declared.
    let named = "chess tune --engine tabia --options razor,window --method spsa \
                 --generations 1 --pairs 1 --control nodes:60 --json";
    let line = named.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(json(&typed(&line, &[]))["options"][1][0], "window");
    let declared = |arguments: &[&str]| program::run_with(arguments, "uci\nquit\n").out;
    assert!(declared(&["chess", "uci", "--margins"]).contains("option name razor type spin"));
    assert!(!declared(&["chess", "uci"]).contains("razor"));
}

#[test]
fn methods_are_compared_over_seeds() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let games = games(directory.path());
    let plot = directory.path().join("compare.svg");
    let found = json(&[
        "chess",
        "compare",
        "--games",
        text(&games),
        "--split",
        "game",
        "--generations",
        "4",
        "--players",
        "4",
        "--positions",
        "100",
        "--seeds",
        "2",
        "--match-pairs",
        "1",
        "--match-nodes",
        "50",
        "--plot",
        text(&plot),
        "--json",
    ]);
    let rows = found["rows"].as_array().expect("rows");
    // Seven methods, two profiles.
    assert_eq!(rows.len(), 14);
    for row in rows {
        let spread = &row["quiescence_match"];
        assert!(spread["lo"].as_f64() <= spread["mean"].as_f64());
    }
    let claims = found["claims"].as_array().expect("claims");
    assert_eq!(claims.len(), 2);
    assert_eq!(claims[0]["games"], 4);
    assert!(
        std::fs::read_to_string(&plot)
            .expect("a plot")
            .starts_with("<svg")
    );
}

#[test]
fn bad_input_is_named() {
    for (arguments, part) in [
        (
            &["chess", "tune", "--games", "/no/such.pgn"][..],
            "/no/such.pgn",
        ),
        (&["chess", "tune"], "--games"),
        (
            &["chess", "match", "--a", "no-such-engine", "--b", "tabia"],
            "no-such-engine",
        ),
        (
            &[
                "chess",
                "match",
                "--a",
                "tabia",
                "--b",
                "tabia",
                "--control",
                "x",
            ],
            "`x`",
        ),
        (
            &[
                "chess", "match", "--a", "tabia", "--b", "tabia", "--sprt", "5",
            ],
            "`5`",
        ),
        (
            &["chess", "rate", "--pool", "/no/pool.toml"],
            "/no/pool.toml",
        ),
        (
            &[
                "chess",
                "tune",
                "--games",
                "x.pgn",
                "--method",
                "texel",
                "--trial",
                "tournament",
            ],
            "texel",
        ),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(run.err.contains(part), "{arguments:?}: {run:?}");
    }
}
