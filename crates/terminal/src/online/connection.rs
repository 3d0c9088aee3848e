//! The socket of a table, on a thread of its own. It connects again when the line breaks.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::ErrorKind;
use std::sync::PoisonError;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use parlour_console::failure::Failure;
use parlour_table::dice;
use parlour_wire::client::{Beat, Client};
use parlour_wire::dice::{Contribute, Dice, Wanted};
use parlour_wire::socket::{ClientMessage, ServerMessage};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket, client};

use super::Told;
use super::link::Link;
use super::stream::Stream;
use crate::room::RoomEvent;

/// How long to listen before looking at what there is to say.
const TICK: Duration = Duration::from_millis(20);
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
    client: Client,
    told: Told,
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
        (link, cookie, told): (Link, String, Told),
        outgoing: Receiver<ClientMessage>,
        incoming: Sender<RoomEvent>,
    ) -> Self {
        let random = || format!("{:016x}", random());
        let salt = [random(), random()].concat();
        let client = Client::new(&random(), Instant::now());
        Connection {
            link,
            cookie,
            outgoing,
            incoming,
            client,
            told,
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
                self.send_again(&mut socket)?;
                self.talk(&mut socket)
            });
            let Err(why) = talked else { return };
            if !std::mem::replace(&mut broken, true) {
                let why = format!("The line to the server broke ({why}); trying again …");
                if self.incoming.send(RoomEvent::Refused(why)).is_err() {
                    return;
                }
            }
            thread::sleep(self.client.pause(random() as f64 / u64::MAX as f64));
        }
    }

    /// Sends what was on its way when the line broke.
    fn send_again(&mut self, socket: &mut WebSocket<Box<dyn Stream>>) -> Result<(), Failure> {
        let (texts, given_up) = self.client.reconnected(Instant::now());
        if !given_up.is_empty() {
            let why = "The line was down for long. See whether your last wish was heard.";
            self.report(RoomEvent::Refused(why.to_owned()));
        }
        texts.into_iter().try_for_each(|text| say(socket, text))
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
                Ok(message) => say(socket, self.client.send(message, Instant::now()))?,
                Err(TryRecvError::Disconnected) => {
                    let _ = socket.close(None);
                    let _ = socket.flush();
                    return Ok(());
                }
                Err(TryRecvError::Empty) => {}
            }
            match socket.read() {
                Ok(Message::Text(text)) => changed |= self.receive(socket, &text)?,
                Ok(Message::Close(_)) => return Err(Failure::runtime("the server closed it")),
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    // All that came is read: the table is looked at once for it.
                    if std::mem::take(&mut changed) {
                        let view = self.client.view().cloned();
                        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = view;
                        self.report(RoomEvent::Changed);
                    }
                    match self.client.beat(Instant::now()) {
                        Beat::Listen => {}
                        Beat::Ping(text) => say(socket, text)?,
                        Beat::Lost => return Err(Failure::runtime("the server is silent")),
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
    fn receive(
        &mut self,
        socket: &mut WebSocket<Box<dyn Stream>>,
        text: &str,
    ) -> Result<bool, Failure> {
        let received = self.client.receive(text, Instant::now());
        let received = received
            .map_err(|_| Failure::runtime("The server speaks another version of this language."))?;
        if let Some(text) = received.send {
            say(socket, text)?;
        }
        match received.message {
            ServerMessage::Error { message, .. } => self.report(RoomEvent::Refused(message)),
            ServerMessage::Hint { moves, .. } => {
                let moves = moves.into_iter().map(|hint| (hint.action, hint.value));
                self.report(RoomEvent::Hint(moves.collect()));
            }
            ServerMessage::Pong { .. }
            | ServerMessage::Guide { .. }
            | ServerMessage::Verdict { .. }
            | ServerMessage::Done { .. } => {}
            _ => return Ok(true),
        }
        Ok(false)
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

fn say(socket: &mut WebSocket<Box<dyn Stream>>, text: String) -> Result<(), Failure> {
    socket.send(Message::text(text)).map_err(Failure::runtime)
}

fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
