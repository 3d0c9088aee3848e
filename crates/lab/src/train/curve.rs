//! The learning curve: as numbers, as part of a checkpoint, as a picture.

use serde::Serialize;

use crate::svg::Plot;

/// A trial after this number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Point {
    pub(super) games: u64,
    /// The mean cross-entropy of the samples since the point before, in nats.
    pub(super) cross_entropy: f64,
    /// The share of the win against the weights in use.
    pub(super) score: f64,
}

impl Point {
    /// As a checkpoint has it.
    pub(super) fn to_bits(self) -> [u64; 3] {
        [self.games, self.cross_entropy.to_bits(), self.score.to_bits()]
    }

    pub(super) fn from_bits([games, cross_entropy, score]: [u64; 3]) -> Self {
        let [cross_entropy, score] = [cross_entropy, score].map(f64::from_bits);
        Point { games, cross_entropy, score }
    }
}

/// The curve as an SVG: the score against the weights in use, from 0 to 100%.
pub(super) fn draw(game: &str, points: &[Point]) -> String {
    let last = points.last().map_or(1, |point| point.games.max(1));
    let place = |point: &Point| (point.games as f64 / last as f64, point.score);
    let mut plot = Plot::new(&format!("{game}: score against the weights in use"), "");
    for percent in [0, 25, 50, 75, 100] {
        plot.level(f64::from(percent) / 100.0, &format!("{percent}%"));
    }
    plot.tick(1.0, &format!("{last} games"));
    for point in points {
        let Point { games, cross_entropy, score } = point;
        let percent = score * 100.0;
        let says = format!("{games} games: {percent:.1}%, cross-entropy {cross_entropy:.4}");
        plot.point(place(point), &says);
    }
    plot.line(points.iter().map(place))
}
