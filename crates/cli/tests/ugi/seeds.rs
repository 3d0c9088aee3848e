//! What a search draws: where it must differ, and where it must repeat.

use std::collections::BTreeSet;

use crate::talk::{Live, timeless};

/// The move that is found.
fn best(engine: &mut Live, go: &str) -> String {
    let last = engine.ask(go).pop().unwrap_or_default();
    last.strip_prefix("bestmove ").unwrap_or_else(|| panic!("{go}: {last}")).to_owned()
}

/// What is found in this number of new games after these actions.
fn over_games(
    id: &'static str,
    options: &[&str],
    moves: &str,
    go: &str,
    games: u32,
) -> Vec<String> {
    let mut engine = Live::start(id);
    for option in options {
        assert!(engine.ask(option).is_empty(), "{option}");
    }
    let mut found = Vec::new();
    for _ in 0..games {
        engine.ask("uginewgame");
        assert!(engine.ask(&format!("position startpos{moves}")).is_empty());
        found.push(best(&mut engine, go));
    }
    found
}

fn differ(found: &[String]) -> bool {
    found.iter().collect::<BTreeSet<_>>().len() > 1
}

#[test]
fn the_counter_of_shell_out_is_not_under_the_same_shell_in_every_game() {
    let hidden = over_games("shell-out", &[], " moves d10 d5", "go movetime 5", 20);
    assert!(differ(&hidden), "{hidden:?}");
    let level = ["setoption name level value 3"];
    let hidden = over_games("shell-out", &level, " moves d10 d5", "go nodes 20", 20);
    assert!(differ(&hidden), "{hidden:?}");
}

#[test]
fn the_counter_of_shell_out_is_not_under_the_same_shell_in_every_deal() {
    let deals = ["d5 d10", "d10 d5", "d15 d5", "d20 d5", "d25 d5", "d50 d5"];
    let hidden =
        deals.map(|deal| over_games("shell-out", &[], &format!(" moves {deal}"), "go nodes 30", 2));
    assert!(hidden.iter().all(|found| found[0] == found[1]), "the same deal repeats: {hidden:?}");
    assert!(differ(&hidden.concat()), "{hidden:?}");
}

#[test]
fn a_level_plays_different_moves_in_different_games() {
    let level = ["setoption name level value 1"];
    let found = over_games("outwit", &level, "", "go", 20);
    assert!(differ(&found), "{found:?}");
}

#[test]
fn a_seed_makes_a_level_repeat() {
    let with_seed = |seed: u32| {
        let seed = format!("setoption name seed value {seed}");
        let options = ["setoption name level value 1", &seed];
        let found = over_games("outwit", &options, "", "go nodes 50", 3);
        assert!(!differ(&found), "{found:?}");
        found[0].clone()
    };
    let found: Vec<String> = (0..12).map(with_seed).collect();
    assert_eq!(found[3], with_seed(3));
    assert!(differ(&found), "{found:?}");
}

#[test]
fn a_seed_can_be_let_go_again() {
    let mut engine = Live::start("outwit");
    let refused = engine.ask("setoption name seed value +1");
    assert_eq!(refused, ["error seed takes auto or a whole number, not '+1'"]);
    for option in ["level value 1", "seed value 18446744073709551615", "seed value auto"] {
        assert!(engine.ask(&format!("setoption name {option}")).is_empty());
    }
    let found: Vec<String> = (0..20).map(|_| best(&mut engine, "go")).collect();
    assert!(differ(&found), "{found:?}");
}

#[test]
fn a_movers_random_choices_do_not_depend_on_the_secrets_of_others() {
    // Player 2 drew something else in each of these; player 1 is to hide, then to move.
    let worlds = [["d10 d5", "hh9 hf3"], ["d10 d50", "hh9 hf3"], ["d10 d15", "hh9 hc2"]];
    for option in ["level value best", "level value 2", "seed value 7"] {
        let found = worlds.map(|[deal, hidden]| {
            let mut engine = Live::start("shell-out");
            // A level slips as it likes, unless the seed is fixed.
            if option.starts_with("level value 2") {
                assert!(engine.ask("setoption name seed value 9").is_empty());
            }
            assert!(engine.ask(&format!("setoption name {option}")).is_empty());
            [deal.to_owned(), format!("{deal} {hidden}")].map(|moves| {
                assert!(engine.ask(&format!("position startpos moves {moves}")).is_empty());
                let lines = engine.ask("go nodes 100");
                lines.iter().map(|line| timeless(line)).collect::<Vec<_>>()
            })
        });
        assert_eq!(found[0], found[1], "{option}");
        assert_eq!(found[0], found[2], "{option}");
    }
}
