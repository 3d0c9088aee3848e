//! Other programs in a match.

use std::fs;

use crate::common::{self, failure, folder, json};

/// A player that a shell plays: what it does when a search is asked for.
pub(crate) fn shell(folder: &std::path::Path, handshake: &str, go: &str) -> String {
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

#[test]
fn a_program_that_never_stops_talking_times_out() {
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
fn an_illegal_move_is_reported_with_its_text() {
    let folder = folder("illegal-move");
    let program = shell(&folder, ":", "echo lost my way >&2; echo bestmove z9z9");
    let args = ["arena", "outwit", "random", &program, "--games", "2", "--threads", "1"];
    let why = failure(1, &[&args[..], &["--opening", "0"]].concat());
    for part in ["in game 1: illegal move 'z9z9' as action 2 of the game, at ", "'lost my way'"] {
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn another_program_can_play() {
    let program = format!("program:nodes=2:{} ugi shut-the-box", env!("CARGO_BIN_EXE_parlour"));
    let args = ["arena", "shut-the-box", "random", &program, "--games", "2", "--players", "3"];
    assert_eq!(json(&[&args[..], &["--json"]].concat())["games"], 2);
    let gone = ["arena", "senet", "random", "program:/nowhere/to/be/found ugi senet"];
    assert!(failure(2, &gone).contains("could not be started"));
}

#[test]
fn games_before_a_program_failed_are_reported() {
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
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("games") && printed.contains("random"), "{printed}");
}

#[test]
fn a_level_is_refused_for_a_program_without_levels() {
    let folder = folder("program-without-levels");
    let program = shell(&folder, ":", "exit 3").replace("time=1ms", "level=3");
    let args = ["arena", "outwit", "random", &program, "--games", "2", "--threads", "1"];
    let why = failure(2, &args);
    assert!(why.contains("has no option 'level', so it can't be told to play at level 3"), "{why}");
    shell(&folder, "echo option name Level type combo", "exit 3");
    let why = failure(1, &args);
    assert!(why.contains("it said: 'setoption name Level value 3'"), "{why}");
}

#[test]
fn a_program_of_another_game_is_refused() {
    let program =
        |game: &str| format!("program:nodes=2:{} ugi {game}", env!("CARGO_BIN_EXE_parlour"));
    let why = failure(2, &["arena", "outwit", "random", &program("senet"), "--games", "2"]);
    for part in ["plays another game than Outwit", "Senet'"] {
        assert!(why.contains(part), "{why}");
    }
    // One that is told options which it has not.
    let why = failure(2, &["arena", "shut-the-box", "random", &program("senet"), "--games", "2"]);
    assert!(why.contains("it lists no option 'players' and may be playing another game"), "{why}");
}

#[test]
fn an_illegal_first_move_may_be_one_of_another_game() {
    let folder = folder("first-move");
    let program = shell(&folder, ":", "echo bestmove z9z9");
    let args = ["arena", "outwit", "random", &program, "--games", "2", "--threads", "1"];
    let why = failure(1, &args);
    assert!(why.contains("it was its first move, so it may be playing another game"), "{why}");
}
