//! Texts that are refused, and with what words.

use parlour_core::{Configure, Notation, Problem, Seat, Viewer};

use super::{load, start};
use crate::shell_out::ShellOut;

const START: &str = "7/8/7a1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7";

fn refused(text: &str, problem: Problem, part: &str) {
    match ShellOut::read_position(text) {
        Ok(_) => panic!("{text} is taken for a position"),
        Err(error) => {
            assert!(error.message.contains(part), "{text}: {error}, not {part}");
            assert_eq!(error.problem, problem, "{text}: {error}");
        }
    }
}

#[test]
fn texts_without_the_right_form_are_refused() {
    let cases = [
        ("", "a position is seats"),
        ("START -,- 0,0 1/4 a deal", "a position is seats"),
        ("START -,- 0,0 1/4 a deal 0 ", "a position is seats"),
        ("START  -,- 0,0 1/4 a deal 0", "a position is seats"),
        ("seats=2,1 START -,- 0,0 1/4 a deal 0", "ascending"),
        ("seats=1,2,3 START -,- 0,0 1/4 a deal 0", "2 counters for 3 players"),
        ("seats=1,4 START -,- 0,0 1/4 a deal 0", "write it as"),
        ("START - 0 1/4 a deal 0", "2 to 6 players"),
        ("START -,-,-,-,-,-,- 0,0 1/4 a deal 0", "2 to 6 players"),
        ("START -,7 0,0 1/4 a deal 0", "a counter is 5, 10"),
        ("START -,05 0,0 1/4 a deal 0", "a counter is 5, 10"),
        ("START -,- 0 1/4 a deal 0", "1 scores for 2 players"),
        ("START -,- 0,0,0 1/4 a deal 0", "3 scores for 2 players"),
        ("START -,- 0,-0 1/4 a deal 0", "a score is"),
        ("START -,- 0,99999 1/4 a deal 0", "a score is"),
        ("START -,- 0,0 4 a deal 0", "the hand is written 1/4"),
        ("START -,- 0,0 0/4 a deal 0", "the hand is a whole number from 1 to 50"),
        ("START -,- 0,0 1/51 a deal 0", "the number of hands is"),
        ("START -,- 0,0 1/t0 a deal 0", "the target is"),
        ("START -,- 0,0 1/4 c deal 0", "a letter from a to b"),
        ("START -,- 0,0 1/4 A deal 0", "a letter from a to b"),
        ("START -,- 0,0 1/4 a draw 0", "one of deal, hide, play and over"),
        ("START -,- 0,0 1/4 a deal 00", "the count at the end is"),
        ("START -,- 0,0 1/4 a deal 101", "from 0 to 100"),
        ("7/8/7a1 -,- 0,0 1/4 a deal 0", "3 rows, where there must be 13"),
        ("6/8/9/10/11/12/13/12/11/10/9/8/7 -,- 0,0 1/4 a deal 0", "row m has 7 spots"),
        ("7/8/9/10/11/12/13/12/11/10/9/8/7a -,- 0,0 1/4 a deal 0", "row a has 7 spots"),
        ("999/8/9/10/11/12/13/12/11/10/9/8/7 -,- 0,0 1/4 a deal 0", "row m has 7 spots"),
        ("7/8/9/10/11/12/13/12/11/10/9/8/6c -,- 0,0 1/4 a deal 0", "'c' is no shell"),
        ("7/8/9/10/11/12/13/12/11/10/9/8/6é -,- 0,0 1/4 a deal 0", "'é' is no shell"),
        ("7/8/9/10/11/12/13/12/11/10/9/8/*7 -,- 0,0 1/4 a deal 0", "'*' is no shell"),
        ("7/8/9/10/11/12/AA11/12/11/10/9/8/7 5,10 0,0 1/4 a play 0", "only one loaded shell"),
        ("7/8/9/10/11/12/1A*11/12/11/10/9/8/7 5,10 0,0 1/4 a play 0", "both loaded and known"),
        ("7/8/61a1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7 -,- 0,0 1/4 a deal 0", "row k has 9"),
    ];
    for (text, part) in cases {
        refused(&text.replace("START", START), Problem::Syntax, part);
    }
    let split_run = "34/8/7a1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7 -,- 0,0 1/4 a deal 0";
    refused(split_run, Problem::Syntax, "row m has 7 spots");
    let zero = START.replacen("7/8", "07/8", 1) + " -,- 0,0 1/4 a deal 0";
    refused(&zero, Problem::Syntax, "does not begin with 0");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let cases = [
        ("START -,- 0,0 5/4 a deal 0", "beyond the last"),
        ("START 5,- 0,0 1/4 a deal 0", "player a's counter is not drawn yet"),
        ("START -,- 0,0 1/4 b deal 0", "player a's counter must be drawn by now"),
        ("START 5,x10 0,0 1/4 a hide 0", "player b's counter is captured before play"),
        ("START 5,5 0,0 1/4 a hide 0", "only one counter of 5"),
        ("START -,- 0,0 1/4 a deal 3", "the count is 0 until play"),
        ("START -,- 150,0 3/t150 a deal 0", "somebody has the target"),
        ("START 5,10 0,0 1/4 a play 0", "player a's counter lies under no shell"),
        ("START 5,10 0,0 1/4 b hide 0", "player a's counter lies under no shell"),
        ("HIDDEN 5,10 0,0 1/4 a hide 0", "player a has no counter under a shell now"),
        ("7/8/7a1/7a2/11/7a1a2/13/1bb1b7/11/2b7/1b7/8/7 -,- 0,0 1/4 a deal 0", "on their starts"),
        ("7/8/7a*1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7 -,- 0,0 1/4 a deal 0", "no guess"),
        ("7/8/9/10/11/12/1AB10/12/11/10/9/8/7 5,10 0,0 1/4 a play 100", "the hand is over"),
        ("7/8/9/10/11/12/1aaaaa1A1B3/12/11/10/9/8/7 5,10 0,0 1/4 a play 0", "at most 5 shells"),
        ("7/8/9/10/11/12/1aaaaa3B3/12/11/10/9/8/7 x5,10 0,0 1/4 a play 0", "at most 4 shells"),
        ("7/8/9/10/11/12/1AB10/12/11/10/9/8/7 x5,10 0,0 1/4 a play 0", "has no counter under"),
        (
            "7/8/9/10/11/12/1ab10/12/11/10/9/8/7 x5,x10 0,0 1/4 a play 0",
            "all counters are captured",
        ),
        ("7/8/9/10/11/12/2B10/12/11/10/9/8/7 x5,10 0,0 1/4 a play 0", "player a has no shells"),
        ("A6/8/9/10/11/12/2B10/12/11/10/9/8/7 5,10 0,0 1/4 a play 0", "is Keep Off"),
        ("7/8/9/10/11/12/2B10/8A3/11/10/9/8/7 5,10 0,0 1/4 a play 0", "lies in a dead field"),
        ("7/8/9/10/11/12/2B10/12/8A2/10/9/8/7 5,10 0,0 1/4 a play 0", "lies in a dead field"),
        ("7/8/9/10/8A2/12/2B10/12/11/10/9/8/7 5,10 0,0 4/4 a over 0", "own Shell-Out spot"),
        ("7/8/9/10/11/12/2B10/12/2A8/10/9/8/7 5,10 0,0 1/4 a play 0", "ends the hand"),
        ("7/8/9/10/11/12/2B10/12/2A8/10/9/8/7 5,10 0,0 4/4 b over 0", "must have acted last"),
        ("7/8/9/10/8B2/12/13/12/2A8/10/9/8/7 5,10 0,0 4/4 a over 0", "only one shell"),
        ("7/8/9/10/11/12/2B10/12/2a8/10/9/8/7 x5,10 0,0 4/4 a over 0", "which no empty shell"),
        ("7/8/9/10/11/12/2B1A8/12/2a*8/10/9/8/7 5,10 0,0 4/4 a over 0", "which no empty shell"),
        ("7/8/9/10/11/12/2B1A8/12/2a8/10/9/8/7 5,10 0,0 4/4 a over 0", "must be the loaded one"),
        ("7/8/9/10/11/12/2B10/12/2A8/10/9/8/7 5,10 0,0 3/4 a over 0", "not the last hand"),
        ("7/8/9/10/11/12/2B10/12/2A8/10/9/8/7 5,10 0,0 3/t50 a over 0", "not the last hand"),
        ("7/8/9/10/11/12/1AB10/12/11/10/9/8/7 5,10 0,0 4/4 a over 99", "nothing has ended"),
    ];
    let hidden = START.replacen('a', "A", 1);
    for (text, part) in cases {
        let text = text.replace("START", START).replace("HIDDEN", &hidden);
        refused(&text, Problem::Illegal, part);
    }
}

#[test]
fn a_view_is_no_position() {
    for text in [
        "START ?,- 0,0 1/4 b deal 0",
        "START 5,? 0,0 1/4 a hide 0",
        "3A3/8/9/10/11/12/5b1ab4/12/11/10/9/8/7 25,? 0,0 1/4 a play 0",
    ] {
        refused(&text.replace("START", START), Problem::Illegal, "this is a view");
    }
}

#[test]
fn views_are_checked_against_what_their_owner_may_know() {
    let first = Viewer::Seat(Seat(0));
    let cases = [
        ("3A3/8/9/10/11/12/5b1ab4/12/11/10/9/8/7 25,10 0,0 1/4 a play 0", first, "write ?"),
        ("3A3/8/9/10/11/12/5B1ab4/12/11/10/9/8/7 25,? 0,0 1/4 a play 0", first, "does not know"),
        ("3a3/8/9/10/11/12/5b1ab4/12/11/10/9/8/7 ?,? 0,0 1/4 a play 0", first, "is known to"),
        ("3a3/8/9/10/11/12/5b1ab4/12/11/10/9/8/7 25,? 0,0 1/4 a play 0", first, "a capital"),
        ("3A3/8/9/10/11/12/8b*4/12/11/10/9/8/7 25,? 0,0 1/4 a play 0", first, "no shell left"),
        (
            "3a3/8/9/10/11/12/8b4/12/11/10/9/8/7 ?,? 0,0 1/4 a play 0",
            Viewer::Seat(Seat(2)),
            "no player 3",
        ),
    ];
    for (text, viewer, part) in cases {
        let error = ShellOut::read_view(text, viewer).expect_err(text);
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn finished_positions_may_be_loaded() {
    for text in [
        "7/8/9/10/11/12/7bB4/12/2A8/10/9/8/7 25,10 35,-25 4/4 a over 0",
        "7/8/9/10/11/12/7bB4/12/2A8/10/9/8/7 25,10 150,-25 3/t150 a over 0",
        "3A3/8/9/10/11/12/3B1b2a4/12/11/10/9/8/7 25,10 0,0 4/4 a over 100",
        "3a3/8/9/10/11/12/5b7/12/11/10/9/8/7 x25,x10 10,25 4/4 a over 62",
        "7/8/9/10/11/12/5b7/12/11/10/9/8/7 x25,x10 10,25 50/t150 a over 62",
    ] {
        let session = load(text);
        assert_eq!(session.position(), text);
        assert!(session.shares().is_some() && session.legal().is_empty());
    }
}

#[test]
fn the_example_of_the_rule_page_can_be_played() {
    let mut blocks = ShellOut::RULES.split("```");
    let example = blocks.find_map(|block| block.strip_prefix("moves\n")).expect("an example");
    let mut session = start(&[]);
    for action in example.split_whitespace() {
        session.play(action).unwrap_or_else(|e| panic!("{action}: {e}"));
    }
    assert!(session.position().ends_with(" -,- 35,-25 2/4 a deal 0"));
}

#[test]
fn actions_are_refused_with_a_reason() {
    let mut session = start(&[]);
    let message = |session: &mut Box<dyn crate::Session>, action: &str| {
        session.play(action).expect_err(action).to_string()
    };
    assert!(message(&mut session, "d7").contains("one of d5 d10"));
    assert!(message(&mut session, "h9-h10").contains("chance decides first"));
    session.play("d5").unwrap();
    assert!(message(&mut session, "d5").contains("cannot come up here"));
    session.play("d10").unwrap();
    assert!(message(&mut session, "d15").contains("nothing is left to chance"));
    assert!(message(&mut session, "hh10").contains("none of your shells stands on h10"));
    assert!(message(&mut session, "h9-h10").contains("first hide"));
    assert!(message(&mut session, "h?").contains("hidden move cannot be played"));
    session.play("hh9").unwrap();
    session.play("hf5").unwrap();
    assert!(message(&mut session, "hh9").contains("hidden already"));
    assert!(message(&mut session, "h9-z9").contains("'z9' is no spot"));
    assert!(message(&mut session, "f5-e5").contains("none of your shells stands on f5"));
    assert!(message(&mut session, "h11-h12").contains("written with x"));
    for text in ["", "h", "x", "-", "é", "h9é", "h9-h10-h11", "a1xa2xa3", "PASS", "d5"] {
        assert!(session.play(text).is_err(), "{text}");
    }
}
