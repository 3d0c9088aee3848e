//! Matches and analysis, as a person or a script asks for them.

use std::fs;

use serde_json::Value;

use crate::common::{self, failure, file, folder, json, text};

/// The same without the times, which no two matches have in common.
fn untimed(mut found: Value) -> Value {
    for player in found["players"].as_array_mut().expect("a list") {
        let player = player.as_object_mut().expect("a player");
        for time in ["ms_per_move", "longest_ms"] {
            let time = player.remove(time).and_then(|time| time.as_f64());
            assert!(time.is_some_and(|time| time >= 0.0), "{player:?}");
        }
    }
    found
}

#[test]
fn a_match_repeats_whatever_the_number_of_threads() {
    let play = |threads: &str| {
        let players = ["arena", "shut-the-box", "uct:nodes=10", "random", "uct:nodes=3"];
        untimed(json(&[&players[..], &["--games", "6", "--threads", threads, "--json"]].concat()))
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
    let save = &*file("saved-match");
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
    assert_eq!(untimed(more.clone()), untimed(whole));
    // How long the moves took is in the file, too.
    assert_eq!(json(&[&args[..], &["--games", "6"]].concat()), more);
    let why = failure(2, &["arena", "senet", "random", "random", "--save", save]);
    let printed = r#"players is ["random","uct:nodes=4"] there and ["random","random"] here"#;
    assert!(why.contains(printed), "{why}");
    let why = failure(2, &[&args[..], &["--player-threads", "2"]].concat());
    assert!(why.contains("player_threads is 1 there and 2 here"), "{why}");
    fs::write(save, "{\"number\":3}").expect("it can be written");
    let why = failure(2, &args);
    assert!(why.contains("does not begin as a saved match does"), "{why}");
}

#[test]
fn what_a_level_stands_for_is_kept_with_its_games() {
    let save = &*file("saved-levels");
    let args = ["arena", "shut-the-box", "level:1", "random", "--games", "2", "--save", save];
    text(&args);
    let kept = fs::read_to_string(save).expect("it was saved");
    let header: Value = serde_json::from_str(kept.lines().next().expect("a line")).expect("JSON");
    let meant = header["stand_for"][0].as_str().expect("a text");
    assert!(meant.contains(":") && !meant.starts_with("level"), "{meant}");
    let other = kept.replacen(meant, "uct:nodes=7", 1);
    fs::write(save, other).expect("it can be written");
    let why = failure(2, &args);
    let printed =
        format!(r#"stand_for is ["uct:nodes=7","random"] there and ["{meant}","random"]"#);
    assert!(why.contains(&printed), "{why}");
}

#[test]
fn damaged_games_of_a_saved_match_are_played_again() {
    let save = &*file("damaged-match");
    let args = ["arena", "senet", "random", "uct:nodes=4", "--games", "8", "--save", save];
    let whole = text(&[&args[..], &["--json"]].concat());
    let kept = fs::read_to_string(save).expect("it was saved");
    let mut lines: Vec<String> = kept.lines().map(str::to_owned).collect();
    let damage = |line: &mut String, key: &str, value: Value| {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        game[key] = value;
        *line = game.to_string();
    };
    damage(&mut lines[1], "shares", serde_json::json!([[200, 1], [1, 1]]));
    damage(&mut lines[2], "shares", serde_json::json!([[1, 1]]));
    damage(&mut lines[3], "shares", serde_json::json!([[1, 0], [1, 1]]));
    damage(&mut lines[4], "actions", "t2 off/29 over and out".into());
    damage(&mut lines[5], "actions", "t2".into());
    lines[6].truncate(40);
    fs::write(save, lines.join("\n")).expect("it can be written");
    let output = common::parlour(&[&args[..], &["--json"]].concat());
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    for line in 2..=7 {
        let told_of = format!("line {line} of {save} is damaged and is played again: ");
        assert!(printed.contains(&told_of), "{line}: {printed}");
    }
    let whole: Value = serde_json::from_str(&whole).expect("JSON");
    let again: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(untimed(again), untimed(whole));
    // They are there now, and nothing more is to be told.
    assert!(common::parlour(&args).stderr.is_empty());
}

#[test]
fn all_won_is_written_in_words_and_is_null_in_json() {
    let args = ["arena", "senet", "best:depth=1", "random", "--games", "4"];
    let printed = text(&args);
    let lines: Vec<Vec<&str>> =
        printed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1][..4], ["best:depth=1", "all", "won", "100.0%"], "{printed}");
    assert_eq!(lines[2][..4], ["random", "all", "lost", "0.0%"], "{printed}");
    let line = printed.lines().find(|line| line.contains(" against ")).expect("a meeting");
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words[3..], ["100.0%", "all", "won", "4", "0", "0"], "{printed}");
    let found = json(&[&args[..], &["--json"]].concat());
    for place in [&found["players"][0], &found["players"][1], &found["steps"][0]] {
        assert_eq!((&place["elo"], &place["error"]), (&Value::Null, &Value::Null), "{found}");
    }
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
    // A title names what it is in: a point's has been the whole picture's.
    assert!(picture.contains("\n<title>Outwit, 2 games</title>\n"), "{picture}");
    assert_eq!(picture.matches("fill=\"#2b5c8a\"><title>").count(), 2, "{picture}");
}

#[test]
fn a_match_of_two_gives_the_difference_of_their_ratings() {
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
    let [first, second] = [0, 1].map(|place| number(&places[place]["elo"]));
    assert!((first - second - elo).abs() < 1e-9, "{found}");
    let printed = text(&[&args[..], &["--games", "40"]].concat());
    assert!(printed.contains("careful:nodes=1 against random"), "{printed}");
}

#[test]
fn a_test_ends_a_match_early() {
    let args = ["arena", "senet", "uct:nodes=60", "random", "--sprt", "0,100", "--games", "4000"];
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(found["test"]["better"], true);
    assert!(found["games"].as_u64() < Some(400), "{found}");
}

#[test]
fn opening_moves_are_sent_to_programs_and_saved() {
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
    failure(2, &[&players[..], &kept].concat());
    // Records that are wished for later are written of games that were played before.
    fs::remove_dir_all(&records).expect("it was there");
    json(&[&players[..], &["--moves", "e5a5"], &kept].concat());
    assert_eq!(fs::read_to_string(records.join("game-00001.txt")).ok(), Some(record));
}

#[test]
fn a_ladder_lists_every_step_and_no_other_pairing() {
    let save = &*file("ladder");
    let args = ["arena", "shut-the-box", "level:1", "level:2", "level:3", "--save", save];
    let ladder = [&args[..], &["--ladder", "--games", "6", "--json"]].concat();
    let found = json(&ladder);
    assert_eq!(found["games"], 12);
    let steps = found["steps"].as_array().expect("a list");
    let names = |step: &Value| [step["name"].clone(), step["against"].clone()];
    let printed: Vec<_> = steps.iter().map(names).collect();
    assert_eq!(printed, [["level:2", "level:1"], ["level:3", "level:2"]]);
    let first = &found["players"].as_array().expect("a list")[0]["against"];
    assert!(first.as_array().expect("a list").contains(&Value::Null), "{found}");
    // The numbers of its games are those of other meetings when all meet all.
    let all = common::parlour(&[&args[..], &["--games", "6"]].concat());
    assert!(!all.status.success());
    assert_eq!(json(&ladder), found);
    assert!(text(&ladder[..ladder.len() - 1]).contains("level:3 against level:2"));
}

#[test]
fn scores_against_others_are_in_the_order_of_the_players() {
    // The worse player is named first.
    let args = ["arena", "senet", "random", "best:depth=1", "--games", "10", "--json"];
    let found = json(&args);
    let [first, second] = [0, 1].map(|place| found["players"][place].clone());
    assert_eq!(first["name"], "best:depth=1");
    let against = |player: &Value, place: usize| player["against"][place].clone();
    assert_eq!((against(&first, 0), against(&first, 1)), (Value::Null, first["score"].clone()));
    assert_eq!((against(&second, 0), against(&second, 1)), (second["score"].clone(), Value::Null));
    for (player, other) in [(&first, 1), (&second, 0)] {
        let met = &player["results_against"][other];
        for kind in ["wins", "draws", "losses"] {
            assert_eq!(met[kind], player[kind], "{found}");
        }
    }
    assert_eq!(first["wins"], second["losses"]);
    let games = |kind: &str| first[kind].as_u64().expect("a number");
    assert_eq!(games("wins") + games("draws") + games("losses"), 10);
}

#[test]
fn shares_of_the_win_are_not_called_wins() {
    let heading = |players: &str| {
        let args = ["arena", "shut-the-box", "random", "random", "--games", "2", "-p", players];
        let printed = text(&args);
        let first = printed.lines().next().expect("a heading");
        first.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(heading("2")[4..7], ["wins", "draws", "losses"]);
    assert_eq!(heading("3")[4..6], ["share", "wins"]);
}

#[test]
fn a_test_that_ends_undecided_says_so() {
    let args = ["arena", "senet", "random", "random", "--sprt", "0,5", "--games", "2"];
    let printed = text(&args);
    assert!(
        printed.ends_with("2 games, and the test is undecided: it takes more games\n"),
        "{printed}"
    );
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(found["test"].get("better"), Some(&Value::Null), "{found}");
}
