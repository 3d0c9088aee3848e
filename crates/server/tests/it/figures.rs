//! What others notice of the attacks of one address, printed on demand: figures mean something on a quiet
//! machine only, so nothing is asserted here. The bounds are tested in `attacks.rs`.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use parlour_wire::api::Record;
use tokio::io::AsyncWriteExt;

use crate::attacks::{level, long_record};
use crate::harness::*;

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
            page.ping().await;
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
        let game = parlour_games::all().nth(usize::from(number) / 2).expect("a game").id;
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
