//! Writing SVG, with numbers kept short and texts escaped.

use std::fmt::{self, Display, Write};

/// A number with at most two decimals and no trailing zeros.
#[derive(Clone, Copy)]
pub(super) struct N(pub(super) f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A text that is safe between tags and in an attribute.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // XML knows no other control characters, not even escaped.
            c if c.is_control() && c != '\n' && c != '\t' => f.write_str("\u{fffd}"),
            c => f.write_char(c),
        })
    }
}

/// Collects the file, a line for each element.
#[derive(Default)]
pub(super) struct Pen {
    pub(super) out: String,
    depth: usize,
}

impl Pen {
    /// One line as it is.
    pub(super) fn line(&mut self, line: impl Display) {
        let indent = self.depth * 2;
        // Writing to a string can't fail.
        let _ = writeln!(self.out, "{:indent$}{line}", "");
    }

    /// A group with what `inside` draws; `title` is what to call it aloud.
    pub(super) fn group(&mut self, class: &str, title: &str, inside: impl FnOnce(&mut Self)) {
        self.line(format_args!("<g class=\"{}\">", Escaped(class)));
        self.depth += 1;
        if !title.is_empty() {
            self.line(format_args!("<title>{}</title>", Escaped(title)));
        }
        inside(self);
        self.depth -= 1;
        self.line("</g>");
    }

    pub(super) fn circle(&mut self, class: &str, x: f64, y: f64, r: f64) {
        let (x, y, r) = (N(x), N(y), N(r));
        self.line(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"));
    }

    pub(super) fn ellipse(&mut self, class: &str, x: f64, y: f64, rx: f64, ry: f64) {
        let (x, y, rx, ry) = (N(x), N(y), N(rx), N(ry));
        self.line(format_args!(
            "<ellipse class=\"{class}\" cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\"/>"
        ));
    }

    /// A rectangle around its middle with rounded corners.
    pub(super) fn rect(&mut self, class: &str, middle: (f64, f64), size: (f64, f64), round: f64) {
        let (x, y) = (N(middle.0 - size.0 / 2.0), N(middle.1 - size.1 / 2.0));
        let (w, h, r) = (N(size.0), N(size.1), N(round));
        self.line(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>"
        ));
    }

    pub(super) fn polygon(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let points: Vec<String> =
            points.into_iter().map(|(x, y)| format!("{},{}", N(x), N(y))).collect();
        self.line(format_args!("<polygon class=\"{class}\" points=\"{}\"/>", points.join(" ")));
    }

    /// A path in units of `scale` around `middle`: letters are commands, numbers take turns as x
    /// and y. Only absolute commands that take points.
    pub(super) fn path(&mut self, class: &str, middle: (f64, f64), scale: f64, path: &str) {
        let mut out = String::new();
        let mut across = true;
        for token in path.split_ascii_whitespace() {
            match token.parse::<f64>() {
                Ok(number) => {
                    let origin = if across { middle.0 } else { middle.1 };
                    let _ = write!(out, " {}", N(origin + number * scale));
                    across = !across;
                }
                Err(_) => out.push_str(token),
            }
        }
        self.line(format_args!("<path class=\"{class}\" d=\"{out}\"/>"));
    }

    /// Text in the middle of a place.
    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, size: f64, text: &str) {
        // Baselines differ among renderers; a third of the size is the middle of most letters.
        let (x, y, size) = (N(x), N(y + size * 0.35), N(size));
        self.line(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>",
            Escaped(text)
        ));
    }
}
