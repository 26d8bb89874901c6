//! Engines that speak the protocol of xboard.
//!
//! The engine is kept in force mode, where it only takes moves, and is told
//! `go` when it is to play one: that way no engine ever answers a move that
//! was meant for its records.

use std::time::{Duration, Instant};

use cozy_chess::{Board, Color, Move};
use tabia_kernel::search::Stop;

use super::process::Process;
use super::{Budget, Course, Engine, EngineError, EngineSpec, READY, Reply};
use crate::Value;
use crate::text::{read_move, write_san, write_uci};

/// Engines of the first version of the protocol say nothing about themselves:
/// how long to wait for it.
const FEATURES: Duration = Duration::from_secs(2);

pub(super) struct XboardEngine {
    process: Process,
    name: String,
    features: Features,
    /// Moves of the game that it knows.
    known: usize,
}

/// What the engine says it can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Features {
    setboard: bool,
    usermove: bool,
    san: bool,
    ping: bool,
    /// It has asked for patience.
    wait: bool,
    done: bool,
}

impl XboardEngine {
    /// Gets a process ready that has just been started.
    pub(super) fn start(spec: &EngineSpec, process: Process) -> Result<XboardEngine, EngineError> {
        let mut engine = XboardEngine {
            process,
            name: spec.name.clone(),
            features: Features::default(),
            known: 0,
        };
        engine.process.tell("xboard")?;
        engine.process.tell("protover 2")?;
        let begun = Instant::now();
        while !engine.features.done {
            let patience = if engine.features.wait {
                READY
            } else {
                FEATURES
            };
            match engine.process.hear(begun, begun + patience) {
                Ok(line) => {
                    if let Some(list) = line.strip_prefix("feature ") {
                        engine.take_features(list)?;
                    }
                }
                Err(EngineError::Silent { .. }) => break,
                Err(error) => return Err(error),
            }
        }
        for (name, value) in &spec.options {
            engine.process.tell(&format!("{name} {value}"))?;
        }
        Ok(engine)
    }

    fn take_features(&mut self, list: &str) -> Result<(), EngineError> {
        for (name, value) in features(list) {
            let on = value == "1";
            let accepted = match name {
                "setboard" => {
                    self.features.setboard = on;
                    true
                }
                "usermove" => {
                    self.features.usermove = on;
                    true
                }
                "ping" => {
                    self.features.ping = on;
                    true
                }
                "san" => {
                    self.features.san = on;
                    true
                }
                "myname" => {
                    value.clone_into(&mut self.name);
                    true
                }
                "done" => {
                    (self.features.done, self.features.wait) = (on, !on);
                    true
                }
                "time" | "colors" | "sigint" | "reuse" => true,
                _ => false,
            };
            let word = if accepted { "accepted" } else { "rejected" };
            if name != "done" {
                self.process.tell(&format!("{word} {name}"))?;
            }
        }
        Ok(())
    }

    fn get_ready(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        let begun = Instant::now();
        self.process.tell("ping 1")?;
        while self.process.hear(begun, begun + READY)? != "pong 1" {}
        Ok(())
    }

    /// Tells it a move that has been made.
    fn tell_move(&mut self, board: &Board, m: Move) -> Result<(), EngineError> {
        let text = match self.features.san {
            true => write_san(board, m),
            false => write_uci(board, m),
        };
        match self.features.usermove {
            true => self.process.tell(&format!("usermove {text}")),
            false => self.process.tell(&text),
        }
    }

    fn tell_budget(&mut self, budget: Budget, side: Color) -> Result<(), EngineError> {
        match budget {
            Budget::Clock { left, .. } => {
                let hundredths = |side: Color| left[side as usize].as_millis() / 10;
                let (own, other) = (hundredths(side), hundredths(!side));
                self.process.tell(&format!("time {own}"))?;
                self.process.tell(&format!("otim {other}"))
            }
            Budget::Depth(depth) => self.process.tell(&format!("sd {depth}")),
            Budget::MoveTime(time) => match time.as_secs() {
                0 => Err(EngineError::Unable {
                    what: "think for part of a second: xboard counts whole ones",
                }),
                seconds => self.process.tell(&format!("st {seconds}")),
            },
            Budget::Nodes(_) => Err(EngineError::Unable {
                what: "count nodes: xboard has no word for it",
            }),
        }
    }

    /// The control, which engines want to know before the first move.
    fn tell_control(&mut self, budget: Budget) -> Result<(), EngineError> {
        if let Budget::Clock { left, increment } = budget {
            let seconds = left[0].max(left[1]).as_secs().max(1);
            // An increment that is no whole second is not told: the engine
            // then only thinks it has less time than it has.
            let increment = match increment.subsec_millis() {
                0 => increment.as_secs(),
                _ => 0,
            };
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            self.process
                .tell(&format!("level 0 {minutes}:{seconds:02} {increment}"))?;
        }
        Ok(())
    }
}

impl Engine for XboardEngine {
    fn own_name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, start: &Board) -> Result<(), EngineError> {
        self.process.ignore_waiting();
        for line in ["new", "force", "easy", "post"] {
            self.process.tell(line)?;
        }
        if *start != Board::default() {
            if !self.features.setboard {
                return Err(EngineError::Unable {
                    what: "begin from a position: it knows no `setboard`",
                });
            }
            self.process.tell(&format!("setboard {start}"))?;
        }
        self.known = 0;
        self.get_ready()
    }

    fn think(
        &mut self,
        course: Course<'_>,
        budget: Budget,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Reply, EngineError> {
        if self.known == 0 {
            self.tell_control(budget)?;
        }
        let mut board = course.start.clone();
        for (i, &m) in course.moves.iter().enumerate() {
            if i >= self.known {
                self.tell_move(&board, m)?;
            }
            board.play_unchecked(m);
        }
        self.known = course.moves.len();
        self.process.ignore_waiting();
        self.tell_budget(budget, course.board.side_to_move())?;
        let begun = Instant::now();
        self.process.tell("go")?;
        let (mut value, mut depth, mut nodes) = (None, None, None);
        loop {
            let line = self.process.hear_unless(begun, begun + patience, stop)?;
            let mut words = line.split_whitespace();
            let answer = match words.next() {
                Some("move") => words.next(),
                // Phalanx's older way.
                Some("My" | "my") if line.to_lowercase().starts_with("my move is") => {
                    line.split_whitespace().nth(3)
                }
                Some("resign") => return Ok(Reply::Resigns),
                Some("tellics") if words.next() == Some("resign") => return Ok(Reply::Resigns),
                Some("Illegal" | "Error") => {
                    return Err(EngineError::Nonsense {
                        last: self.process.last(),
                        answer: line,
                    });
                }
                Some(first) => {
                    if let Some(thought) = Thought::read(first, words) {
                        (value, depth, nodes) = (
                            Some(thought.value),
                            Some(thought.depth),
                            Some(thought.nodes),
                        );
                    }
                    continue;
                }
                None => continue,
            };
            let answer = answer.unwrap_or("");
            let best = read_move(course.board, answer).map_err(|_| EngineError::Nonsense {
                last: self.process.last(),
                answer: line.clone(),
            })?;
            // It has made the move itself, and must not answer the next.
            self.process.tell("force")?;
            self.known += 1;
            return Ok(Reply::Plays {
                best,
                value,
                depth,
                nodes,
            });
        }
    }
}

/// A line of thinking output: depth, score, hundredths of a second, nodes,
/// line.
struct Thought {
    depth: u32,
    value: Value,
    nodes: u64,
}

impl Thought {
    fn read<'w>(first: &str, mut words: impl Iterator<Item = &'w str>) -> Option<Thought> {
        // Some engines mark the depth: `12.`, `12+`, `12&`.
        let digits = first.trim_end_matches(|c: char| !c.is_ascii_digit());
        let depth = digits.parse().ok()?;
        let score: i32 = words.next()?.parse().ok()?;
        let _hundredths: u64 = words.next()?.parse().ok()?;
        let nodes = words.next()?.parse().ok()?;
        // Mates are scores beyond 30,000, or 100,000 and the number of moves.
        let value = match score {
            100_000.. => Value::Mate(score - 100_000),
            ..=-100_000 => Value::Mate(score + 100_000),
            score => Value::Centipawns(score),
        };
        Some(Thought {
            depth,
            value,
            nodes,
        })
    }
}

/// `name=value` pairs; values may be quoted.
fn features(list: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = list.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        found.push((name.trim(), value));
        rest = left.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_their_quotes() {
        assert_eq!(
            features("myname=\"Fairy-Max 5.0b\" setboard=0 option=\"A -spin 1 2 3\" done=1"),
            [
                ("myname", "Fairy-Max 5.0b"),
                ("setboard", "0"),
                ("option", "A -spin 1 2 3"),
                ("done", "1")
            ]
        );
        assert_eq!(features(""), []);
        assert_eq!(
            features("broken=\"never closed"),
            [("broken", "never closed")]
        );
    }

    #[test]
    fn thoughts_are_told_from_other_lines() {
        let read = |line: &str| {
            let mut words = line.split_whitespace();
            let first = words.next().expect("a word");
            Thought::read(first, words).map(|t| (t.depth, t.value, t.nodes))
        };
        assert_eq!(
            read("4. -13 0 1787 c7c5 d2d4"),
            Some((4, Value::Centipawns(-13), 1787))
        );
        assert_eq!(read("9 100003 5 10 Qh7"), Some((9, Value::Mate(3), 10)));
        assert_eq!(read("feature done=1"), None);
        assert_eq!(read("1 2"), None);
    }
}
