//! The analysis of a position, where a player moves and where chance decides.

use serde_json::Value;

use crate::common::{self, keys};

fn json(args: &[&str]) -> Value {
    common::json(&[args, &["--json"]].concat())
}

fn refused(args: &[&str]) -> String {
    common::failure(2, args)
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
}

#[test]
fn analysis_ranks_moves_from_the_movers_view() {
    let found = json(&["analyse", "shell-out", "--moves", "d10 d5 hh9 hf3", "--nodes", "200"]);
    assert_eq!((&found["player"], &found["game"]), (&1.into(), &"shell-out".into()));
    let lines = found["lines"].as_array().expect("a list");
    assert_eq!(lines.len(), 5);
    for line in lines {
        let shares = line["shares"].as_array().expect("a list");
        let total: f64 = shares.iter().filter_map(Value::as_f64).sum();
        assert!((total - 1.0).abs() < 1e-6, "{line}");
        assert_eq!(line["value"], shares[0]);
    }
    let other = ["analyse", "shell-out", "--moves", "d10 d50 hh9 hc2", "--nodes", "200"];
    let mut other = json(&other);
    other["seconds"] = found["seconds"].clone();
    assert_eq!(found, other, "what the other player drew and hid is unknown");
}

#[test]
fn a_position_where_chance_decides_is_analysed() {
    for (game, outcomes) in [("senet", 5), ("shut-the-box", 21)] {
        let found = json(&["analyse", game, "--nodes", "300"]);
        let expected = [
            "certainty",
            "depth",
            "game",
            "nodes",
            "outcomes",
            "seconds",
            "shares",
            "turn",
            "view",
        ];
        assert_eq!((keys(&found), &found["turn"]), (expected.to_vec(), &"chance".into()));
        let list = found["outcomes"].as_array().expect("a list");
        assert_eq!(list.len(), outcomes, "{game}");
        let mut mean = [0.0; 2];
        for outcome in list {
            let expected = ["action", "certainty", "chance", "moves", "shares", "turn"];
            assert_eq!(keys(outcome), expected);
            assert_eq!(outcome["turn"], "1", "{game}: the first player can use every throw");
            assert!(!outcome["moves"].as_array().expect("a list").is_empty());
            let chance = outcome["chance"].as_f64().expect("a number");
            mean.iter_mut().zip(numbers(&outcome["shares"])).for_each(|(m, s)| *m += chance * s);
        }
        for (mean, printed) in mean.iter().zip(numbers(&found["shares"])) {
            assert!((mean - printed).abs() < 1e-9, "{game}: {mean} {printed}");
        }
    }
}

#[test]
fn what_chance_brings_comes_to_what_the_solution_says() {
    // A throw that cannot be used ends the turn, and chance decides again or the game is over.
    for position in ["123456789 0,0 1 ?", "12689 24,29 2 ?", "19 0,12 1 ?"] {
        let solved = json(&["solve", "shut-the-box", position]);
        let found = json(&["analyse", "shut-the-box", position, "--nodes", "2000"]);
        assert_eq!(found["certainty"], "exact", "{position}");
        for (one, other) in numbers(&solved["shares"]).iter().zip(numbers(&found["shares"])) {
            assert!((one - other).abs() < 1e-9, "{position}: {one} {other}");
        }
    }
    let found = json(&["analyse", "shut-the-box", "19 0,12 1 ?", "--nodes", "2000"]);
    let list = found["outcomes"].as_array().expect("a list");
    assert!(list.iter().any(|outcome| outcome["turn"] == "chance"), "{found}");
    let found = json(&["analyse", "shut-the-box", "12689 24,29 2 ?", "--nodes", "2000"]);
    let list = found["outcomes"].as_array().expect("a list");
    let over = list.iter().find(|outcome| outcome["turn"] == "over").expect("a throw that loses");
    assert_eq!((numbers(&over["shares"]), &over["moves"]), (vec![1.0, 0.0], &Value::Array(vec![])));
}

#[test]
fn a_secret_draw_is_asked_for_by_name() {
    let said = refused(&["analyse", "shell-out"]);
    assert!(said.contains("one of d10, d15, d20, d25, d5, d50"), "{said}");
    assert!(said.contains("--moves 'd10 d15'"), "{said}");
    let said = refused(&["analyse", "shell-out", "--players", "3", "--moves", "d50"]);
    assert!(said.contains("--moves 'd50 d10 d15'"), "{said}");
    let example = ["analyse", "shell-out", "--moves", "d10 d15", "--nodes", "50"];
    assert_eq!(json(&example)["turn"], "1", "the example does what it promises");
}

#[test]
fn a_finished_game_is_analysed_as_its_result() {
    let over = "l3l1lll/8l/6l1L/9/9/9/9/dDd6/ddd6/ddd3l2 d 0";
    let found = json(&["analyse", "outwit", over]);
    assert_eq!(keys(&found), ["game", "result", "shares", "turn", "view"]);
    assert_eq!((numbers(&found["shares"]), &found["result"][1]), (vec![0.0, 1.0], &"1".into()));
    let text = common::text(&["analyse", "outwit", over]);
    assert_eq!(text, "the game is over: Dark has won\nLight  0\nDark   1\n");
}

#[test]
fn a_sole_move_is_analysed() {
    let printed = |limit: &str, much: &str| {
        json(&["analyse", "senet", "--moves", "t3", limit, much, "--lines", "1"])
    };
    let (shallow, deep) = (printed("--depth", "1"), printed("--depth", "3"));
    for (found, depth) in [(&shallow, 1), (&deep, 3)] {
        assert_eq!(found["lines"].as_array().map(Vec::len), Some(1), "one move");
        assert_eq!(found["depth"], depth, "{found}");
    }
    assert!(deep["nodes"].as_u64() > shallow["nodes"].as_u64(), "{shallow} {deep}");
    assert_ne!(deep["lines"][0]["value"], shallow["lines"][0]["value"]);
    assert!(printed("--nodes", "500")["nodes"].as_u64() >= Some(500));
}

/// The view of a player after these actions in Shell-Out.
fn view(moves: &str, player: &str) -> String {
    let shown = json(&["show", "shell-out", "--moves", moves, "--view", player]);
    shown["position"].as_str().expect("a text").to_owned()
}

#[test]
fn the_movers_own_view_is_analysed() {
    let view = view("d10 d5 hh9 hf3", "1");
    assert!(view.contains('?'), "{view}");
    let printed = |position: &str| {
        let mut found = json(&["analyse", "shell-out", position, "--nodes", "300"]);
        found["seconds"] = Value::Null;
        found
    };
    let found = printed(&view);
    assert_eq!(found["view"], view.as_str(), "nothing of the sampled world is shown");
    let known = "7/8/7a1/7a2/11/7A1aa1/13/1bB1b7/11/2b7/1b7/8/7 10,25 0,0 1/4 a play 0";
    let hidden = known.replace("bB1b", "bb1b").replace("10,25", "10,?");
    assert_eq!(printed(known), printed(&hidden), "what is told follows from the view alone");
    let text = common::text(&["analyse", "shell-out", &hidden, "--nodes", "300"]);
    assert!(text.starts_with("Player 1 to move\n") && !text.contains('B'), "{text}");
}

#[test]
fn a_view_of_somebody_else_is_not_analysed() {
    for player in ["0", "2"] {
        let view = view("d10 d5 hh9 hf3", player);
        let said = refused(&["analyse", "shell-out", &view]);
        assert!(said.contains("not that of Player 1, who is to move here"), "{said}");
        assert!(said.contains("--view 1"), "{said}");
    }
    let view = view("d10 d5 hh9 hf3", "1");
    let said = refused(&["analyse", "shell-out", &view, "--moves", "h9-g8"]);
    assert!(said.contains("no --moves can be made in a view"), "{said}");
    let shown = ["show", "shell-out", "--players", "3", "--moves", "d10 d50", "--view", "1"];
    let dealing = json(&shown)["position"].as_str().expect("a text").to_owned();
    let said = refused(&["analyse", "shell-out", &dealing]);
    assert!(said.contains("chance decides in this view") && !said.contains("d5"), "{said}");
    let broken = view.replace(" 0,0 ", " 0,0,0 ");
    assert!(refused(&["analyse", "shell-out", &broken]).contains("no position of shell-out"));
}
