//! Three players in, and nobody out before: the whole game of three.
//!
//! Everybody plays for the own share. The positions form no cycle but the round in which all
//! three shut the box, so working backwards finds the play in which nobody can do better alone, at
//! any position: an equilibrium, with ties broken by the order of the moves.

use std::ops::Range;
use std::sync::Arc;

use super::super::Final;
use super::duel::{self, Duel};
use super::turn::{LANES, Turns};
use super::{AlreadyOut, HIGHEST, LIMIT, lowest_shares, settle, side_by_side, slice, solve_for};

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

/// What is to be worked out next.
#[derive(Clone, Copy)]
enum Stage {
    /// The game of two beside one who is out with this score.
    Duel(usize),
    /// The third's turns when the first has this score and at least one of the two went out in
    /// the round: what follows them is a game of two at the most.
    Third(usize),
    /// The second's turns when the first went out with this score in the round.
    Second(usize),
    /// The rounds that begin with scores that make this sum.
    Rounds(usize),
    /// Nothing.
    Done,
}

/// The game of three while it is being solved, a slice at a time.
pub(super) struct Building {
    trio: Trio,
    /// Positions with a score below this stay unsolved.
    least: usize,
    stage: Stage,
    /// How many positions of the stage are worked out.
    done: usize,
}

impl Building {
    /// Nothing solved yet.
    pub(super) fn new(last: Final, least: usize) -> Building {
        let trio = Trio {
            last,
            duels: Vec::new(),
            first: vec![[0.0; 3]; LIMIT * LIMIT * LIMIT],
            second: vec![[0.0; 3]; HIGHEST * LIMIT * LIMIT],
            third: vec![[0.0; 3]; HIGHEST * HIGHEST * LIMIT],
        };
        Building { trio, least, stage: Stage::Duel(LIMIT), done: 0 }
    }

    /// The solution, if it is complete.
    pub(super) fn finished(self) -> Result<Trio, Box<Building>> {
        match self.stage {
            Stage::Done => Ok(self.trio),
            _ => Err(Box::new(self)),
        }
    }

    /// The game of two that comes next, beside those who are out; `None` when all are there.
    pub(super) fn wanted(&self) -> Option<Option<AlreadyOut>> {
        let Stage::Duel(score) = self.stage else { return None };
        Some((self.trio.last == Final::All).then_some(AlreadyOut { score, players: 1 }))
    }

    /// Takes the game of two that is wanted.
    pub(super) fn take(&mut self, duel: Arc<Duel>) {
        let Stage::Duel(score) = self.stage else { return };
        self.trio.duels.push(duel);
        let more = self.trio.last == Final::All && score + 1 < HIGHEST;
        self.stage = if more { Stage::Duel(score + 1) } else { Stage::Third(self.least) };
    }

    /// Works out the next positions, for about so many turns; how many turns that took. All
    /// games of two must be there.
    pub(super) fn step(&mut self, turns: u64) -> u64 {
        let (least, limit) = (self.least, 3 * (LIMIT - 1));
        let (all, each, next) = match self.stage {
            Stage::Third(HIGHEST) => (Vec::new(), 1, Stage::Second(LIMIT)),
            Stage::Third(first) => (third_turns(first, least), 1, Stage::Third(first + 1)),
            Stage::Second(HIGHEST) => (Vec::new(), 1, Stage::Rounds(limit)),
            Stage::Second(first) => (second_turns(first, least), 1, Stage::Second(first + 1)),
            Stage::Rounds(sum) => {
                let next = if sum > 3 * least { Stage::Rounds(sum - 1) } else { Stage::Done };
                // Three turns each, worked out twice as a rule.
                (rounds(sum, least), 6, next)
            }
            Stage::Duel(_) | Stage::Done => return 0,
        };
        let slice = slice(&all, self.done, turns / each);
        match self.stage {
            Stage::Third(_) => self.trio.third_turns(slice),
            Stage::Second(_) => self.trio.second_turns(slice),
            _ => self.trio.all_rounds(slice),
        }
        self.done += slice.len();
        if self.done == all.len() {
            (self.stage, self.done) = (next, 0);
        }
        each * slice.len() as u64
    }
}

/// The third's turns of one stage.
fn third_turns(first: usize, least: usize) -> Vec<Scores> {
    let from = if first < LIMIT { LIMIT } else { least };
    let others = pairs(from..HIGHEST, least..LIMIT);
    others.map(|[second, third]| [first, second, third]).collect()
}

/// The second's turns of one stage.
fn second_turns(first: usize, least: usize) -> Vec<Scores> {
    let others = pairs(least..LIMIT, least..LIMIT);
    others.map(|[second, third]| [first, second, third]).collect()
}

/// The rounds of one stage.
fn rounds(sum: usize, least: usize) -> Vec<Scores> {
    pairs(least..LIMIT, least..LIMIT)
        .filter_map(|[first, second]| Some([first, second, sum.checked_sub(first + second)?]))
        .filter(|&[_, _, third]| (least..LIMIT).contains(&third))
        .collect()
}

impl Trio {
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

    fn third_turns(&mut self, scores: &[Scores]) {
        let found = side_by_side(scores, |turns, scores| {
            turns.outcomes(scores.len(), 2, |lane, left| {
                let [first, second, third] = scores[lane];
                self.after([first, second, third + left])
            })
        });
        for (&scores, outcome) in scores.iter().zip(found) {
            self.third[at_third(scores)] = outcome.worth;
        }
    }

    fn second_turns(&mut self, scores: &[Scores]) {
        let found = side_by_side(scores, |turns, scores| {
            turns.outcomes(scores.len(), 1, |lane, left| {
                let [first, second, third] = scores[lane];
                self.third([first, second + left, third])
            })
        });
        for (&scores, outcome) in scores.iter().zip(found) {
            self.second[at(scores)] = outcome.worth;
        }
    }

    fn all_rounds(&mut self, scores: &[Scores]) {
        let found = side_by_side(scores, |turns, scores| self.rounds(turns, scores));
        for (&scores, [first, second, third]) in scores.iter().zip(found) {
            self.first[at(scores)] = first;
            self.second[at(scores)] = second;
            self.third[at_third(scores)] = third;
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

/// All pairs of scores in these ranges.
fn pairs(one: Range<usize>, other: Range<usize>) -> impl Iterator<Item = [usize; 2]> {
    one.flat_map(move |a| other.clone().map(move |b| [a, b]))
}

/// What a game of two is worth to three: to the two who are in, and to the one who is out.
fn spread([one, other]: duel::Worth, [first, second, out]: [usize; 3]) -> Worth {
    let mut worth = [0.0; 3];
    worth[first] = one;
    worth[second] = other;
    worth[out] = (1.0 - one - other).max(0.0);
    worth
}
