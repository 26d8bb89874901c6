//! Matches and tournaments of our chess engine, a unit for each pair of games.

use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use tabia_chess::contest::{
    Adjudication, Bench, Control, Finished, Opening, Record, Task, Termination, random_openings,
};
use tabia_chess::engines::{EngineSpec, Protocol};
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::text::{read_fen, read_move, write_uci};
use tabia_kernel::arena::schedule::{self, Pairing};
use tabia_kernel::whole;
use tempfile::NamedTempFile;

use crate::description::Description;
use crate::plan::{Inputs, Job, Plan, Problem, Pulse};
use crate::while_asked::while_asked;

/// The file that [`Job::finish`] writes.
const FILE: &str = "games.pgn";
/// The most pairs of a contest.
const MOST_PAIRS: usize = 100_000;
/// The most players of a contest.
const MOST_PLAYERS: usize = 500;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ContestKind {
    /// Two players.
    Match,
    /// Everybody plays everybody.
    RoundRobin,
    /// Each of the first players plays everybody after them.
    Gauntlet {
        /// How many they are.
        candidates: usize,
    },
}

impl ContestKind {
    /// What it is called, also in the tags of games.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ContestKind::Match => "match",
            ContestKind::RoundRobin => "round robin",
            ContestKind::Gauntlet { .. } => "gauntlet",
        }
    }

    /// The games, in pairs.
    #[must_use]
    pub fn games(self, players: usize, pairs: usize) -> Vec<Pairing> {
        match self {
            ContestKind::Match | ContestKind::RoundRobin => schedule::round_robin(players, pairs),
            ContestKind::Gauntlet { candidates } => schedule::gauntlet(candidates, players, pairs),
        }
    }

    /// How many pairs of players meet, if there can be such a contest.
    fn meetings(self, players: usize) -> Option<usize> {
        let fits = match self {
            ContestKind::Match => players == 2,
            ContestKind::RoundRobin => players >= 2,
            ContestKind::Gauntlet { candidates } => (1..players).contains(&candidates),
        };
        (fits && players <= MOST_PLAYERS).then(|| match self {
            ContestKind::Gauntlet { candidates } => candidates * (players - candidates),
            ContestKind::Match | ContestKind::RoundRobin => players * (players - 1) / 2,
        })
    }
}

impl fmt::Display for ContestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Our engine with some options.
///
/// Workers start no other program, whoever asks them to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What it is called in results.
    pub name: String,
    /// Its options, in order: those of [`OPTIONS`](Player::OPTIONS).
    pub options: Vec<(String, String)>,
    /// A file of weights, if it plays with one.
    pub weights: Option<String>,
}

impl Player {
    /// The options that may be sent: none of them names a file, and games depend
    /// on nothing else.
    pub const OPTIONS: [&str; 5] = [
        "Hash",
        "Threads",
        "EvalProfile",
        "UCI_LimitStrength",
        "UCI_Elo",
    ];

    /// Says what is wrong with it.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        let problem = |text: String| Err(Problem(format!("player {:?}: {text}", self.name)));
        if self.name.len() > 200 || self.name.chars().any(char::is_control) {
            return problem("the name is too long, or has strange characters".to_owned());
        }
        for (name, value) in &self.options {
            let number = |most: u32| value.parse().is_ok_and(|number: u32| number <= most);
            let fits = match name.as_str() {
                "Hash" => number(4096),
                // The moves of several threads do not repeat.
                "Threads" => number(1),
                "EvalProfile" => value.parse::<Profile>().is_ok(),
                "UCI_LimitStrength" => value.parse::<bool>().is_ok(),
                "UCI_Elo" => number(10_000),
                _ => {
                    let known = Self::OPTIONS.join(", ");
                    return problem(format!("option {name:?} is none of {known}"));
                }
            };
            if !fits {
                return problem(format!("option {name} cannot be {value:?}"));
            }
        }
        Ok(())
    }
}

/// Where the games of a contest begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Openings {
    /// Random ones, by a seed.
    Random(u64),
    /// These, over and over: a position, and the moves that follow it.
    Listed(Vec<(String, String)>),
}

impl Openings {
    /// A list, as text.
    #[must_use]
    pub fn listed(openings: &[Opening]) -> Openings {
        let text = |opening: &Opening| {
            let mut board = opening.start.clone();
            let mut moves = Vec::new();
            for &m in &opening.moves {
                moves.push(write_uci(&board, m));
                board.play_unchecked(m);
            }
            (opening.start.to_string(), moves.join(" "))
        };
        Openings::Listed(openings.iter().map(text).collect())
    }

    /// Those of a list; `None` for random ones.
    pub(crate) fn read(&self) -> Result<Option<Vec<Opening>>, Problem> {
        let listed = match self {
            Openings::Random(_) => return Ok(None),
            Openings::Listed(listed) if !listed.is_empty() => listed,
            Openings::Listed(_) => return Err(Problem("there are no openings".to_owned())),
        };
        let read = |(start, moves): &(String, String)| {
            let start = read_fen(start).map_err(|error| text(&error))?;
            let mut board = start.clone();
            let mut opening = Opening {
                start,
                moves: Vec::new(),
            };
            for word in moves.split_whitespace() {
                let m = read_move(&board, word).map_err(|error| text(&error))?;
                board.play_unchecked(m);
                opening.moves.push(m);
            }
            match board.generate_moves(|_| true) {
                true => Ok(opening),
                false => Err(Problem(format!("the game is over at {board}"))),
            }
        };
        listed.iter().map(read).collect::<Result<_, _>>().map(Some)
    }
}

/// A contest of our engine against itself, with other weights or options.
///
/// Nodes or depth are fixed, so that a game does not depend on the machine. A
/// unit is called after its pair and makes the [`Record`]s of its two games.
pub struct MatchJob {
    kind: ContestKind,
    players: Vec<EngineSpec>,
    games: Vec<Pairing>,
    control: Control,
    /// Random ones are found when the first game is played.
    openings: OnceLock<Vec<Opening>>,
    seed: u64,
    rules: Adjudication,
    /// Engines that wait for the next pair.
    benches: Mutex<Vec<Bench>>,
    /// Weights that the engines read.
    _weights: Vec<NamedTempFile>,
}

impl MatchJob {
    /// The job of a [`Description::Contest`]. The engine is this program.
    ///
    /// # Errors
    ///
    /// If it is another one, games would depend on the machine, or something is
    /// not ours to start.
    pub fn new(description: &Description) -> Result<MatchJob, Problem> {
        let Description::Contest {
            kind,
            players,
            pairs,
            control,
            openings,
            adjudication,
        } = description
        else {
            return Err(Problem("this is no contest".to_owned()));
        };
        let control = pure_control(control)?;
        let meetings = kind.meetings(players.len());
        let meetings = meetings.ok_or_else(|| {
            let count = players.len();
            Problem(format!("there is no {kind} of {count} players like this"))
        })?;
        let (pairs, all) = (*pairs as usize, meetings.saturating_mul(*pairs as usize));
        if !(1..=MOST_PAIRS).contains(&all) {
            return Err(Problem(format!("{all} pairs are not 1 to {MOST_PAIRS}")));
        }
        let program = std::env::current_exe().map_err(|error| text(&error))?;
        let mut files = Vec::new();
        let mut specs = Vec::new();
        for player in players {
            player.check()?;
            let weights = player.weights.as_deref().map(weights_file).transpose()?;
            specs.push(spec(
                player,
                &program,
                weights.as_ref().map(NamedTempFile::path),
            ));
            files.extend(weights);
        }
        Ok(MatchJob {
            kind: *kind,
            games: kind.games(specs.len(), pairs),
            players: specs,
            control,
            openings: openings.read()?.map_or_else(OnceLock::new, OnceLock::from),
            seed: match openings {
                Openings::Random(seed) => *seed,
                Openings::Listed(_) => 0,
            },
            rules: match adjudication {
                true => Adjudication::default(),
                false => Adjudication::never(),
            },
            benches: Mutex::default(),
            _weights: files,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Bench>> {
        self.benches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn openings(&self) -> &[Opening] {
        // As many as there are rounds.
        let rounds = 1 + self.games.iter().map(|g| g.opening).max().unwrap_or(0);
        self.openings
            .get_or_init(|| random_openings(rounds, self.seed))
    }

    /// All games, in the order of the schedule.
    ///
    /// # Errors
    ///
    /// If a result is missing or damaged.
    pub fn records(&self, results: &dyn Inputs) -> Result<Vec<Record>, Problem> {
        let mut records = Vec::with_capacity(self.games.len());
        for pair in 0..self.games.len() / 2 {
            let unit = name(pair);
            let read = serde_json::from_slice(&results.get(&unit)?);
            let read: [Record; 2] = read.map_err(|error| text(&format!("unit {unit}: {error}")))?;
            let numbers = read.each_ref().map(|record| record.number);
            if numbers != [2 * pair, 2 * pair + 1] {
                return Err(Problem(format!("unit {unit} has games {numbers:?}")));
            }
            records.extend(read);
        }
        Ok(records)
    }
}

/// Whether games under a control are the same wherever they are played.
#[must_use]
pub fn is_pure(control: Control) -> bool {
    matches!(control, Control::Nodes(_) | Control::Depth(_))
}

/// Reads a control under which games repeat.
pub(crate) fn pure_control(control: &str) -> Result<Control, Problem> {
    let control: Control = control.parse().map_err(|error| text(&error))?;
    match is_pure(control) {
        true => Ok(control),
        false => Err(Problem(format!(
            "games at {control} depend on the machine: only nodes:N and depth:N repeat"
        ))),
    }
}

pub(crate) fn text(error: &dyn fmt::Display) -> Problem {
    Problem(error.to_string())
}

/// What a pair's unit is called.
fn name(pair: usize) -> String {
    format!("pair{pair:05}")
}

pub(crate) fn spec(player: &Player, program: &Path, weights: Option<&Path>) -> EngineSpec {
    let mut options = player.options.clone();
    if let Some(path) = weights {
        let path = path.display().to_string();
        options.push(("WeightsFile".to_owned(), path));
    }
    EngineSpec {
        name: player.name.clone(),
        program: PathBuf::from(program),
        arguments: ["chess", "uci"].map(str::to_owned).to_vec(),
        protocol: Protocol::Own,
        options,
    }
}

/// Weights where an engine can read them, if that is what they are.
pub(crate) fn weights_file(json: &str) -> Result<NamedTempFile, Problem> {
    let weights = Weights::from_json(json).map_err(|error| text(&error))?;
    let mut file = NamedTempFile::new().map_err(|error| text(&error))?;
    let written = file.write_all(weights.to_json().as_bytes());
    written.map_err(|error| text(&error))?;
    Ok(file)
}

impl Job for MatchJob {
    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        for pair in 0..self.games.len() / 2 {
            plan.add(&name(pair), 1.0, &[]);
        }
        plan
    }

    fn run(
        &self,
        unit: &str,
        _: &dyn Inputs,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<u8>>, Problem> {
        let pair = unit.strip_prefix("pair").and_then(|n| n.parse().ok());
        let pair: usize = pair
            .filter(|&pair: &usize| pair < self.games.len() / 2)
            .ok_or_else(|| Problem(format!("there is no unit {unit:?}")))?;
        let openings = self.openings();
        let task = |number: usize| {
            let game = self.games[number];
            Task {
                number,
                players: [game.first, game.second],
                opening: openings[game.opening % openings.len()].clone(),
            }
        };
        let tasks: Vec<Task> = [2 * pair, 2 * pair + 1].map(task).to_vec();
        let played = AtomicUsize::new(0);
        let share = || played.load(Ordering::Relaxed) as f64 / 2.0;
        // Starting engines takes a tenth of the time of short games.
        let mut bench = self.lock().pop();
        let finished = while_asked(pulse, &share, |stop| {
            let bench = bench.get_or_insert_with(|| Bench::new(&self.players));
            let mut finished = Vec::new();
            for task in tasks {
                let Some(game) = bench.play(&task, self.control, &self.rules, stop) else {
                    break;
                };
                finished.push(Finished { task, played: game });
                played.store(finished.len(), Ordering::Relaxed);
            }
            finished
        });
        if finished.len() < 2 {
            return Ok(None);
        }
        self.lock().extend(bench);
        let mut records = Vec::new();
        for game in &finished {
            // Our engine does not crash: something happened to this machine, and
            // the game is to be played again.
            if let Termination::Crashed(side, error) = &game.played.termination {
                return Err(Problem(format!("{side:?}'s engine: {error}")));
            }
            let names = game.task.players.map(|p| self.players[p].name.as_str());
            records.push(Record::of(game, self.kind.name(), names, self.control));
        }
        Ok(Some(serde_json::to_vec(&records).expect("no maps")))
    }

    fn finish(&self, results: &dyn Inputs, out: &Path) -> Result<(), Problem> {
        let games = self.records(results)?.into_iter();
        let games: String = games.map(|record| record.pgn).collect();
        std::fs::create_dir_all(out).map_err(|error| text(&error))?;
        whole::write(&out.join(FILE), games).map_err(|error| text(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(options: &[(&str, &str)]) -> Player {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Player {
            name: "tabia".to_owned(),
            options: options.iter().map(own).collect(),
            weights: None,
        }
    }

    fn description(first: Player, control: &str, openings: Openings) -> Description {
        Description::Contest {
            kind: ContestKind::Match,
            players: vec![first, player(&[])],
            pairs: 3,
            control: control.to_owned(),
            openings,
            adjudication: true,
        }
    }

    #[test]
    fn a_unit_for_each_pair() {
        let openings = random_openings(2, 9);
        let listed = Openings::listed(&openings);
        let first = player(&[("Hash", "16"), ("EvalProfile", "seed38")]);
        let job = MatchJob::new(&description(first, "nodes:100", listed)).expect("a match");
        assert_eq!(job.openings(), openings);
        assert_eq!(job.plan().units().len(), 3);
        assert!(job.plan().place("pair00002").is_some());
    }

    #[test]
    fn nobody_makes_workers_do_anything_else() {
        let random = || Openings::Random(1);
        for (options, control) in [
            (&[("WeightsFile", "/etc/passwd")][..], "nodes:100"),
            (
                &[("Hash", "16\nsetoption name WeightsFile value x")],
                "nodes:100",
            ),
            (&[("Threads", "2")], "nodes:100"),
            (&[("EvalProfile", "none")], "nodes:100"),
            (&[], "2+0.02"),
            (&[], "movetime:0.1"),
        ] {
            let wrong = description(player(options), control, random());
            let error = MatchJob::new(&wrong).err().expect("no such match");
            println!("{error}");
        }
        let mut other = player(&[]);
        other.weights = Some("{}".to_owned());
        assert!(MatchJob::new(&description(other, "nodes:1", random())).is_err());
        for listed in [vec![], vec![("x".to_owned(), String::new())]] {
            let wrong = description(player(&[]), "nodes:1", Openings::Listed(listed));
            assert!(MatchJob::new(&wrong).is_err());
        }
    }
    #[test]
    fn a_pool_has_a_unit_for_each_pair_and_an_opening_for_each_round() {
        let pool = |kind: ContestKind, count: usize| {
            let Description::Contest {
                control,
                openings,
                adjudication,
                ..
            } = description(player(&[]), "nodes:1", Openings::Random(4))
            else {
                unreachable!("it is one");
            };
            MatchJob::new(&Description::Contest {
                kind,
                players: vec![player(&[]); count],
                pairs: 3,
                control,
                openings,
                adjudication,
            })
        };
        let units = |kind, count| pool(kind, count).map(|job| job.plan().units().len());
        assert_eq!(units(ContestKind::RoundRobin, 4), Ok(6 * 3));
        let gauntlet = |candidates| ContestKind::Gauntlet { candidates };
        assert_eq!(units(gauntlet(2), 5), Ok(6 * 3));
        let job = pool(ContestKind::RoundRobin, 4).expect("a pool");
        assert_eq!(job.openings(), random_openings(3, 4));
        for (kind, count) in [
            (ContestKind::Match, 3),
            (ContestKind::RoundRobin, 1),
            (ContestKind::RoundRobin, 501),
            (gauntlet(0), 3),
            (gauntlet(3), 3),
        ] {
            assert!(units(kind, count).is_err(), "{kind} of {count}");
        }
    }
}
