//! A picture as text: the few SVG elements that are needed.

use std::fmt::{self, Write};

use crate::palette::{FAINT_INK, FONT, INK, PAPER};

/// A picture being drawn. Coordinates are pixels from the top left.
pub(crate) struct Svg {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// How a text looks.
#[derive(Clone, Copy)]
pub(crate) struct Letters {
    /// Height in pixels.
    pub(crate) size: f64,
    /// Colour.
    pub(crate) colour: &'static str,
    /// Whether it is bold.
    pub(crate) bold: bool,
    /// Where it stands.
    pub(crate) anchor: Anchor,
}

impl Letters {
    /// Plain letters that begin at their point.
    pub(crate) fn new(size: f64, colour: &'static str) -> Letters {
        Letters {
            size,
            colour,
            bold: false,
            anchor: Anchor::Start,
        }
    }

    /// The same in bold.
    pub(crate) fn bold(self) -> Letters {
        Letters { bold: true, ..self }
    }

    /// The same, standing elsewhere.
    pub(crate) fn anchored(self, anchor: Anchor) -> Letters {
        Letters { anchor, ..self }
    }
}

impl Svg {
    /// An empty picture. The title is read out by programs that read pages.
    pub(crate) fn new(width: f64, height: f64, title: &str) -> Svg {
        Svg {
            width,
            height,
            title: title.to_owned(),
            body: String::new(),
        }
    }

    /// The same on a sheet of paper, which the page darkens at night.
    pub(crate) fn on_paper(width: f64, height: f64, title: &str) -> Svg {
        let mut svg = Svg::new(width, height, title);
        svg.add(format_args!(
            "rect class=\"paper\" width=\"{}\" height=\"{}\" fill=\"{PAPER}\"",
            N(width),
            N(height)
        ));
        svg
    }

    /// Adds an element: its name and attributes, written out.
    pub(crate) fn add(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "<{element}/>");
    }

    /// Begins a group; what is drawn until [`end`](Svg::end) belongs to it.
    pub(crate) fn begin(&mut self, attributes: fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "<g {attributes}>");
    }

    /// Ends the last group begun.
    pub(crate) fn end(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Says what the group just begun is, in words that appear under the
    /// pointer.
    pub(crate) fn hint(&mut self, words: &str) {
        let _ = writeln!(self.body, "<title>{}</title>", Escaped(words));
    }

    /// Writes one line of text.
    pub(crate) fn text(&mut self, x: f64, y: f64, letters: Letters, text: &str) {
        self.placed_text(format_args!("x=\"{}\" y=\"{}\"", N(x), N(y)), letters, text);
    }

    /// Writes one line of text upwards.
    pub(crate) fn text_upwards(&mut self, x: f64, y: f64, letters: Letters, text: &str) {
        let (x, y) = (N(x), N(y));
        let place = format_args!("x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\"");
        self.placed_text(place, letters, text);
    }

    fn placed_text(&mut self, place: fmt::Arguments<'_>, letters: Letters, text: &str) {
        let anchor = match letters.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if letters.bold {
            " font-weight=\"600\""
        } else {
            ""
        };
        // A page in the dark replaces these two by light ones.
        let class = match letters.colour {
            INK => " class=\"ink\"",
            FAINT_INK => " class=\"faint\"",
            _ => "",
        };
        let _ = writeln!(
            self.body,
            "<text {place}{class} font-size=\"{}\" fill=\"{}\" text-anchor=\"{anchor}\"{weight}>{}</text>",
            N(letters.size),
            letters.colour,
            Escaped(text),
        );
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (N(self.width), N(self.height));
        let title = Escaped(&self.title);
        // What can be clicked must not be taken for a part of one image.
        let role = match self.body.contains("data-click") {
            true => "group",
            false => "img",
        };
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"{role}\" font-family=\"{FONT}\">"
        )?;
        writeln!(f, "<title>{title}</title>")?;
        f.write_str(&self.body)?;
        f.write_str("</svg>\n")
    }
}

/// A coordinate with no more digits than can be seen.
pub(crate) struct N(pub(crate) f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Negative zero is not worth its sign.
        write!(f, "{}", rounded + 0.0)
    }
}

/// Text that cannot be taken for markup.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML has no place for these at all.
                c if c.is_control() && !c.is_whitespace() => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_numbers_are_short() {
        let mut svg = Svg::new(10.0, 20.5, "a < b & c");
        svg.text(1.0 / 3.0, -0.001, Letters::new(9.0, "#000"), "\"x\"\u{1}");
        let text = svg.to_string();
        assert!(text.contains("<title>a &lt; b &amp; c</title>"), "{text}");
        assert!(text.contains("x=\"0.33\" y=\"0\""), "{text}");
        assert!(text.contains("&quot;x&quot;\u{fffd}<"), "{text}");
        assert!(text.contains("viewBox=\"0 0 10 20.5\""), "{text}");
    }
}
