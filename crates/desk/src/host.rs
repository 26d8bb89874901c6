//! A desk for any game with a notation, from a small adapter.

use tabia_kernel::rules::{Game, Notation, Payoff, Score, Side};
use tabia_kernel::search::Stop;

use crate::session::Session;
use crate::{
    About, Choice, Desk, DeskError, Details, Edit, Line, Over, Parameters, Played, PlayedRating,
    Rating, SetUp, Show, Study, Value, View, with_nearest,
};

/// What a game adds to its rules so that it can be played at a desk:
/// pictures, words, levels, values.
pub trait Host: Send + Sync {
    /// The rules.
    type Game: Notation;

    /// What the game is.
    fn about(&self) -> &About;

    /// The rules of this name; the empty name is the usual ones'. The error
    /// says what is wrong with it.
    fn game(&self, rules: &str) -> Result<Self::Game, String>;

    /// The rules of a game as they print themselves.
    fn rules(&self, session: &Session<Self::Game>) -> String {
        let variants = &self.about().variants;
        match (session.rules(), variants.first()) {
            ("", Some(usual)) => usual.name.to_owned(),
            (name, _) => name.to_owned(),
        }
    }

    /// The usual start under rules that [`game`](Host::game) knows.
    fn start(&self, rules: &str) -> State<Self>;

    /// The start that a number deals, where games are dealt.
    fn deal(&self, _rules: &str, _number: u64) -> Option<State<Self>> {
        None
    }

    /// The board, with nothing of what [`Show::viewer`] may not see.
    fn picture(&self, scene: &Scene<'_, Self::Game>) -> String;

    /// The same in characters.
    fn diagram(&self, scene: &Scene<'_, Self::Game>) -> String;

    /// What to click, one after the other, to make a move.
    fn clicks(&self, game: &Self::Game, state: &State<Self>, m: Move<Self>) -> Vec<String> {
        vec![game.write_move(state, m)]
    }

    /// A move in words: `gives 3, large dark round solid`.
    fn say(&self, game: &Self::Game, state: &State<Self>, m: Move<Self>) -> String {
        format!("plays {}", game.write_move(state, m))
    }

    /// Which seat is to move: 0 and 1 are those of people who play the first
    /// and the second side; where a side has more, the engine has those.
    fn seat(&self, game: &Self::Game, state: &State<Self>) -> usize {
        game.to_move(state) as usize
    }

    /// What the side to move has to do, in words.
    fn prompt(&self, game: &Self::Game, state: &State<Self>) -> String {
        let side = self.about().sides[game.to_move(state) as usize];
        format!("{side} to move")
    }

    /// Who won a finished game, if anybody.
    fn winner(&self, _: &Session<Self::Game>, payoff: Payoff) -> Option<Side> {
        match payoff.seen_by(Side::First).cmp(&Score::DRAW) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// How it ended, in words.
    fn verdict(&self, session: &Session<Self::Game>, payoff: Payoff) -> String {
        match self.winner(session, payoff) {
            Some(side) => format!("{} wins", self.about().sides[side as usize]),
            None => "Draw".to_owned(),
        }
    }

    /// The game from its usual start, as text: its moves, unless a game has
    /// a record of its own.
    fn record(&self, session: &Session<Self::Game>) -> String {
        let moves = session.moves().iter().zip(session.states());
        let texts = moves.map(|(&m, before)| session.game().write_move(before, m));
        texts.collect::<Vec<String>>().join(" ")
    }

    /// The moves of such a text. The error names the place; whether they are
    /// legal is seen when they are played.
    fn read_record(&self, _game: &Self::Game, text: &str) -> Result<Vec<String>, String> {
        Ok(text.split_whitespace().map(str::to_owned).collect())
    }

    /// The engine's move; `None` if stopped.
    fn choose(
        &self,
        session: &Session<Self::Game>,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Move<Self>>, DeskError>;

    /// What a legal move was or would be worth to the side that makes it, in
    /// one of the session's states; `None` if stopped or beyond reach.
    fn value(
        &self,
        session: &Session<Self::Game>,
        state: &State<Self>,
        m: Move<Self>,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError>;

    /// Thinks while the other side does.
    fn ponder(
        &self,
        _session: &Session<Self::Game>,
        _level: &str,
        _stop: &Stop,
    ) -> Result<(), DeskError> {
        Ok(())
    }

    /// More about the position, for those who want to know.
    fn details(&self, _: &Session<Self::Game>) -> Option<Details> {
        None
    }

    /// Tells `sink` more about the position; false if stopped.
    fn study(
        &self,
        _: &Session<Self::Game>,
        _: &Stop,
        _sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        Err(DeskError::Question("study".into()))
    }

    /// A position being set up: see [`Desk::set_up`].
    fn set_up(
        &self,
        _game: &Self::Game,
        _text: &str,
        _edit: Option<&Edit>,
    ) -> Result<SetUp, DeskError> {
        Err(DeskError::Question("setup".into()))
    }

    /// Evaluations that can be played with: see [`Desk::evaluations`].
    fn evaluations(&self) -> Vec<String> {
        Vec::new()
    }

    /// Keeps an evaluation: see [`Desk::add_evaluation`].
    fn add_evaluation(&self, _text: &str) -> Result<String, DeskError> {
        Err(DeskError::Question("weights".into()))
    }

    /// Answers one of the game's questions; `None` if stopped.
    fn ask(
        &self,
        question: &str,
        _parameters: &Parameters,
        _stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        Err(DeskError::Question(question.to_owned()))
    }

    /// A picture for the list of games: the start, unless a game has a better
    /// one.
    fn cover(&self) -> String {
        let game = self.game("").expect("the usual rules have no name");
        let start = self.start("");
        self.picture(&Scene {
            game: &game,
            state: &start,
            states: std::slice::from_ref(&start),
            moves: &[],
            show: Show::default(),
        })
    }
}

/// A position of a host's game.
type State<H> = <<H as Host>::Game as Game>::State;
/// A move of a host's game.
type Move<H> = <<H as Host>::Game as Game>::Move;

/// What a picture shows.
pub struct Scene<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// All positions from the start to this one.
    pub states: &'a [G::State],
    /// The moves between them.
    pub moves: &'a [G::Move],
    /// From where it is seen.
    pub show: Show,
}

/// The desk of a host's game.
pub struct Hosted<H>(pub H);

/// More moves than any game of ours has.
const MOST_MOVES: usize = 2000;

impl<H: Host> Hosted<H> {
    /// Plays the line through.
    fn session(&self, line: &Line, stop: &Stop) -> Result<Session<H::Game>, DeskError> {
        line.within(MOST_MOVES)?;
        let game = self.game(&line.rules)?;
        let start = match line.start.as_str() {
            "" => self.0.start(&line.rules),
            text if text.starts_with('#') => self.dealt(&line.rules, text)?,
            text => game.read_state(text).map_err(|error| DeskError::Start {
                text: text.to_owned(),
                reason: error.to_string(),
            })?,
        };
        let mut session = Session::new(game, start).under(&line.rules);
        for (number, text) in (1..).zip(&line.moves) {
            if stop.is_requested() {
                return Err(DeskError::Stopped);
            }
            let error = |reason| DeskError::Move {
                number,
                text: text.clone(),
                reason,
            };
            match session.play_texts(&[text]) {
                Ok(1) => {}
                Ok(_) => return Err(error("the game is over".to_owned())),
                Err(reason) => return Err(error(reason.to_string())),
            }
        }
        Ok(session)
    }

    /// Who must not see everything: somebody in a game that was dealt and is
    /// not over. Whoever set a position up knows it.
    fn viewer(&self, line: &Line, show: &Show, over: bool) -> Option<Side> {
        let dealt = line.start.is_empty() || line.start.starts_with('#');
        let hidden = self.0.about().hidden && dealt && !over && !show.open;
        show.viewer.filter(|_| hidden)
    }

    /// The start of `#42`.
    fn dealt(&self, rules: &str, text: &str) -> Result<State<H>, DeskError> {
        let number = text[1..].parse().ok();
        let dealt = number.and_then(|number| self.0.deal(rules, number));
        dealt.ok_or_else(|| DeskError::Start {
            text: text.to_owned(),
            reason: match self.0.about().dealt {
                true => "expected `#` and a number".to_owned(),
                false => "this game is not dealt".to_owned(),
            },
        })
    }

    fn game(&self, rules: &str) -> Result<H::Game, DeskError> {
        self.0.game(rules).map_err(|reason| {
            let known = self.0.about().variants.iter().map(|variant| variant.name);
            DeskError::Rules {
                text: rules.to_owned(),
                reason: with_nearest(reason, rules, known),
            }
        })
    }

    fn value(
        &self,
        session: &Session<H::Game>,
        state: &State<H>,
        m: Move<H>,
        stop: &Stop,
    ) -> Result<Option<Value>, DeskError> {
        if stop.is_requested() {
            return Ok(None);
        }
        self.0.value(session, state, m, stop)
    }
}

impl<H: Host> Desk for Hosted<H> {
    fn about(&self) -> &About {
        self.0.about()
    }

    fn look(&self, line: &Line, show: &Show, stop: &Stop) -> Result<View, DeskError> {
        let session = self.session(line, stop)?;
        let (game, state) = (session.game(), session.state());
        let over = session.payoff().map(|payoff| Over {
            winner: self.0.winner(&session, payoff),
            words: self.0.verdict(&session, payoff),
        });
        let viewer = self.viewer(line, show, over.is_some());
        let to_move = over.is_none().then(|| session.to_move());
        let of_viewer = |state: &State<H>| {
            let seat = self.0.seat(game, state);
            show.viewer.is_none_or(|viewer| seat == viewer as usize)
        };
        let yours = to_move.is_some() && of_viewer(state);
        let mut moves = Vec::new();
        // What others could do would tell what they have.
        if to_move.is_some() && (viewer.is_none() || yours) {
            game.moves(state, &mut moves);
        }
        let record = match (line.start.as_str(), viewer) {
            ("", None) => self.0.record(&session),
            // The deal by its number tells nothing.
            ("", Some(_)) => with_moves("#0", &line.moves),
            (start, _) => with_moves(start, &line.moves),
        };
        let history = session.moves().iter().zip(session.states());
        let scene = Scene {
            game,
            state,
            states: session.states(),
            moves: session.moves(),
            show: Show { viewer, ..*show },
        };
        Ok(View {
            rules: self.0.rules(&session),
            position: match viewer {
                None => game.write_state(state),
                Some(_) => record.clone(),
            },
            to_move,
            yours,
            prompt: match &over {
                Some(over) => over.words.clone(),
                None => self.0.prompt(game, state),
            },
            choices: moves
                .iter()
                .map(|&m| Choice {
                    text: game.write_move(state, m),
                    clicks: self.0.clicks(game, state, m),
                    say: self.0.say(game, state, m),
                })
                .collect(),
            over,
            history: history
                .map(|(&m, before)| Played {
                    text: game.write_move(before, m),
                    side: game.to_move(before),
                    yours: of_viewer(before),
                    say: self.0.say(game, before, m),
                })
                .collect(),
            board: self.0.picture(&scene),
            diagram: self.0.diagram(&scene),
            record,
            details: self.0.details(&session),
            hidden: viewer.is_some(),
        })
    }

    fn reply(
        &self,
        line: &Line,
        level: &str,
        stop: &Stop,
    ) -> Result<Option<Vec<String>>, DeskError> {
        let mut session = self.session(line, &Stop::new())?;
        if session.payoff().is_some() {
            return Err(DeskError::Over);
        }
        let seat = |session: &Session<H::Game>| self.0.seat(session.game(), session.state());
        let ours = seat(&session);
        let mut turn = Vec::new();
        while session.payoff().is_none() && seat(&session) == ours {
            let Some(m) = self.0.choose(&session, level, stop)? else {
                return Ok(None);
            };
            turn.push(session.game().write_move(session.state(), m));
            session.play(m);
        }
        Ok(Some(turn))
    }

    fn rate(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Rating),
    ) -> Result<bool, DeskError> {
        let session = self.session(line, &Stop::new())?;
        if session.payoff().is_some() {
            return Ok(true);
        }
        let (game, state) = (session.game(), session.state());
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut all = true;
        for m in moves {
            match self.value(&session, state, m, stop)? {
                Some(value) => sink(Rating {
                    text: game.write_move(state, m),
                    value,
                }),
                None => all = false,
            }
        }
        Ok(all)
    }

    fn review(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(PlayedRating),
    ) -> Result<bool, DeskError> {
        let session = self.session(line, &Stop::new())?;
        let mut all = true;
        // Late positions are solved sooner, and what they leave in tables
        // helps with earlier ones.
        for (index, &m) in session.moves().iter().enumerate().rev() {
            let state = &session.states()[index];
            match self.value(&session, state, m, stop)? {
                Some(value) => sink(PlayedRating {
                    index,
                    side: session.game().to_move(state),
                    value,
                }),
                None => all = false,
            }
        }
        Ok(all)
    }

    fn ponder(&self, line: &Line, level: &str, stop: &Stop) -> Result<(), DeskError> {
        let session = self.session(line, &Stop::new())?;
        match session.payoff() {
            Some(_) => Ok(()),
            None => self.0.ponder(&session, level, stop),
        }
    }

    fn read(&self, rules: &str, text: &str, stop: &Stop) -> Result<Line, DeskError> {
        let game = self.game(rules)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let rules = rules.to_owned();
        // Our own way of writing a game that began elsewhere.
        if let Some(at) = words.iter().position(|word| *word == MOVES) {
            let line = Line {
                rules,
                start: words[..at].join(" "),
                moves: words[at + 1..].iter().map(|&m| m.to_owned()).collect(),
            };
            return self.session(&line, stop).map(|_| line);
        }
        let text = words.join(" ");
        if text.starts_with('#') {
            let line = Line::read(&rules, &text, "");
            return self.session(&line, stop).map(|_| line);
        }
        let as_position = match game.read_state(&text) {
            Ok(_) => {
                return Ok(Line {
                    rules,
                    start: text,
                    moves: Vec::new(),
                });
            }
            Err(error) => error.to_string(),
        };
        match self.0.read_record(&game, &text) {
            Ok(moves) => {
                let line = Line {
                    rules,
                    start: String::new(),
                    moves,
                };
                self.session(&line, stop).map(|_| line)
            }
            Err(as_game) => Err(DeskError::Text {
                position: as_position,
                game: as_game,
            }),
        }
    }

    fn ask(
        &self,
        question: &str,
        parameters: &Parameters,
        stop: &Stop,
    ) -> Result<Option<serde_json::Value>, DeskError> {
        self.0.ask(question, parameters, stop)
    }

    fn cover(&self) -> String {
        self.0.cover()
    }

    fn study(
        &self,
        line: &Line,
        stop: &Stop,
        sink: &mut dyn FnMut(Study),
    ) -> Result<bool, DeskError> {
        self.0.study(&self.session(line, &Stop::new())?, stop, sink)
    }

    fn set_up(&self, rules: &str, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
        self.0.set_up(&self.game(rules)?, text, edit)
    }

    fn evaluations(&self) -> Vec<String> {
        self.0.evaluations()
    }

    fn add_evaluation(&self, text: &str) -> Result<String, DeskError> {
        self.0.add_evaluation(text)
    }
}

/// Stands between start and moves.
const MOVES: &str = "moves";

/// A game that began elsewhere than usual, as text.
fn with_moves(start: &str, moves: &[String]) -> String {
    match moves {
        [] => start.to_owned(),
        moves => format!("{start} {MOVES} {}", moves.join(" ")),
    }
}
