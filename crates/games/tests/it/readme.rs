//! The first page of the project names every game.

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

/// Paths stand in backticks (`crates/…`, `web/…`) or behind a link; those with a `<` or `…` are patterns.
#[test]
fn the_documents_name_files_that_exist() {
    let root = crate::common::path("../../..");
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md"] {
        let text = read(&format!("../../../{document}"));
        let quoted = text.split('`').skip(1).step_by(2);
        let quoted =
            quoted.filter(|words| words.starts_with("crates/") || words.starts_with("web/"));
        let linked = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let linked = linked.filter(|target| !target.contains("://"));
        for path in quoted.chain(linked).filter(|path| !path.contains(['<', '…', '*', ' '])) {
            assert!(root.join(path).exists(), "{document} names {path}, which does not exist");
        }
    }
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
