//! This very program as an engine, started anew: what one question costs who asks it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use parlour_core::OptionValues;

/// A process of its own. It is ended when this goes away.
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts it, and waits until it is ready to play a game with these options.
    pub(super) fn start(game: &str, options: &OptionValues) -> Result<Engine, String> {
        let failed = |error: std::io::Error| format!("the engine could not be started: {error}");
        let mut child = Command::new(std::env::current_exe().map_err(failed)?)
            .args(["ugi", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the engine has no streams to talk through".to_owned());
        };
        let mut engine = Engine { child, input, output: BufReader::new(output) };
        for (option, value) in options.iter() {
            engine.say(&format!("setoption name {option} value {value}\n"))?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// The answer to these lines after these actions, and how long it took.
    pub(super) fn ask(
        &mut self,
        actions: &[String],
        lines: &str,
    ) -> Result<(String, Duration), String> {
        self.say(&format!("position startpos moves {}\n", actions.join(" ")))?;
        // What it takes to read the game is no part of the answer.
        self.ready()?;
        let asked = Instant::now();
        self.say(lines)?;
        let answer = self.until("bestmove")?;
        let took = asked.elapsed();
        Ok((answer.split_whitespace().next().unwrap_or_default().to_owned(), took))
    }

    fn ready(&mut self) -> Result<(), String> {
        self.say("isready\n")?;
        self.until("readyok").map(drop)
    }

    fn say(&mut self, lines: &str) -> Result<(), String> {
        let said = self.input.write_all(lines.as_bytes()).and_then(|()| self.input.flush());
        said.map_err(|error| format!("the engine does not listen: {error}"))
    }

    /// Waits for the line that begins with this word; what follows the word.
    fn until(&mut self, word: &str) -> Result<String, String> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(format!("the engine ended before it said {word}")),
                Ok(_) => {}
                Err(error) => return Err(format!("the engine cannot be read: {error}")),
            }
            match line.trim_end().split_once(' ').unwrap_or((line.trim_end(), "")) {
                (first, rest) if first == word => return Ok(rest.to_owned()),
                ("error", why) => return Err(format!("the engine refused: {why}")),
                _ => {}
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say("quit\n");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
