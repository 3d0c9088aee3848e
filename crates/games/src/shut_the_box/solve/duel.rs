//! Two players in: the whole game of two, and the end of a game of more.
//!
//! Nobody's score falls, so positions are worked out from the highest scores down. Only a round in
//! which both shut the box comes back to where it began. What that is worth enters its own sum
//! with the small weight of that chance, and the sum is solved for it.

use super::turn::{LANES, Turns};
use super::{AlreadyOut, HIGHEST, LIMIT, lowest_shares, settle, side_by_side, slice, solve_for};

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

/// What is to be worked out next.
#[derive(Clone, Copy)]
enum Stage {
    /// The second's turns after the first has gone out.
    LastTurns,
    /// The rounds that begin with scores that make this sum.
    Rounds(usize),
    /// Nothing.
    Done,
}

/// The game of two while it is being solved, a slice at a time.
pub(super) struct Building {
    duel: Duel,
    /// Positions with a score below this stay unsolved.
    least: usize,
    stage: Stage,
    /// How many positions of the stage are worked out.
    done: usize,
}

impl Building {
    /// Nothing solved yet of the game of two who are in, beside those who are `out` already.
    pub(super) fn new(out: Option<AlreadyOut>, least: usize) -> Building {
        let (first, second) = (vec![[0.0; 2]; LIMIT * LIMIT], vec![[0.0; 2]; HIGHEST * LIMIT]);
        Building { duel: Duel { out, first, second }, least, stage: Stage::LastTurns, done: 0 }
    }

    /// The solution, if it is complete.
    pub(super) fn finished(self) -> Result<Duel, Box<Building>> {
        match self.stage {
            Stage::Done => Ok(self.duel),
            _ => Err(Box::new(self)),
        }
    }

    /// Works out the next positions, for about so many turns; how many turns that took.
    pub(super) fn step(&mut self, turns: u64) -> u64 {
        let least = self.least;
        let (all, each, next): (Vec<Scores>, _, _) = match self.stage {
            Stage::LastTurns => {
                let seconds = |first| (least..LIMIT).map(move |second| [first, second]);
                let next = Stage::Rounds(2 * (LIMIT - 1));
                ((LIMIT..HIGHEST).flat_map(seconds).collect(), 1, next)
            }
            Stage::Rounds(sum) => {
                let inside = |scores: &Scores| scores.iter().all(|&score| score < LIMIT);
                let all = (least..=sum - least).map(|first| [first, sum - first]);
                let next = if sum > 2 * least { Stage::Rounds(sum - 1) } else { Stage::Done };
                // Two turns each, worked out twice as a rule.
                (all.filter(inside).collect(), 4, next)
            }
            Stage::Done => return 0,
        };
        let slice = slice(&all, self.done, turns / each);
        match self.stage {
            Stage::LastTurns => self.duel.last_turns(slice),
            _ => self.duel.all_rounds(slice),
        }
        self.done += slice.len();
        if self.done == all.len() {
            (self.stage, self.done) = (next, 0);
        }
        each * slice.len() as u64
    }
}

impl Duel {
    fn all_rounds(&mut self, scores: &[Scores]) {
        let found = side_by_side(scores, |turns, scores| self.rounds(turns, scores));
        for (&scores, [first, second]) in scores.iter().zip(found) {
            self.first[at(scores)] = first;
            self.second[at(scores)] = second;
        }
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
    fn last_turns(&mut self, scores: &[Scores]) {
        let found = side_by_side(scores, |turns, scores| {
            turns.outcomes(scores.len(), 1, |lane, left| {
                let [first, second] = scores[lane];
                self.after([first, second + left])
            })
        });
        for (&scores, outcome) in scores.iter().zip(found) {
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
