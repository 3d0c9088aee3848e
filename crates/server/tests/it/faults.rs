//! The same faults in every store: writes that the database refuses, somebody else who holds it, a
//! connection that is lost, also at the commit. Nothing is half done, nothing is there twice.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use axum::http::StatusCode;
use parlour_server::App;
use parlour_server::store::{PostgresStore, SqliteStore, Store, StoreError};
use parlour_table::Table;
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::cluster::Cluster;
use crate::contract::{found, id, say};
use crate::harness::{HANGS, Person, config, eventually, named, new_table, until};

/// A database that can be harmed.
#[async_trait(?Send)]
pub(crate) trait Harm {
    /// A store over it.
    async fn open(&mut self) -> Box<dyn Store>;
    /// From now on it refuses events that speak of too much.
    async fn refuse(&mut self);
    /// It takes everything again.
    async fn allow(&mut self);
    /// Somebody else disturbs it, in one of several ways.
    async fn interrupt(&mut self, how: usize);
}

/// An SQLite file.
pub(crate) struct File(TempDir);

impl File {
    pub(crate) fn new() -> File {
        File(TempDir::new().expect("a folder"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("parlour.db")
    }

    fn run(&self, sql: &str) {
        let connection = Connection::open(self.path()).expect("a database");
        connection.busy_timeout(HANGS).expect("it waits");
        connection.execute_batch(sql).expect("the statement is good");
    }
}

#[async_trait(?Send)]
impl Harm for File {
    async fn open(&mut self) -> Box<dyn Store> {
        Box::new(SqliteStore::open(&self.path()).await.expect("opens"))
    }

    async fn refuse(&mut self) {
        self.run(
            "CREATE TRIGGER full_disk BEFORE INSERT ON events WHEN NEW.body LIKE '%too much%'
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        );
    }

    async fn allow(&mut self) {
        self.run("DROP TRIGGER full_disk");
    }

    /// Another program writes: the store waits for it.
    async fn interrupt(&mut self, _how: usize) {
        let path = self.path();
        let (held, holds) = tokio::sync::oneshot::channel();
        tokio::task::spawn_blocking(move || {
            let connection = Connection::open(path).expect("a database");
            connection.busy_timeout(HANGS).expect("it waits");
            connection.execute_batch("BEGIN IMMEDIATE").expect("it locks");
            held.send(()).expect("somebody waits");
            std::thread::sleep(Duration::from_millis(100));
            connection.execute_batch("COMMIT").expect("it lets go");
        });
        holds.await.expect("it is locked");
    }
}

#[async_trait(?Send)]
impl Harm for Cluster {
    async fn open(&mut self) -> Box<dyn Store> {
        let address = self.database("faults").await;
        Box::new(PostgresStore::open(&address).await.expect("opens"))
    }

    async fn refuse(&mut self) {
        let broken = "CREATE FUNCTION parlour.full() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'the disk is full' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER full_disk BEFORE INSERT ON parlour.events
            FOR EACH ROW WHEN (NEW.body LIKE '%too much%') EXECUTE FUNCTION parlour.full()";
        self.run("faults", broken).await;
    }

    async fn allow(&mut self) {
        self.run("faults", "DROP TRIGGER full_disk ON parlour.events").await;
    }

    /// Its connections are cut; or it crashes.
    async fn interrupt(&mut self, how: usize) {
        if how == 0 {
            let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                          WHERE pid <> pg_backend_pid() AND application_name = 'parlour'";
            self.run("faults", others).await;
        } else {
            self.crash_and_restart().await;
        }
    }
}

/// A write that the database refuses fails alone and leaves nothing behind; whatever else happens to
/// it, writing recovers by itself.
pub(crate) async fn refusals_and_interruptions(harm: &mut dyn Harm) {
    let store = harm.open().await;
    let (mut table, first) = found("f", 1_000);
    store.append(vec![first]).await.expect("a new table");
    harm.refuse().await;
    let is_full =
        |done: &Result<_, _>| matches!(done, Err(StoreError::Failed(why)) if why.contains("full"));
    let (_, heavy) = say(&table, "too much");
    let (one, two) = (found("g", 1_000).1, found("i", 1_000).1);
    let (a, failed, b) = tokio::join!(
        store.append(vec![one]),
        store.append(vec![heavy.clone()]),
        store.append(vec![two])
    );
    assert!(is_full(&failed), "{failed:?}");
    a.and(b).expect("its neighbours in the batch are stored");
    let (_, other) = found("j", 1_000);
    let joint = store.append(vec![other, heavy.clone()]).await;
    assert!(is_full(&joint), "{joint:?}");
    assert!(store.health().is_err(), "health tells the truth");
    assert!(store.load(&id("j"), 0).await.expect("reads").is_empty(), "all or none");
    assert_eq!(store.load(&id("f"), 0).await.expect("reads").len(), 1, "nothing is half done");
    assert_eq!(store.latest(&[id("f")]).await.expect("reads"), [(id("f"), 1)]);
    harm.allow().await;
    table = {
        let (next, append) = say(&table, "it goes on where it was");
        store.append(vec![append]).await.expect("there is room again");
        next
    };
    assert!(store.health().is_ok());
    for how in 0..2 {
        harm.interrupt(how).await;
        // The first tries may meet the dead connection; nothing is stored twice.
        let stored = async || {
            let (next, append) = say(&table, &format!("after interruption {how}"));
            match store.append(vec![append]).await {
                Ok(()) => Some(next),
                Err(StoreError::Failed(_)) => None,
                Err(error) => panic!("nobody else writes here: {error}"),
            }
        };
        table = eventually("writing recovers by itself", stored).await;
    }
    let events = store.load(&id("f"), 0).await.expect("reads");
    let stored = Table::replay(id("f"), &events).expect("a table");
    assert_eq!((stored.sequence, stored.sequence), (table.sequence, 4), "each is there once");
    store.close().await;
}

/// Where a connection is cut at a commit.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    /// The database never hears of it.
    Before = 1,
    /// It hears of it, and what it does then nobody knows.
    Behind = 2,
    /// It has done it; the answer is lost.
    After = 3,
    /// Nothing comes through any more, and no connection is closed.
    Silent = 4,
}

/// Stands between a store and its database, and cuts one connection when told, or is silent.
struct Line {
    address: SocketAddr,
    cut: Arc<AtomicU8>,
}

impl Line {
    /// A store over a new database, and the line to it.
    async fn between(cluster: &Cluster, database: &str) -> (PostgresStore, Line) {
        let address = cluster.database(database).await;
        let host = address.split(['@', '/']).nth(3).expect("a host").to_owned();
        let line = Line::to(host.clone()).await;
        let store = PostgresStore::open(&address.replace(&host, &line.address.to_string())).await;
        (store.expect("opens"), line)
    }

    async fn to(database: String) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let line = Line { address: listener.local_addr().expect("it"), cut: Arc::default() };
        let cut = line.cut.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let far = TcpStream::connect(&database).await.expect("PostgreSQL listens");
                tokio::spawn(carry(near, far, cut.clone()));
            }
        });
        line
    }
}

/// Carries bytes both ways until an end closes or the line is cut.
async fn carry(mut near: TcpStream, mut far: TcpStream, cut: Arc<AtomicU8>) -> Option<()> {
    let (mut asked, mut told) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            read = near.read(&mut asked) => {
                let bytes = &asked[..read.ok().filter(|n| *n > 0)?];
                if cut.load(Ordering::SeqCst) == Cut::Silent as u8 {
                    // What was said in the silence is never heard.
                    std::future::pending::<()>().await;
                }
                let commits = bytes.windows(6).any(|word| word == b"COMMIT");
                let cut = if commits { cut.swap(0, Ordering::SeqCst) } else { 0 };
                if cut == Cut::Before as u8 {
                    return None;
                }
                far.write_all(bytes).await.ok()?;
                if cut == Cut::After as u8 {
                    far.readable().await.ok()?;
                }
                if cut != 0 {
                    return None;
                }
            }
            read = far.read(&mut told) => {
                near.write_all(&told[..read.ok().filter(|n| *n > 0)?]).await.ok()?;
            }
        }
    }
}

/// A connection that is lost at the commit: the store finds out what became of it, and neither
/// stores an event twice nor calls one lost that is there.
pub(crate) async fn lost_commits(cluster: &Cluster) {
    let (store, line) = Line::between(cluster, "lost").await;
    for (number, cut) in [Cut::Before, Cut::Behind, Cut::After].into_iter().enumerate() {
        let names = ["p", "q", "r"].map(|name| format!("{name}{number}"));
        let mut tables = Vec::new();
        for name in &names {
            let (table, first) = found(name, 1_000);
            store.append(vec![first]).await.expect("a new table");
            tables.push(table);
        }
        // Alone, then several in one batch, one of which comes too late.
        line.cut.store(cut as u8, Ordering::SeqCst);
        let (next, append) = say(&tables[0], "alone");
        store.append(vec![append]).await.expect("it is found out");
        let late = say(&tables[0], "late").1;
        line.cut.store(cut as u8, Ordering::SeqCst);
        let (one, two) = (say(&next, "same").1, say(&tables[1], "same").1);
        let joint = vec![say(&tables[2], "joint").1, found(&format!("s{number}"), 1_000).1];
        let (a, b, c, d) = tokio::join!(
            store.append(vec![one]),
            store.append(vec![two]),
            store.append(vec![late]),
            store.append(joint)
        );
        a.and(b).and(d).expect("it is found out");
        assert!(matches!(c, Err(StoreError::Conflict)), "{c:?}");
        for (name, count) in names.iter().zip([3, 2, 2]) {
            let events = store.load(&id(name), 0).await.expect("reads");
            assert_eq!(events.len(), count, "each event is there once");
        }
        assert_eq!(store.load(&id(&format!("s{number}")), 0).await.expect("reads").len(), 1);
    }
    assert!(store.health().is_ok());
    store.close().await;
}

/// The way to the database is silent, as when packets are dropped: nobody waits for ever, everybody
/// is told, and it goes on by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_hangs_keeps_nobody_waiting_for_ever() {
    let cluster = Cluster::start().await;
    let (store, line) = Line::between(&cluster, "silent").await;
    let store = Arc::new(store);
    let folder = TempDir::new().expect("a folder");
    let app = App::new(config(folder.path()), store.clone()).await.expect("starts");
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut ann = Person { app: app.clone(), address, cookie: None, from: None };
    ann.get("/me").await;
    let wanted = new_table("outwit", vec![named("A"), named("B")]);
    let id = ann.table(&wanted).await;
    let health = async || {
        let mut probe = Person { app: app.clone(), address, cookie: None, from: None };
        probe.call("GET", "/healthz", None::<&()>).await.status
    };
    assert_eq!(health().await, StatusCode::OK);

    line.cut.store(Cut::Silent as u8, Ordering::SeqCst);
    let names: Vec<String> = (0..40).map(|number| format!("t{number}")).collect();
    let many = names.iter().map(|name| store.append(vec![found(name, 1_000).1]));
    let told = async {
        let path = format!("/tables/{id}");
        let (answer, health, many) =
            tokio::join!(ann.get(&path), health(), futures_util::future::join_all(many));
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{}", answer.text);
        assert_eq!(health, StatusCode::SERVICE_UNAVAILABLE);
        assert!(many.iter().all(|done| matches!(done, Err(StoreError::Failed(_)))), "{many:?}");
        assert!(store.health().is_err(), "health tells the truth");
    };
    tokio::time::timeout(HANGS, told).await.expect("everybody is told");

    line.cut.store(0, Ordering::SeqCst);
    until("it goes on by itself", async || health().await == StatusCode::OK).await;
    ann.table(&wanted).await;
    assert_eq!(store.latest(&[crate::contract::id("t0")]).await.expect("reads"), []);
    app.close().await;
}
