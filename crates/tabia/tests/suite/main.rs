//! The tests of the program, in one program: each is linked once.

mod card_play;
mod card_tables;
mod chess;
mod chess_tuning;
mod codes;
mod contract;
mod damaged;
mod darkchess;
mod desk_play;
mod dominoes;
mod endings;
mod entry;
mod flood;
mod go;
mod jobs;
mod killed;
mod load;
mod numbers;
mod other_numbers;
mod play;
mod program;
mod range_ends;
mod readme;
mod reproduce;
mod resumed;
mod serve;
mod shut_out;
mod skat;
#[path = "../../../../xtask/src/skipped.rs"]
mod skipped;
mod tables;
mod together;
mod tournaments;
mod trouble;
mod tuners;
mod whole_files;
