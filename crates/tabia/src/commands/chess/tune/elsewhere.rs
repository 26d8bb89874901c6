//! Tunings whose games workers on other machines play.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use tabia_chess::contest::{Control, read_openings};
use tabia_chess::engines::EngineSpec;
use tabia_chess::eval::Profile;
use tabia_chess::tune::{MethodKind, Plan, Session, player_of, space};
use tabia_jobs::{Description, Inputs, Openings, Problem, TuneJob, Tuned};

use super::{DuelOptions, OPENINGS_SEED, PlanOptions, Saved, weights_named};
use crate::commands::chess::elsewhere::{ensure_pure, player};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::{EntryOptions, see_through, with_hall};
use crate::numbers::within;

/// A tuning by tournaments that needs no games to learn from.
#[derive(Args)]
pub(crate) struct TournamentOptions {
    /// Features to weigh: seed38, base33 or full
    #[arg(long, default_value_t = Profile::Seed38)]
    profile: Profile,
    #[command(flatten)]
    plan: PlanOptions,
    /// Start from `hand`, `shipped` or a file of weights, instead of at random
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<String>,
    #[command(flatten)]
    duel: DuelOptions,
    /// Pairs of games for each two players in a round; with spsa 4, otherwise 1
    #[arg(long, value_name = "N", value_parser = within(1..=1000_u32))]
    pairs: Option<u32>,
    /// Openings of games: .pgn or .epd; without, random ones
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

impl TournamentOptions {
    /// The tuning as workers are told of it.
    pub(crate) fn describe(&self) -> anyhow::Result<Description> {
        let plan = self.plan.plan();
        if self.plan.step.is_some() {
            bail!(
                "--step is measured on games: `tabia chess tune --games FILE --nats URL` has them"
            );
        }
        let start = match &self.start {
            Some(name) => Some(weights_named("--start", name, self.profile)?),
            None => None,
        };
        let start = start.as_ref().map(player_of);
        let pairs = match plan.method {
            MethodKind::Spsa => self.pairs.unwrap_or(4),
            _ => self.pairs.unwrap_or(1),
        };
        let space = space(self.profile, self.plan.ranges.ranges());
        let sizes = vec![1.0; space.len()];
        let plan = Plan {
            steps: self.plan.steps(&space, &sizes),
            games: 2 * pairs,
            ..plan
        };
        let session = Session::new(plan, space, start.as_deref(), true);
        let openings = self.openings.as_deref();
        describe_weights(&session, self.profile, &self.duel, pairs, openings)
    }
}

/// A tuning of weights as workers are told of it.
pub(super) fn describe_weights(
    session: &Session,
    profile: Profile,
    duel: &DuelOptions,
    pairs: u32,
    openings: Option<&Path>,
) -> anyhow::Result<Description> {
    let tuned = Tuned::Weights {
        profile: profile.to_string(),
        think: duel.think.to_string(),
        opponents: duel.opponents,
    };
    describe(session, tuned, pairs, openings, OPENINGS_SEED)
}

/// A tuning of our engine's options as workers are told of it.
pub(super) fn describe_options(
    session: &Session,
    spec: &EngineSpec,
    control: Control,
    pairs: u32,
    openings: Option<&Path>,
) -> anyhow::Result<Description> {
    ensure_pure(control)?;
    let tuned = Tuned::Options {
        player: player(spec)?,
        control: control.to_string(),
    };
    describe(session, tuned, pairs, openings, session.plan().seed)
}

fn describe(
    session: &Session,
    tuned: Tuned,
    pairs: u32,
    openings: Option<&Path>,
    seed: u64,
) -> anyhow::Result<Description> {
    let description = Description::Tune {
        session: serde_json::to_string(session)?,
        tuned,
        pairs,
        openings: match openings {
            Some(path) => Openings::listed(&read_openings(path, seed)?),
            None => Openings::Random(seed),
        },
    };
    // Better here than on every worker.
    TuneJob::new(&description)?;
    Ok(description)
}

/// Has the rest of a tuning played; an ending if it does not come to that, which
/// has been reported.
pub(super) fn play(
    saved: &mut Saved,
    describe: impl Fn(&Session) -> anyhow::Result<Description>,
    url: &str,
    entry: &EntryOptions,
    work: &Work,
) -> anyhow::Result<Result<(), Ending>> {
    if saved.session.is_over() {
        return Ok(Ok(()));
    }
    let description = describe(&saved.session)?;
    let job = TuneJob::new(&description)?;
    let last = job.last_unit().context("there is no round to play")?;
    let made = with_hall(url, entry, "tabia chess tune", async |hall| {
        let outcome = match see_through(&hall, &description, None, work).await? {
            Ok(outcome) => outcome,
            Err(ending) => return Ok(Err(ending)),
        };
        Ok(Ok(hall.get(&outcome.status.id, &last).await?))
    })?;
    let made = match made {
        Ok(made) => made,
        Err(ending) => return Ok(Err(ending)),
    };
    saved.session = job.session(&Last(made))?;
    Ok(Ok(()))
}

/// What the last unit made.
struct Last(Vec<u8>);

impl Inputs for Last {
    fn get(&self, _: &str) -> Result<Vec<u8>, Problem> {
        Ok(self.0.clone())
    }
}
