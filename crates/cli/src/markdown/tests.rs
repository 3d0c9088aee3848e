use super::*;

fn plain(markdown: &str, width: usize) -> String {
    render(markdown, width, Paint::new(false), &|_| None)
}

#[test]
fn a_page_reads_well_without_colour() {
    let page = "# The **Game**\n\nTwo players, one *board* and `f4f1` moves on it.\n\n\
        ## Moving\n1. Slide as far as you can.\n2. Stop:\n   - at a chip\n   - at the edge\n\n\
        After the list ![the board](x.svg) and a [link](y.md).\n\n> A quoted remark.\n\n\
        ```\nd8/ld7 l 0\n  kept\n```\n";
    let expected = "\
The Game
════════

Two players, one board and
f4f1 moves on it.

Moving
──────

  1. Slide as far as you can.
  2. Stop:
       • at a chip
       • at the edge

After the list [picture: the
board] and a link.

  │ A quoted remark.

    d8/ld7 l 0
      kept
";
    assert_eq!(plain(page, 30), expected);
}

#[test]
fn tables_fit_the_width() {
    let page = "| # | ruling |\n| --- | --- |\n| O1 | Light moves first in a record. |\n\
        | O2 | Short. |\n";
    let expected = "\
#   ruling
──  ──────────────────
O1  Light moves first
    in a record.

O2  Short.
";
    assert_eq!(plain(page, 22), expected);
}

#[test]
fn colour_marks_headings_and_code_and_nothing_else() {
    let page = render("# A b\n\nc `d e` **f g**", 40, Paint::new(true), &|_| None);
    let expected = "\x1b[1mA b\x1b[0m\n═══\n\nc \x1b[36md e\x1b[0m \x1b[1mf g\x1b[0m\n";
    assert_eq!(page, expected);
}

#[test]
fn no_line_is_too_long() {
    let page = "A sentence of a good many words that has to be broken somewhere. ".repeat(9);
    assert!(plain(&page, 33).lines().all(|line| line.chars().count() <= 33));
}

#[test]
fn a_picture_can_be_drawn_with_characters() {
    let draw = |address: &str| (address == "x.svg").then(|| "d . .\n. . l\n".to_owned());
    let page = "Look:\n\n![the board](x.svg)\n\nAnd ![another](y.svg).\n";
    let expected = "Look:\n\n    d . .\n    . . l\n\nAnd [picture: another].\n";
    assert_eq!(render(page, 40, Paint::new(false), &draw), expected);
}
