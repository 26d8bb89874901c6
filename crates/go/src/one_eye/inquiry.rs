//! What a report asks, and by whom it is answered.
//!
//! For each side to move first: what can be had, and which first moves keep it.
//! The questions about first moves are the parts of the question about the
//! position, so a thread that has nothing else to do may answer them before the
//! position is answered: whatever it finds out is in the table that all threads
//! share, and nearly all of it would have been asked anyway. Each question is
//! searched by one thread, as if it were alone.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::position::{Mover, Position};
use super::{Answer, Class, Goal, Question, Solver, Spent};
use crate::mask::Mask;

/// What is asked about one side's moving first.
pub(super) struct Inquiry<M> {
    root: Position<M>,
    has_eye: bool,
    class: OnceLock<Result<Class, Spent>>,
    moves: Vec<First>,
}

/// A first move.
struct First {
    /// `None` for a pass.
    place: Option<usize>,
    class: OnceLock<Result<Class, Spent>>,
}

/// One thing to find out: about a first move, or about the position itself.
struct Task<'i, M> {
    inquiry: &'i Inquiry<M>,
    first: Option<&'i First>,
}

impl<M: Mask> Inquiry<M> {
    pub(super) fn new(solver: &Solver<'_, M>, mover: Mover) -> Inquiry<M> {
        let scene = &solver.scene;
        let root = Position::root(solver.problem, &scene.shape, mover);
        let has_eye = root.has_eye(&scene.shape);
        let mut moves = Vec::new();
        if solver.options.moves && !has_eye {
            let bare = Question::bare(scene, Goal::Eye, root);
            let stones = root.empties().places();
            let legal = stones.filter(|place| bare.after(*place).is_some());
            moves.extend(legal.map(Some).chain([None]).map(|place| First {
                place,
                class: OnceLock::new(),
            }));
        }
        Inquiry {
            root,
            has_eye,
            class: OnceLock::new(),
            moves,
        }
    }

    pub(super) fn mover(&self) -> Mover {
        self.root.mover
    }

    /// Whether every move keeps the answer: it is the worst for whoever moves.
    fn is_lost(&self, class: Class) -> bool {
        class
            == match self.root.mover {
                Mover::Defender => Class::None,
                Mover::Attacker => Class::Eye,
            }
    }

    /// Whether first moves need not be asked about any more.
    fn is_settled(&self) -> bool {
        match self.class.get() {
            Some(Ok(class)) => self.is_lost(*class),
            Some(Err(Spent)) => true,
            None => false,
        }
    }

    /// What was found out.
    pub(super) fn answer(&self, solver: &Solver<'_, M>) -> Result<Answer, Spent> {
        if self.has_eye {
            return Ok(Answer {
                class: Class::Eye,
                moves: Vec::new(),
                all_moves: true,
            });
        }
        let class = self.class.get().copied().unwrap_or(Err(Spent))?;
        let mut moves = Vec::new();
        let mut all_moves = true;
        for first in &self.moves {
            let keeps = match first.class.get() {
                _ if self.is_lost(class) => true,
                Some(Ok(after)) => *after == class,
                Some(Err(Spent)) | None => {
                    all_moves = false;
                    false
                }
            };
            if keeps {
                moves.push(first.place.map(|place| solver.scene.shape.point(place)));
            }
        }
        Ok(Answer {
            class,
            moves,
            all_moves,
        })
    }
}

impl<M: Mask> Solver<'_, M> {
    /// Answers what is asked, on as many threads as the options say.
    pub(super) fn work_on(&self, sides: &[Inquiry<M>]) {
        let positions = sides.iter().filter(|side| !side.has_eye);
        let positions = positions.map(|inquiry| Task {
            inquiry,
            first: None,
        });
        let moves = sides.iter().flat_map(|inquiry| {
            inquiry.moves.iter().map(move |first| Task {
                inquiry,
                first: Some(first),
            })
        });
        let tasks: Vec<_> = positions.chain(moves).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.carry_out(task);
            }
        };
        let helpers = self.options.threads.min(tasks.len()).saturating_sub(1);
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(work);
            }
            work();
        });
    }

    fn carry_out(&self, task: &Task<'_, M>) {
        let inquiry = task.inquiry;
        let Some(first) = task.first else {
            let root = |goal| Question::new(&self.scene, goal, inquiry.root);
            inquiry.class.get_or_init(|| self.class(&root));
            return;
        };
        if inquiry.is_settled() {
            return;
        }
        let bare = |goal| Question::bare(&self.scene, goal, inquiry.root);
        first.class.get_or_init(|| match first.place {
            Some(place) => self.class(&|goal| bare(goal).after(place).expect("legal")),
            None => self.class(&|goal| bare(goal).after_pass()),
        });
    }
}
