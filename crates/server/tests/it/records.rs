//! Replays and records.

use axum::http::StatusCode;
use parlour_wire::api::{Created, Record, Replay};
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, Status, TableView};

use crate::harness::*;

#[tokio::test]
async fn a_game_can_be_looked_at_again_and_leaves_as_text_and_comes_back() {
    let server = TestServer::new().await;
    let (mut a, mut b, mut ann, mut bob) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    for pick in 0..3 {
        a.act_any(pick).await;
        b.until(|view| !view.choices.is_empty()).await;
        b.act_any(pick).await;
        a.until(|view| !view.choices.is_empty()).await;
    }
    let replay: Replay = ann.get(&format!("/tables/{id}/replay")).await.json();
    assert_eq!((replay.steps.len(), replay.open, replay.viewer), (7, false, Some(0)));
    let view: TableView = ann.get(&format!("/tables/{id}")).await.json();
    assert_eq!(replay.steps[6].position, view.position);
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    b.until(|view| view.status == Status::Over).await;
    let replay: Replay = bob.get(&format!("/tables/{id}/replay?viewer=1")).await.json();
    assert_eq!((replay.viewer, replay.open), (Some(1), false));
    let replay: Replay = bob.get(&format!("/tables/{id}/replay")).await.json();
    assert!(replay.open && replay.result.is_some());
    for bad in ["viewer=2", "viewer=x", "viewer=300"] {
        let answer = bob.get(&format!("/tables/{id}/replay?{bad}")).await;
        assert!(answer.status.is_client_error() && !answer.code().is_empty(), "{bad}");
    }

    let text = bob.get(&format!("/tables/{id}/record")).await.text;
    for line in
        ["parlour: 1", "game: outwit", "player 1: Ann", "player 2: Bob", "result: 0 1", "actions:"]
    {
        assert!(text.lines().any(|there| there == line), "{line} is missing in\n{text}");
    }
    let answer = bob.post("/records", &Record { text: text.clone() }).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let back = answer.json::<Created>().id;
    assert_eq!(bob.get(&format!("/tables/{back}/record")).await.text, text);
    let mut page = bob.open(&back).await;
    assert_eq!(page.view().status, Status::Over);
    assert_eq!(page.refused(&ClientMessage::Rematch).await, "not-seated");
    let again: Replay = bob.get(&format!("/tables/{back}/replay")).await.json();
    assert_eq!(again.steps, replay.steps);
}

#[tokio::test]
async fn whole_games_of_every_kind_come_back_from_their_records() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    for entry in parlour_games::all() {
        let mut session = (entry.open)(&Default::default()).expect("the defaults");
        let text = format!("# a remark\n{}", random_record(entry.id, &[], 3, 300).text);
        for action in text.lines().skip_while(|line| *line != "actions:").skip(1) {
            session.play(action).expect("a legal action");
        }
        let answer = ann.post("/records", &Record { text }).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}: {}", entry.id, answer.text);
        let id = answer.json::<Created>().id;
        let replay: Replay = ann.get(&format!("/tables/{id}/replay")).await.json();
        let last = replay.steps.last().expect("a start at least");
        assert_eq!(last.position, session.position(), "{}", entry.id);
        assert!(replay.open);
    }
}

/// The number of threads of this process, which is this test's alone.
#[cfg(target_os = "linux")]
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").expect("Linux tells").count()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replays_that_nobody_waits_for_are_made_few_at_a_time() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let record = random_record("outwit", &[], 1, 400);
    let id = ann.post("/records", &record).await.json::<Created>().id;
    let place = format!("/tables/{id}/replay");
    ann.get(&place).await;
    let before = threads();
    for _ in 0..60 {
        let mut other = ann.clone();
        let asks = other.get(&place);
        // Hangs up once the call is under way.
        let _ = tokio::time::timeout(std::time::Duration::from_millis(2), asks).await;
    }
    // Without a bound nearly every call would have a thread of its own; a busy machine has a few for other work.
    assert!(threads() <= before + 10, "{} threads, {before} before", threads());
}

#[tokio::test]
async fn a_record_that_cannot_be_played_is_refused_with_its_line() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let mut refuse = async |text: &str, code: &str, words: &str| {
        let answer = ann.post("/records", &Record { text: text.to_owned() }).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        let failure: parlour_wire::api::Failure = answer.json();
        assert_eq!(failure.code, code, "{text}");
        assert!(failure.message.contains(words), "{}", failure.message);
    };
    refuse("", "bad-record", "actions").await;
    refuse("game: outwit\nactions:", "bad-record", "Line 1").await;
    refuse("parlour: 1\nactions:", "bad-record", "which game").await;
    refuse("parlour: 1\ngame: go\nactions:", "no-such-game", "not here").await;
    refuse("parlour: 1\ngame: outwit\nmood: good\nactions:", "bad-record", "Line 3").await;
    refuse("parlour: 1\ngame: outwit\nnothing", "bad-record", "Line 3").await;
    refuse("parlour: 1\ngame: outwit\nrules: 99\nactions:", "bad-record", "rules").await;
    refuse("parlour: 1\ngame: outwit\noption x: 1\nactions:", "bad-option", "x").await;
    refuse("parlour: 1\ngame: outwit\nactions:\n\na1a1", "bad-record", "Line 5").await;
    refuse("parlour: 1\ngame: outwit\nresult: 1 1\nactions:", "bad-record", "result").await;
    refuse("parlour: 1\ngame: outwit\nplayer x: A\nactions:", "bad-record", "Line 3").await;
}
