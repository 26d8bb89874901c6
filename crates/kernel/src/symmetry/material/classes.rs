//! Classes of equivalent materials, and the file that holds them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read as _;

use thiserror::Error;

use super::graph::{Canonical, InteractionGraph, MOST_NODES};

/// A game's own number for a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u64);

/// A class: its place in the order in which representatives were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

/// How a material belongs to its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The class.
    pub class: ClassId,
    /// Whether the two sides have to be exchanged on the way to the
    /// representative.
    pub swapped: bool,
    /// For each node of the representative's graph, the node of this
    /// material's that plays its part.
    pub nodes: Vec<u8>,
}

/// Materials, sorted into classes of isomorphic interaction graphs.
///
/// The first material of a class represents it, so the order of adding is
/// part of the result.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    representatives: Vec<Code>,
    /// In the order of adding.
    codes: Vec<Code>,
    members: HashMap<Code, Member>,
    forms: HashMap<InteractionGraph, Known>,
}

/// What is known of a canonical form.
#[derive(Clone, Debug)]
struct Known {
    class: ClassId,
    /// Whether it is the form of the representative with sides exchanged.
    swapped: bool,
    /// The representative's node at each place of the form.
    nodes: Vec<u8>,
}

impl Classes {
    /// No materials yet.
    #[must_use]
    pub fn new() -> Classes {
        Classes::default()
    }

    /// Adds a material with its graph, and returns its class.
    pub fn add(&mut self, code: Code, graph: &InteractionGraph) -> ClassId {
        let form = graph.canonical();
        self.insert(code, form, false)
    }

    /// Adds a material that may also be seen from the other side: `swapped`
    /// has the same nodes and edges as `plain` under the labels that they get
    /// when the sides are exchanged.
    pub fn add_either(
        &mut self,
        code: Code,
        plain: &InteractionGraph,
        swapped: &InteractionGraph,
    ) -> ClassId {
        let plain = plain.canonical();
        let swapped = swapped.canonical();
        if swapped.graph < plain.graph {
            self.insert(code, swapped, true)
        } else {
            self.insert(code, plain, false)
        }
    }

    fn insert(&mut self, code: Code, form: Canonical, swapped: bool) -> ClassId {
        let mut at_place = vec![0; form.place.len()];
        for (node, &place) in form.place.iter().enumerate() {
            at_place[place] = node as u8;
        }
        let known = match self.forms.entry(form.graph) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let class = ClassId(self.representatives.len() as u32);
                self.representatives.push(code);
                free.insert(Known {
                    class,
                    swapped,
                    nodes: at_place.clone(),
                })
            }
        };
        let mut nodes = vec![0; at_place.len()];
        for (&theirs, &ours) in known.nodes.iter().zip(&at_place) {
            nodes[usize::from(theirs)] = ours;
        }
        let member = Member {
            class: known.class,
            swapped: swapped != known.swapped,
            nodes,
        };
        let class = member.class;
        if self.members.insert(code, member).is_none() {
            self.codes.push(code);
        }
        class
    }

    /// The number of classes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Whether no material has been added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.representatives.is_empty()
    }

    /// The representative of a class.
    ///
    /// # Panics
    ///
    /// If there is no such class.
    #[must_use]
    pub fn representative(&self, class: ClassId) -> Code {
        self.representatives[class.0 as usize]
    }

    /// How a material belongs to its class, if it has been added.
    #[must_use]
    pub fn member(&self, code: Code) -> Option<&Member> {
        self.members.get(&code)
    }

    /// All materials, in the order of adding.
    pub fn members(&self) -> impl ExactSizeIterator<Item = (Code, &Member)> {
        self.codes.iter().map(|&code| (code, &self.members[&code]))
    }

    /// The map from materials to representatives, as bytes for a file: magic,
    /// the length of the rest, then packed by zstd counts and the materials in
    /// the order of adding, and a checksum of it all.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut entries = Vec::new();
        entries.extend((self.representatives.len() as u32).to_le_bytes());
        entries.extend((self.codes.len() as u32).to_le_bytes());
        for (code, member) in self.members() {
            entries.extend(code.0.to_le_bytes());
            entries.extend(member.class.0.to_le_bytes());
            entries.push(u8::from(member.swapped));
            entries.push(member.nodes.len() as u8);
            entries.extend(&member.nodes);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend((entries.len() as u32).to_le_bytes());
        bytes.extend(zstd::bulk::compress(&entries, LEVEL).expect("memory is not limited"));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Classes::to_bytes) wrote.
    ///
    /// The graphs are not in the file: the result answers questions, but
    /// materials added to it later begin classes of their own.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file, undamaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Classes, ClassesError> {
        let Some((body, sum)) = bytes.split_last_chunk::<4>() else {
            return Err(ClassesError::Short(bytes.len()));
        };
        if !body.starts_with(MAGIC) {
            return Err(ClassesError::Foreign);
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(ClassesError::Damaged);
        }
        let (len, packed) = body[MAGIC.len()..]
            .split_first_chunk::<4>()
            .ok_or(ClassesError::Short(bytes.len()))?;
        // Room is made for what is there, not for what is claimed.
        let most = u64::from(u32::from_le_bytes(*len)).min(MOST_BYTES);
        let mut entries = Vec::new();
        zstd::Decoder::new(packed)
            .and_then(|frame| frame.take(most + 1).read_to_end(&mut entries))
            .map_err(|_| ClassesError::Damaged)?;
        if entries.len() as u64 != u64::from(u32::from_le_bytes(*len)) {
            return Err(ClassesError::Damaged);
        }
        let mut rest = Cursor {
            bytes: &entries,
            at: 0,
        };
        let classes = u32::from_le_bytes(rest.take()?);
        let materials = u32::from_le_bytes(rest.take()?);
        let mut read = Classes::new();
        for _ in 0..materials {
            let at = rest.at;
            let code = Code(u64::from_le_bytes(rest.take()?));
            let class = ClassId(u32::from_le_bytes(rest.take()?));
            let [swapped, nodes] = rest.take()?;
            let nodes = rest.slice(usize::from(nodes))?.to_vec();
            let new = class.0 as usize == read.len();
            let sound = swapped <= 1
                && (new || (class.0 as usize) < read.len())
                && is_permutation(&nodes)
                && !read.members.contains_key(&code);
            if !sound {
                return Err(ClassesError::Senseless(at));
            }
            if new {
                read.representatives.push(code);
            }
            read.codes.push(code);
            let swapped = swapped == 1;
            read.members.insert(
                code,
                Member {
                    class,
                    swapped,
                    nodes,
                },
            );
        }
        if rest.at != entries.len() || read.len() != classes as usize {
            return Err(ClassesError::Senseless(rest.at));
        }
        Ok(read)
    }
}

/// No list of materials has more bytes, unpacked: it would be one of millions.
const MOST_BYTES: u64 = 64 << 20;

/// The first bytes of a file of classes; the last is its version.
const MAGIC: &[u8] = b"tabia materials\x02";

/// How hard zstd tries: maps are small, and written once.
const LEVEL: i32 = 19;

/// Why bytes are not a file of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ClassesError {
    /// It ends too early.
    #[error("the file ends after {0} bytes, in the middle of an entry")]
    Short(usize),
    /// It begins like something else.
    #[error("this is no map of materials, or one of another version")]
    Foreign,
    /// The checksum does not match.
    #[error("the map of materials is damaged: its checksum does not match")]
    Damaged,
    /// The checksum matches, the contents make no sense.
    #[error("the map of materials makes no sense at byte {0} of what it holds")]
    Senseless(usize),
}

/// Whether these are the numbers below their count, in some order.
fn is_permutation(nodes: &[u8]) -> bool {
    let seen = nodes
        .iter()
        .filter(|&&node| usize::from(node) < MOST_NODES)
        .fold(0u64, |seen, &node| seen | 1 << node);
    nodes.len() <= MOST_NODES && u128::from(seen) + 1 == 1u128 << nodes.len()
}

/// A place in bytes.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn slice(&mut self, len: usize) -> Result<&'a [u8], ClassesError> {
        let slice = self.bytes.get(self.at..self.at + len);
        self.at += len;
        slice.ok_or(ClassesError::Short(self.bytes.len()))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], ClassesError> {
        let slice = self.slice(N)?;
        Ok(slice.try_into().expect("a slice of this length"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A taker and a target of the other colour, named in either order.
    fn sample() -> Classes {
        let mut forth = InteractionGraph::new([0, 1]);
        forth.connect(0, 1);
        let mut back = InteractionGraph::new([1, 0]);
        back.connect(1, 0);
        let mut lost = InteractionGraph::new([0, 1]);
        lost.connect(1, 0);
        let mut classes = Classes::new();
        for (code, graph) in [(3, &forth), (5, &back), (9, &lost)] {
            let swapped = graph.relabelled(|_, colour| 1 - colour);
            classes.add_either(Code(code), graph, &swapped);
        }
        classes
    }

    #[test]
    fn elements_correspond_and_colours_swap() {
        let classes = sample();
        assert_eq!(classes.len(), 1);
        let member = |code| classes.member(Code(code)).cloned();
        let expect = |swapped, nodes: [u8; 2]| {
            Some(Member {
                class: ClassId(0),
                swapped,
                nodes: nodes.to_vec(),
            })
        };
        assert_eq!(member(3), expect(false, [0, 1]));
        assert_eq!(member(5), expect(false, [1, 0]));
        assert_eq!(member(9), expect(true, [1, 0]));
        assert_eq!(member(4), None);
    }

    #[test]
    fn the_file_says_the_same() {
        let classes = sample();
        let bytes = classes.to_bytes();
        let read = Classes::from_bytes(&bytes).expect("undamaged");
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.len(), classes.len());
        assert!(read.members().eq(classes.members()));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let bytes = sample().to_bytes();
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Classes::from_bytes(&damaged).is_err(), "bit {bit}");
        }
        for len in 0..bytes.len() {
            assert!(Classes::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
        }
    }
}
