//! Running other programs.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nothing, or what went wrong and what to do about it.
pub type TaskResult = Result<(), String>;

/// The project's root.
pub fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
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
pub fn step(name: &str, command: Command) -> TaskResult {
    start(name, command)?.finish()
}

/// A step that runs beside others. It is ended when this is dropped before it has finished.
pub struct Started {
    name: String,
    since: Instant,
    child: Child,
}

/// Says what is done and starts it.
pub fn start(name: &str, mut command: Command) -> Result<Started, String> {
    println!("\n== {name}");
    let child = command.spawn().map_err(|error| {
        let program = command.get_program().to_string_lossy();
        format!("{name}: {program} cannot be started ({error}); is it installed?")
    })?;
    Ok(Started { name: name.to_owned(), since: Instant::now(), child })
}

impl Started {
    /// Waits for it, and fails where it fails.
    pub fn finish(mut self) -> TaskResult {
        let status = self.child.wait();
        let mut times = TIMES.lock().unwrap_or_else(PoisonError::into_inner);
        times.push((self.name.clone(), self.since, self.since.elapsed()));
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{}: ended with {status}", self.name)),
            Err(error) => Err(format!("{}: {error}", self.name)),
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // Both do nothing to a step that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
