//! What the tests need and a fresh machine lacks.

use std::env;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{TaskResult, cargo, npm, root, step, works};

/// The page's packages, unless the lock file's are there already.
pub fn node_packages() -> TaskResult {
    if !works("npm", &["--version"]) {
        return Err("Node.js with npm is needed (version 20 or later): https://nodejs.org".into());
    }
    let web = root().join("web");
    let stamp = web.join("node_modules/.parlour-lock");
    let lock =
        fs::read(web.join("package-lock.json")).map_err(|e| format!("package-lock.json: {e}"))?;
    if fs::read(&stamp).is_ok_and(|there| there == lock) {
        return Ok(());
    }
    step("Packages of the page", npm(["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&stamp, lock).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// A Chromium for the browser tests: the one that `CHROMIUM` names, Debian's headless shell, which
/// takes half the processor time of a whole browser, or another one on the machine.
pub fn chromium() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    let shell = Path::new("/usr/bin/chromium-headless-shell");
    let missing =
        "the browser tests need Chromium or Chrome: install one, or set CHROMIUM to its path";
    let install = |package| debian("Chromium", &[package, "fonts-liberation"], missing);
    if shell.exists() || install("chromium-headless-shell").is_ok() {
        return Ok(shell.to_owned());
    }
    if find_chromium().is_none() {
        install("chromium")?;
    }
    find_chromium()
        .ok_or_else(|| "Chromium was installed but is not found; set CHROMIUM to its path".into())
}

/// PostgreSQL for the server's tests, which start clusters of their own: one on the machine, or
/// Debian's.
pub fn postgres() -> TaskResult {
    if has_postgres() {
        return Ok(());
    }
    let missing =
        "the server's tests need PostgreSQL: install it, with initdb and postgres on the PATH";
    debian("PostgreSQL", &["postgresql"], missing)?;
    if has_postgres() { Ok(()) } else { Err(missing.into()) }
}

/// The proxies of `deploy/`, which the server's tests start: those on the machine, or Debian's.
pub fn proxies() -> TaskResult {
    let programs = [("nginx", "nginx-light"), ("haproxy", "haproxy"), ("caddy", "caddy")];
    let there = |name: &str| {
        let mut places = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].into_iter();
        places.any(|place| Path::new(place).join(name).exists())
    };
    let missing = programs.into_iter().filter(|(name, _)| !there(name)).map(|(_, package)| package);
    let missing: Vec<&str> = missing.collect();
    if missing.is_empty() {
        return Ok(());
    }
    let words = "the server's tests need nginx, HAProxy and Caddy: install them";
    debian("Proxies", &missing, words)
}

/// Python for the second implementations of the games: the one on the machine, or Debian's.
pub fn python() -> TaskResult {
    if works("python3", &["--version"]) {
        return Ok(());
    }
    debian("Python", &["python3"], "the tests of the games need python3 on the PATH: install it")
}

/// The runner of the Rust tests, compiled once where it is missing.
pub fn nextest() -> TaskResult {
    if works("cargo", &["nextest", "--version"]) {
        return Ok(());
    }
    step("cargo-nextest", cargo(["install", "--locked", "cargo-nextest"]))
}

/// The minimum version of Rust that `Cargo.toml` declares.
pub fn rust_version() -> Result<String, String> {
    let path = root().join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let declared = text.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let declared = declared.ok_or_else(|| format!("{} has no rust-version", path.display()))?;
    Ok(declared.trim_matches('"').to_owned())
}

fn has_postgres() -> bool {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut places = debian.map(|version| version.path().join("bin/initdb"));
    works("initdb", &["--version"]) || places.any(|initdb| initdb.exists())
}

/// Installs packages where Debian's package manager is at hand.
fn debian(name: &str, packages: &[&str], missing: &str) -> TaskResult {
    if !works("apt-get", &["--version"]) {
        return Err(missing.into());
    }
    // Packages are root's business; `sudo -n` fails at once where it would have to ask.
    let root = Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout == b"0\n");
    if !(root || may_install(name, packages)) {
        return Err(format!("{missing} (`cargo xtask test --install` installs it with sudo)"));
    }
    let apt = |words: &[&str]| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.args(["-n", "apt-get"]);
        }
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    step("Package lists", apt(&["update", "--quiet"]))?;
    let words = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    step(name, apt(&words))
}

/// Whether packages may be installed with sudo: `--install` says so, CI does, or somebody answers yes.
fn may_install(name: &str, packages: &[&str]) -> bool {
    if env::args().any(|word| word == "--install") || env::var("CI").is_ok_and(|ci| ci == "true") {
        return true;
    }
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return false;
    }
    eprint!("{name} is missing. Run `sudo apt-get install {}`? [y/N] ", packages.join(" "));
    let mut answer = String::new();
    io::stderr().flush().is_ok()
        && io::stdin().read_line(&mut answer).is_ok()
        && matches!(answer.trim(), "y" | "Y" | "yes")
}

/// A browser with windows.
fn find_chromium() -> Option<PathBuf> {
    let places = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    places.into_iter().map(PathBuf::from).find(|path| path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_version_of_rust_is_read_from_the_workspace() {
        let version = rust_version().expect("it is declared");
        assert!(version.starts_with("1.") && version[2..].parse::<u32>().is_ok(), "{version}");
    }
}
