//! Exit codes: 2 is bad input only; what the machine or a server refuses is 1.

use crate::program;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::trouble::Disk;
use program::server::text;
use program::{Run, command, run};

/// Splits words at blanks, but for those in quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[track_caller]
fn ends(line: &str, code: i32, told: &[&str]) {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    check(line, &run(&words), code, told);
}

#[track_caller]
fn check(line: &str, run: &Run, code: i32, told: &[&str]) {
    assert_eq!(run.code, code, "{line}: {run:?}");
    assert!(
        told.iter().any(|told| run.err.contains(told)),
        "{line}: {run:?}"
    );
}

/// Every command that writes a file, with `DIR` for where.
const WRITERS: [&str; 19] = [
    "quarto show '0d4.15....96..87/b' --svg DIR/x.svg",
    "quarto prove 0.5.b..2.c1..7../a --memory 8 --out DIR/x.cert",
    "quarto book --placed 0 --properties 1 --memory 8 --out DIR/x.book",
    "quarto match --a 2 --b 2 --games 1 --record DIR/x.txt",
    "darkchess show --svg DIR/x.svg",
    "darkchess match --a random --b random --games 2 --record DIR/x.txt",
    "tables graph darkchess KP-kp --svg DIR/x.svg",
    "tables graph dominoes '01 12' --svg DIR/x.svg",
    "tables graph skat 'CJ CA' --svg DIR/x.svg",
    "tables build darkchess --elements 2 --dir DIR/t",
    "tables build dominoes --elements 3 --dir DIR/t",
    "tables build skat --elements 3 --dir DIR/t",
    "go generate --count 1 --out DIR",
    "chess match --a tabia --b tabia --games 2 --control nodes:20 --pgn DIR/x.pgn",
    "chess match --a tabia --b tabia --games 2 --control nodes:20 --db DIR/x.sqlite",
    "chess weights --out DIR/w.json",
    "chess self-play --games 1 --out DIR/x.pgn",
    "man --out DIR",
    "serve --listen 127.0.0.1:0 --data DIR/data",
];

#[test]
fn a_full_disk_is_1() {
    let place = tempfile::tempdir().expect("a directory");
    let disk = Disk::new(place.path().join("disk"), "8k");
    let disk = disk.expect("only root mounts a small disk; run the tests as root");
    // Files can be made, but nothing fits in.
    fs::write(disk.0.join("full"), [0; 8 << 10]).expect("room");
    for line in WRITERS {
        let line = line.replace("DIR", text(&disk.0));
        ends(&line, 1, &["No space left", "disk is full"]);
    }
    let names = fs::read_dir(&disk.0).expect("a directory");
    let names = names.map(|entry| entry.expect("an entry").file_name());
    let left: Vec<_> = names
        .filter(|name| name.to_string_lossy().ends_with(".partial"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Every command that reads a file or a directory, with `PATH` for which.
const READERS: [&str; 12] = [
    "quarto check PATH",
    "go eye PATH",
    "go life PATH",
    "go check PATH",
    "chess suite PATH",
    "chess features '4k3/8/8/8/8/8/8/4K3 w - - 0 1' --weights PATH",
    "chess weights --weights PATH",
    "chess match --a tabia --b tabia --games 2 --control nodes:9 --openings PATH",
    "chess tune --games PATH",
    "tables verify darkchess --dir PATH/tables",
    "tables probe darkchess '8/1b6/2K5/8 b 0' --dir PATH/tables",
    "jobs list --nats nats://127.0.0.1:1 --creds PATH",
];

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_1_and_what_is_not_there_is_2() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    let place = tempfile::tempdir().expect("a directory");
    let open = |path: &Path, mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(path, permissions).expect("ours");
    };
    open(place.path(), 0o755);
    // Root may read everything: let somebody else try, with a binary that he may
    // run.
    let nobody = 65_534;
    let binary = place.path().join("tabia");
    fs::copy(env!("CARGO_BIN_EXE_tabia"), &binary).expect("room");
    let (file, folder) = (place.path().join("file"), place.path().join("folder"));
    fs::write(&file, "secret").expect("room");
    fs::create_dir_all(folder.join("tables")).expect("a directory");
    open(&file, 0);
    open(&folder, 0);
    let is_root = fs::read(&file).is_ok();
    for line in READERS {
        if !line.contains("PATH/") {
            // A path that is not there is the path's fault.
            let line = line.replace("PATH", "no/such/file");
            let words = words(&line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let run = run(&words);
            check(&line, &run, 2, &["no/such/file"]);
        }
        let path = if line.contains("PATH/") {
            &folder
        } else {
            &file
        };
        let line = line.replace("PATH", text(path));
        let mut locked = Command::new(&binary);
        locked.args(words(&line)).current_dir(place.path());
        if is_root {
            locked.uid(nobody).gid(nobody);
        }
        let output = locked.output().expect("the binary starts");
        let run = Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        check(&line, &run, 1, &["ermission denied"]);
    }
    open(&folder, 0o755);
}

/// Every command that asks a NATS server.
const ASKERS: [&str; 10] = [
    "jobs list",
    "jobs status 0123456789abcdef",
    "jobs cancel 0123456789abcdef",
    "jobs redo 0123456789abcdef",
    "jobs fetch 0123456789abcdef --out DIR/fetched",
    "jobs submit tables --elements 2",
    "worker",
    "tables build darkchess --elements 2 --dir DIR/tables",
    "quarto prove 0.5.b..2.c1..7../a --out DIR/x.cert",
    "chess match --a tabia --b tabia --games 2 --control nodes:9",
];

#[test]
fn an_unreachable_server_is_1_and_a_bad_argument_for_it_2() {
    let place = tempfile::tempdir().expect("a directory");
    for line in ASKERS {
        let line = line.replace("DIR", text(place.path()));
        ends(
            &format!("{line} --nats nats://127.0.0.1:1"),
            1,
            &["127.0.0.1:1"],
        );
        ends(
            &format!("{line} --nats nats://127.0.0.1:1 --nonsense"),
            2,
            &["--nonsense"],
        );
    }
}

#[test]
fn an_address_in_use_is_the_addresss_fault() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    let mut serve = command(&["serve", "--listen", &address.to_string()]);
    let output = serve.output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
}
