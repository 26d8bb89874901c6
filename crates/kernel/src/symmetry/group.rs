//! Permutations and the groups they form.

use std::collections::BTreeSet;
use std::fmt;

/// A permutation of the elements `0..len`.
///
/// Ordered by their images, so the identity comes first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permutation(Box<[usize]>);

/// Why a list of images is no permutation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAPermutation {
    /// The image of `element` is not below the number of elements.
    OutOfRange {
        /// The element.
        element: usize,
        /// Its image.
        image: usize,
    },
    /// Two elements have one image.
    Twice {
        /// The two elements.
        elements: [usize; 2],
        /// Their image.
        image: usize,
    },
}

impl fmt::Display for NotAPermutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAPermutation::OutOfRange { element, image } => {
                write!(
                    f,
                    "element {element} is carried to {image}, which is not there"
                )
            }
            NotAPermutation::Twice {
                elements: [a, b],
                image,
            } => {
                write!(f, "elements {a} and {b} are both carried to {image}")
            }
        }
    }
}

impl std::error::Error for NotAPermutation {}

impl Permutation {
    /// Carries each of `len` elements to itself.
    #[must_use]
    pub fn identity(len: usize) -> Permutation {
        Permutation((0..len).collect())
    }

    /// Carries each element `e` to `images[e]`.
    pub fn try_new(images: impl Into<Box<[usize]>>) -> Result<Permutation, NotAPermutation> {
        let images = images.into();
        let mut from = vec![None; images.len()];
        for (element, &image) in images.iter().enumerate() {
            let Some(from) = from.get_mut(image) else {
                return Err(NotAPermutation::OutOfRange { element, image });
            };
            if let Some(first) = from.replace(element) {
                return Err(NotAPermutation::Twice {
                    elements: [first, element],
                    image,
                });
            }
        }
        Ok(Permutation(images))
    }

    /// How many elements it permutes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it permutes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The images of all elements in order.
    #[must_use]
    pub fn images(&self) -> &[usize] {
        &self.0
    }

    /// Where `element` is carried.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[must_use]
    pub fn image(&self, element: usize) -> usize {
        self.0[element]
    }

    /// This permutation, and then `next`.
    ///
    /// # Panics
    ///
    /// If `next` permutes fewer elements.
    #[must_use]
    pub fn then(&self, next: &Permutation) -> Permutation {
        Permutation(self.0.iter().map(|&e| next.0[e]).collect())
    }

    /// The permutation that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut images = vec![0; self.len()];
        for (element, &image) in self.0.iter().enumerate() {
            images[image] = element;
        }
        Permutation(images.into())
    }

    /// Whether every element stays.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(e, &image)| e == image)
    }
}

impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A group of permutations, all of them listed.
///
/// ```
/// use tabia_kernel::symmetry::{Group, Permutation};
/// let turn = Permutation::try_new([1, 2, 3, 0])?;
/// let mirror = Permutation::try_new([3, 2, 1, 0])?;
/// let square = Group::generated_by(4, [turn, mirror]);
/// assert_eq!(square.order(), 8);
/// assert_eq!(square.stabiliser(0).order(), 2);
/// # Ok::<(), tabia_kernel::symmetry::NotAPermutation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Sorted, the identity first.
    members: Vec<Permutation>,
}

/// Why permutations are no group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAGroup {
    /// There are none.
    Empty,
    /// Two members, one after the other, are no member.
    Open {
        /// The first.
        first: Permutation,
        /// The one after it.
        then: Permutation,
    },
    /// A member permutes more or fewer elements than the others.
    Length {
        /// The member.
        member: Permutation,
    },
}

impl fmt::Display for NotAGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAGroup::Empty => write!(f, "no permutations: even the identity is missing"),
            NotAGroup::Open { first, then } => {
                write!(f, "{first:?} and then {then:?} is missing")
            }
            NotAGroup::Length { member } => {
                write!(f, "{member:?} permutes another number of elements")
            }
        }
    }
}

impl std::error::Error for NotAGroup {}

impl Group {
    /// The least group on `len` elements with these members.
    ///
    /// # Panics
    ///
    /// If a generator permutes another number of elements.
    #[must_use]
    pub fn generated_by(len: usize, generators: impl IntoIterator<Item = Permutation>) -> Group {
        let generators: Vec<Permutation> = generators.into_iter().collect();
        assert!(generators.iter().all(|g| g.len() == len));
        let mut members = BTreeSet::from([Permutation::identity(len)]);
        let mut fresh: Vec<Permutation> = members.iter().cloned().collect();
        while let Some(member) = fresh.pop() {
            for generator in &generators {
                let product = member.then(generator);
                if members.insert(product.clone()) {
                    fresh.push(product);
                }
            }
        }
        Group {
            members: members.into_iter().collect(),
        }
    }

    /// These permutations, if they form a group. Repetitions do not matter.
    ///
    /// A finite set of permutations is a group if it is not empty and closed
    /// under composition; inverses and the identity are powers. All pairs
    /// are tried.
    pub fn try_from_members(
        members: impl IntoIterator<Item = Permutation>,
    ) -> Result<Group, NotAGroup> {
        let members: BTreeSet<Permutation> = members.into_iter().collect();
        let len = members.first().ok_or(NotAGroup::Empty)?.len();
        if let Some(member) = members.iter().find(|m| m.len() != len) {
            let member = member.clone();
            return Err(NotAGroup::Length { member });
        }
        for first in &members {
            for then in &members {
                if !members.contains(&first.then(then)) {
                    return Err(NotAGroup::Open {
                        first: first.clone(),
                        then: then.clone(),
                    });
                }
            }
        }
        Ok(Group {
            members: members.into_iter().collect(),
        })
    }

    /// How many members it has.
    #[must_use]
    pub fn order(&self) -> usize {
        self.members.len()
    }

    /// All members in order, the identity first.
    #[must_use]
    pub fn members(&self) -> &[Permutation] {
        &self.members
    }

    /// Whether `permutation` is a member.
    #[must_use]
    pub fn contains(&self, permutation: &Permutation) -> bool {
        self.members.binary_search(permutation).is_ok()
    }

    /// The members that leave `element` in its place.
    #[must_use]
    pub fn stabiliser(&self, element: usize) -> Group {
        let stays = |m: &&Permutation| m.image(element) == element;
        Group {
            members: self.members.iter().filter(stays).cloned().collect(),
        }
    }

    /// Where the members carry `element`, in order.
    #[must_use]
    pub fn orbit(&self, element: usize) -> Vec<usize> {
        let images: BTreeSet<usize> = self.members.iter().map(|m| m.image(element)).collect();
        images.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permutation<const N: usize>(images: [usize; N]) -> Permutation {
        Permutation::try_new(images).unwrap()
    }

    fn of_a_square() -> Group {
        Group::generated_by(4, [permutation([1, 2, 3, 0]), permutation([3, 2, 1, 0])])
    }

    #[test]
    fn images_must_differ_and_be_there() {
        assert_eq!(
            Permutation::try_new([0, 3, 1]),
            Err(NotAPermutation::OutOfRange {
                element: 1,
                image: 3
            })
        );
        assert_eq!(
            Permutation::try_new([1, 0, 1]),
            Err(NotAPermutation::Twice {
                elements: [0, 2],
                image: 1
            })
        );
    }

    #[test]
    fn composition_goes_from_left_to_right() {
        let a = permutation([1, 2, 0]);
        let b = permutation([0, 2, 1]);
        assert_eq!(a.then(&b), permutation([2, 1, 0]));
        assert_eq!(b.then(&a), permutation([1, 0, 2]));
        assert!(a.then(&a.inverse()).is_identity());
    }

    #[test]
    fn orbit_and_stabiliser_multiply_to_the_order() {
        let all = [permutation([1, 0, 2, 3, 4]), permutation([1, 2, 3, 4, 0])];
        let symmetric = Group::generated_by(5, all);
        assert_eq!(symmetric.order(), 120);
        for group in [symmetric, of_a_square()] {
            for e in 0..4 {
                let orbit = group.orbit(e);
                assert_eq!(orbit.len() * group.stabiliser(e).order(), group.order());
            }
        }
    }

    #[test]
    fn a_set_with_a_gap_is_no_group() {
        let group = of_a_square();
        assert!(group.members()[0].is_identity());
        let same = Group::try_from_members(group.members().iter().cloned());
        assert_eq!(same.as_ref(), Ok(&group));
        for missing in 0..group.order() {
            let mut members = group.members().to_vec();
            members.remove(missing);
            let refused = Group::try_from_members(members);
            assert!(matches!(refused, Err(NotAGroup::Open { .. })), "{missing}");
        }
        assert_eq!(Group::try_from_members([]), Err(NotAGroup::Empty));
    }
}
