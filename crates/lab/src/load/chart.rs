//! The delays as a picture: which part of the moves was known everywhere within which time.

use std::fmt::Write;

use super::figures::Figures;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 56.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 48.0;

/// The height of a delay, on a scale of powers of ten.
fn height(ms: f64, least: f64, most: f64) -> f64 {
    let share = (ms.max(least).log10() - least.log10()) / (most.log10() - least.log10());
    HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
}

/// The powers of ten around all delays.
fn scale(figures: &Figures) -> (i32, i32) {
    let shortest = figures.hundredths.first().copied().unwrap_or(1.0).max(0.01);
    let longest = figures.delay_ms.longest.max(shortest * 1.01);
    let (low, high) = (shortest.log10().floor() as i32, longest.log10().ceil() as i32);
    (low, high.max(low + 1))
}

/// The picture as SVG.
pub(super) fn draw(figures: &Figures) -> String {
    let (low, high) = scale(figures);
    let (least, most) = (10f64.powi(low), 10f64.powi(high));
    let x = |part: f64| LEFT + part * (WIDTH - LEFT - RIGHT);
    let y = |ms: f64| height(ms, least, most);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"14\">{}: {} tables, {} sockets, \
         {:.0} moves a second</text>\n\
         <text x=\"{LEFT}\" y=\"42\" fill=\"#555\">from a click to everybody's news: p50 {:.1} ms, \
         p99 {:.1} ms, p999 {:.1} ms</text>\n",
        figures.game,
        figures.tables,
        figures.sockets,
        figures.moves_per_second,
        figures.delay_ms.p50,
        figures.delay_ms.p99,
        figures.delay_ms.p999
    );
    for power in low..=high {
        let (ms, at) = (10f64.powi(power), y(10f64.powi(power)));
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{ms} ms</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for percent in [0, 25, 50, 75, 100] {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent} %</text>",
            x(f64::from(percent) / 100.0),
            HEIGHT - BOTTOM + 20.0
        );
    }
    let points: Vec<String> = figures
        .hundredths
        .iter()
        .enumerate()
        .map(|(n, &ms)| format!("{:.1},{:.1}", x(n as f64 / 100.0), y(ms)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f6f8b\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_holds_every_delay() {
        let (least, most) = (1.0, 100.0);
        assert_eq!(height(1.0, least, most), HEIGHT - BOTTOM);
        assert_eq!(height(100.0, least, most), TOP);
        assert!(height(0.2, least, most) <= HEIGHT - BOTTOM);
    }
}
