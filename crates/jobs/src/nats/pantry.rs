//! What a worker has fetched lately.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Results of units, up to so many bytes; those that nobody has asked for the
/// longest go first.
///
/// Units of a job need the same few results again and again: of the tables of
/// dark chess each class is read by a dozen others.
pub(super) struct Pantry {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The bytes, and when they were asked for.
    held: HashMap<String, (u64, Arc<Vec<u8>>)>,
    bytes: usize,
    time: u64,
}

impl Pantry {
    pub(super) fn new(most: usize) -> Pantry {
        Pantry {
            most,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is here under a key.
    pub(super) fn get(&self, key: &str) -> Option<Arc<Vec<u8>>> {
        let mut state = self.state();
        state.time += 1;
        let now = state.time;
        let (asked, bytes) = state.held.get_mut(key)?;
        *asked = now;
        Some(bytes.clone())
    }

    /// Keeps bytes under a key, if they fit at all.
    pub(super) fn keep(&self, key: &str, bytes: &Arc<Vec<u8>>) {
        if bytes.len() > self.most {
            return;
        }
        let mut state = self.state();
        state.time += 1;
        let entry = (state.time, bytes.clone());
        state.bytes += bytes.len();
        if let Some((_, before)) = state.held.insert(key.to_owned(), entry) {
            state.bytes -= before.len();
        }
        while state.bytes > self.most {
            let oldest = state.held.iter().min_by_key(|(_, (asked, _))| *asked);
            let oldest = oldest.map(|(key, _)| key.clone());
            let Some((_, gone)) = oldest.and_then(|key| state.held.remove(&key)) else {
                break;
            };
            state.bytes -= gone.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asks_for_goes_first() {
        let pantry = Pantry::new(10);
        let bytes = |len: usize| Arc::new(vec![0; len]);
        pantry.keep("a", &bytes(4));
        pantry.keep("b", &bytes(4));
        assert!(pantry.get("a").is_some());
        pantry.keep("c", &bytes(4));
        assert!(pantry.get("b").is_none());
        assert!(pantry.get("a").is_some() && pantry.get("c").is_some());
        // The same again takes no more room.
        pantry.keep("c", &bytes(6));
        assert!(pantry.get("a").is_some());
        pantry.keep("d", &bytes(11));
        assert!(pantry.get("d").is_none() && pantry.get("a").is_some());
    }
}
