//! Lines from the other end, whatever they hold.

use std::io::BufRead;

use parlour_console::lines;

/// The longest line that is read, in bytes: room for every action of the longest game.
const LONGEST_LINE: usize = 1 << 20;

/// The next line without its end, or why it cannot be read; `None` at the end of the input. A line that
/// is too long is skipped to its end, so that the next is whole.
pub(super) fn read(input: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut line = lines::read(input, LONGEST_LINE + 1).ok()??;
    if line.ends_with(b"\n") {
        line.pop();
    }
    if line.len() > LONGEST_LINE {
        return Some(Err(format!("a line has at most {LONGEST_LINE} bytes; send less at once")));
    }
    let no_text = |_| "that line is not UTF-8; send plain text".to_owned();
    Some(String::from_utf8(line).map_err(no_text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<Result<String, String>> {
        std::iter::from_fn(|| read(&mut bytes)).collect()
    }

    #[test]
    fn a_line_ends_at_a_newline_or_at_the_end_of_input() {
        assert_eq!(all(b""), []);
        let lines = ["a", "", "b", "c\r"].map(|line| Ok(line.to_owned()));
        assert_eq!(all(b"a\n\nb\nc\r"), lines);
    }

    #[test]
    fn a_bad_line_leaves_the_next_one_whole() {
        let longest = vec![b'x'; LONGEST_LINE];
        let lines = all(&[&longest, &b"\n"[..], &longest, b"x\n\xff\xfe\nfine\n"].concat());
        assert_eq!(lines[0].as_ref().map(String::len), Ok(LONGEST_LINE));
        assert!(lines[1].as_ref().is_err_and(|why| why.contains("1048576 bytes")));
        assert!(lines[2].as_ref().is_err_and(|why| why.contains("UTF-8")));
        assert_eq!(lines[3..], [Ok("fine".to_owned())]);
    }
}
