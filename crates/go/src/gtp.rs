//! The Go Text Protocol, version 2, for programs that want to know about eyes
//! and life.
//!
//! The problem is the one that the loaded file marks (TR, MA), or else the one
//! that [`propose_frame`](crate::propose_frame) sees on the board. Answers are
//! in GNU Go's formats where it has the command.

mod answers;
mod table;

use tabia_kernel::search::{Limits, Stop};

use table::Table;

/// An engine behind the protocol.
///
/// ```
/// use tabia_go::Gtp;
/// use tabia_kernel::search::{Limits, Stop};
///
/// let mut gtp = Gtp::new(Limits::NONE, 16, Stop::new());
/// let reply = gtp.respond("7 protocol_version # which?").expect("a command");
/// assert_eq!(reply.text, "=7 2\n\n");
/// assert_eq!(gtp.respond("# nothing"), None);
/// ```
#[derive(Debug)]
pub struct Gtp {
    table: Table,
    limits: Limits,
    memory_mib: usize,
    stop: Stop,
}

/// What is answered to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The response, with the empty line that ends it.
    pub text: String,
    /// Whether the session is over.
    pub quits: bool,
}

/// All commands, in alphabetical order.
const COMMANDS: [&str; 21] = [
    "boardsize",
    "clear_board",
    "dragon_status",
    "eval_eye",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "loadsgf",
    "name",
    "oneeye_solve",
    "owl_attack",
    "owl_defend",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "tsumego_solve",
    "undo",
    "version",
];

/// The result of a command: what follows `=`, or `?`.
type Response = Result<String, String>;

impl Gtp {
    /// An engine at an empty board of 19×19. Limits hold for each search.
    #[must_use]
    pub fn new(limits: Limits, memory_mib: usize, stop: Stop) -> Gtp {
        Gtp {
            table: Table::new(),
            limits,
            memory_mib,
            stop,
        }
    }

    /// Answers a line; `None` if there is no command in it.
    pub fn respond(&mut self, line: &str) -> Option<Reply> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let command = match (words.next(), id) {
            (Some(command), _) => command,
            (None, None) => return None,
            (None, Some(_)) => "",
        };
        let arguments: Vec<&str> = words.collect();
        let response = self.execute(command, &arguments);
        let (sign, text) = match response {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let gap = if text.is_empty() { "" } else { " " };
        Some(Reply {
            text: format!("{sign}{}{gap}{text}\n\n", id.unwrap_or_default()),
            quits: command == "quit",
        })
    }

    fn execute(&mut self, command: &str, arguments: &[&str]) -> Response {
        let text = |text: &str| Ok(text.to_owned());
        let first = arguments.first().copied();
        match command {
            "protocol_version" => text("2"),
            "name" => text("Tabia"),
            "version" => text(env!("CARGO_PKG_VERSION")),
            "quit" => text(""),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => {
                let known = first.is_some_and(|name| COMMANDS.contains(&name));
                Ok(known.to_string())
            }
            "boardsize" => self.table.resize(first),
            "clear_board" => self.table.clear(),
            "komi" => self.table.set_komi(first),
            "play" => self.table.play(first, arguments.get(1).copied()),
            "undo" => self.table.undo(),
            "showboard" => Ok(self.table.picture()),
            "loadsgf" => self.table.load(first, arguments.get(1).copied()),
            "genmove" => self.generate_move(first, true),
            "reg_genmove" => self.generate_move(first, false),
            "oneeye_solve" => self.one_eye(first),
            "tsumego_solve" => self.tsumego(first),
            "owl_attack" => self.owl(first, true),
            "owl_defend" => self.owl(first, false),
            "dragon_status" => self.dragon_status(first),
            "eval_eye" => self.eval_eye(first),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn generate_move(&mut self, colour: Option<&str>, plays: bool) -> Response {
        let colour = table::colour(colour)?;
        let point = self.best_move(colour);
        if plays {
            self.table.put(colour, point)?;
        }
        Ok(self.table.vertex(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(lines: &str) -> String {
        let mut gtp = Gtp::new(Limits::NONE, 16, Stop::new());
        let replies = lines.lines().filter_map(|line| gtp.respond(line));
        replies.map(|reply| reply.text).collect()
    }

    /// Three points in a row at the upper edge; Black defends.
    const ROW: &str = "boardsize 9\nplay b a9\nplay b a8\nplay b b8\nplay b c8\nplay b d8\n\
        play b e8\nplay b e9\nplay w a7\nplay w b7\nplay w c7\nplay w d7\nplay w e7\n\
        play w f8\nplay w f9\n";

    fn after_row(lines: &str) -> String {
        let setup = ROW.lines().count();
        let all = session(&format!("{ROW}{lines}"));
        let replies: Vec<&str> = all.split("\n\n").skip(setup).collect();
        replies.join("|")
    }

    #[test]
    fn ids_comments_and_errors_are_as_the_protocol_says() {
        assert_eq!(
            session("1 name\n\n# nothing\n2\tversion # x"),
            format!("=1 Tabia\n\n=2 {}\n\n", env!("CARGO_PKG_VERSION"))
        );
        assert_eq!(session("3 fly"), "?3 unknown command\n\n");
        assert_eq!(session("known_command fly"), "= false\n\n");
        assert_eq!(session("known_command komi"), "= true\n\n");
        assert_eq!(session("komi x"), "? syntax error\n\n");
        assert_eq!(session("boardsize 40"), "? unacceptable size\n\n");
        assert_eq!(session("play b i5"), "? invalid color or coordinate\n\n");
        assert_eq!(session("play b d4\nplay w d4"), "=\n\n? illegal move\n\n");
        assert_eq!(session("undo"), "? cannot undo\n\n");
        for command in COMMANDS {
            assert!(!session(command).contains("unknown command"), "{command}");
        }
    }

    #[test]
    fn a_ko_may_not_be_retaken_at_once() {
        let ko = "boardsize 5\nplay b b5\nplay b a4\nplay b b3\nplay w c5\nplay w d4\nplay w c3\n\
            play w b4\nplay b c4\n";
        assert!(session(&format!("{ko}play w b4")).ends_with("? illegal move\n\n"));
        assert!(session(&format!("{ko}play w e1\nplay b e2\nplay w b4")).ends_with("=\n\n"));
    }

    #[test]
    fn a_problem_is_answered_in_gnu_gos_formats() {
        assert_eq!(after_row("owl_attack a9"), "= 1 C9|");
        assert_eq!(after_row("owl_defend a9"), "= 1 C9|");
        assert_eq!(after_row("dragon_status a9"), "= critical C9 C9|");
        assert_eq!(after_row("eval_eye c9"), "= 0 2 C9 C9|");
        assert_eq!(
            after_row("genmove w\ndragon_status a9\nundo\ndragon_status a9"),
            "= C9|= dead|=|= critical C9 C9|"
        );
        assert_eq!(after_row("owl_attack c9"), "? vertex must not be empty|");
        assert!(after_row("oneeye_solve").contains("attacker_first none"));
        assert!(after_row("tsumego_solve").contains("attacker_first dead C9"));
        assert_eq!(session("genmove b"), "= PASS\n\n");
        assert!(session("showboard").contains("19 . . ."));
    }

    #[test]
    fn nonsense_is_answered() {
        let mut random = tabia_kernel::random::Seeded::new(5);
        let mut gtp = Gtp::new(Limits::nodes(1_000), 1, Stop::new());
        let words = [
            "play",
            "b",
            "w",
            "d4",
            "pass",
            "undo",
            "boardsize",
            "2",
            "-1",
            "genmove",
            "\u{7f}",
            "ü",
            "99999999999",
            "owl_attack",
            "loadsgf",
            "a0",
            "z9",
        ];
        for _ in 0..3_000 {
            let line: Vec<&str> = (0..random.below(5))
                .map(|_| words[random.below(words.len())])
                .collect();
            if let Some(reply) = gtp.respond(&line.join(" ")) {
                assert!(reply.text.ends_with("\n\n") && reply.text.starts_with(['=', '?']));
            }
        }
    }
}
