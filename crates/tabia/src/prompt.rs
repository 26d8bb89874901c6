//! Where a person's lines come from: an editor on a terminal, plain lines
//! from anything else.

use std::io::{self, BufRead as _, IsTerminal as _};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// A source of lines.
pub(crate) enum Prompt {
    /// Line editing and history.
    Editor(Box<DefaultEditor>),
    /// One line after another; no prompt is printed.
    Lines,
}

/// What came of asking.
pub(crate) enum Answer {
    /// A line.
    Line(String),
    /// The input is at its end.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl Prompt {
    /// The right source for this standard input.
    pub(crate) fn new() -> io::Result<Prompt> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = DefaultEditor::new().map_err(io::Error::other)?;
            Ok(Prompt::Editor(Box::new(editor)))
        } else {
            Ok(Prompt::Lines)
        }
    }

    /// Asks for a line.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Answer> {
        match self {
            Prompt::Editor(editor) => match editor.readline(question) {
                Ok(line) => {
                    // History is a comfort: without it the game goes on.
                    editor.add_history_entry(&line).ok();
                    Ok(Answer::Line(line))
                }
                Err(ReadlineError::Eof) => Ok(Answer::End),
                Err(ReadlineError::Interrupted) => Ok(Answer::Interrupted),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            },
            Prompt::Lines => {
                // Bytes, so that bad UTF-8 is a wrong line and no more.
                let mut bytes = Vec::new();
                if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Answer::End);
                }
                Ok(Answer::Line(String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}
