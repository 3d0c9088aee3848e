//! What every store must do, on every store.

use std::sync::Arc;

use parlour_core::rng::seeded;
use parlour_server::store::{
    Document, PostgresStore, SqliteStore, Store, StoreError, StoredReport, Ticket,
};
use parlour_table::events::{Clock, Event};
use parlour_table::setup::{NewSeat, NewTable, plan};
use parlour_table::stored::{Append, TableId, VisitorId};
use parlour_table::{Table, record};
use tempfile::TempDir;

use crate::cluster::Cluster;
use crate::harness::{HANGS, computer, me, named};
use crate::{faults, stored};

pub(crate) fn id(text: &str) -> TableId {
    TableId(format!("{text:0>22}"))
}

pub(crate) fn visitor(text: &str) -> VisitorId {
    VisitorId(text.to_owned())
}

/// A private table without a clock.
fn new_table(game: &str, seats: Vec<NewSeat>) -> NewTable {
    let clock = Clock::None;
    NewTable { game: game.to_owned(), options: Vec::new(), seats, clock, public: false }
}

/// A new table and what to store for it.
pub(crate) fn found(name: &str, at: i64) -> (Table, Append) {
    let mut wanted = new_table("outwit", vec![me(), NewSeat::Open]);
    wanted.public = true;
    let created = plan(wanted, &visitor("ann"), "Ann", "invitation".to_owned()).expect("a plan");
    Table::set_up(id(name), created, at).expect("a table")
}

pub(crate) fn say(table: &Table, text: &str) -> (Table, Append) {
    let said = Event::Said {
        visitor: visitor("ann"),
        name: "Ann".to_owned(),
        seat: None,
        text: text.to_owned(),
    };
    table.with(table.changed + 1, vec![said]).expect("talk is always possible")
}

fn is_conflict(result: Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict))
}

async fn appends(store: &dyn Store) {
    let (table, first) = found("a", 1_000);
    store.append(vec![first.clone()]).await.expect("a new table");
    assert!(is_conflict(store.append(vec![first]).await), "a table is set up once");
    let (next, second) = say(&table, "one");
    let (_, rival) = say(&table, "two");
    store.append(vec![second]).await.expect("it follows");
    assert!(is_conflict(store.append(vec![rival]).await), "the second to write loses");
    let (_, mut nowhere) = say(&next, "three");
    nowhere.table = id("missing");
    assert!(is_conflict(store.append(vec![nowhere]).await), "no events without a table");
    let events = store.load(&id("a"), 0).await.expect("reads");
    assert_eq!(events.iter().map(|event| event.sequence).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(store.load(&id("a"), 1).await.expect("reads")[..], events[1..]);
    assert!(store.load(&id("missing"), 0).await.expect("reads").is_empty());
    assert_eq!(Table::replay(id("a"), &events).expect("a table").sequence, 2);
}

async fn documents(store: &dyn Store) {
    let put = |version: u64, body: &str| {
        let document = Document { version, body: body.to_owned() };
        store.put_document("study", "a", document, 5)
    };
    assert!(store.document("study", "a").await.expect("reads").is_none());
    assert!(is_conflict(put(2, "two").await), "there is no first version");
    put(1, "one").await.expect("a new document");
    assert!(is_conflict(put(1, "uno").await), "it is made once");
    put(2, "two").await.expect("it follows");
    assert!(is_conflict(put(2, "due").await), "the second to write loses");
    let kept = store.document("study", "a").await.expect("reads").expect("kept");
    assert_eq!((kept.version, kept.body.as_str()), (2, "two"));
    assert!(store.document("report", "a").await.expect("reads").is_none(), "kinds are apart");
}

/// What somebody replaced can be brought back for a while; of many changes, some of every minute.
async fn versions(store: &dyn Store) {
    let put = |version: u64, at: i64| {
        let document = Document { version, body: format!("{version}") };
        store.put_document("study", "v", document, at)
    };
    // A change every second for ten minutes.
    let (second, last) = (1_000, 600);
    for version in 1..=last {
        put(version, version as i64 * second).await.expect("it follows");
    }
    let kept = store.document_versions("study", "v", 0).await.expect("reads");
    let numbers: Vec<u64> = kept.iter().map(|(version, _)| *version).collect();
    assert!(numbers.is_sorted_by(|a, b| a > b) && numbers.len() < 50, "{numbers:?}");
    assert!(numbers.starts_with(&(584..600).rev().collect::<Vec<_>>()), "{numbers:?}");
    let of_minute = |minute| kept.iter().any(|(_, at)| at / 60_000 == minute);
    assert!((0..10).all(of_minute), "{kept:?}");
    let body = async |version, since| {
        store.document_version("study", "v", version, since).await.expect("reads")
    };
    assert_eq!(body(599, 0).await.as_deref(), Some("599"));
    assert_eq!(body(599, 600 * second).await, None, "it was replaced before");
    assert_eq!(body(600, 0).await, None, "the latest one is no earlier one");
    store.drop_document_versions(599 * second).await.expect("drops");
    let kept = store.document_versions("study", "v", 0).await.expect("reads");
    assert_eq!(kept, [(599, 600 * second)]);
}

/// Who comes back keeps the name, and who reads a study keeps it; so does one who sits at a table.
async fn clearing_what_nobody_uses(store: &dyn Store) {
    let (day, reads) = (86_400_000, "reads");
    let (_, sits) = found("sits", 10 * day);
    store.append(vec![sits]).await.expect("a new table");
    for name in ["gone", "here", "ann"] {
        store.rename(&visitor(name), name, day).await.expect("writes");
        let document = Document { version: 1, body: name.to_owned() };
        store.put_document("study", name, document, day).await.expect("writes");
    }
    store.note_seen(&visitor("here"), 5 * day).await.expect("writes");
    store.note_read("study", "here", 5 * day).await.expect("writes");
    store.note_seen(&visitor("nobody"), 5 * day).await.expect("writes");
    store.clear(4 * day).await.expect("clears");
    let mut left = Vec::new();
    for name in ["gone", "here", "ann", "nobody"] {
        left.push((
            store.name(&visitor(name)).await.expect(reads).is_some(),
            store.document("study", name).await.expect(reads).is_some(),
        ));
    }
    assert_eq!(left, [(false, false), (true, true), (true, false), (false, false)]);
}

async fn joint_appends(store: &dyn Store) {
    let (a, first) = found("b", 1_000);
    let (_, other) = found("c", 1_000);
    store.append(vec![first]).await.expect("a new table");
    let (_, stale) = say(&a, "one");
    store.append(vec![stale.clone()]).await.expect("it follows");
    assert!(is_conflict(store.append(vec![other.clone(), stale]).await));
    assert!(store.load(&id("c"), 0).await.expect("reads").is_empty(), "all or none");
    store.append(vec![other]).await.expect("nothing of it was left behind");
}

async fn races(store: &Arc<dyn Store>) {
    let (table, first) = found("d", 1_000);
    store.append(vec![first]).await.expect("a new table");
    let racers = (0..16).map(|racer: u32| {
        let (store, mut table) = (store.clone(), table.clone());
        tokio::spawn(async move {
            let mut won = 0;
            for number in 0..10 {
                let (next, append) = say(&table, &format!("{racer} says {number}"));
                match store.append(vec![append]).await {
                    Ok(()) => {
                        won += 1;
                        table = next;
                    }
                    Err(StoreError::Conflict) => {
                        for event in store.load(&id("d"), table.sequence).await.expect("reads") {
                            table.follow(&event).expect("they follow each other");
                        }
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            won
        })
    });
    let mut won = 0;
    for racer in racers.collect::<Vec<_>>() {
        won += racer.await.expect("no fault");
    }
    let events = store.load(&id("d"), 0).await.expect("reads");
    assert_eq!(events.len(), 1 + won, "each acknowledged event is there once");
    assert!(events.iter().zip(1..).all(|(event, number)| event.sequence == number));
}

async fn lists(store: &dyn Store) {
    let (table, first) = found("e", 5_000);
    store.append(vec![first]).await.expect("a new table");
    let ids = |listed: Vec<parlour_table::listing::Listed>| -> Vec<TableId> {
        listed.into_iter().map(|listed| listed.id).collect()
    };
    assert_eq!(ids(store.tables_of(&visitor("ann"), 1).await.expect("reads")), [id("e")]);
    assert!(store.tables_of(&visitor("bob"), 9).await.expect("reads").is_empty());
    assert_eq!(ids(store.public_tables(4_000, 9).await.expect("reads")), [id("e")]);
    let sat = Event::Sat {
        seat: 1,
        visitor: visitor("bob"),
        name: "Bob".to_owned(),
        invitation: "i".to_owned(),
    };
    let (_, append) = table.with(6_000, vec![sat]).expect("a free seat");
    store.append(vec![append]).await.expect("it follows");
    assert_eq!(ids(store.tables_of(&visitor("bob"), 9).await.expect("reads")), [id("e")]);
    assert!(store.due(i64::MAX, 9).await.expect("reads").is_empty(), "people move there");
    let known = store.latest(&[id("e"), id("missing")]).await.expect("reads");
    assert_eq!(known, [(id("e"), 2)]);
}

async fn names_and_codes(store: &dyn Store) {
    assert_eq!(store.name(&visitor("ann")).await.expect("reads"), None);
    for name in ["Ann", "Anna"] {
        store.rename(&visitor("ann"), name, 100).await.expect("writes");
        assert_eq!(store.name(&visitor("ann")).await.expect("reads").as_deref(), Some(name));
    }
    let ticket = || Ticket { table: id("a"), visitor: visitor("ann") };
    store.put_ticket("code", ticket(), 100).await.expect("writes");
    assert_eq!(store.ticket("code", 99).await.expect("reads"), Some(ticket()));
    store.drop_ticket("code").await.expect("writes");
    assert_eq!(store.ticket("code", 99).await.expect("reads"), None, "a code is good once");
    store.put_ticket("old", ticket(), 100).await.expect("writes");
    assert_eq!(store.ticket("old", 100).await.expect("reads"), None, "it has expired");
    store.put_ticket("kept", ticket(), 200).await.expect("writes");
    store.put_ticket("gone", ticket(), 150).await.expect("writes");
    store.drop_tickets(150).await.expect("writes");
    assert_eq!(store.ticket("gone", 0).await.expect("reads"), None, "expired codes go");
    assert_eq!(store.ticket("kept", 0).await.expect("reads"), Some(ticket()));
}

async fn pulses(store: &dyn Store) {
    let heartbeat = async |now| store.heartbeat(now, 500).await.expect("writes");
    let missed = async |since| store.outage_since(since).await.expect("reads");
    assert_eq!(heartbeat(1_000).await, None, "the first is no outage");
    assert_eq!(heartbeat(1_400).await, None);
    assert_eq!(heartbeat(2_400).await, Some(2_400), "nobody was up for a second");
    assert_eq!(heartbeat(2_600).await, Some(2_400), "a later caller gets it as well");
    assert_eq!(missed(0).await, 1_000);
    assert_eq!(missed(1_900).await, 500);
    assert_eq!(missed(2_400).await, 0);
    // The computer's clock is set ahead by a day, and an outage is noted there; then it is right again.
    let day = 86_400_000;
    assert_eq!(heartbeat(2_600 + day).await, Some(2_600 + day), "as if nobody had been up");
    assert_eq!(heartbeat(4_000 + day).await, Some(4_000 + day));
    assert_eq!(heartbeat(2_800).await, Some(2_800), "no outage ends at a time that has not come");
    assert_eq!(missed(2_800).await, 0, "what comes next is not forgiven");
    assert_eq!(missed(0).await, 1_200, "all that is forgiven is the time until it was right");
    assert_eq!(heartbeat(3_200).await, Some(2_800));
    assert_eq!(heartbeat(4_200).await, Some(4_200), "an outage is noticed afterwards");
    assert_eq!(missed(2_800).await, 1_000);
}

/// A table and everything that happened there, stored.
async fn store_table(store: &dyn Store, name: &str, wanted: NewTable, actions: usize) {
    let created = plan(wanted, &visitor("ann"), "Ann", "invitation".to_owned()).expect("a plan");
    let (mut table, first) = Table::set_up(id(name), created, 100).expect("a table");
    store.append(vec![first]).await.expect("a new table");
    for _ in 0..actions {
        let action = table.session.sample(&mut seeded(1)).expect("it is not over");
        let (next, append) = table.with(200, vec![Event::Acted { action }]).expect("legal");
        store.append(vec![append]).await.expect("it follows");
        table = next;
    }
}

/// What computers and dice do by themselves is no use of a table; a clock that runs is.
async fn clearing_what_moved_by_itself_and_not_what_somebody_thinks_about(store: &dyn Store) {
    let alone = || new_table("shut-the-box", vec![computer(), me()]);
    store_table(store, "thrown", alone(), 2).await;
    let outwit = |clock| NewTable { clock, ..new_table("outwit", vec![named("A"), named("B")]) };
    store_table(store, "thinking", outwit(Clock::Move { limit: 2 * 86_400_000 }), 0).await;
    store_table(store, "played", outwit(Clock::None), 1).await;
    store_table(store, "left", outwit(Clock::None), 0).await;
    assert_eq!(store.clear(300).await.expect("clears"), 2);
    let known = ["thrown", "thinking", "played", "left"].map(id);
    let mut kept = store.latest(&known).await.expect("reads");
    kept.sort();
    assert_eq!(kept, [(id("played"), 2), (id("thinking"), 1)]);
}

/// A record from outside expires like a table that nobody used, unless somebody keeps it.
async fn clearing_imports(store: &dyn Store) {
    let (game, _) = found("any", 100);
    let text = format!("parlour: 1\ngame: outwit\nactions:\n{}", game.session.legal()[0]);
    for (name, keep) in [("import", false), ("kept-import", true)] {
        let (created, mut events) = record::read(&text, &visitor("ann")).expect("a record");
        let (table, first) = Table::set_up(id(name), created, 100).expect("a table");
        store.append(vec![first]).await.expect("a new table");
        if keep {
            events.push(Event::Kept { visitor: visitor("bob") });
        }
        let (_, append) = table.with(100, events).expect("a game");
        store.append(vec![append]).await.expect("it follows");
    }
    assert_eq!(store.clear(300).await.expect("clears"), 1);
    let left = store.latest(&[id("import"), id("kept-import")]).await.expect("reads");
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].0, id("kept-import"));
}

/// A report replaces the one before, and goes with its table.
async fn reports(store: &dyn Store) {
    let report = |version: &str| StoredReport {
        table: id("reported"),
        version: version.to_owned(),
        made: 7,
        body: "{}".to_owned(),
    };
    let alone = || new_table("shut-the-box", vec![computer(), me()]);
    store_table(store, "reported", alone(), 0).await;
    assert_eq!(store.report(&id("reported")).await.expect("reads"), None);
    for version in ["1", "2"] {
        store.put_report(report(version)).await.expect("stores");
        assert_eq!(store.report(&id("reported")).await.expect("reads"), Some(report(version)));
    }
    // Of two processes that want to make one, one does.
    let claim = async |made, known| {
        let claim = StoredReport { made, ..report("making") };
        store.claim_report(claim, known).await.expect("asks")
    };
    let made = report("2").made;
    assert!(!claim(7_001, None).await && claim(7_001, Some(made)).await);
    assert!(!claim(7_002, Some(made)).await, "the other was first");
    assert!(claim(7_003, Some(7_001)).await, "it has been silent for long");
    assert_eq!(store.clear(300).await.expect("clears"), 1);
    assert_eq!(store.report(&id("reported")).await.expect("reads"), None);
    assert!(claim(7_004, None).await, "there is none");
}

async fn clearing(store: &dyn Store) {
    let (table, unused) = found("unused", 100);
    let (other, used) = found("used", 100);
    store.append(vec![unused]).await.expect("a new table");
    store.append(vec![used]).await.expect("a new table");
    let sat = Event::Sat {
        seat: 1,
        visitor: visitor("dan"),
        name: "Dan".to_owned(),
        invitation: "i".to_owned(),
    };
    let action = other.session.legal()[0].clone();
    let (_, append) = other.with(200, vec![sat, Event::Acted { action }]).expect("legal");
    store.append(vec![append]).await.expect("it follows");
    assert_eq!(store.clear(300).await.expect("clears"), 1);
    assert!(store.load(&id("unused"), 0).await.expect("reads").is_empty());
    assert_eq!(store.load(&id("used"), 0).await.expect("reads").len(), 3, "a game is kept");
    let (_, late) = say(&table, "too late");
    assert!(is_conflict(store.append(vec![late]).await), "a cleared table is gone");
}

/// `forget` makes of all tables what an earlier version stored.
async fn contract(store: Arc<dyn Store>) {
    clearing(&*store).await;
    clearing_imports(&*store).await;
    versions(&*store).await;
    reports(&*store).await;
    appends(&*store).await;
    joint_appends(&*store).await;
    documents(&*store).await;
    races(&store).await;
    lists(&*store).await;
    names_and_codes(&*store).await;
    pulses(&*store).await;
    clearing_what_nobody_uses(&*store).await;
    clearing_what_moved_by_itself_and_not_what_somebody_thinks_about(&*store).await;
    assert!(store.take_lease(&id("sits")).await.expect("asks"), "a lease that nobody holds");
    store.close().await;
    let (_, late) = found("late", 1);
    assert!(store.append(vec![late]).await.is_err(), "what is closed is closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_keeps_the_contract_through_faults() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("parlour.db");
    let store = SqliteStore::open(&file).await.expect("opens");
    contract(Arc::new(store)).await;
    faults::refusals_and_interruptions(&mut faults::File::new()).await;
}

/// One cluster, a database for each part.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_keeps_the_contract_through_faults_and_a_crash() {
    let mut cluster = Cluster::start().await;
    let address = cluster.database("contract").await;
    let store = PostgresStore::open(&address).await.expect("opens");
    contract(Arc::new(store)).await;
    faults::refusals_and_interruptions(&mut cluster).await;
    faults::lost_commits(&cluster).await;
    leases(&cluster).await;
    newer(&cluster).await;
    stored::postgres_opens_them(&cluster).await;
}

/// One process holds a table's lease; another takes it over when that process ends, or dies.
async fn leases(cluster: &Cluster) {
    let address = cluster.database("leases").await;
    let open = || async { PostgresStore::open(&address).await.expect("opens") };
    let (one, two) = (open().await, open().await);
    let mut heard = two.notices().expect("there may be others");
    // It listens to the channels of the tables that it asked for.
    two.listen(&id("h")).await;
    let (other, append) = found("unheard", 1_000);
    one.append(vec![append]).await.expect("a new table");
    let (table, first) = found("h", 1_000);
    one.append(vec![first]).await.expect("a new table");
    let news = tokio::time::timeout(HANGS, heard.recv()).await.expect("it hears").expect("told");
    assert_eq!(news, (id("h"), 1), "and not of {}", other.id);
    assert!(one.take_lease(&id("h")).await.expect("asks"));
    assert!(!two.take_lease(&id("h")).await.expect("asks"), "not both");
    one.release_leases(&[id("h")]).await.expect("lets go");
    assert!(
        two.take_lease(&id("h")).await.expect("asks"),
        "a lease that was given back can be taken"
    );
    assert!(!one.take_lease(&id("h")).await.expect("asks"));
    two.close().await;
    assert!(one.take_lease(&id("h")).await.expect("asks"), "a process that ended holds no lease");
    let three = open().await;
    cluster.run("leases", "UPDATE parlour.processes SET until = now() - interval '1 s'").await;
    assert!(three.take_lease(&id("h")).await.expect("asks"), "nor does one that died");
    let (_, append) = say(&table, "still here");
    one.append(vec![append]).await.expect("any process may write, also one without the lease");
    one.close().await;
    three.close().await;
}

/// A database of a later version is left alone.
async fn newer(cluster: &Cluster) {
    let address = cluster.database("newer").await;
    PostgresStore::open(&address).await.expect("opens").close().await;
    cluster.run("newer", "INSERT INTO parlour.version VALUES (99)").await;
    let refused = PostgresStore::open(&address).await.expect_err("it is newer").to_string();
    assert!(refused.contains("newer Parlour"), "{refused}");
}
