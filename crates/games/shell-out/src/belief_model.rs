//! What a search needs to know about the secrets.

use parlour_core::rng::{Rng, by_weight};
use parlour_core::{Game, Viewer};
use parlour_search::{BeliefModel, InfoState, ObservedAction};

use super::ShellOut;
use super::belief::{Belief, believe};
use super::policy::Stance;
use super::state::{Move, Phase, Secret, State, View};
use super::styles::PolicyMixture;
use parlour_core::hex::cells;

impl BeliefModel for ShellOut {
    type Belief = Belief;
    type PlayerModel = PolicyMixture;

    fn believe(
        &self,
        policies: &PolicyMixture,
        view: &View,
        observations: &[ObservedAction<Self>],
    ) -> Belief {
        believe(self, policies.styles(), &view.open, observations)
    }

    fn determinize_by<R: Rng + ?Sized>(&self, view: &View, belief: &Belief, rng: &mut R) -> State {
        let mut state = self.determinize(view, rng);
        for seat in self.everybody().filter(|&seat| view.viewer != Viewer::Seat(seat)) {
            let drawn = by_weight(rng, belief.of(seat).map(|(_, odds)| odds));
            if let Some((cell, _)) = belief.of(seat).nth(drawn) {
                state.secrets[seat.index()].loaded = Some(cell);
            }
        }
        state
    }

    fn info_states(&self, view: &View, belief: &Belief) -> Vec<InfoState<View>> {
        let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
        if view.own.loaded.is_none() {
            return vec![InfoState { view: *view, odds: 1.0 }];
        }
        let suspects = cells(self.suspects(&view.open, seat));
        suspects
            .map(|cell| {
                let own = Secret { loaded: Some(cell), ..view.own };
                InfoState { view: View { own, ..*view }, odds: belief.at(seat, cell) }
            })
            .collect()
    }

    fn policy_logits(
        &self,
        policies: &PolicyMixture,
        state: &State,
        moves: &[Move],
        logits: &mut Vec<f32>,
    ) {
        let seat = state.open.to_act;
        let stance = Stance::new(self, &state.open, seat);
        let loaded = state.secrets[seat.index()].loaded;
        logits.extend(moves.iter().map(|&mv| stance.logit(policies.bluffer(), loaded, mv)));
    }

    fn settled(&self, state: &State) -> bool {
        state.open.phase == Phase::Deal
    }
}
