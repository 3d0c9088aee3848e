//! The picture and the words.

use std::collections::HashSet;

use parlour_core::{Action, Game, Guide, Notation, Scene, Seat, Seen, Viewer};

use super::{PITS, game, load};
use crate::hex::{Cell, Direction};
use crate::session::{Running, Session};
use crate::shout_7::{AXES, Move, Place, Push};

#[test]
fn pits_are_named_by_the_cells_beside_them() {
    let layout = game("2", "ignore").layout(Viewer::Public);
    assert_eq!(layout.sites.len(), 127 + 42 + 2);
    let pit = &layout.sites[usize::from(layout.site("pit1").expect("a pit"))];
    let beside = pit.label.map(|label| (label.template(), label.args()[0]));
    assert_eq!((pit.kind, beside), ("pit", Some(("pit {number} beside {site}", 1))));
}

#[test]
fn every_direction_of_every_pair_has_a_path_of_its_own() {
    let game = game("2", "ignore");
    let state = game.start();
    let mut paths = HashSet::new();
    for cell in Cell::all() {
        for axis in AXES.into_iter().filter(|&axis| cell.neighbour(axis).is_some()) {
            for to in Direction::ALL {
                let push = Push { first: Place::of(cell), axis, to };
                if push.landings().is_none() {
                    continue;
                }
                let path = game.path(&state, Move::Push(push));
                assert_eq!((path.clicks.len(), path.free), (3, 2));
                assert!(paths.insert(path.normal()), "{push:?}");
            }
        }
    }
}

#[test]
fn a_finished_row_is_marked() {
    let text = format!("7/8/9/10/11/12/2bbbbbbbb3/12/11/10/9/8/ww5 {PITS} b push 1");
    let (game, state) = load(&text);
    let picture = game.picture(&state);
    assert_eq!(picture.marks.len(), 8);
    assert_eq!(picture.pieces.len(), 10 + 2, "ten on the board, two pots");
    let pots: Vec<_> = picture.facts.iter().filter(|f| f.name == "pot").map(|f| f.value).collect();
    assert_eq!(pots, [55u8.into(), 61u8.into()]);
}

/// The description of a move in a position, and its label.
fn described(text: &str, mv: &str) -> (String, String) {
    let (game, before) = load(text);
    let mv = game.read_move(mv).expect("a move");
    let mut after = before;
    game.play(&mut after, mv);
    let seen = Seen::Open(Action::Move(mv));
    let labels = game.describe(&before, Some(before.seat), seen, &after);
    let session = Running::at(game, before);
    (session.english(&labels), session.english(&[game.move_label(mv)]))
}

#[test]
fn moves_are_described_in_sentences() {
    let start = format!("7/8/9/10/11/12/13/12/11/10/9/8/7 {PITS} b lay1 0");
    let edge = format!("7/8/9/10/11/12/13/12/11/10/2ww5/8/2bb3 {PITS} w push 1");
    let stuck = format!("7/8/9/10/11/12/13/5r6/11/2w7/2b6/8/7 {PITS} b push 3");
    let row = format!("7/8/9/10/11/12/bbbbbww6/12/11/10/9/8/7 {PITS} b push 1");
    let gift = format!("7/8/9/10/11/5ww5/wwwwww7/12/11/10/9/8/bb5 {PITS} b push 1");
    let shared = format!("7/8/9/10/11/12/2rrrrrr1r3/2wwwwww1w2/11/10/9/8/bb5 {PITS} b push 3");
    let removal = format!("7/8/9/10/11/12/6ww5/12/11/10/9/8/bb5 {PITS} w remove 0");
    for (text, mv, words) in [
        (&start, "g7", "Black lays a piece on g7."),
        (&edge, "a3a4-se", "White pushes a3 and a4 south-east. Two Black pieces fall into pits."),
        (&edge, "a3a4-ne", "White pushes a3 and a4 north-east."),
        (&stuck, "pass", "Black has nothing to push and misses the turn."),
        (
            &row,
            "g6g7-ne",
            "Black pushes g6 and g7 north-east. \
             Black has seven in a row and wins!",
        ),
        (&gift, "h7h8-se", "Black pushes h7 and h8 south-east. White has seven in a row and wins!"),
        (
            &shared,
            "f10g10-w",
            "Black pushes f10 and g10 west. \
             White and Red have seven in a row and share the win!",
        ),
        (&removal, "xa1", "White takes the Black piece off a1, to make up for moving second."),
    ] {
        assert_eq!(described(text, mv).0, words);
    }
    assert_eq!(described(&edge, "a3a4-ne").1, "Push a3 and a4 north-east");
    assert_eq!(game("4", "ignore").seat_name(Seat(3)), "Green");
}

#[test]
fn rows_of_five_and_six_are_marked_as_threats_and_shorter_ones_are_not() {
    let game = game("2", "ignore");
    let threats = |length: u8| {
        let mut state = game.start();
        let first = Place::of(Cell::all().next().expect("a cell"));
        for n in 0..length {
            state.pieces[0].insert(first.ahead(Direction::E, n).expect("within the board"));
        }
        game.picture(&state).marks.iter().filter(|mark| mark.kind == "threat").count()
    };
    assert_eq!([4, 5, 6, 7].map(threats), [0, 5, 6, 0]);
}
