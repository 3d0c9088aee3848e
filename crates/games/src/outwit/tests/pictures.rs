//! What is shown and told.

use parlour_core::scene::Point;
use parlour_core::{Seat, Viewer};

use super::{load, open, play};

#[test]
fn each_player_sits_at_the_bottom_with_the_own_corner_far_right() {
    let session = open();
    for (viewer, corner) in
        [(Viewer::Public, "i10"), (Viewer::Seat(Seat(0)), "i10"), (Viewer::Seat(Seat(1)), "a1")]
    {
        let layout = session.layout(viewer);
        let site = &layout.sites[usize::from(layout.site(corner).expect("a square"))];
        assert_eq!(site.kind, "corner");
        assert_eq!(site.cell, Some((8, 0)));
        assert_eq!(site.at, Point { x: layout.width - 60, y: 60 });
        let seat = if corner == "a1" { Seat(1) } else { Seat(0) };
        let own = layout.regions.iter().find(|r| r.owner == Some(seat)).expect("a corner");
        assert!(own.outline.contains(&Point { x: layout.width - 30, y: 30 }));
    }
}

#[test]
fn the_picture_shows_all_chips_and_who_is_home() {
    let session = load("6lll/6lll/7Ll/6l2/9/9/9/ddd6/dDd6/dd6d l 99");
    let picture = session.picture(Viewer::Public);
    assert_eq!(picture.pieces.len(), 18);
    let power: Vec<&str> =
        picture.pieces.iter().filter(|p| p.kind == "power").map(|p| p.name.template()).collect();
    assert_eq!(power, ["light power chip", "dark power chip"]);
    let facts: Vec<(&str, String)> =
        picture.facts.iter().map(|f| (f.name, session.english(&[f.value]))).collect();
    let home = ("home", "8 of 9".to_owned());
    let quiet = ("moves since a chip came home", "99 of 100, then a draw".to_owned());
    assert_eq!(facts, [home.clone(), home, quiet]);
}

#[test]
fn what_happened_is_described() {
    let cases = [
        (
            "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 0",
            "f4f1",
            "Light's chip slides from f4 to f1.",
        ),
        (
            "d8/ld7/1ld6/2ld5/3lD4/4Ld3/6d2/6ld1/7ld/5l2l d 1",
            "e6b3",
            "Dark's power chip slides from e6 to b3, into its corner.",
        ),
        ("dddl5/dDdl5/dddl5/lll6/9/9/9/9/9/6Lll d 7", "pass", "Dark can't move a chip and passes."),
        (
            "6lll/6lll/7Ll/6l2/9/9/9/ddd6/dDd6/dd6d l 99",
            "g7g8",
            "Light's chip slides from g7 to g8, into its corner. All nine chips are home: Light wins.",
        ),
        (
            "6lll/6lll/7Ll/6l2/9/9/9/ddd6/dDd6/dd6d l 99",
            "g7a7",
            "Light's chip slides from g7 to a7. No chip has come home for 100 actions: a draw.",
        ),
    ];
    for (position, action, words) in cases {
        let mut session = load(position);
        play(&mut session, action);
        let last = session.last(Viewer::Public).expect("something happened");
        assert_eq!(session.english(&last.labels), words);
    }
    let mut session = open();
    play(&mut session, "e5e4 e6e7 e4e5 e7e6 e5e4 e6e7 e4e5 e7e6");
    let last = session.last(Viewer::Public).expect("something happened");
    let described = session.english(&last.labels);
    assert!(
        described.ends_with("The position has come for the third time: a draw."),
        "{described}"
    );
}
