//! A stream of games.

use std::io::{self, Read};

use cozy_chess::{Board, Move, util};
use thiserror::Error;

use super::lexer::{Lexer, Token};
use super::{Game, GameResult};
use crate::text::{read_fen, read_move};

/// More moves than any real game has.
const LONGEST_GAME: usize = 12_000;

/// A game that makes no sense, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}: `{text}`")]
pub struct Broken {
    /// The line of the file, from 1.
    pub line: u64,
    /// The text that makes no sense.
    pub text: String,
    /// Why it does not.
    pub reason: &'static str,
}

/// What can go wrong while reading games.
#[derive(Debug, Error)]
pub enum PgnError {
    /// A game makes no sense; the next may.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The file cannot be read further.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads games one after another, whatever the size of the file.
///
/// A broken game is an error that tells the line, and the next call goes on
/// with the game after it. Main lines only: comments and variations are
/// skipped. Lenient where files are sloppy: `0-0`, `e8Q`, `Ng1-f3`, missing
/// move numbers, missing results.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A token that belongs to the next game, and its line.
    kept: Option<(Token, u64)>,
    /// Set after an error of the system.
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of PGN text.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            lexer: Lexer::new(input),
            kept: None,
            ended: false,
        }
    }

    fn token(&mut self) -> io::Result<Option<(Token, u64)>> {
        match self.kept.take() {
            Some(kept) => Ok(Some(kept)),
            // A tag ends with its line break, so the line is that before it.
            None => {
                let token = self.lexer.next()?;
                Ok(token.map(|token| (token, self.lexer.line())))
            }
        }
    }

    fn game(&mut self) -> io::Result<Option<Result<Game, Broken>>> {
        let mut game = Game {
            tags: Vec::new(),
            start: Board::default(),
            moves: Vec::new(),
            result: None,
            line: 0,
        };
        // The position after the moves so far; `None` before the first.
        let mut board: Option<Board> = None;
        let mut broken: Option<Broken> = None;
        let mut depth = 0_u32;
        let mut any = false;
        while let Some((token, line)) = self.token()? {
            if !any {
                any = true;
                game.line = line;
            }
            let break_at = |broken: &mut Option<Broken>, text: &str, reason| {
                broken.get_or_insert_with(|| Broken {
                    line,
                    text: text.to_owned(),
                    reason,
                });
            };
            match token {
                Token::Tag(name, value) => {
                    if board.is_some() || broken.is_some() {
                        if depth > 0 {
                            break_at(&mut broken, "(", "a variation that does not end");
                        }
                        self.kept = Some((Token::Tag(name, value), line));
                        break;
                    }
                    match name.as_str() {
                        "FEN" => match position(&value) {
                            Some(start) => game.start = start,
                            None => break_at(&mut broken, &value, "no such position"),
                        },
                        "Variant" if !is_standard(&value) => {
                            break_at(&mut broken, &value, "another game than chess");
                        }
                        _ => {}
                    }
                    game.tags.push((name, value));
                }
                Token::RunawayComment => {
                    break_at(&mut broken, "{", "a comment that does not end");
                    break;
                }
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Word(_) if depth > 0 => {}
                Token::Word(word) => {
                    if let Some(result) = read_result(&word) {
                        game.result = result;
                        break;
                    }
                    let word = match is_null_move(&word) {
                        true => word.as_str(),
                        false => without_number(&word),
                    };
                    let board = board.get_or_insert_with(|| game.start.clone());
                    if word.is_empty() || broken.is_some() {
                        continue;
                    }
                    match legal_move(board, word) {
                        Some(_) if game.moves.len() == LONGEST_GAME => {
                            break_at(&mut broken, word, "too many moves");
                        }
                        Some(played) => {
                            board.play(played);
                            game.moves.push(played);
                        }
                        // The side to move changes, so that what follows would be
                        // read as moves of the wrong one.
                        None if is_null_move(word) => {
                            break_at(&mut broken, word, "a null move, which no game has");
                        }
                        None if is_glyph(word) => {}
                        None => break_at(&mut broken, word, "no legal move"),
                    }
                }
            }
        }
        Ok(match (any, broken) {
            (_, Some(broken)) => Some(Err(broken)),
            (true, None) => {
                if game.result.is_none() {
                    let tagged = game.tag("Result").and_then(read_result);
                    game.result = tagged.flatten();
                }
                Some(Ok(game))
            }
            (false, None) => None,
        })
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Result<Game, PgnError>> {
        if self.ended {
            return None;
        }
        match self.game() {
            Ok(game) => Some(game?.map_err(PgnError::Broken)),
            Err(error) => {
                self.ended = true;
                Some(Err(PgnError::Io(error)))
            }
        }
    }
}

/// `Some(None)` for `*`.
fn read_result(word: &str) -> Option<Option<GameResult>> {
    match word {
        "1-0" => Some(Some(GameResult::White)),
        "0-1" => Some(Some(GameResult::Black)),
        "1/2-1/2" | "1/2" | "½-½" => Some(Some(GameResult::Draw)),
        "*" => Some(None),
        _ => None,
    }
}

fn is_standard(variant: &str) -> bool {
    let word = variant.to_ascii_lowercase();
    ["standard", "normal", "chess", "from position", ""].contains(&word.as_str())
}

/// What follows `12.` or `12...`; castling with zeros has no dot and stays.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.starts_with('.') || rest.is_empty() {
        true => rest.trim_start_matches('.'),
        false => word,
    }
}

/// A move that is none, as programs write it into analyses.
fn is_null_move(word: &str) -> bool {
    let bare = word.trim_end_matches(['!', '?']);
    ["--", "Z0", "null", "0000", "@@@@"].contains(&bare)
}

/// `!?`, `+-` and their like standing alone, and `e.p.` after a capture.
fn is_glyph(word: &str) -> bool {
    word == "e.p." || word == "ep" || word.chars().all(|c| "!?+-=#/\\∞±∓N~".contains(c))
}

/// Reads a position that may lack fields, or name an en-passant square where
/// no pawn has passed.
fn position(text: &str) -> Option<Board> {
    let given: Vec<&str> = text.split_whitespace().collect();
    let field = |i: usize, or: &'static str| given.get(i).copied().unwrap_or(or);
    let all = |passant| {
        let [place, side, castling] = [field(0, ""), field(1, "w"), field(2, "-")];
        let [clock, number] = [field(4, "0"), field(5, "1")];
        read_fen(&format!(
            "{place} {side} {castling} {passant} {clock} {number}"
        ))
    };
    all(field(3, "-")).or_else(|_| all("-")).ok()
}

/// A move in standard notation, or nearly so.
fn legal_move(board: &Board, word: &str) -> Option<Move> {
    // The fast way first: nearly all moves are standard.
    let bare = word.trim_end_matches(['!', '?']);
    match util::parse_san_move(board, bare) {
        Ok(read) => Some(read),
        Err(_) => read_move(board, &bare.replace('o', "0")).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<Result<Game, Broken>> {
        Reader::new(text.as_bytes())
            .map(|game| {
                game.map_err(|error| match error {
                    PgnError::Broken(broken) => broken,
                    PgnError::Io(error) => panic!("{error}"),
                })
            })
            .collect()
    }

    fn fen_after(text: &str) -> String {
        let game = games(text).remove(0).expect("a game");
        let mut board = game.start;
        game.moves.iter().for_each(|&m| board.play(m));
        board.to_string()
    }

    #[test]
    fn a_broken_game_is_told_by_line_and_the_next_is_read() {
        let text = "[Event \"1\"]\n\n1. e4 e5\n2. Nf6 Nc6 1-0\n\n[Event \"2\"]\n\n1. d4 0-1\n";
        let games = games(text);
        assert_eq!(games.len(), 2);
        let broken = games[0].as_ref().expect_err("a knight cannot go there");
        assert_eq!((broken.line, broken.text.as_str()), (4, "Nf6"));
        let second = games[1].as_ref().expect("a game");
        assert_eq!(second.tag("Event"), Some("2"));
        assert_eq!(second.result, Some(GameResult::Black));
    }

    #[test]
    fn sloppy_moves_are_understood() {
        let standard = fen_after("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 *");
        for text in [
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.0-0 Nxe4 5.Re1 *",
            "1 e4 e5 2 Nf3 Nc6 3 Bb5 Nf6 4 o-o N:e4 5 Re1",
            "e4 e5 Nf3! Nc6 !? Bb5 Nf6 O-O Nxe4 Re1",
            "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 Ng8-f6 4. O-O Nf6xe4 5. Rf1-e1",
            "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 g8f6 4. e1g1 f6e4 5. f1e1",
            "1... e4 (1. d4 d5 (1... Nf6)) e5 2. Nf3 Nc6 3. Bb5 {x} Nf6 4. O-O Nxe4 5. Re1",
        ] {
            assert_eq!(fen_after(text), standard, "{text}");
        }
        let promoted = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n";
        for text in ["1. a8=Q", "1. a8Q+", "1. a8/Q", "1. a7a8q"] {
            let fen = fen_after(&format!("{promoted}{text} *"));
            assert!(fen.starts_with("Q7/7k"), "{text}: {fen}");
        }
    }

    #[test]
    fn null_moves_shift_no_colours() {
        // Both would be legal for Black.
        for null in ["--", "--?!", "Z0", "null", "0000", "@@@@"] {
            let text = format!("1. e4 {null} 2. Nc6 d5 *\n\n[Event \"2\"]\n\n1. d4 *");
            let found = games(&text);
            assert_eq!(found.len(), 2, "{null}");
            let broken = found[0].as_ref().expect_err("no game");
            assert_eq!((broken.line, broken.text.as_str()), (1, null));
            assert!(broken.reason.contains("null move"), "{broken}");
            assert!(found[1].is_ok());
        }
        // Signs are none, and in variations anything may stand.
        for text in [
            "1. e4 -+ e5 *",
            "1. e4 (1. -- d5) e5 *",
            "1. e4 e5 +- -/+ *",
        ] {
            assert!(fen_after(text).contains("4p3/4P3"), "{text}");
        }
    }

    #[test]
    fn positions_may_lack_their_counters() {
        for fen in [
            "4k3/8/8/8/8/8/4P3/4K3 w - -",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 120 70",
            "4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1",
            "4k3/8/8/8/8/8/4P3/4K3",
        ] {
            let text = format!("[FEN \"{fen}\"]\n\n1. e4 *");
            assert!(games(&text)[0].is_ok(), "{fen}");
        }
        let error = games("[FEN \"9/8 w\"]\n\n1. e4 *").remove(0);
        assert_eq!(error.expect_err("no position").reason, "no such position");
        let error = games("[Variant \"Crazyhouse\"]\n\n1. e4 *").remove(0);
        assert!(error.is_err());
    }

    #[test]
    fn games_without_tags_moves_or_results_are_games() {
        let text = "1. e4 1-0 1. d4 1/2-1/2\n[Event \"x\"]\n[Result \"0-1\"]\n\n1. c4\n\
                    [Event \"y\"]\n\n*\n";
        let found: Vec<_> = games(text)
            .into_iter()
            .map(|game| game.map(|g| (g.moves.len(), g.result)))
            .collect();
        use GameResult::{Black, Draw, White};
        assert_eq!(
            found,
            [
                Ok((1, Some(White))),
                Ok((1, Some(Draw))),
                Ok((1, Some(Black))),
                Ok((0, None))
            ]
        );
        assert!(games("").is_empty() && games(" \n\n").is_empty());
    }

    #[test]
    fn unclosed_comments_and_variations_break_one_game() {
        let text = "[Event \"1\"]\n\n1. e4 (1. d4\n[Event \"2\"]\n\n1. e4 {\n\n\
                    [Event \"3\"]\n\n1. e4 *";
        let found = games(text);
        let reasons: Vec<_> = found
            .iter()
            .map(|game| game.as_ref().map_err(|broken| broken.reason))
            .map(|game| game.map(|game| game.tag("Event").map(str::to_owned)))
            .collect();
        assert_eq!(
            reasons,
            [
                Err("a variation that does not end"),
                Err("a comment that does not end"),
                Ok(Some("3".to_owned()))
            ]
        );
    }

    #[test]
    fn noise_is_no_reason_to_panic() {
        let seed = 77;
        println!("seed {seed}");
        let mut random = tabia_kernel::random::Seeded::new(seed);
        let pieces: &[&str] = &[
            "[Event \"a\"]\n",
            "1. ",
            "e4 ",
            "{",
            "}",
            "(",
            ")",
            "Nf3 ",
            "1-0 ",
            "\n",
            "$",
            "%",
            "[",
            "]",
            "\"",
            ";",
            "O-O ",
            "=Q ",
            "\\",
            "é",
            "0-0-0",
            "*",
            "[FEN \"8/8 w\"]",
        ];
        for _ in 0..2_000 {
            let text: String = (0..random.below(60))
                .map(|_| pieces[random.below(pieces.len())])
                .collect();
            let count = games(&text).len();
            assert!(count <= 60, "{text}");
        }
    }
}
