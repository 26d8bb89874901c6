//! Every command that README shows is run, or something shorter in its place.

use crate::program;

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use program::{Run, command, run};

/// How a command of README is tried.
enum Try {
    /// As it stands.
    AsShown,
    /// As it stands, with these lines typed.
    Typing(&'static str),
    /// With other arguments, for a reason.
    Instead(&'static [&'static str], &'static str),
    /// By another test, which is named.
    Elsewhere(&'static str),
}

use Try::{AsShown, Elsewhere, Instead, Typing};

/// The commands of README, which are run in its order and in one directory, so
/// that later ones find what earlier ones wrote.
const COMMANDS: &[(&str, Try)] = &[
    (
        "cargo run --release -- serve",
        Elsewhere("serve.rs: it serves until somebody ends it"),
    ),
    ("cargo xtask test", Elsewhere("it is what runs this test")),
    ("tabia play go --start problem.sgf", Typing("quit\n")),
    (
        "tabia play chess --level 1400 --side second",
        Typing("quit\n"),
    ),
    ("nats-server -js -sd DIR", Elsewhere("jobs.rs: not ours")),
    (
        "tabia worker --nats nats://server:4222",
        Elsewhere("jobs.rs: needs the server"),
    ),
    (
        "tabia tables build darkchess --elements 5 --dir tables --nats nats://server:4222",
        Elsewhere("jobs.rs: needs the server"),
    ),
    (
        "tabia chess rate --pool own.toml --control nodes:5000 --nats nats://server:4222",
        Elsewhere("tournaments.rs, with a real server"),
    ),
    (
        "tabia jobs list --nats nats://server:4222",
        Elsewhere("jobs.rs: needs the server"),
    ),
    ("tabia quarto moves '....3c1..d.92.a./f'", AsShown),
    ("tabia quarto solve '....3c1..d.92.a./f' --json", AsShown),
    ("tabia quarto play --level 6 --me novice", Typing("quit\n")),
    ("tabia quarto stats", AsShown),
    (
        "tabia quarto match --a perfect --b 6 --games 1000",
        Instead(
            &[
                "quarto", "match", "--a", "perfect", "--b", "4", "--games", "2",
            ],
            "two games of a thousand",
        ),
    ),
    (
        "tabia quarto prove --out lines.cert",
        Instead(
            &[
                "quarto",
                "prove",
                "--properties",
                "1",
                "--out",
                "lines.cert",
            ],
            "one property of four: the whole takes half a minute",
        ),
    ),
    ("tabia quarto check lines.cert", AsShown),
    (
        "tabia quarto prove --out lines.cert --nats nats://server:4222",
        Elsewhere("jobs.rs: needs a server"),
    ),
    (
        "tabia chess match --a tabia --b tabia:new.json --control nodes:5000 --games 400 \
         --nats nats://server:4222",
        Elsewhere("jobs.rs: needs a server"),
    ),
    (
        "tabia serve --nats nats://server:4222",
        Elsewhere("the tests of the page: jobs of a server as the page is told of them"),
    ),
    (
        "tabia quarto tune --from-games",
        Elsewhere("play.rs: there are no games here yet"),
    ),
    (
        "tabia quarto bench",
        Elsewhere("cargo xtask bench: seconds of one thread"),
    ),
    (
        "tabia reproduce quarto --out report",
        Instead(
            &[
                "reproduce",
                "quarto",
                "--quick",
                "--depth",
                "2",
                "--out",
                "report",
            ],
            "shallow searches",
        ),
    ),
    ("tabia quarto --help", AsShown),
    (
        "tabia skat solve 'CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2' --json",
        AsShown,
    ),
    (
        "tabia dominoes solve '02 33 | 12 | 0-1 first' --block drawn --json",
        AsShown,
    ),
    ("tabia skat play --level 16", Typing("quit\n")),
    ("tabia dominoes play --level 64", Typing("quit\n")),
    (
        "tabia skat match --a 16 --b simple --games 200",
        Instead(
            &["skat", "match", "--a", "1", "--b", "simple", "--games", "2"],
            "two games of two hundred, one world of sixteen",
        ),
    ),
    (
        "tabia tables build skat --elements 9 --dir tables",
        Instead(
            &[
                "tables",
                "build",
                "skat",
                "--elements",
                "6",
                "--dir",
                "tables",
            ],
            "two tricks of three",
        ),
    ),
    (
        "tabia tables build dominoes --elements 7 --dir tables",
        Instead(
            &[
                "tables",
                "build",
                "dominoes",
                "--elements",
                "4",
                "--dir",
                "tables",
            ],
            "four tiles of seven",
        ),
    ),
    (
        "tabia tables probe skat 'CJ SA | DK S7 | CA C9; game clubs; declarer 1; lead 2' \
         --dir tables",
        AsShown,
    ),
    (
        "tabia skat bench --dir tables",
        Instead(
            &["skat", "bench", "--deals", "1", "--dir", "tables"],
            "one deal",
        ),
    ),
    (
        "tabia go generate --points 7 --seed 43 > problem.sgf",
        AsShown,
    ),
    ("tabia go eye problem.sgf", AsShown),
    ("tabia go eye problem.sgf --proof proof.sgf", AsShown),
    ("tabia go check proof.sgf", AsShown),
    ("tabia go life problem.sgf", AsShown),
    ("tabia go life problem.sgf --solution tree.sgf", AsShown),
    ("tabia go frame diagram.sgf --out problem.sgf", AsShown),
    ("tabia go gtp", Typing("protocol_version\nquit\n")),
    (
        "tabia reproduce go --quick --out report",
        Elsewhere("reproduce.rs, with less time for each problem"),
    ),
    ("tabia chess uci", Typing("uci\nquit\n")),
    (
        "tabia chess features 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'",
        AsShown,
    ),
    (
        "tabia chess suite bratko-kopec.epd --movetime 1000",
        Instead(
            &["chess", "suite", "bratko-kopec.epd", "--movetime", "50"],
            "a twentieth of a second",
        ),
    ),
    (
        "tabia chess perft startpos 6",
        Instead(
            &["chess", "perft", "startpos", "4"],
            "two moves less: 197,281",
        ),
    ),
    (
        "tabia chess bench",
        Elsewhere("cargo xtask bench: seconds of one thread"),
    ),
    (
        "tabia chess self-play --games 7000 --nodes 2500 --out own.pgn.zst",
        Instead(
            &[
                "chess",
                "self-play",
                "--games",
                "4",
                "--nodes",
                "300",
                "--out",
                "own.pgn.zst",
            ],
            "four games of seven thousand, at fewer nodes",
        ),
    ),
    (
        "tabia chess tune --games masters.pgn.zst own.pgn.zst --profile full --method joint \
         --out full.json",
        Instead(
            &[
                "chess",
                "tune",
                "--games",
                "own.pgn.zst",
                "--profile",
                "full",
                "--method",
                "joint",
                "--positions",
                "40",
                "--results",
                "40",
                "--out",
                "full.json",
            ],
            "the four games of before alone: the masters' are not ours to ship",
        ),
    ),
    ("tabia chess margins --lines > margins.txt", AsShown),
    (
        "tabia chess tune --engine tabia --lines margins.txt --method spsa",
        Instead(
            &[
                "chess",
                "tune",
                "--engine",
                "tabia",
                "--lines",
                "margins.txt",
                "--method",
                "spsa",
                "--generations",
                "1",
                "--pairs",
                "1",
                "--control",
                "nodes:200",
            ],
            "one step of it, at few nodes",
        ),
    ),
    (
        "tabia tables build darkchess --elements 3 --dir tables --distances",
        AsShown,
    ),
    (
        "tabia tables probe darkchess '8/1b6/2K5/8 b 0' --dir tables --json",
        AsShown,
    ),
    (
        "tabia tables stats darkchess KP-k --dir tables --json",
        AsShown,
    ),
    (
        "tabia darkchess play --level 4 --tables tables",
        Typing("quit\n"),
    ),
    (
        "tabia darkchess match --a 5 --b 4 --games 200",
        Instead(
            &["darkchess", "match", "--a", "2", "--b", "1", "--games", "2"],
            "two games of two hundred, shallower",
        ),
    ),
    ("tabia darkchess show --game 'b5(k) d8(P); d7(R)'", AsShown),
    (
        "tabia reproduce tables --out report",
        Elsewhere("reproduce.rs, with --quick"),
    ),
    (
        "tabia reproduce all --out report",
        Elsewhere("reproduce.rs, with less of everything"),
    ),
    (
        "cargo run --release -p tabia-connect4 -- serve",
        Elsewhere("examples/connect4/tests: the page has it"),
    ),
    (
        "cargo run --release -p tabia-connect4 -- connect4 solve 'xxo//ooxx/xooo/oxxxo//ox'",
        Elsewhere("examples/connect4/tests: the command line has it"),
    ),
];

/// Two points in a corner.
const PROBLEM: &str = "(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]\
                       TR[ab:bb][ca:cb]MA[aa:ba])";

/// What stands in README's fenced blocks: commands and what they print, if
/// that is shown.
fn shown(readme: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for block in readme.split("\n```").skip(1).step_by(2) {
        let (language, lines) = block.split_once('\n').expect("a fence is a line");
        if !language.is_empty() {
            continue;
        }
        // Where prompts are shown, lines without one are output.
        let prompted = lines.lines().any(|line| line.starts_with("$ "));
        for line in lines.lines() {
            let typed = match prompted {
                true => line.strip_prefix("$ "),
                false => Some(line).filter(|line| !line.is_empty()),
            };
            match (typed, found.last_mut()) {
                (Some(typed), _) => {
                    // A comment stands apart from what precedes it.
                    let typed = typed.split(" # ").next().expect("something");
                    found.push((typed.trim().to_owned(), String::new()));
                }
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => panic!("output before any command: {line}"),
            }
        }
    }
    found
}

/// The words of a command, with quotes as in a shell.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

/// Text without what differs from run to run.
fn settled(text: &str) -> String {
    let mut text = text.trim_end().to_owned();
    for key in ["\"nodes\":", "\"seconds\":"] {
        let mut at = 0;
        while let Some(found) = text[at..].find(key) {
            let begin = at + found + key.len();
            let number = text[begin..].find([',', '}']).expect("a value ends");
            text.replace_range(begin..begin + number, "…");
            at = begin;
        }
    }
    text
}

/// Runs it in a directory; nothing takes longer than a minute.
fn run_in(directory: &Path, arguments: &[&str], typed: &str) -> Run {
    use std::io::Write as _;
    let mut child = command(arguments)
        .current_dir(directory)
        .env("TABIA_DATA", directory.join("data"))
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let _ = stdin.write_all(typed.as_bytes());
    drop(stdin);
    let reader = |mut pipe: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut text = String::new();
            pipe.read_to_string(&mut text).expect("UTF-8");
            text
        })
    };
    let out = reader(Box::new(child.stdout.take().expect("piped")));
    let err = reader(Box::new(child.stderr.take().expect("piped")));
    for _ in 0..1200 {
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    Run {
        code: child.wait().expect("it ends").code().unwrap_or(-1),
        out: out.join().expect("text"),
        err: err.join().expect("text"),
    }
}

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    std::fs::read_to_string(path).expect("README.md")
}

#[test]
fn every_command_of_the_readme_is_tried() {
    let shown = shown(&readme());
    let commands: BTreeSet<&str> = shown.iter().map(|(line, _)| line.as_str()).collect();
    let listed: BTreeSet<&str> = COMMANDS.iter().map(|(line, _)| *line).collect();
    let unknown: Vec<_> = commands.difference(&listed).collect();
    assert!(
        unknown.is_empty(),
        "README shows what this test does not try: {unknown:#?}"
    );
    let gone: Vec<_> = listed.difference(&commands).collect();
    assert!(gone.is_empty(), "README shows these no more: {gone:#?}");
}

#[test]
fn what_the_readme_shows_works_and_prints_what_it_shows() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let here = directory.path();
    let file = |name: &str, text: &str| std::fs::write(here.join(name), text).expect(name);
    file("problem.sgf", PROBLEM);
    file(
        "diagram.sgf",
        &(PROBLEM[..PROBLEM.find("TR").expect("marks")].to_owned() + ")"),
    );
    // Not ours to ship: a position of our own stands for the collection.
    let epd = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n";
    file("bratko-kopec.epd", epd);
    for (line, output) in shown(&readme()) {
        let (_, how) = COMMANDS
            .iter()
            .find(|(known, _)| *known == line)
            .expect("another test says so");
        let words = words(&line);
        let as_shown: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let (as_shown, redirected) = match as_shown.as_slice() {
            [before @ .., ">", name] => (before, Some(*name)),
            all => (all, None),
        };
        let run = match how {
            AsShown => run_in(here, as_shown, ""),
            Typing(typed) => run_in(here, as_shown, typed),
            Instead(arguments, reason) => {
                eprintln!("`{line}`: {reason}");
                run_in(here, arguments, "")
            }
            Elsewhere(where_) => {
                eprintln!("`{line}`: {where_}");
                continue;
            }
        };
        assert_eq!(run.code, 0, "{line}: {run:?}");
        if let Some(name) = redirected {
            file(name, &run.out);
        }
        let (printed, expected) = (settled(&run.out), settled(&output));
        assert!(
            printed.starts_with(&expected),
            "{line} prints\n{printed}\nand not\n{expected}"
        );
    }
}

/// Commands within sentences and tables, which leave out what they please:
/// the command is there, and so is every option named.
#[test]
fn commands_in_sentences_exist() {
    let readme = readme();
    let prose: String = readme.split("\n```").step_by(2).collect();
    let prose = prose.split_whitespace().collect::<Vec<&str>>().join(" ");
    let inline = prose.split('`').skip(1).step_by(2);
    let mut seen = 0;
    for code in inline.filter(|code| code.starts_with("tabia ")) {
        for part in code.split(" | ") {
            let words: Vec<&str> = part.split(['\'', '[', ']', ' ']).collect();
            let is_name = |word: &&&str| {
                !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            };
            let path: Vec<&str> = words[1..]
                .iter()
                .take_while(is_name)
                .take_while(|word| !word.starts_with('-'))
                .copied()
                .collect();
            // The last of them may be an argument, such as a game.
            let help = (1..=path.len()).rev().find_map(|length| {
                let mut arguments = path[..length].to_vec();
                arguments.push("--help");
                let help = run(&arguments);
                (help.code == 0).then_some(help.out)
            });
            let help = help.unwrap_or_else(|| panic!("`{part}` is no command"));
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(option), "`{part}`: no option {option}");
            }
            seen += 1;
        }
    }
    assert!(seen > 15, "only {seen} commands found");
}

#[test]
fn the_picture_is_what_its_command_draws() {
    let place = tempfile::tempdir().expect("a directory");
    let drawn = place.path().join("quarto.svg");
    let position = "....3c1..d.92.a./f";
    let drawn_as = drawn.to_str().expect("a plain name");
    let run = run(&["quarto", "show", position, "--svg", drawn_as, "--values"]);
    assert_eq!(run.code, 0, "{run:?}");
    let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/quarto.svg");
    let read = |path: &Path| std::fs::read_to_string(path).expect("a picture");
    let is_same = read(&drawn) == read(&shown);
    assert!(
        is_same,
        "README's caption has the command that draws it anew"
    );
}
