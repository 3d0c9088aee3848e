//! The engine helps in no running game between people: not through any call that searches, not about the
//! position before or after, and not from the same address. What many games have in common stays open.

use axum::http::StatusCode;
use parlour_core::rng::seeded;
use parlour_server::limits::Limits;
use parlour_wire::analysis::PositionView;
use parlour_wire::api::Created;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use parlour_wire::table::{Clock, Status, Turn};
use serde_json::{Value, json};

use crate::harness::*;

async fn unlimited() -> TestServer {
    TestServer::with(|config| config.limits = Limits::UNLIMITED).await
}

/// The first legal moves of a game of Outwit.
fn moves(count: usize) -> Vec<String> {
    let game = parlour_games::find("outwit").expect("a game");
    let mut session = (game.open)(&Default::default()).expect("a game");
    let mut rng = seeded(7);
    let mut moves = Vec::new();
    for _ in 0..count {
        let action = session.sample(&mut rng).expect("it is not over");
        session.play(&action).expect("legal");
        moves.push(action);
    }
    moves
}

/// Two people who have made these moves at a table of theirs.
async fn after(server: &TestServer, moves: &[String]) -> (Socket, Socket, Person, Person) {
    let (mut a, mut b, ann, bob) = two_at(server, "outwit", Clock::None).await;
    play(&mut a, &mut b, moves).await;
    (a, b, ann, bob)
}

async fn play(a: &mut Socket, b: &mut Socket, moves: &[String]) {
    for (done, action) in moves.iter().enumerate() {
        let (mover, other) = if done % 2 == 0 { (&mut *a, &mut *b) } else { (&mut *b, &mut *a) };
        mover.act(action).await;
        other.until(|view| view.ply as usize == done + 1).await;
    }
}

fn asked(actions: &[String]) -> Value {
    let place = json!({ "game": "outwit", "actions": actions });
    json!({ "place": place, "lines": 1, "seconds": 1 })
}

async fn is_refused(person: &mut Person, path: &str, asked: &Value) -> bool {
    let answer = person.post(path, asked).await;
    if answer.status == StatusCode::FORBIDDEN {
        assert_eq!(answer.code(), "in-play");
    }
    answer.status == StatusCode::FORBIDDEN
}

#[tokio::test]
async fn a_lesson_about_a_position_in_play_is_not_checked() {
    let server = unlimited().await;
    let line = moves(2);
    let (.., mut ann, _) = after(&server, &line).await;
    let mut dan = server.stranger(Some([127, 0, 0, 9].into()));
    let asked = json!({ "place": { "game": "outwit", "actions": line } });
    let view: PositionView = ann.post("/analysis/position", &asked).await.json();
    let text = format!(
        "## Mine\ntask: Move.\nposition: {}\ngoal: plays *\npar: 1\ndone: Right.\n",
        view.position
    );
    let lesson = json!({ "text": text });
    assert!(is_refused(&mut ann, "/games/outwit/lesson-check", &lesson).await);
    assert!(!is_refused(&mut dan, "/games/outwit/lesson-check", &lesson).await, "not his game");
}

#[tokio::test]
async fn there_is_no_hint_at_a_table_of_ones_own_with_the_same_moves() {
    let server = unlimited().await;
    let line = moves(2);
    let (.., mut ann, _) = after(&server, &line).await;
    let mut dan = server.stranger(Some([127, 0, 0, 9].into()));
    for (person, refused) in [(&mut ann, true), (&mut dan, false)] {
        let id = person.table(&new_table("outwit", vec![me(), me()])).await;
        let mut own = person.open(&id).await;
        for action in &line {
            own.act(action).await;
        }
        let action = own.view().choices[0].action.clone();
        let ply = own.view().ply;
        for question in [ClientMessage::Hint, ClientMessage::Judge { action, ply }] {
            own.send(&question).await;
            let answer = loop {
                match own.next().await.expect("the socket is open") {
                    ServerMessage::Error { code, .. } => break Some(code),
                    ServerMessage::Hint { .. } | ServerMessage::Verdict { .. } => break None,
                    _ => {}
                }
            };
            assert_eq!(answer.as_deref(), refused.then_some("in-play"));
        }
    }
}

#[tokio::test]
async fn the_throw_before_a_position_in_play_has_no_answers() {
    let server = unlimited().await;
    let (mut a, _b, mut ann, _) = two_at(&server, "senet", Clock::None).await;
    let view = a.until(|view| !view.choices.is_empty() || view.ply > 0).await;
    let record = ann.get(&format!("/tables/{}/record", view.id)).await.text;
    let (_, actions) = record.split_once("actions:").expect("a record");
    let line: Vec<&str> = actions.split_whitespace().collect();
    let (last, before) = line.split_last().expect("a throw");
    let place = json!({ "game": "senet", "actions": before });
    let place: PositionView =
        ann.post("/analysis/position", &json!({ "place": place })).await.json();
    assert!(matches!(place.turn, Turn::Chance { .. }), "{last}");
    assert!(place.no_engine.is_some(), "the answer to each throw would be among them");
}

#[tokio::test]
async fn a_record_with_one_more_move_gets_no_report_while_the_game_goes_on() {
    let server = unlimited().await;
    let line = moves(3);
    // What was played before is looked at as ever, though every game begins alike.
    let mut dan = server.person("Dan").await;
    let record =
        json!({ "text": format!("parlour: 1\ngame: outwit\nactions:\n{}\n", line.join(" ")) });
    let report = async |person: &mut Person, id: &str| {
        is_refused(person, &format!("/tables/{id}/report"), &json!({})).await
    };
    let before: Created = dan.post("/records", &record).await.json();
    let (mut a, _b, mut ann, _) = after(&server, &line[..2]).await;
    let import: Created = ann.post("/records", &record).await.json();
    assert!(report(&mut ann, &import.id).await);
    assert!(!report(&mut ann, &before.id).await);
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    a.until(|view| view.status == Status::Over).await;
    assert!(!report(&mut ann, &import.id).await, "the game is over");
}

#[tokio::test]
async fn another_window_of_a_players_computer_is_no_way_round_and_an_opening_is_free_for_others() {
    let server = unlimited().await;
    let line = moves(8);
    let (mut a, mut b, mut ann, _) = two_at(&server, "outwit", Clock::None).await;
    let (mut window, mut away) = (
        server.stranger(Some([127, 0, 0, 1].into())),
        server.stranger(Some([127, 0, 0, 9].into())),
    );
    let lines = "/analysis/lines";
    play(&mut a, &mut b, &line[..7]).await;
    assert!(is_refused(&mut ann, lines, &asked(&line[..7])).await);
    for other in [&mut window, &mut away] {
        assert!(!is_refused(other, lines, &asked(&line[..7])).await, "an opening");
    }
    b.act(&line[7]).await;
    a.until(|view| view.ply == 8).await;
    assert!(is_refused(&mut ann, lines, &asked(&line)).await);
    assert!(is_refused(&mut window, lines, &asked(&line)).await, "another cookie is no way round");
    assert!(!is_refused(&mut away, lines, &asked(&line)).await, "a private game, far away");
    for person in [&mut ann, &mut window] {
        assert!(!is_refused(person, lines, &asked(&[])).await, "the start is free");
    }
}
