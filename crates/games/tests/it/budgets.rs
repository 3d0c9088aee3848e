//! Every engine of every game ends at any limit, with a legal move.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parlour_core::rng::{SeededRng, seeded};
use parlour_core::{OptionValues, Turn};
use parlour_games::all;
use parlour_search::{Budget, SearchControl, SearchRequest, Settings, TimeLimit, Want};
use parlour_session::{Entry, Session, Spec, TextReport};

use crate::common::{variants, walk};

/// Where somebody has a choice: the first such position after this number of random actions, in a game that
/// gets that far; `None` if none does.
fn choice(entry: &Entry, options: &OptionValues, after: usize) -> Option<Box<dyn Session>> {
    let choice = |rng: &mut SeededRng| {
        let mut session = (entry.open)(options).expect("options that the game has");
        for number in 0.. {
            let chooses = matches!(session.turn(), Turn::Player(_)) && session.legal().len() > 1;
            if number >= after && chooses {
                return Some(session);
            }
            session.play(&session.sample(rng)?).expect("a sampled action is legal");
        }
        None
    };
    let mut rng = seeded(after as u64);
    let found = (0..100).find_map(|_| choice(&mut rng));
    assert!(after > 0 || found.is_some(), "{} has no choices", entry.id);
    found
}

fn limits() -> [Budget; 5] {
    let none = Budget::default();
    [
        Budget { nodes: Some(1), ..none },
        Budget { nodes: Some(40), ..none },
        Budget { depth: Some(1), ..none },
        Budget { depth: Some(2), ..none },
        Budget { time: Some(Duration::from_millis(5)), ..none },
    ]
}

/// Searches under a limit, by this clock.
fn search(
    session: &dyn Session,
    engine: &str,
    budget: Budget,
    want: Want,
    clock: &(dyn Fn() -> Duration + Sync),
) -> TextReport {
    let spec = Spec::Engine { name: engine.to_owned(), budget, settings: Settings::default() };
    let mut player = session.player(&spec, 1).expect("an engine of the game");
    let request = SearchRequest { want, seed: 1, ..SearchRequest::default() };
    let control = SearchControl { clock, ..SearchControl::none() };
    let report = player.search(session, &request, &control, &mut |_| {});
    report.expect("somebody is to move")
}

#[test]
fn every_engine_ends_at_any_limit_with_a_legal_move() {
    for entry in all() {
        for options in variants(entry) {
            for after in [0, 12] {
                let Some(session) = choice(entry, &options, after) else { continue };
                for engine in session.engines() {
                    for limit in limits() {
                        // It goes on by a millisecond whenever somebody looks.
                        let ticks = AtomicU64::new(0);
                        let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
                        let found = search(&*session, engine, limit, Want::BEST_LINE, &clock);
                        let at = session.position();
                        assert!(session.legal().contains(&found.chosen), "{engine} {limit:?} {at}");
                    }
                }
            }
        }
    }
}

/// Positions after which the game goes on, in which the mover has one move.
fn sole_moves(entry: &Entry, options: &OptionValues) -> Vec<Box<dyn Session>> {
    let (mut rng, mut found) = (seeded(1), Vec::new());
    for _ in 0..40 {
        let game = walk(entry, options, &mut rng, usize::MAX);
        for (session, after) in game.iter().zip(&game[1..]) {
            let sole = matches!(session.turn(), Turn::Player(_)) && session.legal().len() == 1;
            if sole && after.turn() != Turn::Over {
                found.push(session.clone());
            }
        }
        if found.len() >= 3 {
            break;
        }
    }
    found.truncate(3);
    found
}

/// Searches 40 nodes; how many there were, and how often somebody looked at the clock.
fn count(session: &dyn Session, engine: &str, want: Want) -> (u64, u64) {
    let budget = Budget { nodes: Some(40), time: Some(Duration::from_secs(1)), depth: None };
    let looks = AtomicU64::new(0);
    let clock = || {
        looks.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    };
    let found = search(session, engine, budget, want, &clock);
    (found.nodes, looks.into_inner())
}

#[test]
fn a_sole_move_is_searched_only_where_its_value_is_wanted() {
    let mut engines = BTreeSet::new();
    for entry in all().filter(|entry| !entry.secrets) {
        for options in variants(entry) {
            for session in sole_moves(entry, &options) {
                for engine in session.engines() {
                    let place = format!("{} {engine} at {}", entry.id, session.position());
                    let (nodes, looks) = count(&*session, engine, Want::BEST_LINE);
                    assert!(nodes > 0 && looks > 0, "{place}: a value was wanted");
                    let (_, looks) = count(&*session, engine, Want::Move);
                    assert_eq!(looks, 0, "{place}: only a move was wanted");
                    engines.insert(engine);
                }
            }
        }
    }
    for engine in ["uct", "maxn", "alphabeta", "expectimax", "exact", "dp"] {
        assert!(engines.contains(engine), "{engine} of {engines:?}");
    }
}

/// How many nodes level 8 visits under this time limit, by a clock that goes on by a second whenever
/// somebody looks, until it is stopped after many.
fn nodes_of_level_8(time: TimeLimit) -> u64 {
    let entry = parlour_games::find("outwit").expect("a game");
    let session = (entry.open)(&OptionValues::new()).expect("a game");
    let mut player = session.player(&Spec::Level(8), 1).expect("a level");
    let ticks = AtomicU64::new(0);
    let clock = || Duration::from_secs(ticks.fetch_add(1, Ordering::Relaxed));
    let stop = AtomicBool::new(false);
    let request = SearchRequest { time, ..SearchRequest::best_line(Budget::default(), 1) };
    let control = SearchControl { clock: &clock, stop: &stop };
    let mut enough = |report: &TextReport| {
        if report.nodes >= MANY {
            stop.store(true, Ordering::Relaxed);
        }
    };
    player.search(&*session, &request, &control, &mut enough).expect("somebody is to move").nodes
}

const MANY: u64 = 2048;

#[test]
fn only_a_stop_ends_an_endless_search_of_a_level() {
    assert!(nodes_of_level_8(TimeLimit::Own) < MANY, "its own time is up");
    assert!(nodes_of_level_8(TimeLimit::Endless) >= MANY, "only a stop ends it");
}
