//! Games played by an independent reference, replayed to the letter: who acts, the position, the
//! legal actions, the chances, what each player may know, and the result.

use std::process::Command;

use parlour_core::laws::viewers;
use parlour_core::{OptionValues, Turn};
use parlour_games::all;
use parlour_session::{Entry, Session};
use serde_json::Value;

#[test]
fn reference_games_replay_to_the_letter() {
    for entry in all() {
        let lines = replay_file(entry, &format!("conformance/{}.jsonl", entry.id));
        assert!(lines > 0, "{} has reference games", entry.id);
    }
}

#[test]
fn rare_situations_replay_to_the_letter() {
    for entry in all() {
        let lines = replay_file(entry, &format!("conformance/{}-edges.jsonl", entry.id));
        assert!(lines > 0, "{} has rare situations", entry.id);
    }
}

#[test]
fn fresh_games_of_the_references_replay_to_the_letter() {
    let play = crate::common::path("../references/play.py");
    for entry in all() {
        // Three games of each variant by seed 2: those in the files come from seed 1.
        let sample = ["sample", entry.id, "2", "3"];
        // -B: no byte code beside the sources.
        let run = Command::new("python3").arg("-B").arg(&play).args(sample).output();
        let run = run.unwrap_or_else(|e| panic!("this test needs python3: {e}"));
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{}: {errors}", entry.id);
        let games = String::from_utf8(run.stdout).expect("UTF-8");
        assert!(replay_lines(entry, &games, &format!("{}.py", entry.id)) > 0, "{}", entry.id);
    }
}

fn replay_file(entry: &Entry, name: &str) -> usize {
    replay_lines(entry, &crate::common::read(name), name)
}

fn replay_lines(entry: &Entry, text: &str, name: &str) -> usize {
    for (number, line) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        replay(entry, &record, &format!("{name}:{}", number + 1));
    }
    text.lines().count()
}

fn replay(entry: &Entry, record: &Value, at: &str) {
    let mut session = match record["from"].as_str() {
        Some(text) => (entry.load)(text).unwrap_or_else(|e| panic!("{at}: {e}")),
        None => (entry.open)(&options(&record["options"])).unwrap_or_else(|e| panic!("{at}: {e}")),
    };
    for (number, step) in record["steps"].as_array().expect("steps").iter().enumerate() {
        let at = format!("{at}, step {number}");
        compare(&*session, step, &at);
        let action = step["play"].as_str().expect("an action");
        session.play(action).unwrap_or_else(|e| panic!("{at}: {e}"));
    }
    assert_eq!(session.position(), record["final"].as_str().expect("final"), "{at}");
    let result = session.shares().map(|s| s.to_string());
    let wanted = record["result"].as_array().map(|shares| {
        let words: Vec<&str> = shares.iter().map(|s| s.as_str().expect("a share")).collect();
        words.join(" ")
    });
    assert_eq!(result, wanted, "{at}");
}

fn compare(session: &dyn Session, step: &Value, at: &str) {
    let turn = match session.turn() {
        Turn::Player(seat) => seat.to_string(),
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "over".to_owned(),
    };
    assert_eq!(turn, step["turn"].as_str().expect("turn"), "{at}");
    assert_eq!(session.position(), step["position"].as_str().expect("position"), "{at}");
    if let Some(legal) = step["legal"].as_array() {
        let wanted: Vec<&str> = legal.iter().map(|t| t.as_str().expect("a text")).collect();
        assert_eq!(session.legal(), wanted, "{at}");
    }
    if let Some(chance) = step["chance"].as_object() {
        compare_chances(session, chance, at);
    }
    if let Some(views) = step["views"].as_array() {
        let ours: Vec<String> = viewers(session.seats()).map(|v| session.view(v)).collect();
        assert_eq!(ours, *views, "{at}");
    }
}

fn compare_chances(session: &dyn Session, wanted: &serde_json::Map<String, Value>, at: &str) {
    let ours = session.chances();
    let total: u64 = ours.iter().map(|(_, weight)| u64::from(*weight)).sum();
    assert_eq!(ours.len(), wanted.len(), "{at}");
    for (text, weight) in ours {
        let fraction = wanted.get(&text).and_then(Value::as_str);
        let fraction = fraction.unwrap_or_else(|| panic!("{at}: {text} cannot come up"));
        let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
        let [above, below] = [above, below].map(|n| n.parse::<u64>().expect("a number"));
        assert_eq!(u64::from(weight) * below, above * total, "{at}: {text}");
    }
}

fn options(value: &Value) -> OptionValues {
    let pairs = value.as_object().expect("options").iter();
    pairs
        .map(|(name, value)| match value {
            Value::String(text) => (name.clone(), text.clone()),
            other => (name.clone(), other.to_string()),
        })
        .collect()
}
