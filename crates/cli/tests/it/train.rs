//! Training that goes on from a checkpoint.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{self, file, folder};

/// A short training of Senet with these further arguments; its messages and the exit code.
fn train(args: &[&str]) -> (String, Option<i32>) {
    let short = ["train", "senet", "--trials", "1", "--trial-games", "1", "--threads", "1"];
    let output = common::parlour(&[&short[..], args].concat());
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let file = file("checkpoints");
    let go_on = |args: &[&str]| train(&[&["--checkpoint", &file], args].concat());
    assert_eq!(go_on(&["--games", "2", "--seed", "7"]), (String::new(), Some(0)));
    let (said, code) = go_on(&["--games", "2", "--seed", "8"]);
    assert!(said.contains("--seed was 7 and is 8 now; ask for 7 to go on"), "{said}");
    assert_eq!(code, Some(1));
    let (said, code) = go_on(&["--games", "3", "--seed", "7"]);
    assert!(said.contains("--games was 2 and is 3 now"), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn unwritable_files_are_refused_before_the_checkpoint_is_read() {
    let folder = folder("unwritable");
    let checkpoint = folder.join("old.train");
    fs::write(&checkpoint, 0u64.to_le_bytes()).expect("a file");
    let nowhere = folder.join("nowhere/curve.svg");
    let [checkpoint, nowhere] = [&checkpoint, &nowhere].map(|path| path.to_str().expect("text"));
    let (said, code) = train(&["--checkpoint", checkpoint, "--svg", nowhere]);
    assert!(said.contains("nowhere/curve.svg") && code == Some(1), "{said}");
    let (said, code) = train(&["--checkpoint", checkpoint]);
    assert!(said.contains("no checkpoint, or one of an earlier version"), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_killed_run_continues_from_its_checkpoint_with_the_same_result() {
    let folder = folder("killed");
    let [checkpoint, whole, resumed] = ["senet.train", "whole.bin", "resumed.bin"].map(|name| {
        let path = folder.join(name);
        path.to_str().expect("text").to_owned()
    });
    let train =
        ["train", "senet", "--games", "400", "--trials", "1", "--trial-games", "2", "--json"];
    let kept = [&train[..], &["--checkpoint", &checkpoint, "--keep-every", "0"]].concat();
    let unbroken = common::parlour(&[&train[..], &["--weights", &whole]].concat());
    let mut killed = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(&kept)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    while !Path::new(&checkpoint).exists() {
        assert!(killed.try_wait().expect("a child").is_none(), "it ended without a checkpoint");
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().expect("a child");
    killed.wait().expect("a child");
    let gone_on = common::parlour(&[&kept[..], &["--weights", &resumed]].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&gone_on.stderr), "");
    assert_eq!(text(&gone_on.stdout), text(&unbroken.stdout), "the same curve");
    assert!(fs::read(&whole).expect("weights") == fs::read(&resumed).expect("weights"));
}

#[test]
fn a_truncated_checkpoint_is_called_damaged() {
    let file = file("truncated");
    let go_on = || train(&["--games", "2", "--checkpoint", &file]);
    assert_eq!(go_on(), (String::new(), Some(0)));
    let whole = fs::read(&file).expect("a checkpoint");
    fs::write(&file, &whole[..whole.len() / 2]).expect("a file");
    let (said, code) = go_on();
    assert!(said.contains("damaged or incomplete") && said.contains("remove it"), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_finished_training_shows_its_whole_curve_again() {
    let file = file("finished");
    let args = ["train", "senet", "--games", "4", "--trials", "2", "--trial-games", "2"];
    let train = || common::parlour(&[&args[..], &["--checkpoint", &file]].concat());
    let (first, again) = (train(), train());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&first.stdout).lines().count(), 3, "a heading and two trials");
    assert_eq!(text(&first.stdout), text(&again.stdout));
    assert_eq!(text(&first.stderr), "");
    let said = "this training was finished already, after all of its 4 games\n";
    assert_eq!((text(&again.stderr).as_str(), again.status.code()), (said, Some(0)));
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_saves_its_curve_and_its_state() {
    let folder = folder("interrupted-training");
    let [checkpoint, svg] = ["senet.train", "curve.svg"].map(|name| folder.join(name));
    let train =
        ["train", "senet", "--games", "1000000", "--trials", "1000000", "--trial-games", "1"];
    let mut command = common::program(&train);
    command.args([Path::new("--checkpoint"), &checkpoint, Path::new("--svg"), &svg]);
    // The curve is there after the first trial.
    let is_drawn = || fs::read_to_string(&svg).is_ok_and(|text| text.ends_with("</svg>\n"));
    let output = common::interrupted(&mut command, is_drawn);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("; the state is saved, and the same command continues"), "{said}");
    let rows = String::from_utf8_lossy(&output.stdout).lines().count() - 1;
    let kept = fs::read(&checkpoint).expect("a checkpoint");
    assert!(kept.ends_with(b"\n"), "{rows} trials");
    let curve = fs::read_to_string(&svg).expect("a curve");
    assert_eq!(curve.matches("<circle ").count(), rows, "as many points as rows");
}
