//! The cross-table and the ratings as a picture.

use std::fmt::Write;

use crate::rating::Standing;
use crate::svg::{Svg, escape};
use unicode_width::UnicodeWidthStr;

use super::results::Record;
use super::runner::{Match, MatchResult};
use super::shorten;
use super::show::{ranked, rating};

const ROW: f64 = 26.0;
const CELL: f64 = 58.0;
const CHART: f64 = 320.0;
/// Room for a rating in words at the right of its bar.
const LABEL: f64 = 130.0;
/// How far an arrow goes beyond the scale.
const ARROW: f64 = 15.0;
/// Longer names are shortened.
const NAME: usize = 40;
const SMALL: &str = "font-size=\"11\" fill=\"#666\"";
const CENTRED: &str = "text-anchor=\"middle\"";

/// An SVG: a row for each player, the best first; scores against the others on the left, ratings
/// with their errors on the right.
pub(super) fn draw(game_match: &Match<'_>, result: &MatchResult) -> String {
    let names = game_match.names();
    let short: Vec<String> = names.iter().map(|name| shorten::middle(name, NAME)).collect();
    let rows = ranked(&result.standings);
    let left = (short.iter().map(|name| name.width()).max().unwrap_or(0) * 8 + 36) as f64;
    let middle = left + CELL * rows.len() as f64 + 32.0;
    let mut svg = Svg::new(middle + CHART + LABEL, ROW * (rows.len() + 4) as f64, 13);
    let title = escape(&format!("{}, {} games", game_match.game.name, result.standings.games()));
    svg.add("title", "", &title);
    svg.text(12.0, 20.0, "font-weight=\"600\"", &title);
    let places: Vec<Standing> = rows.iter().map(|&(_, place)| place).collect();
    let axis = Axis::new(&places, middle);
    axis.draw(&mut svg, ROW * (rows.len() + 2) as f64);
    for (row, &(player, place)) in rows.iter().enumerate() {
        let (y, number) = (ROW * (row + 2) as f64 + 18.0, row + 1);
        let column = |row: usize| left + CELL * row as f64;
        svg.text(column(row) + CELL / 2.0, 46.0, CENTRED, &number.to_string());
        let name = escape(names[player]);
        let shown = escape(&short[player]);
        svg.text(12.0, y, "", &format!("{number} {shown}<title>{name}</title>"));
        for (at, &(other, _)) in rows.iter().enumerate() {
            if let Some(score) = result.standings.against(player, other) {
                let games = result.results.against(player, other);
                draw_cell(&mut svg, (column(at), y), score, games);
            }
        }
        axis.draw_bar(&mut svg, y - 5.0, &name, &place);
    }
    svg.end()
}

/// The score of one player against another, and how their games ended.
fn draw_cell(svg: &mut Svg, (x, y): (f64, f64), score: f64, games: Option<Record>) {
    let games = games.map_or(String::new(), |games| format!("<title>{games}</title>"));
    let shade = if score >= 0.5 { "#3b8f5a" } else { "#b5533c" };
    let (width, height, opacity) = (CELL - 2.0, ROW - 2.0, (score - 0.5).abs() * 1.2);
    let place = format!("x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{height}\"", y - 17.0);
    svg.add("rect", &format!("{place} fill=\"{shade}\" fill-opacity=\"{opacity:.2}\""), "");
    let text = format!("{:.1}%{games}", score * 100.0);
    svg.text(x + CELL / 2.0 - 1.0, y, CENTRED, &text);
}

/// Errors are drawn up to this size: a player with few games would press all others together.
const WIDEST: f64 = 400.0;

/// The scale of the ratings.
struct Axis {
    /// The ratings at the ends, both a whole number of steps.
    low: f64,
    high: f64,
    /// From one number on the scale to the next.
    step: f64,
    /// Whether nobody has a rating.
    is_empty: bool,
    /// The x coordinate of the low end.
    left: f64,
}

impl Axis {
    /// A scale that has room for the finite ratings.
    fn new(places: &[Standing], left: f64) -> Self {
        let rated = || places.iter().filter(|place| place.elo.is_finite());
        let ends = |sign: f64| rated().map(move |p| p.elo + sign * p.error.min(WIDEST));
        let low = ends(-1.0).fold(-10.0, f64::min);
        let high = ends(1.0).fold(10.0, f64::max);
        let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
        let step = steps.into_iter().find(|step| (high - low) / step <= 5.0);
        // Thousands of Elo apart.
        let step = step.unwrap_or_else(|| ((high - low) / 5000.0).ceil() * 1000.0);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Axis { low, high, step, is_empty: rated().next().is_none(), left }
    }

    /// The ratings on the scale; where nobody has one, 0 alone.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        let all = (0..=count).map(|tick| self.low + f64::from(tick) * self.step);
        all.filter(|&tick| tick == 0.0 || !self.is_empty)
    }

    /// The x coordinate of a rating; the nearer end where it is beyond.
    fn x(&self, elo: f64) -> f64 {
        let part = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.left + part * CHART
    }

    /// The lines and numbers, down to `bottom`, and an explanation below.
    fn draw(&self, svg: &mut Svg, bottom: f64) {
        for tick in self.ticks() {
            let (x, colour) = (self.x(tick), if tick == 0.0 { "#999" } else { "#ddd" });
            let number = if tick == 0.0 { "0".to_owned() } else { format!("{tick:+.0}") };
            svg.add("path", &format!("d=\"M{x:.1} 52V{bottom}\" stroke=\"{colour}\""), "");
            svg.text(x, bottom + 14.0, &format!("{CENTRED} {SMALL}"), &number);
        }
        let text = "Elo; bars hold 95%, those with an arrow go on";
        svg.text(self.left, bottom + 34.0, SMALL, text);
    }

    /// A rating and its error, as a bar and in words.
    fn draw_bar(&self, svg: &mut Svg, y: f64, name: &str, place: &Standing) {
        let (at, words) = (self.x(place.elo), rating(place.elo, place.error));
        let (low, high) = (place.elo - place.error, place.elo + place.error);
        let (mut from, mut to) = (at, at);
        if place.elo.is_finite() {
            (from, to) = (self.x(low), self.x(high));
        }
        // Arrows for what goes on beyond the scale.
        let mut heads = String::new();
        if low < self.low {
            from -= ARROW;
            let _ = write!(heads, "M{:.1} {}l-6 5l6 5", from + 6.0, y - 5.0);
        }
        if high > self.high {
            to += ARROW;
            let _ = write!(heads, "M{:.1} {}l6 5l-6 5", to - 6.0, y - 5.0);
        }
        let style = "stroke=\"#888\" stroke-width=\"2\" fill=\"none\"";
        svg.add("path", &format!("d=\"M{from:.1} {y}H{to:.1}{heads}\" {style}"), "");
        let place = format!("cx=\"{at:.1}\" cy=\"{y}\" r=\"5\" fill=\"#2b5c8a\"");
        svg.add("circle", &place, &format!("<title>{name}: {words}</title>"));
        let style = "font-size=\"11\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"";
        svg.text(to.max(at + 5.0) + 6.0, y + 4.0, style, &words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(places: &[(f64, f64)]) -> Axis {
        let place = |&(elo, error)| Standing { elo, error, seats: 2, won: 1.0, score: 0.5 };
        Axis::new(&places.iter().map(place).collect::<Vec<_>>(), 0.0)
    }

    #[test]
    fn the_scale_has_between_three_and_eight_numbers() {
        let found: Vec<f64> = axis(&[(73.6, 60.0), (-73.6, 60.0)]).ticks().collect();
        assert_eq!(found, [-200.0, -100.0, 0.0, 100.0, 200.0]);
        for widest in [1.0, 30.0, 333.0, 2_500.0, 80_000.0] {
            let count = axis(&[(widest, 1.0), (-widest / 3.0, 1.0)]).ticks().count();
            assert!((3..=8).contains(&count), "{widest}: {count}");
        }
    }

    #[test]
    fn infinite_ratings_are_at_the_ends() {
        let all = axis(&[(f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::INFINITY)]);
        assert_eq!([all.x(f64::NEG_INFINITY), all.x(f64::INFINITY)], [0.0, CHART]);
        assert_eq!(all.ticks().collect::<Vec<_>>(), [0.0], "nobody has a number");
        let unknown = axis(&[(50.0, f64::INFINITY), (-50.0, 20.0)]);
        assert!(unknown.ticks().all(f64::is_finite));
    }
}
