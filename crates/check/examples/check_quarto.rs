//! Checks a Quarto certificate with nothing but this crate:
//! `cargo run --release -p tabia-check --example check_quarto -- FILE`.

use std::fs::File;
use std::process::ExitCode;
use std::time::Instant;

use tabia_check::quarto::{self, Options};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: check_quarto FILE");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let checked = File::open(&path)
        .map_err(Into::into)
        .and_then(|file| quarto::check(file, Options::default()));
    match checked {
        Ok(report) => {
            let seconds = start.elapsed().as_secs_f64();
            println!("{report:#?}\nproved, {seconds:.1} s");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}
