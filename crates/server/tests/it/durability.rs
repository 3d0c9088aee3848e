//! What was acknowledged stays, whatever happens to the process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use parlour_server::Server;
use parlour_server::limits::Limits;
use parlour_server::store::Store;
use parlour_table::stored::TableId;
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, TableView};
use tokio::signal::unix::{SignalKind, signal};

use crate::harness::*;

/// Set in the process that serves, to the folder with the data.
const FOLDER: &str = "PARLOUR_TEST_FOLDER";

/// Not a test of its own: the server that the tests of `crash.rs` start and kill.
#[tokio::test]
#[ignore = "the other process of a test"]
async fn serve_for_another_test() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut config = config(folder.as_ref());
    config.database = std::env::var("PARLOUR_TEST_DATABASE").ok();
    // A long run makes more tables than one visitor may.
    config.limits = Limits::UNLIMITED;
    let server = Server::bind(config).await.expect("the server starts");
    println!("listening {}", server.address().expect("it listens"));
    let mut terminate = signal(SignalKind::terminate()).expect("signals can be heard");
    let end = async move {
        terminate.recv().await;
    };
    server.run(end).await.expect("it runs");
}

/// A server in a process of its own.
pub(crate) fn start(environment: &[(&'static str, String)]) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "durability::serve_for_another_test", "--ignored", "--nocapture"])
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this test runs again");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let address = loop {
        let line = lines.next().expect("the server says where it listens").expect("text");
        if let Some((_, address)) = line.split_once("listening ") {
            break address.trim().parse().expect("an address");
        }
    };
    // Keep the pipe open and empty for as long as the process lives.
    std::thread::spawn(move || lines.for_each(drop));
    (child, address)
}

#[tokio::test]
async fn after_a_restart_everybody_comes_back_to_the_same_table() {
    let server = TestServer::new().await;
    let (mut a, mut b, ann, bob) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    a.act_any(2).await;
    b.until(|view| view.ply == 1).await;
    let before = b.view().clone();
    let closing = tokio::spawn(server.close());
    let code = loop {
        use futures_util::StreamExt;
        use tokio_tungstenite::tungstenite::Message;
        match a.stream.next().await {
            Some(Ok(Message::Close(frame))) => break frame.map(|frame| u16::from(frame.code)),
            Some(Ok(_)) => {}
            other => panic!("the socket ends with a close, not {other:?}"),
        }
    };
    assert_eq!(code, Some(1012), "pages are told to come back");
    let folder = closing.await.expect("it closes");
    let server = TestServer::open(folder, |_| {}).await;
    let (mut a, mut b) = (ann.at(&server).open(&id).await, bob.at(&server).open(&id).await);
    assert_eq!(standing(b.view()), standing(&before));
    let actions = |view: &TableView| -> Vec<String> {
        view.log.iter().map(|line| line.description.action.clone()).collect()
    };
    assert_eq!(actions(b.view()), actions(&before));
    b.act_any(1).await;
    a.until(|view| view.ply == 2).await;
}

#[tokio::test]
async fn the_computer_goes_on_after_a_restart_with_nobody_looking() {
    // A clock that stands still keeps the computer from moving before the restart.
    let slow = std::time::Duration::from_secs(3600);
    let server = TestServer::with(|config| config.pace.computer = slow).await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![computer(), me()])).await;
    let folder = server.close().await;
    let server = TestServer::open(folder, |_| {}).await;
    let store = server.store().await;
    let table = TableId(id);
    let moved = async || !store.load(&table, 1).await.expect("reads").is_empty();
    until("the computer moves", moved).await;
    store.close().await;
}

#[tokio::test]
async fn a_table_that_is_cleared_while_it_is_at_hand_is_gone_and_not_tried_again_for_ever() {
    let hour = std::time::Duration::from_secs(3600);
    let (server, clock) = TestServer::timed(|config| config.pace.chance = hour).await;
    let (mut ann, mut page) = server.table("shut-the-box", vec![computer(), me()]).await;
    let id = page.view().id.clone();
    let store = server.store().await;
    assert_eq!(store.clear(i64::MAX).await.expect("clears"), 1);
    // The table's own throw finds out, and everybody there is told.
    clock.advance(hour);
    assert_eq!(page.refusal().await.1, "not-found");
    let talk = ClientMessage::Chat { text: "Is anybody there?".to_owned() };
    assert_eq!(page.refused(&talk).await, "not-found");
    assert_eq!(ann.get(&format!("/tables/{id}")).await.code(), "not-found");
    store.close().await;
}
