//! Tunings and tournaments of chess engines, read from the files they keep:
//! what runs, how far it is, what came of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};
use tabia_chess::tune::Session;
use tabia_draw::plot::{Axis, Plot, Series};
use tabia_kernel::arena::{Ended, GameResult, RatingOptions, ratings};
use tabia_kernel::tune::checkpoint;

/// A directory of runs: checkpoints that `tabia chess tune --checkpoint`
/// writes, and games that `tabia chess rate --db` and `match --db` keep.
#[derive(Clone, Debug)]
pub struct Runs {
    directory: PathBuf,
    seen: Arc<Seen>,
}

/// What was found when the directory was last looked at: files are read again
/// only when they have been written again.
#[derive(Debug, Default)]
struct Seen {
    /// Whether the directory has been there.
    directory: AtomicBool,
    tunings: Mutex<BTreeMap<PathBuf, (Written, Option<Tuning>)>>,
    tournaments: Mutex<BTreeMap<PathBuf, (Written, Vec<Tournament>)>>,
}

/// When a file was written and how long it is, and the same of what SQLite keeps
/// beside it.
type Written = [Option<(SystemTime, u64)>; 2];

/// A tuning, as far as it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuning {
    /// The name of its file.
    pub name: String,
    /// The method.
    pub method: String,
    /// Rounds done.
    pub round: u64,
    /// Rounds planned, at most.
    pub rounds: u64,
    /// Whether it has come to its end.
    pub over: bool,
    /// Seconds since it was last written.
    pub idle_seconds: f64,
    /// The score of the last round, or the loss of a gradient method.
    pub score: Option<f64>,
    /// How many weights are tuned.
    pub weights: usize,
}

/// Plots of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plots {
    /// How far it is.
    #[serde(flatten)]
    pub tuning: Tuning,
    /// Score by generation, as SVG.
    pub score_plot: String,
    /// Weights that moved most, as SVG.
    pub weights_plot: String,
}

/// A tournament, as far as it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tournament {
    /// The name of its file.
    pub name: String,
    /// Which run of the file; the first is 1.
    pub run: i64,
    /// Round robin, gauntlet or match.
    pub kind: String,
    /// The time control.
    pub control: String,
    /// Games so far.
    pub games: u64,
    /// Seconds since the file was last written.
    pub idle_seconds: f64,
    /// The players, the strongest first; nobody if no games connect them.
    pub players: Vec<RatedPlayer>,
}

/// A player of a tournament. The mean of all is 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatedPlayer {
    /// Its name.
    pub name: String,
    /// Its rating.
    pub elo: f64,
    /// Where that lies with 95 % confidence.
    pub elo_interval: [f64; 2],
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Why a run cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no such file.
    #[error("there is no run `{0}`")]
    Missing(String),
    /// The directory has been there, and is no more.
    #[error("the directory {} has vanished", .0.display())]
    Gone(PathBuf),
    /// It is no checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] checkpoint::CheckpointError),
}

/// What a checkpoint of a tuning holds that is shown.
#[derive(Deserialize)]
struct Saved {
    session: Session,
}

/// The most bytes of a checkpoint that are read.
const MOST_BYTES: u64 = 64 << 20;

impl Runs {
    /// The runs of a directory, which need not be there yet.
    pub fn new(directory: PathBuf) -> Runs {
        Runs {
            directory,
            seen: Arc::default(),
        }
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// All tunings, those written last first. Other files are passed over.
    ///
    /// # Errors
    ///
    /// If the directory has vanished.
    pub fn tunings(&self) -> Result<Vec<Tuning>, RunError> {
        let files = self.files("json")?;
        let read = |path: &Path| Some(summary(path, &load(path).ok()?));
        let found = again(&self.seen.tunings, &files, read).into_iter();
        let found = found.filter_map(|(path, tuning)| {
            Some(Tuning {
                idle_seconds: idle(&path).as_secs_f64(),
                ..tuning?
            })
        });
        let mut found: Vec<Tuning> = found.collect();
        found.sort_by(|a, b| a.idle_seconds.total_cmp(&b.idle_seconds));
        Ok(found)
    }

    /// A tuning with its plots.
    pub fn plots(&self, name: &str) -> Result<Plots, RunError> {
        let path = self.file(name)?;
        let session = load(&path)?;
        Ok(Plots {
            tuning: summary(&path, &session),
            score_plot: score_plot(&session),
            weights_plot: weights_plot(&session),
        })
    }

    /// When a run was last written.
    pub fn written(&self, name: &str) -> Result<SystemTime, RunError> {
        let missing = || RunError::Missing(name.to_owned());
        let about = fs::metadata(self.file(name)?).map_err(|_| missing())?;
        about.modified().map_err(|_| missing())
    }

    /// All tournaments, the latest first. Other files are passed over.
    ///
    /// # Errors
    ///
    /// If the directory has vanished.
    pub fn tournaments(&self) -> Result<Vec<Tournament>, RunError> {
        let files = self.files("sqlite")?;
        let read = |path: &Path| tournaments(path).unwrap_or_default();
        let found = again(&self.seen.tournaments, &files, read).into_iter();
        let found = found.flat_map(|(path, runs)| {
            let idle_seconds = idle(&path).as_secs_f64();
            runs.into_iter().map(move |run| Tournament {
                idle_seconds,
                ..run
            })
        });
        let mut found: Vec<Tournament> = found.collect();
        found.sort_by(|a, b| a.idle_seconds.total_cmp(&b.idle_seconds));
        Ok(found)
    }

    /// A file of the directory, by a name that leads nowhere else.
    fn file(&self, name: &str) -> Result<PathBuf, RunError> {
        let files = self.files("json")?.into_iter();
        let mut named = files.filter(|path| file_name(path) == name);
        named
            .next()
            .ok_or_else(|| RunError::Missing(name.to_owned()))
    }

    fn files(&self, extension: &str) -> Result<Vec<PathBuf>, RunError> {
        let entries = match fs::read_dir(&self.directory) {
            Ok(entries) => entries,
            Err(_) if self.seen.directory.load(Ordering::Relaxed) => {
                return Err(RunError::Gone(self.directory.clone()));
            }
            Err(_) => return Ok(Vec::new()),
        };
        self.seen.directory.store(true, Ordering::Relaxed);
        let mut paths: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_file() && path.extension().is_some_and(|e| e == extension))
            .collect();
        paths.sort();
        Ok(paths)
    }
}

/// What `read` finds in files, or found in those that have not been written
/// since.
fn again<T: Clone>(
    seen: &Mutex<BTreeMap<PathBuf, (Written, T)>>,
    files: &[PathBuf],
    read: impl Fn(&Path) -> T,
) -> Vec<(PathBuf, T)> {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    seen.retain(|path, _| files.contains(path));
    let found = files.iter().map(|path| {
        let now = written(path);
        match seen.get(path) {
            Some((then, found)) if *then == now => (path.clone(), found.clone()),
            _ => {
                let found = read(path);
                seen.insert(path.clone(), (now, found.clone()));
                (path.clone(), found)
            }
        }
    });
    found.collect()
}

fn written(path: &Path) -> Written {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-wal");
    [path, Path::new(&beside)].map(|path| {
        let about = fs::metadata(path).ok()?;
        Some((about.modified().ok()?, about.len()))
    })
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn load(path: &Path) -> Result<Session, RunError> {
    let large = fs::metadata(path).is_ok_and(|about| about.len() > MOST_BYTES);
    if large {
        return Err(RunError::Missing(file_name(path)));
    }
    let saved: Saved = checkpoint::load(path)?;
    Ok(saved.session)
}

/// How long ago a file was written.
pub(crate) fn idle(path: &Path) -> Duration {
    let modified = fs::metadata(path).and_then(|about| about.modified());
    let elapsed = modified.map(|time| time.elapsed().unwrap_or_default());
    elapsed.unwrap_or_default()
}

fn summary(path: &Path, session: &Session) -> Tuning {
    Tuning {
        name: file_name(path),
        method: session.plan().method.to_string(),
        round: session.log().len() as u64,
        rounds: session.plan().rounds,
        over: session.is_over(),
        idle_seconds: idle(path).as_secs_f64(),
        score: session.log().last().map(|entry| entry.best),
        weights: session.space().len(),
    }
}

/// At most so many points to a line: more cannot be told apart.
const POINTS: usize = 100;

fn thinned(count: usize) -> impl Iterator<Item = usize> {
    let every = count.div_ceil(POINTS).max(1);
    (0..count).filter(move |i| i % every == 0 || i + 1 == count)
}

/// Score by generation.
pub fn score_plot(session: &Session) -> String {
    let log = session.log();
    let series = |name: &str, value: &dyn Fn(usize) -> f64| {
        let points = thinned(log.len()).map(|i| (i as f64, value(i)));
        Series::new(name, points.collect::<Vec<_>>())
    };
    let (x, y) = match session.plan().method.is_gradient() {
        true => ("step", "loss"),
        false => ("generation", "score"),
    };
    let title = format!("{}: {y} by {x}", session.plan().method);
    let mut plot =
        Plot::new(&title, Axis::linear(x), Axis::linear(y)).with(series("best", &|i| log[i].best));
    if !session.plan().method.is_gradient() {
        plot = plot.with(series("mean", &|i| log[i].mean).dashed());
    }
    plot.svg()
}

/// The weights that moved most, in shares of their ranges, by generation.
pub fn weights_plot(session: &Session) -> String {
    let log = session.log();
    let parameters = session.space().parameters();
    let share = |i: usize, k: usize| match parameters[k].width() {
        0.0 => 0.0,
        width => (log[i].weights[k] - parameters[k].lo) / width,
    };
    let travelled = |k: usize| -> f64 {
        let each = 1..log.len();
        each.map(|i| (share(i, k) - share(i - 1, k)).abs()).sum()
    };
    let mut order: Vec<(f64, usize)> = (0..parameters.len()).map(|k| (travelled(k), k)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let title = format!("{}: weights that moved most", session.plan().method);
    let mut plot = Plot::new(
        &title,
        Axis::linear("generation"),
        Axis::linear("share of the range"),
    );
    for &(_, k) in order.iter().take(6) {
        let points = thinned(log.len()).map(|i| (i as f64, share(i, k)));
        plot = plot.with(Series::new(&parameters[k].name, points.collect::<Vec<_>>()));
    }
    plot.svg()
}

/// The runs of one file of games.
fn tournaments(path: &Path) -> rusqlite::Result<Vec<Tournament>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_millis(200))?;
    let mut runs = connection.prepare("SELECT id, settings FROM runs ORDER BY id")?;
    let runs = runs.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let runs: Vec<(i64, String)> = runs.collect::<rusqlite::Result<_>>()?;
    runs.into_iter()
        .map(|(run, settings)| tournament(path, &connection, run, &settings))
        .collect()
}

fn tournament(
    path: &Path,
    connection: &Connection,
    run: i64,
    settings: &str,
) -> rusqlite::Result<Tournament> {
    let mut games = connection.prepare("SELECT white, black, result FROM games WHERE run = ?")?;
    let games = games.query_map([run], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let games: Vec<(String, String, String)> = games.collect::<rusqlite::Result<_>>()?;
    let settings: serde_json::Value = serde_json::from_str(settings).unwrap_or_default();
    let text = |key: &str| settings[key].as_str().unwrap_or("unknown").to_owned();
    Ok(Tournament {
        name: file_name(path),
        run,
        kind: text("kind"),
        control: text("control"),
        games: games.len() as u64,
        idle_seconds: idle(path).as_secs_f64(),
        players: rated(&games),
    })
}

/// Ratings of all who played, the strongest first.
fn rated(games: &[(String, String, String)]) -> Vec<RatedPlayer> {
    let names = games.iter().flat_map(|(white, black, _)| [white, black]);
    let mut numbers: BTreeMap<&String, usize> = names.map(|name| (name, 0)).collect();
    for (number, place) in numbers.values_mut().enumerate() {
        *place = number;
    }
    let results: Vec<GameResult> = games
        .iter()
        .map(|(white, black, result)| GameResult {
            first: numbers[white],
            second: numbers[black],
            ended: match result.as_str() {
                "1-0" => Ended::First,
                "0-1" => Ended::Second,
                _ => Ended::Draw,
            },
        })
        .collect();
    let Ok(found) = ratings(numbers.len(), &results, &RatingOptions::default()) else {
        return Vec::new();
    };
    let mut players: Vec<RatedPlayer> = numbers
        .keys()
        .zip(&found.players)
        .map(|(name, rated)| RatedPlayer {
            name: (*name).clone(),
            elo: rated.elo,
            elo_interval: [rated.lo, rated.hi],
            wins: rated.tally.wins,
            draws: rated.tally.draws,
            losses: rated.tally.losses,
        })
        .collect();
    players.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_player_is_listed_first() {
        let game = |white: &str, black: &str, result: &str| {
            (white.to_owned(), black.to_owned(), result.to_owned())
        };
        let mut games = vec![game("weak", "strong", "0-1"); 8];
        games.extend(vec![game("strong", "weak", "1-0"); 7]);
        games.push(game("strong", "weak", "1/2-1/2"));
        let players = rated(&games);
        assert_eq!(players[0].name, "strong");
        assert_eq!((players[0].wins, players[0].draws), (15, 1));
        assert!(players[0].elo > 100.0 && players[0].elo_interval[0] < players[0].elo);
        assert!(
            (players[0].elo + players[1].elo).abs() < 1e-6,
            "the mean is 0"
        );
        assert_eq!(rated(&[]), []);
    }

    #[test]
    fn other_files_and_other_places_are_passed_over() {
        let folder = tempfile::tempdir().expect("a scratch directory");
        let runs = Runs::new(folder.path().join("runs"));
        let none = || {
            let (tunings, tournaments) = (runs.tunings(), runs.tournaments());
            tunings.is_ok_and(|t| t.is_empty()) && tournaments.is_ok_and(|t| t.is_empty())
        };
        assert!(none());
        fs::create_dir(runs.directory()).expect("a directory");
        fs::write(folder.path().join("secret.json"), "{}").expect("a file");
        for name in ["text.json", "text.sqlite"] {
            fs::write(runs.directory().join(name), "hello").expect("a file");
        }
        assert!(none());
        for name in ["../secret.json", "nothing.json", ""] {
            let error = runs.plots(name).expect_err("no run").to_string();
            assert!(error.contains(name), "{error}");
        }
        // What has been there and is no more is an error, not an empty list.
        fs::remove_dir_all(runs.directory()).expect("it goes");
        let gone = runs.tunings().expect_err("gone").to_string();
        assert!(gone.contains("vanished"), "{gone}");
        assert!(runs.tournaments().is_err());
    }
}
