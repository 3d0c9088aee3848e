//! Every push at once: for each direction and each axis of a pair, the set of pairs that can go.

use std::ops::ControlFlow;

use parlour_core::game::each;
use parlour_core::rng::{Rng, below};

use super::board::{AXES, Cells, Place, Places, step};
use parlour_core::hex::Direction;

/// A push: two neighbouring pieces and where they go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push {
    /// The piece named first: in the lower row, or with the lower number.
    pub first: Place,
    /// Where the other piece stands, seen from the first; one of [`AXES`].
    pub axis: Direction,
    /// Where both are pushed.
    pub to: Direction,
}

impl Push {
    /// The piece named second.
    pub fn second(self) -> Place {
        self.first.moved(step(self.axis))
    }

    /// Whether the pieces go along their own line.
    pub fn is_convoy(self) -> bool {
        self.to == self.axis || self.to == self.axis.opposite()
    }

    /// How many steps each piece goes. P2: a convoy goes two, so that it leaves two cells.
    pub fn steps(self) -> u8 {
        if self.is_convoy() { 2 } else { 1 }
    }

    /// Where the two pieces land, the one named first first; `None` beyond the pits.
    pub fn landings(self) -> Option<[Place; 2]> {
        let first = self.first.ahead(self.to, self.steps())?;
        let second = self.second().ahead(self.to, self.steps())?;
        Some([first, second])
    }
}

/// How many sets of pairs there are: one for each direction and axis.
const SETS: usize = 18;

/// All pushes of one player in one position.
///
/// Set 3 · direction + axis holds the first-named piece of each pair on that axis that can be
/// pushed in that direction. The sets lie word beside word, so that counting runs over all of
/// them at once.
pub(super) struct Pushes {
    words: [[u64; SETS]; 3],
}

impl Pushes {
    /// No push.
    pub(super) const NONE: Pushes = Pushes { words: [[0; SETS]; 3] };

    /// Finds the pushes of `targets`, the opponents' pieces on the board, into `free` places.
    ///
    /// A function of its own that writes in place: inlined into a playout, the sets would be
    /// kept in spilled registers first and copied afterwards.
    #[inline(never)]
    pub(super) fn fill(&mut self, targets: Cells, free: Places) {
        let mut put = |to: Direction| {
            for (axis, set) in toward(to, targets, free).into_iter().enumerate() {
                let [a, b, c] = &mut self.words;
                let at = 3 * to as usize + axis;
                [a[at], b[at], c[at]] = set.words();
            }
        };
        // Written out, so that each direction becomes code with its own fixed shifts.
        use Direction::*;
        put(Ne);
        put(E);
        put(Se);
        put(Sw);
        put(W);
        put(Nw);
    }

    /// Whether there is any; most positions answer within the first direction.
    #[inline(always)]
    pub(super) fn any(targets: Cells, free: Places) -> bool {
        let any = |to| {
            let [e, ne, nw] = toward(to, targets, free);
            !(e | ne | nw).is_empty()
        };
        use Direction::*;
        any(Ne) || any(E) || any(Se) || any(Sw) || any(W) || any(Nw)
    }

    #[inline(always)]
    fn set(&self, at: usize) -> Cells {
        Cells::new([self.words[0][at], self.words[1][at], self.words[2][at]])
    }

    /// The pairs that can be pushed some way, by axis.
    #[inline(always)]
    pub(super) fn pairs(&self) -> [Cells; 3] {
        let mut pairs = [Cells::EMPTY; 3];
        for at in 0..SETS {
            pairs[at % 3] = pairs[at % 3] | self.set(at);
        }
        pairs
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// How many each set holds.
    #[inline(always)]
    fn counts(&self) -> [u64; SETS] {
        let mut counts = [0; SETS];
        if cfg!(any(not(target_arch = "x86_64"), target_feature = "popcnt")) {
            for words in &self.words {
                counts
                    .iter_mut()
                    .zip(words)
                    .for_each(|(n, word)| *n += u64::from(word.count_ones()));
            }
            return counts;
        }
        // The oldest x86-64 has no instruction that counts bits. Plain arithmetic on pairs, fours
        // and bytes is something that the compiler can do for several sets in one go.
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        for words in &self.words {
            for (fours, word) in counts.iter_mut().zip(words) {
                let pairs = word - (word >> 1 & PAIRS);
                *fours += (pairs & FOURS) + (pairs >> 2 & FOURS);
            }
        }
        for count in &mut counts {
            let mut bytes = (*count & BYTES) + (*count >> 4 & BYTES);
            bytes += bytes >> 8;
            bytes += bytes >> 16;
            bytes += bytes >> 32;
            *count = bytes & 0xff;
        }
        counts
    }

    /// Visits each of them, once.
    #[inline(always)]
    pub(super) fn visit<B>(&self, mut visit: impl FnMut(Push) -> ControlFlow<B>) -> ControlFlow<B> {
        for at in 0..SETS {
            let (axis, to) = (AXES[at % 3], Direction::ALL[at / 3]);
            self.set(at).visit(|first| visit(Push { first, axis, to }))?;
        }
        ControlFlow::Continue(())
    }

    /// How many of them are so.
    pub(super) fn count_if(&self, is: impl Fn(Push) -> bool) -> u32 {
        let mut count = 0;
        let _ = self.visit(each(|push| count += u32::from(is(push))));
        count
    }

    /// One of them, each as likely as any other; `None` where there is none.
    #[inline(always)]
    pub(super) fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Push> {
        let counts = self.counts();
        let total = counts.iter().sum::<u64>() as u32;
        if total == 0 {
            return None;
        }
        let mut left = u64::from(below(rng, total));
        let mut at = 0;
        while left >= counts[at] {
            left -= counts[at];
            at += 1;
        }
        let first = self.set(at).nth(left as u32);
        Some(Push { first, axis: AXES[at % 3], to: Direction::ALL[at / 3] })
    }
}

/// The pairs that can be pushed one way, by axis.
#[inline(always)]
fn toward(to: Direction, targets: Cells, free: Places) -> [Cells; 3] {
    let open = free.beyond(step(to));
    // One that can go a step, and one that can lead a convoy. P3: a pit is never `open` itself,
    // so a leader on the edge has no second place.
    let loose = targets & open;
    let lead = loose & open.ahead(step(to));
    let pairs = |axis: Direction| {
        if to == axis {
            targets & lead.ahead(step(axis))
        } else if to == axis.opposite() {
            lead & targets.ahead(step(axis))
        } else {
            loose & loose.ahead(step(axis))
        }
    };
    [pairs(AXES[0]), pairs(AXES[1]), pairs(AXES[2])]
}
