//! The cross-table and the ratings as a picture.

use std::fmt::Write;

use super::hall::{Outcome, Plan};
use super::show::ranked;

const ROW: usize = 26;
const CELL: usize = 58;
const CHART: usize = 320;

/// An SVG: a row for each player, the best first; scores against the others on the left, ratings
/// with their errors on the right.
pub(super) fn draw(plan: &Plan<'_>, outcome: &Outcome) -> String {
    let names = plan.names();
    let rows = ranked(&outcome.standings);
    let left = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) * 8 + 24;
    let middle = left + CELL * rows.len() + 24;
    let (width, height) = (middle + CHART + 24, ROW * (rows.len() + 3));
    let low = rows.iter().map(|(_, p)| p.elo - p.error.min(400.0)).fold(0.0, f64::min) - 10.0;
    let high = rows.iter().map(|(_, p)| p.elo + p.error.min(400.0)).fold(0.0, f64::max) + 10.0;
    let x = |elo: f64| middle as f64 + (elo.clamp(low, high) - low) / (high - low) * CHART as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let title = format!("{}, {} games", plan.game.name, outcome.standings.games());
    let _ = writeln!(svg, "<text x=\"12\" y=\"20\" font-weight=\"600\">{}</text>", escape(&title));
    for (column, _) in rows.iter().enumerate() {
        let at = left + CELL * column + CELL / 2;
        let _ =
            writeln!(svg, "<text x=\"{at}\" y=\"46\" text-anchor=\"middle\">{}</text>", column + 1);
    }
    let zero = x(0.0);
    let bottom = ROW * (rows.len() + 2);
    let _ = writeln!(svg, "<path d=\"M{zero:.1} 36V{bottom}\" stroke=\"#bbb\"/>");
    for (row, &(player, place)) in rows.iter().enumerate() {
        let y = ROW * (row + 2) + 18;
        let name = escape(names[player]);
        let _ = writeln!(svg, "<text x=\"12\" y=\"{y}\">{} {name}</text>", row + 1);
        for (column, &(other, _)) in rows.iter().enumerate() {
            let Some(score) = outcome.standings.against(player, other) else { continue };
            let (at, top) = (left + CELL * column, y - 17);
            let shade = if score >= 0.5 { "#3b8f5a" } else { "#b5533c" };
            let strength = (score - 0.5).abs() * 1.2;
            let _ = writeln!(
                svg,
                "<rect x=\"{at}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{shade}\" \
                 fill-opacity=\"{strength:.2}\"/><text x=\"{}\" y=\"{y}\" text-anchor=\"middle\">{:.1}%</text>",
                CELL - 2,
                ROW - 2,
                at + CELL / 2 - 1,
                score * 100.0
            );
        }
        let (from, to) = (x(place.elo - place.error), x(place.elo + place.error));
        let (at, middle) = (x(place.elo), y - 5);
        let _ = writeln!(
            svg,
            "<path d=\"M{from:.1} {middle}H{to:.1}\" stroke=\"#888\" stroke-width=\"2\"/>\
             <circle cx=\"{at:.1}\" cy=\"{middle}\" r=\"5\" fill=\"#2b5c8a\"/>\
             <title>{name}: {:+.1} ± {:.1}</title>",
            place.elo, place.error
        );
    }
    let (caption, at) = (bottom + 18, middle);
    let _ = writeln!(
        svg,
        "<text x=\"{at}\" y=\"{caption}\" fill=\"#666\">Elo {low:+.0} … {high:+.0}, bars hold 95%</text>\n</svg>"
    );
    svg
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
