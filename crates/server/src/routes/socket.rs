//! A table's socket: the table as it changes, and what the visitor asks for.

use std::sync::Arc;

use axum::extract::{Path, Request};
use axum::response::Response;
use parlour_core::Seat;
use parlour_session::Session;
use parlour_table::Table;
use parlour_table::commands::{Command, Refusal, come_back};
use parlour_table::projection::{Projection, Screen, Visit, screen};
use parlour_wire::label::Writer;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use crate::app::App;
use crate::broadcast::Cursor;
use crate::coach::{self, Question};
use crate::error::Error;
use crate::fairness::Claimant;
use crate::frames::{Frame, Gone, Socket};
use crate::guest::Guest;
use crate::handle::TableHandle;
use crate::hints;
use crate::limits::Kind;
use crate::security::Network;
use crate::visitor::Visitor;

/// The close code for too many broken or hasty messages.
const POLICY_VIOLATION: u16 = 1008;
/// The number of refused messages in a row that end a socket.
const MAX_REFUSED: u32 = 50;
/// No move has more clicks.
const MOST_PICKED: usize = 16;

/// The table's socket: JSON texts, `ClientMessage` one way and `ServerMessage` the other.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/socket",
    responses((status = 101, description = "The socket is open")),
))]
pub(crate) async fn socket(
    guest: Guest,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Error> {
    let handle = guest.open(&id).await?;
    let memory = guest.app.keep_in_memory(guest.network(), &*handle.table()?)?;
    let upgrade = guest.open_socket(request)?;
    let (network, invitation) = (guest.network(), guest.invitation(&handle));
    let page = Page {
        app: guest.app,
        handle,
        visitor: guest.visitor,
        network,
        invitation,
        look: None,
        cursor: None,
        refused: 0,
        hints: JoinSet::new(),
    };
    Ok(upgrade.serve(move |socket| async move {
        page.serve(socket).await;
        drop(memory);
    }))
}

/// One open socket.
struct Page {
    app: App,
    handle: Arc<TableHandle>,
    visitor: Visitor,
    network: Network,
    look: Option<Seat>,
    /// The invitation that this visitor can give to others.
    invitation: String,
    cursor: Option<Cursor>,
    refused: u32,
    /// A hint that is being thought out. People never wait for computers: the socket goes on.
    hints: JoinSet<Result<ServerMessage, Error>>,
}

impl Page {
    async fn serve(mut self, mut socket: Socket) {
        let mut changes = self.handle.subscribe();
        let presence = self.handle.enter(&self.visitor.id, self.network);
        let returned = |table: &Table| Ok(come_back(table, &self.visitor.id));
        let away = |table: Arc<Table>| !come_back(&table, &self.visitor.id).is_empty();
        if self.handle.table().is_ok_and(away)
            && let Err(error) = self.app.hub.change(&self.handle, returned).await
        {
            error.note();
        }
        // What happened before the first message is in the first message.
        changes.mark_changed();
        loop {
            let done = tokio::select! {
                message = socket.receive() => match message {
                    Some(message) => self.receive(&mut socket, message).await,
                    None => break,
                },
                Some(hint) = self.hints.join_next() => match hint {
                    Ok(Ok(hint)) => send(&mut socket, &hint).await,
                    Ok(Err(error)) => self.refused(&mut socket, &error).await,
                    Err(_) => Ok(()),
                },
                changed = changes.changed() => match changed {
                    Ok(()) => self.show(&mut socket).await,
                    Err(_) => break,
                },
            };
            if done.is_err() {
                break;
            }
        }
        drop(presence);
    }

    /// Sends what is new to this page.
    async fn show(&mut self, socket: &mut Socket) -> Result<(), Gone> {
        let visit = Visit {
            visitor: &self.visitor.id,
            look: self.look,
            invitation: &self.invitation,
            presence: &*self.handle,
            now: self.app.hub.time.now(),
        };
        match self.handle.messages(&visit, &mut self.cursor) {
            Ok(news) => socket.send(&news).await?,
            Err(error) => refuse(socket, &error).await?,
        }
        // Once the device is to be passed on, the last look is over.
        if self.cursor.as_ref().is_some_and(Cursor::covered) {
            self.look = None;
        }
        Ok(())
    }

    async fn receive(&mut self, socket: &mut Socket, message: Message) -> Result<(), Gone> {
        let Message::Text(text) = message else {
            let error = Error::BadRequest("Messages are JSON texts, not bytes.".to_owned());
            return self.refused(socket, &error).await;
        };
        match self.handle_message(socket, &text).await {
            Ok(()) => {
                self.refused = 0;
                Ok(())
            }
            Err(Halt::Gone) => Err(Gone),
            Err(Halt::Refused(error)) => self.refused(socket, &error).await,
        }
    }

    /// Says what was wrong; a page that goes on like that is disconnected.
    async fn refused(&mut self, socket: &mut Socket, error: &Error) -> Result<(), Gone> {
        self.refused += 1;
        refuse(socket, error).await?;
        if self.refused > MAX_REFUSED {
            socket.close(POLICY_VIOLATION, "too many messages that cannot be done").await;
            return Err(Gone);
        }
        Ok(())
    }

    async fn handle_message(&mut self, socket: &mut Socket, text: &str) -> Result<(), Halt> {
        let who = &self.visitor.id.0;
        self.app.limiter.visitor(Kind::Call, who)?;
        let message = ClientMessage::read(text).map_err(|error| {
            Error::BadRequest(format!("That is no message this table knows: {error}."))
        })?;
        let command = match message {
            ClientMessage::Ping => return Ok(send(socket, &ServerMessage::Pong).await?),
            ClientMessage::Look { seat } => {
                self.set_look(seat.map(Seat))?;
                return Ok(self.show(socket).await?);
            }
            ClientMessage::Throw { ply } => {
                return Ok(self.app.hub.throw(&self.handle, &self.visitor, ply).await?);
            }
            ClientMessage::Ask { ply, picked, site } => {
                let answer = self.answer(ply, &picked, site)?;
                return Ok(send(socket, &answer).await?);
            }
            ClientMessage::Hint => {
                let (claimant, session, ply) = self.may_hint()?;
                let (app, table) = (self.app.clone(), self.handle.id.clone());
                self.hints.spawn(hints::think(app, claimant, table, session, ply));
                return Ok(());
            }
            ClientMessage::Judge { action, ply } => {
                let (claimant, session, now) = self.may_hint()?;
                if ply != now || !session.legal().contains(&action) {
                    let message = "The table has moved on since you chose that move.";
                    return Err(Error::from(Refusal::new("stale", message)).into());
                }
                let question = Question { claimant, table: self.handle.id.clone(), ply, action };
                self.hints.spawn(coach::judge(self.app.clone(), question, session));
                return Ok(());
            }
            ClientMessage::Rematch => {
                self.app.limiter.both(Kind::Tables, who, self.network)?;
                self.app.hub.rematch(&self.handle, &self.visitor, self.network).await?;
                return Ok(());
            }
            ClientMessage::Act { action, ply, rewinds } => Command::Act { action, ply, rewinds },
            ClientMessage::Sit { seat, invitation } => {
                Command::Sit { seat: Seat(seat), invitation }
            }
            ClientMessage::Stand { seat } => Command::Stand { seat: Seat(seat) },
            ClientMessage::Computer { seat, level } => {
                Command::Computer { seat: Seat(seat), level }
            }
            ClientMessage::Return { seat } => Command::Return { seat: Seat(seat) },
            ClientMessage::Resign { seat } => Command::Resign { seat: Seat(seat) },
            ClientMessage::Draw => Command::Draw,
            ClientMessage::TakeBack => Command::TakeBack,
            ClientMessage::Decline => Command::Decline,
            ClientMessage::Chat { text } => Command::Chat { text },
            ClientMessage::Keep => Command::Keep,
        };
        Ok(self.command(&command).await?)
    }

    async fn command(&self, command: &Command) -> Result<(), Error> {
        let limited = match command {
            Command::Act { .. } => None,
            Command::Chat { .. } => Some(Kind::Chat),
            // Each of these is an event for everybody there.
            _ => Some(Kind::Seats),
        };
        if let Some(kind) = limited {
            let (who, table) = (&self.visitor.id.0, &self.handle.id.0);
            self.app.limiter.at_table(kind, who, self.network, table)?;
        }
        self.app.hub.command(&self.handle, &self.visitor, command).await
    }

    fn set_look(&mut self, seat: Option<Seat>) -> Result<(), Error> {
        let visitor = &self.visitor.id;
        let table = self.handle.table()?;
        if seat.is_some_and(|seat| !table.seats_of(visitor).contains(&seat)) {
            return Err(Refusal::new("not-yours", "That seat is not yours.").into());
        }
        // Nobody looks again once the device is to be passed on.
        let screen = screen(&table, visitor, seat);
        self.look = seat.filter(|seat| screen == Screen::of(Some(*seat), None));
        Ok(())
    }

    /// What to do with these sites picked, or why a site cannot be picked.
    fn answer(&self, ply: u32, picked: &[u16], site: Option<u16>) -> Result<ServerMessage, Error> {
        let table = self.handle.table()?;
        let nothing = || Refusal::new("stale", "That is not to be done now.");
        if ply != table.ply() || picked.len() > MOST_PICKED {
            return Err(nothing().into());
        }
        let view = Projection::on_screen(&table, &self.visitor.id, self.look);
        let (label, rule) = view.answer(picked, site).ok_or_else(nothing)?;
        let (words, rule) = (Writer::Spelled.label(&label), rule.map(str::to_owned));
        Ok(ServerMessage::Guide { ply, picked: picked.to_vec(), site, words, rule })
    }

    /// Counts a hint, and says for whom and about what it is: one's own turn, with what one may know oneself.
    fn may_hint(&self) -> Result<(Claimant, Box<dyn Session>, u32), Error> {
        self.app.limiter.both(Kind::Hints, &self.visitor.id.0, self.network)?;
        if !self.hints.is_empty() {
            let message = "The computer still thinks about your last question.";
            return Err(Refusal::new("busy", message).into());
        }
        let table = self.handle.table()?;
        let view = Projection::on_screen(&table, &self.visitor.id, self.look);
        let session = view.game_for_hint().ok_or_else(|| {
            let message = "Hints are for your own turn, in games against the computer.";
            Refusal::new("no-hint", message)
        })?;
        let mut claimant = self.network.groups();
        claimant.push(self.visitor.id.0.clone());
        Ok((claimant, session, table.ply()))
    }
}

/// Why a message was not done.
enum Halt {
    Gone,
    Refused(Error),
}

impl From<Gone> for Halt {
    fn from(_: Gone) -> Self {
        Halt::Gone
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Refused(error)
    }
}

async fn send(socket: &mut Socket, message: &ServerMessage) -> Result<(), Gone> {
    socket.send(&[Frame::of(message)]).await
}

async fn refuse(socket: &mut Socket, error: &Error) -> Result<(), Gone> {
    error.note();
    let (_, failure) = error.answer();
    send(socket, &ServerMessage::Error { code: failure.code, message: failure.message }).await
}
