//! A line over a frame with a scale, as SVG.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 56.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 48.0;

/// A plot. Places run from 0 at the left or the bottom to 1 at the right or the top.
pub(crate) struct Plot(String);

fn x(part: f64) -> f64 {
    LEFT + part * (WIDTH - LEFT - RIGHT)
}

fn y(part: f64) -> f64 {
    HEIGHT - BOTTOM - part.clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM)
}

impl Plot {
    /// An empty frame with a title and a line of text below it.
    pub(crate) fn new(title: &str, subtitle: &str) -> Self {
        Plot(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"system-ui, sans-serif\" \
             font-size=\"12\" fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"14\" font-weight=\"600\">{title}</text>\n\
             <text x=\"{LEFT}\" y=\"42\" fill=\"#555\">{subtitle}</text>\n"
        ))
    }

    /// A line across the frame, named at its left.
    pub(crate) fn level(&mut self, at: f64, name: &str) {
        let (at, right, left) = (y(at), WIDTH - RIGHT, LEFT - 6.0);
        let _ = writeln!(
            self.0,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{left}\" y=\"{:.1}\" \
             text-anchor=\"end\">{name}</text>",
            at + 4.0
        );
    }

    /// A name below the frame.
    pub(crate) fn tick(&mut self, at: f64, name: &str) {
        let (at, below) = (x(at), HEIGHT - BOTTOM + 20.0);
        let _ = writeln!(
            self.0,
            "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{name}</text>"
        );
    }

    /// A point with what it says when it is pointed at.
    pub(crate) fn point(&mut self, (at, value): (f64, f64), says: &str) {
        let (x, y) = (x(at), y(value));
        let _ = writeln!(
            self.0,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#2b5c8a\"><title>{says}</title></circle>"
        );
    }

    /// The whole picture, with a line through these points.
    pub(crate) fn line(self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let points: Vec<String> =
            points.map(|(at, value)| format!("{:.1},{:.1}", x(at), y(value))).collect();
        let points = points.join(" ");
        format!(
            "{}<polyline points=\"{points}\" fill=\"none\" stroke=\"#2b5c8a\" \
             stroke-width=\"2\"/>\n</svg>\n",
            self.0
        )
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
