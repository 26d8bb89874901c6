//! The paper's equivalence: materials whose tile graphs are isomorphic.

use crate::{Material, Tile};

/// A material's tiles as a graph up to isomorphism: an edge between tiles
/// that share a number, labels for doubles and for the tile that is there
/// twice (A. Saffidine, N. Jouandeau, C. Buron and T. Cazenave, *Material
/// Symmetry to Partition Endgame Tables*, 2013).
///
/// Equal graphs do **not** mean that materials play alike: three tiles that
/// meet in one number and three that form a ring have the same graph, but a
/// ring leaves other ends open. `tests/suite/classes.rs` shows two materials of
/// four elements with one graph and different results. For sound classes see
/// [`relabel`](crate::relabel).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileGraph {
    /// For each tile: whether it is a double, whether it is there twice, and
    /// its neighbours as bits; the least such list of any order of tiles.
    rows: Vec<(bool, bool, u32)>,
}

impl TileGraph {
    /// The graph of a material.
    ///
    /// Tries every order of tiles: 720 for six elements, and so on.
    #[must_use]
    pub fn of(material: &Material) -> TileGraph {
        let tiles: Vec<Tile> = material.tiles().collect();
        let mut least: Option<Vec<(bool, bool, u32)>> = None;
        each_order(tiles.len(), &mut |order| {
            let rows: Vec<_> = order
                .iter()
                .map(|&i| {
                    let neighbours = order
                        .iter()
                        .enumerate()
                        .filter(|&(_, &j)| i != j && tiles[i].shares_a_number(tiles[j]));
                    let bits = neighbours.fold(0, |bits, (at, _)| bits | 1 << at);
                    (
                        tiles[i].is_double(),
                        material.twice() == Some(tiles[i]),
                        bits,
                    )
                })
                .collect();
            if least.as_ref().is_none_or(|least| rows < *least) {
                least = Some(rows);
            }
        });
        TileGraph {
            rows: least.unwrap_or_default(),
        }
    }
}

/// Calls `visit` with every order of `0..n`.
fn each_order(n: usize, visit: &mut impl FnMut(&[usize])) {
    fn extend(order: &mut Vec<usize>, n: usize, visit: &mut impl FnMut(&[usize])) {
        if order.len() == n {
            visit(order);
            return;
        }
        for i in 0..n {
            if !order.contains(&i) {
                order.push(i);
                extend(order, n, visit);
                order.pop();
            }
        }
    }
    extend(&mut Vec::with_capacity(n), n, visit);
}
