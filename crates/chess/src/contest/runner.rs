//! Many games at once.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

use cozy_chess::Color;
use tabia_kernel::search::Stop;

use super::{Adjudication, Control, Opening, Played, Termination, play_game};
use crate::engines::{self, Engine, EngineError, EngineSpec, Protocol};
use crate::pgn::GameResult;
use crate::search::STACK;

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number in the whole schedule.
    pub number: usize,
    /// Who has White and who Black, by their place in the list of engines.
    pub players: [usize; 2],
    /// Where it begins.
    pub opening: Opening,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which game.
    pub task: Task,
    /// How it went.
    pub played: Played,
}

/// Plays all tasks, `concurrency` at a time, and hands each finished game to
/// `done` as it ends. Ends early when `stop` is requested or `done` says so.
///
/// Each of the concurrent games has engines of its own, which are started when
/// first needed and kept from game to game. An engine that failed is started
/// anew for its next game; one that cannot be started loses.
pub fn run(
    specs: &[EngineSpec],
    tasks: Vec<Task>,
    control: Control,
    rules: &Adjudication,
    concurrency: usize,
    stop: &Stop,
    mut done: impl FnMut(Finished) -> bool,
) {
    let queue = Mutex::new(tasks.into_iter());
    let enough = Stop::new();
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..concurrency.max(1) {
            let send = send.clone();
            let (queue, enough) = (&queue, &enough);
            let play = move || {
                let mut bench = Bench::new(specs);
                loop {
                    if stop.is_requested() || enough.is_requested() {
                        break;
                    }
                    let task = queue.lock().expect("nobody panics with it").next();
                    let Some(task) = task else { break };
                    let Some(played) = bench.play(&task, control, rules, stop) else {
                        break;
                    };
                    if send.send(Finished { task, played }).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, play).expect("there are threads");
        }
        drop(send);
        for finished in receive {
            if !done(finished) {
                enough.request();
            }
        }
    });
}

/// The engines of one of the concurrent games: started when first needed, and
/// kept from game to game.
pub struct Bench {
    specs: Vec<EngineSpec>,
    /// By side and number: an engine may play itself.
    running: HashMap<(usize, usize), Box<dyn Engine>>,
}

impl Bench {
    /// Nobody has been started yet.
    #[must_use]
    pub fn new(specs: &[EngineSpec]) -> Bench {
        Bench {
            specs: specs.to_vec(),
            running: HashMap::new(),
        }
    }

    /// Takes an engine, started if it is not yet.
    fn take(
        &mut self,
        side: usize,
        player: usize,
        control: Control,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let other = (1 - side, player);
        if let Some(engine) = self.running.remove(&(side, player)) {
            return Ok(engine);
        }
        if let Some(engine) = self.running.remove(&other) {
            return Ok(engine);
        }
        let spec = &self.specs[player];
        match (spec.protocol, control) {
            (Protocol::Own, Control::Nodes(_) | Control::Depth(_)) => engines::start_here(spec),
            _ => engines::start(spec),
        }
    }

    /// Plays a game; `None` if it was stopped. An engine that failed is started
    /// anew for its next game; one that cannot be started loses.
    pub fn play(
        &mut self,
        task: &Task,
        control: Control,
        rules: &Adjudication,
        stop: &Stop,
    ) -> Option<Played> {
        let [white, black] = task.players;
        let mut white = match self.take(0, white, control) {
            Ok(engine) => engine,
            Err(error) => return Some(not_started(Color::White, error)),
        };
        let mut black = match self.take(1, black, control) {
            Ok(engine) => engine,
            Err(error) => {
                self.running.insert((0, task.players[0]), white);
                return Some(not_started(Color::Black, error));
            }
        };
        let played = play_game(
            [white.as_mut(), black.as_mut()],
            &task.opening,
            control,
            rules,
            stop,
        )?;
        // Who misbehaved is not trusted with another game.
        let at_fault = played.termination.at_fault();
        if at_fault != Some(Color::White) {
            self.running.insert((0, task.players[0]), white);
        }
        if at_fault != Some(Color::Black) {
            self.running.insert((1, task.players[1]), black);
        }
        Some(played)
    }
}

fn not_started(side: Color, error: EngineError) -> Played {
    Played {
        moves: Vec::new(),
        comments: Vec::new(),
        result: match side {
            Color::White => GameResult::Black,
            Color::Black => GameResult::White,
        },
        termination: Termination::Crashed(side, error),
    }
}
