//! Endings, numbered for tables.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use tabia_kernel::endgame::{Accrue, Index, Tabular};
use tabia_kernel::rules::{Game, Payoff, Side};

use crate::census::relabelled_classes;
use crate::members::{MOST_TILES, Members};
use crate::relabel::{Relabelling, fairest, least};
use crate::{Block, Dominoes, Material, Move, Position, Tile, Tiles};

/// A class of endings: materials that become one another by exchanging the
/// numbers.
///
/// Those with fewer elements come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    elements: u8,
    least: Material,
}

impl Shape {
    /// The shape of a material.
    #[must_use]
    pub fn of(material: &Material) -> Shape {
        Shape::new(least(material)[0].image_of_material(material))
    }

    fn new(least: Material) -> Shape {
        Shape {
            elements: least.elements() as u8,
            least,
        }
    }

    /// The least of its materials.
    #[must_use]
    pub fn least(self) -> Material {
        self.least
    }

    /// How many elements its materials have.
    #[must_use]
    pub fn elements(self) -> usize {
        usize::from(self.elements)
    }
}

/// Dominoes as tables see them.
///
/// A table holds a [`Shape`]. Its indices are made of a class of materials
/// that play alike, pips included, and a position: which tile is the ends, and
/// who holds which of the others. The side to move counts as the first.
pub struct Endings {
    game: Dominoes,
    levels: Vec<Level>,
    /// What was asked for one by one.
    asked: Mutex<Asked>,
}

/// Shapes and homes that were looked at when they were asked for.
#[derive(Default)]
struct Asked {
    shapes: HashMap<Material, Arc<Members>>,
    homes: HashMap<Material, Home>,
}

/// Homes that are remembered before all are forgotten: a few megabytes.
const REMEMBERED: usize = 1 << 16;

/// The shapes of one number of elements.
#[derive(Default)]
struct Level {
    /// With relabellings to a representative of each class.
    shapes: BTreeMap<Material, Vec<u16>>,
    /// Where each material is at home, if that is needed in a hurry.
    homes: HashMap<Material, Home>,
}

/// Where a material is at home.
#[derive(Clone, Copy)]
struct Home {
    shape: Material,
    /// The relabelling that leads there.
    way: u16,
    class: u16,
}

impl Endings {
    /// The most elements that have tables.
    pub const MOST_ELEMENTS: usize = MOST_TILES;

    /// All endings of up to so many elements; `None` if `go_on` said no.
    ///
    /// Seven elements take seconds: every material of fewer is looked at.
    ///
    /// # Panics
    ///
    /// If `elements` is not between 3 and [`MOST_ELEMENTS`](Self::MOST_ELEMENTS).
    #[must_use]
    pub fn new(
        game: Dominoes,
        elements: usize,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Endings> {
        assert!(
            (3..=Self::MOST_ELEMENTS).contains(&elements),
            "{elements} elements"
        );
        let mut levels = Vec::new();
        for of in 3..=elements {
            levels.push(Level::new(game.block, of, of < elements, threads, go_on)?);
        }
        Some(Endings {
            game,
            levels,
            asked: Mutex::default(),
        })
    }

    /// The endings without knowing any: each shape is looked at when it is
    /// asked for.
    #[must_use]
    pub fn on_demand(game: Dominoes) -> Endings {
        Endings {
            game,
            levels: Vec::new(),
            asked: Mutex::default(),
        }
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> Dominoes {
        self.game
    }

    /// Every shape of so many elements, if they were listed.
    pub fn shapes(&self, elements: usize) -> impl Iterator<Item = Shape> {
        let level = elements.checked_sub(3).and_then(|at| self.levels.get(at));
        let shapes = level.into_iter().flat_map(|level| level.shapes.keys());
        shapes.map(|&least| Shape::new(least))
    }

    /// How many classes a shape has.
    #[must_use]
    pub fn classes(&self, shape: Shape) -> usize {
        match self.representatives(shape) {
            Some(known) => known.len(),
            None => self.members(shape.least).classes(),
        }
    }

    fn level(&self, elements: usize) -> Option<&Level> {
        self.levels.get(elements.checked_sub(3)?)
    }

    fn representatives(&self, shape: Shape) -> Option<&Vec<u16>> {
        self.level(shape.elements())?.shapes.get(&shape.least)
    }

    fn members(&self, shape: Material) -> Arc<Members> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Members::new(shape, self.game.block));
        Arc::clone(asked.shapes.entry(shape).or_insert_with(new))
    }

    /// Where a material is at home.
    fn home(&self, material: &Material) -> Home {
        let level = self.level(material.elements());
        if let Some(&home) = level.and_then(|level| level.homes.get(material)) {
            return home;
        }
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&home) = asked.homes.get(material) {
            return home;
        }
        if asked.homes.len() >= REMEMBERED {
            asked.homes.clear();
        }
        drop(asked);
        let home = self.look_for_home(material);
        asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.homes.insert(*material, home);
        home
    }

    fn look_for_home(&self, material: &Material) -> Home {
        let ways = least(material);
        let shape = ways[0].image_of_material(material);
        let members = self.members(shape);
        let (signs, way) = fairest(material, &ways, members.blocks());
        let class = members.class(&signs).expect("a member has a class");
        Home {
            shape,
            way: way.index() as u16,
            class: class as u16,
        }
    }
}

impl Level {
    /// With the homes of all materials if wanted; `None` if `go_on` said no.
    fn new(
        block: Block,
        elements: usize,
        with_homes: bool,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Level> {
        let shapes: Vec<Material> = relabelled_classes(elements).into_iter().collect();
        let threads = threads.clamp(1, shapes.len());
        // Each thread takes every so-manieth shape; all goes into maps, so
        // that the order does not matter.
        let work = |from: usize| {
            let mut part = Level::default();
            for &shape in shapes.iter().skip(from).step_by(threads) {
                if !go_on() {
                    break;
                }
                let members = Members::new(shape, block);
                part.shapes
                    .insert(shape, members.representatives().collect());
                if with_homes {
                    let homes = members.homes().map(|(member, way, class)| {
                        let way = way.index() as u16;
                        (member, Home { shape, way, class })
                    });
                    part.homes.extend(homes);
                }
            }
            part
        };
        let parts: Vec<Level> = std::thread::scope(|scope| {
            let work = &work;
            let running: Vec<_> = (0..threads)
                .map(|from| scope.spawn(move || work(from)))
                .collect();
            let parts = running.into_iter();
            parts
                .map(|part| part.join().expect("looking at shapes does not panic"))
                .collect()
        });
        let mut level = Level::default();
        for part in parts {
            level.shapes.extend(part.shapes);
            level.homes.extend(part.homes);
        }
        (level.shapes.len() == shapes.len()).then_some(level)
    }
}

/// The place of a position among those of its material, as
/// [`Material::positions`] lists them with these names of tiles; the side to
/// move counts as the first.
fn place(material: &Material, ends: Tile, firsts: Tiles) -> u64 {
    let tiles = material.tiles();
    let splits = material.size() / material.choices_of_ends();
    let (before, held) = match material.twice() {
        Some(_) => (0, tiles),
        None => (
            tiles.take_while(|&tile| tile != ends).count() as u64,
            tiles.without(ends),
        ),
    };
    let bits = held.zip(0..).fold(0, |bits, (tile, at)| {
        bits | u64::from(firsts.contains(tile)) << at
    });
    before * splits + bits - 1
}

/// The position at a place.
fn position(material: &Material, place: u64) -> (Tile, [Tiles; 2]) {
    let splits = material.size() / material.choices_of_ends();
    let (choice, bits) = ((place / splits) as usize, place % splits + 1);
    let (ends, held) = match material.twice() {
        Some(twice) => (twice, material.tiles()),
        None => {
            let ends = material.tiles().nth(choice).expect("one of the tiles");
            (ends, material.tiles().without(ends))
        }
    };
    let mut hands = [Tiles::NONE; 2];
    for (tile, at) in held.zip(0..) {
        let hand = &mut hands[usize::from(bits >> at & 1 == 0)];
        *hand = hand.with(tile);
    }
    (ends, hands)
}

impl Game for Endings {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    type Key = u64;

    fn to_move(&self, s: &Position) -> Side {
        self.game.to_move(s)
    }

    fn payoff(&self, s: &Position) -> Option<Payoff> {
        self.game.payoff(s)
    }

    fn moves(&self, s: &Position, out: &mut Vec<Move>) {
        self.game.moves(s, out);
    }

    fn play(&self, s: &mut Position, m: Move) -> Position {
        self.game.play(s, m)
    }

    fn undo(&self, s: &mut Position, m: Move, u: Position) {
        self.game.undo(s, m, u);
    }

    fn key(&self, s: &Position) -> u64 {
        self.game.key(s)
    }
}

impl Tabular for Endings {
    type Class = Shape;

    fn locate(&self, s: &Position) -> Option<(Shape, Index)> {
        let material = Material::of(s);
        if material.size() == 0 || material.elements() > Self::MOST_ELEMENTS {
            return None;
        }
        let Home { shape, way, class } = self.home(&material);
        let way = &Relabelling::all()[usize::from(way)];
        let firsts = way.image_of_tiles(s.hand(s.to_move()));
        if firsts.is_empty() || s.hand(s.to_move().other()).is_empty() {
            return None;
        }
        let place = place(&shape, way.image(s.ends()), firsts);
        let index = u64::from(class) * shape.size() + place;
        Some((Shape::new(shape), Index(index)))
    }

    fn size(&self, c: Shape) -> u64 {
        self.classes(c) as u64 * c.least.size()
    }

    fn state(&self, c: Shape, i: Index) -> Option<Position> {
        let class = (i.0 / c.least.size()) as usize;
        let way = match self.representatives(c) {
            Some(known) => known[class],
            None => self.members(c.least).representatives().nth(class)?,
        };
        let way = &Relabelling::all()[usize::from(way)];
        let (ends, hands) = position(&c.least, i.0 % c.least.size());
        let hands = hands.map(|hand| way.image_of_tiles(hand));
        Position::new(hands, way.image(ends), Side::First)
    }

    /// Laying a tile does, passing does not.
    fn converts(&self, _: &Position, m: Move) -> bool {
        m != Move::Pass
    }

    fn exits(&self, c: Shape) -> Vec<Shape> {
        let mut exits = std::collections::BTreeSet::new();
        let mut moves = Vec::new();
        for position in c.least.positions() {
            if self.game.payoff(&position).is_some() {
                continue;
            }
            moves.clear();
            self.game.moves(&position, &mut moves);
            for &m in moves.iter().filter(|&&m| m != Move::Pass) {
                let mut after = position;
                self.game.play(&mut after, m);
                if self.game.payoff(&after).is_none() {
                    exits.insert(Shape::of(&Material::of(&after)));
                }
            }
        }
        exits.into_iter().collect()
    }
}

impl Accrue for Endings {
    /// Nothing is won before the end.
    fn gain(&self, _: &Position, _: Move) -> Payoff {
        Payoff::DRAW
    }
}
