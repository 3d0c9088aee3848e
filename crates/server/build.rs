//! Puts the page into the binary: builds it with Node, or leaves a note in its place.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the page is made from, in `web/`.
const SOURCES: &[&str] = &[
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    println!("cargo::rerun-if-env-changed=PARLOUR_SKIP_WEB");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let web = root.join("../../web");
    // Naming a file that is missing would run this script at every build.
    for source in SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let rules = root.join("../../docs/rules");
    println!("cargo::rerun-if-changed={}", rules.display());
    list(&rules, |name| name.ends_with(".svg"), &out.join("diagrams.rs"))
        .expect("the diagrams can be listed in the build folder");
    let page = out.join("page");
    make_page(&web, &page);
    list(&page, |_| true, &out.join("page.rs")).expect("the page can be listed");
}

/// Builds the page and copies it here, or leaves a note in its place.
fn make_page(web: &Path, page: &Path) {
    let _ = fs::remove_dir_all(page);
    fs::create_dir_all(page).expect("the build folder can be written");

    let skip =
        env::var_os("PARLOUR_SKIP_WEB").is_some_and(|value| value != "0" && !value.is_empty());
    if skip || !web.join("package.json").exists() {
        let why = "This build was made without the page. Build again with Node installed and \
                   without <code>PARLOUR_SKIP_WEB</code>.";
        return note(page, why);
    }
    if let Err(why) = build(web) {
        for line in why.lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
    copy(&web.join("dist"), page).expect("the page can be copied into the build folder");
}

fn build(web: &Path) -> Result<(), String> {
    if !web.join("node_modules").exists() || lock_is_newer(web) {
        npm(web, &["ci", "--no-audit", "--no-fund"])?;
    }
    npm(web, &["run", "build"])
}

/// Whether `npm ci` has not run since the lock file changed.
fn lock_is_newer(web: &Path) -> bool {
    let time = |path: PathBuf| fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let installed = time(web.join("node_modules/.package-lock.json"));
    time(web.join("package-lock.json")) > installed
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let run = Command::new(program).args(arguments).current_dir(web).output();
    let output = match run {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err("Node is needed to build the page, and npm was not found.\n\
                Install Node 20 or newer (https://nodejs.org), or set PARLOUR_SKIP_WEB=1 to build \
                without the page."
                .to_owned());
        }
        Err(error) => return Err(format!("cannot run npm: {error}")),
    };
    if output.status.success() {
        return Ok(());
    }
    let texts =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    Err(format!("npm {} failed in web/:\n{}", arguments.join(" "), texts.concat()))
}

/// Writes the files of a folder as a Rust list of `Embedded`, in order of their names.
fn list(folder: &Path, wanted: fn(&str) -> bool, to: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    files.retain(|(name, _)| wanted(name));
    files.sort();
    let mut text = String::from("&[\n");
    for (name, path) in files {
        let mut hasher = DefaultHasher::new();
        fs::read(&path)?.hash(&mut hasher);
        let (tag, path) = (hasher.finish(), path.display().to_string());
        let _ = writeln!(
            text,
            "    Embedded {{ name: {name:?}, tag: \"{tag:016x}\", bytes: include_bytes!({path:?}) }},"
        );
    }
    text.push_str("]\n");
    fs::write(to, text)
}

/// The files below a folder: their names in it, and their paths.
fn walk(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{name}/"), files)?
        } else {
            files.push((name, entry.path()))
        }
    }
    Ok(())
}

fn note(page: &Path, why: &str) {
    let text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>Parlour</title>\n</head>\n<h1>Parlour</h1>\n<p>{why}</p>\n</html>\n"
    );
    fs::write(page.join("index.html"), text).expect("the build folder can be written");
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?
        } else {
            fs::copy(entry.path(), target).map(drop)?
        }
    }
    Ok(())
}
