//! Games played by people against the program, kept in SQLite.
//!
//! The file is created on first use. It answers the question of the paper's
//! Tables 3 and 4: how often did the program win at each level, against
//! novices and against experts?

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};
use rusqlite::{Connection, TransactionBehavior, params};
use tabia_kernel::rules::{Score, Side};

/// The version of the schema that this program reads and writes, kept in
/// SQLite's `user_version`. A change appends to [`MIGRATIONS`].
const VERSION: i64 = MIGRATIONS.len() as i64;

/// Step `i` turns version `i` into version `i + 1`.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        id         INTEGER PRIMARY KEY,
        game       TEXT NOT NULL,
        rules      TEXT NOT NULL,
        level      TEXT NOT NULL,
        name       TEXT,
        experience TEXT CHECK (experience IN ('novice', 'expert')),
        human      TEXT NOT NULL CHECK (human IN ('first', 'second')),
        result     TEXT CHECK (result IN ('win', 'draw', 'loss')), -- of the program
        take_backs INTEGER NOT NULL,
        hints      INTEGER NOT NULL,
        record     TEXT NOT NULL,
        started    INTEGER NOT NULL -- seconds since 1970, UTC
    ) STRICT;
    CREATE TABLE engine_turns (
        game    INTEGER NOT NULL REFERENCES games (id),
        turn    INTEGER NOT NULL, -- 1 is the program's first
        seconds REAL NOT NULL,
        PRIMARY KEY (game, turn)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_by_level ON games (game, rules, level);
",
    // Games come from the page too, where a random id names a person, and a
    // game that is sent twice must count once.
    "
    ALTER TABLE games ADD COLUMN player TEXT;
    ALTER TABLE games ADD COLUMN token TEXT;
    CREATE UNIQUE INDEX games_once ON games (player, token);
",
];

/// How long to wait while another program has the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// The file inside the data directory.
const FILE: &str = "games.sqlite";

/// Why the ledger cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// There is no home directory to put it in.
    #[error("cannot tell where your data belongs: name a directory with --data or TABIA_DATA")]
    NoHome,
    /// The directory cannot be made.
    #[error("cannot make the directory {path}: {source}")]
    Directory {
        /// The directory.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// SQLite refuses.
    #[error("{path}: {source}")]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// The file was there, and is no more.
    #[error("{path} has vanished: put it back, or start Tabia again to begin a new one")]
    Gone {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version.
    #[error("{path} has schema version {found}, and this Tabia knows {VERSION}: use a newer one")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
}

impl LedgerError {
    /// Whether another program has the file at the moment.
    pub fn is_busy(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        let LedgerError::Database { source, .. } = self else {
            return false;
        };
        let code = source.sqlite_error_code();
        code.is_some_and(|code| matches!(code, DatabaseBusy | DatabaseLocked))
    }
}

/// What a person says of their own experience.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Experience {
    /// New to the game.
    Novice,
    /// Plays it often.
    Expert,
}

impl std::str::FromStr for Experience {
    type Err = ReadExperienceError;

    fn from_str(text: &str) -> Result<Experience, ReadExperienceError> {
        match text {
            "novice" => Ok(Experience::Novice),
            "expert" => Ok(Experience::Expert),
            _ => Err(ReadExperienceError(text.to_owned())),
        }
    }
}

/// A text that names no experience.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown experience `{0}`: expected novice or expert")]
pub struct ReadExperienceError(pub String);

impl Experience {
    /// `novice` or `expert`.
    pub fn text(self) -> &'static str {
        match self {
            Experience::Novice => "novice",
            Experience::Expert => "expert",
        }
    }
}

/// How a game ended for the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// The program won.
    Win,
    /// Nobody did.
    Draw,
    /// The person won.
    Loss,
}

impl GameResult {
    /// The result of a game against `human`.
    #[must_use]
    pub fn against(human: Side, winner: Option<Side>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(side) if side == human => GameResult::Loss,
            Some(_) => GameResult::Win,
        }
    }

    /// As it stands in the ledger.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::Win => "win",
            GameResult::Draw => "draw",
            GameResult::Loss => "loss",
        }
    }
}

/// What the game was worth to the program.
impl From<Score> for GameResult {
    fn from(score: Score) -> GameResult {
        match score {
            s if s > Score::DRAW => GameResult::Win,
            s if s < Score::DRAW => GameResult::Loss,
            _ => GameResult::Draw,
        }
    }
}

/// Random ids that tell a game of the page from all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ids {
    /// Names the person.
    pub player: String,
    /// Names the game among those of the person.
    pub game: String,
}

/// One game against the program.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which game: `quarto`.
    pub game: String,
    /// Its rules, as they print themselves.
    pub rules: String,
    /// The program's level: `6`, `perfect`.
    pub level: String,
    /// The person's name, if given.
    pub name: Option<String>,
    /// The random id that names the person and the one that names the game,
    /// if it comes from the page.
    pub ids: Option<Ids>,
    /// The person's experience, if declared.
    pub experience: Option<Experience>,
    /// The person's side.
    pub human: Side,
    /// How it ended for the program; `None` if it was left unfinished.
    pub result: Option<GameResult>,
    /// How often the person took moves back.
    pub take_backs: u32,
    /// How often the person asked for a hint or for values.
    pub hints: u32,
    /// The game record.
    pub record: String,
    /// When it began.
    pub started: SystemTime,
    /// Seconds that each of the program's turns took.
    pub engine_turns: Vec<f64>,
}

/// Which finished games to count.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Which game.
    pub game: String,
    /// Its rules, as they print themselves.
    pub rules: String,
    /// Whether to count games in which the person took moves back or asked
    /// for help.
    pub assisted: bool,
}

/// Results of the program at one level against people of one experience.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelResults {
    /// The level.
    pub level: String,
    /// The people's experience; `None` where undeclared.
    pub experience: Option<Experience>,
    /// Games the program won.
    pub wins: u32,
    /// Games nobody won.
    pub draws: u32,
    /// Games the person won.
    pub losses: u32,
    /// How many turns the program took.
    pub turns: u32,
    /// Seconds that they took together.
    pub seconds: f64,
    /// Seconds of the longest turn.
    pub longest: f64,
}

/// The file of games.
pub struct Ledger {
    path: PathBuf,
    connection: Connection,
    /// Which file it is, whatever its name.
    file: FileId,
    /// How long to wait while another program has it.
    patience: Duration,
}

/// Tells a file from another of the same name.
type FileId = Option<(u64, u64)>;

impl Ledger {
    /// Opens the ledger in `directory`, or where the user's data belongs, and
    /// creates what is not there yet.
    pub fn open(directory: Option<&Path>) -> Result<Ledger, LedgerError> {
        let directory = match directory {
            Some(directory) => directory.to_owned(),
            None => choose_native_strategy()
                .map_err(|_| LedgerError::NoHome)?
                .data_dir()
                .join("tabia"),
        };
        fs::create_dir_all(&directory).map_err(|source| LedgerError::Directory {
            path: directory.clone(),
            source,
        })?;
        Ledger::at(directory.join(FILE), PATIENCE)
    }

    fn at(path: PathBuf, patience: Duration) -> Result<Ledger, LedgerError> {
        let connection = Connection::open(&path).map_err(|source| LedgerError::Database {
            path: path.clone(),
            source,
        })?;
        let mut ledger = Ledger {
            path,
            connection,
            file: None,
            patience,
        };
        ledger.patience(patience)?;
        match migrate(&mut ledger.connection) {
            Ok(found) if found > VERSION => Err(LedgerError::Newer {
                path: ledger.path,
                found,
            }),
            Ok(_) => {
                ledger.file = file_id(&ledger.path);
                Ok(ledger)
            }
            Err(source) => Err(ledger.error(source)),
        }
    }

    /// Waits no longer than this while another program has the file.
    pub fn patience(&mut self, patience: Duration) -> Result<(), LedgerError> {
        self.patience = patience;
        let set = self.connection.busy_timeout(patience);
        set.map_err(|source| self.error(source))
    }

    /// Whoever keeps a ledger open for long asks before each use: SQLite would
    /// go on with a file that has been deleted, and all that is written would be
    /// lost. One that was put back is opened again.
    ///
    /// # Errors
    ///
    /// If the file has vanished, or what is there instead cannot be opened.
    pub fn still_there(&mut self) -> Result<(), LedgerError> {
        let path = self.path.clone();
        match file_id(&path) {
            None => Err(LedgerError::Gone { path }),
            file if file == self.file => Ok(()),
            _ => {
                *self = Ledger::at(path, self.patience)?;
                Ok(())
            }
        }
    }

    /// Where the games are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game. One of the page that is there already changes nothing:
    /// returns whether it was new.
    pub fn add(&mut self, entry: &Entry) -> Result<bool, LedgerError> {
        insert(&mut self.connection, entry).map_err(|source| self.error(source))
    }

    /// Results by level and experience: levels in rising order, `perfect`
    /// last; novices, experts, undeclared. Only finished games count.
    pub fn results(&self, filter: &Filter) -> Result<Vec<LevelResults>, LedgerError> {
        select(&self.connection, filter).map_err(|source| self.error(source))
    }

    /// How many games `results` leaves out: unfinished ones, and finished
    /// ones with help unless the filter counts them.
    pub fn left_out(&self, filter: &Filter) -> Result<(u32, u32), LedgerError> {
        self.connection
            .query_row(
                "SELECT coalesce(sum(result IS NULL), 0),
                        coalesce(sum(result IS NOT NULL AND NOT ?
                                     AND (take_backs > 0 OR hints > 0)), 0)
                 FROM games WHERE game = ? AND rules = ?",
                params![filter.assisted, filter.game, filter.rules],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .map_err(|source| self.error(source))
    }

    /// The records of finished games, in the order they were added.
    pub fn records(&self, filter: &Filter) -> Result<Vec<String>, LedgerError> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.connection.prepare(
                "SELECT record FROM games
                 WHERE game = ? AND rules = ? AND result IS NOT NULL
                       AND (? OR (take_backs = 0 AND hints = 0))
                 ORDER BY id",
            )?;
            let rows = statement
                .query_map(params![filter.game, filter.rules, filter.assisted], |row| {
                    row.get(0)
                })?;
            rows.collect()
        };
        read().map_err(|source| self.error(source))
    }

    fn error(&self, source: rusqlite::Error) -> LedgerError {
        LedgerError::Database {
            path: self.path.clone(),
            source,
        }
    }
}

#[cfg(unix)]
fn file_id(path: &Path) -> FileId {
    use std::os::unix::fs::MetadataExt as _;
    let about = fs::metadata(path).ok()?;
    Some((about.dev(), about.ino()))
}

/// Elsewhere an open file cannot be deleted.
#[cfg(not(unix))]
fn file_id(path: &Path) -> FileId {
    fs::metadata(path).ok().map(|_| (0, 0))
}

/// Brings an older file, or a new one, to [`VERSION`] in one transaction.
/// Returns the version found; a newer one is left alone.
fn migrate(connection: &mut Connection) -> rusqlite::Result<i64> {
    connection.pragma_update(None, "foreign_keys", true)?;
    // Immediate: two programs that start at once must not both create.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for step in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    if found < VERSION {
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok(found)
}

fn insert(connection: &mut Connection, entry: &Entry) -> rusqlite::Result<bool> {
    let human = match entry.human {
        Side::First => "first",
        Side::Second => "second",
    };
    let started = entry
        .started
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() as i64);

    let transaction = connection.transaction()?;
    let added = transaction.execute(
        "INSERT INTO games (game, rules, level, name, experience, human, result,
                            take_backs, hints, record, started, player, token)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (player, token) DO NOTHING",
        params![
            entry.game,
            entry.rules,
            entry.level,
            entry.name,
            entry.experience.map(Experience::text),
            human,
            entry.result.map(GameResult::text),
            entry.take_backs,
            entry.hints,
            entry.record,
            started,
            entry.ids.as_ref().map(|ids| &ids.player),
            entry.ids.as_ref().map(|ids| &ids.game),
        ],
    )?;
    if added == 0 {
        return Ok(false);
    }
    let id = transaction.last_insert_rowid();
    for (turn, seconds) in (1u32..).zip(&entry.engine_turns) {
        transaction.execute(
            "INSERT INTO engine_turns (game, turn, seconds) VALUES (?, ?, ?)",
            params![id, turn, seconds],
        )?;
    }
    transaction.commit()?;
    Ok(true)
}

fn select(connection: &Connection, filter: &Filter) -> rusqlite::Result<Vec<LevelResults>> {
    let mut statement = connection.prepare(
        "SELECT level, experience,
                sum(result = 'win'), sum(result = 'draw'), sum(result = 'loss'),
                sum(turns), sum(seconds), max(longest)
         FROM (SELECT games.level, games.experience, games.result,
                      count(seconds) AS turns,
                      coalesce(sum(seconds), 0.0) AS seconds,
                      coalesce(max(seconds), 0.0) AS longest
               FROM games LEFT JOIN engine_turns ON engine_turns.game = games.id
               WHERE games.game = ? AND games.rules = ? AND games.result IS NOT NULL
                     AND (? OR (games.take_backs = 0 AND games.hints = 0))
               GROUP BY games.id)
         GROUP BY level, experience
         ORDER BY CAST(level AS INTEGER) = 0, CAST(level AS INTEGER), level,
                  experience IS NULL, experience = 'expert'",
    )?;
    let rows = statement.query_map(params![filter.game, filter.rules, filter.assisted], |row| {
        let experience: Option<String> = row.get(1)?;
        Ok(LevelResults {
            level: row.get(0)?,
            experience: match experience.as_deref() {
                Some("novice") => Some(Experience::Novice),
                Some(_) => Some(Experience::Expert),
                None => None,
            },
            wins: row.get(2)?,
            draws: row.get(3)?,
            losses: row.get(4)?,
            turns: row.get(5)?,
            seconds: row.get(6)?,
            longest: row.get(7)?,
        })
    })?;
    rows.collect()
}

#[cfg(test)]
mod tests;
