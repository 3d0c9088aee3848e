//! A graph of everybody's share of the win over a game, as SVG.

use std::fmt::Write;

use parlour_core::look::Paint;

use crate::svg::Escaped;

/// What a graph shows.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// What it is called.
    pub title: &'a str,
    /// The players' names, in seat order.
    pub names: &'a [String],
    /// Their colours; with more players than paints they start over.
    pub paints: &'a [Paint],
    /// Everybody's share at the start and after each action.
    pub shares: &'a [&'a [f64]],
    /// Actions to mark, counted from 1, with a word for each.
    pub marks: &'a [(usize, String)],
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 320.0;
/// Room for names and numbers around the graph.
const LEFT: f64 = 44.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 28.0;
const RIGHT: f64 = 16.0;

/// The graph: everybody's share as a band, the first player's at the bottom. All bands together are 1.
pub fn graph(graph: &Graph<'_>) -> String {
    let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let last = graph.shares.len().saturating_sub(1).max(1) as f64;
    let x = |index: usize| LEFT + width * index as f64 / last;
    let y = |share: f64| TOP + height * (1.0 - share.clamp(0.0, 1.0));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" aria-labelledby=\"title\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title id=\"title\">{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        Escaped(graph.title)
    );
    let paint = |seat: usize| graph.paints[seat % graph.paints.len().max(1)];
    let mut below = vec![0.0; graph.shares.len()];
    for seat in 0..graph.names.len() {
        let above: Vec<f64> = below
            .iter()
            .zip(graph.shares)
            .map(|(below, shares)| below + shares.get(seat).copied().unwrap_or_default())
            .collect();
        let up = above.iter().enumerate().map(|(index, &share)| (x(index), y(share)));
        let down = below.iter().enumerate().rev().map(|(index, &share)| (x(index), y(share)));
        let points: Vec<String> = up.chain(down).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let Paint { fill, edge, .. } = paint(seat);
        let _ = writeln!(
            text,
            "<polygon fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"0.7\" points=\"{}\"/>",
            points.join(" ")
        );
        below = above;
    }
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {0:.1}H{1:.1}\" stroke=\"#888\" stroke-width=\"0.5\" \
             stroke-dasharray=\"3 3\"/><text x=\"{2:.1}\" y=\"{3:.1}\" text-anchor=\"end\">{4}%</text>",
            y(share),
            WIDTH - RIGHT,
            LEFT - 6.0,
            y(share) + 4.0,
            share * 100.0
        );
    }
    for (ply, word) in graph.marks {
        let _ = writeln!(
            text,
            "<g><title>{}</title><path d=\"M{1:.1} {TOP}V{2:.1}\" stroke=\"#c00\"/>\
             <circle cx=\"{1:.1}\" cy=\"{TOP}\" r=\"4\" fill=\"#c00\"/></g>",
            Escaped(word),
            x(*ply),
            TOP + height
        );
    }
    let mut at = LEFT;
    for (seat, name) in graph.names.iter().enumerate() {
        let Paint { fill, edge, .. } = paint(seat);
        let _ = writeln!(
            text,
            "<rect x=\"{at:.1}\" y=\"14\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{fill}\" \
             stroke=\"{edge}\"/><text x=\"{:.1}\" y=\"25\">{}</text>",
            at + 20.0,
            Escaped(name)
        );
        at += 40.0 + 7.5 * name.chars().count() as f64;
    }
    for ply in ticks(graph.shares.len().saturating_sub(1)) {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{ply}</text>",
            x(ply),
            HEIGHT - 10.0
        );
    }
    text.push_str("</svg>\n");
    text
}

/// Round numbers of actions, about ten.
fn ticks(last: usize) -> impl Iterator<Item = usize> {
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| last / step <= 12);
    (0..=last).step_by(step.unwrap_or(1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_a_band_and_a_name_is_no_markup() {
        let names = ["Ann".to_owned(), "<b>".to_owned(), "Cy".to_owned()];
        let paints = [Paint::new("#111", "#222", "#333"), Paint::new("#444", "#555", "#666")];
        let (start, end): (&[f64], &[f64]) = (&[0.5, 0.25, 0.25], &[1.0, 0.0, 0.0]);
        let marks = [(1, "Ann: blunder".to_owned())];
        let shares = [start, end];
        let svg = graph(&Graph {
            title: "A game",
            names: &names,
            paints: &paints,
            shares: &shares,
            marks: &marks,
        });
        assert_eq!(svg.matches("<polygon").count(), 3);
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains("Ann: blunder"));
    }
}
