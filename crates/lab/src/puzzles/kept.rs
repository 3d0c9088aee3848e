//! The puzzles that were found, and which are still wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use parlour_lessons::{Likeness, PuzzleGrade};

/// No more puzzles than this are alike.
const ALIKE: usize = 10;

/// What was found so far.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) of_grade: BTreeMap<PuzzleGrade, usize>,
    pub(super) alike: BTreeMap<Likeness, usize>,
    pub(super) positions: BTreeSet<String>,
    /// How many questions about secrets.
    pub(super) counting: usize,
}

impl Kept {
    pub(super) fn count(&self) -> usize {
        self.of_grade.values().sum()
    }

    /// Whether another puzzle of this kind is wanted, of `count` in all.
    pub(super) fn wants(&self, grade: PuzzleGrade, kind: Option<&Likeness>, count: usize) -> bool {
        let of_grade = self.of_grade.get(&grade).copied().unwrap_or(0);
        let alike = kind.and_then(|kind| self.alike.get(kind)).copied().unwrap_or(0);
        alike < ALIKE && of_grade < count.div_ceil(PuzzleGrade::ALL.len())
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |grade| self.of_grade.get(&grade).copied().unwrap_or(0);
        let [easy, middling, hard] = PuzzleGrade::ALL.map(count);
        write!(f, "{easy} easy, {middling} middling, {hard} hard")
    }
}
