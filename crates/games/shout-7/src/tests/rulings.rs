//! What the rulings in `rulings.txt` do not show: the end of a game without a row.

use parlour_core::{Game, Notation, Turn};

use super::{game, legal, load};
use crate::{BLACK, Phase, Place, Shout7, State, WHITE};
use parlour_core::hex::Cell;

/// Two players near the end: Black has one piece left to lay, White has two.
fn last_push() -> (Shout7, State) {
    let game = game("2", "ignore");
    let mut state = game.start();
    state.phase = Phase::Push;
    state.seat = WHITE;
    state.evened = true;
    for (number, pit) in Place::pits().take(41).enumerate() {
        state.pieces[if number < 25 { BLACK } else { WHITE }.index()].insert(pit);
    }
    // No line meets more than two of a colour in this pattern. White lies low, Black lies high:
    // in between and on both ends there is room.
    let of = |cell: Cell| (cell.number() + 2 * cell.row()) % 4;
    let white = Cell::all().filter(|&cell| of(cell) < 2).take(61 - 16);
    let black = Cell::all().rev().filter(|&cell| of(cell) >= 2).take(62 - 25);
    white.for_each(|cell| state.pieces[WHITE.index()].insert(Place::of(cell)));
    black.for_each(|cell| state.pieces[BLACK.index()].insert(Place::of(cell)));
    (state.pots[0], state.pots[1]) = (1, 2);
    load(&game.write_position(&state))
}

#[test]
fn p7_the_game_ends_at_once_when_nobody_can_push_and_most_in_the_pits_win() {
    let (game, state) = last_push();
    assert_eq!(game.turn(&state), Turn::Player(WHITE));
    let moves = legal(&game, &state);
    assert_ne!(moves, ["pass"]);
    for text in moves {
        let mut next = state;
        let Ok(mv) = game.read_move(&text) else { panic!("{text}") };
        game.play(&mut next, mv);
        assert_eq!(game.turn(&next), Turn::Over, "{text}");
        assert_eq!(next.seat, WHITE, "who acted last");
        assert_eq!(game.shares(&next).expect("over").to_string(), "1 0", "{text}");
    }
}
