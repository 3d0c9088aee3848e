//! Texts that are no positions and no actions here.

use parlour_core::notation::Problem::{Illegal, Syntax};

use super::super::ShutTheBox;
use crate::session::Session;
use crate::testing::{at, refused, unread};

#[test]
fn positions_of_a_wrong_form_are_refused() {
    for (text, reason) in [
        ("", "four fields"),
        ("123456789 0,0 1", "four fields"),
        ("123456789 0,0 1 ? ", "four fields"),
        ("123456789  0,0 1 ?", "four fields"),
        ("123456789 0,0 1 ? all", "four fields"),
        ("123456789 0,0 1 round", "two digits"),
        ("123456789 0,0 1 ? round round", "four fields"),
        ("213456789 0,0 1 ?", "ascending"),
        ("1123456789 0,0 1 ?", "ascending"),
        ("0123456789 0,0 1 ?", "ascending"),
        ("12é 0,0 1 ?", "ascending"),
        ("12- 0,0 1 ?", "ascending"),
        ("123456789 0,,0 1 ?", "a score is a number"),
        ("123456789 0,x 1 ?", "a score is a number"),
        ("123456789 0,50xx 1 ?", "a score is a number"),
        ("123456789 0,+5 1 ?", "a score is a number"),
        ("123456789 0,05 1 ?", "a score is a number"),
        ("123456789 0,99999999999 1 ?", "a score is a number"),
        ("123456789 0,0 01 ?", "is a number"),
        ("123456789 0,0 b ?", "is a number"),
        ("123456789 0,0 1 5", "two digits"),
        ("123456789 0,0 1 70", "two digits"),
        ("123456789 0,0 1 é", "two digits"),
        ("123456789 0,0 1 35", "write '53'"),
        ("127 53,50 2 !!", "two digits"),
        ("127 53,50 2 53!", "two digits"),
    ] {
        unread::<ShutTheBox>(text, Syntax, reason);
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for (text, reason) in [
        ("- 0,0 1 53", "would have ended the turn"),
        ("123456789 0 1 ?", "2 to 12"),
        ("123456789 0,0,0,0,0,0,0,0,0,0,0,0,0 1 ?", "2 to 12"),
        ("123456789 0,0 3 ?", "2 players"),
        ("123456789 0,0 0 ?", "2 players"),
        ("123456789 0,88 1 ?", "more than 87"),
        ("123456789 0,4000000000 1 ?", "more than 87"),
        ("123456789 0,0,44x 1 ?", "out at 45"),
        ("123456789 0,45x 1 ?", "at least two"),
        ("123456789 45x,45x,45x 1 ?", "at least two"),
        ("123456789 45x,0,0 1 ?", "takes no turn"),
        ("123456789 0,45,0 1 ?", "write '45x'"),
        ("123456789 45,0 1 ?", "another's turn"),
        ("123456789 45,0,0 1 ?", "another's turn"),
        ("123456789 0,0,45 3 ?", "another's turn"),
        ("123 10,45 2 ?", "another's turn"),
        ("123456789 10,45 2 53", "another's turn"),
        ("12 0,0 1 53", "would have ended the turn"),
        ("123456789 44,45 2 ?", "written with '!'"),
        ("127 53,40 1 !", "player 2 is yet to throw"),
        ("127 10,20 2 !", "2 players are below 45"),
        ("127 53,9 2 !", "cost 10 points"),
        ("127 53,55 2 !", "so took none"),
        ("123456789 53,50 2 !", "every throw can be used"),
    ] {
        unread::<ShutTheBox>(text, Illegal, reason);
    }
}

#[test]
fn a_finished_position_loads_with_its_result() {
    for (text, result) in [
        ("1 44,45 2 !", "1 0"),
        ("1 45,45 2 !", "1/2 1/2"),
        ("127 53,50 2 !", "0 1"),
        ("9 46x,50,53 3 !", "1 0 0"),
        ("9 46x,50,53 3 ! round", "0 1 0"),
        ("1459 40,56x,60,54,49x 4 !", "1 0 0 0 0"),
        // B2: the last turn shut the box.
        ("- 53,39 2 !", "0 1"),
    ] {
        let session = at::<ShutTheBox>(text);
        assert_eq!(session.shares().map(|s| s.to_string()).as_deref(), Some(result), "{text}");
        assert_eq!(session.position(), text);
    }
}

#[test]
fn a_finished_game_reads_back_as_finished_where_the_last_player_was_in() {
    let mut session = at::<ShutTheBox>("59 59,12 2 ?");
    session.play("r31").expect("a throw");
    assert_eq!(session.position(), "59 59,26 2 !");
    assert!(at::<ShutTheBox>("59 59,26 2 !").shares().is_some());
    assert!(at::<ShutTheBox>("123456789 59,26 2 ?").shares().is_none());
}

#[test]
fn a_lid_that_cannot_make_the_total_is_told_what_it_would_need() {
    for (position, lid, reason) in [
        ("4689 0,0 1 53", "4", "lid 4 makes 8 only with a second lid 4"),
        ("4689 0,0 1 53", "6", "lid 6 makes 8 only with lid 2, which is shut"),
        ("2489 0,0 1 66", "2", "lid 2 and the largest, lid 9, make less than 12"),
    ] {
        let error = at::<ShutTheBox>(position).play(lid).expect_err(lid);
        assert!(error.message.contains(reason), "{lid}: '{error}' tells '{reason}'");
    }
}

#[test]
fn actions_count_in_their_exact_form_only() {
    let moves = [
        ("", Syntax, "a move is"),
        ("08", Syntax, "a move is"),
        ("0", Syntax, "a move is"),
        ("4+4", Syntax, "a move is"),
        ("1+2+5", Syntax, "a move is"),
        ("1 +7", Syntax, "a move is"),
        ("é", Syntax, "a move is"),
        ("7+1", Syntax, "write it as '1+7'"),
        ("9", Illegal, "total of 8"),
        ("2+7", Illegal, "lids 2 and 7 make 9, not 8"),
        ("8", Illegal, "lid 8 is shut"),
        ("3+5", Illegal, "lids 3 and 5 are shut"),
        ("r53", Illegal, "player 1's move"),
    ];
    for (text, problem, reason) in moves {
        refused::<ShutTheBox>("12679 0,0 1 53", text, problem, reason);
    }
    for (text, problem, reason) in [
        ("r35", Syntax, "write 'r53'"),
        ("r7", Syntax, "'r53'"),
        ("53", Syntax, "'r'"),
        ("rr", Syntax, "two digits"),
        ("8", Illegal, "chance decides first"),
    ] {
        refused::<ShutTheBox>("12679 0,0 1 ?", text, problem, reason);
    }
}
