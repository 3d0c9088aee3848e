//! When a move of a game with secrets counts as worse than another: values are means of samples there, and the
//! engine itself draws its moves.

use parlour_search::Difference;
use parlour_session::TextLine;

/// From this number of standard errors on, a difference is no accident.
const SURE: f64 = 2.0;

/// A move is no error if the engine itself, which must be hard to predict, makes it this often, compared with the
/// move that it makes most often.
const OFTEN: f64 = 0.25;

/// Whether a move is worse by more than the error of the comparison.
pub(crate) fn is_sure(difference: &Difference) -> bool {
    difference.mean > 0.0 && difference.mean >= SURE * difference.error
}

/// The move that a search makes most often itself, which is what another is compared with: by value alone the
/// first line can be one that it hardly ever makes. The first of the lines where none says how often.
pub(crate) fn most_often(lines: &[TextLine]) -> Option<&TextLine> {
    let chance = |line: &TextLine| line.sampled.map_or(0.0, |sampled| sampled.chance);
    // The last of equals would win: the first lines are the best.
    lines.iter().rev().max_by(|one, other| chance(one).total_cmp(&chance(other)))
}

/// Whether the search would make a move often itself.
pub(crate) fn is_mixed_in(played: &TextLine, lines: &[TextLine]) -> bool {
    let chance = |line: &TextLine| line.sampled.map(|sampled| sampled.chance);
    let most = lines.iter().filter_map(chance).fold(0.0, f64::max);
    chance(played).is_some_and(|chance| chance >= OFTEN * most)
}

/// What a move loses against the best of these lines of one search, the best first: nothing where the difference
/// may be chance, or where the search makes the move often itself. `None` where its value is not known.
pub fn lost_in(lines: &[TextLine], action: &str) -> Option<f64> {
    let best = lines.first()?;
    let played = lines.iter().find(|line| line.moves[0] == action)?;
    if !played.is_valued() {
        return None;
    }
    let error = |line: &TextLine| line.sampled.map_or(0.0, |sampled| sampled.error);
    let error = error(best).hypot(error(played));
    let difference = Difference { mean: best.value - played.value, error };
    let counts = is_sure(&difference) && !is_mixed_in(played, lines);
    Some(if counts { difference.mean } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use parlour_core::PerSeat;
    use parlour_search::{Certainty, Sampled};

    use super::*;

    fn line(action: &str, value: f64, chance: f64, error: f64) -> TextLine {
        TextLine {
            moves: vec![action.to_owned()],
            value,
            shares: PerSeat::new(2, value),
            certainty: Certainty::Estimated,
            visits: Some(100),
            sampled: Some(Sampled { chance, error }),
        }
    }

    #[test]
    fn only_a_difference_beyond_its_error_is_a_loss() {
        let lost = |value: f64, chance: f64, error: f64| {
            lost_in(&[line("a", 0.6, 0.8, 0.01), line("b", value, chance, error)], "b")
        };
        assert!((lost(0.5, 0.0, 0.02).expect("a value") - 0.1).abs() < 1e-12);
        assert_eq!(lost(0.5, 0.0, 0.06), Some(0.0), "it may be chance");
        assert_eq!(lost(0.5, 0.2, 0.02), Some(0.0), "the search makes it often itself");
        assert_eq!(lost(0.5, 0.0, 0.3), None, "its value is not known");
    }
}
