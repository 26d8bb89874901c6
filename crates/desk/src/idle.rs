//! Engines and solvers that one thread uses at a time.

use std::sync::{Mutex, MutexGuard};

/// Those that nobody uses at the moment. Whoever needs one takes it, or makes
/// one; there are never more than threads that think, and no more than a few
/// are kept.
pub(crate) struct Idle<K, V> {
    most: usize,
    /// The latest last.
    values: Mutex<Vec<(K, V)>>,
}

impl<K: PartialEq, V> Idle<K, V> {
    /// Keeps no more than `most`.
    pub(crate) fn new(most: usize) -> Idle<K, V> {
        Idle {
            most,
            values: Mutex::new(Vec::new()),
        }
    }

    /// Uses one of this kind, made by `make` if there is none.
    pub(crate) fn with<T, E>(
        &self,
        key: K,
        make: impl FnOnce() -> Result<V, E>,
        work: impl FnOnce(&mut V) -> T,
    ) -> Result<T, E> {
        let taken = {
            let mut values = self.lock();
            let at = values.iter().position(|(k, _)| *k == key);
            at.map(|at| values.remove(at).1)
        };
        let mut value = match taken {
            Some(value) => value,
            None => make()?,
        };
        let result = work(&mut value);
        let mut values = self.lock();
        values.push((key, value));
        if values.len() > self.most {
            values.remove(0);
        }
        Ok(result)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(K, V)>> {
        self.values.lock().expect("nothing panics under this lock")
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn one_is_made_when_none_is_idle_and_few_are_kept() {
        let idle: Idle<char, Vec<u8>> = Idle::new(2);
        let begin = || Ok::<_, Infallible>(Vec::new());
        let used = |key: char| {
            let Ok(uses) = idle.with(key, begin, |uses| {
                uses.push(0);
                uses.len()
            });
            uses
        };
        assert_eq!((used('a'), used('a'), used('b'), used('c')), (1, 2, 1, 1));
        assert_eq!((used('c'), used('a')), (2, 1), "`a` was dropped");
        let inner = idle.with('c', begin, |_| used('c'));
        assert_eq!(inner, Ok(1), "the other is in use");
        let idle: Idle<char, u8> = Idle::new(3);
        for key in ['a', 'b', 'c', 'a', 'd'] {
            idle.with(key, || Ok::<_, Infallible>(0), |_| ()).ok();
        }
        let made = |key: char| idle.with(key, || Err(()), |_| ()).is_err();
        assert!(
            !made('a') && made('b'),
            "the one used longest ago was dropped"
        );
        assert_eq!(
            idle.with('x', || Err("no memory"), |_| ()),
            Err("no memory")
        );
    }
}
