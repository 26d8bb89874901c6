//! One game between two engines.

use std::fmt;
use std::time::{Duration, Instant};

use cozy_chess::{Color, Move};
use tabia_kernel::search::Stop;

use super::{Control, Opening};
use crate::engines::{Budget, Course, Engine, EngineError, Reply};
use crate::pgn::GameResult;
use crate::text::{read_move, write_san};
use crate::{End, Position, Value};

/// When a game is called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A side has won when both have thought so, by this many hundredths of a
    /// pawn, for [`win_plies`](Adjudication::win_plies) plies; 0: never.
    pub win_score: i32,
    /// For how many plies. Default 10.
    pub win_plies: u32,
    /// A game is drawn when both have thought it within this many hundredths
    /// of a pawn for [`draw_plies`](Adjudication::draw_plies) plies; 0: never.
    pub draw_score: i32,
    /// For how many plies. Default 16.
    pub draw_plies: u32,
    /// But not before this move. Default 40.
    pub draw_after: u16,
    /// A game of more plies than this is drawn. Default 600.
    pub longest: usize,
    /// How much an engine may exceed its time. Default 10 ms.
    pub margin: Duration,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            win_score: 1_000,
            win_plies: 10,
            draw_score: 10,
            draw_plies: 16,
            draw_after: 40,
            longest: 600,
            margin: Duration::from_millis(10),
        }
    }
}

impl Adjudication {
    /// Play every game to its end.
    #[must_use]
    pub fn never() -> Adjudication {
        Adjudication {
            win_score: 0,
            draw_score: 0,
            ..Adjudication::default()
        }
    }
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules.
    Rules(End),
    /// Both thought it won or drawn for long enough.
    Adjudicated,
    /// It went on for too long.
    TooLong,
    /// A side gave up.
    Resigned(Color),
    /// A side used more time than it had.
    Time(Color),
    /// A side did not answer at all, or ended on its own.
    Crashed(Color, EngineError),
    /// A side answered with something that is no legal move.
    Illegal(Color, EngineError),
}

impl Termination {
    /// One word for tables and files.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Termination::Rules(End::Checkmate) => "checkmate",
            Termination::Rules(End::Stalemate) => "stalemate",
            Termination::Rules(End::FiftyMoves) => "fifty",
            Termination::Rules(End::Repetition) => "repetition",
            Termination::Rules(End::Material) => "material",
            Termination::Adjudicated => "adjudicated",
            Termination::TooLong => "too-long",
            Termination::Resigned(_) => "resigned",
            Termination::Time(_) => "time",
            Termination::Crashed(..) => "crash",
            Termination::Illegal(..) => "illegal",
        }
    }

    /// The side that lost by misbehaving, if one did.
    #[must_use]
    pub fn at_fault(&self) -> Option<Color> {
        match self {
            Termination::Time(side)
            | Termination::Crashed(side, _)
            | Termination::Illegal(side, _) => Some(*side),
            _ => None,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Termination::Resigned(side) | Termination::Time(side) => write!(f, " by {side:?}"),
            Termination::Crashed(side, error) | Termination::Illegal(side, error) => {
                write!(f, " by {side:?}: {error}")
            }
            _ => Ok(()),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// What the engines said of each: score, depth and, where time is limited,
    /// seconds.
    pub comments: Vec<String>,
    /// How it ended.
    pub result: GameResult,
    /// Why.
    pub termination: Termination,
}

/// How long an engine is waited for beyond its time before it counts as gone.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it is waited for where there is no clock.
const WITHOUT_CLOCK: Duration = Duration::from_secs(120);

/// Plays a game; `None` if `stop` is requested. Engines that fail lose.
pub fn play_game(
    engines: [&mut dyn Engine; 2],
    opening: &Opening,
    control: Control,
    rules: &Adjudication,
    stop: &Stop,
) -> Option<Played> {
    let mut game = GameInProgress {
        position: Position::new(opening.start.clone()),
        moves: Vec::new(),
        comments: Vec::new(),
        opinion: Opinion::default(),
    };
    for &m in &opening.moves {
        game.make(m, "book".to_owned());
    }
    let [white, black] = engines;
    for (side, engine) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        if let Err(error) = engine.new_game(&opening.start) {
            return Some(game.over(lost(side), Termination::Crashed(side, error)));
        }
    }
    let mut left = match control {
        Control::Clock { time, .. } => [time; 2],
        _ => [Duration::ZERO; 2],
    };
    loop {
        // 1. Is it over?
        let side = game.position.board().side_to_move();
        if let Some(end) = game.position.end() {
            let result = match end {
                End::Checkmate => lost(side),
                _ => GameResult::Draw,
            };
            return Some(game.over(result, Termination::Rules(end)));
        }
        if let Some(result) = game
            .opinion
            .verdict(rules, game.position.board().fullmove_number())
        {
            return Some(game.over(result, Termination::Adjudicated));
        }
        if game.moves.len() >= rules.longest {
            return Some(game.over(GameResult::Draw, Termination::TooLong));
        }
        if stop.is_requested() {
            return None;
        }

        // 2. Ask for a move.
        let own = left[side as usize];
        let (budget, patience) = match control {
            Control::Clock { increment, .. } => (Budget::Clock { left, increment }, own + PATIENCE),
            Control::Nodes(nodes) => (Budget::Nodes(nodes), WITHOUT_CLOCK),
            Control::Depth(depth) => (Budget::Depth(depth), WITHOUT_CLOCK),
            Control::MoveTime(time) => (Budget::MoveTime(time), time + PATIENCE),
        };
        let engine = match side {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let course = Course {
            start: &opening.start,
            moves: &game.moves,
            board: game.position.board(),
        };
        let begun = Instant::now();
        let reply = engine.think(course, budget, patience, stop);
        let took = begun.elapsed();
        if stop.is_requested() {
            return None;
        }

        // 3. Clocks, then what it said.
        let overdrawn = match control {
            Control::Clock { .. } => took > own + rules.margin,
            Control::MoveTime(time) => took > time + rules.margin,
            Control::Nodes(_) | Control::Depth(_) => false,
        };
        let (best, value, depth) = match reply {
            // Too late, whatever it says.
            Ok(_) if overdrawn => return Some(game.over(lost(side), Termination::Time(side))),
            Err(EngineError::Silent { .. })
                if matches!(control, Control::Clock { .. } | Control::MoveTime(_)) =>
            {
                return Some(game.over(lost(side), Termination::Time(side)));
            }
            Err(error @ EngineError::Nonsense { .. }) => {
                return Some(game.over(lost(side), Termination::Illegal(side, error)));
            }
            Err(error) => {
                return Some(game.over(lost(side), Termination::Crashed(side, error)));
            }
            Ok(Reply::Resigns) => {
                return Some(game.over(lost(side), Termination::Resigned(side)));
            }
            Ok(Reply::Plays { best, .. }) if !game.position.board().is_legal(best) => {
                let error = EngineError::Nonsense {
                    last: "a move".to_owned(),
                    answer: best.to_string(),
                };
                return Some(game.over(lost(side), Termination::Illegal(side, error)));
            }
            Ok(Reply::Plays {
                best, value, depth, ..
            }) => (best, value, depth),
        };
        if let Control::Clock { increment, .. } = control {
            left[side as usize] = own.saturating_sub(took) + increment;
        }
        game.opinion.hear(side, value);
        // Without a clock the time decides nothing, and games repeat to the letter.
        let told = match control {
            Control::Clock { .. } | Control::MoveTime(_) => Some(took),
            Control::Nodes(_) | Control::Depth(_) => None,
        };
        game.make(best, comment(value, depth, told));
    }
}

struct GameInProgress {
    position: Position,
    moves: Vec<Move>,
    comments: Vec<String>,
    opinion: Opinion,
}

impl GameInProgress {
    fn make(&mut self, m: Move, comment: String) {
        // Records have moves in this notation.
        debug_assert_eq!(
            read_move(self.position.board(), &write_san(self.position.board(), m)),
            Ok(m)
        );
        self.position.play(m);
        self.moves.push(m);
        self.comments.push(comment);
    }

    fn over(self, result: GameResult, termination: Termination) -> Played {
        Played {
            moves: self.moves,
            comments: self.comments,
            result,
            termination,
        }
    }
}

fn lost(side: Color) -> GameResult {
    match side {
        Color::White => GameResult::Black,
        Color::Black => GameResult::White,
    }
}

/// `+0.31/12 0.05s`, as other programs write it.
fn comment(value: Option<Value>, depth: Option<u32>, took: Option<Duration>) -> String {
    let score = match value {
        Some(Value::Centipawns(score)) => format!("{:+.2}", f64::from(score) / 100.0),
        Some(Value::Mate(moves)) => {
            format!("{}M{}", if moves > 0 { "+" } else { "-" }, moves.abs())
        }
        None => "0.00".to_owned(),
    };
    let depth = depth.unwrap_or(0);
    match took {
        Some(took) => format!("{score}/{depth} {:.3}s", took.as_secs_f64()),
        None => format!("{score}/{depth}"),
    }
}

/// What both sides have thought for how long, in White's view.
#[derive(Default)]
struct Opinion {
    scores: Vec<Option<i32>>,
}

impl Opinion {
    fn hear(&mut self, side: Color, value: Option<Value>) {
        let score = value.map(|value| match value {
            Value::Centipawns(score) => score,
            Value::Mate(moves) if moves > 0 => 30_000,
            Value::Mate(_) => -30_000,
        });
        self.scores.push(score.map(|score| match side {
            Color::White => score,
            Color::Black => -score,
        }));
    }

    /// Whether the last `plies` scores are all known and all satisfy `so`.
    fn holds(&self, plies: u32, so: impl Fn(i32) -> bool) -> bool {
        let plies = plies as usize;
        let last = self.scores.len().checked_sub(plies).filter(|_| plies > 0);
        last.is_some_and(|first| {
            let mut last = self.scores[first..].iter();
            last.all(|score| score.is_some_and(&so))
        })
    }

    fn verdict(&self, rules: &Adjudication, move_number: u16) -> Option<GameResult> {
        if rules.win_score > 0 {
            if self.holds(rules.win_plies, |score| score >= rules.win_score) {
                return Some(GameResult::White);
            }
            if self.holds(rules.win_plies, |score| score <= -rules.win_score) {
                return Some(GameResult::Black);
            }
        }
        let quiet = |score: i32| score.abs() <= rules.draw_score;
        let drawn = rules.draw_score > 0
            && move_number >= rules.draw_after
            && self.holds(rules.draw_plies, quiet);
        drawn.then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Board;

    /// An engine that plays from a list, and then does something else.
    struct Scripted {
        moves: Vec<&'static str>,
        score: i32,
        then: fn() -> Result<Reply, EngineError>,
        pause: Duration,
    }

    impl Engine for Scripted {
        fn own_name(&self) -> &str {
            "scripted"
        }
        fn new_game(&mut self, _: &Board) -> Result<(), EngineError> {
            Ok(())
        }
        fn think(
            &mut self,
            course: Course<'_>,
            _: Budget,
            _: Duration,
            _: &Stop,
        ) -> Result<Reply, EngineError> {
            std::thread::sleep(self.pause);
            if self.moves.is_empty() {
                return (self.then)();
            }
            let best = read_move(course.board, self.moves.remove(0)).expect("a legal script");
            Ok(Reply::Plays {
                best,
                value: Some(Value::Centipawns(self.score)),
                depth: Some(1),
                nodes: None,
            })
        }
    }

    fn scripted(moves: &[&'static str]) -> Scripted {
        Scripted {
            moves: moves.to_vec(),
            score: 0,
            then: || Ok(Reply::Resigns),
            pause: Duration::ZERO,
        }
    }

    fn referee(white: &mut Scripted, black: &mut Scripted, control: &str) -> Played {
        let opening = Opening {
            start: Board::default(),
            moves: Vec::new(),
        };
        let control = control.parse().unwrap();
        let rules = Adjudication {
            win_plies: 4,
            ..Adjudication::default()
        };
        play_game([white, black], &opening, control, &rules, &Stop::new()).expect("not stopped")
    }

    #[test]
    fn mates_repetitions_and_resignations_end_games() {
        let fool = referee(
            &mut scripted(&["f3", "g4"]),
            &mut scripted(&["e5", "Qh4"]),
            "nodes:1",
        );
        assert_eq!(fool.result, GameResult::Black);
        assert_eq!(fool.termination, Termination::Rules(End::Checkmate));
        assert_eq!(fool.comments.len(), 4);
        let dance = ["Nf3", "Ng1", "Nf3", "Ng1", "Nf3"];
        let answer = ["Nf6", "Ng8", "Nf6", "Ng8", "Nf6"];
        let drawn = referee(&mut scripted(&dance), &mut scripted(&answer), "nodes:1");
        assert_eq!(drawn.termination, Termination::Rules(End::Repetition));
        let resigned = referee(&mut scripted(&["e4"]), &mut scripted(&["e5"]), "nodes:1");
        assert_eq!(resigned.termination, Termination::Resigned(Color::White));
        assert_eq!(resigned.result, GameResult::Black);
    }

    #[test]
    fn failing_engines_lose_and_the_reason_is_kept() {
        let died = || {
            Err(EngineError::Died {
                last: "go".to_owned(),
            })
        };
        let mut crashing = scripted(&["e5"]);
        crashing.then = died;
        let played = referee(&mut scripted(&["e4", "d4"]), &mut crashing, "nodes:1");
        assert_eq!(played.result, GameResult::White);
        assert_eq!(played.termination.word(), "crash");
        assert_eq!(played.termination.at_fault(), Some(Color::Black));

        let mut nonsense = scripted(&[]);
        nonsense.then = || {
            Err(EngineError::Nonsense {
                last: "go".to_owned(),
                answer: "bestmove e9".to_owned(),
            })
        };
        let played = referee(&mut nonsense, &mut scripted(&[]), "nodes:1");
        assert_eq!(played.termination.word(), "illegal");
        assert!(played.termination.to_string().contains("e9"));
    }

    #[test]
    fn time_runs_out_only_where_it_is_limited() {
        let slow = |control: &str| {
            let mut slow = scripted(&["e4"]);
            slow.pause = Duration::from_millis(60);
            referee(&mut slow, &mut scripted(&["e5"]), control)
        };
        for control in ["0.03+0", "movetime:0.03"] {
            let played = slow(control);
            assert_eq!(played.termination, Termination::Time(Color::White));
            assert!(played.moves.is_empty(), "{control}");
        }
        for control in ["60+0", "movetime:60", "nodes:1"] {
            assert_eq!(slow(control).moves.len(), 2, "{control}");
        }
    }

    #[test]
    fn silence_loses_on_time_where_time_is_limited() {
        for (control, word) in [
            ("1+0", "time"),
            ("movetime:0.1", "time"),
            ("nodes:1", "crash"),
        ] {
            let mut silent = scripted(&[]);
            silent.then = || {
                Err(EngineError::Silent {
                    last: "go".to_owned(),
                    waited: Duration::from_secs(6),
                })
            };
            let played = referee(&mut silent, &mut scripted(&[]), control);
            assert_eq!(played.termination.word(), word, "{control}");
        }
    }

    /// An engine that takes whatever piece it likes.
    struct Lawless;

    impl Engine for Lawless {
        fn own_name(&self) -> &str {
            "lawless"
        }
        fn new_game(&mut self, _: &Board) -> Result<(), EngineError> {
            Ok(())
        }
        fn think(
            &mut self,
            _: Course<'_>,
            _: Budget,
            _: Duration,
            _: &Stop,
        ) -> Result<Reply, EngineError> {
            Ok(Reply::Plays {
                best: "e1e8".parse().expect("two squares"),
                value: None,
                depth: None,
                nodes: None,
            })
        }
    }

    #[test]
    fn moves_that_are_not_legal_are_not_made() {
        let opening = Opening {
            start: Board::default(),
            moves: Vec::new(),
        };
        let (mut white, mut black) = (Lawless, scripted(&["e5"]));
        let played = play_game(
            [&mut white, &mut black],
            &opening,
            Control::Nodes(1),
            &Adjudication::default(),
            &Stop::new(),
        )
        .expect("not stopped");
        assert_eq!(played.result, GameResult::Black);
        assert_eq!(played.termination.word(), "illegal");
        assert!(played.termination.to_string().contains("e1e8"));
        assert!(played.moves.is_empty());
    }

    #[test]
    fn a_game_is_called_off_when_both_agree() {
        let (mut white, mut black) = (
            scripted(&["e4", "d4", "c4", "b4"]),
            scripted(&["e5", "d5", "c5", "b5"]),
        );
        (white.score, black.score) = (1_500, -1_500);
        let won = referee(&mut white, &mut black, "nodes:1");
        assert_eq!(won.termination, Termination::Adjudicated);
        assert_eq!((won.result, won.moves.len()), (GameResult::White, 4));
        // If only one side thinks so, it goes on.
        let (mut white, mut black) = (scripted(&["e4", "d4", "c4"]), scripted(&["e5", "d5", "c5"]));
        white.score = 1_500;
        let other = referee(&mut white, &mut black, "nodes:1");
        assert_eq!(other.termination, Termination::Resigned(Color::White));
    }

    #[test]
    fn early_draws_are_not_called() {
        let mut opinion = Opinion::default();
        for _ in 0..20 {
            opinion.hear(Color::White, Some(Value::Centipawns(3)));
            opinion.hear(Color::Black, Some(Value::Centipawns(-3)));
        }
        let rules = Adjudication::default();
        assert_eq!(opinion.verdict(&rules, 39), None);
        assert_eq!(opinion.verdict(&rules, 40), Some(GameResult::Draw));
        assert_eq!(opinion.verdict(&Adjudication::never(), 40), None);
        opinion.hear(Color::White, None);
        assert_eq!(opinion.verdict(&rules, 40), None);
    }
}
