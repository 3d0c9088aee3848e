//! What stands on a board.

use super::pen::Pen;
use super::{half_size, middle, owner_class, room};
use crate::Drawing;
use parlour_core::Seat;
use parlour_core::look::Form;
use parlour_core::scene::{Mark, Piece, Site};

/// One piece, or several of a kind side by side. `before` others stand on the site already.
pub(super) fn draw(
    pen: &mut Pen,
    piece: &Piece,
    title: &str,
    shape: Form,
    site: &Site,
    before: usize,
) {
    let class = format!("piece {}{}", piece.kind, owner_class(piece.owner));
    pen.group(&class, title, |pen| {
        let (places, size) = places(site, piece, before);
        let shown = places.len();
        // Where there is no room for each of them, a number tells how many.
        let counted = usize::from(piece.count) > shown.max(1) || piece.heap;
        for at in places {
            form(pen, piece, shape, site, at, size, counted);
        }
        if counted {
            let (x, y) = middle(site);
            pen.text("ink", x, y, size, &piece.count.to_string());
        }
    });
}

/// Where the pieces of one kind stand on their site, and how big they are.
fn places(site: &Site, piece: &Piece, before: usize) -> (Vec<(f64, f64)>, f64) {
    let (x, y) = middle(site);
    // A disc is four fifths of its room.
    let wanted = site.room.map(|radius| (f64::from(radius) / 0.8, f64::from(radius) / 0.8));
    let (w, h) = wanted.unwrap_or_else(|| half_size(site));
    let size = w.min(h);
    let count = usize::from(piece.count.max(1));
    let across = (w / size).floor().max(1.0) as usize;
    if count > across || across == 1 {
        let aside = before as f64 * size * 0.5;
        return (vec![(x + aside, y)], size);
    }
    let step = 2.0 * w / across as f64;
    // Alone, a row of pieces stands in the middle; with others, each after those before it.
    let used = if before == 0 { count as f64 * step } else { 2.0 * w };
    let first = x - used / 2.0 + step / 2.0;
    ((0..count).map(|i| (first + (before + i) as f64 * step, y)).collect(), size)
}

/// A piece in its form; one without a form of its own is a disc.
fn form(
    pen: &mut Pen,
    piece: &Piece,
    form: Form,
    site: &Site,
    at: (f64, f64),
    size: f64,
    counted: bool,
) {
    match form {
        Form::Chip => chip(pen, at, size, false),
        Form::DottedChip => chip(pen, at, size, true),
        Form::Figure => figure(pen, piece.owner, at, size),
        Form::Scallop => scallop(pen, &piece.face, piece.owner, at, size),
        Form::Flap => flap(pen, piece, site),
        Form::Die => die(pen, &piece.face, at, size),
        Form::Stick => stick(pen, piece, site),
        // The number stands where the symbol would.
        _ if counted => disc(pen, None, at, size),
        _ => disc(pen, piece.owner, at, size),
    }
}

/// A player's piece beside the name; a player without any gets a disc with a number.
pub(super) fn token(pen: &mut Pen, seat: Seat, drawing: &Drawing<'_>, at: (f64, f64), size: f64) {
    match drawing.picture.pieces.iter().find(|piece| piece.owner == Some(seat)) {
        Some(piece) => {
            let form = drawing.look.kind(piece.kind).form;
            pen.group(&format!("piece {} s{}", piece.kind, seat.0), "", |pen| match form {
                Form::Figure => figure(pen, piece.owner, at, size),
                Form::Scallop => scallop(pen, "", piece.owner, at, size),
                Form::Chip | Form::DottedChip => chip(pen, at, size, false),
                _ => disc(pen, piece.owner, at, size),
            })
        }
        None => {
            pen.circle("body", at.0, at.1, size * 0.8);
            pen.text("ink", at.0, at.1, size, &seat.to_string());
        }
    }
}

/// What tells a player's pieces apart without colour.
fn symbol(pen: &mut Pen, seat: Seat, at: (f64, f64), size: f64) {
    match seat.0 % 6 {
        0 => pen.circle("ink", at.0, at.1, size * 0.6),
        1 => pen.circle("ring", at.0, at.1, size * 0.7),
        2 => pen.path("ink", at, size, "M 0 -.9 L .85 .6 L -.85 .6 Z"),
        3 => pen.rect("ink", at, (size * 1.2, size * 1.2), 0.0),
        4 => pen.path("ink", at, size, "M 0 -1 L .8 0 L 0 1 L -.8 0 Z"),
        _ => pen.path("line", at, size, "M 0 -.8 L 0 .8 M -.8 0 L .8 0"),
    }
}

fn shadow(pen: &mut Pen, at: (f64, f64), size: f64) {
    pen.circle("shadow", at.0 + size * 0.06, at.1 + size * 0.1, size);
}

/// A turned chip, with a dot or without.
fn chip(pen: &mut Pen, at: (f64, f64), room: f64, dotted: bool) {
    let size = room * 0.8;
    shadow(pen, at, size);
    pen.circle("body", at.0, at.1, size);
    pen.circle("rim", at.0, at.1, size * 0.82);
    let shine = "M -.74 -.2 C -.6 -.8 .2 -.95 .55 -.55 C .1 -.75 -.45 -.6 -.74 -.2 Z";
    pen.path("shine", at, size, shine);
    if dotted {
        pen.circle("ink", at.0, at.1, size * 0.42);
    }
}

fn disc(pen: &mut Pen, owner: Option<Seat>, at: (f64, f64), room: f64) {
    let size = room * 0.8;
    shadow(pen, at, size);
    pen.circle("body", at.0, at.1, size);
    let shine = "M -.8 -.15 C -.7 -.85 .25 -1 .6 -.5 C .15 -.75 -.5 -.6 -.8 -.15 Z";
    pen.path("shine", at, size, shine);
    if let Some(seat) = owner {
        symbol(pen, seat, at, size * 0.5);
    }
}

/// The first player's are cones, the second's are spools.
fn figure(pen: &mut Pen, owner: Option<Seat>, at: (f64, f64), room: f64) {
    let size = room * 0.72;
    pen.ellipse("shadow", at.0 + size * 0.1, at.1 + size * 0.82, size * 0.8, size * 0.26);
    if owner.is_some_and(|seat| seat.0 % 2 == 1) {
        let spool = "M -.62 -.86 C -.3 -1.02 .3 -1.02 .62 -.86 C .62 -.6 .3 -.4 .3 0 \
            C .3 .4 .7 .5 .72 .78 C .4 1 -.4 1 -.72 .78 C -.7 .5 -.3 .4 -.3 0 \
            C -.3 -.4 -.62 -.6 -.62 -.86 Z";
        pen.path("body", at, size, spool);
        pen.path("shine", at, size, "M -.42 -.8 C -.35 -.5 -.12 -.4 -.12 0 C -.12 .4 -.4 .5 -.45 .8 C -.2 .5 .05 .4 .05 0 C .05 -.4 -.2 -.5 -.42 -.8 Z");
    } else {
        let cone = "M 0 -1.05 C .16 -1.05 .24 -.9 .27 -.74 C .38 -.2 .6 .3 .76 .74 \
            C .5 1 -.5 1 -.76 .74 C -.6 .3 -.38 -.2 -.27 -.74 C -.24 -.9 -.16 -1.05 0 -1.05 Z";
        pen.path("body", at, size, cone);
        pen.path(
            "shine",
            at,
            size,
            "M -.12 -.85 C -.2 -.3 -.4 .3 -.52 .72 C -.3 .4 0 -.2 -.12 -.85 Z",
        );
    }
}

/// A scallop; one with a face shows it on a counter.
fn scallop(pen: &mut Pen, face: &str, owner: Option<Seat>, at: (f64, f64), room: f64) {
    let size = room * 0.98;
    pen.ellipse("shadow", at.0 + size * 0.06, at.1 + size * 0.12, size, size * 0.9);
    let fan = "M -.3 .9 L -.34 .62 C -.8 .5 -1 .1 -.94 -.2 C -.96 -.4 -.78 -.55 -.66 -.6 \
        C -.6 -.8 -.4 -.9 -.24 -.86 C -.12 -1 .12 -1 .24 -.86 C .4 -.9 .6 -.8 .66 -.6 \
        C .78 -.55 .96 -.4 .94 -.2 C 1 .1 .8 .5 .34 .62 L .3 .9 Z";
    pen.path("body", at, size, fan);
    pen.path(
        "rib",
        at,
        size,
        "M -.16 .6 L -.62 -.3 M -.06 .6 L -.22 -.6 M .06 .6 L .22 -.6 M .16 .6 L .62 -.3",
    );
    let below = (at.0, at.1 - size * 0.05);
    match (face, owner) {
        ("", Some(seat)) => symbol(pen, seat, below, size * 0.4),
        ("", None) => {}
        (face, _) => {
            pen.circle("counter", below.0, below.1, size * 0.52);
            pen.text("value", below.0, below.1, size * 0.6, face);
        }
    }
}

/// A flap that is raised shows what is printed on its site; a shut one is turned down.
fn flap(pen: &mut Pen, piece: &Piece, site: &Site) {
    let ((x, y), (w, h)) = (middle(site), half_size(site));
    if piece.face == "shut" {
        let flat = h * 0.5;
        pen.rect("well", (x, y), (2.0 * w, 2.0 * h), w * 0.1);
        pen.text("dim", x, y - h * 0.15, w * 0.95, &site.print);
        pen.rect("folded", (x, y + h - flat / 2.0), (2.0 * w, flat), w * 0.1);
        pen.rect("shine", (x, y + h - flat * 0.9), (1.9 * w, flat * 0.14), w * 0.04);
        return;
    }
    pen.rect("shadow", (x + w * 0.05, y + w * 0.08), (2.0 * w, 2.0 * h), w * 0.1);
    pen.rect("body", (x, y), (2.0 * w, 2.0 * h), w * 0.1);
    pen.rect("shine", (x, y - h * 0.93), (1.9 * w, h * 0.1), w * 0.05);
    pen.rect("shade", (x, y + h * 0.93), (2.0 * w, h * 0.14), w * 0.05);
    pen.circle("plate", x, y, w * 0.66);
    pen.text("ink", x, y, w * 0.95, &site.print);
}

/// A die's eyes, as they stand on any die.
fn die(pen: &mut Pen, face: &str, at: (f64, f64), room: f64) {
    let size = room * 0.9;
    pen.rect(
        "shadow",
        (at.0 + size * 0.08, at.1 + size * 0.12),
        (2.0 * size, 2.0 * size),
        size * 0.36,
    );
    pen.rect("ivory", at, (2.0 * size, 2.0 * size), size * 0.36);
    let eyes: &[(f64, f64)] = match face {
        "1" => &[(0.0, 0.0)],
        "2" => &[(-1.0, -1.0), (1.0, 1.0)],
        "3" => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        "4" => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        "5" => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        "6" => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => &[],
    };
    for (x, y) in eyes {
        pen.circle("pip", at.0 + x * size * 0.52, at.1 + y * size * 0.52, size * 0.19);
    }
    if eyes.is_empty() {
        pen.text("pip", at.0, at.1, size, face);
    }
}

/// A casting stick: a light flat side or a dark round one, with a mark each for those who can't
/// tell light from dark.
fn stick(pen: &mut Pen, piece: &Piece, site: &Site) {
    let ((x, y), (w, h)) = (middle(site), half_size(site));
    let (class, mark) = match &*piece.face {
        "light" => ("stick-light", "M -.45 -.5 L .45 -.5 M -.45 0 L .45 0 M -.45 .5 L .45 .5"),
        _ => ("stick-dark", "M -.45 -.5 L .45 .5 M .45 -.5 L -.45 .5"),
    };
    pen.rect("shadow", (x + w * 0.15, y + w * 0.2), (2.0 * w, 2.0 * h), w * 0.7);
    pen.rect(class, (x, y), (2.0 * w, 2.0 * h), w * 0.7);
    pen.path(&format!("{class}-mark line"), (x, y), w, mark);
}

/// A sign on a site that is not a piece, over whatever stands there.
pub(super) fn mark(pen: &mut Pen, mark: &Mark, title: &str, form: Form, site: &Site) {
    let ((x, y), size) = (middle(site), room(site));
    pen.group(&format!("mark {}", mark.kind), title, |pen| match form {
        Form::Slash => pen.path("line", (x, y), size * 0.55, "M -1 1 L 1 -1"),
        Form::Frame => {
            let (w, h) = half_size(site);
            pen.rect("ring", (x, y), (w * 1.92, h * 1.92), size * 0.12);
        }
        _ => pen.circle("ring", x, y, size * 0.9),
    });
}
