//! What a game owes, checked along seeded random games.
//!
//! A game calls these in its tests. They panic on the first breach with the
//! seed and the moves that led there.
//!
//! ```no_run
//! # fn demo<G>(game: &G, start: &G::State)
//! # where
//! #     G: tabia_kernel::rules::Notation,
//! #     G::State: std::fmt::Debug,
//! #     G::Move: std::fmt::Debug,
//! # {
//! use tabia_kernel::rules::laws;
//! for seed in 0..100 {
//!     laws::along_a_game(game, start, seed);
//!     laws::along_a_text_game(game, start, seed);
//! }
//! # }
//! ```

use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::{Game, Notation};
use crate::random::Seeded;

/// A random game may not be longer; games with cycles are cut here.
const LONGEST: usize = 2_000;

/// Plays one random game and checks the laws of [`Game`] at every position:
///
/// - moves exist exactly while the game goes on, and none is listed twice;
/// - [`moves`](Game::moves) appends and leaves the state alone;
/// - `undo` after `play` restores the position, its hash and its key exactly,
///   for every move of every position met;
/// - equal positions have one side to move, one payoff and one key;
/// - [`keyed`](Game::keyed) agrees with [`key`](Game::key), and
///   [`recalled_move`](Game::recalled_move) inverts
///   [`stored_move`](Game::stored_move).
///
/// # Panics
///
/// On a breach, naming `seed` and the moves played.
pub fn along_a_game<G>(g: &G, start: &G::State, seed: u64)
where
    G: Game,
    G::State: Debug,
    G::Move: Debug,
{
    let mut walk = Walk::new(seed);
    let mut s = start.clone();
    while let Some(moves) = walk.moves_at(g, &s) {
        let (key, via) = g.keyed(&s);
        walk.law(key == g.key(&s), "keyed() agrees with key()");
        let before = (s.clone(), hash(&s), g.to_move(&s));
        for &m in &moves {
            let stored = g.stored_move(m, via);
            walk.law(
                g.recalled_move(stored, via) == m,
                "a stored move is recalled",
            );
            let u = g.play(&mut s, m);
            walk.law(s != before.0, "a move changes the position");
            g.undo(&mut s, m, u);
            walk.law(
                s == before.0 && hash(&s) == before.1,
                "undo restores the position",
            );
            walk.law(g.key(&s) == key, "undo restores the key");
            walk.law(g.to_move(&s) == before.2, "undo restores the side to move");
        }
        let m = walk.choose(&moves);
        g.play(&mut s, m);
        let copy = s.clone();
        walk.law(
            g.to_move(&s) == g.to_move(&copy),
            "equal positions have one side to move",
        );
        walk.law(
            g.payoff(&s) == g.payoff(&copy),
            "equal positions have one payoff",
        );
        walk.law(g.key(&s) == g.key(&copy), "equal positions have one key");
    }
}

/// Plays one random game and checks the laws of [`Notation`] at every
/// position: the texts of its moves are distinct and read back as the same
/// moves, and its own text reads back as the same position.
///
/// # Panics
///
/// On a breach, naming `seed` and the moves played.
pub fn along_a_text_game<G>(g: &G, start: &G::State, seed: u64)
where
    G: Notation,
    G::State: Debug,
    G::Move: Debug,
{
    let mut walk = Walk::new(seed);
    let mut s = start.clone();
    while let Some(moves) = walk.moves_at(g, &s) {
        let text = g.write_state(&s);
        match g.read_state(&text) {
            Ok(read) => walk.law(read == s, &format!("position text {text:?} round-trips")),
            Err(e) => walk.law(false, &format!("position text {text:?} is read: {e}")),
        }
        let mut texts = Vec::with_capacity(moves.len());
        for &m in &moves {
            let text = g.write_move(&s, m);
            match g.read_move(&s, &text) {
                Ok(read) => walk.law(read == m, &format!("move text {text:?} round-trips")),
                Err(e) => walk.law(false, &format!("move text {text:?} is read: {e}")),
            }
            texts.push(text);
        }
        texts.sort_unstable();
        walk.law(
            texts.windows(2).all(|pair| pair[0] != pair[1]),
            "move texts are distinct",
        );
        let m = walk.choose(&moves);
        g.play(&mut s, m);
    }
}

/// A random game so far, for the message when a law is broken.
struct Walk<M> {
    seed: u64,
    random: Seeded,
    played: Vec<M>,
}

impl<M: Copy + Debug> Walk<M> {
    fn new(seed: u64) -> Self {
        Walk {
            seed,
            random: Seeded::new(seed),
            played: Vec::new(),
        }
    }

    /// The moves of `s`, checked, or `None` where the game ends or was long.
    fn moves_at<G>(&self, g: &G, s: &G::State) -> Option<Vec<M>>
    where
        G: Game<Move = M>,
        G::State: Debug,
        M: Eq,
    {
        if g.payoff(s).is_some() || self.played.len() == LONGEST {
            return None;
        }
        let copy = s.clone();
        let mut moves = Vec::new();
        g.moves(s, &mut moves);
        self.law(!moves.is_empty(), "moves exist unless the game is over");
        for (i, m) in moves.iter().enumerate() {
            self.law(!moves[..i].contains(m), "moves are distinct");
        }
        self.law(*s == copy, "listing moves leaves the position alone");
        let listed = moves.len();
        let mut twice = moves.clone();
        g.moves(s, &mut twice);
        self.law(
            twice[..listed] == moves && twice[listed..] == moves,
            "moves() appends, in the same order each time",
        );
        Some(moves)
    }

    fn choose(&mut self, moves: &[M]) -> M {
        let m = moves[self.random.below(moves.len())];
        self.played.push(m);
        m
    }

    #[track_caller]
    fn law(&self, holds: bool, law: &str) {
        assert!(
            holds,
            "broken: {law}; seed {}, after {:?}",
            self.seed, self.played
        );
    }
}

fn hash<T: std::hash::Hash>(value: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
