//! The colours of a theme for a screen of characters.

use parlour_core::look::{Form, Paint};
use parlour_core::scene::{Layout, Piece, Point, SiteId};

use crate::Drawing;

/// A colour by its red, green and blue parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The steps of red, green and blue in the 216 fixed colours.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The colours that every colour terminal has.
const SIXTEEN: [Rgb; 16] = [
    Rgb(0, 0, 0),
    Rgb(170, 0, 0),
    Rgb(0, 170, 0),
    Rgb(170, 85, 0),
    Rgb(0, 0, 170),
    Rgb(170, 0, 170),
    Rgb(0, 170, 170),
    Rgb(170, 170, 170),
    Rgb(85, 85, 85),
    Rgb(255, 85, 85),
    Rgb(85, 255, 85),
    Rgb(255, 255, 85),
    Rgb(85, 85, 255),
    Rgb(255, 85, 255),
    Rgb(85, 255, 255),
    Rgb(255, 255, 255),
];

/// What lies on a character: its ground and its ink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The ground.
    pub ground: Rgb,
    /// What is written on it.
    pub ink: Rgb,
}

impl Rgb {
    /// The colour of a text such as `#e0b67d` or `#e0b67d66`, and how much it covers, from 0 to 1;
    /// `None` for `none` and for what is no colour.
    pub fn read(text: &str) -> Option<(Rgb, f64)> {
        let digits = text.strip_prefix('#')?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let colour = Rgb(part(0)?, part(2)?, part(4)?);
        Some((colour, part(6).map_or(1.0, |alpha| f64::from(alpha) / 255.0)))
    }

    /// This colour with a share of another, from 0 to 1.
    pub fn mix(self, other: Rgb, share: f64) -> Rgb {
        let part = |a: u8, b: u8| {
            (f64::from(a) * (1.0 - share) + f64::from(b) * share).round().clamp(0.0, 255.0) as u8
        };
        Rgb(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// How bright it looks, from 0 to 1.
    pub fn brightness(self) -> f64 {
        (0.299 * f64::from(self.0) + 0.587 * f64::from(self.1) + 0.114 * f64::from(self.2)) / 255.0
    }

    /// The nearest of the 240 fixed colours that a terminal with 256 colours has.
    pub fn indexed(self) -> u8 {
        let nearest = |part: u8| {
            (0..6u8).min_by_key(|&i| STEPS[usize::from(i)].abs_diff(part)).unwrap_or_default()
        };
        let [r, g, b] = [self.0, self.1, self.2].map(nearest);
        let step = |i: u8| STEPS[usize::from(i)];
        let cube = (16 + 36 * r + 6 * g + b, Rgb(step(r), step(g), step(b)));
        let mean = ((u16::from(self.0) + u16::from(self.1) + u16::from(self.2)) / 3) as u8;
        let grey = (mean.saturating_sub(3) / 10).min(23);
        let level = 8 + 10 * grey;
        let grey = (232 + grey, Rgb(level, level, level));
        if self.distance(grey.1) < self.distance(cube.1) { grey.0 } else { cube.0 }
    }

    /// The nearest of the 16 colours that every colour terminal has, from 0 to 15.
    pub fn ansi(self) -> u8 {
        let near = |i: &u8| self.distance(SIXTEEN[usize::from(*i)]);
        (0..16u8).min_by_key(near).unwrap_or_default()
    }

    /// The colour of a code: of the 16 as most terminals show them, of the fixed ones exactly.
    pub(crate) fn of_code(code: u8) -> Rgb {
        match code {
            0..16 => SIXTEEN[usize::from(code)],
            16..232 => {
                let step = |part: u8| STEPS[usize::from((code - 16) / part % 6)];
                Rgb(step(36), step(6), step(1))
            }
            232.. => {
                let level = 8 + 10 * (code - 232);
                Rgb(level, level, level)
            }
        }
    }

    pub(crate) fn distance(self, other: Rgb) -> u32 {
        let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        part(self.0, other.0) + part(self.1, other.1) + part(self.2, other.2)
    }

    /// This colour under another that may let it through; as it is under `none`.
    fn under(self, text: &str) -> Rgb {
        Rgb::read(text).map_or(self, |(over, covers)| self.mix(over, covers))
    }
}

/// How the 16 colours tell the seats apart, beside the letters that do already: yellow, cyan, red, green,
/// magenta, blue.
pub const SEAT_CODES: [u8; 6] = [11, 14, 9, 10, 13, 12];

const DARK: Rgb = Rgb(30, 28, 26);
const LIGHT: Rgb = Rgb(250, 247, 238);

/// The colours of an empty site.
pub fn site_ink(drawing: &Drawing<'_>, site: SiteId) -> Ink {
    let Drawing { layout, look, .. } = *drawing;
    let table = LIGHT.under(look.table);
    let Some(site) = layout.sites.get(usize::from(site)) else {
        return Ink { ground: table, ink: DARK };
    };
    let mut ground = table;
    for region in layout.regions.iter().filter(|region| contains(&region.outline, site.at)) {
        if let Some(paint) = look.kind(region.kind).paint {
            ground = ground.under(paint.fill);
        }
        if let Some((own, _)) = region.owner.and_then(|seat| seat_fill(layout, seat.index())) {
            ground = ground.mix(own, 0.25);
        }
    }
    let paint = look.kind(site.kind).paint;
    ground = paint.map_or(ground, |paint| ground.under(paint.fill));
    if site.idle {
        ground = ground.mix(table, 0.7);
    }
    let ink = paint.and_then(|paint| Rgb::read(paint.ink)).map_or(DARK, |(ink, _)| ink);
    Ink { ground, ink: legible(ground, ink) }
}

/// The colours of a piece.
pub fn piece_ink(drawing: &Drawing<'_>, piece: &Piece) -> Ink {
    let Drawing { layout, look, .. } = *drawing;
    let kind = look.kind(piece.kind);
    let own = |paint: Paint| {
        let (ground, covers) = Rgb::read(paint.fill)?;
        let ink = Rgb::read(paint.ink).map_or(DARK, |(ink, _)| ink);
        (covers >= 1.0).then_some(Ink { ground, ink })
    };
    let seat = |seat: parlour_core::Seat| own(seat_paint(layout, seat.index())?);
    let found = match (kind.form, piece.face.as_ref()) {
        (Form::Die, _) | (Form::Stick, "light") => Some(Ink { ground: LIGHT, ink: DARK }),
        (Form::Stick, _) => Some(Ink { ground: Rgb(91, 61, 26), ink: LIGHT }),
        _ => piece.owner.and_then(seat).or(kind.paint.and_then(own)),
    };
    let mut found = found.unwrap_or(Ink { ground: LIGHT, ink: DARK });
    if kind.form == Form::Flap && piece.face == "shut" {
        found.ground = found.ground.mix(DARK, 0.75);
    }
    Ink { ink: legible(found.ground, found.ink), ..found }
}

/// The ink, or a plain one where it would not be read on this ground.
fn legible(ground: Rgb, ink: Rgb) -> Rgb {
    match (ground.brightness() - ink.brightness()).abs() {
        distance if distance >= 0.35 => ink,
        _ if ground.brightness() > 0.5 => DARK,
        _ => LIGHT,
    }
}

/// The colours of a seat's pieces.
pub fn seat_paint(layout: &Layout, seat: usize) -> Option<Paint> {
    layout.seats.get(seat % layout.seats.len().max(1)).copied()
}

fn seat_fill(layout: &Layout, seat: usize) -> Option<(Rgb, f64)> {
    Rgb::read(seat_paint(layout, seat)?.fill)
}

/// Whether a point lies within an outline: a line from it crosses the outline an odd number of times.
fn contains(outline: &[Point], at: Point) -> bool {
    let next = outline.iter().cycle().skip(1);
    let crossed = outline.iter().zip(next).filter(|(from, to)| {
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        let ((ax, ay), (bx, by)) =
            ((f64::from(from.x), f64::from(from.y)), (f64::from(to.x), f64::from(to.y)));
        (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_becomes_the_nearest_that_the_terminal_has() {
        assert_eq!(Rgb::read("#e0b67d"), Some((Rgb(224, 182, 125), 1.0)));
        assert_eq!(Rgb::read("none"), None);
        let codes = [Rgb(255, 0, 0), Rgb(0, 0, 0), Rgb(128, 128, 128), Rgb(95, 135, 175)];
        assert_eq!(codes.map(Rgb::indexed), [196, 16, 244, 67]);
        assert_eq!(codes.map(Rgb::ansi), [1, 0, 7, 7]);
    }

    #[test]
    fn a_point_is_within_an_outline_or_not() {
        let square = [(0, 0), (10, 0), (10, 10), (0, 10)].map(|(x, y)| Point { x, y });
        assert!(contains(&square, Point { x: 5, y: 5 }));
        assert!(!contains(&square, Point { x: 15, y: 5 }));
    }
}
