//! Attacks from one address that would keep others waiting or fill the memory. The tests assert order,
//! counts and bounds, which also hold on a busy machine.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::StatusCode;
use parlour_server::limits::Rate;
use parlour_server::store::Store;
use parlour_table::stored::TableId;
use parlour_wire::api::{Created, NewSeat, Record, Replay};
use parlour_wire::report::ReportState;
use parlour_wire::table::Level;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

use crate::harness::*;

fn attacker() -> Option<IpAddr> {
    Some(IpAddr::from([127, 0, 0, 66]))
}

pub(crate) fn level(number: u8) -> NewSeat {
    NewSeat::Computer { level: Level::new(number) }
}

/// A long game as a record.
pub(crate) fn long_record(game: &str, options: &[(&str, &str)], actions: usize) -> String {
    random_record(game, options, 1, actions).text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fresh_cookies_of_one_address_do_not_keep_anothers_computer_waiting() {
    let server = TestServer::with(|config| {
        config.bots.budget = None;
        config.limits.new_tables.of_address = Rate::UNLIMITED;
    });
    let server = server.await;
    let mut tables = Vec::new();
    for _ in 0..60 {
        let mut eve = server.stranger(attacker());
        eve.get("/me").await;
        tables.push(eve.table(&new_table("outwit", vec![level(8), me()])).await);
    }
    until("searches wait", async || server.app.searches_wait()).await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let mut page = ann.open(&id).await;
    let store = server.store().await;
    let moves = async || {
        let ids: Vec<TableId> = tables.iter().cloned().map(TableId).collect();
        let latest = store.latest(&ids).await.expect("reads");
        latest.iter().map(|(_, sequence)| sequence - 1).sum::<u64>()
    };
    page.my_turn().await;
    let before = moves().await;
    page.act_any(0).await;
    page.until(|view| view.ply == 2).await;
    // A search for nobody gives way; one that is about to end may end.
    let meanwhile = moves().await - before;
    assert!(meanwhile <= 1, "{meanwhile} moves of tables at which nobody is present came first");
    assert!(server.app.searches_wait(), "the others still wait");
    store.close().await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_reports_under_way_do_not_keep_a_computer_waiting() {
    let server = TestServer::with(|config| config.bots.workers = 1).await;
    let text = long_record("outwit", &[], 60).replace("actions:", "result: 1 0\nactions:");
    let (mut readers, mut reports) = (Vec::new(), Vec::new());
    for number in 0..10 {
        let mut reader = server.stranger(Some(IpAddr::from([127, 0, 1, number])));
        let answer = reader.post("/records", &Record { text: text.clone() }).await;
        let report = format!("/tables/{}/report", answer.json::<Created>().id);
        reader.post(&report, &()).await;
        readers.push(reader);
        reports.push(report);
    }
    // How many positions all reports together have evaluated.
    let mut done = async || {
        let mut sum = 0;
        for (reader, report) in readers.iter_mut().zip(&reports) {
            match reader.get(report).await.json::<ReportState>() {
                ReportState::Making { done, .. } => sum += done,
                other => panic!("it takes longer: {other:?}"),
            }
        }
        sum
    };
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), level(1)])).await;
    let mut page = ann.open(&id).await;
    for turn in 0..3 {
        page.my_turn().await;
        let before = done().await;
        page.act_any(0).await;
        page.until(|view| view.ply == 2 * turn + 2).await;
        let meanwhile = done().await - before;
        // The piece that is under way ends, and some follow while this test asks for the figures. Were
        // reports served in turn with moves, each of the ten would be one piece further.
        assert!(meanwhile < 8, "{meanwhile} pieces of reports came before the computer's move");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_tables_of_one_address_neither_fill_the_memory_nor_lock_others_out() {
    let cache = 2 << 20;
    let server = TestServer::with(|config| {
        config.cache_bytes = cache;
        config.limits.opening.of_address = Rate::per_second(0.001, 60.0);
        config.limits.new_tables.of_address = Rate::UNLIMITED;
        config.limits.kilobytes_of_address = 512;
    });
    let server = server.await;
    let text = long_record("shell-out", &[("players", "6")], 400);
    let mut eve = server.stranger(attacker());
    let mut ids = Vec::new();
    for _ in 0..20 {
        let answer = eve.post("/records", &Record { text: text.clone() }).await;
        ids.push(answer.json::<Created>().id);
        eve.cookie = None;
    }
    assert_eq!(server.app.tables_in_memory().0, 0, "an import is not kept in memory");
    let mut opened = 0;
    for id in &ids {
        let answer = eve.get(&format!("/tables/{id}")).await;
        match answer.status {
            StatusCode::OK => opened += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{}", answer.text),
        }
        assert!(server.app.tables_in_memory().1 <= cache, "the cache is bounded in bytes");
    }
    assert_eq!(opened, 12, "60 units for games of five units each");
    // Another address opens what it likes.
    let mut ann = server.person("Ann").await;
    let answer = ann.get(&format!("/tables/{}", ids[19])).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    // Open pages keep their tables in memory, so their memory is counted.
    let (mut pages, mut refused) = (Vec::new(), 0);
    for _ in 0..30 {
        match eve.knock(&ids[0], &[]).await {
            Ok(page) => pages.push(page),
            Err(status) => {
                assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
                refused += 1;
            }
        }
    }
    assert!(refused > 0 && !pages.is_empty(), "{refused} of 30 were refused");
    assert!(ann.knock(&ids[1], &[]).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_of_one_address_do_not_keep_others_from_their_replays() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    // More than the buffers of a connection take.
    let text = long_record("shell-out", &[("players", "6")], 3_000);
    let answer = ann.post("/records", &Record { text }).await;
    let id = answer.json::<Created>().id;
    let place = format!("/api/v1/tables/{id}/replay");
    let (begun, mut answers) = tokio::sync::mpsc::unbounded_channel();
    let mut slow = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((attacker().expect("an address"), 0).into()).expect("this computer");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        let mut stream = socket.connect(server.address).await.expect("the server listens");
        let call = format!("GET {place} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        let mut begun = Some(begun.clone());
        // It reads on, so that the server cannot take it for somebody who is gone.
        slow.spawn(async move {
            stream.write_all(call.as_bytes()).await.expect("the server takes it");
            let mut some = [0; 512];
            while stream.read(&mut some).await.is_ok_and(|read| read > 0) {
                begun.take().map(|begun| begun.send(()));
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
    }
    // Sixteen was once the number of replays that were sent at a time.
    for _ in 0..16 {
        answers.recv().await.expect("an answer has begun");
    }
    let answer = ann.call("GET", &place, None::<&()>).await;
    assert!(slow.try_join_next().is_none(), "nobody waits until a slow reader is gone");
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert!(answer.json::<Replay>().steps.len() > 100);
}
