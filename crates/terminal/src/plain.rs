//! One line at a time, without control codes: for screen readers, pipes and scripts.

use std::fmt::Display;
use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_core::Seat;
use parlour_wire::table::Status;

use crate::RulePage;
use crate::command::{self, Typed};
use crate::room::{ALONE, Room, RoomEvent, TableRequest};
use crate::rules;
use crate::snapshot::{completions, some};

/// How long to wait for one side before looking at the other.
const TICK: Duration = Duration::from_millis(20);
/// A throw that a server has not made by then is asked for again.
const THROW_AGAIN: Duration = Duration::from_secs(1);
/// Lines that push what was on the screen out of sight before it is passed on.
const COVER: usize = 60;

/// A conversation about a game.
pub(crate) struct Plain<'a, 'io> {
    room: &'a mut dyn Room,
    io: &'a mut Io<'io>,
    rules: RulePage<'a>,
    lines: Receiver<String>,
    /// Whether a person types. A script's lines are repeated, so that what is written reads as a whole.
    typed: bool,
    /// Whether the prompt is the last that was written.
    prompted: bool,
    /// How much of the table was said.
    said: Said,
}

/// What was said already.
#[derive(Default)]
struct Said {
    ply: u32,
    rewinds: u32,
    chat: u64,
    draw: Option<u8>,
    take_back: Option<u8>,
    /// What the reader is to do, at this ply and number of rewinds.
    asked: Option<(u32, u32, Option<u8>)>,
    /// The throw that was asked for, at this ply and number of rewinds, and when.
    thrown: Option<(u32, u32, Instant)>,
    /// The last refusal of a throw.
    refused: Option<String>,
}

impl<'a, 'io> Plain<'a, 'io> {
    /// A conversation that begins.
    pub(crate) fn new(room: &'a mut dyn Room, io: &'a mut Io<'io>, rules: RulePage<'a>) -> Self {
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = std::io::stdin().lock().lines().map_while(Result::ok);
            for line in lines {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let typed = std::io::stdin().is_terminal();
        Plain { room, io, rules, lines, typed, prompted: false, said: Said::default() }
    }

    fn say(&mut self, line: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.io.out, "{line}")?)
    }

    /// Plays until the game is over, the person leaves, or the input ends.
    pub(crate) fn run(&mut self) -> Result<(), Failure> {
        self.introduce()?;
        loop {
            self.report()?;
            if self.room.snapshot().is_over() {
                self.finish()?;
                if !self.typed || !self.play_again()? {
                    return Ok(());
                }
                continue;
            }
            if self.room.snapshot().may_throw() {
                self.throw();
            } else if self.is_asked() {
                self.invite()?;
                match self.line()? {
                    Some(line) => {
                        if !self.execute(&line)? {
                            return Ok(());
                        }
                    }
                    None if self.room.has_others() && !self.is_asked() => {}
                    None => {
                        return Err(Failure::runtime(
                            "the input ended before the game did; add moves, or 'quit' at the end",
                        ));
                    }
                }
            }
            self.show_events(TICK)?;
        }
    }

    /// Asks for a throw, once in a while: a server takes its time.
    fn throw(&mut self) {
        let view = &self.room.snapshot().view;
        let (now, at) = (Instant::now(), (view.ply, view.rewinds));
        let waits = self.said.thrown.is_some_and(|(ply, rewinds, asked)| {
            (ply, rewinds) == at && now.duration_since(asked) < THROW_AGAIN
        });
        if !waits {
            self.said.thrown = Some((at.0, at.1, now));
            self.room.ask(TableRequest::Throw);
        }
    }

    /// Whether the next line of input is for now.
    fn is_asked(&self) -> bool {
        let snapshot = self.room.snapshot();
        snapshot.may_move() || snapshot.view.you.pass_to.is_some() || self.room.has_others()
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let sitters: Vec<String> =
            (0..snapshot.view.seats.len()).map(|s| snapshot.sitter(s)).collect();
        let waits = snapshot.view.status == Status::Waiting;
        self.say(format!("{}: {}.", snapshot.entry.name, sitters.join(", ")))?;
        if waits {
            self.say("The game starts once every seat is taken.")?;
        }
        self.say("Type a move, 'moves' to list them, or 'help'.")
    }

    /// Says what is new.
    fn report(&mut self) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let view = &snapshot.view;
        if view.rewinds != self.said.rewinds {
            writeln!(self.io.out, "Taken back.")?;
            (self.said.rewinds, self.said.ply) = (view.rewinds, view.ply);
        }
        for line in view.log.iter().filter(|line| line.ply > self.said.ply) {
            writeln!(self.io.out, "{}", self.room.snapshot().sentence(&line.description.words))?;
        }
        self.said.ply = view.ply;
        let heard = self.said.chat;
        for line in view.chat.iter().filter(|line| line.sequence > heard) {
            writeln!(self.io.out, "{} says: {}", line.name, line.text)?;
            self.said.chat = line.sequence;
        }
        let changed = |old: Option<u8>, new: Option<u8>| {
            new.filter(|seat| old != new && !view.you.yours.contains(seat))
        };
        if let Some(seat) = changed(self.said.draw, view.offers.draw) {
            let role = snapshot.role(seat);
            writeln!(self.io.out, "{role} offers a draw: 'draw' or 'decline'.")?;
        }
        if let Some(seat) = changed(self.said.take_back, view.offers.take_back) {
            let role = snapshot.role(seat);
            writeln!(self.io.out, "{role} asks to take a move back: 'back' or 'decline'.")?;
        }
        (self.said.draw, self.said.take_back) = (view.offers.draw, view.offers.take_back);
        Ok(())
    }

    /// Says what the reader is to do, once.
    fn invite(&mut self) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let now = (snapshot.view.ply, snapshot.view.rewinds, snapshot.view.viewer);
        if self.said.asked.replace(now) != Some(now) {
            if let Some(seat) = snapshot.view.you.pass_to {
                self.cover(seat)?;
            } else if let Some(instruction) = snapshot.instruction(&[]) {
                let many = snapshot.view.you.yours.len() > 1;
                let viewer = snapshot.view.viewer.filter(|_| many);
                let role = viewer.map_or("", |seat| snapshot.role(seat));
                let colon = if role.is_empty() { "" } else { ": " };
                writeln!(self.io.out, "{role}{colon}{instruction}")?;
            }
        }
        self.prompt()
    }

    /// Asks for a line: a program at the other end of a pipe waits for this as a person does.
    fn prompt(&mut self) -> Result<(), Failure> {
        if !self.prompted && (!self.room.has_others() || self.room.snapshot().may_move()) {
            write!(self.io.out, "> ")?;
            self.prompted = true;
        }
        Ok(self.io.out.flush()?)
    }

    /// What follows begins on a line of its own.
    fn end_prompt(&mut self) -> Result<(), Failure> {
        if std::mem::take(&mut self.prompted) {
            writeln!(self.io.out)?;
        }
        Ok(())
    }

    /// Repeats a line that nobody saw being typed.
    fn repeat(&mut self, line: &str) -> Result<(), Failure> {
        let prompted = std::mem::take(&mut self.prompted);
        match (self.typed, prompted) {
            (true, _) => Ok(()),
            (false, true) => self.say(line.trim()),
            (false, false) => self.say(format!("> {}", line.trim()).trim_end()),
        }
    }

    /// The board goes to another player at the same keyboard.
    fn cover(&mut self, seat: u8) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let role = snapshot.role(seat).to_owned();
        if snapshot.view.viewer.is_some() {
            return self.say(format!("Press Enter, then {role} plays."));
        }
        if self.io.terminal.out {
            write!(self.io.out, "{}", "\n".repeat(COVER))?;
        }
        self.say(format!("{role}: press Enter when nobody else reads this."))
    }

    /// The next line; `None` at the end of the input, or when something happened at a table with
    /// others meanwhile.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => {
                    self.repeat(&line)?;
                    return Ok(Some(line));
                }
                Err(RecvTimeoutError::Disconnected) if self.room.has_others() => {
                    thread::sleep(TICK);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.end_prompt()?;
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.room.has_others() && self.show_events(Duration::ZERO)? {
                return Ok(Some(String::new()));
            }
        }
    }

    /// Waits for events of the table and prints them; whether there were any.
    fn show_events(&mut self, wait: Duration) -> Result<bool, Failure> {
        let events = self.room.events(wait);
        if !events.is_empty() {
            self.end_prompt()?;
        }
        for event in &events {
            match event {
                RoomEvent::Changed => self.said.refused = None,
                RoomEvent::Refused(why) => {
                    // A throw is asked for again until it is made: its refusal is said once.
                    let throws = self.room.snapshot().may_throw();
                    let again = throws && self.said.refused.as_ref() == Some(why);
                    self.said.refused = throws.then(|| why.clone());
                    if !again {
                        self.say(why)?;
                    }
                }
                RoomEvent::Hint(moves) => self.hint(moves)?,
            }
        }
        Ok(!events.is_empty())
    }

    fn hint(&mut self, moves: &[(String, f64)]) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let choices = snapshot.choices();
        for (action, value) in moves {
            let choice = choices.iter().find(|choice| choice.action == *action);
            let words = choice.map_or_else(String::new, |choice| snapshot.english(&choice.label));
            let percent = (value * 100.0).round();
            writeln!(self.io.out, "{action}: {words}, {percent} % to win.")?;
        }
        for reason in snapshot.reasons(moves) {
            writeln!(self.io.out, "Why: {reason}")?;
        }
        Ok(())
    }

    /// Does what a line says; whether the conversation goes on.
    fn execute(&mut self, line: &str) -> Result<bool, Failure> {
        let is_move = |text: &str| self.room.snapshot().read_move(text).is_ok();
        match command::read(line, is_move) {
            // An empty line covers the board for the next player, or uncovers it.
            Typed::Move(line) if line.is_empty() => {
                if let Some(look) = self.room.snapshot().passed_on() {
                    self.room.ask(look);
                }
            }
            Typed::Move(line) => match self.room.snapshot().read_move(&line) {
                Ok(action) => self.room.ask(TableRequest::Act(action)),
                Err(why) => self.say(why)?,
            },
            Typed::Request(TableRequest::Chat(_)) if !self.room.has_others() => self.say(ALONE)?,
            Typed::Request(request) => {
                let is_hint = request == TableRequest::Hint;
                self.room.ask(request);
                while is_hint && !self.show_events(TICK)? {}
            }
            Typed::Moves(begun) => self.list_moves(&begun)?,
            Typed::Board(ply) => self.board(&ply)?,
            Typed::Pieces => self.pieces()?,
            Typed::Why(places) => self.say(command::why(self.room, &[], &places))?,
            Typed::Rules(heading) => self.rules(&heading)?,
            Typed::Log => {
                let snapshot = self.room.snapshot();
                for line in &snapshot.view.log {
                    let words = snapshot.sentence(&line.description.words);
                    writeln!(self.io.out, "{}. {words}", line.ply)?;
                }
            }
            Typed::Save(file) => {
                let said = command::save(self.room, &file);
                self.say(said)?;
            }
            Typed::Help => {
                command::help(self.room.has_others()).iter().try_for_each(|line| self.say(line))?
            }
            Typed::Unclear(why) => self.say(why)?,
            Typed::Quit => return Ok(false),
        }
        Ok(true)
    }

    fn list_moves(&mut self, begun: &str) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let choices = snapshot.choices();
        if choices.is_empty() {
            return self.say("You have no move to make now.");
        }
        if choices.len() > 40 && begun.is_empty() {
            let all: Vec<&str> = completions(&choices, "").collect();
            self.say(format!("{} moves: {}.", all.len(), some(&all)))?;
            return self.say("'moves TEXT' lists those that begin with TEXT.");
        }
        for choice in choices.iter().filter(|choice| choice.action.starts_with(begun)) {
            writeln!(self.io.out, "{}: {}", choice.action, snapshot.english(&choice.label))?;
        }
        Ok(())
    }

    fn board(&mut self, ply: &str) -> Result<(), Failure> {
        if ply.is_empty() {
            let snapshot = self.room.snapshot();
            return Ok(write!(self.io.out, "{}", snapshot.board(&*snapshot.session))?);
        }
        let steps = match self.room.steps() {
            Ok(steps) => steps,
            Err(why) => return self.say(why),
        };
        let Some(step) = ply.parse().ok().and_then(|ply: usize| steps.get(ply)) else {
            let last = steps.len().saturating_sub(1);
            return self.say(format!("Name a number of actions from 0 to {last}."));
        };
        if !step.words.is_empty() {
            self.say(&step.words)?;
        }
        Ok(write!(self.io.out, "{}", self.room.snapshot().board(&*step.session))?)
    }

    /// What stands where, in sentences.
    fn pieces(&mut self) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        for line in snapshot.pieces() {
            writeln!(self.io.out, "{line}")?;
        }
        self.stats(|_| true)
    }

    /// What is to be known about the table (`None`) and about the players.
    fn stats(&mut self, is_wanted: fn(Option<Seat>) -> bool) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        for (whose, stats) in snapshot.stats(&snapshot.picture()) {
            let role = whose.map(|seat| snapshot.session.seat_name(seat) + ": ");
            if is_wanted(whose) {
                writeln!(self.io.out, "{}{stats}.", role.unwrap_or_default())?;
            }
        }
        Ok(())
    }

    fn rules(&mut self, heading: &str) -> Result<(), Failure> {
        let entry = self.room.snapshot().entry;
        let Some(part) = rules::part(entry.rules, heading) else {
            return self.say(format!("The rule page has no part '{heading}'."));
        };
        let page = (self.rules)(entry, &part, self.io.terminal.width);
        self.say(page.trim_end())
    }

    /// Asks a person for another game; whether there is one.
    fn play_again(&mut self) -> Result<bool, Failure> {
        self.say("'again', 'other' for the other side, 'level N', or 'quit'.")?;
        while self.room.snapshot().is_over() {
            self.prompt()?;
            let Some(line) = self.line()? else { return Ok(false) };
            if !self.execute(&line)? {
                return Ok(false);
            }
            self.show_events(TICK)?;
        }
        self.said = Said::default();
        Ok(true)
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let view = &self.room.snapshot().view;
        if let Some(result) = &view.result {
            writeln!(self.io.out, "{}", self.room.snapshot().text(&result.words))?;
        }
        self.stats(|whose| whose.is_some())?;
        match self.room.score() {
            Some(score) => self.say(score),
            None => Ok(()),
        }
    }
}
