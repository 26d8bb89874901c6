//! What a person types while playing.

use std::path::PathBuf;

use tabia_desk::nearest;

/// One line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// Nothing typed.
    Nothing,
    /// Moves: a cell, a piece, or a cell and the piece to give.
    Moves(Vec<String>),
    /// Take back my last move.
    Undo,
    /// What would you play?
    Hint,
    /// What is each of my moves worth?
    Values,
    /// Draw the board again.
    Board,
    /// Write the game record to a file.
    Save(PathBuf),
    /// Begin another game.
    New,
    /// What can I type, and what do the signs mean?
    Help,
    /// Enough.
    Quit,
}

/// What can be typed, for the help text and for completion.
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("b3", "place the piece you hold on cell b3"),
    ("7", "give piece 7"),
    ("b3 7", "both at once"),
    ("undo", "take back your last move"),
    ("hint", "ask for a good move"),
    ("values", "the value of each of your moves"),
    ("board", "draw the board again"),
    ("save FILE", "write the game record to FILE"),
    ("new", "begin another game"),
    ("help", "this list and the signs of the pieces"),
    ("quit", "leave; the game is kept"),
];

/// Understands a line. Words that are no command are taken for moves, which
/// the game then reads; the error says what is missing or too much.
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
        _ => return moves(&words),
    };
    match rest {
        [] => Ok(command),
        [extra, ..] => Err(format!("`{first}` stands alone, but `{extra}` follows it")),
    }
}

fn moves(words: &[&str]) -> Result<Request, String> {
    // A long word is no cell and no piece: a mistyped command, most likely.
    if let Some(word) = words.iter().find(|word| word.chars().count() > 2) {
        let commands = COMMANDS.iter();
        let commands = commands.filter_map(|(usage, _)| usage.split_whitespace().next());
        let commands = commands.filter(|command| command.len() > 2);
        return Err(match nearest(word, commands) {
            Some(command) => format!("`{word}` means nothing here; did you mean `{command}`?"),
            None => format!("`{word}` means nothing here; `help` lists what can be typed"),
        });
    }
    match words {
        [_] | [_, _] => Ok(Request::Moves(
            words.iter().map(|word| word.to_ascii_lowercase()).collect(),
        )),
        _ => Err(format!(
            "a turn is a cell and a piece, such as `b3 7`, but `{}` follows",
            words[2]
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_of(line: &str) -> Vec<String> {
        match read(line) {
            Ok(Request::Moves(moves)) => moves,
            other => panic!("{line:?} is read as {other:?}"),
        }
    }

    #[test]
    fn cells_and_pieces_are_moves_in_either_case() {
        assert_eq!(moves_of("b3"), ["b3"]);
        assert_eq!(moves_of(" B3  F "), ["b3", "f"]);
        // Letters that name pieces are not abbreviations of commands.
        for piece in ["a", "b", "c", "d", "e", "f"] {
            assert_eq!(moves_of(piece), [piece]);
        }
    }

    #[test]
    fn every_listed_command_is_understood() {
        for (usage, _) in COMMANDS {
            assert!(read(usage).is_ok(), "{usage}");
        }
    }

    #[test]
    fn a_file_name_may_hold_spaces() {
        assert_eq!(
            read("save my game.txt"),
            Ok(Request::Save("my game.txt".into()))
        );
        assert!(read("save ").unwrap_err().contains("name of a file"));
    }

    #[test]
    fn mistyped_commands_are_guessed() {
        assert!(read("hnit").unwrap_err().contains("did you mean `hint`"));
        assert!(
            read("vaules")
                .unwrap_err()
                .contains("did you mean `values`")
        );
        assert!(read("resign").unwrap_err().contains("`help` lists"));
        assert!(read("undo 3").unwrap_err().contains("`3` follows"));
        assert!(read("b3 7 8").unwrap_err().contains("`8` follows"));
    }

    #[test]
    fn no_line_makes_the_reader_panic() {
        for line in ["é", "éé", "ééé", "save é", "\t", "🎲 🎲 🎲", "b3\u{0}"] {
            let _ = read(line);
        }
    }
}
