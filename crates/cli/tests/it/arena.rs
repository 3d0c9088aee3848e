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

/// What is said when a match is refused or fails, with this exit code.
fn failure(code: i32, args: &[&str]) -> String {
    let output = common::parlour(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    error
}

/// A player that a shell plays: what it does when a search is asked for.
fn shell(folder: &std::path::Path, handshake: &str, go: &str) -> String {
    let script = folder.join("player.sh");
    let lines = format!(
        "while read -r line; do case $line in\n\
         ugi) {handshake}; echo ugiok;;\n\
         isready) echo readyok;;\n\
         setoption*) echo \"$line\" >&2;;\n\
         go*) {go};;\n\
         esac; done\n"
    );
    fs::write(&script, lines).expect("a script");
    format!("program:time=1ms:sh \"{}\"", script.display())
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
    assert_eq!(untimed(more.clone()), untimed(whole));
    // How long the moves took is in the file, too.
    assert_eq!(json(&[&args[..], &["--games", "6"]].concat()), more);
    let why = failure(2, &["arena", "senet", "random", "random", "--save", save]);
    assert!(why.contains("players are random, uct:nodes=4 there and random, random here"), "{why}");
    let why = failure(2, &[&args[..], &["--player-threads", "2"]].concat());
    assert!(why.contains("--player-threads is 1 there and 2 here"), "{why}");
}

#[test]
fn what_a_level_stands_for_is_kept_with_its_games() {
    let folder = folder("saved-levels");
    let save = folder.join("match.jsonl");
    let save = save.to_str().expect("a plain path");
    let args = ["arena", "shut-the-box", "level:1", "random", "--games", "2", "--save", save];
    text(&args);
    let kept = fs::read_to_string(save).expect("it was saved");
    let header: Value = serde_json::from_str(kept.lines().next().expect("a line")).expect("JSON");
    let meant = header["stand_for"][0].as_str().expect("a text");
    assert!(meant.contains(":") && !meant.starts_with("level"), "{meant}");
    let other = kept.replacen(meant, "uct:nodes=7", 1);
    fs::write(save, other).expect("it can be written");
    let why = failure(2, &args);
    let told = format!("level:1 is uct:nodes=7 there and {meant} here");
    assert!(why.contains(&told), "{why}");
}

#[test]
fn damaged_games_of_a_saved_match_were_counted() {
    let folder = folder("damaged-match");
    let save = folder.join("match.jsonl");
    let save = save.to_str().expect("a plain path");
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
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    for line in 2..=7 {
        let told_of = format!("line {line} of {save} is damaged and is played again: ");
        assert!(told.contains(&told_of), "{line}: {told}");
    }
    let whole: Value = serde_json::from_str(&whole).expect("JSON");
    let again: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(untimed(again), untimed(whole));
    // They are there now, and nothing more is to be told.
    assert!(common::parlour(&args).stderr.is_empty());
}

#[test]
fn a_program_that_never_stops_talking_hung_the_match() {
    let folder = folder("talking-program");
    let program = shell(&folder, "while :; do echo info; done", "exit");
    let why = failure(2, &["arena", "outwit", "random", &program, "--games", "2"]);
    assert!(why.contains("did not answer with ugiok within 5 s"), "{why}");
}

#[test]
fn programs_think_on_as_many_threads_as_the_others() {
    let folder = folder("threads-of-programs");
    let program = shell(&folder, "echo option name Threads type spin", "exit 3");
    let args = ["arena", "outwit", "random", &program, "--games", "2", "--threads", "1"];
    let why = failure(1, &[&args[..], &["--player-threads", "3"]].concat());
    assert!(why.contains("has ended; it said: 'setoption name Threads value 3'"), "{why}");
    shell(&folder, ":", "exit 3");
    let why = failure(2, &[&args[..], &["--player-threads", "3"]].concat());
    assert!(why.contains("has no option 'threads', so it can't be told to think on 3"), "{why}");
    let why = failure(1, &args);
    assert!(why.ends_with("has ended\n"), "one thread is what every program has: {why}");
}

#[test]
fn an_illegal_move_was_told_without_the_move() {
    let folder = folder("illegal-move");
    let program = shell(&folder, ":", "echo lost my way >&2; echo bestmove z9z9");
    let args = ["arena", "outwit", "random", &program, "--games", "2", "--threads", "1"];
    let why = failure(1, &[&args[..], &["--opening", "0"]].concat());
    for part in ["in game 1: illegal move 'z9z9' as action 2 of the game, at ", "'lost my way'"] {
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn all_won_is_told_in_words_and_as_no_number() {
    let args = ["arena", "senet", "best:depth=1", "random", "--games", "4"];
    let told = text(&args);
    let lines: Vec<Vec<&str>> =
        told.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1][..4], ["best:depth=1", "all", "won", "100.0%"], "{told}");
    assert_eq!(lines[2][..4], ["random", "all", "lost", "0.0%"], "{told}");
    assert!(told.contains("best:depth=1 against random  100.0%  all won\n"), "{told}");
    let found = json(&[&args[..], &["--json"]].concat());
    for place in [&found["players"][0], &found["players"][1], &found["steps"][0]] {
        assert_eq!((&place["elo"], &place["error"]), (&Value::Null, &Value::Null), "{found}");
    }
}

#[test]
fn numbers_of_games_that_no_match_can_have_are_refused() {
    for games in ["0", "18446744073709551615", "many"] {
        let why = failure(2, &["arena", "senet", "random", "random", "--games", games]);
        assert!(why.contains("a match has from 1 to 1000000000 games"), "{why}");
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
    let [first, second] = [0, 1].map(|place| number(&places[place]["elo"]));
    assert!((first - second - elo).abs() < 1e-9, "{found}");
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
