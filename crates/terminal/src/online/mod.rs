//! A table of a running server, by its link: the same calls and messages as a page of it.
//!
//! The socket tells the table and what changes of it. The position comes as a text: from that text comes a
//! position that the viewer cannot tell from the true one, and from the position all that the screen needs.

mod connection;
mod cookies;
mod link;
mod stream;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use parlour_console::failure::Failure;
use parlour_core::{Seat, Viewer};
use parlour_games::find;
use parlour_wire::api::{Me, Replay};
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Sitter, TableView};

pub(crate) use link::Link;

use crate::local::session_of_view;
use crate::room::{Room, RoomEvent, Step, TableRequest};
use crate::rounds::NextGame;
use crate::snapshot::TableSnapshot;
use connection::Connection;

/// What the socket's thread leaves for the one who looks.
type Told = Arc<Mutex<Option<TableView>>>;

/// A table of a server.
pub(crate) struct Online {
    link: Link,
    cookie: String,
    snapshot: TableSnapshot,
    /// Whether the person sat down, or was to.
    sat: bool,
    say: Sender<ClientMessage>,
    heard: Receiver<RoomEvent>,
    /// The table as the socket told it last, until it is looked at.
    told: Told,
    events: VecDeque<RoomEvent>,
}

impl Online {
    /// Opens the table as a page does: as the visitor of an earlier time, or as somebody new.
    ///
    /// # Errors
    /// When there is no such server or table.
    pub(crate) fn open(link: Link, name: Option<&str>) -> Result<Self, Failure> {
        let server = cookies::Server { secure: link.secure, host: &link.host };
        let known = cookies::read(server);
        let answer = link.call("GET", "me", known.as_deref(), "")?;
        let cookie = answer.cookie.clone().or(known).unwrap_or_default();
        answer.ok()?;
        cookies::keep(server, &cookie);
        if let Some(name) = name {
            let me =
                serde_json::to_string(&Me { name: name.to_owned() }).map_err(Failure::runtime)?;
            link.call("PUT", "me", Some(&cookie), &me)?.ok()?;
        }
        let snapshot = look_at(&link, &cookie)?;
        let (say, outgoing) = channel();
        let (incoming, heard) = channel();
        let told = Told::default();
        let here = (link.clone(), cookie.clone(), told.clone());
        let connection = Connection::new(here, outgoing, incoming);
        thread::spawn(move || connection.run());
        let events = VecDeque::new();
        Ok(Online { link, cookie, snapshot, sat: false, say, heard, told, events })
    }

    fn send(&mut self, message: ClientMessage) {
        // The thread ends with this table only.
        let _ = self.say.send(message);
    }

    fn look_again(&mut self) {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(view) = told else { return };
        match snapshot_of(view) {
            Ok(snapshot) => {
                self.snapshot = snapshot;
                self.events.push_back(RoomEvent::Changed);
                self.sit_down();
            }
            Err(why) => self.events.push_back(RoomEvent::Refused(why.to_string())),
        }
    }

    /// Takes the first open seat, once.
    fn sit_down(&mut self) {
        let view = &self.snapshot.view;
        let may = view.you.rights.sit && view.you.yours.is_empty();
        let invited = view.public || self.link.invitation.is_some();
        let open = view.seats.iter().position(|seat| seat.sitter == Sitter::Open);
        if let (true, false, Some(seat)) = (may && invited, self.sat, open) {
            self.sat = true;
            let invitation = self.link.invitation.clone();
            self.send(ClientMessage::Sit { seat: seat as u8, invitation });
        }
    }
}

/// The table as the visitor may see it.
fn look_at(link: &Link, cookie: &str) -> Result<TableSnapshot, Failure> {
    let path = format!("tables/{}", link.table);
    let body = link.call("GET", &path, Some(cookie), "")?.ok()?;
    let other = |_| Failure::runtime("The server speaks another version of this language.");
    snapshot_of(serde_json::from_str(&body).map_err(other)?)
}

fn snapshot_of(view: TableView) -> Result<TableSnapshot, Failure> {
    let unknown = || Failure::runtime("This program does not know the server's game.");
    let entry = find(&view.game).ok_or_else(unknown)?;
    let viewer = view.viewer.map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)));
    let session = session_of_view(entry, viewer, &view.position)?;
    Ok(TableSnapshot { entry, view, session })
}

impl Room for Online {
    fn snapshot(&self) -> &TableSnapshot {
        &self.snapshot
    }

    fn ask(&mut self, request: TableRequest) {
        let view = &self.snapshot.view;
        let (ply, rewinds) = (view.ply, Some(view.rewinds));
        let own = view.viewer.or(view.you.yours.first().copied());
        self.send(match (request, own) {
            (TableRequest::Act(action), _) => ClientMessage::Act { action, ply, rewinds },
            (TableRequest::Throw, _) => ClientMessage::Throw { ply },
            (TableRequest::TakeBack, _) => ClientMessage::TakeBack,
            (TableRequest::Draw, _) => ClientMessage::Draw,
            (TableRequest::Decline, _) => ClientMessage::Decline,
            (TableRequest::Hint, _) => ClientMessage::Hint,
            (TableRequest::Chat(text), _) => ClientMessage::Chat { text },
            (TableRequest::Look(seat), _) => ClientMessage::Look { seat: seat.map(|seat| seat.0) },
            (TableRequest::Resign, Some(seat)) => ClientMessage::Resign { seat },
            (TableRequest::Next(NextGame::Same), _) => ClientMessage::Rematch,
            (TableRequest::Next(_), _) => {
                let why = "Here only the same game can be played again.".to_owned();
                return self.events.push_back(RoomEvent::Refused(why));
            }
            (TableRequest::Resign, None) => {
                let why = "You do not sit at this table.".to_owned();
                return self.events.push_back(RoomEvent::Refused(why));
            }
        });
    }

    fn events(&mut self, wait: Duration) -> Vec<RoomEvent> {
        if self.events.is_empty() {
            match self.heard.recv_timeout(wait) {
                Ok(RoomEvent::Changed) => self.look_again(),
                Ok(event) => self.events.push_back(event),
                Err(_) => {}
            }
        }
        self.events.drain(..).collect()
    }

    fn record(&mut self) -> Result<String, Failure> {
        let path = format!("tables/{}/record", self.link.table);
        self.link.call("GET", &path, Some(&self.cookie), "")?.ok()
    }

    fn steps(&mut self) -> Result<Vec<Step>, Failure> {
        let viewer = self.snapshot.view.viewer;
        let eyes = viewer.map_or_else(String::new, |seat| format!("?viewer={seat}"));
        let path = format!("tables/{}/replay{eyes}", self.link.table);
        let body = self.link.call("GET", &path, Some(&self.cookie), "")?.ok()?;
        let replay: Replay = serde_json::from_str(&body).map_err(Failure::runtime)?;
        let entry = self.snapshot.entry;
        let stood = |position: &str| {
            if replay.open {
                (entry.load)(position).map_err(Failure::runtime)
            } else {
                session_of_view(entry, self.snapshot.viewer(), position)
            }
        };
        let step = |step: &parlour_wire::api::ReplayStep| {
            let made = step.told.as_ref();
            let words = made.map_or_else(String::new, |made| self.snapshot.sentence(&made.words));
            let clicks = made.map_or_else(Vec::new, |made| made.clicks.clone());
            Ok(Step { session: stood(&step.position)?, words, clicks })
        };
        replay.steps.iter().map(step).collect()
    }

    fn has_others(&self) -> bool {
        true
    }
}
