//! What a search needs to know of a game with secrets.

use std::fmt::Debug;

use parlour_core::rng::Rng;
use parlour_core::scene::SiteId;
use parlour_core::{Game, Seat, SeenOf};

use crate::heuristics::Heuristics;

/// One action of the past as an observer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedAction<G: Game> {
    /// What the observer knew before.
    pub before: G::View,
    /// What the observer saw of the action.
    pub seen: SeenOf<G>,
}

/// Where a secret of one player may lie on the board, as a viewer could know it.
#[derive(Clone, PartialEq, Debug)]
pub struct SecretOdds {
    /// Whose secret it is.
    pub owner: Seat,
    /// The places that it may lie at, and those that have been ruled out.
    pub places: Vec<PlaceOdds>,
}

/// How likely a secret lies at one place. The probabilities of all places add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlaceOdds {
    /// The place.
    pub site: SiteId,
    /// By logic alone: all that could have led to what was seen is equally likely.
    pub counted: f64,
    /// By the engine's belief model, which also reads how the players moved.
    pub believed: f64,
}

/// An information state that the mover may be in, as far as the others know: the mover's view with one of
/// the secrets that the mover may have.
#[derive(Clone, PartialEq, Debug)]
pub struct InfoState<V> {
    /// The mover's view with that secret.
    pub view: V,
    /// Its probability for an observer who knows no secret; all information states together have 1.
    pub odds: f32,
}

/// A belief model, for a game whose secrets can be inferred from play and kept by bluffing.
pub trait BeliefModel: Heuristics {
    /// A probability distribution over everybody's secrets.
    type Belief: Clone + Debug + Send;

    /// A model of how players move. The default is the one that the game ships; a trainer uses others.
    type PlayerModel: Clone + Debug + Default + Send;

    /// Infers everybody's secrets, the viewer's own too, from what everybody saw. The viewer's own
    /// secret must make no difference.
    fn believe(
        &self,
        model: &Self::PlayerModel,
        view: &Self::View,
        observations: &[ObservedAction<Self>],
    ) -> Self::Belief;

    /// A state that fits the view, drawn by the belief.
    fn determinize_by<R: Rng + ?Sized>(
        &self,
        view: &Self::View,
        belief: &Self::Belief,
        rng: &mut R,
    ) -> Self::State;

    /// The mover's information states, the true one among them. They and their order must not depend on
    /// which of them is true.
    fn info_states(&self, view: &Self::View, belief: &Self::Belief) -> Vec<InfoState<Self::View>>;

    /// Appends the policy logits of these moves of the player to act: the expected probability of a
    /// move is proportional to e to the power of its logit.
    fn policy_logits(
        &self,
        model: &Self::PlayerModel,
        state: &Self::State,
        moves: &[Self::Move],
        logits: &mut Vec<f32>,
    );

    /// Whether earlier secrets no longer matter, as when a new hand is to be dealt. A search estimates
    /// such a position and searches no further.
    fn settled(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }
}
