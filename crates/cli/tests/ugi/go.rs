//! Searches: what may be said meanwhile, and what they may know.

use parlour_games::all;

use crate::talk::{Live, say};

/// The answers but for `info` lines.
fn facts(lines: &str) -> Vec<&str> {
    lines.lines().filter(|line| !line.starts_with("info ")).collect()
}

#[test]
fn every_search_ends_with_a_best_move() {
    for game in all() {
        let mut engine = Live::start(game.id);
        let mut moves = String::new();
        for _ in 0..12 {
            engine.ask(&format!("position startpos moves{moves}"));
            let turn = engine.ask("query turn").remove(0);
            let legal = engine.ask("query legal").remove(0);
            let legal: Vec<&str> = legal.split(' ').skip(1).collect();
            // A short game may be over before that.
            if turn == "response over" {
                break;
            }
            if turn == "response chance" {
                assert!(engine.ask("go nodes 5")[0].starts_with("error chance decides"));
                moves += &format!(" {}", legal[0]);
                continue;
            }
            let answer = engine.ask("go nodes 20");
            assert!(answer[0].starts_with("info nodes "), "{answer:?}");
            let best = answer.last().and_then(|line| line.strip_prefix("bestmove "));
            let best = best.unwrap_or_else(|| panic!("{}: {answer:?}", game.id));
            assert!(legal.contains(&best), "{}: {best} of {legal:?}", game.id);
            moves += &format!(" {best}");
        }
    }
}

#[test]
fn info_lines_give_what_was_found() {
    let lines = say("outwit", "go nodes 600\n");
    let info: Vec<&str> = lines.lines().filter(|line| line.starts_with("info ")).collect();
    let nodes = |line: &str| line.split(' ').nth(2).map(str::to_owned);
    let nodes: Vec<_> = info.iter().filter_map(|line| nodes(line)).collect();
    assert_eq!(nodes, ["256", "512", "600"]);
    let words: Vec<&str> = info[2].split(' ').collect();
    let places = [(3, "time"), (5, "nps"), (7, "depth"), (9, "score"), (12, "shares"), (15, "pv")];
    for (place, word) in places {
        assert_eq!(words[place], word, "{}", info[2]);
    }
    assert!(words.contains(&"string"));
    assert!(["estimated", "proven", "exact"].contains(&words[11]));
    let score: f64 = words[10].parse().expect("a number");
    assert!((0.0..=1.0).contains(&score));
    let best = lines.lines().last().and_then(|line| line.strip_prefix("bestmove "));
    assert_eq!(Some(words[16]), best);
}

#[test]
fn a_node_budget_repeats() {
    let best = |nodes: u32| say("outwit", &format!("go nodes {nodes}\n"));
    let last = |text: String| text.lines().last().map(str::to_owned);
    assert_eq!(last(best(300)), last(best(300)));
}

#[test]
fn a_search_ends_with_a_stop_and_not_before() {
    for go in ["go movetime 3600000", "go infinite"] {
        let engine = Live::search("outwit", go);
        engine.send("isready");
        engine.until("readyok");
        engine.send("stop");
        let rest = engine.until("bestmove ");
        assert!(rest.iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")));
        assert_eq!(engine.close(), Vec::<String>::new());
    }
}

#[test]
fn other_lines_wait_for_the_search() {
    let engine = Live::search("outwit", "go movetime 3600000");
    engine.send("position startpos moves f4f1");
    engine.send("query turn");
    engine.send("nonsense");
    engine.send("go movetime 3600000");
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    let facts = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| !line.starts_with("info ")).collect()
    };
    let first = facts(engine.until("bestmove"));
    assert_eq!(first.len(), 1);
    // `stop` came after all of them: the second search ends as soon as it begins.
    let rest = facts(engine.until("bestmove"));
    assert_eq!(rest[0], "response 2");
    assert!(rest[1].starts_with("error no command"));
    assert_eq!(rest.len(), 3);
    assert!(engine.close().is_empty());
}

#[test]
fn quit_ends_a_search_with_its_best_move() {
    let engine = Live::search("outwit", "go movetime 3600000");
    engine.send("quit");
    engine.send("isready");
    assert!(engine.until("bestmove").iter().all(|line| line != "readyok"));
    assert_eq!(engine.next(), None);
}

/// The two seconds of grace are for scripts that ask and quit in one breath.
#[test]
fn quit_ends_a_search_at_once_for_a_person() {
    let three = "setoption name players value 3";
    let thrown = "position startpos moves r53";
    for (game, before, work) in [
        ("outwit", ["isready"; 2], "go infinite"),
        ("outwit", ["isready"; 2], "go movetime 3600000"),
        ("shout-7", ["isready"; 2], "go nodes 1000000000"),
        ("shut-the-box", [three, thrown], "go infinite"),
        ("shut-the-box", [three, thrown], "go movetime 3600000"),
    ] {
        let mut engine = Live::start(game);
        for line in before {
            engine.ask(line);
        }
        engine.send(work);
        engine.take_breath();
        engine.send("quit");
        let lines: Vec<String> = std::iter::from_fn(|| engine.next()).collect();
        for line in lines.iter().filter(|line| line.starts_with("info ")) {
            let time = line.split(' ').nth(4).and_then(|time| time.parse::<u64>().ok());
            assert!(time.is_some_and(|time| time < 2000), "{game}: {work}: {line}");
        }
    }
}

#[test]
fn quit_ends_an_infinite_search_even_in_one_breath() {
    let lines = say("outwit", "go infinite\nquit\n");
    assert!(facts(&lines)[0].starts_with("bestmove"), "{lines}");
    let times = lines.lines().filter_map(|line| line.split(' ').nth(4)?.parse::<u64>().ok());
    assert!(times.max().is_none_or(|time| time < 2000), "{lines}");
}

#[test]
fn quit_does_not_wait_for_what_cannot_be_stopped_at_once() {
    let engine = Live::search("outwit", "go infinite");
    for _ in 0..4000 {
        engine.send("go movetime 20");
    }
    engine.send("isready");
    engine.until("readyok");
    engine.take_breath();
    engine.send("quit");
    let rest = std::iter::from_fn(|| engine.next());
    let moves = rest.filter(|line| line.starts_with("bestmove")).count();
    assert!(moves < 100, "{moves} searches were made after quit");
}

#[test]
fn the_end_of_input_lets_a_search_finish() {
    let lines = say("outwit", "go nodes 50");
    assert!(facts(&lines)[0].starts_with("bestmove "), "{lines}");
}

#[test]
fn a_script_may_ask_and_quit_in_one_breath() {
    assert_eq!(say("outwit", "perft 2\nperft 3\nquit\n"), "nodes 817\nnodes 24428\n");
    let lines = say("outwit", "go nodes 300\nquery turn\ngo nodes 10\nquit\n");
    assert!(lines.contains("info nodes 300 "), "{lines}");
    assert_eq!(facts(&lines).len(), 3);
}

#[test]
fn a_count_can_be_stopped() {
    let engine = Live::start("outwit");
    engine.send("perft 40");
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    assert_eq!(engine.until("error"), ["error perft 40 was stopped before it was done"]);
}

#[test]
fn too_many_waiting_lines_are_refused() {
    let engine = Live::search("outwit", "go movetime 3600000");
    for _ in 0..4097 {
        engine.send("uginewgame");
    }
    assert!(engine.until("error").pop().is_some_and(|line| line.contains("too many lines")));
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn several_lines_are_given_when_asked_for() {
    let lines = say("outwit", "go nodes 300 multipv 4\n");
    let last: Vec<&str> = lines.lines().rev().skip(1).take(4).collect();
    for (line, number) in last.iter().rev().zip(1..) {
        assert!(line.starts_with("info nodes 300 "), "{line}");
        assert!(line.contains(&format!(" multipv {number} score 0.")), "{line}");
    }
}

#[test]
fn an_infinite_search_ends_with_the_input() {
    let lines = say("outwit", "go infinite\ngo infinite\n");
    assert_eq!(facts(&lines).len(), 2, "{lines}");
}

#[test]
fn a_level_has_a_budget_of_its_own() {
    let lines = say("outwit", "setoption name level value 1\ngo\n");
    assert!(facts(&lines)[0].starts_with("bestmove "), "{lines}");
    let lines = say("outwit", "setoption name level value 9\nsetoption name threads value 0\n");
    assert_eq!(
        facts(&lines),
        ["error level takes best or 1 to 8, not '9'", "error threads takes 1 to 256, not '0'"]
    );
}

/// The nodes and the depth of an `info` line.
fn work(line: &str) -> (u64, u32) {
    let words: Vec<&str> = line.split(' ').collect();
    let after = |name| words.iter().position(|&word| word == name).map(|place| words[place + 1]);
    let number = |name| after(name).and_then(|text| text.parse().ok()).expect("a number");
    (number("nodes"), number("depth") as u32)
}

#[test]
fn a_sole_move_is_analysed() {
    let mut engine = Live::start("senet");
    engine.ask("position startpos moves t3");
    assert_eq!(engine.ask("query legal")[0].split(' ').count(), 2, "one move");
    for go in ["go depth 2", "go movetime 3600000 depth 2", "go depth 2 multipv 3"] {
        let printed = engine.ask(go);
        let (nodes, depth) = work(&printed[printed.len() - 2]);
        assert!(nodes > 1 && depth == 2, "{go}: {printed:?}");
    }
    // Anyone who only wants a move does not wait for it.
    for go in ["go movetime 3600000", "setoption name level value 7\ngo"] {
        let printed = engine.ask(go);
        assert_eq!(work(&printed[0]), (0, 0), "{go}: {printed:?}");
        assert_eq!(printed.len(), 2, "{go}: {printed:?}");
    }
    engine.ask("setoption name level value best");
    engine.send("go infinite");
    engine.until("info nodes 1024 ");
    engine.send("stop");
    engine.until("bestmove ");
}
