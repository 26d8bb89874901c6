//! A few costly things, made when first asked for.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tabia_kernel::search::Stop;

/// Keeps the last few values asked for. One that is dropped lives on with
/// whoever still uses it.
pub(crate) struct Kept<K, V> {
    most: usize,
    /// The latest last.
    values: Mutex<Vec<(K, Slot<V>)>>,
}

/// A value that is there or being made, so that two who ask at once do not
/// both make it, and nobody else waits for them.
type Slot<V> = Arc<Place<V>>;

struct Place<V> {
    made: Mutex<Made<V>>,
    changed: Condvar,
}

enum Made<V> {
    Not,
    BySomebody,
    Done(Arc<V>),
}

/// How often whoever waits for another's making looks whether to stop.
const GLANCE: Duration = Duration::from_millis(20);

impl<K: PartialEq, V> Kept<K, V> {
    /// Keeps no more than `most`.
    pub(crate) fn new(most: usize) -> Kept<K, V> {
        Kept {
            most,
            values: Mutex::new(Vec::new()),
        }
    }

    /// The value of `key`, made by `make` if it is not there. Whoever waits
    /// while another makes it stops when told to, and makes it if the other
    /// failed: that one may have been stopped.
    pub(crate) fn get<E>(
        &self,
        key: K,
        stop: &Stop,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<Arc<V>, E>
    where
        E: From<Stopped>,
    {
        let place = self.slot(key);
        {
            let mut made = place.lock();
            loop {
                match &*made {
                    Made::Done(value) => return Ok(Arc::clone(value)),
                    Made::Not => break,
                    Made::BySomebody if stop.is_requested() => return Err(Stopped.into()),
                    Made::BySomebody => {
                        let woken = place.changed.wait_timeout(made, GLANCE);
                        made = woken.unwrap_or_else(PoisonError::into_inner).0;
                    }
                }
            }
            *made = Made::BySomebody;
        }
        // Those who wait go on even if making it panics.
        let mut making = Making {
            place: &place,
            made: Made::Not,
        };
        let value = Arc::new(make()?);
        making.made = Made::Done(Arc::clone(&value));
        Ok(value)
    }

    /// The value of `key` if it is there, made and not failed.
    pub(crate) fn find(&self, key: &K) -> Option<Arc<V>> {
        let values = self.values.lock().expect("nothing panics under this lock");
        let (_, place) = values.iter().find(|(k, _)| k == key)?;
        match &*place.lock() {
            Made::Done(value) => Some(Arc::clone(value)),
            Made::Not | Made::BySomebody => None,
        }
    }

    fn slot(&self, key: K) -> Slot<V> {
        let mut values = self.values.lock().expect("nothing panics under this lock");
        let slot = match values.iter().position(|(k, _)| *k == key) {
            Some(i) => values.remove(i).1,
            None => Arc::new(Place {
                made: Mutex::new(Made::Not),
                changed: Condvar::new(),
            }),
        };
        values.push((key, Arc::clone(&slot)));
        if values.len() > self.most {
            values.remove(0);
        }
        slot
    }
}

impl<V> Place<V> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Made<V>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever makes a value, and what came of it.
struct Making<'p, V> {
    place: &'p Place<V>,
    made: Made<V>,
}

impl<V> Drop for Making<'_, V> {
    fn drop(&mut self) {
        *self.place.lock() = std::mem::replace(&mut self.made, Made::Not);
        self.place.changed.notify_all();
    }
}

/// Somebody was told to stop while another made the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

impl From<Stopped> for String {
    fn from(_: Stopped) -> String {
        "stopped".to_owned()
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
            let value = kept.get(key, &Stop::new(), || {
                made = true;
                Ok::<_, String>(key)
            });
            assert_eq!(value.as_deref(), Ok(&key));
            made
        };
        assert!(made(1) && made(2));
        assert!(!made(1), "kept");
        assert!(made(3), "and 2 dropped");
        assert!(!made(1) && made(2));
        assert!(kept.find(&2).is_some() && kept.find(&3).is_none());
        let failed = kept.get(9, &Stop::new(), || Err("no memory".to_owned()));
        assert!(failed.is_err());
        assert!(made(9));
    }

    #[test]
    fn who_waits_for_another_stops_when_told_and_makes_it_if_the_other_was_stopped() {
        let kept: Kept<u8, u8> = Kept::new(2);
        let (begun, has_begun) = std::sync::mpsc::channel();
        let first = Stop::new();
        std::thread::scope(|scope| {
            let making = scope.spawn(|| {
                kept.get(1, &first, || {
                    begun.send(()).expect("the test listens");
                    while !first.is_requested() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    Err::<u8, String>("stopped".into())
                })
            });
            has_begun.recv().expect("it begins");
            let gone = Stop::new();
            gone.request();
            let told = kept.get(1, &gone, || Ok::<_, String>(1));
            assert_eq!(told, Err("stopped".into()), "nothing is made meanwhile");
            let patient = scope.spawn(|| kept.get(1, &Stop::new(), || Ok::<_, String>(7)));
            std::thread::sleep(Duration::from_millis(30));
            first.request();
            assert!(making.join().expect("no panic").is_err());
            assert_eq!(patient.join().expect("no panic").as_deref(), Ok(&7));
        });
    }
}
