//! The paper's numbers, and which equivalences are sound.

use std::collections::HashMap;
use std::hash::Hash;

use tabia_dominoes::relabel::{Relabelling, fair, relabelled};
use tabia_dominoes::{
    Block, Dominoes, Material, Position, TileGraph, census, outcome, paper_representatives, won,
};
use tabia_kernel::rules::Score;

const PIPS: Dominoes = Dominoes { block: Block::Pips };
const DRAWN: Dominoes = Dominoes {
    block: Block::Drawn,
};

#[test]
fn numbers_of_materials_classes_and_positions() {
    let expected = [
        (3, 4_032, 21_168, 20, 92, 21, 37),
        (4, 30_303, 550_368, 61, 996, 64, 482),
        (5, 180_180, 8_026_200, 185, 7_854, 194, 6_205),
    ];
    for (elements, materials, positions, paper, paper_positions, relabelled, fair) in expected {
        let found = census(elements);
        assert_eq!((found.materials, found.positions), (materials, positions));
        assert_eq!(
            (found.paper, found.paper_positions),
            (paper, paper_positions)
        );
        assert_eq!((found.relabelled, found.fair), (relabelled, fair));
    }
}

#[test]
fn numbers_for_six_elements() {
    let found = census(6);
    // The paper prints 82,556,550 positions: a misprint.
    assert_eq!((found.materials, found.positions), (868_140, 82_555_200));
    assert_eq!((found.paper, found.paper_positions), (563, 53_790));
    assert_eq!((found.relabelled, found.fair), (581, 70_466));
}

/// The census grows its classes; here every material is asked.
#[test]
fn listing_the_materials_gives_the_same_classes() {
    for elements in [2, 3] {
        let mut shapes = HashMap::new();
        let mut classes = HashMap::new();
        let mut graphs = HashMap::new();
        for material in Material::all(elements) {
            *shapes.entry(relabelled(&material).0).or_insert(0) += 1;
            *classes.entry(fair(&material).0).or_insert(0) += 1;
            *graphs.entry(TileGraph::of(&material)).or_insert(0) += 1;
        }
        let found = census(elements);
        assert_eq!(shapes.len() as u64, found.relabelled);
        assert_eq!(classes.len() as u64, found.fair);
        assert_eq!(graphs.len() as u64, found.paper);
        assert_eq!(graphs.values().sum::<u64>(), found.materials);
    }
}

#[test]
fn won_positions_of_three_elements_are_the_papers() {
    let all: u64 = Material::all(3).map(|m| won(&PIPS, &m)).sum();
    assert_eq!(all, 22_785);
    let representatives: u64 = paper_representatives(3).iter().map(|m| won(&PIPS, m)).sum();
    assert_eq!(representatives, 104);
}

/// The paper prints 409,234 and 747. An independent program agrees with our
/// total; the other number depends on which materials represent the rest.
#[test]
fn won_positions_of_four_elements() {
    let all: u64 = Material::all(4).map(|m| won(&PIPS, &m)).sum();
    assert_eq!(all, 385_194);
    let representatives: u64 = paper_representatives(4).iter().map(|m| won(&PIPS, m)).sum();
    assert_eq!(representatives, 716);
}

/// The paper prints 5,706,631 and 5,741; an independent program agrees with
/// our total.
#[test]
fn won_positions_of_five_elements() {
    let all: u64 = Material::all(5).map(|m| won(&PIPS, &m)).sum();
    assert_eq!(all, 4_928_375);
    let representatives: u64 = paper_representatives(5).iter().map(|m| won(&PIPS, m)).sum();
    assert_eq!(representatives, 4_831);
}

/// Three tiles that form a ring and three that meet in one number have one
/// graph; a double apart from them changes nothing about that. All three are
/// alike in it, so it does not matter which of them correspond.
///
/// First has a tile of the three and the double, Second another of the three,
/// the third is the ends. First has to play. In the ring, that opens both
/// numbers of Second's tile, who plays it and wins; in the star neither, and
/// the game is blocked.
#[test]
fn one_graph_may_stand_for_different_results() {
    let ring = Position::read("02 33 | 12 | 0-1 first").expect("a position");
    let star = Position::read("02 44 | 03 | 0-1 first").expect("a position");
    let [ring_material, star_material] = [&ring, &star].map(Material::of);
    assert_eq!(TileGraph::of(&ring_material), TileGraph::of(&star_material));
    assert_eq!(outcome(&DRAWN, &ring), Score::LOSS);
    assert_eq!(outcome(&DRAWN, &star), Score::DRAW);
    // Whatever corresponds to what: there are not even equally many wins.
    assert_eq!(won(&DRAWN, &ring_material), 13);
    assert_eq!(won(&DRAWN, &star_material), 10);
    assert_ne!(relabelled(&ring_material).0, relabelled(&star_material).0);
}

/// Compares every position of every material with the first material met of
/// its class, where the relabelling leads. Returns the number of classes, or
/// a position and its image that differ in value.
fn check_soundness<K: Hash + Eq>(
    game: &Dominoes,
    materials: impl Iterator<Item = Material>,
    class: impl Fn(&Material) -> (K, Relabelling),
) -> Result<usize, (Position, Position)> {
    let mut values: HashMap<K, HashMap<Position, (Position, Score)>> = HashMap::new();
    for material in materials {
        let (key, way) = class(&material);
        let known = values.entry(key).or_default();
        for position in material.positions() {
            let value = outcome(game, &position);
            let image = way.image_of_position(&position);
            let (other, expected) = *known.entry(image).or_insert((position, value));
            if value != expected {
                return Err((position, other));
            }
        }
        // The relabelling must reach the positions of the first, no others.
        assert_eq!(known.len() as u64, material.size(), "{material}");
    }
    Ok(values.len())
}

#[test]
fn relabelling_is_sound_where_blocks_are_drawn() {
    for elements in [3, 4] {
        let classes = check_soundness(&DRAWN, Material::all(elements), relabelled);
        assert_eq!(classes, Ok(census(elements).relabelled as usize));
    }
}

#[test]
fn fair_relabelling_is_sound_where_pips_count() {
    for elements in [3, 4] {
        let classes = check_soundness(&PIPS, Material::all(elements), fair);
        assert_eq!(classes, Ok(census(elements).fair as usize));
    }
}

#[test]
fn plain_relabelling_is_unsound_where_pips_count() {
    let differ = check_soundness(&PIPS, Material::all(3), relabelled);
    let (one, other) = differ.expect_err("pips do not survive relabelling");
    assert_ne!(outcome(&PIPS, &one), outcome(&PIPS, &other));
    assert_eq!(outcome(&DRAWN, &one), outcome(&DRAWN, &other));
}
