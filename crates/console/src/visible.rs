//! Text from outside on a terminal: what would steer the terminal is shown instead.
//!
//! A server, a record or a file may hold escape sequences, which move the cursor, rename the window or write into the
//! clipboard. Whoever prints such text prints it through here.

use std::borrow::Cow;
use std::io::{Result, Write};

/// The text with each control character as `\x1b`; line ends and tabs stay.
pub fn text(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if steers(c) {
            shown += &format!("\\x{:02x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Whether a terminal may take a character for an order.
fn steers(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

/// A stream on which nothing steers the terminal.
pub struct Visible<'a> {
    out: &'a mut dyn Write,
    /// The beginning of a character whose rest comes with the next write.
    begun: Vec<u8>,
}

impl<'a> Visible<'a> {
    /// Over this stream.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Visible { out, begun: Vec::new() }
    }
}

impl Write for Visible<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut rest = &all[..];
        loop {
            match std::str::from_utf8(rest) {
                Ok(last) => {
                    self.out.write_all(text(last).as_bytes())?;
                    return Ok(bytes.len());
                }
                Err(error) => {
                    let (whole, after) = rest.split_at(error.valid_up_to());
                    self.out.write_all(text(&String::from_utf8_lossy(whole)).as_bytes())?;
                    let Some(broken) = error.error_len() else {
                        self.begun = after.to_vec();
                        return Ok(bytes.len());
                    };
                    self.out.write_all("\u{fffd}".as_bytes())?;
                    rest = &after[broken..];
                }
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_passes() {
        assert_eq!(text("\x1b[2J\u{9b}1m\r\x07\x7f"), "\\x1b[2J\\x9b1m\\x0d\\x07\\x7f");
        assert_eq!(text("Zoë: 東京\n\tx"), "Zoë: 東京\n\tx");
    }

    #[test]
    fn a_stream_shows_them_wherever_it_is_cut() {
        let said = "ë\x1b]0;x\u{9c}東\n".as_bytes();
        for cut in 0..=said.len() {
            let mut out = Vec::new();
            let mut visible = Visible::new(&mut out);
            for part in [&said[..cut], &said[cut..]] {
                visible.write_all(part).expect("a vector takes all");
            }
            assert_eq!(String::from_utf8(out).expect("text"), "ë\\x1b]0;x\\x9c東\n");
        }
        let mut out = Vec::new();
        Visible::new(&mut out).write_all(b"a\xffb\x9bc").expect("a vector takes all");
        assert_eq!(String::from_utf8(out).expect("text"), "a\u{fffd}b\u{fffd}c");
    }
}
