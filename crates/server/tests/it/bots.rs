//! Computer players.

use parlour_search::Budget;
use parlour_server::store::Store;
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Level, Status};

use crate::harness::*;

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
    assert!(over.result.is_some() && over.you.yours.is_empty());
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
