//! What is refused, and that the refusal says why.

use parlour_core::{Notation, Problem};

use super::super::{Outwit, State};
use super::{load, open, result};

/// The position of a text that is right.
pub(super) fn state(text: &str) -> State {
    Outwit::read_position(text).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

const START: &str = "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 0";

#[test]
fn the_start_reads_and_writes() {
    assert_eq!(Outwit.write_position(&state(START)), START);
}

#[test]
fn wrong_positions_are_refused_with_a_reason() {
    use Problem::{Illegal, Syntax};
    let board = START.split(' ').next().unwrap_or_default();
    let cases = [
        (String::new(), Syntax, "three fields"),
        (board.to_owned(), Syntax, "three fields"),
        (format!("{START} "), Syntax, "three fields"),
        (START.replace(" l ", "  l "), Syntax, "three fields"),
        (START.replace(" l 0", "\tl\t0"), Syntax, "three fields"),
        (START.replace("/8l", ""), Syntax, "9 ranks; a board has 10"),
        (START.replace("8l", "8l/9"), Syntax, "11 ranks"),
        (START.replace("d8", "d7"), Syntax, "rank 10 does not have 9 squares"),
        (START.replace("d8", "d9"), Syntax, "rank 10 does not have 9 squares"),
        (START.replace("d8", "9d"), Syntax, "rank 10 does not have 9 squares"),
        (START.replace("d8", "d44"), Syntax, "add the numbers"),
        (START.replace("d8", "d08"), Syntax, "in rank 10; a square is"),
        (START.replace("d8", "x8"), Syntax, "in rank 10; a square is"),
        (START.replace("d8", "é8"), Syntax, "in rank 10; a square is"),
        (START.replace("d8", ""), Syntax, "rank 10 does not have 9 squares"),
        (START.replace(" l ", " x "), Syntax, "'l' or 'd'"),
        (START.replace(" l ", " L "), Syntax, "'l' or 'd'"),
        (format!("{board} l 00"), Syntax, "leading zeros"),
        (format!("{board} l 07"), Syntax, "leading zeros"),
        (format!("{board} l +7"), Syntax, "whole number"),
        (format!("{board} l -1"), Syntax, "whole number"),
        (format!("{board} l "), Syntax, "whole number"),
        (format!("{board} l ?"), Syntax, "whole number"),
        (format!("{board} l 101"), Illegal, "goes up to 100"),
        (format!("{board} l 99999999999999"), Illegal, "goes up to 100"),
        (START.replace("4Ld3", "4ld3"), Illegal, "one power chip"),
        (START.replace("3lD4", "3ld4"), Illegal, "one power chip"),
        (START.replace("8l", "8L"), Illegal, "a second light power chip on i1; the first"),
        (START.replace("d8", "D8"), Illegal, "a second dark power chip on e6; the first"),
        (START.replace("d8", "9"), Illegal, "dark has 8 chips, not 9"),
        (START.replace("8l", "7ll"), Illegal, "light has 10 chips, not 9"),
        (START.replace("8l", "l8"), Illegal, "a1 is in dark's corner"),
        (START.replace("d8", "8d"), Illegal, "i10 is in light's corner"),
    ];
    for (text, problem, part) in cases {
        let error = Outwit::read_position(&text).expect_err(&text);
        assert_eq!(error.problem, problem, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn finished_positions_read_as_finished() {
    let home = "6lll/6lll/6lLl/9/9/9/9/ddd6/dDd6/dd6d";
    assert_eq!(result(&*load(&format!("{home} l 0"))), "1 0");
    assert_eq!(result(&*load(&START.replace(" 0", " 100"))), "1/2 1/2");
    for (end, part) in [(" d 0", "light acted last: write 'l'"), (" l 5", "the count is 0")] {
        let error = Outwit::read_position(&format!("{home}{end}")).expect_err(end);
        assert!(error.to_string().contains(part), "{error}");
    }
    let both = "6lll/6lll/6lLl/9/9/9/9/ddd6/dDd6/ddd6 l 0";
    let error = Outwit::read_position(both).expect_err("they can't both have finished");
    assert!(error.to_string().contains("dark acted last"), "{error}");
}

#[test]
fn wrong_actions_are_refused_with_a_reason() {
    let cases = [
        ("", "from-square and to-square"),
        ("f4", "from-square and to-square"),
        ("f4f11", "from-square and to-square"),
        ("f4f01", "from-square and to-square"),
        ("f4f1x", "from-square and to-square"),
        ("f4j1", "from-square and to-square"),
        ("F4F1", "from-square and to-square"),
        ("ä4f1", "from-square and to-square"),
        ("f4-f1", "from-square and to-square"),
        ("e1e2", "no chip stands on e1"),
        ("e6e7", "the chip on e6 is Dark's; Light moves"),
        ("f4f4", "leave its square"),
        ("f4e3", "only the power chip slides diagonally"),
        ("f4e2", "f4 and e2 are not on one line"),
        ("f4f2", "here to f1"),
        ("e5e6", "the chip on e6 is in the way"),
        ("a9a2", "no chip of Light may enter Dark's corner; the slide ends on a4"),
        ("e5e7", "the chip on e6 is in the way"),
    ];
    for (action, part) in cases {
        let error = open().play(action).expect_err(action);
        assert!(error.to_string().contains(part), "{action}: {error}");
    }
    let mut inside = load("9/7L1/9/9/llllllll1/9/1dddddddd/9/9/3D5 l 5");
    let error = inside.play("h9f9").expect_err("rule 6a");
    assert!(error.to_string().contains("may not leave it; the slide ends on g9"), "{error}");
}
