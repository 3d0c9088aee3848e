//! `cargo xtask …`: the project's chores. `cargo xtask test` runs all tests, and installs what they need
//! if it may.

mod api_check;
mod install;
mod new_game;
mod python;
mod release;
mod run;
mod third_party;

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;

use new_game::{Pattern, new_game};
use run::{TaskResult, cargo, npm, step, step_beside, step_into};

const HELP: &str = "cargo xtask <task>

  test          everything: lint, tests of Rust, page, browser and Python; asks before it installs
                with sudo what they need (--install: without a question; so do root and CI=true)
  test rust     formatting, generated files, clippy, rustdoc, Rust tests
  test web      type check, lint and unit tests of the page
  test browser  the page in a real Chromium, against the real server
  test api      the API of the real server against its own description (schemathesis)
  test python   the Python package: its wheel is built, installed and tested
  wheel         build the wheel of the Python package into target/wheels
  types         write web/src/wire.ts anew from the Rust messages
  openapi       write docs/openapi.json anew from the server's calls
  news          write the examples of socket messages, which page and server read alike
  goldens       write the golden files anew (read the difference before you commit it)
  diagrams      draw docs/rules/*.svg anew
  transcripts   write the command line's transcripts anew (read the difference, too)
  screens       write the terminal's screens anew, and the picture of one in the README
  readme        write the README's list of games anew
  written       all of these: types, openapi, news, goldens, diagrams, transcripts, screens,
                readme
  licences      write the licences of libraries, which the server shows, anew
  release       build what is released into target/release-files: archive, package, list of libraries,
                checksums; signed with the key that MINISIGN_KEY names
  new-game ID [--secrets]
                write a small game with all its parts, to be changed into the one that you want:
                for two who see everything, or with secrets, dice and two to four players
  fuzz TARGET [SECONDS]
                feed a fuzz target (positions, actions, protocol, lessons, trees, records, messages),
                60 seconds by default";

/// What is written anew by a test that compares with it: the task and the test.
const WRITTEN: [(&str, &str); 8] = [
    ("types", "the_page_has_the_same_types"),
    ("openapi", "the_openapi_document_describes_the_routes"),
    ("goldens", "golden_games_are_unchanged"),
    ("diagrams", "diagrams"),
    ("readme", "the_readme_lists_every_game"),
    ("news", "the_page_follows_the_same_messages"),
    ("transcripts", "transcripts"),
    ("screens", "screen::"),
];

/// Features that are not in the program unless somebody asks for them.
const EVERYTHING: [&str; 2] = ["--features", "parlour-cli/https"];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| *word != "--install").collect();
    let outcome = match words[..] {
        ["test"] => test_all(),
        ["test", "rust"] => test_rust(),
        ["test", "web"] => test_web(),
        ["test", "browser"] => test_browser(),
        ["test", "api"] => test_api(),
        ["test", "python"] => test_python(),
        ["wheel"] => python::wheel(),
        ["licences"] => third_party::write_licences(),
        ["release"] => release::release(),
        [name] if let Some((_, test)) = WRITTEN.iter().find(|w| w.0 == name) => {
            update(&format!("test({test})"))
        }
        ["written"] => update(&written()),
        ["new-game", id] => new_game(id, Pattern::Open),
        ["new-game", id, "--secrets"] | ["new-game", "--secrets", id] => {
            new_game(id, Pattern::Secrets)
        }
        ["fuzz", target] => fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn test_all() -> TaskResult {
    let outcome = all_parts();
    run::times();
    outcome?;
    println!("\nAll tests passed.");
    Ok(())
}

/// All parts, in the order in which they share what they build. Both lanes run to their ends, so that
/// one run names all failures.
fn all_parts() -> TaskResult {
    install::node_packages()?;
    install::postgres()?;
    install::proxies()?;
    install::python()?;
    install::nextest()?;
    // Downloads wait for the network while the tests are compiled.
    let downloads = thread::spawn(|| {
        install::chromium()?;
        python::environments()
    });
    compile_tests()?;
    downloads.join().map_err(|_| "the downloads ended with a panic")??;
    // The tests wait now and then, and leave some of the processor to what is only compiled.
    two_lanes(
        || {
            run_tests()?;
            test_web()?;
            browser_tests()?;
            api_check::api_tests()
        },
        || {
            lints()?;
            python::build_wheel()
        },
    )?;
    python::wheel_tests()
}

fn test_rust() -> TaskResult {
    install::node_packages()?;
    install::postgres()?;
    install::proxies()?;
    install::python()?;
    install::nextest()?;
    compile_tests()?;
    two_lanes(run_tests, lints)
}

/// Runs two lists of steps beside each other. The failure of one does not end the other.
fn two_lanes(
    one: impl FnOnce() -> TaskResult,
    other: impl FnOnce() -> TaskResult + Send,
) -> TaskResult {
    let (one, other) = thread::scope(|scope| {
        let other = scope.spawn(other);
        (one(), other.join().unwrap_or_else(|_| Err("a step ended with a panic".into())))
    });
    match (one, other) {
        (Err(one), Err(other)) => Err(format!("{one}\nxtask: {other}")),
        (one, other) => one.and(other),
    }
}

/// Where the compiled tests are listed, and the packages that they belong to.
fn compiled_tests() -> [PathBuf; 2] {
    ["tests.json", "packages.json"].map(|name| run::root().join("target").join(name))
}

fn compile_tests() -> TaskResult {
    step("Formatting", cargo(["fmt", "--all", "--check"]))?;
    step("Formatting of xtask", cargo(["fmt", "--manifest-path", "xtask/Cargo.toml", "--check"]))?;
    step("Tests of xtask", cargo(["test", "--quiet", "--manifest-path", "xtask/Cargo.toml"]))?;
    let [tests, packages] = compiled_tests();
    let list = ["nextest", "list", "--workspace", "--list-type", "binaries-only"];
    let list = list.into_iter().chain(["--message-format", "json"]).chain(EVERYTHING);
    step_into("Compiling the tests", cargo(list), &tests)?;
    let metadata = ["metadata", "--format-version", "1", "--all-features"];
    step_into("The list of packages", cargo(metadata), &packages)?;
    // First, for they fail most often and the remedy is one command.
    step("Generated files (cargo xtask written)", run_compiled(["-E", &written()]))
}

fn run_tests() -> TaskResult {
    let others = format!("not ({})", written());
    step("Rust tests", run_compiled(["--no-fail-fast", "-E", &others]))
}

/// Runs compiled tests, also while cargo compiles something else.
fn run_compiled<'a>(words: impl IntoIterator<Item = &'a str>) -> Command {
    let [tests, packages] = compiled_tests();
    let mut command = cargo(["nextest", "run", "--binaries-metadata"]);
    command.arg(tests).arg("--cargo-metadata").arg(packages).args(words);
    command
}

/// What is checked without running a test.
fn lints() -> TaskResult {
    third_party::check_licences()?;
    let clippy = ["clippy", "--workspace", "--all-targets"].into_iter().chain(EVERYTHING);
    step_beside("Clippy", cargo(clippy.chain(["--", "-D", "warnings"])))?;
    step_beside("The program without its server", without_server())?;
    // In the folder of the other steps, for what they have compiled.
    let fuzz = ["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target"];
    step_beside("Fuzz targets", cargo(fuzz))?;
    minimum_version()?;
    let mut doc = cargo(["doc", "--workspace", "--no-deps"].into_iter().chain(EVERYTHING));
    doc.env("RUSTDOCFLAGS", "-D warnings");
    step_beside("Rustdoc", doc)?;
    let examples = ["test", "--workspace", "--doc", "--quiet"].into_iter().chain(EVERYTHING);
    step_beside("Documentation tests", cargo(examples))
}

/// Compiles and runs tests.
fn nextest<'a>(words: impl IntoIterator<Item = &'a str>) -> Command {
    cargo(["nextest", "run", "--workspace"].into_iter().chain(EVERYTHING).chain(words))
}

fn without_server() -> Command {
    let words = ["clippy", "--package", "parlour-cli", "--no-default-features", "--all-targets"];
    cargo(words.into_iter().chain(["--", "-D", "warnings"]))
}

/// Builds with the compiler that `rust-version` names, unless it is the one that all steps use.
fn minimum_version() -> TaskResult {
    let minimum = install::rust_version()?;
    if run::text("rustc", &["--version"])?.contains(&format!(" {minimum}.")) {
        println!(
            "\n== Rust {minimum}, the declared minimum: it is the compiler of all these steps"
        );
        return Ok(());
    }
    let toolchain = format!("+{minimum}");
    if !run::works("cargo", &[&toolchain, "--version"]) {
        let mut install = Command::new("rustup");
        install.args(["toolchain", "install", &minimum, "--profile", "minimal"]);
        step("The declared minimum version of Rust", install)?;
    }
    let mut check = cargo([toolchain.as_str(), "check", "--workspace"]);
    check.env("CARGO_TARGET_DIR", run::root().join("target/minimum"));
    step_beside("The declared minimum version of Rust", check)
}

fn test_web() -> TaskResult {
    install::node_packages()?;
    step("Type check and lint of the page", npm(["run", "check"]))?;
    step("Unit tests of the page", npm(["test"]))
}

fn test_browser() -> TaskResult {
    install::node_packages()?;
    program()?;
    browser_tests()
}

fn test_api() -> TaskResult {
    program()?;
    api_check::api_tests()
}

/// The program for a part of the tests. Among all of them the tests of the command line build it.
fn program() -> TaskResult {
    step("The program", cargo(["build", "--package", "parlour-cli"]))
}

fn browser_tests() -> TaskResult {
    let chromium = install::chromium()?;
    let mut e2e = npm(["run", "e2e"]);
    e2e.env("PARLOUR_BIN", run::root().join("target/debug/parlour")).env("CHROMIUM", chromium);
    step("Browser tests", e2e)
}

fn test_python() -> TaskResult {
    program()?;
    python::build_wheel()?;
    python::wheel_tests()
}

/// Runs tests that compare with files, telling them to write the files anew. The whole workspace is
/// compiled, as for all tests: a package alone would have other features and compile everything again.
fn update(tests: &str) -> TaskResult {
    install::nextest()?;
    let mut command = nextest(["-E", tests]);
    command.env("PARLOUR_UPDATE", "1");
    step("Writing anew", command)
}

/// The filter of nextest for all such tests.
fn written() -> String {
    let names: Vec<String> = WRITTEN.iter().map(|(_, test)| format!("test({test})")).collect();
    names.join(" + ")
}

/// The folders of this repository with texts of the form that a fuzz target reads.
fn seeds(target: &str) -> Result<Vec<PathBuf>, String> {
    let seeds = PathBuf::from(format!("fuzz/seeds/{target}"));
    Ok(if seeds.is_dir() { vec![seeds] } else { Vec::new() })
}

/// cargo-fuzz wants a nightly compiler's flags; the stable one takes them when told to.
fn fuzz(target: &str, seconds: &str) -> TaskResult {
    if !run::works("cargo", &["fuzz", "--version"]) {
        step("Installing cargo-fuzz", cargo(["install", "--locked", "cargo-fuzz"]))?;
    }
    let limit = format!("-max_total_time={seconds}");
    // The protocol's reader may still be ending when leaks are looked for; it is no leak.
    // What is found is kept in the first folder; the other ones are where it begins.
    let corpus = format!("fuzz/corpus/{target}");
    std::fs::create_dir_all(&corpus).map_err(|error| format!("{corpus}: {error}"))?;
    let mut command = cargo(["fuzz", "run", target, &corpus]);
    command.args(seeds(target)?).args(["--", &limit, "-max_len=8192", "-detect_leaks=0"]);
    // The page is nothing to fuzz.
    command.env("RUSTC_BOOTSTRAP", "1").env("PARLOUR_SKIP_WEB", "1");
    step("Fuzzing", command)
}
