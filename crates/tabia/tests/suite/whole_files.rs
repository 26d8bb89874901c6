//! Files that commands leave appear whole or not at all.

use std::path::Path;

use crate::program::{Run, run};

/// Runs a command whose last word is a path.
fn run_on(line: &str, path: &Path) -> Run {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    words.push(path.to_str().expect("a plain name"));
    run(&words)
}

/// What has a file's name is replaced and not written over, so that it is whole
/// whenever the program is ended: another name of the old file still has all of it.
#[cfg(unix)]
#[test]
fn files_are_replaced_and_not_written_over() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = |name: &str| directory.path().join(name);
    let games = file("games.pgn");
    let played = run_on("chess self-play --nodes 40 --games 12 --json --out", &games);
    assert_eq!(played.code, 0, "{played:?}");
    let compare = format!(
        "chess compare --split game --generations 1 --players 2 --positions 40 --seeds 2 \
         --methods evolution,cma --profiles seed38 --games {} --plot",
        games.display()
    );
    let lines = [
        "darkchess show --svg",
        "darkchess match --a random --b greedy --games 2 --record",
        "dominoes match --a random --b simple --games 2 --record",
        "skat match --a random --b simple --games 3 --record",
        "quarto match --a 2 --b 2 --games 2 --record",
        &compare,
    ];
    for (number, line) in lines.into_iter().enumerate() {
        let [path, kept] = ["new", "old"].map(|name| file(&format!("{name}{number}")));
        std::fs::write(&path, "what was there").expect("a file");
        std::fs::hard_link(&path, &kept).expect("a second name");
        let found = run_on(line, &path);
        assert_eq!(found.code, 0, "{line}: {found:?}");
        let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
        assert_eq!(read(&kept), "what was there", "{line}");
        assert_ne!(read(&path), "what was there", "{line}");

        let found = run_on(line, &file("no/such/place"));
        assert!(
            found.code > 0 && found.out.is_empty() && found.err.contains("no/such/place"),
            "{line}: {found:?}"
        );
    }
}
