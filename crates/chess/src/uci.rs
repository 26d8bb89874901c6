//! The engine behind the Universal Chess Interface.

mod command;
mod options;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use cozy_chess::{Board, Color, Move};
use tabia_kernel::search::Stop;

use crate::eval::{Evaluator, Weights};
use crate::perft;
use crate::position::{self, Position};
use crate::search::{ClockLimits, Engine, Info, Limits, PonderHit, STACK, Strength};
use crate::text::{read_fen, read_move, write_uci};
use command::{Command, Go, Start, shortened};
use options::Change;
pub(crate) use options::Options;

/// Answers commands from `input` on `output` until `quit` or the end of the
/// input; a search with a limit is then finished, one without is stopped.
///
/// Whatever the input, the engine stays alive: what cannot be understood or
/// is impossible is answered by an `info string` that says why.
///
/// Every `go` but `go perft` is answered by a `bestmove`, as programs wait for
/// it. Words of it that cannot be understood are left out; if no limit is left
/// then, it looks one ply ahead. The null move `0000` is the answer where
/// there is no legal move, or no position: one that was refused leaves none,
/// for a move in the position before it would be a move in another game.
///
/// # Errors
///
/// When the input cannot be read or the output written.
pub fn serve(
    weights: &Weights,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    answer(Options::new(weights.clone()), input, output)
}

/// As [`serve`], for tuners: the numbers of the search, its
/// [`Margins`](crate::search::Margins), are declared as options too.
///
/// # Errors
///
/// When the input cannot be read or the output written.
pub fn serve_tuners(
    weights: &Weights,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let options = Options {
        show_margins: true,
        ..Options::new(weights.clone())
    };
    answer(options, input, output)
}

fn answer(
    options: Options,
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut session = Session::new(options, output)?;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return session.end(false);
        }
        let text = String::from_utf8_lossy(&line);
        let command = Command::read(&text);
        if command == Command::Quit {
            return session.end(true);
        }
        session.obey(command)?;
    }
}

/// Where lines go, from both threads.
type Output = Arc<Mutex<dyn Write + Send>>;

fn lock(output: &Output) -> MutexGuard<'_, dyn Write + Send + 'static> {
    output
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn say(output: &Output, text: &str) -> io::Result<()> {
    let mut output = lock(output);
    writeln!(output, "{text}")?;
    output.flush()
}

/// What takes time.
enum Order {
    Search(Search),
    Count(Count),
}

/// The thread of the searches. There is one for all of them: a new one for each
/// would begin with memory that the system has yet to find, on the clock.
struct Searcher {
    orders: Sender<(Order, Engine)>,
    engines: Receiver<Engine>,
}

impl Searcher {
    fn start() -> io::Result<Searcher> {
        let (orders, ordered) = mpsc::channel::<(Order, Engine)>();
        let (done, engines) = mpsc::channel();
        thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                for (order, mut engine) in ordered {
                    match order {
                        Order::Search(search) => search.run(&mut engine),
                        Order::Count(count) => count.run(),
                    }
                    if done.send(engine).is_err() {
                        break;
                    }
                }
            })?;
        Ok(Searcher { orders, engines })
    }
}

/// A search under way, which has the engine for so long.
struct Running {
    stop: Stop,
    hit: PonderHit,
    /// Whether it ends only when told to.
    endless: bool,
}

struct Session {
    output: Output,
    options: Options,
    /// There unless a search has it.
    engine: Option<Engine>,
    searcher: Searcher,
    running: Option<Running>,
    /// The position, unless the last one was refused.
    position: Option<Position>,
}

impl Session {
    fn new(options: Options, output: impl Write + Send + 'static) -> io::Result<Session> {
        Ok(Session {
            output: Arc::new(Mutex::new(output)),
            engine: Some(Engine::new(&options.weights)),
            options,
            searcher: Searcher::start()?,
            running: None,
            position: Some(Position::default()),
        })
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => {
                let version = env!("CARGO_PKG_VERSION");
                let greeting = format!(
                    "id name Tabia {version}\nid author the Tabia authors\n{}uciok",
                    self.options.declaration()
                );
                say(&self.output, &greeting)
            }
            Command::IsReady => say(&self.output, "readyok"),
            Command::NewGame => {
                self.settled().new_game();
                self.position = Some(Position::default());
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.hit.happened();
                }
                Ok(())
            }
            Command::Show => match &self.position {
                Some(position) => say(&self.output, &format!("info string {}", position.board())),
                None => self.complain("there is no position"),
            },
            Command::Eval => self.show_eval(),
            Command::BadPosition(why) => {
                self.position = None;
                self.complain(&why)
            }
            Command::Malformed(why) => self.complain(&why),
            Command::Quit | Command::Nothing => Ok(()),
        }
    }

    fn complain(&self, why: &str) -> io::Result<()> {
        let one_line = why.replace(['\n', '\r'], " ");
        say(&self.output, &format!("info string error: {one_line}"))
    }

    /// Ends a search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.request();
        }
        self.wait();
    }

    /// Waits for a search to end by itself.
    fn wait(&mut self) {
        if self.running.take().is_some() {
            let engine = self.searcher.engines.recv();
            self.engine = Some(engine.expect("searches do not panic"));
        }
    }

    /// The engine, at rest.
    fn settled(&mut self) -> &mut Engine {
        self.stop();
        self.engine.as_mut().expect("no search has the engine")
    }

    fn end(&mut self, at_once: bool) -> io::Result<()> {
        let endless = self.running.as_ref().is_some_and(|running| running.endless);
        if at_once || endless {
            self.stop();
        } else {
            self.wait();
        }
        lock(&self.output).flush()
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.stop();
        let change = match self.options.set(name, value) {
            Ok(change) => change,
            Err(why) => return self.complain(&shortened_line(&why)),
        };
        let options = self.options.clone();
        if let Err(error) = options.apply(change, self.settled()) {
            return self.complain(&format!("{name} {value}: {error}"));
        }
        if change == Change::Weights {
            let origin = options.weights.origin().unwrap_or("unknown");
            let note = format!("info string {} weights: {origin}", options.profile);
            return say(&self.output, &note);
        }
        Ok(())
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> io::Result<()> {
        let board = match start {
            Start::Usual => Board::startpos(),
            Start::Fen(fen) => match read_fen(fen) {
                Ok(board) => board,
                Err(error) => {
                    self.position = None;
                    return self.complain(&shortened_line(&error.to_string()));
                }
            },
        };
        let mut position = Position::new(board);
        for (i, text) in moves.iter().enumerate() {
            match read_move(position.board(), text) {
                Ok(m) => position.play(m),
                Err(error) => {
                    self.position = None;
                    let why = format!("move {}: {error}", i + 1);
                    return self.complain(&shortened_line(&why));
                }
            }
        }
        self.position = Some(position);
        Ok(())
    }

    fn show_eval(&mut self) -> io::Result<()> {
        let Some(position) = &self.position else {
            return self.complain("there is no position");
        };
        let score = Evaluator::new(&self.options.weights).score(position.board());
        say(&self.output, &format!("info string {} for White", score))
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        self.stop();
        for why in &go.wrong {
            self.complain(why)?;
        }
        let Some(position) = self.position.clone() else {
            self.complain("there is no position to search")?;
            return say(&self.output, "bestmove 0000");
        };
        if let Some(depth) = go.perft {
            return self.count(position, depth);
        }
        let mut limits = limits_of(go, position.board().side_to_move());
        limits.overhead = self.options.overhead;
        for text in &go.search_moves {
            match read_move(position.board(), text) {
                Ok(m) => limits.moves.push(m),
                Err(error) => self.complain(&shortened_line(&error.to_string()))?,
            }
        }
        let unlimited = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.move_time.is_none()
            && limits.clock.is_none()
            && limits.mate.is_none();
        // Who has tried to set a limit waits for the answer.
        let mistaken = unlimited && !go.infinite && !go.wrong.is_empty();
        if mistaken {
            limits.depth = Some(1);
        }
        let strength = self.options.strength();
        if let Some(strength) = strength {
            limits = strength.limited(&limits);
        }
        let endless = go.infinite || (unlimited && strength.is_none() && !mistaken);
        let (stop, hit) = (Stop::new(), PonderHit::new());
        let search = Search {
            output: Arc::clone(&self.output),
            position,
            limits,
            endless,
            strength,
            multi_pv: self.options.multi_pv,
            chess960: self.options.chess960,
            stop: stop.clone(),
            hit: hit.clone(),
        };
        self.order(Order::Search(search));
        self.running = Some(Running {
            stop,
            hit,
            endless: endless || go.ponder,
        });
        Ok(())
    }

    /// `go perft`: nodes below each move.
    fn count(&mut self, position: Position, depth: u32) -> io::Result<()> {
        if !(1..=perft::DEEPEST).contains(&depth) {
            let most = perft::DEEPEST;
            return self.complain(&format!(
                "go perft: lines have 1 to {most} plies, not {depth}"
            ));
        }
        let stop = Stop::new();
        self.order(Order::Count(Count {
            output: Arc::clone(&self.output),
            position,
            depth,
            stop: stop.clone(),
        }));
        self.running = Some(Running {
            stop,
            hit: PonderHit::new(),
            endless: false,
        });
        Ok(())
    }

    /// Hands the engine to the thread of the searches.
    fn order(&mut self, order: Order) {
        let engine = self.engine.take().expect("no search has the engine");
        let sent = self.searcher.orders.send((order, engine));
        assert!(sent.is_ok(), "searches do not panic");
    }
}

fn shortened_line(text: &str) -> String {
    match text.char_indices().nth(400) {
        None => text.to_owned(),
        Some(_) => text
            .split(' ')
            .map(shortened)
            .collect::<Vec<_>>()
            .join(" ")
            .chars()
            .take(400)
            .collect(),
    }
}

fn limits_of(go: &Go, side: Color) -> Limits {
    let own = side as usize;
    // A program that sends only the other clock means something, too.
    let time = go.time[own].or(go.time[1 - own]);
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: go.move_time,
        mate: go.mate,
        clock: match (go.infinite, time) {
            (false, Some(time)) => Some(ClockLimits {
                time,
                increment: go.increment[own].unwrap_or_default(),
                moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            }),
            _ => None,
        },
        ponder: go.ponder,
        ..Limits::default()
    }
}

/// A count of the lines of legal play.
struct Count {
    output: Output,
    position: Position,
    depth: u32,
    stop: Stop,
}

impl Count {
    fn run(&self) {
        let board = self.position.board();
        let nodes = perft::divide(board, self.depth, &self.stop, |m, nodes| {
            let _ = say(&self.output, &format!("{}: {nodes}", write_uci(board, m)));
        });
        let _ = match nodes {
            Some(nodes) => say(&self.output, &format!("\nNodes searched: {nodes}")),
            None => say(&self.output, "info string go perft was stopped"),
        };
    }
}

/// A search and what it needs to report.
struct Search {
    output: Output,
    position: Position,
    limits: Limits,
    endless: bool,
    strength: Option<Strength>,
    multi_pv: usize,
    chess960: bool,
    stop: Stop,
    hit: PonderHit,
}

impl Search {
    fn run(&self, engine: &mut Engine) {
        let board = self.position.board();
        // A reader that went away is noticed when the next command is read.
        let outcome = engine.search_pondering(
            &self.position,
            &self.limits,
            &self.stop,
            &self.hit,
            &mut |info| {
                if info.place <= self.multi_pv {
                    let _ = say(&self.output, &self.describe(info));
                }
            },
        );
        // The answer to `go infinite` and `go ponder` has to wait.
        while !self.stop.is_requested()
            && (self.endless || (self.limits.ponder && !self.hit.has_happened()))
        {
            thread::sleep(Duration::from_millis(1));
        }
        let chosen = match self.strength {
            Some(strength) => strength.choose(&outcome, position::key(board)),
            None => outcome.best,
        };
        let mut answer = match chosen {
            Some(m) => format!("bestmove {}", self.write(board, m)),
            None => {
                let _ = say(
                    &self.output,
                    &format!("info depth 0 score {}", outcome.value),
                );
                "bestmove 0000".to_owned()
            }
        };
        if chosen == outcome.best
            && let (Some(m), Some(reply)) = (outcome.best, outcome.ponder)
        {
            let mut after = board.clone();
            after.play_unchecked(m);
            answer += &format!(" ponder {}", self.write(&after, reply));
        }
        let _ = say(&self.output, &answer);
    }

    fn describe(&self, info: &Info) -> String {
        let milliseconds = info.time.as_millis();
        let seconds = info.time.as_secs_f64().max(1e-6);
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {milliseconds} pv",
            info.depth,
            info.deepest.max(info.depth),
            info.place,
            info.value,
            info.nodes,
            (info.nodes as f64 / seconds) as u64,
            info.permille_used,
        );
        let mut board = self.position.board().clone();
        for &m in &info.line {
            text.push(' ');
            text += &self.write(&board, m);
            board.play_unchecked(m);
        }
        text
    }

    fn write(&self, board: &Board, m: Move) -> String {
        if self.chess960 {
            m.to_string()
        } else {
            write_uci(board, m)
        }
    }
}
