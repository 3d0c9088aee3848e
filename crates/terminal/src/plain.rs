//! One line at a time, without control codes: for screen readers, pipes and scripts.

use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour_console::failure::Failure;
use parlour_console::files;
use parlour_console::io::Io;
use parlour_core::{Seat, Viewer};
use parlour_draw::Drawing;
use parlour_games::words::names;
use parlour_games::{Entry, Session};
use parlour_wire::table::Status;

use crate::RulePage;
use crate::command::{self, Typed};
use crate::room::{Ask, Room, RoomEvent};
use crate::rules;
use crate::snapshot::{completions, sentence_of, some};

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
    /// Whether a person types: a prompt helps them, and a script's lines are repeated instead.
    typed: bool,
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

/// Whether the conversation goes on.
enum Then {
    Go,
    End,
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
        Plain { room, io, rules, lines, typed, said: Said::default() }
    }

    /// Plays until the game is over, the person leaves, or the input ends.
    pub(crate) fn run(&mut self) -> Result<(), Failure> {
        self.introduce()?;
        loop {
            self.report()?;
            if self.room.snapshot().is_over() {
                return self.finish();
            }
            if self.room.snapshot().may_throw() {
                self.throw();
            } else if self.is_asked() {
                self.invite()?;
                match self.line()? {
                    Some(line) => {
                        if let Then::End = self.obey(&line)? {
                            return Ok(());
                        }
                    }
                    None if self.room.has_others() && !self.is_asked() => {}
                    None => {
                        return Err(Failure::work(
                            "the input ended before the game did; add moves, or 'quit' at the end",
                        ));
                    }
                }
            }
            self.hear(TICK)?;
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
            self.room.ask(Ask::Throw);
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
        writeln!(self.io.out, "{}: {}.", snapshot.entry.name, sitters.join(", "))?;
        if snapshot.view.status == Status::Waiting {
            writeln!(self.io.out, "The game starts once every seat is taken.")?;
        }
        Ok(writeln!(self.io.out, "Type a move, 'moves' to list them, or 'help'.")?)
    }

    /// Says what is new.
    fn report(&mut self) -> Result<(), Failure> {
        let view = &self.room.snapshot().view;
        if view.rewinds != self.said.rewinds {
            writeln!(self.io.out, "Taken back.")?;
            (self.said.rewinds, self.said.ply) = (view.rewinds, view.ply);
        }
        for line in view.log.iter().filter(|line| line.ply > self.said.ply) {
            writeln!(self.io.out, "{}", sentence_of(&line.description.words))?;
        }
        self.said.ply = view.ply;
        let heard = self.said.chat;
        for line in view.chat.iter().filter(|line| line.sequence > heard) {
            writeln!(self.io.out, "{} says: {}", line.name, line.text)?;
            self.said.chat = line.sequence;
        }
        let role = |seat: u8| view.seats.get(usize::from(seat)).map_or("", |seat| &seat.role);
        let changed = |old: Option<u8>, new: Option<u8>| {
            new.filter(|seat| old != new && !view.you.yours.contains(seat))
        };
        if let Some(seat) = changed(self.said.draw, view.offers.draw) {
            writeln!(self.io.out, "{} offers a draw: 'draw' or 'decline'.", role(seat))?;
        }
        if let Some(seat) = changed(self.said.take_back, view.offers.take_back) {
            let role = role(seat);
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
                let viewer = snapshot.view.viewer.filter(|_| many).map(usize::from);
                let role = viewer.and_then(|seat| snapshot.view.seats.get(seat));
                let role = role.map_or_else(String::new, |seat| format!("{}: ", seat.role));
                writeln!(self.io.out, "{role}{instruction}")?;
            }
        }
        if self.typed && (!self.room.has_others() || self.room.snapshot().may_move()) {
            write!(self.io.out, "> ")?;
        }
        Ok(self.io.out.flush()?)
    }

    /// The board goes to another player at the same keyboard.
    fn cover(&mut self, seat: u8) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let role =
            snapshot.view.seats.get(usize::from(seat)).map_or("", |seat| &seat.role).to_owned();
        if snapshot.view.viewer.is_some() {
            return Ok(writeln!(self.io.out, "Press Enter, then {role} plays.")?);
        }
        if self.io.terminal.out {
            write!(self.io.out, "{}", "\n".repeat(COVER))?;
        }
        Ok(writeln!(self.io.out, "{role}: press Enter when nobody else reads this.")?)
    }

    /// The next line; `None` at the end of the input, or when something happened at a table with
    /// others meanwhile.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => {
                    if !self.typed {
                        writeln!(self.io.out, "{}", format!("> {}", line.trim()).trim_end())?;
                    }
                    return Ok(Some(line));
                }
                Err(RecvTimeoutError::Disconnected) if self.room.has_others() => {
                    thread::sleep(TICK);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.room.has_others() && self.hear(Duration::ZERO)? {
                return Ok(Some(String::new()));
            }
        }
    }

    /// Listens to the table; whether anything came.
    fn hear(&mut self, wait: Duration) -> Result<bool, Failure> {
        let events = self.room.events(wait);
        for event in &events {
            match event {
                RoomEvent::Changed => self.said.refused = None,
                RoomEvent::Refused(why) => {
                    // A throw is asked for again until it is made: its refusal is said once.
                    let throws = self.room.snapshot().may_throw();
                    let again = throws && self.said.refused.as_ref() == Some(why);
                    self.said.refused = throws.then(|| why.clone());
                    if !again {
                        writeln!(self.io.out, "{why}")?;
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

    fn obey(&mut self, line: &str) -> Result<Then, Failure> {
        let is_move = |text: &str| self.room.snapshot().read_move(text).is_ok();
        let typed = command::read(line, is_move);
        match typed {
            Typed::Move(line) if line.is_empty() => self.pass_on(),
            Typed::Move(line) => match self.room.snapshot().read_move(&line) {
                Ok(action) => self.room.ask(Ask::Act(action)),
                Err(why) => writeln!(self.io.out, "{why}")?,
            },
            Typed::Moves(begun) => self.list_moves(&begun)?,
            Typed::Board(ply) => self.board(&ply)?,
            Typed::Pieces => self.pieces()?,
            Typed::Hint => {
                self.room.ask(Ask::Hint);
                self.wait_for_hint()?;
            }
            Typed::Back => self.room.ask(Ask::TakeBack),
            Typed::Draw => self.room.ask(Ask::Draw),
            Typed::Decline => self.room.ask(Ask::Decline),
            Typed::Resign => self.room.ask(Ask::Resign),
            Typed::Why(place) => self.why(&place)?,
            Typed::Rules(heading) => self.rules(&heading)?,
            Typed::Log => {
                for line in &self.room.snapshot().view.log {
                    writeln!(
                        self.io.out,
                        "{}. {}",
                        line.ply,
                        sentence_of(&line.description.words)
                    )?;
                }
            }
            Typed::Say(words) if self.room.has_others() => self.room.ask(Ask::Chat(words)),
            Typed::Say(_) => writeln!(self.io.out, "Nobody else is at this table.")?,
            Typed::Save(file) => self.save(&file)?,
            Typed::Help => {
                for line in command::help() {
                    writeln!(self.io.out, "{line}")?;
                }
            }
            Typed::Quit => return Ok(Then::End),
        }
        Ok(Then::Go)
    }

    /// An empty line: covers the board for the next player, or uncovers it.
    fn pass_on(&mut self) {
        let view = &self.room.snapshot().view;
        if let Some(seat) = view.you.pass_to {
            let next = view.viewer.is_none().then_some(Seat(seat));
            self.room.ask(Ask::Look(next));
        }
    }

    fn wait_for_hint(&mut self) -> Result<(), Failure> {
        loop {
            if self.hear(TICK)? {
                return Ok(());
            }
        }
    }

    fn list_moves(&mut self, begun: &str) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let choices = snapshot.choices();
        if choices.is_empty() {
            return Ok(writeln!(self.io.out, "You have no move to make now.")?);
        }
        if choices.len() > 40 && begun.is_empty() {
            let all: Vec<&str> = completions(&choices, "").collect();
            let count = all.len();
            writeln!(self.io.out, "{count} moves: {}.", some(&all))?;
            return Ok(writeln!(self.io.out, "'moves TEXT' lists those that begin with TEXT.")?);
        }
        for choice in choices.iter().filter(|choice| choice.action.starts_with(begun)) {
            writeln!(self.io.out, "{}: {}", choice.action, snapshot.english(&choice.label))?;
        }
        Ok(())
    }

    fn board(&mut self, ply: &str) -> Result<(), Failure> {
        if ply.is_empty() {
            let snapshot = self.room.snapshot();
            let text = drawn(snapshot.entry, snapshot.session.as_ref(), snapshot.viewer());
            return Ok(write!(self.io.out, "{text}")?);
        }
        let steps = match self.room.steps() {
            Ok(steps) => steps,
            Err(why) => return Ok(writeln!(self.io.out, "{why}")?),
        };
        let Some(step) = ply.parse().ok().and_then(|ply: usize| steps.get(ply)) else {
            let last = steps.len().saturating_sub(1);
            return Ok(writeln!(self.io.out, "Name a number of actions from 0 to {last}.")?);
        };
        if !step.words.is_empty() {
            writeln!(self.io.out, "{}", step.words)?;
        }
        let snapshot = self.room.snapshot();
        let text = drawn(snapshot.entry, step.session.as_ref(), snapshot.viewer());
        Ok(write!(self.io.out, "{text}")?)
    }

    /// What stands where, in sentences.
    fn pieces(&mut self) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        for line in snapshot.pieces() {
            writeln!(self.io.out, "{line}")?;
        }
        for (whose, facts) in snapshot.facts(&snapshot.picture()) {
            self.fact(whose, &facts)?;
        }
        Ok(())
    }

    /// What is to be known about a player, or about the table.
    fn fact(&mut self, whose: Option<Seat>, facts: &str) -> Result<(), Failure> {
        let role = whose.map(|seat| self.room.snapshot().session.seat_name(seat));
        let role = role.map_or_else(String::new, |role| format!("{role}: "));
        Ok(writeln!(self.io.out, "{role}{facts}.")?)
    }

    fn why(&mut self, place: &str) -> Result<(), Failure> {
        let snapshot = self.room.snapshot();
        let layout = snapshot.layout();
        let mut picked: Vec<_> = place.split_whitespace().map(|name| layout.site(name)).collect();
        let Some(Some(site)) = picked.pop() else {
            return Ok(writeln!(self.io.out, "Name a place of the board, as in 'why a1'.")?);
        };
        let picked: Vec<_> = picked.into_iter().flatten().collect();
        let why = snapshot.why_not(&picked, site);
        let why = why.unwrap_or_else(|| {
            if snapshot.may_move() {
                "A move goes that way.".to_owned()
            } else {
                "It is not your turn.".to_owned()
            }
        });
        Ok(writeln!(self.io.out, "{why}")?)
    }

    fn rules(&mut self, heading: &str) -> Result<(), Failure> {
        let entry = self.room.snapshot().entry;
        let Some(part) = rules::part(entry.rules, heading) else {
            return Ok(writeln!(self.io.out, "The rule page has no part '{heading}'.")?);
        };
        let page = (self.rules)(entry, &part, self.io.terminal.width);
        Ok(writeln!(self.io.out, "{}", page.trim_end())?)
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return Ok(writeln!(self.io.out, "Name a file, as in 'save game.txt'.")?);
        }
        let record = self.room.record();
        let saved = record.and_then(|text| {
            files::write(Path::new(file), text.as_bytes()).map_err(|error| error.to_string())
        });
        match saved {
            Ok(()) => Ok(writeln!(self.io.out, "The record is in {file}.")?),
            Err(why) => Ok(writeln!(self.io.out, "It could not be saved: {why}")?),
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let view = &self.room.snapshot().view;
        if let Some(outcome) = &view.outcome {
            writeln!(self.io.out, "{}", outcome.words)?;
        }
        let snapshot = self.room.snapshot();
        let facts = snapshot.facts(&snapshot.picture());
        for (whose, facts) in facts.iter().filter(|(whose, _)| whose.is_some()) {
            self.fact(*whose, facts)?;
        }
        Ok(())
    }
}

/// The position as characters.
fn drawn(entry: &Entry, session: &dyn Session, viewer: Viewer) -> String {
    let (layout, picture) = (session.layout(viewer), session.picture(viewer));
    let (names, look) = (names(session), entry.look);
    parlour_draw::text(&Drawing { layout: &layout, picture: &picture, names: &names, look })
}
