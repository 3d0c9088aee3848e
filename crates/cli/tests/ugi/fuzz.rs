//! Lines that nobody in their right mind would send.

use std::cell::RefCell;
use std::collections::HashMap;

use parlour_games::all;
use proptest::prelude::*;

use crate::talk::Live;

/// Words that mean something, in places where they may not.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(vec![
            "ugi", "isready", "uginewgame", "position", "startpos", "pos", "moves", "query", "turn",
            "legal", "chance", "view", "gameover", "result", "perft", "go", "nodes", "movetime",
            "stop", "setoption", "name", "value", "players", "0", "1", "2", "3", "-1", "pass",
            "f4f1", "t1", "r53", "1+7", "g7", "d25", "99999999999999999999", "b", "-", "?", "/",
        ]).prop_map(str::to_owned),
        1 => "[ -~]{0,12}",
        1 => "\\PC{0,6}",
    ];
    prop::collection::vec(word, 0..7).prop_map(|words| words.join(" "))
}

thread_local! {
    static ENGINES: RefCell<HashMap<&'static str, Live>> = RefCell::default();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_line_is_answered_and_an_error_changes_nothing(line in words(), which in 0usize..8) {
        // Long work is tested elsewhere.
        prop_assume!(!line.contains("perft") && !line.contains("movetime"));
        prop_assume!(line.trim() != "quit");
        let id = all().nth(which % all().len()).expect("a game").id;
        ENGINES.with_borrow_mut(|engines| {
            let engine = engines.entry(id).or_insert_with(|| Live::start(id));
            let before = engine.ask("query position");
            let answers = engine.ask(&line);
            check(&line, &answers)?;
            if answers.first().is_some_and(|answer| answer.starts_with("error ")) {
                prop_assert_eq!(engine.ask("query position"), before, "{}", line);
            }
            prop_assert_eq!(engine.ask("isready"), ["readyok"]);
            Ok(())
        })?;
    }

    #[test]
    fn every_byte_is_survived(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        prop_assume!(!bytes.contains(&b'\n'));
        ENGINES.with_borrow_mut(|engines| {
            let id = all().next().expect("a game").id;
            let engine = engines.entry(id).or_insert_with(|| Live::start(id));
            let answers = engine.ask_bytes(&bytes);
            prop_assert_eq!(answers.len(), 1, "{:?}", answers);
            prop_assert!(answers[0].starts_with("error "));
            Ok(())
        })?;
    }
}

/// The answers have the form that the line's first word promises.
fn check(line: &str, answers: &[String]) -> Result<(), TestCaseError> {
    let one = |start: &str| answers.len() == 1 && answers[0].starts_with(start);
    let refused = one("error ");
    let fine = match line.split_whitespace().next().unwrap_or_default() {
        "ugi" => answers.last().is_some_and(|answer| answer == "ugiok"),
        "isready" => one("readyok"),
        "uginewgame" | "position" | "setoption" | "stop" => answers.is_empty(),
        "query" => one("response"),
        "go" => answers.last().is_some_and(|answer| answer.starts_with("bestmove ")),
        _ => false,
    };
    prop_assert!(fine || refused, "{line:?} got {answers:?}");
    Ok(())
}
