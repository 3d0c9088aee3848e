//! The delays as a picture: which part of the moves was known everywhere within which time.

use super::figures::{Delays, Figures};
use crate::svg::Plot;

/// The powers of ten around all delays.
fn scale(figures: &Figures) -> (i32, i32) {
    let shortest = figures.hundredths.first().copied().unwrap_or(1.0).max(0.01);
    let longest = figures.delay_ms.longest.max(shortest * 1.01);
    let (low, high) = (shortest.log10().floor() as i32, longest.log10().ceil() as i32);
    (low, high.max(low + 1))
}

/// The picture as SVG, on a scale of powers of ten.
pub(super) fn draw(figures: &Figures) -> String {
    let Figures { game, tables, sockets, moves_per_second, .. } = figures;
    let Delays { p50, p99, p999, .. } = figures.delay_ms;
    let (low, high) = scale(figures);
    let height = |ms: f64| (ms.log10() - f64::from(low)) / f64::from(high - low);
    let mut plot = Plot::new(
        &format!(
            "{game}: {tables} tables, {sockets} sockets, {moves_per_second:.0} moves a second"
        ),
        &format!(
            "from a click to everybody's message: p50 {p50:.1} ms, p99 {p99:.1} ms, p999 {p999:.1} ms"
        ),
    );
    for power in low..=high {
        let ms = 10f64.powi(power);
        plot.level(height(ms), &format!("{ms} ms"));
    }
    for percent in [0, 25, 50, 75, 100] {
        plot.tick(f64::from(percent) / 100.0, &format!("{percent} %"));
    }
    let points = figures.hundredths.iter().enumerate();
    plot.line(points.map(|(n, &ms)| (n as f64 / 100.0, height(ms))))
}
