//! What a symmetric game owes, checked along seeded random games.

use std::collections::HashSet;
use std::fmt::Debug;

use super::Symmetric;
use crate::random::Seeded;

/// A random game may not be longer; games with cycles are cut here.
const LONGEST: usize = 500;

/// So many maps are tried at each position; of fewer, each.
const MAPS_PER_POSITION: usize = 64;

/// Plays one random game and checks the laws of [`Symmetric`] at every
/// position, with every map or a random sample of 64:
///
/// - the first map is the identity; `preimage_of_move` inverts
///   `image_of_move`;
/// - an image has the same side to move and the same payoff, and its moves
///   are the images of the moves;
/// - moving and mapping commute: the image after a move is the image's
///   position after the move's image;
/// - the representative is an image, the one that `folded_key` points at,
///   and is shared by every image, as is the folded key.
///
/// # Panics
///
/// On a breach, naming `seed` and the moves played.
pub fn along_a_game<G>(g: &G, start: &G::State, seed: u64)
where
    G: Symmetric,
    G::State: Debug,
    G::Move: Debug,
{
    let mut random = Seeded::new(seed);
    let mut played: Vec<G::Move> = Vec::new();
    let mut s = start.clone();
    loop {
        let law = |holds: bool, law: &str| {
            assert!(holds, "broken: {law}; seed {seed}, after {played:?}");
        };
        let mut moves = Vec::new();
        if g.payoff(&s).is_none() {
            g.moves(&s, &mut moves);
        }
        law(
            g.image(&s, &g.maps()[0]) == s,
            "the first map is the identity",
        );
        let representative = g.representative(&s);
        let (key, via) = g.folded_key(&s);
        law(
            g.image(&s, &g.maps()[via.0 as usize]) == representative,
            "folded_key() points at the representative",
        );
        for i in sample(g.maps().len(), &mut random) {
            let f = &g.maps()[i];
            let image = g.image(&s, f);
            law(
                g.to_move(&image) == g.to_move(&s),
                "maps keep the side to move",
            );
            law(g.payoff(&image) == g.payoff(&s), "maps keep the payoff");
            law(
                g.representative(&image) == representative,
                "equivalent positions share the representative",
            );
            law(
                g.folded_key(&image).0 == key,
                "equivalent positions share the folded key",
            );
            if moves.is_empty() {
                continue;
            }
            let mut moves_of_image = Vec::new();
            g.moves(&image, &mut moves_of_image);
            law(
                moves_of_image.len() == moves.len(),
                "an image has as many moves",
            );
            for &m in &moves {
                let n = g.image_of_move(m, f);
                law(moves_of_image.contains(&n), "images of moves are moves");
                law(
                    g.preimage_of_move(n, f) == m,
                    "the preimage of a move's image is the move",
                );
                let (mut moved, mut image_moved) = (s.clone(), image.clone());
                g.play(&mut moved, m);
                g.play(&mut image_moved, n);
                law(
                    g.image(&moved, f) == image_moved,
                    "moving and mapping commute",
                );
            }
        }
        if moves.is_empty() || played.len() == LONGEST {
            return;
        }
        let m = moves[random.below(moves.len())];
        g.play(&mut s, m);
        played.push(m);
    }
}

/// Checks that the maps are a group, by what they do to the positions of
/// eight random games: maps are distinct, and for maps `a` and `b` there is
/// a map that does what `a` followed by `b` does.
///
/// Tries every pair of maps, or 64 random ones for each of 64 random maps
/// when there are more. A finite set of invertible maps closed under
/// composition is a group.
///
/// # Panics
///
/// On a breach, naming `seed`.
pub fn maps_form_a_group<G: Symmetric>(g: &G, start: &G::State, seed: u64) {
    let mut random = Seeded::new(seed);
    let positions: Vec<G::State> = (0..8)
        .flat_map(|_| random_game(g, start, &mut random))
        .collect();
    let mut known: HashSet<Vec<G::State>> = HashSet::new();
    for (i, f) in g.maps().iter().enumerate() {
        let images = positions.iter().map(|s| g.image(s, f)).collect();
        assert!(
            known.insert(images),
            "broken: maps are distinct; seed {seed}, map {i}"
        );
    }
    for a in sample(g.maps().len(), &mut random) {
        for b in sample(g.maps().len(), &mut random) {
            let first_a_then_b: Vec<G::State> = positions
                .iter()
                .map(|s| g.image(&g.image(s, &g.maps()[a]), &g.maps()[b]))
                .collect();
            assert!(
                known.contains(&first_a_then_b),
                "broken: maps are closed under composition; seed {seed}, maps {a} and {b}"
            );
        }
    }
}

/// The positions of one random game, the start and the end included.
fn random_game<G: Symmetric>(g: &G, start: &G::State, random: &mut Seeded) -> Vec<G::State> {
    let mut positions = vec![start.clone()];
    let mut moves = Vec::new();
    let mut s = start.clone();
    while g.payoff(&s).is_none() && positions.len() <= LONGEST {
        moves.clear();
        g.moves(&s, &mut moves);
        g.play(&mut s, moves[random.below(moves.len())]);
        positions.push(s.clone());
    }
    positions
}

/// All indices below `n`, or a random selection of them when there are many.
fn sample(n: usize, random: &mut Seeded) -> Vec<usize> {
    if n <= MAPS_PER_POSITION {
        (0..n).collect()
    } else {
        (0..MAPS_PER_POSITION).map(|_| random.below(n)).collect()
    }
}
