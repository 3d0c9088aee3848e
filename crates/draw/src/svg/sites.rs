//! The places of a board.

use super::pen::Pen;
use super::{half_size, middle, room};
use crate::chequer::{self, Chequer};
use parlour_core::look::Form;
use parlour_core::scene::{Layout, Shape, Site};

/// The lines from place to place.
pub(super) fn lines(pen: &mut Pen, layout: &Layout) {
    let place = |id: u16| layout.sites.get(usize::from(id)).map(middle);
    let ends = layout.lines.iter().filter_map(|&(from, to)| place(from).zip(place(to)));
    for (from, to) in ends {
        let path = format!("M {} {} L {} {}", from.0, from.1, to.0, to.1);
        pen.path("line", (0.0, 0.0), 1.0, &path);
    }
}

/// One place, with what is printed on it and, where asked for, its name.
pub(super) fn draw(pen: &mut Pen, site: &Site, title: &str, form: Form, named: bool) {
    let (x, y) = middle(site);
    let size = room(site);
    let idle = if site.idle { " idle" } else { "" };
    pen.group(&format!("site {}{idle}", site.kind), title, |pen| {
        body(pen, site, form);
        match form {
            Form::Dotted => pen.circle("ink", x, y, size * 0.16),
            Form::Hollow => pen.circle("hollow", x, y, size * 0.82),
            Form::Ledge => ledge(pen, site),
            Form::Crossed => cross(pen, (x, y), size * 0.5),
            _ => {}
        }
        print(pen, site);
        // A sign and a name don't fit into one circle.
        let free = site.print.is_empty() || matches!(site.shape, Shape::Rect { .. });
        if named && free && chequer::is_coordinate(&site.name) && site.print != site.name {
            name(pen, site);
        }
    });
}

fn body(pen: &mut Pen, site: &Site, form: Form) {
    let (x, y) = middle(site);
    match site.shape {
        Shape::Circle { radius } => pen.circle("body", x, y, f64::from(radius)),
        Shape::Rect { width, height } => {
            let round =
                if matches!(form, Form::Die | Form::Stick) { room(site) * 0.3 } else { 0.0 };
            pen.rect("body", (x, y), (f64::from(width), f64::from(height)), round);
        }
        Shape::Hexagon { radius } => pen.polygon("body", hexagon((x, y), f64::from(radius))),
    }
}

/// The corners of a hexagon that stands on a corner.
pub(super) fn hexagon(middle: (f64, f64), radius: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..6).map(move |i| {
        let angle = f64::from(i) * std::f64::consts::FRAC_PI_3;
        (middle.0 + radius * angle.sin(), middle.1 - radius * angle.cos())
    })
}

/// A light upper edge, so that it stands out from the table.
fn ledge(pen: &mut Pen, site: &Site) {
    let ((x, y), (w, h)) = (middle(site), half_size(site));
    pen.rect("shine", (x, y - h * 0.9), (2.0 * w, h * 0.2), 0.0);
    pen.rect("shade", (x, y + h * 0.85), (2.0 * w, h * 0.3), 0.0);
}

fn cross(pen: &mut Pen, middle: (f64, f64), size: f64) {
    pen.path("line", middle, size, "M -1 -1 L 1 1 M -1 1 L 1 -1");
}

/// What is printed on a place: a few signs that are drawn, anything else as letters.
fn print(pen: &mut Pen, site: &Site) {
    let (at, size) = (middle(site), room(site));
    match site.print.as_str() {
        "" => {}
        "circle" => {
            pen.circle("ring", at.0, at.1, size * 0.5);
            pen.circle("ink", at.0, at.1, size * 0.12);
        }
        "water" => {
            for row in [-0.32, 0.0, 0.32] {
                let wave = "M -1 .2 L -.67 -.2 L -.33 .2 L 0 -.2 L .33 .2 L .67 -.2 L 1 .2";
                pen.path("line", (at.0, at.1 + row * size), size * 0.6, wave);
            }
        }
        "I" | "II" | "III" => {
            let strokes = site.print.len() as f64;
            for i in 0..site.print.len() {
                let x = at.0 + (i as f64 - (strokes - 1.0) / 2.0) * size * 0.34;
                pen.path("line", (x, at.1), size * 0.42, "M 0 -1 L 0 1");
            }
        }
        print => {
            let longest = print.chars().count().max(2) as f64;
            pen.text("ink", at.0, at.1, size * 1.9 / longest, print);
        }
    }
}

/// The name, small: in the corner of a square, in the middle of anything else.
fn name(pen: &mut Pen, site: &Site) {
    let ((x, y), size) = (middle(site), room(site));
    match site.shape {
        Shape::Rect { .. } => {
            let letters = size * 0.3;
            let inset = size * 0.9;
            pen.text("name start", x - inset, y - inset + letters * 0.6, letters, &site.name);
        }
        _ => pen.text("name", x, y, size * 0.55, &site.name),
    }
}

/// The files and ranks of a board of squares, to be named along its edge.
pub(super) fn chequered(layout: &Layout) -> Option<Edge> {
    Chequer::of(layout)?;
    let size = layout.sites.iter().map(room).fold(0.0, f64::max);
    let lowest = layout.sites.iter().map(|site| middle(site).1).fold(f64::MIN, f64::max);
    let leftmost = layout.sites.iter().map(|site| middle(site).0).fold(f64::MAX, f64::min);
    let label = |names: &mut Vec<(f64, f64, String)>, at: (f64, f64), text: &str| {
        if !names.iter().any(|(x, y, _)| (*x, *y) == at) {
            names.push((at.0, at.1, text.to_owned()));
        }
    };
    let mut names = Vec::new();
    for site in layout.sites.iter().filter(|site| site.cell.is_some()) {
        let Some((file, rank)) = chequer::split(&site.name) else { continue };
        let (x, y) = middle(site);
        label(&mut names, (x, lowest + size * 1.45), file);
        label(&mut names, (leftmost - size * 1.45, y), rank);
    }
    Some(Edge { names, letters: size * 0.5 })
}

/// Names along the edge of the board.
pub(super) struct Edge {
    names: Vec<(f64, f64, String)>,
    letters: f64,
}

/// Writes the names of files and ranks.
pub(super) fn coordinates(pen: &mut Pen, edge: &Edge, around: &str) {
    pen.group(around, "", |pen| {
        for (x, y, name) in &edge.names {
            pen.text("ink", *x, *y, edge.letters, name);
        }
    });
}
