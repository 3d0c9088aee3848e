//! Which facts of a move are given as reasons.

use parlour_core::MoveFact;
use parlour_games::Session;

/// No more reasons than this are given.
pub const MOST: usize = 3;
/// A fact that weighs less, either way, is no reason.
const LEAST: i16 = 4;

/// What speaks for a legal move, the most important first: before all else what the move `other` does not
/// share. Empty where no fact does.
pub fn reasons_for(session: &dyn Session, action: &str, other: Option<&str>) -> Vec<MoveFact> {
    let shared = other.map(|other| session.facts(other)).unwrap_or_default();
    let mut facts = session.facts(action);
    facts.retain(|fact| fact.weight >= LEAST);
    facts.sort_by_key(|fact| {
        let is_shared = shared.iter().any(|other| other.label == fact.label);
        (is_shared, -fact.weight)
    });
    facts.truncate(MOST);
    facts
}

/// What speaks against a legal move, the most important first.
pub fn reasons_against(session: &dyn Session, action: &str) -> Vec<MoveFact> {
    let mut facts = session.facts(action);
    facts.retain(|fact| fact.weight <= -LEAST);
    facts.sort_by_key(|fact| fact.weight);
    facts.truncate(MOST);
    facts
}

#[cfg(test)]
mod tests {
    use parlour_games::find;

    use super::*;

    fn senet(position: &str) -> Box<dyn Session> {
        (find("senet").expect("a game").load)(position).expect("a position")
    }

    #[test]
    fn the_most_important_reason_comes_first_and_at_most_three_are_given() {
        // Black throws 3: 18/15 bumps the white piece on 15, 30/27 does not.
        let session = senet("..............w..b...........b b - 3");
        let reasons = reasons_for(session.as_ref(), "18/15", Some("30/27"));
        let kinds: Vec<&str> = reasons.iter().map(|fact| fact.kind).collect();
        assert_eq!(kinds.first(), Some(&"bump"));
        assert!(kinds.len() <= MOST && reasons.iter().all(|fact| fact.weight >= LEAST));
        let words = session.english(&[reasons[0].label]);
        assert_eq!(words, "Bumps a piece that had come 16 squares.");
    }

    #[test]
    fn what_the_other_move_shares_comes_last() {
        let session = senet("..............w..b...........b b - 3");
        let alone = reasons_for(session.as_ref(), "18/15", None);
        let compared = reasons_for(session.as_ref(), "18/15", Some("18/15"));
        assert_eq!(alone, compared, "all shared: the order stays");
    }
}
