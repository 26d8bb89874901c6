//! Classes beyond those that can be built here: how large they are, and what
//! captures lead to.

use std::collections::HashMap;

use tabia_kernel::symmetry::material::{ClassId, Classes, InteractionGraph};

use crate::equivalence::{Equivalence, Groups};
use crate::material::Material;

/// A class that may not have been built yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// Its representative.
    pub material: Material,
    /// Its positions up to the symmetries of the board, either side to move.
    pub size: u64,
    /// The classes that captures lead to, by their places in the list.
    pub exits: Vec<usize>,
}

/// All classes of 2 to `elements` pieces, those with fewer first. Colours may be
/// exchanged.
///
/// Sizes are those of tables, but for classes all of whose groups are even, which
/// have some more.
///
/// ```
/// use tabia_darkchess::foresee;
/// let classes = foresee(3);
/// assert_eq!(classes.len(), 25);
/// assert!(classes.iter().all(|class| class.exits.iter().all(|&exit| exit < 5)));
/// ```
#[must_use]
pub fn foresee(elements: u32) -> Vec<Foreseen> {
    let mut classes = Classes::new();
    let mut foreseen: Vec<Foreseen> = Vec::new();
    // Many materials have the same graph before any canonical form.
    let mut known = HashMap::new();
    for material in (2..=elements).flat_map(Material::all) {
        let groups = Groups::of(material, Equivalence::Swap);
        let graph = groups.graph();
        if known.contains_key(&graph) {
            continue;
        }
        Equivalence::Swap.classify(&mut classes, material);
        let member = classes.member(material.code()).expect("just added");
        known.insert(graph, member.class);
        if member.class == ClassId(foreseen.len() as u32) {
            let exits = exits(material, &known);
            foreseen.push(Foreseen {
                material,
                size: size(&groups),
                exits,
            });
        }
    }
    foreseen
}

fn exits(material: Material, known: &HashMap<InteractionGraph, ClassId>) -> Vec<usize> {
    let mut exits: Vec<usize> = material
        .groups()
        .filter(|&(side, kind, _)| {
            let mut takers = material.groups().filter(|taker| taker.0 != side);
            takers.any(|(_, taker, _)| taker.takes(kind))
        })
        .map(|(side, kind, _)| material.minus(side, kind))
        .filter_map(|left| known.get(&Groups::of(left, Equivalence::Swap).graph()))
        .map(|class| class.0 as usize)
        .collect();
    exits.sort_unstable();
    exits.dedup();
    exits
}

/// Placements of the groups, divided by the board's four symmetries, with either
/// side to move.
fn size(groups: &Groups) -> u64 {
    let mut free = 32;
    let mut placements: u64 = 1;
    for group in &groups.0 {
        let mut ways: u64 = 1;
        for nth in 1..=u64::from(group.count()) {
            ways = ways * free / nth;
            free -= 1;
        }
        placements *= ways;
    }
    2 * placements.div_ceil(4)
}

#[cfg(test)]
mod tests {
    use tabia_kernel::endgame::Tabular as _;

    use super::*;
    use crate::endgames::Endgames;

    #[test]
    fn what_is_foreseen_is_what_is_built() {
        let endgames = Endgames::new(5, Some(Equivalence::Swap)).expect("a possible number");
        let classes: Vec<_> = endgames.classes().collect();
        let foreseen = foresee(5);
        assert_eq!(foreseen.len(), classes.len());
        let place = |class| classes.iter().position(|&c| c == class).expect("a class");
        for (&class, seen) in classes.iter().zip(&foreseen) {
            assert_eq!(endgames.representative(class), seen.material);
            let exits: Vec<usize> = endgames.exits(class).into_iter().map(place).collect();
            assert_eq!(exits, seen.exits, "{}", seen.material);
            let (size, table) = (seen.size as f64, endgames.size(class) as f64);
            assert!(
                table >= size && table < 1.2 * size,
                "{}: {table}",
                seen.material
            );
            let is_odd = endgames.shape(class).iter().any(|group| group % 2 == 1);
            assert!(!is_odd || size == table, "{}", seen.material);
        }
    }
}
