//! Life and death by brute force, and the fights for ko, for one eye or two.
//!
//! Nothing is shared with the solver but the diagram. Every position that can
//! come up is made, with its passes, bans, threats and second moves, and each
//! game is solved backwards from its ends. Life is not Benson's condition here
//! but what it is equivalent to: the attacker cannot capture even if the
//! defender never answers.

use std::collections::HashMap;

use tabia_go::{EyeProblem, Point};

use super::retrograde;

const EMPTY: u8 = 0;
pub(crate) const DEFENDER: u8 = 1;
pub(crate) const ATTACKER: u8 = 2;

/// What the defender wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    OneEye,
    Life,
}

/// The rules of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rules {
    /// Whether the defender, the attacker may not retake a ko at once.
    pub(crate) bound: [bool; 2],
    /// Threats that the defender, the attacker has.
    pub(crate) threats: [u8; 2],
    /// How often the defender, the attacker may move twice.
    pub(crate) twice: [u8; 2],
    /// Whether the attacker may take a threat of the defender away instead of
    /// passing.
    pub(crate) waits: bool,
}

/// No ko of a problem this small takes more threats to save.
pub(crate) const MANY: u8 = 4;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    board: Vec<u8>,
    mover: u8,
    passed: bool,
    ban: Option<usize>,
    threats: [u8; 2],
    twice: [u8; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    None,
    Reached,
    Captured,
    Passes,
}

/// The diagram on plain arrays.
#[derive(Clone)]
pub(crate) struct Table {
    aim: Aim,
    points: Vec<Point>,
    stones: Vec<u8>,
    near: Vec<Vec<usize>>,
    /// Where anyone may play.
    pub(crate) region: Vec<usize>,
    /// Where only the attacker may, for life.
    pub(crate) outside: Vec<usize>,
    crucial: Vec<usize>,
    safe: Vec<bool>,
    alive: std::cell::RefCell<HashMap<Vec<u8>, bool>>,
}

type Graph = retrograde::Graph<State, End>;

impl Table {
    pub(crate) fn new(problem: &EyeProblem, aim: Aim) -> Table {
        let board = problem.board();
        let points: Vec<Point> = board.points().collect();
        let number = |point: &Point| points.iter().position(|p| p == point).expect("a point");
        let stones: Vec<u8> = points
            .iter()
            .map(|&point| match board.stone(point) {
                None => EMPTY,
                Some(colour) if colour == problem.defender() => DEFENDER,
                Some(_) => ATTACKER,
            })
            .collect();
        let near: Vec<Vec<usize>> = points
            .iter()
            .map(|a| {
                let is_near = |b: &&Point| a.x.abs_diff(b.x) + a.y.abs_diff(b.y) == 1;
                points.iter().filter(is_near).map(number).collect()
            })
            .collect();
        let mut region: Vec<usize> = problem.region().iter().map(number).collect();
        let crucial: Vec<usize> = problem.crucial().iter().map(number).collect();
        let mut outside = Vec::new();
        let open: Vec<usize> = (0..points.len())
            .filter(|i| stones[*i] == EMPTY && !region.contains(i))
            .collect();
        if aim == Aim::Life {
            // Grow from the attacker's stones; what is not met, is enclosed.
            let mut met: Vec<usize> = (0..points.len())
                .filter(|&i| stones[i] == ATTACKER && !region.contains(&i))
                .collect();
            // Attacker stones of the region border nothing outside.
            let mut next = 0;
            while next < met.len() {
                for &i in &near[met[next]] {
                    if open.contains(&i) && !met.contains(&i) {
                        met.push(i);
                    }
                }
                next += 1;
            }
            for i in open {
                if !met.contains(&i) {
                    region.push(i);
                } else if near[i].iter().any(|n| crucial.contains(n)) {
                    outside.push(i);
                }
            }
        }
        let is_inside = |i: usize| problem.region().contains(&points[i]);
        Table {
            aim,
            safe: (0..points.len())
                .map(|i| stones[i] == ATTACKER && !is_inside(i))
                .collect(),
            stones,
            near,
            region,
            outside,
            crucial,
            points,
            alive: HashMap::new().into(),
        }
    }

    /// The same after a move, `None` for a pass. The move is legal, or it is an
    /// error.
    pub(crate) fn after(&self, mover: u8, point: Option<Point>) -> Result<Table, String> {
        let Some(point) = point else {
            return Ok(self.clone());
        };
        let place = self.points.iter().position(|p| *p == point);
        let place = place.ok_or_else(|| format!("{point} is not on the board"))?;
        if !self.spots(mover).any(|spot| spot == place) {
            return Err(format!("{mover} may not play at {point}"));
        }
        let put = self.put(&self.stones, mover, place);
        let (stones, _) = put.ok_or_else(|| format!("{point} is illegal"))?;
        let mut after = self.clone();
        after.stones = stones;
        Ok(after)
    }

    /// Whether the defender has what he wants.
    pub(crate) fn is_won(&self) -> bool {
        self.is_reached(&self.stones)
    }

    /// Whether all crucial stones are on the board.
    pub(crate) fn is_whole(&self) -> bool {
        let stands = |stone: &usize| self.stones[*stone] == DEFENDER;
        self.crucial.iter().all(stands)
    }

    fn block(&self, board: &[u8], start: usize) -> (Vec<usize>, bool) {
        let mut block = vec![start];
        let mut breathes = false;
        let mut next = 0;
        while next < block.len() {
            let stone = block[next];
            let filled = self.outside.contains(&stone);
            breathes |= board[stone] == ATTACKER && (self.safe[stone] || filled);
            for &near in &self.near[stone] {
                if board[near] == EMPTY {
                    breathes = true;
                } else if board[near] == board[start] && !block.contains(&near) {
                    block.push(near);
                }
            }
            next += 1;
        }
        (block, breathes)
    }

    /// The board after a stone, what it captures, or `None` if illegal.
    fn put(&self, board: &[u8], mover: u8, place: usize) -> Option<(Vec<u8>, Vec<usize>)> {
        if board[place] != EMPTY {
            return None;
        }
        let mut board = board.to_vec();
        board[place] = mover;
        let mut gone = Vec::new();
        for &near in &self.near[place] {
            if board[near] == DEFENDER + ATTACKER - mover {
                let (block, breathes) = self.block(&board, near);
                if !breathes {
                    for &stone in &block {
                        board[stone] = EMPTY;
                    }
                    gone.extend(block);
                }
            }
        }
        self.block(&board, place).1.then_some((board, gone))
    }

    fn takes(&self, gone: &[usize]) -> bool {
        gone.iter().any(|stone| self.crucial.contains(stone))
    }

    fn spots(&self, mover: u8) -> impl Iterator<Item = usize> {
        let outside = if mover == ATTACKER {
            &self.outside[..]
        } else {
            &[]
        };
        self.region.iter().chain(outside).copied()
    }

    fn is_reached(&self, board: &[u8]) -> bool {
        match self.aim {
            Aim::OneEye => {
                let (main, _) = self.block(board, self.crucial[0]);
                self.crucial.iter().all(|stone| main.contains(stone))
                    && self.region.iter().any(|&place| {
                        board[place] == EMPTY
                            && self.near[place].iter().all(|near| main.contains(near))
                    })
            }
            Aim::Life => self.survives_without_answering(board),
        }
    }

    fn survives_without_answering(&self, board: &[u8]) -> bool {
        if let Some(&known) = self.alive.borrow().get(board) {
            return known;
        }
        let survives = self
            .spots(ATTACKER)
            .all(|place| match self.put(board, ATTACKER, place) {
                None => true,
                Some((next, gone)) => !self.takes(&gone) && self.survives_without_answering(&next),
            });
        self.alive.borrow_mut().insert(board.to_vec(), survives);
        survives
    }

    fn root(&self, rules: &Rules, mover: u8) -> State {
        State {
            board: self.stones.clone(),
            mover,
            passed: false,
            ban: None,
            threats: rules.threats,
            twice: rules.twice,
        }
    }

    /// The state after a stone and whether crucial stones are gone.
    fn play(&self, rules: &Rules, state: &State, place: usize) -> Option<(State, bool)> {
        if state.ban == Some(place) {
            return None;
        }
        let other = DEFENDER + ATTACKER - state.mover;
        let (board, gone) = self.put(&state.board, state.mover, place)?;
        let mut ban = None;
        if rules.bound[usize::from(other) - 1] && gone.len() == 1 {
            // Forbidden where it would bring the old board back.
            let back = self.put(&board, other, gone[0]);
            if back.is_some_and(|(back, _)| back == state.board) {
                ban = Some(gone[0]);
            }
        }
        let next = State {
            board,
            mover: other,
            passed: false,
            ban,
            ..state.clone()
        };
        Some((next, self.takes(&gone)))
    }

    fn graph(&self, rules: &Rules) -> Graph {
        let mut graph = Graph::new();
        let captured = graph.add(End::Captured, ATTACKER);
        let ended = graph.add(End::Passes, ATTACKER);
        let mut todo = Vec::new();
        for mover in [DEFENDER, ATTACKER] {
            let root = self.root(rules, mover);
            self.number(&mut graph, root, &mut todo);
        }
        while let Some((state, number)) = todo.pop() {
            if graph.ends[number] != End::None {
                continue;
            }
            let side = usize::from(state.mover) - 1;
            let mut next = Vec::new();
            for place in self.spots(state.mover) {
                match self.play(rules, &state, place) {
                    None => {}
                    Some((_, true)) => next.push(captured),
                    Some((after, false)) => {
                        if state.twice[side] > 0 {
                            let mut again = after.clone();
                            again.mover = state.mover;
                            again.twice[side] -= 1;
                            next.push(self.number(&mut graph, again, &mut todo));
                        }
                        next.push(self.number(&mut graph, after, &mut todo));
                    }
                }
            }
            if state.ban.is_some() && state.threats[side] > 0 {
                let mut free = state.clone();
                free.ban = None;
                free.threats[side] -= 1;
                next.push(self.number(&mut graph, free, &mut todo));
            }
            // Who may not retake waits: that is no end of the game.
            let is_banned = rules.bound == [true, true] && state.ban.is_some();
            if rules.waits && state.mover == ATTACKER && !is_banned && state.threats[0] > 0 {
                let mut fewer = state.clone();
                fewer.mover = DEFENDER;
                fewer.passed = false;
                fewer.threats[0] -= 1;
                next.push(self.number(&mut graph, fewer, &mut todo));
            }
            if state.passed && !is_banned {
                next.push(ended);
            } else {
                let after = State {
                    mover: DEFENDER + ATTACKER - state.mover,
                    passed: !is_banned,
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
        let end = |state: &State| match self.is_reached(&state.board) {
            true => End::Reached,
            false => End::None,
        };
        let mover = state.mover;
        graph.number(state, mover, end, todo)
    }

    /// Whether the attacker forces his win at the root.
    pub(crate) fn attacker_wins(&self, rules: &Rules, mover: u8) -> bool {
        let graph = self.graph(rules);
        let won = graph.forced(ATTACKER, self.attacker_ends());
        won[graph.numbers[&self.root(rules, mover)]]
    }

    /// Whether the defender forces that the attacker does not win by an end of
    /// the game.
    pub(crate) fn defender_holds(&self, rules: &Rules, mover: u8) -> bool {
        let graph = self.graph(rules);
        graph.forced(DEFENDER, self.defender_ends())[graph.numbers[&self.root(rules, mover)]]
    }

    /// Whether the defender gets what he wants under situational superko:
    /// that his aim is reached, or, with `or_stands`, that play ends by passes.
    /// Every path is followed; `None` if there are too many.
    pub(crate) fn under_superko(&self, mover: u8, or_stands: bool) -> Option<bool> {
        let mut left = 300_000;
        let mut path = vec![(self.stones.clone(), mover)];
        self.follow(false, or_stands, &mut path, &mut left)
    }

    fn follow(
        &self,
        passed: bool,
        or_stands: bool,
        path: &mut Vec<(Vec<u8>, u8)>,
        left: &mut usize,
    ) -> Option<bool> {
        *left = left.checked_sub(1)?;
        let (board, mover) = path.last().expect("not empty").clone();
        if self.is_reached(&board) {
            return Some(true);
        }
        let other = DEFENDER + ATTACKER - mover;
        let wants = mover == DEFENDER;
        for place in self.spots(mover) {
            let Some((next, gone)) = self.put(&board, mover, place) else {
                continue;
            };
            if self.takes(&gone) {
                return Some(false);
            }
            if path.contains(&(next.clone(), other)) {
                continue;
            }
            path.push((next, other));
            let held = self.follow(false, or_stands, path, left);
            path.pop();
            if held? == wants {
                return Some(wants);
            }
        }
        if passed {
            return Some(self.aim == Aim::Life && or_stands);
        }
        path.push((board, other));
        let held = self.follow(true, or_stands, path, left);
        path.pop();
        held
    }

    /// Ends that do not lose for the defender.
    fn defender_ends(&self) -> &'static [End] {
        match self.aim {
            Aim::OneEye => &[End::Reached],
            Aim::Life => &[End::Reached, End::Passes],
        }
    }

    fn attacker_ends(&self) -> &'static [End] {
        match self.aim {
            Aim::OneEye => &[End::Captured, End::Passes],
            Aim::Life => &[End::Captured],
        }
    }

    /// Fate and moves for the defender and for the attacker to move first. One
    /// eye is called `alive`, none `dead`.
    pub(crate) fn fates(&self) -> [(String, Vec<String>); 2] {
        let no_ko = Rules::default();
        let defender_bound = Rules {
            bound: [true, false],
            ..no_ko
        };
        let free = self.graph(&no_ko);
        let ko = self.graph(&defender_bound);
        let lives = free.forced(DEFENDER, &[End::Reached]);
        let stands = free.forced(DEFENDER, self.defender_ends());
        let dies = free.forced(ATTACKER, self.attacker_ends());
        let dies_by_ko = ko.forced(ATTACKER, self.attacker_ends());
        let both_bound = Rules {
            bound: [true, true],
            waits: true,
            ..no_ko
        };
        // For each number of threats; made when it is needed.
        let fights = std::cell::OnceCell::new();
        let fight = |number: u8| {
            let rules = Rules {
                threats: [number, 0],
                ..both_bound
            };
            let graph = self.graph(&rules);
            let won = graph.forced(ATTACKER, self.attacker_ends());
            (graph, won)
        };
        // `bound` is the state as both are bound.
        let threats_are_useless = |bound: &State| {
            let fights = fights.get_or_init(|| (0..=MANY).map(fight).collect::<Vec<_>>());
            (0..).zip(fights).all(|(number, (graph, won))| {
                let mut state = bound.clone();
                state.threats = [number, 0];
                won[graph.numbers[&state]]
            })
        };
        let fate = |state: &State, bound: &State| {
            let mut plain = state.clone();
            plain.ban = None;
            let at = free.numbers[&plain];
            if lives[at] {
                "alive"
            } else if dies[at] {
                "dead"
            } else if dies_by_ko[ko.numbers[state]] {
                match self.aim == Aim::Life && threats_are_useless(bound) {
                    true => "dead",
                    false => "ko",
                }
            } else if stands[at] {
                "seki"
            } else {
                "rep"
            }
        };
        [DEFENDER, ATTACKER].map(|mover| {
            let root = self.root(&no_ko, mover);
            let answer = fate(&root, &root);
            let mut moves = Vec::new();
            if !self.is_reached(&self.stones) {
                for place in self.spots(mover) {
                    if let Some((next, gone)) = self.play(&defender_bound, &root, place) {
                        let (bound, _) = self.play(&both_bound, &root, place).expect("legal");
                        let value = if gone { "dead" } else { fate(&next, &bound) };
                        if value == answer {
                            moves.push(self.points[place].sgf());
                        }
                    }
                }
                let pass = State {
                    mover: DEFENDER + ATTACKER - mover,
                    passed: true,
                    ..root
                };
                // A ko that is begun when the threats are gone.
                let waits = mover == ATTACKER && answer == "dead" && moves.is_empty();
                let pass = State {
                    passed: !waits,
                    ..pass
                };
                if fate(&pass, &pass) == answer {
                    moves.push("pass".to_owned());
                }
            }
            moves.sort();
            (answer.to_owned(), moves)
        })
    }
}
