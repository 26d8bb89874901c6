//! Go: problems, proofs, and what GTP is told.

use std::sync::Mutex;

use tabia_check::go::check;
use tabia_go::{
    EyeOptions, Gtp, Recipe, generate, prove_eye, read_diagram, read_position, read_problem,
};
use tabia_kernel::search::{Limits, Stop};

use super::{answer, texts};
use crate::Reader;

pub(super) fn readers() -> Vec<Reader> {
    let problem = generate(Recipe::Area { points: 5 }, 7);
    let (_, proof) = prove_eye(&problem, &EyeOptions::default(), &Stop::new());
    let proof = proof.expect("five points are proved").into_bytes();
    let sgf = [
        "(;GM[1]FF[4]SZ[7]AB[aa][bb]AW[cc]MA[aa]SQ[dd:ee]PL[B];B[ab];W[])",
        "(;SZ[19]CA[UTF-8]AB[aa:cc]C[a \\] b](;W[dd])(;B[ee];W[ff]))",
    ];
    let mut samples = texts(sgf);
    samples.push(proof.clone());
    vec![
        Reader::new("sgf", samples, |bytes| {
            // The same file, looked at later: whatever it says.
            let moves = [None, Some(0), Some(3)][crc32fast::hash(bytes) as usize % 3];
            drop(read_position(bytes, moves));
            match answer(read_problem(bytes)) {
                problem if problem.contains("Problem(") => answer(read_diagram(bytes)),
                problem => problem,
            }
        }),
        Reader::new("go-proof", vec![proof], |bytes| {
            answer(check(&String::from_utf8_lossy(bytes)))
        }),
        gtp(),
    ]
}

/// Commands of GTP, to one engine that stays the same. It thinks little and
/// reads no files.
fn gtp() -> Reader {
    let samples = texts([
        "1 boardsize 9\nclear_board\nplay B D4\nplay white pass",
        "showboard\nlist_commands\nundo\nknown_command undo",
        "boardsize 7\nplay b c3\ngenmove w\nfinal_score\nversion",
        "# a comment\n17 name\nkomi 6.5\nplay b A19",
    ]);
    let engine = Mutex::new(Gtp::new(Limits::nodes(50), 1, Stop::new()));
    Reader::new("gtp", samples, move |bytes| {
        let mut engine = engine.lock().unwrap_or_else(|poisoned| {
            // It is the reader that panicked, and that has been told.
            poisoned.into_inner()
        });
        let text = String::from_utf8_lossy(bytes);
        let lines = text.lines().filter(|line| !line.contains("loadsgf"));
        let replies = lines.take(16).filter_map(|line| engine.respond(line));
        let words: Vec<String> = replies.map(|reply| reply.text).collect();
        words.last().cloned().unwrap_or_default()
    })
}
