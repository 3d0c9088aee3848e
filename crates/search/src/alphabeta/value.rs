//! Values: whole numbers from the point of view of the player to move.

/// A win at the root. A win further down is worth one less for each ply, so that the shortest win and the
/// longest loss are best.
pub(super) const WIN: i32 = 1_000_000;
pub(super) const LONGEST: usize = 240;
/// Greater than every value.
pub(super) const INFINITY: i32 = WIN + 1;
/// The least value of a proven win.
pub(super) const PROVEN: i32 = WIN - LONGEST as i32 - 1;
/// The greatest evaluation: a proven win is always more.
const MAX_EVALUATION: i32 = PROVEN - 1;

/// An evaluation, clamped below proven values.
pub(super) fn clamp_evaluation(value: i32) -> i32 {
    value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

pub(super) fn is_proven(value: i32) -> bool {
    value.abs() >= PROVEN
}

/// The value of a move with noise added. Proven values are not changed.
pub(super) fn with_noise(value: i32, noise: i32) -> i32 {
    if is_proven(value) { value } else { clamp_evaluation(value + noise) }
}

/// A value found `ply` plies below the root, relative to the position itself, so that it holds wherever
/// the position recurs.
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

/// What a value depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// Whether it is proven: every line that counts came to an end of the game.
    pub(super) proven: bool,
    /// The first ply of the path to which one of these lines leads back. The value depends on the path from
    /// there on.
    back: usize,
}

impl Proof {
    /// On the rules alone.
    pub(super) const PROVEN: Proof = Proof { proven: true, back: usize::MAX };
    /// On an evaluation.
    pub(super) const ESTIMATED: Proof = Proof { proven: false, back: usize::MAX };

    /// On the recurrence of the position at this ply.
    pub(super) fn coming_back_to(place: usize) -> Self {
        Proof { back: place, ..Proof::PROVEN }
    }

    /// Both together.
    pub(super) fn and(self, other: Proof) -> Self {
        Proof { proven: self.proven && other.proven, back: self.back.min(other.back) }
    }

    /// Whether it holds for the position at `ply` on every path to it.
    pub(super) fn holds_anywhere(self, ply: usize) -> bool {
        self.proven && self.back >= ply
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_as_far_away_wherever_it_is_kept() {
        let finish_line = WIN - 9;
        assert_eq!(from_here(finish_line, 4), WIN - 5);
        assert_eq!(from_root(from_here(finish_line, 4), 4), finish_line);
        assert_eq!(from_root(from_here(-finish_line, 4), 2), -(WIN - 7));
        assert_eq!(from_here(17, 4), 17);
    }

    #[test]
    fn no_opinion_is_taken_for_a_proof() {
        assert!(!is_proven(clamp_evaluation(i32::MAX)) && !is_proven(clamp_evaluation(i32::MIN)));
        assert!(is_proven(WIN - 3) && is_proven(3 - WIN));
    }
}
