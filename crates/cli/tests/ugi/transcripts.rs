//! Conversations, to the letter.

use std::fs;
use std::path::Path;

use crate::talk::{Live, check, game, say};

/// Each part of a file is a conversation about the game that the file is named for.
#[test]
fn the_conversations_in_the_files_are_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ugi/conversations");
    let files = fs::read_dir(folder).expect("the folder is there");
    for file in files.map(|entry| entry.expect("a file").path()) {
        let text = fs::read_to_string(&file).expect("a text");
        let id = file.file_stem().and_then(|name| name.to_str()).expect("a game's id");
        for part in text.split("\n# ") {
            let (_, script) = part.split_once('\n').expect("a heading and a conversation");
            check(game(id).id, script);
        }
    }
}

#[test]
fn spaces_tabs_and_carriage_returns_around_a_command_are_ignored() {
    assert_eq!(say("outwit", "isready\r\nisready\n\tisready  "), "readyok\nreadyok\nreadyok\n");
}

#[test]
fn bytes_that_are_no_text_get_an_error() {
    let mut engine = Live::start("outwit");
    assert_eq!(
        engine.ask_bytes(b"\xff\xfeisready"),
        ["error that line is not UTF-8; send plain text"]
    );
    let long = vec![b'x'; (1 << 20) + 1];
    assert_eq!(
        engine.ask_bytes(&long),
        ["error a line has at most 1048576 bytes; send less at once"]
    );
    // What comes back is one line, whatever was sent.
    for line in ["a\rb", "a\u{2028}b", "position startpos moves a\u{85}b", "\0"] {
        assert_eq!(engine.ask(line).len(), 1, "{line:?}");
    }
    assert_eq!(engine.ask("isready"), ["readyok"]);
}

#[test]
fn quit_ends_it_and_nothing_else_does() {
    assert_eq!(say("outwit", "isready\nquit\nisready\n"), "readyok\n");
    let engine = Live::start("outwit");
    engine.send("quitt");
    engine.send("quit");
    assert_eq!(engine.until("error").len(), 1);
    assert_eq!(engine.next(), None);
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    struct Gone;
    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let input = std::io::Cursor::new(b"isready\nisready\n".to_vec());
    assert!(parlour_cli::ugi::run(game("outwit"), input, Gone).is_ok());
}

#[test]
fn the_conversation_in_the_documentation_is_true() {
    let page = include_str!("../../../../docs/protocol.md");
    let (_, rest) = page.split_once("```\n").expect("the page has a conversation");
    let (conversation, _) = rest.split_once("\n```").expect("it ends");
    let lasting: Vec<&str> =
        conversation.lines().filter(|line| !line.starts_with("info ")).collect();
    check("shut-the-box", &lasting.join("\n"));
}
