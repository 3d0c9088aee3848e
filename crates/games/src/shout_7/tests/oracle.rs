//! The rules once more, slowly and by walking, to compare the bitboards with.

use std::collections::BTreeSet;

use parlour_core::game::sample;
use parlour_core::rng::seeded;
use parlour_core::{Action, Game, Seat};

use super::{game, legal};
use crate::hex::{Cell, Direction};
use crate::shout_7::{AXES, Phase, PitRule, Place, Places, Push, Shout7, State};

/// P2, P3: every push, found piece by piece.
fn pushes(state: &State) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let pushable = |place| state.owner(place).is_some_and(|owner| owner != state.seat);
    for cell in Cell::all() {
        for axis in AXES {
            let Some(other) = cell.neighbour(axis) else { continue };
            let pair = [Place::of(cell), Place::of(other)];
            if !pair.into_iter().all(pushable) || state.pots[state.seat.index()] < 2 {
                continue;
            }
            for to in Direction::ALL {
                let push = Push { first: pair[0], axis, to };
                let free = |place| state.owner(place).is_none();
                if push.landings().is_some_and(|landings| landings.into_iter().all(free)) {
                    found.insert(format!("{}{}-{}", cell.name(), other.name(), to.text()));
                }
            }
        }
    }
    found
}

/// Whether a row of seven lies anywhere, found by walking.
fn has_row(game: &Shout7, state: &State, seat: Seat) -> bool {
    let counts = |place: Place| game.pits == PitRule::Count || place.cell().is_some();
    let own = |place: Place| state.pieces[seat.index()].has(place) && counts(place);
    Places::ALL.iter().any(|from| {
        AXES.into_iter().any(|axis| (0..7).all(|n| from.ahead(axis, n).is_some_and(own)))
    })
}

#[test]
fn pushes_and_rows_agree_with_a_plain_search_in_random_games() {
    for (players, pits) in [("2", "ignore"), ("2", "count"), ("3", "count"), ("4", "ignore")] {
        let game = game(players, pits);
        for seed in 0..6 {
            let mut rng = seeded(seed);
            let mut state = game.start();
            while let Some(Action::Move(mv)) = sample(&game, &state, &mut rng) {
                if state.phase == Phase::Push {
                    let mut wanted = pushes(&state);
                    if wanted.is_empty() {
                        wanted.insert("pass".to_owned());
                    }
                    assert_eq!(legal(&game, &state), Vec::from_iter(wanted), "{state:?}");
                }
                game.play(&mut state, mv);
                for seat in game.all_seats() {
                    assert_eq!(game.has_row(&state, seat), has_row(&game, &state, seat));
                    let out = state.pieces[seat.index()].count();
                    assert_eq!(u32::from(state.pots[seat.index()]) + out, u32::from(game.pot()));
                }
            }
        }
    }
}
