//! Connect Four has all that a game of Tabia has.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use tabia_connect4::{ConnectFour, Position};
use tabia_desk::{Games, Options, Simple as _, laws as desk_laws};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Notation as _, Score, laws};
use tabia_kernel::search::{Limits, Solver, Stop, brute_force};
use tabia_kernel::symmetry::{Folded, Symmetric as _, laws as symmetry_laws};

fn game(rules: &str) -> ConnectFour {
    ConnectFour::under(rules).expect("rules")
}

#[test]
fn the_laws_hold() {
    for (seed, rules) in (0..).zip(["7x6", "4x4", "5x7", "8x7", "6x5"].repeat(8)) {
        let game = game(rules);
        laws::along_a_game(&game, &game.start(), seed);
        laws::along_a_text_game(&game, &game.start(), seed);
        assert_eq!(game.maps().len(), 2, "as it is, and mirrored");
        symmetry_laws::along_a_game(&game, &game.start(), seed);
    }
    let games = Games::default().with_simple::<ConnectFour>();
    let options = Options {
        threads: 1,
        memory_mib: 16,
        ..Options::default()
    };
    desk_laws::hold_for(&*games.desk("connect4", &options).expect("listed"));
}

/// Lines of play of each length, from 7×6 empty: well known.
#[test]
fn lines_of_play_are_counted() {
    fn lines(game: &ConnectFour, s: &Position, length: u32) -> u64 {
        if length == 0 || game.payoff(s).is_some() {
            return u64::from(length == 0);
        }
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        let after = moves.into_iter().map(|m| {
            let mut after = *s;
            game.play(&mut after, m);
            lines(game, &after, length - 1)
        });
        after.sum()
    }
    let game = game("");
    let counts: Vec<u64> = (0..=8).map(|n| lines(&game, &game.start(), n)).collect();
    let known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(counts, known);
}

#[test]
fn the_solver_agrees_with_brute_force() {
    let mut decided = 0;
    for (seed, (rules, most)) in (0..).zip([("4x4", 10), ("5x4", 11), ("7x6", 9)].repeat(20)) {
        let solver = Solver::new(Folded(game(rules)), 4);
        let (game, mut random) = (game(rules), Seeded::new(seed));
        // A random position with so many moves to go.
        let mut s = game.start();
        let squares = game.write_state(&s).len() + 1;
        let squares = squares * rules[2..].parse::<usize>().expect("rows");
        for _ in most..squares {
            let mut moves = Vec::new();
            game.moves(&s, &mut moves);
            let mut next = s;
            game.play(&mut next, moves[random.below(moves.len())]);
            if game.payoff(&next).is_none() {
                s = next;
            }
        }
        let found = solver.solve(&s, Limits::NONE, &Stop::new());
        let text = game.write_state(&s);
        assert_eq!(
            found,
            brute_force(&game, &s),
            "seed {seed}, {rules}, {text}"
        );
        decided += u32::from(found.value != Score::DRAW);
    }
    assert!(decided > 10, "only {decided} are won or lost");
}

/// J. Tromp's table of board sizes.
#[test]
fn small_boards_are_draws() {
    for rules in ["4x4", "5x4", "4x5"] {
        let game = game(rules);
        let start = game.start();
        let solver = Solver::new(Folded(game), 32);
        let solved = solver.solve(&start, Limits::NONE, &Stop::new());
        assert_eq!(
            (solved.value, solved.proven),
            (Score::DRAW, true),
            "{rules}"
        );
    }
}

/// What CONTRIBUTING promises.
#[test]
fn it_takes_two_hundred_lines() {
    let source = [
        include_str!("../src/lib.rs"),
        include_str!("../src/main.rs"),
    ]
    .concat();
    let lines = source.lines().map(str::trim);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let count = code.count();
    assert!(count <= 200, "{count} lines of code");
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabia-connect4"));
    command
        .args(arguments)
        .env(
            "TABIA_DATA",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("games"),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(arguments).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code().expect("a code"),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_command_line_has_it() {
    let (code, out, _) = run(
        &[
            "connect4",
            "solve",
            "xo/xo/xo//",
            "--rules",
            "5x4",
            "--json",
        ],
        "",
    );
    let solved: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &solved["value"], &solved["distance"]),
        (0, &1.into(), &1.into())
    );
    assert_eq!(solved["best"], serde_json::json!(["d"]));
    let (_, out, _) = run(&["connect4", "moves", "xo/xo/xo//", "--rules", "5x4"], "");
    assert!(out.contains("win in 1 move      d"), "{out}");
    // What is not proved within the budget is not known.
    let start = ["connect4", "solve", "//////", "--nodes", "1000"];
    let (code, out, _) = run(&start, "");
    assert!(
        code == 0 && out.contains("not known: 1,000 positions"),
        "{out}"
    );
    let (_, out, _) = run(&[&start[..], &["--json"]].concat(), "");
    assert!(
        out.contains("\"value\":null") && out.contains("\"best\":[]"),
        "{out}"
    );
    // A win is one whatever else there is.
    let (_, out, _) = run(&["connect4", "solve", "xxx/ooo/////", "--nodes", "9"], "");
    assert!(out.contains("win: a"), "{out}");
    let (_, out, _) = run(
        &["connect4", "play", "--level", "2", "--json"],
        "d\nvalues\nundo\nquit\n",
    );
    assert!(
        out.contains("\"event\":\"reply\"") && out.contains("\"event\":\"values\""),
        "{out}"
    );
    let (_, out, _) = run(&["play", "connect4", "--level", "1"], "quit\n");
    assert!(out.contains("Connect Four, 7x6: you are First."), "{out}");
    let (code, _, err) = run(&["connect4", "solve", "xx/o//z/"], "");
    assert!(code == 2 && err.contains("`xx/o//z/`"), "{err}");
    let (_, out, _) = run(&["connect4", "solve", "--help"], "");
    assert!(out.contains(ConnectFour::EXAMPLE), "{out}");
    let (_, out, _) = run(&["completions", "bash"], "");
    assert!(out.contains("tabia__subcmd__connect4"), "{out}");
    let (code, out, _) = run(&["quarto", "classes", "--placed", "1", "--json"], "");
    assert!(code == 0 && out.contains("\"classes\":2"), "{out}");
}

fn ask(address: &str, request: &str) -> String {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    let request = request.replacen(
        "\r\n",
        &format!("\r\nHost: {host}\r\nConnection: close\r\n"),
        1,
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn the_page_has_it() {
    let data = tempfile::tempdir().expect("a directory");
    let folder = data.path().to_str().expect("UTF-8");
    let arguments = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        folder,
        "--json",
    ];
    let mut server = command(&arguments).spawn().expect("the binary starts");
    let mut line = String::new();
    let mut lines = BufReader::new(server.stdout.take().expect("piped"));
    lines.read_line(&mut line).expect("a line");
    let printed: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let address = printed["address"].as_str().expect("an address");
    let get = |path: &str| ask(address, &format!("GET {path} HTTP/1.1\r\n\r\n"));
    assert!(get("/").contains("Connect Four"));
    // A link holds the game; undo and redo are links too.
    let page = get("/connect4?moves=d+d+c");
    assert!(
        page.contains("200 OK") && page.contains("data-click=\"e\""),
        "{page}"
    );
    let body = r#"{"moves":["d"],"level":"2"}"#;
    let reply = ask(
        address,
        &format!(
            "POST /api/v1/connect4/reply HTTP/1.1\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        ),
    );
    assert!(reply.contains("\"history\":[{\"move\":\"d\""), "{reply}");
    let values = get("/api/v1/connect4/analysis?rules=4x4&moves=a+a+b+b+c");
    assert!(values.contains("\"move\":\"d\",\"value\":0"), "{values}");
    let solved = get("/api/v1/connect4/solve?rules=5x4&position=xo/xo/xo//");
    assert!(solved.contains("\"value\":1"), "{solved}");
    let early = get("/api/v1/connect4/analysis?moves=d");
    assert!(early.contains("\"complete\":false"), "{early}");
    let described = get("/api/v1/openapi.json");
    assert!(described.contains("/connect4/solve"), "{described}");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}
