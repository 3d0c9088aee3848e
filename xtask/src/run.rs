//! Running other programs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nothing, or what went wrong and what to do about it.
pub type TaskResult = Result<(), String>;

/// The project's root: the folder whose xtask cargo runs. What was compiled in another folder, of which this
/// one is a copy, would write there.
pub fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR");
    let manifest = manifest.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    manifest.parent().expect("xtask lies in the project").to_owned()
}

/// A cargo command in the project's root.
pub fn cargo<'a>(words: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new("cargo");
    command.args(words).current_dir(root());
    // Settings of the cargo that runs xtask do not belong to the one that it starts.
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO");
    command
}

/// An npm command in the page's folder.
pub fn npm<'a>(words: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new("npm");
    command.args(words).current_dir(root().join("web"));
    command
}

/// Each step that has ended: when it began and how long it took.
static TIMES: Mutex<Vec<(String, Instant, Duration)>> = Mutex::new(Vec::new());

/// Says what is done, does it, and fails where it fails.
pub fn step(name: &str, mut command: Command) -> TaskResult {
    println!("\n== {name}");
    let since = Instant::now();
    let status = command.status();
    finish(name, since, status.map_err(|error| cannot_start(&command, &error)))
}

/// A step that writes its standard output into a file.
pub fn step_into(name: &str, mut command: Command, path: &Path) -> TaskResult {
    // Nothing may have been compiled yet.
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let file = folder.and_then(|()| File::create(path));
    let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
    command.stdout(file);
    step(name, command)
}

/// A step that runs beside others at a low priority. What it prints comes in one piece when it has
/// ended.
pub fn step_beside(name: &str, command: Command) -> TaskResult {
    println!("\n== {name}, at a low priority");
    let since = Instant::now();
    let mut command = at_low_priority(&command);
    let output = command.output().map_err(|error| cannot_start(&command, &error));
    if let Ok(output) = &output {
        println!("\n== {name} has ended");
        print!("{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    finish(name, since, output.map(|output| output.status))
}

fn cannot_start(command: &Command, error: &io::Error) -> String {
    let program = command.get_program().to_string_lossy();
    format!("{program} cannot be started ({error}); is it installed?")
}

/// Notes how long a step took, and says how it ended.
fn finish(name: &str, since: Instant, status: Result<ExitStatus, String>) -> TaskResult {
    let mut times = TIMES.lock().unwrap_or_else(PoisonError::into_inner);
    times.push((name.to_owned(), since, since.elapsed()));
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: ended with {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// The same command, which leaves the processor to others.
fn at_low_priority(command: &Command) -> Command {
    let mut nice = Command::new("nice");
    nice.args(["-n", "10"]).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        nice.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => nice.env(name, value),
            None => nice.env_remove(name),
        };
    }
    nice
}

/// Prints how long each step took, and all of them, from the first to the last.
pub fn times() {
    let times = TIMES.lock().unwrap_or_else(PoisonError::into_inner);
    println!("\n== Seconds (some steps run beside others)");
    for (name, _, time) in times.iter() {
        println!("{:6.0}  {name}", time.as_secs_f64());
    }
    if let Some(first) = times.iter().map(|(_, since, _)| since).min() {
        println!("{:6.0}  all", first.elapsed().as_secs_f64());
    }
}

/// Whether a program is there and answers.
pub fn works(program: &str, words: &[&str]) -> bool {
    let quiet =
        Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// What a program prints.
pub fn text(program: &str, words: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(words).output();
    let output = output.map_err(|error| format!("{program} cannot be started ({error})"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
