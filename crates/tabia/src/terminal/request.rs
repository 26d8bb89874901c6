//! What a person types while playing at a board.

use std::path::PathBuf;

/// One line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// Nothing typed.
    Nothing,
    /// Something that is no command: for the game to read.
    Other,
    /// Take back my last turn.
    Undo,
    /// What would you do?
    Hint,
    /// What is each of my moves worth?
    Values,
    /// Draw the board again.
    Board,
    /// The game as text.
    Record,
    /// Write the game record to a file.
    Save(PathBuf),
    /// Begin another game.
    New,
    /// What can I type?
    Help,
    /// Enough.
    Quit,
}

impl Request {
    /// Understands a line; the error says what is missing or too much.
    pub(crate) fn read(line: &str) -> Result<Request, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            return Ok(Request::Nothing);
        };
        let command = match first.to_ascii_lowercase().as_str() {
            "undo" | "u" => Request::Undo,
            "hint" | "h" => Request::Hint,
            "values" | "v" => Request::Values,
            "board" | "table" => Request::Board,
            "record" => Request::Record,
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
            _ => return Ok(Request::Other),
        };
        alone(first, rest)?;
        Ok(command)
    }
}

/// Refuses what follows a word that should stand alone.
pub(crate) fn alone<Word: std::fmt::Display>(first: &str, rest: &[Word]) -> Result<(), String> {
    match rest {
        [] => Ok(()),
        [extra, ..] => Err(format!("`{first}` stands alone, but `{extra}` follows it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_command_are_left_to_the_game() {
        for line in ["b3", " B3  F ", "Nf3", "35@5"] {
            assert_eq!(Request::read(line), Ok(Request::Other));
        }
        // Letters that name Quarto's pieces are not abbreviations of commands.
        for piece in ["a", "b", "c", "d", "e", "f"] {
            assert_eq!(Request::read(piece), Ok(Request::Other));
        }
    }

    #[test]
    fn commands_may_be_typed_in_either_case() {
        assert_eq!(Request::read("Undo"), Ok(Request::Undo));
        assert_eq!(Request::read("TABLE"), Ok(Request::Board));
    }

    #[test]
    fn a_file_name_may_hold_spaces() {
        assert_eq!(
            Request::read("save my game.txt"),
            Ok(Request::Save("my game.txt".into()))
        );
        let error = Request::read("save ").unwrap_err();
        assert!(error.contains("name of a file"));
    }

    #[test]
    fn what_follows_a_command_is_named() {
        let error = Request::read("undo 3").unwrap_err();
        assert!(error.contains("`3` follows"));
    }

    #[test]
    fn no_line_makes_the_reader_panic() {
        for line in ["é", "éé", "ééé", "save é", "\t", "🎲 🎲 🎲", "b3\u{0}"] {
            let _ = Request::read(line);
        }
    }
}
