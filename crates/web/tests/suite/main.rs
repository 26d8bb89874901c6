//! The tests of the page, in one program: each is linked once.

mod checklist_in_chromium;
mod chess_in_chromium;
mod common;
mod darkchess_in_chromium;
mod go_in_chromium;
mod hands_in_chromium;
mod http;
mod openapi;
mod pages_in_chromium;
mod quarto_in_chromium;
#[path = "../../../../xtask/src/skipped.rs"]
mod skipped;
