use tabia_go::*;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    std::fs::create_dir_all(&dir).unwrap();
    let put = |name: String, p: EyeProblem| {
        let mut w = Writer::new();
        w.open().problem(&p).close();
        std::fs::write(format!("{dir}/{name}.sgf"), w.finish()).unwrap();
    };
    for i in 0..15u64 {
        put(
            format!("toy{:02}", i),
            generate(
                Recipe::Rooms {
                    rooms: 2 + i as usize % 4,
                },
                1000 + i,
            ),
        );
    }
    for i in 0..84u64 {
        put(
            format!("std{:02}", i),
            generate(
                Recipe::Area {
                    points: 8 + i as usize / 4,
                },
                2000 + i,
            ),
        );
    }
}
