//! The Python package: its wheel, and its tests in a virtual environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::api_check;
use crate::run::{TaskResult, cargo, root, step, step_beside, works};

/// The folder of the package.
const PACKAGE: &str = "crates/python";

/// The folder of a virtual environment below `target` with these requirements, as pip reads them. It is
/// made anew when they change.
pub fn environment(name: &str, requirements: &str) -> Result<PathBuf, String> {
    let folder = root().join("target").join(name);
    let stamp = folder.join("requirements.txt");
    if fs::read_to_string(&stamp).is_ok_and(|there| there == requirements) {
        return Ok(folder);
    }
    if !works("python3", &["-m", "venv", "--help"]) {
        return Err("these tests need Python 3.10 or later with its venv module".into());
    }
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&folder);
    step(&format!("A virtual environment: {name}"), make)?;
    let wanted = folder.join("wanted.txt");
    let failed = |error| format!("{}: {error}", wanted.display());
    fs::write(&wanted, requirements).map_err(failed)?;
    let mut install = Command::new(folder.join("bin/python"));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    install.arg(&wanted);
    step(&format!("Its packages: {name}"), install)?;
    fs::rename(&wanted, &stamp).map_err(failed)?;
    Ok(folder)
}

/// The environment in which the wheel is built and tested.
fn own_environment() -> Result<PathBuf, String> {
    let path = root().join(PACKAGE).join("requirements.txt");
    let requirements =
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    environment("python", &requirements)
}

/// A program of the environment, started in the package's folder.
fn program(environment: &Path, name: &str, words: &[&str]) -> Command {
    let mut command = Command::new(environment.join("bin").join(name));
    command.args(words);
    in_package(environment, command)
}

fn in_package(environment: &Path, mut command: Command) -> Command {
    command.current_dir(root().join(PACKAGE));
    // maturin builds for the environment's Python and with its own settings of cargo.
    command.env("VIRTUAL_ENV", environment).env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO");
    command
}

/// The environments of the package's tests and of the API's.
pub fn environments() -> TaskResult {
    own_environment()?;
    api_check::own_environment()?;
    Ok(())
}

/// Builds the wheel into `target/wheels`.
pub fn wheel() -> TaskResult {
    build_wheel()?;
    println!("\nThe wheel is in target/wheels. To install it:");
    println!("  pip install --no-index --no-deps --find-links target/wheels parlour");
    Ok(())
}

/// Builds the wheel and checks its code.
pub fn build_wheel() -> TaskResult {
    let manifest = format!("{PACKAGE}/Cargo.toml");
    step("Formatting of the wheel", cargo(["fmt", "--manifest-path", &manifest, "--check"]))?;
    let environment = own_environment()?;
    let build = ["build", "--release", "--locked", "--quiet", "--out", "../../target/wheels"];
    step_beside("The wheel", program(&environment, "maturin", &build))?;
    let clippy = ["clippy", "--locked", "--release", "--quiet", "--manifest-path", &manifest];
    step_beside("Clippy of the wheel", cargo(clippy.into_iter().chain(["--", "-D", "warnings"])))
}

/// Installs the wheel and runs its tests, its type checks and its examples.
pub fn wheel_tests() -> TaskResult {
    let environment = own_environment()?;
    let words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"];
    let words = [&words[..], &["--no-deps", "--force-reinstall", "--find-links"]].concat();
    let words = [&words[..], &["../../target/wheels", "parlour"]].concat();
    step("Installing the wheel", program(&environment, "python", &words))?;
    let stubs = ["-m", "mypy.stubtest", "parlour._parlour", "--concise"];
    step("The wheel against its type stubs", program(&environment, "python", &stubs))?;
    let types = ["-m", "mypy", "--strict", "-p", "parlour"];
    step("Types of the package", program(&environment, "python", &types))?;
    let mut tests = program(&environment, "python", &["-m", "pytest", "-q", "--durations=5"]);
    tests.env("PARLOUR_BIN", root().join("target/debug/parlour"));
    step("Tests of the package", tests)
}
