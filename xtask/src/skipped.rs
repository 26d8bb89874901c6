//! Tests that cannot be run on this machine say so. Programs of tests include
//! this file; `cargo xtask` reads what they said and has it in its summary.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write as _;

/// Says why the test that is running has tested nothing, or less than it should.
pub(crate) fn skipped(why: &str) {
    println!("skipped: {why}");
    note(std::env::var_os("TABIA_SKIPPED"), why);
}

/// Adds a line to a file, if there is one.
pub(crate) fn note(file: Option<OsString>, why: &str) {
    let Some(path) = file else { return };
    // Tests run on threads of their names.
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("{} {test}: {why}\n", env!("CARGO_PKG_NAME"));
    let file = OpenOptions::new().create(true).append(true).open(path);
    // In one piece, as several programs write.
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.expect("TABIA_SKIPPED is a file that can be written");
}
