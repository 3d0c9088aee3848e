//! One turn played optimally, for any values of its endings.
//!
//! A turn goes from one set of open lids to a smaller one, and ends with some points left open. The
//! caller gives the value of each number of points. Many turns are computed side by side, one in each
//! lane, because the whole game needs a million of them. Other figures of a turn, such as its value to
//! others, are computed along with it from the smallest set up.
#![allow(clippy::needless_range_loop, reason = "several arrays go by the same number")]

use std::ops::Range;
use std::sync::LazyLock;

use super::super::tables::{ALL, FALLS, LIDS, count, nth_set, open_ways, points, totals};

/// How many turns are worked out together: the data of this many turns fits the registers.
pub(super) const LANES: usize = 4;
/// A turn leaves 0 to 43 points open: the first throw can always be used, and shuts lid 2 at least.
pub(super) const ENDINGS: usize = 44;

/// One number for each lane.
pub(super) type Lanes<const L: usize = LANES> = [f64; L];
/// How likely a turn is to leave this number of points open.
pub(super) type Endings = [f64; ENDINGS];

/// How likely each of the ways is in which the dice fall.
const THROW: f64 = 1.0 / FALLS.len() as f64;
/// The number of sets of open lids.
const SETS: usize = 1 << LIDS;

/// A total that can be used in one way only.
struct Forced {
    /// In how many of the 36 ways the dice show it.
    weight: f64,
    /// The set that is left.
    next: u16,
}

/// A total that can be used in several ways.
struct Uses {
    /// In how many of the 36 ways the dice show it.
    weight: f64,
    /// The sets that its first two uses leave: most totals have no more.
    first: [u16; 2],
    /// Where in [`Plan::more`] the sets stand that the others leave.
    more: Range<usize>,
}

/// What can happen with one set of open lids.
struct Throw {
    lids: u16,
    /// In how many of the 36 ways the dice cannot be used.
    stuck: f64,
    /// What is open then; a set that cannot be stuck has any number here.
    left: usize,
    /// Where in [`Plan::forced`] and [`Plan::uses`] the totals stand that can be used.
    forced: Range<usize>,
    uses: Range<usize>,
}

/// Every walk through a turn, laid out flat.
struct Plan {
    /// By the set of open lids, for all of them.
    throws: Vec<Throw>,
    forced: Vec<Forced>,
    uses: Vec<Uses>,
    more: Vec<u16>,
}

static PLAN: LazyLock<Plan> = LazyLock::new(Plan::new);

impl Plan {
    fn new() -> Plan {
        let mut plan =
            Plan { throws: Vec::new(), forced: Vec::new(), uses: Vec::new(), more: Vec::new() };
        for lids in 0..=ALL {
            let throw = plan.throw(lids);
            plan.throws.push(throw);
        }
        plan
    }

    fn throw(&mut self, lids: u16) -> Throw {
        let mut stuck = 0.0;
        let (forced, uses) = (self.forced.len(), self.uses.len());
        for total in 2..=12 {
            let weight = totals().filter(|&shown| shown == total).count() as f64;
            let ways = open_ways(lids, total);
            let shut = |n| lids ^ nth_set(total, ways, n);
            match usize::from(count(ways)) {
                0 => stuck += weight,
                1 => self.forced.push(Forced { weight, next: shut(0) }),
                several => {
                    let from = self.more.len();
                    self.more.extend((2..several).map(shut));
                    let more = from..self.more.len();
                    self.uses.push(Uses { weight, first: [shut(0), shut(1)], more });
                }
            }
        }
        let left = usize::from(points(lids)).min(ENDINGS - 1);
        let (forced, uses) = (forced..self.forced.len(), uses..self.uses.len());
        Throw { lids, stuck, left, forced, uses }
    }
}

/// What a set of open lids comes to before a throw, in `L` turns side by side: first what it is
/// worth to the player whose turn it is and who chooses by that, then what else is carried along.
pub(super) type Carried<const C: usize, const L: usize> = [[f64; L]; C];

/// The same where it is kept, aligned so that one load reads all lanes.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Kept<const C: usize, const L: usize>(Carried<C, L>);

/// The best play of some turns, one in each lane.
pub(super) struct Turns<const C: usize, const L: usize = LANES> {
    /// By the set of open lids.
    value: Box<[Kept<C, L>; SETS]>,
}

impl<const C: usize, const L: usize> Turns<C, L> {
    /// Room to work in.
    pub(super) fn new() -> Self {
        Turns { value: room(Kept([[0.0; L]; C])) }
    }

    /// Works out turns, when to leave `n` points open comes to `ending(n)`; what they come to that
    /// begin with all lids open.
    pub(super) fn play(&mut self, ending: impl Fn(usize) -> Carried<C, L>) -> Carried<C, L> {
        let plan = &*PLAN;
        // B2: all nine shut leaves nothing.
        self.value[0].0 = ending(0);
        // Shutting lids makes a set smaller, also as a number.
        for throw in &plan.throws[1..] {
            let mut sum = [[0.0; L]; C];
            if throw.stuck > 0.0 {
                add(&mut sum, throw.stuck, &ending(throw.left));
            }
            for forced in &plan.forced[throw.forced.clone()] {
                add(&mut sum, forced.weight, self.at(forced.next));
            }
            for uses in &plan.uses[throw.uses.clone()] {
                add(&mut sum, uses.weight, &self.best(plan, uses));
            }
            for carried in &mut sum {
                carried.iter_mut().for_each(|sum| *sum *= THROW);
            }
            self.value[usize::from(throw.lids) % SETS].0 = sum;
        }
        *self.at(ALL)
    }

    #[inline]
    fn at(&self, lids: u16) -> &Carried<C, L> {
        &self.value[usize::from(lids) % SETS].0
    }

    /// What the best of these uses comes to: the first of those that are worth the most.
    #[inline]
    fn best(&self, plan: &Plan, uses: &Uses) -> Carried<C, L> {
        let mut best = *self.at(uses.first[0]);
        self.improve(&mut best, uses.first[1]);
        for &next in &plan.more[uses.more.clone()] {
            self.improve(&mut best, next);
        }
        best
    }

    /// Keeps the better value in each lane with bit masks, because an `if` would compile to one branch per
    /// lane.
    #[inline(always)]
    fn improve(&self, best: &mut Carried<C, L>, next: u16) {
        let value = self.at(next);
        let better: [u64; L] =
            std::array::from_fn(|lane| if value[0][lane] > best[0][lane] { u64::MAX } else { 0 });
        for lane in 0..L {
            let (new, old) = (value[0][lane], best[0][lane]);
            best[0][lane] = if new > old { new } else { old };
        }
        for carried in 1..C {
            for lane in 0..L {
                let (new, old) = (value[carried][lane].to_bits(), best[carried][lane].to_bits());
                best[carried][lane] = f64::from_bits(old ^ ((old ^ new) & better[lane]));
            }
        }
    }
}

/// Room for something at each set of open lids.
fn room<T: Copy>(nothing: T) -> Box<[T; SETS]> {
    vec![nothing; SETS].try_into().unwrap_or_else(|_| unreachable!("the length is SETS"))
}

#[inline]
fn add<const C: usize, const L: usize>(
    sum: &mut Carried<C, L>,
    weight: f64,
    carried: &Carried<C, L>,
) {
    for (sum, carried) in sum.iter_mut().zip(carried) {
        for lane in 0..L {
            sum[lane] += weight * carried[lane];
        }
    }
}

/// How likely each set of open lids is under best play, and so how turns end.
pub(super) struct EndingOdds<const L: usize> {
    turns: Turns<1, L>,
    chance: Box<[Lanes<L>; SETS]>,
}

impl<const L: usize> EndingOdds<L> {
    /// Works out turns that stand anywhere, when to leave `n` points open is worth `endings[n]` to
    /// the player whose turn it is.
    pub(super) fn new(endings: &[Lanes<L>; ENDINGS]) -> Self {
        let mut turns = Turns::new();
        turns.play(|left| [endings[left]]);
        EndingOdds { turns, chance: room([0.0; L]) }
    }

    /// How the turns end from these open lids: how likely the best play is to leave this number of points
    /// open. Of two uses that are worth the same, the one that the game lists first is made.
    pub(super) fn from(&mut self, lids: u16) -> [Lanes<L>; ENDINGS] {
        let plan = &*PLAN;
        let mut found = [[0.0; L]; ENDINGS];
        self.chance.fill([0.0; L]);
        self.chance[usize::from(lids)] = [1.0; L];
        for throw in plan.throws[1..=usize::from(lids)].iter().rev() {
            let each = self.chance[usize::from(throw.lids)].map(|chance| chance * THROW);
            if each == [0.0; L] {
                continue;
            }
            for lane in 0..L {
                found[throw.left][lane] += each[lane] * throw.stuck;
            }
            for forced in &plan.forced[throw.forced.clone()] {
                let chance = &mut self.chance[usize::from(forced.next)];
                (0..L).for_each(|lane| chance[lane] += each[lane] * forced.weight);
            }
            for uses in &plan.uses[throw.uses.clone()] {
                let [best] = self.turns.best(plan, uses);
                let mut rest = each.map(|each| each * uses.weight);
                for &next in uses.first.iter().chain(&plan.more[uses.more.clone()]) {
                    let [value] = self.turns.at(next);
                    let chance = &mut self.chance[usize::from(next)];
                    for lane in 0..L {
                        let made = if value[lane] == best[lane] { rest[lane] } else { 0.0 };
                        chance[lane] += made;
                        rest[lane] -= made;
                    }
                }
            }
        }
        for lane in 0..L {
            found[0][lane] += self.chance[0][lane];
        }
        found
    }
}

/// What happens in one of the lanes.
pub(super) fn lane<const L: usize>(endings: &[Lanes<L>; ENDINGS], lane: usize) -> Endings {
    endings.map(|chance| chance[lane])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_played_for_few_points_leaves_as_many_as_its_endings_say() {
        let mut odds = EndingOdds::new(&std::array::from_fn(|left| [-(left as f64); LANES]));
        let endings = lane(&odds.from(ALL), LANES - 1);
        assert!((endings.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mean: f64 = endings.iter().enumerate().map(|(left, chance)| left as f64 * chance).sum();
        assert!((mean - 234_384_832_645.0 / 19_591_041_024.0).abs() < 1e-12);
    }

    #[test]
    fn a_turn_played_to_shut_the_box_shuts_it_as_often_as_its_value_says() {
        let shut = |left| [if left == 0 { 1.0 } else { 0.0 }; LANES];
        let [best] = Turns::new().play(|left| [shut(left)]);
        assert!((best[0] - 261_972_817.0 / 4_897_760_256.0).abs() < 1e-12);
        let mut odds = EndingOdds::new(&std::array::from_fn(shut));
        assert!((lane(&odds.from(ALL), 0)[0] - best[0]).abs() < 1e-12);
    }

    #[test]
    fn no_set_of_open_lids_that_can_be_stuck_leaves_more_than_43_points() {
        let stuck = PLAN.throws[1..].iter().filter(|throw| throw.stuck > 0.0);
        assert_eq!(stuck.map(|throw| points(throw.lids)).max(), Some(ENDINGS as u8 - 1));
    }
}
