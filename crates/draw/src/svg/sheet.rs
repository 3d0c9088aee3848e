//! The style sheet and the textures that every drawing brings along.

use super::pen::{N, Pen};
use crate::Drawing;
use parlour_core::look::{Material, Paint};

/// What does not depend on the theme.
const BASE: &str = "\
text { font-family: Georgia, 'Liberation Serif', 'DejaVu Serif', serif; text-anchor: middle; }
.words { text-anchor: start; }
.who { font-weight: bold; }
.body { stroke-linejoin: round; }
.name { font-family: 'Liberation Sans', 'DejaVu Sans', Arial, sans-serif; opacity: .65; }
.start { text-anchor: start; }
.shadow { fill: #000; opacity: .28; }
.shine { fill: #fff; opacity: .22; }
.shade { fill: #000; opacity: .16; }
.ring, .line { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.pip { fill: #1d1a17; }
.ivory { fill: url(#ivory); stroke: #a39675; }
.grain { filter: url(#grain); stroke: none; }
.bevel { fill: none; stroke: #fff; opacity: .35; stroke-linejoin: round; }
.idle { opacity: .38; }
.hollow { fill: url(#hollow); }
.rim { fill: none; opacity: .35; }
.rib { fill: none; stroke: #000; opacity: .3; stroke-linecap: round; }
.counter { fill: #fffbe8; stroke: #6b5310; }
.value { fill: #3d2f05; font-weight: bold; }
.plate { fill: #fff6df; opacity: .75; }
.well { fill: #3b2310; stroke: #2f1a08; }
.folded { fill: #b88a52; stroke: #2f1a08; }
.dim { fill: #f3dcb2; opacity: .4; }
.stick-light { fill: #f3e2b6; stroke: #8b7648; }
.stick-dark { fill: #54361f; stroke: #24140a; }
.piece > .line.stick-dark-mark { stroke: #f3e2b6; }";

/// Writes them.
pub(super) fn write(pen: &mut Pen, drawing: &Drawing<'_>, unit: f64) {
    let (look, seats) = (drawing.look, drawing.layout.seats);
    pen.line("<style>");
    pen.line(BASE);
    pen.line(format_args!(".table {{ fill: {}; }}", look.table));
    pen.line(format_args!(".words {{ fill: {}; }}", look.words));
    let (thin, thick) = (N(unit * 0.03), N(unit * 0.08));
    pen.line(format_args!(".body {{ fill: #e9dfc9; stroke: #6f6247; stroke-width: {thin}; }}"));
    let outlined =
        ".ivory, .counter, .well, .folded, .stick-light, .stick-dark, .rim, .rib, .bevel";
    pen.line(format_args!("{outlined} {{ stroke-width: {thin}; }}"));
    pen.line(format_args!(".line, .ring {{ stroke: #4b3f2a; stroke-width: {thick}; }}"));
    pen.line(format_args!(".ink, .name {{ fill: #4b3f2a; }}"));
    let painted = || look.kinds.iter().filter_map(|kind| Some((kind.name, kind.paint?)));
    for (kind, paint) in painted() {
        rules(pen, &format!(".{kind}"), paint);
    }
    for (seat, &paint) in (0..drawing.names.len()).zip(seats.iter().cycle()) {
        rules(pen, &format!(".piece.s{seat}"), paint);
        rules(pen, &format!(".fact.s{seat}"), paint);
        let thick = N(unit * 0.12);
        pen.line(format_args!(
            ".region.s{seat} > .body {{ stroke: {}; stroke-width: {thick}; }}",
            paint.fill
        ));
        for (kind, _) in painted().filter(|(_, paint)| paint.fill == "none") {
            pen.line(format_args!(
                ".region.{kind}.s{seat} > .body {{ fill: {}; fill-opacity: .6; stroke: none; }}",
                paint.fill
            ));
        }
    }
    pen.line("</style>");
    pen.line("<defs>");
    textures(pen, look.material, unit);
    pen.line("</defs>");
}

fn rules(pen: &mut Pen, which: &str, Paint { fill, edge, ink }: Paint) {
    pen.line(format_args!("{which} > .body {{ fill: {fill}; stroke: {edge}; }}"));
    pen.line(format_args!("{which} > .ink, {which} > .name {{ fill: {ink}; }}"));
    let drawn = ["line", "ring", "rim"].map(|class| format!("{which} > .{class}")).join(", ");
    pen.line(format_args!("{drawn} {{ stroke: {ink}; }}"));
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
        Material::Wood => (0.16 / unit, 3.0 / unit, "1.25 0 0 0 -.47"),
        Material::Papyrus => (0.4 / unit, 2.6 / unit, ".85 0 0 0 -.33"),
        Material::Smooth => return,
    };
    let frequency = |x: f64, y: f64| format!("{x:.4} {y:.4}");
    // Noise, drawn out along the grain, becomes the darkness of thin brown lines.
    pen.line("<filter id=\"grain\" color-interpolation-filters=\"sRGB\" x=\"0\" y=\"0\" width=\"1\" height=\"1\">");
    pen.line(format_args!(
        "<feTurbulence type=\"fractalNoise\" baseFrequency=\"{}\" numOctaves=\"3\" seed=\"7\"/>",
        frequency(across, down)
    ));
    pen.line(format_args!(
        "<feColorMatrix values=\"0 0 0 0 .3 0 0 0 0 .14 0 0 0 0 .03 {strength}\"/>"
    ));
    pen.line("<feComposite in2=\"SourceGraphic\" operator=\"in\" result=\"a\"/>");
    if material == Material::Papyrus {
        pen.line(format_args!(
            "<feTurbulence type=\"fractalNoise\" baseFrequency=\"{}\" numOctaves=\"3\" seed=\"3\"/>",
            frequency(down, across)
        ));
        pen.line(format_args!(
            "<feColorMatrix values=\"0 0 0 0 .4 0 0 0 0 .25 0 0 0 0 .06 {strength}\"/>"
        ));
        pen.line("<feComposite in2=\"SourceGraphic\" operator=\"in\" result=\"b\"/>");
        pen.line("<feMerge><feMergeNode in=\"a\"/><feMergeNode in=\"b\"/></feMerge>");
    }
    pen.line("</filter>");
}
