//! Relational structures: elements, and relations between them.

use std::collections::BTreeSet;

/// Elements `0..len` with families of sets and of tuples of them, such as
/// the squares of a board and its lines.
///
/// An automorphism permutes the elements so that each family is carried to
/// itself. Families are kept apart: one family of lines and squares may have
/// more symmetries than a family of lines beside one of squares.
///
/// ```
/// use tabia_kernel::symmetry::Structure;
/// // A path of three points has one symmetry beside the identity.
/// let path = Structure::new(3).sets([[0, 1], [1, 2]]);
/// assert_eq!(tabia_kernel::symmetry::automorphisms(&path).order(), 2);
/// // With directions it has none.
/// let directed = Structure::new(3).tuples([[0, 1], [1, 2]]);
/// assert_eq!(tabia_kernel::symmetry::automorphisms(&directed).order(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    len: usize,
    families: Vec<Family>,
}

/// A relation: sets or tuples of elements, each listed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    pub(super) kind: Kind,
    pub(super) members: Vec<Vec<usize>>,
}

/// Whether the order within a member counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Sets,
    Tuples,
}

impl Structure {
    /// Elements without relations.
    #[must_use]
    pub fn new(len: usize) -> Structure {
        Structure {
            len,
            families: Vec::new(),
        }
    }

    /// Adds a family of sets; sets listed twice count once.
    ///
    /// # Panics
    ///
    /// If a set names an element that is not there.
    #[must_use]
    pub fn sets<S>(self, sets: impl IntoIterator<Item = S>) -> Structure
    where
        S: IntoIterator<Item = usize>,
    {
        let sorted = |set: S| {
            let set: BTreeSet<usize> = set.into_iter().collect();
            set.into_iter().collect()
        };
        self.family(Kind::Sets, sets.into_iter().map(sorted).collect())
    }

    /// Adds a family of tuples; tuples listed twice count once.
    ///
    /// # Panics
    ///
    /// If a tuple names an element that is not there.
    #[must_use]
    pub fn tuples<T>(self, tuples: impl IntoIterator<Item = T>) -> Structure
    where
        T: IntoIterator<Item = usize>,
    {
        let listed = |tuple: T| tuple.into_iter().collect();
        self.family(Kind::Tuples, tuples.into_iter().map(listed).collect())
    }

    fn family(mut self, kind: Kind, members: BTreeSet<Vec<usize>>) -> Structure {
        for &element in members.iter().flatten() {
            assert!(element < self.len, "element {element} of {}", self.len);
        }
        self.families.push(Family {
            kind,
            members: members.into_iter().collect(),
        });
        self
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn families(&self) -> &[Family] {
        &self.families
    }

    /// Whether carrying each element `e` to `images[e]` carries each family
    /// to itself. `images` must be a permutation.
    #[must_use]
    pub fn is_kept_by(&self, images: &[usize]) -> bool {
        self.families.iter().all(|family| {
            family.members.iter().all(|member| {
                let mut image: Vec<usize> = member.iter().map(|&e| images[e]).collect();
                if family.kind == Kind::Sets {
                    image.sort_unstable();
                }
                family.members.binary_search(&image).is_ok()
            })
        })
    }
}
