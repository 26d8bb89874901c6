//! What tables know, for the player.

use std::sync::Mutex;

use tabia_kernel::rules::{Score, Side};

use super::evaluation::Value;
use crate::directory::{DirectoryError, Probe, TableDirectory};
use crate::full::{Action, FullPosition, QUIET_LIMIT, Turn};
use crate::position::Position;

/// A directory of tables, as far as it is complete.
#[derive(Debug)]
pub struct Endings {
    tables: TableDirectory,
    elements: u32,
    /// The first thing that went wrong inside a search.
    trouble: Mutex<Option<DirectoryError>>,
}

impl Endings {
    /// The tables of a directory, up to the number of pieces for which it has
    /// all; `None` if it has not even those of two.
    #[must_use]
    pub fn new(tables: TableDirectory) -> Option<Endings> {
        let most = tables.endgames().elements();
        let complete = (2..=most).take_while(|&elements| tables.has_all(elements));
        let elements = complete.last()?;
        Some(Endings {
            tables,
            elements,
            trouble: Mutex::new(None),
        })
    }

    /// The number of pieces up to which there are tables.
    #[must_use]
    pub fn elements(&self) -> u32 {
        self.elements
    }

    fn covers<'a>(&self, position: &'a FullPosition) -> Option<&'a Position> {
        let revealed = position.revealed()?;
        let material = revealed.material();
        let fits = material.elements() <= self.elements
            && Side::BOTH.iter().all(|&side| material.pieces(side) > 0);
        fits.then_some(revealed)
    }

    /// Everything about a position that the tables cover; `None` if they do
    /// not. The limit of plies holds here and below, also with tables that were
    /// built without one, as far as they have distances.
    ///
    /// # Errors
    ///
    /// If a table cannot be read.
    pub fn probe(&self, position: &FullPosition) -> Result<Option<Probe>, DirectoryError> {
        let revealed = self.covers(position);
        revealed
            .map(|p| self.tables.probe_within(p, Some(QUIET_LIMIT)))
            .transpose()
    }

    /// The value for the side to move: 0 for a draw, 1 for a win, −1 for a
    /// loss, with the distance added where it is known.
    pub(super) fn value(&self, position: &FullPosition) -> Option<Value> {
        let revealed = self.covers(position)?;
        match self.tables.value_within(revealed, Some(QUIET_LIMIT)) {
            Ok((value, distance)) => {
                let distance = Value::from(distance.unwrap_or(0));
                Some(match value {
                    Score::WIN => 1 + distance,
                    Score::LOSS => -1 - distance,
                    _ => 0,
                })
            }
            Err(error) => {
                let mut trouble = self.trouble.lock().unwrap_or_else(|e| e.into_inner());
                trouble.get_or_insert(error);
                None
            }
        }
    }

    /// What a move is worth to the player who makes it, if the tables know the
    /// position after it, and the plies to the next capture or the end, the
    /// move included, where distances were kept.
    pub(super) fn of_action(
        &self,
        position: &FullPosition,
        action: Action,
    ) -> Result<Option<(Score, Option<u16>)>, DirectoryError> {
        let Action::Move(m) = action else {
            return Ok(None);
        };
        let after = position.after(Turn::Move(m));
        let Some(revealed) = self.covers(&after) else {
            return Ok(None);
        };
        let (value, distance) = self.tables.value_within(revealed, Some(QUIET_LIMIT))?;
        let distance = match position.piece(m.to) {
            Some(_) => distance.map(|_| 1),
            None => distance.map(|plies| plies + 1),
        };
        Ok(Some((-value, distance)))
    }

    /// What went wrong since the last time, if anything did.
    pub(super) fn trouble(&self) -> Option<DirectoryError> {
        let mut trouble = self.trouble.lock().unwrap_or_else(|e| e.into_inner());
        trouble.take()
    }
}
