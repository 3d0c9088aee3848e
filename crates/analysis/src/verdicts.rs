//! The constants of verdicts and luck, each with its source. Losses are shares of the win, so 0.05
//! is five points.

use parlour_session::Session;

use crate::report::{Fortune, Verdict};

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
}
