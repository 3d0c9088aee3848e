//! What a search needs to know of a game beside its rules.

use parlour_core::rng::{Rng, seeded};
use parlour_core::scene::SiteId;
use parlour_core::{Game, PerSeat, Seat};

use crate::alphabeta::Params;
use crate::belief::{ObservedAction, SecretOdds};
use crate::engine::EngineKind;
use crate::hash::hash;
use crate::level::{LEVELS, Level};
use crate::rollout::shares_of_rollout;
use crate::rule::Solution;
use crate::{infosets, uct};

/// Heuristics for searching a game. Everything has a default: a game without heuristics still plays.
pub trait Heuristics: Game {
    /// The value estimate: everybody's expected share of the win in a position that is not over. `None`
    /// where there is no estimate; such games are played out. The default follows from
    /// [`Heuristics::evaluate`].
    fn estimate(&self, state: &Self::State) -> Option<PerSeat<f32>> {
        let evaluation = self.evaluate(state)?;
        Some(two_shares(expectation(evaluation)))
    }

    /// The static evaluation, for two players: how far the first is ahead of the second, as log-odds of the
    /// win in thousandths: 1,000 is 73% of it, 2,000 is 88% ([`expectation`]). It is called at every leaf of a deep search, so it must be fast.
    fn evaluate(&self, state: &Self::State) -> Option<i32> {
        let _ = state;
        None
    }

    /// A hash of the position. Equal positions have equal hashes; others hardly ever.
    fn hash(&self, state: &Self::State) -> u64 {
        hash(state)
    }

    /// The move-ordering score, in thousandths of a share of the win: moves with a higher score are
    /// searched first.
    fn move_score(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let _ = (state, mv);
        0
    }

    /// About how many more moves of its own a seat needs to win, or to end the hand in its favour, if
    /// nobody interferes; `None` without an estimate. Among moves of equal value the one that
    /// leaves fewer is better.
    fn moves_to_win(&self, state: &Self::State, seat: Seat) -> Option<f32> {
        let _ = (state, seat);
        None
    }

    /// Everybody's share of the win with best play, where it is known exactly.
    fn exact(&self, state: &Self::State) -> Option<PerSeat<f64>> {
        let _ = state;
        None
    }

    /// An upper bound on the number of positions that can follow, counting only those after a player's
    /// or chance's action; `None` where it is not known. An exhaustive search does not start where the
    /// bound exceeds its capacity.
    fn state_count_bound(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// The game's solution, where there is one.
    fn solution(&self) -> Option<Solution<Self>> {
        None
    }

    // What follows serves the values of hints and accounts of finished games, not the search itself. The
    // defaults suit a game without secrets.

    /// [`Heuristics::moves_to_win`] as the pieces stand, those in the way included, for a reader who follows
    /// the moves that a search names. A game with secrets may tell more here: its own moves must not give
    /// them away.
    fn moves_to_win_now(&self, state: &Self::State, seat: Seat) -> Option<f32> {
        self.moves_to_win(state, seat)
    }

    /// Everybody's share of the win at a player's turn, estimated with all secrets known, while the players
    /// act by what they know. An account of a finished game with secrets uses it.
    fn open_value(&self, state: &Self::State) -> PerSeat<f64> {
        if let Some(shares) = self.estimate(state) {
            return shares.map(f64::from);
        }
        let mut rng = seeded(self.hash(state));
        let mut shares = PerSeat::new(self.seats(), 0.0);
        for _ in 0..PLAYOUTS {
            for (seat, share) in shares_of_rollout(self, *state, &mut rng).iter() {
                shares[seat] += f64::from(share) / f64::from(PLAYOUTS);
            }
        }
        shares
    }

    /// States that the owner of `view` cannot rule out, each with its probability: all of them, or `most`
    /// that are drawn. Where the game infers secrets from play, `observations` is what everybody saw happen.
    fn worlds(
        &self,
        view: &Self::View,
        observations: &[ObservedAction<Self>],
        most: usize,
        rng: &mut dyn Rng,
    ) -> Vec<(Self::State, f64)> {
        let _ = observations;
        (0..most).map(|_| (self.determinize(view, rng), 1.0 / most as f64)).collect()
    }

    /// Where each secret may lie on the board, as the owner of `view` could know it; `observations` is what
    /// everybody saw happen. Empty in a game whose secrets lie nowhere on the board.
    fn secret_odds(
        &self,
        view: &Self::View,
        observations: &[ObservedAction<Self>],
    ) -> Vec<SecretOdds> {
        let _ = (view, observations);
        Vec::new()
    }

    /// Where the secrets lie that [`Heuristics::secret_odds`] is about, with their owners.
    fn secret_sites(&self, state: &Self::State) -> Vec<(Seat, SiteId)> {
        let _ = state;
        Vec::new()
    }
}

/// The share of the win that the first of two players can expect at this [`Heuristics::evaluate`];
/// increasing, and a half at 0.
pub fn expectation(evaluation: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(evaluation) / 1000.0).exp())
}

/// How many random games stand for an estimate where a game has none.
const PLAYOUTS: u32 = 64;

/// The shares of two players of whom the first has `share`.
pub fn two_shares(share: f64) -> PerSeat<f32> {
    let mut shares = PerSeat::new(2, share as f32);
    shares[Seat(1)] = 1.0 - share as f32;
    shares
}

/// Which engines play a game, and how each level plays: decisions about the product, which another
/// program could make otherwise.
pub trait Engines: Heuristics {
    /// The parameters of [`EngineKind::alpha_beta`].
    fn alpha_beta(&self) -> Params {
        Params::DEFAULT
    }

    /// The parameters of [`EngineKind::uct`].
    fn uct(&self) -> uct::Params {
        uct::Params::DEFAULT
    }

    /// The parameters of [`InfoSets::kind`](infosets::InfoSets::kind). What it costs to give information away
    /// depends on the game: where every move tells nearly nothing, or all of it, the default price can
    /// make a stronger search play worse.
    fn infosets(&self) -> infosets::Params {
        infosets::Params::DEFAULT
    }

    /// The engines that can play this game with these options, the best first. An open game of two
    /// without chance that has an evaluation names [`EngineKind::alpha_beta`] here, and has eight levels.
    fn engines(&self) -> Vec<EngineKind<Self>> {
        vec![EngineKind::uct()]
    }

    /// How each level plays, the weakest first. The default is a ladder of node limits for the first
    /// engine.
    fn levels(&self) -> [Level; LEVELS] {
        Level::ladder(self.engines().first().map_or("uct", |kind| kind.name))
    }
}
