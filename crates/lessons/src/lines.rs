//! The lesson file as lines: headings, and under each the named values.

use std::fmt;

/// What is wrong with a lesson file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it and what would be right.
    pub message: String,
}

impl LessonError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        LessonError { line, message: message.into() }
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for LessonError {}

/// One `name: value` line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
}

impl Line<'_> {
    /// What is wrong with this line.
    pub(crate) fn error(&self, message: impl ToString) -> LessonError {
        LessonError::new(self.number, message.to_string())
    }
}

/// A heading and the lines under it.
#[derive(Debug)]
pub(crate) struct Section<'a> {
    pub(crate) number: usize,
    pub(crate) title: &'a str,
    pub(crate) lines: Vec<Line<'a>>,
}

/// Splits a file at its headings. Empty lines and lines that begin with `#` and a space are left out.
pub(crate) fn sections(text: &str) -> Result<Vec<Section<'_>>, LessonError> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() || line == "#" || line.starts_with("# ") {
            continue;
        }
        if let Some(title) = line.strip_prefix("## ") {
            sections.push(Section { number, title: title.trim(), lines: Vec::new() });
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            let message = "a line is '## Title', 'name: value', or a comment that begins with '# '";
            return Err(LessonError::new(number, message));
        };
        let Some(section) = sections.last_mut() else {
            return Err(LessonError::new(number, "a lesson begins with its title: '## Title'"));
        };
        let (name, value) = (name.trim(), value.trim());
        if value.is_empty() {
            return Err(LessonError::new(number, format!("'{name}:' needs a value")));
        }
        section.lines.push(Line { number, name, value });
    }
    Ok(sections)
}
