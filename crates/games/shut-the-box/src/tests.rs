//! The rulings B1 to B6, the notation and the picture.

use parlour_core::{Seat, Viewer};

use super::{Final, ShutTheBox};
use parlour_session::testing::{at, rulings};
use parlour_session::{Running, Session};

#[test]
fn the_rulings_hold() {
    rulings::<ShutTheBox>(include_str!("rulings.txt"));
}

#[test]
fn b6_two_to_twelve_play_and_player_1_throws_first_in_every_round() {
    for players in 2..=12 {
        let game = ShutTheBox { players, last: Final::All };
        let mut table = Running::new(game);
        assert_eq!(table.seats(), players);
        for _ in 0..players {
            // The last throw ends the turn.
            for action in ["r11", "2", "r11"] {
                table.play(action).expect("a legal action");
            }
        }
        assert!(table.position().ends_with(" 1 ?"), "{}", table.position());
    }
}

#[test]
fn the_picture_shows_lids_dice_and_scores() {
    let session = at::<ShutTheBox>("12679 50x,30,46,9 4 53");
    let picture = session.picture(Viewer::Public);
    let faces: Vec<&str> = picture.pieces.iter().map(|p| &*p.face).collect();
    let lids = ["open", "open", "shut", "shut", "shut", "open", "open", "shut", "open"];
    assert_eq!(faces[..9], lids);
    assert_eq!(faces[9..], ["5", "3"]);
    let stats: Vec<String> = picture
        .stats
        .iter()
        .map(|f| {
            format!("{}{} {}", f.name, f.seat.map_or(0, Seat::number), session.english(&[f.value]))
        })
        .collect();
    assert_eq!(
        stats.join(", "),
        "open0 25 points, score1 50, out1 out, score2 30, score3 46, out3 out, score4 9"
    );
    let paths: Vec<_> = session
        .choices(Viewer::Seat(Seat(3)))
        .into_iter()
        .map(|choice| (choice.action, choice.path.clicks, choice.path.free))
        .collect();
    assert_eq!(paths, [("1+7".to_owned(), vec![0, 6], 2), ("2+6".to_owned(), vec![1, 5], 2)]);
}
