//! A part of a proof, as bytes that can be sent.

use tabia_kernel::rules::Score;

use super::layers::Layer;
use super::{Holder, ProveError};

/// Some of the moves of a proof, and the value that is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fragment {
    value: Score,
    layers: Vec<(Holder, Layer)>,
}

/// Bytes of an entry: a word and a move.
const ENTRY: usize = 9;

impl Fragment {
    pub(super) fn new(value: Score) -> Fragment {
        Fragment {
            value,
            layers: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, holder: Holder, layer: Layer) {
        self.layers.push((holder, layer));
    }

    /// As bytes: the value, then for each layer its strategy, the pieces placed,
    /// how many entries there are, and the entries.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.value.points() as i8 as u8];
        for (holder, layer) in &self.layers {
            bytes.push(u8::from(*holder == Holder::Other));
            bytes.push(layer.placed as u8);
            bytes.extend((layer.entries.len() as u64).to_le_bytes());
            for (word, cell_and_gift) in &layer.entries {
                bytes.extend(word.to_le_bytes());
                bytes.push(*cell_and_gift);
            }
        }
        bytes
    }

    /// Reads what [`to_bytes`](Fragment::to_bytes) wrote.
    ///
    /// # Errors
    ///
    /// If it did not write that.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Fragment, ProveError> {
        let damaged = |what: &'static str| move || ProveError::Fragment(what);
        let early = damaged("it ends too early");
        let value = match *bytes.split_off_first().ok_or_else(early)? as i8 {
            0 => Score::DRAW,
            1 => Score::WIN,
            -1 => Score::LOSS,
            _ => return Err(ProveError::Fragment("there is no such value")),
        };
        let mut fragment = Fragment::new(value);
        while let Some(holder) = bytes.split_off_first() {
            let holder = match holder {
                0 => Holder::Mover,
                1 => Holder::Other,
                _ => return Err(ProveError::Fragment("there is no such side")),
            };
            let placed = usize::from(*bytes.split_off_first().ok_or_else(early)?);
            let count = bytes.split_off(..8).and_then(|bytes| bytes.first_chunk());
            let count = u64::from_le_bytes(*count.ok_or_else(early)?);
            let len = usize::try_from(count).ok();
            let len = len.and_then(|count| count.checked_mul(ENTRY));
            let entries = len.and_then(|len| bytes.split_off(..len));
            let entries = entries.ok_or_else(early)?.chunks_exact(ENTRY);
            let entry = |entry: &[u8]| {
                let (word, cell_and_gift) = entry.split_first_chunk().expect("nine bytes");
                (u64::from_le_bytes(*word), cell_and_gift[0])
            };
            let entries: Vec<(u64, u8)> = entries.map(entry).collect();
            if entries
                .iter()
                .any(|(word, _)| (*word as u16).count_ones() as usize != placed)
            {
                return Err(ProveError::Fragment("a position has other pieces placed"));
            }
            fragment.add(holder, Layer { placed, entries });
        }
        Ok(fragment)
    }
}

/// The value that all fragments prove.
pub(super) fn common_value(fragments: &[Fragment]) -> Result<Score, ProveError> {
    let mut values = fragments.iter().map(|fragment| fragment.value);
    let first = values.next();
    match first.filter(|&first| values.all(|value| value == first)) {
        Some(value) => Ok(value),
        None => Err(ProveError::Fragment("fragments prove different values")),
    }
}

/// The layers of a strategy, put together, in order.
pub(super) fn layers(fragments: &[Fragment], holder: Holder) -> Vec<Layer> {
    let mut layers: Vec<Layer> = Vec::new();
    let all = fragments.iter().flat_map(|fragment| &fragment.layers);
    for (_, layer) in all.filter(|(side, _)| *side == holder) {
        match layers.iter_mut().find(|other| other.placed == layer.placed) {
            Some(other) => other.entries.extend(&layer.entries),
            None => layers.push(layer.clone()),
        }
    }
    layers.sort_by_key(|layer| layer.placed);
    for layer in &mut layers {
        layer.entries.sort_unstable();
        // Who has a share twice has it once.
        layer.entries.dedup();
    }
    layers
}

/// The last layer of a strategy.
pub(super) fn last_layer(fragments: &[Fragment], holder: Holder) -> Option<Layer> {
    layers(fragments, holder).pop()
}
