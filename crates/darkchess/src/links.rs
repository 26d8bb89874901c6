//! From a material to its class: what every lookup asks first.

use crate::layout::MOST_ELEMENTS;
use crate::material::Material;

/// How a material's sets become the groups of its class.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) code: u64,
    pub(crate) class: u32,
    pub(crate) swapped: bool,
    pub(crate) len: u8,
    /// Set `7 side + kind` belongs to this group.
    pub(crate) parts: [(u8, u8); MOST_ELEMENTS],
}

/// Links by material, in a table with open addressing: this is looked up for
/// every position.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    links: Vec<Link>,
    /// Numbers of links, plus one; 0 is empty. At least half are.
    slots: Vec<u32>,
}

impl Links {
    pub(crate) fn new(links: Vec<Link>) -> Links {
        let mut slots = vec![0; (2 * links.len()).next_power_of_two()];
        let mask = slots.len() - 1;
        for (number, link) in links.iter().enumerate() {
            let mut slot = start(link.code) & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number as u32 + 1;
        }
        Links { links, slots }
    }

    #[inline]
    pub(crate) fn find(&self, material: Material) -> Option<&Link> {
        let code = material.code().0;
        let mask = self.slots.len() - 1;
        let mut slot = start(code) & mask;
        loop {
            let link = &self.links[self.slots[slot].checked_sub(1)? as usize];
            if link.code == code {
                return Some(link);
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// Spreads codes over slots (Fibonacci hashing).
#[inline]
fn start(code: u64) -> usize {
    (code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}
