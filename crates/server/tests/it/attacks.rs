//! Attacks of one address that once kept others waiting or filled the memory. They assert on order,
//! counts and bounds, which hold on a busy machine as well.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use parlour_server::limits::Rate;
use parlour_server::store::{SqliteStore, Store};
use parlour_table::stored::TableId;
use parlour_wire::api::{Created, NewSeat, Record, Replay};
use parlour_wire::report::ReportState;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use parlour_wire::table::Level;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

use crate::harness::*;

fn attacker() -> Option<IpAddr> {
    Some(IpAddr::from([127, 0, 0, 66]))
}

fn level(number: u8) -> NewSeat {
    NewSeat::Computer { level: Level::new(number) }
}

/// A long game as a record.
fn long_record(game: &str, options: &[(&str, &str)], actions: usize) -> String {
    random_record(game, options, 1, actions).text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fresh_cookies_of_one_address_do_not_keep_anothers_computer_waiting() {
    let server = TestServer::with(|config| {
        config.bots.budget = None;
        config.limits.new_tables_of_address = Rate::NONE;
    });
    let server = server.await;
    let mut tables = Vec::new();
    for _ in 0..60 {
        let mut eve = server.stranger(attacker());
        eve.get("/me").await;
        tables.push(eve.table(&new_table("outwit", vec![level(8), me()])).await);
    }
    while !server.app.searches_wait() {
        tokio::task::yield_now().await;
    }
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let mut page = ann.open(&id).await;
    let store = SqliteStore::open(&server.folder.path().join("parlour.db")).await.expect("opens");
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
        config.limits.opening_of_address = Rate::per_second(0.001, 60.0);
        config.limits.new_tables_of_address = Rate::NONE;
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

/// One call to a program that runs, from an address of this computer.
async fn call(
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
async fn newcomer(from: Option<IpAddr>, to: SocketAddr) -> String {
    let (head, _) = call(from, to, "GET /api/v1/me", "", "").await;
    let line = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    line.split(';').next().expect("a pair").to_owned()
}

/// The name in an answer to a new table or record, unless that was refused.
fn made(answer: &(String, String)) -> Option<String> {
    let start = answer.1.find("\"id\":\"")? + 6;
    Some(answer.1[start..].split('"').next()?.to_owned())
}

/// The most memory that a process has used, in megabytes.
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a peak");
    line.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok()).expect("kB") / 1024
}

/// A program that ends with the test, also with one that fails.
struct Ended(std::process::Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays against a computer of level 2 for a while, and prints how long pings and its moves take.
async fn measure(name: &str, server: SocketAddr, process: u32) {
    let ann = newcomer(None, server).await;
    let wanted = new_table("outwit", vec![me(), level(2)]);
    let body = serde_json::to_string(&wanted).expect("JSON");
    let table = call(None, server, "POST /api/v1/tables", &ann, &body).await;
    let table = made(&table).expect("a table");
    let mut page = Socket::try_open(server, &table, &ann).await.expect("a page");
    page.next_table().await;
    let (mut pings, mut answers) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    // A page may send ten messages a second.
    let mut pace = tokio::time::interval(Duration::from_millis(150));
    while begun.elapsed() < Duration::from_secs(20) && page.my_turn().await {
        for _ in 0..5 {
            pace.tick().await;
            let sent = Instant::now();
            page.send(&ClientMessage::Ping).await;
            while page.next().await.expect("it stays open") != ServerMessage::Pong {}
            pings.push(sent.elapsed());
        }
        let sent = Instant::now();
        page.act_any(0).await;
        page.my_turn().await;
        answers.push(sent.elapsed());
    }
    pings.sort();
    answers.sort();
    println!(
        "{name}: pings p50 {:?} p99 {:?}; computer's move p50 {:?}, at most {:?}; memory at most {} MB",
        pings[pings.len() / 2],
        pings[pings.len() * 99 / 100],
        answers[answers.len() / 2],
        answers[answers.len() - 1],
        peak_memory(process)
    );
}

/// `PARLOUR_BIN=target/release/parlour cargo nextest run -p parlour-server --run-ignored only
/// figures_under_attack --no-capture` prints what another address notices of each attack.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints figures, which mean something on a quiet machine only"]
async fn figures_under_attack() {
    let Some(program) = std::env::var_os("PARLOUR_BIN") else { return };
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut command = std::process::Command::new(program);
    command.args(["serve", "--port", "0", "--data"]).arg(folder.path());
    let mut server =
        Ended(command.stdout(std::process::Stdio::piped()).spawn().expect("it starts"));
    let mut lines = BufReader::new(server.0.stdout.take().expect("piped")).lines();
    let address = loop {
        let line = lines.next().expect("it says where it listens").expect("text");
        if let Some((_, rest)) = line.split_once("http://") {
            break rest.trim().trim_end_matches('/').parse().expect("an address");
        }
    };
    let process = server.0.id();
    measure("no attack", address, process).await;
    // Two of each of five kinds of games, from ten addresses.
    for number in 0..10 {
        let from = Some(IpAddr::from([127, 0, 0, 100 + number]));
        let game = parlour_games::all()[usize::from(number) / 2].id;
        let text = long_record(game, &[], 200);
        // Where the game is not over by its rules, somebody has resigned.
        let over = text.replace("actions:", "result: 1 0\nactions:");
        let reader = newcomer(from, address).await;
        for text in [text, over] {
            let body = serde_json::to_string(&Record { text }).expect("JSON");
            let made = made(&call(from, address, "POST /api/v1/records", &reader, &body).await);
            let Some(id) = made else { continue };
            let line = format!("POST /api/v1/tables/{id}/report");
            call(from, address, &line, &reader, "null").await;
        }
    }
    measure("ten reports", address, process).await;
    let mut tables = 0;
    // Four addresses of one network: each may make the tables that its own limit allows.
    for number in 0..140 {
        let from = Some(IpAddr::from([127, 0, 0, 66 + number / 35]));
        let eve = newcomer(from, address).await;
        let wanted = new_table("outwit", vec![level(8), me()]);
        let body = serde_json::to_string(&wanted).expect("JSON");
        let answer = call(from, address, "POST /api/v1/tables", &eve, &body).await;
        tables += usize::from(made(&answer).is_some());
    }
    measure(&format!("{tables} tables of 140 fresh cookies"), address, process).await;
    // Another address, whose limits are untouched.
    let importer = Some(IpAddr::from([127, 0, 0, 80]));
    let text = long_record("shell-out", &[("players", "6")], 4_000);
    let body = serde_json::to_string(&Record { text }).expect("JSON");
    let mut long = Vec::new();
    for _ in 0..300 {
        let eve = newcomer(importer, address).await;
        long.extend(made(&call(importer, address, "POST /api/v1/records", &eve, &body).await));
    }
    let mut open = tokio::task::JoinSet::new();
    for id in &long {
        let line = format!("GET /api/v1/tables/{id}");
        open.spawn(async move {
            for _ in 0..20 {
                call(importer, address, &line, "", "").await;
            }
        });
    }
    let name = format!("{} of 300 long records, opened again and again", long.len());
    measure(&name, address, process).await;
    open.abort_all();
    let mut slow = Vec::new();
    for _ in 0..100 {
        let mut stream = connect(importer, address).await;
        let place = format!("/api/v1/tables/{}/replay", long[0]);
        let call = format!("GET {place} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        stream.write_all(call.as_bytes()).await.expect("the server takes it");
        slow.push(stream);
    }
    measure("slow readers of a long replay", address, process).await;
}
