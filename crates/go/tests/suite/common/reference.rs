//! The rules once more, and the answers by brute force.
//!
//! Nothing is shared with the solver but the diagram. Every position that can
//! come up is made, passes and all, and the three games are solved backwards
//! from their ends.

use tabia_go::{EyeProblem, Point};

use super::retrograde;

const DEFENDER: u8 = 1;
const ATTACKER: u8 = 2;

/// Points, a bit each; boards have at most 128.
type Set = u128;

/// The diagram.
struct Rules {
    near: Vec<Vec<usize>>,
    region: Vec<usize>,
    crucial: Set,
    /// Attacker stones outside the region.
    safe: Set,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stones {
    defender: Set,
    attacker: Set,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    board: Stones,
    mover: u8,
    passed: bool,
    /// Where the defender may not play, if the game has a ko rule.
    ban: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    None,
    Defender,
    Attacker,
}

type Graph = retrograde::Graph<State, End>;

/// Class and moves for the defender and for the attacker to move first.
pub(crate) fn answers(problem: &EyeProblem) -> [(String, Vec<String>); 2] {
    let board = problem.board();
    let points: Vec<Point> = board.points().collect();
    assert!(points.len() <= Set::BITS as usize, "too large a board");
    let set = |holds: &dyn Fn(Point) -> bool| -> Set {
        let places = points.iter().enumerate();
        places
            .filter(|(_, point)| holds(**point))
            .fold(0, |set, (place, _)| set | 1 << place)
    };
    let stones = Stones {
        defender: set(&|point| board.stone(point) == Some(problem.defender())),
        attacker: set(&|point| board.stone(point) == Some(problem.defender().other())),
    };
    let (w, h) = (usize::from(board.width()), usize::from(board.height()));
    let near = (0..w * h)
        .map(|i| {
            let (x, y) = (i % w, i / w);
            let mut near = Vec::new();
            if x > 0 {
                near.push(i - 1);
            }
            if x + 1 < w {
                near.push(i + 1);
            }
            if y > 0 {
                near.push(i - w);
            }
            if y + 1 < h {
                near.push(i + w);
            }
            near
        })
        .collect();
    let number = |point: &Point| usize::from(point.y) * w + usize::from(point.x);
    let region: Vec<usize> = problem.region().iter().map(number).collect();
    let inside = set(&|point| problem.region().contains(&point));
    let rules = Rules {
        near,
        crucial: set(&|point| problem.crucial().contains(&point)),
        safe: stones.attacker & !inside,
        region,
    };

    let free = rules.graph(stones, false);
    let ko = rules.graph(stones, true);
    let eye = free.forced(DEFENDER, &[End::Defender]);
    let win = free.forced(ATTACKER, &[End::Attacker]);
    let win_by_ko = ko.forced(ATTACKER, &[End::Attacker]);
    let class = |state: &State| {
        let mut plain = *state;
        plain.ban = None;
        let at = free.numbers[&plain];
        let at_ko = ko.numbers[state];
        if eye[at] {
            "eye"
        } else if !win_by_ko[at_ko] {
            "rep"
        } else if !win[at] {
            "ko"
        } else {
            "none"
        }
    };
    [DEFENDER, ATTACKER].map(|mover| {
        let root = State {
            board: stones,
            mover,
            passed: false,
            ban: None,
        };
        let answer = class(&root);
        let mut moves = Vec::new();
        if !rules.has_eye(stones) {
            for &place in &rules.region {
                if let Some((next, captured)) = rules.play(&root, place, true) {
                    let value = if captured { "none" } else { class(&next) };
                    if value == answer {
                        moves.push(points[place].sgf());
                    }
                }
            }
            let pass = State {
                mover: DEFENDER + ATTACKER - mover,
                passed: true,
                ..root
            };
            if class(&pass) == answer {
                moves.push("pass".to_owned());
            }
        }
        moves.sort();
        (answer.to_owned(), moves)
    })
}

impl Rules {
    /// The block of a stone. `None` if a liberty, or a safe stone, comes up
    /// where it matters.
    fn block(&self, board: Stones, start: usize, must_be_dead: bool) -> Option<Set> {
        let own = match board.defender >> start & 1 {
            1 => board.defender,
            _ => board.attacker,
        };
        let taken = board.defender | board.attacker;
        let mut block: Set = 1 << start;
        let mut todo = block;
        while todo != 0 {
            let stone = todo.trailing_zeros() as usize;
            todo &= todo - 1;
            if must_be_dead && self.safe >> stone & 1 == 1 {
                return None;
            }
            for &near in &self.near[stone] {
                let near: Set = 1 << near;
                if must_be_dead && taken & near == 0 {
                    return None;
                }
                if own & near & !block != 0 {
                    block |= near;
                    todo |= near;
                }
            }
        }
        Some(block)
    }

    fn has_eye(&self, board: Stones) -> bool {
        let taken = board.defender | board.attacker;
        let is_surrounded = |place: usize, by: Set| {
            let mut near = self.near[place].iter();
            taken >> place & 1 == 0 && near.all(|near| by >> near & 1 == 1)
        };
        let mut spots = self.region.iter();
        spots.any(|&place| {
            is_surrounded(place, board.defender) && {
                let first = self.crucial.trailing_zeros() as usize;
                let main = self.block(board, first, false).expect("dead or not");
                self.crucial & !main == 0 && is_surrounded(place, main)
            }
        })
    }

    /// The state after a stone, and whether crucial stones were captured.
    fn play(&self, state: &State, place: usize, with_ko: bool) -> Option<(State, bool)> {
        let mut board = state.board;
        let stone: Set = 1 << place;
        if (board.defender | board.attacker) & stone != 0 || state.ban == Some(place) {
            return None;
        }
        let mover = state.mover;
        match mover {
            DEFENDER => board.defender |= stone,
            _ => board.attacker |= stone,
        }
        let mut gone: Set = 0;
        for &near in &self.near[place] {
            let others = match mover {
                DEFENDER => board.attacker,
                _ => board.defender,
            };
            if others >> near & 1 == 1
                && let Some(block) = self.block(board, near, true)
            {
                gone |= block;
                board.defender &= !gone;
                board.attacker &= !gone;
            }
        }
        if self.block(board, place, true).is_some() {
            return None;
        }
        let captured = gone & self.crucial != 0;
        let mut next = State {
            board,
            mover: DEFENDER + ATTACKER - mover,
            passed: false,
            ban: None,
        };
        if with_ko && mover == ATTACKER && gone.count_ones() == 1 && !captured {
            // Retaking is forbidden where it would bring the old board back.
            let point = gone.trailing_zeros() as usize;
            let retake = self.play(&next, point, false);
            if retake.is_some_and(|(back, _)| back.board == state.board) {
                next.ban = Some(point);
            }
        }
        Some((next, captured))
    }

    fn graph(&self, stones: Stones, with_ko: bool) -> Graph {
        let mut graph = Graph::new();
        let lost = graph.add(End::Attacker, ATTACKER);
        let mut todo = Vec::new();
        for mover in [DEFENDER, ATTACKER] {
            let root = State {
                board: stones,
                mover,
                passed: false,
                ban: None,
            };
            self.number(&mut graph, root, &mut todo);
        }
        while let Some((state, number)) = todo.pop() {
            if graph.ends[number] != End::None {
                continue;
            }
            let mut next = Vec::new();
            for &place in &self.region {
                match self.play(&state, place, with_ko) {
                    None => {}
                    Some((_, true)) => next.push(lost),
                    Some((after, false)) => next.push(self.number(&mut graph, after, &mut todo)),
                }
            }
            if state.passed {
                next.push(lost);
            } else {
                let after = State {
                    mover: DEFENDER + ATTACKER - state.mover,
                    passed: true,
                    ban: None,
                    ..state
                };
                next.push(self.number(&mut graph, after, &mut todo));
            }
            graph.next[number] = next;
        }
        graph
    }

    fn number(&self, graph: &mut Graph, state: State, todo: &mut Vec<(State, usize)>) -> usize {
        let end = |state: &State| match self.has_eye(state.board) {
            true => End::Defender,
            false => End::None,
        };
        graph.number(state, state.mover, end, todo)
    }
}
