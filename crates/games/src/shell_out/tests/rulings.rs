//! Every ruling by its number.

use parlour_core::{Configure, Game, Notation, OptionValues, Seat, Turn};

use super::{after, game, legal, load, refused, start};
use crate::hex::{CELLS, Cell, cells};
use crate::shell_out::board::{NEIGHBOURS, SHELLS};
use crate::shell_out::{Length, Move, ShellOut};

/// The spots on which each player's shells stand at the start, by letter.
fn start_of(options: &[(&str, &str)]) -> String {
    let position = start(options).position();
    position.split(" -").next().unwrap_or_default().to_owned()
}

#[test]
fn h1_players_sit_spread_out_in_clockwise_order() {
    let fields = |players| {
        let game = game(&[("players", players)]);
        game.fields().iter().map(|f| (f + 1).to_string()).collect::<String>()
    };
    assert_eq!(["2", "3", "4", "5", "6"].map(fields), ["14", "135", "1245", "12345", "123456"]);
    let two = "7/8/7a1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7";
    assert_eq!(start_of(&[]), two);
    let six = "7/2f2f2/1e1f1f1a1/2e4a2/5f5/1ee1e2a1aa1/13/1dd1d2b1bb1/5c5/2d4b2/1d1c1c1b1/2c2c2/7";
    assert_eq!(start_of(&[("players", "6")]), six);
}

#[test]
fn h1_seats_may_be_any_fields_and_set_the_players() {
    let side_by_side = start(&[("players", "4"), ("seats", "1,2")]);
    assert_eq!(side_by_side.seats(), 2);
    assert_eq!(
        side_by_side.position(),
        "seats=1,2 7/8/7a1/7a2/11/7a1aa1/13/7b1bb1/11/7b2/7b1/8/7 -,- 0,0 1/4 a deal 0"
    );
    let usual = start(&[("seats", "1,3,5")]);
    assert_eq!(usual.options().get("players"), Some("3"));
    assert_eq!(usual.options().get("seats"), Some("default"));
    let four_after_all = start(&[("seats", "1,2"), ("players", "4")]);
    assert_eq!(four_after_all.seats(), 4);
}

#[test]
fn h2_each_draws_unseen_and_then_each_hides() {
    let mut session = start(&[("players", "3")]);
    let mut counts = Vec::new();
    for draw in ["d50", "d5", "d20"] {
        let chances = session.chances();
        assert!(chances.iter().all(|(_, weight)| *weight == 1));
        counts.push(chances.len());
        session.play(draw).unwrap();
    }
    assert_eq!(counts, [6, 5, 4]);
    for (player, hide) in (0..).zip(["hh9", "hc4", "hh3"]) {
        assert_eq!(session.turn(), Turn::Player(Seat(player)));
        assert_eq!(session.legal().len(), 5);
        session.play(hide).unwrap();
    }
    assert!(session.position().contains(" 50,5,20 0,0,0 1/4 a play 0"));
}

#[test]
fn h2_the_first_player_draws_and_hides_first_in_every_hand() {
    // Player 1 shells out and the second hand begins.
    let next = after("7/8/9/10/11/12/7bB4/12/3A7/10/9/8/7 25,10 0,0 1/4 a play 0", "e4-e3");
    assert!(next.ends_with("-,- 35,-25 2/4 a deal 0"), "{next}");
    assert!(after(&next, "d5 d10").ends_with("5,10 35,-25 2/4 a hide 0"));
}

#[test]
fn h3_hands_are_begun_by_each_player_in_turn() {
    let starter = |hand: u8| {
        let text =
            format!("7/8/7a1/7a2/11/7a1aA1/13/1bb1b7/11/2b7/1b7/8/7 5,10 0,0 {hand}/5 b hide 0");
        after(&text, "hf2").split(' ').nth(4).unwrap_or_default().to_owned()
    };
    assert_eq!([1, 2, 3, 4].map(starter), ["a", "b", "a", "b"]);
}

#[test]
fn h4_one_step_to_any_free_neighbour_that_is_open() {
    // Own Shell-Out spot i11 is closed, and so is a spot with a shell of one's own.
    let text = "7/8/9/7a2/7a3/12/13/2B9/11/10/9/8/1A5 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(text, "i10"), "i10-h10 i10-h9 i10-i9 i10-j10");
    assert_eq!(refused(text, "i10-i11"), "your own Shell-Out spot is closed to you");
    // a2 stands beside the Keep Off spot a1 and the dead field 3.
    assert_eq!(legal(text, "a2"), "a2-a3 a2-a4 a2-a5 a2-a6 a2-b2");
    assert_eq!(refused(text, "a2-a1"), "a1 is Keep Off");
}

#[test]
fn h4_dead_fields_are_closed() {
    let text = "7/8/9/10/11/12/8a4/2B9/11/10/9/8/1A5 25,10 0,0 1/4 a play 0";
    assert!(!legal(text, "g9").contains("g9-f9"));
    assert_eq!(refused(text, "g9-f9"), "f9 lies in a dead field");
    let live = "seats=1,2 7/8/9/10/11/12/8a4/8B3/11/10/9/8/1A5 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(live, "g9-f"), "g9-f8");
}

#[test]
fn h5_shells_slide_along_alleys_through_to_the_centre_and_not_beyond() {
    let text = "7/8/9/10/11/12/8a4/2B9/11/10/9/8/1A5 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(text, "g9-g"), "g9-g10 g9-g11 g9-g12 g9-g7 g9-g8");
    let centre = "7/8/9/10/11/12/6a6/2B9/11/10/9/8/1A5 25,10 0,0 1/4 a play 0";
    assert_eq!(load(centre).legal().iter().filter(|a| a.starts_with("g7-")).count(), 30);
}

#[test]
fn h5_shells_slide_along_easy_ways() {
    let text = "3A3/8/9/10/11/12/13/2B9/11/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(text, ""), "m10-m11 m10-m12 m10-m8 m10-m9");
}

#[test]
fn h5_nobody_slides_past_a_shell_of_either_side() {
    let text = "7/8/9/10/11/12/7Aa1b2/2B9/11/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(text, "g9-g"), "g9-g10");
    assert_eq!(legal(text, "g8-g"), "g8-g7");
    let between = refused(text, "g9-g12");
    assert!(between.starts_with("g12 is neither next to g9 nor free to slide to"), "{between}");
}

#[test]
fn h6_only_the_loaded_shell_enters_a_shell_out_spot() {
    let text = "7/8/9/10/11/12/7bB4/3a8/3A7/10/9/8/7 25,10 0,0 4/4 a play 0";
    assert_eq!(refused(text, "f4-e3"), "only your loaded shell may enter a Shell-Out spot");
    assert_eq!(legal(text, "e4-e3"), "e4-e3");
}

#[test]
fn h6_the_further_the_field_the_more_shells_may_be_left_at_home() {
    // `ROW` is row h, `a`'s shells on which stand at home like the one on j11.
    let with = |text: &str, row: &str| text.replace("ROW", row);
    let next_door = "seats=1,2 7/8/9/10/B10/ROW/13/8A3/11/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(&with(next_door, "7a4"), "f9-e9"), "f9-e9");
    let why = refused(&with(next_door, "7a1a2"), "f9-e9");
    assert!(why.contains("with 2 shells on your own field") && why.contains("at most 1"), "{why}");
    let two_away = "seats=1,3 2B4/8/9/7a2/11/ROW/13/12/11/5A4/9/8/7 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(&with(two_away, "7a4"), "d6-c5"), "d6-c5");
    assert!(refused(&with(two_away, "7a1a2"), "d6-c5").contains("at most 2"));
    let across = "7/8/8B/7a2/11/ROW/13/12/3A7/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(&with(across, "7a1a2"), "e4-e3"), "e4-e3");
    assert!(refused(&with(across, "7a1aa1"), "e4-e3").contains("at most 3"));
}

#[test]
fn h6_alleys_and_easy_ways_are_not_part_of_a_field() {
    // Two shells of a are beside its field, on an alley and on an Easy Way.
    let text = "seats=1,2 7/8/9/6a2a/B10/7a4/13/8A3/11/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert_eq!(legal(text, "f9-e9"), "f9-e9");
}

#[test]
fn h7_a_right_guess_takes_both_shells_and_the_counter() {
    let text = "3A3/8/9/10/11/12/5b1aB4/12/11/10/9/8/7 25,10 0,0 4/4 a play 7";
    let expected = "3A3/8/9/10/11/12/5b7/12/11/10/9/8/7 25,x10 10,0 4/4 b play 0";
    assert_eq!(after(text, "g8xg9"), expected);
}

#[test]
fn h7_a_wrong_guess_costs_the_shell_and_shows_the_other_to_be_empty() {
    let text = "3A3/8/9/10/11/12/5B1ab4/12/11/10/9/8/7 25,10 0,0 1/4 a play 7";
    let wrong = after(text, "g8xg9");
    assert_eq!(wrong, "3A3/8/9/10/11/12/5B2b*4/12/11/10/9/8/7 25,10 0,0 1/4 b play 0");
    // The mark goes where the shell goes.
    assert!(after(&wrong, "g9-g11").starts_with("3A3/8/9/10/11/12/5B4b*2/"));
}

#[test]
fn h7_the_loaded_shell_never_guesses_and_nobody_guesses_at_their_own() {
    let text = "7/8/9/10/11/12/6aAbB3/12/11/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert!(!load(text).legal().iter().any(|a| a.contains('x')));
    assert_eq!(refused(text, "g8xg9"), "your loaded shell may not guess");
    assert_eq!(refused(text, "g7xg8"), "you cannot guess at a shell of your own");
    assert_eq!(refused(text, "g7xg9"), "g9 is not next to g7");
    assert_eq!(refused(text, "g7xg6"), "no shell stands on g6");
}

#[test]
fn h7_a_shell_known_to_be_empty_may_be_guessed_at_again() {
    let text = "3A3/8/9/10/11/12/5B1ab*4/12/11/10/9/8/7 25,10 0,0 1/4 a play 7";
    assert!(after(text, "g8xg9").starts_with("3A3/8/9/10/11/12/5B2b*4/"));
}

#[test]
fn h8_without_a_counter_one_plays_on_and_the_field_still_scores_and_costs() {
    // Player 1 has lost the counter and every shell; player 2 shells out there all the same.
    let text = "7/8/9/10/7B3/12/5b7/12/11/10/9/8/7 x25,10 0,25 4/4 b play 3";
    let over = "7/8/9/10/8B2/12/5b7/12/11/10/9/8/7 x25,10 -10,35 4/4 b over 3";
    assert_eq!(after(text, "i10-i11"), over);
    let shells_left = "3a3/8/9/10/11/12/5b1aB4/12/11/10/9/8/7 x25,10 0,25 4/4 a play 0";
    assert!(legal(shells_left, "").contains("g8xg9"));
}

#[test]
fn h8_a_player_without_shells_is_passed_over() {
    let text = "7/8/9/10/11/12/5b2B4/12/11/10/9/8/7 x25,10 0,25 4/4 b play 0";
    assert!(after(text, "g9-g10").ends_with(" b play 1"));
    // The last shell of player 1 goes with a wrong guess; of three players the next is player 2.
    let three = "7/8/9/10/11/12/5a1bB4/12/11/10/9/8/5C1 x25,10,5 0,25,0 4/4 b play 0";
    assert!(after(three, "g8-h8").ends_with(" c play 1"));
    assert!(after(three, "g8-h8 a6-a5").ends_with(" a play 2"));
    let gone = "7/8/9/10/11/12/5ab1B4/12/11/10/9/8/5C1 x25,10,5 0,25,0 4/4 a play 0";
    assert!(after(gone, "g6xg7 g9-g10 a6-a5").ends_with(" b play 2"));
}

#[test]
fn h8_one_with_shells_and_no_legal_move_passes() {
    // Beside m12 lie Keep Off, a dead field and two shells; a loaded one may not guess.
    let text = "4bA1/6b1/9/10/11/12/13/2B9/11/10/9/8/7 25,10 0,0 1/4 a play 5";
    assert_eq!(legal(text, ""), "pass");
    assert!(after(text, "pass").ends_with(" 25,10 0,0 1/4 b play 6"));
    // Six shells of two opponents around k12.
    let text = "7/6bc/6bAb/7cc1/11/12/13/12/11/10/9/8/2C2B1 25,10,5 0,0,0 1/4 a play 5";
    assert_eq!(legal(text, ""), "pass");
    // An empty shell could guess its way out.
    let text = "4ba1/6b1/9/10/11/12/13/2B9/11/10/9/8/7 x25,10 0,25 1/4 a play 5";
    assert_eq!(legal(text, ""), "m12xl12 m12xm11");
    assert_eq!(refused(text, "pass"), "you can move, so you may not pass");
}

#[test]
fn h9_shelling_out_scores_all_counters_left_and_costs_the_owner() {
    let text = "7/8/9/10/11/12/7bB4/12/3A7/10/9/8/7 25,10 0,0 4/4 a play 0";
    let over = "7/8/9/10/11/12/7bB4/12/2A8/10/9/8/7 25,10 35,-25 4/4 a over 0";
    assert_eq!(after(text, "e4-e3"), over);
    // A captured counter has been paid for already.
    let three = "7/8/9/10/11/12/7bC4/12/11/4A5/9/8/7 25,x10,5 0,0,10 1/1 a play 0";
    assert!(after(three, "d5-c5").ends_with(" 25,x10,5 30,-25,10 1/1 a over 0"));
}

#[test]
fn h10_the_hand_ends_when_the_last_counter_is_captured() {
    let text = "3a3/8/9/10/11/12/5b1aB4/12/11/10/9/8/7 x25,10 0,25 4/4 a play 62";
    // The count stays as it was.
    let over = "3a3/8/9/10/11/12/5b7/12/11/10/9/8/7 x25,x10 10,25 4/4 a over 62";
    assert_eq!(after(text, "g8xg9"), over);
}

#[test]
fn h10_fifty_actions_a_player_without_a_loss_end_the_hand() {
    let text = "3A3/8/9/10/11/12/3B1b1a5/12/11/10/9/8/7 25,10 0,0 4/4 a play 99";
    assert!(after(text, "g8-g9").ends_with(" 25,10 0,0 4/4 a over 100"));
    let earlier = text.replace("4/4", "3/4");
    assert!(after(&earlier, "g8-g9").ends_with(" -,- 0,0 4/4 a deal 0"));
    let three = "3A3/8/9/10/11/12/3B1b1a5/12/11/10/9/8/2C4 25,10,5 0,0,0 1/1 a play 148";
    assert!(after(three, "g8-g9").ends_with(" b play 149"));
    assert!(after(three, "g8-g9 g4-g5").ends_with(" b over 150"));
}

#[test]
fn h10_a_loss_sets_the_count_back() {
    let text = "3A3/8/9/10/11/12/5B1ab4/12/11/10/9/8/7 25,10 0,0 1/4 a play 99";
    assert!(after(text, "g8xg9").ends_with(" b play 0"));
}

#[test]
fn h10_the_hand_ends_when_nobody_can_move() {
    // It takes a smaller board: here nobody may go anywhere but to h10.
    let text = "7/8/9/10/11/7A4/13/4B7/11/10/9/8/7 25,10 0,0 1/1 a play 5";
    let (mut game, mut state) = ShellOut::read_position(text).unwrap();
    let at = |name: &str| Cell::read(name).unwrap();
    game.ground = at("h10").bit();
    game.play(&mut state, Move::Go { from: at("h9"), to: at("h10") });
    let over = "7/8/9/10/11/8A3/13/4B7/11/10/9/8/7 25,10 0,0 1/1 a over 6";
    assert_eq!(game.write_position(&state), over);
}

#[test]
fn h10_on_the_whole_board_somebody_can_always_move() {
    for seats in 0u8..64 {
        let fields: Vec<u8> = (0..6).filter(|f| seats & (1 << f) != 0).collect();
        if fields.len() < 2 {
            continue;
        }
        let ground = ShellOut::at_fields(&fields, Length::Hands(1)).ground;
        let mut reached = 1 << ground.trailing_zeros();
        for _ in 0..CELLS {
            let near = cells(reached).fold(0, |set, cell| set | NEIGHBOURS[cell.index()]);
            reached |= near & ground;
        }
        // A group of shells with no free spot beside it would have to fill all of this.
        assert_eq!(reached, ground, "the open spots hang together");
        assert!(ground.count_ones() > SHELLS * fields.len() as u32);
    }
}

#[test]
fn h11_a_game_is_four_hands_unless_agreed_otherwise() {
    assert!(start(&[]).position().contains(" 1/4 "));
    assert!(start(&[("hands", "50")]).position().contains(" 1/50 "));
    let text = |hand: &str| {
        let text = "7/8/9/10/11/12/7bB4/12/3A7/10/9/8/7 25,10 0,0 HAND a play 0";
        after(&text.replace("HAND", hand), "e4-e3")
    };
    assert!(text("3/4").ends_with(" 4/4 a deal 0"));
    assert!(text("4/4").ends_with(" 4/4 a over 0"));
}

#[test]
fn h11_a_target_ends_the_game_when_the_hand_is_over() {
    let text = |scores: &str, hand: u8| {
        format!("7/8/9/10/11/12/7bB4/12/3A7/10/9/8/7 25,10 {scores} {hand}/t150 a play 0")
    };
    assert!(after(&text("115,0", 3), "e4-e3").ends_with(" 150,-25 3/t150 a over 0"));
    assert!(after(&text("110,0", 3), "e4-e3").ends_with(" 145,-25 4/t150 a deal 0"));
    // Any player may have the target: here the one who did not move.
    assert!(after(&text("0,190", 3), "e4-e3").ends_with(" 35,165 3/t150 a over 0"));
    assert!(after(&text("0,0", 50), "e4-e3").ends_with(" 35,-25 50/t150 a over 0"));
    // Reaching it within a hand does not end the hand.
    let capture = "3A3/8/9/10/11/12/5b1aB4/12/11/10/9/8/7 25,10 145,0 2/t150 a play 7";
    assert!(after(capture, "g8xg9").ends_with(" 155,0 2/t150 b play 0"));
}

#[test]
fn h11_a_target_replaces_the_hands() {
    let both = game(&[("hands", "7"), ("target", "150")]);
    assert_eq!(both, game(&[("target", "150")]));
    assert!(both.write_position(&both.start()).contains(" 1/t150 "));
}

#[test]
fn h11_the_highest_score_wins_and_equal_highest_share() {
    let result = |scores: &str| {
        let text = "3a3/8/9/10/11/12/5b7/12/11/10/9/8/5c1 x25,x10,x5 SCORES 4/4 a over 0";
        load(&text.replace("SCORES", scores)).shares().unwrap().to_string()
    };
    assert_eq!(result("10,25,0"), "0 1 0");
    assert_eq!(result("25,25,-5"), "1/2 1/2 0");
    assert_eq!(result("-5,-5,-5"), "1/3 1/3 1/3");
}

#[test]
fn options_are_refused_with_a_reason() {
    let configure = |name: &str, value: &str| {
        let values: OptionValues = [(name, value)].into_iter().collect();
        ShellOut::configure(&values).unwrap_err().to_string()
    };
    assert!(configure("seats", "4,1").contains("ascending order"));
    assert!(configure("seats", "1,1").contains("once"));
    assert!(configure("seats", "1").contains("2 to 6 players"));
    assert!(configure("seats", "1,7").contains("fields from 1 to 6"));
    assert!(configure("seats", "").contains("fields from 1 to 6"));
    assert!(configure("players", "7").contains("from 2 to 6"));
    assert!(configure("hands", "0").contains("from 1 to 50"));
}
