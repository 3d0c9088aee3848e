//! A position as a standalone SVG picture.
//!
//! Each site, piece and region is a group whose class names its kind and, as `s0`, `s1` …, whose
//! it is; the embedded style sheet dresses them. Every seat with a colour has a symbol too.

mod pen;
mod pieces;
mod sheet;
mod sites;

use std::collections::BTreeMap;

use parlour_core::Seat;
use parlour_core::look::Material;
use parlour_core::scene::{Layout, Region, Shape, Site};

use crate::Drawing;
pub(crate) use pen::Escaped;
use pen::{N, Pen};

/// The position as a picture; `title` is what it is called, `description` what it shows, for those
/// who cannot see it.
pub fn svg(drawing: &Drawing<'_>, title: &str, description: &str) -> String {
    let Drawing { layout, picture, look, .. } = *drawing;
    let geometry = Geometry::new(drawing);
    let mut pen = Pen::default();
    let (x, y, w, h) =
        (N(geometry.origin.0), N(geometry.origin.1), N(geometry.width), N(geometry.height));
    let zoom = 960.0 / geometry.width;
    let size = (N((geometry.width * zoom).round()), N((geometry.height * zoom).round()));
    pen.line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" width=\"{}\" \
         height=\"{}\" role=\"img\" aria-labelledby=\"title desc\">",
        size.0, size.1
    ));
    pen.line(format_args!("<title id=\"title\">{}</title>", Escaped(title)));
    pen.line(format_args!("<desc id=\"desc\">{}</desc>", Escaped(description)));
    sheet::write(&mut pen, drawing, geometry.unit);
    pen.line(format_args!(
        "<rect class=\"table\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{}\"/>",
        N(geometry.margin / 2.0)
    ));
    for (i, region) in layout.regions.iter().enumerate() {
        draw_region(&mut pen, region, &geometry, i == 0);
    }
    sites::lines(&mut pen, layout);
    let edge = sites::chequered(layout);
    for site in &layout.sites {
        let title = site.words(&drawing.called());
        sites::draw(&mut pen, site, &title, look.kind(site.kind).form, edge.is_none());
    }
    if let Some(edge) = edge {
        let around = layout.regions.first().map_or("board", |region| region.kind);
        sites::coordinates(&mut pen, &edge, around);
    }
    draw_pieces(&mut pen, drawing);
    for mark in &picture.marks {
        if let Some(site) = layout.sites.get(usize::from(mark.site)) {
            let called = drawing.called();
            let title = format!("{}: {}", site.words(&called), mark.label.english(&called));
            pieces::mark(&mut pen, mark, &title, look.kind(mark.kind).form, site);
        }
    }
    geometry.draw_stats(&mut pen);
    pen.line("</svg>");
    pen.out
}

/// A part of the board; the first one is the board itself, with its grain and a bright edge.
fn draw_region(pen: &mut Pen, region: &Region, geometry: &Geometry<'_>, board: bool) {
    let class = format!("region {}{}", region.kind, owner_class(region.owner));
    let outline = || region.outline.iter().map(|p| (f64::from(p.x), f64::from(p.y)));
    let title = region.label.english(&geometry.drawing.called());
    pen.group(&class, &title, |pen| {
        pen.polygon("body", outline());
        if board && geometry.drawing.look.material != Material::Smooth {
            pen.polygon("grain", outline());
        }
        if board {
            pen.polygon("bevel", inset(region, geometry.unit * 0.12));
        }
    });
}

/// The outline drawn in towards its middle.
fn inset(region: &Region, by: f64) -> Vec<(f64, f64)> {
    let corners: Vec<(f64, f64)> =
        region.outline.iter().map(|p| (f64::from(p.x), f64::from(p.y))).collect();
    let count = corners.len().max(1) as f64;
    let middle = corners.iter().fold((0.0, 0.0), |m, c| (m.0 + c.0 / count, m.1 + c.1 / count));
    let inwards = |from: f64, to: f64| {
        if (from - to).abs() < by { from } else { from + by * (to - from).signum() }
    };
    corners.iter().map(|c| (inwards(c.0, middle.0), inwards(c.1, middle.1))).collect()
}

/// Pieces that share a site stand beside each other.
fn draw_pieces(pen: &mut Pen, drawing: &Drawing<'_>) {
    let mut together: BTreeMap<u16, usize> = BTreeMap::new();
    for piece in &drawing.picture.pieces {
        let Some(site) = drawing.layout.sites.get(usize::from(piece.site)) else { continue };
        let before = together.entry(piece.site).or_default();
        let called = drawing.called();
        let title = format!("{}: {}", site.words(&called), piece.words(&called));
        pieces::draw(pen, piece, &title, drawing.look.kind(piece.kind).form, site, *before);
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
struct Geometry<'a> {
    drawing: &'a Drawing<'a>,
    /// Half the side of an ordinary site: what lines and letters are measured by.
    unit: f64,
    margin: f64,
    /// The upper left corner.
    origin: (f64, f64),
    width: f64,
    height: f64,
    /// Where the stats begin.
    bottom: f64,
    /// What stands under the board.
    stats: Vec<Line>,
}

impl<'a> Geometry<'a> {
    fn new(drawing: &'a Drawing<'a>) -> Self {
        let layout = drawing.layout;
        let mut rooms: Vec<f64> = layout.sites.iter().map(room).collect();
        rooms.sort_by(f64::total_cmp);
        let unit = rooms.get(rooms.len() / 2).copied().unwrap_or(1.0).max(1.0);
        let (from, to) = extent(layout);
        let margin = (to.0 - from.0).max(to.1 - from.1) * 0.03;
        let mut geometry = Geometry {
            drawing,
            unit,
            margin,
            origin: (from.0 - margin, from.1 - margin),
            width: to.0 - from.0 + 2.0 * margin,
            height: 0.0,
            bottom: to.1,
            stats: stats(drawing),
        };
        geometry.height =
            to.1 - from.1 + 2.0 * margin + geometry.rows() as f64 * geometry.line_height();
        geometry
    }

    /// The size of the letters under the board.
    fn letters(&self) -> f64 {
        self.width * 0.02
    }

    fn line_height(&self) -> f64 {
        self.letters() * 1.7
    }

    /// How many players' stats fit side by side: letters are taken for half as wide as high.
    fn columns(&self) -> usize {
        let words = self.stats.iter().filter(|item| item.seat.is_some());
        let longest = words.map(|item| item.name.len() + item.words.len() + 6).max();
        let wide = longest.unwrap_or(1) as f64 * self.letters() * 0.5;
        ((self.width - 2.0 * self.margin) / wide).floor().clamp(1.0, 4.0) as usize
    }

    /// How many lines the stats take: the table's has one to itself.
    fn rows(&self) -> usize {
        let seats = self.stats.iter().filter(|item| item.seat.is_some()).count();
        seats.div_ceil(self.columns()) + (self.stats.len() - seats)
    }

    fn draw_stats(&self, pen: &mut Pen) {
        let columns = self.columns();
        let step = (self.width - 2.0 * self.margin) / columns as f64;
        let mut place = 0;
        for item in &self.stats {
            let x = self.origin.0 + self.margin + (place % columns) as f64 * step;
            let row = (place / columns) as f64 + 0.5;
            let y = self.bottom + self.margin * 0.8 + row * self.line_height();
            item.draw(pen, self.drawing, (x, y), self.letters());
            place += if item.seat.is_some() { 1 } else { columns };
        }
    }
}

/// What there is to know about a player, or about the table.
struct Line {
    seat: Option<Seat>,
    name: String,
    words: String,
}

impl Line {
    fn draw(&self, pen: &mut Pen, drawing: &Drawing<'_>, at: (f64, f64), letters: f64) {
        let class = format!("fact{}", owner_class(self.seat));
        pen.group(&class, "", |pen| {
            let mut x = at.0;
            if let Some(seat) = self.seat {
                pieces::token(pen, seat, drawing, (x + letters * 0.7, at.1), letters * 0.7);
                x += letters * 1.8;
            }
            let (x, y, size) = (N(x), N(at.1 + letters * 0.35), N(letters));
            let gap = if self.name.is_empty() { N(0.0) } else { N(letters * 0.3) };
            pen.line(format_args!(
                "<text class=\"words\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">\
                 <tspan class=\"who\">{}</tspan> <tspan dx=\"{gap}\">{}</tspan></text>",
                Escaped(&self.name),
                Escaped(&self.words)
            ));
        });
    }
}

/// The upper left and lower right corners of all that is drawn.
fn extent(layout: &Layout) -> ((f64, f64), (f64, f64)) {
    let corners = layout.regions.iter().flat_map(|region| &region.outline);
    let corners = corners.map(|p| (f64::from(p.x), f64::from(p.y), 0.0, 0.0));
    let sites = layout.sites.iter().map(|site| {
        let ((x, y), (w, h)) = (middle(site), half_size(site));
        let room = site.room.map_or(0.0, f64::from);
        (x, y, w.max(room), h.max(room))
    });
    let mut all = corners.chain(sites);
    let Some((x, y, w, h)) = all.next() else {
        return ((0.0, 0.0), (f64::from(layout.width), f64::from(layout.height)));
    };
    all.fold(((x - w, y - h), (x + w, y + h)), |(from, to), (x, y, w, h)| {
        ((from.0.min(x - w), from.1.min(y - h)), (to.0.max(x + w), to.1.max(y + h)))
    })
}

/// The stats of each player in one line; the table's first.
fn stats(drawing: &Drawing<'_>) -> Vec<Line> {
    let (names, mut seats) = (drawing.names, drawing.stats());
    for seat in (0..names.len()).map(|i| Seat(i as u8)) {
        seats.entry(Some(seat)).or_default();
    }
    seats
        .into_iter()
        .map(|(seat, stats)| Line {
            seat,
            name: seat.and_then(|seat| names.get(seat.index()).cloned()).unwrap_or_default(),
            words: stats.join(", "),
        })
        .collect()
}

#[cfg(test)]
mod tests;
