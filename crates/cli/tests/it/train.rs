//! Training that goes on from a checkpoint.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common;

/// A place for this test's files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Trains for four games of Senet with these arguments beside; what is said of it, and the exit code.
fn train(args: &[&str]) -> (String, Option<i32>) {
    let short = ["train", "senet", "--trials", "1", "--trial-games", "1", "--threads", "1"];
    let output = common::parlour(&[&short[..], args].concat());
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_checkpoint_of_another_seed_was_gone_on_with() {
    let file = folder("checkpoints").join("senet.train");
    let file = file.to_str().expect("text");
    let go_on = |args: &[&str]| train(&[&["--checkpoint", file], args].concat());
    assert_eq!(go_on(&["--games", "2", "--seed", "7"]), (String::new(), Some(0)));
    assert_eq!(go_on(&["--games", "2", "--seed", "7"]), (String::new(), Some(0)));
    let (said, code) = go_on(&["--games", "2", "--seed", "8"]);
    assert!(said.contains("--seed was 7 and is 8 now; ask for 7 to go on"), "{said}");
    assert_eq!(code, Some(1));
    let (said, code) = go_on(&["--games", "3", "--seed", "7"]);
    assert!(said.contains("--games was 2 and is 3 now"), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn files_were_tried_only_after_the_checkpoint_was_read() {
    let folder = folder("unwritable");
    let checkpoint = folder.join("old.train");
    fs::write(&checkpoint, 0u64.to_le_bytes()).expect("a file");
    let nowhere = folder.join("nowhere/curve.svg");
    let [checkpoint, nowhere] = [&checkpoint, &nowhere].map(|path| path.to_str().expect("text"));
    let (said, code) = train(&["--checkpoint", checkpoint, "--svg", nowhere]);
    assert!(said.contains("nowhere/curve.svg") && code == Some(1), "{said}");
    let (said, code) = train(&["--checkpoint", checkpoint]);
    assert!(said.contains("an old one that does not tell its seed"), "{said}");
    assert_eq!(code, Some(1));
}
