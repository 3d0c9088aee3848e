//! The picture and the words.

use std::collections::HashSet;

use parlour_core::{Game, Guide, Notation, Scene, Seat, Viewer};

use super::{PITS, game, load};
use crate::{AXES, Move, Place, Push};
use parlour_core::hex::{Cell, Direction};
use parlour_session::{Running, Session};

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
    let pots: Vec<_> = picture.stats.iter().filter(|f| f.name == "pot").map(|f| f.value).collect();
    assert_eq!(pots, [55u8.into(), 61u8.into()]);
}

#[test]
fn a_push_is_called_by_its_cells_and_its_direction() {
    let game = game("4", "ignore");
    let mv = game.read_move("a3a4-ne").expect("a move");
    assert_eq!(Running::new(game).english(&[game.move_label(mv)]), "Push a3 and a4 north-east");
    assert_eq!(game.seat_name(Seat(3)), "Green");
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
