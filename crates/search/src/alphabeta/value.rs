//! Values: whole numbers as the player who chooses sees them.

/// A win at the root; a win further down is worth one less for each action until then, so that
/// the shortest is the best, and the longest loss.
pub(super) const WIN: i32 = 1_000_000;
/// No line is longer.
pub(super) const LONGEST: usize = 240;
/// Greater than every value.
pub(super) const BEYOND: i32 = WIN + 1;
/// A value from here on is a proven win.
pub(super) const PROVEN: i32 = WIN - LONGEST as i32 - 1;
/// The greatest opinion: whatever an evaluation says, a proven win is more.
const OPINION: i32 = PROVEN - 1;

/// An evaluation kept apart from what is proven.
pub(super) fn opinion(value: i32) -> i32 {
    value.clamp(-OPINION, OPINION)
}

/// Whether a value is a certain win or loss and no opinion.
pub(super) fn is_proven(value: i32) -> bool {
    value.abs() >= PROVEN
}

/// A value of a move that is liked by so much. What is proven is not a matter of liking.
pub(super) fn liked(value: i32, liking: i32) -> i32 {
    if is_proven(value) { value } else { opinion(value + liking) }
}

/// A value found `ply` actions below the root, as seen from the position itself, so that it is
/// true wherever that position comes again.
pub(super) fn from_here(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= PROVEN => v + ply as i32,
        v if v <= -PROVEN => v - ply as i32,
        v => v,
    }
}

/// The opposite of [`from_here`].
pub(super) fn from_root(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= PROVEN => v - ply as i32,
        v if v <= -PROVEN => v + ply as i32,
        v => v,
    }
}

/// What a value rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ground {
    /// Whether no opinion is part of it: every line that counts came to an end of the game.
    pub(super) sure: bool,
    /// The first place on the way down to which one of them leads back. What lies between there and
    /// the position is part of the reason; elsewhere it may not be there.
    back: usize,
}

impl Ground {
    /// The rules.
    pub(super) const FIRM: Ground = Ground { sure: true, back: usize::MAX };
    /// An opinion.
    pub(super) const SOFT: Ground = Ground { sure: false, back: usize::MAX };

    /// That this place on the way down comes again.
    pub(super) fn coming_back_to(place: usize) -> Self {
        Ground { back: place, ..Ground::FIRM }
    }

    /// Both together.
    pub(super) fn and(self, other: Ground) -> Self {
        Ground { sure: self.sure && other.sure, back: self.back.min(other.back) }
    }

    /// Whether it holds for the position `ply` actions below the root however one comes there.
    pub(super) fn holds_anywhere(self, ply: usize) -> bool {
        self.sure && self.back >= ply
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_as_far_away_wherever_it_is_kept() {
        let found = WIN - 9;
        assert_eq!(from_here(found, 4), WIN - 5);
        assert_eq!(from_root(from_here(found, 4), 4), found);
        assert_eq!(from_root(from_here(-found, 4), 2), -(WIN - 7));
        assert_eq!(from_here(17, 4), 17);
    }

    #[test]
    fn no_opinion_is_taken_for_a_proof() {
        assert!(!is_proven(opinion(i32::MAX)) && !is_proven(opinion(i32::MIN)));
        assert!(is_proven(WIN - 3) && is_proven(3 - WIN));
    }
}
