//! Conversations with the program, kept as files that a person can read.
//!
//! A line that starts with `$ ` is typed; what follows is the answer. What the program reads while it
//! runs, and repeats, starts with `>`. Lines of the error stream
//! start with `! `, an exit code other than 0 stands after `? `. To add a conversation, write the
//! typed lines into a file and run `cargo xtask transcripts`.

use std::fs;

use parlour_core::golden;

use crate::common;

const REFRESH: &str = "cargo xtask transcripts";

#[test]
fn golden_transcripts_are_unchanged() {
    let mut files: Vec<_> = fs::read_dir(common::path("tests/transcripts"))
        .expect("the folder is there")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let kept = fs::read_to_string(&file).expect("a text");
        let mut typed: Vec<(&str, String)> = Vec::new();
        let lines: Vec<&str> = kept.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            // The last prompt gets no answer: the input ends.
            let ends =
                lines.get(number + 1).is_some_and(|next| next.starts_with("! error: the input"));
            match (line.strip_prefix('>').filter(|_| !ends), typed.last_mut()) {
                (Some(read), Some((_, input))) => *input += &format!("{}\n", read.trim()),
                _ if line.starts_with("$ ") => typed.push((line, String::new())),
                _ => {}
            }
        }
        let now: Vec<String> = typed.iter().map(|(line, input)| converse(line, input)).collect();
        golden::check(&file, &now.join("\n"), REFRESH);
    }
}

/// The line that was typed and all that came of it.
fn converse(typed: &str, input: &str) -> String {
    let words = words(typed.trim_start_matches("$ "));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words.first(), Some(&"parlour"), "{typed}");
    let output = common::parlour_reads(&words[1..], input);
    let mut text = format!("{typed}\n");
    text += &String::from_utf8(output.stdout).expect("text");
    for line in String::from_utf8(output.stderr).expect("text").lines() {
        text += format!("! {}", timeless(line)).trim_end();
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => {}
        code => text += &format!("? {}\n", code.expect("an exit code")),
    }
    text
}

/// The line with the time taken out, if it tells one.
fn timeless(line: &str) -> &str {
    if line.ends_with("nodes/s") { "(time)" } else { line }
}

/// The words of a line, those in single quotes together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
