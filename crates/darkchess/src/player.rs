//! Players of the full game, at several levels.

mod endings;
mod evaluation;
mod expectimax;
mod level;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;

use crate::directory::DirectoryError;
use crate::full::{Action, FullPosition};
use evaluation::{Value, Worths};
use expectimax::{Search, WIN};

pub use endings::Endings;
pub use level::{Level, ReadLevelError};

/// A player of the full game.
///
/// What it chooses depends on the position, the level, the seed and the
/// budget of nodes, and on nothing else. Once every piece is revealed and the
/// material is in the tables, it plays by them.
///
/// ```
/// use tabia_darkchess::{FullPosition, Level, Player};
/// use tabia_kernel::search::Stop;
///
/// // The white king takes the guard; the pawn beside it would take the king.
/// let position: FullPosition = "8/1gKn4/2p5/8 w 0".parse()?;
/// let choice = Player::new(Level::Depth(3)).choose(&position, &Stop::new())?;
/// assert!(choice.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    level: Level,
    seed: u64,
    nodes: u64,
    endings: Option<Arc<Endings>>,
}

/// What a player chose, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What to do.
    pub action: Action,
    /// What the player thinks it is worth, to itself: hundredths of a pawn or
    /// so, beyond ±10,000 a win or loss. `None` at levels that do not think.
    pub value: Option<i32>,
    /// What the tables say, if they know the position.
    pub known: Option<Score>,
    /// How many plies were searched through.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
}

/// An action and what it is worth to the player who takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// What to do.
    pub action: Action,
    /// The estimate, as in [`Choice::value`].
    pub value: i32,
    /// What the tables say of the position after it.
    pub known: Option<Score>,
    /// With it, the plies to the next capture or the end, where the tables
    /// have distances.
    pub distance: Option<u16>,
}

impl Player {
    /// Positions that a move may cost unless told otherwise.
    pub const DEFAULT_NODES: u64 = 400_000;

    /// A player without tables.
    #[must_use]
    pub fn new(level: Level) -> Player {
        Player {
            level,
            seed: 1,
            nodes: Player::DEFAULT_NODES,
            endings: None,
        }
    }

    /// The same with another seed, which decides between equals.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Player {
        Player { seed, ..self }
    }

    /// The same with another budget of positions for each move. The first
    /// ply is always looked at.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Player {
        Player { nodes, ..self }
    }

    /// The same with tables.
    #[must_use]
    pub fn with_endings(self, endings: Arc<Endings>) -> Player {
        Player {
            endings: Some(endings),
            ..self
        }
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses an action; `None` if the game is over, or if stopped before
    /// anything was found.
    ///
    /// # Errors
    ///
    /// If a table is damaged or missing: the player does not guess where it
    /// was told to know.
    pub fn choose(
        &self,
        position: &FullPosition,
        stop: &Stop,
    ) -> Result<Option<Choice>, DirectoryError> {
        if position.end().is_some() {
            return Ok(None);
        }
        let mut random = self.random(position);
        let mut actions = Vec::new();
        position.actions(&mut actions);
        random.shuffle(&mut actions);
        let mut choice = Choice {
            action: actions[0],
            value: None,
            known: None,
            depth: 0,
            nodes: 0,
        };
        let Level::Depth(depth) = self.level else {
            if self.level == Level::Greedy {
                choice.action = greediest(position, &actions);
            }
            return Ok(Some(choice));
        };
        if position.to_move().is_none() {
            // Every square is as good as any other.
            return Ok(Some(choice));
        }
        let mut endings = self.endings.as_deref();
        if let Some(tables) = endings
            && let Some(probe) = tables.probe(position)?
        {
            choice.known = Some(probe.value);
            let best: Vec<Action> = probe.best.into_iter().map(Action::Move).collect();
            actions.retain(|action| best.contains(action));
            choice.action = actions[0];
            // Distances lead to the end by themselves.
            if probe.distance.is_some() || actions.len() == 1 {
                return Ok(Some(choice));
            }
            // Without them the tables find every move that is left equally
            // good; the estimate does not.
            endings = None;
        }
        let search = Search::new(endings, u64::MAX, stop);
        let found = self.deepen(search, position, actions, depth, choice);
        match endings.and_then(Endings::trouble) {
            Some(error) => Err(error),
            None => Ok(found),
        }
    }

    /// What each action is worth to the player to move, best first, as far as
    /// the budget allows; `None` if the game is over or nothing was found.
    ///
    /// Levels that do not think look one ply ahead here.
    ///
    /// # Errors
    ///
    /// If a table is damaged or missing.
    pub fn rate(
        &self,
        position: &FullPosition,
        stop: &Stop,
    ) -> Result<Option<Vec<Rated>>, DirectoryError> {
        if position.end().is_some() {
            return Ok(None);
        }
        let mut actions = Vec::new();
        position.actions(&mut actions);
        let depth = match self.level {
            Level::Random | Level::Greedy => 1,
            Level::Depth(depth) => depth,
        };
        let endings = self.endings.as_deref();
        let mut search = Search::new(endings, u64::MAX, stop);
        let mut rated = None;
        for depth in 1..=depth {
            let mut values = Vec::with_capacity(actions.len());
            for &action in &actions {
                let value = search.of_action(position, action, depth.into(), -WIN, WIN);
                let known = match endings {
                    Some(endings) => endings.of_action(position, action)?,
                    None => None,
                };
                values.push(Rated {
                    action,
                    value,
                    known: known.map(|(value, _)| value),
                    distance: known.and_then(|(_, distance)| distance),
                });
            }
            if search.ended {
                break;
            }
            values.sort_by_key(|rated| Reverse(rated.value));
            rated = Some(values);
            search.set_limit(self.nodes);
            if search.nodes >= self.nodes {
                break;
            }
        }
        match endings.and_then(Endings::trouble) {
            Some(error) => Err(error),
            None => Ok(rated),
        }
    }

    /// Searches deeper and deeper, the best of one depth first in the next.
    fn deepen(
        &self,
        mut search: Search<'_>,
        position: &FullPosition,
        mut actions: Vec<Action>,
        depth: u8,
        mut choice: Choice,
    ) -> Option<Choice> {
        order_roots(position, &mut actions);
        for depth in 1..=depth {
            let mut best = -WIN;
            let mut values: Vec<Value> = Vec::new();
            for &action in &actions {
                let value = search.of_action(position, action, depth.into(), best, WIN);
                if search.ended {
                    break;
                }
                values.push(value);
                best = best.max(value);
            }
            // The first of the best: later ones only fail to be better.
            let first = values.iter().position(|&value| value == best);
            if let Some(first) = first {
                let action = actions.remove(first);
                actions.insert(0, action);
                choice.action = action;
                choice.value = Some(best);
                choice.depth = if search.ended { depth - 1 } else { depth };
            }
            choice.nodes = search.nodes;
            // The first depth is finished whatever the budget.
            search.set_limit(self.nodes);
            if search.ended || search.nodes >= self.nodes {
                break;
            }
        }
        (choice.depth > 0).then_some(choice)
    }

    /// A sequence of its own for each position.
    fn random(&self, position: &FullPosition) -> Seeded {
        let text = position.to_string();
        let mixed = text.bytes().fold(self.seed, |state, byte| {
            Seeded::new(state ^ u64::from(byte)).bits()
        });
        Seeded::new(mixed)
    }
}

/// The action that takes most, or the first.
fn greediest(position: &FullPosition, actions: &[Action]) -> Action {
    // Of equals the last would win; in reverse, it is the first.
    let best = actions
        .iter()
        .rev()
        .max_by_key(|&&action| taken(position, action));
    *best.expect("a game that goes on has an action")
}

/// What an action takes, 0 if nothing.
fn taken(position: &FullPosition, action: Action) -> Value {
    let worths = Worths::of(position.alive());
    match action {
        Action::Flip(_) => 0,
        Action::Move(m) => position
            .piece(m.to)
            .map_or(0, |(side, kind)| worths.0[side as usize][kind.number()]),
    }
}

/// Captures first, flips last; the order of equals stays.
fn order_roots(position: &FullPosition, actions: &mut [Action]) {
    actions.sort_by_key(|&action| {
        let is_flip = matches!(action, Action::Flip(_));
        (is_flip, Reverse(taken(position, action)))
    });
}
