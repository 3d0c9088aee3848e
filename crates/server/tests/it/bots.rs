//! Computer players.

use parlour_search::Budget;
use parlour_server::limits::Rate;
use parlour_server::store::Store;
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Level, Status};

use crate::harness::*;

/// With a budget that never ends, a hundred tables of computers think for ever: some wait for a
/// thread from the first to the last line of this test. A person's moves come through all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_tables_of_thinking_computers_keep_no_person_waiting() {
    let server = TestServer::with(|config| {
        config.bots.budget = Some(Budget::default());
        config.limits.new_tables.of_address = Rate::UNLIMITED;
    })
    .await;
    let mut ann = server.person("Ann").await;
    let mut others = Vec::new();
    for number in 0..4 {
        let mut maker = server.person(&format!("Maker {number}")).await;
        for _ in 0..25 {
            let id = maker.table(&new_table("outwit", vec![computer(), computer()])).await;
            // Without somebody to look on they would rest.
            others.push((id.clone(), maker.open(&id).await));
        }
    }
    until("searches wait", async || server.app.searches_wait()).await;
    let id = ann.table(&new_table("outwit", vec![named("A"), named("B")])).await;
    let mut page = ann.open(&id).await;
    for pick in 0..10 {
        page.act_any(pick).await;
        assert!(server.app.searches_wait(), "others waited all along");
    }
    for (id, _page) in others {
        assert_eq!(server.events(&id).await.len(), 1, "no computer has moved in the meantime");
    }
    server.close().await;
}

#[tokio::test]
async fn a_hint_that_is_being_thought_out_does_not_hold_up_its_own_socket() {
    let server = TestServer::with(|config| config.bots.budget = Some(Budget::default())).await;
    let (_, mut a) = server.table("outwit", vec![me(), computer()]).await;
    a.send(&ClientMessage::Hint).await;
    a.ping().await;
    assert_eq!(a.refused(&ClientMessage::Hint).await, "busy");
    a.act_any(0).await;
    server.close().await;
}

#[tokio::test]
async fn computers_play_a_game_among_themselves_for_those_who_watch() {
    let server = TestServer::new().await;
    let (_, mut page) =
        server.table("shut-the-box", vec![computer(), computer(), computer()]).await;
    let over = page.until(|view| view.status == Status::Over).await;
    assert!(over.outcome.is_some() && over.you.yours.is_empty());
}

#[tokio::test]
async fn computers_among_themselves_rest_while_nobody_looks() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("shut-the-box", vec![computer(), computer()])).await;
    // One who left the seat to the computer is not there either.
    let left = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let mut page = ann.open(&left).await;
    page.send(&ClientMessage::Computer { seat: 0, level: Level::WEAKEST }).await;
    page.until(|view| view.ply > 2).await;
    drop(page);
    let other = ann.table(&new_table("senet", vec![me(), computer()])).await;
    let mut busy = ann.open(&other).await;
    busy.my_turn().await;
    // Another table's computer had its turn; this one's did not move.
    assert_eq!(server.events(&id).await.len(), 1);
    let store = server.store().await;
    let due = store.due(i64::MAX, 10).await.expect("reads");
    assert!(due.iter().all(|due| ![&id, &left].contains(&&due.0)), "{due:?}");
    let mut page = ann.open(&id).await;
    page.until(|view| view.status == Status::Over).await;
    store.close().await;
}
