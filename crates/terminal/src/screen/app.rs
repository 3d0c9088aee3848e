//! What is on the screen, and what keys and clicks do to it.

use std::path::Path;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use parlour_core::scene::SiteId;
use ratatui_core::layout::{Position, Rect};

use super::Then;
use super::keys::{self, Action};
use super::layout::Parts;
use super::tty::Capabilities;
use crate::RulePage;
use crate::command::{self, Typed};
use crate::picks::{Picked, Picks};
use crate::room::{ALONE, Room, RoomEvent, Step, TableRequest};
use crate::rounds::NextGame;
use crate::rules;
use crate::snapshot::{completions, some};

/// What a key points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Focus {
    Site(SiteId),
    /// A move that needs no place, by its number among them.
    Button(usize),
}

/// What is shown instead of the game, or beside its board.
pub(crate) enum Page {
    /// None: the game.
    Game,
    /// The keys, on the whole screen.
    Help,
    /// The rule page, or a part of it, from this line on, beside the board.
    Rules { part: String, from: usize },
    /// Beside the board: the position after this number of actions.
    Past { steps: Vec<Step>, at: usize },
}

/// What is asked again before it is done.
pub(crate) enum Confirm {
    Request(TableRequest),
    Leave,
}

/// The game on the screen.
pub(crate) struct App<'a> {
    pub(crate) room: &'a mut dyn Room,
    pub(crate) rules: RulePage<'a>,
    pub(crate) capabilities: Capabilities,
    pub(crate) picks: Picks,
    /// The position that the picks belong to.
    position: Option<(u32, u32, Option<u8>, bool)>,
    pub(crate) focus: Option<Focus>,
    /// Answers: reasons, hints, refusals.
    pub(crate) notes: Vec<String>,
    pub(crate) input: Option<String>,
    pub(crate) page: Page,
    pub(crate) confirm: Option<Confirm>,
    pub(crate) parts: Parts,
    pub(crate) buttons: Vec<Rect>,
}

impl<'a> App<'a> {
    pub(crate) fn new(
        room: &'a mut dyn Room,
        rules: RulePage<'a>,
        capabilities: Capabilities,
    ) -> Self {
        let mut app = App {
            room,
            rules,
            capabilities,
            picks: Picks::default(),
            position: None,
            focus: None,
            notes: Vec::new(),
            input: None,
            page: Page::Game,
            confirm: None,
            parts: Parts::default(),
            buttons: Vec::new(),
        };
        app.look();
        app
    }

    /// Looks at the table again.
    fn look(&mut self) {
        let snapshot = self.room.snapshot();
        let view = &snapshot.view;
        let position = (view.ply, view.rewinds, view.viewer, snapshot.may_move());
        let before = self.position.replace(position);
        if before != Some(position) {
            self.picks = Picks::new(snapshot.choices());
            self.notes.clear();
            // Where the player before pointed may be a secret.
            let other = before.is_some_and(|(_, _, viewer, _)| viewer != view.viewer);
            if (other && snapshot.entry.secrets) || matches!(self.focus, Some(Focus::Button(_))) {
                self.focus = None;
            }
        }
    }

    /// Listens to the table; whether anything is new.
    pub(crate) fn listen(&mut self) -> bool {
        let events = self.room.events(Duration::ZERO);
        for event in &events {
            match event {
                RoomEvent::Changed => self.look(),
                RoomEvent::Refused(why) => self.notes = vec![why.clone()],
                RoomEvent::Hint(moves) => self.hint(moves),
            }
        }
        !events.is_empty()
    }

    fn hint(&mut self, moves: &[(String, f64)]) {
        let snapshot = self.room.snapshot();
        let line = |(action, value): &(String, f64)| {
            let choice = self.picks.choices().iter().find(|choice| choice.action == *action);
            let words =
                choice.map_or_else(|| action.clone(), |choice| snapshot.english(&choice.label));
            format!("{words}: {} % to win", (value * 100.0).round())
        };
        let moves_first = moves.iter().map(line);
        self.notes = moves_first.chain(std::iter::once("Why:".to_owned())).collect();
        self.notes.extend(snapshot.reasons(moves));
        let best = moves.first().map(|(action, _)| action);
        let best = best.and_then(|best| self.picks.choices().iter().find(|c| c.action == *best));
        // The hint points at where its move begins.
        if let Some(&first) = best.and_then(|choice| choice.path.clicks.first()) {
            self.focus = Some(Focus::Site(first));
        }
    }

    /// Does what an event asks for.
    pub(crate) fn event(&mut self, event: &Event) -> Then {
        let key = match event {
            Event::Resize(..) => return Then::PaintAll,
            Event::Key(key) if key.kind == KeyEventKind::Release => return Then::Nothing,
            Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return match key.code {
                    KeyCode::Char('z') => Then::Suspend,
                    KeyCode::Char('l') => Then::PaintAll,
                    KeyCode::Char('c') => Then::Leave,
                    _ => Then::Nothing,
                };
            }
            Event::Key(key) => key.code,
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => KeyCode::PageUp,
                MouseEventKind::ScrollDown => KeyCode::PageDown,
                MouseEventKind::Down(MouseButton::Left) if self.is_playing() => {
                    self.click(mouse.column, mouse.row);
                    return Then::Paint;
                }
                MouseEventKind::Down(MouseButton::Left) => KeyCode::Null,
                _ => return Then::Nothing,
            },
            _ => return Then::Nothing,
        };
        if self.input.is_some() {
            return self.type_on(key);
        }
        if let Some(confirm) = self.confirm.take() {
            match (key, confirm) {
                // Whoever presses the key for leaving twice means it.
                (KeyCode::Char('y' | 'Y' | 'q'), Confirm::Leave) => return Then::Leave,
                (KeyCode::Char('y' | 'Y'), Confirm::Request(request)) => self.room.ask(request),
                _ => {}
            }
            return Then::Paint;
        }
        match self.page {
            Page::Game => self.play(key),
            Page::Help => {
                self.page = Page::Game;
                Then::Paint
            }
            Page::Rules { .. } => self.read_on(key),
            Page::Past { .. } => self.look_back(key),
        }
    }

    /// Whether keys and clicks are for the board.
    fn is_playing(&self) -> bool {
        self.input.is_none() && self.confirm.is_none() && matches!(self.page, Page::Game)
    }

    fn play(&mut self, key: KeyCode) -> Then {
        match (key, keys::action(key)) {
            (_, Some(action)) => return self.act(action),
            // A move of some games begins with a number.
            (KeyCode::Char(digit @ '0'..='9'), _) => self.input = Some(digit.to_string()),
            _ => return Then::Nothing,
        }
        Then::Paint
    }

    fn act(&mut self, action: &Action) -> Then {
        match action {
            Action::Go(right, down) => self.go(*right, *down),
            Action::Tab(step) => self.tab(*step),
            Action::Choose => self.enter(),
            Action::Cancel => {
                self.notes.clear();
                if !self.picks.unpick() {
                    self.focus = None;
                }
            }
            Action::Type(begun) if keys::talks(begun) && !self.room.has_others() => {
                self.notes = vec![ALONE.to_owned()];
            }
            Action::Type(begun) => self.input = Some((*begun).to_owned()),
            Action::Save => {
                self.input = Some(format!("save {}.txt", self.room.snapshot().entry.id))
            }
            Action::Command(command) => return self.execute(command.clone()),
            Action::Level(step) => return self.other_level(*step),
            Action::Rules => self.open_rules(),
            Action::Leave if self.room.snapshot().is_over() => return Then::Leave,
            Action::Leave => self.confirm = Some(Confirm::Leave),
        }
        Then::Paint
    }

    /// Plays again, one level up or down.
    fn other_level(&mut self, step: i8) -> Then {
        match self.room.level_after(step) {
            Some(level) => self.room.ask(TableRequest::Next(NextGame::Level(level))),
            None => self.notes = vec!["There is no such level here.".to_owned()],
        }
        Then::Paint
    }

    /// Asks the table. To resign and to offer a draw are confirmed first, where they are possible.
    fn request(&mut self, request: TableRequest) {
        let view = &self.room.snapshot().view;
        let confirmed = match request {
            TableRequest::Resign => view.you.rights.resign,
            TableRequest::Draw => view.offers.draw.is_none() && view.you.rights.offer_draw,
            TableRequest::Chat(_) if !self.room.has_others() => {
                self.notes = vec![ALONE.to_owned()];
                return;
            }
            _ => false,
        };
        if confirmed {
            self.confirm = Some(Confirm::Request(request));
        } else {
            self.room.ask(request);
        }
    }

    fn go(&mut self, right: i32, down: i32) {
        let from = match self.focus {
            Some(Focus::Site(site)) => Some(site),
            _ => None,
        };
        let next = match from {
            Some(site) => self.parts.neighbour(site, right, down).or(from),
            None => self.parts.in_order(self.picks.next()).first().copied(),
        };
        let any = || self.parts.grid.tiles.first().map(|tile| tile.site);
        self.focus = next.or_else(any).map(Focus::Site);
    }

    /// The next of what can be chosen: places in reading order, then buttons.
    fn tab(&mut self, step: isize) {
        let sites = self.parts.in_order(self.picks.next()).into_iter().map(Focus::Site);
        let buttons = (0..self.picks.buttons().len()).map(Focus::Button);
        let all: Vec<Focus> = sites.chain(buttons).collect();
        if all.is_empty() {
            return;
        }
        let at = self.focus.and_then(|focus| all.iter().position(|other| *other == focus));
        let at = match (at, step) {
            (Some(at), step) => (at as isize + step).rem_euclid(all.len() as isize) as usize,
            (None, 0..) => 0,
            (None, _) => all.len() - 1,
        };
        self.focus = Some(all[at]);
    }

    fn enter(&mut self) {
        let snapshot = self.room.snapshot();
        if let Some(look) = snapshot.passed_on() {
            self.room.ask(look);
        } else if snapshot.may_throw() {
            self.room.ask(TableRequest::Throw);
        } else {
            match self.focus {
                Some(Focus::Site(site)) => self.pick(site),
                Some(Focus::Button(number)) => self.press(number),
                None => self.tab(1),
            }
        }
    }

    fn press(&mut self, number: usize) {
        if let Some(action) = self.picks.buttons().get(number).map(|c| c.action.clone()) {
            self.room.ask(TableRequest::Act(action));
        }
    }

    fn pick(&mut self, site: SiteId) {
        self.notes.clear();
        match self.picks.pick(site) {
            Picked::Move(action) => self.room.ask(TableRequest::Act(action)),
            Picked::More => {}
            Picked::Not => {
                let snapshot = self.room.snapshot();
                let why = snapshot.why_not(self.picks.picked(), site);
                self.notes.extend(why.or_else(|| {
                    let waits = !snapshot.may_move() && !snapshot.is_over();
                    waits.then(|| "It is not your turn.".to_owned())
                }));
            }
        }
    }

    fn click(&mut self, x: u16, y: u16) {
        let snapshot = self.room.snapshot();
        if snapshot.view.you.pass_to.is_some() || snapshot.may_throw() {
            return self.enter();
        }
        if let Some(number) = self.buttons.iter().position(|area| area.contains(Position { x, y }))
        {
            return self.press(number);
        }
        if let Some(site) = self.parts.site_at(x, y) {
            self.focus = Some(Focus::Site(site));
            self.pick(site);
        }
    }

    fn open_rules(&mut self) {
        let snapshot = self.room.snapshot();
        let anchor =
            snapshot.session.rules_anchor(snapshot.viewer()).filter(|_| snapshot.may_move());
        self.show_rules(anchor.unwrap_or(""));
    }

    /// The rules from the part of this name on.
    fn show_rules(&mut self, name: &str) {
        let page = self.room.snapshot().entry.rules;
        match rules::from(page, name) {
            Some(part) => self.page = Page::Rules { part, from: 0 },
            None => self.notes = vec![format!("The rule page has no part '{name}'.")],
        }
    }

    fn read_on(&mut self, key: KeyCode) -> Then {
        let page = usize::from(self.parts.words.height.max(4)) - 2;
        let Page::Rules { from, .. } = &mut self.page else { return Then::Nothing };
        match key {
            KeyCode::Down | KeyCode::Char('j') => *from += 1,
            KeyCode::Up | KeyCode::Char('k') => *from = from.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => *from += page,
            KeyCode::PageUp => *from = from.saturating_sub(page),
            KeyCode::Home => self.show_rules(""),
            KeyCode::Esc | KeyCode::Char('q' | 'r') | KeyCode::Enter => self.page = Page::Game,
            _ => return Then::Nothing,
        }
        Then::Paint
    }

    /// The position after this number of actions, or the one before the last.
    fn open_past(&mut self, at: Option<usize>) {
        match self.room.steps() {
            Ok(steps) if steps.len() > 1 => {
                let at = at.unwrap_or(steps.len() - 2).min(steps.len() - 1);
                self.page = Page::Past { steps, at };
            }
            Ok(_) => self.notes = vec!["Nothing has happened yet.".to_owned()],
            Err(why) => self.notes = vec![why.to_string()],
        }
    }

    fn look_back(&mut self, key: KeyCode) -> Then {
        let Page::Past { steps, at } = &mut self.page else { return Then::Nothing };
        let last = steps.len() - 1;
        match key {
            KeyCode::Left | KeyCode::Char('[' | 'h') | KeyCode::PageUp => {
                *at = at.saturating_sub(1)
            }
            KeyCode::Right | KeyCode::Char(']' | 'l') | KeyCode::PageDown => {
                *at = (*at + 1).min(last)
            }
            KeyCode::Home => *at = 0,
            KeyCode::End => *at = last,
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Enter => self.page = Page::Game,
            _ => return Then::Nothing,
        }
        Then::Paint
    }

    /// A key while something is being typed.
    fn type_on(&mut self, key: KeyCode) -> Then {
        let Some(input) = &mut self.input else { return Then::Nothing };
        match key {
            KeyCode::Char(sign) => input.push(sign),
            KeyCode::Backspace | KeyCode::Delete => {
                if input.pop().is_none() {
                    self.input = None;
                }
            }
            KeyCode::Esc => self.input = None,
            KeyCode::Tab => self.complete(),
            KeyCode::Enter => {
                let line = self.input.take().unwrap_or_default();
                self.notes.clear();
                let is_move = |text: &str| self.room.snapshot().read_move(text).is_ok();
                return self.execute(command::read(&line, is_move));
            }
            _ => return Then::Nothing,
        }
        Then::Paint
    }

    /// Adds what all completions of the input share, and lists them.
    fn complete(&mut self) {
        let Some(input) = &mut self.input else { return };
        let moves = completions(self.picks.choices(), input);
        let words = command::words(self.room.has_others()).map(|word| word.word);
        let words = words.filter(|word| word.starts_with(&**input));
        let all: Vec<&str> = moves.chain(words).collect();
        let Some(first) = all.first() else { return };
        let shared = all.iter().fold(first.len(), |length, other| {
            let same = first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
            length.min(same)
        });
        let notes = if all.len() > 1 { vec![some(&all)] } else { Vec::new() };
        let completed = first.get(..shared).unwrap_or_default().to_owned();
        self.notes = notes;
        *input = completed;
    }

    fn execute(&mut self, typed: Typed) -> Then {
        match typed {
            Typed::Request(request) => self.request(request),
            Typed::Move(line) if line.is_empty() => {}
            Typed::Move(line) => match self.room.snapshot().read_move(&line) {
                Ok(action) => self.room.ask(TableRequest::Act(action)),
                Err(why) => self.notes = vec![why],
            },
            Typed::Moves(begun) => {
                let all: Vec<&str> = completions(self.picks.choices(), &begun).collect();
                self.notes = vec![if all.is_empty() {
                    "You have no such move to make now.".to_owned()
                } else {
                    some(&all)
                }];
            }
            Typed::Why(places) => {
                self.notes = vec![command::why(self.room, self.picks.picked(), &places)];
            }
            Typed::Rules(name) => self.show_rules(&name),
            Typed::Log => self.open_past(None),
            Typed::Board(ply) => self.open_past(ply.parse().ok()),
            Typed::Save(file) if Path::new(&file).exists() => {
                self.notes = vec![format!("{file} is there already; name another file.")];
            }
            Typed::Save(file) => self.notes = vec![command::save(self.room, &file)],
            Typed::Pieces => self.notes = self.room.snapshot().pieces(),
            Typed::Help => self.page = Page::Help,
            Typed::Unclear(why) => self.notes = vec![why],
            Typed::Quit => return Then::Leave,
        }
        Then::Paint
    }
}
