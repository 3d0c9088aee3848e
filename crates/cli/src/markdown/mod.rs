//! Markdown for a reader at a terminal: headings, lists, tables and wrapped lines.

mod paint;
mod table;
pub(crate) mod wrap;

pub(crate) use paint::Paint;

use clap::builder::styling::{Effects, Style};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::markdown::paint::CODE;
use crate::markdown::table::Table;
use crate::markdown::wrap::Text;

/// Something drawn with characters in place of a picture; `None` leaves its description.
pub(crate) type Pictures<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The page with lines of at most `width` characters, where words and tables allow it. `pictures`
/// is asked for each picture by its address.
pub(crate) fn render(markdown: &str, width: usize, paint: Paint, pictures: Pictures<'_>) -> String {
    let mut page = Page {
        pictures,
        drawn: None,
        out: String::new(),
        width,
        paint,
        text: Text::default(),
        code: None,
        style: Style::new(),
        indents: Vec::new(),
        lists: Vec::new(),
        table: None,
        tight: true,
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.out
}

/// The page so far, and where in it we are.
struct Page<'a> {
    pictures: Pictures<'a>,
    /// The drawing that stands for the picture whose description is being read.
    drawn: Option<String>,
    out: String,
    width: usize,
    paint: Paint,
    /// The paragraph that is being read.
    text: Text,
    /// The block of code that is being read.
    code: Option<String>,
    style: Style,
    /// What stands before the lines of each block we are in: for its first line and for the rest.
    indents: Vec<(String, String)>,
    /// The next number of each list we are in; `None` for a list with bullets.
    lists: Vec<Option<u64>>,
    table: Option<Table>,
    /// Whether the next block follows without an empty line.
    tight: bool,
}

impl Page<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.text.push(&text, self.style),
            },
            Event::Code(code) => {
                self.text.push_solid(&code, self.style.fg_color(CODE.get_fg_color()));
            }
            Event::SoftBreak | Event::HardBreak => self.text.push(" ", self.style),
            // Raw HTML carries layout for a browser, nothing to read.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } | Tag::Strong => self.style |= Effects::BOLD,
            Tag::Emphasis => self.style |= Effects::ITALIC,
            Tag::Image { dest_url, .. } => {
                self.drawn = (self.pictures)(&dest_url);
                self.flush_if(self.drawn.is_some());
                self.text.push("[picture: ", self.style);
            }
            Tag::BlockQuote(_) => {
                self.gap();
                self.indents.push(("  │ ".to_owned(), "  │ ".to_owned()));
                self.tight = true;
            }
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::List(first) => {
                self.flush();
                if self.lists.is_empty() {
                    self.gap();
                }
                self.lists.push(first);
                self.tight = true;
            }
            Tag::Item => self.start_item(),
            Tag::Table(columns) => self.table = Some(Table::new(columns.len())),
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.start_row();
                }
            }
            _ => {}
        }
    }

    fn start_item(&mut self) {
        let marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{:>3}. ", *number - 1)
            }
            _ => "  • ".to_owned(),
        };
        let rest = " ".repeat(marker.chars().count());
        self.indents.push((marker, rest));
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.flush_if(true),
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::Strong => self.style -= Effects::BOLD,
            TagEnd::Emphasis => self.style -= Effects::ITALIC,
            TagEnd::Image => match self.drawn.take() {
                Some(drawing) => {
                    self.text = Text::default();
                    self.gap();
                    drawing.lines().for_each(|line| self.line(&format!("    {line}")));
                }
                None => self.text.push("]", self.style),
            },
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.indents.pop();
            }
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.tight = false;
            }
            TagEnd::Item => {
                self.flush();
                self.indents.pop();
                self.tight = true;
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(table) = &mut self.table {
                    table.push(cell);
                }
            }
            TagEnd::Table => {
                self.gap();
                if let Some(table) = self.table.take() {
                    let width = self.width.saturating_sub(self.indent_width());
                    for line in table.lines(width, self.paint) {
                        self.line(&line);
                    }
                }
            }
            _ => {}
        }
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        self.style -= Effects::BOLD;
        self.gap();
        let longest = self.text.width().min(self.width);
        self.flush();
        // Without colour a line underneath tells a heading from a paragraph.
        match level {
            HeadingLevel::H1 => self.line(&"═".repeat(longest)),
            HeadingLevel::H2 => self.line(&"─".repeat(longest)),
            _ => {}
        }
        self.tight = level > HeadingLevel::H2;
    }

    fn end_code(&mut self) {
        self.gap();
        for line in self.code.take().unwrap_or_default().lines() {
            let line = format!("    {}", self.paint.apply(line, CODE));
            self.line(&line);
        }
    }

    /// An empty line before a block, but not before the first and not in a tight place.
    fn gap(&mut self) {
        if !self.tight {
            self.out.push('\n');
        }
        self.tight = false;
    }

    fn indent_width(&self) -> usize {
        self.indents.iter().map(|(first, _)| first.chars().count()).sum()
    }

    /// Writes what was read of a paragraph, if there is anything, after an empty line.
    fn flush_if(&mut self, wanted: bool) {
        if wanted && !self.text.is_empty() {
            self.gap();
            self.flush();
        }
    }

    /// Writes the paragraph that was read.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return;
        }
        let width = self.width.saturating_sub(self.indent_width()).max(20);
        for line in text.lines(width, self.paint) {
            self.line(&line);
        }
    }

    fn line(&mut self, line: &str) {
        for (first, rest) in &mut self.indents {
            self.out.push_str(first);
            first.clone_from(rest);
        }
        self.out.push_str(line);
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests;
