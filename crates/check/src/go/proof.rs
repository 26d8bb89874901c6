//! Following a strategy through the nodes of a file.

use std::collections::HashMap;

use super::rules::{Problem, Side, State, View};
use super::sgf::{Forest, Node};
use super::step::{Act, Claim, Judge, Limits};
use super::{Proved, Refusal};

/// What only the root of a game tree says.
const OF_ROOTS: [&str; 8] = ["AB", "AW", "AE", "CL", "MA", "PL", "SZ", "TR"];

/// What a node says about how its strategy goes on.
const OF_STRATEGIES: [&str; 4] = ["GR", "ID", "SE", "VW"];

struct Checker<'f, 't> {
    forest: &'f Forest<'t>,
    judge: Judge,
    /// Nodes visited.
    nodes: usize,
    /// The position at each numbered node, and the node.
    numbered: HashMap<&'t str, (View, usize)>,
    /// References still to be compared: node, number, position.
    references: Vec<(usize, &'t str, View)>,
    /// The nodes that referring ones go on as.
    goes_on_as: HashMap<usize, usize>,
}

/// Checks one game tree; returns its problem as well.
pub(super) fn check(forest: &Forest<'_>, root: usize) -> Result<(Problem, Proved), Refusal> {
    let node = forest.node(root);
    if node.has("B") || node.has("W") || node.has("AE") {
        return Err(Refusal::new("the root moves, or clears points"));
    }
    let problem = Problem::read(node)?;
    let text = node.value("CL")?.unwrap_or_default();
    let claim =
        Claim::read(text).ok_or_else(|| Refusal::new(format!("CL[{text}] claims nothing")))?;
    let black_first = match node.value("PL")? {
        Some("B") => true,
        Some("W") => false,
        _ => return Err(Refusal::new("PL does not say who moves first")),
    };
    let defender_is_black = problem.defender_is_black;
    let defender_first = black_first == defender_is_black;
    let mut checker = Checker {
        forest,
        judge: Judge { problem, claim },
        nodes: 0,
        numbered: HashMap::new(),
        references: Vec::new(),
        goes_on_as: HashMap::new(),
    };
    checker.follow(root, defender_first)?;
    checker.resolve()?;
    if claim.is_finite {
        checker.ends(root)?;
    }
    let proved = Proved {
        claim: text.to_owned(),
        defender_first,
        defender_is_black,
        nodes: checker.nodes,
    };
    Ok((checker.judge.problem, proved))
}

fn at<T>(number: usize, judged: Result<T, Refusal>) -> Result<T, Refusal> {
    judged.map_err(|why| Refusal::new(format!("node {number}: {why}")))
}

fn refuse<T>(number: usize, why: &str) -> Result<T, Refusal> {
    at(number, Err(Refusal::new(why)))
}

impl<'t> Checker<'_, 't> {
    fn follow(&mut self, root: usize, defender_first: bool) -> Result<(), Refusal> {
        let first = match defender_first {
            true => Side::Defender,
            false => Side::Attacker,
        };
        let state = self.judge.problem.root(first);
        let limits = at(root, self.limits(self.forest.node(root)))?;
        let state = at(root, self.judge.limit(&state, limits))?;
        let mut todo = vec![(root, state)];
        while let Some((node, state)) = todo.pop() {
            self.visit(node, &state, &mut todo)?;
        }
        Ok(())
    }

    /// Checks one node, at which the position is `state`, and passes its
    /// children on.
    fn visit(
        &mut self,
        number: usize,
        state: &State,
        todo: &mut Vec<(usize, State)>,
    ) -> Result<(), Refusal> {
        self.nodes += 1;
        let node = self.forest.node(number);
        let name = at(number, node.value("ID"))?;
        if let Some(there) = at(number, node.value("SE"))? {
            if name.is_some() || !node.children().is_empty() {
                return refuse(number, "a reference with a number or a way to go on itself");
            }
            let view = self.judge.problem.view(state);
            self.references.push((number, there, view));
            return Ok(());
        }
        if let Some(name) = name {
            let view = self.judge.problem.view(state);
            if self.numbered.insert(name, (view, number)).is_some() {
                return refuse(number, "a number given twice");
            }
        }
        let children = node.children();
        let mut moves = Vec::with_capacity(children.len());
        let mut limits = Vec::with_capacity(children.len());
        for &child in children {
            let below = self.forest.node(child);
            if let Some(name) = OF_ROOTS.iter().find(|name| below.has(name)) {
                return refuse(child, &format!("{name} below the root"));
            }
            if below.has("B") || below.has("W") {
                moves.push(at(child, self.move_of(below, state.mover))?);
            }
            limits.push(at(child, self.limits(below))?);
        }
        if moves.len() == children.len() {
            let next = at(number, self.judge.step(state, Act::Moves(&moves)))?;
            for ((&child, &limits), next) in children.iter().zip(&limits).zip(next) {
                match next {
                    Some(next) => todo.push((child, at(child, self.judge.limit(&next, limits))?)),
                    None => self.is_bare(child)?,
                }
            }
        } else if moves.is_empty() {
            let next = at(number, self.judge.step(state, Act::Parts(&limits)))?;
            todo.extend(children.iter().copied().zip(next.into_iter().flatten()));
        } else {
            return refuse(number, "some variations move, and some do not");
        }
        Ok(())
    }

    /// Nothing follows the capture of crucial stones.
    fn is_bare(&self, number: usize) -> Result<(), Refusal> {
        let node = self.forest.node(number);
        match node.children().is_empty() && !OF_STRATEGIES.iter().any(|name| node.has(name)) {
            true => Ok(()),
            false => refuse(number, "something after the capture"),
        }
    }

    fn limits(&self, node: Node<'_, '_>) -> Result<Limits, Refusal> {
        let piece = match node.has("VW") {
            true => Some(self.judge.problem.points(node, "VW")?),
            false => None,
        };
        Ok(Limits {
            grants: node.has("GR"),
            piece,
        })
    }

    /// The move of a node: a point, or `None` for a pass.
    fn move_of(&self, node: Node<'_, '_>, mover: Side) -> Result<Option<usize>, Refusal> {
        let problem = &self.judge.problem;
        let is_black = (mover == Side::Defender) == problem.defender_is_black;
        let (own, other) = if is_black { ("B", "W") } else { ("W", "B") };
        match (node.value(own)?, node.has(other)) {
            (Some(""), false) => Ok(None),
            (Some(point), false) => problem.point(point).map(Some),
            _ => Err(Refusal::new("not a move of the side to move")),
        }
    }

    /// Compares references with what they refer to.
    fn resolve(&mut self) -> Result<(), Refusal> {
        for (number, name, view) in std::mem::take(&mut self.references) {
            match self.numbered.get(name) {
                Some((there, node)) if *there == view => {
                    self.goes_on_as.insert(number, *node);
                }
                Some(_) => return refuse(number, "refers to another position"),
                None => return refuse(number, "refers to nothing"),
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
            let next = match self.goes_on_as.get(&node) {
                Some(there) => std::slice::from_ref(there),
                None => self.forest.node(node).children(),
            };
            let Some(&after) = next.get(child) else {
                colour.insert(node, DONE);
                continue;
            };
            todo.push((node, child + 1));
            match colour.get(&after) {
                None => todo.push((after, 0)),
                Some(&OPEN) => return refuse(after, "the strategy may go round in circles"),
                Some(_) => {}
            }
        }
        Ok(())
    }
}
