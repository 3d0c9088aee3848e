//! Matches and analysis, as a person or a script asks for them.

use std::fs;

use serde_json::Value;

use crate::common;

fn text(args: &[&str]) -> String {
    let output = common::parlour(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(args)).expect("JSON")
}

/// A place for this test's files.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_match_repeats_whatever_the_number_of_threads() {
    let play = |threads: &str| {
        let players = ["arena", "shut-the-box", "uct:nodes=10", "random", "uct:nodes=3"];
        json(&[&players[..], &["--games", "6", "--threads", threads, "--json"]].concat())
    };
    let found = play("1");
    assert_eq!(found, play("3"));
    // Three players of a game of two: every two meet.
    assert_eq!(found["games"], 18);
    let seats = |player: &Value| player["seats"].as_u64();
    assert!(found["players"].as_array().expect("a list").iter().all(|p| seats(p) == Some(12)));
}

#[test]
fn everybody_sits_at_a_table_that_is_big_enough() {
    let args = ["arena", "shut-the-box", "random", "uct:nodes=5", "random", "--players", "4"];
    let found = json(&[&args[..], &["--games", "3", "--json"]].concat());
    assert_eq!(found["games"], 3);
    let won = |player: &Value| player["won"].as_f64().unwrap_or_default();
    let total: f64 = found["players"].as_array().expect("a list").iter().map(won).sum();
    assert!((total - 3.0).abs() < 1e-9, "{found}");
}

#[test]
fn a_saved_match_goes_on_where_it_ended() {
    let folder = folder("saved-match");
    let save = folder.join("match.jsonl");
    let save = save.to_str().expect("a plain path");
    let args = ["arena", "senet", "random", "uct:nodes=4", "--save", save, "--json"];
    let first = json(&[&args[..], &["--games", "4"]].concat());
    assert_eq!(first["games"], 4);
    // Half a line, as a power cut leaves it.
    let mut kept = fs::read_to_string(save).expect("it was saved");
    assert_eq!(kept.lines().count(), 5);
    kept.truncate(kept.len() - 10);
    fs::write(save, &kept).expect("it can be written");
    let more = json(&[&args[..], &["--games", "6"]].concat());
    let whole = json(&["arena", "senet", "random", "uct:nodes=4", "--json", "--games", "6"]);
    assert_eq!(more, whole);
    let other = common::parlour(&["arena", "senet", "random", "random", "--save", save]);
    assert_eq!(other.status.code(), Some(2), "another match must not be mixed in");
}

#[test]
fn records_and_pictures_are_written() {
    let folder = folder("records");
    let (records, picture) = (folder.join("games"), folder.join("match.svg"));
    let paths = [&records, &picture].map(|path| path.to_str().expect("a plain path"));
    let args = ["arena", "outwit", "random", "uct:nodes=2", "--games", "2", "--opening", "6"];
    text(&[&args[..], &["--records", paths[0], "--svg", paths[1]]].concat());
    let record = fs::read_to_string(records.join("game-00001.txt")).expect("a record");
    for line in ["parlour: 1", "game: outwit", "player 1: random", "player 2: uct:nodes=2"] {
        assert!(record.lines().any(|l| l == line), "{line} in {record}");
    }
    let picture = fs::read_to_string(&picture).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.contains("uct:nodes=2"), "{picture}");
}

#[test]
fn a_match_of_two_tells_how_far_they_are_apart() {
    let args = ["arena", "shut-the-box", "careful:nodes=1", "random", "--players", "4"];
    let found = json(&[&args[..], &["--games", "40", "--json"]].concat());
    let step = &found["steps"][0];
    assert_eq!([&step["name"], &step["against"]], ["careful:nodes=1", "random"]);
    let number = |value: &Value| value.as_f64().expect("a number");
    let (score, elo) = (number(&step["score"]), number(&step["elo"]));
    assert!(score > 0.5 && elo > 0.0 && number(&step["error"]) > 0.0, "{found}");
    // With two seats of four, a seat wins as the two of a player do.
    let places = found["players"].as_array().expect("a list");
    assert!((number(&places[0]["score"]) - score).abs() < 1e-9, "{found}");
    let told = text(&[&args[..], &["--games", "40"]].concat());
    assert!(told.contains("careful:nodes=1 against random"), "{told}");
}

#[test]
fn a_test_ends_a_match_early() {
    let args = ["arena", "senet", "uct:nodes=60", "random", "--sprt", "0,100", "--games", "4000"];
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(found["test"]["better"], true);
    assert!(found["games"].as_u64() < Some(400), "{found}");
}

#[test]
fn another_program_can_play() {
    let program = format!("program:nodes=2:{} ugi shut-the-box", env!("CARGO_BIN_EXE_parlour"));
    let args = ["arena", "shut-the-box", "random", &program, "--games", "2", "--players", "3"];
    assert_eq!(json(&[&args[..], &["--json"]].concat())["games"], 2);
    let gone = ["arena", "senet", "random", "program:/nowhere/to/be/found ugi senet"];
    let output = common::parlour(&gone);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not be started"));
}

#[test]
fn moves_that_are_made_first_are_told_to_programs_and_kept() {
    let folder = folder("set-up-moves");
    let (records, save) = (folder.join("games"), folder.join("match.jsonl"));
    let paths = [&records, &save].map(|path| path.to_str().expect("a plain path"));
    let program = format!("program:nodes=2:{} ugi outwit", env!("CARGO_BIN_EXE_parlour"));
    let players = ["arena", "outwit", "random", &program, "--games", "2", "--opening", "2"];
    let kept = ["--records", paths[0], "--save", paths[1], "--json"];
    let found = json(&[&players[..], &["--moves", "e5a5"], &kept].concat());
    assert_eq!(found["games"], 2);
    let record = fs::read_to_string(records.join("game-00001.txt")).expect("a record");
    let (_, actions) = record.split_once("actions:\n").expect("actions");
    assert!(actions.starts_with("e5a5 "), "{record}");
    // A match from the start is another match.
    let other = common::parlour(&[&players[..], &kept].concat());
    assert_eq!(other.status.code(), Some(2));
    // Records that are wished for later are written of games that were played before.
    fs::remove_dir_all(&records).expect("it was there");
    json(&[&players[..], &["--moves", "e5a5"], &kept].concat());
    assert_eq!(fs::read_to_string(records.join("game-00001.txt")).ok(), Some(record));
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_games() {
    let games = ["--games", "100000000"];
    for args in [
        &["arena", "senet", "random", "random", "--svg", "/nowhere/at/all.svg"][..],
        &["train", "senet", "--weights", "/nowhere/at/all.bin"],
    ] {
        let output = common::parlour(&[args, &games].concat());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/at/all"), "{args:?}");
    }
}

#[test]
fn what_was_played_before_a_program_failed_is_told() {
    let folder = folder("failing-program");
    let script = folder.join("forty-searches.sh");
    // Passes everything on, but ends at the search after the fortieth.
    let lines = format!(
        "while read -r line; do\n\
           case $line in go*) n=$((n + 1)); [ $n -gt 40 ] && exit;; esac; echo \"$line\"\n\
         done | {} ugi shut-the-box\n",
        env!("CARGO_BIN_EXE_parlour")
    );
    fs::write(&script, lines).expect("a script");
    let program = format!("program:nodes=2:sh \"{}\"", script.display());
    let args = ["arena", "shut-the-box", "random", &program, "--games", "400", "--threads", "1"];
    let output = common::parlour(&args);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("has ended"));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("games") && told.contains("random"), "{told}");
}

#[test]
fn players_that_are_none_are_refused() {
    let refused = |args: &[&str]| {
        let output = common::parlour(&[&["arena", "senet"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&["random"]).contains("2 values required"));
    assert!(refused(&["random", "level:9"]).contains("levels go from 1 to 8"));
    assert!(refused(&["random", "uct"]).contains("say how long uct may think"));
    assert!(refused(&["random", "best"]).contains("such as best:time=100ms"));
    assert!(refused(&["random", "nobody:nodes=1"]).contains("no engine 'nobody'"));
    assert!(
        refused(&["random", "nobody"]).contains("no engine 'nobody'"),
        "nor a word of its time"
    );
    assert!(refused(&["random", "uct:nodes=1,wits=3"]).contains("no setting 'wits' here"));
    assert!(refused(&["random", "random", "random", "--sprt", "0,5"]).contains("two players"));
    assert!(refused(&["random", "random", "--opening", "100000"]).contains("no game lasts"));
    let judged = common::parlour(&["solve", "shut-the-box", "--judge", "uct"]);
    assert_eq!(judged.status.code(), Some(2), "it would never end");
}

#[test]
fn a_ladder_tells_of_every_step_and_of_no_other_meeting() {
    let folder = folder("ladder");
    let save = folder.join("match.jsonl");
    let save = save.to_str().expect("a plain path");
    let args = ["arena", "shut-the-box", "level:1", "level:2", "level:3", "--save", save];
    let ladder = [&args[..], &["--ladder", "--games", "6", "--json"]].concat();
    let found = json(&ladder);
    assert_eq!(found["games"], 12);
    let steps = found["steps"].as_array().expect("a list");
    let names = |step: &Value| [step["name"].clone(), step["against"].clone()];
    let told: Vec<_> = steps.iter().map(names).collect();
    assert_eq!(told, [["level:2", "level:1"], ["level:3", "level:2"]]);
    let first = &found["players"].as_array().expect("a list")[0]["against"];
    assert!(first.as_array().expect("a list").contains(&Value::Null), "{found}");
    // The numbers of its games are those of other meetings when all meet all.
    let all = common::parlour(&[&args[..], &["--games", "6"]].concat());
    assert!(!all.status.success());
    assert_eq!(json(&ladder), found);
    assert!(text(&ladder[..ladder.len() - 1]).contains("level:3 against level:2"));
}
