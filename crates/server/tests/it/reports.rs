//! Reports on finished games.

use std::time::Duration;

use axum::http::StatusCode;
use parlour_analysis::{Knowledge, Report, Verdict};
use parlour_server::limits::Rate;
use parlour_wire::api::Created;
use parlour_wire::report::{AskAttempt, AttemptJudged, ReportState};
use parlour_wire::table::Clock;

use crate::harness::*;

async fn table(person: &mut Person, seed: u64) -> String {
    let answer =
        person.post("/records", &random_record("shut-the-box", &[], seed, usize::MAX)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json::<Created>().id
}

/// Asks until the report is there.
async fn made(person: &mut Person, id: &str) -> Report {
    let report = async || match person.get(&format!("/tables/{id}/report")).await.json() {
        ReportState::Made { report } => Some(report),
        ReportState::Making { done, all } => {
            assert!(done <= all);
            None
        }
        ReportState::None => panic!("nobody makes it"),
    };
    eventually("it is made", report).await
}

#[tokio::test]
async fn a_finished_game_gets_one_report_that_stays() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let id = table(&mut ann, 4).await;
    let address = format!("/tables/{id}/report");
    assert_eq!(ann.get(&address).await.json::<ReportState>(), ReportState::None);
    let begun = ann.post(&address, &()).await.json::<ReportState>();
    assert_ne!(begun, ReportState::None);
    let report = made(&mut ann, &id).await;
    for seat in &report.seats {
        let account = seat.account;
        let parts = account.luck + account.own_errors + account.others_errors + account.revision;
        assert!((account.end - account.start - parts).abs() < 1e-9, "{account:?}");
    }
    // It comes from the store from now on, for anybody, also after a new start.
    let folder = server.close().await;
    let server = TestServer::open(folder, |config| {
        config.limits.reports.of_visitor = Rate::per_second(1e-6, 0.0);
    })
    .await;
    let mut bob = server.person("Bob").await;
    let again = bob.post(&address, &()).await.json::<ReportState>();
    assert_eq!(again, ReportState::Made { report: report.clone() });

    let step = report.steps.iter().find(|step| step.verdict > Some(Verdict::Good));
    let step = step.expect("random moves make mistakes");
    let better = step.better.as_ref().expect("a better move").line[0].clone();
    let ask = |action: &str| AskAttempt { ply: step.ply, action: action.to_owned() };
    let tried = format!("{address}/attempt");
    let right: AttemptJudged = bob.post(&tried, &ask(&better)).await.json();
    assert_eq!(right, AttemptJudged { loss: 0.0, right: true });
    let wrong: AttemptJudged = bob.post(&tried, &ask(&step.action)).await.json();
    assert!(!wrong.right && wrong.loss > 0.0);
    assert_eq!(bob.post(&tried, &ask("nonsense")).await.code(), "illegal");
    let throw = AskAttempt { ply: 1, action: report.steps[0].action.clone() };
    assert_eq!(bob.post(&tried, &throw).await.code(), "no-question");
}

#[tokio::test]
async fn a_running_game_has_no_report() {
    let server = TestServer::new().await;
    let (mut a, mut b, mut ann, _) = two_at(&server, "shell-out", Clock::None).await;
    a.until(|view| !view.choices.is_empty()).await;
    a.act_any(0).await;
    b.until(|view| !view.choices.is_empty()).await;
    let id = a.view().id.clone();
    let address = format!("/tables/{id}/report");
    assert_eq!(ann.get(&address).await.code(), "not-over");
    assert_eq!(ann.post(&address, &()).await.code(), "not-over");
    let ask = AskAttempt { ply: 1, action: "d5".to_owned() };
    assert_eq!(ann.post(&format!("{address}/attempt"), &ask).await.code(), "not-over");
    assert_eq!(ann.get(&format!("/tables/{id}/knowledge")).await.code(), "not-over");
    assert_eq!(ann.get(&format!("/tables/{id}/knowledge?viewer=1")).await.code(), "not-over");
}

#[tokio::test]
async fn what_could_be_known_is_there_for_every_seat_of_a_finished_game() {
    // A busy machine takes longer for a whole game than a call may take.
    let server =
        TestServer::with(|config| config.limits.call_timeout = Duration::from_secs(600)).await;
    let mut ann = server.person("Ann").await;
    // One hand is enough: every moment of it is counted out.
    let game = random_record("shell-out", &[("hands", "1")], 3, usize::MAX);
    let actions = game.text.lines().count() - 4;
    let id = ann.post("/records", &game).await.json::<Created>().id;
    let address = format!("/tables/{id}/knowledge");
    let watched: Knowledge = ann.get(&address).await.json();
    assert_eq!((watched.viewer, watched.moments.len()), (None, actions + 1));
    let own: Knowledge = ann.get(&format!("{address}?viewer=1")).await.json();
    assert!(own.viewer == Some(1) && own.owners == watched.owners);
    assert_eq!(ann.get(&format!("{address}?viewer=9")).await.code(), "no-such-seat");
    let answer = ann.get(&format!("{address}?viewer=x")).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
    let open = table(&mut ann, 4).await;
    assert_eq!(ann.get(&format!("/tables/{open}/knowledge")).await.code(), "no-secrets");
}

#[tokio::test]
async fn a_visitor_has_only_so_many_reports_made() {
    let server = TestServer::with(|config| {
        config.limits.reports.of_visitor = Rate::per_second(1e-6, 1.0);
    })
    .await;
    let mut ann = server.person("Ann").await;
    let first = table(&mut ann, 1).await;
    assert_eq!(ann.post(&format!("/tables/{first}/report"), &()).await.status, StatusCode::OK);
    let second = table(&mut ann, 2).await;
    let refused = ann.post(&format!("/tables/{second}/report"), &()).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    made(&mut ann, &first).await;
}
