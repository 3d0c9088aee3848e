//! Ten thousand hostile inputs: each ends in a clean refusal, and the table stays as it was.
//!
//! `PARLOUR_HOSTILE=1000000` makes it a long run.

use axum::body::Body;
use axum::http::{Method, Request, header};
use futures_util::SinkExt;
use parlour_core::rng::{Rng, SeededRng, below, seeded};
use parlour_server::limits::Limits;
use parlour_wire::api::NewSeat;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use tokio_tungstenite::tungstenite::Message;

use crate::harness::*;

fn wanted() -> usize {
    let wanted = std::env::var("PARLOUR_HOSTILE").ok();
    wanted.map_or(10_000, |text| text.parse().expect("a number of inputs"))
}

fn pick<'a>(rng: &mut SeededRng, list: &[&'a str]) -> &'a str {
    list[below(rng, list.len() as u32) as usize]
}

/// Messages and bodies as a page would send them; none of them may change a private table when a
/// stranger sends it.
const MESSAGES: [&str; 14] = [
    r#"{"id":"x","type":"act","action":"a1b1","ply":0}"#,
    r#"{"id":"x","type":"sit","seat":1,"invitation":"0123456789012345678901"}"#,
    r#"{"id":"x","type":"sit","seat":1,"invitation":null}"#,
    r#"{"id":"x","type":"stand","seat":0}"#,
    r#"{"id":"x","type":"computer","seat":0,"level":"hard"}"#,
    r#"{"id":"x","type":"return","seat":0}"#,
    r#"{"id":"x","type":"resign","seat":0}"#,
    r#"{"id":"x","type":"look","seat":0}"#,
    r#"{"id":"x","type":"draw"}"#,
    r#"{"id":"x","type":"take-back"}"#,
    r#"{"id":"x","type":"decline"}"#,
    r#"{"id":"x","type":"rematch"}"#,
    r#"{"id":"x","type":"hint"}"#,
    r#"{"id":"x","type":"chat","text":""}"#,
];
const VALUES: [&str; 16] = [
    "null",
    "true",
    "-1",
    "1e999",
    "18446744073709551616",
    "0.5",
    "[]",
    "{}",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]",
    "\"';DROP TABLE events;--\"",
    "\"../../etc/passwd\"",
    "255",
    "\"\u{202e}\u{3164}\"",
];

/// Something near a good text.
fn spoil(rng: &mut SeededRng, good: &str) -> String {
    let mut text = good.to_owned();
    for _ in 0..1 + below(rng, 3) {
        let at = (0..=text.len()).filter(|&i| text.is_char_boundary(i)).collect::<Vec<_>>();
        let place = at[below(rng, at.len() as u32) as usize];
        match below(rng, 6) {
            0 => text.truncate(place),
            1 => text.insert_str(place, pick(rng, &VALUES)),
            2 => {
                let colon = text.rfind(':').unwrap_or(0);
                text.truncate(colon);
                text.push(':');
                text.push_str(pick(rng, &VALUES));
                text.push('}');
            }
            3 => text.insert(place, char::from_u32(below(rng, 0x3000)).unwrap_or('?')),
            4 => text = text.replace("\"seat\":0", &format!("\"seat\":{}", rng.next_u32() % 400)),
            _ => {
                text =
                    format!("{}{text}{}", "[".repeat(below(rng, 200) as usize), pick(rng, &VALUES))
            }
        }
    }
    text
}

#[tokio::test]
async fn hostile_socket_messages_are_refused_and_change_nothing() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let before = ann.open(&id).await.view().clone();
    let eve = server.person("Eve").await;
    let mut socket = eve.open(&id).await;
    let mut rng = seeded(1);
    for _ in 0..wanted() / 2 {
        let good = pick(&mut rng, &MESSAGES);
        let text = if below(&mut rng, 4) == 0 { good.to_owned() } else { spoil(&mut rng, good) };
        // Talk is for everybody; only what is said must not be empty.
        if text.contains("\"chat\"") && text != good {
            continue;
        }
        if below(&mut rng, 50) == 0 {
            let bytes = text.clone().into_bytes();
            socket.stream.send(Message::binary(bytes)).await.expect("the socket is open");
        } else {
            socket.send_text(&text).await;
        }
        // Not everything is answered, but this is, and after it.
        let asked = socket.try_send(&ClientMessage::Ping).await;
        loop {
            match socket.next().await {
                Some(ServerMessage::Error { code, .. }) => assert_ne!(code, "internal", "{text}"),
                Some(ServerMessage::Pong { .. }) if asked => break,
                Some(_) => {}
                None => {
                    socket = eve.open(&id).await;
                    break;
                }
            }
        }
    }
    let after = ann.open(&id).await.view().clone();
    assert_eq!((after.sequence, after.position), (before.sequence, before.position));
}

#[tokio::test]
async fn hostile_calls_end_in_a_clean_refusal_and_change_nothing() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let before = ann.open(&id).await.view().clone();
    let mut eve = server.person("Eve").await;
    eve.get("/me").await;
    let paths = [
        "/me",
        "/tables",
        "/records",
        "/transfer",
        "/tables/ID",
        "/tables/ID/transfer",
        "/tables/ID/replay?viewer=0",
        "/tables/ID/replay?viewer=-1",
        "/tables/ID/record",
        "/tables/ID/dice",
        "/tables/ID/socket",
        "/tables/%00",
        "/tables/..%2f..%2fetc",
        "/games/x/rules",
        "/nowhere",
    ];
    let bodies = [
        r#"{"name":"Eve"}"#,
        r#"{"game":"outwit","options":[],"seats":[{"type":"me","name":null}],"clock":{"type":"none"},"public":false}"#,
        r#"{"text":"parlour: 1\ngame: outwit\nactions:\n"}"#,
        r#"{"code":"ABCDEFGH"}"#,
        r#"{"salt":"abcdefgh"}"#,
    ];
    let (mut rng, mut refused) = (seeded(2), 0);
    for _ in 0..wanted() / 2 {
        let path = pick(&mut rng, &paths).replace("ID", &id);
        let method = [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH];
        let method = method[below(&mut rng, 5) as usize].clone();
        let good = pick(&mut rng, &bodies);
        let kind =
            pick(&mut rng, &["application/json", "text/plain", "application/json; charset=x"]);
        let request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        let request = request.header(header::HOST, "here").header(header::CONTENT_TYPE, kind);
        let request = request.header(header::COOKIE, eve.cookie.clone().expect("a cookie"));
        let body = spoil(&mut rng, good);
        let answer = eve.send(request.body(Body::from(body.clone())).expect("a request")).await;
        assert!(!answer.status.is_server_error(), "{path}: {} for {body}", answer.text);
        refused += usize::from(answer.status.is_client_error());
        if answer.status.is_client_error() && answer.status.as_u16() != 405 {
            assert!(!answer.code().is_empty(), "{path}: {}", answer.text);
        }
    }
    assert!(refused > wanted() / 4, "only {refused} were refused");
    let after = ann.open(&id).await.view().clone();
    assert_eq!((after.sequence, after.position), (before.sequence, before.position));
}
