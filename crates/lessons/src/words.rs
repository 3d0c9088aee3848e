//! The words of a goal, and a reader that says what it expected.

use crate::lines::LessonError;

/// Reads the words of one value, one after another.
pub(crate) struct Words {
    line: usize,
    words: Vec<String>,
    next: usize,
}

impl Words {
    /// Parentheses are words of their own, and so is what stands in quotes.
    pub(crate) fn new(line: usize, text: &str) -> Result<Self, LessonError> {
        let mut words = Vec::new();
        for (index, part) in text.split('"').enumerate() {
            if index % 2 == 1 {
                words.push(format!("\"{part}"));
                continue;
            }
            let spaced = part.replace('(', " ( ").replace(')', " ) ");
            words.extend(spaced.split_whitespace().map(str::to_owned));
        }
        match text.matches('"').count() % 2 {
            0 => Ok(Words { line, words, next: 0 }),
            _ => Err(LessonError::new(line, "a quotation mark is missing")),
        }
    }

    pub(crate) fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(String::as_str)
    }

    /// Takes the next word if it is this one.
    pub(crate) fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.next += usize::from(found);
        found
    }

    /// Takes the next words, which must be these.
    pub(crate) fn expect(&mut self, words: &[&str]) -> Result<(), LessonError> {
        if words.iter().all(|word| self.accept(word)) {
            Ok(())
        } else {
            Err(self.error(&format!("'{}' should come", words.join(" "))))
        }
    }

    /// Takes the next word, whatever it is; `what` says what it should be.
    pub(crate) fn take(&mut self, what: &str) -> Result<String, LessonError> {
        let word = self.peek().map(str::to_owned);
        self.next += 1;
        word.ok_or_else(|| self.error(&format!("{what} should come")))
    }

    pub(crate) fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, LessonError> {
        let word = self.take(what)?;
        word.parse().map_err(|_| LessonError::new(self.line, format!("'{word}' is not {what}")))
    }

    /// That something else should come here.
    pub(crate) fn error(&self, expected: &str) -> LessonError {
        let found = match self.peek() {
            Some(word) => format!("before '{}'", word.trim_start_matches('"')),
            None => "at the end".to_owned(),
        };
        LessonError::new(self.line, format!("{expected} {found}"))
    }

    pub(crate) fn line(&self) -> usize {
        self.line
    }
}
