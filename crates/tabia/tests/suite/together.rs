//! Several processes at one path: they share the work, or one says who is at it.

use crate::program;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use program::server::{files, text};
use program::{Run, command, json, run};

/// A command whose last word is the path that it writes to.
struct Maker {
    words: &'static str,
    path: &'static str,
    /// Whether the second one waits for the first; else it stops.
    waits: bool,
}

const MAKERS: [Maker; 5] = [
    Maker {
        words: "tables build darkchess --elements 3 --distances --dir",
        path: "tables",
        waits: true,
    },
    Maker {
        words: "tables build dominoes --elements 4 --dir",
        path: "tables",
        waits: true,
    },
    Maker {
        words: "tables build skat --elements 3 --dir",
        path: "tables",
        waits: true,
    },
    Maker {
        words: "quarto prove 0.5.b..2.c1..7../a --memory 8 --out",
        path: "file.cert",
        waits: false,
    },
    Maker {
        words: "quarto book --placed 0 --properties 2 --memory 8 --out",
        path: "file.book",
        waits: false,
    },
];

impl Maker {
    fn start(&self, place: &Path) -> Child {
        let path = place.join(self.path);
        let words: Vec<&str> = self.words.split(' ').chain([text(&path)]).collect();
        let mut command = command(&words);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.spawn().expect("the binary starts")
    }

    /// Everything that is left behind.
    fn made(&self, place: &Path) -> BTreeMap<String, Vec<u8>> {
        let mut made = files(place);
        let inside = place.join(self.path);
        if inside.is_dir() {
            made.extend(files(&inside));
        }
        made
    }

    /// Rounds in which three begin at nearly the same time. Each ends well, or
    /// says who is at work; in the end all is there, and nothing else.
    fn all_at_once(&self, rounds: u32) -> u32 {
        let calm = tempfile::tempdir().expect("a directory");
        let first = end(self.start(calm.path()));
        assert_eq!(first.code, 0, "{first:?}");
        let expected = self.made(calm.path());
        let mut met = 0;
        for round in 0..rounds {
            let place = tempfile::tempdir().expect("a directory");
            let under_way: Vec<Child> = (0..3)
                .map(|i| {
                    // Not always in the same step.
                    thread::sleep(Duration::from_millis(u64::from(i * round % 7)));
                    self.start(place.path())
                })
                .collect();
            let ids: Vec<u32> = under_way.iter().map(Child::id).collect();
            let ended: Vec<Run> = under_way.into_iter().map(end).collect();
            for run in &ended {
                let is_met = ids.iter().any(|id| {
                    run.err
                        .contains(&format!("process {id} has been at work there"))
                });
                met += u32::from(is_met);
                let is_right = match run.code {
                    0 => run.err.is_empty() || is_met && self.waits,
                    1 => is_met && !self.waits,
                    _ => false,
                };
                assert!(is_right, "{}: {run:?}", self.words);
            }
            assert!(ended.iter().any(|run| run.code == 0), "{ended:?}");
            assert!(
                self.made(place.path()) == expected,
                "{}: other files",
                self.words
            );
        }
        met
    }
}

fn end(child: Child) -> Run {
    let output = child.wait_with_output().expect("its end");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::new(),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

fn everybody(rounds: u32) {
    for maker in &MAKERS {
        let met = maker.all_at_once(rounds);
        println!("{}: {rounds} rounds of three, {met} met", maker.words);
        assert!(met > 0, "{}: nobody met", maker.words);
    }
}

#[test]
fn three_at_one_path_share_the_work_or_say_who_is_at_it() {
    everybody(4);
}

#[test]
#[ignore = "6 min: eighty rounds of three processes for five commands"]
fn eighty_rounds_of_three_break_nothing() {
    everybody(80);
}

#[test]
fn whoever_waits_goes_on_when_the_other_is_killed() {
    let place = tempfile::tempdir().expect("a directory");
    let dir = place.path().join("tables");
    let words = ["tables", "build", "darkchess", "--elements", "4"];
    let words = [&words[..], &["--distances", "--dir", text(&dir)]].concat();
    let mut first = command(&words).spawn().expect("the binary starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !dir.join("K-g.tbl").exists() {
        assert!(Instant::now() < deadline, "nothing is built");
        thread::sleep(Duration::from_millis(5));
    }
    let mut second = command(&words).spawn().expect("the binary starts");
    thread::sleep(Duration::from_millis(300));
    assert!(second.try_wait().expect("a process").is_none() || first.try_wait().is_ok());
    first.kill().expect("a process");
    first.wait().expect("its end");
    let second = end(second);
    assert_eq!(second.code, 0, "{second:?}");
    let verify = [
        "tables",
        "verify",
        "darkchess",
        "--fast",
        "--dir",
        text(&dir),
    ];
    assert_eq!(json(&[&verify[..], &["--json"]].concat())["elements"], 4);
    assert!(!dir.join("build.partial").exists());
}

#[test]
fn a_checkpoint_belongs_to_one_tuning() {
    let place = tempfile::tempdir().expect("a directory");
    let at = |name: &str| text(&place.path().join(name)).to_owned();
    let (games, checkpoint) = (at("games.pgn"), at("run.json"));
    let play = ["chess", "match", "--a", "tabia:full", "--b", "tabia:full"];
    let play = [&play[..], &["--games", "4", "--control", "nodes:60"]].concat();
    json(&[&play[..], &["--pgn", &games, "--json"]].concat());
    let tune = ["chess", "tune", "--games", &games, "--split", "game"];
    let tune = [&tune[..], &["--checkpoint", &checkpoint, "--generations"]].concat();
    let mut first = command(&[&tune[..], &["1000000"]].concat())
        .spawn()
        .expect("the binary starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !Path::new(&checkpoint).exists() {
        assert!(Instant::now() < deadline, "nothing is kept");
        thread::sleep(Duration::from_millis(5));
    }
    let second = run(&[&tune[..], &["5"]].concat());
    assert_eq!(second.code, 1, "{second:?}");
    let who = format!("run.json: process {} has been at work", first.id());
    assert!(second.err.contains(&who), "{second:?}");
    first.kill().expect("a process");
    first.wait().expect("its end");
    // It was of a run with other settings; but nobody is at work any more.
    let third = run(&[&tune[..], &["5"]].concat());
    assert!(third.err.contains("other settings"), "{third:?}");
}

#[cfg(unix)]
#[test]
fn what_is_written_goes_through_links() {
    use std::os::unix::fs::symlink;
    let place = tempfile::tempdir().expect("a directory");
    let at = |name: &str| place.path().join(name);
    std::fs::create_dir(at("far")).expect("a directory");
    for (link, target) in [("whole", "far/there"), ("dangling", "far/new")] {
        symlink(target, at(link)).expect("a link");
    }
    std::fs::write(at("far/there"), "old").expect("room");
    for link in ["whole", "dangling"] {
        let path = at(link);
        let graph = [
            "tables",
            "graph",
            "darkchess",
            "KP-kp",
            "--svg",
            text(&path),
        ];
        assert_eq!(run(&graph).code, 0);
        assert!(path.is_symlink(), "{link}");
        let svg = std::fs::read_to_string(&path).expect("a picture");
        assert!(svg.starts_with("<svg"), "{svg}");
    }
    assert_eq!(files(&at("far")).len(), 2);
}
