//! A WebSocket with a small memory footprint, so that one server can hold many.
//!
//! A server's frames are the same for everybody, so a message is framed once and every socket writes
//! the same bytes. `tungstenite` would copy them into a buffer of each socket, which keeps the size of the
//! longest message. It still does the rest: the handshake, reading, pings, and closing.

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::error::Error;
use crate::quotas::Slot;

/// What is read at once, in bytes: a click is far shorter, and every open page has such a buffer.
const READ_BUFFER: usize = 1024;

/// The other side is gone.
#[derive(Debug)]
pub(crate) struct Gone;

/// A message as it goes over the wire, shared by all who get it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame(Bytes);

impl Frame {
    /// The frame of a message.
    pub(crate) fn of(message: &impl Serialize) -> Self {
        // What a move changes fits into this at once; a whole table lets it grow.
        let mut text = Vec::with_capacity(512);
        serde_json::to_writer(&mut text, message).expect("messages hold nothing that JSON cannot");
        let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let head = header.len(text.len() as u64);
        let mut bytes = Vec::with_capacity(head + text.len());
        header.format(text.len() as u64, &mut bytes).expect("memory takes what is written to it");
        bytes.extend_from_slice(&text);
        Frame(bytes.into())
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

/// A socket that was agreed upon and will open once the answer is sent.
pub(crate) struct Opening {
    response: Response,
    upgrade: OnUpgrade,
    config: WebSocketConfig,
    /// Its place among the open sockets.
    slot: Slot,
}

impl Opening {
    /// Accepts a browser's request for a socket, with messages of at most `most` bytes, if `enter` has room
    /// for it.
    pub(crate) fn agree(
        mut request: Request,
        most: usize,
        enter: impl FnOnce() -> Result<Slot, Error>,
    ) -> Result<Opening, Error> {
        let refused = |error| Error::BadRequest(format!("Here is a socket, and no page: {error}."));
        let response = create_response_with_body(&request, Body::empty).map_err(refused)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .max_message_size(Some(most))
            .max_frame_size(Some(most));
        let slot = enter()?;
        Ok(Opening { response, upgrade: hyper::upgrade::on(&mut request), config, slot })
    }

    /// The answer to the request. Once it is sent the socket is open and is served, unless the other side
    /// went away before.
    pub(crate) fn serve<F: Future<Output = ()> + Send>(
        self,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response {
        let Opening { response, upgrade, config, slot } = self;
        tokio::spawn(async move {
            if let Ok(upgraded) = upgrade.await {
                let stream = TokioIo::new(upgraded);
                let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config));
                serve(Socket(socket.await)).await;
            }
            drop(slot);
        });
        response
    }
}

/// An open socket.
pub(crate) struct Socket(WebSocketStream<TokioIo<Upgraded>>);

impl Socket {
    /// The next message; `None` when there will be no other.
    pub(crate) async fn receive(&mut self) -> Option<Message> {
        self.0.next().await?.ok()
    }

    /// Sends what is the socket's own business: a ping, or that it ends.
    pub(crate) async fn control(&mut self, message: Message) -> Result<(), Gone> {
        self.0.send(message).await.map_err(|_| Gone)
    }

    /// Sends messages, all at once.
    pub(crate) async fn send(&mut self, frames: &[Frame]) -> Result<(), Gone> {
        // No frame may begin within another: an answer to a ping goes out whole before.
        self.0.flush().await.map_err(|_| Gone)?;
        let stream = self.0.get_mut();
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
    use parlour_wire::socket::ServerMessage;

    use super::*;

    #[test]
    fn a_frame_is_what_tungstenite_would_send() {
        use tokio_tungstenite::tungstenite::protocol::frame::Frame as Theirs;
        for length in [0, 1, 100, 125, 126, 127, 65_000, 70_000] {
            let message = "x".repeat(length);
            let message = ServerMessage::Error { code: String::new(), message };
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
