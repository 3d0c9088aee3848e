//! The socket of a table, on a thread of its own. It connects again when the line breaks.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::ErrorKind;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use parlour_console::failure::Failure;
use parlour_table::dice;
use parlour_wire::dice::{Contribute, Dice, Wanted};
use parlour_wire::socket::{ClientMessage, ServerMessage};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket, client};

use super::link::Link;
use super::stream::Stream;
use crate::room::RoomEvent;

/// How long to listen before looking at what there is to say.
const TICK: Duration = Duration::from_millis(20);
/// How long to wait before connecting again.
const AGAIN: Duration = Duration::from_secs(1);
/// How often to look whether the dice want something.
const DICE: Duration = Duration::from_millis(250);
/// How long to wait for the others' seals before opening one's own.
const SEALS: Duration = Duration::from_millis(1_000);

/// The socket's thread.
pub(super) struct Connection {
    link: Link,
    cookie: String,
    outgoing: Receiver<ClientMessage>,
    incoming: Sender<RoomEvent>,
    /// What this terminal adds to the dice.
    salt: String,
    /// When the dice first wanted it.
    sealed: Option<Instant>,
    looked: Option<Instant>,
    /// Whether the dice want nothing more.
    added: bool,
}

impl Connection {
    pub(super) fn new(
        link: Link,
        cookie: String,
        outgoing: Receiver<ClientMessage>,
        incoming: Sender<RoomEvent>,
    ) -> Self {
        let random = || format!("{:016x}", RandomState::new().build_hasher().finish());
        let salt = [random(), random()].concat();
        Connection {
            link,
            cookie,
            outgoing,
            incoming,
            salt,
            sealed: None,
            looked: None,
            added: false,
        }
    }

    /// Listens and speaks until the person leaves.
    pub(super) fn run(mut self) {
        let mut broken = false;
        loop {
            let talked = self.open().and_then(|mut socket| {
                broken = false;
                self.talk(&mut socket)
            });
            let Err(why) = talked else { return };
            if !std::mem::replace(&mut broken, true) {
                let why = format!("The line to the server broke ({why}); trying again …");
                if self.incoming.send(RoomEvent::Refused(why)).is_err() {
                    return;
                }
            }
            thread::sleep(AGAIN);
        }
    }

    fn open(&self) -> Result<WebSocket<Box<dyn Stream>>, Failure> {
        let (scheme, host) = (if self.link.secure { "wss" } else { "ws" }, self.link.authority());
        let uri = format!("{scheme}://{host}/api/v1/tables/{}/socket", self.link.table);
        let mut request = uri.into_client_request().map_err(Failure::runtime)?;
        let cookie =
            self.cookie.parse().map_err(|_| Failure::runtime("the cookie is no header"))?;
        request.headers_mut().insert("cookie", cookie);
        let (stream, tcp) = self.link.connect()?;
        let (socket, _) = client(request, stream).map_err(Failure::runtime)?;
        tcp.set_read_timeout(Some(TICK))?;
        Ok(socket)
    }

    /// Until the person leaves, or an error breaks the line.
    fn talk(&mut self, socket: &mut WebSocket<Box<dyn Stream>>) -> Result<(), Failure> {
        let mut changed = false;
        loop {
            match self.outgoing.try_recv() {
                Ok(message) => {
                    let text = serde_json::to_string(&message).unwrap_or_default();
                    socket.send(Message::text(text)).map_err(Failure::runtime)?;
                }
                Err(TryRecvError::Disconnected) => {
                    let _ = socket.close(None);
                    let _ = socket.flush();
                    return Ok(());
                }
                Err(TryRecvError::Empty) => {}
            }
            match socket.read() {
                Ok(Message::Text(text)) => changed |= self.receive(&text),
                Ok(Message::Close(_)) => return Err(Failure::runtime("the server closed it")),
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    // All that came is read: the table is looked at once for it.
                    if std::mem::take(&mut changed) {
                        self.report(RoomEvent::Changed);
                    }
                    self.add_to_dice();
                }
                Err(error) => return Err(Failure::runtime(error)),
            }
        }
    }

    fn report(&self, event: RoomEvent) {
        // When nobody listens, the person has left, and `outgoing` says so.
        let _ = self.incoming.send(event);
    }

    /// A message; whether the table is another now.
    fn receive(&self, text: &str) -> bool {
        match serde_json::from_str(text) {
            Ok(ServerMessage::Error { message, .. }) => self.report(RoomEvent::Refused(message)),
            Ok(ServerMessage::Hint { moves, .. }) => {
                let moves = moves.into_iter().map(|hint| (hint.action, hint.value));
                self.report(RoomEvent::Hint(moves.collect()));
            }
            Ok(ServerMessage::Pong | ServerMessage::Guide { .. }) => {}
            // Also what this program cannot read: the table is read over HTTP.
            _ => return true,
        }
        false
    }

    /// Adds to the dice as a page does: seals a random text, and opens it when all have sealed theirs.
    /// Without it the game goes on.
    fn add_to_dice(&mut self) {
        if self.added || self.looked.is_some_and(|looked| looked.elapsed() < DICE) {
            return;
        }
        self.looked = Some(Instant::now());
        let Ok(dice) = self.dice("GET", "") else { return };
        let given = match dice.wanted {
            Wanted::Seal => Contribute::Seal(dice::commitment(&self.salt)),
            Wanted::Salt => {
                let since = *self.sealed.get_or_insert_with(Instant::now);
                if !dice.complete && since.elapsed() < SEALS {
                    return;
                }
                self.added = true;
                Contribute::Salt(self.salt.clone())
            }
            Wanted::Nothing => {
                let mine = dice.contributions.iter().any(|given| given.yours);
                self.added = mine || !dice.used || dice.seed.is_some();
                return;
            }
        };
        let body = serde_json::to_string(&given).unwrap_or_default();
        let _ = self.dice("POST", &body);
    }

    fn dice(&self, method: &str, body: &str) -> Result<Dice, Failure> {
        let path = format!("tables/{}/dice", self.link.table);
        let answer = self.link.call(method, &path, Some(&self.cookie), body)?.ok()?;
        serde_json::from_str(&answer).map_err(Failure::runtime)
    }
}
