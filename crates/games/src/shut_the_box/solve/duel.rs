//! Two players in: the whole game of two, and the end of a game of more.
//!
//! Nobody's score falls, so positions are worked out from the highest scores down. Only a round in
//! which both shut the box comes back to where it began. What that is worth enters its own sum
//! with the small weight of that chance, and the sum is solved for it.

use super::turn::{LANES, Turns};
use super::{AlreadyOut, HIGHEST, LIMIT, lowest_shares, settle, side_by_side, solve_for};

/// What a position is worth to the two, the first to throw in a round before the second.
pub(super) type Worth = [f64; 2];

/// Every position between two turns, solved.
pub(super) struct Duel {
    out: Option<AlreadyOut>,
    /// Before the round: by the first's score and the second's.
    first: Vec<Worth>,
    /// Before the second's turn: by the first's score, which may be at the limit, and the second's.
    second: Vec<Worth>,
}

/// Both scores.
type Scores = [usize; 2];

fn at([first, second]: Scores) -> usize {
    first * LIMIT + second
}

impl Duel {
    /// Solves the game of two who are in, beside those who are `out` already. Positions with a
    /// score below `least` stay unsolved.
    pub(super) fn solve(out: Option<AlreadyOut>, least: usize) -> Duel {
        let (first, second) = (vec![[0.0; 2]; LIMIT * LIMIT], vec![[0.0; 2]; HIGHEST * LIMIT]);
        let mut duel = Duel { out, first, second };
        duel.last_turns(least);
        for sum in (2 * least..=2 * (LIMIT - 1)).rev() {
            let scores: Vec<Scores> = (least..=sum - least)
                .map(|first| [first, sum - first])
                .filter(|scores| scores.iter().all(|&score| score < LIMIT))
                .collect();
            let found = side_by_side(&scores, |turns, scores| duel.rounds(turns, scores));
            for (scores, [first, second]) in scores.into_iter().zip(found) {
                duel.first[at(scores)] = first;
                duel.second[at(scores)] = second;
            }
        }
        duel
    }

    /// What it is worth before the round, with both below the limit.
    pub(super) fn first(&self, scores: Scores) -> Worth {
        self.first[at(scores)]
    }

    /// What it is worth before the second's turn, with the second below the limit.
    pub(super) fn second(&self, scores: Scores) -> Worth {
        self.second[at(scores)]
    }

    /// What it is worth when the round is complete (B4, B5).
    pub(super) fn after(&self, scores: Scores) -> Worth {
        match scores.map(|score| score < LIMIT) {
            [true, true] => self.first(scores),
            [true, false] => [1.0, 0.0],
            [false, true] => [0.0, 1.0],
            [false, false] => lowest_shares(scores, self.out),
        }
    }

    /// The second's turns after the first has gone out: nothing comes after them.
    fn last_turns(&mut self, least: usize) {
        let scores: Vec<Scores> = (LIMIT..HIGHEST)
            .flat_map(|first| (least..LIMIT).map(move |second| [first, second]))
            .collect();
        let found = side_by_side(&scores, |turns, scores| {
            turns.outcomes(scores.len(), 1, |lane, left| {
                let [first, second] = scores[lane];
                self.after([first, second + left])
            })
        });
        for (scores, outcome) in scores.into_iter().zip(found) {
            self.second[at(scores)] = outcome.worth;
        }
    }

    /// Whole rounds that begin at these scores, one in each lane: what they are worth before the
    /// first's turn and before the second's, if the first shuts the box.
    fn rounds(&self, turns: &mut Turns, scores: &[Scores]) -> [[Worth; 2]; LANES] {
        let mut found = [[[0.0; 2]; 2]; LANES];
        for (found, &[first, second]) in found.iter_mut().zip(scores) {
            // The next higher scores are a good first guess.
            found[0] = self.after([(first + 1).min(LIMIT - 1), (second + 1).min(LIMIT - 1)]);
        }
        settle(|| {
            let second = turns.outcomes(scores.len(), 1, |lane, left| match (left, scores[lane]) {
                (0, _) => found[lane][0],
                (left, [first, second]) => self.after([first, second + left]),
            });
            let first = turns.outcomes(scores.len(), 0, |lane, left| match (left, scores[lane]) {
                (0, _) => second[lane].worth,
                (left, [first, second]) => self.second([first + left, second]),
            });
            let mut change = 0f64;
            for lane in 0..scores.len() {
                let again = first[lane].shut * second[lane].shut;
                change = change.max(solve_for(&mut found[lane][0], first[lane].worth, again));
                found[lane][1] = second[lane].worth;
            }
            change
        });
        found
    }
}
