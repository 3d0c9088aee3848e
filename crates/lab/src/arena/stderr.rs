//! What a program writes to its error stream: all that it can say about its own failure.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parlour_console::lines;

/// How many lines are kept, and how many bytes of each.
const LINES: usize = 5;
const BYTES: usize = 300;

/// The last lines of a stream, which is read to its end so that nobody waits to write it.
pub(super) struct StderrTail {
    lines: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl StderrTail {
    pub(super) fn listen(stream: impl Read + Send + 'static) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let reader = thread::spawn(move || {
            let mut stream = BufReader::new(stream);
            while let Some(line) = next(&mut stream) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if !line.is_empty() {
                    kept.push_back(line);
                }
                if kept.len() > LINES {
                    kept.pop_front();
                }
            }
        });
        StderrTail { lines, reader }
    }

    /// The last lines; nothing if there were none.
    pub(super) fn last(&self) -> Option<String> {
        // Waits up to 200 ms for the reader: a program's child may keep the stream open.
        for _ in 0..20 {
            if self.reader.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<_> = lines.iter().map(String::as_str).collect();
        (!lines.is_empty()).then(|| format!("'{}'", lines.join(" / ")))
    }
}

/// The beginning of the next line, without characters that would move the reader's cursor; nothing at
/// the end.
fn next(stream: &mut impl BufRead) -> Option<String> {
    let line = lines::read(stream, BYTES).ok()??;
    Some(String::from_utf8_lossy(&line).trim().replace(char::is_control, " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_long_ones_are_cut() {
        let long = "x".repeat(100_000);
        let text = format!("a\nb\n{long}\n\nc\x1b[2J\nd\ne\nf");
        let said = StderrTail::listen(std::io::Cursor::new(text)).last().expect("lines");
        assert_eq!(
            said,
            "'c [2J / d / e / f'".replacen("'", &format!("'{} / ", "x".repeat(300)), 1)
        );
        assert_eq!(StderrTail::listen(std::io::empty()).last(), None);
    }
}
