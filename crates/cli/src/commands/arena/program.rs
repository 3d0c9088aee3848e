//! Another program that speaks the engine protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use parlour_core::OptionValues;
use parlour_games::Session;
use parlour_games::arena::Contender;
use parlour_search::Budget;

/// How long a program may take for an answer, beside its budget.
const PATIENCE: Duration = Duration::from_secs(20);

/// On what terms a program plays.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Terms {
    /// How long it may think.
    pub(super) budget: Budget,
    /// The level that it is set to, if it has such an option.
    pub(super) level: Option<String>,
}

/// A program, running. It is ended when this goes away.
pub(super) struct Program {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    go: String,
    wait: Duration,
}

impl Program {
    /// Starts it and sets the game's options.
    pub(super) fn start(
        command: &[String],
        Terms { budget, level }: &Terms,
        options: &OptionValues,
    ) -> Result<Self, String> {
        let name = command.join(" ");
        let failed = |error: std::io::Error| format!("{name} could not be started: {error}");
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name} has no streams to talk through"));
        };
        let (sender, lines) = sync_channel(1024);
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut go = "go".to_owned();
        if let Some(time) = budget.time {
            go += &format!(" movetime {}", time.as_millis());
        }
        if let Some(nodes) = budget.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = budget.depth {
            go += &format!(" depth {depth}");
        }
        let wait = budget.time.unwrap_or(Duration::from_secs(600)).saturating_add(PATIENCE);
        let mut program = Program { name, child, input, lines, go, wait };
        program.say("ugi")?;
        program.until("ugiok")?;
        let level = level.iter().map(|level| ("level", level.as_str()));
        for (option, value) in options.iter().chain(level) {
            program.say(&format!("setoption name {option} value {value}"))?;
        }
        program.ready()?;
        Ok(program)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| format!("{} has ended", self.name))
    }

    /// Waits for the line that begins with this word; what follows the word.
    fn until(&mut self, word: &str) -> Result<String, String> {
        loop {
            let line = match self.lines.recv_timeout(self.wait) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("{} did not answer with {word}", self.name));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("{} has ended", self.name));
                }
            };
            match line.split_once(' ').unwrap_or((&line, "")) {
                (first, rest) if first == word => return Ok(rest.trim().to_owned()),
                ("error", why) => return Err(format!("{}: {why}", self.name)),
                _ => {}
            }
        }
    }

    fn ready(&mut self) -> Result<(), String> {
        self.say("isready")?;
        self.until("readyok").map(drop)
    }
}

impl Contender for Program {
    fn begin(&mut self) -> Result<(), String> {
        self.say("uginewgame")?;
        self.ready()
    }

    fn choose(
        &mut self,
        _: &dyn Session,
        actions: &[String],
        _: u64,
        _: &AtomicBool,
    ) -> Result<String, String> {
        self.say(&format!("position startpos moves {}", actions.join(" ")))?;
        let go = self.go.clone();
        self.say(&go)?;
        let answer = self.until("bestmove")?;
        Ok(answer.split_whitespace().next().unwrap_or_default().to_owned())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
