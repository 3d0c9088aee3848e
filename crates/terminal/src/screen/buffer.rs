//! What a screen shows, cell by cell. Only the cells that changed are written.

use std::borrow::Cow;
use std::fmt::Write;

use parlour_console::ascii::ascii;
use parlour_draw::Rgb;
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Depth {
    /// None: bold, underlined and reversed only.
    None,
    /// The 16 that every colour terminal has.
    Ansi,
    /// 256 fixed ones.
    Indexed,
    /// All of them.
    True,
}

pub(crate) const PLAIN: Style = Style::new();
pub(crate) const BOLD: Style = PLAIN.add_modifier(Modifier::BOLD);
pub(crate) const DIM: Style = PLAIN.add_modifier(Modifier::DIM);
pub(crate) const UNDERLINED: Style = PLAIN.add_modifier(Modifier::UNDERLINED);
pub(crate) const REVERSED: Style = PLAIN.add_modifier(Modifier::REVERSED);

/// A screen to paint on.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    cells: Buffer,
    /// Whether the terminal shows more than ASCII.
    unicode: bool,
}

impl Canvas {
    /// An empty screen.
    pub(crate) fn new(width: u16, height: u16, unicode: bool) -> Self {
        Canvas { cells: Buffer::empty(Rect::new(0, 0, width, height)), unicode }
    }

    /// Writes a text from this column on and gives the column behind it. What does not fit is left out.
    pub(crate) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if !self.cells.area.contains(Position { x, y }) {
            return x;
        }
        let text = if self.unicode { Cow::Borrowed(text) } else { ascii(text) };
        // Nothing is left of the style before.
        let style = Style::reset().patch(style);
        self.cells.set_stringn(x, y, text, usize::MAX, style).0
    }

    /// Fills a rectangle with blanks of this style.
    pub(crate) fn fill(&mut self, area: Rect, style: Style) {
        for position in area.intersection(self.cells.area).positions() {
            let cell = &mut self.cells[position];
            cell.reset();
            cell.set_style(style);
        }
    }

    /// The control codes that turn the screen `before` into this one.
    pub(crate) fn changes(&self, before: Option<&Canvas>, depth: Depth) -> String {
        let (mut out, empty) = (String::new(), Buffer::empty(self.cells.area));
        let same = before.filter(|before| before.cells.area == self.cells.area);
        if same.is_none() {
            out.push_str("\x1b[0m\x1b[2J");
        }
        let (mut style, mut at) = (None, None);
        for (x, y, cell) in same.map_or(&empty, |before| &before.cells).diff_iter(&self.cells) {
            if at != Some((x, y)) {
                let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
            }
            let codes = codes(cell, depth);
            if style.as_ref() != Some(&codes) {
                out.push_str(&codes);
                style = Some(codes);
            }
            out.push_str(cell.symbol());
            at = Some((x + 1, y));
        }
        if style.is_some() {
            out.push_str("\x1b[0m");
        }
        out
    }
}

/// The control codes of a cell's style.
fn codes(cell: &Cell, depth: Depth) -> String {
    let mut out = "\x1b[0".to_owned();
    let flags = [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::UNDERLINED, 4),
        (Modifier::REVERSED, 7),
    ];
    for (_, code) in flags.into_iter().filter(|(flag, _)| cell.modifier.contains(*flag)) {
        let _ = write!(out, ";{code}");
    }
    for (colour, base) in [(cell.fg, 30), (cell.bg, 40)] {
        let _ = match reduce(colour, depth) {
            Color::Indexed(code @ 0..8) => write!(out, ";{}", base + code),
            Color::Indexed(code @ 8..16) => write!(out, ";{}", base + 52 + code),
            Color::Indexed(code) => write!(out, ";{};5;{code}", base + 8),
            Color::Rgb(r, g, b) => write!(out, ";{};2;{r};{g};{b}", base + 8),
            _ => Ok(()),
        };
    }
    out.push('m');
    out
}

/// The colour, or the one most like it that the terminal has.
fn reduce(colour: Color, depth: Depth) -> Color {
    match (colour, depth) {
        (_, Depth::None) => Color::Reset,
        (Color::Rgb(r, g, b), Depth::Ansi) => Color::Indexed(Rgb(r, g, b).ansi()),
        (Color::Rgb(r, g, b), Depth::Indexed) => Color::Indexed(Rgb(r, g, b).indexed()),
        (colour, _) => colour,
    }
}

/// The colour of a picture.
pub(crate) fn rgb(Rgb(r, g, b): Rgb) -> Color {
    Color::Rgb(r, g, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cells_that_changed_are_written() {
        let before = Canvas::new(10, 2, true);
        let mut after = before.clone();
        after.put(2, 1, "ab", BOLD);
        assert_eq!(after.changes(Some(&before), Depth::None), "\x1b[2;3H\x1b[0;1mab\x1b[0m");
        assert_eq!(after.changes(Some(&after), Depth::None), "");
    }

    #[test]
    fn a_text_ends_at_the_edge_and_replaces_what_was_there() {
        let mut canvas = Canvas::new(4, 1, true);
        assert_eq!(canvas.put(0, 0, "a\u{0}日bcd", BOLD), 4);
        assert_eq!(canvas.put(3, 0, "日", PLAIN), 3, "half a character does not fit");
        assert_eq!((canvas.put(4, 0, "a", PLAIN), canvas.put(0, 1, "a", PLAIN)), (4, 0));
        canvas.put(0, 0, "c", PLAIN);
        let changes = "\x1b[0m\x1b[2J\x1b[1;1H\x1b[0mc\x1b[0;1m日\x1b[1;4Hb\x1b[0m";
        assert_eq!(canvas.changes(None, Depth::None), changes);
    }

    #[test]
    fn a_colour_is_written_as_the_terminal_can() {
        let mut cell = Cell::default();
        cell.set_style(PLAIN.fg(Color::Rgb(255, 0, 0)).bg(Color::Indexed(12)));
        let all = [Depth::None, Depth::Ansi, Depth::Indexed, Depth::True];
        assert_eq!(
            all.map(|depth| codes(&cell, depth)),
            ["\x1b[0m", "\x1b[0;31;104m", "\x1b[0;38;5;196;104m", "\x1b[0;38;2;255;0;0;104m"]
        );
    }
}
