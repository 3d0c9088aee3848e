//! What a screen shows, cell by cell. Only the cells that changed are written.

use std::borrow::Cow;
use std::fmt::Write;

use parlour_console::ascii::ascii;
use parlour_draw::Rgb;
use unicode_width::UnicodeWidthChar;

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

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Colour {
    /// The terminal's own.
    #[default]
    Own,
    /// One of the 16.
    Code(u8),
    /// Any.
    Rgb(Rgb),
}

/// How a cell looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Style {
    pub(crate) ink: Colour,
    pub(crate) ground: Colour,
    pub(crate) bold: bool,
    pub(crate) dim: bool,
    pub(crate) underlined: bool,
    pub(crate) reversed: bool,
}

impl Style {
    pub(crate) const PLAIN: Style = Style {
        ink: Colour::Own,
        ground: Colour::Own,
        bold: false,
        dim: false,
        underlined: false,
        reversed: false,
    };

    pub(crate) const BOLD: Style = Style { bold: true, ..Style::PLAIN };
    pub(crate) const DIM: Style = Style { dim: true, ..Style::PLAIN };
    pub(crate) const REVERSED: Style = Style { reversed: true, ..Style::PLAIN };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    /// `None` behind a character of two columns.
    char: Option<char>,
    style: Style,
}

const BLANK: Cell = Cell { char: Some(' '), style: Style::PLAIN };

/// A screen's cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Buffer {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
    /// Whether the terminal shows more than ASCII.
    unicode: bool,
}

impl Buffer {
    /// An empty screen.
    pub(crate) fn new(width: u16, height: u16, unicode: bool) -> Self {
        let cells = vec![BLANK; usize::from(width) * usize::from(height)];
        Buffer { width, height, cells, unicode }
    }

    fn index(&self, x: u16, y: u16) -> Option<usize> {
        (x < self.width && y < self.height)
            .then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    /// Writes a text from this column on and gives the column behind it. What does not fit is left out.
    pub(crate) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let mut at = x;
        let text = if self.unicode { Cow::Borrowed(text) } else { ascii(text) };
        for char in text.chars() {
            let wide = char.width().unwrap_or(0) as u16;
            if wide == 0 {
                continue;
            }
            let (Some(first), Some(_)) = (self.index(at, y), self.index(at + wide - 1, y)) else {
                break;
            };
            self.cells[first] = Cell { char: Some(char), style };
            if wide == 2 {
                self.cells[first + 1] = Cell { char: None, style };
            }
            at += wide;
        }
        at
    }

    /// Fills a rectangle with blanks of this style.
    pub(crate) fn fill(&mut self, x: u16, y: u16, width: u16, height: u16, style: Style) {
        for y in y..y.saturating_add(height) {
            for x in x..x.saturating_add(width) {
                if let Some(at) = self.index(x, y) {
                    self.cells[at] = Cell { char: Some(' '), style };
                }
            }
        }
    }

    /// The control codes that turn the screen `before` into this one.
    pub(crate) fn changes(&self, before: Option<&Buffer>, depth: Depth) -> String {
        let same = before.filter(|b| (b.width, b.height) == (self.width, self.height));
        let mut out = String::new();
        if same.is_none() {
            out.push_str("\x1b[0m\x1b[2J");
        }
        let mut style = None;
        let mut at = None;
        for (i, cell) in self.cells.iter().enumerate() {
            let known = same.map_or(BLANK, |before| before.cells[i]);
            let Some(char) = cell.char.filter(|_| known != *cell) else { continue };
            if at != Some(i) {
                let (x, y) = (i % usize::from(self.width), i / usize::from(self.width));
                let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
            }
            if style != Some(cell.style) {
                out.push_str(&codes(cell.style, depth));
                style = Some(cell.style);
            }
            out.push(char);
            let next = i + char.width().unwrap_or(1);
            // Behind the last column a terminal may be anywhere.
            at = (next % usize::from(self.width) != 0).then_some(next);
        }
        if style.is_some() {
            out.push_str("\x1b[0m");
        }
        out
    }
}

/// The control codes of a style.
fn codes(style: Style, depth: Depth) -> String {
    let mut out = "\x1b[0".to_owned();
    let flags = [(style.bold, 1), (style.dim, 2), (style.underlined, 4), (style.reversed, 7)];
    for (_, code) in flags.into_iter().filter(|(on, _)| *on) {
        let _ = write!(out, ";{code}");
    }
    for (colour, base) in [(style.ink, 30), (style.ground, 40)] {
        match (colour, depth) {
            (Colour::Own, _) | (_, Depth::None) => {}
            (Colour::Code(code), _) => out.push_str(&sixteen(code, base)),
            (Colour::Rgb(rgb), Depth::Ansi) => out.push_str(&sixteen(rgb.ansi(), base)),
            (Colour::Rgb(rgb), Depth::Indexed) => {
                let _ = write!(out, ";{};5;{}", base + 8, rgb.indexed());
            }
            (Colour::Rgb(Rgb(r, g, b)), Depth::True) => {
                let _ = write!(out, ";{};2;{r};{g};{b}", base + 8);
            }
        }
    }
    out.push('m');
    out
}

fn sixteen(code: u8, base: u8) -> String {
    match code {
        0..8 => format!(";{}", base + code),
        _ => format!(";{}", base + 60 + code % 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cells_that_changed_are_written() {
        let before = Buffer::new(10, 2, true);
        let mut after = before.clone();
        after.put(2, 1, "ab", Style::BOLD);
        assert_eq!(after.changes(Some(&before), Depth::None), "\x1b[2;3H\x1b[0;1mab\x1b[0m");
        assert_eq!(after.changes(Some(&after), Depth::None), "");
    }

    #[test]
    fn a_text_ends_at_the_edge_and_wide_characters_take_two_columns() {
        let mut buffer = Buffer::new(4, 1, true);
        assert_eq!(buffer.put(0, 0, "a\u{0}日bcd", Style::PLAIN), 4);
        assert_eq!(buffer.changes(None, Depth::None), "\x1b[0m\x1b[2J\x1b[1;1H\x1b[0ma日b\x1b[0m");
        assert_eq!(buffer.put(3, 0, "日", Style::PLAIN), 3, "half a character does not fit");
    }

    #[test]
    fn a_colour_is_written_as_the_terminal_can() {
        let ink = Colour::Rgb(Rgb(255, 0, 0));
        let style = Style { ink, ground: Colour::Code(12), ..Style::PLAIN };
        let all = [Depth::None, Depth::Ansi, Depth::Indexed, Depth::True];
        assert_eq!(
            all.map(|depth| codes(style, depth)),
            ["\x1b[0m", "\x1b[0;31;104m", "\x1b[0;38;5;196;104m", "\x1b[0;38;2;255;0;0;104m"]
        );
    }
}
