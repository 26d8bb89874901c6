//! Tunings by games, a unit for each pair of games and one for each round.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tabia_chess::contest::{Adjudication, Control, Opening, Termination, random_openings, run};
use tabia_chess::engines::EngineSpec;
use tabia_chess::eval::seed::Ranges;
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::tune::{EngineTrial, GameDuel, Lessons, Session, Thinking, space, weights_of};
use tabia_kernel::search::Stop;
use tabia_kernel::tune::{Evidence, Meeting, Round, Space, Tournament, checkpoint};
use tempfile::NamedTempFile;

use crate::description::Description;
use crate::matches::{Player, pure_control, spec, text, weights_file};
use crate::plan::{Inputs, Job, Plan, Problem, Pulse};
use crate::while_asked::while_asked;

/// The version of how tunings go on.
pub(crate) const TUNING: u32 = 1;
/// The files that [`Job::finish`] writes.
const FILES: [&str; 2] = ["tuning.json", "weights.json"];
/// The most units of a tuning.
const MOST_UNITS: usize = 200_000;

/// What is tuned, and how games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Tuned {
    /// The weights of our engine, in tournaments.
    Weights {
        /// Which weights.
        profile: String,
        /// `depth:6` or `nodes:2000`.
        think: String,
        /// How many others a player meets in a round; 0: all.
        opponents: usize,
    },
    /// Options of our engine, by matches of all against all.
    Options {
        /// The engine.
        player: Player,
        /// `nodes:5000` or `depth:6`.
        control: String,
    },
}

impl fmt::Display for Tuned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tuned::Weights { profile, think, .. } => write!(f, "{profile} weights at {think}"),
            Tuned::Options { player, control } => {
                write!(f, "options of {} at {control}", player.name)
            }
        }
    }
}

/// A tuning by games.
///
/// The unit `round00003` makes the session after round 3 (from 0) from the one
/// before it and the points of units such as `round00003-0012`, each a pair of
/// games of that round. What a round is follows from the session before it, so
/// the tuning is the same wherever its games are played.
pub struct TuneJob {
    start: Session,
    ground: Ground,
    /// Pairs of games of the first round, and of each later one.
    games: [usize; 2],
}

/// Where games are played.
enum Ground {
    Weights(Profile, Tournament<GameDuel>),
    Options {
        engine: EngineSpec,
        space: Space,
        control: Control,
        openings: Vec<Opening>,
        pairs: usize,
        /// Weights that the engine reads.
        _weights: Option<NamedTempFile>,
    },
}

impl TuneJob {
    /// The job of a [`Description::Tune`]. The engine is this program.
    ///
    /// # Errors
    ///
    /// If it is another one, games would depend on the machine, or something is
    /// not ours to start or set.
    pub fn new(description: &Description) -> Result<TuneJob, Problem> {
        let Description::Tune {
            session,
            tuned,
            pairs,
            openings,
        } = description
        else {
            return Err(Problem("this is no tuning".to_owned()));
        };
        let start: Session = serde_json::from_str(session).map_err(|error| text(&error))?;
        let Some((field, round)) = start.field() else {
            let method = start.plan().method;
            return Err(Problem(format!("{method} does not learn by playing")));
        };
        if *pairs == 0 || field.len().saturating_mul(*pairs as usize) > MOST_UNITS {
            return Err(Problem(format!(
                "{pairs} pairs of each two players are none, or too many"
            )));
        }
        // A field of so many that all pairs of them are too many, as well.
        if field.len() > 1_000 {
            return Err(Problem(format!("{} players are too many", field.len())));
        }
        let seed = match openings {
            crate::Openings::Random(seed) => *seed,
            crate::Openings::Listed(_) => 0,
        };
        let listed = openings.read()?;
        let all = |count: usize| listed.unwrap_or_else(|| random_openings(count, seed));
        let ground = match tuned {
            Tuned::Weights {
                profile,
                think,
                opponents,
            } => {
                let profile: Profile = profile.parse().map_err(|error| text(&error))?;
                let think: Thinking = think.parse().map_err(|error| text(&error))?;
                let spaces = [Ranges::Seed, Ranges::Wide].map(|ranges| space(profile, ranges));
                if !spaces.contains(start.space()) {
                    return Err(Problem(format!(
                        "it does not tune the weights of {profile}"
                    )));
                }
                let boards = all(GameDuel::OPENINGS);
                let boards = boards.iter().map(Opening::board).collect();
                let duel = GameDuel::new(profile, think, boards);
                let tournament = Tournament::round_robin(duel).pairs(*pairs);
                Ground::Weights(
                    profile,
                    match opponents {
                        0 => tournament,
                        &opponents => tournament.opponents(opponents),
                    },
                )
            }
            Tuned::Options { player, control } => {
                player.check()?;
                for parameter in start.space().parameters() {
                    // Each end of its range has to be what workers allow.
                    for value in [parameter.lo, parameter.hi] {
                        let mut tried = player.clone();
                        let option = (parameter.name.clone(), value.to_string());
                        tried.options.push(option);
                        tried.check()?;
                    }
                }
                let program = std::env::current_exe().map_err(|error| text(&error))?;
                let weights = player.weights.as_deref().map(weights_file).transpose()?;
                let path = weights.as_ref().map(NamedTempFile::path);
                Ground::Options {
                    engine: spec(player, &program, path),
                    space: start.space().clone(),
                    control: pure_control(control)?,
                    openings: all(EngineTrial::OPENINGS),
                    pairs: *pairs as usize,
                    _weights: weights,
                }
            }
        };
        // Fields may grow after the first round, and then no more.
        let mut later = start.clone();
        later.step(&Lessons::Trial(&nothing));
        let sizes = [
            field.len(),
            later.field().map_or(0, |(field, _)| field.len()),
        ];
        let job = TuneJob {
            games: sizes.map(|players| ground.pairs(players, round)),
            ground,
            start,
        };
        let rounds = job.rounds().count();
        if rounds.saturating_mul(1 + job.games[0].max(job.games[1])) > MOST_UNITS {
            return Err(Problem(format!(
                "{rounds} rounds of {} pairs are too much for one job",
                job.games[1]
            )));
        }
        Ok(job)
    }

    /// The tuning at its end.
    ///
    /// # Errors
    ///
    /// If a result is missing or damaged.
    pub fn session(&self, results: &dyn Inputs) -> Result<Session, Problem> {
        match self.rounds().last() {
            Some(last) => self.after(last, results),
            None => Ok(self.start.clone()),
        }
    }

    /// The unit whose result is the whole.
    #[must_use]
    pub fn last_unit(&self) -> Option<String> {
        self.rounds().last().map(name)
    }

    /// The rounds to be played.
    fn rounds(&self) -> std::ops::Range<u64> {
        self.start.log().len() as u64..self.start.plan().rounds
    }

    /// How many pairs of games a round has.
    fn pairs(&self, round: u64) -> usize {
        self.games[usize::from(round > self.rounds().start)]
    }

    /// The session before a round.
    fn before(&self, round: u64, inputs: &dyn Inputs) -> Result<Session, Problem> {
        match round > self.rounds().start {
            true => self.after(round - 1, inputs),
            false => Ok(self.start.clone()),
        }
    }

    /// The session after a round.
    fn after(&self, round: u64, inputs: &dyn Inputs) -> Result<Session, Problem> {
        let unit = name(round);
        let read = serde_json::from_slice(&inputs.get(&unit)?);
        let read: Session = read.map_err(|error| text(&format!("unit {unit}: {error}")))?;
        match (read.log().len() as u64, read.space()) {
            (len, space) if len == round + 1 && space == self.start.space() => Ok(read),
            _ => Err(Problem(format!("unit {unit} is of another tuning"))),
        }
    }

    /// Lets a session learn from the points of all pairs.
    fn learn(&self, round: u64, inputs: &dyn Inputs) -> Result<Session, Problem> {
        let mut session = self.before(round, inputs)?;
        let mut points = Vec::new();
        for pair in 0..self.pairs(round) {
            let unit = pair_name(round, pair);
            let read: Result<f64, _> = serde_json::from_slice(&inputs.get(&unit)?);
            let read = read.ok().filter(|points| (0.0..=2.0).contains(points));
            points.push(read.ok_or_else(|| Problem(format!("unit {unit} has no points")))?);
        }
        let trial = |field: &[Vec<f64>], round: Round| {
            let meetings = self.ground.meetings(field.len(), round);
            Meeting::evidence(field.len(), &meetings, &points)
        };
        session.step(&Lessons::Trial(&trial));
        Ok(session)
    }
}

/// What a round's unit is called.
fn name(round: u64) -> String {
    format!("round{round:05}")
}

/// What the unit of a pair of games is called.
fn pair_name(round: u64, pair: usize) -> String {
    format!("{}-{pair:04}", name(round))
}

/// Round and pair of a unit.
fn place(unit: &str) -> Option<(u64, Option<usize>)> {
    let rest = unit.strip_prefix("round")?;
    Some(match rest.split_once('-') {
        Some((round, pair)) => (round.parse().ok()?, Some(pair.parse().ok()?)),
        None => (rest.parse().ok()?, None),
    })
}

/// Nobody shows anything.
fn nothing(field: &[Vec<f64>], _: Round) -> Vec<Evidence> {
    vec![Evidence::default(); field.len()]
}

impl Ground {
    fn pairs(&self, players: usize, round: Round) -> usize {
        match self {
            Ground::Weights(_, tournament) => tournament.schedule(players, round).len(),
            Ground::Options { pairs, .. } => pairs * (players * players.saturating_sub(1) / 2),
        }
    }

    /// Options, as the trial that plays games of them.
    fn trial<'s>(&self, stop: &'s Stop) -> Option<EngineTrial<'s>> {
        match self {
            Ground::Weights(..) => None,
            Ground::Options {
                engine,
                space,
                control,
                openings,
                pairs,
                ..
            } => Some(EngineTrial {
                engine: engine.clone(),
                space: space.clone(),
                control: *control,
                openings: openings.clone(),
                pairs: *pairs,
                concurrency: 1,
                stop,
            }),
        }
    }

    /// Who meets whom in a round.
    fn meetings(&self, players: usize, round: Round) -> Vec<Meeting> {
        match self {
            Ground::Weights(_, tournament) => tournament.schedule(players, round),
            Ground::Options { .. } => {
                let trial = self
                    .trial(&Stop::new())
                    .map(|trial| trial.games(players, round));
                let games = trial.unwrap_or_default();
                let meeting = |pair: &[tabia_chess::contest::Task]| Meeting {
                    first: pair[0].players[0],
                    second: pair[0].players[1],
                    seed: 0,
                };
                games.chunks_exact(2).map(meeting).collect()
            }
        }
    }

    /// What a pair of games is worth to the first player; `None` if stopped.
    fn play(
        &self,
        field: &[Vec<f64>],
        round: Round,
        pair: usize,
        stop: &Stop,
    ) -> Result<Option<f64>, Problem> {
        match self {
            Ground::Weights(profile, tournament) => {
                let meeting = tournament.schedule(field.len(), round)[pair];
                let [first, second]: [Weights; 2] = [meeting.first, meeting.second]
                    .map(|player| weights_of(*profile, &field[player]));
                let duel = tournament.duel();
                let won = duel.try_game(&first, &second, meeting.seed, stop);
                let lost = duel.try_game(&second, &first, meeting.seed, stop);
                Ok(won.zip(lost).map(|(won, lost)| won + (1.0 - lost)))
            }
            Ground::Options { control, .. } => {
                let Some(trial) = self.trial(stop) else {
                    return Ok(None);
                };
                let games = trial.games(field.len(), round);
                let tasks = games[2 * pair..2 * pair + 2].to_vec();
                let first = tasks[0].players[0];
                let (mut points, mut played, mut fault) = (0.0, 0, None);
                let rules = Adjudication::default();
                run(
                    &trial.specs(field),
                    tasks,
                    *control,
                    &rules,
                    1,
                    stop,
                    |game| {
                        let white = game.played.result.points();
                        points += match game.task.players[0] == first {
                            true => white,
                            false => 1.0 - white,
                        };
                        played += 1;
                        // Our engine does not crash: something happened to this
                        // machine, and the game is to be played again.
                        if let Termination::Crashed(side, error) = game.played.termination {
                            fault = Some(Problem(format!("{side:?}'s engine: {error}")));
                        }
                        true
                    },
                );
                match fault {
                    Some(problem) => Err(problem),
                    None => Ok((played == 2).then_some(points)),
                }
            }
        }
    }
}

impl Job for TuneJob {
    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        for round in self.rounds() {
            let before = match round > self.rounds().start {
                true => vec![name(round - 1)],
                false => Vec::new(),
            };
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            let pairs = (0..self.pairs(round)).map(|pair| pair_name(round, pair));
            let pairs: Vec<String> = pairs.collect();
            for pair in &pairs {
                plan.add(pair, 1.0, &before);
            }
            let pairs = pairs.iter().map(String::as_str);
            let needs: Vec<&str> = before.iter().copied().chain(pairs).collect();
            plan.add(&name(round), 0.01, &needs);
        }
        plan
    }

    fn run(
        &self,
        unit: &str,
        inputs: &dyn Inputs,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<u8>>, Problem> {
        let found = place(unit).filter(|(round, pair)| {
            let fits = |pair: usize| pair < self.pairs(*round);
            self.rounds().contains(round) && pair.is_none_or(fits)
        });
        let (round, pair) = found.ok_or_else(|| Problem(format!("there is no unit {unit:?}")))?;
        let Some(pair) = pair else {
            let session = self.learn(round, inputs)?;
            return Ok(Some(serde_json::to_vec(&session).expect("plain data")));
        };
        let session = self.before(round, inputs)?;
        let Some((field, round)) = session.field() else {
            return Err(Problem("it does not learn by playing".to_owned()));
        };
        let points = while_asked(pulse, &|| 0.0, |stop| {
            self.ground.play(field, round, pair, stop)
        });
        let text = |points: f64| serde_json::to_vec(&points).expect("a number");
        Ok(points?.map(text))
    }

    fn finish(&self, results: &dyn Inputs, out: &Path) -> Result<(), Problem> {
        let session = self.session(results)?;
        std::fs::create_dir_all(out).map_err(|error| text(&error))?;
        let [tuning, weights] = FILES.map(|file| out.join(file));
        let saved = serde_json::json!({ "session": session });
        checkpoint::save(&tuning, &saved).map_err(|error| text(&error))?;
        if let Ground::Weights(profile, _) = &self.ground {
            let best = weights_of(*profile, &session.best());
            best.save(&weights).map_err(|error| text(&error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::tune::{MethodKind, Plan as Tuning};

    use super::*;
    use crate::{Openings, Shelf, do_here};

    fn description(method: MethodKind, think: &str) -> (Session, Description) {
        let plan = Tuning {
            method,
            rounds: 3,
            players: 4,
            ..Tuning::default()
        };
        let session = Session::new(plan, space(Profile::Seed38, Ranges::Seed), None, true);
        let description = Description::Tune {
            session: serde_json::to_string(&session).expect("plain data"),
            tuned: Tuned::Weights {
                profile: "seed38".to_owned(),
                think: think.to_owned(),
                opponents: 2,
            },
            pairs: 1,
            openings: Openings::Random(1),
        };
        (session, description)
    }

    #[test]
    fn units_make_the_tuning_of_every_method_that_plays() {
        for (method, units) in [
            (MethodKind::Evolution, 3 * (4 + 1)),
            // Parents are tried again beside their children.
            (MethodKind::Differential, 4 + 1 + 2 * (8 + 1)),
            (MethodKind::Cma, 3 * (4 + 1)),
            (MethodKind::Spsa, 3 * (1 + 1)),
        ] {
            let (mut session, description) = description(method, "nodes:30");
            let job = TuneJob::new(&description).expect("a tuning");
            let place = tempfile::tempdir().expect("a directory");
            let shelf = Shelf::open(place.path()).expect("a shelf");
            let done = do_here(&job, &shelf, 2, &|| true, &|_| {}).expect("no failure");
            assert_eq!(done, Some(units), "{method}");
            let openings = random_openings(GameDuel::OPENINGS, 1);
            let openings = openings.iter().map(Opening::board).collect();
            let duel = GameDuel::new(Profile::Seed38, Thinking::Nodes(30), openings);
            let trial = Tournament::round_robin(duel).opponents(2).pairs(1);
            while !session.is_over() {
                session.step(&Lessons::Trial(&trial));
            }
            let made = job.session(&shelf).expect("all is there");
            let text = |session: &Session| serde_json::to_string(session).expect("plain data");
            assert_eq!(text(&made), text(&session), "{method}");
        }
    }

    #[test]
    fn other_sessions_and_other_options_are_refused() {
        let refused = |description: &Description| {
            let error = TuneJob::new(description).err().expect("no such tuning");
            println!("{error}");
        };
        refused(&description(MethodKind::Texel, "nodes:30").1);
        refused(&description(MethodKind::Evolution, "2+0.02").1);
        let (_, whole) = description(MethodKind::Evolution, "nodes:30");
        let change = |change: &dyn Fn(&mut String, &mut Tuned, &mut u32)| {
            let mut changed = whole.clone();
            if let Description::Tune {
                session,
                tuned,
                pairs,
                ..
            } = &mut changed
            {
                change(session, tuned, pairs);
            }
            refused(&changed);
        };
        change(&|session, _, _| session.truncate(100));
        change(&|session, _, _| {
            *session = session.replacen("\"rounds\":3", "\"rounds\":99999999", 1)
        });
        change(&|_, _, pairs| *pairs = 0);
        change(&|_, _, pairs| *pairs = u32::MAX);
        change(&|_, tuned, _| {
            *tuned = Tuned::Weights {
                profile: "base33".to_owned(),
                think: "depth:1".to_owned(),
                opponents: 2,
            };
        });
        // Weights are no options that workers would set.
        change(&|_, tuned, _| {
            *tuned = Tuned::Options {
                player: Player {
                    name: "tabia".to_owned(),
                    options: Vec::new(),
                    weights: None,
                },
                control: "nodes:100".to_owned(),
            };
        });
    }
}
