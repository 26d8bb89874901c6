//! The solver against brute force.

mod common;

use common::{METHODS, random, reference, solved};
use tabia_go::Writer;
use tabia_kernel::random::Seeded;

fn agree(seed: u64, count: usize, most: usize) {
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut seen = std::collections::BTreeMap::new();
    for i in 0..count {
        let problem = random::problem(&mut random, most);
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
    println!("{count} problems of at most {most} points: {seen:?}");
    assert!(seen.len() >= 3, "the problems are too much alike: {seen:?}");
}

#[test]
fn every_method_agrees_with_brute_force() {
    agree(1, 1_900, 7);
    agree(2, 200, 9);
}

#[test]
#[ignore = "hours on a busy machine: 100,000 problems of up to nine points"]
fn every_method_agrees_with_brute_force_on_100_000_problems() {
    agree(3, 100_000, 9);
}
