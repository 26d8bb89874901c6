//! Every command at the ends of the ranges of its numbers: it begins, and Ctrl-C
//! ends it.

use crate::numbers::{Asked, asked, range};
use crate::program::{self, Run};

use std::io::Read as _;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Two points in a corner.
pub(crate) const PROBLEM: &str = "(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]\
                       TR[ab:bb][ca:cb]MA[aa:ba])";

/// What makes each command with numbers begin its work: files are those of
/// [`Place`]. Some commands do two things.
const COMMANDS: &[(&str, &str)] = &[
    ("quarto solve", "0d4.15....96..87/b"),
    ("quarto moves", "0d4.15....96..87/b"),
    ("quarto play", "--data data"),
    ("quarto show", "0d4.15....96..87/b"),
    ("quarto prove", "0d4.15....96..87/b --out proved.cert"),
    ("quarto check", "late.cert"),
    ("quarto match", "--a 2 --b 2 --games 2"),
    ("quarto book", "--placed 1 --out book"),
    ("quarto symmetries", ""),
    ("quarto classes", "--placed 2"),
    ("quarto sample", "--placed 3"),
    ("quarto bench", ""),
    ("quarto tune", "--records records.txt --games 2"),
    ("quarto stats", "--data data"),
    ("darkchess play", "--data data"),
    ("darkchess match", "--a 1 --b 1 --games 2"),
    ("darkchess moves", "8/1b6/2K5/8_b_0"),
    ("chess bench", "--depth 2"),
    (
        "chess compare",
        "--games games.pgn --seeds 2 --players 2 --generations 1",
    ),
    (
        "chess match",
        "--a tabia --b tabia --control nodes:50 --games 2",
    ),
    ("chess perft", "startpos"),
    ("chess rate", "--pool pool.toml --control nodes:50"),
    ("chess self-play", "--games 2 --nodes 50 --out own.pgn"),
    ("chess suite", "suite.epd --movetime 10"),
    (
        "chess tune",
        "--games games.pgn --split game --teacher 50 --generations 2 --players 4",
    ),
    (
        "chess tune",
        "--games games.pgn --split game --trial tournament --think nodes:20 --generations 1 \
         --players 2",
    ),
    (
        "chess tune",
        "--engine tabia --options Razor --method spsa --generations 1 --control nodes:50",
    ),
    ("dominoes match", "--a random --b random --games 2"),
    ("dominoes play", ""),
    ("dominoes solve", "02_33_|_12_|_0-1_first"),
    ("go bench", "--nodes 10"),
    ("go eye", "problem.sgf"),
    ("go life", "problem.sgf"),
    ("go generate", "--points 4"),
    ("go gtp", ""),
    (
        "jobs submit match",
        "--a tabia --b tabia --control nodes:50 --nats nats://127.0.0.1:1",
    ),
    (
        "jobs submit rate",
        "--pool pool.toml --control nodes:50 --nats nats://127.0.0.1:1",
    ),
    (
        "jobs submit tables",
        "--elements 2 --nats nats://127.0.0.1:1",
    ),
    ("jobs submit tune", "--nats nats://127.0.0.1:1"),
    ("jobs submit proof", "--nats nats://127.0.0.1:1"),
    ("reproduce", "quarto --quick --depth 2"),
    ("reproduce", "go --quick"),
    ("reproduce", "tables --quick --elements 2"),
    ("serve", "--listen 127.0.0.1:0 --data data"),
    ("skat bench", "--deals 1"),
    ("skat match", "--a random --b random --games 2"),
    ("skat play", ""),
    (
        "skat solve",
        "CJ_SA_|_DK_S7_|_CA_C9;_game_clubs;_declarer_1;_lead_2",
    ),
    ("tables build", "darkchess --elements 2 --dir tables"),
    ("tables build", "dominoes --elements 3 --dir tables"),
    ("tables build", "skat --elements 3 --dir tables"),
    ("tables count", "darkchess --elements 2"),
    ("tables count", "skat --elements 2"),
    ("tables verify", "darkchess --dir tables"),
    ("worker", "--nats nats://127.0.0.1:1"),
];

/// A directory with what commands read.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a scratch directory"));
        let file = |name: &str, text: &str| {
            std::fs::write(place.0.path().join(name), text).expect(name);
        };
        file("problem.sgf", PROBLEM);
        file(
            "suite.epd",
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n",
        );
        file(
            "pool.toml",
            "pairs = 1\n[[engine]]\nplayer = \"tabia\"\n[[engine]]\nplayer = \"tabia:seed38\"\n",
        );
        for made in [
            "chess self-play --games 24 --nodes 40 --out games.pgn",
            "quarto prove ....3c1..d.92.a./f --out late.cert",
            "quarto match --a 2 --b 2 --games 4 --record records.txt",
            "tables build darkchess --elements 2 --dir tables",
        ] {
            let words: Vec<&str> = made.split(' ').collect();
            let made = place.command(&words).output().expect("it runs");
            assert!(made.status.success(), "{words:?}: {made:?}");
        }
        place
    }

    fn command(&self, words: &[&str]) -> std::process::Command {
        let mut command = program::command(words);
        command
            .current_dir(self.0.path())
            .env("TABIA_DATA", self.0.path().join("data"));
        command
    }

    /// Runs it with no more than 16 GiB of addresses, for a moment, then presses
    /// Ctrl-C; what it says.
    fn run_for_a_moment(&self, words: &[&str]) -> Run {
        let limited = [
            "-c",
            "ulimit -v 16777216; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_tabia"),
        ];
        let mut child = std::process::Command::new("sh")
            .args(limited)
            .args(words)
            .current_dir(self.0.path())
            .env("TABIA_DATA", self.0.path().join("data"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stderr = child.stderr.take().expect("piped");
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).ok();
            String::from_utf8_lossy(&text).into_owned()
        });
        let begun = Instant::now();
        let mut pressed = false;
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            if !pressed && begun.elapsed() > Duration::from_millis(300) {
                let id = child.id().to_string();
                let sent = std::process::Command::new("kill")
                    .args(["-INT", &id])
                    .status();
                assert!(sent.expect("kill runs").success());
                pressed = true;
            }
            if begun.elapsed() > Duration::from_secs(60) {
                child.kill().ok();
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        Run {
            code: status.code().unwrap_or(-1),
            out: String::new(),
            err: reader.join().expect("text"),
        }
    }
}

/// The words of a run of a command with one option set, whatever the base says of it.
fn words(path: &str, base: &str, asked: &Asked, value: &str) -> Vec<String> {
    let mut words: Vec<String> = path.split(' ').map(str::to_owned).collect();
    let mut base = base.split_whitespace().map(|word| word.replace('_', " "));
    let option = asked.arg.get_long().map(|long| format!("--{long}"));
    while let Some(word) = base.next() {
        match option.as_ref() == Some(&word) {
            true => drop(base.next()),
            false => words.push(word),
        }
    }
    match option {
        Some(option) => words.push(format!("{option}={value}")),
        None => words.push(value.to_owned()),
    }
    words
}

/// Runs every command with numbers at an end of each range; what went wrong.
fn at_the_ends(wanted: impl Fn(&str) -> bool + Sync, ends: &[usize]) -> (usize, Vec<String>) {
    let place = Place::new();
    let mut runs = Vec::new();
    for asked in asked().iter().filter(|asked| asked.is_number()) {
        let path = asked.path.join(" ");
        let bases = COMMANDS.iter().filter(|(command, _)| *command == path);
        let bases: Vec<&str> = bases.map(|(_, base)| *base).collect();
        assert!(
            !bases.is_empty(),
            "{path}: COMMANDS does not say how it begins"
        );
        let (lo, hi) = range(&asked.arg).expect("another test says so");
        let ends = ends.iter().map(|&end| [&lo, &hi][end]);
        for (value, base) in ends.flat_map(|end| bases.iter().map(move |base| (end, *base))) {
            if wanted(&asked.name()) {
                runs.push(words(&path, base, asked, value));
            }
        }
    }
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(words) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let run = place.run_for_a_moment(&words);
                    let ended = [0, 1, 2, 130].contains(&run.code);
                    let said = [
                        "panicked",
                        "memory allocation of",
                        "invalid value",
                        "unexpected",
                    ];
                    if !ended || said.iter().any(|said| run.err.contains(said)) {
                        let fault = format!("tabia {}: {} {}", words.join(" "), run.code, run.err);
                        faults.lock().expect("no panic").push(fault);
                    }
                }
            });
        }
    });
    (runs.len(), faults.into_inner().expect("no panic"))
}

#[cfg(unix)]
#[test]
fn what_was_too_large_once_is_refused_or_begun() {
    let once = [
        "go generate --count",
        "chess match --games",
        "chess tune --players",
        "chess perft depth",
        "chess self-play --nodes",
    ];
    let (runs, faults) = at_the_ends(|name| once.contains(&name), &[1]);
    assert!(runs >= once.len(), "{runs} runs");
    assert!(faults.is_empty(), "{faults:#?}");
}

#[cfg(unix)]
#[test]
#[ignore = "3 min: every command at both ends of every range"]
fn the_ends_of_every_range_are_begun_and_end_by_ctrl_c() {
    let (runs, faults) = at_the_ends(|_| true, &[0, 1]);
    eprintln!("{runs} runs");
    assert!(runs > 300, "{runs} runs");
    assert!(faults.is_empty(), "{} of {runs}: {faults:#?}", faults.len());
}
