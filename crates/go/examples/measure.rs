use std::time::Instant;
use tabia_go::*;
use tabia_kernel::search::{Limits, Stop};
fn main() {
    let secs: f64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let files: Vec<String> = std::env::args().skip(2).collect();
    let mut tot = [[0.0f64; 4]; 3];
    for f in &files {
        let p = read_problem(&std::fs::read(f).unwrap()).unwrap();
        let mut line = format!(
            "{:40} r{:3} ",
            f.rsplit('/').next().unwrap(),
            p.region().len()
        );
        for (i, m) in [Method::Plain, Method::Dds, Method::Rds]
            .into_iter()
            .enumerate()
        {
            for first in [Mover::Defender, Mover::Attacker] {
                let o = EyeOptions {
                    method: m,
                    moves: false,
                    first: Some(first),
                    limits: Limits::time(std::time::Duration::from_secs_f64(secs)),
                    ..Default::default()
                };
                let t = Instant::now();
                let r = solve_eye(&p, &o, &Stop::new());
                let s = t.elapsed().as_secs_f64();
                let c = r
                    .defender_first
                    .or(r.attacker_first)
                    .map_or("?", |a| a.class.name());
                line += &format!(
                    "| {c:4} {:8} {:6.3}s {:4.2}M/s sp{:2.0}% ",
                    r.nodes,
                    s,
                    r.played as f64 / s / 1e6,
                    100.0 * r.splits as f64 / r.nodes.max(1) as f64
                );
                tot[i][0] += r.nodes as f64;
                tot[i][1] += s;
                tot[i][2] += r.complete as u8 as f64;
                tot[i][3] += r.played as f64;
            }
        }
        println!("{line}");
    }
    for t in tot {
        println!(
            "nodes {} s {:.2} solved {} played {:.2}M/s",
            t[0],
            t[1],
            t[2],
            t[3] / t[1] / 1e6
        );
    }
}
