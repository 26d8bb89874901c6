//! Labelled directed graphs and their canonical forms.

use canonical_form::Canonize;

/// Graphs may not have more nodes: a row of edges is one machine word.
pub const MOST_NODES: usize = 64;

/// Elements with labels, and who can act on whom.
///
/// Two elements may only stand in for each other if their labels agree; a
/// label holds all that matters about an element besides its edges, such as
/// its colour or that it captures by jumping.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InteractionGraph {
    labels: Vec<u64>,
    /// Bit `b` of `acts_on[a]`: there is an edge from `a` to `b`.
    acts_on: Vec<u64>,
}

/// A graph in canonical form, and where its nodes came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The same graph for all isomorphic ones.
    pub graph: InteractionGraph,
    /// The node of [`graph`](Canonical::graph) that each node has become.
    pub place: Vec<usize>,
}

impl InteractionGraph {
    /// A graph without edges.
    ///
    /// # Panics
    ///
    /// On more than [`MOST_NODES`] labels.
    #[must_use]
    pub fn new(labels: impl IntoIterator<Item = u64>) -> InteractionGraph {
        let labels: Vec<u64> = labels.into_iter().collect();
        assert!(labels.len() <= MOST_NODES, "{} nodes", labels.len());
        InteractionGraph {
            acts_on: vec![0; labels.len()],
            labels,
        }
    }

    /// Adds the edge from `actor` to `target`.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn connect(&mut self, actor: usize, target: usize) {
        assert!(target < self.len(), "no node {target}");
        self.acts_on[actor] |= 1 << target;
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The label of a node.
    #[must_use]
    pub fn label(&self, node: usize) -> u64 {
        self.labels[node]
    }

    /// Whether there is an edge from `actor` to `target`.
    #[must_use]
    pub fn acts_on(&self, actor: usize, target: usize) -> bool {
        self.acts_on[actor] >> target & 1 == 1
    }

    /// The graph of some of the nodes, in this order. A node may be named
    /// several times: two equal pieces are two nodes.
    #[must_use]
    pub fn induced(&self, nodes: &[usize]) -> InteractionGraph {
        let mut part = InteractionGraph::new(nodes.iter().map(|&node| self.labels[node]));
        for (a, &actor) in nodes.iter().enumerate() {
            for (t, &target) in nodes.iter().enumerate() {
                if self.acts_on(actor, target) {
                    part.connect(a, t);
                }
            }
        }
        part
    }

    /// The same edges under other labels, made from node and old label.
    #[must_use]
    pub fn relabelled(&self, label: impl Fn(usize, u64) -> u64) -> InteractionGraph {
        let labels = self.labels.iter().enumerate();
        InteractionGraph {
            labels: labels.map(|(node, &old)| label(node, old)).collect(),
            acts_on: self.acts_on.clone(),
        }
    }

    /// The nodes in groups of twins, in order of their first members.
    ///
    /// Twins are nodes whose exchange changes nothing: same label, same edges
    /// to and from all others. This is an equivalence, and every permutation
    /// within groups is a symmetry of the graph. Tables need not tell twins
    /// apart, whatever they are called in the game.
    #[must_use]
    pub fn twins(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for node in 0..self.len() {
            match groups.iter_mut().find(|g| self.are_twins(g[0], node)) {
                Some(group) => group.push(node),
                None => groups.push(vec![node]),
            }
        }
        groups
    }

    fn are_twins(&self, a: usize, b: usize) -> bool {
        let others = (0..self.len()).filter(|&n| n != a && n != b);
        self.labels[a] == self.labels[b]
            && self.acts_on(a, b) == self.acts_on(b, a)
            && self.acts_on(a, a) == self.acts_on(b, b)
            && others.into_iter().all(|n| {
                self.acts_on(a, n) == self.acts_on(b, n) && self.acts_on(n, a) == self.acts_on(n, b)
            })
    }

    /// The canonical form: equal for two graphs exactly if they are isomorphic.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        let place = self.morphism_to_canonical();
        Canonical {
            graph: self.apply_morphism(&place),
            place,
        }
    }
}

impl Canonize for InteractionGraph {
    fn size(&self) -> usize {
        self.len()
    }

    fn apply_morphism(&self, place: &[usize]) -> InteractionGraph {
        let mut image = InteractionGraph {
            labels: vec![0; self.len()],
            acts_on: vec![0; self.len()],
        };
        for node in 0..self.len() {
            image.labels[place[node]] = self.labels[node];
            let targets = (0..self.len()).filter(|&target| self.acts_on(node, target));
            image.acts_on[place[node]] = targets.fold(0, |row, target| row | 1 << place[target]);
        }
        image
    }

    fn invariant_color(&self, node: usize) -> u64 {
        self.labels[node]
    }

    fn invariant_neighborhood(&self, node: usize) -> impl Iterator<Item = (usize, u64)> {
        let forth = (0..self.len()).filter(move |&n| self.acts_on(node, n));
        let back = (0..self.len()).filter(move |&n| self.acts_on(n, node));
        forth.map(|n| (n, 0)).chain(back.map(|n| (n, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    fn random_graph(random: &mut Seeded) -> InteractionGraph {
        let nodes = 1 + random.below(7);
        let mut graph = InteractionGraph::new((0..nodes).map(|_| random.below(2) as u64));
        for a in 0..nodes {
            for b in 0..nodes {
                if random.below(3) == 0 {
                    graph.connect(a, b);
                }
            }
        }
        graph
    }

    /// Tries every bijection.
    fn isomorphic(a: &InteractionGraph, b: &InteractionGraph) -> bool {
        fn extend(a: &InteractionGraph, b: &InteractionGraph, image: &mut Vec<usize>) -> bool {
            let node = image.len();
            if node == a.len() {
                return true;
            }
            (0..b.len()).any(|candidate| {
                image.push(candidate);
                let fits = a.label(node) == b.label(candidate)
                    && !image[..node].contains(&candidate)
                    && (0..=node).all(|n| {
                        a.acts_on(n, node) == b.acts_on(image[n], candidate)
                            && a.acts_on(node, n) == b.acts_on(candidate, image[n])
                    });
                let found = fits && extend(a, b, image);
                image.pop();
                found
            })
        }
        a.len() == b.len() && extend(a, b, &mut Vec::new())
    }

    #[test]
    fn forms_are_equal_exactly_for_isomorphic_graphs() {
        let seed = 11;
        let mut random = Seeded::new(seed);
        let mut met = [0, 0];
        for round in 0..3_000 {
            let a = random_graph(&mut random);
            let b = if random.below(2) == 0 {
                let mut order: Vec<usize> = (0..a.len()).collect();
                random.shuffle(&mut order);
                a.induced(&order)
            } else {
                random_graph(&mut random)
            };
            let truth = isomorphic(&a, &b);
            met[usize::from(truth)] += 1;
            let (a, b) = (a.canonical(), b.canonical());
            assert_eq!(a.graph == b.graph, truth, "seed {seed}, round {round}");
        }
        assert!(met.iter().all(|&n| n > 500), "{met:?}");
    }

    #[test]
    fn places_lead_to_the_canonical_form() {
        let mut random = Seeded::new(5);
        for _ in 0..200 {
            let graph = random_graph(&mut random);
            let Canonical { graph: form, place } = graph.canonical();
            for a in 0..graph.len() {
                assert_eq!(form.label(place[a]), graph.label(a));
                for b in 0..graph.len() {
                    assert_eq!(form.acts_on(place[a], place[b]), graph.acts_on(a, b));
                }
            }
        }
    }

    #[test]
    fn twins_may_change_places() {
        // Two takers of one target, one of them of another label.
        let mut graph = InteractionGraph::new([0, 0, 7, 1]);
        for taker in 0..3 {
            graph.connect(taker, 3);
        }
        assert_eq!(graph.twins(), [vec![0, 1], vec![2], vec![3]]);
        graph.connect(3, 1);
        assert_eq!(graph.twins().len(), 4);
        let empty = InteractionGraph::new([4; 3]);
        assert_eq!(empty.twins(), [vec![0, 1, 2]]);
    }
}
