//! Endgames by class of material: every position has a class and an index.

use tabia_kernel::endgame::{Index, Retract, Tabular};
use tabia_kernel::rules::{Game, Payoff, Side};
use tabia_kernel::symmetry::material::{ClassId, Classes};

use crate::equivalence::{Equivalence, Group, Groups};
use crate::game::{DarkChess, Key, Move, Undo};
use crate::layout::{Layout, MOST_ELEMENTS, Sets};
use crate::links::{Link, Links};
use crate::material::Material;
use crate::position::Position;
use crate::square::{STEPS, SYMMETRIES, squares};

/// The rules together with the classes of all materials up to a number of
/// pieces. Two materials in one class share a table.
///
/// ```
/// use tabia_darkchess::{Endgames, Equivalence, Position};
/// use tabia_kernel::endgame::Tabular;
///
/// let endgames = Endgames::new(3, Some(Equivalence::Swap))?;
/// // A king against a bishop is, mirrored and with colours exchanged, a guard
/// // against a rook.
/// let one: Position = "8/1b6/2K5/8 b 0".parse()?;
/// let other: Position = "8/6R1/5g2/8 w 7".parse()?;
/// assert_eq!(endgames.locate(&one), endgames.locate(&other));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endgames {
    equivalence: Option<Equivalence>,
    elements: u32,
    classes: Classes,
    shelves: Vec<Shelf>,
    links: Links,
}

/// A class of materials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u32);

impl Class {
    pub(crate) const fn new(number: u32) -> Class {
        Class(number)
    }

    /// Its place in the order of classes.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a class.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    pub(crate) material: Material,
    /// The representative's groups; the layout numbers their sets.
    pub(crate) groups: Vec<Group>,
    pub(crate) layout: Layout,
}

/// Why a map of materials is not one of dark chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// It has no material.
    #[error("it is empty")]
    Empty,
    /// It has more materials than there are.
    #[error("it has materials of more than {MOST_ELEMENTS} pieces")]
    TooLong,
    /// A material is not where it should be.
    #[error("it does not have {0} where it should")]
    Missing(Material),
    /// A material does not play like its representative.
    #[error("it puts {0} into a class that plays differently")]
    Different(Material),
}

/// There are no tables for so many pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("tables have 2 to {MOST_ELEMENTS} pieces, not {0}")]
pub struct TooManyElements(u32);

impl Endgames {
    /// The most pieces that there are tables for.
    pub const MOST_ELEMENTS: u32 = MOST_ELEMENTS as u32;

    /// The classes of all materials of 2 to `elements` pieces. Without an
    /// equivalence each material is a class of its own.
    ///
    /// # Errors
    ///
    /// If there are no tables for so many pieces.
    pub fn new(
        elements: u32,
        equivalence: Option<Equivalence>,
    ) -> Result<Endgames, TooManyElements> {
        if !(2..=MOST_ELEMENTS as u32).contains(&elements) {
            return Err(TooManyElements(elements));
        }
        let mut classes = Classes::new();
        for material in (2..=elements).flat_map(Material::all) {
            match equivalence {
                Some(equivalence) => equivalence.classify(&mut classes, material),
                None => Groups::separate(&mut classes, material),
            };
        }
        Ok(Endgames::assemble(classes, elements, equivalence))
    }

    /// The same from a map that was made before: no graph is brought into
    /// canonical form.
    ///
    /// The map is not trusted: it has to have every material of 2 to some
    /// number of pieces, and each has to play like its representative.
    ///
    /// # Errors
    ///
    /// If it is not such a map; names the first material that is wrong.
    pub fn from_map(classes: Classes, equivalence: Equivalence) -> Result<Endgames, MapError> {
        let mut members = classes.members();
        let mut elements = 1;
        while members.len() > 0 {
            elements += 1;
            if elements > MOST_ELEMENTS as u32 {
                return Err(MapError::TooLong);
            }
            for material in Material::all(elements) {
                let member = members.next().filter(|&(code, _)| code == material.code());
                let Some((_, member)) = member else {
                    return Err(MapError::Missing(material));
                };
                let representative = Material::of_code(classes.representative(member.class))
                    .ok_or(MapError::Different(material))?;
                if !equivalence.corresponds(material, representative, member) {
                    return Err(MapError::Different(material));
                }
            }
        }
        drop(members);
        if elements < 2 {
            return Err(MapError::Empty);
        }
        Ok(Endgames::assemble(classes, elements, Some(equivalence)))
    }

    fn assemble(classes: Classes, elements: u32, equivalence: Option<Equivalence>) -> Endgames {
        let mut shelves = Vec::new();
        let mut links = Vec::new();
        for (code, member) in classes.members() {
            let material = Material::of_code(code).expect("materials of the game");
            let groups = Groups::of(material, equivalence.unwrap_or(Equivalence::Paper));
            if member.class == ClassId(shelves.len() as u32) {
                let sizes: Vec<u32> = groups.0.iter().map(Group::count).collect();
                shelves.push(Shelf {
                    material,
                    groups: groups.0.clone(),
                    layout: Layout::new(&sizes),
                });
            }
            let mut link = Link {
                code: material.code().0,
                class: member.class.0,
                swapped: member.swapped,
                parts: [(0, 0); MOST_ELEMENTS],
                len: 0,
            };
            for (theirs, &ours) in member.nodes.iter().enumerate() {
                let group = &groups.0[usize::from(ours)];
                for &(kind, _) in &group.kinds {
                    let set = 7 * group.side as usize + kind.number();
                    link.parts[usize::from(link.len)] = (set as u8, theirs as u8);
                    link.len += 1;
                }
            }
            links.push(link);
        }
        Endgames {
            equivalence,
            elements,
            classes,
            shelves,
            links: Links::new(links),
        }
    }

    /// The equivalence that makes classes.
    #[must_use]
    pub fn equivalence(&self) -> Option<Equivalence> {
        self.equivalence
    }

    /// The most pieces of a class.
    #[must_use]
    pub fn elements(&self) -> u32 {
        self.elements
    }

    /// The map from materials to classes.
    #[must_use]
    pub fn map(&self) -> &Classes {
        &self.classes
    }

    /// How a material belongs to its class.
    pub(crate) fn link(&self, material: Material) -> Option<&Link> {
        self.links.find(material)
    }

    /// All classes, those of fewer pieces first.
    pub fn classes(&self) -> impl Iterator<Item = Class> {
        (0..self.shelves.len() as u32).map(Class)
    }

    /// The representative of a class.
    ///
    /// # Panics
    ///
    /// If the class comes from elsewhere.
    #[must_use]
    pub fn representative(&self, class: Class) -> Material {
        self.shelf(class).material
    }

    /// How many pieces each group of a class has, largest first: pieces that
    /// play alike are one group. Classes of one shape have equally many
    /// indices.
    #[must_use]
    pub fn shape(&self, class: Class) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.shelf(class).groups.iter().map(Group::count).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// The class of a material, and whether colours are exchanged on the way
    /// to its representative; `None` if it has too many pieces or a side has
    /// none.
    #[must_use]
    pub fn class_of(&self, material: Material) -> Option<(Class, bool)> {
        let link = self.links.find(material)?;
        Some((Class(link.class), link.swapped))
    }

    /// In how many ways a placement of the representative's groups can be one
    /// of a member: where a group has several kinds, they share its squares.
    #[must_use]
    pub fn ways(&self, material: Material) -> u64 {
        let groups = Groups::of(material, self.equivalence.unwrap_or(Equivalence::Paper));
        groups.0.iter().map(Group::ways).product()
    }

    /// How many placements of groups share an index: 4, or fewer if the board's
    /// symmetries map the placement to itself; `None` for a hole.
    #[must_use]
    pub fn orbit_size(&self, class: Class, i: Index) -> Option<u64> {
        let layout = &self.shelf(class).layout;
        if !layout.has_holes() {
            // No symmetry maps a placement to itself.
            return Some(SYMMETRIES as u64);
        }
        let sets = layout.placement(i.0 % layout.placements())?;
        Some(layout.orbit_size(&sets))
    }

    /// Who moves at an index of a representative.
    #[must_use]
    pub fn side_at(&self, class: Class, i: Index) -> Side {
        if i.0 < self.shelf(class).layout.placements() {
            Side::First
        } else {
            Side::Second
        }
    }

    pub(crate) fn shelf(&self, class: Class) -> &Shelf {
        &self.shelves[class.0 as usize]
    }
}

impl Game for Endgames {
    type State = Position;
    type Move = Move;
    type Undo = Undo;
    type Key = Key;

    #[inline]
    fn to_move(&self, s: &Position) -> Side {
        DarkChess.to_move(s)
    }

    #[inline]
    fn payoff(&self, s: &Position) -> Option<Payoff> {
        DarkChess.payoff(s)
    }

    #[inline]
    fn moves(&self, s: &Position, out: &mut Vec<Move>) {
        DarkChess.moves(s, out);
    }

    #[inline]
    fn play(&self, s: &mut Position, m: Move) -> Undo {
        DarkChess.play(s, m)
    }

    #[inline]
    fn undo(&self, s: &mut Position, m: Move, u: Undo) {
        DarkChess.undo(s, m, u);
    }

    fn key(&self, s: &Position) -> Key {
        DarkChess.key(s)
    }
}

impl Tabular for Endgames {
    type Class = Class;

    #[inline]
    fn locate(&self, s: &Position) -> Option<(Class, Index)> {
        let link = self.links.find(s.material())?;
        let sets = s.sets();
        let mut groups: Sets = [0; MOST_ELEMENTS];
        for &(set, group) in &link.parts[..usize::from(link.len)] {
            groups[usize::from(group)] |= sets.as_flattened()[usize::from(set)];
        }
        let layout = &self.shelves[link.class as usize].layout;
        let number = layout.number(&groups);
        let second = (s.to_move() == Side::Second) != link.swapped;
        let before = if second { layout.placements() } else { 0 };
        Some((Class(link.class), Index(before + number)))
    }

    fn size(&self, c: Class) -> u64 {
        2 * self.shelf(c).layout.placements()
    }

    #[inline]
    fn state(&self, c: Class, i: Index) -> Option<Position> {
        let shelf = self.shelf(c);
        let half = shelf.layout.placements();
        let (side, number) = if i.0 < half {
            (Side::First, i.0)
        } else {
            (Side::Second, i.0 - half)
        };
        let mut placement = shelf.layout.placement(number)?;
        let mut sets = [[0; 7]; 2];
        for (group, left) in shelf.groups.iter().zip(&mut placement) {
            for &(kind, count) in &group.kinds {
                let mut set = *left;
                if group.kinds.len() > 1 {
                    // Twins share the squares in any way; here in order.
                    set = 0;
                    for _ in 0..count {
                        let lowest = *left & left.wrapping_neg();
                        set |= lowest;
                        *left ^= lowest;
                    }
                }
                sets[group.side as usize][kind.number()] = set;
            }
        }
        Some(Position::from_sets(sets, shelf.material, side))
    }

    #[inline]
    fn converts(&self, s: &Position, m: Move) -> bool {
        s.occupied() & m.to.bit() != 0
    }

    fn exits(&self, c: Class) -> Vec<Class> {
        let material = self.shelf(c).material;
        let mut exits: Vec<Class> = material
            .groups()
            .filter(|&(side, kind, _)| {
                let mut takers = material.groups().filter(|taker| taker.0 != side);
                takers.any(|(_, taker, _)| taker.takes(kind))
            })
            .filter_map(|(side, kind, _)| self.class_of(material.minus(side, kind)))
            .map(|(class, _)| class)
            .collect();
        exits.sort_unstable();
        exits.dedup();
        exits
    }
}

impl Retract for Endgames {
    #[inline]
    fn predecessors(&self, s: &Position, out: &mut Vec<Position>) {
        // A step can be reversed: where a piece could step to, it could have
        // come from.
        s.each_step_of(s.to_move().other(), &mut |now, then| {
            out.push(s.before_step(then, now));
        });
    }

    /// Works on the groups themselves: no position is made and no material is
    /// looked up.
    #[inline]
    fn predecessors_at(&self, c: Class, i: Index, out: &mut Vec<(Index, Side)>) -> Side {
        let shelf = self.shelf(c);
        let half = shelf.layout.placements();
        let (side, number, base) = if i.0 < half {
            (Side::First, i.0, half)
        } else {
            (Side::Second, i.0 - half, 0)
        };
        let mover = side.other();
        let sets = shelf.layout.placement(number).expect("not a hole");
        let empty = !sets.iter().fold(0, |all, set| all | set);
        for (nth, group) in shelf.groups.iter().enumerate() {
            if group.side != mover {
                continue;
            }
            for now in squares(sets[nth]) {
                for then in squares(STEPS[now.number()] & empty) {
                    let mut before = sets;
                    before[nth] ^= now.bit() | then.bit();
                    let number = shelf.layout.number(&before);
                    out.push((Index(base + number), mover));
                }
            }
        }
        side
    }

    fn is_balanced(&self, c: Class) -> bool {
        !self.shelf(c).layout.has_holes()
    }
}
