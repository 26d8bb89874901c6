//! `tabia go check`: an independent look at a proof.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_check::go::{self as checker, Proved};

use super::read;
use crate::ending::Ending;
use crate::{output, progress};

/// Check a proof made by `tabia go eye --proof`.
///
/// The checker shares no code with the solver. It ends with exit code 0 if the
/// file proves what it claims, and with 1 and the reason if not.
#[derive(Args)]
#[command(after_help = "Example: tabia go check proof.sgf")]
pub(crate) struct Check {
    /// The proof
    #[arg(value_name = "PROOF.sgf")]
    file: PathBuf,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Verdict {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defender_first: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacker_first: Option<&'static str>,
    claims: Vec<Claim>,
    seconds: f64,
}

#[derive(Serialize)]
struct Claim {
    claim: String,
    first: &'static str,
    nodes: usize,
}

impl Check {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let name = self.file.display();
        let bytes = read(&self.file)?;
        let start = Instant::now();
        let result = {
            let _spinner = progress::spinner("checking");
            // A proof is ASCII but for what people add to it.
            checker::check(&String::from_utf8_lossy(&bytes))
        };
        let seconds = start.elapsed().as_secs_f64();
        let (reason, proved) = match result {
            Ok(proved) => (None, proved),
            Err(refusal) => (Some(refusal.to_string()), Vec::new()),
        };
        let valid = reason.is_none();
        let verdict = Verdict {
            valid,
            reason,
            defender_first: class(&proved, true),
            attacker_first: class(&proved, false),
            claims: proved.into_iter().map(claim).collect(),
            seconds,
        };
        if self.json {
            output::json(&verdict)?;
        } else if let Some(reason) = &verdict.reason {
            writeln!(output::stdout(), "{name}: refused: {reason}")?;
        } else {
            write!(output::stdout(), "{}", explain(&verdict))?;
        }
        Ok(match valid {
            true => Ending::Done,
            false => Ending::Failed,
        })
    }
}

fn class(proved: &[Proved], defender_first: bool) -> Option<&'static str> {
    let claims: Vec<&str> = proved
        .iter()
        .filter(|proved| proved.defender_first == defender_first)
        .map(|proved| proved.claim.as_str())
        .collect();
    Proved::class(&claims)
}

fn claim(proved: Proved) -> Claim {
    Claim {
        claim: proved.claim,
        first: match proved.defender_first {
            true => "defender",
            false => "attacker",
        },
        nodes: proved.nodes,
    }
}

fn explain(verdict: &Verdict) -> String {
    let mut text = String::new();
    for (side, class) in [
        ("defender", verdict.defender_first),
        ("attacker", verdict.attacker_first),
    ] {
        if let Some(class) = class {
            text += &format!("Proved: {class}, with the {side} to move first.\n");
        }
    }
    for claim in &verdict.claims {
        let nodes = output::grouped(claim.nodes as u64);
        text += &format!(
            "  {} ({} first): {nodes} positions\n",
            claim.claim, claim.first
        );
    }
    text + &format!("Checked in {}.\n", output::duration(verdict.seconds))
}
