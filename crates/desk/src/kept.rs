//! A few costly things, made when first asked for.

use std::sync::{Arc, Mutex, OnceLock};

/// Keeps the last few values asked for. One that is dropped lives on with
/// whoever still uses it.
pub(crate) struct Kept<K, V> {
    most: usize,
    /// The latest last.
    values: Mutex<Vec<(K, Slot<V>)>>,
}

/// A value that is there or being made, so that two who ask at once do not
/// both make it, and nobody else waits for them.
type Slot<V> = Arc<OnceLock<Result<Arc<V>, String>>>;

impl<K: PartialEq, V> Kept<K, V> {
    /// Keeps no more than `most`.
    pub(crate) fn new(most: usize) -> Kept<K, V> {
        Kept {
            most,
            values: Mutex::new(Vec::new()),
        }
    }

    /// The value of `key`, made by `make` if it is not there.
    pub(crate) fn get(
        &self,
        key: K,
        make: impl FnOnce() -> Result<V, String>,
    ) -> Result<Arc<V>, String> {
        let slot = self.slot(key);
        slot.get_or_init(|| make().map(Arc::new)).clone()
    }

    /// The value of `key` if it is there, made and not failed.
    pub(crate) fn find(&self, key: &K) -> Option<Arc<V>> {
        let values = self.values.lock().expect("nothing panics under this lock");
        let (_, slot) = values.iter().find(|(k, _)| k == key)?;
        slot.get()?.as_ref().ok().map(Arc::clone)
    }

    fn slot(&self, key: K) -> Slot<V> {
        let mut values = self.values.lock().expect("nothing panics under this lock");
        let slot = match values.iter().position(|(k, _)| *k == key) {
            Some(i) => values.remove(i).1,
            None => Slot::default(),
        };
        // A failure is not worth keeping: memory may be there next time.
        let slot = match slot.get() {
            Some(Err(_)) => Slot::default(),
            _ => slot,
        };
        values.push((key, Arc::clone(&slot)));
        if values.len() > self.most {
            values.remove(0);
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_few_are_kept_and_failures_tried_again() {
        let kept: Kept<u8, u8> = Kept::new(2);
        let made = |key| {
            let mut made = false;
            let value = kept.get(key, || {
                made = true;
                Ok(key)
            });
            assert_eq!(value.as_deref(), Ok(&key));
            made
        };
        assert!(made(1) && made(2));
        assert!(!made(1), "kept");
        assert!(made(3), "and 2 dropped");
        assert!(!made(1) && made(2));
        assert!(kept.find(&2).is_some() && kept.find(&3).is_none());
        assert!(kept.get(9, || Err("no memory".into())).is_err());
        assert!(made(9));
    }
}
