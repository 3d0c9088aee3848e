//! The constants of verdicts, grades and luck, each with its source. Losses are shares of the win, so 0.05
//! is five points.

use parlour_session::Session;

use crate::report::{Fortune, Grade, Verdict};

/// Less than this is rounding.
pub(crate) const EPSILON: f64 = 1e-9;

/// An answer that loses less than this against the best counts as right: Lichess accepts the same in "Learn
/// from your mistakes".
pub const RIGHT_TOLERANCE: f64 = 0.035;

/// From which loss on a decision is an inaccuracy, a mistake and a blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// From here on it is an inaccuracy.
    pub inaccuracy: f64,
    /// From here on it is a mistake.
    pub mistake: f64,
    /// From here on it is a blunder.
    pub blunder: f64,
}

impl Thresholds {
    /// Lichess and chess.com call a loss of 5 points an inaccuracy and one of 10 a mistake; 20 is the last
    /// threshold of chess.com.
    pub(crate) const WITHOUT_DICE: Thresholds =
        Thresholds { inaccuracy: 0.05, mistake: 0.10, blunder: 0.20 };
    /// GNU Backgammon: doubtful from 0.04 of equity on, bad from 0.08, very bad from 0.16; the equity of a
    /// single game goes from -1 to 1, so a point of the win is 0.02.
    pub(crate) const WITH_DICE: Thresholds =
        Thresholds { inaccuracy: 0.02, mistake: 0.04, blunder: 0.08 };

    /// The thresholds for a game. With open dice a single decision matters less. Values in a game with secrets
    /// are too rough for the finer thresholds.
    pub fn of(session: &dyn Session, has_chance: bool) -> Self {
        if has_chance && !session.has_secrets() {
            Thresholds::WITH_DICE
        } else {
            Thresholds::WITHOUT_DICE
        }
    }

    /// The verdict on a decision that lost this share.
    pub fn verdict(self, loss: f64) -> Verdict {
        let Thresholds { inaccuracy, mistake, blunder } = self;
        match loss {
            loss if loss < EPSILON => Verdict::Best,
            loss if loss < inaccuracy => Verdict::Good,
            loss if loss < mistake => Verdict::Inaccuracy,
            loss if loss < blunder => Verdict::Mistake,
            _ => Verdict::Blunder,
        }
    }

    /// The grade for this mean loss of a decision. The limits are GNU Backgammon's for its error rate, 0.002
    /// to 0.035 of equity; without dice they grow as the thresholds of the verdicts do.
    pub fn grade(self, mean_loss: f64) -> Grade {
        const LIMITS: [(f64, Grade); 7] = [
            (0.002, Grade::Supernatural),
            (0.005, Grade::WorldClass),
            (0.008, Grade::Expert),
            (0.012, Grade::Advanced),
            (0.018, Grade::Intermediate),
            (0.026, Grade::Casual),
            (0.035, Grade::Beginner),
        ];
        let scale = 0.5 * self.inaccuracy / Thresholds::WITH_DICE.inaccuracy;
        let limit = LIMITS.iter().find(|(limit, _)| mean_loss < limit * scale);
        limit.map_or(Grade::Novice, |&(_, grade)| grade)
    }
}

/// How kind chance was. GNU Backgammon calls a roll lucky from 0.3 of equity on and very lucky from 0.6.
pub(crate) fn fortune(luck: &[f64]) -> Option<Fortune> {
    let most = luck.iter().copied().fold(0.0, |most: f64, luck| most.max(luck.abs()));
    match most {
        most if most >= 0.30 => Some(Fortune::VeryLucky),
        most if most >= 0.15 => Some(Fortune::Lucky),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_threshold_begins_a_verdict() {
        let verdicts =
            |thresholds: Thresholds, losses: [f64; 5]| losses.map(|loss| thresholds.verdict(loss));
        let all =
            [Verdict::Best, Verdict::Good, Verdict::Inaccuracy, Verdict::Mistake, Verdict::Blunder];
        assert_eq!(verdicts(Thresholds::WITHOUT_DICE, [0.0, 0.049, 0.05, 0.1, 0.2]), all);
        assert_eq!(verdicts(Thresholds::WITH_DICE, [0.0, 0.019, 0.02, 0.04, 0.08]), all);
    }

    #[test]
    fn grades_follow_gnu_backgammon_where_there_are_dice() {
        let thresholds = Thresholds::WITH_DICE;
        assert_eq!(thresholds.grade(0.0), Grade::Supernatural);
        assert_eq!(thresholds.grade(0.0041), Grade::Advanced);
        assert_eq!(thresholds.grade(0.0174), Grade::Beginner);
        assert_eq!(thresholds.grade(0.0176), Grade::Novice);
        assert_eq!(Thresholds::WITHOUT_DICE.grade(0.01), Grade::Advanced);
    }
}
