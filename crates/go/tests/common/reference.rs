//! The rules once more, and the answers by brute force.
//!
//! Nothing is shared with the solver but the diagram. Every position that can
//! come up is made, passes and all, and the three games are solved backwards
//! from their ends.

use std::collections::HashMap;

use tabia_go::{EyeProblem, Point};

const EMPTY: u8 = 0;
const DEFENDER: u8 = 1;
const ATTACKER: u8 = 2;

/// The diagram on plain arrays.
struct Rules {
    near: Vec<Vec<usize>>,
    region: Vec<usize>,
    crucial: Vec<usize>,
    /// Attacker stones outside the region.
    safe: Vec<bool>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    board: Vec<u8>,
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

struct Graph {
    numbers: HashMap<State, usize>,
    movers: Vec<u8>,
    ends: Vec<End>,
    next: Vec<Vec<usize>>,
}

/// Class and moves for the defender and for the attacker to move first.
pub(crate) fn answers(problem: &EyeProblem) -> [(String, Vec<String>); 2] {
    let board = problem.board();
    let points: Vec<Point> = board.points().collect();
    let stones: Vec<u8> = points
        .iter()
        .map(|&point| match board.stone(point) {
            None => EMPTY,
            Some(colour) if colour == problem.defender() => DEFENDER,
            Some(_) => ATTACKER,
        })
        .collect();
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
    let is_region: Vec<bool> = (0..w * h).map(|i| region.contains(&i)).collect();
    let rules = Rules {
        near,
        crucial: problem.crucial().iter().map(number).collect(),
        safe: (0..w * h)
            .map(|i| stones[i] == ATTACKER && !is_region[i])
            .collect(),
        region,
    };

    let free = rules.graph(&stones, false);
    let ko = rules.graph(&stones, true);
    let eye = free.forced(DEFENDER);
    let win = free.forced(ATTACKER);
    let win_by_ko = ko.forced(ATTACKER);
    let class = |state: &State| {
        let mut plain = state.clone();
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
            board: stones.clone(),
            mover,
            passed: false,
            ban: None,
        };
        let answer = class(&root);
        let mut moves = Vec::new();
        if !rules.has_eye(&stones) {
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
    fn block(&self, board: &[u8], start: usize) -> (Vec<usize>, bool) {
        let mut block = vec![start];
        let mut lives = false;
        let mut next = 0;
        while next < block.len() {
            let stone = block[next];
            lives |= self.safe[stone];
            for &near in &self.near[stone] {
                if board[near] == EMPTY {
                    lives = true;
                } else if board[near] == board[start] && !block.contains(&near) {
                    block.push(near);
                }
            }
            next += 1;
        }
        (block, lives)
    }

    fn has_eye(&self, board: &[u8]) -> bool {
        let (main, _) = self.block(board, self.crucial[0]);
        self.crucial.iter().all(|stone| main.contains(stone))
            && self.region.iter().any(|&place| {
                board[place] == EMPTY && self.near[place].iter().all(|near| main.contains(near))
            })
    }

    /// The state after a stone, and whether crucial stones were captured.
    fn play(&self, state: &State, place: usize, with_ko: bool) -> Option<(State, bool)> {
        if state.board[place] != EMPTY || state.ban == Some(place) {
            return None;
        }
        let mover = state.mover;
        let other = DEFENDER + ATTACKER - mover;
        let mut board = state.board.clone();
        board[place] = mover;
        let mut gone = Vec::new();
        for &near in &self.near[place] {
            if board[near] == other {
                let (block, lives) = self.block(&board, near);
                if !lives {
                    for stone in block {
                        board[stone] = EMPTY;
                        gone.push(stone);
                    }
                }
            }
        }
        if !self.block(&board, place).1 {
            return None;
        }
        let captured = gone.iter().any(|stone| self.crucial.contains(stone));
        let mut next = State {
            board,
            mover: other,
            passed: false,
            ban: None,
        };
        if with_ko && mover == ATTACKER && gone.len() == 1 && !captured {
            // Retaking is forbidden where it would bring the old board back.
            let retake = self.play(&next, gone[0], false);
            if retake.is_some_and(|(back, _)| back.board == state.board) {
                next.ban = Some(gone[0]);
            }
        }
        Some((next, captured))
    }

    fn graph(&self, stones: &[u8], with_ko: bool) -> Graph {
        let mut graph = Graph {
            numbers: HashMap::new(),
            movers: Vec::new(),
            ends: Vec::new(),
            next: Vec::new(),
        };
        let lost = graph.add(End::Attacker, ATTACKER);
        let mut todo = Vec::new();
        for mover in [DEFENDER, ATTACKER] {
            let root = State {
                board: stones.to_vec(),
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
        if let Some(&number) = graph.numbers.get(&state) {
            return number;
        }
        let end = match self.has_eye(&state.board) {
            true => End::Defender,
            false => End::None,
        };
        let number = graph.add(end, state.mover);
        graph.numbers.insert(state.clone(), number);
        todo.push((state, number));
        number
    }
}

impl Graph {
    fn add(&mut self, end: End, mover: u8) -> usize {
        self.movers.push(mover);
        self.ends.push(end);
        self.next.push(Vec::new());
        self.ends.len() - 1
    }

    /// Where a side can force the end it wants, by going back from there.
    fn forced(&self, side: u8) -> Vec<bool> {
        let wanted = match side {
            DEFENDER => End::Defender,
            _ => End::Attacker,
        };
        let count = self.ends.len();
        let mut before = vec![Vec::new(); count];
        for (from, next) in self.next.iter().enumerate() {
            for &to in next {
                before[to].push(from);
            }
        }
        let mut left: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut forced = vec![false; count];
        let mut todo: Vec<usize> = (0..count).filter(|&i| self.ends[i] == wanted).collect();
        for &number in &todo {
            forced[number] = true;
        }
        while let Some(to) = todo.pop() {
            for &from in &before[to] {
                left[from] -= 1;
                if !forced[from] && (self.movers[from] == side || left[from] == 0) {
                    forced[from] = true;
                    todo.push(from);
                }
            }
        }
        forced
    }
}
