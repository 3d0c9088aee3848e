//! Two players in: the whole game of two, and the end of a game of more.
//!
//! Nobody's score falls, so positions are worked out from the highest scores down, a round at a time.
//!
//! The game of two with nobody out is shipped, as the databases of other programs with dice are: the
//! first question of a process is to be answered at once, and to solve it takes the time of several
//! answers. A test makes the table and compares.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::round::{rounds, turns};
use super::{AlreadyOut, HIGHEST, LIMIT, Values, share_of, slice};

/// Every position between two turns, solved.
pub(super) struct Duel {
    out: Option<AlreadyOut>,
    /// Before the round: by the first's score and the second's.
    first: Vec<Values>,
    /// Before the second's turn: by the first's score, which may be at the limit, and the second's.
    second: Vec<Values>,
}

/// Both scores.
type Scores = [usize; 2];

fn at([first, second]: Scores) -> usize {
    first * LIMIT + second
}

/// The game of two with nobody out.
pub(super) static SHIPPED: LazyLock<Arc<Duel>> = LazyLock::new(|| Arc::new(Duel::shipped()));
/// The smaller share, before the round and before the second's turn, as little-endian numbers: below
/// zero it is the second's. All of the win is shared, so that the other has the rest.
static TABLE: &[u8] = include_bytes!("two.bin");

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
        let first = vec![[0.0; 3]; LIMIT * LIMIT];
        // A score of a player who is out counts no more once another goes out with a lower one.
        let second = match out {
            Some(_) => SHIPPED.second.clone(),
            None => vec![[0.0; 3]; HIGHEST * LIMIT],
        };
        Building { duel: Duel { out, first, second }, least, stage: Stage::LastTurns, done: 0 }
    }

    /// The solution, if it is complete.
    pub(super) fn finished(self) -> Result<Duel, Box<Building>> {
        match self.stage {
            Stage::Done => Ok(self.duel),
            _ => Err(Box::new(self)),
        }
    }

    /// Works out the next positions, for about this number of turns; how many turns that took.
    pub(super) fn step(&mut self, turns: u64) -> u64 {
        let least = self.least;
        let (all, each, next): (Vec<Scores>, _, _) = match self.stage {
            Stage::LastTurns => {
                let seconds = |first| (least..LIMIT).map(move |second| [first, second]);
                let next = Stage::Rounds(2 * (LIMIT - 1));
                (self.duel.firsts_out().flat_map(seconds).collect(), 1, next)
            }
            Stage::Rounds(sum) => {
                let inside = |scores: &Scores| scores.iter().all(|&score| score < LIMIT);
                let all = (least..=sum - least).map(|first| [first, sum - first]);
                let next = if sum > 2 * least { Stage::Rounds(sum - 1) } else { Stage::Done };
                // Two turns each, worked out and looked at again.
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
            if let Stage::LastTurns = self.stage {
                self.duel.copy_last_turns();
            }
            (self.stage, self.done) = (next, 0);
        }
        each * slice.len() as u64
    }
}

impl Duel {
    /// The game of two with nobody out, from the table.
    fn shipped() -> Duel {
        let (numbers, _) = TABLE.as_chunks();
        let shares = numbers.iter().map(|&bytes| f64::from_le_bytes(bytes));
        let values = |share: f64| {
            if share.is_sign_negative() {
                [1.0 + share, -share, 0.0]
            } else {
                [share, 1.0 - share, 0.0]
            }
        };
        let mut all: Vec<Values> = shares.map(values).collect();
        let second = all.split_off(LIMIT * LIMIT);
        Duel { out: None, first: all, second }
    }

    /// The table of this game.
    #[cfg(test)]
    pub(super) fn table(&self) -> Vec<u8> {
        let share = |&[one, other, _]: &Values| if one <= other { one } else { -other };
        let shares = self.first.iter().chain(&self.second).map(share);
        shares.flat_map(f64::to_le_bytes).collect()
    }

    /// The scores of a first who has gone out for which the second's turns must be worked out: only
    /// the same as that of those who were out before, or a higher one, where there are some.
    fn firsts_out(&self) -> Range<usize> {
        match self.out {
            Some(out) => out.score..(out.score + 2).min(HIGHEST),
            None => LIMIT..HIGHEST,
        }
    }

    /// How far the first player's score exceeds the lowest score already out does not matter.
    fn copy_last_turns(&mut self) {
        for first in self.firsts_out().end..HIGHEST {
            let one_less = at([first - 1, 0])..at([first, 0]);
            self.second.copy_within(one_less, at([first, 0]));
        }
    }

    fn all_rounds(&mut self, scores: &[Scores]) {
        let found = rounds(
            scores,
            |scores| self.first(scores),
            |mover, scores| match mover {
                1 => self.second(scores),
                _ => self.after(scores),
            },
        );
        for (&scores, [first, second]) in scores.iter().zip(found) {
            self.first[at(scores)] = first;
            self.second[at(scores)] = second;
        }
    }

    /// The values before the round, with both below the limit.
    pub(super) fn first(&self, scores: Scores) -> Values {
        self.first[at(scores)]
    }

    /// The values before the second's turn, with the second below the limit.
    pub(super) fn second(&self, scores: Scores) -> Values {
        self.second[at(scores)]
    }

    /// The values when the round is complete (B4, B5).
    pub(super) fn after(&self, scores: Scores) -> Values {
        match scores.map(|score| score < LIMIT) {
            [true, true] => self.first(scores),
            [true, false] => [1.0, 0.0, 0.0],
            [false, true] => [0.0, 1.0, 0.0],
            [false, false] => {
                let [one, other] = scores.map(|score| share_of(score, &scores, self.out));
                let all =
                    |out: AlreadyOut| out.players as f64 * share_of(out.score, &scores, self.out);
                [one, other, self.out.map_or(0.0, all)]
            }
        }
    }

    /// The second's turns after the first has gone out: nothing comes after them.
    fn last_turns(&mut self, scores: &[Scores]) {
        let found = turns(scores, 1, |scores| self.after(scores));
        for (&scores, values) in scores.iter().zip(found) {
            self.second[at(scores)] = values;
        }
    }
}
