//! Options beside a position, which carries its own.

use crate::common;

/// What is said to these arguments, and the exit code.
fn answer(args: &[&str]) -> (String, Option<i32>) {
    let output = common::parlour(args);
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&said).into_owned(), output.status.code())
}

const OF_TWO: &str = "123456789 0,0 1 53";
const OF_THREE: &str = "123456789 60x,44,44 2 53";

#[test]
fn options_beside_a_position_were_ignored() {
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
        let (told, code) = answer(args);
        assert!(told.contains(said), "{args:?}: {told}");
        assert_eq!(code, Some(2), "{args:?}: {told}");
    }
}

#[test]
fn options_that_are_those_of_the_position_do_no_harm() {
    for args in [
        &["show", "shut-the-box", "-p", "3", "-o", "final=all", OF_THREE][..],
        &["show", "shut-the-box", "-p", "3", "-o", "players=03", OF_THREE],
        &["perft", "shut-the-box", "--depth", "1", "--position", OF_TWO, "-p", "2"],
    ] {
        let (told, code) = answer(args);
        assert_eq!(code, Some(0), "{args:?}: {told}");
    }
}

#[test]
fn a_view_is_of_as_many_players_as_a_position_is() {
    let set_up = ["shell-out", "--moves", "d10 d5 hh9 hf3"];
    let shown = common::parlour(&[&["show"], &set_up[..], &["--view", "1"]].concat());
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let view = shown.lines().last().expect("a view");
    let (told, code) = answer(&["analyse", "shell-out", view, "--nodes", "9", "-p", "3"]);
    assert!(told.contains("the position has players=2, and --players 3 was given"), "{told}");
    assert_eq!(code, Some(2));
    let (told, code) = answer(&["analyse", "shell-out", view, "--nodes", "9", "-p", "2"]);
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn a_program_was_judged_by_the_name_of_an_engine() {
    let (told, code) = answer(&["solve", "shut-the-box", "--judge", "program:time=1s:./x ugi a"]);
    assert!(told.contains("programs can't be judged"), "{told}");
    assert_eq!(code, Some(2));
}

#[test]
fn estimates_were_told_with_twelve_digits() {
    let digits = |args: &[&str]| {
        let (told, code) = answer(&[&["solve", "shut-the-box"], args].concat());
        assert_eq!(code, Some(0), "{told}");
        let line = told.lines().find(|line| line.starts_with("player 1 ")).expect("a share");
        line.rsplit_once('.').expect("a fraction").1.len()
    };
    assert_eq!(digits(&["-p", "4"]), 4);
    assert_eq!(digits(&["-p", "2"]), 12);
}
