//! A position as a standalone SVG picture.
//!
//! Each site, piece and region is a group whose class names its kind and, as `s0`, `s1` …, whose
//! it is; the embedded style sheet dresses them. Whoever has a colour has a symbol too.

mod pen;
mod pieces;
mod sheet;
mod sites;
mod style;

pub use style::{Material, Paint, SEATS, SvgStyle, Theme};

use std::collections::BTreeMap;

use crate::scene::{Layout, Picture, Region, Shape, Site};
use crate::seat::Seat;
use pen::{Escaped, N, Pen};

/// The position as a picture.
pub fn svg(layout: &Layout, picture: &Picture, style: &SvgStyle<'_>) -> String {
    let frame = Frame::new(layout, picture, style);
    let mut pen = Pen::default();
    let (x, y, w, h) = (N(-frame.margin), N(-frame.margin), N(frame.width), N(frame.height));
    let zoom = 960.0 / frame.width;
    let size = (N((frame.width * zoom).round()), N((frame.height * zoom).round()));
    pen.line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" width=\"{}\" \
         height=\"{}\" role=\"img\" aria-labelledby=\"title desc\">",
        size.0, size.1
    ));
    pen.line(format_args!("<title id=\"title\">{}</title>", Escaped(style.title)));
    pen.line(format_args!("<desc id=\"desc\">{}</desc>", Escaped(style.description)));
    sheet::write(&mut pen, style.theme, frame.unit);
    pen.line(format_args!(
        "<rect class=\"table\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{}\"/>",
        N(frame.margin / 2.0)
    ));
    for region in &layout.regions {
        draw_region(&mut pen, region, &frame);
    }
    let files = sites::chequered(layout);
    for site in &layout.sites {
        sites::draw(&mut pen, site, files.is_none());
    }
    if let Some(files) = files {
        sites::coordinates(&mut pen, &files);
    }
    draw_pieces(&mut pen, layout, picture);
    for mark in &picture.marks {
        if let Some(site) = layout.sites.get(usize::from(mark.site)) {
            pieces::mark(&mut pen, mark, site);
        }
    }
    frame.facts(&mut pen, layout);
    pen.line("</svg>");
    pen.out
}

fn draw_region(pen: &mut Pen, region: &Region, frame: &Frame<'_>) {
    let class = format!("region {}{}", region.kind, owner_class(region.owner));
    let outline = || region.outline.iter().map(|p| (f64::from(p.x), f64::from(p.y)));
    pen.group(&class, &region.label, |pen| {
        pen.polygon("body", outline());
        if frame.style.theme.material != Material::Smooth {
            pen.polygon("grain", outline());
        }
    });
}

/// Pieces that share a site stand beside each other.
fn draw_pieces(pen: &mut Pen, layout: &Layout, picture: &Picture) {
    let mut together: BTreeMap<u16, usize> = BTreeMap::new();
    for piece in &picture.pieces {
        let Some(site) = layout.sites.get(usize::from(piece.site)) else { continue };
        let before = together.entry(piece.site).or_default();
        pieces::draw(pen, piece, site, *before);
        *before += 1;
    }
}

fn owner_class(owner: Option<Seat>) -> String {
    owner.map_or_else(String::new, |seat| format!(" s{}", seat.0))
}

/// A site's middle.
fn middle(site: &Site) -> (f64, f64) {
    (f64::from(site.at.x), f64::from(site.at.y))
}

/// Half the width and half the height of what fits into a site.
fn half_size(site: &Site) -> (f64, f64) {
    match site.shape {
        Shape::Circle { radius } => (f64::from(radius), f64::from(radius)),
        Shape::Rect { width, height } => (f64::from(width) / 2.0, f64::from(height) / 2.0),
        Shape::Hexagon { radius } => {
            let inner = f64::from(radius) * 0.866;
            (inner, inner)
        }
    }
}

/// The room that a piece has on a site: half its smaller side.
fn room(site: &Site) -> f64 {
    let (w, h) = half_size(site);
    w.min(h)
}

/// The picture's measures.
struct Frame<'a> {
    style: &'a SvgStyle<'a>,
    /// Half the side of an ordinary site: what lines and letters are measured by.
    unit: f64,
    margin: f64,
    width: f64,
    height: f64,
    /// What stands under the board: whose it is and the words.
    facts: Vec<(Option<Seat>, String, String)>,
}

impl<'a> Frame<'a> {
    fn new(layout: &Layout, picture: &Picture, style: &'a SvgStyle<'a>) -> Self {
        let mut rooms: Vec<f64> = layout.sites.iter().map(room).collect();
        rooms.sort_by(f64::total_cmp);
        let unit = rooms.get(rooms.len() / 2).copied().unwrap_or(1.0).max(1.0);
        let margin = f64::from(layout.width.max(layout.height)) * 0.03;
        let mut frame = Frame {
            style,
            unit,
            margin,
            width: f64::from(layout.width) + 2.0 * margin,
            height: 0.0,
            facts: facts(picture, style.names),
        };
        let rows = frame.facts.len().div_ceil(frame.columns()) as f64;
        frame.height = f64::from(layout.height) + 2.0 * margin + rows * frame.line_height();
        frame
    }

    /// The size of the letters under the board.
    fn letters(&self) -> f64 {
        self.width * 0.02
    }

    fn line_height(&self) -> f64 {
        self.letters() * 1.7
    }

    /// How many facts fit side by side: letters are taken for half as wide as high.
    fn columns(&self) -> usize {
        let longest = self.facts.iter().map(|(_, name, words)| name.len() + words.len() + 5).max();
        let wide = longest.unwrap_or(1) as f64 * self.letters() * 0.52;
        ((self.width - 2.0 * self.margin) / wide).floor().clamp(1.0, 6.0) as usize
    }

    fn facts(&self, pen: &mut Pen, layout: &Layout) {
        let columns = self.columns().min(self.facts.len().max(1));
        let (letters, line) = (self.letters(), self.line_height());
        let step = (self.width - 2.0 * self.margin) / columns as f64;
        for (i, (seat, name, words)) in self.facts.iter().enumerate() {
            let x = (i % columns) as f64 * step;
            let y =
                f64::from(layout.height) + self.margin * 0.6 + ((i / columns) as f64 + 0.5) * line;
            let class = format!("fact{}", owner_class(*seat));
            pen.group(&class, "", |pen| {
                let mut start = x;
                if let Some(seat) = seat {
                    pieces::token(pen, *seat, (x + letters * 0.6, y), letters * 0.55);
                    start += letters * 1.6;
                }
                let (x, y, size) = (N(start), N(y + letters * 0.35), N(letters));
                pen.line(format_args!(
                    "<text class=\"words\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">\
                     <tspan class=\"who\">{}</tspan>{}</text>",
                    Escaped(name),
                    Escaped(words)
                ));
            });
        }
    }
}

/// The facts of each player in one line, the table's first.
fn facts(picture: &Picture, names: &[String]) -> Vec<(Option<Seat>, String, String)> {
    let mut seats: BTreeMap<Option<Seat>, Vec<String>> = BTreeMap::new();
    for (i, _) in names.iter().enumerate() {
        seats.entry(Some(Seat(i as u8))).or_default();
    }
    for fact in &picture.facts {
        seats.entry(fact.seat).or_default().push(fact.words());
    }
    seats
        .into_iter()
        .map(|(seat, facts)| {
            let name = match seat {
                Some(seat) => names.get(seat.index()).cloned().unwrap_or_default(),
                None => String::new(),
            };
            let gap = if name.is_empty() || facts.is_empty() { "" } else { "  " };
            (seat, name, format!("{gap}{}", facts.join(", ")))
        })
        .collect()
}

#[cfg(test)]
mod tests;
