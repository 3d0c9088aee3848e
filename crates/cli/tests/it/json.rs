//! What scripts read.

use crate::common::{failure, json, keys};
use parlour_games::all;

#[test]
fn games_lists_every_game_with_its_options() {
    let games = json(&["games", "--json"]);
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), all().len());
    for (game, entry) in games.iter().zip(all()) {
        let expected = ["draws", "id", "name", "options", "secrets", "summary", "version"];
        assert_eq!(keys(game), expected);
        assert_eq!(game["id"], entry.id);
        for (option, spec) in game["options"].as_array().expect("a list").iter().zip(entry.options)
        {
            let expected = ["default", "help", "kind", "label", "name", "value_labels"];
            assert_eq!(keys(option), expected);
            assert_eq!(option["name"], spec.name);
        }
    }
}

#[test]
fn show_describes_the_scene_of_every_game() {
    for entry in all() {
        let shown = json(&["show", entry.id, "--json"]);
        let expected = [
            "choices", "game", "guide", "layout", "names", "options", "picture", "position",
            "result", "turn", "view",
        ];
        assert_eq!(keys(&shown), expected, "{}", entry.id);
        assert!(shown["result"].is_null());
        assert!(!shown["layout"]["sites"].as_array().expect("a list").is_empty());
    }
}

#[test]
fn the_mover_gets_the_choices_and_nobody_else() {
    let choices = |view: &str| {
        let shown = json(&["show", "outwit", "--view", view, "--json"]);
        shown["choices"].as_array().expect("a list").len()
    };
    assert_eq!([choices("0"), choices("1"), choices("2")], [0, 27, 0]);
}

#[test]
fn perft_prints_its_count_and_divides_it() {
    let counted = json(&["perft", "outwit", "--depth", "2", "--divide", "--json"]);
    assert_eq!(keys(&counted), ["depth", "divide", "game", "nodes", "position", "seconds"]);
    assert_eq!(counted["nodes"], 817);
    let first = counted["divide"].as_array().expect("a list");
    assert_eq!(first.len(), 27);
    assert_eq!(first.iter().map(|f| f["nodes"].as_u64().expect("a count")).sum::<u64>(), 817);
}

#[test]
fn only_exact_values_judge_a_player() {
    let judge = ["solve", "shut-the-box", "--judge", "level:3", "--games", "1"];
    let judged = json(&[&judge[..], &["--json"]].concat());
    let expected = ["certainty", "decisions", "games", "given_away", "player", "worst"];
    assert_eq!((keys(&judged), &judged["certainty"]), (expected.to_vec(), &"exact".into()));
    let said = failure(2, &[&judge[..], &["--players", "4"]].concat());
    assert!(said.contains("for 2 and 3 players, as with --players 2"), "{said}");
}

#[test]
fn bench_measures_every_number_of_players() {
    let results = json(&["bench", "shut-the-box", "outwit", "--seconds", "0", "--json"]);
    let results = results.as_array().expect("a list");
    let players = |game: &str| {
        let of = results.iter().filter(|result| result["game"] == game);
        of.map(|result| result["players"].as_u64().expect("a number")).collect::<Vec<_>>()
    };
    assert_eq!(players("shut-the-box"), (2..=12).collect::<Vec<_>>());
    assert_eq!(players("outwit"), [2]);
    for result in results {
        assert_eq!(result["playouts"], 64);
        assert!(result["actions"].as_u64().expect("a count") > 64);
        let expected = [
            "actions",
            "actions_per_second",
            "game",
            "ns_per_action",
            "players",
            "playouts",
            "playouts_per_second",
            "seconds",
        ];
        assert_eq!(keys(result), expected);
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let actions = || {
        json(&["bench", "senet", "--seconds", "0", "--seed", "7", "--json"])[0]["actions"].clone()
    };
    assert_eq!(actions(), actions());
}
