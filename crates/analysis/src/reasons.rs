//! Which facts of a move are given as reasons.

use parlour_core::MoveFact;
use parlour_session::Session;

/// No more reasons than this are given.
pub const MOST: usize = 3;
/// A fact that weighs less, either way, is no reason.
const LEAST: i16 = 4;

/// Facts of this weight, either way, decide the game.
const DECISIVE: i16 = 80;

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
    once_decided(&mut facts);
    facts.truncate(MOST);
    facts
}

/// What speaks against a legal move, the most important first.
pub fn reasons_against(session: &dyn Session, action: &str) -> Vec<MoveFact> {
    let mut facts = session.facts(action);
    facts.retain(|fact| fact.weight <= -LEAST);
    facts.sort_by_key(|fact| fact.weight);
    once_decided(&mut facts);
    facts.truncate(MOST);
    facts
}

/// The rules alone and a game of its own may both say that a move wins or loses: the weightiest is enough.
fn once_decided(facts: &mut Vec<MoveFact>) {
    let mut decided = false;
    facts.retain(|fact| {
        let again = decided && fact.weight.abs() >= DECISIVE;
        decided |= fact.weight.abs() >= DECISIVE;
        !again
    });
}

/// Whether the rules alone say that a legal move gives something away for nothing.
pub fn is_certain_loss(session: &dyn Session, action: &str) -> bool {
    session.facts(action).iter().any(|fact| fact.weight <= -DECISIVE)
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
    fn what_decides_the_game_is_said_once() {
        // After each of these pushes White makes a row of seven: the rules alone say so, and the game does.
        let position = "7/8/9/3b6/1ww3b4/12/4b8/3bbwwwww2/11/3w6/2w6/8/7 \
                        .......................................... b push 1";
        let session = (find("shout-7").expect("a game").load)(position).expect("a position");
        let losing = session.legal().into_iter().filter(|action| {
            let facts = session.facts(action);
            facts.iter().filter(|fact| fact.weight <= -DECISIVE).count() > 1
        });
        let losing: Vec<String> = losing.collect();
        assert!(!losing.is_empty(), "a move that two facts say loses");
        for action in losing {
            let against = reasons_against(session.as_ref(), &action);
            let decisive = against.iter().filter(|fact| fact.weight <= -DECISIVE).count();
            assert_eq!(decisive, 1, "{action}: {against:?}");
        }
    }

    #[test]
    fn a_guess_at_a_shell_that_everybody_has_seen_empty_is_a_certain_loss() {
        let position = "7/8/7a1/7a2/11/7B1Aa1/8ab*3/2b1b7/11/2b7/9/8/7 25,10 0,0 1/4 a play 0";
        let session = (find("shell-out").expect("a game").load)(position).expect("a position");
        assert!(is_certain_loss(session.as_ref(), "g9xg10"));
        assert!(!is_certain_loss(session.as_ref(), "g9xh9"), "that one may be loaded");
        assert!(!is_certain_loss(session.as_ref(), "g9-g8"));
    }

    #[test]
    fn what_the_other_move_shares_comes_last() {
        let session = senet("..............w..b...........b b - 3");
        let alone = reasons_for(session.as_ref(), "18/15", None);
        let compared = reasons_for(session.as_ref(), "18/15", Some("18/15"));
        assert_eq!(alone, compared, "all shared: the order stays");
    }
}
