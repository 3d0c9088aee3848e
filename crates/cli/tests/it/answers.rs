//! `parlour bench --answers`.

use serde_json::Value;

use crate::common;

fn answers(args: &[&str]) -> Vec<Value> {
    let found = common::json(&[&["bench", "--answers", "--json"], args].concat());
    found.as_array().expect("a list").clone()
}

#[test]
fn every_question_is_asked_of_as_many_engines_as_are_wanted() {
    let results = answers(&["shut-the-box", "senet", "--players", "2", "--tries", "2"]);
    let printed = |result: &Value| {
        let text = |name: &str| result[name].as_str().expect("a text").to_owned();
        (text("game"), text("asked"))
    };
    let questions = ["nodes 1", "depth 1", "movetime 1", "movetime 15", "infinite, stop"];
    let expected = ["shut-the-box", "senet"].into_iter().flat_map(|game| {
        questions.into_iter().map(move |asked| (game.to_owned(), asked.to_owned()))
    });
    assert_eq!(results.iter().map(printed).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    for result in &results {
        assert_eq!((&result["players"], &result["first"]["answers"]), (&2.into(), &2.into()));
        // A game may be over before there are eight more decisions, but not before the second.
        let following = result["following"]["answers"].as_u64().expect("a count");
        assert!((2..=16).contains(&following), "{result}");
        for times in [&result["first"], &result["following"]] {
            let ms = |name: &str| times[name].as_f64().expect("milliseconds");
            assert!(0.0 < ms("median_ms") && ms("median_ms") <= ms("slowest_ms"), "{result}");
        }
    }
}

#[test]
fn a_search_for_15_ms_takes_no_less() {
    let results = answers(&["outwit", "--tries", "1"]);
    let timed = results.iter().find(|result| result["asked"] == "movetime 15").expect("asked");
    assert!(timed["first"]["median_ms"].as_f64() >= Some(15.0), "{timed}");
}

#[test]
fn games_with_secrets_and_more_players_are_asked_too() {
    let results = answers(&["shell-out", "--players", "3", "--tries", "1"]);
    assert!(results.iter().all(|result| result["players"] == 3 && result["first"]["answers"] == 1));
}
