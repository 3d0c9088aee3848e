//! Text in several styles, broken into lines at spaces.

use clap::builder::styling::Style;
use unicode_width::UnicodeWidthStr;

use crate::markdown::Paint;

/// A paragraph before it is broken into lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    words: Vec<Word>,
    /// Whether a space came after the last word.
    ended: bool,
}

/// A word whose parts may differ in style.
type Word = Vec<(String, Style)>;

impl Text {
    /// Adds text that may break at its spaces.
    pub(crate) fn push(&mut self, text: &str, style: Style) {
        for (i, part) in text.split([' ', '\n', '\t']).enumerate() {
            self.ended |= i > 0;
            self.push_solid(part, style);
        }
    }

    /// Adds text whose spaces stay where they are.
    pub(crate) fn push_solid(&mut self, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        let part = (text.to_owned(), style);
        match self.words.last_mut().filter(|_| !self.ended) {
            Some(word) => word.push(part),
            None => self.words.push(vec![part]),
        }
        self.ended = false;
    }

    /// Whether there is nothing to read.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The width in one line.
    pub(crate) fn width(&self) -> usize {
        self.words.iter().map(|word| word_width(word) + 1).sum::<usize>().saturating_sub(1)
    }

    /// The widest word.
    pub(crate) fn widest_word(&self) -> usize {
        self.words.iter().map(word_width).max().unwrap_or(0)
    }

    /// The lines, each at most `width` wide unless a single word is wider.
    pub(crate) fn lines(&self, width: usize, paint: Paint) -> Vec<String> {
        let (mut lines, mut first, mut used) = (Vec::new(), 0, 0);
        for (at, word) in self.words.iter().enumerate() {
            let wide = word_width(word);
            if used > 0 && used + 1 + wide > width {
                lines.push(painted(&self.words[first..at], paint));
                (first, used) = (at, 0);
            }
            used += wide + usize::from(used > 0);
        }
        lines.push(painted(&self.words[first..], paint));
        lines
    }
}

fn word_width(word: &Word) -> usize {
    word.iter().map(|(text, _)| text.width()).sum()
}

/// A line, with neighbours of one style under one escape code.
fn painted(words: &[Word], paint: Paint) -> String {
    let mut runs: Vec<(String, Style)> = Vec::new();
    let mut add = |text: &str, style: Style| match runs.last_mut() {
        Some((run, last)) if *last == style => run.push_str(text),
        _ => runs.push((text.to_owned(), style)),
    };
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            let before = words[i - 1].last().map(|(_, style)| *style);
            let after = word.first().map(|(_, style)| *style);
            add(" ", before.filter(|_| before == after).unwrap_or_default());
        }
        word.iter().for_each(|(text, style)| add(text, *style));
    }
    runs.iter().map(|(text, style)| paint.apply(text, *style)).collect()
}

/// Plain text in lines of at most `width`, each after `indent`.
pub(crate) fn plain(text: &str, width: usize, indent: &str) -> String {
    let mut paragraph = Text::default();
    paragraph.push(text, Style::new());
    paragraph
        .lines(width.saturating_sub(indent.width()).max(20), Paint::new(false))
        .iter()
        .map(|line| format!("{indent}{line}\n"))
        .collect()
}
