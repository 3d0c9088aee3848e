//! Whole rounds of all who are in, which come back to where they began if everybody shuts the box.
//!
//! The value of the beginning is a term of its own sum, with the small weight of that chance. It is
//! guessed, the sum is solved for it, and then the turns are computed again: where nobody can do
//! better than by the play that was found under the guess, that is the value.

use super::turn::{Carried, ENDINGS, LANES, Turns};
use super::{LIMIT, Values, side_by_side};

/// Room to work in: everybody's share is carried and how likely the box is shut, or what the turn is
/// worth to its player alone.
pub(super) struct Room {
    whole: Turns<4>,
    own: Turns<1>,
}

/// What a turn from all lids open comes to under best play.
#[derive(Clone, Copy)]
struct TurnValue {
    values: Values,
    /// How likely it is to leave nothing open.
    shut: f64,
}

/// What the turns in some lanes come to when they leave this number of points open: the mover's share, those
/// of the two after the mover, and whether the box is shut.
type Endings = [Carried<4, LANES>; ENDINGS];

/// Turns of `mover` that begin at these scores with all lids open: their values, where `after` gives
/// those of the scores after a turn.
pub(super) fn turns<const P: usize>(
    scores: &[[usize; P]],
    mover: usize,
    after: impl Fn([usize; P]) -> Values + Sync,
) -> Vec<Values> {
    side_by_side(scores, |room, scores| {
        room.turns(scores.len(), mover, |lane, left| after(with(scores[lane], mover, left)))
    })
}

/// Whole rounds that begin at these scores: their values before each player's turn, if those before
/// shut the box. `before(mover, scores)` gives the values before the turn of a player, after the last of
/// whom the round is complete, and `first` those of rounds that begin with higher scores.
pub(super) fn rounds<const P: usize>(
    scores: &[[usize; P]],
    first: impl Fn([usize; P]) -> Values + Sync,
    before: impl Fn(usize, [usize; P]) -> Values + Sync,
) -> Vec<[Values; P]> {
    side_by_side(scores, |room, scores| {
        let mut guesses = [[0.0; 3]; LANES];
        for (found, &scores) in guesses.iter_mut().zip(scores) {
            *found = guess(scores, &first);
        }
        room.rounds(scores.len(), guesses, |lane, mover, left| {
            before(mover + 1, with(scores[lane], mover, left))
        })
    })
}

/// The scores after a turn of `mover` that left this number of points open.
fn with<const P: usize>(mut scores: [usize; P], mover: usize, left: usize) -> [usize; P] {
    scores[mover] += left;
    scores
}

impl Room {
    pub(super) fn new() -> Room {
        Room { whole: Turns::new(), own: Turns::new() }
    }

    /// Whole turns of a player, side by side: `next(lane, left)` is the value when the turn in a lane
    /// leaves this number of points open.
    fn turns(
        &mut self,
        lanes: usize,
        mover: usize,
        next: impl Fn(usize, usize) -> Values,
    ) -> [Values; LANES] {
        let endings = endings(lanes, mover, 0, next);
        self.outcomes(mover, &endings).map(|outcome| outcome.values)
    }

    fn outcomes(&mut self, mover: usize, endings: &Endings) -> [TurnValue; LANES] {
        let found = self.whole.play(|left| endings[left]);
        std::array::from_fn(|lane| {
            let [.., shut] = found.map(|found| found[lane]);
            let values = std::array::from_fn(|player| found[(player + 3 - mover) % 3][lane]);
            TurnValue { values, shut }
        })
    }

    /// Whole rounds of `P` players, one in each lane: the values before each player's turn, if
    /// those before shut the box. `next(lane, mover, left)` is the value when the first player who
    /// does not shut it leaves this number of points open, and `guess` a first estimate of the round.
    fn rounds<const P: usize>(
        &mut self,
        lanes: usize,
        mut guess: [Values; LANES],
        next: impl Fn(usize, usize, usize) -> Values,
    ) -> [[Values; P]; LANES] {
        // As a rule the play under the first guess is the best, and the loop ends by itself. Each pass
        // reduces the error at least 349-fold: it comes back only if all shut the box, and two do so with
        // probability below 1/349.
        const MOST: usize = 8;
        let mut endings: [Endings; P] = std::array::from_fn(|mover| {
            endings(lanes, mover, 1, |lane, left| next(lane, mover, left))
        });
        let mut found = [[[0.0; 3]; P]; LANES];
        for _ in 0..MOST {
            let mut shut = [[0.0; P]; LANES];
            let mut after = guess;
            for mover in (0..P).rev() {
                set_shut(&mut endings[mover], mover, &after);
                for (lane, outcome) in self.outcomes(mover, &endings[mover]).iter().enumerate() {
                    (found[lane][mover], shut[lane][mover]) = (outcome.values, outcome.shut);
                    after[lane] = outcome.values;
                }
            }
            for lane in 0..lanes {
                guess[lane] = solve(&mut found[lane], shut[lane], guess[lane]);
            }
            if self.nobody_does_better(lanes, &mut endings, &guess, &found) {
                break;
            }
        }
        found
    }

    /// Whether no turn can be worth more to its player than was found.
    fn nobody_does_better<const P: usize>(
        &mut self,
        lanes: usize,
        endings: &mut [Endings; P],
        start: &[Values; LANES],
        found: &[[Values; P]; LANES],
    ) -> bool {
        // A sum of rounded numbers is right to about this part of it.
        const ROUNDING: f64 = 1e-14;
        (0..P).rev().all(|mover| {
            let after = if mover + 1 < P { found.map(|found| found[mover + 1]) } else { *start };
            set_shut(&mut endings[mover], mover, &after);
            let [best] = self.own.play(|left| [endings[mover][left][0]]);
            (0..lanes).all(|lane| {
                let found = found[lane][mover][mover];
                (best[lane] - found).abs() <= ROUNDING * found
            })
        })
    }
}

/// What the mover's turns come to that leave this number of points open, `from` this number up.
fn endings(
    lanes: usize,
    mover: usize,
    from: usize,
    next: impl Fn(usize, usize) -> Values,
) -> Endings {
    let mut endings = [[[0.0; LANES]; 4]; ENDINGS];
    for (left, ending) in endings.iter_mut().enumerate().skip(from) {
        for lane in 0..lanes {
            set(ending, lane, mover, next(lane, left));
        }
    }
    endings[0][3] = [1.0; LANES];
    endings
}

/// Sets the values of the ending in which the mover shuts the box.
fn set_shut(endings: &mut Endings, mover: usize, values: &[Values; LANES]) {
    for (lane, &values) in values.iter().enumerate() {
        set(&mut endings[0], lane, mover, values);
    }
}

fn set(ending: &mut Carried<4, LANES>, lane: usize, mover: usize, values: Values) {
    (0..3).for_each(|n| ending[n][lane] = values[(mover + n) % 3]);
}

/// Corrects values that were found with `guess` as the value of the beginning, for the same play. Returns
/// the value of the beginning by that play.
fn solve<const P: usize>(found: &mut [Values; P], shut: [f64; P], guess: Values) -> Values {
    let again: f64 = shut.iter().product();
    let change: Values = std::array::from_fn(|n| (found[0][n] - guess[n]) / (1.0 - again));
    let mut chance = 1.0;
    for (found, shut) in found.iter_mut().zip(shut).rev() {
        chance *= shut;
        (0..3).for_each(|n| found[n] += chance * change[n]);
    }
    found[0]
}

/// An approximate value of the position at these scores, extrapolated from higher ones: shares change
/// smoothly, so the mixed second differences stay nearly the same.
fn guess<const P: usize>(scores: [usize; P], above: impl Fn([usize; P]) -> Values) -> Values {
    const DIFFERENCES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [1.0, -2.0, 1.0]];
    let mut values = [0.0; 3];
    // Place 0 is the position itself, whose value is wanted.
    for place in 1..3usize.pow(P as u32) {
        let (mut higher, mut weight, mut rest) = (scores, -1.0, place);
        for score in &mut higher {
            let room = (LIMIT - 1 - *score).min(2);
            weight *= DIFFERENCES[room][rest % 3];
            *score += rest % 3;
            rest /= 3;
        }
        if weight != 0.0 {
            let above = above(higher);
            (0..3).for_each(|n| values[n] += weight * above[n]);
        }
    }
    values
}
