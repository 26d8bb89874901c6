//! Crucial stones and region for a plain problem diagram.
//!
//! Problem books draw a group, the stones around it, and an empty board. So
//! the attacker is whoever faces the empty board: his blocks beside it are the
//! wall. What the wall encloses is the problem: the defender's blocks of two
//! stones or more that touch the wall are crucial, empty points and all other
//! stones are the region. A finished eye stays out of it, if there is one: then
//! the second is what the problem is about.

use thiserror::Error;

use crate::{Board, Colour, Diagram, EyeProblem, Point, ProblemError, Vertex};

/// Why nothing could be proposed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FrameError {
    /// There is only one colour on the board, or none.
    #[error("no problem: there have to be stones of both colours")]
    OneColour,
    /// The group can run away.
    #[error(
        "not enclosed: the {} stone at {stone} reaches the open board at {open}",
        if *.colour == Colour::Black { "black" } else { "white" }
    )]
    NotEnclosed {
        /// Whose stone.
        colour: Colour,
        /// A stone of the group.
        stone: Vertex,
        /// An empty point beside it, of the open board.
        open: Vertex,
    },
    /// Nowhere to play.
    #[error("no problem: no empty point is enclosed with the stone at {0}")]
    NoRoom(Vertex),
    /// What was found is no problem after all.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// Proposes crucial stones and region. Crucial stones that the diagram marks
/// are kept.
///
/// # Errors
///
/// When no group is enclosed; the error names the point.
///
/// ```
/// use tabia_go::{propose_frame, read_diagram};
/// let diagram = read_diagram(b"(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb])")?;
/// let problem = propose_frame(&diagram).expect("enclosed");
/// assert_eq!((problem.crucial().len(), problem.region().len()), (4, 2));
/// # Ok::<(), tabia_go::SgfError>(())
/// ```
pub fn propose_frame(diagram: &Diagram) -> Result<EyeProblem, FrameError> {
    let board = &diagram.board;
    let count = |colour| {
        let mut points = board.points().collect::<Vec<_>>();
        points.retain(|&point| board.stone(point) == Some(colour));
        points.len()
    };
    let (black, white) = (count(Colour::Black), count(Colour::White));
    if black == 0 || white == 0 {
        return Err(FrameError::OneColour);
    }
    let marked = diagram.crucial.first().and_then(|&p| board.stone(p));
    // The group inside has fewer stones than what is around it, mostly.
    let likely = match black <= white {
        true => Colour::Black,
        false => Colour::White,
    };
    let tries = match marked {
        Some(colour) => vec![colour],
        None => vec![likely, likely.other()],
    };
    let mut first_error = None;
    for defender in tries {
        match enclose(diagram, defender) {
            Ok(problem) => return Ok(problem),
            Err(error) => drop(first_error.get_or_insert(error)),
        }
    }
    Err(first_error.expect("a colour was tried"))
}

/// A connected set of empty points.
struct Area {
    points: Vec<Point>,
    /// A stone of the defender beside it, and the point that it is beside.
    defended: Option<(Point, Point)>,
}

fn areas(board: &Board, defender: Colour) -> Vec<Area> {
    let mut seen = vec![false; board.points().count()];
    let mut areas = Vec::new();
    for start in board.points() {
        if board.stone(start).is_some() || seen[board.index(start)] {
            continue;
        }
        seen[board.index(start)] = true;
        let mut area = Area {
            points: vec![start],
            defended: None,
        };
        let mut next = 0;
        while next < area.points.len() {
            let point = area.points[next];
            for near in board.neighbours(point) {
                match board.stone(near) {
                    None if !seen[board.index(near)] => {
                        seen[board.index(near)] = true;
                        area.points.push(near);
                    }
                    Some(colour) if colour == defender => {
                        area.defended.get_or_insert((near, point));
                    }
                    _ => {}
                }
            }
            next += 1;
        }
        areas.push(area);
    }
    areas
}

/// The problem if this colour defends.
fn enclose(diagram: &Diagram, defender: Colour) -> Result<EyeProblem, FrameError> {
    let board = &diagram.board;
    let attacker = defender.other();
    let areas = areas(board, defender);
    // The open board: nothing as large is enclosed.
    let largest = areas.iter().map(|area| area.points.len()).max();
    let is_open = |area: &Area| {
        let size = area.points.len();
        Some(size) == largest && size * 4 > board.points().count()
    };
    let at = |point| Vertex::new(point, board.height());
    if let Some((stone, open)) = areas
        .iter()
        .find(|area| is_open(area))
        .and_then(|area| area.defended)
    {
        return Err(FrameError::NotEnclosed {
            colour: defender,
            stone: at(stone),
            open: at(open),
        });
    }
    let wall = wall(board, attacker, &areas);
    let is_wall = |point: Point| wall[board.index(point)];
    // What can be reached from the defender's stones without crossing the
    // wall.
    let mut inside = vec![false; board.points().count()];
    let mut todo: Vec<Point> = board
        .points()
        .filter(|&point| board.stone(point) == Some(defender))
        .collect();
    while let Some(point) = todo.pop() {
        if !std::mem::replace(&mut inside[board.index(point)], true) {
            let near = board.neighbours(point);
            todo.extend(near.filter(|&p| !is_wall(p) && !inside[board.index(p)]));
        }
    }
    let is_crucial = |point: Point| {
        diagram.crucial.contains(&point)
            || diagram.crucial.is_empty() && {
                let block = board.block(point);
                let mut near = block.iter().flat_map(|&stone| board.neighbours(stone));
                block.len() > 1 && near.any(is_wall)
            }
    };
    let (mut crucial, mut region) = (Vec::new(), Vec::new());
    let mut some_stone = None;
    for point in board.points().filter(|&p| inside[board.index(p)]) {
        let defends = board.stone(point) == Some(defender);
        if defends {
            some_stone = Some(point);
        }
        if defends && is_crucial(point) {
            crucial.push(point);
        } else {
            region.push(point);
        }
    }
    if crucial.is_empty() {
        // Nothing touches the wall: the largest block it is.
        let stones = region
            .iter()
            .filter(|&&p| board.stone(p) == Some(defender))
            .map(|&p| board.block(p));
        crucial = stones.max_by_key(Vec::len).unwrap_or_default();
        region.retain(|point| !crucial.contains(point));
    }
    let mut eyes = region.iter().copied().filter(|&point| {
        let mut near = board.neighbours(point);
        board.stone(point).is_none() && near.all(|p| crucial.contains(&p))
    });
    let empties = region.iter().filter(|&&p| board.stone(p).is_none()).count();
    if let (Some(eye), None) = (eyes.next(), eyes.next())
        && empties > 1
    {
        region.retain(|&point| point != eye);
    }
    let has_room = region.iter().any(|&point| board.stone(point).is_none());
    if let (false, Some(stone)) = (has_room, some_stone) {
        return Err(FrameError::NoRoom(at(stone)));
    }
    Ok(EyeProblem::new(
        board.clone(),
        &crucial,
        &region,
        diagram.to_play,
    )?)
}

/// The attacker's blocks beside empty areas that no stone of the defender
/// borders, beginning with the largest of those; without any, his largest
/// block.
fn wall(board: &Board, attacker: Colour, areas: &[Area]) -> Vec<bool> {
    let mut wall = vec![false; board.points().count()];
    let free: Vec<&Area> = areas
        .iter()
        .filter(|area| area.defended.is_none())
        .collect();
    let largest = free.iter().map(|area| area.points.len()).max();
    let mut open: Vec<bool> = free
        .iter()
        .map(|area| Some(area.points.len()) == largest || area.points.len() >= 4)
        .collect();
    if free.is_empty() {
        let stones = board.points().filter(|&p| board.stone(p) == Some(attacker));
        let block = stones.map(|p| board.block(p)).max_by_key(Vec::len);
        for stone in block.unwrap_or_default() {
            wall[board.index(stone)] = true;
        }
    }
    loop {
        for (area, _) in free.iter().zip(&open).filter(|(_, open)| **open) {
            for near in area.points.iter().flat_map(|&p| board.neighbours(p)) {
                if board.stone(near) == Some(attacker) && !wall[board.index(near)] {
                    for stone in board.block(near) {
                        wall[board.index(stone)] = true;
                    }
                }
            }
        }
        // A free area beside the wall makes a wall of what is beyond it.
        let mut grown = false;
        for (area, open) in free.iter().zip(&mut open) {
            let mut near = area.points.iter().flat_map(|&p| board.neighbours(p));
            if !*open && near.any(|p| wall[board.index(p)]) {
                (*open, grown) = (true, true);
            }
        }
        if !grown {
            return wall;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_diagram;

    fn frame(sgf: &str) -> Result<EyeProblem, String> {
        let diagram = read_diagram(sgf.as_bytes()).expect(sgf);
        propose_frame(&diagram).map_err(|error| error.to_string())
    }

    #[test]
    fn the_group_inside_defends_whatever_its_colour() {
        let corner = "(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb])";
        let problem = frame(corner).expect("enclosed");
        assert_eq!(problem.defender(), Colour::Black);
        let swapped = corner
            .replace("AB", "AX")
            .replace("AW", "AB")
            .replace("AX", "AW");
        let problem = frame(&swapped).expect("enclosed");
        assert_eq!(problem.defender(), Colour::White);
        assert_eq!(problem.region().len(), 2);
    }

    #[test]
    fn a_hole_in_the_wall_is_named() {
        let leaks = frame("(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][db:dc][ea:eb])");
        assert!(leaks.is_ok(), "an enclosed liberty is no hole: {leaks:?}");
        let leaks = frame("(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][dc])").expect_err("open");
        assert!(leaks.contains("not enclosed"), "{leaks}");
        // As beside the board, from below.
        assert!(
            leaks.contains("black stone at C9 reaches the open board at D9"),
            "{leaks}"
        );
        assert!(
            frame("(;SZ[9]AB[aa])")
                .expect_err("one")
                .contains("both colours")
        );
        let full = frame("(;SZ[9]AB[aa]AW[ac][ba:bc][ca])");
        assert!(full.is_ok(), "the liberty at ab is the region: {full:?}");
        let second = frame("(;SZ[9]AB[ab:eb][ba][ea]AW[ac:ec][fa:fc])").expect("enclosed");
        assert_eq!(second.region().len(), 2, "the eye at aa is there already");
    }

    #[test]
    fn stones_that_float_inside_belong_to_the_region() {
        let sgf = "(;SZ[9]AB[ad:dd][da:dc][bb]AW[ae:ee][ea:ed][ba])";
        let problem = frame(sgf).expect("enclosed");
        assert_eq!(problem.crucial().len(), 7);
        assert_eq!(problem.region().len(), 9);
    }
}
