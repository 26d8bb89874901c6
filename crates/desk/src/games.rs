//! The games that a program offers.

use std::sync::Arc;

use crate::simple::{Simple, SimpleHost};
use crate::{Desk, Hosted, Options, chess, darkchess, dominoes, go, quarto, skat};

/// A list of games, by name. Command line and page know a game from here.
///
/// ```
/// use tabia_desk::{Games, Options};
///
/// let games = Games::default();
/// assert!(games.names().contains(&"quarto"));
/// assert!(games.desk("chess", &Options::default()).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Games(Vec<(&'static str, Maker)>);

/// Makes the desk of a game. Engines are made when they are first asked for.
type Maker = fn(&Options) -> Arc<dyn Desk>;

impl Default for Games {
    /// All games that Tabia has.
    fn default() -> Games {
        Games(vec![
            ("quarto", |o| Arc::new(Hosted(quarto::QuartoHost::new(o)))),
            ("go", |o| Arc::new(go::GoDesk::new(o))),
            ("chess", |o| Arc::new(Hosted(chess::ChessHost::new(o)))),
            ("darkchess", |o| {
                Arc::new(darkchess::DarkChessDesk::new(o.darkchess.clone()))
            }),
            ("dominoes", |o| Arc::new(dominoes::DominoesDesk::new(o))),
            ("skat", |o| Arc::new(Hosted(skat::SkatHost::new(o)))),
        ])
    }
}

impl Games {
    /// The same list and one game more, with a desk of its own.
    ///
    /// # Panics
    ///
    /// If there is a game of this name.
    #[must_use]
    pub fn with(mut self, name: &'static str, desk: Maker) -> Games {
        assert!(
            !self.names().contains(&name),
            "there is a game `{name}` already"
        );
        self.0.push((name, desk));
        self
    }

    /// The same list and a game that needs no desk of its own.
    #[must_use]
    pub fn with_simple<G: Simple>(self) -> Games {
        self.with(G::about().name, |options| {
            Arc::new(Hosted(SimpleHost::<G>::new(options)))
        })
    }

    /// The names of the games, in the order listed.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|&(name, _)| name).collect()
    }

    /// The desk of a game.
    pub fn desk(&self, name: &str, options: &Options) -> Option<Arc<dyn Desk>> {
        let (_, make) = self.0.iter().find(|(listed, _)| *listed == name)?;
        Some(make(options))
    }

    /// The desks of all games.
    pub fn desks(&self, options: &Options) -> Vec<Arc<dyn Desk>> {
        self.0.iter().map(|(_, make)| make(options)).collect()
    }
}
