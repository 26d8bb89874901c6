//! SGF as far as proofs need it, read into flat lists.

use std::collections::HashMap;
use std::ops::Range;

use super::Refusal;

/// A node: its properties, and its place in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'f, 't> {
    forest: &'f Forest<'t>,
    number: usize,
}

impl<'f, 't> Node<'f, 't> {
    /// The values of a property, as they stand in the text; none if it is
    /// missing.
    pub(super) fn values(self, name: &str) -> Option<&'f [&'t str]> {
        let forest = self.forest;
        let own = &forest.properties[forest.nodes[self.number].properties.clone()];
        let (_, values) = own.iter().find(|(known, _)| *known == name)?;
        Some(&forest.values[values.clone()])
    }

    /// The one value of a property.
    pub(super) fn value(self, name: &str) -> Result<Option<&'t str>, Refusal> {
        match self.values(name) {
            None => Ok(None),
            Some(&[value]) => Ok(Some(value)),
            Some(_) => Err(Refusal::new(format!("{name} with several values"))),
        }
    }

    pub(super) fn has(self, name: &str) -> bool {
        self.values(name).is_some()
    }

    pub(super) fn children(self) -> &'f [usize] {
        &self.forest.nodes[self.number].children
    }
}

/// Where a node's properties are, and the numbers of its children.
struct Place {
    properties: Range<usize>,
    children: Vec<usize>,
}

/// All nodes, and the roots of the game trees.
#[derive(Default)]
pub(super) struct Forest<'t> {
    nodes: Vec<Place>,
    /// Names, and where their values are.
    properties: Vec<(&'t str, Range<usize>)>,
    values: Vec<&'t str>,
    pub(super) roots: Vec<usize>,
}

impl<'t> Forest<'t> {
    pub(super) fn node(&self, number: usize) -> Node<'_, 't> {
        let forest = self;
        Node { forest, number }
    }
}

/// An open variation.
#[derive(Clone, Copy)]
struct Open {
    /// The node to go on from.
    node: Option<usize>,
    /// Whether it has a node of its own.
    has_begun: bool,
    /// Whether a variation has ended here, so that only others may follow.
    is_forked: bool,
}

/// Reads a collection of game trees, without recursion.
pub(super) fn read(text: &str) -> Result<Forest<'_>, Refusal> {
    let bytes = text.as_bytes();
    let mut forest = Forest::default();
    let mut open: Vec<Open> = Vec::new();
    // The last node with a property of each name.
    let mut bearers: HashMap<&str, usize> = HashMap::new();
    let mut is_in_node = false;
    let mut at = 0;
    let broken = |at: usize, why: &str| Refusal::new(format!("byte {at}: {why}"));
    while at < bytes.len() {
        match bytes[at] {
            b'(' => {
                if open.last().is_some_and(|open| !open.has_begun) {
                    return Err(broken(at, "`(` without a node before it"));
                }
                open.push(Open {
                    node: open.last().and_then(|open| open.node),
                    has_begun: false,
                    is_forked: false,
                });
                is_in_node = false;
                at += 1;
            }
            b')' => {
                let closed = open.pop();
                if !closed.is_some_and(|closed| closed.has_begun) {
                    return Err(broken(at, "`)` without `(` or a node before it"));
                }
                if let Some(around) = open.last_mut() {
                    around.is_forked = true;
                }
                is_in_node = false;
                at += 1;
            }
            b';' => {
                let Some(current) = open.last_mut().filter(|open| !open.is_forked) else {
                    return Err(broken(at, "`;` outside a game tree or after a variation"));
                };
                let number = forest.nodes.len();
                let first = forest.properties.len();
                forest.nodes.push(Place {
                    properties: first..first,
                    children: Vec::new(),
                });
                current.has_begun = true;
                match current.node.replace(number) {
                    Some(parent) => forest.nodes[parent].children.push(number),
                    None => forest.roots.push(number),
                }
                is_in_node = true;
                at += 1;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            byte if byte.is_ascii_uppercase() => {
                let start = at;
                while at < bytes.len() && bytes[at].is_ascii_uppercase() {
                    at += 1;
                }
                let name = &text[start..at];
                let first = forest.values.len();
                loop {
                    while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    if bytes.get(at) != Some(&b'[') {
                        break;
                    }
                    let end = end_of_value(bytes, at + 1);
                    let end = end.ok_or_else(|| broken(at, "`[` without `]`"))?;
                    forest.values.push(&text[at + 1..end]);
                    at = end + 1;
                }
                let values = first..forest.values.len();
                if values.is_empty() {
                    return Err(broken(start, "a property without value"));
                }
                if !is_in_node {
                    return Err(broken(start, "a property outside a node"));
                }
                let node = forest.nodes.len() - 1;
                if bearers.insert(name, node) == Some(node) {
                    return Err(broken(start, "a property twice in one node"));
                }
                forest.properties.push((name, values));
                forest.nodes[node].properties.end += 1;
            }
            _ => return Err(broken(at, "no SGF")),
        }
    }
    if !open.is_empty() {
        return Err(broken(at, "`(` without `)`"));
    }
    Ok(forest)
}

/// Where the bracket is that ends the value from `start` on.
fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}
