//! What a search wants to know about the secrets.

use parlour_core::Viewer;
use parlour_core::rng::Rng;
use parlour_search::{Guile, Guise, Sighting};

use super::ShellOut;
use super::belief::{Belief, believe};
use super::habit::Stance;
use super::state::{Move, Phase, Secret, State, View};
use super::styles::Manners;
use crate::hex::cells;

impl Guile for ShellOut {
    type Belief = Belief;
    type Style = Manners;

    fn believe(&self, manners: &Manners, view: &View, past: &[Sighting<Self>]) -> Belief {
        believe(self, manners.styles(), &view.open, past)
    }

    fn imagine<R: Rng + ?Sized>(&self, view: &View, belief: &Belief, rng: &mut R) -> State {
        let mut state = self.imagine(view, rng);
        for seat in self.everybody().filter(|&seat| view.viewer != Viewer::Seat(seat)) {
            let mut left = rng.next_u32() as f32 / u32::MAX as f32;
            for (cell, odds) in belief.of(seat) {
                state.secrets[seat.index()].loaded = Some(cell);
                left -= odds;
                if left <= 0.0 {
                    break;
                }
            }
        }
        state
    }

    fn guises(&self, view: &View, belief: &Belief) -> Vec<Guise<View>> {
        let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
        if view.own.loaded.is_none() {
            return vec![Guise { view: *view, odds: 1.0 }];
        }
        let suspects = cells(self.suspects(&view.open, seat));
        suspects
            .map(|cell| {
                let own = Secret { loaded: Some(cell), ..view.own };
                Guise { view: View { own, ..*view }, odds: belief.at(seat, cell) }
            })
            .collect()
    }

    fn urges(&self, manners: &Manners, state: &State, moves: &[Move], urges: &mut Vec<f32>) {
        let seat = state.open.to_act;
        let stance = Stance::new(self, &state.open, seat);
        let loaded = state.secrets[seat.index()].loaded;
        urges.extend(moves.iter().map(|&mv| stance.urge(manners.bluffer(), loaded, mv)));
    }

    fn settled(&self, state: &State) -> bool {
        state.open.phase == Phase::Deal
    }
}
