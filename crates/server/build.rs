//! Puts the page into the binary: builds it with Node, or leaves a note in its place.

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
    diagrams(&root.join("../../docs/rules"), &out.join("diagrams"))
        .expect("the diagrams can be copied into the build folder");
    let page = out.join("page");
    let _ = fs::remove_dir_all(&page);
    fs::create_dir_all(&page).expect("the build folder can be written");

    let skip =
        env::var_os("PARLOUR_SKIP_WEB").is_some_and(|value| value != "0" && !value.is_empty());
    if skip || !web.join("package.json").exists() {
        let why = "This build was made without the page. Build again with Node installed and \
                   without <code>PARLOUR_SKIP_WEB</code>.";
        return note(&page, why);
    }
    if let Err(why) = build(&web) {
        for line in why.lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
    copy(&web.join("dist"), &page).expect("the page can be copied into the build folder");
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

/// Puts the rule pages' diagrams beside the page.
fn diagrams(from: &Path, to: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", from.display());
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if let (Some(name), true) = (path.file_name(), path.extension().is_some_and(|e| e == "svg"))
        {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

fn note(page: &Path, why: &str) {
    let text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Parlour</title>\n\
         <h1>Parlour</h1>\n<p>{why}</p>\n</html>\n"
    );
    fs::write(page.join("index.html"), text).expect("the build folder can be written");
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => fs::copy(entry.path(), target).map(drop)?,
        }
    }
    Ok(())
}
