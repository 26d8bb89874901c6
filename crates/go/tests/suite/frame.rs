//! `propose_frame` on the examples, whose marks are taken away first.

use crate::common;

use common::examples;
use tabia_go::{EyeOptions, EyeProblem, propose_frame, read_diagram, read_problem, solve_eye};
use tabia_kernel::search::Stop;

fn classes(problem: &EyeProblem) -> [&'static str; 2] {
    let options = EyeOptions {
        moves: false,
        memory_mib: 64,
        ..EyeOptions::default()
    };
    let report = solve_eye(problem, &options, &Stop::new());
    [report.defender_first, report.attacker_first]
        .map(|answer| answer.expect("no limit").class.name())
}

#[test]
fn most_examples_have_the_same_answer_without_their_marks() {
    let Some(folder) = examples() else { return };
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("the answers");
    let list: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let (mut same, mut all) = (0, 0);
    for entry in list.as_array().expect("a list") {
        let name = entry["file"].as_str().expect("a name");
        let bytes = std::fs::read(folder.join(name)).expect("a file");
        let marked = read_problem(&bytes).expect(name);
        let mut diagram = read_diagram(&bytes).expect(name);
        diagram.crucial.clear();
        diagram.region.clear();
        all += 1;
        let wanted = classes(&marked);
        match propose_frame(&diagram) {
            Ok(problem) => {
                let found = classes(&problem);
                let agrees = problem.defender() == marked.defender() && found == wanted;
                same += usize::from(agrees);
                if !agrees {
                    println!(
                        "{name}: {wanted:?}, framed {found:?} for {:?} (crucial {} / {}, region {} / {})",
                        problem.defender(),
                        marked.crucial().len(),
                        problem.crucial().len(),
                        marked.region().len(),
                        problem.region().len(),
                    );
                }
            }
            Err(error) => println!("{name}: {wanted:?}, {error}"),
        }
    }
    println!("{same} of {all} the same");
    assert!(same * 5 >= all * 4, "{same} of {all}");
}
