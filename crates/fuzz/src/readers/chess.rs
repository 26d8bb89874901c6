//! Chess: positions, games, weights, and what engines are told.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tabia_chess::contest::Control;
use tabia_chess::engines::{Budget, Course, EngineSpec, Reply, scripted};
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::pgn::{self, write_game};
use tabia_chess::suite::Problem;
use tabia_chess::text::{Epd, read_fen, read_moves};
use tabia_chess::uci;
use tabia_kernel::search::Stop;

use super::{answer, of_text, texts};
use crate::Reader;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

pub(super) fn readers() -> Vec<Reader> {
    vec![
        of_text(
            "fen",
            [START, CASTLING, "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1"],
            read_fen,
        ),
        of_text(
            "epd",
            [
                "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
                "8/8/8/8/8/4k3/4p3/4K3 w - - c0 \"draw\"; am Kf1;",
            ],
            Epd::read,
        ),
        of_text(
            "suite",
            [
                "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
                "7k/8/8/8/8/8/8/K5Q1 w - - bm Qg7; c0 \"Qg7=10, Qg2=3\";",
            ],
            Problem::read,
        ),
        of_text("chess-moves", ["e2e4", "Nf3", "e4"], |text| {
            read_moves(&cozy_chess::Board::default(), text)
        }),
        Reader::new(
            "pgn",
            texts([
                "[Event \"A\"]\n[FEN \"8/8/8/8/8/4k3/8/4K3 w - - 0 1\"]\n\n1. Kd1 {a ; b} 1/2-1/2\n",
                "1. e4 e5 2. Nf3 (2. f4 exf4 $1) 2... Nc6 ; to the end\n3. Bb5 a6 1-0\n\n1. d4 *\n",
                "%escape\n[White \"x\\\"y\"]\n1.e4 c5 2.0-0 e8=Q# 0-1",
            ]),
            |bytes| {
                let games = pgn::Reader::new(bytes);
                let mut answers = Vec::new();
                for game in games {
                    answers.push(match game {
                        Ok(game) => {
                            // What was read can be written.
                            let text = write_game(&game, &[]);
                            let again = pgn::Reader::new(text.as_bytes()).next();
                            assert!(again.is_none_or(|again| again.is_ok()), "{text}");
                            "game".to_owned()
                        }
                        Err(error) => format!("{error:?}"),
                    });
                }
                answers.dedup();
                answers.truncate(3);
                answers.join(" | ")
            },
        ),
        Reader::new(
            "weights",
            vec![
                Weights::hand_set(Profile::Seed38).to_json().into_bytes(),
                Weights::hand_set(Profile::Base33).to_json().into_bytes(),
            ],
            |bytes| answer(Weights::from_json(&String::from_utf8_lossy(bytes))),
        ),
        of_text(
            "engine-spec",
            [
                "stockfish;Skill Level=5",
                "gnuchess --uci;name=GNU",
                "phalanx;protocol=xboard",
            ],
            EngineSpec::read,
        ),
        of_text(
            "time-control",
            ["2+0.02", "nodes:5000", "depth:6", "movetime:0.1"],
            str::parse::<Control>,
        ),
        uci_commands(),
        engine(
            "uci-engine",
            "x",
            [
                "id name X\noption name Ponder type check default false\noption name A type spin default 1 min 0 max 9\nuciok\nreadyok\nreadyok\ninfo depth 3 score cp 12 nodes 77 pv e2e4\nbestmove e2e4 ponder e7e5",
                "uciok\nreadyok\nreadyok\ninfo multipv 2 score mate -3 string x\nbestmove 0000",
            ],
        ),
        engine(
            "xboard-engine",
            "x;protocol=xboard",
            [
                "feature myname=\"X 5\" setboard=1 ping=1 usermove=1 san=1 done=1\npong 1\n12 35 100 2000 e2e4 e7e5\nmove e4",
                "Chess\nfeature done=0\nfeature setboard=0 option=\"A -spin 1 2 3\" done=1\n9. -100003 5 77 d4\nMy move is: d2d4",
                "feature done=1\ntellics resign",
            ],
        ),
    ]
}

/// What an engine says while it is started, begins a game and plays a move.
fn engine<const N: usize>(name: &'static str, spec: &str, said: [&str; N]) -> Reader {
    let spec = EngineSpec::read(spec).expect("a player");
    Reader::new(name, texts(said), move |bytes| {
        let played = scripted(&spec, bytes).and_then(|mut engine| {
            let board = cozy_chess::Board::default();
            engine.new_game(&board)?;
            let course = Course {
                start: &board,
                moves: &[],
                board: &board,
            };
            let patience = Duration::from_secs(1);
            engine.think(course, Budget::Depth(3), patience, &Stop::new())
        });
        match played {
            Ok(Reply::Plays { value, .. }) => format!("plays {}", value.is_some()),
            Ok(Reply::Resigns) => "resigns".to_owned(),
            Err(error) => answer::<(), _>(Err(error)),
        }
    })
}

/// Commands of the UCI protocol, to an engine that stays the same until it is
/// told to quit. Memory and threads are the user's to set, so lines that do are
/// left out, and searches are ended by the next line.
fn uci_commands() -> Reader {
    let samples = texts([
        "position startpos moves e2e4 e7e5\ngo nodes 20\nstop",
        "position fen 8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1 moves c7c5\ngo depth 1\nstop",
        "setoption name MultiPV value 3\nsetoption name UCI_LimitStrength value true\nisready",
        "ucinewgame\ngo infinite searchmoves e2e4\nstop\nponderhit\ndebug on",
        "position startpos\ngo perft 3\ngo mate 2 depth 3\nd\neval",
    ]);
    let engine = Mutex::new(None);
    Reader::new("uci", samples, move |bytes| {
        // Whoever panicked has told so.
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let harmless = |line: &&[u8]| {
            let line = String::from_utf8_lossy(line).to_lowercase();
            !["hash", "threads", "file"]
                .iter()
                .any(|word| line.contains(word))
        };
        let mut input = Vec::new();
        for line in bytes
            .split(|&byte| byte == b'\n' || byte == b'\r')
            .filter(harmless)
        {
            input.extend(line);
            input.extend(b"\nstop\n");
        }
        match engine.take().unwrap_or_else(Serving::start).tell(input) {
            Told::Goes(serving, words) => {
                *engine = Some(serving);
                words
            }
            Told::Quit => "quit".to_owned(),
        }
    })
}

/// An engine that is being told things, on a thread of its own.
struct Serving {
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    thread: JoinHandle<io::Result<()>>,
}

/// What came of telling it something.
enum Told {
    Goes(Serving, String),
    Quit,
}

/// No option has this name: the complaint says that all before it is done.
const MARK: &str = "all told";

impl Serving {
    fn start() -> Serving {
        let (input, lines) = channel();
        let (said, output) = channel();
        let thread = std::thread::spawn(move || {
            let weights = Weights::hand_set(Profile::Seed38);
            uci::serve(&weights, io::BufReader::new(Fed::new(lines)), Says(said))
        });
        let serving = Serving {
            input,
            output,
            thread,
        };
        // A small table is soon cleared.
        match serving.tell(b"setoption name Hash value 1\n".to_vec()) {
            Told::Goes(serving, _) => serving,
            Told::Quit => panic!("nothing told it to"),
        }
    }

    /// Panics as the engine does.
    fn tell(self, mut input: Vec<u8>) -> Told {
        input.extend(format!("setoption name {MARK}\n").as_bytes());
        self.input.send(input).ok();
        let mut said = Vec::new();
        let mark = format!("{MARK}`");
        while let Ok(bytes) = self.output.recv() {
            let is_last = String::from_utf8_lossy(&bytes).contains(&mark);
            if is_last {
                return Told::Goes(self, words(&said));
            }
            said.extend(bytes);
        }
        match self.thread.join() {
            Ok(served) => assert!(served.is_ok(), "memory does not fail"),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Told::Quit
    }
}

/// The lines of what an engine said that are not about a search.
fn words(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
    let lines = text.lines().filter(|line| line.starts_with("info string"));
    lines.take(2).collect::<Vec<&str>>().join(" | ")
}

/// What the engine is told.
struct Fed {
    more: Receiver<Vec<u8>>,
    now: io::Cursor<Vec<u8>>,
}

impl Fed {
    fn new(more: Receiver<Vec<u8>>) -> Fed {
        let now = io::Cursor::default();
        Fed { more, now }
    }
}

impl io::Read for Fed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.now.read(into)? {
            0 => match self.more.recv() {
                Ok(bytes) => {
                    self.now = io::Cursor::new(bytes);
                    self.now.read(into)
                }
                Err(_) => Ok(0),
            },
            read => Ok(read),
        }
    }
}

/// What the engine says.
struct Says(Sender<Vec<u8>>);

impl io::Write for Says {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Nobody listens any more after its end.
        self.0.send(bytes.to_vec()).ok();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
