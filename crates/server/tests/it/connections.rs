//! Connections that say nothing, too little or too much; names that are not this server's.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use parlour_server::limits::{Limits, Rate};
use parlour_wire::api::NewSeat;
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, Sitter, TableView};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::harness::*;

/// A connection to the server on which this was sent.
async fn say(server: &TestServer, words: &str) -> TcpStream {
    say_from(None, server, words).await
}

/// The same from this address of this computer.
async fn say_from(from: Option<IpAddr>, server: &TestServer, words: &str) -> TcpStream {
    let mut stream = connect(from, server.address).await;
    stream.write_all(words.as_bytes()).await.expect("the server takes it");
    stream
}

/// What comes until the server closes the connection.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let end = tokio::time::timeout(HANGS, stream.read_to_end(&mut text)).await;
    // A connection that the server does not want may be reset as well.
    let _ = end.expect("the server closes the connection");
    String::from_utf8_lossy(&text).into_owned()
}

const CALL: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn connections_that_say_nothing_are_let_go() {
    let server =
        TestServer::with(|config| config.limits.header_timeout = Duration::from_millis(50)).await;
    for words in ["", "GET / HT", "GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: "] {
        until_closed(&mut say(&server, words).await).await;
    }
    // One that had its answer and stays.
    let mut kept = say(&server, &CALL.replace("connection: close\r\n", "")).await;
    assert!(until_closed(&mut kept).await.contains("ok\n"));
}

#[tokio::test]
async fn idle_connections_of_one_address_lock_nobody_out() {
    let server = TestServer::with(|config| {
        config.limits.header_timeout = Duration::from_secs(3600);
        config.limits.connections_of_address = 8;
        config.limits.connections = 16;
    });
    let server = server.await;
    let mut idle = Vec::new();
    for _ in 0..40 {
        idle.push(say(&server, "").await);
    }
    // Those over the limit are told so at once; the others stay as long as they like.
    for stream in &mut idle[8..] {
        let told = until_closed(stream).await;
        assert!(told.starts_with("HTTP/1.1 503 ") && told.ends_with("in a moment."), "{told}");
    }
    let another = Some(IpAddr::from([127, 0, 0, 2]));
    let answer = until_closed(&mut say_from(another, &server, CALL).await).await;
    assert!(answer.contains("ok\n"), "others come in: {answer}");
    drop(idle);
}

#[tokio::test]
async fn pages_and_health_are_counted_as_calls_are() {
    let server =
        TestServer::with(|config| config.limits.calls.of_address = Rate::per_second(0.001, 6.0))
            .await;
    for path in ["/", "/healthz", "/no-such-file.js"] {
        let call = CALL.replace("/healthz", path);
        let mut answers = Vec::new();
        for _ in 0..3 {
            answers.push(until_closed(&mut say(&server, &call).await).await);
        }
        let refused = answers.iter().filter(|answer| answer.starts_with("HTTP/1.1 429")).count();
        assert_eq!(refused, if path.ends_with(".js") { 3 } else { 0 }, "{path}: {answers:?}");
    }
}

#[tokio::test]
async fn sitting_down_and_standing_up_again_and_again_is_refused() {
    let server = TestServer::new().await;
    let (mut ann, bob) = (server.person("Ann").await, server.person("Bob").await);
    let wanted = new_table("shut-the-box", vec![me(), NewSeat::Open, NewSeat::Open]);
    let id = ann.table(&wanted).await;
    let (a, mut b) = (ann.open(&id).await, bob.open(&id).await);
    let invitation = a.view().you.invitation.clone();
    for seat in (0..200).map(|number| 1 + number % 2) {
        b.send(&ClientMessage::Sit { seat, invitation: invitation.clone() }).await;
        b.send(&ClientMessage::Stand { seat }).await;
    }
    assert_eq!(b.refusal().await.1, "too-fast");
}

#[tokio::test]
async fn a_body_that_never_comes_ends_its_call() {
    let server =
        TestServer::with(|config| config.limits.call_timeout = Duration::from_millis(50)).await;
    let head = "PUT /api/v1/me HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: application/json\r\ncontent-length: 14\r\n\r\n{\"nam";
    let answer = until_closed(&mut say(&server, head).await).await;
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
}

#[tokio::test]
async fn a_name_that_was_turned_to_this_address_reads_nothing() {
    let server = TestServer::with(|config| config.names = vec!["games.example".to_owned()]).await;
    let ann = server.person("Ann").await;
    for path in ["/", "/api/v1/me", "/metrics", "/healthz"] {
        let ask = async |host: &str| {
            let request = Request::get(path).header(header::HOST, host).body(Body::empty());
            ann.send(request.expect("a request")).await
        };
        let answer = ask("evil.example:7777").await;
        assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST, "{path}");
        assert_eq!(answer.code(), "unknown-host");
        assert!(!answer.headers.contains_key(header::SET_COOKIE));
        assert_ne!(ask("games.example").await.status, StatusCode::MISDIRECTED_REQUEST);
    }
}

#[tokio::test]
async fn renaming_again_and_again_is_refused_and_the_same_name_is_no_event() {
    let server =
        TestServer::with(|config| config.limits.names.of_visitor = Rate::per_second(0.001, 4.0))
            .await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), me()])).await;
    let before = ann.open(&id).await.view().sequence;
    let mut rename = async |name: &str| {
        let body = serde_json::json!({ "name": name });
        ann.call("PUT", "/api/v1/me", Some(&body)).await.status
    };
    assert_eq!(rename("Ann").await, StatusCode::OK);
    assert_eq!(rename("Anna").await, StatusCode::OK);
    assert_eq!(rename("Anne").await, StatusCode::OK);
    assert_eq!(rename("Ann").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ann.open(&id).await.view().sequence, before.map(|n| n + 2));
}

#[tokio::test]
async fn a_new_cookie_for_each_table_makes_no_more_tables() {
    let server = TestServer::with(|config| {
        config.limits.new_tables.of_address = Rate::per_second(0.001, 5.0)
    })
    .await;
    let ann = server.person("Ann").await;
    let mut made = 0;
    for _ in 0..20 {
        let mut somebody = Person { cookie: None, ..ann.clone() };
        let wanted = new_table("outwit", vec![me(), computer()]);
        made += usize::from(somebody.post("/tables", &wanted).await.status == StatusCode::CREATED);
    }
    assert_eq!(made, 5);
}

/// Whether Ann, on the first seat, has a page open.
fn ann_is_here(view: &TableView) -> bool {
    matches!(&view.seats[0].sitter, Sitter::Person { here: true, .. })
}

#[tokio::test]
async fn a_page_that_never_reads_what_it_asked_for_is_closed() {
    let unread = Duration::from_millis(300);
    let server = TestServer::with(|config| {
        config.limits = Limits { unread_timeout: unread, ..Limits::UNLIMITED }
    })
    .await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::None).await;
    b.until(ann_is_here).await;
    // What is wrong with a message is answered at length. A good one in between, or it would be
    // closed for that.
    let wrong = format!("{{\"type\":\"{}\"}}", "x".repeat(15_000));
    let asks = async {
        for number in 0.. {
            let text = if number % 10 == 0 { "{\"type\":\"ping\"}" } else { wrong.as_str() };
            if a.stream.send(Message::text(text)).await.is_err() {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = b.until(|view| !ann_is_here(view)) => {}
        () = asks => {}
    }
}

#[tokio::test]
async fn a_page_that_answers_no_ping_is_closed() {
    let beat = Duration::from_millis(400);
    let server = TestServer::with(|config| config.limits.ping_interval = beat).await;
    let (a, mut b, ann, _) = two_at(&server, "outwit", Clock::None).await;
    b.until(ann_is_here).await;
    // Nobody reads Ann's socket, so nobody answers; Bob's is read, and stays.
    b.until(|view| !ann_is_here(view)).await;
    drop(a);
    let mut again = ann.open(&b.view().id).await;
    again.send(&ClientMessage::Ping).await;
    b.until(ann_is_here).await;
}

#[tokio::test]
async fn no_message_begins_within_the_answer_to_a_ping() {
    const MANY: usize = 20_000;
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let (a, ..) = two_at(&server, "outwit", Clock::None).await;
    // So many that neither side can send all without being read.
    let (mut asks, mut answers) = a.stream.split();
    let ask = async {
        for number in 0..MANY {
            let ping = Message::Ping(vec![number as u8; 125].into());
            asks.feed(ping).await.expect("the socket is open");
            asks.feed(Message::text(r#"{"id":"x","type":"ping"}"#))
                .await
                .expect("the socket is open");
        }
        asks.flush().await.expect("the socket is open");
    };
    let hear = async {
        let (mut pongs, mut texts) = (0, 0);
        while texts < MANY {
            match answers.next().await.expect("the socket stays open").expect("whole messages") {
                Message::Pong(_) => pongs += 1,
                Message::Text(text) => texts += usize::from(text == r#"{"type":"pong","id":"x"}"#),
                other => assert!(matches!(other, Message::Ping(_)), "{other:?}"),
            }
        }
        pongs
    };
    let ((), pongs) = tokio::join!(ask, hear);
    assert!(pongs > 0, "pings are answered");
}
