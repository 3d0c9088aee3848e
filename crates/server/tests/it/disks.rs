//! Files that are not as they should be: a clear message, nothing destroyed.

use parlour_server::store::{SqliteStore, Store};
use parlour_server::{Server, backup};
use parlour_wire::api::NewSeat;
use tempfile::TempDir;

use crate::harness::*;

/// Why a server does not start over this folder.
async fn refused(folder: &TempDir) -> String {
    Server::bind(config(folder.path())).await.expect_err("it does not start").to_string()
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("parlour.db");
    std::fs::write(&file, vec![7; 9000]).expect("writes");
    let why = refused(&folder).await;
    assert!(why.contains("no database file") && why.contains("--data"), "{why}");
    assert_eq!(std::fs::read(&file).expect("reads"), vec![7; 9000]);
}

#[tokio::test]
async fn a_damaged_database_is_reported_and_not_destroyed() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let folder = server.close().await;
    let file = folder.path().join("parlour.db");
    let mut bytes = std::fs::read(&file).expect("reads");
    let _ = std::fs::remove_file(folder.path().join("parlour.db-wal"));
    let _ = std::fs::remove_file(folder.path().join("parlour.db-shm"));
    // The first page's list of tables, behind the header.
    bytes[100..1000].fill(0xaa);
    std::fs::write(&file, &bytes).expect("writes");
    let why = refused(&folder).await;
    assert!(why.contains("parlour.db") && why.contains("malformed"), "{why}");
    assert_eq!(std::fs::read(&file).expect("reads")[100..], bytes[100..], "nothing was changed");
}

#[tokio::test]
async fn a_copy_of_a_running_server_holds_everything_and_takes_no_files_place() {
    let server = TestServer::new().await;
    let (_, mut page) = server.table("outwit", vec![named("A"), named("B")]).await;
    let id = page.view().id.clone();
    page.act_any(0).await;
    let (data, copy) = (server.folder.path().to_owned(), server.folder.path().join("copy.db"));
    let make = |data: std::path::PathBuf, copy: std::path::PathBuf| {
        tokio::task::spawn_blocking(move || backup(&data, &copy))
    };
    make(data.clone(), copy.clone()).await.expect("no fault").expect("a copy");
    let again = make(data.clone(), copy.clone()).await.expect("no fault");
    assert!(again.is_err(), "a copy replaces nothing");
    let none = make(data.join("elsewhere"), copy.clone()).await.expect("no fault");
    assert!(none.is_err_and(|why| why.to_string().contains("no tables")));
    page.act_any(0).await;
    let store = SqliteStore::open(&copy).await.expect("it is a database");
    let events = store.load(&parlour_table::stored::TableId(id), 0).await.expect("reads");
    assert_eq!(events.len(), 2, "as it was when the copy was made");
    store.close().await;
}
