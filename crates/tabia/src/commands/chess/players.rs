//! Who plays: our engine with some weights, or any other.

use std::path::Path;

use anyhow::Context as _;
use tabia_chess::engines::{EngineSpec, Protocol};
use tabia_chess::eval::{Profile, Weights};

/// What `--help` says of players.
pub(crate) const PLAYERS_HELP: &str = "\
Players:\n  \
tabia                          this engine with the full profile\n  \
tabia:seed38, tabia:base33     with another profile\n  \
tabia:FILE.json                with a file of weights\n  \
stockfish;Skill Level=5        a UCI engine with options, found as shells do\n  \
gnuchess --uci;name=GNU        with arguments and another name\n  \
phalanx;protocol=xboard        an engine behind the xboard protocol";

/// Reads a player; each gets `hash` MiB unless its options say otherwise.
pub(crate) fn read(text: &str, hash: u32) -> anyhow::Result<EngineSpec> {
    let (program, options) = text.split_once(';').unwrap_or((text, ""));
    let mut spec = match program.trim().split_once(':') {
        _ if program.trim() == "tabia" => own(text, "full", options)?,
        Some(("tabia", evaluation)) => own(text, evaluation, options)?,
        _ => EngineSpec::read(text).with_context(|| format!("player `{text}`"))?,
    };
    let given = spec.options.iter().any(|(name, _)| name == "Hash");
    if !given && spec.protocol != Protocol::Xboard {
        let hash = ("Hash".to_owned(), hash.to_string());
        spec.options.insert(0, hash);
    }
    Ok(spec)
}

/// Our own engine, as another process where it has to keep its time as others do.
fn own(text: &str, evaluation: &str, options: &str) -> anyhow::Result<EngineSpec> {
    let program = std::env::current_exe().context("cannot tell where this program is")?;
    let mut spec = EngineSpec::read(&format!("tabia;{options}"))
        .with_context(|| format!("player `{text}`"))?;
    if !options.contains("name=") {
        text.trim().clone_into(&mut spec.name);
    }
    spec.program = program;
    spec.protocol = Protocol::Own;
    spec.arguments = ["chess", "uci"].map(str::to_owned).to_vec();
    let option = match evaluation.parse::<Profile>() {
        Ok(profile) => ("EvalProfile".to_owned(), profile.to_string()),
        Err(_) => {
            // Better here than in the middle of a match.
            Weights::load(Path::new(evaluation))
                .with_context(|| format!("player `{text}`: weights {evaluation}"))?;
            ("WeightsFile".to_owned(), evaluation.to_owned())
        }
    };
    spec.options.insert(0, option);
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_engine_is_this_program() {
        let spec = read("tabia:seed38;Threads=2", 32).unwrap();
        assert_eq!(spec.protocol, Protocol::Own);
        assert_eq!(spec.name, "tabia:seed38;Threads=2");
        assert_eq!(spec.arguments, ["chess", "uci"]);
        let text: Vec<String> = spec
            .options
            .iter()
            .map(|(n, v)| format!("{n}={v}"))
            .collect();
        assert_eq!(text, ["Hash=32", "EvalProfile=seed38", "Threads=2"]);
        let error = read("tabia:nothing.json", 32).unwrap_err();
        assert!(format!("{error:#}").contains("nothing.json"));
    }

    #[test]
    fn others_get_hash_unless_told() {
        let options = |text: &str| read(text, 16).unwrap().options;
        assert_eq!(options("stockfish")[0].1, "16");
        assert_eq!(options("stockfish;Hash=4").len(), 1);
        assert!(options("phalanx").is_empty());
    }
}
