//! How a match stands.

use std::collections::BTreeMap;

use super::luce::{Lineup, Tallies, Tally, fit};
use super::matrix::add_to;
use super::pairing::{Pairing, errors};
use super::sprt::Sample;
use super::{CONFIDENCE, ELO};

/// One player's place in a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standing {
    /// The rating; the players' mean is 0. In a match of two it is half the difference of
    /// [`Standings::meeting`], and infinite for a player who won or lost everything.
    pub(crate) elo: f64,
    /// 95 times in 100 the rating is this near; infinite where nothing is known. The error of a
    /// difference of two is in [`Standings::meeting`].
    pub(crate) error: f64,
    /// Places at tables, and the sum of the shares of the win there.
    pub(crate) seats: u64,
    pub(crate) won: f64,
    /// What a seat of the player won, out of that and what the mean seat of the others won at the same
    /// tables: 0.5 is even, and in a game of two it is the plain score. In a match of two it is that of
    /// [`Standings::meeting`].
    pub(crate) score: f64,
}

/// What two players have done to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
    /// The chance of a seat of the first to win rather than a seat of the second, from 0 to 1. In a
    /// game of two it is the plain score.
    pub(crate) score: f64,
    /// By how much the first is rated higher, from these games alone. Endless if one of them won
    /// everything: any difference that is large enough explains that, and the larger the better.
    pub(crate) elo: f64,
    /// 95 times in 100 that is this near; endless if the difference is, and before a rotation is whole.
    pub(crate) error: f64,
}

/// What the players of a match have done to each other, rated as [`crate::rating`] says.
///
/// Games with the same dice and opening and the seats exchanged make a rotation, which counts as one
/// sample, because luck that comes to both sides is no luck. All games count for the ratings, only
/// those of whole rotations for the errors.
#[derive(Clone, Debug)]
pub(crate) struct Standings {
    players: usize,
    tallies: Tallies,
    pairings: Vec<Pairing>,
    /// The games of rotations that are not whole yet: lineups, and what everybody won.
    open: BTreeMap<u64, Vec<(Lineup, Vec<f64>)>>,
    games: u64,
}

impl Standings {
    pub(crate) fn new(players: usize) -> Self {
        let (tallies, open) = (Tallies::new(), BTreeMap::new());
        Standings { players, tallies, pairings: Vec::new(), open, games: 0 }
    }

    /// Counts a game of a rotation of this length: who sat where, and the shares of the win, by seat.
    pub(crate) fn add(&mut self, rotation: u64, of: usize, at: &[usize], shares: &[f64]) {
        self.games += 1;
        let lineup = Lineup::new(self.players, at);
        let mut won = vec![0.0; self.players];
        at.iter().zip(shares).for_each(|(&player, share)| won[player] += share);
        let tally = self.tallies.entry(lineup.clone());
        tally.or_insert_with(|| Tally::new(self.players)).add(1.0, &won);
        let games = self.open.entry(rotation).or_default();
        games.push((lineup, won));
        if games.len() >= of {
            let games = self.open.remove(&rotation).unwrap_or_default();
            self.add_rotation(games);
        }
    }

    /// Counts a rotation that is whole.
    fn add_rotation(&mut self, mut games: Vec<(Lineup, Vec<f64>)>) {
        games.retain(|(lineup, _)| lineup.players().count() > 1);
        let mut won = vec![0.0; self.players];
        for (_, shares) in &games {
            add_to(&mut won, shares, 1.0);
        }
        let mut lineups: Vec<Lineup> = games.into_iter().map(|(lineup, _)| lineup).collect();
        if lineups.is_empty() {
            return;
        }
        lineups.sort();
        let known = self.pairings.iter().position(|pairing| pairing.lineups() == lineups);
        let place = known.unwrap_or_else(|| {
            self.pairings.push(Pairing::new(self.players, lineups));
            self.pairings.len() - 1
        });
        self.pairings[place].add(&won);
    }

    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// One player's share of the win in each whole rotation.
    pub(crate) fn sample(&self, player: usize) -> Sample {
        let mut sample = Sample::default();
        for pairing in self.pairings.iter().filter(|pairing| pairing.meets(player)) {
            let seats = pairing.lineups().iter();
            let seats: Vec<_> = seats.map(|l| (l.seats(player), l.others(player))).collect();
            sample.add(pairing.shares(player), &seats);
        }
        sample
    }

    /// What a seat of one player won at the tables where both sat, out of that and what a seat of the
    /// other won there: 0.5 is even. Where nobody else ever sat there, it is the score of their meeting.
    /// `None` if they never met.
    pub(crate) fn against(&self, player: usize, other: usize) -> Option<f64> {
        let (mut own, mut theirs) = (Seats::default(), Seats::default());
        let mut alone = true;
        for (lineup, tally) in &self.tallies {
            let seats = [player, other].map(|player| lineup.seats(player) * tally.games);
            if player != other && seats.iter().all(|&seats| seats > 0.0) {
                own.add(seats[0], tally.won[player]);
                theirs.add(seats[1], tally.won[other]);
                alone &= lineup.players().count() == 2;
            }
        }
        match self.meeting(player, other).filter(|_| alone) {
            Some(met) => Some(met.score),
            None => (own.count > 0.0).then(|| own.out_of(&theirs)),
        }
    }

    /// What one player has done to another where nobody else sat at the table; `None` if they never
    /// met there.
    pub(crate) fn meeting(&self, player: usize, other: usize) -> Option<Meeting> {
        let both = [player.min(other), player.max(other)];
        let alone = |(lineup, _): &(&Lineup, &Tally)| lineup.players().eq(both);
        let games: Vec<(&Lineup, &Tally)> = self.tallies.iter().filter(alone).collect();
        if games.is_empty() {
            return None;
        }
        let score = duel(&games, player);
        let endless = |elo: f64| Some(Meeting { score, elo, error: f64::INFINITY });
        if score == 1.0 {
            return endless(f64::INFINITY);
        } else if score == 0.0 {
            return endless(f64::NEG_INFINITY);
        }
        let log = (score / (1.0 - score)).ln();
        let mut strengths = vec![0.0; self.players];
        strengths[player] = log;
        let (mut information, mut spread) = (0.0, 0.0);
        for pairing in self.pairings.iter().filter(|pairing| pairing.is_between(player, other)) {
            information += pairing.information(&strengths)[(player, player)];
            spread += pairing.spread(&strengths)[(player, player)];
        }
        let error = if information > 0.0 {
            CONFIDENCE * ELO * spread.max(0.0).sqrt() / information
        } else {
            f64::INFINITY
        };
        Some(Meeting { score, elo: ELO * log, error })
    }

    /// Everybody's place.
    pub(crate) fn table(&self) -> Vec<Standing> {
        let ratings = self.ratings();
        let place = |(player, (elo, error))| {
            let (own, mut score) = self.won_from(player);
            if self.players == 2
                && let Some(met) = self.meeting(player, 1 - player)
            {
                score = met.score;
            }
            Standing { elo, error, seats: own.count as u64, won: own.won, score }
        };
        ratings.into_iter().enumerate().map(place).collect()
    }

    /// Everybody's rating with its error. Two are rated by their pairing alone, without a prior, so
    /// that both figures agree; for more, strengths are fitted to all games at once.
    fn ratings(&self) -> Vec<(f64, f64)> {
        if self.players == 2
            && let Some(met) = self.meeting(0, 1)
        {
            return [0.5, -0.5].map(|part| (part * met.elo, met.error / 2.0)).to_vec();
        }
        let strengths = fit(self.players, &self.tallies);
        let errors = errors(&self.pairings, &strengths);
        let rating = |(strength, error)| (ELO * strength, CONFIDENCE * ELO * error);
        strengths.into_iter().zip(errors).map(rating).collect()
    }

    /// A player's seats, and the score from them: see [`Standing::score`].
    fn won_from(&self, player: usize) -> (Seats, f64) {
        let mut all = Seats::default();
        let (mut own, mut others) = (all, all);
        for (lineup, tally) in &self.tallies {
            let (seats, won) = (lineup.seats(player) * tally.games, tally.won[player]);
            all.add(seats, won);
            if lineup.meets(player) {
                own.add(seats, won);
                let rest = tally.won.iter().sum::<f64>() - won;
                others.add(lineup.others(player) * tally.games, rest);
            }
        }
        (all, own.out_of(&others))
    }
}

/// Places at tables, and what was won there.
#[derive(Clone, Copy, Debug, Default)]
struct Seats {
    count: f64,
    won: f64,
}

impl Seats {
    fn add(&mut self, count: f64, won: f64) {
        self.count += count;
        self.won += won;
    }

    /// What one of these won, out of that and what one of the others won; even if that is nothing.
    fn out_of(&self, others: &Seats) -> f64 {
        let [own, theirs] = [self, others].map(|seats| seats.won / seats.count.max(1.0));
        if own + theirs > 0.0 { own / (own + theirs) } else { 0.5 }
    }
}

/// The chance of a seat of this player to win rather than a seat of the other one of two, that
/// explains these games of the two best: with it, the player is expected to have won as much as is
/// so. Exactly 0 or 1 where one of them won everything.
fn duel(games: &[(&Lineup, &Tally)], player: usize) -> f64 {
    const HALVINGS: usize = 60;
    // Shares are fractions, whose sums may miss a whole number by a hair.
    const HAIR: f64 = 1e-9;
    let won: f64 = games.iter().map(|(_, tally)| tally.won[player]).sum();
    let all: f64 = games.iter().map(|(_, tally)| tally.games).sum();
    if won < HAIR {
        return 0.0;
    } else if won > all - HAIR {
        return 1.0;
    }
    let expected = |score: f64| {
        let won = |(lineup, tally): &(&Lineup, &Tally)| {
            let own = lineup.seats(player) * score;
            tally.games * own / (own + lineup.others(player) * (1.0 - score))
        };
        games.iter().map(won).sum::<f64>()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if expected(middle) < won {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
