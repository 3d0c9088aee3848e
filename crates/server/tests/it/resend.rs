//! A line that breaks: what was on its way is sent again, and counts once.

use std::time::{Duration, Instant};

use parlour_server::limits::Limits;
use parlour_wire::client::Client;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use parlour_wire::table::{Clock, Status, TableView, Turn};

use crate::harness::*;

/// A page whose line breaks twice at each message: before the server has it, and before the answer is heard.
struct Broken {
    person: Person,
    table: String,
    client: Client,
    socket: Socket,
    cuts: usize,
}

impl Broken {
    async fn open(person: Person, table: &str) -> Broken {
        let socket = person.knock(table, &[]).await.expect("the socket opens");
        let client = Client::new("broken", Instant::now());
        let table = table.to_owned();
        let mut page = Broken { person, table, client, socket, cuts: 0 };
        page.until(|_| true).await;
        page
    }

    fn view(&self) -> &TableView {
        self.client.view().expect("a table was shown")
    }

    async fn hear(&mut self) -> (ServerMessage, Option<ClientMessage>) {
        let text = self.socket.next_text().await.expect("it stays open");
        let received = self.client.receive(&text, Instant::now()).expect("a message");
        assert_eq!(received.send, None, "nothing is missed");
        (received.message, received.answers)
    }

    async fn until(&mut self, wanted: impl Fn(&TableView) -> bool) {
        while !self.client.view().is_some_and(&wanted) {
            self.hear().await;
        }
    }

    /// The line breaks; what it took with it is sent again over the next one.
    async fn reconnect(&mut self) {
        self.socket = self.person.knock(&self.table, &[]).await.expect("the socket opens");
        self.cuts += 1;
        let (texts, given_up) = self.client.reconnected(Instant::now());
        assert_eq!(given_up, []);
        for text in texts {
            self.socket.send_text(&text).await;
        }
    }

    /// Sends a message, with both faults; its answer.
    async fn ask(&mut self, message: ClientMessage) -> ServerMessage {
        self.client.send(message.clone(), Instant::now());
        self.reconnect().await;
        // Once the pong is there, the server has dealt with what came before; the page hears none of it.
        self.socket.ping().await;
        self.reconnect().await;
        loop {
            if let (answer, Some(answered)) = self.hear().await {
                assert_eq!(answered, message);
                assert!(self.client.is_settled());
                return answer;
            }
        }
    }

    async fn do_it(&mut self, message: ClientMessage) {
        match self.ask(message.clone()).await {
            ServerMessage::Done { .. } => {}
            other => panic!("{message:?} is answered by {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_line_that_breaks_at_every_message_loses_and_doubles_nothing() {
    let server = TestServer::with(|config| {
        config.limits = Limits::UNLIMITED;
        config.pace.throw = Duration::from_secs(3600);
    });
    let server = server.await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("shut-the-box", vec![me(), computer()])).await;
    let mut page = Broken::open(ann, &id).await;
    page.do_it(ClientMessage::Chat { text: "Hello".to_owned() }).await;
    let mut made = Vec::new();
    loop {
        let mine = |turn| matches!(turn, Turn::Player { seat: 0 } | Turn::Chance { seat: Some(0) });
        page.until(|view| mine(view.turn) || view.status == Status::Over).await;
        let view = page.view();
        let (ply, rewinds, turn) = (view.ply, Some(view.rewinds), view.turn);
        if view.status == Status::Over {
            break;
        }
        if matches!(turn, Turn::Chance { .. }) {
            page.do_it(ClientMessage::Throw { ply }).await;
            assert!(page.view().ply > ply, "what is done was sent before");
            continue;
        }
        let action = view.choices[0].action.clone();
        let judge = ClientMessage::Judge { action: action.clone(), ply };
        match page.ask(judge).await {
            ServerMessage::Verdict { verdict, .. } => {
                assert_eq!((verdict.ply, &verdict.action), (ply, &action));
            }
            other => panic!("no verdict: {other:?}"),
        }
        made.push((ply, action.clone()));
        page.do_it(ClientMessage::Act { action, ply, rewinds }).await;
    }
    let view = page.view();
    let mine = view.log.iter().map(|line| (line.ply - 1, &line.description));
    let mine = mine.filter(|(_, made)| made.by == Some(0));
    let logged: Vec<_> = mine.map(|(ply, made)| (ply, made.action.clone())).collect();
    assert_eq!(logged, made);
    assert_eq!(view.chat.len(), 1);
    assert!(page.cuts > 20, "{} cuts", page.cuts);
    server.close().await;
}

#[tokio::test]
async fn what_is_sent_again_counts_once_even_after_the_server_started_again() {
    let server = TestServer::new().await;
    let (ann, mut page) = server.table("outwit", vec![me(), computer()]).await;
    let table = page.view().id.clone();
    for _ in 0..2 {
        page.act_any(0).await;
        assert!(page.my_turn().await);
    }
    let said = page.request(&ClientMessage::Chat { text: "Once".to_owned() });
    let taken_back = page.request(&ClientMessage::TakeBack);
    let again = |request| serde_json::to_string(request).expect("JSON");
    for request in [&said, &taken_back] {
        page.send_text(&again(request)).await;
        page.done(&request.id).await;
    }
    let (ply, rewinds) = (page.view().ply, page.view().rewinds);
    assert_eq!((ply, rewinds, page.view().chat.len()), (2, 1, 1));
    // The same over the same line, over another, and at another process.
    let folder = server.close().await;
    let server = TestServer::open(folder, |_| {}).await;
    for _ in 0..2 {
        let mut page = ann.at(&server).open(&table).await;
        for request in [&said, &taken_back] {
            page.send_text(&again(request)).await;
            page.done(&request.id).await;
        }
        let view = page.view();
        assert_eq!((view.ply, view.rewinds, view.chat.len()), (ply, rewinds, 1));
    }
    // The same id with other words is another message, and another visitor's is as well.
    let mut page = ann.at(&server).open(&table).await;
    let other = again(&said).replace("Once", "Twice");
    page.send_text(&other).await;
    page.done(&said.id).await;
    let mut bob = server.person("Bob").await.open(&table).await;
    bob.send_text(&again(&said)).await;
    bob.done(&said.id).await;
    assert_eq!(bob.view().chat.len(), 3);
    server.close().await;
}

#[tokio::test]
async fn the_same_move_with_another_id_is_another_message() {
    let server = TestServer::new().await;
    let (mut a, ..) = two_at(&server, "outwit", Clock::None).await;
    let action = a.view().choices[0].action.clone();
    let act = ClientMessage::Act { action, ply: 0, rewinds: None };
    let id = a.send(&act).await;
    a.done(&id).await;
    assert_eq!(a.view().ply, 1, "what is done was sent before");
    assert_eq!(a.refused(&act).await, "stale");
    server.close().await;
}

#[tokio::test]
async fn a_page_that_missed_something_gets_the_whole_table() {
    let server = TestServer::new().await;
    let (_, mut page) = server.table("senet", vec![me(), computer()]).await;
    let known = page.view().clone();
    page.view = None;
    let id = page.send(&ClientMessage::Table).await;
    page.done(&id).await;
    assert_eq!(page.view().id, known.id);
    server.close().await;
}
