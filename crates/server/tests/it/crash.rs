//! Tables are played through real sockets while processes are killed, ended, frozen, and the
//! database crashes under them. Whatever was acknowledged is stored, once, in its place; every
//! table goes on.
//!
//! `PARLOUR_CRASHES=1000 cargo nextest run --profile long -p parlour-server crash:: --no-capture`
//! makes it a long run.

use std::net::SocketAddr;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parlour_core::rng::{SeededRng, below, seeded};
use parlour_server::store::{PostgresStore, SqliteStore, Store};
use parlour_table::Table;
use parlour_table::events::Event;
use parlour_table::stored::TableId;
use parlour_wire::api::Created;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use parlour_wire::table::Status;
use tempfile::TempDir;
use tokio::sync::RwLock;

use crate::cluster::Cluster;
use crate::durability::start;
use crate::harness::*;

/// Tables that are played at the same time.
const TABLES: usize = 4;

fn crashes() -> usize {
    let wanted = std::env::var("PARLOUR_CRASHES").ok();
    wanted.map_or(4, |text| text.parse().expect("a number of crashes"))
}

/// The processes that are meant to be up.
struct Fleet {
    environment: Vec<(&'static str, String)>,
    members: Vec<(Child, SocketAddr)>,
    addresses: Arc<RwLock<Vec<SocketAddr>>>,
}

impl Fleet {
    async fn start(environment: Vec<(&'static str, String)>, count: usize) -> Fleet {
        let members = (0..count).map(|_| start(&environment)).collect();
        let mut fleet = Fleet { environment, members, addresses: Arc::default() };
        fleet.publish().await;
        fleet
    }

    async fn publish(&mut self) {
        *self.addresses.write().await = self.members.iter().map(|(_, address)| *address).collect();
    }

    /// Something happens to a process; soon after, as many are up as before.
    async fn harm(&mut self, how: u32, rng: &mut SeededRng) {
        let victim = below(rng, self.members.len() as u32) as usize;
        let signal = |child: &Child, name: &str| {
            let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
            assert!(sent.is_ok_and(|status| status.success()), "{name} is sent");
        };
        let child = &mut self.members[victim].0;
        match how {
            // SIGSTOP: it hangs, connections and all, and comes back as if nothing had been.
            0 => {
                signal(child, "-STOP");
                tokio::time::sleep(Duration::from_millis(300)).await;
                signal(child, "-CONT");
                return;
            }
            1 => signal(child, "-TERM"),
            _ => child.kill().expect("it can be killed"),
        }
        child.wait().expect("it ends");
        let environment = self.environment.clone();
        let new = tokio::task::spawn_blocking(move || start(&environment)).await;
        self.members[victim] = new.expect("it starts again");
        self.publish().await;
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        for (child, _) in &mut self.members {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// One person at one table, on both seats, who comes back whatever happens.
struct Player {
    addresses: Arc<RwLock<Vec<SocketAddr>>>,
    cookie: String,
    /// The tables to play at, one after another; the last of them now.
    tables: Vec<String>,
    /// The actions that this person knows to be on that table.
    known: Vec<String>,
    /// Those of the games that are over.
    over: Vec<(String, Vec<String>)>,
    /// The one on its way: sent, not answered.
    sent: Option<String>,
    moves: Arc<AtomicUsize>,
}

impl Player {
    /// Plays until told to stop; what this person was told is on the table.
    async fn play(
        mut self,
        stop: Arc<AtomicBool>,
        mut rng: SeededRng,
    ) -> Vec<(String, Vec<String>)> {
        while let Some(table) =
            self.tables.last().cloned().filter(|_| !stop.load(Ordering::Relaxed))
        {
            let address = {
                let addresses = self.addresses.read().await;
                addresses[below(&mut rng, addresses.len() as u32) as usize]
            };
            match Socket::try_open(address, &table, &self.cookie).await {
                Some(mut socket) => self.sit(&table, &mut socket, &stop, &mut rng).await,
                None => tokio::time::sleep(Duration::from_millis(30)).await,
            }
        }
        let last = self.tables.pop().map(|table| (table, self.known));
        self.over.into_iter().chain(last).collect()
    }

    /// One connection's worth of play.
    async fn sit(
        &mut self,
        table: &str,
        socket: &mut Socket,
        stop: &AtomicBool,
        rng: &mut SeededRng,
    ) {
        loop {
            let waited = tokio::time::timeout(Duration::from_secs(2), socket.next()).await;
            // A frozen process says nothing: try another.
            let Ok(Some(message)) = waited else { return };
            // Refused: the action is not on the table, unless the answer to it was lost.
            if matches!(message, ServerMessage::Error { .. } | ServerMessage::Done { .. }) {
                continue;
            }
            let Some(view) = socket.view.clone() else { continue };
            let ply = view.ply as usize;
            assert!(ply >= self.known.len(), "{table}: an acknowledged action is gone");
            if ply > self.known.len() {
                assert_eq!(ply, self.known.len() + 1, "{table}: an action was doubled");
                self.known.push(self.sent.take().expect("only this person acts here"));
                self.moves.fetch_add(1, Ordering::Relaxed);
            }
            if view.status == Status::Over {
                self.tables.pop();
                self.over.push((table.to_owned(), std::mem::take(&mut self.known)));
                return;
            }
            if stop.load(Ordering::Relaxed) || view.choices.is_empty() {
                return;
            }
            let pick = below(rng, view.choices.len() as u32) as usize;
            // What was sent over a lost connection may still come: send the same again.
            let action = self.sent.get_or_insert_with(|| view.choices[pick].action.clone()).clone();
            let wanted = ClientMessage::Act { action, ply: view.ply, rewinds: None };
            if !socket.try_send(&wanted).await {
                return;
            }
        }
    }
}

/// Plays while `crashes` things go wrong; the tables with what their players know of them.
async fn play_under_kills(
    fleet: &mut Fleet,
    mut cluster: Option<&mut Cluster>,
    seed: u64,
) -> Vec<(String, Vec<String>)> {
    let (stop, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut players = Vec::new();
    for number in 0..TABLES {
        let address = fleet.members[number % fleet.members.len()].1;
        let cookie = newcomer(None, address).await;
        let wanted = serde_json::to_string(&new_table("outwit", vec![named("A"), named("B")]));
        let wanted = wanted.expect("JSON");
        // A long run is longer than a game.
        let mut tables = Vec::new();
        for _ in 0..=crashes() / 10 {
            let (_, body) = call(None, address, "POST /api/v1/tables", &cookie, &wanted).await;
            tables.push(serde_json::from_str::<Created>(&body).expect("a table").id);
        }
        let (addresses, moves) = (fleet.addresses.clone(), moves.clone());
        let (known, over) = (Vec::new(), Vec::new());
        let player = Player { addresses, cookie, tables, known, over, sent: None, moves };
        players.push(tokio::spawn(player.play(stop.clone(), seeded(seed + number as u64))));
    }
    let mut rng = seeded(seed);
    for crash in 0..crashes() {
        let before = moves.load(Ordering::Relaxed);
        let how = (crash as u32 + below(&mut rng, 2)) % 4;
        match &mut cluster {
            Some(cluster) if how == 3 => cluster.crash_and_restart().await,
            _ => fleet.harm(how, &mut rng).await,
        }
        let goes_on = async || moves.load(Ordering::Relaxed) >= before + 2 * TABLES;
        until("the tables go on", goes_on).await;
    }
    stop.store(true, Ordering::Relaxed);
    let mut known = Vec::new();
    for player in players {
        known.extend(player.await.expect("nothing was lost or doubled"));
    }
    let acknowledged: usize = known.iter().map(|(_, actions)| actions.len()).sum();
    println!("{} crashes, {acknowledged} acknowledged actions", crashes());
    known
}

/// What is stored is what the players know; only what nobody was told of may come after it.
async fn compare(store: &dyn Store, known: Vec<(String, Vec<String>)>) {
    for (table, known) in known {
        let id = TableId(table);
        let events = store.load(&id, 0).await.expect("reads");
        Table::replay(id, &events).expect("the events make a table");
        let acted = events.into_iter().filter_map(|stamped| match stamped.event {
            Event::Acted { action } => Some(action),
            _ => None,
        });
        let acted: Vec<String> = acted.collect();
        assert_eq!(acted[..known.len()], known, "what was acknowledged is stored, in order");
        assert!(acted.len() <= known.len() + 1, "and nothing else");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_process_crashes_and_loses_no_acknowledged_action() {
    let folder = TempDir::new().expect("a folder");
    let environment = vec![("PARLOUR_TEST_FOLDER", folder.path().display().to_string())];
    let mut fleet = Fleet::start(environment, 1).await;
    let known = play_under_kills(&mut fleet, None, 1).await;
    drop(fleet);
    let store = SqliteStore::open(&folder.path().join("parlour.db")).await.expect("opens");
    compare(&store, known).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_processes_and_their_database_crash_and_lose_no_acknowledged_action() {
    let mut cluster = Cluster::start().await;
    let address = cluster.database("crash").await;
    let folder = TempDir::new().expect("a folder");
    let environment = vec![
        ("PARLOUR_TEST_FOLDER", folder.path().display().to_string()),
        ("PARLOUR_TEST_DATABASE", address.clone()),
    ];
    let mut fleet = Fleet::start(environment, 3).await;
    let known = play_under_kills(&mut fleet, Some(&mut cluster), 2).await;
    computers_go_on(&mut fleet).await;
    drop(fleet);
    let store = PostgresStore::open(&address).await.expect("opens");
    compare(&store, known).await;
    store.close().await;
}

/// A person on one process, the computer and the dice run by another that is killed: a third
/// takes over.
async fn computers_go_on(fleet: &mut Fleet) {
    let (first, cookie) = (fleet.members[0].1, newcomer(None, fleet.members[0].1).await);
    let wanted = serde_json::to_string(&new_table("shut-the-box", vec![computer(), me()]));
    let wanted = wanted.expect("JSON");
    // The last thing to crash may have been the database: a person would try again, too.
    let set_up = async || {
        let (_, body) = call(None, first, "POST /api/v1/tables", &cookie, &wanted).await;
        serde_json::from_str::<Created>(&body).ok()
    };
    let table = eventually("a table", set_up).await.id;
    // It was set up at the first process, which holds its lease; the person looks on from the second.
    fleet.members[0].0.kill().expect("it can be killed");
    fleet.members[0].0.wait().expect("it ends");
    let open = async || Socket::try_open(fleet.members[1].1, &table, &cookie).await;
    let mut socket = eventually("the second answers", open).await;
    while socket.view.as_ref().is_none_or(|view| view.choices.is_empty()) {
        let next = tokio::time::timeout(HANGS, socket.next()).await;
        assert!(next.expect("the computer moves").is_some(), "the socket stays open");
    }
}
