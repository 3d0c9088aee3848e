//! What a coach says of a move: whether it gives too much away, or was the only good one.

/// A move that loses more than this share of the win gives too much away.
pub const COACH_THRESHOLD: f64 = 0.10;
/// The same where dice decide from turn to turn: single moves matter less there.
pub const COACH_THRESHOLD_DICE: f64 = 0.04;

/// What the coach says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoachVerdict {
    /// Nothing: it is good enough.
    Fine,
    /// It gives away more than the limit.
    GivesAway,
    /// It is the best, and every other move gives away more than the limit.
    OnlyGood,
}

/// The mover's shares of the win that a coach compares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Values {
    /// After the move that was made.
    pub made: f64,
    /// After the best move.
    pub best: f64,
    /// After the second best move, where there is one.
    pub second: Option<f64>,
    /// Whether the move that was made is the best.
    pub is_best: bool,
    /// Whether dice decide what follows.
    pub dice: bool,
}

impl Values {
    /// The share of the win that the move gives away.
    pub fn lost(&self) -> f64 {
        if self.is_best { 0.0 } else { (self.best - self.made).max(0.0) }
    }

    /// What the coach says.
    pub fn verdict(&self) -> CoachVerdict {
        let limit = if self.dice { COACH_THRESHOLD_DICE } else { COACH_THRESHOLD };
        match self.second {
            _ if self.lost() > limit => CoachVerdict::GivesAway,
            Some(second) if self.is_best && self.best - second > limit => CoachVerdict::OnlyGood,
            _ => CoachVerdict::Fine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(made: f64, second: f64, dice: bool) -> CoachVerdict {
        let (best, is_best) = (0.60, made >= 0.60);
        Values { made, best, second: Some(second), is_best, dice }.verdict()
    }

    #[test]
    fn a_move_gives_too_much_away_beyond_ten_points_and_with_dice_beyond_four() {
        assert_eq!(verdict(0.51, 0.59, false), CoachVerdict::Fine);
        assert_eq!(verdict(0.49, 0.59, false), CoachVerdict::GivesAway);
        assert_eq!(verdict(0.57, 0.59, true), CoachVerdict::Fine);
        assert_eq!(verdict(0.55, 0.59, true), CoachVerdict::GivesAway);
    }

    #[test]
    fn the_best_move_is_praised_where_the_second_best_gives_too_much_away() {
        assert_eq!(verdict(0.60, 0.45, false), CoachVerdict::OnlyGood);
        assert_eq!(verdict(0.60, 0.55, false), CoachVerdict::Fine);
        assert_eq!(verdict(0.60, 0.55, true), CoachVerdict::OnlyGood);
        let only = Values { made: 0.1, best: 0.1, second: None, is_best: true, dice: false };
        assert_eq!(only.verdict(), CoachVerdict::Fine, "one legal move deserves no praise");
    }
}
