//! Text that fits into a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What stands for the part that was left out.
const MORE: &str = "…";

/// The text in at most this number of columns, its middle left out: a program's name has its limits
/// at the beginning and its game at the end.
pub(crate) fn middle(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(MORE.width());
    let end = head(text.chars().rev(), room / 3);
    let begin = head(text.chars(), room - end.width());
    format!("{begin}{MORE}{}", end.chars().rev().collect::<String>())
}

/// The text in at most this number of columns, its end left out.
pub(crate) fn end(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    head(text.chars(), columns.saturating_sub(MORE.width())) + MORE
}

/// The first characters, in at most this number of columns.
fn head(text: impl Iterator<Item = char>, columns: usize) -> String {
    let mut left = columns;
    let fits = |c: &char| match left.checked_sub(c.width().unwrap_or(0)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    text.take_while(fits).collect()
}

/// Leaves at most this number of lines; the last says how many more there were.
pub(crate) fn rows(lines: &mut Vec<String>, rows: usize) {
    if lines.len() > rows {
        let kept = rows.saturating_sub(1);
        let left = lines.len() - kept;
        lines.truncate(kept);
        lines.push(format!("{MORE} and {left} more"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_shortened_to_the_columns() {
        assert_eq!(middle("program:./old/parlour ugi outwit", 16), "program:./…utwit");
        assert_eq!(middle("level:5", 7), "level:5");
        // A letter may take two columns, and half a letter is none.
        assert_eq!(middle("漢字漢字漢字", 8).width(), 7);
        assert_eq!(
            (end("level:5 +12.3", 8).as_str(), end("level:5", 0).as_str()),
            ("level:5…", "…")
        );
    }

    #[test]
    fn more_lines_than_rows_end_with_their_number() {
        let mut lines: Vec<String> = (1..=9).map(|line| line.to_string()).collect();
        rows(&mut lines, 9);
        assert_eq!(lines.len(), 9);
        rows(&mut lines, 4);
        assert_eq!(lines, ["1", "2", "3", "… and 6 more"]);
    }
}
