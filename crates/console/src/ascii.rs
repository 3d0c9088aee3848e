//! Text for a terminal that shows ASCII only.

use std::borrow::Cow;
use std::io::{Result, Write};

use deunicode::deunicode_char;

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

/// The text in ASCII, and `?` where there is nothing like it.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            char if char.is_ascii() => out.push(char),
            // These would look like something else: an underline, a star, a sum, a dash.
            '═' => out.push('='),
            '☆' => out.push('.'),
            '±' => out.push_str("+/-"),
            '→' => out.push_str("->"),
            _ => out.push_str(deunicode_char(char).unwrap_or("?")),
        }
    }
    Cow::Owned(out)
}

/// A stream to a terminal that shows ASCII only.
pub struct AsciiWriter<W> {
    stream: W,
    /// The first bytes of a character whose others are yet to come.
    begun: Vec<u8>,
}

impl<W: Write> AsciiWriter<W> {
    /// Writes to this stream.
    pub fn new(stream: W) -> Self {
        AsciiWriter { stream, begun: Vec::new() }
    }
}

impl<W: Write> Write for AsciiWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        let text = std::mem::replace(&mut self.begun, rest);
        self.stream.write_all(ascii(&String::from_utf8_lossy(&text)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.stream.flush()
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
        assert_eq!(ascii("Zoë gains 2 – 3 × 4"), "Zoe gains 2 - 3 x 4");
        assert_eq!(ascii("★★☆ ±½ → ──══│\n"), "**. +/-1/2 -> --==|\n");
        assert_eq!(ascii("\u{e000}"), "?");
        assert!(matches!(ascii("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn a_character_may_come_in_several_writes() {
        let text = "±2 … ü";
        for cut in 0..text.len() {
            let (first, second) = text.as_bytes().split_at(cut);
            let mut writer = AsciiWriter::new(Vec::new());
            writer.write_all(first).expect("it is written");
            writer.write_all(second).expect("it is written");
            assert_eq!(writer.stream, b"+/-2 ... u", "cut at {cut}");
        }
        let mut writer = AsciiWriter::new(Vec::new());
        writer.write_all(b"a\xffb").expect("it is written");
        assert_eq!(writer.stream, b"a?b", "no text");
    }
}
