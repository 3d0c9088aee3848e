//! The rulings B1 to B6 and the notation.

mod texts;

use parlour_core::{Configure, Game, Notation, Seat, Turn, Viewer};

use super::{Final, ShutTheBox};
use crate::session::{Running, Session};
use crate::testing::{after, at, legal, play};

fn game(players: u8, last: Final) -> ShutTheBox {
    ShutTheBox { players, last }
}

/// The game ends with this action, in this position, with this result.
#[track_caller]
fn ends(position: &str, action: &str, expected: &str, result: &str) {
    let table = play::<ShutTheBox>(position, action);
    assert_eq!(table.turn(), Turn::Over, "{position} after {action}");
    assert_eq!(table.position(), expected);
    assert_eq!(table.shares().map(|s| s.to_string()).as_deref(), Some(result));
    assert!(table.legal().is_empty() && table.chances().is_empty());
}

#[test]
fn the_start_is_as_the_rules_write_it() {
    let three = game(3, Final::All);
    assert_eq!(three.write_position(&three.start()), "123456789 0,0,0 1 ?");
    let round = game(2, Final::Round);
    assert_eq!(round.write_position(&round.start()), "123456789 0,0 1 ? round");
}

#[test]
fn two_dice_fall_in_thirty_six_ways() {
    let chances = at::<ShutTheBox>("123456789 0,0 1 ?").chances();
    assert_eq!(chances.len(), 21);
    assert_eq!(chances.iter().map(|(_, weight)| weight).sum::<u32>(), 36);
    for (text, weight) in &chances {
        let double = text.as_bytes()[1] == text.as_bytes()[2];
        assert_eq!(*weight, if double { 1 } else { 2 }, "{text}");
    }
}

#[test]
fn one_lid_or_two_make_the_total_and_never_three() {
    legal::<ShutTheBox>("123456789 0,0 1 62", "1+7 2+6 3+5 8");
    legal::<ShutTheBox>("123456789 0,0 1 66", "3+9 4+8 5+7");
    legal::<ShutTheBox>("123456789 0,0 1 11", "2");
    // 1+2+3 would make six.
    legal::<ShutTheBox>("1236 0,0 1 42", "6");
    after::<ShutTheBox>("123 0,0 1 ?", "r42", "123456789 6,0 2 ?");
}

#[test]
fn b1_a_throw_that_can_be_used_must_be_used() {
    let table = play::<ShutTheBox>("12 10,20 1 ?", "r21");
    assert_eq!(table.turn(), Turn::Player(Seat(0)));
    assert_eq!(table.legal(), ["1+2"]);
}

#[test]
fn b1_a_throw_that_cannot_be_used_ends_the_turn_by_itself() {
    after::<ShutTheBox>("78 0,0 1 ?", "r65", "123456789 15,0 2 ?");
}

#[test]
fn b2_all_nine_shut_ends_the_turn_with_no_points() {
    after::<ShutTheBox>("12 10,20 1 ?", "r21 1+2", "123456789 10,20 2 ?");
    after::<ShutTheBox>("9 10,20 2 ?", "r54 9", "123456789 10,20 1 ?");
}

#[test]
fn b3_a_player_at_45_or_more_is_out_from_the_next_round_on() {
    // Player 1 goes out and is marked only when the round is complete.
    after::<ShutTheBox>("9 36,0,0 1 ?", "r11", "123456789 45,0,0 2 ?");
    after::<ShutTheBox>("9 45,0,0 3 ?", "r11", "123456789 45x,0,9 2 ?");
    after::<ShutTheBox>("9 35,0,0 1 ?", "r11", "123456789 44,0,0 2 ?");
}

#[test]
fn b3_a_round_is_one_turn_for_everyone_who_was_in_at_its_start() {
    after::<ShutTheBox>("9 0,50x,0,60x,0 1 ?", "r11", "123456789 9,50x,0,60x,0 3 ?");
    after::<ShutTheBox>("9 0,50x,0,60x,0 3 ?", "r11", "123456789 0,50x,9,60x,0 5 ?");
    after::<ShutTheBox>("9 0,50x,0,60x,0 5 ?", "r11", "123456789 0,50x,0,60x,9 1 ?");
}

#[test]
fn b4_the_end_is_judged_only_when_a_round_is_complete() {
    // Only player 2 is in, but still has to take the turn.
    after::<ShutTheBox>("9 44,44 1 ?", "r11", "123456789 53,44 2 ?");
    ends("9 53,30 2 ?", "r11", "9 53,39 2 !", "0 1");
    ends("1 44,44 2 ?", "r66", "1 44,45 2 !", "1 0");
}

#[test]
fn b5_nobody_in_and_the_lowest_score_of_all_wins() {
    ends("9 46x,50,44 3 ?", "r66", "9 46x,50,53 3 !", "1 0 0");
    ends("9 60x,50,44 3 ?", "r66", "9 60x,50,53 3 !", "0 1 0");
}

#[test]
fn b5_equal_lowest_scores_share_the_win() {
    ends("1 45,44 2 ?", "r66", "1 45,45 2 !", "1/2 1/2");
    ends("9 53x,53,44 3 ?", "r66", "9 53x,53,53 3 !", "1/3 1/3 1/3");
}

#[test]
fn b5_final_round_counts_only_those_who_were_in_when_it_began() {
    ends("9 46x,50,44 3 ? round", "r66", "9 46x,50,53 3 ! round", "0 1 0");
    ends("9 46x,53,44 3 ? round", "r66", "9 46x,53,53 3 ! round", "0 1/2 1/2");
}

#[test]
fn b6_two_to_twelve_play_and_player_1_throws_first_in_every_round() {
    for players in 2..=12 {
        let options = [("players", players.to_string())].into_iter().collect();
        let game = ShutTheBox::configure(&options).expect("2 to 12 players");
        assert_eq!(game.seats(), players);
        let mut table = Running::new(game);
        for _ in 0..players {
            table.play("r11").expect("a throw");
            table.play("2").expect("a lid");
            table.play("r11").expect("a throw that ends the turn");
        }
        assert!(table.position().ends_with(" 1 ?"), "{}", table.position());
    }
    for players in ["1", "13", "02", ""] {
        let options = [("players", players)].into_iter().collect();
        assert!(ShutTheBox::configure(&options).is_err(), "{players}");
    }
}

#[test]
fn the_example_on_the_rule_page_can_be_played() {
    // The code that begins a row of a table.
    let rows = ShutTheBox::RULES.lines().filter_map(|line| line.strip_prefix("| `"));
    let actions: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    after::<ShutTheBox>("123456789 0,0 1 ?", &actions.join(" "), "123456789 15,0 2 ?");
}

#[test]
fn the_picture_shows_lids_dice_and_scores() {
    let (game, state) = ShutTheBox::read_position("12679 50x,30,46,9 4 53").expect("legal");
    let session = Running::at(game, state);
    let picture = session.picture(Viewer::Public);
    let faces: Vec<&str> = picture.pieces.iter().map(|p| &*p.face).collect();
    let lids = ["open", "open", "shut", "shut", "shut", "open", "open", "shut", "open"];
    assert_eq!(faces[..9], lids);
    assert_eq!(faces[9..], ["5", "3"]);
    let facts: Vec<String> = picture
        .facts
        .iter()
        .map(|f| {
            format!("{}{} {}", f.name, f.seat.map_or(0, Seat::number), session.english(&[f.value]))
        })
        .collect();
    assert_eq!(
        facts.join(", "),
        "open0 25 points, score1 50, out1 out, score2 30, score3 46, out3 out, score4 9"
    );
    let paths: Vec<_> = session
        .choices(Viewer::Seat(Seat(3)))
        .into_iter()
        .map(|choice| (choice.action, choice.path.clicks, choice.path.free))
        .collect();
    assert_eq!(paths, [("1+7".to_owned(), vec![0, 6], 2), ("2+6".to_owned(), vec![1, 5], 2)]);
}

#[test]
fn what_happens_is_described() {
    #[track_caller]
    fn described(position: &str, action: &str, words: &str) {
        let session = play::<ShutTheBox>(position, action);
        let last = session.last(Viewer::Public).expect("something happened");
        assert_eq!(session.english(&last.labels), words);
    }
    described("123456789 0,0 1 ?", "r53", "Player 1 throws 5 and 3.");
    described("123456789 0,0 1 53", "8", "Player 1 shuts lid 8.");
    described("123456789 0,0 1 53", "1+7", "Player 1 shuts lids 1 and 7.");
    described("12 0,0 2 21", "1+2", "Player 2 shuts lids 1 and 2. The box is shut: no points.");
    described(
        "1 40,0 2 ?",
        "r66",
        "Player 2 throws 6 and 6; no open lids make 12, so the turn ends with 1 point.",
    );
    described(
        "19 40,40 2 ?",
        "r11",
        "Player 2 throws 1 and 1; no open lids make 2, so the turn ends with 10 points. \
         Player 2 is out. Player 1 is the last one in and wins.",
    );
    described(
        "1 45,45,44 3 ?",
        "r11",
        "Player 3 throws 1 and 1; no open lids make 2, so the turn ends with 1 point. \
         Player 3 is out. Nobody is left in. Player 1, Player 2 and Player 3 have equally few points and \
         share the win.",
    );
    let ended = "Player 2 throws 1 and 1; no open lids make 2, so the turn ends with 10 points. \
                 Player 2 is out. Nobody is left in.";
    let fewest = format!("{ended} Player 1 has the fewest points and wins.");
    described("19 46,40 2 ?", "r11", &fewest);
    // B5: who went out with fewer points does not count with this option.
    let fewest =
        format!("{ended} Player 1 has the fewest points of the last round's players and wins.");
    described("19 46,40,45x 2 ? round", "r11", &fewest);
}

#[test]
fn b2_a_throw_at_a_shut_box_ends_the_turn_with_no_points() {
    let entry = crate::find("shut-the-box").expect("registered");
    let mut session = (entry.load)("- 10,20 1 ?").expect("the notation has a form for it");
    session.play("r53").expect("a throw");
    assert_eq!(session.position(), "123456789 10,20 2 ?");
}
