//! What the rulings in `rulings.txt` do not show.

use parlour_core::{Configure, Game, Notation};

use super::game;
use crate::board::{NEIGHBOURS, SHELLS};
use crate::{Length, Move, ShellOut};
use parlour_core::hex::{CELLS, Cell, cells};

#[test]
fn h1_players_sit_spread_out() {
    let fields = |players| {
        let game = game(&[("players", players)]);
        game.fields().iter().map(|f| (f + 1).to_string()).collect::<String>()
    };
    assert_eq!(["2", "3", "4", "5", "6"].map(fields), ["14", "135", "1245", "12345", "123456"]);
}

#[test]
fn h1_seats_and_players_decide_each_other() {
    let usual = game(&[("seats", "1,3,5")]).options();
    assert_eq!((usual.get("players"), usual.get("seats")), (Some("3"), Some("default")));
    assert_eq!(game(&[("players", "4"), ("seats", "1,2")]).seats(), 2);
    assert_eq!(game(&[("seats", "1,2"), ("players", "4")]).seats(), 4);
}

#[test]
fn h11_a_target_replaces_the_hands() {
    let both = game(&[("hands", "7"), ("target", "150")]);
    assert_eq!(both, game(&[("target", "150")]));
}

#[test]
fn h10_the_hand_ends_when_nobody_can_move() {
    // It takes a smaller board: here nobody may go anywhere but to h10.
    let text = "7/8/9/10/11/7A4/13/4B7/11/10/9/8/7 25,10 0,0 1/1 a play 5";
    let (mut game, mut state) = ShellOut::read_position(text).unwrap();
    let at = |name: &str| Cell::read(name).unwrap();
    game.ground = at("h10").bit();
    game.play(&mut state, Move::Go { from: at("h9"), to: at("h10") });
    let over = "7/8/9/10/11/8A3/13/4B7/11/10/9/8/7 25,10 0,0 1/1 a over 6";
    assert_eq!(game.write_position(&state), over);
}

#[test]
fn h10_on_the_whole_board_somebody_can_always_move() {
    for seats in 0u8..64 {
        let fields: Vec<u8> = (0..6).filter(|f| seats & (1 << f) != 0).collect();
        if fields.len() < 2 {
            continue;
        }
        let ground = ShellOut::at_fields(&fields, Length::Hands(1)).ground;
        let mut reached = 1 << ground.trailing_zeros();
        for _ in 0..CELLS {
            let near = cells(reached).fold(0, |set, cell| set | NEIGHBOURS[cell.index()]);
            reached |= near & ground;
        }
        // A group of shells with no free spot beside it would have to fill all of this.
        assert_eq!(reached, ground, "the open spots hang together");
        assert!(ground.count_ones() > SHELLS * fields.len() as u32);
    }
}
