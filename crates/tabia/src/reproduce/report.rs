//! A report: text and tables for the terminal, a page with plots for the
//! browser.

use std::fmt::Write as _;

use crate::columns::columns;

/// A report in sections.
pub(crate) struct Report {
    title: String,
    sections: Vec<Section>,
}

/// What stands under one heading.
pub(crate) struct Section {
    heading: String,
    blocks: Vec<Block>,
}

enum Block {
    Text(String),
    Table {
        caption: String,
        /// The first row holds the headings.
        rows: Vec<Vec<String>>,
    },
    Figure {
        name: String,
        caption: String,
        svg: String,
    },
}

impl Section {
    /// An empty section.
    pub(crate) fn new(heading: &str) -> Section {
        Section {
            heading: heading.to_owned(),
            blocks: Vec::new(),
        }
    }

    /// Adds a paragraph.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Section {
        self.blocks.push(Block::Text(text.into()));
        self
    }

    /// Adds a paragraph for each remark on a paper, numbered.
    pub(crate) fn remarks(self, remarks: &[&str]) -> Section {
        let numbered = remarks.iter().zip(1..);
        numbered.fold(self, |section, (remark, n)| {
            section.text(format!("{n}. {remark}"))
        })
    }

    /// Adds a table whose first row holds the headings; all rows are as long.
    pub(crate) fn table(mut self, caption: &str, rows: Vec<Vec<String>>) -> Section {
        self.blocks.push(Block::Table {
            caption: caption.to_owned(),
            rows,
        });
        self
    }

    /// Adds a picture, which gets a file of this name.
    pub(crate) fn figure(mut self, name: &str, caption: &str, svg: String) -> Section {
        self.blocks.push(Block::Figure {
            name: name.to_owned(),
            caption: caption.to_owned(),
            svg,
        });
        self
    }
}

impl Report {
    /// A report without sections.
    pub(crate) fn new(title: &str) -> Report {
        Report {
            title: title.to_owned(),
            sections: Vec::new(),
        }
    }

    /// Adds a section.
    pub(crate) fn section(mut self, section: Section) -> Report {
        self.sections.push(section);
        self
    }

    /// Names and contents of the pictures.
    pub(crate) fn figures(&self) -> impl Iterator<Item = (&str, &str)> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::Figure { name, svg, .. } => Some((name.as_str(), svg.as_str())),
            Block::Text(_) | Block::Table { .. } => None,
        })
    }

    /// The report for a terminal; pictures are left to the page.
    pub(crate) fn text(&self) -> String {
        let mut text = format!(
            "{}\n{}\n",
            self.title,
            "=".repeat(self.title.chars().count())
        );
        for section in &self.sections {
            let line = "-".repeat(section.heading.chars().count());
            text += &format!("\n{}\n{line}\n", section.heading);
            for block in &section.blocks {
                match block {
                    Block::Text(paragraph) => text += &format!("{}\n", wrapped(paragraph, 78)),
                    Block::Table { caption, rows } => {
                        text += &format!("\n{}\n{}\n", wrapped(caption, 78), columns(rows));
                    }
                    Block::Figure { .. } => {}
                }
            }
        }
        text
    }

    /// What it is about.
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// The report as one page that needs no other file.
    pub(crate) fn html(&self) -> String {
        page(&self.title, &self.body(1))
    }

    /// The report as a part of a page, its title a heading of this level.
    pub(crate) fn body(&self, level: u8) -> String {
        let mut html = format!("<h{level}>{}</h{level}>\n", escaped(&self.title));
        let below = level + 1;
        for section in &self.sections {
            html += &format!("<h{below}>{}</h{below}>\n", escaped(&section.heading));
            for block in &section.blocks {
                match block {
                    Block::Text(text) => html += &format!("<p>{}</p>\n", with_code(text)),
                    Block::Table { caption, rows } => html += &table(caption, rows),
                    Block::Figure { caption, svg, .. } => {
                        html += &format!(
                            "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>\n",
                            escaped(caption)
                        );
                    }
                }
            }
        }
        html
    }
}

/// A page that needs no other file. `tabia serve` shows what stands between
/// the two tags of `main`.
pub(crate) fn page(title: &str, contents: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{contents}</main>\n\
         </body>\n</html>\n",
        escaped(title)
    )
}

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #fff;
       max-width: 66rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin-top: 2.2rem; }
h3 { font-size: 1.05rem; margin-top: 1.8rem; }
article > h2 { font-size: 1.4rem; border-top: 3px solid #9aa5b1; padding-top: 1.2rem; }
p, figcaption { max-width: 50rem; }
code { font-size: .92em; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .4rem 0 1rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #e4e7eb; }
th { border-bottom: 2px solid #9aa5b1; font-weight: 600; vertical-align: bottom; }
td { white-space: nowrap; }
th.words, td.words { text-align: left; }
td.long { white-space: normal; min-width: 16rem; }
th:first-child, td:first-child { padding-left: 0; }
figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: #52606d; }
";

/// More letters than this are broken into lines.
const LONG: usize = 48;

fn table(caption: &str, rows: &[Vec<String>]) -> String {
    // The caption stays in sight when a table is moved sideways.
    let mut html = format!(
        "<figure>\n<figcaption>{}</figcaption>\n<div class=\"wide\"><table>\n",
        escaped(caption)
    );
    let words: Vec<bool> = (0..rows.first().map_or(0, Vec::len))
        .map(|column| column == 0 || is_words(rows, column))
        .collect();
    for (i, row) in rows.iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        html.push_str("<tr>");
        for (cell, &words) in row.iter().zip(&words) {
            let class = match (words, cell.chars().count() > LONG) {
                (true, true) => " class=\"words long\"",
                (true, false) => " class=\"words\"",
                (false, _) => "",
            };
            // Writing to a string does not fail.
            let _ = write!(html, "<{tag}{class}>{}</{tag}>", with_code(cell));
        }
        html.push_str("</tr>\n");
    }
    html + "</table></div>\n</figure>\n"
}

/// Whether a column holds words rather than numbers, below its heading.
fn is_words(rows: &[Vec<String>], column: usize) -> bool {
    let cells = rows[1..].iter().filter_map(|row| row.get(column));
    let (mut words, mut filled) = (0, 0);
    for cell in cells.filter(|cell| !cell.is_empty()) {
        let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
        let digits = cell.chars().filter(|c| c.is_ascii_digit()).count();
        // `3 min 20 s` is a number.
        let is_word = cell.starts_with(char::is_alphabetic) || letters > 2 * digits + 2;
        words += usize::from(is_word);
        filled += 1;
    }
    2 * words > filled
}

/// Text for a page; what stands between backquotes is code.
fn with_code(text: &str) -> String {
    let mut html = String::new();
    for (i, part) in text.split('`').enumerate() {
        match i % 2 {
            0 => html += &escaped(part),
            _ => html += &format!("<code>{}</code>", escaped(part)),
        }
    }
    html
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The text in lines of at most `width` letters, broken between words.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > width {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += letters;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let rows = vec![
            vec!["Depth".to_owned(), "a < b".to_owned()],
            vec!["2".to_owned(), "0.1".to_owned()],
        ];
        Report::new("Title & more").section(
            Section::new("One")
                .text("Some words on `a < b`.")
                .table("A table", rows)
                .figure("plot", "A plot", "<svg></svg>\n".to_owned()),
        )
    }

    #[test]
    fn the_page_escapes_text_and_holds_its_pictures() {
        let html = report().html();
        assert!(html.contains("<h1>Title &amp; more</h1>"), "{html}");
        assert!(html.contains("<th>a &lt; b</th>"), "{html}");
        assert!(html.contains("on <code>a &lt; b</code>."), "{html}");
        assert!(html.contains("<td>0.1</td>"), "{html}");
        assert!(
            html.contains("<figure>\n<svg></svg>\n<figcaption>A plot"),
            "{html}"
        );
        let figures: Vec<_> = report()
            .figures()
            .map(|(name, _)| name.to_owned())
            .collect();
        assert_eq!(figures, ["plot"]);
    }

    #[test]
    fn the_text_has_headings_paragraphs_and_tables() {
        assert_eq!(
            report().text(),
            "Title & more\n============\n\nOne\n---\nSome words on `a < b`.\n\nA table\n\
             Depth  a < b\n2        0.1\n\n"
        );
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two  three four", 9), "one two\nthree\nfour");
        assert_eq!(wrapped("extraordinarily long", 5), "extraordinarily\nlong");
    }
}
