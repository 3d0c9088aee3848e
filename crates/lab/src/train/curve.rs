//! The learning curve: as numbers, as part of a checkpoint, as a picture.

use std::fmt::Write;

use serde::Serialize;

/// A trial after this number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Point {
    pub(super) games: u64,
    /// The mean cross-entropy of the samples since the point before, in nats.
    pub(super) cross_entropy: f64,
    /// The share of the win against the weights in use.
    pub(super) score: f64,
}

/// How many bytes a point takes in a checkpoint.
const SIZE: usize = 24;

/// The points as the head of a checkpoint.
pub(super) fn write(points: &[Point]) -> Vec<u8> {
    let mut bytes = (points.len() as u64).to_le_bytes().to_vec();
    for point in points {
        bytes.extend(point.games.to_le_bytes());
        bytes.extend(point.cross_entropy.to_le_bytes());
        bytes.extend(point.score.to_le_bytes());
    }
    bytes
}

/// The points of a checkpoint, and what follows them.
pub(super) fn read(bytes: &[u8]) -> Option<(Vec<Point>, &[u8])> {
    let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).ok();
    let (count, rest) = bytes.split_at_checked(8)?;
    let length = usize::try_from(word(count)?).ok()?.checked_mul(SIZE)?;
    let (points, rest) = rest.split_at_checked(length)?;
    let point = |bytes: &[u8]| {
        let (games, numbers) = bytes.split_at(8);
        let (cross_entropy, score) = numbers.split_at(8);
        Some(Point {
            games: word(games)?,
            cross_entropy: f64::from_bits(word(cross_entropy)?),
            score: f64::from_bits(word(score)?),
        })
    };
    Some((points.chunks_exact(SIZE).map(point).collect::<Option<_>>()?, rest))
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 56.0;

/// The curve as an SVG: the score against the weights in use, from 0 to 100%.
pub(super) fn draw(game: &str, points: &[Point]) -> String {
    let (width, height) = (WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN);
    let last = points.last().map_or(1, |point| point.games.max(1));
    let x = |games: u64| MARGIN + WIDTH * games as f64 / last as f64;
    let y = |score: f64| MARGIN + HEIGHT * (1.0 - score);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"13\" fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"28\" font-weight=\"600\">{game}: score against the weights in \
         use</text>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at}h{WIDTH}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{percent}%</text>",
            MARGIN - 6.0,
            at + 4.0
        );
    }
    let line: Vec<String> =
        points.iter().map(|point| format!("{:.1},{:.1}", x(point.games), y(point.score))).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#2b5c8a\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    for point in points {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#2b5c8a\"><title>{} games: \
             {:.1}%, cross_entropy {:.4}</title></circle>",
            x(point.games),
            y(point.score),
            point.games,
            point.score * 100.0,
            point.cross_entropy
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{last} games</text>\n</svg>",
        MARGIN + WIDTH,
        height - MARGIN / 2.0
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_gives_its_points_back() {
        let points = [Point { games: 5, cross_entropy: 0.5, score: 0.25 }; 3];
        let mut bytes = write(&points);
        bytes.extend(b"rest");
        assert_eq!(read(&bytes), Some((points.to_vec(), &b"rest"[..])));
        assert_eq!(read(&bytes[..40]), None);
        assert_eq!(read(&u64::MAX.to_le_bytes()), None);
    }
}
