//! What could be known of the counters: by counting what is possible, and by the belief model.

use parlour_core::scene::SiteId;
use parlour_core::{Action, Seat, Seen};
use parlour_search::{BeliefModel, ObservedAction, PlaceOdds, SecretOdds};

use super::ShellOut;
use super::scene::site_id;
use super::state::{Move, Open, PLAYERS, Phase, State, View};
use parlour_core::hex::{Cell, cells};

impl ShellOut {
    /// Where each counter may lie. Nothing is hidden once the game is over.
    pub(super) fn counter_odds(
        &self,
        view: &View,
        observations: &[ObservedAction<Self>],
    ) -> Vec<SecretOdds> {
        let open = &view.open;
        if open.phase == Phase::Over {
            return Vec::new();
        }
        let possible = self.possible_shells(open, observations);
        let belief = self.believe(&Default::default(), view, observations);
        let odds = |seat: Seat| {
            let own = view.of(seat).loaded;
            let known = own.map_or(possible[seat.index()], Cell::bit);
            let place = |cell: Cell| {
                let counted = match known & cell.bit() {
                    0 => 0.0,
                    _ => 1.0 / f64::from(known.count_ones()),
                };
                let believed = match own {
                    Some(_) => counted,
                    None => f64::from(belief.at(seat, cell)),
                };
                PlaceOdds { site: site_id(cell), counted, believed }
            };
            SecretOdds {
                owner: seat,
                places: cells(open.shells[seat.index()]).map(place).collect(),
            }
        };
        self.everybody().filter(|&seat| open.is_loaded(seat)).map(odds).collect()
    }

    /// Where each counter lies.
    pub(super) fn counter_sites(&self, state: &State) -> Vec<(Seat, SiteId)> {
        let loaded = |seat: Seat| Some((seat, site_id(state.secrets[seat.index()].loaded?)));
        match state.open.phase {
            Phase::Over => Vec::new(),
            _ => self.everybody().filter_map(loaded).collect(),
        }
    }

    /// The shells of each player that may hide the counter: those with which every action of this hand
    /// would have been legal, and would have looked as it did. The counter of one player says nothing about
    /// that of another, so each player's shells are counted alone.
    fn possible_shells(
        &self,
        open: &Open,
        observations: &[ObservedAction<Self>],
    ) -> [u128; PLAYERS] {
        let hidden =
            observations.iter().rposition(|observed| observed.before.open.phase != Phase::Play);
        let hand = match open.phase {
            Phase::Play => &observations[hidden.map_or(0, |index| index + 1)..],
            _ => &[],
        };
        let first = hand.first().map_or(open, |observed| &observed.before.open);
        let mut possible = [0; PLAYERS];
        for seat in self.everybody().filter(|&seat| first.is_loaded(seat)) {
            possible[seat.index()] = self.suspects(first, seat);
        }
        for (index, observed) in hand.iter().enumerate() {
            let Seen::Open(Action::Move(mv)) = observed.seen else { continue };
            let after = hand.get(index + 1).map_or(open, |next| &next.before.open);
            self.rule_out(&mut possible, &observed.before.open, mv, after);
        }
        possible
    }

    /// Rules out the shells that contradict an action, and moves those that it moved.
    fn rule_out(&self, possible: &mut [u128; PLAYERS], open: &Open, mv: Move, after: &Open) {
        let seat = open.to_act;
        let own = &mut possible[seat.index()];
        let fits = |cell: &Cell| self.could_make(open, seat, *cell, mv);
        *own = cells(*own).filter(fits).fold(0, |set, cell| set | cell.bit());
        match mv {
            Move::Go { from, to } if *own & from.bit() != 0 => *own ^= from.bit() | to.bit(),
            Move::Guess { to, .. } => {
                let Some(other) = open.owner(to).map(Seat::index) else { return };
                // H7: a right guess takes the counter off the board, a wrong one shows an empty shell.
                possible[other] = match after.captured[other] {
                    Some(_) => 0,
                    None => possible[other] & !to.bit(),
                };
            }
            Move::Go { .. } | Move::Hide(_) | Move::Pass => {}
        }
    }

    /// Whether a move is legal with the counter under the shell on `loaded`.
    fn could_make(&self, open: &Open, seat: Seat, loaded: Cell, mv: Move) -> bool {
        match mv {
            Move::Go { from, to } | Move::Guess { from, to } => {
                let targets = self.targets(open, open.occupied(), seat, Some(loaded), from);
                targets & to.bit() != 0
            }
            Move::Pass => !self.can_move(open, seat, Some(loaded)),
            Move::Hide(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::game::{actions, apply};
    use parlour_core::rng::{below, seeded};
    use parlour_core::{Game, Turn, Viewer};

    use super::*;
    use crate::Length;

    /// The share of `worlds` in which the counter of `seat` lies at `site`.
    fn share(game: &ShellOut, worlds: &[State], seat: Seat, site: SiteId) -> f64 {
        let there = |world: &&State| game.counter_sites(world).contains(&(seat, site));
        worlds.iter().filter(there).count() as f64 / worlds.len() as f64
    }

    /// Every way to hide the counters, with the draws of `state`, whose players are about to hide them.
    fn all_hidings(game: &ShellOut, state: &State) -> Vec<State> {
        let mut worlds = vec![*state];
        while worlds[0].open.phase == Phase::Hide {
            worlds = worlds
                .iter()
                .flat_map(|world| {
                    actions(game, world).into_iter().map(|action| {
                        let mut next = *world;
                        apply(game, &mut next, action);
                        next
                    })
                })
                .collect();
        }
        worlds
    }

    #[test]
    fn counting_equals_an_enumeration_of_all_ways_to_hide_the_counters() {
        let (mut ruled_out, mut hands) = (0, 0);
        for (seed, fields) in [(1, &[0, 3][..]), (2, &[0, 1]), (3, &[0, 2, 4]), (4, &[1, 2, 5])] {
            let game = ShellOut::at_fields(fields, Length::Hands(2));
            let (mut state, mut rng) = (game.start(), seeded(seed));
            let (mut worlds, mut observations) = (Vec::new(), Vec::new());
            while game.turn(&state) != Turn::Over {
                if state.open.phase == Phase::Hide && state.open.to_act == Seat(0) {
                    worlds = all_hidings(&game, &state);
                    hands += 1;
                }
                let choices = actions(&game, &state);
                let guesses: Vec<_> = choices
                    .iter()
                    .copied()
                    .filter(|action| matches!(action, Action::Move(Move::Guess { .. })))
                    .collect();
                let from =
                    if guesses.is_empty() || below(&mut rng, 3) > 0 { &choices } else { &guesses };
                let action = from[below(&mut rng, from.len() as u32) as usize];
                let in_play = state.open.phase == Phase::Play;
                let before = game.view(&state, Viewer::Public);
                observations.push(ObservedAction {
                    before,
                    seen: game.seen(&state, action, Viewer::Public),
                });
                apply(&game, &mut state, action);
                let seen = game.view(&state, Viewer::Public);
                if in_play {
                    worlds.retain_mut(|world| {
                        let legal = actions(&game, world).contains(&action);
                        if legal {
                            apply(&game, world, action);
                        }
                        legal && game.view(world, Viewer::Public) == seen
                    });
                }
                if state.open.phase != Phase::Play {
                    continue;
                }
                for secret in game.counter_odds(&seen, &observations) {
                    let total: f64 = secret.places.iter().map(|place| place.believed).sum();
                    assert!((total - 1.0).abs() < 1e-5, "{total}");
                    for place in secret.places {
                        let counted = share(&game, &worlds, secret.owner, place.site);
                        assert!((place.counted - counted).abs() < 1e-9, "{place:?} {counted}");
                        ruled_out += u32::from(counted == 0.0);
                    }
                }
            }
        }
        assert!(hands == 8 && ruled_out > 100, "{hands} {ruled_out}");
    }

    #[test]
    fn the_owner_of_a_counter_knows_where_it_is() {
        let game = ShellOut::at_fields(&[0, 3], Length::Hands(1));
        let (mut state, mut rng) = (game.start(), seeded(5));
        for _ in 0..8 {
            let choices = actions(&game, &state);
            apply(&game, &mut state, choices[below(&mut rng, choices.len() as u32) as usize]);
        }
        let odds = game.counter_odds(&game.view(&state, Viewer::Seat(Seat(0))), &[]);
        let sure = |place: &&PlaceOdds| place.counted == 1.0 && place.believed == 1.0;
        let sites: Vec<SiteId> =
            odds[0].places.iter().filter(sure).map(|place| place.site).collect();
        assert_eq!(game.counter_sites(&state)[0], (Seat(0), sites[0]));
        assert!(sites.len() == 1 && odds[1].places.iter().all(|place| place.counted == 0.2));
    }
}
