use super::*;
use crate::scene::{Fact, Piece, Point};

fn toy() -> (Layout, Picture) {
    let site = |name: &str, x, shape, print: &str| Site {
        name: name.to_owned(),
        label: format!("<{name}>"),
        kind: "cell",
        at: Point { x, y: 50 },
        shape,
        print: print.to_owned(),
        cell: None,
    };
    let layout = Layout {
        width: 300,
        height: 100,
        regions: Vec::new(),
        sites: vec![
            site("1", 50, Shape::Circle { radius: 40 }, "A&B"),
            site("2", 150, Shape::Hexagon { radius: 40 }, ""),
            site("3", 250, Shape::Rect { width: 80, height: 80 }, "water"),
        ],
    };
    let piece = Piece {
        site: 1,
        kind: "unheard-of",
        owner: Some(Seat(1)),
        face: String::new(),
        count: 3,
        name: "\"odd\" thing".to_owned(),
        glyph: "o".to_owned(),
    };
    let fact = Fact { seat: Some(Seat(0)), name: "score", value: "7".to_owned() };
    (layout, Picture { pieces: vec![piece], marks: Vec::new(), facts: vec![fact] })
}

fn drawn() -> String {
    let (layout, picture) = toy();
    let names = ["Ann".to_owned(), "<Bob>\u{1}".to_owned()];
    let style = SvgStyle { title: "T & T", description: "d", names: &names, theme: &Theme::PLAIN };
    svg(&layout, &picture, &style)
}

#[test]
fn texts_are_escaped() {
    let svg = drawn();
    for needed in ["T &amp; T", "A&amp;B", "&lt;Bob&gt;\u{fffd}", "&quot;odd&quot; thing"] {
        assert!(svg.contains(needed), "{needed} in {svg}");
    }
}

#[test]
fn elements_are_balanced() {
    let svg = drawn();
    for tag in ["g", "svg", "defs", "style", "text", "title"] {
        let opened =
            svg.matches(&format!("<{tag} ")).count() + svg.matches(&format!("<{tag}>")).count();
        assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn a_kind_without_a_form_is_a_disc_with_its_count_and_owner() {
    let svg = drawn();
    assert!(svg.contains("class=\"piece unheard-of s1\""));
    assert!(svg.contains(">3</text>"));
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    assert_eq!(drawn(), drawn());
}
