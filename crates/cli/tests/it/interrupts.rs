//! Matches that somebody asked to end.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::{self, folder, program};
use crate::programs::shell;

/// A match that is saved as `save`, and asked to end once this file has this number of lines.
fn interrupted(args: &[&str], save: &Path, lines: usize) -> Output {
    let mut command = program(args);
    command.arg("--save").arg(save);
    let has = |text: String| text.lines().count() >= lines;
    common::interrupted(&mut command, || fs::read_to_string(save).is_ok_and(has))
}

#[test]
fn an_interrupted_match_reports_its_finished_games() {
    let folder = folder("interrupted");
    let (save, picture) = (folder.join("match.jsonl"), folder.join("match.svg"));
    let svg = picture.to_str().expect("a plain path");
    let players = ["arena", "shut-the-box", "random", "random", "--svg", svg];
    let args = [&players[..], &["--games", "100000000", "--json"]].concat();
    let output = interrupted(&args, &save, 5);
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let games = found["games"].as_u64().expect("a number");
    let lines = fs::read_to_string(&save).expect("a file").lines().count() as u64;
    assert_eq!(
        (games, &found["interrupted"]),
        (lines - 1, &Value::Bool(true)),
        "all that was kept"
    );
    let sentence =
        format!("interrupted after {games} of 100000000 games; the same command continues");
    assert!(said.starts_with(&sentence), "{said}");
    assert!(fs::read_to_string(&picture).expect("a picture").starts_with("<svg "));
}

#[test]
fn a_search_and_a_program_that_are_abandoned_end_at_once() {
    let folder = folder("abandoned");
    let silent = shell(&folder, ":", ":").replace("time=1ms", "time=3600s");
    // Ready when it sits down, but never for a game: twenty seconds would be waited for it.
    let unready = folder.join("unready.sh");
    let lines = fs::read_to_string(folder.join("player.sh")).expect("a script");
    let twice = "isready) n=$((n + 1)); [ $n -le 2 ] && echo readyok;;";
    fs::write(&unready, lines.replace("isready) echo readyok;;", twice)).expect("a script");
    let unready = format!("program:time=1s:sh \"{}\"", unready.display());
    for (number, player) in ["best:time=3600s", &silent, &unready].into_iter().enumerate() {
        let save = folder.join(format!("{number}.jsonl"));
        let args = ["arena", "outwit", player, "random", "--games", "2", "--threads", "1"];
        // The first line is there before the first game begins.
        let output = interrupted(&args, &save, 1);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.starts_with("interrupted after 0 of 2 games; the same"), "{said}");
        assert!(output.stdout.is_empty(), "nothing is known of no games");
    }
}

#[test]
fn an_interrupted_analysis_shows_the_best_line_so_far() {
    for (game, wanted) in [("outwit", "lines"), ("senet", "outcomes")] {
        let mut command = program(&["analyse", game, "--seconds", "3600", "--json"]);
        let begun = std::time::Instant::now();
        let output = common::interrupted(&mut command, || {
            begun.elapsed() > std::time::Duration::from_secs(2)
        });
        assert_eq!(output.status.code(), Some(130), "{game}");
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(!found[wanted].as_array().expect("a list").is_empty(), "{game}: {found}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.ends_with("interrupted: this is the best so far\n"), "{said}");
    }
}
