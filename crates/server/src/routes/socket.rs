//! A table's socket: the table as it changes, and what the visitor asks for.

use std::sync::Arc;

use axum::extract::{Path, Request};
use axum::response::Response;
use parlour_core::Seat;
use parlour_session::Session;
use parlour_table::Table;
use parlour_table::commands::{Code, Command, Refusal, come_back};
use parlour_table::projection::{Projection, Screen, Visit, screen};
use parlour_table::stored::RequestKey;
use parlour_wire::api::Failure;
use parlour_wire::label::Writer;
use parlour_wire::socket::{ClientMessage, ClientRequest, MessageId, ServerMessage};
use tokio::sync::watch;
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
use crate::in_play;
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
        changes: handle.subscribe(),
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

/// For whom, about which game as its asker may know it, and at which table the computer thinks.
type ToThink = (Claimant, Box<dyn Session>, Arc<Table>);

/// One open socket.
struct Page {
    app: App,
    handle: Arc<TableHandle>,
    visitor: Visitor,
    network: Network,
    look: Option<Seat>,
    /// The invitation that this visitor can give to others.
    invitation: String,
    /// The changes of the table that this page was not shown yet.
    changes: watch::Receiver<u64>,
    cursor: Option<Cursor>,
    refused: u32,
    /// An answer that is being thought out. People never wait for computers: the socket goes on.
    hints: JoinSet<Thought>,
}

/// A message, and what was thought out for it.
type Thought = (MessageId, Result<ServerMessage, Error>);

/// How a message is answered.
enum Answer {
    /// By this.
    Now(ServerMessage),
    /// By what it changed, and `done`.
    Done,
    /// Once it is thought out.
    Later,
}

impl Page {
    async fn serve(mut self, mut socket: Socket) {
        let presence = self.handle.enter(&self.visitor.id, self.network);
        if self.handle.table().is_ok_and(|table| !table.seats_of(&self.visitor.id).is_empty()) {
            self.note_player();
        }
        let returned = |table: &Table| Ok(come_back(table, &self.visitor.id));
        let away = |table: Arc<Table>| !come_back(&table, &self.visitor.id).is_empty();
        if self.handle.table().is_ok_and(away)
            && let Err(error) = Box::pin(self.app.hub.change(&self.handle, returned)).await
        {
            error.note();
        }
        // What happened before the first message is in the first message.
        self.changes.mark_changed();
        loop {
            let sent = tokio::select! {
                message = socket.receive() => match message {
                    // On the heap while it is done: a page at which nothing happens has no room for it.
                    Some(message) => Box::pin(self.receive(&mut socket, message)).await,
                    None => break,
                },
                Some(thought) = self.hints.join_next() => match thought {
                    Ok((_, Ok(answer))) => send(&mut socket, &answer).await,
                    Ok((id, Err(error))) => self.refused(&mut socket, Some(id), &error).await,
                    Err(_) => Ok(()),
                },
                changed = self.changes.changed() => match changed {
                    Ok(()) => self.show(&mut socket, None).await,
                    Err(_) => break,
                },
            };
            if sent.is_err() {
                break;
            }
        }
        drop(presence);
    }

    /// Sends what is new to this page, and that the message of this id is done.
    async fn show(&mut self, socket: &mut Socket, done: Option<MessageId>) -> Result<(), Gone> {
        drop(self.changes.borrow_and_update());
        let visit = Visit {
            visitor: &self.visitor.id,
            look: self.look,
            invitation: &self.invitation,
            presence: &*self.handle,
            now: self.app.hub.time.now(),
        };
        match self.handle.messages(&visit, &mut self.cursor) {
            Ok(mut news) => {
                news.extend(done.map(|id| Frame::of(&ServerMessage::Done { id })));
                socket.send(&news).await?;
            }
            Err(error) => refuse(socket, done, &error).await?,
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
            return self.refused(socket, None, &error).await;
        };
        let ClientRequest { id, message } = match ClientRequest::read(&text) {
            Ok(request) => request,
            Err(why) => {
                let id = ClientRequest::read_id(&text);
                return self.refused(socket, id, &Error::BadRequest(why)).await;
            }
        };
        let answer = match self.handle_message(&id, message, &text).await {
            Ok(answer) => answer,
            Err(error) => return self.refused(socket, Some(id), &error).await,
        };
        self.refused = 0;
        match answer {
            Answer::Now(answer) => send(socket, &answer).await,
            Answer::Done => self.show(socket, Some(id)).await,
            Answer::Later => Ok(()),
        }
    }

    /// Says what was wrong; a page that goes on like that is disconnected.
    async fn refused(
        &mut self,
        socket: &mut Socket,
        id: Option<MessageId>,
        error: &Error,
    ) -> Result<(), Gone> {
        self.refused += 1;
        refuse(socket, id, error).await?;
        if self.refused > MAX_REFUSED {
            socket.close(POLICY_VIOLATION, "too many messages that cannot be done").await;
            return Err(Gone);
        }
        Ok(())
    }

    /// Does what a message asks for; `text` is the message as it came.
    async fn handle_message(
        &mut self,
        id: &MessageId,
        message: ClientMessage,
        text: &str,
    ) -> Result<Answer, Error> {
        let who = &self.visitor.id.0;
        self.app.limiter.visitor(Kind::Call, who)?;
        let request = || RequestKey::of(&self.visitor.id, text);
        let command = match message {
            ClientMessage::Ping => return Ok(Answer::Now(ServerMessage::Pong { id: id.clone() })),
            ClientMessage::Table => {
                self.cursor = None;
                return Ok(Answer::Done);
            }
            ClientMessage::Look { seat } => {
                self.set_look(seat.map(Seat))?;
                return Ok(Answer::Done);
            }
            ClientMessage::Throw { ply } => {
                self.app.hub.throw(&self.handle, &self.visitor, request(), ply).await?;
                return Ok(Answer::Done);
            }
            ClientMessage::Ask { ply, picked, site } => {
                return Ok(Answer::Now(self.guide(id, ply, picked, site)?));
            }
            ClientMessage::Hint => {
                let thought = self.hint(id)?;
                self.hints.spawn(thought);
                return Ok(Answer::Later);
            }
            ClientMessage::Judge { action, ply } => {
                let thought = self.judge(id, action, ply)?;
                self.hints.spawn(thought);
                return Ok(Answer::Later);
            }
            ClientMessage::Rematch => {
                self.app.limiter.both(Kind::Tables, who, self.network)?;
                let (handle, visitor) = (&self.handle, &self.visitor);
                self.app.hub.rematch(handle, visitor, request(), self.network).await?;
                return Ok(Answer::Done);
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
        self.command(request(), &command).await?;
        Ok(Answer::Done)
    }

    async fn command(&self, request: RequestKey, command: &Command) -> Result<(), Error> {
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
        self.app.hub.command(&self.handle, &self.visitor, request, command).await?;
        if matches!(command, Command::Act { .. } | Command::Sit { .. }) {
            self.note_player();
        }
        Ok(())
    }

    /// Notes from where this game is played.
    fn note_player(&self) {
        let now = self.app.hub.time.now();
        self.app.in_play.note(self.network, &self.handle.id, now);
    }

    fn set_look(&mut self, seat: Option<Seat>) -> Result<(), Error> {
        let visitor = &self.visitor.id;
        let table = self.handle.table()?;
        if seat.is_some_and(|seat| !table.seats_of(visitor).contains(&seat)) {
            return Err(Refusal::from(Code::NotYours).into());
        }
        // Nobody looks again once the device is to be passed on.
        let screen = screen(&table, visitor, seat);
        self.look = seat.filter(|seat| screen == Screen::of(Some(*seat), None));
        Ok(())
    }

    /// What to do with these sites picked, or why a site cannot be picked.
    fn guide(
        &self,
        id: &MessageId,
        ply: u32,
        picked: Vec<u16>,
        site: Option<u16>,
    ) -> Result<ServerMessage, Error> {
        let table = self.handle.table()?;
        let nothing = || Refusal::new(Code::Stale, "That is not to be done now.");
        if ply != table.ply() || picked.len() > MOST_PICKED {
            return Err(nothing().into());
        }
        let view = Projection::on_screen(&table, &self.visitor.id, self.look);
        let (label, rule) = view.answer(&picked, site).ok_or_else(nothing)?;
        let (words, rule) = (Writer::Spelled.label(&label), rule.map(str::to_owned));
        Ok(ServerMessage::Guide { id: id.clone(), ply, picked, site, words, rule })
    }

    /// The computer's best moves, once they are found.
    fn hint(&self, id: &MessageId) -> Result<impl Future<Output = Thought> + use<>, Error> {
        let (claimant, session, at) = self.may_hint()?;
        let (id, app, table, ply) = (id.clone(), self.app.clone(), at.id.clone(), at.ply());
        let check = self.check_not_in_play(at);
        Ok(async move {
            let hint = match check.await {
                Ok(()) => hints::think(app, claimant, table, session).await,
                Err(error) => Err(error),
            };
            let answer = hint.map(|hints::Hint { moves, why, reply }| ServerMessage::Hint {
                id: id.clone(),
                ply,
                moves,
                why,
                reply,
            });
            (id, answer)
        })
    }

    /// What the coach says of a move, once it is found.
    fn judge(
        &self,
        id: &MessageId,
        action: String,
        ply: u32,
    ) -> Result<impl Future<Output = Thought> + use<>, Error> {
        let (claimant, session, at) = self.may_hint()?;
        if ply != at.ply() || !session.legal().contains(&action) {
            let message = "The table has moved on since you chose that move.";
            return Err(Refusal::new(Code::Stale, message).into());
        }
        let (id, app) = (id.clone(), self.app.clone());
        let question = Question { claimant, table: self.handle.id.clone(), ply, action };
        let check = self.check_not_in_play(at);
        Ok(async move {
            let verdict = match check.await {
                Ok(()) => coach::judge(app, question, session).await.map(Box::new),
                Err(error) => Err(error),
            };
            let answer = verdict.map(|verdict| ServerMessage::Verdict { id: id.clone(), verdict });
            (id, answer)
        })
    }

    /// Counts a hint, and says for whom and about what it is: one's own turn, with what one may know oneself.
    fn may_hint(&self) -> Result<ToThink, Error> {
        self.app.limiter.both(Kind::Hints, &self.visitor.id.0, self.network)?;
        if !self.hints.is_empty() {
            return Err(Refusal::from(Code::Busy).into());
        }
        let table = self.handle.table()?;
        let session = Projection::on_screen(&table, &self.visitor.id, self.look).game_for_hint();
        let session = session.ok_or_else(|| Refusal::from(Code::NoHint))?;
        let mut claimant = self.network.groups();
        claimant.push(self.visitor.id.0.clone());
        Ok((claimant, session, table))
    }

    /// Refuses help at a table that was set up like a game in play.
    fn check_not_in_play(
        &self,
        table: Arc<Table>,
    ) -> impl Future<Output = Result<(), Error>> + use<> {
        let (app, visitor, network) = (self.app.clone(), self.visitor.id.clone(), self.network);
        async move { in_play::check_table(&app, &visitor, network, table, true).await }
    }
}

async fn send(socket: &mut Socket, message: &ServerMessage) -> Result<(), Gone> {
    socket.send(&[Frame::of(message)]).await
}

async fn refuse(socket: &mut Socket, id: Option<MessageId>, error: &Error) -> Result<(), Gone> {
    error.note();
    let (_, Failure { code, message }) = error.answer();
    send(socket, &ServerMessage::Error { id, code, message }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the future that a function of two things gives.
    fn bytes<A, B, F: Future>(_: impl FnOnce(A, B) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_page_at_which_nothing_happens_takes_little_memory() {
        let bytes = bytes(Page::serve);
        assert!(bytes <= 3_072, "{bytes} bytes");
    }
}
