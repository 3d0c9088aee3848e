//! The search plays better than chance, in every game and at every size of table.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::{OptionValues, Seat};
use parlour_games::arena::{Computer, Contender, play};
use parlour_games::{Entry, Orders, Spec, all, find};
use parlour_search::Budget;

/// Simulations a move: few, so that the test is quick.
const NODES: u64 = 30;
/// The most games until the search must have shown that it is better.
const GAMES: u64 = 300;

/// The usual options, but as short a game as there is, with so many players.
fn short_game(entry: &Entry, players: &'static str) -> OptionValues {
    let wanted = [("players", players), ("hands", "1")];
    wanted.into_iter().filter(|(name, _)| entry.options.iter().any(|o| o.name == *name)).collect()
}

/// How many games the search needs to be ahead of its fair part of the wins by more than three
/// standard deviations. A share differs from its mean by no more than a coin's face does, so
/// half the root of the number of games is a deviation at the most.
fn games_to_be_sure(entry: &Entry, options: &OptionValues) -> Option<u64> {
    let session = (entry.open)(options).expect("options that the game has");
    let (stop, seats) = (AtomicBool::new(false), session.seats());
    let player = |spec: &str| -> Box<dyn Contender> {
        let spec = spec.parse().expect("a player");
        let player = (entry.player)(&*session, &spec, 1).expect("an engine of every game");
        Box::new(Computer { player, now: || Duration::ZERO })
    };
    let mut players = [player(&format!("best:nodes={NODES}")), player("random")];
    let mut lead = 0.0;
    for round in 0..GAMES {
        let at: Vec<usize> =
            (0..usize::from(seats)).map(|seat| (seat + round as usize) % 2).collect();
        let played = play((&*session, &[]), &mut players, &at, round, round, &stop);
        let shares = played.expect("nobody stops it").shares;
        for seat in (0..seats).map(Seat).filter(|seat| at[seat.index()] == 0) {
            lead += shares[seat].value() - 1.0 / f64::from(seats);
        }
        let games = round + 1;
        if lead > 1.5 * (games as f64).sqrt() {
            return Some(games);
        }
    }
    None
}

#[test]
fn the_search_beats_random_play() {
    for entry in all() {
        let games = games_to_be_sure(entry, &short_game(entry, "2"));
        assert!(games.is_some(), "{} is not played better than at random", entry.id);
    }
}

#[test]
fn the_search_beats_random_play_at_a_table_of_three() {
    for entry in all().iter().filter(|e| e.options.iter().any(|o| o.name == "players")) {
        let games = games_to_be_sure(entry, &short_game(entry, "3"));
        assert!(games.is_some(), "{} is not played better than at random", entry.id);
    }
}

#[test]
fn an_engine_can_be_asked_to_slip() {
    let entry = find("outwit").expect("a game");
    let session = (entry.open)(&OptionValues::new()).expect("no options");
    let (stop, clock) = (AtomicBool::new(false), || Duration::ZERO);
    let choices = |spec: &str| -> BTreeSet<String> {
        let spec: Spec = spec.parse().expect("a player");
        assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
        let mut player = (entry.player)(&*session, &spec, 1).expect("a player");
        let mut choose = |seed| {
            let budget = Budget::default();
            let orders = Orders { budget, lines: 1, seed, clock: &clock, stop: &stop };
            player.think(&*session, &orders, &mut |_| {}).expect("a move").chosen
        };
        (0..20).map(&mut choose).collect()
    };
    assert_eq!(choices("best:depth=1").len(), 1);
    assert!(choices("best:depth=1,slip=0.5").len() > 3);
}
