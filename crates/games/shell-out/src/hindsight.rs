//! What an account of a finished game needs: the value of a position whose secrets are all known, and the
//! positions that a player had to reckon with.

use parlour_core::rng::Rng;
use parlour_core::{PerSeat, Seat, Viewer};
use parlour_search::{BeliefModel, ObservedAction};

use super::ShellOut;
use super::belief::Belief;
use super::board::SHELLS;
use super::heuristics::estimate;
use super::state::{Counter, Phase, State, View};
use parlour_core::hex::cells;

impl ShellOut {
    /// Everybody's share with all secrets known. Who has not hidden a counter yet may hide it anywhere:
    /// the mean over the shells, in which all hide at the same time.
    pub(super) fn value_with_secrets(&self, state: &State) -> PerSeat<f64> {
        if state.open.phase != Phase::Hide {
            return estimate(self, state);
        }
        let mut shares = PerSeat::new(self.players, 0.0);
        for turn in 0..SHELLS as usize {
            let mut hidden = *state;
            for seat in
                self.everybody().filter(|&seat| state.secrets[seat.index()].loaded.is_none())
            {
                let shell = (turn + seat.index()) % SHELLS as usize;
                hidden.secrets[seat.index()].loaded =
                    cells(state.open.shells[seat.index()]).nth(shell);
            }
            hidden.open.phase = Phase::Play;
            // H3: hands are begun by each player in turn.
            hidden.open.to_act = Seat((state.open.hand - 1) % self.players);
            for (seat, share) in estimate(self, &hidden).iter() {
                shares[seat] += share / f64::from(SHELLS);
            }
        }
        shares
    }

    /// The states that fit a view, with the probability that the belief model gives them: all of them, or
    /// `most` that are drawn.
    pub(super) fn believed_worlds(
        &self,
        view: &View,
        observations: &[ObservedAction<Self>],
        most: usize,
        rng: &mut dyn Rng,
    ) -> Vec<(State, f64)> {
        let belief = self.believe(&Default::default(), view, observations);
        let others: Vec<Seat> =
            self.everybody().filter(|&seat| view.viewer != Viewer::Seat(seat)).collect();
        let mut worlds = vec![(view.bare(), 1.0)];
        for &seat in &others {
            worlds = self.with_secret_of(seat, view, &belief, &worlds);
            if worlds.len() > most {
                let draw = |_| (self.determinize_by(view, &belief, rng), 1.0 / most as f64);
                return (0..most).map(draw).collect();
            }
        }
        worlds
    }

    /// Every one of these states with every secret that `seat` may have in it.
    fn with_secret_of(
        &self,
        seat: Seat,
        view: &View,
        belief: &Belief,
        worlds: &[(State, f64)],
    ) -> Vec<(State, f64)> {
        if !view.open.holds_counter(seat) {
            return worlds.to_vec();
        }
        let mut shells: Vec<_> =
            belief.of(seat).map(|(cell, odds)| (Some(cell), f64::from(odds))).collect();
        if shells.is_empty() {
            shells.push((None, 1.0));
        }
        let mut all = Vec::new();
        for (world, odds) in worlds {
            // H2: each counter that is still face down is as likely as any other.
            let seen = |counter: &Counter| {
                view.open.captured.contains(&Some(*counter))
                    || world.secrets.iter().any(|secret| secret.counter == Some(*counter))
            };
            let counters: Vec<Counter> =
                Counter::ALL.into_iter().filter(|counter| !seen(counter)).collect();
            for &counter in &counters {
                for &(loaded, chance) in &shells {
                    let mut next = *world;
                    next.secrets[seat.index()].counter = Some(counter);
                    next.secrets[seat.index()].loaded = loaded;
                    all.push((next, odds * chance / counters.len() as f64));
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use parlour_core::game::{apply, sample};
    use parlour_core::rng::seeded;
    use parlour_core::{Game, Turn};

    use super::*;
    use crate::Length;

    #[test]
    fn every_state_that_fits_a_view_is_among_the_worlds_and_their_odds_add_up() {
        let game = ShellOut::at_fields(&[0, 3], Length::Hands(1));
        for seed in 0..12 {
            let (mut state, mut rng) = (game.start(), seeded(seed));
            for _ in 0..4 + seed * 3 {
                let Some(action) = sample(&game, &state, &mut rng) else { break };
                apply(&game, &mut state, action);
            }
            let Turn::Player(seat) = game.turn(&state) else { continue };
            let view = game.view(&state, Viewer::Seat(seat));
            let worlds = game.believed_worlds(&view, &[], 1000, &mut rng);
            let total: f64 = worlds.iter().map(|(_, odds)| odds).sum();
            assert!((total - 1.0).abs() < 1e-5, "{total}");
            let all: HashSet<State> = worlds.iter().map(|(world, _)| *world).collect();
            assert!(all.contains(&state) && all.len() == worlds.len());
            for _ in 0..200 {
                assert!(all.contains(&game.determinize(&view, &mut rng)), "seed {seed}");
            }
        }
    }
}
