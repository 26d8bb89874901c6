//! What a person types while playing.

use std::path::PathBuf;

/// One line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// Nothing typed.
    Nothing,
    /// A flip, step or capture, still to be read by the game.
    Action(String),
    /// Take back my last turn.
    Undo,
    /// What would you do?
    Hint,
    /// What is each of my actions worth?
    Values,
    /// Draw the board again.
    Board,
    /// Write the game record to a file.
    Save(PathBuf),
    /// Begin another game.
    New,
    /// What can I type?
    Help,
    /// Enough.
    Quit,
}

/// What can be typed, for the help text.
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("b5", "turn over the piece on b5"),
    ("b2-b1", "step from b2 to b1"),
    ("b2xc2", "take the piece on c2"),
    ("undo", "take back your last turn"),
    ("hint", "ask for a good move"),
    ("values", "what each of your moves seems worth"),
    ("board", "draw the board again"),
    ("save FILE", "write the game record to FILE"),
    ("new", "begin another game"),
    ("help", "this list"),
    ("quit", "leave; the game is kept"),
];

/// Understands a line. A word that is no command is taken for an action,
/// which the game then reads; the error says what is missing or too much.
pub(crate) fn read(line: &str) -> Result<Request, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else {
        return Ok(Request::Nothing);
    };
    let command = match first.to_ascii_lowercase().as_str() {
        "undo" | "u" => Request::Undo,
        "hint" | "h" => Request::Hint,
        "values" | "v" => Request::Values,
        "board" => Request::Board,
        "new" => Request::New,
        "help" | "?" => Request::Help,
        "quit" | "exit" | "q" => Request::Quit,
        "save" => {
            // The rest of the line as it stands: names may hold spaces.
            let name = line.trim_start()[first.len()..].trim();
            return if name.is_empty() {
                Err("`save` needs the name of a file: save game.txt".into())
            } else {
                Ok(Request::Save(name.into()))
            };
        }
        action => Request::Action(action.to_owned()),
    };
    match rest {
        [] => Ok(command),
        [extra, ..] => Err(format!("`{first}` stands alone, but `{extra}` follows it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_is_understood() {
        for (usage, _) in COMMANDS {
            assert!(read(usage).is_ok(), "{usage}");
        }
        assert_eq!(read(" B5 "), Ok(Request::Action("b5".into())));
        assert_eq!(
            read("save my game.txt"),
            Ok(Request::Save("my game.txt".into()))
        );
    }

    #[test]
    fn what_is_missing_or_too_much_is_named() {
        assert!(read("save ").unwrap_err().contains("name of a file"));
        assert!(read("b5 b6").unwrap_err().contains("`b6` follows"));
        for line in ["é", "save é", "\t", "🎲", "b3\u{0}"] {
            let _ = read(line);
        }
    }
}
