//! Running the program, and files that tests compare with.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// The real program, without anything of the person's own surroundings that changes its answers.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(args).env_remove("PAGER").env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// What the program answers.
pub(crate) fn parlour(args: &[&str]) -> Output {
    program(args).output().expect("the program runs")
}

/// What the program says when all goes well.
pub(crate) fn text(args: &[&str]) -> String {
    let output = parlour(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// The same as JSON.
pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(args)).expect("JSON")
}

/// What is said of a request that is refused or fails, with this exit code.
pub(crate) fn failure(code: i32, args: &[&str]) -> String {
    let output = parlour(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    error
}

/// The names of an object's fields, in order.
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// A place for a test's files.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The path of a file in a folder of its own.
pub(crate) fn file(name: &str) -> String {
    folder(name).join("file").to_str().expect("a plain path").to_owned()
}

/// Asks a child to end, as Ctrl-C does, once `is_ready`; what it wrote.
#[cfg(unix)]
pub(crate) fn interrupted(command: &mut Command, is_ready: impl Fn() -> bool) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    while !is_ready() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("a signal").success());
    child.wait_with_output().expect("a child")
}

/// What the program answers when this is all that it can read.
pub(crate) fn parlour_reads(args: &[&str], input: &str) -> Output {
    let mut command = program(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // A program that reads nothing may be gone before it is written to.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// A path from the package's folder.
pub(crate) fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}
