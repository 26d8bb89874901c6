//! `tabia reproduce`, end to end.

mod program;

use program::run;

#[test]
fn a_quick_report_is_printed_and_written() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let out = directory.path().join("new").join("report");
    let out = out.to_str().expect("a plain name");
    let run = run(&["reproduce", "quarto", "--quick", "--out", out]);
    assert_eq!(run.code, 0, "{run:?}");
    for text in ["Table 5", "Figure 5", "4680", "seed 1", "quarto.html"] {
        assert!(run.out.contains(text), "{text} in {}", run.out);
    }
    let read = |name: &str| {
        let path = directory.path().join("new/report").join(name);
        std::fs::read_to_string(path).expect(name)
    };
    let page = read("quarto.html");
    assert_eq!(page.matches("<svg").count(), 2);
    assert!(!page.contains("<script") && !page.contains("src="));
    assert!(page.contains(&read("quarto-depth.svg")));
    assert!(page.contains(&read("quarto-turns.svg")));
    let numbers: serde_json::Value = serde_json::from_str(&read("quarto.json")).expect("JSON");
    assert_eq!(numbers["depths"].as_array().map(Vec::len), Some(5));
}

#[test]
fn the_tables_of_material_symmetry_are_printed_and_written() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let out = directory.path().to_str().expect("a plain name");
    let run = run(&["reproduce", "tables", "--quick", "--out", out]);
    // Anything else than the known differences is a failure: exit code 1.
    assert_eq!(run.code, 0, "{run:?}");
    for text in [
        "≠1,650,763 → 1,859,058",
        "≠8.92 → 8.85",
        "≠4.961e4 → 4.861e4",
        "17,662",
        "times faster",
        "through the map",
    ] {
        assert!(run.out.contains(text), "{text} in {}", run.out);
    }
    let read = |name: &str| {
        let path = directory.path().join(name);
        std::fs::read_to_string(path).expect(name)
    };
    let page = read("tables.html");
    assert_eq!(page.matches("<svg").count(), 5);
    for figure in [1, 2, 4, 5, 6] {
        assert!(page.contains(&read(&format!("tables-figure-{figure}.svg"))));
    }
    let numbers: serde_json::Value = serde_json::from_str(&read("tables.json")).expect("JSON");
    let known = numbers["differences"].as_array().expect("differences");
    assert!(
        known
            .iter()
            .all(|difference| difference["remark"].is_string())
    );
    let builds = numbers["builds"].as_array().expect("builds");
    assert_eq!(builds.len(), 6);
    assert_eq!(numbers["table_3"][6]["cells"][0]["ours"], "1.014e16");
}

#[test]
fn efforts_in_json_depend_on_the_seed_alone() {
    let nodes = |seed: &str| {
        let numbers = program::json(&[
            "reproduce",
            "quarto",
            "--quick",
            "--depth",
            "4",
            "--seed",
            seed,
            "--json",
        ]);
        let depths = numbers["depths"].as_array().cloned().expect("depths");
        let nodes: Vec<_> = depths.iter().map(|row| row["nodes"].clone()).collect();
        assert_eq!(nodes.len(), 3);
        nodes
    };
    assert_eq!(nodes("7"), nodes("7"));
    assert_ne!(nodes("7"), nodes("8"));
}

#[test]
fn a_directory_that_cannot_be_made_is_bad_input() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = directory.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let out = file.to_str().expect("a plain name");
    let run = run(&[
        "reproduce",
        "quarto",
        "--quick",
        "--depth",
        "2",
        "--out",
        out,
    ]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains(out), "{run:?}");
}

#[test]
fn the_tables_and_figures_of_decomposition_are_printed_and_written() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let out = directory.path().to_str().expect("a plain name");
    let run = run(&[
        "reproduce",
        "go",
        "--quick",
        "--seconds",
        "0.05",
        "--out",
        out,
    ]);
    // Methods that disagree are a failure: exit code 1.
    assert_eq!(run.code, 0, "{run:?}");
    for text in [
        "2,169,239",
        "62,129,738",
        "Tabia, plain",
        "Tabia, rds",
        "Table 2",
    ] {
        assert!(run.out.contains(text), "{text} in {}", run.out);
    }
    for figure in [7, 8, 9] {
        let path = directory.path().join(format!("go-figure-{figure}.svg"));
        assert!(path.is_file(), "figure {figure}");
    }
}
