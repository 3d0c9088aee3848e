//! Ways to talk to the engine.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use parlour_games::find;
use parlour_session::Entry;

/// The game of that name.
pub(crate) fn game(id: &str) -> &'static Entry {
    find(id).unwrap_or_else(|| panic!("{id} is registered"))
}

/// Sends all lines at once and gives everything that came back.
pub(crate) fn say(id: &str, lines: &str) -> String {
    let mut output = Vec::new();
    let input = io::Cursor::new(lines.as_bytes().to_vec());
    parlour_cli::ugi::run(game(id), input, &mut output).expect("a vector takes everything");
    String::from_utf8(output).expect("answers are UTF-8")
}

/// Plays a script: `> ` stands before what is sent, the answers are below. A line that ends in `…`
/// stands for any that begins so: how a game words its refusals is its own business. `info` lines
/// are left out, as no two runs share them.
#[track_caller]
pub(crate) fn check(id: &'static str, script: &str) {
    let mut engine = Live::start(id);
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut script = lines.peekable();
    while let Some(line) = script.next() {
        let sent = line.strip_prefix('>').unwrap_or_else(|| panic!("no answer is due: {line}"));
        let sent = sent.trim_start();
        let mut answers = engine.ask(sent);
        answers.retain(|answer| !answer.starts_with("info "));
        let mut expected = Vec::new();
        while let Some(line) = script.next_if(|line| !line.starts_with('>')) {
            expected.push(line);
        }
        let matches = |answer: &String, line: &&str| match line.strip_suffix('…') {
            Some(start) => answer.starts_with(start),
            None => answer == line,
        };
        let right = answers.len() == expected.len()
            && answers.iter().zip(&expected).all(|(answer, line)| matches(answer, line));
        assert!(right, "> {sent}\n{answers:#?}\nis not\n{expected:#?}");
    }
}

/// An `info` line without what depends on the clock.
pub(crate) fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words.iter().position(|&word| word == "time") {
        Some(place) => [&words[..place], &words[place + 4..]].concat().join(" "),
        None => line.to_owned(),
    }
}

/// A running engine whose answers can be awaited.
pub(crate) struct Live {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Live {
    /// Starts the engine.
    pub(crate) fn start(id: &'static str) -> Live {
        let (input, from_us) = channel();
        let (to_us, output) = channel();
        let input_end = BufReader::new(Pipe { from: from_us, rest: Vec::new() });
        let output_end = Lines { to: to_us, line: Vec::new() };
        let thread = thread::spawn(move || parlour_cli::ugi::run(game(id), input_end, output_end));
        Live { input: Some(input), output, thread: Some(thread) }
    }

    /// Starts the engine and a search, and waits for the first that it finds.
    pub(crate) fn search(id: &'static str, go: &str) -> Live {
        let engine = Live::start(id);
        engine.send(go);
        engine.until("info");
        engine
    }

    /// Sends a line.
    pub(crate) fn send(&self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    /// Sends a line that need not be text.
    pub(crate) fn send_bytes(&self, line: &[u8]) {
        let input = self.input.as_ref().expect("not ended yet");
        // The engine may have gone already.
        let _ = input.send([line, b"\n"].concat());
    }

    /// The next line of output; `None` once the engine has ended.
    pub(crate) fn next(&self) -> Option<String> {
        self.output.recv().ok()
    }

    /// The lines up to and including the one that begins with `end`.
    pub(crate) fn until(&self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(end)) {
                return lines;
            }
        }
        panic!("no '{end}' in {lines:?}");
    }

    /// Talks with the engine until a `quit` is no longer in one breath with the line before it.
    pub(crate) fn take_breath(&self) {
        // The engine's time runs from when it heard the line before: before its first answer.
        let mut answered = None::<Instant>;
        while answered.is_none_or(|at| at.elapsed() <= parlour_cli::ugi::BREATH) {
            self.send("isready");
            self.until("readyok");
            answered = answered.or_else(|| Some(Instant::now()));
        }
    }

    /// Sends a line and gives all that comes back, up to the answer to a line that always has one.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.ask_bytes(line.as_bytes())
    }

    /// The same for a line that need not be text.
    pub(crate) fn ask_bytes(&mut self, line: &[u8]) -> Vec<String> {
        self.send_bytes(line);
        // Waits its turn even behind a search, unlike `isready`, and nothing else looks like it.
        self.send("mark");
        let mut lines = self.until("error no command 'mark'");
        lines.pop();
        lines
    }

    /// Ends the input and waits for the engine to end.
    pub(crate) fn close(mut self) -> Vec<String> {
        drop(self.input.take());
        let lines = self.output.iter().collect();
        let thread = self.thread.take().expect("runs still");
        thread.join().expect("no panic").expect("no failure");
        lines
    }
}

/// The engine's end of what we send.
struct Pipe {
    from: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.from.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// The engine's end of what it answers.
struct Lines {
    to: Sender<String>,
    line: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Lines count only once they are flushed: an answer that lingers in a buffer is none.
    fn flush(&mut self) -> io::Result<()> {
        for line in io::Cursor::new(std::mem::take(&mut self.line)).lines() {
            self.to.send(line?).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(())
    }
}
