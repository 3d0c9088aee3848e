//! Every fact is true on the board: independent, slow definitions of each kind, compared with what the games
//! say about moves of random games and of games between engines. What a game says must be all of it.
//!
//! The oracles read position texts and ask the rules for legal moves; they share no code with the facts.

mod general;
mod outwit;
mod senet;
mod shell_out;
mod shout_7;
mod shut_the_box;

use std::collections::{BTreeMap, BTreeSet};

use parlour_core::facts::GENERAL;
use parlour_core::rng::{below, seeded};
use parlour_core::{MoveFact, Seat, Turn, Viewer};
use parlour_games::{all, find};
use parlour_search::{Budget, SearchControl, SearchRequest};
use parlour_session::{Entry, Session, Spec};

use crate::common::options;

/// What a fact says: its kind and its arguments.
type Claim = (&'static str, Vec<i32>);
/// All that a game should say about a move.
type Oracle = fn(&dyn Session, Seat, &str) -> Vec<Claim>;

const ORACLES: &[(&str, Oracle)] = &[
    ("outwit", outwit::claims),
    ("senet", senet::claims),
    ("shell-out", shell_out::claims),
    ("shout-7", shout_7::claims),
    ("shut-the-box", shut_the_box::claims),
];

/// Games from this seed on are played by engines.
const ENGINES: u64 = 1000;

/// A place on a board: its column or diagonal, and its row from below.
type Point = (i32, i32);

/// Plays a game and calls `look` at each position of a player, with one of the legal moves.
fn play(
    entry: &Entry,
    words: &str,
    seed: u64,
    actions: u32,
    mut look: impl FnMut(&dyn Session, Seat, &str),
) {
    let mut session = (entry.open)(&options(words)).expect("options that it takes");
    let mut rng = seeded(seed);
    let budget = Budget { nodes: Some(60), ..Budget::default() };
    let mut player = session.player(&Spec::best_within(budget), 1).expect("an engine");
    let control = SearchControl::none();
    for number in 0..actions {
        let Some(mut action) = session.sample(&mut rng) else { break };
        if let Turn::Player(seat) = session.turn() {
            let legal = session.legal();
            let looked = &legal[below(&mut rng, legal.len() as u32) as usize];
            look(session.as_ref(), seat, looked);
            // Some random moves, so that engines meet various positions.
            if seed >= ENGINES && number % 5 > 0 {
                let request = SearchRequest::best_line(budget, seed + u64::from(number));
                let report = player.search(session.as_ref(), &request, &control, &mut |_| {});
                action = report.expect("a player is to move").chosen;
                look(session.as_ref(), seat, &action);
            }
        }
        session.play(&action).expect("a legal action");
    }
}

/// Compares some of the facts of a move with what is true of it, and counts their kinds.
fn agree(
    session: &dyn Session,
    action: &str,
    counts: impl Fn(&MoveFact) -> bool,
    mut truth: Vec<Claim>,
    seen: &mut BTreeMap<&'static str, u32>,
) {
    let facts = session.facts(action).into_iter().filter(counts);
    let mut said: Vec<Claim> = facts.map(|fact| (fact.kind, fact.label.args().to_vec())).collect();
    said.sort_unstable();
    truth.sort_unstable();
    assert_eq!(said, truth, "{action} in {}", session.position());
    said.iter().for_each(|(kind, _)| *seen.entry(kind).or_default() += 1);
}

/// Compares a game's own facts with its oracle, and expects at least this number of `kinds` of them.
fn compare(id: &str, kinds: usize, tables: &[&str], random: u64, engine: u64, actions: u32) {
    let entry = find(id).expect("a game");
    let (_, oracle) = ORACLES.iter().find(|(name, _)| *name == id).expect("an oracle");
    let (mut seen, mut moves) = (BTreeMap::new(), 0);
    for words in tables {
        for seed in (0..random).chain(ENGINES..ENGINES + engine) {
            play(entry, words, seed, actions, |session, seat, action| {
                let own = |fact: &MoveFact| !GENERAL.contains(&fact.kind);
                agree(session, action, own, oracle(session, seat, action), &mut seen);
                moves += 1;
            });
        }
    }
    assert!(moves >= 1000, "{id}: only {moves} moves were looked at");
    assert!(seen.len() >= kinds, "{id}: only {seen:?}");
    println!("{id}: {moves} moves, {seen:?}");
}

#[test]
fn every_fact_of_outwit_is_true_on_the_board() {
    compare("outwit", 8, &[""], 12, 6, 240);
}

#[test]
fn every_fact_of_senet_is_true_on_the_board() {
    compare("senet", 8, &[""], 6, 4, 700);
}

#[test]
fn every_fact_of_shell_out_is_true_on_the_board() {
    compare("shell-out", 8, &["hands=2", "players=4 hands=1", "players=6 hands=1"], 8, 3, 250);
}

#[test]
fn every_fact_of_shout_7_is_true_on_the_board() {
    compare("shout-7", 8, &["", "pits=count", "players=3", "players=4"], 4, 2, 90);
}

#[test]
fn every_fact_of_shut_the_box_is_true_on_the_board() {
    compare("shut-the-box", 8, &["", "players=3"], 20, 5, 400);
}

#[test]
fn every_game_with_facts_of_its_own_has_an_oracle_for_them() {
    for entry in all() {
        play(entry, "", 3, 60, |session, _, action| {
            let own = session.facts(action).into_iter().any(|fact| !GENERAL.contains(&fact.kind));
            let checked = ORACLES.iter().any(|(id, _)| *id == entry.id);
            assert!(checked || !own, "{}: {:?}", entry.id, session.facts(action));
        });
    }
}

#[test]
fn a_fact_is_one_whole_sentence_about_sites_of_the_board() {
    for entry in all() {
        let mut kinds = BTreeSet::new();
        for seed in 0..3 {
            play(entry, "", seed, 200, |session, seat, action| {
                let sites = session.layout(Viewer::Seat(seat)).sites.len();
                let facts = session.facts(action);
                assert!(facts.is_sorted_by_key(|fact| -fact.weight), "{facts:?}");
                for fact in facts {
                    let words = session.english(&[fact.label]);
                    assert!(fact.label.is_whole(), "{words}");
                    assert!(words.starts_with(|c: char| c.is_uppercase()), "{words}");
                    assert!(words.ends_with('.') && words.len() < 100, "{words}");
                    assert!((-100..=100).contains(&fact.weight), "{fact:?}");
                    assert!(fact.sites.iter().all(|&site| usize::from(site) < sites), "{fact:?}");
                    kinds.insert(fact.kind);
                }
            });
        }
        let own = kinds.iter().any(|kind| !GENERAL.contains(kind));
        let checked = ORACLES.iter().any(|(id, _)| *id == entry.id);
        assert!(own || !checked, "{}: {kinds:?}", entry.id);
    }
}

#[test]
fn facts_say_nothing_that_the_mover_does_not_know() {
    for entry in all() {
        play(entry, "", 5, 120, |session, seat, action| {
            let other = session.determinize(Viewer::Seat(seat), &mut seeded(9));
            assert_eq!(session.facts(action), other.facts(action), "{action} in {}", entry.id);
        });
    }
}

/// The signs of a board's text, row by row from above; `first` gives the first column of a row. A star belongs
/// to the piece before it.
fn signs(rows: &str, first: impl Fn(i32) -> i32) -> Vec<(Point, char)> {
    let mut signs = Vec::new();
    for (row, y) in rows.split('/').rev().zip(1..) {
        let (mut x, mut digits) = (first(y), String::new());
        for sign in row.chars() {
            if sign.is_ascii_digit() {
                digits.push(sign);
                continue;
            }
            x += std::mem::take(&mut digits).parse().unwrap_or(0);
            signs.push(((if sign == '*' { x - 1 } else { x }, y), sign));
            x += i32::from(sign != '*');
        }
    }
    signs
}

/// The place of a cell of the hexagon, `g13`.
fn cell(name: &str) -> Point {
    let (row, number) = name.split_at(1);
    (number.parse().expect("a number"), i32::from(row.as_bytes()[0] - b'a') + 1)
}

/// A number of the layout's site with this name.
fn site(session: &dyn Session, name: &str) -> i32 {
    session.layout(Viewer::Public).site(name).expect("a site").into()
}

/// Legal moves of a position; none where it is over or cannot be.
fn legal_in(id: &str, position: &str) -> Vec<String> {
    let loaded = (find(id).expect("a game").load)(position);
    loaded.map(|session| session.legal()).unwrap_or_default()
}

/// The position after a move.
fn after(session: &dyn Session, action: &str) -> Box<dyn Session> {
    session.after(action).expect("a legal move")
}
