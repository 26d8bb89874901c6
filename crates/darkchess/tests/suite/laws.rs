//! Dark chess keeps the laws of the kernel's traits.

use tabia_darkchess::{DarkChess, Position};
use tabia_kernel::rules::laws;

const STARTS: [&str; 5] = [
    "8/1b6/2K5/8 b 0",
    "kggbbnnr/rccppppp/KGGBBNNR/RCCPPPPP w 0",
    "c1C1k1K1/1p1P1p1P/8/nNrR4 b 3",
    "PPPPP3/8/8/3ppppp w 39",
    "C7/1c6/2C5/3c4 w 0",
];

#[test]
fn games_keep_the_laws() {
    for start in STARTS {
        let start: Position = start.parse().expect("a position");
        for seed in 0..10 {
            laws::along_a_game(&DarkChess, &start, seed);
        }
        for seed in 0..3 {
            laws::along_a_text_game(&DarkChess, &start, seed);
        }
    }
}
