//! Three players in, and nobody out before: the whole game of three.
//!
//! Everybody plays for the own share. The positions form no cycle but the round in which all
//! three shut the box, so working backwards finds the play in which nobody can do better alone, at
//! any position: an equilibrium, with ties broken by the order of the moves.

use std::sync::Arc;

use super::super::Final;
use super::duel::{self, Duel};
use super::turn::{LANES, Turns};
use super::{AlreadyOut, HIGHEST, LIMIT, lowest_shares, settle, side_by_side, solve_for};

/// What a position is worth to the three, in seat order.
pub(super) type Worth = [f64; 3];
/// The three scores in seat order.
type Scores = [usize; 3];

/// Every position between two turns, solved.
pub(super) struct Trio {
    last: Final,
    /// The games of two beside one who is out, by that one's points above the limit; only one
    /// where such points do not count.
    duels: Vec<Arc<Duel>>,
    /// Before the round.
    first: Vec<Worth>,
    /// Before the second's turn; the first's score may be at the limit.
    second: Vec<Worth>,
    /// Before the third's turn; the first's and the second's scores may be at the limit.
    third: Vec<Worth>,
}

/// Where scores stand in [`Trio::first`] and, as only the first's can be high, [`Trio::second`].
fn at([first, second, third]: Scores) -> usize {
    (first * LIMIT + second) * LIMIT + third
}

/// Where scores stand in [`Trio::third`].
fn at_third([first, second, third]: Scores) -> usize {
    (first * HIGHEST + second) * LIMIT + third
}

impl Trio {
    /// Solves the game, once the games of two are, which `duel` gives. Positions with a score below
    /// `least` stay unsolved.
    pub(super) fn solve(
        last: Final,
        least: usize,
        duel: impl Fn(Option<AlreadyOut>) -> Arc<Duel>,
    ) -> Trio {
        let out = |score| Some(AlreadyOut { score, players: 1 });
        let duels = match last {
            Final::All => (LIMIT..HIGHEST).map(|score| duel(out(score))).collect(),
            Final::Round => vec![duel(None)],
        };
        let mut trio = Trio {
            last,
            duels,
            first: vec![[0.0; 3]; LIMIT * LIMIT * LIMIT],
            second: vec![[0.0; 3]; HIGHEST * LIMIT * LIMIT],
            third: vec![[0.0; 3]; HIGHEST * HIGHEST * LIMIT],
        };
        trio.after_going_out(least);
        for sum in (3 * least..=3 * (LIMIT - 1)).rev() {
            let scores: Vec<Scores> = triples(least..LIMIT, least..LIMIT, least..LIMIT)
                .filter(|scores| scores.iter().sum::<usize>() == sum)
                .collect();
            let found = side_by_side(&scores, |turns, scores| trio.rounds(turns, scores));
            for (scores, [first, second, third]) in scores.into_iter().zip(found) {
                trio.first[at(scores)] = first;
                trio.second[at(scores)] = second;
                trio.third[at_third(scores)] = third;
            }
        }
        trio
    }

    /// What it is worth before the round, with all below the limit.
    pub(super) fn first(&self, scores: Scores) -> Worth {
        self.first[at(scores)]
    }

    /// What it is worth before the second's turn.
    pub(super) fn second(&self, scores: Scores) -> Worth {
        self.second[at(scores)]
    }

    /// What it is worth before the third's turn.
    pub(super) fn third(&self, scores: Scores) -> Worth {
        self.third[at_third(scores)]
    }

    /// What it is worth when the round is complete (B4, B5).
    pub(super) fn after(&self, scores: Scores) -> Worth {
        let [a, b, c] = scores;
        match scores.map(|score| score < LIMIT) {
            [true, true, true] => self.first(scores),
            [true, true, false] => spread(self.duel(c).first([a, b]), [0, 1, 2]),
            [true, false, true] => spread(self.duel(b).first([a, c]), [0, 2, 1]),
            [false, true, true] => spread(self.duel(a).first([b, c]), [1, 2, 0]),
            [true, false, false] => [1.0, 0.0, 0.0],
            [false, true, false] => [0.0, 1.0, 0.0],
            [false, false, true] => [0.0, 0.0, 1.0],
            [false, false, false] => lowest_shares(scores, None),
        }
    }

    /// The game of the other two beside one who is out with this score.
    fn duel(&self, out: usize) -> &Duel {
        match self.last {
            Final::All => &self.duels[out - LIMIT],
            Final::Round => &self.duels[0],
        }
    }

    /// The turns after somebody has gone out in the round: what follows them is a game of two at
    /// the most.
    fn after_going_out(&mut self, least: usize) {
        let scores: Vec<Scores> = triples(least..HIGHEST, least..HIGHEST, least..LIMIT)
            .filter(|&[first, second, _]| first >= LIMIT || second >= LIMIT)
            .collect();
        let found = side_by_side(&scores, |turns, scores| {
            turns.outcomes(scores.len(), 2, |lane, left| {
                let [first, second, third] = scores[lane];
                self.after([first, second, third + left])
            })
        });
        for (scores, outcome) in scores.into_iter().zip(found) {
            self.third[at_third(scores)] = outcome.worth;
        }
        let scores: Vec<Scores> = triples(LIMIT..HIGHEST, least..LIMIT, least..LIMIT).collect();
        let found = side_by_side(&scores, |turns, scores| {
            turns.outcomes(scores.len(), 1, |lane, left| {
                let [first, second, third] = scores[lane];
                self.third([first, second + left, third])
            })
        });
        for (scores, outcome) in scores.into_iter().zip(found) {
            self.second[at(scores)] = outcome.worth;
        }
    }

    /// Whole rounds that begin at these scores, one in each lane: what they are worth before the
    /// first's turn, and before the second's and the third's if those before shut the box.
    fn rounds(&self, turns: &mut Turns, scores: &[Scores]) -> [[Worth; 3]; LANES] {
        let mut found = [[[0.0; 3]; 3]; LANES];
        for (found, scores) in found.iter_mut().zip(scores) {
            // The next higher scores are a good first guess.
            found[0] = self.after(scores.map(|score| (score + 1).min(LIMIT - 1)));
        }
        settle(|| {
            let n = scores.len();
            let third = turns.outcomes(n, 2, |lane, left| match (left, scores[lane]) {
                (0, _) => found[lane][0],
                (left, [first, second, third]) => self.after([first, second, third + left]),
            });
            let second = turns.outcomes(n, 1, |lane, left| match (left, scores[lane]) {
                (0, _) => third[lane].worth,
                (left, [first, second, third]) => self.third([first, second + left, third]),
            });
            let first = turns.outcomes(n, 0, |lane, left| match (left, scores[lane]) {
                (0, _) => second[lane].worth,
                (left, [first, second, third]) => self.second([first + left, second, third]),
            });
            let mut change = 0f64;
            for lane in 0..n {
                let again = first[lane].shut * second[lane].shut * third[lane].shut;
                change = change.max(solve_for(&mut found[lane][0], first[lane].worth, again));
                (found[lane][1], found[lane][2]) = (second[lane].worth, third[lane].worth);
            }
            change
        });
        found
    }
}

/// All scores in these ranges.
fn triples(
    first: std::ops::Range<usize>,
    second: std::ops::Range<usize>,
    third: std::ops::Range<usize>,
) -> impl Iterator<Item = Scores> {
    first.flat_map(move |a| {
        let third = third.clone();
        second.clone().flat_map(move |b| third.clone().map(move |c| [a, b, c]))
    })
}

/// What a game of two is worth to three: to the two who are in, and to the one who is out.
fn spread([one, other]: duel::Worth, [first, second, out]: [usize; 3]) -> Worth {
    let mut worth = [0.0; 3];
    worth[first] = one;
    worth[second] = other;
    worth[out] = (1.0 - one - other).max(0.0);
    worth
}
