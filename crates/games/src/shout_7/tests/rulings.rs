//! One test or more for each ruling.

use parlour_core::{Game, Notation, Turn};

use super::{PITS, after, game, legal, legal_in, load, play, refusal, result, text_after};
use crate::hex::Cell;
use crate::shout_7::{BLACK, Phase, Place, Shout7, State, WHITE};

const EMPTY: &str = "7/8/9/10/11/12/13/12/11/10/9/8/7";

fn lays(players: &str, moves: &str) -> String {
    let game = game(players, "ignore");
    let mut state = game.start();
    play(&game, &mut state, moves);
    legal(&game, &state).join(" ")
}

#[test]
fn p1_black_lays_on_any_cell_and_then_beside_it() {
    assert_eq!(lays("2", "").split(' ').count(), 127);
    assert_eq!(lays("2", "g7"), "f6 f7 g6 g8 h7 h8");
    assert_eq!(lays("2", "a1"), "a2 b1 b2");
}

#[test]
fn p1_white_begins_beside_a_black_piece() {
    assert_eq!(lays("2", "g7 g8"), "f6 f7 f8 g6 g9 h7 h8 h9");
}

#[test]
fn p1_red_and_green_begin_beside_any_piece() {
    // i9 touches White's pieces only, j10 Red's.
    let first = lays("4", "g7 g8 h8 h9");
    assert!(first.contains("i9") && first.contains("f6"), "{first}");
    let next = lays("4", "g7 g8 h8 h9 i9 i10");
    assert!(next.contains("j10") && next.contains("f6"), "{next}");
}

#[test]
fn p1_a_second_piece_goes_beside_its_owners_first_and_another() {
    // White's first on g9: g10 and h10 touch nothing else.
    assert_eq!(lays("2", "g7 g8 g9"), "f8 h9");
    let text = format!("7/8/9/10/11/12/6bbw4/12/11/10/9/8/7 {PITS} w lay2 0");
    assert!(refusal(&text, "g10").contains("beside another piece too"));
    assert!(refusal(&text, "h8").contains("beside your first"));
}

#[test]
fn p1_a_first_piece_that_leaves_no_place_for_a_second_is_refused() {
    // All three neighbours of the corner a1 are taken.
    let moves = "a2 b2 b1 c2";
    assert!(!lays("3", moves).split(' ').any(|cell| cell == "a1"));
    let game = game("3", "ignore");
    let mut state = game.start();
    play(&game, &mut state, moves);
    let text = game.write_position(&state);
    assert!(refusal(&text, "a1").contains("no cell for your second"));
}

#[test]
fn p1_set_up_goes_round_in_turn_order_and_black_pushes_first() {
    let game = game("3", "ignore");
    let mut state = game.start();
    play(&game, &mut state, "g7 g8 g9 h9 f7 f8");
    assert_eq!((state.seat, state.phase), (BLACK, Phase::Push));
    assert_eq!(state.pots, [40, 40, 40, 0]);
}

#[test]
fn p2_a_pair_goes_one_cell_across_its_line() {
    let text = format!("7/8/9/10/11/12/6ww5/12/11/10/9/8/bb5 {PITS} b push 1");
    let after = text_after(&text, "g7g8-ne");
    assert!(after.starts_with("7/8/9/10/11/6ww4/6bb5/"), "{after}");
}

#[test]
fn p2_a_convoy_goes_two_cells_along_its_line() {
    let text = format!("7/8/9/10/11/12/6ww5/12/11/10/9/8/bb5 {PITS} b push 1");
    let after = text_after(&text, "g7g8-e");
    assert!(after.starts_with("7/8/9/10/11/12/6bbww3/"), "{after}");
    let after = text_after(&text, "g7g8-w");
    assert!(after.starts_with("7/8/9/10/11/12/4wwbb5/"), "{after}");
}

#[test]
fn p2_both_landing_places_must_be_free() {
    // h8 blocks the north-west of g8 and the north-east of g7; g10 blocks the convoy east.
    let text = format!("7/8/9/10/11/6b5/6ww1b3/12/11/10/9/8/7 {PITS} b push 1");
    assert_eq!(legal_in(&text), "g7g8-se g7g8-sw g7g8-w");
    assert_eq!(refusal(&text, "g7g8-ne"), "h8 is taken, so the push can't be made");
    assert_eq!(refusal(&text, "g7g8-e"), "g10 is taken, so the push can't be made");
}

#[test]
fn p2_two_players_push_two_pieces_of_the_opponent() {
    let text = format!("7/8/9/10/11/12/6wbw4/12/11/10/9/8/2ww3 {PITS} b push 1");
    assert_eq!(refusal(&text, "g7g8-ne"), "the piece on g8 is your own");
    assert_eq!(refusal(&text, "g6g7-ne"), "there is no piece on g6");
    assert!(legal_in(&text).split(' ').all(|mv| mv.starts_with("a3a4-")));
}

#[test]
fn p2_three_players_push_pieces_of_one_or_of_two_opponents() {
    let text = format!("7/8/9/10/11/12/6wrrb3/12/11/10/9/8/7 {PITS} b push 3");
    let moves = legal_in(&text);
    assert!(moves.contains("g7g8-ne") && moves.contains("g8g9-ne"), "{moves}");
    assert!(!moves.contains("g9g10"), "{moves}");
}

#[test]
fn p3_a_piece_can_land_in_a_pit() {
    let text = format!("7/8/9/10/11/12/13/12/11/10/9/8/2ww3 {PITS} b push 1");
    let (game, state) = after(&text, "a3a4-se");
    assert_eq!(state.pieces[WHITE.index()].pits().count(), 2);
    assert!(game.write_position(&state).contains(" ........................ww...."));
}

#[test]
fn p3_a_taken_pit_blocks() {
    let pits = ".".repeat(25) + "w" + &".".repeat(16);
    let text = format!("7/8/9/10/11/12/13/12/11/10/9/8/2ww3 {pits} b push 1");
    // a4's pit to the south-west is a3's to the south-east.
    assert_eq!(legal_in(&text), "a3a4-e a3a4-ne a3a4-nw a3a4-w");
    assert!(refusal(&text, "a3a4-sw").contains("pit26 is taken"));
}

#[test]
fn p3_a_convoy_with_its_front_on_the_edge_cannot_go_on() {
    let text = format!("7/8/9/10/11/12/11ww/12/11/10/9/8/7 {PITS} b push 1");
    assert_eq!(legal_in(&text), "g12g13-ne g12g13-nw g12g13-se g12g13-sw g12g13-w");
    assert!(refusal(&text, "g12g13-e").contains("one pit can't take two pieces"));
}

#[test]
fn p3_a_convoy_from_one_cell_further_in_ends_in_the_pit() {
    let text = format!("7/8/9/10/11/12/10ww1/12/11/10/9/8/7 {PITS} b push 1");
    let after = text_after(&text, "g11g12-e");
    assert!(after.starts_with("7/8/9/10/11/12/10bbw/"), "{after}");
    assert!(after.contains(" ..............w..."), "{after}");
    // With that pit taken the convoy stays.
    let pits = ".".repeat(14) + "b" + &".".repeat(27);
    let text = format!("7/8/9/10/11/12/10ww1/12/11/10/9/8/7 {pits} b push 1");
    assert!(!legal_in(&text).contains("g11g12-e"));
}

#[test]
fn p4_a_push_that_makes_a_row_for_the_pushed_colour_wins_for_it_and_nothing_is_laid() {
    let text = format!("7/8/9/10/11/5ww5/wwwwww7/12/11/10/9/8/bb5 {PITS} b push 1");
    let (game, state) = after(&text, "h7h8-se");
    assert_eq!(
        game.write_position(&state),
        format!("7/8/9/10/11/12/wwwwwwww5/12/11/10/9/8/bb5 {PITS} b push 1"),
    );
    assert_eq!(game.shares(&state).expect("over").to_string(), "0 1");
    assert_eq!(state.pots[BLACK.index()], 61, "Black laid nothing");
}

#[test]
fn p4_a_convoy_can_make_a_row_for_the_pushed_colour() {
    let text = format!("7/8/9/10/11/12/wwwwww2ww3/12/11/10/9/8/bb5 {PITS} b push 1");
    let (game, state) = after(&text, "g9g10-w");
    assert_eq!(game.shares(&state).expect("over").to_string(), "0 1");
    assert!(game.write_position(&state).contains("/wwwwwwww5/"));
}

#[test]
fn p4_two_colours_that_a_push_brings_to_seven_at_once_share() {
    let text = format!("7/8/9/10/11/12/2rrrrrr1r3/2wwwwww1w2/11/10/9/8/bb5 {PITS} b push 3");
    let (game, state) = after(&text, "f10g10-w");
    assert_eq!(game.shares(&state).expect("over").to_string(), "0 1/2 1/2");
    assert_eq!(state.seat, BLACK);
}

#[test]
fn p4_the_pushed_colours_row_is_judged_before_the_movers() {
    // Black's two pieces would complete g1 to g7, but White's row is there first.
    let text = format!("7/8/9/10/11/12/bbbbbww6/wwwww7/11/10/9/8/7 {PITS} b push 1");
    let (game, state) = after(&text, "g6g7-se");
    assert_eq!(game.shares(&state).expect("over").to_string(), "0 1");
    assert!(game.write_position(&state).contains("/bbbbb8/wwwwwww5/"));
}

#[test]
fn p4_a_row_of_the_movers_own_wins_after_laying() {
    let text = format!("7/8/9/10/11/12/bbbbbww6/12/11/10/9/8/7 {PITS} b push 1");
    let (game, state) = after(&text, "g6g7-ne");
    assert_eq!(game.shares(&state).expect("over").to_string(), "1 0");
    assert!(game.write_position(&state).ends_with(" b push 1"));
}

#[test]
fn p4_a_row_counts_along_all_three_lines_and_may_be_longer() {
    for rows in [
        "7/8/9/10/11/12/3bbbbbbbb2/12/11/10/9/8/7",
        "7/8/9/10/11/12/6b6/6b5/6b4/6b3/6b2/6b1/6b",
        "6b/6b1/6b2/6b3/6b4/6b5/6b6/12/11/10/9/8/7",
    ] {
        assert_eq!(result(&format!("{rows} {PITS} b push 1")).as_deref(), Some("1 0"), "{rows}");
    }
    let six = format!("7/8/9/10/11/12/3bbbbbb1b2/12/11/10/9/8/ww5 {PITS} w push 1");
    assert_eq!(result(&six), None);
}

#[test]
fn p5_white_takes_a_black_piece_off_after_its_first_turn() {
    let game = game("2", "ignore");
    let mut state = game.start();
    play(&game, &mut state, "g7 g8 g9 h9 g9h9-e g7g8-sw");
    assert_eq!((state.seat, state.phase, state.evened), (WHITE, Phase::Remove, false));
    assert_eq!(legal(&game, &state).join(" "), "xf6 xf7 xg9 xh9");
    play(&game, &mut state, "xg9");
    assert_eq!((state.seat, state.phase, state.evened), (BLACK, Phase::Push, true));
    assert_eq!(state.pots[BLACK.index()], 63 - 3, "it goes back to Black's pot");
    let push = legal(&game, &state)[0].clone();
    play(&game, &mut state, &push);
    let push = legal(&game, &state)[0].clone();
    play(&game, &mut state, &push);
    assert_eq!((state.seat, state.phase), (BLACK, Phase::Push), "once only");
}

#[test]
fn p5_a_piece_in_a_pit_is_not_taken() {
    let pits = "bb".to_owned() + &".".repeat(40);
    let text = format!("7/8/9/10/11/12/13/5b6/11/2ww6/2b6/8/7 {pits} w remove 0");
    assert_eq!(legal_in(&text), "xc3 xf6");
    assert_eq!(refusal(&text, "xd3"), "there is no Black piece on d3");
}

#[test]
fn p5_with_no_black_piece_on_the_board_the_removal_is_skipped() {
    // White pushes the last two Black pieces off the edge.
    let text = format!("7/8/9/10/11/12/13/12/11/10/2ww5/8/2bb3 {PITS} w push 0");
    let (_, state) = after(&text, "a3a4-se");
    assert_eq!((state.seat, state.phase, state.evened), (BLACK, Phase::Push, true));
}

#[test]
fn p5_nothing_is_taken_off_with_three_players() {
    let game = game("3", "ignore");
    let mut state = game.start();
    play(&game, &mut state, "g7 g8 g9 h9 f7 f8 g9h9-e g7g8-nw");
    assert_eq!((state.seat.number(), state.phase), (3, Phase::Push));
}

#[test]
fn p6_a_player_with_nothing_to_push_passes() {
    let text = format!("7/8/9/10/11/12/13/5r6/11/2w7/2b6/8/7 {PITS} b push 3");
    assert_eq!(legal_in(&text), "pass");
    let (_, state) = after(&text, "pass");
    assert_eq!(state.seat, WHITE);
    assert!(refusal(&text, "c3d3-e").contains("your own"));
}

#[test]
fn p6_a_player_with_fewer_than_two_pieces_left_passes() {
    let pits = "b".repeat(30) + &".".repeat(12);
    let text = format!("7/8/9/10/11/12/5ww6/12/11/10/9/8/rr5 {pits} b push 4");
    assert_eq!(legal_in(&text), "pass");
    assert!(refusal(&text, "g6g7-e").contains("fewer than two left"));
    let pits = "b".repeat(29) + &".".repeat(13);
    let text = format!("7/8/9/10/11/12/5ww6/12/11/10/9/8/rr5 {pits} b push 4");
    assert!(legal_in(&text).contains("g6g7-e"));
    assert!(refusal(&text, "pass").contains("you can push"));
}

/// Two players near the end: Black has one piece left to lay, White has two.
fn last_push() -> (Shout7, State) {
    let game = game("2", "ignore");
    let mut state = game.start();
    state.phase = Phase::Push;
    state.seat = WHITE;
    state.evened = true;
    for (number, pit) in Place::pits().take(41).enumerate() {
        state.pieces[if number < 25 { BLACK } else { WHITE }.index()].insert(pit);
    }
    // No line meets more than two of a colour in this pattern. White lies low, Black lies high:
    // in between and on both ends there is room.
    let of = |cell: Cell| (cell.number() + 2 * cell.row()) % 4;
    let white = Cell::all().filter(|&cell| of(cell) < 2).take(61 - 16);
    let black = Cell::all().rev().filter(|&cell| of(cell) >= 2).take(62 - 25);
    white.for_each(|cell| state.pieces[WHITE.index()].insert(Place::of(cell)));
    black.for_each(|cell| state.pieces[BLACK.index()].insert(Place::of(cell)));
    (state.pots[0], state.pots[1]) = (1, 2);
    load(&game.write_position(&state))
}

#[test]
fn p7_the_game_ends_at_once_when_nobody_can_push_and_most_in_the_pits_win() {
    let (game, state) = last_push();
    assert_eq!(game.turn(&state), Turn::Player(WHITE));
    let moves = legal(&game, &state);
    assert_ne!(moves, ["pass"]);
    for text in moves {
        let mut next = state;
        play(&game, &mut next, &text);
        assert_eq!(game.turn(&next), Turn::Over, "{text}");
        assert_eq!(next.seat, WHITE, "who acted last");
        assert_eq!(game.shares(&next).expect("over").to_string(), "1 0", "{text}");
    }
}

#[test]
fn p7_equal_most_share() {
    let isolated = "7/8/9/10/11/12/5r7/12/11/2w7/9/8/b6";
    let pits = "bbwwr".to_owned() + &".".repeat(37);
    assert_eq!(result(&format!("{isolated} {pits} r push 3")).as_deref(), Some("1/2 1/2 0"));
    let pits = "bbwwrrr".to_owned() + &".".repeat(35);
    assert_eq!(result(&format!("{isolated} {pits} r push 3")).as_deref(), Some("0 0 1"));
    assert_eq!(result(&format!("{EMPTY} {PITS} w push 1")).as_deref(), Some("1/2 1/2"));
}

#[test]
fn p8_pieces_in_pits_never_move() {
    // The pits outside a3 and a4 hold a pair, but a pair in pits is no pair.
    let pits = ".".repeat(23) + "ww" + &".".repeat(17);
    let text = format!("7/8/9/10/11/12/13/12/11/10/9/8/2w1w2 {pits} b push 1");
    assert!(result(&text).is_some(), "nobody can push");
}

#[test]
fn p8_pieces_in_pits_count_for_a_row_only_by_the_option() {
    // The pit to the west of g1.
    let pits = ".".repeat(35) + "w" + &".".repeat(6);
    let rows = "7/8/9/10/11/12/wwwwww7/12/11/10/9/8/bb5";
    assert_eq!(result(&format!("{rows} {pits} b push 1")), None);
    assert_eq!(result(&format!("{rows} {pits} b push 1p")).as_deref(), Some("0 1"));
}

#[test]
fn p8_a_push_into_a_pit_can_complete_a_row_by_the_option() {
    // Six White pieces lie in the pits above the one west of g1; g1 joins them.
    let pits = ".".repeat(36) + &"w".repeat(6);
    let rows = "7/8/9/10/11/12/w12/w11/11/10/9/8/bb5";
    let (game, state) = after(&format!("{rows} {pits} b push 1p"), "f1g1-w");
    assert_eq!(game.shares(&state).expect("over").to_string(), "0 1");
    let (game, state) = after(&format!("{rows} {pits} b push 1"), "f1g1-w");
    assert_eq!(game.turn(&state), Turn::Player(WHITE));
    // The ring itself is a line: seven pits along the top.
    let pits = "w".repeat(7) + &".".repeat(35);
    let rows = "7/8/9/10/11/12/13/12/11/10/9/ww6/bb5";
    assert_eq!(result(&format!("{rows} {pits} b push 1p")).as_deref(), Some("0 1"));
    assert_eq!(result(&format!("{rows} {pits} b push 1")), None);
}
