//! All papers together: one page, one file of numbers.

use serde::Serialize;

use super::Reproduced;
use super::machine::Circumstances;
use super::report::{Report, Section, escaped, page};
use crate::output;

const TITLE: &str = "Four papers, reproduced";

/// What the papers that were asked for came to.
#[derive(Serialize)]
pub(super) struct Whole {
    circumstances: Circumstances,
    /// Whether it is a taste only.
    quick: bool,
    papers: Vec<Part>,
}

/// One paper.
#[derive(Serialize)]
struct Part {
    name: &'static str,
    title: String,
    /// Whether everything that can be checked came out as it should.
    holds: bool,
    seconds: f64,
    seeds: String,
    numbers: serde_json::Value,
    #[serde(skip)]
    report: Report,
}

impl Whole {
    /// No papers yet.
    pub(super) fn new(quick: bool) -> Whole {
        Whole {
            circumstances: Circumstances::now(),
            quick,
            papers: Vec::new(),
        }
    }

    /// Adds a paper whose experiments took so long.
    pub(super) fn add<F: Reproduced>(
        &mut self,
        found: &F,
        report: Report,
        seconds: f64,
    ) -> serde_json::Result<()> {
        self.papers.push(Part {
            name: F::NAME,
            title: report.title().to_owned(),
            holds: found.holds(),
            seconds,
            seeds: found.seeds(),
            numbers: serde_json::to_value(found)?,
            report,
        });
        Ok(())
    }

    /// Whether everything that can be checked came out as it should.
    pub(super) fn holds(&self) -> bool {
        self.papers.iter().all(|part| part.holds)
    }

    /// The numbers.
    pub(super) fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The page, which needs no other file.
    pub(super) fn html(&self) -> String {
        let front = Report::new(TITLE).section(self.front());
        let mut contents = front.body(1) + "<ul>\n";
        for part in &self.papers {
            let title = escaped(&part.title);
            contents += &format!("<li><a href=\"#{}\">{title}</a></li>\n", part.name);
        }
        contents += "</ul>\n";
        for part in &self.papers {
            let body = part.report.body(2);
            contents += &format!("<article id=\"{}\">\n{body}</article>\n", part.name);
        }
        page(TITLE, &contents)
    }

    /// When, on what and how it was made, and whether it came out.
    fn front(&self) -> Section {
        let c = &self.circumstances;
        let memory = match c.memory_mib {
            Some(mib) => format!(", {:.1} GiB of memory", mib as f64 / 1024.0),
            None => String::new(),
        };
        let heading = ["Paper", "command", "seeds", "took", "checks"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for part in &self.papers {
            let quick = if self.quick { " --quick" } else { "" };
            rows.push(vec![
                part.name.to_owned(),
                format!("tabia reproduce {}{quick} --out DIR", part.name),
                part.seeds.clone(),
                output::duration(part.seconds),
                match part.holds {
                    true => "hold".to_owned(),
                    false => "FAILED: see there".to_owned(),
                },
            ]);
        }
        let section = Section::new("When, on what, and how");
        let section = match self.quick {
            true => section.text(
                "The quick form: shallow searches and few games. Numbers that need more are left \
                 out or uncertain, and say so.",
            ),
            false => section,
        };
        section
            .text(format!(
                "Begun on {} by `{}`: Tabia {} ({}), on {} ({} threads{memory}, {}).",
                c.date,
                c.command,
                c.version,
                c.profile(),
                c.processor,
                c.cores,
                c.system
            ))
            .text(
                "Every number that a paper prints stands beside ours. Where they differ, remarks \
                 say whether that is a misprint, an error, or a choice that the paper leaves open.",
            )
            .table("The papers", rows)
    }
}
