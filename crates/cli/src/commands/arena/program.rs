//! Another program that speaks the engine protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour_core::OptionValues;
use parlour_games::Session;
use parlour_games::arena::Contender;
use parlour_search::Budget;

use super::aside::Aside;

/// How long a program may take for an answer, beside its budget.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a program may take to say who it is and that it is ready for its first game.
const HANDSHAKE: Duration = Duration::from_secs(5);

/// How soon a program's answer is given up when the match is over for another reason.
const NOTICE: Duration = Duration::from_millis(100);

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
    aside: Aside,
    go: String,
    wait: Duration,
}

impl Program {
    /// Starts it, sets the game's options and how many threads it thinks on.
    pub(super) fn start(
        command: &[String],
        terms: &Terms,
        options: &OptionValues,
        threads: usize,
    ) -> Result<Self, String> {
        let mut program = Program::run(command, &terms.budget)?;
        match program.shake_hands(terms, options, threads) {
            Ok(()) => Ok(program),
            Err(why) => Err(match program.aside() {
                Some(said) => format!("{why}; it said: {said}"),
                None => why,
            }),
        }
    }

    fn run(command: &[String], budget: &Budget) -> Result<Self, String> {
        let name = command.join(" ");
        let failed = |error: std::io::Error| format!("{name} could not be started: {error}");
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = streams else {
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
        let wait = budget.time.unwrap_or(Duration::from_secs(600)).saturating_add(PATIENCE);
        let (aside, go) = (Aside::listen(errors), go(budget));
        Ok(Program { name, child, input, lines, aside, go, wait })
    }

    fn shake_hands(
        &mut self,
        terms: &Terms,
        options: &OptionValues,
        threads: usize,
    ) -> Result<(), String> {
        self.say("ugi")?;
        let mut listed = None;
        self.until("ugiok", HANDSHAKE, None, |line| {
            listed = listed.take().or_else(|| threads_option(line));
        })?;
        let count = threads.to_string();
        let threads = match (listed.as_deref(), threads) {
            (Some(option), _) => Some((option, count.as_str())),
            (None, 1) => None,
            (None, _) => {
                return Err(format!(
                    "{} has no option 'threads', so it can't be told to think on {count}; leave out \
                     --player-threads, or name another program",
                    self.name
                ));
            }
        };
        let level = terms.level.iter().map(|level| ("level", level.as_str()));
        for (option, value) in options.iter().chain(level).chain(threads) {
            self.say(&format!("setoption name {option} value {value}"))?;
        }
        self.ready(HANDSHAKE)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| format!("{} has ended", self.name))
    }

    /// Waits for the line that begins with this word; what follows the word. All lines before it
    /// share the one wait, and are passed on.
    fn until(
        &mut self,
        word: &str,
        wait: Duration,
        stop: Option<&AtomicBool>,
        mut pass: impl FnMut(&str),
    ) -> Result<String, String> {
        let begun = Instant::now();
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(format!("{} was not waited for", self.name));
            }
            // A program that never stops talking always has a line ready.
            let left = wait.saturating_sub(begun.elapsed());
            if left.is_zero() {
                let (name, seconds) = (&self.name, wait.as_secs_f64());
                return Err(format!("{name} did not answer with {word} within {seconds} s"));
            }
            let line = match self.lines.recv_timeout(left.min(NOTICE)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("{} has ended", self.name));
                }
            };
            match line.split_once(' ').unwrap_or((&line, "")) {
                (first, rest) if first == word => return Ok(rest.trim().to_owned()),
                ("error", why) => return Err(format!("{}: {why}", self.name)),
                _ => pass(&line),
            }
        }
    }

    fn ready(&mut self, wait: Duration) -> Result<(), String> {
        self.say("isready")?;
        self.until("readyok", wait, None, |_| {}).map(drop)
    }
}

/// How a search within this budget is asked for.
fn go(budget: &Budget) -> String {
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
    go
}

/// What a program calls the number of its threads, if this line lists that option.
fn threads_option(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let lists = words.next() == Some("option") && words.next() == Some("name");
    // Some programs write it with a capital.
    let is_meant = |name: &&str| lists && name.eq_ignore_ascii_case("threads");
    words.next().filter(is_meant).map(str::to_owned)
}

impl Contender for Program {
    fn begin(&mut self) -> Result<(), String> {
        self.say("uginewgame")?;
        self.ready(PATIENCE)
    }

    fn choose(
        &mut self,
        _: &dyn Session,
        actions: &[String],
        _: u64,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        self.say(&format!("position startpos moves {}", actions.join(" ")))?;
        let go = self.go.clone();
        self.say(&go)?;
        let answer = self.until("bestmove", self.wait, Some(stop), |_| {})?;
        Ok(answer.split_whitespace().next().unwrap_or_default().to_owned())
    }

    fn aside(&mut self) -> Option<String> {
        self.aside.last()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
