//! Two servers whose tables differ only in what Ann hides. To Bob, who plays against her, and to Cid,
//! who looks on, every byte is the same: answers, headers, errors, exports, the socket, the
//! metrics; and so is every line of the log, also when the disk fails under a move of Ann's.
//!
//! The runner gives each test a process of its own, and log and metrics are one for a whole process.
//! `PARLOUR_POSITIONS=100000` makes it a long run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Mutex};

use parlour_core::Turn;
use parlour_core::rng::{below, seeded};
use parlour_server::limits::Limits;
use parlour_server::store::{SqliteStore, Store};
use parlour_server::time::{ManualTime, Time};
use parlour_table::Table;
use parlour_table::events::{Created, Event};
use parlour_table::hash::{digest, hash};
use parlour_table::stored::{TableId, VisitorId};
use parlour_wire::analysis::{MadeStudy, StoredStudy};
use parlour_wire::socket::{ClientMessage, ClientRequest, MessageId};
use serde_json::json;
use tempfile::TempDir;

use crate::harness::*;
use crate::secrecy::{act_in_both, shell_out};

/// One position on the server costs as much as a hundred of those that `secrecy.rs` compares without.
const COST: usize = 100;

fn positions() -> usize {
    let wanted = std::env::var("PARLOUR_POSITIONS").ok();
    let wanted = wanted.map_or(2_000, |text| text.parse().expect("a number of positions"));
    (wanted / COST).max(1)
}

/// Everything that the server logs, whatever thread it is on.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// The different lines since the last time, in no order: threads do not wait for each other, and
    /// how often a fault that goes on is told is a matter of time.
    fn take(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.0.lock().expect("no fault"));
        let text = String::from_utf8(bytes).expect("text");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines.dedup();
        lines
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no fault").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The key with which both servers sign cookies.
const COOKIE_KEY: &str = "0000000000000000000000000000000000000000key";

/// The same secret on both servers, signed as a server signs it: 128 bits of the hash in 62 letters and digits.
fn cookie(name: &str) -> String {
    let letters: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
    let secret = format!("{name:0>43}");
    let hash = digest(&["cookie", COOKIE_KEY, &secret]);
    let mut rest = u128::from_be_bytes(hash[..16].try_into().expect("16 of 32 bytes"));
    let sign = |_| {
        let letter = letters[(rest % 62) as usize];
        rest /= 62;
        letter
    };
    let signature: String = (0..22).map(sign).collect();
    format!("parlour={secret}.{signature}")
}

fn visitor(name: &str) -> VisitorId {
    VisitorId(hash("visitor", &format!("{name:0>43}")))
}

fn created() -> Created {
    let seed = Some("a seed".to_owned());
    Created { public: true, seed, sealed: true, ..shell_out(visitor) }
}

/// One position in two worlds: Ann has drawn another counter and hidden it elsewhere.
fn two_worlds(seed: u64) -> Option<[Table; 2]> {
    let id = TableId(format!("{seed:0>22}"));
    let table = || Table::create(id.clone(), created(), 0).expect("a table");
    let (mut worlds, mut rng) = ([table(), table()], seeded(seed));
    let last = 4 + below(&mut rng, 30);
    for ply in 0..last as usize {
        act_in_both(&mut worlds, &mut rng, ply)?;
    }
    matches!(worlds[0].turn(), Turn::Player(_)).then_some(worlds)
}

/// A server over tables that are there already, on a disk that takes nothing more.
async fn server(worlds: &[Table], clock: &ManualTime) -> TestServer {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("parlour.db");
    let store = SqliteStore::open(&file).await.expect("opens");
    let key = store.secret("cookie-key", COOKIE_KEY).await.expect("kept");
    assert_eq!(key, COOKIE_KEY);
    for world in worlds {
        let (table, first) = Table::set_up(world.id.clone(), created(), 0).expect("a table");
        let actions = world.plies.iter().map(|ply| ply.action.clone());
        let acted = actions.map(|action| Event::Acted { action }).collect();
        let (_, then) = table.with(0, acted).expect("legal");
        store.append(vec![first]).await.expect("stored");
        store.append(vec![then]).await.expect("stored");
    }
    store.close().await;
    let full = "CREATE TRIGGER full BEFORE INSERT ON events
                BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    let connection = rusqlite::Connection::open(&file).expect("a database");
    connection.execute_batch(full).expect("the statement is good");
    let time = Time::Manual(clock.clone());
    TestServer::open(Arc::new(folder), |config| {
        config.time = time;
        config.limits = Limits::UNLIMITED;
        config.open_metrics = true;
    })
    .await
}

fn person(server: &TestServer, name: &str) -> Person {
    Person { cookie: Some(cookie(name)), ..server.stranger(None) }
}

/// What the analysis board tells this person about lines that may be the table's: the right one is among
/// them, and others that look the same to everybody but Ann.
async fn analyses(person: &mut Person, worlds: &[Table; 2], ids: &mut Vec<String>) -> Vec<String> {
    let (mut told, options) = (Vec::new(), created().options);
    for world in worlds {
        let actions: Vec<&str> = world.plies.iter().map(|ply| ply.action.as_str()).collect();
        let (position, text) = (world.session.position(), actions.join(" "));
        let place = json!({ "game": "shell-out", "options": options, "actions": actions });
        let wrong = format!("{position} 1");
        for (call, mut asked) in [
            ("position", json!({ "place": place, "viewer": null })),
            ("position", json!({ "place": place, "viewer": 0 })),
            ("position", json!({ "place": place, "viewer": 1 })),
            ("lines", json!({ "place": place, "lines": 1, "seconds": 1 })),
            ("tree", json!({ "options": options, "text": text })),
            ("repair", json!({ "text": wrong })),
            ("setup", json!({ "position": position, "text": position, "changes": [[0, "a"]] })),
        ] {
            if asked["place"].is_null() {
                asked["game"] = "shell-out".into();
            }
            let answer = person.post(&format!("/analysis/{call}"), &asked).await;
            told.push(format!("{call} {} {}", answer.status, answer.text));
        }
        let options = options.iter().map(|(name, value)| format!("option {name}: {value}\n"));
        let options: String = options.collect();
        let text = format!("parlour: 1\ngame: shell-out\n{options}actions:\n{text}\n");
        told.extend(study(person, &text, ids).await);
    }
    told
}

/// What this person gets of a study with these moves: when it is made, read and changed, and over its socket.
/// A study's name is drawn at random, so it is left out and added to `ids`.
async fn study(person: &mut Person, text: &str, ids: &mut Vec<String>) -> Vec<String> {
    let made = person.post("/studies", &json!({ "text": text })).await;
    let MadeStudy { key, study: StoredStudy { id, .. } } = made.json();
    let path = format!("/studies/{id}");
    let read = person.get(&path).await;
    let mut socket = person.knock_at(&format!("{path}/socket"), &[]).await.expect("it opens");
    let shown = socket.next_text().await.expect("a study comes at once");
    let change = json!({ "key": key, "version": 1, "text": format!("{text}{{A comment.}}\n") });
    let changed = person.call("PUT", &format!("/api/v1{path}"), Some(&change)).await;
    let stale = person.call("PUT", &format!("/api/v1{path}"), Some(&change)).await;
    let news = socket.next_text().await.expect("the change comes");
    let back = json!({ "key": key, "version": 2, "to": 1 });
    let back = person.post(&format!("{path}/versions"), &back).await;
    let answers = [made, read, changed, stale, back];
    let told = answers.map(|answer| format!("study {} {}", answer.status, answer.text));
    let told = told
        .into_iter()
        .chain([shown, news])
        .map(|text| text.replace(&id, "?").replace(&key, "?"))
        .collect();
    ids.extend([id, key]);
    told
}

/// The answers to a person who asks for a report on a running game, or tries one of its mistakes again.
async fn reports(person: &mut Person, id: &str, action: &str) -> Vec<String> {
    let report = format!("/tables/{id}/report");
    let begun = person.post(&report, &()).await;
    let asked = json!({ "ply": 5, "action": action });
    let tried = person.post(&format!("{report}/attempt"), &asked).await;
    [begun, tried].map(|answer| format!("{} {}", answer.status, answer.text)).to_vec()
}

/// Everything that HTTP tells this person about a table.
async fn calls(person: &mut Person, id: &str) -> Vec<String> {
    let mut told = Vec::new();
    let of_table = [
        "",
        "/report",
        "/replay",
        "/replay?viewer=0",
        "/replay?viewer=1",
        "/replay?viewer=7",
        "/record",
        "/dice",
        "/invitation",
        "/knowledge",
        "/knowledge?viewer=0",
        "x",
    ];
    let of_table = of_table.into_iter().map(|rest| format!("/tables/{id}{rest}"));
    for path in of_table.chain(["/tables".to_owned(), "/me".to_owned()]) {
        let answer = person.get(&path).await;
        // Each server signs cookies with a key of its own.
        let headers =
            answer.headers.iter().filter(|(name, _)| *name != axum::http::header::SET_COOKIE);
        let headers: BTreeMap<&str, &[u8]> =
            headers.map(|(name, value)| (name.as_str(), value.as_bytes())).collect();
        let text = without_chance(&answer.text);
        told.push(format!("{path} {} {headers:?} {text}", answer.status));
    }
    told
}

/// A text without the milliseconds that absent players have left, which depend on the moment, and
/// without the numbers of guests, which each server draws anew for cookies that it did not sign.
fn without_chance(text: &str) -> String {
    let mut text = text.to_owned();
    for before in ["\"grace\":", "Guest "] {
        let mut parts = text.split(before);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            out.push_str(before);
            out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        text = out;
    }
    text
}

/// Everything that a socket tells when these are tried: the first look, which is whole, and every
/// answer. News of who comes and goes depends on the moment.
async fn tries(person: &Person, id: &str, messages: &[ClientMessage]) -> Vec<String> {
    let mut socket = person.open(id).await;
    let mut told = vec![without_chance(&serde_json::to_string(socket.view()).expect("JSON"))];
    for (n, wanted) in messages.iter().chain([&ClientMessage::Ping]).enumerate() {
        // The same ids at every server.
        let id = MessageId::try_from(n.to_string()).expect("short");
        let request = ClientRequest { id: id.clone(), message: wanted.clone() };
        socket.send_text(&serde_json::to_string(&request).expect("JSON")).await;
        loop {
            let message = socket.next().await.expect("the socket stays open");
            if message.answers() != Some(&id) {
                continue;
            }
            told.push(format!("{wanted:?}: {}", serde_json::to_string(&message).expect("JSON")));
            break;
        }
    }
    drop(socket);
    // Who is there is for everybody to see: the next one looks when this page is gone.
    let gone = async || metrics(person).await.contains("\nparlour_sockets 0\n");
    until("the page is gone", gone).await;
    told
}

async fn metrics(person: &Person) -> String {
    person.clone().call("GET", "/metrics", None::<&()>).await.text
}

/// What a person may try who does not know better, legal or not.
fn messages(world: &Table, seed: u64) -> Vec<ClientMessage> {
    let (mut rng, ply) = (seeded(seed), world.ply());
    let mut spot = || {
        let row = char::from(b'a' + below(&mut rng, 13) as u8);
        format!("{row}{}", 1 + below(&mut rng, 13))
    };
    let mut messages = Vec::new();
    for number in 0..12_u16 {
        let action = format!("{}{}{}", spot(), ["-", "x"][usize::from(number) % 2], spot());
        messages.push(ClientMessage::Act { action, ply, rewinds: None });
        messages.push(ClientMessage::Ask { ply, picked: vec![number], site: Some(number * 7) });
    }
    messages.extend([
        ClientMessage::Hint,
        ClientMessage::Throw { ply },
        ClientMessage::Chat { text: "Good luck".to_owned() },
        ClientMessage::Resign { seat: 0 },
        ClientMessage::Resign { seat: 1 },
    ]);
    messages
}

/// Every number but those that tell how threads happened to meet: how many changes were written in one
/// go, and the calls for these numbers themselves.
fn numbers(text: &str) -> BTreeMap<String, i64> {
    let number = |line: &str| {
        let (name, number) = line.rsplit_once(' ')?;
        let counted = !name.starts_with('#') && !name.starts_with("parlour_store_batch");
        counted.then(|| (name.to_owned(), number.parse::<f64>().expect("a number") as i64))
    };
    text.lines().filter_map(number).collect()
}

/// By how much each number grew: they count for the whole process, and so for both worlds.
fn growth(before: &BTreeMap<String, i64>, after: BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let grown = |(name, number): (String, i64)| {
        // How many tables are at hand is no count of what happened.
        let counts = !["parlour_tables_at_hand", "parlour_table_bytes"].contains(&name.as_str());
        let since = before.get(&name).filter(|_| counts).copied().unwrap_or(0);
        (name, number - since)
    };
    after.into_iter().map(grown).collect()
}

#[tokio::test]
async fn tables_that_differ_in_a_secret_look_the_same_to_others_and_in_the_log() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .without_time()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .finish();
    tracing::subscriber::set_global_default(subscriber).expect("nobody else logs here");
    let pairs: Vec<[Table; 2]> = (0..).filter_map(two_worlds).take(positions()).collect();
    let clock = ManualTime::new(START);
    let (mut told, mut logged, mut counted, mut ann_is_told) = (vec![], vec![], vec![], vec![]);
    let mut folders = Vec::new();
    for world in 0..2 {
        let tables: Vec<Table> = pairs.iter().map(|pair| pair[world].clone()).collect();
        let server = server(&tables, &clock).await;
        log.take();
        let before = numbers(&metrics(&person(&server, "cid")).await);
        let (mut all, mut own, mut studies) = (Vec::new(), Vec::new(), Vec::new());
        for ((table, seed), pair) in tables.iter().zip(0..).zip(&pairs) {
            for name in ["bob", "cid"] {
                let mut person = person(&server, name);
                all.extend(calls(&mut person, &table.id.0).await);
                all.extend(analyses(&mut person, pair, &mut studies).await);
                all.extend(reports(&mut person, &table.id.0, "hf3").await);
                all.extend(tries(&person, &table.id.0, &messages(table, seed)).await);
            }
            // Ann moves by what she alone knows; the disk fails, and the log must not say under what.
            let ann = person(&server, "ann");
            let legal = table.session.legal().into_iter().take(4);
            let acts =
                legal.map(|action| ClientMessage::Act { action, ply: table.ply(), rewinds: None });
            own.extend(tries(&ann, &table.id.0, &acts.collect::<Vec<_>>()).await);
        }
        let after = numbers(&metrics(&person(&server, "cid")).await);
        counted.push(growth(&before, after));
        let (address, folder) = (server.address.to_string(), server.folder.clone());
        server.close().await;
        let place = folder.path().display().to_string();
        // What still reads behind a closing server finds its file.
        folders.push(folder);
        let anonymous = |line: String| {
            let line = line.replace(&address, "HERE").replace(&place, "THERE");
            studies.iter().fold(line, |line, id| line.replace(id, "STUDY"))
        };
        logged.push(log.take().into_iter().map(anonymous).collect::<BTreeSet<_>>());
        told.push(all);
        ann_is_told.push(own);
    }
    for (one, two) in told[0].iter().zip(&told[1]) {
        assert_eq!(one, two, "somebody else can tell the worlds apart");
    }
    assert_eq!(told[0].len(), told[1].len());
    assert_ne!(ann_is_told[0], ann_is_told[1], "Ann knows what she hides");
    assert!(ann_is_told[0][0].contains("\"yours\":[0]"), "she is known by her cookie");
    assert!(logged[0].iter().any(|line| line.contains("disk is full")), "{:?}", logged[0]);
    assert_eq!(logged[0], logged[1], "the log tells the worlds apart");
    assert!(counted[0]["parlour_projections"] > 0, "{:?}", counted[0]);
    assert_eq!(counted[0], counted[1], "the metrics tell the worlds apart");
}
