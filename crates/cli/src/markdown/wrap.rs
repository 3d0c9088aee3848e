//! Text in stretches of one look each, broken into lines at spaces.

use unicode_width::UnicodeWidthStr;

use crate::markdown::{Paint, Style};

/// A paragraph before it is broken into lines.
#[derive(Clone, Debug, Default)]
pub struct Text {
    stretches: Vec<(String, Style, Solid)>,
}

/// Whether a stretch may break at its spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Solid {
    No,
    Yes,
    /// It is the end of a line.
    Break,
}

/// Stretches without a space between them.
type Word = Vec<(String, Style)>;

impl Text {
    /// Adds text that may break at its spaces.
    pub fn push(&mut self, text: &str, style: Style) {
        self.stretches.push((text.to_owned(), style, Solid::No));
    }

    /// Adds text whose spaces stay where they are.
    pub fn push_solid(&mut self, text: &str, style: Style) {
        self.stretches.push((text.to_owned(), style, Solid::Yes));
    }

    /// Ends the line here.
    pub fn end_line(&mut self) {
        self.stretches.push((String::new(), Style::PLAIN, Solid::Break));
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.stretches.iter().all(|(text, _, _)| text.trim().is_empty())
    }

    /// The width in one line.
    pub fn width(&self) -> usize {
        self.stretches.iter().map(|(text, _, _)| text.width()).sum()
    }

    /// The text as it was added.
    pub fn source(self) -> String {
        self.stretches.into_iter().map(|(text, _, _)| text).collect()
    }

    /// The widest word.
    pub fn widest_word(&self) -> usize {
        self.words().iter().flatten().map(word_width).max().unwrap_or(0)
    }

    /// The lines, each at most `width` wide unless a single word is wider.
    pub fn lines(&self, width: usize, paint: Paint) -> Vec<String> {
        let mut lines = Vec::new();
        for words in self.words() {
            let (mut line, mut used) = (Vec::new(), 0);
            for word in words {
                let wide = word_width(&word);
                if used > 0 && used + 1 + wide > width {
                    lines.push(painted(&std::mem::take(&mut line), paint));
                    used = 0;
                }
                used += wide + usize::from(used > 0);
                line.push(word);
            }
            lines.push(painted(&line, paint));
        }
        lines
    }

    /// The words of each line that the author broke.
    fn words(&self) -> Vec<Vec<Word>> {
        let mut lines = vec![Vec::new()];
        let mut word: Word = Vec::new();
        let mut end = |word: &mut Word, new_line: bool| {
            if !word.is_empty() {
                lines.last_mut().expect("one line at least").push(std::mem::take(word));
            }
            if new_line {
                lines.push(Vec::new());
            }
        };
        for (text, style, solid) in &self.stretches {
            match solid {
                Solid::Break => end(&mut word, true),
                Solid::Yes => word.push((text.clone(), *style)),
                Solid::No => {
                    for (i, part) in text.split([' ', '\n', '\t']).enumerate() {
                        if i > 0 {
                            end(&mut word, false);
                        }
                        if !part.is_empty() {
                            word.push((part.to_owned(), *style));
                        }
                    }
                }
            }
        }
        end(&mut word, false);
        lines
    }
}

fn word_width(word: &Word) -> usize {
    word.iter().map(|(text, _)| text.width()).sum()
}

/// A line, with neighbours of one look under one escape code.
fn painted(words: &[Word], paint: Paint) -> String {
    let mut runs: Vec<(String, Style)> = Vec::new();
    let mut add = |text: &str, style: Style| match runs.last_mut() {
        Some((run, last)) if *last == style => run.push_str(text),
        _ => runs.push((text.to_owned(), style)),
    };
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            let before = words[i - 1].last().map_or(Style::PLAIN, |(_, style)| *style);
            let after = word.first().map_or(Style::PLAIN, |(_, style)| *style);
            add(" ", if before == after { before } else { Style::PLAIN });
        }
        word.iter().for_each(|(text, style)| add(text, *style));
    }
    runs.iter().map(|(text, style)| paint.apply(text, *style)).collect()
}

/// Plain text in lines of at most `width`, each after `indent`.
pub fn plain(text: &str, width: usize, indent: &str) -> String {
    let mut paragraph = Text::default();
    paragraph.push(text, Style::PLAIN);
    paragraph
        .lines(width.saturating_sub(indent.width()).max(20), Paint::new(false))
        .iter()
        .map(|line| format!("{indent}{line}\n"))
        .collect()
}
