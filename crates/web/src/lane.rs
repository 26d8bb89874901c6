//! Places for work of one kind, shared out fairly among those who ask.
//!
//! Whoever has the least under way comes next; among equals, whoever was served
//! longest ago. Nobody has all places: one is left for somebody else, whatever
//! is asked from one address.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Who asks, as far as that can be told: an address. A network of IPv6 counts
/// as one, since one person has as many addresses as he likes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Asker(IpAddr);

impl From<IpAddr> for Asker {
    fn from(address: IpAddr) -> Asker {
        Asker(match address.to_canonical() {
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                IpAddr::from([a, b, c, d, 0, 0, 0, 0])
            }
            v4 => v4,
        })
    }
}

/// The places. Clones are the same lane.
#[derive(Clone)]
pub(crate) struct Lane(Arc<Shared>);

struct Shared {
    /// Work that may be under way at a time.
    places: usize,
    /// The part of it that one asker may have.
    share: usize,
    /// How many may wait, and how many of one asker's.
    most_waiting: (usize, usize),
    line: Mutex<Line>,
}

#[derive(Default)]
struct Line {
    closed: bool,
    /// The latest last.
    waiting: VecDeque<(Asker, oneshot::Sender<Permit>)>,
    running: usize,
    askers: HashMap<Asker, Served>,
    turn: u64,
}

/// What an asker who has something under way, or waits, has had.
#[derive(Clone, Copy, Default)]
struct Served {
    running: usize,
    last: u64,
}

/// Nobody else can be let in, or no more of this asker's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

/// A place that is taken until this is dropped.
pub(crate) struct Permit {
    lane: Lane,
    asker: Asker,
}

impl Lane {
    /// So many places, of which one asker may have `share`; so many may wait, and
    /// of one asker's the second number.
    pub(crate) fn new(places: usize, share: usize, most_waiting: (usize, usize)) -> Lane {
        Lane(Arc::new(Shared {
            places,
            share,
            most_waiting,
            line: Mutex::default(),
        }))
    }

    /// Joins the line. The place comes when it is this asker's turn; whoever
    /// drops what is returned has left. If the line is full, whoever has most
    /// in it makes room.
    pub(crate) fn join(&self, asker: Asker) -> Result<oneshot::Receiver<Permit>, Full> {
        let (place, wait) = oneshot::channel();
        {
            let mut line = self.lock();
            line.waiting.retain(|(_, place)| !place.is_closed());
            let count = |line: &Line, of: Asker| line.waiting.iter().filter(|w| w.0 == of).count();
            let own = count(&line, asker);
            let running = line.askers.get(&asker).map_or(0, |served| served.running);
            let at_once = line.running < self.0.places && running < self.0.share && own == 0;
            let (most, most_own) = self.0.most_waiting;
            if line.closed || (!at_once && own >= most_own) {
                return Err(Full);
            }
            if !at_once && line.waiting.len() >= most {
                let greediest = line.waiting.iter().map(|w| w.0);
                let greediest = greediest.max_by_key(|&of| count(&line, of)).ok_or(Full)?;
                if count(&line, greediest) <= own + 1 {
                    return Err(Full);
                }
                let latest = line.waiting.iter().rposition(|w| w.0 == greediest);
                latest.and_then(|at| line.waiting.remove(at));
            }
            line.waiting.push_back((asker, place));
            line.askers.entry(asker).or_default();
        }
        self.call_up();
        Ok(wait)
    }

    /// A place at once or not at all.
    pub(crate) fn enter(&self, asker: Asker) -> Result<Permit, Full> {
        self.join(asker)?.try_recv().map_err(|_| Full)
    }

    /// Whether somebody waits for a place that this asker has.
    pub(crate) fn is_waited_for(&self, asker: Asker) -> bool {
        let line = self.lock();
        let full = line.running >= self.0.places;
        let mut waiting = line.waiting.iter().filter(|(_, place)| !place.is_closed());
        waiting.any(|&(other, _)| full || other == asker)
    }

    /// How many are under way, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let line = self.lock();
        let waiting = line.waiting.iter().filter(|(_, place)| !place.is_closed());
        (line.running, waiting.count())
    }

    /// Lets nobody in any more, and sends away who waits.
    pub(crate) fn close(&self) {
        let mut line = self.lock();
        line.closed = true;
        line.waiting.clear();
    }

    /// Gives free places to those whose turn it is.
    fn call_up(&self) {
        // Outside of the lock: a place that nobody takes comes back here.
        while let Some((place, permit)) = self.next() {
            drop(place.send(permit));
        }
    }

    fn next(&self) -> Option<(oneshot::Sender<Permit>, Permit)> {
        let mut line = self.lock();
        line.waiting.retain(|(_, place)| !place.is_closed());
        if line.running >= self.0.places {
            return None;
        }
        let of = |asker: &Asker| line.askers.get(asker).copied().unwrap_or_default();
        let waiting = line.waiting.iter().enumerate();
        let (at, _) = waiting
            .map(|(at, (asker, _))| (at, of(asker)))
            .filter(|(_, served)| served.running < self.0.share)
            .min_by_key(|(_, served)| (served.running, served.last))?;
        let (asker, place) = line.waiting.remove(at)?;
        line.turn += 1;
        line.running += 1;
        let turn = line.turn;
        let served = line.askers.entry(asker).or_default();
        served.running += 1;
        served.last = turn;
        let lane = self.clone();
        Some((place, Permit { lane, asker }))
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        {
            let mut line = self.lane.lock();
            line.running -= 1;
            let asker = self.asker;
            let waits = line.waiting.iter().any(|(other, _)| *other == asker);
            if let Some(served) = line.askers.get_mut(&asker) {
                served.running -= 1;
                if served.running == 0 && !waits {
                    line.askers.remove(&asker);
                }
            }
        }
        self.lane.call_up();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(last: u8) -> Asker {
        Asker::from(IpAddr::from([127, 0, 0, last]))
    }

    #[test]
    fn one_address_leaves_a_place_for_another() {
        let lane = Lane::new(3, 2, (8, 8));
        let first = lane.enter(asker(1)).expect("free");
        let _second = lane.enter(asker(1)).expect("free");
        assert_eq!(lane.enter(asker(1)).err(), Some(Full));
        let _other = lane.enter(asker(2)).expect("left for another");
        assert_eq!(lane.enter(asker(3)).err(), Some(Full));
        assert!(!lane.is_waited_for(asker(1)));
        let waits = lane.join(asker(1)).expect("a place in the line");
        assert!(lane.is_waited_for(asker(1)));
        drop(waits);
        assert!(!lane.is_waited_for(asker(1)), "he has left");
        drop(first);
        assert_eq!(lane.load(), (2, 0));
        assert!(lane.enter(asker(1)).is_ok());
    }

    #[test]
    fn whoever_was_served_longest_ago_comes_next_and_the_greediest_makes_room() {
        let lane = Lane::new(1, 1, (4, 4));
        let mut now = lane.enter(asker(1)).ok();
        let mut many: Vec<_> = (0..4).map(|_| lane.join(asker(1)).expect("room")).collect();
        let mut late = lane.join(asker(2)).expect("the other makes room");
        let mut later = lane.join(asker(3)).expect("again");
        assert!(many[3].try_recv().is_err() && many[2].try_recv().is_err());
        // Nobody has more in it to make room for another of his.
        assert_eq!(lane.join(asker(1)).err(), Some(Full));
        drop(now.take());
        let turn = late.try_recv().expect("not after all of the first");
        drop(turn);
        let turn = later.try_recv().expect("nor the third");
        drop(turn);
        assert!(many[0].try_recv().is_ok());
        lane.close();
        assert_eq!(lane.enter(asker(9)).err(), Some(Full));
    }

    #[test]
    fn a_network_of_ipv6_is_one_asker_and_mapped_addresses_are_plain_ones() {
        let of = |text: &str| Asker::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:127.0.0.1"), of("127.0.0.1"));
        assert_ne!(of("127.0.0.2"), of("127.0.0.1"));
    }
}
