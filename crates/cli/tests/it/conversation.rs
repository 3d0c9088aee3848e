//! Programs that talk with `parlour` through pipes and wait for its prompt, as a co-process of a shell does.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::common;

/// A conversation that stands still for longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program at the other end of two pipes.
struct Partner {
    child: Child,
    input: Option<ChildStdin>,
    bytes: Receiver<u8>,
}

impl Partner {
    fn start(args: &[&str]) -> Self {
        let mut command = common::program(args);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::inherit()).spawn().expect("the program runs");
        let mut output = child.stdout.take().expect("a pipe");
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut byte = [0];
            while let Ok(1) = output.read(&mut byte) {
                if sender.send(byte[0]).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Partner { child, input, bytes }
    }

    /// All that is written until the prompt stands at the beginning of a line, or until the program ends.
    fn hear(&mut self) -> String {
        let mut heard = b"\n".to_vec();
        while !heard.ends_with(b"\n> ") {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(byte) => heard.push(byte),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("no prompt after: {}", String::from_utf8_lossy(&heard))
                }
            }
        }
        String::from_utf8(heard).expect("text").split_off(1)
    }

    /// Says a line at the prompt, and hears what comes of it.
    fn say(&mut self, line: &str) -> String {
        writeln!(self.input.as_mut().expect("a pipe"), "{line}").expect("the program reads");
        self.hear()
    }
}

/// Plays a game to its end, always by the first move.
pub(crate) fn play_through(args: &[&str]) {
    let mut partner = Partner::start(args);
    let mut heard = partner.hear();
    for _ in 0..200 {
        if !heard.ends_with("> ") {
            break;
        }
        let moves = partner.say("moves");
        let line = moves.lines().find(|line| line.contains(": "));
        let action = line.and_then(|line| line.split(": ").next()).expect("a move").to_owned();
        heard = partner.say(&action);
        assert!(heard.starts_with(&format!("{action}\n")), "what was said is repeated: {heard}");
    }
    assert!(!heard.ends_with("> "), "the game is over");
    assert!(partner.child.wait().expect("it ends").success());
}

#[test]
fn a_program_can_play_by_waiting_for_each_prompt() {
    play_through(&["play", "shut-the-box", "--plain", "--seed", "3"]);
}

#[test]
fn a_program_can_learn_by_waiting_for_each_prompt() {
    let mut partner = Partner::start(&["learn", "outwit"]);
    assert!(partner.hear().starts_with("Lesson 1 of "));
    let hint = partner.say("hint");
    let action = hint.split_once("Try ").and_then(|(_, rest)| rest.split_once('.'));
    let done = partner.say(action.expect("a hint").0);
    assert!(done.contains('★') || done.ends_with("> "), "{done}");
    assert!(!partner.say("quit").ends_with("> "));
}

#[test]
fn the_last_prompt_ends_its_line_when_the_input_ends() {
    let output = common::parlour_reads(&["play", "outwit", "--plain"], "");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.ends_with("\n> \n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
