//! What a search wants to know of a game with secrets.

use std::fmt::Debug;

use parlour_core::rng::Rng;
use parlour_core::{Game, SeenOf};

use crate::mind::Mind;

/// One action of the past as its witness saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting<G: Game> {
    /// What the witness knew before.
    pub before: G::View,
    /// What was seen to happen.
    pub seen: SeenOf<G>,
}

/// A guise of the mover: a secret that the mover may have for all that the others know.
#[derive(Clone, PartialEq, Debug)]
pub struct Guise<V> {
    /// What the mover would know with that secret.
    pub view: V,
    /// How likely those who only watched must think it; all guises together have 1.
    pub odds: f32,
}

/// A game whose secrets can be read from play and kept by bluffing.
pub trait Guile: Mind {
    /// What the course of play tells about everybody's secrets.
    type Belief: Clone + Debug + Send;

    /// How players are taken to move. The usual one is what the game is built with; somebody who
    /// learns plays by others.
    type Style: Clone + Debug + Default + Send;

    /// Reads everybody's secrets, the witness's own too, as somebody would who only watched: a
    /// witness's own secret must make no difference.
    fn believe(
        &self,
        style: &Self::Style,
        view: &Self::View,
        past: &[Sighting<Self>],
    ) -> Self::Belief;

    /// A world behind a view, drawn as the belief has it.
    fn imagine<R: Rng + ?Sized>(
        &self,
        view: &Self::View,
        belief: &Self::Belief,
        rng: &mut R,
    ) -> Self::State;

    /// The mover's guises, the true one among them. They and their order must not depend on which
    /// of them it is.
    fn guises(&self, view: &Self::View, belief: &Self::Belief) -> Vec<Guise<Self::View>>;

    /// How much the player to act is drawn to each of these moves before any search: each is
    /// expected in proportion to e to the power of its urge.
    fn urges(
        &self,
        style: &Self::Style,
        state: &Self::State,
        moves: &[Self::Move],
        urges: &mut Vec<f32>,
    );

    /// Whether the secrets of before are behind, as when a new hand is to be dealt: a search judges
    /// such a position and looks no further.
    fn settled(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }
}
