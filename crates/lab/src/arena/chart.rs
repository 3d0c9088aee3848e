//! The cross-table and the ratings as a picture.

use std::fmt::Write;

use crate::rating::Standing;
use unicode_width::UnicodeWidthStr;

use super::axis::Axis;
use super::results::Record;
use super::runner::{Match, MatchOutcome};
use super::shorten;
use super::show::{ranked, rating};

const ROW: usize = 26;
const CELL: usize = 58;
const CHART: usize = 320;
/// Room for a rating in words at the right of its bar.
const LABEL: usize = 130;
/// How far an arrow goes beyond the scale.
const ARROW: f64 = 15.0;
/// A wider name would leave no room for the rest.
const NAME: usize = 40;

/// An SVG: a row for each player, the best first; scores against the others on the left, ratings
/// with their errors on the right.
pub(super) fn draw(plan: &Match<'_>, outcome: &MatchOutcome) -> String {
    let names = plan.names();
    let short: Vec<String> = names.iter().map(|name| shorten::middle(name, NAME)).collect();
    let rows = ranked(&outcome.standings);
    let left = short.iter().map(|name| name.width()).max().unwrap_or(0) * 8 + 36;
    let middle = left + CELL * rows.len() + 32;
    let (width, height) = (middle + CHART + LABEL, ROW * (rows.len() + 4));
    let title = escape(&format!("{}, {} games", plan.game.name, outcome.standings.games()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#222\">\n\
         <title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"12\" y=\"20\" font-weight=\"600\">{title}</text>\n"
    );
    for (column, _) in rows.iter().enumerate() {
        let at = left + CELL * column + CELL / 2;
        let _ =
            writeln!(svg, "<text x=\"{at}\" y=\"46\" text-anchor=\"middle\">{}</text>", column + 1);
    }
    let places: Vec<Standing> = rows.iter().map(|&(_, place)| place).collect();
    let axis = Axis::new(&places, middle as f64, CHART as f64);
    svg += &scale(&axis, ROW * (rows.len() + 2));
    for (row, &(player, place)) in rows.iter().enumerate() {
        let y = ROW * (row + 2) + 18;
        let (name, shown) = (escape(names[player]), escape(&short[player]));
        let _ = writeln!(
            svg,
            "<text x=\"12\" y=\"{y}\">{} {shown}<title>{name}</title></text>",
            row + 1
        );
        for (column, &(other, _)) in rows.iter().enumerate() {
            if let Some(score) = outcome.standings.against(player, other) {
                let games = outcome.results.against(player, other);
                svg += &cell(left + CELL * column, y, score, games);
            }
        }
        svg += &bar(&axis, y - 5, &name, &place);
    }
    svg + "</svg>\n"
}

/// The lines and numbers of the scale, down to `bottom`, and what it is below.
fn scale(axis: &Axis, bottom: usize) -> String {
    let mut svg = String::new();
    for tick in axis.ticks() {
        let (x, colour) = (axis.x(tick), if tick == 0.0 { "#999" } else { "#ddd" });
        let number = if tick == 0.0 { "0".to_owned() } else { format!("{tick:+.0}") };
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} 52V{bottom}\" stroke=\"{colour}\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\" fill=\"#666\">{number}</text>",
            bottom + 14
        );
    }
    let (x, y) = (axis.from(), bottom + 34);
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y}\" font-size=\"11\" fill=\"#666\">Elo; bars hold 95%, those with an arrow go \
         on</text>"
    );
    svg
}

/// The score of one player against another, and how their games ended.
fn cell(x: usize, y: usize, score: f64, games: Option<Record>) -> String {
    let games = games.map_or(String::new(), |games| format!("<title>{games}</title>"));
    let shade = if score >= 0.5 { "#3b8f5a" } else { "#b5533c" };
    let strength = (score - 0.5).abs() * 1.2;
    format!(
        "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{shade}\" \
         fill-opacity=\"{strength:.2}\"/><text x=\"{}\" y=\"{y}\" text-anchor=\"middle\">{:.1}%{games}</text>\n",
        y - 17,
        CELL - 2,
        ROW - 2,
        x + CELL / 2 - 1,
        score * 100.0
    )
}

/// A rating, its error and both in words.
fn bar(axis: &Axis, y: usize, name: &str, place: &Standing) -> String {
    let (at, words) = (axis.x(place.elo), rating(place.elo, place.error));
    let (mut from, mut to) = (at, at);
    if place.elo.is_finite() {
        (from, to) = (axis.x(place.elo - place.error), axis.x(place.elo + place.error));
    }
    // What ends at the edge of the picture goes on beyond it.
    let mut heads = String::new();
    if axis.is_below(place.elo - place.error) {
        from -= ARROW;
        let _ = write!(heads, "M{:.1} {}l-6 5l6 5", from + 6.0, y - 5);
    }
    if axis.is_above(place.elo + place.error) {
        to += ARROW;
        let _ = write!(heads, "M{:.1} {}l6 5l-6 5", to - 6.0, y - 5);
    }
    let path = format!("M{from:.1} {y}H{to:.1}{heads}");
    format!(
        "<path d=\"{path}\" stroke=\"#888\" stroke-width=\"2\" fill=\"none\"/>\
         <circle cx=\"{at:.1}\" cy=\"{y}\" r=\"5\" fill=\"#2b5c8a\"><title>{name}: {words}</title></circle>\
         <text x=\"{:.1}\" y=\"{}\" font-size=\"11\" stroke=\"#fff\" stroke-width=\"3\" \
         paint-order=\"stroke\">{words}</text>\n",
        to.max(at + 5.0) + 6.0,
        y + 4
    )
}

fn escape(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
