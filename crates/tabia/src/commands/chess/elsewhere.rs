//! Matches and tournaments that workers on other machines play.

use std::path::Path;

use anyhow::{Context as _, bail};
use tabia_chess::contest::{Control, Record};
use tabia_chess::engines::EngineSpec;
use tabia_chess::eval::Weights;
use tabia_jobs::{ContestKind, Description, MatchJob, Openings, Player, Shelf, is_pure};

use super::contest::{Contest, GameOptions, Results};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::{EntryOptions, fetch, see_through, with_hall};

/// Refuses games that no two machines play alike.
pub(super) fn ensure_pure(control: Control) -> anyhow::Result<()> {
    if !is_pure(control) {
        bail!(
            "--control {control}: such games depend on the machine, and with --nats on which one; \
             nodes:N and depth:N repeat"
        );
    }
    Ok(())
}

/// A contest as workers are told of it.
pub(crate) fn describe(
    kind: ContestKind,
    players: &[EngineSpec],
    pairs: u32,
    options: &GameOptions,
) -> anyhow::Result<Description> {
    let control = options.control;
    ensure_pure(control)?;
    let openings = match options.openings {
        None => Openings::Random(options.seed),
        Some(_) => {
            let all = options.read_openings(pairs as usize)?;
            Openings::listed(&all[..all.len().min(pairs as usize)])
        }
    };
    let description = Description::Contest {
        kind,
        players: players.iter().map(player).collect::<Result<_, _>>()?,
        pairs,
        control: control.to_string(),
        openings,
        adjudication: !options.no_adjudication,
    };
    // Better here than on every worker.
    MatchJob::new(&description)?;
    Ok(description)
}

/// Our engine as workers are told of it, with its weights.
pub(super) fn player(spec: &EngineSpec) -> anyhow::Result<Player> {
    let own = std::env::current_exe().context("cannot tell where this program is")?;
    if spec.program != own {
        bail!("player {spec}: workers start no engine but our own, tabia");
    }
    let mut options = spec.options.clone();
    let named = options.iter().position(|(name, _)| name == "WeightsFile");
    let weights = match named.map(|place| options.remove(place).1) {
        Some(path) => {
            let weights = Weights::load(Path::new(&path));
            Some(
                weights
                    .with_context(|| format!("weights {path}"))?
                    .to_json(),
            )
        }
        None => None,
    };
    Ok(Player {
        name: spec.name.clone(),
        options,
        weights,
    })
}

/// Has a contest played; an ending if it does not come to that, which has been
/// reported.
pub(super) fn play(
    contest: &Contest,
    description: &Description,
    url: &str,
    entry: &EntryOptions,
) -> anyhow::Result<Result<Results, Ending>> {
    let work = Work::begin();
    let place = tempfile::tempdir().context("cannot make a directory for results")?;
    let shelf = Shelf::open(place.path())?;
    let ended = with_hall(
        url,
        entry,
        &format!("tabia chess {}", contest.kind),
        async |hall| {
            let outcome = match see_through(&hall, description, Some(&shelf), &work).await? {
                Ok(outcome) => outcome,
                Err(ending) => return Ok(Some(ending)),
            };
            Ok(
                match fetch(&hall, &outcome.status.id, &shelf, &work).await? {
                    0 => None,
                    _ => {
                        eprintln!("interrupted: the same command fetches the games");
                        Some(Ending::Interrupted)
                    }
                },
            )
        },
    )?;
    if let Some(ending) = ended {
        return Ok(Err(ending));
    }
    let games: Vec<Record> = MatchJob::new(description)?.records(&shelf)?;
    contest.adopt(&games).map(Ok)
}
