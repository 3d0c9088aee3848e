//! The search plays better than chance, in every game and at every size of table.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use parlour_core::rng::{Rng, seeded};
use parlour_core::{OptionValues, Seat, Turn};
use parlour_games::{all, find};
use parlour_search::{Budget, SearchControl, SearchRequest};
use parlour_session::{Entry, Player, Session, Spec, TextReport};

use crate::common::walk;

/// Simulations a move: few, so that the test is quick.
const NODES: u64 = 30;
/// The most games until the search must have shown that it is better.
const GAMES: u64 = 300;

/// The usual options, but as short a game as there is, with this number of players.
fn short_game(entry: &Entry, players: &'static str) -> OptionValues {
    let wanted = [("players", players), ("hands", "1")];
    wanted.into_iter().filter(|(name, _)| entry.options.iter().any(|o| o.name == *name)).collect()
}

/// The move that a player chooses without a clock.
fn choose(player: &mut dyn Player, session: &dyn Session, request: &SearchRequest) -> String {
    let report = player.search(session, request, &SearchControl::none(), &mut |_| {});
    report.expect("a move").chosen
}

/// Plays a game in which the search has every other seat, from the first in even rounds; what it won
/// beyond its fair part.
fn lead(start: &dyn Session, round: u64) -> f64 {
    let (mut session, mut dice) = (start.boxed_clone(), seeded(round));
    let spec: Spec = format!("best:nodes={NODES}").parse().expect("a player");
    let mut player = start.player(&spec, 1).expect("an engine of every game");
    let searches = |seat: Seat| (seat.0 as u64 + round).is_multiple_of(2);
    while session.turn() != Turn::Over {
        let action = match session.turn() {
            Turn::Player(seat) if searches(seat) => {
                let request = SearchRequest::best_move(Budget::default(), dice.next_u64());
                Some(choose(&mut *player, &*session, &request))
            }
            _ => session.sample(&mut dice),
        };
        session.play(&action.expect("the game goes on")).expect("a legal action");
    }
    let shares = session.shares().expect("it is over");
    let own = shares.iter().filter(|&(seat, _)| searches(seat));
    own.map(|(_, share)| share.value() - 1.0 / f64::from(start.seats())).sum()
}

/// How many games the search needs to be ahead of its fair part of the wins by more than three
/// standard deviations. A share differs from its mean by no more than a coin's face does, so
/// half the root of the number of games is a deviation at the most.
fn games_to_be_sure(entry: &Entry, options: &OptionValues) -> Option<u64> {
    let session = (entry.open)(options).expect("options that the game has");
    let mut total = 0.0;
    (1..=GAMES).find(|&games| {
        total += lead(&*session, games - 1);
        total > 1.5 * (games as f64).sqrt()
    })
}

#[test]
fn the_search_beats_random_play() {
    for entry in all() {
        let more = entry.options.iter().any(|option| option.name == "players");
        let tables: &[_] = if more { &["2", "3"] } else { &["2"] };
        for players in tables {
            let games = games_to_be_sure(entry, &short_game(entry, players));
            assert!(games.is_some(), "{} for {players}: no better than at random", entry.id);
        }
    }
}

#[test]
fn an_engine_with_a_temperature_makes_other_moves() {
    let entry = find("outwit").expect("a game");
    let session = (entry.open)(&OptionValues::new()).expect("no options");
    let choices = |spec: &str| -> BTreeSet<String> {
        let spec: Spec = spec.parse().expect("a player");
        assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
        let mut player = session.player(&spec, 1).expect("a player");
        let mut choose = |seed| {
            choose(&mut *player, &*session, &SearchRequest::best_line(Budget::default(), seed))
        };
        (0..20).map(&mut choose).collect()
    };
    assert_eq!(choices("best:depth=1,root-noise=0").len(), 1);
    assert!(choices("best:depth=1,temperature=0.5").len() > 3);
}

/// Engines that go by the game's own judge. The others think otherwise on purpose.
const OWN_JUDGE: [&str; 7] = ["alphabeta", "maxn", "expectimax", "exact", "careful", "dp", "uct"];
/// What a first answer may be worse by than the best that a look one ply ahead finds.
const SANE: f64 = 0.1;

/// What a player answers, with the value of every move that it tells of.
fn thought(session: &dyn Session, spec: &str, stop: bool) -> TextReport {
    let spec: Spec = spec.parse().expect("a player");
    let mut player = session.player(&spec, 1).expect("a player");
    let request = SearchRequest::all_lines(Budget::default(), 7);
    let control = SearchControl { stop: &AtomicBool::new(stop), ..SearchControl::none() };
    player.search(session, &request, &control, &mut |_| {}).expect("a move")
}

#[test]
fn a_search_that_is_stopped_at_once_gives_no_bad_move() {
    // In Outwit it was the first move that the rules name, the worst of all.
    for entry in all().filter(|entry| !entry.secrets) {
        for players in ["2", "3"] {
            let game = walk(entry, &short_game(entry, players), &mut seeded(5), 59);
            let judge = game[0].levels()[6].engine;
            for session in game.into_iter().step_by(7) {
                if matches!(session.turn(), Turn::Player(_)) {
                    let look = thought(&*session, &format!("{judge}:depth=1"), false);
                    let value = |mv: &str| {
                        look.lines.iter().find(|line| line.moves[0] == mv).expect("a move").value
                    };
                    let best = look.lines.iter().map(|line| line.value).fold(0.0, f64::max);
                    let engines = session.engines();
                    for engine in engines.iter().filter(|name| OWN_JUDGE.contains(name)) {
                        let first = thought(&*session, engine, true);
                        let got = value(&first.chosen);
                        let (id, mv) = (entry.id, &first.chosen);
                        assert!(got > best - SANE, "{id} {engine} {mv}: {got} of {best}, {look:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_upper_levels_do_not_play_the_same_game_every_time() {
    // Alpha-beta and max^n went by nothing but the position: one win could be repeated for ever.
    for (id, players) in [("outwit", "2"), ("shout-7", "2"), ("shout-7", "3")] {
        let entry = find(id).expect("a game");
        let session = (entry.open)(&short_game(entry, players)).expect("a game");
        let game = |seed| -> Vec<String> {
            let mut actions = Vec::new();
            let mut session = session.boxed_clone();
            let spec: Spec = "best:nodes=300".parse().expect("a player");
            let mut player = session.player(&spec, 1).expect("a player");
            while session.turn() != Turn::Over && actions.len() < 40 {
                let request = SearchRequest::best_line(Budget::default(), seed);
                let chosen = choose(&mut *player, &*session, &request);
                session.play(&chosen).expect("legal");
                actions.push(chosen);
            }
            actions
        };
        let games: BTreeSet<Vec<String>> = (0..6).map(game).collect();
        assert!(games.len() > 3, "{id} for {players}: {games:?}");
        assert_eq!(game(3), game(3), "a seed and a budget of nodes repeat");
    }
}

#[test]
fn a_node_limit_ends_the_search_for_a_hint() {
    for game in all() {
        let session = (game.open)(&Default::default()).expect("a game");
        let Spec::Engine { budget, .. } = Spec::hint(&*session, 1) else { panic!("an engine") };
        assert!(budget.nodes.is_some(), "{}", game.id);
    }
}
