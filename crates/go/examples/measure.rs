use std::time::{Duration, Instant};
use tabia_go::*;
use tabia_kernel::search::{Limits, Stop};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (coll, secs, nodes): (&str, f64, u64) =
        (&args[1], args[2].parse().unwrap(), args[3].parse().unwrap());
    let (from, to): (usize, usize) = (args[4].parse().unwrap(), args[5].parse().unwrap());
    let methods = &args[6];
    let each = args.len() > 7;
    let c = if coll == "toy" {
        Collection::Toy
    } else {
        Collection::Standard
    };
    for (ch, m) in [('p', Method::Plain), ('d', Method::Dds), ('r', Method::Rds)] {
        if !methods.contains(ch) {
            continue;
        }
        let (mut n, mut s, mut solved, mut played, mut total, mut splits) =
            (0u64, 0.0, 0, 0u64, 0, 0u64);
        for p in c.problems().into_iter().skip(from).take(to - from) {
            for first in [Mover::Defender, Mover::Attacker] {
                let o = EyeOptions {
                    method: m,
                    moves: false,
                    first: Some(first),
                    limits: Limits::time(Duration::from_secs_f64(secs)).or_nodes(nodes),
                    ..Default::default()
                };
                let t = Instant::now();
                let r = solve_eye(&p.problem, &o, &Stop::new());
                let e = t.elapsed().as_secs_f64();
                n += r.nodes;
                s += e;
                solved += r.complete as u32;
                played += r.played;
                total += 1;
                splits += r.splits;
                if each {
                    println!(
                        "{} {:?} {:?} {} nodes {} splits {} {:.3}s",
                        p.name,
                        m,
                        first,
                        r.defender_first
                            .or(r.attacker_first)
                            .map_or("?", |a| a.class.name()),
                        r.nodes,
                        r.splits,
                        e
                    );
                }
            }
        }
        println!(
            "{m:?}: solved {solved}/{total} nodes {n} {s:.2}s {:.2}M/s splits {splits}",
            played as f64 / s / 1e6
        );
    }
}
