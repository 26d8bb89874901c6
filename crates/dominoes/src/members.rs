//! The materials of one shape, and the classes they fall into.

use std::collections::{BTreeMap, HashMap};

use crate::relabel::{Hands, Relabelling, Signs, blocks, least, signs};
use crate::{Block, Material, Tile};

/// The most tiles of a material that is tabulated or counted.
pub(crate) const MOST_TILES: usize = 7;

/// What the tiles of a member weigh, in the order of the shape's.
type Weights = [u8; MOST_TILES];

/// A shape, the least of all images of a material, with the classes of its
/// members: see [`relabel`](crate::relabel).
///
/// A member is given by what its tiles weigh, in the order of the shape's, up
/// to the orders in which the shape lies on itself.
pub(crate) struct Members {
    shape: Material,
    blocks: Vec<Hands>,
    /// The signs of each class, in order, and a relabelling that takes the
    /// shape to one of its members.
    classes: Vec<(Signs, u16)>,
    /// One relabelling of the shape for each of the weights of its members
    /// that have the least signs, and the class.
    homes: Vec<(u16, u16)>,
}

impl Members {
    /// Those of a shape when blocks are scored like this.
    pub(crate) fn new(shape: Material, block: Block) -> Members {
        if block == Block::Drawn {
            // Whatever the weights: all members are one class.
            let every = 0..Relabelling::all().len() as u16;
            return Members {
                shape,
                blocks: Vec::new(),
                classes: vec![(Signs::new(), 0)],
                homes: every.map(|way| (way, 0)).collect(),
            };
        }
        let tiles: Vec<Tile> = shape.tiles().collect();
        let place = |tile: Tile| tiles.iter().position(|&t| t == tile);
        let mut orders: Vec<Vec<usize>> = least(&shape)
            .iter()
            .filter_map(|way| tiles.iter().map(|&tile| place(way.image(tile))).collect())
            .collect();
        orders.sort_unstable();
        orders.dedup();
        let blocks = blocks(&shape);
        // 1. All weights with the signs they give.
        let mut known: HashMap<Weights, usize> = HashMap::new();
        let mut list: Vec<(Weights, u16, Signs)> = Vec::new();
        for (at, way) in Relabelling::all().iter().enumerate() {
            let mut weights = [0; MOST_TILES];
            for (weight, &tile) in weights.iter_mut().zip(&tiles) {
                *weight = way.image(tile).pips();
            }
            known.entry(weights).or_insert_with(|| {
                let signs = signs(&blocks, &weights[..tiles.len()]);
                list.push((weights, at as u16, signs));
                list.len() - 1
            });
        }
        // 2. Those that no order of the shape makes smaller.
        let mut good: Vec<usize> = Vec::new();
        let mut classes: BTreeMap<Signs, u16> = BTreeMap::new();
        for (at, (weights, way, signs)) in list.iter().enumerate() {
            let smaller = orders.iter().any(|order| {
                let mut turned = [0; MOST_TILES];
                for (to, &from) in turned.iter_mut().zip(order) {
                    *to = weights[from];
                }
                list[known[&turned]].2 < *signs
            });
            if !smaller {
                good.push(at);
                classes.entry(signs.clone()).or_insert(*way);
            }
        }
        let classes: Vec<(Signs, u16)> = classes.into_iter().collect();
        let number: HashMap<&Signs, u16> =
            classes.iter().map(|(signs, _)| signs).zip(0..).collect();
        let homes = good
            .into_iter()
            .map(|at| (list[at].1, number[&list[at].2]))
            .collect();
        Members {
            shape,
            blocks,
            classes,
            homes,
        }
    }

    /// How many classes there are.
    pub(crate) fn classes(&self) -> usize {
        self.classes.len()
    }

    /// For each class a relabelling of the shape to one of its materials, such
    /// that the order of tiles is the one that classes are about.
    pub(crate) fn representatives(&self) -> impl Iterator<Item = u16> {
        self.classes.iter().map(|&(_, way)| way)
    }

    /// The class of signs that are the least of a member's.
    pub(crate) fn class(&self, signs: &Signs) -> Option<usize> {
        let found = self.classes.binary_search_by(|(known, _)| known.cmp(signs));
        found.ok()
    }

    /// The blocks of the shape; none where they are drawn.
    pub(crate) fn blocks(&self) -> &[Hands] {
        &self.blocks
    }

    /// Every member with the way to the shape that its class is about, and
    /// the class. A member may come several times, with other ways.
    pub(crate) fn homes(&self) -> impl Iterator<Item = (Material, &'static Relabelling, u16)> {
        self.homes.iter().map(|&(way, class)| {
            let way = &Relabelling::all()[usize::from(way)];
            (way.image_of_material(&self.shape), way.inverse(), class)
        })
    }
}
