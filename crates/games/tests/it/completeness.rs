//! A registered game has all that belongs to it.

use std::collections::HashSet;
use std::fs;

use parlour_core::laws::viewers;
use parlour_core::scene::{Layout, Point};
use parlour_core::{OptionKind, OptionValues, Viewer};
use parlour_games::all;
use parlour_session::Entry;

use crate::common;

/// The parts of a game that are files, by their path from the project's root.
fn files(entry: &Entry) -> Vec<String> {
    let id = entry.id;
    vec![
        format!("docs/rules/{id}.md"),
        format!("docs/rules/{id}.svg"),
        format!("crates/games/{id}/src/lib.rs"),
        format!("crates/games/{id}/src/encode.rs"),
        format!("crates/games/{id}/src/guide.rs"),
        format!("crates/games/{id}/src/heuristics.rs"),
        format!("crates/games/{id}/src/notation.rs"),
        format!("crates/games/{id}/src/scene.rs"),
        format!("crates/games/references/{id}.py"),
        format!("crates/games/tests/conformance/{id}.jsonl"),
        format!("crates/games/tests/conformance/{id}-edges.jsonl"),
        format!("crates/games/tests/playthroughs/{id}.txt"),
    ]
}

#[test]
fn every_game_has_its_files() {
    let root = common::path("../../..");
    let missing: Vec<String> = all()
        .flat_map(files)
        .filter(|file| fs::metadata(root.join(file)).map_or(true, |m| m.len() == 0))
        .collect();
    assert!(missing.is_empty(), "missing: {missing:#?}");
}

#[test]
fn every_game_has_perft_counts() {
    let counts = common::read("conformance/perft.txt");
    for entry in all() {
        let prefix = format!("{} ", entry.id);
        assert!(counts.lines().any(|l| l.starts_with(&prefix)), "{} in perft.txt", entry.id);
    }
}

#[test]
fn every_rule_page_tells_printed_rules_from_rulings() {
    for entry in all() {
        let heading = format!("# {}", entry.name);
        assert!(entry.rules.starts_with(&heading), "{}: the page starts '{heading}'", entry.id);
        for needed in ["## Our rulings", "## Notation", &format!("]({}.svg)", entry.id)] {
            assert!(entry.rules.contains(needed), "{}: '{needed}' is missing", entry.id);
        }
    }
}

#[test]
fn every_option_can_be_put_on_a_form_in_plain_words() {
    for (entry, option) in all().flat_map(|e| e.options.iter().map(move |o| (e, o))) {
        let at = format!("{}: {}", entry.id, option.name);
        assert!(option.label.starts_with(char::is_uppercase), "{at}: '{}'", option.label);
        let labelled = |word: &str| option.value_labels.iter().any(|(value, _)| *value == word);
        if let OptionKind::Choice(words) = option.kind {
            assert!(words.iter().all(|word| labelled(word)), "{at}: a word without a label");
        }
        for (value, label) in option.value_labels {
            let set = OptionValues::from_iter([(option.name, *value)]);
            assert!(set.check(entry.options).is_ok(), "{at}: '{label}' is for no value");
        }
    }
}

#[test]
fn every_game_has_a_scene() {
    for entry in all() {
        for options in common::variants(entry) {
            let session = (entry.open)(&options).expect("a listed variant");
            viewers(session.seats())
                .for_each(|viewer| check_layout(entry, &session.layout(viewer)));
            assert!(!session.picture(Viewer::Public).pieces.is_empty(), "{}", entry.id);
        }
        assert!(!entry.summary.is_empty() && entry.summary.ends_with('.'), "{}", entry.id);
    }
}

/// Everything lies within the scene, and every site has a name and a place of its own.
fn check_layout(entry: &Entry, layout: &Layout) {
    let inside =
        |p: &Point| (0..=layout.width).contains(&p.x) && (0..=layout.height).contains(&p.y);
    assert!(layout.regions.iter().flat_map(|region| &region.outline).all(inside), "{}", entry.id);
    assert!(!layout.sites.is_empty(), "{}", entry.id);
    let (mut places, mut cells) = (HashSet::new(), HashSet::new());
    for (index, site) in layout.sites.iter().enumerate() {
        assert!(inside(&site.at), "{}: {site:?}", entry.id);
        assert_eq!(layout.site(&site.name), Some(index as u16), "{}: one name each", entry.id);
        assert!(places.insert((site.at.x, site.at.y)), "{}: {site:?}", entry.id);
        assert!(site.cell.is_none_or(|cell| cells.insert(cell)), "{}: {site:?}", entry.id);
    }
}

#[test]
fn every_option_has_a_default_that_it_takes() {
    for entry in all() {
        for spec in entry.options {
            let values = [(spec.name, spec.default)].into_iter().collect();
            assert!((entry.open)(&values).is_ok(), "{} {}", entry.id, spec.name);
            assert!(!spec.help.is_empty());
        }
    }
}
