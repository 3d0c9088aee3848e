//! Pictures as SVG: text, lines, and a frame with a scale for a curve.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 56.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 48.0;

/// The text of a picture.
pub(crate) struct Svg(String);

impl Svg {
    /// A white picture of this size in pixels.
    pub(crate) fn new(width: f64, height: f64, font_size: u32) -> Self {
        Svg(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"{font_size}\" \
             fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        ))
    }

    /// An element; `attributes` and `content` are XML.
    pub(crate) fn add(&mut self, name: &str, attributes: &str, content: &str) {
        let space = if attributes.is_empty() { "" } else { " " };
        let _ = writeln!(self.0, "<{name}{space}{attributes}>{content}</{name}>");
    }

    pub(crate) fn text(&mut self, x: f64, y: f64, attributes: &str, content: &str) {
        let place = format!("x=\"{x:.1}\" y=\"{y:.1}\" {attributes}");
        self.add("text", place.trim_end(), content);
    }

    pub(crate) fn end(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// Text as XML, without control characters.
pub(crate) fn escape(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A curve over a frame with a scale. Places run from 0 at the left or the bottom to 1 at the right or the top.
pub(crate) struct Plot(Svg);

fn x(part: f64) -> f64 {
    LEFT + part * (WIDTH - LEFT - RIGHT)
}

fn y(part: f64) -> f64 {
    HEIGHT - BOTTOM - part.clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM)
}

impl Plot {
    /// An empty frame with a title and a line of text below it.
    pub(crate) fn new(title: &str, subtitle: &str) -> Self {
        let mut svg = Svg::new(WIDTH, HEIGHT, 12);
        svg.text(LEFT, 24.0, "font-size=\"14\" font-weight=\"600\"", title);
        svg.text(LEFT, 42.0, "fill=\"#555\"", subtitle);
        Plot(svg)
    }

    /// A line across the frame, named at its left.
    pub(crate) fn level(&mut self, at: f64, name: &str) {
        let line = format!("d=\"M{LEFT} {:.1}H{}\" stroke=\"#ddd\"", y(at), WIDTH - RIGHT);
        self.0.add("path", &line, "");
        self.0.text(LEFT - 6.0, y(at) + 4.0, "text-anchor=\"end\"", name);
    }

    /// A name below the frame.
    pub(crate) fn tick(&mut self, at: f64, name: &str) {
        self.0.text(x(at), HEIGHT - BOTTOM + 20.0, "text-anchor=\"middle\"", name);
    }

    /// A point with a tooltip.
    pub(crate) fn point(&mut self, (at, value): (f64, f64), tooltip: &str) {
        let place = format!("cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#2b5c8a\"", x(at), y(value));
        self.0.add("circle", &place, &format!("<title>{tooltip}</title>"));
    }

    /// The whole picture, with a line through these points.
    pub(crate) fn line(mut self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let points: Vec<String> =
            points.map(|(at, value)| format!("{:.1},{:.1}", x(at), y(value))).collect();
        let style = "fill=\"none\" stroke=\"#2b5c8a\" stroke-width=\"2\"";
        self.0.add("polyline", &format!("points=\"{}\" {style}", points.join(" ")), "");
        self.0.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_holds_every_value() {
        assert_eq!((y(0.0), y(1.0)), (HEIGHT - BOTTOM, TOP));
        assert_eq!((y(-1.0), y(7.0)), (HEIGHT - BOTTOM, TOP));
        assert_eq!((x(0.0), x(1.0)), (LEFT, WIDTH - RIGHT));
    }
}
