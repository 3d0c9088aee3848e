//! What holds over all processes of one database, and not at each of them alone.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use parlour_server::store::{PostgresStore, Store};
use parlour_server::time::{ManualTime, Time};
use parlour_server::{App, Config};
use parlour_table::events::Event;
use parlour_table::stored::TableId;
use parlour_wire::api::{NewSeat, Transfer};
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, Level, Sitter, Status};
use serde_json::json;
use tempfile::TempDir;

use crate::cluster::Cluster;
use crate::harness::*;

/// A server like those of other processes: it shares nothing with them but the database.
async fn process(database: &str, folder: &TempDir) -> (App, SocketAddr) {
    process_at(database, folder, Time::System).await
}

async fn process_at(database: &str, folder: &TempDir, time: Time) -> (App, SocketAddr) {
    let store = PostgresStore::open(database).await.expect("opens");
    let config = Config { time, ..config(folder.path()) };
    let app = App::new(config, Arc::new(store)).await.expect("starts");
    let address = listen(&app).await;
    (app, address)
}

fn at((app, address): &(App, SocketAddr), cookie: Option<String>) -> Person {
    Person { app: app.clone(), address: *address, cookie, from: None }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_codes_and_who_is_there_hold_over_all_processes() {
    let cluster = Cluster::start().await;
    let database = cluster.database("processes").await;
    let folder = TempDir::new().expect("a folder");
    let (one, two) = (process(&database, &folder).await, process(&database, &folder).await);
    let (mut ann, mut bob) = (at(&one, None), at(&two, None));
    for (person, name) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        person.get("/me").await;
        person.put::<_, serde_json::Value>("/me", &json!({ "name": name })).await;
    }
    let ann_elsewhere = at(&two, ann.cookie.clone()).get("/me").await;
    assert!(ann_elsewhere.text.contains("Ann"), "{}", ann_elsewhere.text);

    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let (mut a, mut b) = (ann.open(&id).await, bob.open(&id).await);
    b.sit(1, &a).await;
    a.until(|view| view.status == Status::Playing).await;
    // Bob looks at the table through the other process: nobody gives his seat away.
    let here = |view: &parlour_wire::table::TableView| {
        matches!(&view.seats[1].sitter, Sitter::Person { here: true, .. })
    };
    a.until(here).await;
    let give = ClientMessage::Computer { seat: 1, level: Level::WEAKEST };
    assert_eq!(a.refused(&give).await, "still-here");
    drop(b);
    a.until(|view| !here(view)).await;
    assert_eq!(a.refused(&give).await, "too-soon", "his two minutes begin when he left there");

    // A code that one process gave is good at the other, and once only.
    let code =
        ann.post(&format!("/tables/{id}/transfer"), &json!({})).await.json::<Transfer>().code;
    let mut phone = at(&two, None);
    phone.get("/me").await;
    let taken = phone.post("/transfer", &json!({ "code": code })).await;
    assert!(taken.status.is_success(), "{}", taken.text);
    let mut thief = at(&one, None);
    thief.get("/me").await;
    let again = thief.post("/transfer", &json!({ "code": code })).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND, "{}", again.text);
    for (app, _) in [one, two] {
        tokio::time::timeout(Duration::from_secs(30), app.close()).await.expect("it closes");
    }
}

/// A process that is killed may have stored a move, and told its player, but no other process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_from_a_process_that_died_sees_no_older_table_at_the_next() {
    let cluster = Cluster::start().await;
    let database = cluster.database("died").await;
    let folder = TempDir::new().expect("a folder");
    let here = process(&database, &folder).await;
    let mut ann = at(&here, None);
    ann.get("/me").await;
    let id = ann.table(&new_table("outwit", vec![named("A"), named("B")])).await;
    let page = ann.open(&id).await;
    let action = page.view().choices[0].action.clone();
    // The other process: its move is stored, and nobody here is told.
    let body = Event::Acted { action }.encode(None);
    let version = parlour_table::events::VERSION;
    let stored = format!(
        "INSERT INTO parlour.events SELECT id, 2, changed, {version}, '{body}' FROM parlour.tables;
         UPDATE parlour.tables SET sequence = 2"
    );
    cluster.run("died", &stored).await;
    assert_eq!(ann.open(&id).await.view().ply, 1);
    here.0.close().await;
}

/// Both computers sleep. The one that wakes first notes that nobody was up; the other has to hear.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_is_charged_to_nobody_at_any_process() {
    let cluster = Cluster::start().await;
    let database = cluster.database("outage").await;
    let folder = TempDir::new().expect("a folder");
    let clocks = [(); 2].map(|()| ManualTime::new(1_000_000_000_000));
    let mut processes = Vec::new();
    for clock in &clocks {
        processes.push(process_at(&database, &folder, Time::Manual(clock.clone())).await);
    }
    let wanted = |seconds| {
        let mut wanted = new_table("outwit", vec![named("A"), named("B")]);
        wanted.clock = Clock::Move { seconds };
        wanted
    };
    let mut tables = Vec::new();
    for process in &processes {
        let mut person = at(process, None);
        person.get("/me").await;
        // The one's deadline passes meanwhile, the other's soon after.
        for seconds in [12, 18] {
            let id = person.table(&wanted(seconds)).await;
            let page = person.open(&id).await;
            tables.push((TableId(id), person.clone(), page, i64::from(seconds) * 1_000));
        }
    }
    let store = PostgresStore::open(&database).await.expect("opens");
    for (clock, tables) in clocks.iter().zip(tables.chunks(2)) {
        // One after the other, and nobody has to ask.
        clock.advance(Duration::from_secs(15));
        for (id, person, _page, full) in tables {
            let events = async || store.last_event(id).await.expect("reads");
            until("it is forgiven", async || events().await == Some(2)).await;
            let page = person.open(&id.0).await;
            let (status, left) = (page.view().status, page.view().seats[0].clock);
            assert_eq!(status, Status::Playing);
            assert!(left.is_some_and(|left| left + 2_000 >= *full), "{left:?} of {full} ms left");
        }
    }
    for (id, ..) in &tables {
        let events = store.load(id, 0).await.expect("reads");
        assert!(matches!(events[1].event, Event::Resumed { missed: 13_000.. }), "{events:?}");
        assert_eq!(events.len(), 2, "forgiven once: {events:?}");
    }
    for (app, _) in processes {
        app.close().await;
    }
    store.close().await;
}

/// Waits until this number of pages are known to be open.
async fn until_present(cluster: &Cluster, database: &str, count: i64) {
    let rows = async || cluster.count(database, "parlour.present").await;
    until("the rows are as they should be", async || rows().await == count).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clean_stop_leaves_no_rows_of_who_is_there() {
    let cluster = Cluster::start().await;
    let database = cluster.database("stops").await;
    let folder = TempDir::new().expect("a folder");
    let one = process(&database, &folder).await;
    let mut ann = at(&one, None);
    ann.get("/me").await;
    let wanted = new_table("outwit", vec![named("A"), named("B")]);
    let (first, second) = (ann.table(&wanted).await, ann.table(&wanted).await);
    let _pages = (ann.open(&first).await, ann.open(&second).await);
    until_present(&cluster, "stops", 2).await;
    one.0.close().await;
    assert_eq!(cluster.count("stops", "parlour.present").await, 0);
    // What an earlier version left, the next process takes away.
    let left = "INSERT INTO parlour.present VALUES ('gone', 'table', 'visitor')";
    cluster.run("stops", left).await;
    let two = process(&database, &folder).await;
    until_present(&cluster, "stops", 0).await;
    two.0.close().await;
}
