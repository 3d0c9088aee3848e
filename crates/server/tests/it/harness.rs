//! A server of one's own for each test, and people who use it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use parlour_search::Budget;
use parlour_server::config::{Bots, Pace};
use parlour_server::store::{SqliteStore, Store};
use parlour_server::time::{ManualTime, Time};
use parlour_server::{App, Config, Server};
use parlour_table::events::Event;
use parlour_table::stored::TableId;
use parlour_wire::api::{Created, Failure, NewSeat, NewTable, Record};
use parlour_wire::socket::{ClientMessage, ClientRequest, MessageId, ServerMessage};
use parlour_wire::table::{Clock, Level, Status, TableView};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tower::ServiceExt;

/// A test that waits longer than this for anything hangs.
pub(crate) const HANGS: Duration = Duration::from_secs(60);

/// Waits until something is there.
pub(crate) async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let found = async {
        loop {
            match look().await {
                Some(found) => break found,
                None => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        }
    };
    let found = tokio::time::timeout(HANGS, found).await;
    found.unwrap_or_else(|_| panic!("in {HANGS:?} it never came to this: {what}"))
}

/// Waits until something is so.
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    eventually(what, async || is_so().await.then_some(())).await;
}

/// What the clock of a test shows at first.
pub(crate) const START: i64 = 1_000_000_000_000;

/// A server that runs, and how to end it.
pub(crate) struct TestServer {
    pub(crate) app: App,
    pub(crate) address: SocketAddr,
    pub(crate) folder: Arc<TempDir>,
    end: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

/// Quick computers, no waiting, any free port.
pub(crate) fn config(folder: &Path) -> Config {
    let budget = Budget { nodes: Some(2), time: Some(Duration::from_millis(20)), depth: None };
    Config {
        bind: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: folder.to_owned(),
        pace: Pace::NONE,
        bots: Bots { workers: 1, queue: 8, budget: Some(budget) },
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) async fn new() -> TestServer {
        TestServer::with(|_| {}).await
    }

    /// With a change to the usual setup.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::open(Arc::new(TempDir::new().expect("a folder")), change).await
    }

    /// With a clock that the test moves; no time counts as an outage.
    pub(crate) async fn with_clock() -> (TestServer, ManualTime) {
        TestServer::timed(|config| config.outage = Duration::from_secs(1 << 30)).await
    }

    /// With a clock that the test moves, and a change to the usual setup.
    pub(crate) async fn timed(change: impl FnOnce(&mut Config)) -> (TestServer, ManualTime) {
        let clock = ManualTime::new(START);
        let time = Time::Manual(clock.clone());
        let server = TestServer::with(|config| {
            config.time = time;
            change(config);
        });
        (server.await, clock)
    }

    /// Over what is in this folder.
    pub(crate) async fn open(folder: Arc<TempDir>, change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = config(folder.path());
        change(&mut config);
        let server = Server::bind(config).await.expect("the server starts");
        let app = server.app().clone();
        let address = server.address().expect("it listens");
        let (end, ended) = oneshot::channel();
        let running = tokio::spawn(async move {
            let ended = async {
                let _ = ended.await;
            };
            server.run(ended).await.expect("the server ends well");
        });
        TestServer { app, address, folder, end: Some(end), running }
    }

    /// Ends the server in good order; what is in the folder stays.
    pub(crate) async fn close(mut self) -> Arc<TempDir> {
        drop(self.end.take());
        let waited = tokio::time::timeout(HANGS, &mut self.running).await;
        waited.expect("the server closes in time").expect("and without a fault");
        self.folder.clone()
    }

    /// The database that the server works on, opened beside it.
    pub(crate) async fn store(&self) -> SqliteStore {
        SqliteStore::open(&self.folder.path().join("parlour.db")).await.expect("opens")
    }

    /// The stored events of a table.
    pub(crate) async fn events(&self, table: &str) -> Vec<Event> {
        let store = self.store().await;
        let events = store.load(&TableId(table.to_owned()), 0).await.expect("reads");
        store.close().await;
        events.into_iter().map(|stamped| stamped.event).collect()
    }

    /// Ann, and the page of a table that she has set up.
    pub(crate) async fn table(&self, game: &str, seats: Vec<NewSeat>) -> (Person, Socket) {
        self.table_like(&new_table(game, seats)).await
    }

    /// The same for any table.
    pub(crate) async fn table_like(&self, wanted: &NewTable) -> (Person, Socket) {
        let mut ann = self.person("Ann").await;
        let id = ann.table(wanted).await;
        let page = ann.open(&id).await;
        (ann, page)
    }

    /// Somebody without a cookie, from this address of this computer.
    pub(crate) fn stranger(&self, from: Option<IpAddr>) -> Person {
        Person { app: self.app.clone(), address: self.address, cookie: None, from }
    }

    /// Somebody new.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let mut person = self.stranger(None);
        person.call("GET", "/api/v1/me", None::<&()>).await;
        person.put::<_, serde_json::Value>("/me", &serde_json::json!({ "name": name })).await;
        person
    }
}

/// Answers on a port of its own.
pub(crate) async fn listen(app: &App) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("binds");
    let address = listener.local_addr().expect("listens");
    let service = app.router().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

/// Somebody with a browser.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) app: App,
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    /// The address that calls and sockets come from; `None`: any.
    pub(crate) from: Option<IpAddr>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) text: String,
    /// How many bytes were sent.
    pub(crate) size: usize,
}

impl Answer {
    pub(crate) fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e} in {}", self.text))
    }

    pub(crate) fn code(&self) -> String {
        self.json::<Failure>().code
    }

    /// Checks that the call was refused in this way.
    pub(crate) fn is_refusal(&self, status: StatusCode, code: &str) {
        assert_eq!((self.status, self.code().as_str()), (status, code), "{}", self.text);
    }
}

impl Person {
    /// One call through the router, as a browser of this person would make it.
    pub(crate) async fn call<T: Serialize>(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&T>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "here");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let request = match body {
            None => request.body(Body::empty()),
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(serde_json::to_string(body).expect("JSON"))),
        };
        let answer = self.send(request.expect("a request")).await;
        if let Some(cookie) = answer.headers.get(header::SET_COOKIE) {
            let pair = cookie.to_str().expect("text").split(';').next().expect("a pair");
            self.cookie = Some(pair.to_owned());
        }
        answer
    }

    pub(crate) async fn send(&self, mut request: Request<Body>) -> Answer {
        if let Some(from) = self.from {
            request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from, 1)));
        }
        let response = self.app.router().oneshot(request).await.expect("the router never fails");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), 1 << 26).await.expect("a body");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status, headers, text, size: bytes.len() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.call("GET", &format!("/api/v1{path}"), None::<&()>).await
    }

    pub(crate) async fn post<T: Serialize>(&mut self, path: &str, body: &T) -> Answer {
        self.call("POST", &format!("/api/v1{path}"), Some(body)).await
    }

    pub(crate) async fn put<T: Serialize, R: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &T,
    ) -> R {
        let answer = self.call("PUT", &format!("/api/v1{path}"), Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }

    /// The same person at a server that has started again.
    pub(crate) fn at(&self, server: &TestServer) -> Person {
        Person { cookie: self.cookie.clone(), ..server.stranger(self.from) }
    }

    /// Sets up a table.
    pub(crate) async fn table(&mut self, wanted: &NewTable) -> String {
        let answer = self.post("/tables", wanted).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json::<Created>().id
    }

    /// Opens a table's page.
    pub(crate) async fn open(&self, table: &str) -> Socket {
        let mut socket = self.knock(table, &[]).await.expect("the socket opens");
        socket.view = Some(socket.next_table().await);
        socket
    }

    /// Tries to open a table's socket with more headers.
    pub(crate) async fn knock(
        &self,
        table: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, StatusCode> {
        self.knock_at(&format!("/tables/{table}/socket"), headers).await
    }

    /// Tries to open a socket with more headers.
    pub(crate) async fn knock_at(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, StatusCode> {
        let address = format!("ws://{}/api/v1{path}", self.address);
        let mut request = address.into_client_request().expect("a request");
        for (name, value) in
            headers.iter().copied().chain(self.cookie.iter().map(|c| ("cookie", c.as_str())))
        {
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        let stream = connect(self.from, self.address).await;
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((stream, _)) => {
                Ok(Socket { stream, view: None, bytes: String::new(), ids: fresh_ids() })
            }
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => Err(response.status()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A connection from this address of this computer.
pub(crate) async fn connect(from: Option<IpAddr>, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    if let Some(from) = from {
        socket.bind((from, 0).into()).expect("all of 127.0.0.0/8 is this computer");
    }
    socket.connect(to).await.expect("the server listens")
}

/// One call without a client library, to a server of any process, from an address of this computer; the
/// answer's head and body.
pub(crate) async fn call(
    from: Option<IpAddr>,
    to: SocketAddr,
    line: &str,
    cookie: &str,
    body: &str,
) -> (String, String) {
    let mut stream = connect(from, to).await;
    let head = format!(
        "{line} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("the server reads");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("the server answers");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    (head.to_owned(), body.to_owned())
}

/// A visitor's cookie.
pub(crate) async fn newcomer(from: Option<IpAddr>, to: SocketAddr) -> String {
    let (head, _) = call(from, to, "GET /api/v1/me", "", "").await;
    let line = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    line.split(';').next().expect("a pair").to_owned()
}

/// An open page of a table: its socket, and everything that came over it.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<TcpStream>,
    pub(crate) view: Option<TableView>,
    /// Every byte received.
    pub(crate) bytes: String,
    /// What the ids of its messages begin with, and how many it has sent.
    ids: (u64, u32),
}

/// The ids of a page's messages, like those of no other page.
fn fresh_ids() -> (u64, u32) {
    (RandomState::new().build_hasher().finish(), 0)
}

impl Socket {
    pub(crate) fn view(&self) -> &TableView {
        self.view.as_ref().expect("a table was shown")
    }

    /// Sends a message with an id of its own.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> MessageId {
        let request = self.request(message);
        self.send_text(&serde_json::to_string(&request).expect("JSON")).await;
        request.id
    }

    /// A message with an id of its own.
    pub(crate) fn request(&mut self, message: &ClientMessage) -> ClientRequest {
        self.ids.1 += 1;
        let id = format!("{:x}.{}", self.ids.0, self.ids.1);
        ClientRequest { id: id.try_into().expect("a short id"), message: message.clone() }
    }

    /// Waits until a message is done.
    pub(crate) async fn done(&mut self, id: &MessageId) {
        loop {
            match self.next().await.expect("it stays open") {
                ServerMessage::Done { id: done } if done == *id => return,
                ServerMessage::Error { code, message, .. } => panic!("refused ({code}): {message}"),
                _ => {}
            }
        }
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("the socket is open");
    }

    /// Opens a table's page where a server may be down; `None` then.
    pub(crate) async fn try_open(address: SocketAddr, table: &str, cookie: &str) -> Option<Socket> {
        let place = format!("ws://{address}/api/v1/tables/{table}/socket");
        let mut request = place.into_client_request().expect("a request");
        request.headers_mut().insert("cookie", cookie.parse().expect("a value"));
        let open = async {
            let stream = TcpStream::connect(address).await.ok()?;
            let (stream, _) = tokio_tungstenite::client_async(request, stream).await.ok()?;
            Some(Socket { stream, view: None, bytes: String::new(), ids: fresh_ids() })
        };
        tokio::time::timeout(Duration::from_secs(2), open).await.ok().flatten()
    }

    /// Sends a message over a socket that may be gone; whether it went.
    pub(crate) async fn try_send(&mut self, message: &ClientMessage) -> bool {
        let text = serde_json::to_string(&self.request(message)).expect("JSON");
        self.stream.send(Message::text(text)).await.is_ok()
    }

    /// The next message; `None` when the socket closes.
    pub(crate) async fn next(&mut self) -> Option<ServerMessage> {
        let text = self.next_text().await?;
        let message = serde_json::from_str(&text).expect("a message of ours");
        match (&mut self.view, &message) {
            (Some(view), _) => view.follow(&message).expect("news that fits"),
            (view, ServerMessage::Table { table }) => *view = Some((**table).clone()),
            _ => {}
        }
        Some(message)
    }

    /// The next message as it came; `None` when the socket closes.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
        // Over all: the server's questions whether anybody is there are no message.
        let end = tokio::time::Instant::now() + HANGS;
        loop {
            let message = tokio::time::timeout_at(end, self.stream.next()).await;
            match message.expect("a message comes in time")? {
                Ok(Message::Text(text)) => {
                    self.bytes.push_str(&text);
                    self.bytes.push('\n');
                    return Some(text.to_string());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The table after the next message that tells something of it.
    pub(crate) async fn next_table(&mut self) -> TableView {
        loop {
            match self.next().await.expect("the socket stays open") {
                ServerMessage::Error { code, message, .. } => panic!("refused ({code}): {message}"),
                ServerMessage::Done { .. }
                | ServerMessage::Hint { .. }
                | ServerMessage::Pong { .. } => {}
                _ => return self.view().clone(),
            }
        }
    }

    /// Waits until the table looks like this.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&TableView) -> bool) -> TableView {
        while !self.view.as_ref().is_some_and(&wanted) {
            self.next_table().await;
        }
        self.view().clone()
    }

    /// Sends a message and waits for its refusal.
    pub(crate) async fn refused(&mut self, message: &ClientMessage) -> String {
        let asked = self.send(message).await;
        loop {
            match self.next().await.expect("it stays open") {
                ServerMessage::Error { id, code, .. } if id.as_ref() == Some(&asked) => {
                    return code;
                }
                ServerMessage::Error { code, .. } => panic!("{code} answers something else"),
                _ => {}
            }
        }
    }

    /// Waits for a refusal; the message that it answers, and its code.
    pub(crate) async fn refusal(&mut self) -> (Option<MessageId>, String) {
        loop {
            let message = self.next().await.expect("it stays open");
            if let ServerMessage::Error { id, code, .. } = message {
                return (id, code);
            }
        }
    }

    /// Waits until the server has dealt with all that was sent before.
    pub(crate) async fn ping(&mut self) {
        let id = self.send(&ClientMessage::Ping).await;
        let pong = ServerMessage::Pong { id };
        while self.next().await.expect("it stays open") != pong {}
    }

    /// Sits down at the private table whose page an owner of an invitation has open.
    pub(crate) async fn sit(&mut self, seat: u8, owner: &Socket) {
        let invitation = owner.view().you.invitation.clone();
        self.send(&ClientMessage::Sit { seat, invitation }).await;
        self.until(|view| view.you.yours.contains(&seat)).await;
    }

    /// Makes a move and waits until it is on the table.
    pub(crate) async fn act(&mut self, action: &str) {
        let ply = self.view().ply;
        self.send(&ClientMessage::Act { action: action.to_owned(), ply, rewinds: None }).await;
        self.until(|view| view.ply > ply).await;
    }

    /// Makes the move that this number picks, if it is this page's turn; waits for the next.
    pub(crate) async fn act_any(&mut self, pick: usize) {
        let choices = &self.view().choices;
        assert!(!choices.is_empty(), "it is this player's turn");
        let action = choices[pick % choices.len()].action.clone();
        self.act(&action).await;
    }

    /// Waits for this page's turn or the end; whether it is the turn.
    pub(crate) async fn my_turn(&mut self) -> bool {
        let view = self.until(|view| view.status == Status::Over || !view.choices.is_empty()).await;
        view.status != Status::Over
    }
}

pub(crate) fn me() -> NewSeat {
    NewSeat::Me { name: None }
}

pub(crate) fn named(name: &str) -> NewSeat {
    NewSeat::Me { name: Some(name.to_owned()) }
}

pub(crate) fn computer() -> NewSeat {
    NewSeat::Computer { level: Level::WEAKEST }
}

/// A private table without a clock.
pub(crate) fn new_table(game: &str, seats: Vec<NewSeat>) -> NewTable {
    let clock = Clock::None;
    NewTable { game: game.to_owned(), options: Vec::new(), seats, clock, public: false }
}

/// Ann's table with Bob sitting down by her invitation; both pages, the game begun.
pub(crate) async fn two_at(
    server: &TestServer,
    game: &str,
    clock: Clock,
) -> (Socket, Socket, Person, Person) {
    let (mut ann, bob) = (server.person("Ann").await, server.person("Bob").await);
    let wanted = NewTable { clock, ..new_table(game, vec![me(), NewSeat::Open]) };
    let id = ann.table(&wanted).await;
    let (mut a, mut b) = (ann.open(&id).await, bob.open(&id).await);
    assert!(a.view().you.invitation.is_some() && b.view().you.invitation.is_none());
    b.sit(1, &a).await;
    for socket in [&mut a, &mut b] {
        socket.until(|view| view.status == Status::Playing).await;
    }
    (a, b, ann, bob)
}

/// What stands where. The words for it are numbered anew on every connection.
pub(crate) fn standing(view: &TableView) -> Vec<(u16, String, Option<u8>, u16)> {
    let pieces = view.picture.pieces.iter();
    pieces.map(|piece| (piece.site, piece.kind.to_string(), piece.owner, piece.count)).collect()
}

/// A game of random actions with these options as a record: to its end, or this many actions.
pub(crate) fn random_record(
    game: &str,
    options: &[(&str, &str)],
    seed: u64,
    most: usize,
) -> Record {
    let entry = parlour_games::find(game).expect("a game");
    let mut session = (entry.open)(&options.iter().copied().collect()).expect("good options");
    let mut rng = parlour_core::rng::seeded(seed);
    let mut text = format!("parlour: 1\ngame: {game}\n");
    options.iter().for_each(|(name, value)| text.push_str(&format!("option {name}: {value}\n")));
    text.push_str("actions:\n");
    for _ in 0..most {
        let Some(action) = session.sample(&mut rng) else { break };
        session.play(&action).expect("a legal action");
        text.push_str(&format!("{action}\n"));
    }
    Record { text }
}
