//! Every game tells what to do at every step, and why not, and names rules that its page has.

use parlour_core::rng::seeded;
use parlour_core::{Seat, Turn, Viewer};
use parlour_games::all;
use parlour_session::{Entry, Session};

use crate::common;

/// The number of actions of each variant that are looked at.
const ACTIONS: usize = 60;

/// Calls `look` at positions of one random game of every variant of every game.
fn positions(look: impl Fn(&Entry, &dyn Session)) {
    for entry in all() {
        for (seed, options) in common::variants(entry).iter().enumerate() {
            for session in common::walk(entry, options, &mut seeded(seed as u64), ACTIONS) {
                look(entry, session.as_ref());
            }
        }
    }
}

/// Whether a rule page has a heading or a ruling of that name.
fn has_rule(entry: &Entry, rule: &str) -> bool {
    let heading = |line: &str| line.trim_start_matches('#').trim() == rule && line.starts_with('#');
    let ruling = |line: &str| {
        let bare = line.trim_start_matches(['|', '-', '*', ' ']);
        let rest = bare.strip_prefix(rule);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    };
    entry.rules.lines().any(|line| heading(line) || ruling(line))
}

fn mover(session: &dyn Session) -> Option<Viewer> {
    match session.turn() {
        Turn::Player(seat) => Some(Viewer::Seat(seat)),
        _ => None,
    }
}

#[test]
fn every_step_of_every_choice_has_its_sentence() {
    positions(|entry, session| {
        let Some(viewer) = mover(session) else { return };
        let anchor = session.rules_anchor(viewer);
        assert!(anchor.is_none_or(|rule| has_rule(entry, rule)), "{}: no {anchor:?}", entry.id);
        for choice in session.choices(viewer) {
            for picked in 0..choice.path.clicks.len().max(1) {
                let clicks = &choice.path.clicks[..picked.min(choice.path.clicks.len())];
                let instruction = session.instruction(viewer, clicks);
                let words = session.english(instruction.as_slice());
                let first = words.chars().next().unwrap_or(' ');
                assert!(first.is_uppercase() || first.is_numeric(), "{}: {words}", entry.id);
                assert!(words.ends_with('.') && words.len() < 100, "{}: {words}", entry.id);
            }
        }
    });
}

#[test]
fn guidance_goes_to_the_player_who_acts_and_to_nobody_else() {
    positions(|entry, session| {
        let acts = match session.turn() {
            Turn::Player(seat) => Some(seat),
            Turn::Chance => session.thrower(),
            Turn::Over => None,
        };
        for seat in (0..session.seats()).map(Seat) {
            let guided = session.instruction(Viewer::Seat(seat), &[]).is_some();
            assert_eq!(guided, acts == Some(seat), "{} for player {seat}", entry.id);
        }
        assert_eq!(session.instruction(Viewer::Public, &[]), None);
    });
}

#[test]
fn what_cannot_be_picked_has_a_reason_and_its_rule_is_on_the_page() {
    positions(|entry, session| {
        let Some(viewer) = mover(session) else { return };
        let choices = session.choices(viewer);
        let sites = session.layout(viewer).sites.len() as u16;
        let mut prefixes: Vec<Vec<u16>> = vec![Vec::new()];
        let longest = choices.iter().max_by_key(|choice| choice.path.clicks.len());
        let clicks = longest.map(|choice| choice.path.clicks.clone()).unwrap_or_default();
        prefixes.extend((1..clicks.len()).map(|n| clicks[..n].to_vec()));
        for picked in prefixes {
            for site in 0..sites {
                let legal = choices.iter().any(|choice| choice.path.leads(&picked, site));
                let reason = session.explain(viewer, &picked, site);
                assert_eq!(reason.is_none(), legal, "{}: {picked:?} then {site}", entry.id);
                let Some(reason) = reason else { continue };
                let words = session.english(&[reason.label]);
                assert!(!words.is_empty() && !words.ends_with('.'), "{}: {words}", entry.id);
                assert!(reason.label.is_whole(), "{}: {:?}", entry.id, reason.label);
                let known = reason.rule.is_none_or(|rule| has_rule(entry, rule));
                assert!(known, "{}: the page has no {:?}", entry.id, reason.rule);
            }
        }
    });
}

#[test]
fn sites_that_no_board_has_are_no_fault_of_the_game() {
    positions(|entry, session| {
        let Some(viewer) = mover(session) else { return };
        for site in [255, 256, u16::MAX] {
            let reason = session.explain(viewer, &[], site);
            assert!(reason.is_some(), "{}: there is no site {site}", entry.id);
            for picked in [vec![site], vec![site; 16]] {
                assert_eq!(session.instruction(viewer, &picked), None, "{}: {picked:?}", entry.id);
                assert_eq!(session.explain(viewer, &picked, 0), None, "{}: {picked:?}", entry.id);
            }
        }
    });
}

#[test]
fn guidance_reveals_nothing_that_its_reader_does_not_know() {
    positions(|entry, session| {
        let Some(viewer) = mover(session) else { return };
        let mut rng = seeded(7);
        let other = session.determinize(viewer, &mut rng);
        assert_eq!(
            session.instruction(viewer, &[]),
            other.instruction(viewer, &[]),
            "{}",
            entry.id
        );
        for site in 0..session.layout(viewer).sites.len() as u16 {
            let (here, there) =
                (session.explain(viewer, &[], site), other.explain(viewer, &[], site));
            assert_eq!(here, there, "{}: site {site}", entry.id);
        }
    });
}

#[test]
fn points_on_the_score_card_add_up_to_the_scores() {
    for entry in all() {
        let game = common::walk(entry, &Default::default(), &mut seeded(3), usize::MAX);
        let mut points = vec![0; usize::from(game[0].seats())];
        let mut stretches = 0;
        for session in &game[1..] {
            let described = session.last(Viewer::Public).expect("something happened");
            points.iter_mut().zip(&described.points).for_each(|(sum, more)| *sum += more);
            stretches += u32::from(described.ends.is_some());
            let shown = described.ends.is_none() || session.highlight().is_some();
            assert!(shown, "{}: what ended a {:?} can be seen", entry.id, described.ends);
        }
        let standing = game.last().expect("the end").scores();
        if standing.is_empty() {
            continue;
        }
        // Points are bad in some games; their size is the same.
        let size = |all: &[i32]| all.iter().map(|n| n.abs()).collect::<Vec<_>>();
        assert_eq!(size(&points), size(&standing), "{}", entry.id);
        assert!(stretches > 0, "{}", entry.id);
    }
}

#[test]
fn a_legend_points_at_places_that_are_there() {
    for entry in all() {
        let session = (entry.open)(&Default::default()).expect("the defaults");
        let sites = session.layout(Viewer::Public).sites;
        for line in session.legend() {
            let site = sites.get(usize::from(line.site)).expect("a site of the board");
            assert!(
                !site.idle,
                "{}: {} is a place that this game does not use",
                entry.id, site.name
            );
            assert!(line.words.ends_with('.'), "{}", entry.id);
        }
    }
}
