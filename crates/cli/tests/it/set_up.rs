//! Options beside a position, which carries its own.

use crate::common::{failure, text};

const OF_TWO: &str = "123456789 0,0 1 53";
const OF_THREE: &str = "123456789 60x,44,44 2 53";

#[test]
fn options_that_are_those_of_the_position_do_no_harm() {
    for args in [
        &["show", "shut-the-box", "-p", "3", "-o", "final=all", OF_THREE][..],
        &["show", "shut-the-box", "-p", "3", "-o", "players=03", OF_THREE],
        &["perft", "shut-the-box", "--depth", "1", "-p", "2", OF_TWO],
    ] {
        text(args);
    }
}

#[test]
fn a_view_is_of_as_many_players_as_a_position_is() {
    let set_up = ["shell-out", "--moves", "d10 d5 hh9 hf3"];
    let shown = text(&[&["show"], &set_up[..], &["--view", "1"]].concat());
    let view = shown.lines().last().expect("a view");
    let printed = failure(2, &["analyse", "shell-out", view, "--nodes", "9", "-p", "3"]);
    assert!(printed.contains("the position has players=2, and --players 3 was given"), "{printed}");
    text(&["analyse", "shell-out", view, "--nodes", "9", "-p", "2"]);
}

#[test]
fn estimates_have_four_digits_and_exact_values_twelve() {
    let digits = |args: &[&str]| {
        let printed = text(&[&["solve", "shut-the-box"], args].concat());
        let line = printed.lines().find(|line| line.starts_with("player 1 ")).expect("a share");
        line.rsplit_once('.').expect("a fraction").1.len()
    };
    assert_eq!(digits(&["-p", "4"]), 4);
    assert_eq!(digits(&["-p", "2"]), 12);
}
