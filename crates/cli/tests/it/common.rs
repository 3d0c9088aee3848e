//! Running the program, and files that tests compare with.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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

/// Compares a file with what it should hold now, or writes it anew when `PARLOUR_UPDATE` is set.
/// `refresh` is the command that does.
pub(crate) fn check_file(file: &Path, now: &str, refresh: &str) {
    if std::env::var_os("PARLOUR_UPDATE").is_some() {
        fs::write(file, now).expect("the file can be written");
        return;
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    if kept == now {
        return;
    }
    let same = kept.lines().zip(now.lines()).take_while(|(a, b)| a == b).count();
    panic!(
        "{} differs from line {}:\n  kept: {:?}\n  now:  {:?}\nIf the change is right: {refresh}",
        file.display(),
        same + 1,
        kept.lines().nth(same),
        now.lines().nth(same),
    );
}
