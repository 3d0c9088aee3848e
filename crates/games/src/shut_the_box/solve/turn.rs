//! One turn played as well as can be, for whatever its outcomes are worth.
//!
//! A turn is a walk down the sets of open lids. It ends with so many points left open, and what
//! those are worth is the rest of the game's business. Many turns are worked out side by side, one
//! in each lane, because the whole game asks for a million of them.
#![allow(clippy::needless_range_loop, reason = "several arrays go by the same number")]

use std::sync::LazyLock;

use super::super::tables::{ALL, FALLS, LIDS, count, nth_set, open_ways, points};

/// How many turns are worked out together.
pub(super) const LANES: usize = 8;
/// A turn leaves 0 to 43 points open: the first throw can always be used, and shuts lid 2 at least.
pub(super) const ENDINGS: usize = 44;

/// One number for each lane.
pub(super) type Lanes = [f64; LANES];
/// How likely a turn is to leave so many points open.
pub(super) type Endings = [f64; ENDINGS];

/// The dice fall in so many equally likely ways.
const THROWS: f64 = FALLS.len() as f64;

/// The uses of one total with one set of open lids.
struct Uses {
    /// In how many of the 36 ways the dice show the total.
    weight: f64,
    /// Where in [`Plan::after`] the sets stand that its uses leave.
    after: std::ops::Range<usize>,
}

/// What can happen with one set of open lids.
struct Choice {
    /// In how many of the 36 ways the dice cannot be used.
    stuck: f64,
    /// What is open then; a set that cannot be stuck has any number here.
    left: usize,
    /// Where in [`Plan::uses`] the totals stand that can be used.
    uses: std::ops::Range<usize>,
}

/// Every walk through a turn, laid out flat.
struct Plan {
    choices: Vec<Choice>,
    uses: Vec<Uses>,
    after: Vec<u16>,
    /// The sets that come up in a turn from nine open lids, the smallest first.
    reached: Vec<u16>,
}

static PLAN: LazyLock<Plan> = LazyLock::new(Plan::new);

impl Plan {
    fn new() -> Plan {
        let mut plan =
            Plan { choices: Vec::new(), uses: Vec::new(), after: Vec::new(), reached: Vec::new() };
        for lids in 0..=ALL {
            let choice = plan.choice(lids);
            plan.choices.push(choice);
        }
        plan.reached = plan.reached();
        plan
    }

    fn choice(&mut self, lids: u16) -> Choice {
        let mut stuck = 0.0;
        let first = self.uses.len();
        for total in 2..=12 {
            let shows = |&&fall: &&u8| (fall >> 4) + (fall & 15) == total;
            let weight = FALLS.iter().filter(shows).count() as f64;
            let ways = open_ways(lids, total);
            let from = self.after.len();
            let shut = (0..usize::from(count(ways))).map(|n| nth_set(total, ways, n));
            self.after.extend(shut.map(|set| lids ^ set));
            if ways == 0 {
                stuck += weight;
            } else {
                self.uses.push(Uses { weight, after: from..self.after.len() });
            }
        }
        let left = usize::from(points(lids)).min(ENDINGS - 1);
        Choice { stuck, left, uses: first..self.uses.len() }
    }

    fn reached(&self) -> Vec<u16> {
        let mut seen = [false; 1 << LIDS];
        seen[usize::from(ALL)] = true;
        for lids in (1..=ALL).rev().map(usize::from) {
            if seen[lids] {
                let uses = &self.uses[self.choices[lids].uses.clone()];
                let after = uses.iter().flat_map(|uses| &self.after[uses.after.clone()]);
                after.for_each(|&next| seen[usize::from(next)] = true);
            }
        }
        (1..=ALL).filter(|&lids| seen[usize::from(lids)]).collect()
    }
}

/// The best play of some turns, one in each lane.
pub(super) struct Turns {
    /// What each set of open lids is worth before a throw.
    worth: Vec<Lanes>,
    /// How likely the best play is to come by each set of open lids.
    chance: Vec<Lanes>,
}

impl Turns {
    /// Room to work in.
    pub(super) fn new() -> Turns {
        let nothing = vec![[0.0; LANES]; 1 << LIDS];
        Turns { worth: nothing.clone(), chance: nothing }
    }

    /// Works out turns that begin with all lids open, when to leave `n` points open is worth
    /// `endings[n]` to the player whose turn it is; how they end.
    pub(super) fn play(&mut self, endings: &[Lanes; ENDINGS]) -> [Lanes; ENDINGS] {
        self.work_out(endings, PLAN.reached.iter().copied());
        self.follow(ALL, PLAN.reached.iter().rev().copied())
    }

    /// Works out turns that stand anywhere; see [`Turns::play_from`] for how they end.
    pub(super) fn prepare(&mut self, endings: &[Lanes; ENDINGS]) {
        self.work_out(endings, 1..=ALL);
    }

    /// How the turns end from these open lids, after they have been prepared.
    pub(super) fn play_from(&mut self, lids: u16) -> [Lanes; ENDINGS] {
        self.follow(lids, (1..=lids).rev())
    }

    fn work_out(&mut self, endings: &[Lanes; ENDINGS], sets: impl Iterator<Item = u16>) {
        let plan = &*PLAN;
        // B2: all nine shut leaves nothing.
        self.worth[0] = endings[0];
        // Shutting lids makes a set smaller, also as a number.
        for lids in sets {
            let choice = &plan.choices[usize::from(lids)];
            let mut sum = endings[choice.left].map(|ending| choice.stuck * ending);
            for uses in &plan.uses[choice.uses.clone()] {
                let best = self.best(&plan.after[uses.after.clone()]);
                for lane in 0..LANES {
                    sum[lane] += uses.weight * best[lane];
                }
            }
            self.worth[usize::from(lids)] = sum.map(|sum| sum / THROWS);
        }
    }

    /// What the best of these sets is worth.
    #[inline]
    fn best(&self, after: &[u16]) -> Lanes {
        let mut best = self.worth[usize::from(after[0])];
        for &next in &after[1..] {
            let worth = &self.worth[usize::from(next)];
            for lane in 0..LANES {
                best[lane] = if worth[lane] > best[lane] { worth[lane] } else { best[lane] };
            }
        }
        best
    }

    /// How the best play ends. Of two uses that are worth the same, the one that the game lists
    /// first is made.
    fn follow(&mut self, from: u16, sets: impl Iterator<Item = u16>) -> [Lanes; ENDINGS] {
        let plan = &*PLAN;
        let mut found = [[0.0; LANES]; ENDINGS];
        self.chance.fill([0.0; LANES]);
        self.chance[usize::from(from)] = [1.0; LANES];
        for lids in sets.map(usize::from) {
            let each = self.chance[lids].map(|chance| chance / THROWS);
            if each == [0.0; LANES] {
                continue;
            }
            let choice = &plan.choices[lids];
            for lane in 0..LANES {
                found[choice.left][lane] += each[lane] * choice.stuck;
            }
            for uses in &plan.uses[choice.uses.clone()] {
                let after = &plan.after[uses.after.clone()];
                let best = self.best(after);
                let mut rest = each.map(|each| each * uses.weight);
                for next in after.iter().copied().map(usize::from) {
                    let (worth, chance) = (&self.worth[next], &mut self.chance[next]);
                    for lane in 0..LANES {
                        let made = if worth[lane] == best[lane] { rest[lane] } else { 0.0 };
                        chance[lane] += made;
                        rest[lane] -= made;
                    }
                }
            }
        }
        for lane in 0..LANES {
            found[0][lane] += self.chance[0][lane];
        }
        found
    }
}

/// What a turn from all lids open comes to under best play.
#[derive(Clone, Copy)]
pub(super) struct Outcome<const P: usize> {
    /// What it is worth to each of the `P` players who are in.
    pub(super) worth: [f64; P],
    /// How likely it is to leave nothing open.
    pub(super) shut: f64,
}

impl Turns {
    /// Whole turns of the player `mover` among `P`, side by side: `next(lane, left)` tells what it
    /// is worth to each of them that the turn in a lane leaves so many points open.
    pub(super) fn outcomes<const P: usize>(
        &mut self,
        lanes: usize,
        mover: usize,
        next: impl Fn(usize, usize) -> [f64; P],
    ) -> [Outcome<P>; LANES] {
        let mut after = [[[0.0; LANES]; P]; ENDINGS];
        for (left, after) in after.iter_mut().enumerate() {
            for lane in 0..lanes {
                let worth = next(lane, left);
                (0..P).for_each(|player| after[player][lane] = worth[player]);
            }
        }
        let chances = self.play(&after.map(|after| after[mover]));
        let mut worth = [[0.0; LANES]; P];
        for (chance, after) in chances.iter().zip(&after) {
            for player in 0..P {
                for lane in 0..LANES {
                    worth[player][lane] += chance[lane] * after[player][lane];
                }
            }
        }
        std::array::from_fn(|lane| Outcome {
            worth: worth.map(|worth| worth[lane]),
            shut: chances[0][lane],
        })
    }
}

/// What happens in one of the lanes.
pub(super) fn lane(endings: &[Lanes; ENDINGS], lane: usize) -> Endings {
    endings.map(|chance| chance[lane])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_played_for_few_points_leaves_as_many_as_its_endings_say() {
        let mut turns = Turns::new();
        let found = turns.play(&std::array::from_fn(|left| [-(left as f64); LANES]));
        let endings = lane(&found, LANES - 1);
        assert!((endings.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mean: f64 = endings.iter().enumerate().map(|(left, chance)| left as f64 * chance).sum();
        assert!((mean - 234_384_832_645.0 / 19_591_041_024.0).abs() < 1e-12);
    }

    #[test]
    fn no_set_of_open_lids_that_can_be_stuck_leaves_more_than_43_points() {
        let stuck = (1..=ALL).filter(|&lids| PLAN.choices[usize::from(lids)].stuck > 0.0);
        assert_eq!(stuck.map(points).max(), Some(ENDINGS as u8 - 1));
    }
}
