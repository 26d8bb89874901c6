//! The words of a PGN file, one at a time, in bounded memory.

use std::io::{self, Read};

/// Longer words and tags are cut off: nothing legal is that long.
const LONGEST_WORD: usize = 64;
const LONGEST_TAG: usize = 1024;

/// What a PGN file is made of. Comments, glyphs and escaped lines are left
/// out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "Value"]`.
    Tag(String, String),
    /// A move, a move number, a result, or anything else between spaces.
    Word(String),
    /// `(`: a variation begins.
    Open,
    /// `)`: a variation ends.
    Close,
    /// A comment swallowed the beginning of the next game.
    RunawayComment,
}

pub(super) struct Lexer<R> {
    input: R,
    buffer: Box<[u8]>,
    at: usize,
    filled: usize,
    /// The line of the next byte, from 1.
    line: u64,
    at_line_start: bool,
    /// A game's first tag was met inside a comment; its name is already read.
    inside_event: bool,
}

/// A comment in which a line begins so has never been closed.
const NEXT_GAME: &[u8] = b"[Event ";

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer {
            input,
            buffer: vec![0; 1 << 16].into_boxed_slice(),
            at: 0,
            filled: 0,
            line: 1,
            at_line_start: true,
            inside_event: false,
        }
    }

    /// The line that is being read, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.filled {
            self.at = 0;
            self.filled = loop {
                match self.input.read(&mut self.buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => break read?,
                }
            };
            if self.filled == 0 {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.at]))
    }

    fn bump(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.at += 1;
            self.at_line_start = byte == b'\n';
            self.line += u64::from(self.at_line_start);
        }
        Ok(byte)
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Token>> {
        if std::mem::take(&mut self.inside_event) {
            return self.tag("Event".to_owned()).map(Some);
        }
        loop {
            let line_start = self.at_line_start;
            let Some(byte) = self.peek()? else {
                return Ok(None);
            };
            match byte {
                b'%' if line_start => self.skip_line()?,
                b';' => self.skip_line()?,
                b'{' => {
                    if self.skip_comment()? {
                        return Ok(Some(Token::RunawayComment));
                    }
                }
                b'[' => {
                    self.bump()?;
                    let name = self.tag_name()?;
                    return self.tag(name).map(Some);
                }
                b'(' => {
                    self.bump()?;
                    return Ok(Some(Token::Open));
                }
                b')' => {
                    self.bump()?;
                    return Ok(Some(Token::Close));
                }
                b'$' => {
                    self.bump()?;
                    while self.peek()?.is_some_and(|b| b.is_ascii_digit()) {
                        self.bump()?;
                    }
                }
                b'}' | b']' | b'<' | b'>' => {
                    self.bump()?;
                }
                _ if is_space(byte) => {
                    self.bump()?;
                }
                _ => return self.word().map(Some),
            }
        }
    }

    fn skip_line(&mut self) -> io::Result<()> {
        while self.bump()?.is_some_and(|byte| byte != b'\n') {}
        Ok(())
    }

    /// Skips a comment in braces; `true` if it runs into the next game.
    fn skip_comment(&mut self) -> io::Result<bool> {
        let mut seen = 0;
        while let Some(byte) = self.bump()? {
            match byte {
                b'}' => return Ok(false),
                b'\n' => seen = 0,
                _ if seen < NEXT_GAME.len() && byte == NEXT_GAME[seen] => {
                    seen += 1;
                    if seen == NEXT_GAME.len() {
                        self.inside_event = true;
                        return Ok(true);
                    }
                }
                // Not at the beginning of a line: no match before the next.
                _ => seen = usize::MAX,
            }
        }
        Ok(false)
    }

    fn tag_name(&mut self) -> io::Result<String> {
        let mut name = Vec::new();
        while let Some(byte) = self.peek()? {
            match byte {
                b'"' | b']' | b'\n' => break,
                _ if is_space(byte) && !name.is_empty() => break,
                _ => {
                    self.bump()?;
                    if !is_space(byte) && name.len() < LONGEST_WORD {
                        name.push(byte);
                    }
                }
            }
        }
        Ok(text(name))
    }

    /// The rest of a tag after its name; what is not closed ends with its
    /// line.
    fn tag(&mut self, name: String) -> io::Result<Token> {
        let mut value = Vec::new();
        let mut quoted = false;
        while let Some(byte) = self.bump()? {
            match byte {
                b'\n' => break,
                b'"' if quoted => quoted = false,
                b'"' => quoted = true,
                b']' if !quoted => break,
                b'\\' if quoted && matches!(self.peek()?, Some(b'"' | b'\\')) => {
                    if let (Some(byte), true) = (self.bump()?, value.len() < LONGEST_TAG) {
                        value.push(byte);
                    }
                }
                _ if quoted && value.len() < LONGEST_TAG => value.push(byte),
                _ => {}
            }
        }
        while value.last().is_some_and(|&b| is_space(b)) {
            value.pop();
        }
        Ok(Token::Tag(name, text(value)))
    }

    fn word(&mut self) -> io::Result<Token> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            if is_space(byte) || b"{}()[];$".contains(&byte) {
                break;
            }
            self.bump()?;
            if word.len() < LONGEST_WORD {
                word.push(byte);
            }
        }
        Ok(Token::Word(text(word)))
    }
}

/// Spaces, line ends, and the marks that some files begin with.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0 | 0x0b | 0xef | 0xbb | 0xbf)
}

/// UTF-8, or else Latin-1, which old files use.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8]) -> Vec<Token> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| lexer.next().expect("no errors in memory")).collect()
    }

    fn words(text: &[u8]) -> Vec<String> {
        let words = tokens(text).into_iter().filter_map(|token| match token {
            Token::Word(word) => Some(word),
            _ => None,
        });
        words.collect()
    }

    #[test]
    fn comments_glyphs_and_escapes_are_left_out() {
        let text = b"1. e4 {a (b) [c] ; d} e5 $13 ; to the end {\n% all 2. d4\n2. Nf3$1Nc6\n";
        assert_eq!(words(text), ["1.", "e4", "e5", "2.", "Nf3", "Nc6"]);
        assert_eq!(
            tokens(b"(e4)"),
            [Token::Open, Token::Word("e4".to_owned()), Token::Close]
        );
    }

    #[test]
    fn tags_may_hold_quotes_brackets_and_old_letters() {
        let tag = |name: &str, value: &str| Token::Tag(name.to_owned(), value.to_owned());
        assert_eq!(
            tokens(b"[Event \"The \\\"Big\\\" [A]\"]\n[White \"M\xfcller\"]\n[Black \"\"]"),
            [
                tag("Event", "The \"Big\" [A]"),
                tag("White", "Müller"),
                tag("Black", "")
            ]
        );
        assert_eq!(
            tokens(b"[Round \"never closed\n[ Site\"x\" ]"),
            [tag("Round", "never closed"), tag("Site", "x")]
        );
    }

    #[test]
    fn a_comment_that_never_closes_costs_one_game_only() {
        let text = b"1. e4 {oh\n 1-0\n[Event \"Next\"]\n\n1. d4 *";
        assert_eq!(
            tokens(text)[2..4],
            [
                Token::RunawayComment,
                Token::Tag("Event".to_owned(), "Next".to_owned())
            ]
        );
        // In the middle of a line it is only a comment.
        assert_eq!(words(b"{see [Event \"Next\"] } e4"), ["e4"]);
    }

    #[test]
    fn long_words_are_cut_and_lines_counted() {
        let long = vec![b'x'; 1 << 20];
        assert_eq!(words(&long)[0].len(), LONGEST_WORD);
        let mut lexer = Lexer::new(&b"a\nb\r\n\nc"[..]);
        let mut lines = Vec::new();
        while lexer.next().expect("no errors in memory").is_some() {
            lines.push(lexer.line());
        }
        assert_eq!(lines, [1, 2, 4]);
    }
}
