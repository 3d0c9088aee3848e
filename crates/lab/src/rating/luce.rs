//! The model: chances from strengths, and the strengths that explain the games best.

use std::collections::BTreeMap;

use super::matrix::{Matrix, add_to};

/// How many seats each player of the match has at a table. Which seats they are is left out: they
/// change hands within a rotation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lineup(Vec<u32>);

impl Lineup {
    /// In a match of this number of players: who sits where.
    pub(super) fn new(players: usize, at: &[usize]) -> Self {
        let mut seats = vec![0; players];
        at.iter().for_each(|&player| seats[player] += 1);
        Lineup(seats)
    }

    pub(super) fn seats(&self, player: usize) -> f64 {
        f64::from(self.0[player])
    }

    pub(super) fn others(&self, player: usize) -> f64 {
        f64::from(self.0.iter().sum::<u32>() - self.0[player])
    }

    /// The players with a seat.
    pub(super) fn players(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|&(_, &seats)| seats > 0).map(|(player, _)| player)
    }

    /// Whether this player meets another. Nothing is learned where one player has all seats.
    pub(super) fn meets(&self, player: usize) -> bool {
        self.seats(player) > 0.0 && self.others(player) > 0.0
    }

    /// Everybody's chance to win without regard to strength.
    pub(super) fn even(&self) -> Vec<f64> {
        self.chances(&vec![0.0; self.0.len()])
    }

    /// Everybody's chance to win, by the logarithms of the strengths.
    pub(super) fn chances(&self, strengths: &[f64]) -> Vec<f64> {
        let weights = self.0.iter().zip(strengths).map(|(&n, s)| f64::from(n) * s.exp());
        let mut chances: Vec<f64> = weights.collect();
        let total: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= total);
        chances
    }
}

/// What came of the games of one lineup.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tally {
    /// How many there were.
    pub(super) games: f64,
    /// Everybody's sum of shares of the win.
    pub(super) won: Vec<f64>,
}

impl Tally {
    /// Of no games yet, in a match of this number of players.
    pub(super) fn new(players: usize) -> Self {
        Tally { games: 0.0, won: vec![0.0; players] }
    }

    pub(super) fn add(&mut self, games: f64, won: &[f64]) {
        self.games += games;
        add_to(&mut self.won, won, 1.0);
    }
}

/// All games of a match.
pub(super) type Tallies = BTreeMap<Lineup, Tally>;

/// The logarithms of the strengths that explain the games best (maximum likelihood), with a mean of
/// 0. Players who did not meet, not even by way of others, cannot be compared.
///
/// By Newton's method: the likelihood has one maximum. Minorize–maximize (Hunter) finds it too, but takes
/// thousands of rounds for a ladder whose steps are nearly always won.
pub(super) fn fit(players: usize, tallies: &Tallies) -> Vec<f64> {
    const ROUNDS: usize = 100;
    let games = with_prior(tallies);
    let is_small = |step: &[f64]| step.iter().all(|step| step.abs() < 1e-10);
    let mut strengths = vec![0.0; players];
    for _ in 0..ROUNDS {
        let here = log_likelihood(&games, &strengths);
        let mut step = newton(&games, &strengths);
        let mut next = moved(&strengths, &step);
        // A less likely point lies beyond the maximum.
        while log_likelihood(&games, &next) < here && !is_small(&step) {
            step.iter_mut().for_each(|step| *step /= 2.0);
            next = moved(&strengths, &step);
        }
        strengths = next;
        if is_small(&step) {
            break;
        }
    }
    strengths
}

fn moved(from: &[f64], step: &[f64]) -> Vec<f64> {
    from.iter().zip(step).map(|(from, step)| from + step).collect()
}

/// The games, and for every pairing that met one more, in which all seats shared the win, so that no
/// rating is endless. It is spread over all the lineups in which the pairing met.
fn with_prior(tallies: &Tallies) -> Tallies {
    let pairing = |lineup: &Lineup| lineup.players().collect::<Vec<_>>();
    let mut lineups: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
    tallies.keys().for_each(|lineup| *lineups.entry(pairing(lineup)).or_default() += 1.0);
    let mut all = tallies.clone();
    for (lineup, tally) in &mut all {
        let games = 1.0 / lineups[&pairing(lineup)];
        let won: Vec<f64> = lineup.even().iter().map(|chance| games * chance).collect();
        tally.add(games, &won);
    }
    all
}

/// The logarithm of how likely the games are.
fn log_likelihood(games: &Tallies, strengths: &[f64]) -> f64 {
    let of = |(lineup, tally): (&Lineup, &Tally)| {
        let chances = lineup.chances(strengths);
        let won = tally.won.iter().zip(chances).filter(|&(&won, _)| won > 0.0);
        won.map(|(won, chance)| won * chance.ln()).sum::<f64>()
    };
    games.iter().map(of).sum()
}

/// The Newton step: to the maximum of the quadratic approximation.
fn newton(games: &Tallies, strengths: &[f64]) -> Vec<f64> {
    let mut surplus = vec![0.0; strengths.len()];
    let mut information = Matrix::zero(strengths.len());
    for (lineup, tally) in games {
        let chances = lineup.chances(strengths);
        add_to(&mut surplus, &tally.won, 1.0);
        add_to(&mut surplus, &chances, -tally.games);
        information.add_covariance(&chances, tally.games);
    }
    information.pseudo_inverse().apply(&surplus)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tallies(games: &[(&[usize], f64, &[f64])]) -> Tallies {
        let mut tallies = Tallies::new();
        for (at, games, won) in games {
            let lineup = Lineup::new(won.len(), at);
            tallies.entry(lineup).or_insert_with(|| Tally::new(won.len())).add(*games, won);
        }
        tallies
    }

    /// Hunter's rule: a strength is what was won over the sum of seats out of the table's strength.
    fn assert_top(games: &Tallies, logs: &[f64]) {
        let strengths: Vec<f64> = logs.iter().map(|s| s.exp()).collect();
        for (player, strength) in strengths.iter().enumerate() {
            let (mut won, mut weight) = (0.0, 0.0);
            for (lineup, tally) in games {
                let total: f64 =
                    strengths.iter().enumerate().map(|(p, s)| lineup.seats(p) * s).sum();
                won += tally.won[player];
                weight += tally.games * lineup.seats(player) / total;
            }
            assert!((won / weight / strength - 1.0).abs() < 1e-8, "{player}: {logs:?}");
        }
        assert!(logs.iter().sum::<f64>().abs() < 1e-8, "{logs:?}");
    }

    #[test]
    fn the_fit_is_the_fixed_point_of_minorize_maximize() {
        let games = tallies(&[
            (&[0, 1, 2, 0], 50.0, &[30.0, 12.0, 8.0]),
            (&[1, 2, 0, 1], 50.0, &[15.5, 21.5, 13.0]),
            (&[2, 0, 1, 2], 50.0, &[17.0, 13.0, 20.0]),
        ]);
        assert_top(&with_prior(&games), &fit(3, &games));
    }

    #[test]
    fn a_ladder_that_is_nearly_always_won_is_climbed_to_the_top() {
        let mut games = Tallies::new();
        for below in 0..7 {
            let mut won = vec![0.0; 8];
            (won[below], won[below + 1]) = (1.0, 99.0);
            games.insert(Lineup::new(8, &[below, below + 1]), Tally { games: 100.0, won });
        }
        let strengths = fit(8, &games);
        assert_top(&with_prior(&games), &strengths);
        assert!((strengths[7] - strengths[0] - 7.0 * (99.5f64 / 1.5).ln()).abs() < 1e-8);
    }

    #[test]
    fn players_without_a_common_opponent_are_rated_apart_around_zero() {
        let games = tallies(&[
            (&[0, 1], 9.0, &[6.0, 3.0, 0.0, 0.0, 0.0]),
            (&[2, 3], 9.0, &[0.0, 0.0, 9.0, 0.0, 0.0]),
            (&[4, 4], 2.0, &[0.0, 0.0, 0.0, 0.0, 2.0]),
        ]);
        let strengths = fit(5, &games);
        assert!((strengths[0] - (6.5f64 / 3.5).ln() / 2.0).abs() < 1e-9, "{strengths:?}");
        assert!((strengths[2] - (9.5f64 / 0.5).ln() / 2.0).abs() < 1e-9, "{strengths:?}");
        assert!((strengths[0] + strengths[1]).abs() < 1e-9 && strengths[4] == 0.0);
    }

    #[test]
    fn the_prior_adds_one_game_to_each_pairing_whatever_its_seatings() {
        let games = tallies(&[(&[0, 1, 0], 4.0, &[4.0, 0.0]), (&[1, 0, 1], 4.0, &[4.0, 0.0])]);
        let all = with_prior(&games);
        assert_eq!(all.values().map(|tally| tally.games).sum::<f64>(), 9.0);
        assert!((all.values().map(|tally| tally.won[1]).sum::<f64>() - 0.5).abs() < 1e-12);
    }
}
