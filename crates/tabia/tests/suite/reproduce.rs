//! `tabia reproduce`, end to end.

use crate::program;

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
    assert!(!page.contains("<script") && !page.contains("src="));
    let figures = ["pieces", "tree", "board", "depth", "turns"];
    assert_eq!(page.matches("<svg").count(), figures.len());
    for figure in figures {
        assert!(page.contains(&read(&format!("quarto-{figure}.svg"))));
    }
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
    assert_eq!(page.matches("<svg").count(), 6);
    for figure in 1..=6 {
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
    let figures = "1 2 3 4a 4b 5 6 7 8 9 10 11";
    for figure in figures.split(' ') {
        let path = directory.path().join(format!("go-figure-{figure}.svg"));
        assert!(path.is_file(), "figure {figure}");
    }
}

/// Every table and figure of the four papers, by the words that name it there.
#[test]
fn all_papers_stand_on_one_page_and_in_one_file() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let path = |name: &str| directory.path().join(name);
    let (out, data) = (path("out"), path("data"));
    let run = program::command(&[
        "reproduce",
        "all",
        "--quick",
        "--depth",
        "3",
        "--games",
        "1",
        "--seconds",
        "0.05",
        "--out",
        out.to_str().expect("a plain name"),
    ])
    .env("TABIA_DATA", &data)
    .output()
    .expect("it runs");
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let page = std::fs::read_to_string(out.join("report.html")).expect("a page");
    let kept = std::fs::read_to_string(data.join("report/report.html")).expect("kept");
    assert_eq!(page, kept, "the page of `tabia serve` is this one");
    // Self-contained: no scripts, and links only to places on the page.
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["<script", "src=", "http:", "https:", "url("] {
        assert!(!elsewhere.contains(outside), "{outside}");
    }
    for link in page.split("href=\"").skip(1) {
        let (target, _) = link.split_once('"').expect("a quote");
        let id = target.strip_prefix('#').expect("a place on the page");
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    let parts: Vec<&str> = page.split("<article id=").skip(1).collect();
    let named: [&[&str]; 4] = [
        &[
            "Figures 1 to 3",
            "Table 1",
            "Table 2",
            "Tables 3 and 4",
            "Table 5, Figure 4",
            "Figure 5",
        ],
        &[
            "Table 1",
            "Table 2",
            "Table 3",
            "Table 4",
            "Figure 1:",
            "Figure 2:",
            "Figure 3:",
            "Figure 4:",
            "Figure 5:",
            "Figure 6:",
        ],
        &[
            "Table 1",
            "Table 2",
            "Figures 1 to 6, 10 and 11",
            "Figure 7",
            "Figure 8",
            "Figure 9",
        ],
        &["Table 1", "Figure 1", "Algorithm 1"],
    ];
    assert_eq!(parts.len(), named.len());
    for (part, names) in parts.iter().zip(named) {
        for name in names {
            assert!(part.contains(name), "{name} in {}", &part[..40]);
        }
        assert!(part.contains("Remarks on the paper"), "{}", &part[..40]);
    }
    let json = std::fs::read_to_string(out.join("report.json")).expect("numbers");
    let numbers: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let papers = numbers["papers"].as_array().expect("papers");
    let names: Vec<&str> = papers.iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(names, ["quarto", "tables", "go", "chess"]);
    for paper in papers {
        for key in ["seeds", "seconds", "holds", "numbers"] {
            assert!(!paper[key].is_null(), "{key} of {}", paper["name"]);
        }
        assert_eq!(paper["numbers"]["system"], paper["name"]);
        assert!(paper["numbers"]["remarks"].is_array());
    }
    let made = &numbers["circumstances"];
    assert!(made["date"].is_string() && made["processor"].is_string() && made["cores"].is_u64());
}
