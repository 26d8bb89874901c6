//! The options of another engine, tuned by matches.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;
use tabia_chess::contest::{Control, random_openings, read_openings};
use tabia_chess::engines::{EngineSpec, Protocol, start, start_here};
use tabia_chess::tune::{EngineTrial, Lessons, MethodKind, Session, to_openbench};
use tabia_desk::with_nearest;
use tabia_kernel::tune::openbench;
use tabia_kernel::tune::{Parameter, Space};

use super::{PlanOptions, Saved, Tune, elsewhere, ensure_playable, fingerprint};
use crate::alone::claim;
use crate::commands::chess::players;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::{output, progress};

/// Another engine as the thing that is tuned.
#[derive(Args)]
pub(super) struct EngineOptions {
    /// Tune the options of this engine by matches, instead of weights on games
    #[arg(long, value_name = "PLAYER")]
    pub(super) engine: Option<String>,
    /// Names of its numeric UCI options, separated by commas
    #[arg(long, value_name = "NAMES", requires = "engine")]
    options: Option<String>,
    /// Or a file of OpenBench's lines: name, int, value, min, max, C_end, R_end
    #[arg(
        long,
        value_name = "FILE",
        requires = "engine",
        conflicts_with = "options"
    )]
    lines: Option<PathBuf>,
    /// Pairs of games for each two players in a round; with spsa and for
    /// engines 4, in other tournaments 1
    #[arg(long, value_name = "N", value_parser = within(1..=1000_u32))]
    pairs: Option<u32>,
    /// How long it thinks: seconds+increment, nodes:N, depth:N, movetime:S
    #[arg(long, default_value = "nodes:5000")]
    control: Control,
    /// Openings of games: .pgn or .epd; without, random ones
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::threads::<usize>())]
    concurrency: usize,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    engine: String,
    method: String,
    rounds: u64,
    games: u64,
    options: Vec<(String, f64)>,
    seconds: f64,
}

impl EngineOptions {
    /// Pairs of games that two players play in a round.
    pub(super) fn pairs(&self, method: MethodKind) -> u32 {
        let few = self.engine.is_some() || method == MethodKind::Spsa;
        self.pairs.unwrap_or(if few { 4 } else { 1 })
    }

    /// What is tuned, where it starts, and SPSA's steps.
    fn lines(&self, spec: &EngineSpec, plan: &PlanOptions) -> anyhow::Result<openbench::Plan> {
        if let Some(path) = &self.lines {
            if plan.step.is_some() {
                bail!(
                    "--step: {} has a step for each option (C_end)",
                    path.display()
                );
            }
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let plan = openbench::read(&text).with_context(|| path.display().to_string())?;
            let offered = Offered::by(spec)?;
            for parameter in plan.space.parameters() {
                offered
                    .ensure_fits(parameter)
                    .with_context(|| path.display().to_string())?;
            }
            return Ok(plan);
        }
        let Some(names) = &self.options else {
            bail!("--options NAMES or --lines FILE says which options of {spec} are tuned");
        };
        let offered = Offered::by(spec)?;
        let mut parameters = Vec::new();
        let mut values = Vec::new();
        for name in names.split(',').map(str::trim) {
            let &(_, value, lo, hi) = offered.named(name)?;
            let bound = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            parameters.push(Parameter::whole(name, bound(lo), bound(hi)));
            values.push(value as f64);
        }
        let space = Space::new(parameters)?;
        // An option is its own measure.
        let steps = plan.steps(&space, &vec![1.0; space.len()]);
        Ok(openbench::Plan {
            space,
            start: values,
            steps,
        })
    }
}

/// The numeric options of an engine: name, value, least, greatest.
struct Offered {
    engine: String,
    options: Vec<(String, i64, i64, i64)>,
}

impl Offered {
    /// Asks the engine.
    fn by(spec: &EngineSpec) -> anyhow::Result<Offered> {
        let engine = match spec.protocol {
            Protocol::Own => start_here(spec)?,
            _ => start(spec)?,
        };
        Ok(Offered {
            engine: spec.to_string(),
            options: engine.numeric_options().to_vec(),
        })
    }

    /// The option of this name, in any case, as UCI has it.
    fn named(&self, name: &str) -> anyhow::Result<&(String, i64, i64, i64)> {
        let is_meant = |option: &&(String, i64, i64, i64)| option.0.eq_ignore_ascii_case(name);
        let found = self.options.iter().find(is_meant);
        found.with_context(|| {
            let engine = &self.engine;
            let all = || self.options.iter().map(|(name, ..)| name.as_str());
            let missing = format!("{engine} has no numeric option `{name}`");
            let missing = with_nearest(missing, name, all());
            match self.options.is_empty() {
                true => format!("{missing}; it has none at all"),
                false => format!("{missing}\nIt has {}", all().collect::<Vec<_>>().join(", ")),
            }
        })
    }

    /// Refuses what the engine does not have, or would not take: it would be
    /// tuned for nothing.
    fn ensure_fits(&self, parameter: &Parameter) -> anyhow::Result<()> {
        let Parameter { name, lo, hi, .. } = parameter;
        let &(_, _, least, greatest) = self.named(name)?;
        if *lo < least as f64 || *hi > greatest as f64 {
            bail!(
                "{name}: from {lo} to {hi} is more than {} takes, {least} to {greatest}",
                self.engine
            );
        }
        Ok(())
    }
}

/// How many options a line of progress has room for.
const SHOWN: usize = 3;

/// How far a tuning is, in a line: the options that have moved farthest from
/// where they began, as shares of their ranges.
fn course(session: &Session, start: &[f64]) -> String {
    let (best, rounds) = (session.best(), session.log().len());
    let games = session.log().last().map_or(0, |entry| entry.tasks / 2);
    let named = session.space().parameters().iter();
    let mut moved: Vec<(f64, String)> = named
        .zip(start.iter().zip(&best))
        .filter(|(_, (from, to))| from != to)
        .map(|(p, (from, to))| {
            let share = (to - from).abs() / p.width().max(f64::MIN_POSITIVE);
            (share, format!("{} {from} to {to}", p.name))
        })
        .collect();
    moved.sort_by(|a, b| b.0.total_cmp(&a.0));
    let most: Vec<&str> = moved
        .iter()
        .take(SHOWN)
        .map(|(_, text)| &text[..])
        .collect();
    let course = match most.len() {
        0 => "nothing has moved yet".to_owned(),
        _ => format!(
            "{} of {} options moved, most {}",
            moved.len(),
            best.len(),
            most.join(", ")
        ),
    };
    format!(
        "round {rounds} of {}, {games} games: {course}",
        session.plan().rounds
    )
}

/// Tunes the engine.
pub(super) fn tune(tune: &Tune) -> anyhow::Result<Ending> {
    let options = &tune.engine;
    let text = options.engine.as_deref().unwrap_or_default();
    let spec = players::read(text, 16)?;
    if !spec.is_installed() {
        bail!("no program `{}` for {spec}", spec.program.display());
    }
    tune.outputs.try_out()?;
    let mut plan = tune.plan.plan();
    let pairs = options.pairs(plan.method);
    plan.games = 2 * pairs;
    ensure_playable(&plan, pairs, 0)?;
    if plan.method.is_gradient() {
        bail!(
            "{} needs games and features; an engine is tuned by spsa or evolution",
            plan.method
        );
    }
    let openbench::Plan {
        space,
        start: values,
        steps,
    } = options.lines(&spec, &tune.plan)?;
    if plan.method == MethodKind::Spsa {
        plan.steps = steps;
    }
    let openings = match &options.openings {
        Some(path) => read_openings(path, plan.seed)?,
        None => random_openings(EngineTrial::OPENINGS, plan.seed),
    };
    let settings = format!(
        "{} {} {values:?} {} {pairs} {}",
        fingerprint::of_engine(&spec)?,
        serde_json::to_string(&plan)?,
        options.control,
        fingerprint::of_openings(&openings),
    );
    let _alone = tune.checkpoint.as_deref().map(claim).transpose()?;
    let mut saved = tune.load(&settings, &space)?.unwrap_or_else(|| Saved {
        session: Session::new(plan, space.clone(), Some(&values), true),
        settings,
        refreshed: 0,
        basis: Vec::new(),
    });
    let work = Work::begin();
    let begun = Instant::now();
    if let Some(url) = &tune.nats {
        let openings = options.openings.as_deref();
        let describe = |session: &Session| {
            elsewhere::describe_options(session, &spec, options.control, pairs, openings)
        };
        let played = elsewhere::play(&mut saved, describe, url, &tune.entry, &work)?;
        if let Err(ending) = played {
            return Ok(ending);
        }
        if let Some(path) = &tune.checkpoint {
            tabia_kernel::tune::checkpoint::save(path, &saved)?;
        }
    }
    let trial = EngineTrial {
        engine: spec.clone(),
        space,
        control: options.control,
        openings,
        pairs: pairs as usize,
        concurrency: options.concurrency,
        stop: work.stop(),
    };
    let rounds = saved.session.plan().rounds;
    let bar = progress::bar(rounds, "tuning").after(saved.session.log().len() as u64);
    // A round that was stopped in its middle must not be learnt from, so the
    // state before it is what is kept.
    let finished = loop {
        if saved.session.is_over() {
            break true;
        }
        let before = saved.session.clone();
        saved.session.step(&Lessons::Trial(&trial));
        if work.is_interrupted() {
            saved.session = before;
            break false;
        }
        if let Some(path) = &tune.checkpoint {
            tabia_kernel::tune::checkpoint::save(path, &saved)?;
        }
        bar.round(
            saved.session.log().len() as u64,
            &course(&saved.session, &values),
        );
    };
    drop(bar);
    if !finished {
        return Ok(tune.stopped());
    }
    let best = saved.session.best();
    if let Some(path) = &tune.outputs.openbench {
        let session = &saved.session;
        let lines = to_openbench(session.space(), &best, &session.plan().steps);
        output::file(path, &lines)?;
    }
    tune.outputs.plot(&saved.session)?;
    let names = saved.session.space().parameters().iter();
    let report = Report {
        engine: spec.name.clone(),
        method: saved.session.plan().method.to_string(),
        rounds: saved.session.log().len() as u64,
        games: saved.session.log().last().map_or(0, |e| e.tasks / 2),
        options: names.map(|p| p.name.clone()).zip(best).collect(),
        seconds: begun.elapsed().as_secs_f64(),
    };
    if tune.json {
        output::json(&report)?;
    } else {
        let mut out = output::stdout();
        writeln!(
            out,
            "{} by {}: {} rounds, {} games, {}",
            report.engine,
            report.method,
            report.rounds,
            report.games,
            output::duration(report.seconds)
        )?;
        for (name, value) in &report.options {
            writeln!(out, "{name} = {value}")?;
        }
    }
    Ok(Ending::Done)
}
