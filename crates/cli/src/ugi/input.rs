//! Lines from the other end, whatever they hold.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes: room for every action of the longest game.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// What the other end sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line without its end.
    Line(String),
    /// A line that cannot be read, and why.
    Unreadable(String),
    /// Nothing more will come.
    End,
}

/// Reads one line. A line that is too long is skipped to its end, so that the next is whole.
pub(super) fn read(input: &mut impl BufRead) -> Input {
    let mut line = Vec::new();
    let mut length = 0;
    let mut ended = false;
    while !ended {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Input::End,
        };
        if chunk.is_empty() {
            if length == 0 {
                return Input::End;
            }
            break;
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if length + part.len() <= LONGEST_LINE {
            line.extend_from_slice(part);
        }
        length += part.len();
        let used = part.len() + usize::from(end.is_some());
        ended = end.is_some();
        input.consume(used);
    }
    if length > LONGEST_LINE {
        return Input::Unreadable(format!(
            "a line has at most {LONGEST_LINE} bytes; send less at once"
        ));
    }
    String::from_utf8(line).map_or_else(
        |_| Input::Unreadable("that line is not UTF-8; send plain text".to_owned()),
        Input::Line,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<Input> {
        let mut inputs = Vec::new();
        while inputs.last() != Some(&Input::End) {
            inputs.push(read(&mut bytes));
        }
        inputs
    }

    #[test]
    fn lines_end_where_they_end() {
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(all(b""), [Input::End]);
        assert_eq!(all(b"a\n\nb"), [line("a"), line(""), line("b"), Input::End]);
        assert_eq!(all(b"a\r\n"), [line("a\r"), Input::End]);
    }

    #[test]
    fn a_bad_line_leaves_the_next_one_whole() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 1];
        bytes.extend_from_slice(b"\n\xff\xfe\nfine\n");
        let inputs = all(&bytes);
        assert!(matches!(&inputs[0], Input::Unreadable(why) if why.contains("1048576 bytes")));
        assert!(matches!(&inputs[1], Input::Unreadable(why) if why.contains("UTF-8")));
        assert_eq!(inputs[2..], [Input::Line("fine".to_owned()), Input::End]);
    }

    #[test]
    fn the_longest_line_is_read() {
        let bytes = vec![b'x'; LONGEST_LINE];
        assert!(matches!(&all(&bytes)[0], Input::Line(line) if line.len() == LONGEST_LINE));
    }
}
