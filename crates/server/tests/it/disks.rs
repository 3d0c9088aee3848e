//! A copy of the data of a running server. What is said of files that are not as they should be is tested with
//! the real program, in `crates/cli/tests/it/disks.rs`.

use parlour_server::backup;
use parlour_server::store::{SqliteStore, Store};

use crate::harness::*;

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
