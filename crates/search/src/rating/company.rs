//! Sets of games as samples: how far the ratings can be trusted.

use super::luce::Lineup;
use super::matrix::{Matrix, add_to};
use super::mean::Mean;

/// What came of all whole sets with the same seatings. Of the sets only sums are kept.
#[derive(Clone, Debug)]
pub(super) struct Company {
    /// The lineup of each game of a set, in order, those with all seats of one player left out.
    lineups: Vec<Lineup>,
    sets: f64,
    /// Everybody's sum of shares of the win.
    won: Vec<f64>,
    /// The products of what any two won in a set, summed over the sets.
    products: Matrix,
}

impl Company {
    /// No set yet, in a match of so many players.
    pub(super) fn new(players: usize, lineups: Vec<Lineup>) -> Self {
        let (won, products) = (vec![0.0; players], Matrix::zero(players));
        Company { lineups, sets: 0.0, won, products }
    }

    /// The lineup of each game of a set.
    pub(super) fn lineups(&self) -> &[Lineup] {
        &self.lineups
    }

    /// Counts a set: what everybody won in it.
    pub(super) fn add(&mut self, won: &[f64]) {
        self.sets += 1.0;
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

    /// A player's share of the win in each set.
    pub(super) fn shares(&self, player: usize) -> Mean {
        let games = self.games();
        let squares = self.products[(player, player)] / (games * games);
        Mean::of(self.sets, self.won[player] / games, squares)
    }

    /// How much all sets tell about strengths, if these are their logarithms (Fisher): by the model,
    /// how much the results vary.
    pub(super) fn information(&self, strengths: &[f64]) -> Matrix {
        let mut information = Matrix::zero(strengths.len());
        for lineup in &self.lineups {
            information.add_luck(&lineup.chances(strengths), self.sets);
        }
        information
    }

    /// How much the results of the sets do vary around what the strengths make expect, one by one
    /// and together. That a set is one sample is in here: games that share their dice may go alike,
    /// or one against the other.
    ///
    /// A few sets all alike do not prove that nothing varies. As in [`Mean::variance`] two more are
    /// imagined; in each of them one player wins all games, with the chance of the seats.
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
        spread.add_products(&expected, &expected, self.sets);
        spread.add_luck(&even, 2.0 * self.games() * self.games());
        spread.scaled(self.sets / (self.sets + 1.0))
    }
}

/// The standard errors of the logarithms of strengths, if these were fitted to the companies' games:
/// the sandwich of what the results tell and how much they vary. The ratings' mean has no error, it
/// is 0. Endless for whoever has no whole set.
pub(super) fn errors(companies: &[Company], strengths: &[f64]) -> Vec<f64> {
    let players = strengths.len();
    let (mut information, mut spread) = (Matrix::zero(players), Matrix::zero(players));
    for company in companies {
        information.add(&company.information(strengths), 1.0);
        spread.add(&company.spread(strengths), 1.0);
    }
    let bread = information.pseudo_inverse();
    let covariance = bread.times(&spread).times(&bread);
    let error = |player: usize| match companies.iter().any(|company| company.meets(player)) {
        true => covariance[(player, player)].max(0.0).sqrt(),
        false => f64::INFINITY,
    };
    (0..players).map(error).collect()
}
