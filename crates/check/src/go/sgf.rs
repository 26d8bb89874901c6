//! SGF as far as proofs need it, read into a flat list of nodes.

use super::Refusal;

/// A node: its properties, and its place in the tree.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) properties: Vec<(String, Vec<String>)>,
    pub(super) children: Vec<usize>,
}

impl Node {
    /// The values of a property; none if it is missing.
    pub(super) fn values(&self, name: &str) -> Option<&[String]> {
        let found = self.properties.iter().find(|(known, _)| known == name);
        found.map(|(_, values)| values.as_slice())
    }

    /// The one value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }
}

/// All nodes, and the roots of the game trees.
pub(super) struct Forest {
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<usize>,
}

/// Reads a collection of game trees, without recursion.
pub(super) fn read(text: &str) -> Result<Forest, Refusal> {
    let bytes = text.as_bytes();
    let mut forest = Forest {
        nodes: Vec::new(),
        roots: Vec::new(),
    };
    // The node to go on from, inside each open variation.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut at = 0;
    let broken = |at: usize, why: &str| Refusal::new(format!("byte {at}: {why}"));
    while at < bytes.len() {
        match bytes[at] {
            b'(' => {
                open.push(open.last().copied().flatten());
                at += 1;
            }
            b')' => {
                open.pop().ok_or_else(|| broken(at, "`)` without `(`"))?;
                at += 1;
            }
            b';' => {
                let Some(current) = open.last_mut() else {
                    return Err(broken(at, "`;` outside a game tree"));
                };
                let number = forest.nodes.len();
                forest.nodes.push(Node::default());
                match current.replace(number) {
                    Some(parent) => forest.nodes[parent].children.push(number),
                    None => forest.roots.push(number),
                }
                at += 1;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            byte if byte.is_ascii_uppercase() => {
                let start = at;
                while at < bytes.len() && bytes[at].is_ascii_uppercase() {
                    at += 1;
                }
                let name = text[start..at].to_owned();
                let mut values = Vec::new();
                loop {
                    while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    if bytes.get(at) != Some(&b'[') {
                        break;
                    }
                    let (value, next) =
                        value(text, at + 1).ok_or_else(|| broken(at, "`[` without `]`"))?;
                    values.push(value);
                    at = next;
                }
                if values.is_empty() {
                    return Err(broken(start, "a property without value"));
                }
                let node = open.last().copied().flatten();
                let node = node.ok_or_else(|| broken(start, "a property outside a node"))?;
                if forest.nodes[node].values(&name).is_some() {
                    return Err(broken(start, "a property twice in one node"));
                }
                forest.nodes[node].properties.push((name, values));
            }
            _ => return Err(broken(at, "no SGF")),
        }
    }
    if !open.is_empty() {
        return Err(broken(at, "`(` without `)`"));
    }
    Ok(forest)
}

/// A value from after its bracket, and where the text goes on.
fn value(text: &str, start: usize) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = text[start..].char_indices();
    while let Some((offset, letter)) = letters.next() {
        match letter {
            ']' => return Some((value, start + offset + 1)),
            '\\' => value.push(letters.next()?.1),
            _ => value.push(letter),
        }
    }
    None
}
