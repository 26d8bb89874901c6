//! How many materials, classes and positions there are, and how many are won.

use std::collections::{BTreeSet, HashSet};

use tabia_kernel::rules::Score;

use crate::members::Members;
use crate::relabel::{Relabelling, least};
use crate::solver::outcome;
use crate::{Block, Dominoes, Material, Tile, TileGraph, Tiles};

/// The numbers of materials with so many elements, and of their classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Materials.
    pub materials: u64,
    /// Positions, both hands holding something, one side to move.
    pub positions: u64,
    /// Classes of the paper's equivalence, [`TileGraph`], which is unsound.
    pub paper: u64,
    /// Positions of one material of each such class.
    pub paper_positions: u64,
    /// Classes by relabelling, sound where blocks are drawn.
    pub relabelled: u64,
    /// Positions of one material of each.
    pub relabelled_positions: u64,
    /// Classes by fair relabelling, sound where blocks are scored by pips.
    pub fair: u64,
    /// Positions of one material of each.
    pub fair_positions: u64,
}

/// Counts without listing the materials: the classes by relabelling are
/// grown tile by tile, and each knows how many materials it has.
///
/// Six elements take seconds, most of them for the fair classes.
///
/// # Panics
///
/// If `elements` is not between 2 and 7.
#[must_use]
pub fn census(elements: usize) -> Census {
    assert!((2..=7).contains(&elements), "{elements} elements");
    let mut census = Census {
        materials: 0,
        positions: 0,
        paper: 0,
        paper_positions: 0,
        relabelled: 0,
        relabelled_positions: 0,
        fair: 0,
        fair_positions: 0,
    };
    let mut graphs = HashSet::new();
    for material in relabelled_classes(elements) {
        let onto_itself = least(&material);
        let members = (Relabelling::all().len() / onto_itself.len()) as u64;
        let fair = Members::new(material, Block::Pips).classes() as u64;
        census.materials += members;
        census.positions += members * material.size();
        census.relabelled += 1;
        census.relabelled_positions += material.size();
        census.fair += fair;
        census.fair_positions += fair * material.size();
        if graphs.insert(TileGraph::of(&material)) {
            census.paper += 1;
            census.paper_positions += material.size();
        }
    }
    census
}

/// The least material of each class by relabelling.
#[must_use]
pub fn relabelled_classes(elements: usize) -> BTreeSet<Material> {
    let least_image = |material: Material| least(&material)[0].image_of_material(&material);
    // Sets of different tiles, one larger at a time.
    let mut sets = BTreeSet::from([Tiles::NONE]);
    let mut smaller = BTreeSet::new();
    for _ in 0..elements {
        smaller = sets;
        sets = smaller
            .iter()
            .flat_map(|&set| {
                let others = Tile::all().filter(move |&tile| !set.contains(tile));
                others.map(move |tile| Material::new(set.with(tile)))
            })
            .map(|material| least_image(material).tiles())
            .collect();
    }
    let twice = smaller
        .iter()
        .flat_map(|&set| set.map(move |tile| Material::with_twice(set, tile)));
    sets.iter()
        .map(|&set| Material::new(set))
        .chain(twice.map(least_image))
        .collect()
}

/// How many positions of a material are won, in the paper's way of counting:
/// those that the side to move wins, and those where its hand is empty
/// already.
#[must_use]
pub fn won(game: &Dominoes, material: &Material) -> u64 {
    let wins = material
        .positions()
        .filter(|position| outcome(game, position) == Score::WIN);
    wins.count() as u64 + material.choices_of_ends()
}

/// The material of each class of the paper's equivalence that
/// [`Material::all`] lists first, in that order.
#[must_use]
pub fn paper_representatives(elements: usize) -> Vec<Material> {
    let mut seen = HashSet::new();
    Material::all(elements)
        .filter(|material| seen.insert(TileGraph::of(material)))
        .collect()
}
