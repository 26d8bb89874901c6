//! Which materials play alike.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;
use tabia_kernel::symmetry::material::{Classes, InteractionGraph, Member};
use thiserror::Error;

use crate::material::Material;
use crate::piece::Kind;

/// When two materials count as equivalent.
///
/// All three are sound. A position is a placement of elements, and what an
/// element may do depends on its colour, on whether it is a cannon, and on
/// which elements it takes and is taken by. An isomorphism of the graphs keeps
/// all of these; it therefore carries legal moves to legal moves, and after a
/// capture its restriction does the same for what is left. Exchanging the
/// colours, and with them who moves, turns the rules into themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Equivalence {
    /// That of the paper: nodes are kinds, labelled with colour, number and
    /// whether they are cannons.
    Paper,
    /// Nodes are single pieces, so that two different kinds may stand for a
    /// pair.
    Pieces,
    /// The same, and the colours may be exchanged.
    Swap,
}

impl Equivalence {
    /// All of them, the coarser later.
    pub const ALL: [Equivalence; 3] = [Equivalence::Paper, Equivalence::Pieces, Equivalence::Swap];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Equivalence::Paper => "paper",
            Equivalence::Pieces => "pieces",
            Equivalence::Swap => "swap",
        }
    }

    /// Adds a material to the classes.
    pub(crate) fn classify(self, classes: &mut Classes, material: Material) -> Groups {
        let groups = Groups::of(material, self);
        let graph = groups.graph();
        if self == Equivalence::Swap {
            let swapped = graph.relabelled(|_, label| label ^ BLACK);
            classes.add_either(material.code(), &graph, &swapped);
        } else {
            classes.add(material.code(), &graph);
        }
        groups
    }
}

impl Equivalence {
    /// The first material, in the order of [`Material::all`], that is
    /// equivalent to this one; itself if a side has no pieces. `None` if
    /// stopped.
    ///
    /// Sorts all before it into classes: a canonical graph for each.
    #[must_use]
    pub fn representative(self, material: Material, stop: &Stop) -> Option<Material> {
        let mut classes = Classes::new();
        for other in Material::all(material.elements()) {
            if stop.is_requested() {
                return None;
            }
            self.classify(&mut classes, other);
            if other == material {
                break;
            }
        }
        let member = classes.member(material.code());
        let first = member.and_then(|m| Material::of_code(classes.representative(m.class)));
        Some(first.unwrap_or(material))
    }

    /// Whether a material corresponds to a representative as a map says it
    /// does: node by node the same labels, with colours exchanged if the map
    /// says so, and the same edges.
    pub(crate) fn corresponds(
        self,
        material: Material,
        representative: Material,
        member: &Member,
    ) -> bool {
        let ours = Groups::of(material, self).graph();
        let theirs = Groups::of(representative, self).graph();
        let flip = if member.swapped { BLACK } else { 0 };
        let nodes: Vec<usize> = member.nodes.iter().map(|&node| usize::from(node)).collect();
        nodes.len() == ours.len()
            && nodes.len() == theirs.len()
            && (self == Equivalence::Swap || !member.swapped)
            && ours.relabelled(|_, label| label ^ flip).induced(&nodes) == theirs
    }
}

impl fmt::Display for Equivalence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text is no equivalence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("equivalence {0:?} is none of paper, pieces, swap")]
pub struct ReadEquivalenceError(String);

impl FromStr for Equivalence {
    type Err = ReadEquivalenceError;

    fn from_str(text: &str) -> Result<Equivalence, ReadEquivalenceError> {
        let found = Equivalence::ALL.into_iter().find(|e| e.name() == text);
        found.ok_or_else(|| ReadEquivalenceError(text.to_owned()))
    }
}

/// Bits of a label; the number of pieces is above them.
const BLACK: u64 = 1;
const CANNON: u64 = 2;
const NUMBER: u32 = 2;

fn label(side: Side, kind: Kind) -> u64 {
    let black = if side == Side::Second { BLACK } else { 0 };
    let cannon = if kind == Kind::Cannon { CANNON } else { 0 };
    black | cannon
}

/// The interaction graph of a material, a node for each piece: labels tell
/// colours and cannons apart, edges say who takes whom.
///
/// Also returns what each node is.
#[must_use]
pub fn interaction_graph(material: Material) -> (InteractionGraph, Vec<(Side, Kind)>) {
    let pieces: Vec<(Side, Kind)> = material
        .groups()
        .flat_map(|(side, kind, count)| (0..count).map(move |_| (side, kind)))
        .collect();
    let mut graph = InteractionGraph::new(pieces.iter().map(|&(side, kind)| label(side, kind)));
    for (a, &(side, kind)) in pieces.iter().enumerate() {
        for (b, &(other_side, other)) in pieces.iter().enumerate() {
            if side != other_side && kind.takes(other) {
                graph.connect(a, b);
            }
        }
    }
    (graph, pieces)
}

/// A group of pieces of one side that a table does not tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) side: Side,
    /// The kinds in it, with how many of each.
    pub(crate) kinds: Vec<(Kind, u32)>,
}

impl Group {
    /// How many pieces.
    pub(crate) fn count(&self) -> u32 {
        self.kinds.iter().map(|&(_, count)| count).sum()
    }

    /// In how many ways its kinds can share the squares of the group.
    pub(crate) fn ways(&self) -> u64 {
        let mut placed = 0;
        let mut ways = 1;
        for &(_, count) in &self.kinds {
            for nth in 1..=u64::from(count) {
                placed += 1;
                ways = ways * placed / nth;
            }
        }
        ways
    }
}

/// A material's pieces in groups: the nodes of the graph that is classified.
#[derive(Clone, Debug)]
pub(crate) struct Groups(pub(crate) Vec<Group>);

impl Groups {
    /// The groups of a material under an equivalence. With the paper's, each
    /// kind is one. With the others, kinds are twins and form one group if
    /// they take, and are taken by, the same enemies: graphs of single pieces
    /// are isomorphic exactly if those of groups with their numbers are.
    pub(crate) fn of(material: Material, equivalence: Equivalence) -> Groups {
        let mut groups: Vec<Group> = Vec::new();
        for (side, kind, count) in material.groups() {
            let twin = groups.iter_mut().find(|group| {
                equivalence != Equivalence::Paper
                    && group.side == side
                    && are_twins(material, side, kind, group.kinds[0].0)
            });
            match twin {
                Some(group) => group.kinds.push((kind, count)),
                None => groups.push(Group {
                    side,
                    kinds: vec![(kind, count)],
                }),
            }
        }
        Groups(groups)
    }

    /// Adds a material as a class of its own.
    pub(crate) fn separate(classes: &mut Classes, material: Material) -> Groups {
        let groups = Groups::of(material, Equivalence::Paper);
        // No other material has these labels.
        let own = |_, label| label | material.code().0 << 8;
        classes.add(material.code(), &groups.graph().relabelled(own));
        groups
    }

    pub(crate) fn graph(&self) -> InteractionGraph {
        let labels = self
            .0
            .iter()
            .map(|group| label(group.side, group.kinds[0].0) | u64::from(group.count()) << NUMBER);
        let mut graph = InteractionGraph::new(labels);
        for (a, group) in self.0.iter().enumerate() {
            for (b, other) in self.0.iter().enumerate() {
                if group.side != other.side && group.kinds[0].0.takes(other.kinds[0].0) {
                    graph.connect(a, b);
                }
            }
        }
        graph
    }
}

fn are_twins(material: Material, side: Side, a: Kind, b: Kind) -> bool {
    let enemy = side.other();
    let mut enemies = Kind::ALL
        .into_iter()
        .filter(|&kind| material.count(enemy, kind) > 0);
    label(side, a) == label(side, b)
        && enemies.all(|kind| a.takes(kind) == b.takes(kind) && kind.takes(a) == kind.takes(b))
}

/// How many materials and positions there are, and how many are left when
/// equivalent ones are counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Materials.
    pub materials: u64,
    /// Classes of materials.
    pub representatives: u64,
    /// Placements of all materials, one side to move.
    pub positions: u128,
    /// Placements of representatives, one side to move; twins in a
    /// representative are told apart.
    pub representative_positions: u128,
}

impl Census {
    /// Counts the materials of so many pieces.
    #[must_use]
    pub fn take(elements: u32, equivalence: Equivalence) -> Census {
        let mut classes = Classes::new();
        // Many materials have the same graph before any canonical form.
        let mut known: HashSet<InteractionGraph> = HashSet::new();
        let mut census = Census {
            materials: 0,
            representatives: 0,
            positions: 0,
            representative_positions: 0,
        };
        for material in Material::all(elements) {
            census.materials += 1;
            census.positions += material.placements();
            let graph = Groups::of(material, equivalence).graph();
            if known.insert(graph) {
                let before = classes.len();
                equivalence.classify(&mut classes, material);
                if classes.len() > before {
                    census.representative_positions += material.placements();
                }
            }
        }
        census.representatives = classes.len() as u64;
        census
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_the_twins_of_single_pieces() {
        for material in (2..=5).flat_map(Material::all) {
            let (graph, pieces) = interaction_graph(material);
            let groups = Groups::of(material, Equivalence::Pieces);
            let twins: Vec<Group> = graph
                .twins()
                .iter()
                .map(|twins| {
                    let mut kinds: Vec<(Kind, u32)> = Vec::new();
                    for &node in twins {
                        match kinds.last_mut() {
                            Some((kind, count)) if *kind == pieces[node].1 => *count += 1,
                            _ => kinds.push((pieces[node].1, 1)),
                        }
                    }
                    Group {
                        side: pieces[twins[0]].0,
                        kinds,
                    }
                })
                .collect();
            assert_eq!(groups.0, twins, "{material}");
        }
    }

    #[test]
    fn graphs_of_groups_and_of_single_pieces_make_the_same_classes() {
        for elements in 2..=4 {
            let (mut grouped, mut single) = (Classes::new(), Classes::new());
            for material in Material::all(elements) {
                Equivalence::Pieces.classify(&mut grouped, material);
                single.add(material.code(), &interaction_graph(material).0);
            }
            for ((code, a), (_, b)) in grouped.members().zip(single.members()) {
                assert_eq!(a.class, b.class, "{:?}", Material::of_code(code));
            }
        }
    }

    #[test]
    fn kinds_share_squares_in_so_many_ways() {
        let group = |kinds: &[(Kind, u32)]| Group {
            side: Side::First,
            kinds: kinds.to_vec(),
        };
        assert_eq!(group(&[(Kind::Guard, 2)]).ways(), 1);
        assert_eq!(group(&[(Kind::Guard, 1), (Kind::Bishop, 1)]).ways(), 2);
        assert_eq!(group(&[(Kind::Guard, 2), (Kind::Bishop, 2)]).ways(), 6);
    }
}
