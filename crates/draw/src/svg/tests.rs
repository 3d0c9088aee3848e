use super::*;
use parlour_core::look::Look;
use parlour_core::scene::{Picture, Piece, Point, Stat};

fn toy() -> (Layout, Picture) {
    let site = |name: &str, x, shape, print: &str| {
        let site = Site::new(name, "cell", Point { x, y: 50 }, shape);
        site.label("<a place>").print(print)
    };
    let layout = Layout {
        lines: vec![(0, 2)],
        sites: vec![
            site("1", 50, Shape::Circle { radius: 40 }, "A&B"),
            site("2", 150, Shape::Hexagon { radius: 40 }, ""),
            site("3", 250, Shape::Rect { width: 80, height: 80 }, "water"),
        ],
        ..Layout::new(300, 100)
    };
    let piece = Piece::new(1, "unheard-of", "\"odd\" thing", "o").of(Seat(1)).count(3);
    let item = Stat::of(Seat(0), "score", 7);
    (layout, Picture { pieces: vec![piece], marks: Vec::new(), stats: vec![item] })
}

fn drawn() -> String {
    let (layout, picture) = toy();
    let names = ["Ann".to_owned(), "<Bob>\u{1}".to_owned()];
    let (layout, picture, look) = (&layout, &picture, &Look::PLAIN);
    svg(&Drawing { layout, picture, names: &names, look }, "T & T", "d")
}

#[test]
fn texts_are_escaped() {
    let svg = drawn();
    for needed in ["T &amp; T", "A&amp;B", "&lt;Bob&gt;\u{fffd}", "&quot;odd&quot; thing"] {
        assert!(svg.contains(needed), "{needed} in {svg}");
    }
}

#[test]
fn a_kind_without_a_form_is_a_disc_with_its_count_and_owner() {
    let svg = drawn();
    assert!(svg.contains("class=\"piece unheard-of s1\""));
    assert!(svg.contains(">3</text>"));
}

#[test]
fn lines_run_from_site_to_site() {
    assert!(drawn().contains("d=\"M 50 50L 250 50\""), "{}", drawn());
}

#[test]
fn a_piece_may_be_larger_than_its_site() {
    let (mut layout, picture) = toy();
    let radius = |layout: &Layout| {
        let drawing =
            Drawing { layout, picture: &picture, names: &[], look: &parlour_core::Look::PLAIN };
        svg(&drawing, "", "").contains("class=\"body\" cx=\"150\" cy=\"50\" r=\"60\"")
    };
    assert!(!radius(&layout));
    layout.sites[1].room = Some(60);
    assert!(radius(&layout));
}
