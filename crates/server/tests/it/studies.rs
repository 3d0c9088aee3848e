//! Studies: who reads and who changes them, what can be undone, and what they cost.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use parlour_server::limits::{Limits, Rate, Rates};
use parlour_wire::analysis::{MadeStudy, StoredStudy, StudyVersions};
use parlour_wire::socket::{ClientMessage, ServerMessage};
use serde_json::json;

use crate::harness::*;

fn text(actions: &str) -> String {
    format!("parlour: 1\ngame: outwit\nactions:\n{actions}\n")
}

/// A study that this person made.
async fn made(person: &mut Person, actions: &str) -> MadeStudy {
    let made = person.post("/studies", &json!({ "text": text(actions) })).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    made.json()
}

async fn next(socket: &mut Socket) -> StoredStudy {
    let text = socket.next_text().await.expect("the socket is open");
    serde_json::from_str(&text).expect("a study")
}

#[tokio::test]
async fn two_people_with_the_key_of_a_study_see_each_others_moves() {
    let server = TestServer::new().await;
    let (mut ann, mut bob) = (server.person("Ann").await, server.person("Bob").await);
    let MadeStudy { key, study: StoredStudy { id, version, .. } } = made(&mut ann, "e5e1").await;
    assert_eq!(version, 1);
    let mut socket = ann.knock_at(&format!("/studies/{id}/socket"), &[]).await.expect("it opens");
    assert_eq!(next(&mut socket).await.version, 1);
    let change = json!({ "key": key, "version": 1, "text": text("e5e1 (e5b5) e6e10") });
    let changed: StoredStudy = bob.put(&format!("/studies/{id}"), &change).await;
    assert_eq!(next(&mut socket).await, changed);
    let read: StoredStudy = ann.get(&format!("/studies/{id}")).await.json();
    assert_eq!((read.version, read.tree.nodes.len()), (2, 4));
    // A writer that knew another version reads again; what is no tree, or no study, is refused.
    let path = format!("/api/v1/studies/{id}");
    for version in [0, 1, 3, u64::MAX] {
        let late = json!({ "key": key, "version": version, "text": text("e5e1") });
        let late = bob.call("PUT", &path, Some(&late)).await;
        late.is_refusal(StatusCode::CONFLICT, "stale");
    }
    let wrong = json!({ "key": key, "version": 2, "text": text("e5e9") });
    assert_eq!(ann.call("PUT", &path, Some(&wrong)).await.code(), "illegal");
    let missing = format!("/api/v1/studies/{:x>22}", "");
    assert_eq!(ann.call("PUT", &missing, Some(&change)).await.code(), "not-found");
    assert_eq!(ann.get("/studies/nothing").await.code(), "not-found");
}

#[tokio::test]
async fn who_has_the_link_alone_reads_a_study_and_changes_nothing() {
    let server = TestServer::new().await;
    let (mut ann, mut eve) = (server.person("Ann").await, server.person("Eve").await);
    let mine = made(&mut ann, "e5e1").await;
    let MadeStudy { key: hers, study: own } = made(&mut eve, "e5e1").await;
    let id = mine.study.id;
    let path = format!("/api/v1/studies/{id}");
    for key in ["", &id, &hers, &own.id] {
        let change = json!({ "key": key, "version": 1, "text": text("e5e1 e6e10") });
        let refused = eve.call("PUT", &path, Some(&change)).await;
        refused.is_refusal(StatusCode::FORBIDDEN, "not-yours");
        let back = json!({ "key": key, "version": 1, "to": 1 });
        let refused = eve.post(&format!("/studies/{id}/versions"), &back).await;
        refused.is_refusal(StatusCode::FORBIDDEN, "not-yours");
    }
    let read = eve.get(&format!("/studies/{id}")).await;
    assert!(!read.text.contains(&mine.key), "a reader does not learn the key");
    assert_eq!(read.json::<StoredStudy>(), StoredStudy { id, ..mine.study });
}

#[tokio::test]
async fn what_was_spoiled_can_be_brought_back_for_an_hour() {
    let (server, clock) = TestServer::with_clock().await;
    let mut ann = server.person("Ann").await;
    let MadeStudy { key, study } = made(&mut ann, "e5e1 e6e10").await;
    let path = format!("/studies/{}", study.id);
    clock.advance(Duration::from_secs(60));
    let spoil = json!({ "key": key, "version": 1, "text": text("") });
    let _: StoredStudy = ann.put(&path, &spoil).await;
    clock.advance(Duration::from_secs(90));
    let versions = format!("{path}/versions");
    let kept: StudyVersions = ann.get(&versions).await.json();
    let kept: Vec<_> = kept.versions.iter().map(|kept| (kept.version, kept.seconds_ago)).collect();
    assert_eq!(kept, [(1, 90)]);
    let back = |version: u64, to: u64| json!({ "key": key, "version": version, "to": to });
    let again: StoredStudy = ann.post(&versions, &back(2, 1)).await.json();
    assert_eq!(again, StoredStudy { version: 3, ..study });
    ann.post(&versions, &back(2, 1)).await.is_refusal(StatusCode::CONFLICT, "stale");
    for to in [0, 3, 9, u64::MAX] {
        assert_eq!(ann.post(&versions, &back(3, to)).await.code(), "not-found");
    }
    clock.advance(Duration::from_secs(3_600));
    assert_eq!(ann.get(&versions).await.json::<StudyVersions>().versions, []);
    assert_eq!(ann.post(&versions, &back(3, 2)).await.code(), "not-found");
}

#[tokio::test]
async fn a_visitor_changes_studies_only_so_often() {
    let server = TestServer::with(|config| {
        config.limits.study_changes.of_visitor = Rate::per_second(1e-6, 1.0);
    })
    .await;
    let mut ann = server.person("Ann").await;
    let MadeStudy { key, study } = made(&mut ann, "e5e1").await;
    let path = format!("/studies/{}", study.id);
    let change = |version: u64| json!({ "key": key, "version": version, "text": text("e5e1") });
    let _: StoredStudy = ann.put(&path, &change(1)).await;
    let refused = ann.call("PUT", &format!("/api/v1{path}"), Some(&change(2))).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.text);
}

/// A tree of about thirty kilobytes: first moves, each with a long comment.
fn long() -> String {
    let game = parlour_games::find("outwit").expect("a game");
    let moves = (game.open)(&Default::default()).expect("a game").legal();
    let comment = format!("{{{}}}", "x".repeat(3_700));
    let others = moves[1..8].iter().map(|action| format!(" ({action} {comment})"));
    text(&format!("{} {comment}{}", moves[0], others.collect::<String>()))
}

#[tokio::test]
async fn an_address_keeps_only_so_many_kilobytes_of_studies() {
    let server = TestServer::with(|config| {
        config.limits.keeping = Rates::of(Rate::UNLIMITED, Rate::per_hour(1.0, 100.0));
    })
    .await;
    let mut ann = server.person("Ann").await;
    let make = async |person: &mut Person| {
        person.post("/studies", &json!({ "text": long() })).await.status
    };
    for _ in 0..3 {
        assert_eq!(make(&mut ann).await, StatusCode::CREATED);
    }
    let mut other_cookie = server.person("Ann again").await;
    assert_eq!(make(&mut other_cookie).await, StatusCode::TOO_MANY_REQUESTS);
    let small = made(&mut ann, "e5e1").await;
    let large = json!({ "key": small.key, "version": 1, "text": long() });
    let path = format!("/api/v1/studies/{}", small.study.id);
    let grown = ann.call("PUT", &path, Some(&large)).await;
    assert_eq!(grown.status, StatusCode::TOO_MANY_REQUESTS, "one that grows counts as well");
}

#[tokio::test]
async fn sockets_of_studies_count_in_the_addresss_share_of_memory() {
    let server = TestServer::with(|config| config.limits.kilobytes_of_address = 300).await;
    let mut ann = server.person("Ann").await;
    let made = ann.post("/studies", &json!({ "text": long() })).await;
    let path = format!("/studies/{}/socket", made.json::<MadeStudy>().study.id);
    let mut open = Vec::new();
    let refused = loop {
        match ann.knock_at(&path, &[]).await {
            // With the first message its whole length counts.
            Ok(mut socket) => {
                if socket.next_text().await.is_none() {
                    break "closed".to_owned();
                }
                open.push(socket);
            }
            Err(refused) => break refused.to_string(),
        }
        assert!(open.len() < 10, "each takes more than 30 of 300 kilobytes");
    };
    assert!(!open.is_empty(), "{refused}");
    open.clear();
    until("the share is free again", async || {
        let mut socket = match ann.knock_at(&path, &[]).await {
            Ok(socket) => socket,
            Err(_) => return false,
        };
        socket.next_text().await.is_some()
    })
    .await;
}

#[tokio::test]
async fn readers_get_the_last_version_and_at_most_one_a_second() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    let MadeStudy { key, study } = made(&mut ann, "e5e1").await;
    let path = format!("/studies/{}", study.id);
    let mut sockets = Vec::new();
    for _ in 0..5 {
        let mut socket = ann.knock_at(&format!("{path}/socket"), &[]).await.expect("it opens");
        assert_eq!(next(&mut socket).await.version, 1);
        sockets.push(socket);
    }
    let (begun, last) = (Instant::now(), 40);
    for version in 1..last {
        let change = json!({ "key": key, "version": version, "text": text("e5e1") });
        let _: StoredStudy = ann.put(&path, &change).await;
    }
    for socket in &mut sockets {
        let mut messages = 1;
        while next(socket).await.version < last {
            messages += 1;
        }
        // However slow the machine: two in the first second, and one in each other.
        let most = 2 + begun.elapsed().as_secs();
        assert!(messages <= most, "{messages} messages, at most {most}");
    }
}

#[tokio::test]
async fn a_study_gives_a_page_that_asks_a_sign_of_life_and_hears_nothing_else() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let id = made(&mut ann, "e5e1").await.study.id;
    let mut page = ann.knock_at(&format!("/studies/{id}/socket"), &[]).await.expect("it opens");
    assert_eq!(next(&mut page).await.id, id);
    for said in ["", "what?", "null"] {
        page.send_text(said).await;
    }
    let ping = page.send(&ClientMessage::Ping).await;
    let pong = page.next_text().await.expect("an answer");
    let pong: ServerMessage = serde_json::from_str(&pong).expect("a message");
    assert_eq!(pong, ServerMessage::Pong { id: ping });
}
