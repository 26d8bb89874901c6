//! Long commands that are ended in the middle of their one long step go on there.

use crate::program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use program::server::{files, text};
use program::{Run, command, run};
use tabia_kernel::random::Seeded;

/// A command that writes one file, whose name comes last, and where it keeps what
/// its solver has found out meanwhile.
struct Long {
    words: &'static str,
    file: &'static str,
    memory: fn(&Path) -> Option<PathBuf>,
}

/// One class, the empty board: one question after the other. On one thread, to
/// take long enough on any machine.
const BOOK: Long = Long {
    words: "quarto book --placed 0 --properties 2 --memory 8 --threads 1 --out",
    file: "small.book",
    memory: |place| Some(place.join("small.book.checkpoint")),
};

/// Nearly all of it is the first unit.
const PROOF: Long = Long {
    words: "quarto prove 0.............../5 --properties 2 --memory 64 --threads 1 --out",
    file: "small.cert",
    memory: |place| {
        let units = fs::read_dir(place.join("small.cert.units")).ok()?;
        let job = units.flatten().next()?.path();
        // Nothing else is done yet.
        (!job.join("trunk.unit").exists()).then(|| job.join("solver.memory"))
    },
};

impl Long {
    fn words(&self, place: &Path) -> Vec<String> {
        let file = text(&place.join(self.file)).to_owned();
        let words = self.words.split(' ').map(str::to_owned);
        words.chain([file]).collect()
    }

    fn run(&self, place: &Path) -> Run {
        let words = self.words(place);
        run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Begins it, and lets it go on until something has been kept.
    fn start(&self, place: &Path) -> Child {
        let words = self.words(place);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = command(&words);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.spawn().expect("the binary starts");
        let deadline = Instant::now() + Duration::from_secs(120);
        while !(self.memory)(place).is_some_and(|memory| memory.exists()) {
            assert!(Instant::now() < deadline, "{}: nothing is kept", self.words);
            let ended = child.try_wait().expect("a process");
            assert!(ended.is_none(), "{}: too short to be tested", self.words);
            thread::sleep(Duration::from_millis(5));
        }
        child
    }

    /// Ended by Ctrl-C, by `kill -9`, and with what was kept damaged: in the end
    /// there is the same file, and nothing else.
    fn is_ended_and_goes_on(&self) {
        let calm = tempfile::tempdir().expect("a directory");
        assert_eq!(self.run(calm.path()).code, 0);
        let expected = files(calm.path());
        assert_eq!(expected.len(), 1);
        let place = tempfile::tempdir().expect("a directory");
        let place = place.path();

        let mut child = self.start(place);
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill").success());
        assert_eq!(child.wait().expect("its end").code(), Some(130));
        assert!(!place.join(self.file).exists());
        let again = self.run(place);
        assert_eq!(again.code, 0, "{again:?}");
        assert!(again.err.contains("going on with"), "{again:?}");
        assert!(files(place) == expected, "{}: other files", self.words);

        fs::remove_file(place.join(self.file)).expect("it is there");
        let mut child = self.start(place);
        child.kill().expect("a process");
        child.wait().expect("its end");
        let memory = (self.memory)(place).expect("it was kept");
        let mut bytes = fs::read(&memory).expect("it was kept");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&memory, bytes).expect("room");
        let again = self.run(place);
        assert_eq!(again.code, 0, "{again:?}");
        assert!(again.err.contains("it is damaged"), "{again:?}");
        assert!(again.err.contains("found out anew"), "{again:?}");
        assert!(files(place) == expected, "{}: other files", self.words);
    }

    /// Killed so often, at moments drawn anew, and once gone through to its end.
    fn is_killed(&self, kills: u32, seed: u64) {
        println!("{}: seed {seed}", self.words);
        let mut random = Seeded::new(seed);
        let calm = tempfile::tempdir().expect("a directory");
        assert_eq!(self.run(calm.path()).code, 0);
        let expected = files(calm.path());
        let place = tempfile::tempdir().expect("a directory");
        let (mut killed, mut went_on) = (0, 0);
        while killed < kills {
            let words = self.words(place.path());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut command = command(&words);
            command.stdin(Stdio::null()).stdout(Stdio::null());
            let mut child = command.spawn().expect("the binary starts");
            // Long enough for something to be kept, more often than not.
            thread::sleep(Duration::from_millis(200 + random.below(1_500) as u64));
            child.kill().expect("a process");
            let output = child.wait_with_output().expect("its end");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(!told.contains("damaged"), "{told}");
            went_on += u32::from(told.contains("going on with"));
            killed += 1;
            if output.status.success() {
                assert!(
                    files(place.path()) == expected,
                    "{}: other files",
                    self.words
                );
                fs::remove_file(place.path().join(self.file)).expect("it is there");
            }
        }
        assert_eq!(self.run(place.path()).code, 0);
        assert!(
            files(place.path()) == expected,
            "{}: other files",
            self.words
        );
        println!("killed {killed} times, {went_on} of them after going on");
    }
}

#[test]
fn a_book_goes_on_where_it_was() {
    BOOK.is_ended_and_goes_on();
}

#[test]
fn the_first_unit_of_a_proof_goes_on_where_it_was() {
    PROOF.is_ended_and_goes_on();
}

#[test]
#[ignore = "5 min: a hundred and twenty kills of long questions"]
fn killed_questions_go_on() {
    BOOK.is_killed(60, 51);
    PROOF.is_killed(60, 52);
}
