//! TEMPORARY stand-in until the solver lands.
#![allow(missing_docs, dead_code)]
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::*;
use std::time::Duration;
use tabia_kernel::rules::{Game, Score};
use tabia_kernel::search::Stop;
use tabia_quarto::*;
impl Default for SolverOptions {
    fn default() -> Self {
        SolverOptions {
            threads: 1,
            memory_mib: 512,
            book: true,
        }
    }
}
#[derive(Clone, Copy)]
pub(crate) struct SolverOptions {
    pub(crate) threads: usize,
    pub(crate) memory_mib: usize,
    pub(crate) book: bool,
}
pub(crate) struct Solver {
    q: Quarto,
    memo: Mutex<HashMap<Position, (i16, u8)>>,
    nodes: AtomicU64,
}
pub(crate) struct Solution {
    pub(crate) value: Score,
    pub(crate) distance: u8,
    pub(crate) best: Vec<Move>,
}
pub(crate) struct RatedMove {
    pub(crate) turn: Move,
    pub(crate) value: Score,
    pub(crate) distance: u8,
}
impl Solver {
    pub(crate) fn new(rules: Rules, _o: SolverOptions) -> Solver {
        Solver {
            q: Quarto::new(rules),
            memo: Default::default(),
            nodes: AtomicU64::new(0),
        }
    }
    pub(crate) fn clear(&mut self) {
        self.memo.lock().unwrap().clear();
        self.nodes = AtomicU64::new(0);
    }
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
    fn rec(&self, p: &Position, stop: &Stop) -> Option<(i16, u8)> {
        if stop.is_requested() {
            return None;
        }
        self.nodes.fetch_add(1, Ordering::Relaxed);
        if let Some(pay) = self.q.payoff(p) {
            return Some((pay.seen_by(self.q.to_move(p)).points(), 0));
        }
        if let Some(&v) = self.memo.lock().unwrap().get(p) {
            return Some(v);
        }
        let mut best: Option<(i16, u8)> = None;
        for m in self.moves(p, stop)? {
            let v = (m.value.points(), m.distance);
            if best.is_none_or(|b| better(v, b)) {
                best = Some(v);
            }
        }
        let b = best.unwrap();
        self.memo.lock().unwrap().insert(*p, b);
        Some(b)
    }
    pub(crate) fn moves(&self, p: &Position, stop: &Stop) -> Option<Vec<RatedMove>> {
        let mut ms = vec![];
        self.q.moves(p, &mut ms);
        let me = self.q.to_move(p);
        ms.into_iter()
            .map(|m| {
                let n = p.after(m).unwrap();
                let (v, d) = self.rec(&n, stop)?;
                let s = Score::new(v).across(self.q.to_move(&n), me);
                Some(RatedMove {
                    turn: m,
                    value: s,
                    distance: d + u8::from(matches!(m, Move::Place(_))),
                })
            })
            .collect()
    }
    pub(crate) fn value(&self, p: &Position, stop: &Stop) -> Option<Score> {
        self.rec(p, stop).map(|v| Score::new(v.0))
    }
    pub(crate) fn solve(&self, p: &Position, stop: &Stop) -> Option<Solution> {
        let (v, d) = self.rec(p, stop)?;
        let best = if self.q.payoff(p).is_some() {
            vec![]
        } else {
            self.moves(p, stop)?
                .into_iter()
                .filter(|m| m.value.points() == v && m.distance == d)
                .map(|m| m.turn)
                .collect()
        };
        Some(Solution {
            value: Score::new(v),
            distance: d,
            best,
        })
    }
}
fn better(a: (i16, u8), b: (i16, u8)) -> bool {
    a.0 > b.0 || a.0 == b.0 && (if a.0 > 0 { a.1 < b.1 } else { a.1 > b.1 })
}
pub(crate) struct Perfect(Solver, PaperPlayer);
impl Perfect {
    pub(crate) fn new(rules: Rules, o: SolverOptions) -> Perfect {
        Perfect(
            Solver::new(rules, o),
            PaperPlayer::new(rules, 6, PlayerOptions::default()),
        )
    }
    pub(crate) fn choose(&self, p: &Position, _b: Duration, stop: &Stop) -> Option<Move> {
        if p.placed() < 9 {
            Some(self.1.choose(p, stop).turn)
        } else {
            self.0.solve(p, stop).map(|s| s.best[0])
        }
    }
    pub(crate) fn solver(&self) -> &Solver {
        &self.0
    }
}
