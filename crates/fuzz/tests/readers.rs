//! Every reader survives whatever it is given.

use tabia_fuzz::{LONGEST_KEPT, Reader, corpus, fuzz, kept, readers};

/// The seed of all tests here.
const SEED: u64 = 1;

/// One after the other, since memory is counted for the whole program.
fn survive(inputs: impl Fn(&Reader) -> u64) {
    println!("seed {SEED}");
    for reader in readers() {
        let found = fuzz(&reader, inputs(&reader), SEED);
        println!(
            "{}: {} inputs, {} answers",
            reader.name(),
            found.inputs,
            found.kinds
        );
        if let Some(failure) = found.failure {
            let input = String::from_utf8_lossy(&failure.input);
            panic!("{} {}: {input:?}", reader.name(), failure.reason);
        }
        assert!(found.kinds > 1, "{} always answers the same", reader.name());
    }
}

/// Whatever is damaged has to be worth it.
#[test]
fn samples_are_read() {
    for reader in readers() {
        for sample in reader.samples() {
            let answer = reader.read(sample).expect("a sample does no harm");
            let text = String::from_utf8_lossy(sample);
            println!("{}: {text:?}: {answer}", reader.name());
            let spoken = ["uci", "gtp", "pgn", "uci-engine", "xboard-engine", "http"];
            assert!(
                spoken.contains(&reader.name()) || answer == "read",
                "{}: {text:?}: {answer}",
                reader.name()
            );
        }
    }
}

/// What fuzzing found worth keeping, and whatever once did harm.
#[test]
fn kept_inputs_do_no_harm() {
    let readers = readers();
    for reader in &readers {
        let inputs = kept(&corpus(), reader.name()).expect("files");
        assert!(!inputs.is_empty(), "nothing is kept for {}", reader.name());
        for (name, input) in inputs {
            assert!(input.len() <= LONGEST_KEPT, "{}/{name}", reader.name());
            if let Err(reason) = reader.read(&input) {
                panic!("{} {reason}: {name}", reader.name());
            }
        }
    }
    for entry in std::fs::read_dir(corpus()).expect("a directory") {
        let name = entry.expect("an entry").file_name();
        let known = |reader: &Reader| *reader.name() == *name;
        assert!(readers.iter().any(known), "nobody reads {name:?}");
    }
}

#[test]
fn readers_survive_damaged_inputs() {
    survive(|reader| if is_slow(reader) { 300 } else { 10_000 });
}

#[test]
#[ignore = "hours: ten million inputs for each reader"]
fn readers_survive_ten_million_inputs() {
    survive(|_| 10_000_000);
}

/// Those that do more than read: an engine is started, a proof is searched.
fn is_slow(reader: &Reader) -> bool {
    [
        "uci",
        "certificate",
        "book",
        "go-proof",
        "checkpoint",
        "http",
    ]
    .contains(&reader.name())
}
