//! A WebSocket with a small memory footprint, so that one server can hold many.
//!
//! A server's frames are the same for everybody, so a message is framed once and every socket writes
//! the same bytes. `tungstenite` would copy them into a buffer of each socket, which keeps the size of the
//! longest message. It still does the rest: the handshake, reading, pings, and closing.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use parlour_wire::socket::ServerMessage;
use serde::Serialize;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::error::Error;
use crate::hub::closed;
use crate::quotas::Slot;

/// What is read at once, in bytes: a click is far shorter, and every open page has such a buffer.
const READ_BUFFER: usize = 1024;

/// "Service restart": a page that sees it comes back by itself.
const RESTART: u16 = 1012;
/// A page that answers nothing for this number of pings is gone.
const MAX_UNANSWERED: u32 = 3;
/// A page that takes nothing for this time is gone, too.
const STUCK: Duration = Duration::from_secs(20);

/// The other side is gone.
#[derive(Debug)]
pub(crate) struct Gone;

/// What all sockets of a server have in common.
pub(crate) struct Terms {
    /// The longest message of a page, in bytes.
    pub(crate) max_message: usize,
    /// How often a page is asked whether it is still there.
    pub(crate) ping_interval: Duration,
    /// Says when the server closes.
    pub(crate) closing: watch::Receiver<bool>,
}

/// The bytes before the text of a message of any length, which a server does not mask.
const LONGEST_HEADER: usize = 10;

/// A message as it goes over the wire, shared by all who get it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame(Bytes);

impl Frame {
    /// The frame of a table's message.
    pub(crate) fn of(message: &ServerMessage) -> Self {
        Frame::text_by(|text| message.write(text))
    }

    /// The frame of another message.
    pub(crate) fn json(message: &impl Serialize) -> Self {
        Frame::text_by(|text| {
            serde_json::to_writer(text, message).expect("messages hold nothing that JSON cannot");
        })
    }

    /// The number of its bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The frame of the text that `write` adds.
    fn text_by(write: impl FnOnce(&mut Vec<u8>)) -> Self {
        // What a move changes fits into this at once; a whole table lets it grow. The header's length
        // depends on that of the text, so it is written last, in the room before the text.
        let mut bytes = Vec::with_capacity(512);
        bytes.resize(LONGEST_HEADER, 0);
        write(&mut bytes);
        let length = (bytes.len() - LONGEST_HEADER) as u64;
        let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let begin = LONGEST_HEADER - header.len(length);
        let mut room = &mut bytes[begin..LONGEST_HEADER];
        header.format(length, &mut room).expect("there is room for it");
        Frame(Bytes::from(bytes).slice(begin..))
    }

    /// The message as a text.
    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        let head = match self.0[1] {
            127 => 10,
            126 => 4,
            _ => 2,
        };
        std::str::from_utf8(&self.0[head..]).expect("messages are texts")
    }
}

/// A request for a socket that was accepted; the socket opens once the answer is sent.
pub(crate) struct Upgrade {
    response: Response,
    upgrade: OnUpgrade,
    terms: Terms,
    /// Its place among the open sockets.
    slot: Slot,
}

impl Upgrade {
    /// Accepts a browser's request for a socket, if `enter` has room for it.
    pub(crate) fn accept(
        mut request: Request,
        terms: Terms,
        enter: impl FnOnce() -> Result<Slot, Error>,
    ) -> Result<Upgrade, Error> {
        let refused = |error| Error::BadRequest(format!("Here is a socket, and no page: {error}."));
        let response = create_response_with_body(&request, Body::empty).map_err(refused)?;
        let slot = enter()?;
        Ok(Upgrade { response, upgrade: hyper::upgrade::on(&mut request), terms, slot })
    }

    /// The answer to the request. Once it is sent the socket is open and is served, unless the other side
    /// went away before.
    pub(crate) fn serve<F: Future<Output = ()> + Send>(
        self,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response {
        let Upgrade { response, upgrade, terms, slot } = self;
        tokio::spawn(async move {
            if let Ok(upgraded) = upgrade.await {
                serve(Socket::new(upgraded, terms).await).await;
            }
            drop(slot);
        });
        response
    }
}

/// An open socket.
pub(crate) struct Socket {
    stream: WebSocketStream<TokioIo<Upgraded>>,
    ping: Interval,
    /// Whether a close frame may be on its way: no data may follow it.
    close_sent: bool,
    /// The number of pings since the page last answered one.
    unanswered: u32,
    closing: watch::Receiver<bool>,
}

impl Socket {
    async fn new(upgraded: Upgraded, terms: Terms) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .max_message_size(Some(terms.max_message))
            .max_frame_size(Some(terms.max_message));
        let upgraded = TokioIo::new(upgraded);
        let stream = WebSocketStream::from_raw_socket(upgraded, Role::Server, Some(config)).await;
        let mut ping = tokio::time::interval(terms.ping_interval);
        // Ticks that were missed while a message was carried out do not come all at once.
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Socket { stream, ping, close_sent: false, unanswered: 0, closing: terms.closing }
    }

    /// The next message of the page, a text or bytes; `None` when there will be no other: the page is gone,
    /// answers no pings, or the server closes. To be called again and again, for it also sends the pings.
    pub(crate) async fn receive(&mut self) -> Option<Message> {
        loop {
            tokio::select! {
                message = self.stream.next() => match message?.ok()? {
                    Message::Close(_) => return None,
                    // Only an answer shows that the other side reads what it is sent.
                    Message::Pong(_) => self.unanswered = 0,
                    Message::Ping(_) | Message::Frame(_) => {}
                    message => return Some(message),
                },
                _ = self.ping.tick() => {
                    if self.unanswered == MAX_UNANSWERED {
                        return None;
                    }
                    self.control(Message::Ping(Default::default())).await.ok()?;
                    // Behind the await: a ping that was dropped before it was sent needs no answer.
                    self.unanswered += 1;
                }
                () = closed(&mut self.closing) => {
                    self.close(RESTART, "the server restarts").await;
                    return None;
                }
            }
        }
    }

    /// Says why the socket ends.
    pub(crate) async fn close(&mut self, code: u16, reason: &'static str) {
        self.close_sent = true;
        let frame = CloseFrame { code: code.into(), reason: reason.into() };
        // The other side may be gone already.
        let _ = self.control(Message::Close(Some(frame))).await;
    }

    /// Sends what is the socket's own business: a ping, or that it ends.
    async fn control(&mut self, message: Message) -> Result<(), Gone> {
        let sent = tokio::time::timeout(STUCK, self.stream.send(message)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Sends messages, all at once.
    pub(crate) async fn send(&mut self, frames: &[Frame]) -> Result<(), Gone> {
        if self.close_sent {
            return Err(Gone);
        }
        tokio::time::timeout(STUCK, self.write(frames)).await.unwrap_or(Err(Gone))
    }

    async fn write(&mut self, frames: &[Frame]) -> Result<(), Gone> {
        // No frame may begin within another: an answer to a ping goes out whole before.
        self.stream.flush().await.map_err(|_| Gone)?;
        let stream = self.stream.get_mut();
        let sent = match frames {
            [] => return Ok(()),
            [frame] => stream.write_all(&frame.0).await,
            several => {
                let parts: Vec<&[u8]> = several.iter().map(|frame| &frame.0[..]).collect();
                stream.write_all(&parts.concat()).await
            }
        };
        sent.map_err(|_| Gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_what_tungstenite_would_send() {
        use tokio_tungstenite::tungstenite::protocol::frame::Frame as Theirs;
        for length in [0, 1, 100, 125, 126, 127, 65_000, 70_000] {
            let message = "x".repeat(length);
            let message = ServerMessage::Error { id: None, code: String::new(), message };
            let frame = Frame::of(&message);
            let text = serde_json::to_vec(&message).expect("JSON");
            let theirs = Theirs::message(text, OpCode::Data(Data::Text), true);
            let mut bytes = Vec::new();
            theirs.format(&mut bytes).expect("bytes");
            assert_eq!(frame.0, bytes);
            assert!(frame.text().starts_with("{\"type\":\"error\""));
        }
    }
}
