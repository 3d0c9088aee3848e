//! The move generator against a plain one that walks square by square.

use parlour_core::rng::seeded;
use parlour_core::{Action, Game, GameHistory, Notation};

use super::super::board::{Direction, Side, Square};
use super::super::{Move, Outwit, State};
use super::state;

/// The slides from one square by the letter of the rules.
fn walk(state: &State, from: Square) -> Vec<Square> {
    let side = state.side;
    let power = state.power[side as usize] == from;
    let mut ends = Vec::new();
    for (across, along) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)] {
        if across != 0 && along != 0 && !power {
            continue;
        }
        let (mut here, mut passed) = (from, Vec::new());
        while let Some(next) = Square::new(
            here.file().wrapping_add_signed(across),
            here.rank().wrapping_add_signed(along),
        ) {
            let leaves = here.is_in(side.corner()) && !next.is_in(side.corner());
            if leaves || next.is_in(side.other().corner()) || state.owner(next).is_some() {
                break;
            }
            passed.push(next);
            here = next;
        }
        if power {
            ends.extend(passed);
        } else {
            ends.extend(passed.last());
        }
    }
    ends
}

fn texts_of(state: &State) -> Vec<String> {
    let mut texts = Vec::new();
    Outwit.for_each_move(state, |mv| texts.push(Outwit.write_move(mv)));
    texts
}

#[test]
fn slides_are_those_that_walking_finds() {
    for seed in 0..12 {
        let mut rng = seeded(seed);
        let mut history = GameHistory::new(&Outwit, Outwit.start());
        while history.shares(&Outwit).is_none() {
            let state = history.state();
            let mine = Square::all().filter(|&s| state.owner(s) == Some(state.side));
            let mut walked: Vec<String> = mine
                .flat_map(|from| walk(state, from).into_iter().map(move |to| (from, to)))
                .map(|(from, to)| Outwit.write_move(Move::Slide { from, to }))
                .collect();
            if walked.is_empty() {
                walked.push("pass".to_owned());
            }
            let mut generated = texts_of(state);
            assert_eq!(Outwit.count_moves(state), generated.len() as u64);
            generated.sort_unstable();
            walked.sort_unstable();
            assert_eq!(generated, walked, "{}", Outwit.write_position(state));
            let mv = Outwit.sample_move(state, &mut rng);
            history.apply(&Outwit, Action::Move(mv));
        }
    }
}

#[test]
fn a_player_who_is_stuck_draws_the_pass() {
    let state = state("dddl5/dDdl5/dddl5/lll6/9/9/9/9/9/6Lll d 7");
    assert_eq!(Outwit.sample_move(&state, &mut seeded(1)), Move::Pass);
    assert_eq!(Outwit.count_moves(&state), 1);
}

#[test]
fn half_a_turn_of_the_board_swaps_the_sides() {
    for side in Side::ALL {
        for square in Square::all() {
            let turned = Square::numbered(120 - square.number());
            assert_eq!(square.is_in(side.corner()), turned.is_in(side.other().corner()));
        }
    }
    for d in Direction::ALL {
        assert!(Direction::ALL.iter().any(|o| o.step() == -d.step()));
    }
}
