//! Rotations of games as samples: how far the ratings can be trusted.

use super::luce::Lineup;
use super::matrix::{Matrix, add_to};
use super::mean::Mean;

/// What came of all whole rotations with the same seatings. Of the rotations only sums are kept.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    /// The lineup of each game of a rotation, in order, those with all seats of one player left out.
    lineups: Vec<Lineup>,
    rotations: f64,
    /// Everybody's sum of shares of the win.
    won: Vec<f64>,
    /// The products of what any two won in a rotation, summed over the rotations.
    products: Matrix,
}

impl Pairing {
    /// No rotation yet, in a match of this number of players.
    pub(super) fn new(players: usize, lineups: Vec<Lineup>) -> Self {
        let (won, products) = (vec![0.0; players], Matrix::zero(players));
        Pairing { lineups, rotations: 0.0, won, products }
    }

    /// The lineup of each game of a rotation.
    pub(super) fn lineups(&self) -> &[Lineup] {
        &self.lineups
    }

    /// Counts a rotation: what everybody won in it.
    pub(super) fn add(&mut self, won: &[f64]) {
        self.rotations += 1.0;
        add_to(&mut self.won, won, 1.0);
        self.products.add_products(won, won, 1.0);
    }

    fn games(&self) -> f64 {
        self.lineups.len() as f64
    }

    /// Whether this player meets others here.
    pub(super) fn meets(&self, player: usize) -> bool {
        self.lineups.iter().any(|lineup| lineup.meets(player))
    }

    /// Whether nobody but these two sat at any table.
    pub(super) fn is_between(&self, player: usize, other: usize) -> bool {
        let both = [player.min(other), player.max(other)];
        self.lineups.iter().all(|lineup| lineup.players().eq(both))
    }

    /// A player's share of the win in each rotation.
    pub(super) fn shares(&self, player: usize) -> Mean {
        let games = self.games();
        let squares = self.products[(player, player)] / (games * games);
        Mean::of(self.rotations, self.won[player] / games, squares)
    }

    /// The Fisher information of all rotations about these logarithms of strengths: by the model, how much the
    /// results vary.
    pub(super) fn information(&self, strengths: &[f64]) -> Matrix {
        let mut information = Matrix::zero(strengths.len());
        for lineup in &self.lineups {
            information.add_covariance(&lineup.chances(strengths), self.rotations);
        }
        information
    }

    /// The covariance of the rotations' results around what the strengths predict. A rotation is one sample:
    /// games that share their dice are correlated.
    ///
    /// A few rotations all alike do not prove that nothing varies. As in [`Mean::variance`] a
    /// prior of two rotations is added; in each of them one player wins all games, with the chance of the seats.
    pub(super) fn spread(&self, strengths: &[f64]) -> Matrix {
        let mut expected = vec![0.0; strengths.len()];
        let mut even = expected.clone();
        for lineup in &self.lineups {
            add_to(&mut expected, &lineup.chances(strengths), 1.0);
            add_to(&mut even, &lineup.even(), 1.0 / self.games());
        }
        let mut spread = self.products.clone();
        spread.add_products(&self.won, &expected, -1.0);
        spread.add_products(&expected, &self.won, -1.0);
        spread.add_products(&expected, &expected, self.rotations);
        spread.add_covariance(&even, 2.0 * self.games() * self.games());
        spread.scaled(self.rotations / (self.rotations + 1.0))
    }
}

/// The standard errors of the logarithms of strengths, if these were fitted to the pairings' games:
/// the sandwich estimator of their information and covariance. The ratings' mean has no error, it
/// is 0. Infinite for a player without a whole rotation.
pub(super) fn errors(pairings: &[Pairing], strengths: &[f64]) -> Vec<f64> {
    let players = strengths.len();
    let (mut information, mut spread) = (Matrix::zero(players), Matrix::zero(players));
    for pairing in pairings {
        information.add(&pairing.information(strengths), 1.0);
        spread.add(&pairing.spread(strengths), 1.0);
    }
    let bread = information.pseudo_inverse();
    let covariance = bread.times(&spread).times(&bread);
    let error = |player: usize| {
        if pairings.iter().any(|pairing| pairing.meets(player)) {
            covariance[(player, player)].max(0.0).sqrt()
        } else {
            f64::INFINITY
        }
    };
    (0..players).map(error).collect()
}
