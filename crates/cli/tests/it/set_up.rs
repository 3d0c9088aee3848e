//! Options beside a position, which carries its own.

use crate::common::{failure, text};

const OF_TWO: &str = "123456789 0,0 1 53";
const OF_THREE: &str = "123456789 60x,44,44 2 53";

#[test]
fn options_that_contradict_a_position_are_refused() {
    let senet = ".......................b.w.... b - 3";
    for (args, said) in [
        (
            &["solve", "shut-the-box", "-p", "3", "-o", "final=round", OF_THREE][..],
            "the position has final=all, and --option final=round was given",
        ),
        (
            &["solve", "shut-the-box", OF_TWO, "-p", "3"],
            "the position has players=2, and --players 3 was given",
        ),
        (
            &["analyse", "shut-the-box", OF_TWO, "-o", "players=4"],
            "the position has players=2, and --option players=4 was given",
        ),
        (&["analyse", "senet", senet, "-p", "7"], "senet is for 2 players, not 7"),
        (&["show", "senet", senet, "-p", "1"], "senet is for 2 players, not 1"),
        (
            &["show", "shut-the-box", OF_TWO, "-p", "3"],
            "the position has players=2, and --players 3 was given",
        ),
        (
            &["perft", "shut-the-box", "--depth", "1", "--position", OF_TWO, "-p", "3"],
            "the position has players=2, and --players 3 was given",
        ),
        (
            &["show", "shut-the-box", "-p", "3", "-o", "players=4"],
            "--players 3 and --option players=4 contradict each other",
        ),
    ] {
        let printed = failure(2, args);
        assert!(printed.contains(said), "{args:?}: {printed}");
    }
}

#[test]
fn options_that_are_those_of_the_position_do_no_harm() {
    for args in [
        &["show", "shut-the-box", "-p", "3", "-o", "final=all", OF_THREE][..],
        &["show", "shut-the-box", "-p", "3", "-o", "players=03", OF_THREE],
        &["perft", "shut-the-box", "--depth", "1", "--position", OF_TWO, "-p", "2"],
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
fn a_program_is_not_judged() {
    let printed = failure(2, &["solve", "shut-the-box", "--judge", "program:time=1s:./x ugi a"]);
    assert!(printed.contains("programs can't be judged"), "{printed}");
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
