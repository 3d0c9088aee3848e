//! `cargo xtask new-game <id>`: writes a small game that plays, has all its parts and passes all
//! tests, to be changed step by step into the game that is wanted.

use std::fs;
use std::path::Path;

use crate::run::{TaskResult, cargo, root, step};

/// The parts of a game: the name in the pattern, and where it goes. `new-game` and `new_game` stand for
/// the game's names.
const PARTS: &[(&str, &str)] = &[
    ("../package.toml", "crates/games/new-game/Cargo.toml"),
    ("lib.rs", "crates/games/new-game/src/lib.rs"),
    ("encode.rs", "crates/games/new-game/src/encode.rs"),
    ("guide.rs", "crates/games/new-game/src/guide.rs"),
    ("heuristics.rs", "crates/games/new-game/src/heuristics.rs"),
    ("notation.rs", "crates/games/new-game/src/notation.rs"),
    ("scene.rs", "crates/games/new-game/src/scene.rs"),
    ("tests.rs", "crates/games/new-game/src/tests.rs"),
    ("rulings.txt", "crates/games/new-game/src/rulings.txt"),
    ("rules.md", "docs/rules/new-game.md"),
    ("reference.py", "crates/games/references/new-game.py"),
    ("games.jsonl", "crates/games/tests/conformance/new-game.jsonl"),
    ("edges.jsonl", "crates/games/tests/conformance/new-game-edges.jsonl"),
];

/// What a new game starts from: a folder of `crates/games/templates`.
#[derive(Clone, Copy)]
pub enum Pattern {
    /// Two players who see everything.
    Open,
    /// Two to four players with dice under cups.
    Secrets,
}

impl Pattern {
    fn folder(self) -> &'static str {
        match self {
            Pattern::Open => "open",
            Pattern::Secrets => "secrets",
        }
    }
}

/// Writes the game, registers it and tells what to do next.
pub fn new_game(id: &str, pattern: Pattern) -> TaskResult {
    let names = Names::new(id)?;
    write_game(&root(), &names, pattern)?;
    // Lists of modules are kept in order.
    step("Formatting", cargo(["fmt", "--all"]))?;
    // The other workspaces are built with their lock files as they are.
    for manifest in ["crates/python/Cargo.toml", "fuzz/Cargo.toml"] {
        step("Lock files", cargo(["update", "--workspace", "--manifest-path", manifest]))?;
    }
    println!("{id} is written, registered and plays. Next:\n{}", names.fit(NEXT));
    Ok(())
}

/// Writes the game's files below the project's root, and the lines that register it.
fn write_game(root: &Path, names: &Names, pattern: Pattern) -> TaskResult {
    if root.join(names.fit("crates/games/new-game")).exists() {
        return Err(format!("there is a game {} already", names.id));
    }
    let templates = root.join("crates/games/templates").join(pattern.folder());
    for (from, to) in PARTS {
        let text = read(&templates.join(from))?;
        // The rule page of the pattern lies beside it, that of a game among the others.
        let text = text.replace("\"rules.md\"", "\"../../../../docs/rules/new-game.md\"");
        write(&root.join(names.fit(to)), &names.fit(&text))?;
    }
    register(root, &templates, names)
}

const NEXT: &str =
    "  cargo xtask written      # the golden game, the diagram, transcripts, the README's list
  cargo xtask test rust    # everything passes
  cargo nextest run -p parlour-new-game    # after each change: the game's own tests
then change the game, part by part, into the one that you want (see docs/adding-a-game.md):
  docs/rules/new-game.md
  crates/games/new-game/src/
  crates/games/references/new-game.py";

/// The names of a game.
struct Names {
    id: String,
    module: String,
    kind: String,
    title: String,
}

impl Names {
    fn new(id: &str) -> Result<Names, String> {
        let words: Vec<&str> = id.split('-').collect();
        let plain = |word: &&str| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        let starts = id.starts_with(|c: char| c.is_ascii_lowercase());
        if !starts || !words.iter().all(plain) {
            return Err(format!("'{id}' is no id: lower case words with '-' between, nine-holes"));
        }
        let capital = |word: &&str| word[..1].to_uppercase() + &word[1..];
        let capitals: Vec<String> = words.iter().map(capital).collect();
        Ok(Names {
            id: id.to_owned(),
            module: words.join("_"),
            kind: capitals.concat(),
            title: capitals.join(" "),
        })
    }

    /// The pattern's names in a text become this game's.
    fn fit(&self, text: &str) -> String {
        text.replace("new-game", &self.id)
            .replace("new_game", &self.module)
            .replace("NewGame", &self.kind)
            .replace("New Game", &self.title)
    }
}

/// The lines that name a game outside its own files.
fn register(root: &Path, templates: &Path, names: &Names) -> TaskResult {
    let insert = |file: &str, list: &str, before: &str, line: &str| {
        let path = root.join(file);
        let text = read(&path)?;
        let begin = text.find(list).ok_or_else(|| format!("{file} has no '{list}'"))?;
        let end = text[begin..].find(before).ok_or_else(|| format!("{file} has no '{before}'"))?;
        let (above, below) = text.split_at(begin + end);
        write(&path, &format!("{above}{}{below}", names.fit(line)))
    };
    let line = "    parlour_new_game::NewGame,\n";
    insert("crates/games/src/registry.rs", "games! {", "}\n", line)?;
    let line = "parlour-new-game = { path = \"new-game\" }\n";
    insert("crates/games/Cargo.toml", "# The games", "\n[", line)?;
    let fast = "[profile.release.package.parlour-new-game]\nopt-level = 3\n";
    insert("crates/python/Cargo.toml", "# The loops", "[profile.release.package.numpy]", fast)?;
    let counts = root.join("crates/games/tests/conformance/perft.txt");
    let line = read(&templates.join("perft.txt"))?;
    write(&counts, &(read(&counts)? + &names.fit(&line)))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> TaskResult {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gets_its_names_from_its_id() {
        let names = Names::new("nine-mens-morris").expect("an id");
        let all = names.fit("new-game new_game NewGame New Game");
        assert_eq!(all, "nine-mens-morris nine_mens_morris NineMensMorris Nine Mens Morris");
        for bad in ["", "Nine", "nine--mens", "7-up", "nine_mens", "../x"] {
            assert!(Names::new(bad).is_err(), "{bad}");
        }
    }

    /// A project with what `new-game` reads: the patterns and the files that name the games.
    fn project(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("parlour-{name}-{}", std::process::id()));
        let (here, games) = (root(), Path::new("crates/games"));
        let mut files = vec![
            "crates/python/Cargo.toml".into(),
            games.join("Cargo.toml"),
            games.join("templates/package.toml"),
            games.join("src/registry.rs"),
            games.join("tests/conformance/perft.txt"),
        ];
        for pattern in [Pattern::Open, Pattern::Secrets] {
            let templates = games.join("templates").join(pattern.folder());
            let listed = fs::read_dir(here.join(&templates)).expect("the patterns are there");
            files.extend(listed.map(|entry| templates.join(entry.expect("a file").file_name())));
        }
        for file in files {
            write(&folder.join(&file), &read(&here.join(&file)).expect("it is there"))
                .expect("room");
        }
        folder
    }

    #[test]
    fn a_new_game_has_every_part_under_its_own_name_and_is_registered_once() {
        for pattern in [Pattern::Open, Pattern::Secrets] {
            let root = project(pattern.folder());
            let names = Names::new("nine-holes").expect("an id");
            write_game(&root, &names, pattern).expect("it is written");
            for (_, to) in PARTS {
                let text = read(&root.join(names.fit(to))).expect("every part is there");
                for pattern in ["new-game", "new_game", "NewGame", "New Game"] {
                    assert!(!text.contains(pattern), "{to} still says {pattern}");
                }
            }
            for (file, line) in [
                ("crates/games/src/registry.rs", "    parlour_nine_holes::NineHoles,\n}"),
                ("crates/games/Cargo.toml", "parlour-nine-holes = { path = \"nine-holes\" }\n\n"),
                ("crates/games/tests/conformance/perft.txt", "nine-holes "),
                ("crates/python/Cargo.toml", "[profile.release.package.parlour-nine-holes]\n"),
            ] {
                let text = read(&root.join(file)).expect("it is there");
                assert!(text.contains(line), "{file} does not name the game");
            }
            assert!(write_game(&root, &names, pattern).is_err(), "the game is there already");
            fs::remove_dir_all(root).expect("the folder can be removed");
        }
    }
}
