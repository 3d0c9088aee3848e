//! Heavy work of one address: it is counted, it has turns, it ends, and nobody else waits for all of it.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use parlour_analysis::Knowledge;
use parlour_server::limits::{Limits, Rate, Rates};
use parlour_wire::api::{Created, NewSeat, Record};
use parlour_wire::lessons::LessonCheck;
use parlour_wire::report::ReportState;
use parlour_wire::table::Level;
use serde_json::json;
use tokio::task::JoinSet;

use crate::harness::*;

fn attacker() -> Option<IpAddr> {
    Some(IpAddr::from([127, 0, 0, 66]))
}

fn lines(seconds: u8) -> serde_json::Value {
    json!({ "place": { "game": "outwit", "actions": [] }, "lines": 1, "seconds": seconds })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_analyses_of_one_address_keep_nobody_elses_work_waiting() {
    let server = TestServer::with(|config| {
        config.bots.budget = None;
        config.limits.calls = Rates::UNLIMITED;
    });
    let server = server.await;
    let most = Limits::default().analyses_of_address;
    let mut ann = server.person("Ann").await;
    let finished = |game, actions| {
        let text = random_record(game, &[], 1, actions).text;
        Record { text: text.replace("actions:", "result: 1 0\nactions:") }
    };
    let secret = ann.post("/records", &finished("shell-out", 40)).await.json::<Created>().id;
    let open = ann.post("/records", &finished("outwit", 60)).await.json::<Created>().id;
    // As many as the address may have are under way or wait; whatever cookies it has, it gets no more.
    let mut long = JoinSet::new();
    for _ in 0..most + 2 {
        let mut eve = server.stranger(attacker());
        long.spawn(async move { eve.post("/analysis/lines", &lines(20)).await });
    }
    for _ in 0..2 {
        let refused = long.join_next().await.expect("a call").expect("no panic");
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.text);
        assert!(refused.headers.contains_key(header::RETRY_AFTER));
    }
    until("searches wait", async || server.app.searches_wait()).await;
    // Everybody else has turns meanwhile.
    let analysis = ann.post("/analysis/lines", &lines(1)).await;
    assert!(analysis.text.contains("\"done\":true"), "{}", analysis.text);
    let knowledge = ann.get(&format!("/tables/{secret}/knowledge")).await;
    assert_eq!(knowledge.status, StatusCode::OK, "{}", knowledge.text);
    let _: Knowledge = knowledge.json();
    let report = format!("/tables/{open}/report");
    assert_eq!(ann.post(&report, &()).await.status, StatusCode::OK);
    until("a piece of the report is made", async || match ann.get(&report).await.json() {
        ReportState::Making { done, .. } => done > 0,
        ReportState::Made { .. } => true,
        ReportState::None => panic!("it was asked for"),
    })
    .await;
    let computer = NewSeat::Computer { level: Level::new(3) };
    let id = ann.table(&new_table("outwit", vec![me(), computer])).await;
    let mut page = ann.open(&id).await;
    page.my_turn().await;
    page.act_any(0).await;
    page.until(|view| view.ply == 2).await;
    let ended = std::iter::from_fn(|| long.try_join_next()).count();
    assert!(ended < most && !long.is_empty(), "others did not wait for all of them");
    // Who hangs up makes room at once.
    long.shutdown().await;
    let mut eve = server.stranger(attacker());
    assert_eq!(eve.post("/analysis/lines", &lines(1)).await.status, StatusCode::OK);
    server.close().await;
}

const LESSON: &str = "## Up\ntask: Slide the chip on i1 up.\n\
    position: d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/4d2l1/8l l 0\ngoal: GOAL\npar: 1\n\
    done: It is home.\nmistake: any move\nsays: Not that one.\n";

#[tokio::test]
async fn checks_of_lessons_count_as_analyses() {
    let server = TestServer::with(|config| {
        let few = Rates::of(Rate::per_minute(1.0, 2.0), Rate::per_minute(1.0, 3.0));
        config.limits.analyses = few;
    });
    let server = server.await;
    let text = LESSON.replace("GOAL", "mine on i10");
    let mut statuses = Vec::new();
    for visitor in 0..2 {
        let mut eve = server.stranger(attacker());
        eve.get("/me").await;
        for _ in 0..3 - visitor {
            let answer = eve.post("/games/outwit/lesson-check", &json!({ "text": text })).await;
            statuses.push(answer.status.as_u16());
        }
    }
    assert_eq!(statuses, [200, 200, 429, 200, 429], "by visitor, then by address");
}

#[tokio::test]
async fn a_condition_that_is_asked_many_times_is_looked_up_once() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut eve = server.stranger(attacker());
    let often = vec!["they win next"; 25].join(" or ");
    let mistake = format!("mistake: {often}\nsays: They win.\nmistake: any move\nsays:");
    let text = LESSON.replace("GOAL", &format!("not ({often}) and mine on i10"));
    let text = text.replace("mistake: any move\nsays:", &mistake);
    let check = eve.post("/games/outwit/lesson-check", &json!({ "text": text })).await;
    let check: LessonCheck = check.json();
    assert!(check.notes[0].starts_with("1 of "), "{check:?}");
}

/// The calls that take a body.
const CALLS: [&str; 14] = [
    "/games/outwit/lesson-check",
    "/games/outwit/lessons/slide-to-the-end",
    "/games/outwit/lessons/slide-to-the-end/ask",
    "/games/outwit/lessons/slide-to-the-end/hint",
    "/tables",
    "/tables/x/dice",
    "/tables/x/report/attempt",
    "/records",
    "/analysis/position",
    "/analysis/tree",
    "/analysis/repair",
    "/analysis/setup",
    "/analysis/lines",
    "/studies",
];

#[tokio::test]
async fn json_that_is_nested_deeply_ends_nothing() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let eve = server.stranger(attacker());
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}0{}", open.repeat(9_000), close.repeat(9_000));
        // As the body, in a field that there is, and in one that there is not.
        for body in [deep.clone(), format!("{{\"text\":{deep}}}"), format!("{{\"place\":{deep}}}")]
        {
            for path in CALLS {
                let call = Request::post(format!("/api/v1{path}"))
                    .header(header::HOST, "here")
                    .header(header::CONTENT_TYPE, "application/json")
                    .body(Body::from(body.clone()));
                let status = eve.send(call.expect("a request")).await.status;
                assert!(status.is_client_error(), "{path}: {status}");
            }
        }
    }
    let (_, mut page) = server.table("outwit", vec![me(), me()]).await;
    for field in ["", "\"action\":", "\"other\":"] {
        let deep = format!("{}{}", "[".repeat(7_000), "]".repeat(7_000));
        let text = format!("{{\"type\":\"act\",\"ply\":0,{field}{deep}}}");
        page.send_text(&text).await;
        assert_eq!(page.refusal().await.1, "bad-message");
    }
}
