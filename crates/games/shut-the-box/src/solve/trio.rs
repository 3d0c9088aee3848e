//! Three players in, and nobody out before: the whole game of three.
//!
//! Everybody plays for the own share. The positions form no cycle but the round in which all
//! three shut the box, so working backwards finds the play in which nobody can do better alone, at
//! any position: an equilibrium, with ties broken by the order of the moves.

use std::ops::Range;
use std::sync::Arc;

use super::super::Final;
use super::duel::Duel;
use super::round::{rounds, turns};
use super::{AlreadyOut, HIGHEST, LIMIT, Values, share_of, slice};

/// The three scores in seat order.
type Scores = [usize; 3];

/// Every position between two turns, solved.
pub(super) struct Trio {
    counts: Final,
    /// The games of two beside one who is out, by that one's points above the limit; only one
    /// where such points do not count.
    duels: Vec<Arc<Duel>>,
    /// Before the round.
    first: Vec<Values>,
    /// Before the second's turn. Where only the last round counts the first's score may be at the
    /// limit; else that is a game of two.
    second: Vec<Values>,
    /// Before the third's turn, when all are below the limit.
    third: Vec<Values>,
    /// Before the third's turn, when both others went out in the round and only that counts.
    last: Vec<Values>,
}

/// Where scores stand in [`Trio::first`], [`Trio::second`] and [`Trio::third`]: only the first's can
/// be at the limit.
fn at([first, second, third]: Scores) -> usize {
    (first * LIMIT + second) * LIMIT + third
}

/// Where scores stand in [`Trio::last`].
fn at_last([first, second, third]: Scores) -> usize {
    ((first - LIMIT) * (HIGHEST - LIMIT) + second - LIMIT) * LIMIT + third
}

/// What is to be worked out next.
#[derive(Clone, Copy)]
enum Stage {
    /// The game of two beside one who is out with this score.
    Duel(usize),
    /// The third's turns when both others went out in the round, the first with this score. Like the
    /// next, they are asked for only where such scores count in the last round alone.
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
        let outs = if last == Final::Round { HIGHEST - LIMIT } else { 0 };
        let trio = Trio {
            counts: last,
            duels: Vec::new(),
            first: vec![[0.0; 3]; LIMIT * LIMIT * LIMIT],
            second: vec![[0.0; 3]; (LIMIT + outs) * LIMIT * LIMIT],
            third: vec![[0.0; 3]; LIMIT * LIMIT * LIMIT],
            last: vec![[0.0; 3]; outs * outs * LIMIT],
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
        Some((self.trio.counts == Final::All).then_some(AlreadyOut { score, players: 1 }))
    }

    /// Takes the game of two that is wanted.
    pub(super) fn take(&mut self, duel: Arc<Duel>) {
        let Stage::Duel(score) = self.stage else { return };
        self.trio.duels.push(duel);
        self.stage = match self.trio.counts {
            Final::All if score + 1 < HIGHEST => Stage::Duel(score + 1),
            Final::All => Stage::Rounds(3 * (LIMIT - 1)),
            Final::Round => Stage::Third(LIMIT),
        };
    }

    /// Works out the next positions, for about this number of turns; how many turns that took. All
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
                // Three turns each, worked out and looked at again.
                (rounds_from(sum, least), 6, next)
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
    let others = pairs(LIMIT..HIGHEST, least..LIMIT);
    others.map(|[second, third]| [first, second, third]).collect()
}

/// The second's turns of one stage.
fn second_turns(first: usize, least: usize) -> Vec<Scores> {
    let others = pairs(least..LIMIT, least..LIMIT);
    others.map(|[second, third]| [first, second, third]).collect()
}

/// The rounds of one stage.
fn rounds_from(sum: usize, least: usize) -> Vec<Scores> {
    pairs(least..LIMIT, least..LIMIT)
        .filter_map(|[first, second]| Some([first, second, sum.checked_sub(first + second)?]))
        .filter(|&[_, _, third]| (least..LIMIT).contains(&third))
        .collect()
}

impl Trio {
    /// The values before the round, with all below the limit.
    pub(super) fn first(&self, scores: Scores) -> Values {
        self.first[at(scores)]
    }

    /// The values before the second's turn, with the second and the third below the limit.
    pub(super) fn second(&self, scores: Scores) -> Values {
        match scores {
            // Whether the first went out in this round or before is all the same.
            [a, b, c] if a >= LIMIT && self.counts == Final::All => {
                spread(self.duel(a).first([b, c]), [1, 2, 0])
            }
            _ => self.second[at(scores)],
        }
    }

    /// The values before the third's turn, with the third below the limit.
    pub(super) fn third(&self, scores: Scores) -> Values {
        let [a, b, c] = scores;
        match [a, b].map(|score| score < LIMIT) {
            [true, true] => self.third[at(scores)],
            // Of a player who has gone out only the score counts, and not even that if another is
            // in when the round ends.
            [true, false] => spread(self.duel(b).second([a, c]), [0, 2, 1]),
            [false, true] => spread(self.duel(a).second([b, c]), [1, 2, 0]),
            [false, false] if self.counts == Final::All => {
                spread(self.duel(a).second([b, c]), [1, 2, 0])
            }
            [false, false] => self.last[at_last(scores)],
        }
    }

    /// The values when the round is complete (B4, B5).
    pub(super) fn after(&self, scores: Scores) -> Values {
        let [a, b, c] = scores;
        match scores.map(|score| score < LIMIT) {
            [true, true, true] => self.first(scores),
            [true, true, false] => spread(self.duel(c).first([a, b]), [0, 1, 2]),
            [true, false, true] => spread(self.duel(b).first([a, c]), [0, 2, 1]),
            [false, true, true] => spread(self.duel(a).first([b, c]), [1, 2, 0]),
            [true, false, false] => [1.0, 0.0, 0.0],
            [false, true, false] => [0.0, 1.0, 0.0],
            [false, false, true] => [0.0, 0.0, 1.0],
            [false, false, false] => scores.map(|score| share_of(score, &scores, None)),
        }
    }

    /// The game of the other two beside one who is out with this score.
    fn duel(&self, out: usize) -> &Duel {
        match self.counts {
            Final::All => &self.duels[out - LIMIT],
            Final::Round => &self.duels[0],
        }
    }

    fn third_turns(&mut self, scores: &[Scores]) {
        let found = turns(scores, 2, |scores| self.after(scores));
        for (&scores, values) in scores.iter().zip(found) {
            self.last[at_last(scores)] = values;
        }
    }

    fn second_turns(&mut self, scores: &[Scores]) {
        let found = turns(scores, 1, |scores| self.third(scores));
        for (&scores, values) in scores.iter().zip(found) {
            self.second[at(scores)] = values;
        }
    }

    fn all_rounds(&mut self, scores: &[Scores]) {
        let found = rounds(
            scores,
            |scores| self.first(scores),
            |mover, scores| match mover {
                1 => self.second(scores),
                2 => self.third(scores),
                _ => self.after(scores),
            },
        );
        for (&scores, [first, second, third]) in scores.iter().zip(found) {
            self.first[at(scores)] = first;
            self.second[at(scores)] = second;
            self.third[at(scores)] = third;
        }
    }
}

/// All pairs of scores in these ranges.
fn pairs(one: Range<usize>, other: Range<usize>) -> impl Iterator<Item = [usize; 2]> {
    one.flat_map(move |a| other.clone().map(move |b| [a, b]))
}

/// The values of a game of two for three players in seat order: for the two who are in, and for the one
/// who is out.
fn spread(values: Values, seats: [usize; 3]) -> Values {
    let mut spread = [0.0; 3];
    seats.into_iter().zip(values).for_each(|(seat, value)| spread[seat] = value);
    spread
}
