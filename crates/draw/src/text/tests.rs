use super::*;
use parlour_core::look::KindLook;
use parlour_core::scene::{Mark, Picture, Point, Shape, Stat};

fn site(name: &str, kind: &'static str, cell: Option<(u16, u16)>) -> Site {
    let site = Site::new(name, kind, Point { x: 0, y: 0 }, Shape::Circle { radius: 1 });
    Site { cell, ..site }
}

fn piece(site: u16, glyph: &'static str, count: u16) -> Piece {
    Piece::new(site, "chip", "a chip", glyph).of(Seat(0)).count(count)
}

fn drawn(sites: Vec<Site>, picture: Picture) -> String {
    let layout = Layout { sites, ..Layout::new(9, 9) };
    const LOOK: &Look = &Look { kinds: &[KindLook::new("pit").blank("_")], ..Look::PLAIN };
    let names = ["Ann".to_owned()];
    text(&Drawing { layout: &layout, picture: &picture, names: &names, look: LOOK })
}

#[test]
fn a_board_of_squares_has_ranks_and_files() {
    let square = |name, column, row| site(name, "square", Some((column, row)));
    let sites =
        vec![square("a1", 0, 1), square("b1", 1, 1), square("a2", 0, 0), square("b2", 1, 0)];
    let picture = Picture { pieces: vec![piece(3, "d", 1)], ..Picture::default() };
    assert_eq!(drawn(sites, picture), "2 . d\n1 . .\n  a b\n\nd a chip\n");
}

#[test]
fn rows_of_other_boards_are_named_at_their_ends() {
    let cell = |name, column, row| site(name, "cell", Some((column, row)));
    let sites = vec![
        cell("b1", 1, 0),
        cell("b2", 3, 0),
        site("pit", "pit", Some((5, 0))),
        cell("a1", 0, 1),
        cell("a2", 2, 1),
        cell("a3", 4, 1),
    ];
    let expected = " b1 . . _ b2\na1 . . . a3\n\n. cell   _ pit\n";
    assert_eq!(drawn(sites, Picture::default()), expected);
}

#[test]
fn pieces_beside_the_board_are_listed_below_it() {
    let sites = vec![site("plinth", "plinth", None)];
    let picture = Picture {
        pieces: vec![piece(0, "b", 10)],
        marks: vec![Mark { site: 0, kind: "safe", label: "is safe".into() }],
        stats: vec![
            Stat { seat: None, name: "hand", value: "1 of 4".into() },
            Stat { seat: Some(Seat(0)), name: "score", value: 7u8.into() },
            Stat { seat: Some(Seat(0)), name: "out", value: "out".into() },
        ],
    };
    let expected = "plinth: a chip × 10\n\nis safe: plinth\n\nhand 1 of 4\nAnn  score 7, out\n";
    assert_eq!(drawn(sites, picture), expected);
}

#[test]
fn a_wide_sign_moves_its_neighbours_on() {
    let cell = |name, column| site(name, "cell", Some((column, 0)));
    let mut wide = piece(0, "b", 12);
    wide.owner = None;
    let picture = Picture { pieces: vec![wide], ..Picture::default() };
    assert_eq!(drawn(vec![cell("1", 0), cell("2", 1)], picture), "b12 .\n1   2\n");
}

#[test]
fn the_legend_names_what_pieces_of_one_sign_share() {
    let cell = |name, column| site(name, "cell", Some((column, 0)));
    let mut known = piece(1, "a", 1);
    known.name = "a chip, known to be empty".into();
    let picture = Picture { pieces: vec![piece(0, "a", 1), known], ..Picture::default() };
    assert_eq!(drawn(vec![cell("1", 0), cell("2", 1)], picture), "a a\n1 2\n\na a chip\n");
}

#[test]
fn a_heap_shows_its_number_and_letters_are_coordinates() {
    let cell = |name, column| site(name, "cell", Some((column, 0)));
    let heap = |site, count| Piece::new(site, "seed", "seeds", "s").heap(count);
    let picture = Picture { pieces: vec![heap(0, 1), heap(1, 0)], ..Picture::default() };
    assert_eq!(drawn(vec![cell("A", 0), cell("B", 1)], picture), "s1 s0\nA  B\n");
}

#[test]
fn a_long_legend_goes_over_several_lines() {
    let signs = (0..9).map(|_| (Role::Empty, "x", "a dozen words".to_owned()));
    let lines = explain(signs);
    assert_eq!(lines.len(), 3);
}
