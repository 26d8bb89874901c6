//! Go at the desk: one-eye problems, practised against refutations.

mod practice;
mod questions;

use std::sync::Arc;

use tabia_draw::Worth;
use tabia_draw::go::Picture;
use tabia_go::{
    Class, Colour, EyeOptions, EyeProblem, Method, Mover, Point, Recipe, Writer, generate,
    read_problem, solve_eye,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;
use tabia_kernel::search::{Limits, Stop};

use crate::desk::{self, Variant};
use crate::kept::Kept;
use crate::{
    About, Choice, Desk, DeskError, Details, Line, Options, Over, Parameters, Played, PlayedRating,
    Rating, Show, Value, View,
};
use practice::Practice;

/// One-eye problems: made from a number, or pasted as SGF.
pub struct GoDesk {
    about: About,
    memory_mib: usize,
    /// Problems that numbers make, and what methods say of problems: both
    /// take longer than showing a board.
    made: Kept<(String, u64), EyeProblem>,
    details: Kept<String, Details>,
}

/// The most moves that are shown.
const MOST_MOVES: usize = 400;
/// Seeds tried for a problem that depends on who moves first.
const TRIES: u64 = 60;
/// What each method may spend on the table beside the board.
const NODES: u64 = 50_000;
/// Table of a solver that has little to do, in MiB.
const SMALL: usize = 16;
/// Stands between a problem and its moves.
const MOVES: &str = " moves ";

impl GoDesk {
    /// A desk without problems yet.
    pub fn new(options: &Options) -> GoDesk {
        GoDesk {
            about: about(),
            memory_mib: options.memory_mib,
            made: Kept::new(64),
            details: Kept::new(64),
        }
    }

    /// The problem of `#42`, of SGF, or the usual one.
    fn problem(&self, line: &Line) -> Result<Arc<EyeProblem>, DeskError> {
        let recipe = recipe(&line.rules)?;
        let start = |reason: String| DeskError::Start {
            text: line.start.clone(),
            reason,
        };
        let number = match line.start.as_str() {
            "" => 0,
            text => match text.strip_prefix('#') {
                Some(number) => number
                    .parse()
                    .map_err(|_| start("expected `#` and a number".into()))?,
                None => {
                    let problem = read_problem(text.as_bytes());
                    return problem
                        .map(Arc::new)
                        .map_err(|error| start(error.to_string()));
                }
            },
        };
        let key = (line.rules.clone(), number);
        let made = self.made.get(key, || Ok(interesting(recipe, number)));
        made.map_err(DeskError::Engine)
    }

    /// All states of a line, the first without a move.
    fn states(&self, line: &Line) -> Result<Vec<Practice>, DeskError> {
        if line.moves.len() > MOST_MOVES {
            return Err(DeskError::TooLong {
                moves: line.moves.len(),
                most: MOST_MOVES,
            });
        }
        let mut states = vec![Practice::new((*self.problem(line)?).clone())];
        for (number, text) in (1..).zip(&line.moves) {
            let state = states.last().expect("there is a first");
            let error = |reason: &str| DeskError::Move {
                number,
                text: text.clone(),
                reason: reason.to_owned(),
            };
            if state.ended().is_some() {
                return Err(error("the problem is decided"));
            }
            let turn = read_turn(state, text)
                .ok_or_else(|| error("expected a point of the board, such as C3, or pass"))?;
            states.push(state.after(turn).map_err(error)?);
        }
        Ok(states)
    }

    /// What methods say of a problem, and what that costs them.
    fn details(&self, problem: &EyeProblem) -> Option<Details> {
        let text = write(problem);
        let table = self.details.get(text, || Ok(compare(problem))).ok()?;
        Some((*table).clone())
    }
}

fn recipe(rules: &str) -> Result<Recipe, DeskError> {
    match rules {
        "" | "small" => Ok(Recipe::Area { points: 8 }),
        "medium" => Ok(Recipe::Area { points: 12 }),
        "rooms" => Ok(Recipe::Rooms { rooms: 2 }),
        _ => Err(DeskError::Rules {
            text: rules.to_owned(),
            reason: "expected small, medium or rooms".into(),
        }),
    }
}

/// A problem in which it matters who moves first, if one is found soon.
fn interesting(recipe: Recipe, number: u64) -> EyeProblem {
    let options = EyeOptions {
        memory_mib: SMALL,
        moves: false,
        limits: Limits::nodes(NODES),
        ..EyeOptions::default()
    };
    let mut seeds = Seeded::new(number);
    let mut problem = generate(recipe, seeds.bits());
    for _ in 0..TRIES {
        let report = solve_eye(&problem, &options, &Stop::new());
        let class = |answer: Option<tabia_go::Answer>| answer.map(|answer| answer.class);
        let (first, second) = (class(report.defender_first), class(report.attacker_first));
        if first == Some(Class::Eye) && second == Some(Class::None) {
            break;
        }
        problem = generate(recipe, seeds.bits());
    }
    problem
}

fn compare(problem: &EyeProblem) -> Details {
    let rows = [
        ("plain: every move", Method::Plain),
        ("dynamic decomposition", Method::Dds),
        ("relaxed decomposition", Method::Rds),
    ];
    let rows = rows.map(|(name, method)| {
        let options = EyeOptions {
            method,
            memory_mib: SMALL,
            moves: false,
            limits: Limits::nodes(NODES),
            ..EyeOptions::default()
        };
        let report = solve_eye(problem, &options, &Stop::new());
        let class = |answer: &Option<tabia_go::Answer>| match answer {
            Some(answer) => answer.class.name().to_owned(),
            None => "?".to_owned(),
        };
        let nodes = match report.complete {
            true => report.nodes.to_string(),
            false => format!("over {}", report.nodes),
        };
        vec![
            name.to_owned(),
            class(&report.defender_first),
            class(&report.attacker_first),
            nodes,
            report.splits.to_string(),
        ]
    });
    Details {
        title: "The answers, and what they cost with and without decomposition".into(),
        heading: [
            "Method",
            "Defender first",
            "Attacker first",
            "Nodes",
            "Splits",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: rows.to_vec(),
    }
}

fn about() -> About {
    let variant = |name, title| Variant { name, title };
    let level = |name, title| desk::Level { name, title };
    About {
        name: "go",
        title: "Go problems",
        blurb: "Can the stones with triangles get an eye? Practise against refutations, and see \
                what taking the position apart saves.",
        sides: ["Defender", "Attacker"],
        variants: vec![
            variant("small", "An area of 8 points"),
            variant("medium", "An area of 12 points"),
            variant("rooms", "Two rooms"),
        ],
        levels: vec![level("random", "random"), level("perfect", "perfect")],
        usual_level: "perfect",
        unit: "moves",
        ponders: false,
        dealt: true,
        paste: "A problem as SGF, with crucial stones (TR) and the region (MA)",
        questions: questions::all(),
    }
}

fn side(mover: Mover) -> Side {
    match mover {
        Mover::Defender => Side::First,
        Mover::Attacker => Side::Second,
    }
}

fn title(mover: Mover) -> &'static str {
    match mover {
        Mover::Defender => "Defender",
        Mover::Attacker => "Attacker",
    }
}

fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

fn read_turn(state: &Practice, text: &str) -> Option<Option<Point>> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    let point = Point::from_board(text, state.board().height())?;
    state.board().contains(point).then_some(Some(point))
}

fn turn_text(state: &Practice, turn: Option<Point>) -> String {
    let height = state.board().height();
    turn.map_or("pass".to_owned(), |point| point.on_board(height))
}

fn say(state: &Practice, turn: Option<Point>) -> String {
    let who = title(state.mover());
    match turn {
        Some(_) => format!("{who} plays {}", turn_text(state, turn)),
        None => format!("{who} passes"),
    }
}

fn write(problem: &EyeProblem) -> String {
    let mut writer = Writer::new();
    writer.open().problem(problem).close();
    let text = writer.finish();
    // One line, so that it can be pasted anywhere.
    text.split_whitespace().collect::<Vec<_>>().join("")
}

/// What a class is worth to whoever moves.
fn value(class: Class, mover: Mover, exact: bool) -> Value {
    let defender = match class {
        Class::Eye | Class::Rep => 1,
        Class::Ko => 0,
        Class::None => -1,
    };
    let points = match mover {
        Mover::Defender => defender,
        Mover::Attacker => -defender,
    };
    Value {
        value: points,
        distance: None,
        worth: match points {
            1 => Worth::Win,
            0 => Worth::Draw,
            _ => Worth::Loss,
        },
        share: points.into(),
        exact,
    }
}

/// What a move is worth; `None` if stopped.
fn rated(state: &Practice, turn: Option<Point>, stop: &Stop) -> Option<Value> {
    let next = state.after(turn).ok()?;
    let mover = state.mover();
    if let Some(ended) = next.ended() {
        let class = match ended.winner {
            Mover::Defender => Class::Eye,
            Mover::Attacker => Class::None,
        };
        return Some(value(class, mover, true));
    }
    let class = next.class(stop)?;
    Some(value(class, mover, !next.has_ko()))
}

impl Desk for GoDesk {
    fn about(&self) -> &About {
        &self.about
    }

    fn look(&self, line: &Line, show: &Show) -> Result<View, DeskError> {
        let states = self.states(line)?;
        let state = states.last().expect("there is a first");
        let problem = state.problem();
        let over = state.ended().map(|ended| Over {
            winner: Some(side(ended.winner)),
            words: format!("{} wins: {}", title(ended.winner), ended.how),
        });
        let moves = match over {
            Some(_) => Vec::new(),
            None => state.moves(),
        };
        let made = states.windows(2).map(|pair| (&pair[0], pair[1].last));
        let mover = state.mover();
        let start = write(problem);
        Ok(View {
            rules: match line.rules.as_str() {
                "" => "small".into(),
                rules => rules.into(),
            },
            position: state.now().map_or_else(|| start.clone(), |now| write(&now)),
            to_move: over.is_none().then(|| side(mover)),
            prompt: match &over {
                Some(over) => over.words.clone(),
                None => format!("{}, {}, to play", title(mover), colour(state.colour(mover))),
            },
            choices: moves
                .iter()
                .map(|&turn| Choice {
                    text: turn_text(state, turn),
                    clicks: vec![turn_text(state, turn)],
                    say: say(state, turn),
                })
                .collect(),
            over,
            history: made
                .map(|(before, turn)| Played {
                    text: turn_text(before, turn),
                    side: side(before.mover()),
                    say: say(before, turn),
                })
                .collect(),
            board: Picture::new(state.board())
                .problem(problem.crucial(), problem.region())
                .turned(show.flipped)
                .last(state.last)
                .with_pass()
                .svg(),
            record: format!("{start}{MOVES}{}", line.moves.join(" ")),
            details: self.details(problem),
        })
    }

    fn reply(
        &self,
        line: &Line,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Vec<String>>, DeskError> {
        let states = self.states(line)?;
        let state = states.last().expect("there is a first");
        if !matches!(level, "random" | "perfect") {
            return Err(DeskError::Level(format!(
                "unknown level `{level}`: expected random or perfect"
            )));
        }
        if state.ended().is_some() {
            return Err(DeskError::Over);
        }
        if stop.is_requested() {
            return Ok(None);
        }
        let moves = state.moves();
        if level == "random" {
            let seed = (line.moves.len() as u64) << 32 | moves.len() as u64;
            let turn = moves[Seeded::new(seed).below(moves.len())];
            return Ok(Some(vec![turn_text(state, turn)]));
        }
        // The first of the best; a pass, which is listed last, only if
        // nothing else is as good.
        let mut best: Option<(i32, Option<Point>)> = None;
        for turn in moves {
            let Some(value) = rated(state, turn, stop) else {
                return Ok(None);
            };
            if best.is_none_or(|(most, _)| value.value > most) {
                best = Some((value.value, turn));
            }
            if value.value == 1 {
                break;
            }
        }
        Ok(best.map(|(_, turn)| vec![turn_text(state, turn)]))
    }

    fn rate(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Rating),
    ) -> Result<bool, DeskError> {
        let states = self.states(line)?;
        let state = states.last().expect("there is a first");
        if state.ended().is_some() {
            return Ok(true);
        }
        for turn in state.moves() {
            if stop.is_requested() {
                return Ok(false);
            }
            let Some(value) = rated(state, turn, stop) else {
                return Ok(false);
            };
            sink(Rating {
                text: turn_text(state, turn),
                value,
            });
        }
        Ok(true)
    }

    fn review(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(PlayedRating),
    ) -> Result<bool, DeskError> {
        let states = self.states(line)?;
        for (index, pair) in states.windows(2).enumerate().rev() {
            let Some(value) = rated(&pair[0], pair[1].last, stop) else {
                return Ok(false);
            };
            sink(PlayedRating {
                index,
                side: side(pair[0].mover()),
                value,
            });
        }
        Ok(true)
    }

    fn ponder(&self, line: &Line, _: &str, _: &Stop) -> Result<(), DeskError> {
        // Problems of this size are solved at once.
        self.states(line).map(|_| ())
    }

    fn read(&self, rules: &str, text: &str) -> Result<Line, DeskError> {
        let text = text.trim();
        let (start, moves) = match text.split_once(MOVES) {
            Some((start, moves)) => (start, moves),
            None => (text.trim_end_matches(MOVES.trim_end()).trim_end(), ""),
        };
        let line = Line::read(rules, start, moves);
        match self.states(&line) {
            Ok(_) if !line.start.is_empty() => Ok(line),
            Ok(_) => Err(DeskError::Text {
                position: "there is nothing".into(),
                game: "there is nothing".into(),
            }),
            Err(DeskError::Start { reason, .. }) => Err(DeskError::Text {
                position: reason,
                game: "a game is a problem, the word `moves`, and the moves".into(),
            }),
            Err(error) => Err(error),
        }
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        questions::answer(question, parameters, self.memory_mib, stop)
    }

    fn cover(&self) -> String {
        let problem = generate(Recipe::Area { points: 8 }, 3);
        Picture::new(problem.board())
            .problem(problem.crucial(), problem.region())
            .svg()
    }
}

#[cfg(test)]
mod tests;
