//! The learning curve: as numbers, as part of a checkpoint, as a picture.

use serde::Serialize;

use super::sample::take;
use crate::plot::Plot;

/// A trial after this number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Point {
    pub(super) games: u64,
    /// The mean cross-entropy of the samples since the point before, in nats.
    pub(super) cross_entropy: f64,
    /// The share of the win against the weights in use.
    pub(super) score: f64,
}

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

/// The points of a checkpoint, which go from its bytes.
pub(super) fn read(bytes: &mut &[u8]) -> Option<Vec<Point>> {
    let count = u64::from_le_bytes(take(bytes)?);
    let mut point = || {
        let games = u64::from_le_bytes(take(bytes)?);
        let [cross_entropy, score] = [take(bytes)?, take(bytes)?].map(f64::from_le_bytes);
        Some(Point { games, cross_entropy, score })
    };
    (0..count).map(|_| point()).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_gives_its_points_back() {
        let points = [Point { games: 5, cross_entropy: 0.5, score: 0.25 }; 3];
        let mut bytes = write(&points);
        bytes.extend(b"rest");
        let rest = &mut &bytes[..];
        assert_eq!((read(rest), *rest), (Some(points.to_vec()), &b"rest"[..]));
        assert_eq!(read(&mut &bytes[..40]), None);
        assert_eq!(read(&mut &u64::MAX.to_le_bytes()[..]), None);
    }
}
