//! Engines that speak UCI.

use std::time::{Duration, Instant};

use cozy_chess::{Board, Color};
use tabia_kernel::search::Stop;

use super::process::Process;
use super::{Budget, Course, Engine, EngineError, EngineSpec, READY, Reply};
use crate::Value;
use crate::text::{read_move, write_uci};

pub(super) struct UciEngine {
    process: Process,
    name: String,
    numeric: Vec<(String, i64, i64, i64)>,
}

impl UciEngine {
    /// Gets a process ready that has just been started.
    pub(super) fn start(spec: &EngineSpec, process: Process) -> Result<UciEngine, EngineError> {
        let mut engine = UciEngine {
            process,
            name: spec.name.clone(),
            numeric: Vec::new(),
        };
        let begun = Instant::now();
        engine.process.tell("uci")?;
        let mut has_book = false;
        loop {
            let line = engine.process.hear(begun, begun + READY)?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut engine.name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                has_book |= option.starts_with("OwnBook ");
                engine.numeric.extend(numeric_option(option));
            } else if line == "uciok" {
                break;
            }
        }
        // Openings are chosen by the match, not by books.
        if has_book {
            engine.set("OwnBook", "false")?;
        }
        for (name, value) in &spec.options {
            engine.set(name, value)?;
        }
        engine.get_ready()?;
        Ok(engine)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.process
            .tell(&format!("setoption name {name} value {value}"))
    }

    fn get_ready(&mut self) -> Result<(), EngineError> {
        let begun = Instant::now();
        self.process.tell("isready")?;
        while self.process.hear(begun, begun + READY)? != "readyok" {}
        Ok(())
    }
}

impl Engine for UciEngine {
    fn own_name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &Board) -> Result<(), EngineError> {
        self.process.ignore_waiting();
        self.process.tell("ucinewgame")?;
        self.get_ready()
    }

    fn think(
        &mut self,
        course: Course<'_>,
        budget: Budget,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Reply, EngineError> {
        self.process.tell(&position_line(course))?;
        let begun = Instant::now();
        self.process.tell(&go_line(budget))?;
        let (mut value, mut depth, mut nodes) = (None, None, None);
        loop {
            let line = self.process.hear_unless(begun, begun + patience, stop)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    let info = Info::read(words);
                    if info.value.is_some() {
                        (value, depth) = (info.value, info.depth);
                    }
                    nodes = info.nodes.or(nodes);
                }
                Some("bestmove") => {
                    let word = words.next().unwrap_or("");
                    let best =
                        read_move(course.board, word).map_err(|_| EngineError::Nonsense {
                            last: self.process.last(),
                            answer: line.clone(),
                        })?;
                    return Ok(Reply::Plays {
                        best,
                        value,
                        depth,
                        nodes,
                    });
                }
                _ => {}
            }
        }
    }

    fn numeric_options(&self) -> &[(String, i64, i64, i64)] {
        &self.numeric
    }
}

/// `position … moves …`.
fn position_line(course: Course<'_>) -> String {
    let mut line = match *course.start == Board::default() {
        true => "position startpos".to_owned(),
        false => format!("position fen {}", course.start),
    };
    if !course.moves.is_empty() {
        line.push_str(" moves");
        let mut board = course.start.clone();
        for &m in course.moves {
            line.push(' ');
            line.push_str(&write_uci(&board, m));
            board.play_unchecked(m);
        }
    }
    line
}

fn go_line(budget: Budget) -> String {
    match budget {
        Budget::Clock { left, increment } => {
            let [white, black] = Color::ALL.map(|color| left[color as usize].as_millis());
            let increment = increment.as_millis();
            format!("go wtime {white} btime {black} winc {increment} binc {increment}")
        }
        Budget::Nodes(nodes) => format!("go nodes {nodes}"),
        Budget::Depth(depth) => format!("go depth {depth}"),
        Budget::MoveTime(time) => format!("go movetime {}", time.as_millis()),
    }
}

/// What an `info` line says, as far as it matters here.
#[derive(Default, PartialEq, Eq, Debug)]
struct Info {
    value: Option<Value>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Info {
    fn read<'w>(mut words: impl Iterator<Item = &'w str>) -> Info {
        let mut info = Info::default();
        let mut first_line = true;
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
                "multipv" => first_line = words.next() == Some("1"),
                "score" => {
                    let kind = words.next();
                    let number = words.next().and_then(|word| word.parse().ok());
                    info.value = match (kind, number) {
                        (Some("cp"), Some(number)) => Some(Value::Centipawns(number)),
                        (Some("mate"), Some(number)) => Some(Value::Mate(number)),
                        _ => None,
                    };
                }
                // Free text, and the end of what matters.
                "string" | "pv" => break,
                _ => {}
            }
        }
        if !first_line {
            info.value = None;
        }
        info
    }
}

/// `NAME type spin default D min A max B`.
pub(super) fn numeric_option(option: &str) -> Option<(String, i64, i64, i64)> {
    let (name, rest) = option.split_once(" type spin ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let after = |key: &str| -> Option<i64> {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1)?.parse().ok()
    };
    Some((
        name.to_owned(),
        after("default")?,
        after("min")?,
        after("max")?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read_fen;

    #[test]
    fn positions_are_told_with_castling_as_the_kings_move() {
        let start = read_fen("4k3/8/8/8/8/8/8/4K2R w K -").unwrap();
        let castle = read_move(&start, "O-O").unwrap();
        let mut board = start.clone();
        board.play(castle);
        let moves = [castle];
        let line = position_line(Course {
            start: &start,
            moves: &moves,
            board: &board,
        });
        assert_eq!(
            line,
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"
        );
    }

    #[test]
    fn budgets_become_go_lines() {
        let seconds = Duration::from_secs;
        let clock = Budget::Clock {
            left: [seconds(2), Duration::from_millis(1_500)],
            increment: Duration::from_millis(20),
        };
        assert_eq!(go_line(clock), "go wtime 2000 btime 1500 winc 20 binc 20");
        assert_eq!(go_line(Budget::Nodes(5)), "go nodes 5");
        assert_eq!(go_line(Budget::MoveTime(seconds(1))), "go movetime 1000");
    }

    #[test]
    fn infos_are_read_and_noise_is_not() {
        let read = |text: &str| Info::read(text.split_whitespace());
        let info = read("depth 12 seldepth 20 multipv 1 score cp -35 nodes 1000 nps 5 pv e2e4");
        assert_eq!(
            info,
            Info {
                value: Some(Value::Centipawns(-35)),
                depth: Some(12),
                nodes: Some(1000)
            }
        );
        assert_eq!(read("score mate -3").value, Some(Value::Mate(-3)));
        assert_eq!(read("multipv 2 score cp 1").value, None);
        assert_eq!(read("string score cp 1").value, None);
        assert_eq!(read("score cp").value, None);
    }

    #[test]
    fn spin_options_are_numbers_to_tune() {
        assert_eq!(
            numeric_option("Futility Margin type spin default 100 min 0 max 500"),
            Some(("Futility Margin".to_owned(), 100, 0, 500))
        );
        assert_eq!(numeric_option("Ponder type check default false"), None);
    }
}
