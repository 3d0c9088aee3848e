//! Whether a search finds one clearly best decision.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use parlour_search::Certainty;
use parlour_session::{TextLine, TextReport};

/// Moves that are worse by no more than this share of the gap are as good as the best.
const EQUAL: f64 = 0.15;
/// A position is won where the next move has this share, and lost where the best has the rest at most.
const WON: f64 = 0.85;
/// This number of moves get a value of their own.
pub(super) const LINES: NonZeroUsize = NonZeroUsize::new(8).expect("not zero");

/// A decision that is clear by one search.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Decision {
    /// The moves that are as good as the best, and the others, each with the mover's share of the win.
    pub(super) right: Vec<(String, f64)>,
    pub(super) wrong: Vec<(String, f64)>,
    pub(super) line: Vec<String>,
    pub(super) certainty: Certainty,
}

impl Decision {
    /// The decision, if the best moves are better than the rest by more than `gap` of the win, in a game
    /// that is not decided.
    pub(super) fn of(report: &TextReport, gap: f64) -> Option<Decision> {
        let lines = report.lines.iter().take(LINES.get());
        let mut lines: Vec<&TextLine> = lines.filter(|line| line.is_valued()).collect();
        lines.sort_by(|one, other| other.value.total_cmp(&one.value));
        let best = *lines.first()?;
        let equal = |line: &&TextLine| best.value - line.value <= EQUAL * gap;
        let (right, wrong): (Vec<&TextLine>, Vec<&TextLine>) = lines.iter().partition(|l| equal(l));
        let next = *wrong.first()?;
        let decided = next.value >= WON || best.value <= 1.0 - WON;
        if best.value - next.value <= gap || decided {
            return None;
        }
        let valued = |lines: Vec<&TextLine>| {
            lines.into_iter().map(|line| (line.moves[0].clone(), line.value)).collect()
        };
        Some(Decision {
            line: best.moves.clone(),
            certainty: best.certainty.min(next.certainty),
            right: valued(right),
            wrong: valued(wrong),
        })
    }

    pub(super) fn moves(&self) -> BTreeSet<&str> {
        self.right.iter().map(|(action, _)| action.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::PerSeat;

    use super::*;

    fn report(values: &[(&str, f64)]) -> TextReport {
        let line = |&(mv, value): &(&str, f64)| TextLine {
            moves: vec![mv.to_owned()],
            value,
            shares: PerSeat::new(2, value),
            certainty: Certainty::Estimated,
            visits: None,
            sampled: None,
        };
        TextReport::new(values.iter().map(line).collect(), 0, 0)
    }

    #[test]
    fn equal_moves_are_all_right_and_the_next_must_be_worse_by_the_gap() {
        let decision = Decision::of(&report(&[("a", 0.70), ("b", 0.68), ("c", 0.45)]), 0.20);
        let decision = decision.expect("a puzzle");
        assert_eq!(decision.moves(), BTreeSet::from(["a", "b"]));
        assert_eq!(decision.wrong, [("c".to_owned(), 0.45)]);
        let none = |values: &[(&str, f64)]| Decision::of(&report(values), 0.20).is_none();
        assert!(none(&[("a", 0.70), ("c", 0.55)]), "not clear");
        assert!(none(&[("a", 0.70), ("b", 0.69)]), "all are right");
        assert!(none(&[("a", 0.70), ("b", 0.60), ("c", 0.45)]), "b is neither right nor wrong");
    }

    #[test]
    fn a_decided_game_has_no_puzzle() {
        assert!(Decision::of(&report(&[("a", 1.0), ("b", 0.9)]), 0.05).is_none(), "won");
        assert!(Decision::of(&report(&[("a", 0.1), ("b", 0.0)]), 0.05).is_none(), "lost");
    }
}
