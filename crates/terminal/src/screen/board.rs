//! The board on the screen.

use parlour_core::look::Form;
use parlour_core::scene::{Piece, SiteId};
use parlour_draw::{
    Drawing, Grid, Ink, Palette, Rgb, Role, SEAT_CODES, SHADE, Tile, piece_ink, site_ink,
};

use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Style};

use super::buffer::{BOLD, Canvas, DIM, Depth, PLAIN, REVERSED, UNDERLINED, rgb};
use super::tty::Capabilities;

/// What is special about sites.
#[derive(Clone, Copy, Default)]
pub(crate) struct Highlights<'a> {
    /// Where the person points.
    pub(crate) cursor: Option<SiteId>,
    /// What is picked already.
    pub(crate) picked: &'a [SiteId],
    /// What can be picked next.
    pub(crate) next: &'a [SiteId],
    /// What the last action touched.
    pub(crate) last: &'a [SiteId],
}

/// How a site is set off from the others, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Cursor { legal: bool },
    Picked,
    Legal,
    Last,
    Off,
}

impl Highlights<'_> {
    fn of(&self, site: SiteId) -> Set {
        match site {
            site if self.cursor == Some(site) => Set::Cursor { legal: self.next.contains(&site) },
            site if self.picked.contains(&site) => Set::Picked,
            site if self.next.contains(&site) => Set::Legal,
            site if self.last.contains(&site) => Set::Last,
            _ => Set::Off,
        }
    }
}

const LEGAL: Rgb = Rgb(60, 190, 90);
const PICKED: Rgb = Rgb(245, 190, 40);
const CURSOR: Rgb = Rgb(255, 255, 255);
const LAST: Rgb = Rgb(90, 160, 240);

/// Paints a board with its upper left corner here.
pub(crate) fn paint(
    canvas: &mut Canvas,
    at: (u16, u16),
    grid: &Grid,
    drawing: &Drawing<'_>,
    highlights: Highlights<'_>,
    capabilities: Capabilities,
) {
    for caption in &grid.captions {
        canvas.put(at.0 + caption.x, at.1 + caption.y, &caption.text, DIM);
    }
    let palette = &match capabilities.depth {
        Depth::Ansi => Palette::ansi(drawing),
        Depth::Indexed => Palette::indexed(drawing),
        Depth::None | Depth::True => Palette::default(),
    };
    for tile in &grid.tiles {
        let at = (at.0 + tile.x, at.1 + tile.y);
        let painter = Painter { canvas, at, tile, drawing, capabilities, palette };
        painter.paint(highlights.of(tile.site));
    }
}

/// Paints one tile.
struct Painter<'a, 'd> {
    canvas: &'a mut Canvas,
    at: (u16, u16),
    tile: &'a Tile,
    drawing: &'a Drawing<'d>,
    capabilities: Capabilities,
    palette: &'a Palette,
}

impl Painter<'_, '_> {
    fn paint(mut self, set: Set) {
        match self.capabilities.depth {
            Depth::None | Depth::Ansi => self.in_letters(set),
            Depth::Indexed | Depth::True => self.in_colours(set),
        }
    }

    fn piece(&self) -> Option<&Piece> {
        self.drawing.picture.pieces.iter().find(|piece| piece.site == self.tile.site)
    }

    fn is_marked(&self) -> bool {
        self.drawing.picture.marks.iter().any(|mark| mark.site == self.tile.site)
    }

    /// The column and the line where a text stands in the middle.
    fn middle(&self, text: &str) -> (u16, u16) {
        let wide = text.chars().count() as u16;
        let x = self.at.0 + self.tile.width.saturating_sub(wide) / 2;
        (x, self.at.1 + (self.tile.height - 1) / 2)
    }

    /// With few colours or none: signs on the terminal's own ground. What is special has a sign of its
    /// own beside it, for colours and weights may not show.
    fn in_letters(&mut self, set: Set) {
        let (x, y) = self.middle(&self.tile.text);
        let (text, width) = (self.tile.text.as_str(), self.tile.text.chars().count() as u16);
        let mut style = match self.tile.role {
            Role::Piece(Some(seat)) => {
                BOLD.fg(Color::Indexed(SEAT_CODES[seat.index() % SEAT_CODES.len()]))
            }
            Role::Piece(None) => BOLD,
            _ => self.region(),
        };
        let mut beside = BOLD;
        if self.is_marked() {
            style = style.patch(UNDERLINED);
        }
        let signs = match set {
            Set::Cursor { .. } => {
                (style, beside) = (style.patch(REVERSED), beside.patch(REVERSED));
                ('[', ']')
            }
            Set::Picked => ('{', '}'),
            Set::Legal => ('*', '*'),
            Set::Last => ('\'', '\''),
            Set::Off => (' ', ' '),
        };
        if x > self.at.0 {
            self.canvas.put(x - 1, y, &signs.0.to_string(), beside);
        }
        self.canvas.put(x, y, text, style);
        if x + width < self.at.0 + self.tile.width {
            self.canvas.put(x + width, y, &signs.1.to_string(), beside);
        }
    }

    /// An empty site with few colours: that of its region, where it is in one.
    fn region(&self) -> Style {
        let ground = site_ink(self.drawing, self.tile.site).ground;
        let code = self.palette.code(ground).filter(|_| self.capabilities.depth == Depth::Ansi);
        code.map_or(PLAIN, |code| PLAIN.fg(Color::Indexed(code)))
    }

    fn in_colours(&mut self, set: Set) {
        let mut site = site_ink(self.drawing, self.tile.site);
        // Every other tile is a little darker, so that neighbours of a kind can be told apart.
        if (self.tile.x / self.tile.width + self.tile.y / self.tile.height) % 2 == 1 {
            site.ground = site.ground.mix(Rgb(0, 0, 0), SHADE);
        }
        let piece = self.piece().map(|piece| {
            let form = self.drawing.look.kind(piece.kind).form;
            (piece_ink(self.drawing, piece), form)
        });
        let strong = if piece.is_some() { 0.8 } else { 0.55 };
        site.ground = match set {
            Set::Cursor { legal: true } => site.ground.mix(LEGAL, 0.8).mix(CURSOR, 0.35),
            Set::Cursor { legal: false } => site.ground.mix(CURSOR, 0.6),
            Set::Picked => site.ground.mix(PICKED, 0.85),
            Set::Legal => site.ground.mix(LEGAL, strong),
            Set::Last => site.ground.mix(LAST, 0.6),
            Set::Off => site.ground,
        };
        let style = match self.palette.code(site.ground) {
            Some(code) => of(site).bg(Color::Indexed(code)),
            None => of(site),
        };
        let Tile { width, height, .. } = *self.tile;
        self.canvas.fill(Rect::new(self.at.0, self.at.1, width, height), style);
        let sign = match piece {
            None => style,
            Some((ink, form)) => {
                self.body(ink, style, form);
                let marked = if self.is_marked() { UNDERLINED } else { PLAIN };
                of(ink).patch(BOLD).patch(marked)
            }
        };
        // An empty site shows by its colour; dots would only be in the way.
        let text = match (piece, self.tile.text.as_str()) {
            (None, ".") => self.print(),
            (_, text) => text.to_owned(),
        };
        let (mut x, y) = self.middle(&text);
        // A word leaves a column free before it: a piece may stand there.
        let fills = text.len() > 1 && text.len() < usize::from(self.tile.width);
        x += u16::from(piece.is_none() && fills && x == self.at.0);
        self.canvas.put(x, y, &text, sign);
        if let Set::Cursor { .. } = set {
            self.point_at(y, style.patch(BOLD));
        }
    }

    /// What is printed on an empty site, where there is room for it.
    fn print(&self) -> String {
        let site = self.drawing.layout.sites.get(usize::from(self.tile.site));
        let print = site.map_or("", |site| site.print.as_str());
        let fits = print.is_ascii() && print.len() < usize::from(self.tile.width);
        if fits { print.to_owned() } else { String::new() }
    }

    /// The sides of the tile to which the person points.
    fn point_at(&mut self, y: u16, style: Style) {
        let style = style.fg(rgb(Rgb(0, 0, 0)));
        let (first, last) = (self.at.0, self.at.0 + self.tile.width - 1);
        match self.tile.width {
            0..4 => {
                self.canvas.put(last, y, if self.capabilities.unicode { "◂" } else { "<" }, style);
            }
            _ => {
                self.canvas.put(first, y, "[", style);
                self.canvas.put(last, y, "]", style);
            }
        }
    }

    /// The body of a piece: round, unless its form is not, and as large as its tile allows.
    fn body(&mut self, piece: Ink, ground: Style, form: Form) {
        let Tile { width, height, .. } = *self.tile;
        let angular = matches!(form, Form::Die | Form::Stick | Form::Flap);
        if height == 1 || angular || !self.capabilities.unicode {
            let margin = u16::from(width > 3);
            let body = Rect::new(self.at.0 + margin, self.at.1, width - 2 * margin, height);
            self.canvas.fill(body, of(piece));
            return;
        }
        let (middle, radius) = ((f64::from(width) / 2.0, f64::from(height)), f64::from(height));
        let inside = |x: u16, half: u16| {
            let (x, y) = (f64::from(x) + 0.5 - middle.0, f64::from(half) + 0.5 - middle.1);
            x.hypot(y) < radius * 0.97
        };
        let edge = ground.fg(rgb(piece.ground));
        for y in 0..height {
            for x in 0..width {
                let (column, line) = (self.at.0 + x, self.at.1 + y);
                match (inside(x, 2 * y), inside(x, 2 * y + 1)) {
                    (true, true) => {
                        self.canvas.put(column, line, " ", of(piece));
                    }
                    (true, false) => {
                        self.canvas.put(column, line, "▀", edge);
                    }
                    (false, true) => {
                        self.canvas.put(column, line, "▄", edge);
                    }
                    (false, false) => {}
                }
            }
        }
    }
}

fn of(ink: Ink) -> Style {
    PLAIN.fg(rgb(ink.ink)).bg(rgb(ink.ground))
}
