//! The tests of the program, in one program: each is linked once.

mod card_play;
mod card_tables;
mod chess;
mod chess_tuning;
mod contract;
mod darkchess;
mod desk_play;
mod dominoes;
mod endings;
mod entry;
mod go;
mod jobs;
mod killed;
mod load;
mod play;
mod program;
mod readme;
mod reproduce;
mod serve;
mod skat;
#[path = "../../../../xtask/src/skipped.rs"]
mod skipped;
mod tables;
mod tournaments;
mod trouble;
mod whole_files;
