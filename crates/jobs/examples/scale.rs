//! How long the larger tables of dark chess would take on many machines, what
//! would travel and what would be kept: `docs/scale.md` has the figures.
//!
//! The dependency graph of classes is the real one; unit costs are measured
//! (see [`Model`]); the rest is list scheduling, as the NATS queue does it.
//!
//! `cargo run --release -p tabia-jobs --example scale`

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use tabia_darkchess::{Foreseen, foresee};

/// What units cost.
struct Model {
    /// Nanoseconds for each position with six pieces, on one core of the
    /// machine in the README: 366 core-seconds for 9.43 thousand million.
    nanoseconds: f64,
    /// How much more for each further piece: from five to six it was that.
    growth: f64,
    /// Bytes for each position in a file of values: 406 MB.
    bytes: f64,
    /// Bytes of memory for each position of the class that is solved.
    memory: f64,
}

const MEASURED: Model = Model {
    nanoseconds: 38.8,
    growth: 1.17,
    bytes: 0.0430,
    memory: 2.15,
};

impl Model {
    fn seconds(&self, class: &Foreseen) -> f64 {
        let pieces = class.material.elements() as i32;
        class.size as f64 * self.nanoseconds * self.growth.powi(pieces - 6) * 1e-9
    }

    fn file(&self, class: &Foreseen) -> f64 {
        class.size as f64 * self.bytes
    }

    fn memory(&self, class: &Foreseen) -> f64 {
        class.size as f64 * self.memory
    }
}

/// Ten gigabits a second.
const LINK: f64 = 1.25e9;

/// Machines.
#[derive(Clone, Copy)]
struct Park {
    cores: usize,
    /// Cores that share a worker process, and its cache.
    worker: usize,
    /// Bytes that a worker may keep.
    cache: f64,
    /// Bytes a second of the server's link, and of a worker's.
    server_link: f64,
    worker_link: f64,
}

/// What came of a simulation.
#[derive(Default)]
struct Run {
    seconds: f64,
    /// Bytes that workers fetched.
    fetched: f64,
    /// The most memory that a worker needed at a time.
    memory: f64,
    /// The share of the time that cores compute.
    busy: f64,
}

/// A worker's cache: what was used longest ago goes first.
#[derive(Default)]
struct Cache {
    held: HashMap<usize, u64>,
    bytes: f64,
    time: u64,
}

impl Cache {
    /// Whether a file is there; it is now.
    fn touch(&mut self, file: usize, most: f64, len_of: &dyn Fn(usize) -> f64) -> bool {
        let len = len_of(file);
        self.time += 1;
        if let Some(used) = self.held.get_mut(&file) {
            *used = self.time;
            return true;
        }
        if len > most {
            return false;
        }
        self.held.insert(file, self.time);
        self.bytes += len;
        while self.bytes > most {
            let oldest = self.held.iter().min_by_key(|(_, used)| **used);
            let oldest = *oldest.expect("something is held").0;
            self.held.remove(&oldest);
            self.bytes -= len_of(oldest);
        }
        false
    }
}

/// What happens next to a unit under way: it has computed, or its file has
/// arrived. Times are in nanoseconds, since floats have no order.
type Event = Reverse<(u128, usize, usize, bool)>;

/// Units in the order in which they become possible, each to the core that is
/// free first. A unit fetches what its worker does not have, computes, and sends
/// its file; the server's link serves one transfer after the other.
fn simulate(classes: &[Foreseen], park: Park) -> Run {
    let file = |unit: usize| MEASURED.file(&classes[unit]);
    let mut needed_by = vec![Vec::new(); classes.len()];
    for (unit, class) in classes.iter().enumerate() {
        for &exit in &class.exits {
            needed_by[exit].push(unit);
        }
    }
    let mut open: Vec<usize> = classes.iter().map(|class| class.exits.len()).collect();
    let mut ready: VecDeque<usize> = (0..classes.len()).filter(|&u| open[u] == 0).collect();
    let mut free: Vec<usize> = (0..park.cores).rev().collect();
    let workers = park.cores.div_ceil(park.worker);
    let mut caches: Vec<Cache> = Vec::new();
    caches.resize_with(workers, Cache::default);
    let mut memory = vec![0.0; workers];
    let mut events: BinaryHeap<Event> = BinaryHeap::new();
    let mut link_free = 0.0_f64;
    let mut transfer = |at: f64, bytes: f64| {
        let begin = at.max(link_free);
        link_free = begin + bytes / park.server_link;
        link_free.max(begin + bytes / park.worker_link)
    };
    let mut run = Run::default();
    let mut computed = 0.0;
    loop {
        while !ready.is_empty()
            && let Some(core) = free.pop()
        {
            let unit = ready.pop_front().expect("not empty");
            let worker = core / park.worker;
            let cache = &mut caches[worker];
            let missing: f64 = classes[unit]
                .exits
                .iter()
                .filter(|&&exit| !cache.touch(exit, park.cache, &file))
                .map(|&exit| file(exit))
                .sum();
            let seconds = MEASURED.seconds(&classes[unit]);
            let end = transfer(run.seconds, missing) + seconds;
            run.fetched += missing;
            computed += seconds;
            memory[worker] += MEASURED.memory(&classes[unit]);
            run.memory = run.memory.max(memory[worker]);
            events.push(Reverse(((end * 1e9) as u128, unit, core, false)));
        }
        let Some(Reverse((time, unit, core, has_arrived))) = events.pop() else {
            break;
        };
        run.seconds = time as f64 / 1e9;
        if !has_arrived {
            let worker = core / park.worker;
            memory[worker] -= MEASURED.memory(&classes[unit]);
            caches[worker].touch(unit, park.cache, &file);
            let end = transfer(run.seconds, file(unit));
            events.push(Reverse(((end * 1e9) as u128, unit, core, true)));
            continue;
        }
        free.push(core);
        for &next in &needed_by[unit] {
            open[next] -= 1;
            if open[next] == 0 {
                ready.push_back(next);
            }
        }
    }
    run.busy = computed / (run.seconds * park.cores as f64);
    run
}

/// The longest chain of units that need each other.
fn longest_chain(classes: &[Foreseen]) -> f64 {
    let mut ends: Vec<f64> = Vec::new();
    for class in classes {
        let begin = class.exits.iter().map(|&exit| ends[exit]);
        ends.push(begin.fold(0.0, f64::max) + MEASURED.seconds(class));
    }
    ends.into_iter().fold(0.0, f64::max)
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7_200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

fn bytes(bytes: f64) -> String {
    match bytes {
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b if b < 1e12 => format!("{:.1} GB", b / 1e9),
        b => format!("{:.1} TB", b / 1e12),
    }
}

fn main() {
    let all = foresee(8);
    for elements in [5, 6, 7, 8] {
        let count = all.iter().filter(|c| c.material.elements() <= elements);
        let classes = &all[..count.count()];
        let positions: u64 = classes.iter().map(|class| class.size).sum();
        let work: f64 = classes.iter().map(|class| MEASURED.seconds(class)).sum();
        let kept: f64 = classes.iter().map(|class| MEASURED.file(class)).sum();
        let largest = classes.iter().max_by_key(|class| class.size);
        let largest = largest.expect("there are classes");
        println!(
            "{elements} pieces: {} classes, {:.3e} positions, {} of one core, {} kept",
            classes.len(),
            positions as f64,
            time(work),
            bytes(kept)
        );
        println!(
            "  largest unit {}: {:.2e} positions, {} of work, {} of memory, a file of {}; \
             longest chain {}",
            largest.material,
            largest.size as f64,
            time(MEASURED.seconds(largest)),
            bytes(MEASURED.memory(largest)),
            bytes(MEASURED.file(largest)),
            time(longest_chain(classes))
        );
        for cores in [2, 100, 1_000, 10_000] {
            for (cache, name) in [(0.0, "no cache"), (4e9, "cache of 4 GB"), (64e9, "64 GB")] {
                let run = simulate(
                    classes,
                    Park {
                        cores,
                        worker: cores.min(50),
                        cache,
                        server_link: LINK,
                        worker_link: LINK,
                    },
                );
                println!(
                    "  {cores:6} cores, {name:13}: {:>9}, busy {:3.0} %, fetched {:>8}, memory of \
                     a worker {:>8}, link {:>8}",
                    time(run.seconds),
                    100.0 * run.busy,
                    bytes(run.fetched),
                    bytes(run.memory),
                    time((run.fetched + kept) / LINK)
                );
            }
        }
    }
}
