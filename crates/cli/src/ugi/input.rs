//! Lines from the other end, whatever they hold.

use std::io::BufRead;

use parlour_console::lines;

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
    let Ok(Some(mut line)) = lines::read(input, LONGEST_LINE + 1) else { return Input::End };
    if line.ends_with(b"\n") {
        line.pop();
    }
    if line.len() > LONGEST_LINE {
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
    fn a_line_ends_at_a_newline_or_at_the_end_of_input() {
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
