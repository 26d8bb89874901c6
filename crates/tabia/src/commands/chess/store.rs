//! Games of engines, kept in SQLite so that a run can be stopped and
//! continued.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use tabia_chess::contest::Record;
use tabia_chess::pgn::GameResult;

/// The version of the schema, kept in SQLite's `user_version`.
const VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE runs (
        id       INTEGER PRIMARY KEY,
        settings TEXT NOT NULL UNIQUE -- everything that games depend on, JSON
    ) STRICT;
    CREATE TABLE games (
        run         INTEGER NOT NULL REFERENCES runs (id),
        number      INTEGER NOT NULL, -- in the schedule, from 0
        white       TEXT NOT NULL,
        black       TEXT NOT NULL,
        result      TEXT NOT NULL CHECK (result IN ('1-0', '1/2-1/2', '0-1')),
        termination TEXT NOT NULL,
        at_fault    TEXT CHECK (at_fault IN ('white', 'black')),
        pgn         TEXT NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
";

/// The games of one run.
pub(crate) struct Store {
    path: PathBuf,
    connection: Connection,
    run: i64,
}

impl Store {
    /// Opens a file, or one in memory, at the run with these settings.
    pub(crate) fn open(path: Option<&Path>, settings: &str) -> anyhow::Result<Store> {
        let (path, connection) = match path {
            Some(path) => (path.to_owned(), Connection::open(path)),
            None => (PathBuf::from("memory"), Connection::open_in_memory()),
        };
        let context = || format!("cannot use {}", path.display());
        let mut connection = connection.with_context(context)?;
        let found = prepare(&mut connection).with_context(context)?;
        if found > VERSION {
            bail!(
                "{} has schema version {found}, and this Tabia knows {VERSION}: use a newer one",
                path.display()
            );
        }
        connection
            .execute(
                "INSERT OR IGNORE INTO runs (settings) VALUES (?)",
                [settings],
            )
            .with_context(context)?;
        let run: Option<i64> = connection
            .query_row(
                "SELECT id FROM runs WHERE settings = ?",
                [settings],
                |row| row.get(0),
            )
            .optional()
            .with_context(context)?;
        let run = run.with_context(context)?;
        Ok(Store {
            path,
            connection,
            run,
        })
    }

    /// Adds a game.
    pub(crate) fn add(&self, row: &Record, players: [&str; 2]) -> anyhow::Result<()> {
        let fault = row.at_fault.map(|side| ["white", "black"][side]);
        self.connection
            .execute(
                "INSERT OR REPLACE INTO games
                    (run, number, white, black, result, termination, at_fault, pgn)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    self.run,
                    row.number as i64,
                    players[0],
                    players[1],
                    row.result.text(),
                    row.termination,
                    fault,
                    row.pgn
                ],
            )
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(())
    }

    /// All games of the run, in the order of the schedule.
    pub(crate) fn games(&self) -> anyhow::Result<Vec<Record>> {
        let read = || -> rusqlite::Result<Vec<Record>> {
            let mut statement = self.connection.prepare(
                "SELECT number, result, termination, at_fault, pgn FROM games
                 WHERE run = ? ORDER BY number",
            )?;
            let rows = statement.query_map([self.run], |row| {
                let result: String = row.get(1)?;
                let fault: Option<String> = row.get(3)?;
                Ok(Record {
                    number: row.get::<_, i64>(0)? as usize,
                    result: match result.as_str() {
                        "1-0" => GameResult::White,
                        "0-1" => GameResult::Black,
                        _ => GameResult::Draw,
                    },
                    termination: row.get(2)?,
                    at_fault: fault.map(|side| usize::from(side == "black")),
                    pgn: row.get(4)?,
                })
            })?;
            rows.collect()
        };
        read().with_context(|| format!("cannot read {}", self.path.display()))
    }
}

/// Creates the tables in a new file; returns the version found or made.
fn prepare(connection: &mut Connection) -> rusqlite::Result<i64> {
    connection.busy_timeout(Duration::from_secs(5))?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found == 0 {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok(found.max(VERSION))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: usize) -> Record {
        Record {
            number,
            result: GameResult::Black,
            termination: "time".to_owned(),
            at_fault: Some(0),
            pgn: "*".to_owned(),
        }
    }

    #[test]
    fn runs_with_other_settings_are_other_runs() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let path = directory.path().join("games.sqlite");
        let open = |settings| Store::open(Some(&path), settings).expect("a store");
        open("a").add(&row(3), ["x", "y"]).expect("it is written");
        open("a").add(&row(1), ["x", "y"]).expect("it is written");
        assert_eq!(open("a").games().expect("games"), [row(1), row(3)]);
        assert_eq!(open("b").games().expect("games"), []);
    }

    #[test]
    fn other_files_are_refused_by_name() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let path = directory.path().join("text");
        std::fs::write(&path, "this is not a database, by any means").expect("a file");
        let error = Store::open(Some(&path), "a").err().expect("refused");
        assert!(format!("{error:#}").contains("text"));
    }
}
