//! `tabia chess match`: two engines against each other.

use std::io::Write as _;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use tabia_chess::engines::EngineSpec;
use tabia_jobs::ContestKind;
use tabia_kernel::arena::{Pairs, Sprt, Tally, Verdict, schedule};

use super::contest::{Contest, ContestOptions, Results, between, decided_after};
use super::elsewhere::{self, describe};
use super::players;
use crate::ending::Ending;
use crate::nats::EntryOptions;
use crate::numbers;
use crate::output;

/// Play two engines against each other.
///
/// Games come in pairs: one opening, once with either side. Engines that
/// crash, hang, overstep their time or play nonsense lose, and the report says
/// so. With --sprt the match ends as soon as it is decided. With --db a match
/// that was stopped goes on where it was.
///
/// Fixed nodes or depth repeat for the same seed, to the letter; clocks do not.
#[derive(Args)]
#[command(after_help = format!("\
Examples:\n  \
tabia chess match --a tabia:full --b 'stockfish;Skill Level=5' --games 40 --json\n  \
tabia chess match --a tabia:full --b tabia:new.json --control nodes:5000 --nats nats://server:4222\n\n{}",
    players::PLAYERS_HELP))]
pub(crate) struct Match {
    #[command(flatten)]
    sides: Sides,
    /// Stop when A is decided to be ELO1 stronger, or only ELO0
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
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

/// Who plays, and how often.
#[derive(Args)]
pub(crate) struct Sides {
    /// One player
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// The other
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// How many games; odd numbers are rounded up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = numbers::games())]
    games: u32,
}

impl Sides {
    /// The players, told apart and installed.
    pub(crate) fn players(&self, hash: u32) -> anyhow::Result<Vec<EngineSpec>> {
        let mut players = vec![players::read(&self.a, hash)?, players::read(&self.b, hash)?];
        if players[0].name == players[1].name {
            players[1].name += " (2)";
        }
        for player in &players {
            if !player.is_installed() {
                bail!(
                    "no program `{}` for player {player}",
                    player.program.display()
                );
            }
        }
        Ok(players)
    }

    pub(crate) fn pairs(&self) -> u32 {
        self.games.div_ceil(2)
    }
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    score_interval: [f64; 2],
    elo: Option<f64>,
    elo_interval: [Option<f64>; 2],
    /// Pairs of games worth 0, ½, 1, 1½ and 2 points to A.
    pairs: [u64; 5],
    sprt: Option<SprtReport>,
    /// Losses of A and of B on time, and by crashes or illegal moves.
    time_forfeits: [u64; 2],
    crashes: [u64; 2],
    control: String,
    seed: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bounds: [f64; 2],
    verdict: &'static str,
}

/// Nobody is so much stronger.
const MOST_ELO: f64 = 10_000.0;

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let is_elo = |x: &f64| (-MOST_ELO..=MOST_ELO).contains(x);
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(is_elo);
    let pair = text.split_once(',');
    match pair.and_then(|(a, b)| Some((number(a)?, number(b)?))) {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt::new(elo0, elo1)),
        _ => Err(format!(
            "`{text}` is not two rising numbers of at most {MOST_ELO}, as in 0,10"
        )),
    }
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let players = self.sides.players(self.contest.play.hash)?;
        let contest = Contest {
            players,
            kind: "match",
            games: schedule::round_robin(2, self.sides.pairs() as usize),
            options: self.contest.clone(),
        };
        let start = Instant::now();
        let mut results = match &self.nats {
            Some(_) if self.sprt.is_some() => {
                bail!("--sprt looks at each game as it ends: not with --nats")
            }
            Some(url) => {
                let description = describe(
                    ContestKind::Match,
                    &contest.players,
                    self.sides.pairs(),
                    &contest.options.play,
                )?;
                match elsewhere::play(&contest, &description, url, &self.entry)? {
                    Ok(results) => results,
                    Err(ending) => return Ok(ending),
                }
            }
            None => contest.run(|outcomes| {
                self.sprt
                    .is_some_and(|sprt| decided_after(&sprt, outcomes).is_some())
            })?,
        };
        // Games that were still being played when it was decided do not count.
        if let Some(sprt) = &self.sprt
            && let Some(games) = decided_after(sprt, &results.outcomes)
        {
            results.outcomes.retain(|outcome| outcome.number < games);
            results.interrupted = false;
        }
        let report = self.report(&contest, &results, start.elapsed().as_secs_f64());
        if self.json {
            output::json(&report)?;
        } else {
            output::stdout().write_all(explain(&report).as_bytes())?;
        }
        if results.interrupted {
            let again = match self.contest.db {
                Some(_) => "; the same command continues",
                None => "",
            };
            eprintln!(
                "interrupted after {} of {} games{again}",
                results.outcomes.len(),
                contest.games.len()
            );
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }

    fn report(&self, contest: &Contest, results: &Results, seconds: f64) -> Report {
        let (tally, pairs): (Tally, Pairs) = between(&results.outcomes);
        // Games whose pair is not complete do not tell much; without pairs
        // they are all there is.
        let known = match pairs.pairs() {
            0 => Pairs::unpaired(tally),
            _ => pairs,
        };
        let (interval, strength) = (known.interval(), known.strength());
        let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
        let [a, b] = [0, 1].map(|player| results.faults(player));
        Report {
            a: contest.players[0].name.clone(),
            b: contest.players[1].name.clone(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            score_interval: [interval.lo, interval.hi],
            elo: finite(strength.elo),
            elo_interval: [finite(strength.lo), finite(strength.hi)],
            pairs: pairs.0,
            sprt: self.sprt.map(|sprt| SprtReport {
                elo0: sprt.hypotheses().0,
                elo1: sprt.hypotheses().1,
                llr: sprt.llr(&pairs),
                bounds: [sprt.bounds().0, sprt.bounds().1],
                verdict: match sprt.judge(&pairs) {
                    Verdict::Better => "better",
                    Verdict::NotBetter => "not better",
                    Verdict::Open => "open",
                },
            }),
            time_forfeits: [a.0, b.0],
            crashes: [a.1, b.1],
            control: self.contest.play.control.to_string(),
            seed: self.contest.play.seed,
            seconds,
        }
    }
}

fn explain(r: &Report) -> String {
    let elo = |elo: Option<f64>, none: &str| elo.map_or(none.to_owned(), output::elo);
    let mut text = format!(
        "{} against {}: +{} ={} -{} in {} games at {}\n\
         Score {:.1} %  (95 %: {:.1} to {:.1} %)\n\
         Elo   {}  (95 %: {} to {})\n\
         Pairs worth 0, ½, 1, 1½, 2: {:?}\n",
        r.a,
        r.b,
        r.wins,
        r.draws,
        r.losses,
        r.games,
        r.control,
        100.0 * r.score,
        100.0 * r.score_interval[0],
        100.0 * r.score_interval[1],
        elo(r.elo, "unbounded"),
        elo(r.elo_interval[0], "-∞"),
        elo(r.elo_interval[1], "+∞"),
        r.pairs
    );
    if let Some(sprt) = &r.sprt {
        text += &format!(
            "SPRT {} or {} Elo: {} (LLR {:.2}, bounds {:.2} and {:.2})\n",
            sprt.elo0, sprt.elo1, sprt.verdict, sprt.llr, sprt.bounds[0], sprt.bounds[1]
        );
    }
    let names = [&r.a, &r.b];
    for (player, name) in names.iter().enumerate() {
        let (time, crashes) = (r.time_forfeits[player], r.crashes[player]);
        if time + crashes > 0 {
            text += &format!("{name} lost {time} on time and {crashes} by crashes or nonsense\n");
        }
    }
    text + &format!("({})\n", output::duration(r.seconds))
}
