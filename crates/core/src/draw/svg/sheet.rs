//! The style sheet and the textures that every drawing brings along.

use super::pen::{N, Pen};
use super::style::{Material, Theme};

/// What does not depend on the theme.
const BASE: &str = "\
text { font-family: Georgia, 'Liberation Serif', 'DejaVu Serif', serif; text-anchor: middle; }
.words { text-anchor: start; }
.who { font-weight: bold; }
.body { stroke-linejoin: round; }
.name { font-family: 'Liberation Sans', 'DejaVu Sans', Arial, sans-serif; opacity: .5; }
.start { text-anchor: start; }
.shadow { fill: #000; opacity: .28; }
.shine { fill: #fff; opacity: .22; }
.shade { fill: #000; opacity: .16; }
.ring, .line { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.pip { fill: #1d1a17; }
.ivory { fill: url(#ivory); stroke: #a39675; }
.grain { filter: url(#grain); stroke: none; }
.hollow { fill: url(#hollow); }
.rim { fill: none; stroke: #000; opacity: .18; }
.rib { fill: none; stroke: #000; opacity: .3; stroke-linecap: round; }
.counter { fill: #fffbe8; stroke: #6b5310; }
.value { fill: #3d2f05; font-weight: bold; }
.plate { fill: #fff6df; opacity: .75; }
.shut { fill: #6d4420; stroke: #2f1a08; }
.stick-light { fill: #f3e2b6; stroke: #8b7648; }
.stick-dark { fill: #54361f; stroke: #24140a; }";

/// Writes them.
pub(super) fn write(pen: &mut Pen, theme: &Theme, unit: f64) {
    pen.line("<style>");
    pen.line(BASE);
    pen.line(format_args!(".table {{ fill: {}; }}", theme.table));
    pen.line(format_args!(".words {{ fill: {}; }}", theme.words));
    let (thin, thick) = (N(unit * 0.03), N(unit * 0.08));
    pen.line(format_args!(".body {{ fill: #e9dfc9; stroke: #6f6247; stroke-width: {thin}; }}"));
    let outlined = ".ivory, .counter, .shut, .stick-light, .stick-dark, .rim, .rib";
    pen.line(format_args!("{outlined} {{ stroke-width: {thin}; }}"));
    pen.line(format_args!(".line, .ring {{ stroke: #4b3f2a; stroke-width: {thick}; }}"));
    pen.line(format_args!(".ink, .name {{ fill: #4b3f2a; }}"));
    for (kind, paint) in theme.kinds {
        rules(pen, &format!(".{kind}"), paint.fill, paint.edge, paint.ink);
    }
    for seat in 0..crate::seat::MAX_SEATS {
        let paint = theme.seats[seat % theme.seats.len()];
        rules(pen, &format!(".piece.s{seat}"), paint.fill, paint.edge, paint.ink);
        rules(pen, &format!(".fact.s{seat}"), paint.fill, paint.edge, paint.ink);
        pen.line(format_args!(
            ".region.s{seat} > .body {{ fill: {}; fill-opacity: .6; stroke: {}; }}",
            paint.fill, paint.edge
        ));
    }
    pen.line("</style>");
    pen.line("<defs>");
    textures(pen, theme.material, unit);
    pen.line("</defs>");
}

fn rules(pen: &mut Pen, which: &str, fill: &str, edge: &str, ink: &str) {
    pen.line(format_args!("{which} > .body {{ fill: {fill}; stroke: {edge}; }}"));
    pen.line(format_args!("{which} > .ink, {which} > .name {{ fill: {ink}; }}"));
    pen.line(format_args!("{which} > .line, {which} > .ring {{ stroke: {ink}; }}"));
}

fn textures(pen: &mut Pen, material: Material, unit: f64) {
    pen.line(
        "<radialGradient id=\"ivory\" cx=\".35\" cy=\".3\" r=\".9\"><stop offset=\"0\" \
         stop-color=\"#fffdf4\"/><stop offset=\"1\" stop-color=\"#e2d6b5\"/></radialGradient>",
    );
    pen.line(
        "<radialGradient id=\"hollow\" cx=\".5\" cy=\".35\" r=\".7\"><stop offset=\"0\" \
         stop-color=\"#000\" stop-opacity=\".55\"/><stop offset=\"1\" stop-color=\"#000\" \
         stop-opacity=\".12\"/></radialGradient>",
    );
    let (across, down, strength) = match material {
        Material::Wood => (0.18 / unit, 3.2 / unit, ".42"),
        Material::Papyrus => (0.5 / unit, 1.6 / unit, ".3"),
        Material::Smooth => return,
    };
    let frequency = |x: f64, y: f64| format!("{x:.4} {y:.4}");
    // Noise, drawn out along the grain, becomes the darkness of thin brown lines.
    pen.line("<filter id=\"grain\" x=\"0\" y=\"0\" width=\"1\" height=\"1\">");
    pen.line(format_args!(
        "<feTurbulence type=\"fractalNoise\" baseFrequency=\"{}\" numOctaves=\"3\" seed=\"7\"/>",
        frequency(across, down)
    ));
    pen.line(format_args!(
        "<feColorMatrix values=\"0 0 0 0 .22 0 0 0 0 .12 0 0 0 0 .04 {strength} {strength} 0 0 -.22\"/>"
    ));
    pen.line("<feComposite in2=\"SourceGraphic\" operator=\"in\" result=\"a\"/>");
    if material == Material::Papyrus {
        pen.line(format_args!(
            "<feTurbulence type=\"fractalNoise\" baseFrequency=\"{}\" numOctaves=\"3\" seed=\"3\"/>",
            frequency(down, across)
        ));
        pen.line(format_args!(
            "<feColorMatrix values=\"0 0 0 0 .35 0 0 0 0 .22 0 0 0 0 .08 {strength} {strength} 0 0 -.22\"/>"
        ));
        pen.line("<feComposite in2=\"SourceGraphic\" operator=\"in\" result=\"b\"/>");
        pen.line("<feMerge><feMergeNode in=\"a\"/><feMergeNode in=\"b\"/></feMerge>");
    }
    pen.line("</filter>");
}
