//! The file of games: kept, read again, locked, and gone.

use super::*;

fn entry(level: &str, experience: Option<Experience>, result: Option<GameResult>) -> Entry {
    Entry {
        game: "quarto".into(),
        rules: "lines".into(),
        level: level.into(),
        name: None,
        ids: None,
        experience,
        human: Side::First,
        result,
        take_backs: 0,
        hints: 0,
        record: "b@a1".into(),
        started: SystemTime::now(),
        engine_turns: vec![0.5, 1.5],
    }
}

fn lines() -> Filter {
    Filter {
        game: "quarto".into(),
        rules: "lines".into(),
        assisted: false,
    }
}

#[test]
fn results_survive_reopening_and_are_ordered_by_level() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let mut ledger = Ledger::open(Some(directory.path())).expect("a new ledger");
    let (novice, expert) = (Some(Experience::Novice), Some(Experience::Expert));
    let (win, draw, loss) = (
        Some(GameResult::Win),
        Some(GameResult::Draw),
        Some(GameResult::Loss),
    );
    for game in [
        entry("perfect", None, draw),
        entry("10", novice, win),
        entry("2", expert, loss),
        entry("2", novice, win),
        entry("2", novice, loss),
        entry("2", novice, None),
    ] {
        ledger.add(&game).expect("an entry");
    }
    drop(ledger);
    let ledger = Ledger::open(Some(directory.path())).expect("the same ledger");
    let counts: Vec<_> = ledger
        .results(&lines())
        .expect("results")
        .into_iter()
        .map(|r| (r.level, r.experience, r.wins, r.draws, r.losses, r.turns))
        .collect();
    assert_eq!(
        counts,
        [
            ("2".to_owned(), novice, 1, 0, 1, 4),
            ("2".to_owned(), expert, 0, 0, 1, 2),
            ("10".to_owned(), novice, 1, 0, 0, 2),
            ("perfect".to_owned(), None, 0, 1, 0, 2),
        ]
    );
    assert_eq!(ledger.left_out(&lines()).expect("counts"), (1, 0));
    let records = ledger.records(&lines()).expect("records");
    assert_eq!(records, ["b@a1"; 5], "finished ones only");
}

#[test]
fn a_game_of_the_page_sent_twice_counts_once() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let mut ledger = Ledger::open(Some(directory.path())).expect("a new ledger");
    let mut game = entry("6", None, Some(GameResult::Win));
    game.ids = Some(Ids {
        player: "somebody".into(),
        game: "1".into(),
    });
    assert!(ledger.add(&game).expect("an entry"));
    assert!(!ledger.add(&game).expect("no error"));
    let another = entry("6", None, Some(GameResult::Win));
    assert!(ledger.add(&another).expect("an entry"));
    assert!(
        ledger
            .add(&another)
            .expect("games of the terminal have no ids")
    );
    let results = ledger.results(&lines()).expect("results");
    assert_eq!((results[0].wins, results[0].turns), (3, 6));
}

#[test]
fn a_file_of_the_first_version_keeps_its_games() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let old = Connection::open(directory.path().join(FILE)).expect("a file");
    old.execute_batch(MIGRATIONS[0]).expect("the first schema");
    old.pragma_update(None, "user_version", 1)
        .expect("its version");
    old.execute_batch(
        "INSERT INTO games VALUES (1, 'quarto', 'lines', '6', NULL, 'novice', 'first',
                                   'loss', 0, 0, 'b@a1', 0)",
    )
    .expect("a game");
    drop(old);
    let ledger = Ledger::open(Some(directory.path())).expect("brought up to date");
    assert_eq!(ledger.results(&lines()).expect("results")[0].losses, 1);
}

#[test]
fn seconds_are_summed_over_turns() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let mut ledger = Ledger::open(Some(directory.path())).expect("a new ledger");
    for _ in 0..2 {
        ledger
            .add(&entry("6", None, Some(GameResult::Win)))
            .expect("an entry");
    }
    let results = ledger.results(&lines()).expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(
        (results[0].turns, results[0].seconds, results[0].longest),
        (4, 4.0, 1.5)
    );
}

#[test]
fn games_with_help_and_of_other_rules_do_not_count() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let mut ledger = Ledger::open(Some(directory.path())).expect("a new ledger");
    let mut helped = entry("2", None, Some(GameResult::Loss));
    helped.take_backs = 1;
    let mut squares = entry("2", None, Some(GameResult::Loss));
    squares.rules = "squares".into();
    ledger.add(&helped).expect("an entry");
    ledger.add(&squares).expect("an entry");
    assert_eq!(ledger.results(&lines()).expect("results"), []);
    assert_eq!(ledger.left_out(&lines()).expect("counts"), (0, 1));
    let assisted = Filter {
        assisted: true,
        ..lines()
    };
    assert_eq!(ledger.results(&assisted).expect("results")[0].losses, 1);
    assert_eq!(ledger.left_out(&assisted).expect("counts"), (0, 0));
}

#[test]
fn a_newer_file_is_refused_and_left_alone() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let ledger = Ledger::open(Some(directory.path())).expect("a new ledger");
    ledger
        .connection
        .pragma_update(None, "user_version", VERSION + 1)
        .expect("a version");
    drop(ledger);
    let error = Ledger::open(Some(directory.path())).err().expect("refused");
    assert!(matches!(error, LedgerError::Newer { found, .. } if found == VERSION + 1));
}

#[test]
fn a_file_that_is_no_database_is_an_error_naming_it() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    fs::write(
        directory.path().join(FILE),
        "not a database, and long enough to tell",
    )
    .expect("a file");
    let error = Ledger::open(Some(directory.path())).err().expect("refused");
    assert!(error.to_string().contains(FILE), "{error}");
}

#[test]
fn a_file_that_vanishes_is_an_error_and_one_that_is_put_back_is_read() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let mut ledger = Ledger::open(Some(directory.path())).expect("a new ledger");
    let won = entry("2", None, Some(GameResult::Win));
    ledger.add(&won).expect("an entry");
    let (file, aside) = (directory.path().join(FILE), directory.path().join("aside"));
    ledger.still_there().expect("it is");
    fs::copy(&file, &aside).expect("a copy");
    fs::remove_file(&file).expect("it goes");
    let gone = ledger.still_there().expect_err("gone").to_string();
    assert!(gone.contains("vanished"), "{gone}");
    fs::rename(&aside, &file).expect("put back");
    ledger.still_there().expect("opened again");
    ledger.add(&won).expect("an entry");
    let again = Ledger::open(Some(directory.path())).expect("the same");
    assert_eq!(again.results(&lines()).expect("results")[0].wins, 2);
}

#[test]
fn a_file_that_another_program_has_is_busy_and_soon_given_up() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let mut ledger = Ledger::open(Some(directory.path())).expect("a new ledger");
    ledger.patience(Duration::from_millis(50)).expect("set");
    let other = Connection::open(directory.path().join(FILE)).expect("the file");
    other.execute_batch("BEGIN EXCLUSIVE").expect("a lock");
    let begun = std::time::Instant::now();
    let refused = ledger.results(&lines()).expect_err("locked");
    assert!(refused.is_busy(), "{refused}");
    assert!(begun.elapsed() < Duration::from_secs(3), "{begun:?}");
    other.execute_batch("ROLLBACK").expect("no lock");
    assert_eq!(ledger.results(&lines()).expect("free"), []);
}
