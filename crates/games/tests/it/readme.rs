//! The first page of the project names every game.

use std::fs;

use parlour_core::{OptionKind, golden};
use parlour_games::all;
use parlour_session::Entry;

use crate::common::{path, read};

/// What stands above the rows.
const HEAD: &str = "| game | players | what it is |\n| --- | --- | --- |\n";

#[test]
fn the_readme_lists_every_game() {
    let readme = read("../../../README.md");
    let (above, rest) = readme.split_once(HEAD).expect("the README has its table of games");
    let (_, below) = rest.split_once("\n\n").expect("a table ends at an empty line");
    let rows: Vec<String> = all().map(row).collect();
    let text = format!("{above}{HEAD}{}\n\n{below}", rows.join("\n"));
    golden::check(&path("../../../README.md"), &text, "cargo xtask readme");
}

/// The documents that name files, from the project's root.
const DOCUMENTS: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "web/README.md",
    "docs/glossary.md",
    "docs/adding-a-game.md",
    "docs/operating.md",
];

/// Paths stand in backticks (`crates/…`, `web/…`) or behind a link, which begins at the document's folder;
/// those with a `<` or `…` are patterns.
#[test]
fn the_documents_name_files_that_exist() {
    let root = crate::common::path("../../..");
    for document in DOCUMENTS {
        let text = read(&format!("../../../{document}"));
        let folder = root.join(document).parent().expect("a folder").to_owned();
        let quoted = text.split('`').skip(1).step_by(2);
        let quoted =
            quoted.filter(|words| words.starts_with("crates/") || words.starts_with("web/"));
        let linked = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        let linked = linked.filter(|target| !target.is_empty() && !target.contains("://"));
        let found = quoted.map(|path| root.join(path)).chain(linked.map(|path| folder.join(path)));
        for path in found {
            let name = path.display().to_string();
            let pattern = name.contains(['<', '…', '*', ' ']);
            assert!(pattern || path.exists(), "{document} names {name}, which does not exist");
        }
    }
}

/// What "Where to change what" names in a crate's documentation is there: files in backticks, from the
/// crate's `src` or from the project's root.
#[test]
fn the_crates_say_where_to_change_what_by_files_that_exist() {
    let root = crate::common::path("../../..");
    let mut crates = 0;
    for folder in fs::read_dir(root.join("crates")).expect("the crates").flatten() {
        let source = folder.path().join("src");
        let text = fs::read_to_string(source.join("lib.rs")).unwrap_or_default();
        let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).collect();
        let head = head.join("\n");
        let Some((_, places)) = head.split_once("# Where to change what") else { continue };
        crates += 1;
        let quoted = places.split('`').skip(1).step_by(2);
        let files = quoted.filter(|words| {
            let endings = [".rs", ".ts", ".tsx", ".css", ".txt"];
            endings.iter().any(|ending| words.ends_with(ending)) && !words.contains(['<', '…'])
        });
        // A game's own files have the same names in every game.
        let games = ["heuristics.rs", "lessons.txt", "puzzles.txt"];
        for file in files.filter(|file| !games.contains(file)) {
            let there = source.join(file).exists() || root.join(file).exists();
            assert!(there, "{} names {file}, which does not exist", source.display());
        }
    }
    assert!(crates >= 12, "only {crates} crates say where to change what");
}

/// The tests that ARCHITECTURE.md names beside what always holds are compiled, and none is left out of a run.
#[test]
fn the_tests_named_beside_invariants_exist_and_run() {
    let text = read("../../../ARCHITECTURE.md");
    let (_, table) = text.split_once("## What always holds").expect("the invariants");
    let (table, _) = table.split_once("\n## ").expect("a section after them");
    let mut tests = 0;
    for file in table.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let path = crate::common::path("../../..").join(file);
        if path.extension().is_none_or(|ending| ending != "rs") || file.contains("/fuzz") {
            continue;
        }
        tests += 1;
        let code = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        let laws = file.ends_with("/laws.rs");
        assert!(laws || code.contains("test]") || code.contains("test("), "{file} has no test");
        assert!(!code.contains("#[ignore"), "{file} leaves a test out");
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let folder = path.parent().expect("a folder");
        let (name, parents) = match stem {
            "main" | "lib" => continue,
            "mod" => {
                let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
                (name, folder.parent().expect("a folder"))
            }
            stem => (stem, folder),
        };
        let roots = ["main.rs", "lib.rs", "mod.rs"].map(|root| parents.join(root));
        let declared = roots
            .iter()
            .filter_map(|root| fs::read_to_string(root).ok())
            .any(|root| ["", "pub "].iter().any(|vis| root.contains(&format!("{vis}mod {name};"))));
        // A file directly in `tests` is a test program of its own.
        assert!(declared || parents.ends_with("tests"), "{file} belongs to no test program");
    }
    assert!(tests >= 15, "only {tests} tests are named");
}

fn row(entry: &Entry) -> String {
    let Entry { id, name, summary, .. } = entry;
    format!("| [{name}](docs/rules/{id}.md) | {} | {summary} |", players(entry))
}

/// How many can play: `2`, `2–6`.
fn players(entry: &Entry) -> String {
    match entry.options.iter().find(|option| option.name == "players").map(|option| option.kind) {
        Some(OptionKind::Number { min, max }) => format!("{min}–{max}"),
        _ => (entry.open)(&Default::default()).expect("the defaults").seats().to_string(),
    }
}
