//! Pictures and words.

use parlour_core::scene::Point;
use parlour_core::{Scene, Seat, Viewer};

use super::{ShellOut, game};
use crate::board::FIELD;
use parlour_core::hex::cells;
use parlour_session::{
    Session,
    testing::{at, play},
};

#[test]
fn the_viewers_field_lies_at_the_bottom_and_names_stay() {
    let game = game(&[("players", "6")]);
    for seat in (0..6).map(Seat) {
        let layout = game.layout(Viewer::Seat(seat));
        let lowest = layout.sites.iter().map(|s| s.at.y).max().unwrap();
        let own = cells(FIELD[seat.index()]).map(|cell| layout.sites[cell.index()].at);
        let (sum, count) = own.fold((0, 0), |(sum, n), at: Point| (sum + at.x, n + 1));
        let depth = cells(FIELD[seat.index()]).map(|c| layout.sites[c.index()].at.y).max();
        assert_eq!(depth, Some(lowest - 17), "one row above the Easy Way");
        assert_eq!(sum / count, layout.width / 2);
        assert!(layout.sites.iter().all(|s| parlour_core::hex::Cell::read(&s.name).is_some()));
    }
}

#[test]
fn only_the_owner_sees_the_counter_in_the_picture() {
    let session = at::<ShellOut>("3A3/8/9/10/11/12/5B2b*4/12/11/10/9/8/7 25,10 0,0 1/4 b play 0");
    let faces = |viewer| -> String {
        let pieces = session.picture(viewer).pieces;
        let faces: Vec<_> = pieces.iter().map(|p| format!("{}{}", p.glyph, p.face)).collect();
        faces.join(" ")
    };
    assert_eq!(faces(Viewer::Public), "a b b");
    assert_eq!(faces(Viewer::Seat(Seat(0))), "A25 b b");
    assert_eq!(faces(Viewer::Seat(Seat(1))), "a B10 b");
    let picture = session.picture(Viewer::Seat(Seat(1)));
    assert_eq!(picture.marks.len(), 1);
    let stats: Vec<String> = picture
        .stats
        .iter()
        .map(|f| {
            format!("{}{}={}", f.seat.map_or(0, Seat::number), f.name, session.english(&[f.value]))
        })
        .collect();
    assert_eq!(
        stats.join("; "),
        "1score=0; 1counter=?; 1at home=0; 2score=0; 2counter=10; 2at home=0; \
         0hand=1 of 4"
    );
}

#[test]
fn the_last_picture_of_a_hand_counts_the_move_that_ended_it() {
    let quiet = |position: &str, action: &str| {
        let session = play::<ShellOut>(position, action);
        let picture = session.highlight().expect("a hand ended");
        let stat = picture.stats.iter().find(|f| f.name == "moves without a loss").unwrap();
        session.english(&[stat.value])
    };
    let limit = "3A3/8/9/10/11/12/5b1aB4/12/11/10/9/8/7 25,10 0,0 1/4 a play 99";
    assert_eq!(quiet(limit, "g8-h9"), "100 of 100");
    // Shelling out is no idle move.
    let out = "7/8/9/10/11/12/7bB4/12/3A7/10/9/8/7 25,10 0,0 1/4 a play 60";
    assert_eq!(quiet(out, "e4-e3"), "60 of 100");
}

#[test]
fn the_instruction_says_how_many_shells_must_leave_home() {
    let words = |position: &str| {
        let session = at::<ShellOut>(position);
        session.english(&[session.instruction(Viewer::Seat(Seat(0)), &[]).unwrap()])
    };
    let five = "7/8/7a1/7a2/11/7a1aA1/13/1bb1B7/11/2b7/1b7/8/7 5,10 0,0 1/4 a play 0";
    assert_eq!(
        words(five),
        "Choose a shell to move: 2 more must leave home before your 5 may go onto a star."
    );
}
