//! How strong players are, from games that they played: ratings with their errors, and a test that
//! ends a match as soon as it is decided.

use std::collections::BTreeMap;

/// The mean of numbers that came one after another, and how far it can be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Counts a number in.
    pub fn add(&mut self, x: f64) {
        self.count += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    /// How many there were.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// The mean; 0 of none.
    pub fn value(&self) -> f64 {
        if self.count == 0.0 { 0.0 } else { self.sum / self.count }
    }

    /// The variance of the numbers. A few that are all alike do not prove that there is none: two
    /// more are imagined, one to each side by a half.
    pub fn variance(&self) -> f64 {
        let mean = self.value();
        let spread = self.squares - self.count * mean * mean + 0.5;
        spread.max(0.0) / (self.count + 1.0)
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        if self.count == 0.0 { f64::INFINITY } else { (self.variance() / self.count).sqrt() }
    }
}

/// 1.96 standard errors to each side hold the truth 95 times in 100.
pub const CONFIDENCE: f64 = 1.96;

/// The difference in rating that makes for such a score, from 0 to 1.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that such a difference in rating makes for.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How much a small error in a score is in rating.
fn elo_error(score: f64, error: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    400.0 / std::f64::consts::LN_10 * error / (score * (1.0 - score))
}

/// A sequential test of two hypotheses about a difference in rating (Wald's SPRT, with the scores'
/// own variance).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference if nothing is gained.
    pub none: f64,
    /// The difference that is hoped for.
    pub some: f64,
    /// How often the test may err, each way.
    pub risk: f64,
}

impl Sprt {
    /// The bounds at which it ends, below for [`Sprt::none`], above for [`Sprt::some`].
    pub fn bounds(&self) -> (f64, f64) {
        let bound = ((1.0 - self.risk) / self.risk).ln();
        (-bound, bound)
    }

    /// How much more likely the scores are if the difference is as hoped for: a logarithm.
    pub fn evidence(&self, scores: &Mean) -> f64 {
        if scores.count() == 0.0 {
            return 0.0;
        }
        let (none, some) = (expected(self.none), expected(self.some));
        scores.count() * (some - none) * (2.0 * scores.value() - none - some)
            / (2.0 * scores.variance())
    }

    /// Whether the hope is borne out; `None` as long as that is open.
    pub fn verdict(&self, scores: &Mean) -> Option<bool> {
        let (evidence, (low, high)) = (self.evidence(scores), self.bounds());
        match () {
            () if evidence >= high => Some(true),
            () if evidence <= low => Some(false),
            () => None,
        }
    }
}

/// One player's place in a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rating; the players' mean is 0.
    pub elo: f64,
    /// 95 times in 100 the rating is this near.
    pub error: f64,
    /// Places at tables, and the sum of the shares of the win there.
    pub seats: u64,
    /// See [`Standing::seats`].
    pub won: f64,
    /// The mean score against the other players, from 0 to 1.
    pub score: f64,
}

/// What two players have done to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The first one's mean score, from 0 to 1.
    pub score: f64,
    /// By how much the first is rated higher, from this score alone.
    pub elo: f64,
    /// 95 times in 100 that is this near.
    pub error: f64,
}

/// For each pair: meetings, and the first one's score in them.
type Cross = Vec<Vec<(f64, f64)>>;

/// What the players of a match have done to each other.
///
/// At a table each player meets each other one: who gets the more of the win has the better of it,
/// by half the difference. Games with the same dice and the seats exchanged make a set, which counts
/// as one sample, because luck that comes to both sides is no luck.
#[derive(Clone, Debug)]
pub struct Standings {
    cross: Cross,
    shares: Vec<(u64, f64)>,
    samples: Vec<Mean>,
    /// For each pair, the first one's mean score in each whole set.
    meetings: Vec<Vec<Mean>>,
    /// The games of sets that are not whole yet.
    open: BTreeMap<u64, Vec<Cross>>,
    games: u64,
}

impl Standings {
    /// Nothing yet.
    pub fn new(players: usize) -> Self {
        Standings {
            cross: vec![vec![(0.0, 0.0); players]; players],
            shares: vec![(0, 0.0); players],
            samples: vec![Mean::default(); players],
            meetings: vec![vec![Mean::default(); players]; players],
            open: BTreeMap::new(),
            games: 0,
        }
    }

    /// Counts a game of a set of so many: who sat where, and the shares of the win, by seat.
    pub fn add(&mut self, set: u64, of: usize, at: &[usize], shares: &[f64]) {
        self.games += 1;
        let players = self.shares.len();
        let mut scores = vec![vec![(0.0, 0.0); players]; players];
        for (seat, &player) in at.iter().enumerate() {
            self.shares[player].0 += 1;
            self.shares[player].1 += shares[seat];
            for (other, &opponent) in at.iter().enumerate().filter(|&(_, &o)| o != player) {
                let score = 0.5 + (shares[seat] - shares[other]) / 2.0;
                for (met, sum) in [&mut self.cross[player][opponent], &mut scores[player][opponent]]
                {
                    *met += 1.0;
                    *sum += score;
                }
            }
        }
        let games = self.open.entry(set).or_default();
        games.push(scores);
        if games.len() < of {
            return;
        }
        let games = self.open.remove(&set).unwrap_or_default();
        for player in 0..players {
            let mut all = (0.0, 0.0);
            for other in 0..players {
                let (met, sum) = games.iter().fold((0.0, 0.0), |(met, sum), game| {
                    (met + game[player][other].0, sum + game[player][other].1)
                });
                all = (all.0 + met, all.1 + sum);
                if met > 0.0 {
                    self.meetings[player][other].add(sum / met);
                }
            }
            if all.0 > 0.0 {
                self.samples[player].add(all.1 / all.0);
            }
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The mean score of one player in each whole set.
    pub fn sample(&self, player: usize) -> &Mean {
        &self.samples[player]
    }

    /// One player's mean score against another; `None` if they never met.
    pub fn against(&self, player: usize, other: usize) -> Option<f64> {
        let (met, sum) = self.cross[player][other];
        (met > 0.0).then(|| sum / met)
    }

    /// What one player has done to another; `None` before a set of theirs is whole.
    pub fn meeting(&self, player: usize, other: usize) -> Option<Meeting> {
        let sample = &self.meetings[player][other];
        let score = sample.value();
        let error = elo_error(score, sample.error()) * CONFIDENCE;
        (sample.count() > 0.0).then(|| Meeting { score, elo: elo(score), error })
    }

    /// Everybody's place.
    pub fn table(&self) -> Vec<Standing> {
        let ratings = ratings(&self.cross);
        let place = |player: usize| {
            let (met, sum) =
                self.cross[player].iter().fold((0.0, 0.0), |(m, s), &(n, x)| (m + n, s + x));
            let score = if met > 0.0 { sum / met } else { 0.5 };
            let error = elo_error(score, self.samples[player].error()) * CONFIDENCE;
            let (seats, won) = self.shares[player];
            Standing { elo: ratings[player], error, seats, won, score }
        };
        (0..ratings.len()).map(place).collect()
    }
}

/// Ratings that explain the scores best (Bradley and Terry), with a mean of 0. Each pair that met is
/// taken to have drawn once more, so that no rating is endless.
fn ratings(cross: &[Vec<(f64, f64)>]) -> Vec<f64> {
    let players = cross.len();
    let mut strength = vec![1.0f64; players];
    for _ in 0..200 {
        for player in 0..players {
            let (mut won, mut weight) = (0.0, 0.0);
            for other in (0..players).filter(|&other| cross[player][other].0 > 0.0) {
                let (met, sum) = cross[player][other];
                won += sum + 0.5;
                weight += (met + 1.0) / (strength[player] + strength[other]);
            }
            if weight > 0.0 {
                strength[player] = won / weight;
            }
        }
        let scale = (strength.iter().map(|s| s.ln()).sum::<f64>() / players as f64).exp();
        strength.iter_mut().for_each(|s| *s /= scale);
    }
    strength.into_iter().map(|s| 400.0 * s.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_ratings_say_the_same() {
        assert!((elo(0.5)).abs() < 1e-9);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-6);
        assert!((expected(elo(0.7)) - 0.7).abs() < 1e-9);
    }

    #[test]
    fn a_match_of_two_has_the_rating_of_its_score() {
        let mut standings = Standings::new(2);
        for set in 0..1000 {
            let first = if set % 4 == 0 { 0.0 } else { 1.0 };
            standings.add(set, 2, &[0, 1], &[first, 1.0 - first]);
            standings.add(set, 2, &[1, 0], &[1.0 - first, first]);
        }
        let table = standings.table();
        assert!((table[0].elo - table[1].elo - elo(0.75)).abs() < 1.0, "{table:?}");
        assert!((table[0].score - 0.75).abs() < 1e-9);
        assert!((15.0..30.0).contains(&table[0].error), "{table:?}");
        assert_eq!(standings.against(1, 0), Some(0.25));
    }

    #[test]
    fn the_test_ends_for_the_truth() {
        let test = Sprt { none: 0.0, some: 50.0, risk: 0.05 };
        let (mut strong, mut even) = (Mean::default(), Mean::default());
        for n in 0..2000 {
            strong.add(if n % 3 == 0 { 0.0 } else { 1.0 });
            even.add(f64::from(n % 2));
        }
        assert_eq!(test.verdict(&strong), Some(true));
        assert_eq!(test.verdict(&even), Some(false));
        assert_eq!(test.verdict(&Mean::default()), None);
    }

    #[test]
    fn a_few_wins_prove_little() {
        let test = Sprt { none: 0.0, some: 50.0, risk: 0.05 };
        let mut wins = Mean::default();
        (0..3).for_each(|_| wins.add(1.0));
        assert_eq!(test.verdict(&wins), None);
    }

    #[test]
    fn a_meeting_is_of_two_whoever_else_they_met() {
        let mut standings = Standings::new(3);
        for set in 0..300 {
            let (a, b) = if set % 3 == 0 { (0, 1) } else { (1, 2) };
            let first = if set % 4 == 0 { 0.0 } else { 1.0 };
            standings.add(set, 2, &[a, b], &[first, 1.0 - first]);
            standings.add(set, 2, &[b, a], &[1.0 - first, first]);
        }
        let step = standings.meeting(1, 2).expect("they met");
        assert!((step.score - 0.75).abs() < 1e-9 && (step.elo - elo(0.75)).abs() < 1e-9);
        let other = standings.meeting(0, 1).expect("they met");
        assert!(other.error > step.error, "half as many sets: {other:?}, {step:?}");
        assert_eq!(standings.meeting(0, 2), None);
    }

    #[test]
    fn a_set_counts_when_it_is_whole() {
        let mut standings = Standings::new(3);
        standings.add(0, 3, &[0, 1, 2], &[1.0, 0.0, 0.0]);
        standings.add(0, 3, &[1, 2, 0], &[1.0, 0.0, 0.0]);
        assert_eq!(standings.sample(0).count(), 0.0);
        standings.add(0, 3, &[2, 0, 1], &[1.0, 0.0, 0.0]);
        assert_eq!(standings.sample(0).count(), 1.0);
        assert!((standings.sample(0).value() - 0.5).abs() < 1e-9);
    }
}
