//! Every reader takes its time in proportion to the length of what it reads. A
//! program of its own, since memory is counted for the whole program.

use std::time::{Duration, Instant};

use tabia_fuzz::{Long, Reader, readers, worst};

/// Reads the first long inputs of a reader, which only it has, and every
/// `step`-th; how many, and the slowest.
fn read_long(reader: &Reader, size: usize, step: usize, soon: Duration) -> (usize, String) {
    let (mut read, mut slowest) = (0, (Duration::ZERO, String::new()));
    let chosen = |(number, _): &(usize, Long)| number % step == 0 || *number < 4;
    for (_, long) in worst(reader, size).into_iter().enumerate().filter(chosen) {
        let begun = Instant::now();
        // What is read may be kept in other ways than as text.
        let answer = reader.read_within(&long.bytes, soon, 160 * size.max(1 << 20));
        if let Err(why) = answer {
            panic!("{} {why}: {}, {size} bytes", reader.name(), long.shape);
        }
        read += 1;
        slowest = slowest.max((begun.elapsed(), long.shape));
    }
    let (took, shape) = slowest;
    (read, format!("slowest {took:.1?}: {shape}"))
}

fn read_all(size: usize, step: usize, soon: Duration) {
    let mut inputs = 0;
    for reader in readers() {
        let (read, slowest) = read_long(&reader, size, step, soon);
        println!(
            "{}: {read} inputs of {size} bytes, {slowest}",
            reader.name()
        );
        inputs += read;
    }
    println!("{inputs} inputs");
}

/// A hundred times as long as what readers are given otherwise: one whose time
/// grows with the square takes minutes.
#[test]
fn long_inputs_are_read_soon() {
    read_all(256 << 10, 12, Duration::from_secs(20));
}

#[test]
#[ignore = "10 min: ten million bytes in some shapes for each reader"]
fn ten_million_bytes_are_read_in_a_minute() {
    read_all(10_000_000, 25, Duration::from_secs(60));
}
