//! Following a strategy.

use std::collections::HashMap;

use super::rules::{ATTACKER, After, DEFENDER, EMPTY, Problem, State};
use super::sgf::{Forest, Node};
use super::{Proved, Refusal};

/// What is claimed.
struct Claim {
    /// Whose strategy it is.
    side: u8,
    /// Whether it has to come to an end.
    finite: bool,
    with_ko: bool,
}

impl Claim {
    fn read(text: &str) -> Option<Claim> {
        let (side, finite, with_ko) = match text {
            "eye" => (DEFENDER, true, false),
            "no-eye" => (ATTACKER, false, false),
            "win" => (ATTACKER, true, false),
            "no-win" => (DEFENDER, false, false),
            "ko-win" => (ATTACKER, true, true),
            "no-ko-win" => (DEFENDER, false, true),
            _ => return None,
        };
        Some(Claim {
            side,
            finite,
            with_ko,
        })
    }
}

struct Checker<'f> {
    forest: &'f Forest,
    problem: Problem,
    claim: Claim,
    /// The position at each numbered node, and the node.
    numbered: HashMap<String, (State, usize)>,
    /// Where a node goes on: its children, or the node it refers to.
    next: HashMap<usize, Vec<usize>>,
    /// References still to be compared: node, number, position.
    references: Vec<(usize, String, State)>,
}

/// Checks one game tree.
pub(super) fn check(forest: &Forest, root: usize) -> Result<Proved, Refusal> {
    let node = &forest.nodes[root];
    let problem = Problem::read(node)?;
    let text = node.value("CL").unwrap_or_default();
    let claim =
        Claim::read(text).ok_or_else(|| Refusal::new(format!("CL[{text}] claims nothing")))?;
    let black_first = match node.value("PL") {
        Some("B") => true,
        Some("W") => false,
        _ => return Err(Refusal::new("PL does not say who moves first")),
    };
    let defender_first = black_first == problem.defender_is_black;
    let state = problem.root(if defender_first { DEFENDER } else { ATTACKER });
    let defender_is_black = problem.defender_is_black;
    let mut checker = Checker {
        forest,
        problem,
        claim,
        numbered: HashMap::new(),
        next: HashMap::new(),
        references: Vec::new(),
    };
    let mut todo = vec![(root, state)];
    while let Some((node, state)) = todo.pop() {
        checker.visit(node, state, &mut todo)?;
    }
    checker.resolve()?;
    if checker.claim.finite {
        checker.ends(root)?;
    }
    Ok(Proved {
        claim: text.to_owned(),
        defender_first,
        defender_is_black,
        nodes: checker.next.len(),
    })
}

impl Checker<'_> {
    fn refuse<T>(&self, node: usize, why: &str) -> Result<T, Refusal> {
        Err(Refusal::new(format!("node {node}: {why}")))
    }

    /// Checks one node, at which the position is `state` before its own
    /// restriction, and passes its children on.
    fn visit(
        &mut self,
        number: usize,
        mut state: State,
        todo: &mut Vec<(usize, State)>,
    ) -> Result<(), Refusal> {
        let node = &self.forest.nodes[number];
        if node.values("GR").is_some() {
            if self.claim.side != ATTACKER {
                return self.refuse(number, "only the attacker can grant something");
            }
            state.granted = true;
        }
        if node.values("VW").is_some() {
            let piece = self.piece(node)?;
            self.restrict(number, &mut state, piece, true)?;
        }
        if let Some(name) = node.value("ID") {
            let view = self.problem.view(&state);
            if self
                .numbered
                .insert(name.to_owned(), (view, number))
                .is_some()
            {
                return self.refuse(number, "a number given twice");
            }
        }
        if let Some(name) = node.value("SE") {
            if !node.children.is_empty() {
                return self.refuse(number, "a reference that goes on by itself");
            }
            let view = self.problem.view(&state);
            self.references.push((number, name.to_owned(), view));
            return Ok(());
        }
        self.next.insert(number, node.children.clone());
        if self.problem.has_eye(&state) {
            return match (self.claim.side, node.children.is_empty()) {
                (DEFENDER, true) => Ok(()),
                (DEFENDER, false) => self.refuse(number, "moves after the eye"),
                _ => self.refuse(number, "there is an eye"),
            };
        }
        let is_hopeless = || !self.problem.eye_space(&state).contains(&true);
        if self.claim.side == ATTACKER && node.children.is_empty() && is_hopeless() {
            return Ok(());
        }
        let is_piece = |&child: &usize| {
            let child = &self.forest.nodes[child];
            child.values("B").is_none() && child.values("W").is_none()
        };
        if node.children.first().is_some_and(is_piece) {
            return self.pieces(number, &state, todo);
        }
        if state.mover == self.claim.side {
            self.own_move(number, &state, todo)
        } else {
            self.all_moves(number, &state, todo)
        }
    }

    fn piece(&self, node: &Node) -> Result<Vec<bool>, Refusal> {
        let mut piece = vec![false; self.problem.stones.len()];
        for point in self.problem.points(node, "VW")? {
            piece[point] = true;
        }
        Ok(piece)
    }

    /// Restricts a position. `alone`: what is left out is not looked at
    /// elsewhere.
    fn restrict(
        &self,
        number: usize,
        state: &mut State,
        piece: Vec<bool>,
        alone: bool,
    ) -> Result<(), Refusal> {
        if !self.problem.is_cut_off(state, &piece) {
            return self.refuse(number, "VW is not cut off by fixed stones");
        }
        if self.claim.side == ATTACKER {
            if self.claim.with_ko {
                return self.refuse(number, "VW leaves out moves that let a ko be retaken");
            }
            if !self.problem.is_independent(state) {
                return self.refuse(number, "VW while crucial blocks share something");
            }
            let space = self.problem.eye_space(state);
            let forgets = |point: usize| space[point] && !piece[point];
            if alone && (0..space.len()).any(forgets) {
                return self.refuse(number, "VW leaves out room for an eye");
            }
        }
        let independent = self.problem.is_independent(state);
        state.work = piece;
        if state.ban.is_some_and(|ban| !state.work[ban]) {
            state.ban = None;
        }
        if !independent && !self.problem.crucial_blocks_breathe(state) {
            return self.refuse(number, "VW leaves a crucial block without liberty");
        }
        Ok(())
    }

    /// Children that restrict and do not move.
    fn pieces(
        &mut self,
        number: usize,
        state: &State,
        todo: &mut Vec<(usize, State)>,
    ) -> Result<(), Refusal> {
        let children = self.forest.nodes[number].children.clone();
        if self.claim.side == DEFENDER {
            if children.len() != 1 {
                return self.refuse(number, "the defender has to choose one part");
            }
            // The child's own VW is checked when it is visited.
            return self.pass_on(number, children[0], state, todo);
        }
        if state.mover != DEFENDER || self.claim.with_ko && children.len() != 1 {
            return self.refuse(number, "the position may not be taken apart here");
        }
        let before = state.clone();
        let mut state = state.clone();
        let grants = |&child: &usize| self.forest.nodes[child].values("GR").is_some();
        state.granted |= children.iter().all(grants);
        let mut left: Vec<bool> = self.problem.eye_space(&state);
        for &child in &children {
            let node = &self.forest.nodes[child];
            let piece = match node.values("VW") {
                Some(_) => self.piece(node)?,
                None => state.work.clone(),
            };
            for (left, inside) in left.iter_mut().zip(&piece) {
                *left &= !inside;
            }
            if children.len() == 1 {
                self.pass_on(number, child, &before, todo)?;
            } else {
                // Its VW leaves out what the others look at.
                if piece == state.work {
                    return self.refuse(child, "a part that is the whole");
                }
                let mut part = state.clone();
                self.restrict(child, &mut part, piece, false)?;
                todo.push((child, part));
            }
        }
        if left.contains(&true) {
            return self.refuse(number, "a part with room for an eye is not looked at");
        }
        Ok(())
    }

    fn pass_on(
        &self,
        number: usize,
        child: usize,
        state: &State,
        todo: &mut Vec<(usize, State)>,
    ) -> Result<(), Refusal> {
        // Otherwise a reference could lead back without a move in between.
        let node = &self.forest.nodes[child];
        let smaller = node.values("VW").is_some() && self.piece(node)? != state.work;
        let grants = node.values("GR").is_some() && !self.problem.is_independent(state);
        if !smaller && !grants {
            return self.refuse(number, "a node that does nothing");
        }
        todo.push((child, state.clone()));
        Ok(())
    }

    /// The move of a child: a point, or `None` for a pass.
    fn move_of(&self, child: usize, mover: u8) -> Result<Option<usize>, Refusal> {
        let black = (mover == DEFENDER) == self.problem.defender_is_black;
        let (own, other) = if black { ("B", "W") } else { ("W", "B") };
        let node = &self.forest.nodes[child];
        match (node.value(own), node.values(other)) {
            (Some(""), None) => Ok(None),
            (Some(point), None) => self.problem.point(point).map(Some),
            _ => self.refuse(child, "not a move of the side to move"),
        }
    }

    fn own_move(
        &self,
        number: usize,
        state: &State,
        todo: &mut Vec<(usize, State)>,
    ) -> Result<(), Refusal> {
        let &[child] = self.forest.nodes[number].children.as_slice() else {
            return self.refuse(number, "the strategy needs exactly one move here");
        };
        match self.move_of(child, state.mover)? {
            None if state.mover == DEFENDER => self.refuse(child, "the defender's pass loses"),
            None => {
                let mut next = state.clone();
                (next.mover, next.ban) = (DEFENDER, None);
                todo.push((child, next));
                Ok(())
            }
            Some(point) => self.follow(child, state, point, todo),
        }
    }

    fn follow(
        &self,
        child: usize,
        state: &State,
        point: usize,
        todo: &mut Vec<(usize, State)>,
    ) -> Result<(), Refusal> {
        match self.problem.play(state, point, self.claim.with_ko) {
            After::Illegal => self.refuse(child, "an illegal move"),
            After::Captured if self.claim.side == DEFENDER => {
                self.refuse(child, "crucial stones are captured")
            }
            After::Captured => match self.forest.nodes[child].children.is_empty() {
                true => Ok(()),
                false => self.refuse(child, "moves after the capture"),
            },
            After::On(next) => {
                todo.push((child, next));
                Ok(())
            }
        }
    }

    fn all_moves(
        &self,
        number: usize,
        state: &State,
        todo: &mut Vec<(usize, State)>,
    ) -> Result<(), Refusal> {
        let mut answered = HashMap::new();
        for &child in &self.forest.nodes[number].children {
            let point = self.move_of(child, state.mover)?;
            if answered.insert(point, child).is_some() {
                return self.refuse(child, "a move twice");
            }
        }
        if state.mover == ATTACKER {
            let Some(child) = answered.remove(&None) else {
                return self.refuse(number, "the attacker's pass is not answered");
            };
            let mut next = state.clone();
            (next.mover, next.ban) = (DEFENDER, None);
            todo.push((child, next));
        }
        for point in 0..state.board.len() {
            if !state.work[point] || state.board[point] != EMPTY {
                continue;
            }
            if let After::Illegal = self.problem.play(state, point, self.claim.with_ko) {
                continue;
            }
            let Some(child) = answered.remove(&Some(point)) else {
                let name = self.problem.name(point);
                return self.refuse(number, &format!("{name} is not answered"));
            };
            self.follow(child, state, point, todo)?;
        }
        match answered.values().next() {
            None => Ok(()),
            Some(&child) => self.refuse(child, "an illegal move"),
        }
    }

    /// Compares references with what they refer to.
    fn resolve(&mut self) -> Result<(), Refusal> {
        for (node, name, state) in std::mem::take(&mut self.references) {
            match self.numbered.get(&name) {
                Some((there, number)) if *there == state => {
                    self.next.insert(node, vec![*number]);
                }
                Some(_) => return self.refuse(node, "refers to another position"),
                None => return self.refuse(node, "refers to nothing"),
            }
        }
        Ok(())
    }

    /// Makes sure that no way leads back to where it has been.
    fn ends(&self, root: usize) -> Result<(), Refusal> {
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut colour: HashMap<usize, u8> = HashMap::new();
        let mut todo = vec![(root, 0)];
        while let Some((node, child)) = todo.pop() {
            colour.entry(node).or_insert(OPEN);
            // A captured crucial stone ends it without an entry of its own.
            let next = self.next.get(&node).map_or(&[][..], Vec::as_slice);
            let Some(&after) = next.get(child) else {
                colour.insert(node, DONE);
                continue;
            };
            todo.push((node, child + 1));
            match colour.get(&after) {
                None => todo.push((after, 0)),
                Some(&OPEN) => return self.refuse(after, "the strategy may go round in circles"),
                Some(_) => {}
            }
        }
        Ok(())
    }
}
