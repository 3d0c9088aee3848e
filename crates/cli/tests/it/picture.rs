//! A terminal's screen as an SVG picture, for the documentation.

use std::fmt::Write;

use vt100::{Cell, Color, Screen};

const WIDTH: f64 = 9.6;
const HEIGHT: f64 = 20.0;
const MARGIN: f64 = 12.0;
const INK: &str = "#d8d4cc";
const GROUND: &str = "#1d1f21";

/// The screen as a standalone SVG file.
pub(crate) fn svg(screen: &Screen, title: &str) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let width = f64::from(columns) * WIDTH + 2.0 * MARGIN;
    let height = f64::from(rows) * HEIGHT + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"16\">\n\
         <title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..rows {
        let cells: Vec<&Cell> =
            (0..columns).filter_map(|column| screen.cell(row, column)).collect();
        let top = MARGIN + f64::from(row) * HEIGHT;
        let mut from = 0;
        while from < cells.len() {
            let alike = |cell: &&&Cell| look(cell) == look(cells[from]);
            let count = cells[from..].iter().take_while(alike).count();
            stretch(&mut out, &cells[from..from + count], MARGIN + from as f64 * WIDTH, top);
            from += count;
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Everything that sets a cell off from its neighbour.
fn look(cell: &Cell) -> (String, String, bool, bool, Option<char>) {
    let (mut ink, mut ground) = (colour(cell.fgcolor(), INK), colour(cell.bgcolor(), GROUND));
    if cell.inverse() {
        std::mem::swap(&mut ink, &mut ground);
    }
    let half = cell.contents().chars().next().filter(|sign| ['▀', '▄'].contains(sign));
    (ink, ground, cell.bold(), cell.dim(), half)
}

/// Neighbours that look alike: their ground, and on it halves or text.
fn stretch(out: &mut String, cells: &[&Cell], x: f64, y: f64) {
    let (ink, ground, bold, dim, half) = look(cells[0]);
    let width = cells.len() as f64 * WIDTH;
    let mut rect = |y: f64, height: f64, fill: &str| {
        // A little larger, so that no line shows between neighbours.
        let (width, height) = (width + 0.4, height + 0.4);
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>"
        );
    };
    if ground != GROUND {
        rect(y, HEIGHT, &ground);
    }
    match half {
        Some('▀') => rect(y, HEIGHT / 2.0, &ink),
        Some(_) => rect(y + HEIGHT / 2.0, HEIGHT / 2.0, &ink),
        None => {
            let text: String = cells.iter().map(|cell| shown(cell)).collect();
            if !text.trim().is_empty() {
                let weight = if bold { " font-weight=\"bold\"" } else { "" };
                let faint = if dim { " opacity=\"0.65\"" } else { "" };
                let _ = writeln!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" fill=\"{ink}\" \
                     xml:space=\"preserve\"{weight}{faint}>{text}</text>",
                    y + HEIGHT * 0.75
                );
            }
        }
    }
}

fn shown(cell: &Cell) -> String {
    match cell.contents() {
        "" => " ".to_owned(),
        "<" => "&lt;".to_owned(),
        ">" => "&gt;".to_owned(),
        "&" => "&amp;".to_owned(),
        text => text.to_owned(),
    }
}

fn colour(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => otherwise.to_owned(),
    }
}
