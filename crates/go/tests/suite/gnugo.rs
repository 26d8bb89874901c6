//! Enclosed life-and-death problems against GNU Go, over GTP.
//!
//! GNU Go reads by patterns and is at times wrong; the point is that every
//! disagreement has an explanation. Brute force settles each of them.

use crate::common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::life_reference::{Aim as Wanted, Table};
use common::random;
use common::rooms::rooms;
use common::shapes::SHAPES;
use tabia_go::{
    Aim, Board, EyeProblem, Fate, Gtp, KoOptions, LifeAnswer, LifeOptions, Mover, Point, Writer,
    ko_fight, solve_life,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::{Limits, Stop};

/// A program that speaks GTP.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// GNU Go, if it is there.
    fn gnugo() -> Option<Engine> {
        let there = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"];
        let Some(program) = there.iter().find(|path| Path::new(path).exists()) else {
            crate::skipped::skipped("GNU Go is not installed; `cargo xtask test` installs it");
            return None;
        };
        let mut child = Command::new(program)
            .args(["--mode", "gtp", "--quiet"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("GNU Go starts");
        Some(Engine {
            input: child.stdin.take().expect("piped"),
            output: BufReader::new(child.stdout.take().expect("piped")),
            child,
        })
    }

    /// The response, sign included.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").expect("GNU Go listens");
        let mut response = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("GNU Go speaks");
            assert!(read > 0, "GNU Go is gone after {command}");
            if line.trim().is_empty() && !response.is_empty() {
                return response.trim_end().to_owned();
            }
            response += &line;
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The problem in a corner of a large board where the attacker has all the
/// rest, so that his stones are safe in earnest. `None` if they are not all
/// joined, or the crucial stones are not.
fn at_large(problem: &EyeProblem) -> Option<EyeProblem> {
    const SIDE: u8 = 13;
    let small = problem.board();
    let mut board = Board::new(SIDE, SIDE)?;
    let attacker = problem.defender().other();
    for point in board.points().collect::<Vec<_>>() {
        let beyond = (point.x == small.width() && point.y <= small.height())
            || (point.y == small.height() && point.x <= small.width());
        let is_inside = small.contains(point) && {
            let mut near = small.neighbours(point);
            small.stone(point).is_some()
                || problem.region().contains(&point)
                || near.any(|p| problem.crucial().contains(&p))
        };
        if is_inside {
            board.set(point, small.stone(point));
        } else if beyond || small.contains(point) {
            board.set(point, Some(attacker));
        }
    }
    let large = EyeProblem::new(board, problem.crucial(), problem.region(), None).ok()?;
    let board = large.board();
    let corner = Point::new(small.width(), small.height());
    let joined = board.block(corner);
    let is_safe = |p: &Point| board.stone(*p) == Some(attacker) && !large.region().contains(p);
    let block = board.block(large.crucial()[0]);
    let is_one = large.crucial().iter().all(|stone| block.contains(stone));
    let table = Table::new(&large, Wanted::Life);
    let is_enclosed = table.outside.is_empty() && table.region.len() == large.region().len();
    let all = board.points().filter(is_safe).all(|p| joined.contains(&p));
    (all && is_one && is_enclosed).then_some(large)
}

fn problems() -> Vec<(String, EyeProblem)> {
    const EACH: usize = 25;
    let mut problems: Vec<(String, EyeProblem)> = SHAPES
        .iter()
        .filter_map(|shape| Some((shape.name.to_owned(), at_large(&shape.problem())?)))
        .collect();
    let seed = 31;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut kinds: BTreeMap<[Fate; 2], usize> = BTreeMap::new();
    for number in 0..8_000 {
        let made = match number % 2 {
            0 => random::group(&mut random, 8),
            _ => rooms(&mut random, 8),
        };
        let Some(problem) = at_large(&made) else {
            continue;
        };
        let [first, second] = answers(&problem);
        let count = kinds.entry([first.fate, second.fate]).or_insert(0);
        if *count < EACH {
            *count += 1;
            problems.push((format!("random {number}"), problem));
        }
    }
    problems
}

fn answers(problem: &EyeProblem) -> [LifeAnswer; 2] {
    let options = LifeOptions {
        memory_mib: 16,
        moves: false,
        ..LifeOptions::default()
    };
    let report = solve_life(problem, &options, &Stop::new());
    [report.defender_first, report.attacker_first].map(|answer| answer.expect("no limit"))
}

fn written(problem: &EyeProblem, name: &str) -> PathBuf {
    let mut writer = Writer::new();
    writer.open().problem(problem).close();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gnugo-{name}.sgf"));
    fs::write(&path, writer.finish()).expect("a scratch file");
    path
}

/// The code that GNU Go should give: 0 fails, 1 succeeds, 2 and 3 by ko.
fn code(problem: &EyeProblem, fate: Fate, side: Mover) -> u8 {
    match (fate, side) {
        (Fate::Dead, Mover::Attacker) => 1,
        (Fate::Alive | Fate::Seki | Fate::Rep, Mover::Defender) => 1,
        (Fate::Ko, _) => {
            let options = KoOptions::default();
            let fight = ko_fight(problem, Aim::TwoEyes, side, &options, &Stop::new());
            let fight = fight.expect("no limit");
            if fight.takes_first == side { 2 } else { 3 }
        }
        _ => 0,
    }
}

#[test]
fn every_disagreement_with_gnu_go_is_settled_by_brute_force() {
    let Some(mut gnugo) = Engine::gnugo() else {
        return;
    };
    let problems = problems();
    assert!(problems.len() >= 60, "{}", problems.len());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut questions = 0;
    let mut agreed = 0;
    for (name, problem) in &problems {
        let path = written(problem, "problem");
        let loaded = gnugo.ask(&format!("loadsgf {}", path.display()));
        assert!(loaded.starts_with('='), "{name}: {loaded}");
        let stone = problem.crucial()[0].on_board(problem.board().height());
        let [first, second] = answers(problem);
        // Brute force says who is right wherever they differ.
        let confirm = || {
            let settled = Table::new(problem, Wanted::Life).fates();
            let fates = [&settled[0].0[..], &settled[1].0[..]];
            assert_eq!(fates, [first.fate.name(), second.fate.name()], "{name}");
        };
        let before = agreed;
        let sides = [
            ("owl_defend", Mover::Defender, first.fate),
            ("owl_attack", Mover::Attacker, second.fate),
        ];
        for (command, side, fate) in sides {
            let response = gnugo.ask(&format!("{command} {stone}"));
            let theirs: u8 = response
                .trim_start_matches(['=', ' '])
                .split(' ')
                .next()
                .and_then(|code| code.parse().ok())
                .unwrap_or_else(|| panic!("{name}, {command}: {response}"));
            let ours = code(problem, fate, side);
            questions += 1;
            if ours == theirs {
                agreed += 1;
                continue;
            }
            confirm();
            let kind = match (ours, theirs) {
                (2 | 3, 2 | 3) => "a ko for both, but who takes first is counted otherwise",
                (2 | 3, _) => "GNU Go overlooks a ko",
                (_, 2 | 3) => "GNU Go sees a ko where none is needed",
                _ if fate == Fate::Seki => "GNU Go misjudges a seki",
                _ if fate == Fate::Rep => "endless repetition, which GNU Go does not know",
                _ => "GNU Go is wrong",
            };
            println!(
                "{name}, {command} {stone}: {} here, {response} there: {kind}",
                fate.name()
            );
            *kinds.entry(kind.to_owned()).or_insert(0) += 1;
        }
        let response = gnugo.ask(&format!("dragon_status {stone}"));
        let ours = match (first.fate, second.fate) {
            (_, Fate::Alive | Fate::Seki | Fate::Rep) => "alive",
            (Fate::Dead, _) => "dead",
            _ => "critical",
        };
        questions += 1;
        if response.split(' ').nth(1) == Some(ours) {
            agreed += 1;
            continue;
        }
        confirm();
        let kind = match agreed - before {
            2 => "GNU Go's status is not what its own reading says",
            _ => "the status follows from what was explained",
        };
        println!("{name}, dragon_status {stone}: {ours} here, {response} there: {kind}");
        *kinds.entry(kind.to_owned()).or_insert(0) += 1;
    }
    println!(
        "{} problems, {questions} questions, {agreed} agreed: {kinds:#?}",
        problems.len()
    );
    assert_eq!(agreed + kinds.values().sum::<usize>(), questions);
    assert!(10 * agreed >= 7 * questions, "{agreed} of {questions}");
}

/// A response with its points made alike.
fn form(response: &str) -> String {
    let word = |word: &str| match Point::from_board(word, 13) {
        Some(_) => "V".to_owned(),
        None => word.to_owned(),
    };
    let words: Vec<String> = response.split(' ').map(word).collect();
    words.join(" ")
}

#[test]
fn answers_have_gnu_gos_forms() {
    let Some(mut gnugo) = Engine::gnugo() else {
        return;
    };
    let mut ours = Gtp::new(Limits::NONE, 16, Stop::new());
    let mut compared = 0;
    for name in [
        "three in a row",
        "square four",
        "four in a row",
        "bulky five",
    ] {
        let shape = SHAPES.iter().find(|shape| shape.name == name).expect(name);
        let problem = at_large(&shape.problem()).expect(name);
        let path = written(&problem, "form");
        let stone = problem.crucial()[0].on_board(13);
        let empty = problem.region()[0].on_board(13);
        let mut ask = |command: String| {
            let reply = ours.respond(&command).expect("a command");
            (reply.text.trim_end().to_owned(), gnugo.ask(&command))
        };
        let (here, there) = ask(format!("loadsgf {}", path.display()));
        assert_eq!(&here[..1], &there[..1], "{here} {there}");
        for command in [
            format!("owl_attack {stone}"),
            format!("owl_defend {stone}"),
            format!("dragon_status {stone}"),
            format!("owl_attack {empty}"),
            "protocol_version".to_owned(),
            "known_command owl_attack".to_owned(),
            "known_command no_such_command".to_owned(),
            "no_such_command".to_owned(),
            "owl_attack".to_owned(),
            format!("play black {stone}"),
        ] {
            let (here, there) = ask(command.clone());
            println!("{name}, {command}: {here} | {there}");
            assert_eq!(form(&here), form(&there), "{name}: {command}");
            compared += 1;
        }
    }
    assert_eq!(compared, 40);
}
