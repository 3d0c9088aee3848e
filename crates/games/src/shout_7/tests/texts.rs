//! Positions and moves that are refused, and what is said about them.

use parlour_core::{Configure, Game, Notation, NotationError, OptionValues, Problem, Viewer};

use super::{PITS, game, load};
use crate::shout_7::Shout7;

const EMPTY: &str = "7/8/9/10/11/12/13/12/11/10/9/8/7";

fn error(text: &str) -> NotationError {
    Shout7::read_position(text).expect_err(text)
}

#[track_caller]
fn refused(text: &str, problem: Problem, part: &str) {
    let error = error(text);
    assert!(error.message.contains(part), "'{text}': {error}");
    assert_eq!(error.problem, problem, "'{text}': {error}");
}

#[test]
fn the_start_reads_as_the_notation_says() {
    let start = format!("{EMPTY} {PITS} b lay1");
    for (players, pits, last) in [
        ("2", "ignore", "0"),
        ("2", "count", "0p"),
        ("3", "ignore", "3"),
        ("3", "count", "3p"),
        ("4", "ignore", "4"),
    ] {
        let game = game(players, pits);
        let text = format!("{start} {last}");
        assert_eq!(game.write_position(&game.start()), text);
        assert_eq!(load(&text), (game, game.start()));
        assert_eq!(Shout7::read_view(&text, Viewer::Public), Ok((game, game.start())));
    }
}

#[test]
fn positions_of_the_wrong_form_are_refused() {
    let with_rows = |rows: &str| format!("{rows} {PITS} b push 1");
    for (text, part) in [
        (String::new(), "five fields"),
        (format!("{EMPTY} {PITS} b lay1"), "five fields"),
        (format!("{EMPTY} {PITS} b lay1 0 "), "five fields"),
        (format!("{EMPTY}  {PITS} b lay1 0"), "five fields"),
        (format!("{EMPTY} {PITS} b lay1 2"), "last field"),
        (format!("{EMPTY} {PITS} b lay1 0pp"), "last field"),
        (format!("{EMPTY} {PITS} b lay3 0"), "phase"),
        (format!("{EMPTY} {PITS} x lay1 0"), "player to act"),
        (format!("{EMPTY} {PITS} bw lay1 0"), "player to act"),
        (format!("{EMPTY} {PITS}. b lay1 0"), "42 pits"),
        (format!("{EMPTY} {} b lay1 0", PITS.replacen('.', "x", 1)), "a pit is"),
        (with_rows("7/8/9"), "13 rows"),
        (with_rows("8/8/9/10/11/12/13/12/11/10/9/8/7"), "row m has 7 cells"),
        (with_rows("7/8/9/10/11/12/13/12/11/10/9/8/6"), "row a has 7 cells"),
        (with_rows("7/8/9/10/11/12/6b7/12/11/10/9/8/7"), "row g has 13 cells"),
        (with_rows("07/8/9/10/11/12/13/12/11/10/9/8/7"), "row m is"),
        (with_rows("7/8/9/10/11/12/13/12/11/10/9/8/b0ww4"), "row a is"),
        (with_rows("7/8/9/10/11/12/13/12/11/10/9/8/é6"), "row a is"),
        (with_rows("7/8/9/10/11/12/13/12/11/10/9/8/?6"), "row a is"),
        (with_rows("99999999999999999999999/8/9/10/11/12/13/12/11/10/9/8/7"), "row m has"),
    ] {
        refused(&text, Problem::Syntax, part);
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let full = ["w".repeat(42), "b".repeat(31) + &".".repeat(11)];
    for (text, part) in [
        (format!("7/8/9/10/11/12/13/12/11/10/9/8/r6 {PITS} b push 1"), "Red does not play"),
        (format!("7/8/9/10/11/12/13/12/11/10/9/8/g6 {PITS} b push 3"), "Green does not play"),
        (format!("7/8/9/10/11/12/w12/12/11/10/9/8/7 {} b push 3", full[0]), "42 pieces, not 43"),
        (format!("7/8/9/10/11/12/b12/12/11/10/9/8/7 {} w push 4", full[1]), "31 pieces, not 32"),
        (format!("{EMPTY} {PITS} r push 1"), "no such player"),
        (format!("{EMPTY} {PITS} g push 3"), "no such player"),
        (format!("{EMPTY} {PITS} b lay1 1"), "only a push phase"),
        (format!("7/8/9/10/11/12/6b6/12/11/10/9/8/7 {PITS} w remove 1"), "only a push phase"),
        (format!("7/8/9/10/11/12/6b6/12/11/10/9/8/7 {PITS} b remove 0"), "only White"),
        (format!("7/8/9/10/11/12/6b6/12/11/10/9/8/7 {PITS} w remove 3"), "three or four"),
        (format!("{EMPTY} {PITS} w remove 0"), "no Black piece"),
        (format!("{EMPTY} b{} b lay1 0", &PITS[1..]), "pits are empty"),
        (format!("{EMPTY} {PITS} b lay2 0"), "Black has 1 piece laid"),
        (format!("7/8/9/10/11/12/6b6/12/11/10/9/8/7 {PITS} b lay1 0"), "Black has 0 pieces"),
        (format!("7/8/9/10/11/12/6b6/12/11/10/9/8/7 {PITS} w lay1 0"), "Black has 2 pieces"),
        (format!("7/8/9/10/11/12/6bb5/12/11/10/9/8/7 {PITS} w lay2 0"), "White has 1 piece laid"),
        (format!("7/8/9/10/11/12/6b1b4/12/11/10/9/8/7 {PITS} w lay1 0"), "Black could not"),
        (format!("7/8/9/10/11/12/6bb1w3/12/11/10/9/8/7 {PITS} w lay2 0"), "White could not"),
        (format!("7/8/9/10/11/12/6bbww3/12/11/10/9/8/7 {PITS} r lay1 3"), "White could not"),
    ] {
        refused(&text, Problem::Illegal, part);
    }
}

#[test]
fn set_up_positions_read_back_whichever_piece_came_first() {
    // White's h9 touches Black only through g9, or came second: both orders are one position.
    let text = format!("7/8/9/10/11/7w4/6bbw4/12/11/10/9/8/7 {PITS} r lay1 3");
    let (game, state) = load(&text);
    assert_eq!(game.write_position(&state), text);
}

#[test]
fn moves_of_the_wrong_form_are_refused() {
    let game = game("2", "ignore");
    for text in
        ["", "g", "g14", "a8", "h1", "G7", "x", "xx7", "g7h8", "g7h8-n", "g7-ne", "é", "-", "pass!"]
    {
        let error = game.read_move(text).expect_err(text);
        assert_eq!(error.problem, Problem::Syntax, "{text}: {error}");
    }
    let error = game.read_move("g7g9-ne").expect_err("not neighbours");
    assert_eq!(error.to_string(), "'g7g9-ne': g7 and g9 are not neighbours");
    assert!(game.read_move("g7g7-ne").is_err());
    assert!(game.read_chance("r11").is_err());
}

#[test]
fn a_push_names_the_lower_cell_first() {
    use parlour_core::notation::read_action;
    let text = format!("7/8/9/10/11/12/6ww5/12/11/10/9/8/bb5 {PITS} b push 1");
    let (game, state) = load(&text);
    let error = read_action(&game, &state, "g8g7-ne").expect_err("the wrong order");
    assert_eq!(error.message, "write it as 'g7g8-ne'");
}

#[test]
fn moves_out_of_phase_are_explained() {
    use super::refusal;
    let laying = format!("{EMPTY} {PITS} b lay1 0");
    assert!(refusal(&laying, "pass").contains("the set-up is not done"));
    let second = format!("7/8/9/10/11/12/6b6/12/11/10/9/8/7 {PITS} b lay2 0");
    assert_eq!(refusal(&second, "g7"), "g7 is taken");
    assert!(refusal(&second, "g9").contains("beside your first"));
    let white = format!("7/8/9/10/11/12/6bb5/12/11/10/9/8/7 {PITS} w lay1 0");
    assert!(refusal(&white, "a1").contains("beside a Black one"));
    let red = format!("7/8/9/10/11/7w4/6bbw4/12/11/10/9/8/7 {PITS} r lay1 3");
    assert!(refusal(&red, "a1").contains("beside another piece"));
    let pushing = format!("7/8/9/10/11/12/6ww5/12/11/10/9/8/bb5 {PITS} b push 1");
    assert!(refusal(&pushing, "g9").contains("the set-up is done"));
    assert!(refusal(&pushing, "xg7").contains("no piece is to be taken off"));
    let removing = format!("7/8/9/10/11/12/6ww5/12/11/10/9/8/bb5 {PITS} w remove 0");
    assert!(refusal(&removing, "pass").contains("White takes a Black piece off"));
}

#[test]
fn the_example_in_the_rule_page_can_be_played() {
    let (_, example) = Shout7::RULES.split_once("```moves").expect("an example");
    let (moves, _) = example.split_once("```").expect("its end");
    let game = game("2", "ignore");
    let mut state = game.start();
    super::play(&game, &mut state, moves);
    let rows = "7/8/9/5ww3/6bb3/6b5/6wwbb3/12/11/10/9/8/7";
    assert_eq!(game.write_position(&state), format!("{rows} {PITS} w push 1"));
}

#[test]
fn options_are_checked() {
    for (name, value) in [("players", "1"), ("players", "5"), ("pits", "maybe"), ("seats", "2")] {
        assert!(Shout7::configure(&OptionValues::from_iter([(name, value)])).is_err());
    }
    let game = game("3", "count");
    assert_eq!(Shout7::configure(&game.options()), Ok(game));
}
