//! Streams that close, and readers with and without colour.

use std::io::{Error, ErrorKind, Write};
use std::process::{Command, Stdio};

use parlour_cli::io::{Io, Terminal};

use crate::common;

/// A stream that fails.
struct Gone(ErrorKind);

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(Error::from(self.0))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Err(Error::from(self.0))
    }
}

fn run_into(out: &mut dyn Write, terminal: Terminal, line: &str) -> (u8, String) {
    let mut err = Vec::new();
    let mut io = Io { out, err: &mut err, terminal };
    let code = parlour_cli::run(line.split(' ').map(Into::into), &mut io);
    (code, String::from_utf8(err).expect("text"))
}

const COMMANDS: [&str; 8] = [
    "parlour games",
    "parlour games --json",
    "parlour rules outwit",
    "parlour show outwit",
    "parlour show outwit --svg",
    "parlour perft outwit --depth 1 --divide",
    "parlour completions bash",
    "parlour --help",
];

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    for line in COMMANDS {
        let (code, err) = run_into(&mut Gone(ErrorKind::BrokenPipe), Terminal::NONE, line);
        assert_eq!((code, err.as_str()), (0, ""), "{line}");
    }
}

#[test]
fn a_full_disk_is_reported_as_a_failure() {
    for line in COMMANDS {
        let (code, err) = run_into(&mut Gone(ErrorKind::StorageFull), Terminal::NONE, line);
        assert_eq!(code, 1, "{line}");
        assert!(err.starts_with("error: could not write: "), "{line}: {err}");
    }
}

#[test]
fn colour_comes_at_a_terminal_and_when_asked_for_only() {
    let shown = |colour, out, line: &str| {
        let mut text = Vec::new();
        let terminal = Terminal { out, colour, ..Terminal::NONE };
        let (code, _) = run_into(&mut text, terminal, line);
        assert_eq!(code, 0, "{line}");
        String::from_utf8(text).expect("text").contains('\x1b')
    };
    assert!(shown(true, true, "parlour show outwit"));
    assert!(!shown(true, false, "parlour show outwit"), "piped");
    assert!(!shown(false, true, "parlour show outwit"), "NO_COLOR");
    assert!(shown(false, false, "parlour show outwit --color always"));
    assert!(!shown(true, true, "parlour show outwit --color never"));
}

#[test]
fn completions_know_the_commands_and_the_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = common::parlour(&["completions", shell]);
        let script = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && script.contains("perft"), "{shell}");
        // The others' scripts complete no values.
        if matches!(shell, "bash" | "zsh") {
            assert!(script.contains("outwit"), "{shell}");
        }
    }
}

#[test]
fn the_engine_answers_until_it_is_told_to_quit() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["ugi", "outwit"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = engine.stdin.take().expect("a pipe");
    input.write_all(b"isready\nnonsense\nperft 2\nquery turn\nquit\n").expect("it reads");
    let output = engine.wait_with_output().expect("it ends while its input is open");
    drop(input);
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert!(output.status.success());
    assert_eq!([lines[0], lines[2], lines[3]], ["readyok", "nodes 817", "response 1"], "{text}");
    assert!(lines[1].starts_with("error ") && lines.len() == 4, "{text}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = common::folder("manual");
    common::text(&["manual", folder.to_str().expect("a plain path")]);
    let page =
        |name: &str| std::fs::read_to_string(folder.join(format!("{name}.1"))).expect("a page");
    let all = page("parlour");
    assert!(all.contains(".TH parlour 1") && all.contains("Exit codes"), "{all}");
    let play = page("parlour-play");
    assert!(play.contains("parlour play") && play.contains("hot\\-seat"), "{play}");
    let pages = std::fs::read_dir(&folder).expect("a folder").count();
    assert!(pages > 15, "{pages} pages");
    assert!(common::text(&["manual"]).contains(".TH parlour 1"));
}
