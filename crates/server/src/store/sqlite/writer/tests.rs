//! The file that the writer leaves, and files of other versions.

use parlour_table::Table;
use parlour_table::events::{Created, InitialSeat};
use parlour_table::stored::TableId;

use super::*;
use crate::store::{SqliteStore, Store};

fn found(name: &str) -> (Table, Append) {
    let entry = parlour_games::find("outwit").expect("a game");
    let (seats, maker) = (vec![InitialSeat::Open, InitialSeat::Open], VisitorId("v".to_owned()));
    let created = Created::new(entry, Vec::new(), seats, maker);
    Table::set_up(TableId(name.to_owned()), created, 0).expect("a table")
}

#[tokio::test]
async fn a_clean_stop_leaves_everything_in_the_file() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("parlour.db");
    let store = SqliteStore::open(&file).await.expect("a store");
    let (table, append) = found("a table");
    store.append(vec![append]).await.expect("a new table");
    store.load(&table.id, 0).await.expect("a reader is open");
    store.close().await;
    let copy = folder.path().join("copy.db");
    std::fs::copy(&file, &copy).expect("a copy of the one file");
    let store = SqliteStore::open(&copy).await.expect("the copy opens");
    assert_eq!(store.load(&table.id, 0).await.expect("reading").len(), 1);
    store.close().await;
}

#[tokio::test]
async fn a_file_of_another_version_is_refused_in_words_and_stays_as_it_was() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let make = |name: &str, sql: &str| {
        let file = folder.path().join(name);
        Connection::open(&file).and_then(|c| c.execute_batch(sql)).expect("a file");
        file
    };
    let tables = include_str!("../../../../schema/sqlite.sql");
    for (version, words) in [(99, "newer Parlour"), (3, "before there were releases")] {
        let file =
            make(&format!("{version}.db"), &format!("{tables}; PRAGMA user_version = {version}"));
        let before = std::fs::read(&file).expect("a file");
        let why = SqliteStore::open(&file).await.expect_err("it is not of today").to_string();
        assert!(why.contains(words), "{why}");
        assert_eq!(std::fs::read(&file).expect("a file"), before);
    }
}
