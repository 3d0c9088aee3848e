//! What a host does with tables: backup and restore, drilled with a server in play, and moves between the
//! stores.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_server::store::{Document, PostgresStore, SqliteStore, Store, StoredReport};
use parlour_server::{backup, move_to_file, move_to_postgres, restore};
use parlour_table::stored::{Stamped, TableId};
use parlour_wire::table::Status;
use tempfile::TempDir;

use crate::cluster::Cluster;
use crate::harness::*;

/// The work of a host's commands, which wait.
async fn host<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("no panic")
}

async fn opened(folder: &Path) -> SqliteStore {
    SqliteStore::open(&folder.join("parlour.db")).await.expect("opens")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_server_in_play_is_restored_with_every_move_acknowledged_before() {
    let server =
        TestServer::with(|config| config.limits = parlour_server::limits::Limits::UNLIMITED).await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for _ in 0..4 {
        let (_, mut page) = server.table("outwit", vec![named("A"), named("B")]).await;
        let (stop, acknowledged) = (stop.clone(), Arc::new(std::sync::atomic::AtomicU64::new(0)));
        let seen = acknowledged.clone();
        let id = TableId(page.view().id.clone());
        let playing = tokio::spawn(async move {
            let mut moves = 0;
            while !stop.load(Ordering::Relaxed) && page.view().status == Status::Playing {
                page.act_any(moves).await;
                moves += 1;
                // What founds a table is its first event.
                seen.store(moves as u64 + 1, Ordering::SeqCst);
            }
        });
        players.push((id, acknowledged, playing));
    }
    let played = async |more: u64| {
        until("moves are made", async || {
            players.iter().all(|(_, seen, _)| seen.load(Ordering::SeqCst) >= more)
        })
        .await;
    };
    played(4).await;
    let before: Vec<u64> = players.iter().map(|(_, seen, _)| seen.load(Ordering::SeqCst)).collect();
    let copies = TempDir::new().expect("a folder");
    let (data, copy) = (server.folder.path().to_owned(), copies.path().join("copy.db"));
    let made = copy.clone();
    host(move || backup(&data, &made)).await.expect("a backup");
    let most = *before.iter().max().expect("some");
    played(most + 3).await;
    stop.store(true, Ordering::Relaxed);
    let mut ids = Vec::new();
    for (id, _, playing) in players {
        playing.await.expect("they play");
        ids.push(id);
    }
    // Over the server's own folder nothing is restored while it runs.
    let data = server.folder.path().to_owned();
    let (live, from) = (data.clone(), copy.clone());
    let refused = host(move || restore(&from, &live)).await.expect_err("it runs").to_string();
    assert!(refused.contains("stop the server first"), "{refused}");
    let folder = server.close().await;
    let store = opened(&data).await;
    let mut whole: Vec<Vec<Stamped>> = Vec::new();
    for id in &ids {
        whole.push(store.load(id, 0).await.expect("reads"));
    }
    store.close().await;

    // Elsewhere, over tables that are there already.
    let elsewhere = Arc::new(TempDir::new().expect("a folder"));
    TestServer::open(elsewhere.clone(), |_| {}).await.close().await;
    let (from, to) = (copy.clone(), elsewhere.path().to_owned());
    let restored = host(move || restore(&from, &to)).await.expect("restored");
    assert_eq!(restored.tables, 4);
    assert!(restored.kept.is_some_and(|kept| kept.exists()), "what was there is kept");
    let again = TestServer::open(elsewhere.clone(), |_| {}).await;
    let store = again.store().await;
    for ((id, before), whole) in ids.iter().zip(before).zip(&whole) {
        let there = store.load(id, 0).await.expect("reads");
        assert!(there.len() as u64 >= before, "{} of {before} events", there.len());
        assert_eq!(there[..], whole[..there.len()], "as they were stored");
    }
    store.close().await;
    again.close().await;
    drop(folder);
}

#[tokio::test]
async fn what_is_no_good_backup_is_refused_and_nothing_changes() {
    let folder = Arc::new(TempDir::new().expect("a folder"));
    let server = TestServer::open(folder.clone(), |_| {}).await;
    server.table("outwit", vec![named("A"), named("B")]).await;
    server.close().await;
    let place = TempDir::new().expect("a folder");
    let good = place.path().join("good.db");
    let (data, made) = (folder.path().to_owned(), good.clone());
    host(move || backup(&data, &made)).await.expect("a backup");
    let bytes = fs::read(&good).expect("reads");
    let with = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let (file, mut bytes) = (place.path().join(name), bytes.clone());
        change(&mut bytes);
        fs::write(&file, bytes).expect("writes");
        file
    };
    let incomplete = with("incomplete.db", &|_| {});
    let statement = "DELETE FROM events";
    rusqlite::Connection::open(&incomplete).expect("opens").execute_batch(statement).expect("runs");
    let before = fs::read(folder.path().join("parlour.db")).expect("reads");
    for (file, words) in [
        (place.path().join("missing.db"), "not there"),
        (
            with("letter.db", &|bytes| *bytes = b"a letter to my aunt, kept for good".to_vec()),
            "no backup",
        ),
        (with("empty.db", &|bytes| bytes.clear()), "no backup"),
        (with("damaged.db", &|bytes| bytes[8192..].fill(0xaa)), "damaged"),
        // The number of steps that a file has taken stands at byte 60.
        (
            with("newer.db", &|bytes| bytes[60..64].copy_from_slice(&99_u32.to_be_bytes())),
            "newer Parlour",
        ),
        (incomplete, "lack events"),
        (folder.path().join("parlour.db"), "no copy"),
    ] {
        let (from, to) = (file.clone(), folder.path().to_owned());
        let refused = host(move || restore(&from, &to)).await.expect_err("refused").to_string();
        assert!(refused.contains(words) && refused.contains("nothing was restored"), "{refused}");
    }
    assert_eq!(fs::read(folder.path().join("parlour.db")).expect("reads"), before);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing lies beside it");
    // A file that is damaged is what a backup is for. Root restores it for the server's user.
    let user = chown(folder.path(), Some(65_532), Some(65_532))
        .map_or_else(|_| fs::metadata(folder.path()).expect("a folder").uid(), |()| 65_532);
    fs::write(folder.path().join("parlour.db"), &before[..before.len() / 2]).expect("writes");
    let (from, to) = (good.clone(), folder.path().to_owned());
    let restored = host(move || restore(&from, &to)).await.expect("restored");
    assert_eq!(restored.tables, 1);
    let owner = fs::metadata(folder.path().join("parlour.db")).expect("it is there").uid();
    assert_eq!(owner, user, "the owner of the folder");
    assert_eq!(fs::read(restored.kept.expect("kept")).expect("reads"), before[..before.len() / 2]);
    assert_eq!(fs::read(&good).expect("reads"), bytes, "the backup stays as it was");
}

/// Everything that a test looks at.
async fn contents(store: &dyn Store, tables: &[TableId]) -> (Vec<Vec<Stamped>>, Vec<String>) {
    let mut events = Vec::new();
    let mut others = Vec::new();
    for table in tables {
        events.push(store.load(table, 0).await.expect("reads"));
        let report = store.report(table).await.expect("reads");
        others.push(format!("{:?} {report:?}", store.last_event(table).await.expect("reads")));
    }
    let study = store.document("study", "one").await.expect("reads");
    let public = store.public_tables(0, 100).await.expect("reads");
    others.push(format!("{study:?} {public:?}"));
    others.push(store.secret("cookie-key", "fresh").await.expect("reads"));
    (events, others)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_to_postgres_and_back_keeps_every_event() {
    let server = TestServer::new().await;
    let mut ids = Vec::new();
    for (public, moves) in [(true, 5), (false, 2)] {
        let wanted = new_table("outwit", vec![named("Ånn \"x\" \\ \u{1f600}"), named("B")]);
        let (_, mut page) =
            server.table_like(&parlour_wire::api::NewTable { public, ..wanted }).await;
        for pick in 0..moves {
            page.act_any(pick).await;
        }
        ids.push(TableId(page.view().id.clone()));
    }
    let store = server.store().await;
    let body = "{\"text\":\"tab\\tand ünicode\"}".to_owned();
    let document = Document { version: 1, body: body.clone() };
    store.put_document("study", "one", document, 7).await.expect("a study");
    let report = StoredReport { table: ids[0].clone(), version: "v".to_owned(), made: 5, body };
    store.put_report(report).await.expect("a report");
    store.close().await;
    let cluster = Cluster::start().await;
    let address = cluster.database("moved").await;
    let to_postgres = |folder: &TempDir| {
        let (folder, address) = (folder.path().to_owned(), address.clone());
        host(move || move_to_postgres(&folder, &address))
    };
    let refused = to_postgres(&server.folder).await.expect_err("it runs").to_string();
    assert!(refused.contains("stop the server first"), "{refused}");
    let folder = server.close().await;
    let store = opened(folder.path()).await;
    let before = contents(&store, &ids).await;
    store.close().await;

    let moved = to_postgres(&folder).await.expect("moved");
    assert_eq!(moved.tables, 2);
    assert_eq!(moved.events as usize, before.0.iter().map(Vec::len).sum::<usize>());
    let store = PostgresStore::open(&address).await.expect("opens");
    assert!(contents(&store, &ids).await == before, "all is equal");
    let back = TempDir::new().expect("a folder");
    let to_file = |folder: &TempDir| {
        let (folder, address) = (folder.path().to_owned(), address.clone());
        host(move || move_to_file(&address, &folder))
    };
    let refused = to_file(&back).await.expect_err("it runs").to_string();
    assert!(refused.contains("servers run on the database"), "{refused}");
    store.close().await;

    let again = to_postgres(&folder).await.expect_err("it has tables").to_string();
    assert!(again.contains("choose an empty one"), "{again}");
    let taken = to_file(&folder).await.expect_err("there is a file").to_string();
    assert!(taken.contains("is there already"), "{taken}");
    let moved = to_file(&back).await.expect("moved back");
    assert_eq!(moved.tables, 2);
    let store = opened(back.path()).await;
    assert!(contents(&store, &ids).await == before, "all is equal");
    store.close().await;
}
