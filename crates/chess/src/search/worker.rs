//! One thread of the search: alpha-beta over positions.

mod quiescence;
mod root;
mod tree;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;
use cozy_chess::{Board, Move, Piece};
use tabia_kernel::search::Stop;

use super::clock::{Clock, Limits};
use super::history::{Histories, NOTHING, Placed};
use super::keys::Keys;
use super::margins::Margins;
use super::picker::Path;
use super::reductions::Reductions;
use crate::eval::Evaluator;
use crate::position;
use crate::score::{EVAL_BOUND, MAX_PLY, NONE};
use crate::table::Table;

pub(crate) use root::RootMove;

/// What threads share while they search one position.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) clock: &'a Clock,
    pub(crate) limits: &'a Limits,
    /// The caller's wish to stop.
    pub(crate) stop: &'a Stop,
    /// The main thread's order to stop.
    pub(crate) halt: &'a AtomicBool,
    /// Nodes visited by each thread, brought up to date now and then.
    pub(crate) nodes: &'a [AtomicU64],
    pub(crate) multi_pv: usize,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }
}

/// What a thread keeps from one search to the next.
pub(crate) struct Memory {
    pub(crate) histories: Histories,
    pub(crate) evaluator: Evaluator,
    margins: Margins,
    reductions: Reductions,
    keys: &'static Keys,
}

impl Memory {
    pub(crate) fn new(evaluator: Evaluator, margins: &Margins) -> Memory {
        Memory {
            histories: Histories::new(),
            evaluator,
            margins: margins.clone(),
            reductions: Reductions::new(margins),
            keys: Keys::get(),
        }
    }

    /// Searches with these numbers from now on.
    pub(crate) fn set_margins(&mut self, margins: &Margins) {
        self.margins = margins.clone();
        self.reductions = Reductions::new(margins);
    }
}

/// Frames before the root, so that every ply has some before it.
const BEFORE: usize = 4;
/// Clocks and counters are looked at this often.
const PATIENCE: u64 = 1 << 10;

/// A line of play.
pub(crate) type Line = ArrayVec<Move, { MAX_PLY + 1 }>;

/// What the search notes at one ply of the line it is in.
#[derive(Clone)]
struct Frame {
    /// The move made here, as what it put where.
    placed: Placed,
    /// Whether that was a null move.
    null: bool,
    /// The static score as the weights say, or [`NONE`] in check.
    raw: i32,
    /// The same, corrected.
    eval: i32,
    killers: [Option<Move>; 2],
    /// A move left out, to see whether it is the only good one.
    excluded: Option<Move>,
    /// How often the line was extended by two.
    doubles: u8,
    /// Moves that refuted at the ply after this.
    cutoffs: u32,
    line: Line,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            placed: NOTHING,
            null: false,
            raw: NONE,
            eval: NONE,
            killers: [None; 2],
            excluded: None,
            doubles: 0,
            cutoffs: 0,
            line: Line::new(),
        }
    }
}

/// A thread at work.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    memory: &'a mut Memory,
    /// The number of the thread; 0 is the main one, which watches the limits.
    id: usize,
    frames: Vec<Frame>,
    /// Keys of the positions from the last capture or pawn move of the game
    /// to the one before the current one.
    keys: Vec<u64>,
    /// Where the keys since the last null move begin.
    passed: usize,
    nodes: u64,
    /// The most nodes, if they are limited and there is one thread.
    node_limit: u64,
    deepest: usize,
    root_depth: i32,
    root_moves: Vec<RootMove>,
    /// Which of several best lines is being searched.
    line_index: usize,
    stopped: bool,
    /// No null move before this ply, while one is being verified.
    null_from: usize,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        id: usize,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        keys: &[u64],
        root_moves: Vec<RootMove>,
    ) -> Worker<'a> {
        let single = shared.nodes.len() == 1;
        Worker {
            shared,
            memory,
            id,
            frames: vec![Frame::new(); BEFORE + MAX_PLY + 2],
            keys: keys.to_vec(),
            passed: 0,
            nodes: 0,
            node_limit: match shared.limits.nodes {
                Some(nodes) if single => nodes,
                _ => u64::MAX,
            },
            deepest: 0,
            root_depth: 0,
            root_moves,
            line_index: 0,
            stopped: false,
            null_from: 0,
        }
    }

    #[inline]
    fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE + ply]
    }

    #[inline]
    fn eval_before(&self, ply: usize, plies: usize) -> i32 {
        self.frames[BEFORE + ply - plies].eval
    }

    /// What ordering may know at this ply.
    #[inline]
    fn path(&self, ply: usize) -> Path {
        let here = BEFORE + ply;
        let before = [1, 2, 4].map(|plies| self.frames[here - plies].placed);
        Path {
            killers: self.frames[here].killers,
            counter: self.memory.histories.counter(before[0]),
            before,
        }
    }

    /// The table will be asked about the board after a move.
    #[inline]
    fn foresee(&self, board: &Board, m: Move, piece: Piece, victim: Option<Piece>) {
        let key = self.memory.keys.after(board, m, piece, victim);
        self.shared.table.prefetch(key);
    }

    /// Counts a node; true if the search is to be given up.
    #[inline]
    fn visit(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.node_limit {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(PATIENCE) {
            self.look_up();
        }
        self.stopped
    }

    /// Tells the others how far this thread is, and whether to stop.
    #[cold]
    fn look_up(&mut self) {
        let shared = self.shared;
        shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
        if self.id == 0 {
            let spent = shared
                .limits
                .nodes
                .is_some_and(|limit| shared.total_nodes() >= limit);
            if spent || shared.stop.is_requested() || shared.clock.is_up() {
                shared.halt.store(true, Ordering::Relaxed);
            }
        }
        if shared.halt.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    /// Searches the position after passing in the one with this key.
    #[inline]
    fn pass<T>(&mut self, key: u64, search: impl FnOnce(&mut Self) -> T) -> T {
        self.keys.push(key);
        let before = std::mem::replace(&mut self.passed, self.keys.len());
        let found = search(self);
        self.passed = before;
        self.keys.pop();
        found
    }

    /// Whether the position is drawn by rule: repeated, or nothing happened
    /// for fifty moves, or nobody can mate. One repetition is enough inside
    /// the tree, as what could be repeated once can be repeated again. What stood
    /// before a null move cannot come again by play.
    #[inline]
    fn is_drawn(&self, board: &Board, key: u64, ply: usize) -> bool {
        let clock = usize::from(board.halfmove_clock());
        if clock >= 100 {
            // Mate on the board comes first.
            return board.checkers().is_empty() || board.generate_moves(|_| true);
        }
        let len = self.keys.len();
        let reach = clock.min(len - self.passed);
        let mut seen_before_root = false;
        let mut back = 4;
        while back <= reach {
            if self.keys[len - back] == key {
                if back < ply || seen_before_root {
                    return true;
                }
                seen_before_root = true;
            }
            back += 2;
        }
        position::is_dead(board)
    }

    /// The static score for the side to move, as the weights say.
    #[inline]
    fn evaluate(&mut self, board: &Board) -> i32 {
        let eval = self.memory.evaluator.centipawns(board);
        eval.clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// The same where nothing is known, which may be after passing.
    #[inline]
    fn evaluate_at(&mut self, board: &Board, ply: usize) -> i32 {
        let before = &self.frames[BEFORE + ply - 1];
        if before.null && before.raw != NONE {
            let eval = self.memory.evaluator.after_passing(board, before.raw);
            return eval.clamp(-EVAL_BOUND, EVAL_BOUND);
        }
        self.evaluate(board)
    }

    /// The static score with what was learnt and how long nothing happened.
    #[inline]
    fn refined(&self, board: &Board, eval: i32) -> i32 {
        let key = Histories::correction_key(board);
        let fading = 200 - i32::from(board.halfmove_clock());
        let margins = &self.memory.margins;
        (self.memory.histories).corrected(key, eval * fading / 200, margins)
    }
}

/// The board after a move.
#[inline]
fn after(board: &Board, m: Move) -> Board {
    let mut child = board.clone();
    child.play_unchecked(m);
    child
}

/// Whether the side to move has more than pawns, so that it can lose a move.
#[inline]
fn has_officers(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    !(own & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Profile, Weights};
    use crate::position::{Position, key};
    use crate::search::PonderHit;

    #[test]
    fn what_stood_before_a_null_move_does_not_come_again() {
        let weights = Weights::shipped(Profile::Full);
        let mut memory = Memory::new(Evaluator::new(&weights), &Margins::default());
        let limits = Limits::default();
        let shared = Shared {
            table: &Table::with_mebibytes(1).expect("room"),
            clock: &Clock::new(&limits, PonderHit::new()),
            limits: &limits,
            stop: &Stop::new(),
            halt: &AtomicBool::new(false),
            nodes: &[AtomicU64::new(0)],
            multi_pv: 1,
        };
        let mut worker = Worker::new(0, &shared, &mut memory, &[], Vec::new());
        // Black passes, and White's king comes back by a triangle while Black's goes
        // there and back: the same position, with Black to move again.
        let first: Board = "4k3/p7/8/8/8/8/P7/4K3 b - - 10 30"
            .parse()
            .expect("a board");
        let passed = first.null_move().expect("no check");
        let moves = ["e1d1", "e8e7", "d1d2", "e7e8", "d2e1"];
        let after_moves = |worker: &mut Worker<'_>, moves: &[&str]| {
            let mut board = passed.clone();
            for text in moves {
                worker.keys.push(key(&board));
                board.play(text.parse().expect("a move"));
            }
            // The position in which Black passes is a ply below the root.
            let drawn = worker.is_drawn(&board, key(&board), moves.len() + 2);
            worker.keys.truncate(worker.keys.len() - moves.len());
            (board, drawn)
        };
        let (board, drawn) = worker.pass(key(&first), |worker| after_moves(worker, &moves));
        assert_eq!(key(&board), key(&first));
        assert!(!drawn);
        // What has stood since comes again.
        let dance = ["e1d1", "e8d8", "d1e1", "d8e8"];
        let (_, drawn) = worker.pass(key(&first), |worker| after_moves(worker, &dance));
        assert!(drawn);
        // Neither has the null move left anything behind.
        assert_eq!((worker.keys.len(), worker.passed), (0, 0));
        let mut position = Position::new(first);
        for text in ["e8d8", "e1d1", "d8e8", "d1e1"] {
            position.play(text.parse().expect("a move"));
        }
        worker.keys = position.keys().to_vec();
        assert!(worker.is_drawn(position.board(), key(position.board()), 5));
    }
}
