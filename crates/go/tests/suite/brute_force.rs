//! The solver against brute force.

use crate::common;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use common::ko_rooms::{self, Room};
use common::random;
use common::{METHODS, reference, solved};
use tabia_go::{EyeProblem, Writer};
use tabia_kernel::random::Seeded;

/// How often each class came up.
type Seen = BTreeMap<String, usize>;

/// Random problems of at most so many points.
fn agree(seed: u64, count: usize, most: usize) -> Seen {
    let mut random = Seeded::new(seed);
    agree_on(seed, count, || random::problem(&mut random, most))
}

/// The next so many problems from a source, which this seed began.
fn agree_on(seed: u64, count: usize, mut next: impl FnMut() -> EyeProblem) -> Seen {
    println!("seed {seed}");
    let mut seen = Seen::new();
    for i in 0..count {
        let problem = next();
        let expected = reference::answers(&problem);
        for (class, _) in &expected {
            *seen.entry(class.clone()).or_insert(0) += 1;
        }
        for method in METHODS {
            for knowledge in [true, false] {
                if !knowledge && i % 4 != 0 {
                    continue;
                }
                let found = solved(&problem, method, knowledge);
                if found != expected {
                    let mut writer = Writer::new();
                    writer.open().problem(&problem).close();
                    panic!(
                        "seed {seed}, problem {i}, {method:?}, knowledge {knowledge}:\n{}\
                         found    {found:?}\nexpected {expected:?}",
                        writer.finish()
                    );
                }
            }
        }
    }
    println!("seed {seed}: {count} problems: {seen:?}");
    seen
}

#[test]
fn every_method_agrees_with_brute_force() {
    let seen = agree(1, 1_900, 7);
    assert!(seen.len() >= 3, "the problems are too much alike: {seen:?}");
    agree(2, 200, 9);
}

/// Problems of two rooms, with a ko in one of them at least.
fn agree_on_kos(seed: u64, count: usize) -> Seen {
    let mut random = Seeded::new(seed);
    let mut rooms = |most, with_ko| -> Vec<Room> {
        let room = |_| Room::of_interest(&mut random, most, with_ko);
        (0..count.div_ceil(10)).map(room).collect()
    };
    let (kos, others) = (rooms(5, true), rooms(4, false));
    agree_on(seed, count, || {
        ko_rooms::two_rooms(&mut random, &kos, &others)
    })
}

#[test]
fn every_method_agrees_with_brute_force_on_kos_in_two_rooms() {
    let seen = agree_on_kos(3, 150);
    assert_eq!(seen.len(), 4, "a class never came up: {seen:?}");
}

#[test]
#[ignore = "5 min: 4,000 problems of two rooms"]
fn every_method_agrees_with_brute_force_on_more_kos_in_two_rooms() {
    agree_on_kos(4, 4_000);
}

#[test]
#[ignore = "half an hour on two quiet cores: 100,000 problems of up to nine points"]
fn every_method_agrees_with_brute_force_on_100_000_problems() {
    // A seed for each thousand, so that threads can share them.
    let seeds = 1_000..1_100;
    let next = AtomicU64::new(seeds.start);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let seen = Mutex::new(Seen::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !seeds.contains(&seed) {
                        return;
                    }
                    for (class, count) in agree(seed, 1_000, 9) {
                        *seen.lock().expect("no panic").entry(class).or_default() += count;
                    }
                }
            });
        }
    });
    let seen = seen.into_inner().expect("no panic");
    println!("all together: {seen:?}");
    assert_eq!(seen.len(), 4, "a class never came up: {seen:?}");
}
