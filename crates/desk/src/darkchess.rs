//! Dark chess at the desk, from the first flip on.
//!
//! What lies face down follows from the number in `start`, `#42`; whoever
//! shows or rates a game does not look. A move may also say what it reveals,
//! `b5(k)`, as records do; what is still face down is then dealt anew.

use std::sync::Arc;

use tabia_darkchess::{
    Action, Deal, End, Endings, FullPosition, Level, Player, QUIET_LIMIT, Rated, Record, Turn,
};
use tabia_draw::Worth;
use tabia_draw::darkchess::Picture;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use crate::desk::{self, Variant};
use crate::text::{Row, grid, spread};
use crate::{
    About, Choice, Desk, DeskError, Edit, Extra, Line, Over, Parameters, Played, PlayedRating,
    Rating, SetUp, Show, Study, Value, View,
};

pub use material::graph;

mod material;
mod questions;
mod setup;

/// Dark chess, with its players.
pub struct DarkChessDesk {
    about: About,
    endings: Option<Arc<Endings>>,
}

/// The longest game that is shown. A capture at least every forty plies, and
/// flips, bound all games; nobody plays half as many.
const MOST_MOVES: usize = 2000;
/// How deep moves are rated, and what rating one position may cost.
const RATING: (Level, u64) = (Level::Depth(4), 150_000);
/// The same for each position of a whole game.
const REVIEW: (Level, u64) = (Level::Depth(2), 4_000);
/// An estimate beyond this, in hundredths of a pawn, is an advantage.
const ADVANTAGE: i32 = 100;

impl DarkChessDesk {
    /// A desk; with tables its players and ratings are exact where those
    /// reach.
    pub fn new(endings: Option<Arc<Endings>>) -> DarkChessDesk {
        DarkChessDesk {
            about: about(),
            endings,
        }
    }

    fn player(&self, level: Level, nodes: u64) -> Player {
        let player = Player::new(level).with_nodes(nodes);
        match &self.endings {
            Some(endings) => player.with_endings(Arc::clone(endings)),
            None => player,
        }
    }

    /// Plays the line through.
    fn game(&self, line: &Line, stop: &Stop) -> Result<Game, DeskError> {
        if !matches!(line.rules.as_str(), "" | "forty") {
            return Err(DeskError::Rules {
                text: line.rules.clone(),
                reason: "there is only `forty`: forty plies without a capture are a draw".into(),
            });
        }
        line.within(MOST_MOVES)?;
        let mut game = Game::begin(&line.start)?;
        for (number, text) in (1..).zip(&line.moves) {
            if stop.is_requested() {
                return Err(DeskError::Stopped);
            }
            game.play(text).map_err(|reason| DeskError::Move {
                number,
                text: text.clone(),
                reason,
            })?;
        }
        Ok(game)
    }

    /// The ratings of a position, if it is not over.
    fn rated(
        &self,
        position: &FullPosition,
        (level, nodes): (Level, u64),
        stop: &Stop,
    ) -> Result<Option<Vec<Rated>>, DeskError> {
        if position.to_move().is_none() {
            // Before the first flip every square is as good as any other.
            return Ok(Some(Vec::new()));
        }
        let rated = self.player(level, nodes).rate(position, stop);
        let rated = rated.map_err(|error| DeskError::Engine(error.to_string()))?;
        Ok(rated.filter(|_| !stop.is_requested()))
    }
}

/// A game and what lies face down in it.
struct Game {
    record: Record,
    deal: Deal,
    seed: u64,
}

impl Game {
    /// `#42`, a position, or both.
    fn begin(text: &str) -> Result<Game, DeskError> {
        let wrong = |reason: String| DeskError::Start {
            text: text.to_owned(),
            reason,
        };
        let (seed, position) = match text.strip_prefix('#') {
            None => (0, text),
            Some(rest) => {
                let (seed, position) = rest.split_once(' ').unwrap_or((rest, ""));
                let seed = seed
                    .parse()
                    .map_err(|_| wrong(format!("`{seed}` is not the number of a deal")))?;
                (seed, position)
            }
        };
        let start = match position.trim() {
            "" => FullPosition::START,
            position => position
                .parse()
                .map_err(|error: tabia_darkchess::ReadFullError| wrong(error.to_string()))?,
        };
        Ok(Game {
            deal: Deal::of(&start, seed),
            record: Record::new(start),
            seed,
        })
    }

    /// Plays a turn; what a flip reveals is dealt unless the text says it.
    fn play(&mut self, text: &str) -> Result<(), String> {
        if self.record.end().is_some() {
            return Err("the game is over".into());
        }
        let position = self.record.position();
        if text.contains('(') {
            let turn = position
                .read_turn(text)
                .map_err(|error| error.to_string())?;
            self.record.push(turn);
            self.deal = Deal::of(self.record.position(), self.seed);
        } else {
            let action = position.read_action(text);
            let action = action.map_err(|error| error.to_string())?;
            self.record.push(self.deal.turn(action));
        }
        Ok(())
    }

    /// Who moves next: the one who began, or the other.
    fn seat(&self) -> Side {
        seat(self.record.turns().len())
    }

    /// Who plays a colour.
    fn seat_of(&self, colour: Side) -> Side {
        match self.record.first() == Some(colour) {
            true => Side::First,
            false => Side::Second,
        }
    }
}

/// Who has the turn of this number, from 0.
fn seat(turn: usize) -> Side {
    match turn.is_multiple_of(2) {
        true => Side::First,
        false => Side::Second,
    }
}

fn about() -> About {
    let level = |name, title| desk::Level { name, title };
    About {
        name: "darkchess",
        title: "Dark chess",
        blurb: "Thirty-two pieces face down: turn one over, step, or take what your piece \
                may take. Who cannot move loses.",
        sides: ["First", "Second"],
        variants: vec![Variant {
            name: "forty",
            title: "Forty quiet plies draw",
        }],
        levels: vec![
            level("random", "random"),
            level("greedy", "greedy: takes what it can"),
            level("1", "1"),
            level("2", "2"),
            level("3", "3"),
            level("4", "4"),
            level("6", "6"),
        ],
        usual_level: "3",
        unit: "plies to the next capture",
        turned: false,
        ponders: false,
        dealt: true,
        hidden: false,
        study: "Material and its graph",
        paste: "A position such as 8/1b6/2K5/8 b 0, or a game such as b5(k) d8(P); d7(R) d4(p)",
        extras: &[Extra::SetUp, Extra::Study],
        questions: questions::all(),
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

fn side_title(side: Side) -> &'static str {
    match side {
        Side::First => "First",
        Side::Second => "Second",
    }
}

/// A turn in words, seen from before it.
fn say(position: &FullPosition, turn: Turn) -> String {
    match turn {
        Turn::Flip(square, side, kind) => {
            let side = colour(side).to_lowercase();
            format!("turns over {square}: a {side} {}", kind.name())
        }
        Turn::Move(m) => match (position.piece(m.from), position.piece(m.to)) {
            (Some((_, piece)), Some((_, taken))) => {
                format!(
                    "{} {} takes {} {}",
                    piece.name(),
                    m.from,
                    taken.name(),
                    m.to
                )
            }
            (Some((_, piece)), None) => format!("{} {} to {}", piece.name(), m.from, m.to),
            (None, _) => format!("{} to {}", m.from, m.to),
        },
    }
}

/// The same for what is only being thought of.
fn say_action(position: &FullPosition, action: Action) -> String {
    match action {
        Action::Flip(square) => format!("turns over {square}"),
        Action::Move(m) => say(position, Turn::Move(m)),
    }
}

fn value(rated: &Rated) -> Value {
    let estimate = rated.value;
    let points = rated.known.map(|known| i32::from(known.points()));
    let (worth, share) = match points {
        Some(points) => (points.signum(), f64::from(points.signum())),
        None => {
            let pawns = f64::from(estimate) / 100.0;
            let sign = if estimate.abs() < ADVANTAGE {
                0
            } else {
                estimate.signum()
            };
            // Ten pawns are as good as won.
            (sign, (pawns / 10.0).clamp(-1.0, 1.0))
        }
    };
    Value {
        value: points.unwrap_or(estimate),
        distance: rated.distance.map(u32::from),
        worth: match worth {
            1 => Worth::Win,
            -1 => Worth::Loss,
            _ => Worth::Draw,
        },
        share,
        exact: points.is_some(),
    }
}

impl Desk for DarkChessDesk {
    fn about(&self) -> &About {
        &self.about
    }

    fn look(&self, line: &Line, show: &Show, stop: &Stop) -> Result<View, DeskError> {
        let game = self.game(line, stop)?;
        let (record, position) = (&game.record, game.record.position());
        let over = record.end().map(|end| match end {
            End::Won(side) => {
                let winner = game.seat_of(side);
                let words = format!(
                    "{}, {}, wins: the other side cannot move",
                    side_title(winner),
                    colour(side)
                );
                (Some(winner), words)
            }
            End::Draw => {
                let words = format!("Draw: {QUIET_LIMIT} plies without a capture");
                (None, words)
            }
        });
        let over = over.map(|(winner, words)| Over { winner, words });
        let mut actions = Vec::new();
        if over.is_none() {
            position.actions(&mut actions);
        }
        let last = record.turns().last().map(|turn| match turn {
            Turn::Flip(square, _, _) => vec![*square],
            Turn::Move(m) => vec![m.from, m.to],
        });
        let history = record.turns().iter().zip(record.positions()).enumerate();
        let of_viewer = |side| show.viewer.is_none_or(|viewer| viewer == side);
        Ok(View {
            rules: "forty plies".into(),
            position: position.to_string(),
            to_move: over.is_none().then(|| game.seat()),
            yours: over.is_none() && of_viewer(game.seat()),
            prompt: match &over {
                Some(over) => over.words.clone(),
                None => prompt(&game),
            },
            choices: actions
                .iter()
                .map(|&action| Choice {
                    text: position.write_action(action),
                    clicks: match action {
                        Action::Flip(square) => vec![square.to_string()],
                        Action::Move(m) => vec![m.from.to_string(), m.to.to_string()],
                    },
                    say: say_action(position, action),
                })
                .collect(),
            over,
            history: history
                .map(|(i, (&turn, before))| Played {
                    text: before.write_turn(turn),
                    side: seat(i),
                    yours: of_viewer(seat(i)),
                    say: say(before, turn),
                })
                .collect(),
            board: Picture::new(position)
                .steady()
                .turned(show.flipped)
                .last(last.unwrap_or_default())
                .svg(),
            diagram: diagram(position, show.flipped),
            record: record.to_string(),
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
        let game = self.game(line, &Stop::new())?;
        let level: Level = level
            .parse()
            .map_err(|error: tabia_darkchess::ReadLevelError| {
                DeskError::Level(error.to_string())
            })?;
        if game.record.end().is_some() {
            return Err(DeskError::Over);
        }
        let position = game.record.position();
        let player = self
            .player(level, Player::DEFAULT_NODES)
            .with_seed(game.seed);
        let choice = player
            .choose(position, stop)
            .map_err(|error| DeskError::Engine(error.to_string()))?;
        let choice = choice.filter(|_| !stop.is_requested());
        Ok(choice.map(|choice| vec![position.write_action(choice.action)]))
    }

    fn rate(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Rating),
    ) -> Result<bool, DeskError> {
        let game = self.game(line, &Stop::new())?;
        let position = game.record.position();
        if game.record.end().is_some() {
            return Ok(true);
        }
        let Some(rated) = self.rated(position, RATING, stop)? else {
            return Ok(false);
        };
        for rated in rated {
            sink(Rating {
                text: position.write_action(rated.action),
                value: value(&rated),
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
        let game = self.game(line, &Stop::new())?;
        let turns = game.record.turns().iter().zip(game.record.positions());
        for (index, (turn, before)) in turns.enumerate().rev() {
            let Some(rated) = self.rated(before, REVIEW, stop)? else {
                return Ok(false);
            };
            let found = rated.iter().find(|rated| rated.action == turn.action());
            if let Some(rated) = found {
                sink(PlayedRating {
                    index,
                    side: seat(index),
                    value: value(rated),
                });
            }
        }
        Ok(true)
    }

    fn ponder(&self, line: &Line, _: &str, _: &Stop) -> Result<(), DeskError> {
        // What is revealed next cannot be known, and moves are quick.
        self.game(line, &Stop::new()).map(|_| ())
    }

    fn read(&self, rules: &str, text: &str, stop: &Stop) -> Result<Line, DeskError> {
        let line = |start: String, moves| Line {
            rules: rules.to_owned(),
            start,
            moves,
        };
        let text = text.trim();
        let as_position = match text.parse::<FullPosition>() {
            Ok(_) => {
                let line = line(text.to_owned(), Vec::new());
                return self.game(&line, stop).map(|_| line);
            }
            Err(error) => error.to_string(),
        };
        let record: Record = match text.parse() {
            Ok(record) => record,
            Err(error) => {
                return Err(DeskError::Text {
                    position: as_position,
                    game: tabia_darkchess::ReadRecordError::to_string(&error),
                });
            }
        };
        let start = match record.positions()[0] {
            start if start == FullPosition::START => String::new(),
            start => start.to_string(),
        };
        let turns = record.turns().iter().zip(record.positions());
        let moves = turns.map(|(&turn, before)| before.write_turn(turn));
        let line = line(start, moves.collect());
        self.game(&line, stop).map(|_| line)
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        questions::answer(self, question, parameters, stop)
    }

    fn cover(&self) -> String {
        let text = "????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp";
        let position = text.parse().expect("a legal position");
        Picture::new(&position).svg()
    }

    fn study(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        let game = self.game(line, &Stop::new())?;
        let study = material::study(game.record.position(), self.endings.as_deref(), stop)?;
        Ok(study.map(sink).is_some())
    }

    fn set_up(&self, _: &str, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        setup::set_up(text, edit)
    }
}

/// What has to be done, and by whom.
fn prompt(game: &Game) -> String {
    let position = game.record.position();
    let seat = side_title(game.seat());
    let Some(side) = position.to_move() else {
        return format!("{seat} turns over a piece, and plays its colour");
    };
    let quiet = match position.quiet() {
        0..10 => String::new(),
        plies => format!(" ({plies} plies without a capture)"),
    };
    let what = match position.revealed() {
        Some(_) => "moves",
        None => "moves or turns over a piece",
    };
    format!("{seat}, {}, {what}{quiet}", colour(side))
}

#[cfg(test)]
mod tests;

/// Letters of pieces, `?` for one face down.
fn diagram(position: &FullPosition, turned: bool) -> String {
    let text = position.to_string();
    let rows = text.split(' ').next().unwrap_or_default().split('/');
    let rows = ('a'..).zip(rows).map(|(name, row)| Row {
        name: name.to_string(),
        squares: spread(row),
    });
    grid(rows.collect(), ('1'..='8').collect(), turned)
}
