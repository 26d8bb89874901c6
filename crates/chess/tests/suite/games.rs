//! Reading the champions' games, where they are at hand.

use std::path::Path;

use crate::skipped::skipped;
use tabia_chess::pgn::{PgnError, Reader, open};

#[test]
fn the_champions_games_are_read_whole() {
    const FILE: &str = "shared/data/chess/gm_train.pgn.zst";
    // Beside the workspace, or above it.
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let Some(path) = above
        .map(|place| place.join(FILE))
        .find(|path| path.exists())
    else {
        skipped(&format!("no {FILE} beside the workspace"));
        return;
    };
    let (mut games, mut plies, mut broken) = (0, 0, 0);
    for game in Reader::new(open(&path).expect("it is there")) {
        match game {
            Ok(game) => {
                games += 1;
                plies += game.moves.len();
            }
            Err(PgnError::Broken(error)) => {
                println!("{error}");
                broken += 1;
            }
            Err(PgnError::Io(error)) => panic!("{error}"),
        }
    }
    // The numbers that came with the file.
    assert_eq!((games, plies, broken), (26_250, 2_071_133, 0));
}
