//! What others wrote and the program carries: a list for machines (CycloneDX), and the licences' texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::run::{TaskResult, root, text};

/// The texts of the licences, as the server shows them at `/licences`.
const LICENCES: &str = "crates/server/licences.txt";

/// A library inside the program or its page.
struct Library {
    name: String,
    version: String,
    /// An SPDX expression.
    licence: String,
    /// Where it lies on this machine.
    folder: PathBuf,
    /// `pkg:cargo/…` or `pkg:npm/…`.
    url: String,
    checksum: Option<String>,
    depends_on: Vec<String>,
}

/// Writes the licences' texts anew.
pub fn write_licences() -> TaskResult {
    let path = root().join(LICENCES);
    fs::write(&path, licences(&libraries()?))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Fails where a library came or went since they were written.
pub fn check_licences() -> TaskResult {
    let there = fs::read_to_string(root().join(LICENCES)).unwrap_or_default();
    if there == licences(&libraries()?) {
        return Ok(());
    }
    Err(format!("{LICENCES} is not what the libraries say: run `cargo xtask licences`"))
}

/// The list of libraries as CycloneDX.
pub fn bill_of_materials(version: &str, time: &str) -> Result<String, String> {
    let libraries = libraries()?;
    let component = |library: &Library| {
        let mut component = json!({
            "type": "library", "bom-ref": library.url, "purl": library.url,
            "name": library.name, "version": library.version,
            "licenses": [{ "expression": library.licence }],
        });
        if let Some(checksum) = &library.checksum {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        component
    };
    let program = json!({
        "type": "application", "bom-ref": "parlour", "name": "parlour", "version": version,
        "licenses": [{ "expression": "MIT OR Apache-2.0" }],
    });
    let depends = libraries
        .iter()
        .map(|library| json!({ "ref": library.url, "dependsOn": library.depends_on }));
    let bill = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": { "timestamp": time, "component": program },
        "components": libraries.iter().map(component).collect::<Vec<_>>(),
        "dependencies": depends.collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&bill).map_err(|error| error.to_string())
}

fn libraries() -> Result<Vec<Library>, String> {
    let mut libraries = crates()?;
    libraries.extend(packages_of_the_page()?);
    libraries.sort_by(|a, b| a.url.cmp(&b.url));
    Ok(libraries)
}

/// The crates that are compiled into the released program, for Linux on x86-64.
fn crates() -> Result<Vec<Library>, String> {
    let manifest = root().join("Cargo.toml");
    let manifest = manifest.to_str().ok_or("the project's path is no text")?;
    let target = "x86_64-unknown-linux-gnu";
    let words = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
    let features = ["--filter-platform", target, "--features", "parlour-cli/https"];
    let metadata = text("cargo", &[&words[..], &features[..]].concat())?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> = list(&metadata["packages"])
        .into_iter()
        .map(|package| (name(&package["id"]), package))
        .collect();
    // What is only built or tested with is not in the program. `metadata` has the features of tests, too.
    let inside = |edge: &Value| list(&edge["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
    let edges: BTreeMap<String, Vec<String>> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let used = list(&node["deps"]).into_iter().filter(inside);
            (name(&node["id"]), used.map(|edge| name(&edge["pkg"])).collect())
        })
        .collect();
    let start = packages.iter().find(|(_, package)| package["name"] == "parlour-cli");
    let (start, _) = start.ok_or("the workspace has no parlour-cli")?;
    let (mut seen, mut open) = (BTreeSet::new(), vec![start.clone()]);
    while let Some(id) = open.pop() {
        if seen.insert(id.clone()) {
            open.extend(edges.get(&id).cloned().unwrap_or_default());
        }
    }
    let url = |package: &Value| {
        format!("pkg:cargo/{}@{}", name(&package["name"]), name(&package["version"]))
    };
    let ours = |package: &Value| package["source"].is_null();
    let checksums = checksums()?;
    let compiled = compiled(manifest, target)?;
    let theirs = |package: &Value| !ours(package) && compiled.contains(&url(package));
    let mut found = Vec::new();
    for id in seen {
        let package = &packages[&id];
        if !theirs(package) {
            continue;
        }
        let used = edges.get(&id).into_iter().flatten().map(|id| &packages[id]);
        let folder = PathBuf::from(name(&package["manifest_path"]));
        found.push(Library {
            name: name(&package["name"]),
            version: name(&package["version"]),
            licence: name(&package["license"]).replace('/', " OR "),
            folder: folder.parent().unwrap_or(Path::new("/")).to_owned(),
            url: url(package),
            checksum: checksums.get(&url(package)).cloned(),
            depends_on: used.filter(|package| theirs(package)).map(url).collect(),
        });
    }
    Ok(found)
}

/// The crates that a build of the program compiles into it.
fn compiled(manifest: &str, target: &str) -> Result<BTreeSet<String>, String> {
    let what = ["tree", "--locked", "--manifest-path", manifest, "--package", "parlour-cli"];
    let how = ["--features", "https", "--target", target, "--edges", "normal,no-proc-macro"];
    let form = ["--prefix", "none", "--format", "{p}"];
    let tree = text("cargo", &[&what[..], &how[..], &form[..]].concat())?;
    let url = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some(format!("pkg:cargo/{name}@{}", rest.split(' ').next()?))
    };
    Ok(tree.lines().filter_map(url).collect())
}

/// The checksums that `Cargo.lock` holds.
fn checksums() -> Result<BTreeMap<String, String>, String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).map_err(|error| error.to_string())?;
    let mut checksums = BTreeMap::new();
    for part in lock.split("[[package]]") {
        let field = |name: &str| {
            let line =
                part.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))?;
            Some(line.trim_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(sum)) =
            (field("name"), field("version"), field("checksum"))
        {
            checksums.insert(format!("pkg:cargo/{name}@{version}"), sum);
        }
    }
    Ok(checksums)
}

/// What the page is made of, beside its own code.
fn packages_of_the_page() -> Result<Vec<Library>, String> {
    let web = root().join("web");
    let read = |path: PathBuf| -> Result<Value, String> {
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let page = read(web.join("package.json"))?;
    let mut found = Vec::new();
    for name in page["dependencies"].as_object().into_iter().flat_map(|list| list.keys()) {
        let folder = web.join("node_modules").join(name);
        let package = read(folder.join("package.json"))?;
        let field = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
        found.push(Library {
            name: name.clone(),
            version: field("version"),
            licence: field("license"),
            url: format!("pkg:npm/{}@{}", name.replace('@', "%40"), field("version")),
            folder,
            checksum: None,
            depends_on: Vec::new(),
        });
    }
    Ok(found)
}

/// The texts, each once, behind the names of those who have it.
fn licences(libraries: &[Library]) -> String {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in libraries {
        let title = format!("{} {} ({})", library.name, library.version, library.licence);
        let mut files = Vec::new();
        find_texts(&library.folder, 3, &mut files);
        files.sort();
        let found: BTreeSet<String> = chosen(&files).into_iter().filter_map(read).collect();
        let none = "Its licence is named in its package, without a text.".to_owned();
        let found = if found.is_empty() { [none].into() } else { found };
        for text in found {
            texts.entry(text).or_default().push(title.clone());
        }
    }
    let mut parts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, titles)| (titles, text)).collect();
    parts.sort();
    let mut all =
        "Parlour contains these libraries of others, under their licences. Where a library offers \
                   several, it is used under one of them.\n"
            .to_owned();
    for (titles, text) in parts {
        all += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(80), titles.join("\n"));
    }
    all
}

/// Of a library's licences the short one, where it offers a choice.
fn chosen(files: &[PathBuf]) -> Vec<&PathBuf> {
    let is = |file: &Path, word: &str| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        name.contains(word)
    };
    let offers =
        files.iter().any(|file| is(file, "MIT")) && files.iter().any(|file| is(file, "APACHE"));
    files.iter().filter(|file| !offers || !is(file, "APACHE")).collect()
}

fn read(file: &PathBuf) -> Option<String> {
    let text = String::from_utf8_lossy(&fs::read(file).ok()?).replace("\r\n", "\n");
    Some(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned())
}

fn find_texts(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let words = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_uppercase());
        if path.is_dir() {
            if depth > 0 && !["TESTS", "NODE_MODULES", "TARGET", ".GIT"].contains(&name.as_str()) {
                find_texts(&path, depth - 1, found);
            }
        } else if words.iter().any(|word| name.starts_with(word)) && !name.ends_with(".RS") {
            found.push(path);
        }
    }
}
