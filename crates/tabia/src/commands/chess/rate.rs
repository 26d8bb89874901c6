//! `tabia chess rate`: a pool of engines on one scale.

use std::fs;
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use tabia_chess::engines::EngineSpec;
use tabia_jobs::ContestKind;
use tabia_kernel::arena::{RatingOptions, Ratings, ratings};

use super::contest::{Contest, ContestOptions, Results};
use super::{elsewhere, players};
use crate::columns::columns;
use crate::ending::Ending;
use crate::nats::EntryOptions;
use crate::numbers::{MOST_GAMES, within};
use crate::output;

/// Play a pool of engines against each other and rate them.
///
/// Engines marked as candidates play everybody else; without candidates
/// everybody plays everybody. Ratings are Bradley–Terry's, with draws and
/// White's advantage, by Hunter's MM algorithm; engines with a known rating
/// fix the scale. A rating holds against this pool at this control. With --db
/// a tournament that was stopped goes on where it was.
///
/// With --nats workers on other machines play, for pools of our own engine at
/// fixed nodes or depth: the games are the same to the letter. Games by the
/// clock depend on the machine, and are only played here.
#[derive(Args)]
#[command(after_help = format!("\
Examples:\n  \
tabia chess rate --pool pool.toml --db pool.sqlite\n  \
tabia chess rate --pool own.toml --control nodes:5000 --nats nats://server:4222\n\n\
The pool is a file such as:\n  \
pairs = 30                        # pairs of games for each meeting\n\n  \
[[engine]]\n  \
player = \"tabia:full\"\n  \
candidate = true\n\n  \
[[engine]]\n  \
player = \"stockfish;Skill Level=5\"\n  \
rating = 2256\n\n{}", players::PLAYERS_HELP))]
pub(crate) struct Rate {
    /// The pool, a TOML file
    #[arg(long, value_name = "FILE")]
    pool: PathBuf,
    /// Pairs of games for each meeting, instead of the file's
    #[arg(long, value_name = "N", value_parser = within(1..=100_000_u32))]
    pairs: Option<u32>,
    #[command(flatten)]
    contest: ContestOptions,
    /// Have workers on other machines play, by this NATS server: our own engine,
    /// with nodes or depth fixed. The games are the same
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    #[command(flatten)]
    entry: EntryOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pool {
    #[serde(default = "default_pairs")]
    pairs: u32,
    engine: Vec<Member>,
}

/// Ratings that a pool may give, in Elo.
const RATINGS: RangeInclusive<f64> = -10_000.0..=10_000.0;

fn default_pairs() -> u32 {
    10
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    player: String,
    name: Option<String>,
    rating: Option<f64>,
    #[serde(default)]
    candidate: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    players: Vec<Line>,
    games: u64,
    /// White's advantage and the draw parameter, in Elo.
    advantage: f64,
    draw: f64,
    control: String,
    anchors: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct Line {
    name: String,
    elo: f64,
    elo_interval: [f64; 2],
    known: Option<f64>,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    time_forfeits: u64,
    crashes: u64,
}

/// A pool as it was read: its members, candidates first, and how to start them.
pub(crate) struct Field {
    members: Vec<Member>,
    pub(crate) specs: Vec<EngineSpec>,
    pub(crate) kind: ContestKind,
    pub(crate) pairs: u32,
}

/// Reads a pool.
pub(crate) fn read_pool(path: &Path, pairs: Option<u32>, hash: u32) -> anyhow::Result<Field> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let pool: Pool = toml::from_str(&text).with_context(|| format!("pool {name}"))?;
    if pool.engine.len() < 2 {
        bail!("{name}: a pool has at least two engines");
    }
    // Candidates first, as gauntlets want it.
    let mut members = pool.engine;
    members.sort_by_key(|member| !member.candidate);
    let mut specs = Vec::new();
    for member in &members {
        let mut spec =
            players::read(&member.player, hash).with_context(|| format!("pool {name}"))?;
        if let Some(name) = &member.name {
            spec.name.clone_from(name);
        }
        if !spec.is_installed() {
            bail!("{name}: no program `{}` for {spec}", spec.program.display());
        }
        specs.push(spec);
    }
    let kind = match members.iter().filter(|member| member.candidate).count() {
        0 => ContestKind::RoundRobin,
        n if n == specs.len() => bail!("{name}: all engines are candidates"),
        candidates => ContestKind::Gauntlet { candidates },
    };
    let pairs = pairs.unwrap_or(pool.pairs);
    let games = (kind.games(specs.len(), 1).len()).saturating_mul(pairs as usize);
    if !(1..=MOST_GAMES as usize).contains(&games) {
        bail!("{name}: pairs = {pairs} makes {games} games, not 1 to {MOST_GAMES}");
    }
    let is_rating = |elo: &f64| RATINGS.contains(elo);
    if let Some(elo) = (members.iter().filter_map(|member| member.rating)).find(|r| !is_rating(r)) {
        let (lo, hi) = RATINGS.into_inner();
        bail!("{name}: rating = {elo:?} is not a number from {lo} to {hi}");
    }
    Ok(Field {
        members,
        specs,
        kind,
        pairs,
    })
}

impl Rate {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let Field {
            members,
            specs,
            kind,
            pairs,
        } = read_pool(&self.pool, self.pairs, self.contest.play.hash)?;
        let contest = Contest {
            kind: kind.name(),
            games: kind.games(specs.len(), pairs as usize),
            players: specs,
            options: self.contest.clone(),
        };
        let start = Instant::now();
        let results = match &self.nats {
            None => contest.run(|_| false)?,
            Some(url) => {
                let description =
                    elsewhere::describe(kind, &contest.players, pairs, &contest.options.play)?;
                match elsewhere::play(&contest, &description, url, &self.entry)? {
                    Ok(results) => results,
                    Err(ending) => return Ok(ending),
                }
            }
        };
        let options = RatingOptions {
            anchors: (0..)
                .zip(&members)
                .filter_map(|(i, member)| Some((i, member.rating?)))
                .collect(),
            ..RatingOptions::default()
        };
        match ratings(members.len(), &results.rated(), &options) {
            Ok(rated) => {
                let seconds = start.elapsed().as_secs_f64();
                self.print(&report(&contest, &results, &rated, &members, seconds))?;
            }
            Err(error) if results.interrupted => eprintln!("no ratings yet: {error}"),
            Err(error) => return Err(error.into()),
        }
        if results.interrupted {
            eprintln!(
                "interrupted after {} of {} games",
                results.outcomes.len(),
                contest.games.len()
            );
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }

    fn print(&self, report: &Report) -> anyhow::Result<()> {
        if self.json {
            output::json(report)?;
            return Ok(());
        }
        let headings = [
            "Player", "Elo", "95 %", "Games", "+", "=", "-", "Time", "Crash",
        ];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        for p in &report.players {
            rows.push(vec![
                p.name.clone(),
                format!("{:.0}", p.elo),
                format!("{:.0}–{:.0}", p.elo_interval[0], p.elo_interval[1]),
                p.games.to_string(),
                p.wins.to_string(),
                p.draws.to_string(),
                p.losses.to_string(),
                p.time_forfeits.to_string(),
                p.crashes.to_string(),
            ]);
        }
        let scale = match report.anchors {
            0 => "the mean of this pool is 0".to_owned(),
            n => format!("{n} known ratings fix the scale"),
        };
        writeln!(
            output::stdout(),
            "{} games at {}; {scale}; White's advantage {:.0} Elo\n\n{}",
            report.games,
            report.control,
            report.advantage,
            columns(&rows)
        )?;
        Ok(())
    }
}

fn report(
    contest: &Contest,
    results: &Results,
    rated: &Ratings,
    members: &[Member],
    seconds: f64,
) -> Report {
    let line = |i: usize| {
        let player = &rated.players[i];
        let (time_forfeits, crashes) = results.faults(i);
        Line {
            name: contest.players[i].name.clone(),
            elo: player.elo,
            elo_interval: [player.lo, player.hi],
            known: members[i].rating,
            games: player.tally.games(),
            wins: player.tally.wins,
            draws: player.tally.draws,
            losses: player.tally.losses,
            time_forfeits,
            crashes,
        }
    };
    let mut players: Vec<Line> = (0..rated.players.len()).map(line).collect();
    players.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    Report {
        players,
        games: results.outcomes.len() as u64,
        advantage: rated.advantage,
        draw: rated.draw,
        control: contest.options.play.control.to_string(),
        anchors: members.iter().filter(|m| m.rating.is_some()).count(),
        seconds,
    }
}
