//! What a coach says of a move: whether it gives too much away, or was the only good one.

use serde::{Deserialize, Serialize};

use crate::verdicts::Thresholds;

/// With fewer legal moves there was little to find that is worth praise.
const PRAISE_MOVES: usize = 3;

/// What the coach says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CoachVerdict {
    /// Nothing: it is good enough.
    Fine,
    /// It gives away more than a mistake does, or the rules alone say that it gives something away.
    GivesAway,
    /// It is the best of several, and every other move gives away about what a blunder does.
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
    /// How many moves were legal.
    pub moves: usize,
    /// Whether the rules alone say that the move gives something away for nothing.
    pub certain_loss: bool,
}

impl Values {
    /// The share of the win that the move gives away.
    pub fn lost(&self) -> f64 {
        if self.is_best { 0.0 } else { (self.best - self.made).max(0.0) }
    }

    /// What the coach says.
    pub fn verdict(&self) -> CoachVerdict {
        let thresholds = if self.dice { Thresholds::WITH_DICE } else { Thresholds::WITHOUT_DICE };
        // Praise that comes at every other move means nothing, so every other one must be a blunder.
        let Thresholds { mistake: limit, blunder: praise, .. } = thresholds;
        let several = self.moves >= PRAISE_MOVES;
        match self.second {
            _ if self.lost() > limit => CoachVerdict::GivesAway,
            _ if self.certain_loss && !self.is_best => CoachVerdict::GivesAway,
            Some(second) if self.is_best && several && self.best - second > praise => {
                CoachVerdict::OnlyGood
            }
            _ => CoachVerdict::Fine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(made: f64, second: f64, dice: bool) -> Values {
        let (best, is_best) = (0.60, made >= 0.60);
        let second = Some(second);
        Values { made, best, second, is_best, dice, moves: 5, certain_loss: false }
    }

    fn verdict(made: f64, second: f64, dice: bool) -> CoachVerdict {
        values(made, second, dice).verdict()
    }

    #[test]
    fn a_move_gives_too_much_away_beyond_ten_points_and_with_dice_beyond_four() {
        assert_eq!(verdict(0.51, 0.59, false), CoachVerdict::Fine);
        assert_eq!(verdict(0.49, 0.59, false), CoachVerdict::GivesAway);
        assert_eq!(verdict(0.57, 0.59, true), CoachVerdict::Fine);
        assert_eq!(verdict(0.55, 0.59, true), CoachVerdict::GivesAway);
    }

    #[test]
    fn what_the_rules_alone_speak_against_is_warned_of_unless_it_is_the_best() {
        let unsure = Values { certain_loss: true, ..values(0.59, 0.59, false) };
        assert_eq!(unsure.verdict(), CoachVerdict::GivesAway);
        let best = Values { certain_loss: true, ..values(0.60, 0.59, false) };
        assert_eq!(best.verdict(), CoachVerdict::Fine);
    }

    #[test]
    fn the_best_move_is_praised_where_all_others_are_blunders_and_there_were_several() {
        assert_eq!(verdict(0.60, 0.39, false), CoachVerdict::OnlyGood);
        assert_eq!(verdict(0.60, 0.45, false), CoachVerdict::Fine, "worse, but no blunder");
        assert_eq!(verdict(0.60, 0.51, true), CoachVerdict::OnlyGood);
        assert_eq!(verdict(0.60, 0.55, true), CoachVerdict::Fine, "worse, but no blunder");
        let of_two = Values { moves: 2, ..values(0.60, 0.39, false) };
        assert_eq!(of_two.verdict(), CoachVerdict::Fine, "one of two deserves no praise");
        let only = Values { second: None, moves: 1, ..values(0.60, 0.60, false) };
        assert_eq!(only.verdict(), CoachVerdict::Fine, "one legal move deserves no praise");
    }
}
