//! What is shown.

use parlour_core::scene::Point;
use parlour_core::{Seat, Viewer};

use super::{Outwit, START};
use parlour_session::{Session, testing::at};

#[test]
fn each_player_sits_at_the_bottom_with_the_own_corner_far_right() {
    let session = at::<Outwit>(START);
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
    let session = at::<Outwit>("6lll/6lll/7Ll/6l2/9/9/9/ddd6/dDd6/dd6d l 99");
    let picture = session.picture(Viewer::Public);
    assert_eq!(picture.pieces.len(), 18);
    let power: Vec<&str> =
        picture.pieces.iter().filter(|p| p.kind == "power").map(|p| p.name.template()).collect();
    assert_eq!(power, ["light power chip", "dark power chip"]);
    let facts: Vec<(&str, String)> =
        picture.stats.iter().map(|f| (f.name, session.english(&[f.value]))).collect();
    let home = ("home", "8 of 9".to_owned());
    let quiet = ("moves since a chip came home", "99 of 100, then a draw".to_owned());
    assert_eq!(facts, [home.clone(), home, quiet]);
}
