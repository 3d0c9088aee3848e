//! Another program that speaks the engine protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::game::Contender;
use parlour_console::failure::Failure;
use parlour_core::OptionValues;
use parlour_search::Budget;
use parlour_session::{Session, did_you_mean::shown};

use super::stderr::StderrTail;

/// How long a program may take for an answer, beside its budget.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a program may take to say who it is and that it is ready for its first game.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(5);

/// How often a stop of the match is looked for while a program thinks.
const NOTICE: Duration = Duration::from_millis(100);

/// The limits of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProgramLimits {
    pub(super) budget: Budget,
    /// The level that it is set to, if it has such an option.
    pub(super) level: Option<String>,
}

/// The game that a program is to play.
pub(super) struct GameSetup {
    pub(super) game: &'static str,
    pub(super) options: OptionValues,
    /// What can happen first.
    pub(super) start: Vec<String>,
}

/// A program, running. It is ended when this goes away.
pub(crate) struct Program {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    stderr: StderrTail,
    go: String,
    wait: Duration,
}

impl Program {
    /// Starts it, sets the game's options and how many threads it thinks on.
    pub(super) fn start(
        command: &[String],
        limits: &ProgramLimits,
        setup: &GameSetup,
        threads: usize,
    ) -> Result<Self, Failure> {
        let mut program = Program::run(command, &limits.budget)?;
        match program.shake_hands(limits, setup, threads) {
            Ok(()) => Ok(program),
            Err(error) => {
                let said =
                    program.stderr().map_or(String::new(), |said| format!("; it said: {said}"));
                Err(Failure::Runtime(format!("{error}{said}")))
            }
        }
    }

    /// Starts it, and says nothing yet.
    pub(crate) fn run(command: &[String], budget: &Budget) -> Result<Self, Failure> {
        let name = command.join(" ");
        let mut program = Command::new(&command[0]);
        program.args(&command[1..]);
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at the terminal is for the match, which ends its programs itself: one that died of it first
        // would be reported as failed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let started = program.spawn();
        let failed = |error| Failure::Runtime(format!("{name} could not be started: {error}"));
        let mut child = started.map_err(failed)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(Failure::Runtime(format!("{name} has no streams to talk through")));
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
        let (stderr, go) = (StderrTail::listen(errors), go(budget));
        Ok(Program { name, child, input, lines, stderr, go, wait })
    }

    fn shake_hands(
        &mut self,
        limits: &ProgramLimits,
        setup: &GameSetup,
        threads: usize,
    ) -> Result<(), Failure> {
        self.say("ugi")?;
        let (mut listed, mut called) = (Vec::new(), None);
        self.until("ugiok", HANDSHAKE, None, |line| {
            listed.extend(option_name(line));
            called = called.take().or_else(|| line.strip_prefix("id name ").map(str::to_owned));
        })?;
        let setting = |option: &str, value: &str, otherwise: &str| {
            // Some programs write it with a capital.
            let found = listed.iter().find(|name| name.eq_ignore_ascii_case(option));
            found.map(|name| (name.as_str(), value.to_owned())).ok_or_else(|| {
                self.failed(&format!("has no option '{option}', so it can't be told {otherwise}"))
            })
        };
        let count = threads.to_string();
        let otherwise =
            format!("to think on {count}; leave out --player-threads, or name another program");
        let threads = match (setting("threads", &count, &otherwise), threads) {
            // One thread is what every program has.
            (Err(_), 1) => None,
            (option, _) => Some(option?),
        };
        let level = limits.level.iter().map(|level| {
            let otherwise = format!("to play at level {level}; give it a budget, such as time=1s");
            setting("level", level, &otherwise)
        });
        let level = level.collect::<Result<Vec<_>, _>>()?;
        let options = setup.options.iter().map(|(name, value)| (name, value.to_owned()));
        for (option, value) in options.chain(level).chain(threads) {
            self.say(&format!("setoption name {option} value {value}"))?;
        }
        let unlisted = |option: &&str| !listed.iter().any(|name| name.eq_ignore_ascii_case(option));
        let unlisted = setup.options.iter().map(|(name, _)| name).find(unlisted);
        self.ready(HANDSHAKE, None).map_err(|error| match unlisted {
            Some(option) => Failure::Runtime(format!(
                "{error}; it lists no option '{option}' and may be playing another game"
            )),
            None => error,
        })?;
        self.check_game(setup, called.as_deref())
    }

    /// Makes sure that it plays the game of the match: else its first move would be the first that is heard
    /// of it. A program that does not say what is legal is taken at its word.
    fn check_game(&mut self, setup: &GameSetup, called: Option<&str>) -> Result<(), Failure> {
        let mut answer = None;
        for line in ["uginewgame", "position startpos", "query legal", "isready"] {
            self.say(line)?;
        }
        self.listen("readyok", HANDSHAKE, None, |line| {
            let words = line.strip_prefix("response").map(str::split_whitespace);
            answer = answer.take().or(words.map(|words| words.map(str::to_owned).collect()));
            true
        })?;
        let Some(mut legal): Option<Vec<String>> = answer else { return Ok(()) };
        let mut start = setup.start.clone();
        legal.sort_unstable();
        start.sort_unstable();
        if legal == start || start.is_empty() || legal.is_empty() {
            return Ok(());
        }
        let called = called
            .map_or(String::new(), |called| format!(", which calls itself '{}',", shown(called)));
        Err(Failure::Runtime(format!(
            "{}{called} plays another game than {}: at the start its actions are {}, not {}",
            self.name,
            setup.game,
            some(&legal),
            some(&start)
        )))
    }

    fn failed(&self, how: &str) -> Failure {
        Failure::Runtime(format!("{} {how}", self.name))
    }

    pub(crate) fn say(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| self.failed("has ended"))
    }

    /// Waits for the line that begins with this word, and gives the rest of that line. `pass` gets all lines
    /// before it; an `error` line is a failure.
    fn until(
        &mut self,
        word: &str,
        wait: Duration,
        stop: Option<&AtomicBool>,
        mut pass: impl FnMut(&str),
    ) -> Result<String, Failure> {
        self.listen(word, wait, stop, |line| {
            pass(line);
            line.split_whitespace().next() != Some("error")
        })
    }

    /// The same, where `will_do` decides whether a line is a failure.
    fn listen(
        &mut self,
        word: &str,
        wait: Duration,
        stop: Option<&AtomicBool>,
        mut will_do: impl FnMut(&str) -> bool,
    ) -> Result<String, Failure> {
        let begun = Instant::now();
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(self.failed("was not waited for"));
            }
            // A program that never stops talking always has a line ready.
            let left = wait.saturating_sub(begun.elapsed());
            if left.is_zero() {
                let seconds = wait.as_secs_f64();
                return Err(self.failed(&format!("did not answer with {word} within {seconds} s")));
            }
            let line = match self.lines.recv_timeout(left.min(NOTICE)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.failed("has ended"));
                }
            };
            match line.split_once(' ').unwrap_or((&line, "")) {
                (first, rest) if first == word => return Ok(rest.trim().to_owned()),
                _ if will_do(&line) => {}
                (_, why) => return Err(Failure::Runtime(format!("{}: {why}", self.name))),
            }
        }
    }

    /// The move that it answers to these lines.
    pub(crate) fn ask(&mut self, go: &str, stop: Option<&AtomicBool>) -> Result<String, Failure> {
        self.say(go)?;
        let answer = self.until("bestmove", self.wait, stop, |_| {})?;
        Ok(answer.split_whitespace().next().unwrap_or_default().to_owned())
    }

    /// Waits until it has done all that it was sent.
    pub(crate) fn ready(
        &mut self,
        wait: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<(), Failure> {
        self.say("isready")?;
        self.until("readyok", wait, stop, |_| {}).map(drop)
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

/// What an option is called, if this line lists one.
fn option_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let lists = words.next() == Some("option") && words.next() == Some("name");
    words.next().filter(|_| lists).map(str::to_owned)
}

/// The first of these, for a sentence.
fn some(actions: &[String]) -> String {
    const FIRST: usize = 4;
    let first: Vec<String> = actions.iter().take(FIRST).map(|action| shown(action)).collect();
    let more = if actions.len() > FIRST { " …" } else { "" };
    format!("'{}{more}'", first.join(" "))
}

impl Contender for Program {
    fn begin(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.say("uginewgame")?;
        self.ready(PATIENCE, Some(stop))
    }

    fn choose(
        &mut self,
        _: &dyn Session,
        actions: &[String],
        _: u64,
        stop: &AtomicBool,
    ) -> Result<String, Failure> {
        self.say(&format!("position startpos moves {}", actions.join(" ")))?;
        let go = self.go.clone();
        self.ask(&go, Some(stop))
    }

    fn stderr(&mut self) -> Option<String> {
        self.stderr.last()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
