//! A position as characters.

use std::collections::{BTreeMap, BTreeSet};

use parlour_core::scene::{Layout, Piece, Site};
use parlour_core::{Look, Seat};

use crate::Drawing;
use crate::chequer::{self, Chequer, is_coordinate};

/// What a stretch of the drawing is, for those who colour it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Space and plain words.
    Plain,
    /// A coordinate or the name of a stat.
    Label,
    /// A site with nothing on it.
    Empty,
    /// A piece, and whose it is.
    Piece(Option<Seat>),
}

/// A stretch of one line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// What it is.
    pub role: Role,
    /// Its characters.
    pub text: String,
}

impl Span {
    fn new(role: Role, text: impl Into<String>) -> Self {
        Span { role, text: text.into() }
    }
}

/// The position as characters: the board with its coordinates, then what the signs mean, what
/// stands off the board, and the stats.
pub fn text(drawing: &Drawing<'_>) -> String {
    let mut out = String::new();
    for line in lines(drawing) {
        let line: String = line.into_iter().map(|span| span.text).collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The same as [`text`], line by line in stretches, for those who colour it.
pub fn lines(drawing: &Drawing<'_>) -> Vec<Vec<Span>> {
    let mut all = Board::new(drawing).lines();
    let beneath = [legend(drawing), aside(drawing), marks(drawing), stats(drawing)];
    for part in beneath.into_iter().filter(|part| !part.is_empty()) {
        if !all.is_empty() {
            all.push(Vec::new());
        }
        all.extend(part);
    }
    all
}

/// How many characters wide a text is, taking each for one.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The sites that have a place in the drawing, by row and column.
pub(crate) struct Board<'a> {
    pub(crate) rows: BTreeMap<u16, Row<'a>>,
    pub(crate) chequer: Option<Chequer<'a>>,
    /// Whether all places with coordinates stand in one row.
    pub(crate) single: bool,
}

impl<'a> Board<'a> {
    pub(crate) fn new(drawing: &Drawing<'a>) -> Self {
        let Drawing { layout, picture, look, .. } = *drawing;
        let mut rows: BTreeMap<u16, Row<'_>> = BTreeMap::new();
        for (id, site) in layout.sites.iter().enumerate() {
            let Some((column, row)) = site.cell else { continue };
            let on_it: Vec<_> =
                picture.pieces.iter().filter(|piece| usize::from(piece.site) == id).collect();
            rows.entry(row).or_default().insert(column, (site, sign(site, &on_it, look)));
        }
        let named = |row: &&Row<'_>| row.values().any(|(site, _)| is_coordinate(&site.name));
        let single = rows.values().filter(named).count() == 1;
        Board { rows, chequer: Chequer::of(layout), single }
    }

    fn lines(&self) -> Vec<Vec<Span>> {
        let Some((&top, &bottom)) = self.rows.keys().next().zip(self.rows.keys().next_back())
        else {
            return Vec::new();
        };
        let pitch = self.pitch();
        let first = self.rows.values().filter_map(|row| row.keys().next()).min().unwrap_or(&0);
        let place = |column: u16| usize::from(column - first) * pitch;
        let margin = self.margin(place);
        let place = |column: u16| margin + place(column);
        let mut lines = Vec::new();
        for y in top..=bottom {
            let Some(row) = self.rows.get(&y) else {
                lines.push(Vec::new());
                continue;
            };
            lines.push(self.line(row, place));
            let named = row.iter().filter(|(_, (site, _))| is_coordinate(&site.name));
            if self.single {
                let names = named.map(|(&column, (site, _))| (place(column), site.name.as_str()));
                lines.extend(label_line(names));
            }
        }
        if let Some(chequer) = &self.chequer {
            lines.extend(label_line(chequer.files.iter().map(|(&column, &f)| (place(column), f))));
        }
        lines
    }

    /// The room that the names of rows need before the first column; `place` is where a column begins.
    pub(crate) fn margin(&self, place: impl Fn(u16) -> usize) -> usize {
        let needed = |row: &Row<'a>| {
            let start = row.keys().next().map_or(0, |&column| place(column));
            let label = width(self.labels(row).0);
            (label + usize::from(label > 0)).saturating_sub(start)
        };
        self.rows.values().map(needed).max().unwrap_or(0)
    }

    /// Whether a row has places with coordinates.
    pub(crate) fn is_named(&self, row: &Row<'a>) -> bool {
        row.values().any(|(site, _)| is_coordinate(&site.name))
    }

    fn line(&self, row: &Row<'a>, place: impl Fn(u16) -> usize) -> Vec<Span> {
        let mut line = Line::default();
        let (start, end) = self.labels(row);
        let first = row.keys().next().map_or(0, |&column| place(column));
        if !start.is_empty() {
            line.put(first - 1 - width(start), Span::new(Role::Label, start));
        }
        let last = self.end_of_row(row);
        for (&column, (_, span)) in row {
            line.put(place(column), span.clone());
            if column == last && !end.is_empty() {
                line.put(line.used + 1, Span::new(Role::Label, end));
            }
        }
        line.spans
    }

    /// The last column that belongs to the row of coordinates; what lies beyond stands apart.
    pub(crate) fn end_of_row(&self, row: &Row<'a>) -> u16 {
        let gap = self.gap() as u16;
        let named = row.iter().filter(|(_, (site, _))| is_coordinate(&site.name));
        let mut last = named.map(|(&column, _)| column).next_back().unwrap_or(u16::MAX);
        while row.contains_key(&(last.saturating_add(gap))) && last < u16::MAX {
            last += gap;
        }
        last
    }

    /// What stands before and behind a row: its rank on a chequered board, else the names of its
    /// first and last places, so that any other can be counted off.
    pub(crate) fn labels(&self, row: &Row<'a>) -> (&'a str, &'a str) {
        let names = || row.values().map(|(site, _)| site.name.as_str());
        if self.chequer.is_some() {
            let rank = names().next().and_then(chequer::split);
            return (rank.map_or("", |(_, digits)| digits), "");
        }
        let mut coordinates = names().filter(|name| is_coordinate(name));
        match (coordinates.next(), coordinates.next_back()) {
            // A single row has its names underneath.
            (Some(_), _) if self.single => ("", ""),
            (Some(first), last) => (first, last.unwrap_or("")),
            (None, _) if row.len() > 1 => (row.values().next().map_or("", |(s, _)| s.kind), ""),
            (None, _) => (names().next().unwrap_or(""), ""),
        }
    }

    /// The least distance between neighbours in a row, in columns.
    pub(crate) fn gap(&self) -> usize {
        let gaps = self.rows.values().flat_map(|row| {
            row.keys().zip(row.keys().skip(1)).map(|(left, right)| usize::from(right - left))
        });
        gaps.min().unwrap_or(1)
    }

    /// How many characters a column takes, so that neighbours stay apart.
    pub(crate) fn pitch(&self) -> usize {
        // A place beside the board may hold many pieces; it has no neighbours to push.
        let cells = self.rows.values().flat_map(|row| row.values());
        let cells = cells.filter(|(site, _)| is_coordinate(&site.name));
        let widest = cells.map(|(_, span)| width(&span.text));
        (widest.max().unwrap_or(1) + 1).div_ceil(self.gap()).max(1)
    }
}

/// One row of the drawing by column.
pub(crate) type Row<'a> = BTreeMap<u16, (&'a Site, Span)>;

/// A line of names at their places; none when there are no names.
fn label_line<'a>(names: impl Iterator<Item = (usize, &'a str)>) -> Option<Vec<Span>> {
    let mut line = Line::default();
    names.for_each(|(at, name)| line.put(at, Span::new(Role::Label, name)));
    (!line.spans.is_empty()).then_some(line.spans)
}

/// A line that is written from left to right.
#[derive(Default)]
struct Line {
    spans: Vec<Span>,
    used: usize,
}

impl Line {
    fn put(&mut self, at: usize, span: Span) {
        // What is wider than its place pushes its neighbours on.
        let at = at.max(self.used + usize::from(self.used > 0));
        self.spans.push(Span::new(Role::Plain, " ".repeat(at - self.used)));
        self.used = at + width(&span.text);
        self.spans.push(span);
    }
}

/// What a site shows: its pieces, or the sign of its kind.
fn sign(site: &Site, pieces: &[&Piece], look: &Look) -> Span {
    let Some(first) = pieces.first() else {
        return Span::new(Role::Empty, look.kind(site.kind).blank);
    };
    let mut text = String::new();
    for piece in pieces {
        text.push_str(&piece.glyph);
        if piece.count > 1 || piece.heap {
            text.push_str(&piece.count.to_string());
        }
    }
    Span::new(Role::Piece(first.owner), text)
}

/// What the signs mean: those of pieces, then those of empty places.
fn legend(drawing: &Drawing<'_>) -> Vec<Vec<Span>> {
    let Drawing { layout, picture, look, .. } = *drawing;
    let mut names: BTreeMap<&str, (Option<Seat>, BTreeSet<String>)> = BTreeMap::new();
    for piece in &picture.pieces {
        // What is nobody's shows what it is; a heap's name tells how many there are.
        let speaks = piece.owner.is_some() && piece.count <= 1;
        if speaks && on_board(layout, piece).is_some_and(|site| site.cell.is_some()) {
            let entry = names.entry(&piece.glyph).or_insert((piece.owner, BTreeSet::new()));
            entry.1.insert(piece.name.english(&drawing.called()));
        }
    }
    let pieces = names.into_iter().filter_map(|(glyph, (owner, names))| {
        Some((Role::Piece(owner), glyph, common_name(&names)?.to_owned()))
    });
    let mut blanks: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for site in layout.sites.iter().filter(|site| site.cell.is_some()) {
        blanks.entry(look.kind(site.kind).blank).or_default().insert(site.kind);
    }
    let several = blanks.len() > 1;
    let blanks = blanks.into_iter().filter(|_| several).map(|(sign, kinds)| {
        let kinds: Vec<_> = kinds.into_iter().collect();
        (Role::Empty, sign, kinds.join(", ").replace('-', " "))
    });
    let mut lines = explain(pieces);
    lines.extend(explain(blanks));
    lines
}

/// The name that all of these share, where they differ only in what is added behind it. A sign
/// that stands for many things explains none of them.
fn common_name(names: &BTreeSet<String>) -> Option<&str> {
    let shortest = names.iter().min_by_key(|name| name.len())?;
    names.iter().all(|name| name.starts_with(shortest)).then_some(shortest)
}

/// Signs with their meanings, in lines that fit a terminal.
fn explain<'a>(signs: impl Iterator<Item = (Role, &'a str, String)>) -> Vec<Vec<Span>> {
    const WIDTH: usize = 78;
    let mut lines: Vec<Vec<Span>> = Vec::new();
    let mut used = 0;
    for (role, sign, meaning) in signs {
        let wide = width(sign) + 1 + width(&meaning);
        match lines.last_mut() {
            Some(line) if used + 3 + wide <= WIDTH => {
                line.push(Span::new(Role::Plain, "   "));
                used += 3 + wide;
            }
            _ => {
                lines.push(Vec::new());
                used = wide;
            }
        }
        if let Some(line) = lines.last_mut() {
            line.push(Span::new(role, sign));
            line.push(Span::new(Role::Plain, format!(" {meaning}")));
        }
    }
    lines
}

fn on_board<'a>(layout: &'a Layout, piece: &Piece) -> Option<&'a Site> {
    layout.sites.get(usize::from(piece.site))
}

/// What stands on sites that have no place in the drawing.
fn aside(drawing: &Drawing<'_>) -> Vec<Vec<Span>> {
    let Drawing { layout, picture, .. } = *drawing;
    let called = drawing.called();
    let mut groups: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for piece in &picture.pieces {
        if on_board(layout, piece).is_some_and(|site| site.cell.is_none()) {
            groups.entry(piece.site).or_default().push(piece.words(&called));
        }
    }
    groups
        .into_iter()
        .map(|(site, pieces)| {
            named(&layout.sites[usize::from(site)].words(&called), pieces.join(", "))
        })
        .collect()
}

/// A line with a name before it.
fn named(name: &str, words: String) -> Vec<Span> {
    vec![Span::new(Role::Label, format!("{name}: ")), Span::new(Role::Plain, words)]
}

/// Signs on sites, those that mean the same together.
fn marks(drawing: &Drawing<'_>) -> Vec<Vec<Span>> {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for mark in &drawing.picture.marks {
        if let Some(site) = drawing.layout.sites.get(usize::from(mark.site)) {
            let label = mark.label.english(&drawing.called());
            groups.entry(label).or_default().push(&site.name);
        }
    }
    groups.into_iter().map(|(label, sites)| named(&label, sites.join(" "))).collect()
}

/// The stats: the table's first, then each player's in a line.
fn stats(drawing: &Drawing<'_>) -> Vec<Vec<Span>> {
    let names = drawing.names;
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    drawing
        .stats()
        .into_iter()
        .map(|(seat, stats)| {
            let stats = stats.join(", ");
            let Some(seat) = seat else { return vec![Span::new(Role::Plain, stats)] };
            let name = names.get(seat.index()).cloned().unwrap_or_else(|| format!("Player {seat}"));
            let gap = " ".repeat(widest.saturating_sub(width(&name)) + 2);
            vec![
                Span::new(Role::Piece(Some(seat)), name),
                Span::new(Role::Plain, format!("{gap}{stats}")),
            ]
        })
        .collect()
}

#[cfg(test)]
mod tests;
