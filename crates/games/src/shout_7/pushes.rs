//! Every push at once: for each direction and each axis of a pair, the set of pairs that can go.

use parlour_core::rng::{Rng, below};

use super::board::{AXES, Cells, Place, Places, step};
use crate::hex::Direction;

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

/// All pushes of one player in one position.
///
/// `sets[direction][axis]` holds the first-named piece of each pair on that axis that can be
/// pushed in that direction.
pub(super) struct Pushes {
    sets: [[Cells; 3]; 6],
}

impl Pushes {
    /// The pushes of `targets`, the opponents' pieces on the board, into `free` places.
    #[inline(always)]
    pub(super) fn find(targets: Cells, free: Places) -> Pushes {
        Pushes { sets: Direction::ALL.map(|to| toward(to, targets, free)) }
    }

    /// Whether there is any; most positions answer within the first direction.
    #[inline(always)]
    pub(super) fn any(targets: Cells, free: Places) -> bool {
        Direction::ALL.into_iter().any(|to| {
            let [e, ne, nw] = toward(to, targets, free);
            !(e | ne | nw).is_empty()
        })
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.sets.iter().flatten().map(|set| set.count()).sum()
    }

    /// Each of them, once.
    pub(super) fn iter(&self) -> impl Iterator<Item = Push> {
        Direction::ALL.into_iter().flat_map(move |to| {
            AXES.into_iter().enumerate().flat_map(move |(index, axis)| {
                self.sets[to as usize][index].iter().map(move |first| Push { first, axis, to })
            })
        })
    }

    /// One of them, each as likely as any other; `None` where there is none.
    #[inline(always)]
    pub(super) fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Push> {
        let counts: [u32; 18] = std::array::from_fn(|i| self.sets[i / 3][i % 3].count());
        let total = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let mut left = below(rng, total);
        let mut at = 0;
        while left >= counts[at] {
            left -= counts[at];
            at += 1;
        }
        let first = self.sets[at / 3][at % 3].nth(left);
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
    AXES.map(|axis| {
        if to == axis {
            targets & lead.ahead(step(axis))
        } else if to == axis.opposite() {
            lead & targets.ahead(step(axis))
        } else {
            loose & loose.ahead(step(axis))
        }
    })
}
