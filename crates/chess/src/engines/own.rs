//! Our own engine, without a process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cozy_chess::Board;
use tabia_kernel::search::Stop;

use super::uci::numeric_option;
use super::{Budget, Course, Engine, EngineError, EngineSpec, Reply};
use crate::eval::{Profile, Weights};
use crate::position::{self, Position};
use crate::search::{self, Limits};
use crate::uci::Options;

/// It answers as it does [over UCI](crate::uci::serve), but at once: two processes
/// that take turns every few milliseconds spend a tenth of their time waking
/// each other.
pub(super) struct OwnEngine {
    name: String,
    options: Options,
    engine: search::Engine,
    numeric: Vec<(String, i64, i64, i64)>,
}

impl OwnEngine {
    pub(super) fn start(spec: &EngineSpec) -> Result<OwnEngine, EngineError> {
        let cannot = |reason: String| EngineError::Start {
            command: spec.name.clone(),
            reason,
        };
        let weights = Weights::shipped(Profile::Full);
        let mut options = Options::new(weights.clone());
        let mut engine = search::Engine::new(&weights);
        // Tuners set many options that mean one change.
        let mut changes: Vec<(_, &String, &String)> = Vec::new();
        for (name, value) in &spec.options {
            let change = options.set(name, value).map_err(cannot)?;
            changes.retain(|&(other, ..)| other != change);
            changes.push((change, name, value));
        }
        for (change, name, value) in changes {
            let applied = options.apply(change, &mut engine);
            applied.map_err(|error| cannot(format!("{name} {value}: {error}")))?;
        }
        // What it would declare to tuners.
        options.show_margins = true;
        let declared = options.declaration();
        let numeric = declared
            .lines()
            .filter_map(|line| numeric_option(line.strip_prefix("option name ")?));
        Ok(OwnEngine {
            name: spec.name.clone(),
            numeric: numeric.collect(),
            options,
            engine,
        })
    }

    fn search(&mut self, course: Course<'_>, mut limits: Limits, stop: &Stop) -> Option<Reply> {
        let mut position = Position::new(course.start.clone());
        for &m in course.moves {
            position.play(m);
        }
        let strength = self.options.strength();
        if let Some(strength) = strength {
            limits = strength.limited(&limits);
        }
        let (mut value, mut depth, mut nodes) = (None, None, None);
        let mut report = |info: &search::Info| {
            nodes = Some(info.nodes);
            if info.place == 1 {
                (value, depth) = (Some(info.value), Some(info.depth));
            }
        };
        let outcome = self.engine.search(&position, &limits, stop, &mut report);
        let best = match strength {
            Some(strength) => strength.choose(&outcome, position::key(course.board)),
            None => outcome.best,
        };
        Some(Reply::Plays {
            best: best?,
            value,
            depth,
            nodes,
        })
    }
}

impl Engine for OwnEngine {
    fn own_name(&self) -> &str {
        &self.name
    }

    fn numeric_options(&self) -> &[(String, i64, i64, i64)] {
        &self.numeric
    }

    fn new_game(&mut self, _: &Board) -> Result<(), EngineError> {
        self.engine.new_game();
        Ok(())
    }

    fn think(
        &mut self,
        course: Course<'_>,
        budget: Budget,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Reply, EngineError> {
        let within = Limits {
            move_time: Some(patience),
            ..Limits::default()
        };
        let limits = match budget {
            Budget::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..within
            },
            Budget::Depth(depth) => Limits {
                depth: Some(depth),
                ..within
            },
            Budget::Clock { .. } | Budget::MoveTime(_) => {
                let what = "keep a clock without a process of its own";
                return Err(EngineError::Unable { what });
            }
        };
        // A fault of the engine costs its game, as that of any other.
        let begun = Instant::now();
        let searched = catch_unwind(AssertUnwindSafe(|| self.search(course, limits, stop)));
        let (last, waited) = (|| format!("{budget:?}"), begun.elapsed());
        match searched {
            Ok(_) if waited >= patience => Err(EngineError::Silent {
                last: last(),
                waited,
            }),
            Ok(Some(reply)) => Ok(reply),
            Ok(None) => Err(EngineError::Nonsense {
                last: last(),
                answer: "no move".to_owned(),
            }),
            Err(_) => Err(EngineError::Died { last: last() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::get_ready;
    use crate::engines::process::Process;
    use crate::uci;

    fn spec(options: &str) -> EngineSpec {
        EngineSpec::read(&format!("tabia;{options}")).expect("a player")
    }

    /// All that the engine says over UCI, as a script.
    fn over_uci(spec: &EngineSpec, course: Course<'_>, go: &str) -> Reply {
        use std::fmt::Write as _;
        let mut told = "uci\n".to_owned();
        for (name, value) in &spec.options {
            writeln!(told, "setoption name {name} value {value}").expect("a text");
        }
        let moves: Vec<String> = course.moves.iter().map(ToString::to_string).collect();
        let moves = moves.join(" ");
        writeln!(
            told,
            "isready\nucinewgame\nisready\nposition fen {} moves {moves}\ngo {go}",
            course.start
        )
        .expect("a text");
        let output = Kept::default();
        let weights = Weights::shipped(Profile::Full);
        uci::serve(&weights, told.as_bytes(), output.clone()).expect("no failure");
        let said = output.0.lock().expect("nobody panicked").clone();
        let mut engine = get_ready(spec, Process::scripted(&said)).expect("ready");
        engine.new_game(course.start).expect("ready");
        let patience = Duration::from_secs(1);
        engine
            .think(course, Budget::Depth(1), patience, &Stop::new())
            .expect("a move")
    }

    #[derive(Clone, Default)]
    struct Kept(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl std::io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody panicked").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn it_answers_as_over_uci() {
        let start = Board::default();
        let moves = ["e2e4", "e7e5", "g1f3"].map(|m| m.parse().expect("a move"));
        let mut board = start.clone();
        moves.iter().for_each(|&m| board.play(m));
        let course = Course {
            start: &start,
            moves: &moves,
            board: &board,
        };
        for (options, budget, go) in [
            ("Hash=4", Budget::Nodes(3_000), "nodes 3000"),
            ("Hash=1;EvalProfile=seed38", Budget::Depth(6), "depth 6"),
            ("MultiPV=3", Budget::Nodes(3_000), "nodes 3000"),
            (
                "UCI_LimitStrength=true;UCI_Elo=1500",
                Budget::Nodes(3_000),
                "nodes 3000",
            ),
        ] {
            let spec = spec(options);
            let mut here = OwnEngine::start(&spec).expect("ready");
            here.new_game(&start).expect("ready");
            let patience = Duration::from_secs(60);
            let reply = here.think(course, budget, patience, &Stop::new());
            let reply = reply.expect("a move");
            assert_eq!(reply, over_uci(&spec, course, go), "{options}");
        }
    }

    #[test]
    fn its_numbers_can_be_tuned_those_of_the_search_too() {
        let engine = OwnEngine::start(&spec("Hash=1")).expect("ready");
        let offered = engine.numeric_options();
        let has = |name| offered.iter().any(|(offered, ..)| offered == name);
        assert!(has("UCI_Elo") && has("MultiPV"), "{offered:?}");
        let margins = search::Margins::ALL;
        assert!(margins.iter().all(|margin| has(margin.name)), "{offered:?}");
    }

    #[test]
    fn wrong_options_and_clocks_are_refused_and_nothing_is_endless() {
        for options in ["Hash=no", "Nothing=1", "WeightsFile=nothing.json"] {
            assert!(OwnEngine::start(&spec(options)).is_err(), "{options}");
        }
        let mut engine = OwnEngine::start(&spec("Hash=1")).expect("ready");
        let board = Board::default();
        let course = Course {
            start: &board,
            moves: &[],
            board: &board,
        };
        let patience = Duration::from_millis(50);
        let clock = Budget::MoveTime(Duration::from_millis(1));
        let answer = engine.think(course, clock, patience, &Stop::new());
        assert!(
            matches!(answer, Err(EngineError::Unable { .. })),
            "{answer:?}"
        );
        // Depths without an end are ended, by whoever waits or wants no more.
        let deep = Budget::Depth(200);
        let stop = Stop::new();
        let last = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(20));
            last.request();
        });
        let begun = Instant::now();
        let answer = engine.think(course, deep, patience, &stop);
        assert!(
            matches!(answer, Err(EngineError::Silent { .. })),
            "{answer:?}"
        );
        assert!(begun.elapsed() < Duration::from_secs(10));
        stop.request();
        let begun = Instant::now();
        drop(engine.think(course, deep, Duration::from_secs(60), &stop));
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}
