//! From SGF to a problem.

use std::collections::HashSet;

use sgf_parse::go::{self, Move, Prop};
use sgf_parse::{Color, SgfNode, SgfParseError};
use thiserror::Error;

use crate::{Board, Colour, EyeProblem, Point, ProblemError};

/// Nodes one below the other that are read. Every node of a game without
/// variations is below the one before it; real ones have a few hundred.
const DEEPEST: usize = 4_000;
/// Nodes in all that are read, so that memory stays bounded.
const MOST_NODES: usize = 1_000_000;

/// Points that all lists together may name. A few letters name a whole board,
/// so that a large file could name more than there is time for; real ones have
/// some hundreds for each node.
const MOST_POINTS: usize = 10_000_000;

/// What an SGF file shows where the problem begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The stones.
    pub board: Board,
    /// Points with a triangle (TR).
    pub crucial: Vec<Point>,
    /// Points with a cross (MA).
    pub region: Vec<Point>,
    /// Who is to play (PL).
    pub to_play: Option<Colour>,
    /// What the game is called (GN).
    pub name: Option<String>,
}

/// Why a file could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SgfError {
    /// No SGF at all, or not a whole one.
    #[error("no SGF: {0}")]
    Syntax(String),
    /// Variations or moves nested too deep.
    #[error("more than {DEEPEST} nodes below one another, at byte {0}")]
    TooDeep(usize),
    /// Too many nodes.
    #[error("more than {MOST_NODES} nodes, at byte {0}")]
    TooLong(usize),
    /// Point lists that name too many points.
    #[error("lists of more than {MOST_POINTS} points, at byte {0}")]
    TooManyPoints(usize),
    /// A property with a value that it cannot have.
    #[error("{property} has the value `{value}`")]
    Value {
        /// The property's name.
        property: String,
        /// The offending value.
        value: String,
    },
    /// A board that is too small or too large.
    #[error("the board is {0}×{1}, not 2×2 to 19×19")]
    Size(u8, u8),
    /// A point that is not on the board.
    #[error("{property}[{point}] is not on the board of {width}×{height}")]
    OffBoard {
        /// The property's name.
        property: &'static str,
        /// The point as written.
        point: String,
        /// Number of columns.
        width: u8,
        /// Number of rows.
        height: u8,
    },
    /// A stone of both colours at once.
    #[error("{0} is in two of AB, AW and AE at once")]
    TwoStones(Point),
    /// A move onto a stone, or suicide.
    #[error("illegal move {colour}[{point}]", colour = .0.letter(), point = .1)]
    IllegalMove(Colour, Point),
    /// The diagram is fine but poses no problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// Reads the problem of an SGF file: the first game tree with marks, at the
/// first node of its main line that has some.
///
/// Any number of game trees, variations, compressed point lists and character
/// sets are understood; texts in unknown sets are read as Latin-1, which
/// leaves all points intact.
///
/// # Errors
///
/// When the file is no SGF, or shows no one-eye problem.
///
/// ```
/// let sgf = b"(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]TR[ab:bb][ca:cb]MA[aa:ba])";
/// let problem = tabia_go::read_problem(sgf)?;
/// assert_eq!(problem.region().len(), 2);
/// # Ok::<(), tabia_go::SgfError>(())
/// ```
pub fn read_problem(bytes: &[u8]) -> Result<EyeProblem, SgfError> {
    let diagram = read_diagram(bytes)?;
    Ok(EyeProblem::new(
        diagram.board,
        &diagram.crucial,
        &diagram.region,
        diagram.to_play,
    )?)
}

/// Reads the first marked diagram of an SGF file, or the first root without
/// marks if there is none.
///
/// # Errors
///
/// When the file is no SGF or shows an impossible board.
pub fn read_diagram(bytes: &[u8]) -> Result<Diagram, SgfError> {
    let text = decoded(bytes);
    measure(&text)?;
    let trees = go::parse(&text).map_err(|error| SgfError::Syntax(explained(error)))?;
    let mut plain = None;
    for tree in &trees {
        let diagram = first_marked(tree)?;
        if diagram.crucial.is_empty() && diagram.region.is_empty() {
            plain.get_or_insert(diagram);
        } else {
            return Ok(diagram);
        }
    }
    plain.ok_or_else(|| SgfError::Syntax("no game trees found".to_owned()))
}

/// Reads the position of the first game after so many moves of its main line,
/// or at its end. Marks are those of the last node.
///
/// # Errors
///
/// When the file is no SGF or shows an impossible board.
pub fn read_position(bytes: &[u8], moves: Option<usize>) -> Result<Diagram, SgfError> {
    let text = decoded(bytes);
    measure(&text)?;
    let trees = go::parse(&text).map_err(|error| SgfError::Syntax(explained(error)))?;
    let tree = trees.first();
    let tree = tree.ok_or_else(|| SgfError::Syntax("no game trees found".to_owned()))?;
    let mut diagram = Diagram {
        board: empty_board(tree)?,
        crucial: Vec::new(),
        region: Vec::new(),
        to_play: None,
        name: name(tree),
    };
    let mut played = 0;
    for node in tree.main_variation() {
        let mover = node.properties().find_map(|property| match property {
            Prop::B(_) => Some(Colour::Black),
            Prop::W(_) => Some(Colour::White),
            _ => None,
        });
        if mover.is_some() && moves.is_some_and(|moves| played >= moves) {
            break;
        }
        played += usize::from(mover.is_some());
        if let Some(mover) = mover {
            diagram.to_play = Some(mover.other());
        }
        (diagram.crucial, diagram.region) = apply(node, &mut diagram.board, &mut diagram.to_play)?;
    }
    Ok(diagram)
}

fn explained(error: SgfParseError) -> String {
    match error {
        SgfParseError::UnexpectedGameType => "not a game of Go (GM)".to_owned(),
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            let first = letters.next().map(|c| c.to_ascii_lowercase());
            first.into_iter().chain(letters).collect()
        }
    }
}

/// The text of the file. Only comments and names go beyond ASCII, but their
/// bytes may look like brackets in some character sets.
fn decoded(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.trim_start_matches('\u{feff}').to_owned();
    }
    let named = charset(bytes).and_then(encoding_rs::Encoding::for_label);
    let encoding = named.unwrap_or(encoding_rs::WINDOWS_1252);
    encoding.decode(bytes).0.into_owned()
}

/// The value of the first CA property.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let start = bytes.windows(3).position(|window| window == b"CA[")? + 3;
    let length = bytes[start..].iter().position(|&byte| byte == b']')?;
    Some(&bytes[start..start + length])
}

/// Makes sure that the parser will neither recurse too deep nor need too much
/// memory.
fn measure(text: &str) -> Result<(), SgfError> {
    let mut depth = 0;
    let mut nodes = 0;
    let mut points = 0;
    let mut outer = Vec::new();
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'[' => {
                points += area(&text.as_bytes()[at + 1..]);
                if points > MOST_POINTS {
                    return Err(SgfError::TooManyPoints(at));
                }
                while let Some((_, byte)) = bytes.next() {
                    match byte {
                        b'\\' => drop(bytes.next()),
                        b']' => break,
                        _ => {}
                    }
                }
            }
            b'(' => {
                outer.push(depth);
                if outer.len() > DEEPEST {
                    return Err(SgfError::TooDeep(at));
                }
            }
            b')' => depth = outer.pop().unwrap_or(0),
            b';' => {
                depth += 1;
                nodes += 1;
                if depth > DEEPEST {
                    return Err(SgfError::TooDeep(at));
                }
                if nodes > MOST_NODES {
                    return Err(SgfError::TooLong(at));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The points that a value names if it is a compressed list: `aa:ss` a whole
/// board.
fn area(value: &[u8]) -> usize {
    let &[x, y, b':', to_x, to_y, b']', ..] = value else {
        return 1;
    };
    let number = |letter: u8| match letter {
        b'a'..=b'z' => usize::from(letter - b'a'),
        b'A'..=b'Z' => usize::from(letter - b'A') + 26,
        _ => 0,
    };
    let side = |from, to| number(from).abs_diff(number(to)) + 1;
    side(x, to_x) * side(y, to_y)
}

fn empty_board(tree: &SgfNode<Prop>) -> Result<Board, SgfError> {
    let size = tree.properties().find_map(|property| match property {
        Prop::SZ(size) => Some(*size),
        _ => None,
    });
    let (width, height) = size.unwrap_or((19, 19));
    Board::new(width, height).ok_or(SgfError::Size(width, height))
}

/// The position at the first node of the main line with marks, or at the root.
fn first_marked(tree: &SgfNode<Prop>) -> Result<Diagram, SgfError> {
    let mut board = empty_board(tree)?;
    let mut to_play = None;
    let mut root: Option<Diagram> = None;
    for node in tree.main_variation() {
        let (crucial, region) = apply(node, &mut board, &mut to_play)?;
        let diagram = Diagram {
            board: board.clone(),
            crucial,
            region,
            to_play,
            name: root
                .as_ref()
                .map_or_else(|| name(tree), |root| root.name.clone()),
        };
        if !diagram.crucial.is_empty() || !diagram.region.is_empty() {
            return Ok(diagram);
        }
        root.get_or_insert(diagram);
    }
    Ok(root.expect("a tree has a root"))
}

fn name(tree: &SgfNode<Prop>) -> Option<String> {
    tree.properties().find_map(|property| match property {
        Prop::GN(name) => Some(name.text.clone()),
        _ => None,
    })
}

/// Applies a node's stones, moves and marks; crucial stones and region.
fn apply(
    node: &SgfNode<Prop>,
    board: &mut Board,
    to_play: &mut Option<Colour>,
) -> Result<(Vec<Point>, Vec<Point>), SgfError> {
    let mut marks = (Vec::new(), Vec::new());
    let mut placed = HashSet::new();
    let mut place = |board: &mut Board, name, points: &HashSet<go::Point>, stone| {
        for point in on_board(board, name, points)? {
            if !placed.insert(point) {
                return Err(SgfError::TwoStones(point));
            }
            board.set(point, stone);
        }
        Ok(())
    };
    for property in node.properties() {
        match property {
            Prop::AB(points) => place(board, "AB", points, Some(Colour::Black))?,
            Prop::AW(points) => place(board, "AW", points, Some(Colour::White))?,
            Prop::AE(points) => place(board, "AE", points, None)?,
            Prop::B(Move::Move(point)) => play(board, "B", *point, Colour::Black)?,
            Prop::W(Move::Move(point)) => play(board, "W", *point, Colour::White)?,
            Prop::PL(Color::Black) => *to_play = Some(Colour::Black),
            Prop::PL(Color::White) => *to_play = Some(Colour::White),
            Prop::TR(points) => marks.0.extend(on_board(board, "TR", points)?),
            Prop::MA(points) => marks.1.extend(on_board(board, "MA", points)?),
            Prop::Invalid(property, values) if matters(property) => {
                return Err(SgfError::Value {
                    property: property.clone(),
                    value: shortened(values),
                });
            }
            _ => {}
        }
    }
    Ok(marks)
}

/// Values as written, as much of them as a message has room for.
fn shortened(values: &[String]) -> String {
    const ROOM: usize = 60;
    let letters = values.iter().enumerate().flat_map(|(i, value)| {
        let between = if i == 0 { "" } else { "][" };
        between.chars().chain(value.chars())
    });
    let mut text: String = letters.take(ROOM + 1).collect();
    if text.chars().count() > ROOM {
        text.pop();
        text.push('…');
    }
    text
}

/// Whether the diagram depends on the property.
fn matters(property: &str) -> bool {
    ["AB", "AW", "AE", "B", "W", "PL", "TR", "MA", "SZ"].contains(&property)
}

fn play(
    board: &mut Board,
    name: &'static str,
    at: go::Point,
    colour: Colour,
) -> Result<(), SgfError> {
    // `tt` is a pass on boards of up to 19×19, as older files write it.
    if (at.x, at.y) == (19, 19) {
        return Ok(());
    }
    let points = HashSet::from([at]);
    for point in on_board(board, name, &points)? {
        if board.play(point, colour).is_none() {
            return Err(SgfError::IllegalMove(colour, point));
        }
    }
    Ok(())
}

fn on_board(
    board: &Board,
    property: &'static str,
    points: &HashSet<go::Point>,
) -> Result<Vec<Point>, SgfError> {
    let mut found: Vec<Point> = points.iter().map(|p| Point::new(p.x, p.y)).collect();
    found.sort_unstable();
    match found.iter().find(|point| !board.contains(**point)) {
        None => Ok(found),
        Some(point) => Err(SgfError::OffBoard {
            property,
            point: letters(*point),
            width: board.width(),
            height: board.height(),
        }),
    }
}

/// A point as SGF writes it, also beyond 19×19: capitals follow `z`.
fn letters(point: Point) -> String {
    let letter = |number: u8| match number {
        0..26 => char::from(b'a' + number),
        26..52 => char::from(b'A' + number - 26),
        _ => '?',
    };
    String::from_iter([letter(point.x), letter(point.y)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNER: &str = "SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]";

    fn error(sgf: &str) -> String {
        read_problem(sgf.as_bytes()).expect_err(sgf).to_string()
    }

    #[test]
    fn lists_may_be_compressed_and_roots_many() {
        let marked = format!("(;{CORNER}TR[ab:bb][ca:cb]MA[aa:ba])");
        let problem = read_problem(marked.as_bytes()).expect("a problem");
        assert_eq!(problem.crucial().len(), 4);
        let later = format!("(;SZ[5]C[nothing\\] here])(;{CORNER};TR[ab:bb][ca:cb]MA[aa:ba])");
        assert_eq!(read_problem(later.as_bytes()), Ok(problem));
    }

    #[test]
    fn texts_in_other_character_sets_do_no_harm() {
        // 「表]」 in Shift_JIS ends in a byte that looks like a backslash.
        let mut bytes = format!("(;CA[Shift_JIS]{CORNER}TR[ab:bb][ca:cb]MA[aa:ba]").into_bytes();
        bytes.extend(b"C[\x95\x5c])");
        assert!(read_problem(&bytes).is_ok());
        bytes.splice(2..4, *b"XX");
        assert!(read_problem(&bytes).is_err(), "the set was needed");
        let mut latin = b"(;C[caf\xe9]".to_vec();
        latin.extend(format!("{CORNER}TR[ab:bb][ca:cb]MA[aa:ba])").bytes());
        assert!(read_problem(&latin).is_ok());
    }

    #[test]
    fn errors_name_the_point() {
        assert!(error("(;SZ[9]AB[aa]AW[aa]TR[aa]MA[ba])").contains("aa is in two"));
        assert!(error("(;SZ[9]AB[zz]TR[aa]MA[ba])").contains("AB[zz]"));
        assert!(error("(;SZ[9]AB[a]TR[aa]MA[ba])").contains("`a`"));
        assert!(error("(;SZ[40])").contains("40×40"));
        assert!(error("(;SZ[9];B[aa];W[aa]TR[aa])").contains("W[aa]"));
        assert!(error("hello").contains("no SGF"));
        assert!(error("").contains("no SGF"));
        assert!(error(&format!("(;{CORNER}MA[aa:ba])")).contains("TR"));
        assert!(error(&format!("(;{CORNER}TR[ab:bb][ca:cb])")).contains("MA"));
    }

    #[test]
    fn deep_and_long_files_are_refused_in_time() {
        let deep = format!("{}{}", "(;".repeat(60_000), ")".repeat(60_000));
        assert!(error(&deep).contains("below one another"));
        assert!(error(&format!("({})", ";".repeat(60_000))).contains("below one another"));
        let long = format!("(;{})", "(;)".repeat(1_500_000));
        assert!(error(&long).contains("1000000 nodes"));
    }

    #[test]
    fn random_bytes_are_an_error() {
        let mut random = tabia_kernel::random::Seeded::new(1);
        for _ in 0..2_000 {
            let length = random.below(60);
            let letters = b"(;)[]\\ABWTRMSZ:aabbcc19\xff\x00\n";
            let bytes: Vec<u8> = (0..length)
                .map(|_| letters[random.below(letters.len())])
                .collect();
            assert!(read_problem(&bytes).is_err(), "{bytes:?}");
        }
    }
}
