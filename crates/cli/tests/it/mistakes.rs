//! Requests that are refused: what is said of them, and the exit code.

use std::fs;

use crate::common::{failure, file, folder, text};
use crate::conversation::play_through;

#[test]
fn mistakes_are_named_in_this_programs_own_words() {
    let foreign = ["For more information", "tip:", "possible values", "is not in", "invalid digit"];
    for (args, wanted) in [
        (&["bnch"][..], "no command 'bnch'; did you mean bench?"),
        (&["perft", "outwit"], "--depth <D> is missing\nusage: parlour perft"),
        (&["perft", "outwit", "-d", "deep"], "--depth 'deep': a whole number is wanted"),
        (&["play", "outwit", "--level", "9"], "--level '9': a whole number from 1 to 8"),
        (&["play", "outwit", "--level"], "--level needs a value: <N>"),
        (&["show", "outwit", "--svg", "--json"], "--svg and --json do not go together"),
        (&["completions", "csh"], "SHELL 'csh'; did you mean zsh?"),
        (&["games", "senet"], "'senet' is one word too many"),
        (&["show", "outwit", "--jsno"], "no option '--jsno'; did you mean --json?"),
        (&["games", "--color", "some"], "--color 'some'; it can be auto, always, never"),
        (&["analyse", "outwit", "-t", "0"], "--threads '0': a whole number, 1 or more"),
    ] {
        let said = failure(2, args);
        assert!(said.starts_with(&format!("error: {wanted}")), "{args:?}: {said}");
        assert!(!foreign.iter().any(|words| said.contains(words)), "{args:?}: {said}");
    }
}

#[test]
fn a_search_without_plies_or_nodes_is_refused() {
    for option in ["--depth", "--nodes"] {
        let said = failure(2, &["analyse", "outwit", option, "0"]);
        assert_eq!(said, format!("error: {option} '0': a whole number, 1 or more, is wanted\n"));
    }
}

#[test]
fn a_position_needs_no_quotes() {
    let quoted = text(&["analyse", "shut-the-box", "123456789 0,0 1 53", "--nodes", "9"]);
    let words = ["analyse", "shut-the-box", "123456789", "0,0", "1", "53", "--nodes", "9"];
    assert_eq!(text(&words), quoted);
    let senet = [".......................b.w....", "b", "-", "3"];
    let perft = text(&[&["perft", "senet", "--depth", "1"], &senet[..]].concat());
    assert_eq!(perft, text(&["perft", "senet", "--depth", "1", &senet.join(" ")]));
}

/// The record of a finished game with dice.
fn record() -> String {
    let file = file("verified");
    play_through(&["play", "shut-the-box", "--plain", "--seed", "3", "--record", &file]);
    fs::read_to_string(file).expect("a record")
}

#[test]
fn dice_that_are_not_fair_are_told_from_those_of_which_nothing_is_known() {
    let folder = folder("verify");
    let path = folder.join("record.txt");
    let path = path.to_str().expect("a plain path");
    let record = record();
    let keep = |text: &str| fs::write(path, text).expect("a record");
    keep(&record);
    text(&["verify", path]);
    let (head, actions) = record.split_once("actions:").expect("a record");
    let other = |throw: &str| if throw.starts_with("r66") { "r11" } else { "r66" };
    let first = actions.split_whitespace().find(|action| action.starts_with('r')).expect("a throw");
    keep(&format!("{head}actions:{}", actions.replacen(first, other(first), 1)));
    assert!(failure(1, &["verify", path]).starts_with("error: Not fair: "));
    let dice = head.lines().find(|line| line.starts_with("seed:")).expect("a seed");
    keep(&record.replace(dice, "# no seed"));
    assert!(failure(2, &["verify", path]).starts_with("error: it cannot be told"));
    keep("a shopping list");
    failure(2, &["verify", path]);
    keep(&record);
    let report = text(&["report", "--nodes", "20", path]);
    assert!(report.contains("You win") || report.contains(" wins"), "{report}");
    assert!(!report.contains("You wins"), "{report}");
}
