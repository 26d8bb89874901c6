//! What a line of UCI asks for.

use std::time::Duration;

/// A command. Words that nobody knows are ignored, as the protocol wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name … [value …]`
    SetOption { name: String, value: String },
    /// `position …`
    Position { start: Start, moves: Vec<String> },
    /// `go …`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: show the position.
    Show,
    /// `eval`: show the static score.
    Eval,
    /// Nothing, or something that asks for nothing here.
    Nothing,
    /// A `position` that cannot be understood, and why.
    BadPosition(String),
    /// Something else that cannot be understood, and why.
    Malformed(String),
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Usual,
    Fen(String),
}

/// The limits of `go`, as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) mate: Option<u32>,
    pub(crate) move_time: Option<Duration>,
    /// White's and Black's.
    pub(crate) time: [Option<Duration>; 2],
    pub(crate) increment: [Option<Duration>; 2],
    pub(crate) moves_to_go: Option<u32>,
    pub(crate) infinite: bool,
    pub(crate) ponder: bool,
    pub(crate) perft: Option<u32>,
    pub(crate) search_moves: Vec<String>,
    /// What could not be understood, and why.
    pub(crate) wrong: Vec<String>,
}

impl Command {
    /// Understands a line.
    pub(crate) fn read(line: &str) -> Command {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Command::Nothing;
        };
        match first {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(words),
            "position" => position(words),
            "go" => go(words),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Show,
            "eval" => Command::Eval,
            "debug" | "register" => Command::Nothing,
            other => Command::Malformed(format!("unknown command `{}`", shortened(other))),
        }
    }
}

/// A word short enough to be repeated.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let mut name = Vec::new();
    let mut value = Vec::new();
    let mut in_value = false;
    for (i, word) in words.enumerate() {
        match word {
            "name" if i == 0 => {}
            "value" if !in_value && !name.is_empty() => in_value = true,
            _ if in_value => value.push(word),
            _ => name.push(word),
        }
    }
    if name.is_empty() {
        return Command::Malformed("setoption without a name".to_owned());
    }
    Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    }
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    let start = match words.next() {
        Some("startpos") => {
            if let Some(word) = words.next()
                && word != "moves"
            {
                let word = shortened(word);
                let why = format!("`{word}` after startpos: moves come after the word `moves`");
                return Command::BadPosition(why);
            }
            Start::Usual
        }
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            Start::Fen(fen.join(" "))
        }
        _ => return Command::BadPosition("position is neither startpos nor fen".to_owned()),
    };
    Command::Position {
        start,
        moves: words.map(str::to_owned).collect(),
    }
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    const KEYS: [&str; 13] = [
        "depth",
        "nodes",
        "mate",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "infinite",
        "ponder",
        "perft",
        "searchmoves",
    ];
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(key) = words.next() {
        match key {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !KEYS.contains(word)) {
                    go.search_moves.push(word.to_owned());
                }
            }
            key if KEYS.contains(&key) => {
                let word = words.next_if(|word| !KEYS.contains(word));
                let Some(number) = word.and_then(|word| word.parse::<i64>().ok()) else {
                    go.wrong.push(match word {
                        Some(word) => {
                            format!("go: `{}` after `{key}` is no number", shortened(word))
                        }
                        None => format!("go: no number after `{key}`"),
                    });
                    continue;
                };
                // A clock may have run below zero.
                let number = number.max(0) as u64;
                let small = u32::try_from(number).unwrap_or(u32::MAX);
                let time = Some(Duration::from_millis(number));
                match key {
                    "depth" => go.depth = Some(small),
                    "nodes" => go.nodes = Some(number),
                    "mate" => go.mate = Some(small),
                    "movetime" => go.move_time = time,
                    "wtime" => go.time[0] = time,
                    "btime" => go.time[1] = time,
                    "winc" => go.increment[0] = time,
                    "binc" => go.increment[1] = time,
                    "movestogo" => go.moves_to_go = Some(small),
                    _ => go.perft = Some(small),
                }
            }
            // Some programs send more than the protocol has.
            _ => {}
        }
    }
    Command::Go(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_in_any_order() {
        let Command::Go(go) =
            Command::read("go searchmoves e2e4 d2d4 wtime 2000 btime -5 winc 20 ponder nodes 7")
        else {
            panic!("not understood");
        };
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.time[0], Some(Duration::from_millis(2000)));
        assert_eq!(go.time[1], Some(Duration::ZERO));
        assert_eq!(go.increment, [Some(Duration::from_millis(20)), None]);
        assert_eq!((go.nodes, go.ponder, go.infinite), (Some(7), true, false));
    }

    #[test]
    fn names_of_options_may_have_blanks() {
        assert_eq!(
            Command::read("setoption name Move Overhead value 30"),
            Command::SetOption {
                name: "Move Overhead".to_owned(),
                value: "30".to_owned()
            }
        );
    }

    #[test]
    fn nonsense_is_named() {
        for line in [
            "position",
            "position e2e4",
            "position startpos e2e4",
            "position startpos e2e4 moves e7e5",
        ] {
            assert!(
                matches!(Command::read(line), Command::BadPosition(_)),
                "{line}"
            );
        }
        for line in ["setoption", "setoption name", "xyzzy"] {
            assert!(
                matches!(Command::read(line), Command::Malformed(_)),
                "{line}"
            );
        }
        for line in [
            "go depth",
            "go depth x",
            "go nodes 99999999999999999999",
            "go mate wtime 300",
            "go perft",
        ] {
            let Command::Go(go) = Command::read(line) else {
                panic!("{line}");
            };
            let key = line.split(' ').nth(1).unwrap();
            assert_eq!(go.wrong.len(), 1, "{line}");
            assert!(go.wrong[0].contains(key), "{:?}", go.wrong);
        }
        assert_eq!(Command::read("  \t "), Command::Nothing);
    }
}
