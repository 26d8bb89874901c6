//! What tells a run from another: what it learns from, however that is called.

use std::path::Path;

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};
use tabia_chess::contest::Opening;
use tabia_chess::engines::{EngineSpec, Protocol};

use crate::commands::chess::data::Data;

/// The sum of some lines, in hexadecimal digits.
fn sum<Line: AsRef<[u8]>>(lines: impl IntoIterator<Item = Line>) -> String {
    let mut sum = Sha256::new();
    for line in lines {
        sum.update(line);
        sum.update("\n");
    }
    sum.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// The sum of the positions that are learnt from. It depends on what is in the
/// files of games and on every option that chooses among them.
pub(super) fn of_data(data: &Data) -> String {
    let both = data.moves.iter().map(|sample| ("move", sample));
    let both = both.chain(data.results.iter().map(|sample| ("result", sample)));
    sum(both.map(|(lesson, sample)| {
        let (board, played) = (&sample.board, sample.played);
        format!("{lesson} {board} {played} {:?}", sample.result)
    }))
}

/// The sum of openings.
pub(super) fn of_openings(openings: &[Opening]) -> String {
    sum(openings.iter().map(|opening| {
        let moves = opening.moves.iter().map(ToString::to_string);
        format!("{} {}", opening.start, moves.collect::<Vec<_>>().join(" "))
    }))
}

/// An engine with the sums of the files that its options name. Our own is the
/// same wherever the program is.
pub(super) fn of_engine(spec: &EngineSpec) -> anyhow::Result<String> {
    let program = (spec.protocol != Protocol::Own).then_some(&spec.program);
    let mut text = serde_json::to_string(&(program, &spec.arguments, &spec.options))?;
    for (name, value) in &spec.options {
        if Path::new(value).is_file() {
            let bytes = std::fs::read(value).with_context(|| format!("cannot read {value}"))?;
            text += &format!(" {name} {}", sum([bytes]));
        }
    }
    Ok(text)
}
