//! The player with tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabia_darkchess::{
    Action, BuildOptions, End, Endgames, Endings, Equivalence, FullPosition, Level, Player, Record,
    TableDirectory, Turn,
};
use tabia_kernel::rules::{Score, Side};
use tabia_kernel::search::Stop;

fn tables(name: &str, distances: bool) -> (PathBuf, TableDirectory) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if dir.exists() {
        fs::remove_dir_all(&dir).expect("an old directory goes");
    }
    let endgames = Endgames::new(3, Some(Equivalence::Swap)).expect("a possible number");
    let tables = TableDirectory::new(&dir, endgames);
    let options = BuildOptions {
        distances,
        threads: 1,
        ..BuildOptions::default()
    };
    let built = tables.build(options, &|| true, &|_| {});
    assert!(built.expect("a directory that can be written").is_some());
    (dir, tables)
}

/// Plays on with the same player on both sides.
fn play_on(player: &Player, start: &str) -> Record {
    let mut record = Record::new(start.parse().expect("a position"));
    while record.end().is_none() {
        let choice = player.choose(record.position(), &Stop::new());
        let choice = choice.expect("sound tables").expect("the game goes on");
        let Action::Move(m) = choice.action else {
            panic!("nothing is face down");
        };
        record.push(Turn::Move(m));
    }
    record
}

#[test]
fn tables_bring_a_won_ending_home() {
    // Two guards against a bishop, far away: won, by a way that the first
    // level does not see.
    let start = "G6b/8/8/G7 w 0";
    let (_, tables) = tables("player-distances", true);
    let endings = Arc::new(Endings::new(tables).expect("tables"));
    assert_eq!(endings.elements(), 3);
    let player = Player::new(Level::Depth(1)).with_endings(endings);
    let record = play_on(&player, start);
    assert_eq!(record.end(), Some(End::Won(Side::First)), "{record}");
}

#[test]
fn a_win_that_comes_too_late_for_forty_plies_is_none() {
    let (_, tables) = tables("player-forty", true);
    let endings = Arc::new(Endings::new(tables).expect("tables"));
    let player = Player::new(Level::Depth(1)).with_endings(Arc::clone(&endings));
    let at = |quiet: u16| -> FullPosition {
        let text = format!("G6b/8/8/G7 w {quiet}");
        text.parse().expect("a position")
    };
    let probe = |position: &FullPosition| {
        let probe = endings.probe(position).expect("sound tables");
        probe.expect("three pieces are covered")
    };
    let fresh = probe(&at(0));
    let distance = fresh.distance.expect("they were kept");
    assert_eq!(fresh.value, Score::WIN);
    assert!((2..40).contains(&distance), "{distance}");
    let (mut won, mut late) = (0, 0);
    for quiet in 0..40 {
        let position = at(quiet);
        let in_time = quiet + distance <= 40;
        let expected = if in_time { Score::WIN } else { Score::DRAW };
        assert_eq!(probe(&position).value, expected, "{position}");
        // The player who chooses and the one who rates say the same.
        let choice = player.choose(&position, &Stop::new());
        let choice = choice.expect("sound tables").expect("the game goes on");
        assert_eq!(choice.known, Some(expected), "{position}");
        let rated = player.rate(&position, &Stop::new());
        let rated = rated.expect("sound tables").expect("the game goes on");
        let best = rated.iter().filter_map(|rated| rated.known).max();
        assert_eq!(best, Some(expected), "{position}");
        let moves = probe(&position).best;
        assert!(!moves.is_empty(), "{position}");
        if in_time {
            won += 1;
            assert_eq!(moves, fresh.best, "{position}");
        } else {
            late += 1;
            let draws = rated.iter().filter(|r| r.known == Some(Score::DRAW));
            assert!(draws.clone().all(|r| r.distance.is_none()), "{position}");
        }
    }
    assert!(won > 0 && late > 0);
}

#[test]
fn tables_without_distances_keep_a_win_as_long_as_it_lasts() {
    let (dir, tables) = tables("player-values", false);
    let endings = Arc::new(Endings::new(tables).expect("tables"));
    let player = Player::new(Level::Depth(4)).with_endings(endings);
    let record = play_on(&player, "G6b/8/8/G7 w 0");
    let endgames = Endgames::new(3, Some(Equivalence::Swap)).expect("a possible number");
    let tables = TableDirectory::new(&dir, endgames);
    for position in record.positions() {
        let revealed = position.revealed().expect("nothing is face down");
        let (value, _) = tables.value(revealed).expect("sound tables");
        let white = value.across(revealed.to_move(), Side::First);
        assert_eq!(white, Score::WIN, "{position}");
    }
}

#[test]
fn a_search_sees_the_tables_beyond_its_horizon() {
    let (_, tables) = tables("player-horizon", true);
    let endings = Arc::new(Endings::new(tables).expect("tables"));
    // Taking leads to three pieces: the value is that of the tables.
    let position: FullPosition = "Gn6/8/7b/G7 w 0".parse().expect("a position");
    let player = Player::new(Level::Depth(6));
    let plain = player.choose(&position, &Stop::new());
    let plain = plain.expect("no tables").expect("the game goes on");
    let knowing = player.with_endings(endings).choose(&position, &Stop::new());
    let knowing = knowing.expect("sound tables").expect("the game goes on");
    assert!(plain.value.is_some_and(|value| value < 10_000), "{plain:?}");
    assert!(
        knowing.value.is_some_and(|value| value > 10_000),
        "{knowing:?}"
    );
}

#[test]
fn a_damaged_table_is_an_error_and_not_a_guess() {
    let (dir, tables) = tables("player-damaged", false);
    for entry in fs::read_dir(&dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "tbl") {
            let bytes = fs::read(&path).expect("a table");
            fs::write(&path, &bytes[..bytes.len() / 2]).expect("a table");
        }
    }
    let endings = Arc::new(Endings::new(tables).expect("files are there"));
    let player = Player::new(Level::Depth(2)).with_endings(endings);
    let inside: FullPosition = "G6b/8/8/G7 w 0".parse().expect("a position");
    assert!(player.choose(&inside, &Stop::new()).is_err());
    let before: FullPosition = "Gb6/1n6/8/G7 w 0".parse().expect("a position");
    assert!(player.choose(&before, &Stop::new()).is_err());
}
