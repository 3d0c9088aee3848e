//! What earlier versions stored opens, and tells the same facts. `tests/stored` has a database of each,
//! and what the program that wrote it said of its tables.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_core::{Seat, Viewer};
use parlour_server::store::{PostgresStore, SqliteStore, Store};
use parlour_table::account::game_record;
use parlour_table::ending::Cause;
use parlour_table::listing::{Status, summarize};
use parlour_table::projection::{Projection, Sitter};
use parlour_table::stored::{TableId, VisitorId};
use parlour_table::{Holder, Table};
use parlour_wire::analysis::StoredStudy;
use parlour_wire::report::ReportState;
use parlour_wire::table::TableView;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde::Deserialize;
use tempfile::TempDir;

use crate::cluster::Cluster;
use crate::harness::TestServer;

/// A table, as the program that stored it described it.
#[derive(Deserialize)]
struct Described {
    /// What became of it, behind the name of its game.
    name: String,
    id: String,
    game: String,
    status: Status,
    ply: u32,
    position: String,
    shares: Option<Vec<f64>>,
    words: Option<String>,
    people: Vec<Option<String>>,
    chat: Vec<String>,
}

const STUDY: &str = "v3sV8ydR7grymVHl1U1jn0";
const REPORTS: [&str; 3] = ["outwit won", "shut-the-box won", "senet resigned"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stored")
}

fn described() -> Vec<Described> {
    let text = fs::read_to_string(folder().join("before-0.1.0.jsonl")).expect("it is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a description")).collect()
}

fn id_of(name: &str) -> String {
    described().into_iter().find(|table| table.name == name).expect("a table of that name").id
}

impl Described {
    /// How it ended, by what was done at it.
    fn cause(&self) -> Cause {
        let foreign = || Cause::Foreign { text: self.words.clone().expect("it ended") };
        match self.name.rsplit(' ').next().expect("a word") {
            _ if self.people.iter().flatten().any(|name| name == "Ada") => foreign(),
            "agreed" => Cause::DrawAgreed,
            "resigned" => Cause::Resigned { seat: 1 },
            "left" | "nobody" => Cause::Resigned { seat: 0 },
            "flag" => {
                let loser = self.shares.as_ref().expect("over").iter().position(|&it| it == 0.0);
                Cause::OutOfTime { seat: loser.expect("somebody lost") as u8 }
            }
            _ => {
                let words = self.words.as_ref().expect("over").split(' ');
                let margin = words.filter_map(|word| word.parse().ok()).next_back();
                let for_points = ["shell-out", "shut-the-box"].contains(&&*self.game);
                Cause::Rules { margin: margin.filter(|_| for_points) }
            }
        }
    }

    async fn check(&self, store: &dyn Store) {
        let name = &self.name;
        let id = TableId(self.id.clone());
        let events = store.load(&id, 0).await.expect("its events can be read");
        let table = Table::replay(id.clone(), &events).expect("they make a table");
        let told = (table.entry.id, table.status(), table.ply());
        assert_eq!(told, (&*self.game, self.status, self.ply), "{name}");
        let view = Projection::new(&table, Viewer::Public);
        assert_eq!(view.position(), self.position, "{name}");
        let said: Vec<String> = view.chat_since(0).into_iter().map(|line| line.text).collect();
        assert_eq!(said, self.chat, "{name}");
        let people = table.chairs.iter().map(|chair| match &chair.holder {
            Holder::Person(person) => Some(person.name.clone()),
            _ => None,
        });
        assert_eq!(people.collect::<Vec<_>>(), self.people, "{name}");
        let known = store.name(&table.maker).await.expect("asks");
        assert!(["Ann", "Bo"].contains(&known.as_deref().expect("visitors have names")), "{name}");

        let mut listed = store.tables_of(&table.maker, 99).await.expect("reads").into_iter();
        let listed = listed.find(|listed| listed.id == id).expect("it is in a list");
        let nobody: HashSet<VisitorId> = HashSet::new();
        assert_eq!(summarize(listed, &table.maker, &nobody).result, self.words, "{name}");
        let Some(ending) = table.ending() else {
            assert_eq!(self.shares, None, "{name}");
            return;
        };
        assert_eq!(Some(ending.numbers()), self.shares, "{name}");
        assert_eq!(ending.cause, self.cause(), "{name}");
        let record = game_record(&table).expect("it was played");
        let left = match self.cause() {
            Cause::Resigned { seat } | Cause::OutOfTime { seat } => Some(Seat(seat)),
            _ => None,
        };
        assert_eq!(record.ended_by, left, "{name}");
    }
}

#[tokio::test]
async fn what_was_stored_before_the_first_release_opens_and_tells_the_same_facts() {
    let data = Arc::new(TempDir::new().expect("a folder"));
    let file = data.path().join("parlour.db");
    fs::copy(folder().join("before-0.1.0.db"), &file).expect("a copy");
    let store = SqliteStore::open(&file).await.expect("it opens");
    for table in described() {
        table.check(&store).await;
    }
    for name in REPORTS {
        let report = store.report(&TableId(id_of(name))).await.expect("reads");
        assert!(report.is_some(), "{name}");
    }
    store.close().await;

    // A second time there is nothing to upgrade; and over HTTP all this is there.
    let server = TestServer::open(data, |_| {}).await;
    let mut person = server.person("Dora").await;
    for table in described() {
        let view: TableView = person.get(&format!("/tables/{}", table.id)).await.json();
        let result = view.result.as_ref();
        let words = result.map(|result| view.template(&result.words).to_owned());
        assert_eq!((view.ply, words), (table.ply, table.words.clone()), "{}", table.name);
        let names = view.seats.iter().map(|seat| match &seat.sitter {
            Sitter::Person { name, .. } => Some(name.clone()),
            _ => None,
        });
        assert_eq!(names.collect::<Vec<_>>(), table.people, "{}", table.name);
    }
    let study: StoredStudy = person.get(&format!("/studies/{STUDY}")).await.json();
    assert_eq!(study.version, 1);
    let state = person.get(&format!("/tables/{}/report", id_of("senet resigned"))).await;
    match state.json() {
        ReportState::Made { report } => {
            assert_eq!(report.ending.expect("it did not end by the rules").by, Some(1));
        }
        state => {
            // A report of another version is made again.
            assert!(matches!(state, ReportState::None), "{state:?}");
            assert_ne!(parlour_analysis::VERSION, 2);
        }
    }
}

#[tokio::test]
async fn an_upgrade_that_fails_half_way_changes_nothing() {
    let data = TempDir::new().expect("a folder");
    let file = data.path().join("parlour.db");
    fs::copy(folder().join("before-0.1.0.db"), &file).expect("a copy");
    let run = |sql: &str| Connection::open(&file).and_then(|c| c.execute_batch(sql));
    // The last table that is written fails, as on a full disk.
    let over = described().into_iter().filter(|table| table.status == Status::Over);
    let last = over.map(|table| table.id).max().expect("there are tables");
    let trap = format!(
        "CREATE TRIGGER trap BEFORE UPDATE ON tables WHEN old.id = '{last}'
         BEGIN SELECT RAISE(ABORT, 'no room'); END"
    );
    run(&trap).expect("a trigger");
    let why = SqliteStore::open(&file).await.expect_err("it fails").to_string();
    assert!(why.contains("no room"), "{why}");
    let count = |sql: &str| {
        let connection = Connection::open(&file).expect("a database");
        connection.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a number")
    };
    assert_eq!(count("PRAGMA user_version"), 4);
    assert_eq!(count("SELECT count(*) FROM events WHERE version <> 4 OR body LIKE '%cause%'"), 0);
    run("DROP TRIGGER trap").expect("it goes");
    let store = SqliteStore::open(&file).await.expect("it opens");
    for table in described() {
        table.check(&store).await;
    }
    store.close().await;
}

/// The same rows in PostgreSQL, in the tables that the same version made there.
pub(crate) async fn postgres_opens_them(cluster: &Cluster) {
    let address = cluster.database("stored").await;
    let schema = fs::read_to_string(folder().join("before-0.1.0.postgres.sql")).expect("there");
    let mut sql = "CREATE SCHEMA parlour; SET search_path TO parlour;
                   CREATE TABLE version (version int NOT NULL);
                   INSERT INTO version VALUES (4);"
        .to_owned();
    sql.push_str(&schema);
    sql.push_str(&rows_of(&folder().join("before-0.1.0.db")));
    cluster.run("stored", &sql).await;
    let store = PostgresStore::open(&address).await.expect("it opens");
    for table in described() {
        table.check(&store).await;
    }
    store.close().await;
    PostgresStore::open(&address).await.expect("it opens again").close().await;
}

/// The rows of a file as statements that insert them.
fn rows_of(file: &Path) -> String {
    let data = TempDir::new().expect("a folder");
    let copy = data.path().join("copy.db");
    fs::copy(file, &copy).expect("a copy");
    let connection = Connection::open(&copy).expect("a database");
    let mut sql = String::new();
    for table in ["events", "tables", "sitters", "visitors", "reports", "documents"] {
        let mut all = connection.prepare(&format!("SELECT * FROM {table}")).expect("a table");
        let columns: Vec<String> = all.column_names().into_iter().map(str::to_owned).collect();
        let mut rows = all.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            let value = |(at, column): (usize, &String)| match row.get_ref(at).expect("a value") {
                ValueRef::Null => "NULL".to_owned(),
                ValueRef::Integer(number) if column == "public" => (number == 1).to_string(),
                ValueRef::Integer(number) => number.to_string(),
                other => format!("'{}'", other.as_str().expect("a text").replace('\'', "''")),
            };
            let values: Vec<String> = columns.iter().enumerate().map(value).collect();
            let (columns, values) = (columns.join(", "), values.join(", "));
            writeln!(sql, "INSERT INTO {table} ({columns}) VALUES ({values});").expect("a text");
        }
    }
    sql
}
