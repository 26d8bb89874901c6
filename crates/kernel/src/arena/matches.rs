//! One game between two players of anything.

use crate::rules::{Game, Payoff, Side};

/// Somebody who chooses moves.
pub trait Player<G: Game> {
    /// A move in `s`, where the game is not over. `None` resigns.
    fn choose(&mut self, g: &G, s: &G::State) -> Option<G::Move>;
}

impl<G: Game, F: FnMut(&G, &G::State) -> Option<G::Move>> Player<G> for F {
    fn choose(&mut self, g: &G, s: &G::State) -> Option<G::Move> {
        self(g, s)
    }
}

/// Plays from `start` to the end and says what it was worth. A game of more
/// than `limit` moves is a draw; whoever resigns or names an illegal move
/// loses.
pub fn play<G: Game>(
    g: &G,
    start: &G::State,
    first: &mut dyn Player<G>,
    second: &mut dyn Player<G>,
    limit: usize,
) -> Payoff {
    let mut s = start.clone();
    let mut legal = Vec::new();
    for _ in 0..limit {
        if let Some(payoff) = g.payoff(&s) {
            return payoff;
        }
        let side = g.to_move(&s);
        let choice = match side {
            Side::First => first.choose(g, &s),
            Side::Second => second.choose(g, &s),
        };
        legal.clear();
        g.moves(&s, &mut legal);
        match choice.filter(|m| legal.contains(m)) {
            Some(m) => g.play(&mut s, m),
            None => return Payoff::win_for(side.other()),
        };
    }
    g.payoff(&s).unwrap_or(Payoff::DRAW)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Payoff = Payoff::win_for(Side::First);
    const LOST: Payoff = Payoff::win_for(Side::Second);

    /// Take one or two of some matches; who takes the last wins.
    struct Nim;

    impl Game for Nim {
        type State = (u8, Side);
        type Move = u8;
        type Undo = ();
        type Key = (u8, bool);

        fn to_move(&self, s: &(u8, Side)) -> Side {
            s.1
        }
        fn payoff(&self, s: &(u8, Side)) -> Option<Payoff> {
            (s.0 == 0).then(|| Payoff::win_for(s.1.other()))
        }
        fn moves(&self, s: &(u8, Side), out: &mut Vec<u8>) {
            out.extend((1..=2).filter(|&n| n <= s.0));
        }
        fn play(&self, s: &mut (u8, Side), m: u8) {
            *s = (s.0 - m, s.1.other());
        }
        fn undo(&self, s: &mut (u8, Side), m: u8, (): ()) {
            *s = (s.0 + m, s.1.other());
        }
        fn key(&self, s: &(u8, Side)) -> (u8, bool) {
            (s.0, s.1 == Side::First)
        }
    }

    #[test]
    fn games_end_by_the_rules_by_resigning_and_by_the_limit() {
        let mut wise = |_: &Nim, s: &(u8, Side)| Some((s.0 % 3).max(1));
        let mut one = |_: &Nim, _: &(u8, Side)| Some(1);
        let start = (7, Side::First);
        assert_eq!(play(&Nim, &start, &mut wise, &mut one, 99), WON);
        assert_eq!(play(&Nim, &start, &mut one, &mut wise, 99), LOST);
        assert_eq!(play(&Nim, &start, &mut one, &mut wise, 3), Payoff::DRAW);
        let mut gives_up = |_: &Nim, _: &(u8, Side)| None;
        assert_eq!(play(&Nim, &start, &mut gives_up, &mut one, 99), LOST);
        let mut cheat = |_: &Nim, _: &(u8, Side)| Some(3);
        assert_eq!(play(&Nim, &start, &mut one, &mut cheat, 99), WON);
    }
}
