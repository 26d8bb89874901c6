//! Looking positions up.

use std::sync::OnceLock;

use tabia_kernel::endgame::{Index, TableError, TableReader, Tabular};
use tabia_kernel::rules::{Game, Score, Side};

use super::{DirectoryError, Kind, Limit, TableDirectory, Values};
use crate::endgames::Class;
use crate::game::{DarkChess, Move};
use crate::position::Position;

/// What the tables know of a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// 1, 0 or −1.
    pub value: Score,
    /// Plies to the next capture or the end, of a win or loss; `None` for
    /// draws, and where no distances were kept.
    pub distance: Option<u16>,
    /// The moves that keep the value and, where it is known, the distance.
    pub best: Vec<Move>,
}

impl TableDirectory {
    /// What the tables know of a position. Under the rule of forty plies, the
    /// plies since the last capture count.
    ///
    /// # Errors
    ///
    /// If it has no table, or a file is not right.
    pub fn probe(&self, position: &Position) -> Result<Probe, DirectoryError> {
        self.probe_within(position, self.limit.plies())
    }

    /// The same under a limit of plies between captures, whatever the tables were
    /// built for: a win or loss that is known to come later is none.
    pub(crate) fn probe_within(
        &self,
        position: &Position,
        limit: Option<u16>,
    ) -> Result<Probe, DirectoryError> {
        let (value, distance) = self.value_within(position, limit)?;
        let mut moves = Vec::new();
        let mut best = Vec::new();
        if DarkChess.payoff(position).is_none() {
            DarkChess.moves(position, &mut moves);
        }
        for m in moves {
            let mut after = *position;
            let takes = self.endgames.converts(position, m);
            DarkChess.play(&mut after, m);
            let (score, left) = self.value_within(&after, limit)?;
            let score = score.across(after.to_move(), position.to_move());
            let plies = if takes {
                Some(1)
            } else {
                left.map(|left| left + 1)
            };
            if score == value && (distance.is_none() || plies == distance) {
                best.push(m);
            }
        }
        Ok(Probe {
            value,
            distance,
            best,
        })
    }

    /// Value and distance of a position for its side to move, as
    /// [`probe`](TableDirectory::probe) has them, without the moves.
    ///
    /// # Errors
    ///
    /// If it has no table, or a file is not right.
    pub fn value(&self, position: &Position) -> Result<(Score, Option<u16>), DirectoryError> {
        self.value_within(position, self.limit.plies())
    }

    /// The same under a limit of plies, as [`probe_within`](Self::probe_within).
    pub(crate) fn value_within(
        &self,
        position: &Position,
        limit: Option<u16>,
    ) -> Result<(Score, Option<u16>), DirectoryError> {
        let (value, distance) = match DarkChess.payoff(position) {
            Some(end) => (end.seen_by(position.to_move()), Some(0)),
            None => self.look_up(position)?,
        };
        match (limit, distance) {
            (Some(limit), Some(left)) if position.quiet().saturating_add(left) > limit => {
                Ok((Score::DRAW, None))
            }
            _ => Ok((value, distance)),
        }
    }

    fn look_up(&self, position: &Position) -> Result<(Score, Option<u16>), DirectoryError> {
        let place = self.endgames.locate(position);
        let (class, i) = place.ok_or_else(|| DirectoryError::Beyond(position.material()))?;
        let value = match self.opened(class)? {
            Values::Table(table) => table.value(i)?,
            Values::List(list) => {
                let size = self.endgames.size(class);
                let white = if list.contains(i.0)? {
                    Score::WIN
                } else if list.contains(size + i.0)? {
                    Score::LOSS
                } else {
                    Score::DRAW
                };
                white.across(Side::First, self.endgames.side_at(class, i))
            }
        };
        let distance = if value == Score::DRAW {
            None
        } else {
            self.distance(class, i)?
        };
        Ok((value, distance))
    }

    /// The file of values of a class, opened once.
    #[inline]
    fn opened(&self, class: Class) -> Result<&Values, TableError> {
        let slot = &self.slots[class.number()].values;
        once(slot, || self.open_values(class))
    }

    /// The distance with this index, if there is a file of them.
    fn distance(&self, class: Class, i: Index) -> Result<Option<u16>, TableError> {
        let slot = &self.slots[class.number()].distances;
        let file = once(slot, || {
            let is_needed = self.limit != Limit::None;
            if is_needed || self.file(class, Kind::Distances).exists() {
                self.open_table(class, Kind::Distances).map(Some)
            } else {
                Ok(None)
            }
        })?;
        file.as_ref()
            .map(|file: &TableReader| file.distance(i))
            .transpose()
    }
}

/// What is there, or what is made now. Two threads may make it; one of the two
/// stays.
#[inline]
fn once<T>(
    slot: &OnceLock<T>,
    make: impl FnOnce() -> Result<T, TableError>,
) -> Result<&T, TableError> {
    match slot.get() {
        Some(there) => Ok(there),
        None => {
            let made = make()?;
            Ok(slot.get_or_init(|| made))
        }
    }
}
