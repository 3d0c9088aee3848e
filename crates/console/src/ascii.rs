//! Text for a terminal that shows ASCII only.

use std::borrow::Cow;
use std::io::{Result, Write};

/// Whether a terminal with these variables of the environment shows more than ASCII: the first of them
/// that is set decides.
pub fn shows_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
    locale.map_or(cfg!(windows), |locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The text in ASCII: what a typewriter would put, and `?` where there is nothing like it.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match spelling(char) {
            Some(spelling) => out.push_str(spelling),
            None if char.is_ascii() => out.push(char),
            None => out.push('?'),
        }
    }
    Cow::Owned(out)
}

/// What stands for a character beyond ASCII.
fn spelling(char: char) -> Option<&'static str> {
    Some(match char {
        '…' => "...",
        '–' | '—' | '−' | '‑' | '─' => "-",
        '═' => "=",
        '│' => "|",
        '±' => "+/-",
        '×' => "x",
        '•' | '·' | '★' => "*",
        '☆' => ".",
        '‘' | '’' => "'",
        '“' | '”' | '„' => "\"",
        '→' => "->",
        '≤' => "<=",
        '≥' => ">=",
        '½' => "1/2",
        '\u{a0}' => " ",
        'à'..='å' | 'ă' => "a",
        'ç' => "c",
        'è'..='ë' | 'ễ' => "e",
        'ì'..='ï' => "i",
        'ñ' => "n",
        'ò'..='ö' => "o",
        'ù'..='ü' => "u",
        'À'..='Å' => "A",
        'È'..='Ë' => "E",
        'Ò'..='Ö' => "O",
        'Ù'..='Ü' => "U",
        'ß' => "ss",
        _ => return None,
    })
}

/// A stream to a terminal that shows ASCII only. Each write is a text of its own; bytes that are no
/// text go on as they are.
pub struct AsciiWriter<W>(pub W);

impl<W: Write> Write for AsciiWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(ascii(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_says_whether_there_is_more_than_ascii() {
        let shows = |set: &[(&str, &str)]| {
            shows_unicode(|name| {
                set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(shows(&[("LANG", "C.UTF-8")]));
        assert!(shows(&[("LC_ALL", ""), ("LANG", "de_DE.utf8")]));
        assert!(!shows(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert_eq!(shows(&[]), cfg!(windows));
    }

    #[test]
    fn text_becomes_ascii_and_ascii_stays_as_it_is() {
        assert_eq!(ascii("The computer thinks …"), "The computer thinks ...");
        assert_eq!(ascii("Zoë gains 2 – 3 × 4 日"), "Zoe gains 2 - 3 x 4 ?");
        assert!(matches!(ascii("plain"), Cow::Borrowed("plain")));
        let mut out = Vec::new();
        write!(AsciiWriter(&mut out), "±2 …").expect("it is written");
        assert_eq!(out, b"+/-2 ...");
    }
}
