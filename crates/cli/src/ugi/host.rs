//! Brings input, work and answers together. Only this thread writes.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour_core::Turn;
use parlour_session::Entry;

use super::command::{self, Command, GoCommand};
use super::input;
use super::job::{Job, JobHandle};
use super::state::ProtocolState;

/// How long work may go on that was asked for just before `quit`, so that a script gets its answer.
const GRACE: Duration = Duration::from_secs(2);
/// A `quit` within this time of the line before counts as sent together with it. A later one ends the
/// work at once.
pub const BREATH: Duration = Duration::from_millis(250);
/// The program ends this long after it asked its work to stop: some work cannot be stopped sooner.
const LEAVE: Duration = Duration::from_millis(60);

/// How many lines may wait for the end of a search.
const MOST_WAITING: usize = 4096;

/// Something that the host must react to.
pub(super) enum Event {
    /// A line from the other end, or why it means nothing; `None` at the end of the input.
    Input(Option<Result<Command, String>>),
    /// A line from the work under way.
    Info(String),
    /// The work's last line.
    Done(String),
}

/// A line that waits for its turn.
struct Waiting {
    command: Result<Command, String>,
    /// A `stop` came after it: if it is a search or a count, it ends as soon as it begins.
    stopped: bool,
}

/// The protocol at work.
pub(super) struct Host<W> {
    state: ProtocolState,
    output: W,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    running: Option<JobHandle>,
    waiting: VecDeque<Waiting>,
    /// The input has ended, or `quit` came.
    closing: bool,
    /// When the last line came.
    heard: Instant,
    /// When all work is stopped: with `quit`, or some time after it.
    deadline: Option<Instant>,
}

impl<W: Write> Host<W> {
    /// Begins to read the input.
    pub(super) fn new(
        game: &'static Entry,
        mut input: impl BufRead + Send + 'static,
        output: W,
    ) -> io::Result<Self> {
        let state = ProtocolState::new(game).map_err(io::Error::other)?;
        let (sender, events) = sync_channel(64);
        let lines = sender.clone();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            let mut more = true;
            while more {
                let line = input::read(&mut input).map(|line| command::parse(&line?));
                more = line.is_some();
                more &= lines.send(Event::Input(line)).is_ok();
            }
        })?;
        let waiting = VecDeque::new();
        let (running, closing, heard, deadline) = (None, false, Instant::now(), None);
        Ok(Host { state, output, events, sender, running, waiting, closing, heard, deadline })
    }

    /// Until `quit`, or until the input has ended and whatever was asked before is answered.
    pub(super) fn run(mut self) -> io::Result<()> {
        loop {
            while self.running.is_none() {
                if self.deadline.is_some_and(|deadline| deadline.elapsed() >= LEAVE) {
                    return Ok(());
                }
                match self.waiting.pop_front() {
                    Some(Waiting { command: Ok(Command::Quit), .. }) => return Ok(()),
                    Some(waiting) => self.execute(waiting)?,
                    None if self.closing => return Ok(()),
                    None => break,
                }
            }
            match self.next() {
                None => return Ok(()),
                Some(Event::Input(command)) => self.receive(command)?,
                Some(Event::Info(line)) => self.say(&line)?,
                Some(Event::Done(line)) => {
                    self.running = None;
                    self.say(&line)?;
                }
            }
        }
    }

    /// What happens next; `None` once it is time to leave.
    fn next(&mut self) -> Option<Event> {
        let Some(deadline) = self.deadline else { return self.events.recv().ok() };
        loop {
            let now = Instant::now();
            let end = if now < deadline { deadline } else { deadline + LEAVE };
            if now >= deadline {
                self.stop();
                self.waiting.clear();
            }
            match self.events.recv_timeout(end.checked_duration_since(now)?) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Ends the work under way, and whatever of what waits begins.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop();
        }
        self.waiting.iter_mut().for_each(|waiting| waiting.stopped = true);
    }

    /// Takes in a line: what cannot wait is done at once, the rest in its turn.
    fn receive(&mut self, command: Option<Result<Command, String>>) -> io::Result<()> {
        if self.deadline.is_some() {
            // Nothing counts after `quit`.
            return Ok(());
        }
        let Some(command) = command else {
            self.close();
            return Ok(());
        };
        match (&self.running, &command) {
            (Some(_), Ok(Command::IsReady)) => return self.say("readyok"),
            (Some(_), Ok(Command::Stop)) => {
                self.stop();
                return Ok(());
            }
            (Some(_), Ok(Command::Quit)) => {
                let now = Instant::now();
                let breath = now.duration_since(self.heard) < BREATH;
                self.deadline = Some(if breath { now + GRACE } else { now });
                self.close();
                return Ok(());
            }
            (Some(_), _) if self.waiting.len() >= MOST_WAITING => {
                return self.refuse("too many lines wait for the search to end; send stop first");
            }
            _ => {}
        }
        self.heard = Instant::now();
        self.waiting.push_back(Waiting { command, stopped: false });
        Ok(())
    }

    /// Nothing more will be asked for, not even to stop.
    fn close(&mut self) {
        self.closing = true;
        if let Some(running) = self.running.as_ref().filter(|running| running.endless()) {
            running.stop();
        }
    }

    /// Does what a line asks for. No work is under way.
    fn execute(&mut self, Waiting { command, stopped }: Waiting) -> io::Result<()> {
        let result = match command {
            Err(why) => Err(why),
            Ok(Command::Ugi) => {
                return self.state.introduce().iter().try_for_each(|line| self.say(line));
            }
            Ok(Command::IsReady) => return self.say("readyok"),
            Ok(Command::SetOption { name, value }) => self.state.set_option(&name, &value),
            Ok(Command::NewGame) => self.state.new_game(),
            Ok(Command::Position { from, moves }) => self.state.set_up(from.as_deref(), &moves),
            Ok(Command::Query(query)) => match self.state.answer(query) {
                Ok(answer) => return self.say(&answer),
                Err(why) => Err(why),
            },
            Ok(Command::Go(go)) => self.go(go, stopped),
            Ok(Command::Perft(depth)) => self.start(Job::Perft(depth), stopped),
            // There is nothing to stop.
            Ok(Command::Stop | Command::Quit) => Ok(()),
        };
        result.or_else(|why| self.refuse(&why))
    }

    fn go(&mut self, mut go: GoCommand, stopped: bool) -> Result<(), String> {
        let begun = Instant::now();
        if go.request.sets_no_limit() && !self.state.levelled() {
            return Err(
                "say how long: 'go movetime MILLISECONDS', 'go nodes N', 'go depth PLIES' or \
                        'go infinite', or set a level"
                    .to_owned(),
            );
        }
        // Nobody is left to send a stop when the input has ended.
        let stopped = stopped || (go.request.is_endless() && self.closing);
        match self.state.session().turn() {
            Turn::Player(seat) => {
                go.request.seed = self.state.seed(&go.request, seat);
                let player = self.state.player()?;
                self.start(Job::Go { go, player, begun }, stopped)
            }
            Turn::Chance => {
                Err("chance decides here; no player is to move: add one of what query \
                                 chance tells to the moves of the position"
                    .to_owned())
            }
            Turn::Over => Err("the game is over; set up another position".to_owned()),
        }
    }

    fn start(&mut self, job: Job, stopped: bool) -> Result<(), String> {
        let session = self.state.session().boxed_clone();
        let running = JobHandle::start(job, session, self.sender.clone())
            .map_err(|error| format!("the work could not begin: {error}; send it again"))?;
        if stopped {
            running.stop();
        }
        self.running = Some(running);
        Ok(())
    }

    fn refuse(&mut self, why: &str) -> io::Result<()> {
        self.say(&format!("error {why}"))
    }

    /// Writes one line, whatever the text holds: what came from outside may break lines.
    fn say(&mut self, line: &str) -> io::Result<()> {
        let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        let clean: String = if line.contains(breaks) {
            line.chars().map(|c| if breaks(c) { '\u{fffd}' } else { c }).collect()
        } else {
            line.to_owned()
        };
        writeln!(self.output, "{clean}")?;
        self.output.flush()
    }
}
