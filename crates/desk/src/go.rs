//! Go at the desk: one-eye problems, drawn, solved, and practised against
//! refutations.

mod practice;
mod problems;
mod proof;
mod questions;
mod setup;
mod study;

use std::sync::Arc;

use tabia_draw::Worth;
use tabia_draw::go::Picture;
use tabia_go::{Board, Class, Colour, EyeProblem, Mover, Point, Recipe, generate, read_problem};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use crate::desk;
use crate::kept::Kept;
use crate::text::{Row, grid};
use crate::{
    About, Choice, Desk, DeskError, Edit, Extra, Judgement, Line, Options, Over, Parameters,
    Played, PlayedRating, ProofStep, Rating, SetUp, Show, Study, Value, View,
};
use practice::Practice;
use problems::write;
use proof::Proof;

/// One-eye problems: made from a number, drawn, or pasted as SGF.
pub struct GoDesk {
    about: About,
    memory_mib: usize,
    /// Problems that numbers make: finding one takes longer than showing it.
    made: Kept<(String, u64), EyeProblem>,
    /// Lines looked at lately, since some of their states were asked whether
    /// they are the last.
    played: Kept<(String, String, Vec<String>), Vec<Practice>>,
    /// Proofs that are walked through.
    proofs: Kept<String, Proof>,
}

/// The most moves that are shown.
const MOST_MOVES: usize = 400;
/// Stands between a problem and its moves.
const MOVES: &str = " moves ";

impl GoDesk {
    /// A desk without problems yet.
    pub fn new(options: &Options) -> GoDesk {
        GoDesk {
            about: about(),
            memory_mib: options.memory_mib,
            made: Kept::new(64),
            played: Kept::new(64),
            proofs: Kept::new(2),
        }
    }

    /// The problem of `#42`, of SGF, or the usual one.
    fn problem(&self, line: &Line, stop: &Stop) -> Result<EyeProblem, DeskError> {
        let wish = problems::wish(&line.rules)?;
        let start = |reason: String| DeskError::Start {
            text: line.start.clone(),
            reason,
        };
        let number = match line.start.as_str() {
            "" => Some(0),
            text => match text.strip_prefix('#') {
                Some(number) => Some(
                    number
                        .parse()
                        .map_err(|_| start("expected `#` and a number".into()))?,
                ),
                None => None,
            },
        };
        let problem = match number {
            Some(number) => {
                let key = (line.rules.clone(), number);
                let make =
                    || problems::interesting(wish.recipe, number, stop).ok_or(DeskError::Stopped);
                (*self.made.get(key, stop, make)?).clone()
            }
            None => read_problem(line.start.as_bytes()).map_err(|e| start(e.to_string()))?,
        };
        Ok(match wish.attack {
            true => problems::attacked(problem),
            false => problem,
        })
    }

    /// All states of a line, the first without a move. Only the last but one is
    /// asked whether a search sees the end there: nobody looks at the others.
    fn states(&self, line: &Line, stop: &Stop) -> Result<Arc<Vec<Practice>>, DeskError> {
        line.within(MOST_MOVES)?;
        let key = |moves: usize| {
            (
                line.rules.clone(),
                line.start.clone(),
                line.moves[..moves].to_vec(),
            )
        };
        // Nearly always the line goes on from one that was looked at lately.
        let known = (0..=line.moves.len())
            .rev()
            .find_map(|moves| self.played.find(&key(moves)));
        if let Some(known) = &known
            && known.len() == line.moves.len() + 1
        {
            return Ok(Arc::clone(known));
        }
        let mut states = match known {
            Some(known) => (*known).clone(),
            None => vec![Practice::new(self.problem(line, stop)?)],
        };
        for (number, text) in (1..).zip(&line.moves).skip(states.len() - 1) {
            let state = states.last().expect("there is a first");
            let error = |reason: &str| DeskError::Move {
                number,
                text: text.clone(),
                reason: reason.to_owned(),
            };
            if stop.is_requested() {
                return Err(DeskError::Stopped);
            }
            let ended = match number == line.moves.len() {
                true => state.ended(stop).ok_or(DeskError::Stopped)?,
                false => state.ended_at_sight(),
            };
            if ended.is_some() {
                return Err(error("the problem is decided"));
            }
            let turn = read_turn(state, text)
                .ok_or_else(|| error("expected a point of the board, such as C3, or pass"))?;
            states.push(state.after(turn).map_err(error)?);
        }
        self.played.get(key(line.moves.len()), stop, || Ok(states))
    }

    /// The problem as it stands at the end of a line.
    fn now(&self, line: &Line, stop: &Stop) -> Result<EyeProblem, DeskError> {
        let states = self.states(line, stop)?;
        let state = states.last().expect("there is a first");
        state.now().ok_or(DeskError::Over)
    }
}

fn about() -> About {
    let level = |name, title| desk::Level { name, title };
    About {
        name: "go",
        title: "Go problems",
        blurb: "Can the stones with triangles get an eye? Practise against refutations, and see \
                what taking the position apart saves.",
        sides: ["Defender", "Attacker"],
        variants: problems::variants(),
        levels: vec![level("random", "random"), level("perfect", "perfect")],
        usual_level: "perfect",
        unit: "moves",
        turned: false,
        ponders: false,
        dealt: true,
        hidden: false,
        study: "Solve for both sides",
        paste: "A problem as SGF, with crucial stones (TR) and the region (MA)",
        extras: &[Extra::SetUp, Extra::Practice, Extra::Study, Extra::Proof],
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
    if let Some(ended) = next.ended(stop)? {
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

    fn look(&self, line: &Line, show: &Show, stop: &Stop) -> Result<View, DeskError> {
        let states = self.states(line, stop)?;
        let state = states.last().expect("there is a first");
        let problem = state.problem();
        let ended = state.ended(stop).ok_or(DeskError::Stopped)?;
        let over = ended.map(|ended| Over {
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
        let of_viewer = |side| show.viewer.is_none_or(|viewer| viewer == side);
        Ok(View {
            rules: match line.rules.as_str() {
                "" => "small".into(),
                rules => rules.into(),
            },
            // Once crucial stones are gone it is no problem any more.
            position: state
                .now()
                .or_else(|| states[0].now())
                .map_or_else(|| start.clone(), |now| write(&now)),
            to_move: over.is_none().then(|| side(mover)),
            yours: over.is_none() && of_viewer(side(mover)),
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
                    yours: of_viewer(side(before.mover())),
                    say: say(before, turn),
                })
                .collect(),
            board: Picture::new(state.board())
                .problem(problem.crucial(), problem.region())
                .turned(show.flipped)
                .last(state.last)
                .with_pass()
                .svg(),
            diagram: diagram(state.board(), problem, show.flipped),
            record: format!("{start}{MOVES}{}", line.moves.join(" ")),
            details: None,
            hidden: false,
        })
    }

    fn reply(
        &self,
        line: &Line,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Vec<String>>, DeskError> {
        let states = self.states(line, stop)?;
        let state = states.last().expect("there is a first");
        if !matches!(level, "random" | "perfect") {
            return Err(DeskError::Level(format!(
                "unknown level `{level}`: expected random or perfect"
            )));
        }
        let Some(ended) = state.ended(stop) else {
            return Ok(None);
        };
        if ended.is_some() {
            return Err(DeskError::Over);
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
        let states = self.states(line, stop)?;
        let state = states.last().expect("there is a first");
        match state.ended(stop) {
            None => return Ok(false),
            Some(Some(_)) => return Ok(true),
            Some(None) => {}
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
        let states = self.states(line, stop)?;
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

    fn ponder(&self, line: &Line, _: &str, stop: &Stop) -> Result<(), DeskError> {
        // Problems of this size are solved at once.
        self.states(line, stop).map(|_| ())
    }

    fn read(&self, rules: &str, text: &str, stop: &Stop) -> Result<Line, DeskError> {
        let text = text.trim();
        let (start, moves) = match text.split_once(MOVES) {
            Some((start, moves)) => (start, moves),
            None => (text.trim_end_matches(MOVES.trim_end()).trim_end(), ""),
        };
        let line = Line::read(rules, start, moves);
        match self.states(&line, stop) {
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

    fn set_up(&self, _: &str, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        setup::set_up(text, edit)
    }

    fn judge(&self, line: &Line, stop: &Stop) -> Result<Option<Judgement>, DeskError> {
        let states = self.states(line, stop)?;
        let [.., before, after] = &states[..] else {
            return Err(DeskError::Parameter {
                name: "moves".into(),
                text: String::new(),
                reason: "there is no move to judge".into(),
            });
        };
        let mover = before.mover();
        let Some(could) = before.class(stop) else {
            return Ok(None);
        };
        let Some(got) = rated(before, after.last, stop) else {
            return Ok(None);
        };
        let right = got.value >= value(could, mover, true).value;
        let played = turn_text(before, after.last);
        let words = match (right, after.ended(stop).flatten()) {
            (true, Some(ended)) => format!("Right: {played}, and {}.", ended.how),
            (true, None) => format!("Right: {played} keeps the best result."),
            (false, _) => format!("Wrong: {played} lets the {} win.", title(mover.other())),
        };
        Ok(Some(Judgement {
            right,
            words: match could == Class::Ko && !right {
                true => format!("Wrong: {played} does not even lead to a ko."),
                false => words,
            },
        }))
    }

    fn study(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        Ok(study::study(
            &self.now(line, stop)?,
            self.memory_mib,
            stop,
            sink,
        ))
    }

    fn proof(
        &self,
        line: &Line,
        path: &[usize],
        stop: &Stop,
    ) -> Result<Option<ProofStep>, DeskError> {
        let problem = match self.now(line, stop) {
            Err(DeskError::Stopped) => return Ok(None),
            problem => problem?,
        };
        let make = || Proof::make(&problem, self.memory_mib, stop);
        match self.proofs.get(write(&problem), stop, make) {
            Ok(proof) => proof.step(path).map(Some),
            Err(_) if stop.is_requested() => Ok(None),
            Err(reason) => Err(DeskError::Start {
                text: write(&problem),
                reason,
            }),
        }
    }
}

#[cfg(test)]
mod tests;

/// `X` and `O` for black and white stones, `.` for the region, `-` for what
/// cannot be played.
fn diagram(board: &Board, problem: &EyeProblem, turned: bool) -> String {
    let letter = |point: Point| match board.stone(point) {
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
        None if problem.region().contains(&point) => '.',
        None => '-',
    };
    let rows = (0..board.height()).map(|y| Row {
        name: (board.height() - y).to_string(),
        squares: (0..board.width())
            .map(|x| letter(Point::new(x, y)))
            .collect(),
    });
    // There is no column I.
    let columns = ('A'..='Z').filter(|&c| c != 'I').take(board.width().into());
    grid(rows.collect(), columns.collect(), turned)
}
