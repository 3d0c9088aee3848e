//! Clocks, with a time source that the test moves.

use std::time::Duration;

use parlour_server::time::{ManualTime, Time};
use parlour_table::events::Event;
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Cause, Clock, Sitter, Status};

use crate::harness::*;

const SECOND: Duration = Duration::from_secs(1);

fn left(socket: &Socket, seat: usize) -> i64 {
    socket.view().seats[seat].clock.expect("there is a clock")
}

#[tokio::test]
async fn a_game_clock_charges_the_mover_adds_the_increment_and_falls() {
    let (server, clock) = TestServer::with_clock().await;
    let kind = Clock::Game { seconds: 10, increment: 2 };
    let (mut a, mut b, ..) = two_at(&server, "outwit", kind).await;
    assert_eq!((left(&a, 0), left(&a, 1)), (10_000, 10_000));
    clock.advance(4 * SECOND);
    a.act_any(0).await;
    assert_eq!((left(&a, 0), left(&a, 1)), (8_000, 10_000));
    b.until(|view| view.ply == 1).await;
    clock.advance(9 * SECOND);
    b.act_any(0).await;
    assert_eq!((left(&b, 0), left(&b, 1)), (8_000, 3_000));
    a.until(|view| view.ply == 2).await;
    clock.advance(8 * SECOND);
    let over = b.until(|view| view.status == Status::Over).await;
    let result = over.result.expect("the flag fell");
    assert_eq!(result.shares, [0.0, 1.0]);
    assert_eq!(result.cause, Cause::OutOfTime { seat: 0 });
}

#[tokio::test]
async fn a_move_after_the_flag_is_too_late_even_when_nobody_noticed_it_fall() {
    let (server, clock) = TestServer::with_clock().await;
    let (mut a, ..) = two_at(&server, "outwit", Clock::Move { seconds: 5 }).await;
    let action = a.view().choices[0].action.clone();
    clock.advance(6 * SECOND);
    let late = ClientMessage::Act { action, ply: 0, rewinds: None };
    assert_eq!(a.refused(&late).await, "over");
    let over = a.until(|view| view.status == Status::Over).await;
    assert_eq!((over.ply, over.result.expect("over").shares), (0, vec![0.0, 1.0]));
}

#[tokio::test]
async fn neither_the_computer_nor_the_dice_run_on_anybodys_clock() {
    let (server, clock) = TestServer::with_clock().await;
    let mut wanted = new_table("shut-the-box", vec![me(), computer()]);
    wanted.clock = Clock::Game { seconds: 60, increment: 0 };
    let (_, mut a) = server.table_like(&wanted).await;
    for pick in 0.. {
        if !a.my_turn().await {
            break;
        }
        assert!(left(&a, 0) > 0);
        clock.advance(SECOND / 10);
        a.act_any(pick).await;
        assert_eq!(left(&a, 1), 60_000, "the computer takes no time");
    }
    assert!(a.view().result.is_some());
}

#[tokio::test]
async fn with_more_than_two_the_computer_plays_on_for_one_whose_flag_fell() {
    let (server, clock) = TestServer::with_clock().await;
    let mut wanted = new_table("shut-the-box", vec![named("A"), named("B"), named("C")]);
    wanted.clock = Clock::Move { seconds: 5 };
    let (_, mut a) = server.table_like(&wanted).await;
    a.until(|view| !view.choices.is_empty()).await;
    clock.advance(5 * SECOND);
    let view = a.until(|view| matches!(view.seats[0].sitter, Sitter::Computer { .. })).await;
    assert_eq!((view.status, view.you.yours.as_slice()), (Status::Playing, [1, 2].as_slice()));
}

#[tokio::test]
async fn the_time_in_which_no_server_was_up_is_charged_to_nobody() {
    let (server, clock) = TestServer::timed(|_| {}).await;
    let kind = Clock::Game { seconds: 10, increment: 0 };
    let (mut a, mut b, ann, bob) = two_at(&server, "outwit", kind).await;
    clock.advance(SECOND);
    a.act_any(0).await;
    b.until(|view| view.ply == 1).await;
    clock.advance(2 * SECOND);
    let id = a.view().id.clone();
    let folder = server.close().await;
    clock.advance(3600 * SECOND);
    let time = Time::Manual(clock.clone());
    let server = TestServer::open(folder, |config| config.time = time).await;
    let mut b = bob.at(&server).open(&id).await;
    let a = ann.at(&server).open(&id).await;
    assert_eq!(b.view().status, Status::Playing);
    assert_eq!(left(&a, 0), 9_000);
    // Whatever was not noted before the server went is given to the player, never taken.
    assert!((8_000..=10_000).contains(&left(&b, 1)), "{}", left(&b, 1));
    let before = left(&b, 1);
    clock.advance(3 * SECOND);
    b.act_any(0).await;
    assert_eq!(left(&b, 1), before - 3_000);
}

#[tokio::test]
async fn a_clock_set_back_while_a_throw_waits_does_not_hold_it_up() {
    let (server, clock) = TestServer::timed(|config| config.pace.chance = 10 * SECOND).await;
    let (_, mut a) = server.table("shut-the-box", vec![computer(), me()]).await;
    clock.advance(4 * SECOND);
    clock.set(START - 3_600_000);
    assert_eq!(a.view().ply, 0);
    clock.advance(10 * SECOND);
    a.until(|view| view.ply > 0).await;
}

#[tokio::test]
async fn a_clock_that_jumps_ahead_takes_nobodys_time() {
    let (server, clock) = TestServer::timed(|_| {}).await;
    let kind = Clock::Game { seconds: 10, increment: 0 };
    let (mut a, mut b, ..) = two_at(&server, "outwit", kind).await;
    clock.set(START + 3_600_000);
    a.act_any(0).await;
    assert!(left(&a, 0) > 7_000, "{} ms left", left(&a, 0));
    b.until(|view| view.ply == 1).await;
    // And back: what a clock shows, nobody loses by it.
    clock.set(START);
    b.act_any(0).await;
    a.until(|view| view.ply == 2).await;
    assert!(left(&a, 1) > 7_000, "{} ms left", left(&a, 1));
    assert_eq!(a.view().status, Status::Playing);
}

/// How often time was forgiven at a table.
async fn resumed(server: &TestServer, id: &str) -> usize {
    let events = server.events(id).await;
    events.iter().filter(|event| matches!(event, Event::Resumed { .. })).count()
}

/// Says this number of things, with a second in between.
async fn talk(page: &mut Socket, clock: &ManualTime, seconds: usize) {
    for _ in 0..seconds {
        clock.advance(SECOND);
        let lines = page.view().chat.len();
        page.send(&ClientMessage::Chat { text: "Well?".to_owned() }).await;
        page.until(|view| view.chat.len() > lines || view.status == Status::Over).await;
    }
}

#[tokio::test]
async fn clocks_run_on_after_a_jump_ahead_was_corrected() {
    let (server, clock) = TestServer::timed(|_| {}).await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::Move { seconds: 8 }).await;
    clock.advance(SECOND);
    clock.set(START + 3_600_000);
    talk(&mut a, &clock, 2).await;
    clock.set(START + 3_000);
    talk(&mut a, &clock, 6).await;
    assert!(resumed(&server, &a.view().id).await <= 2, "forgiven once each way");
    assert_eq!(a.view().status, Status::Playing);
    clock.advance(2 * SECOND);
    let over = b.until(|view| view.status == Status::Over).await;
    assert_eq!(over.result.expect("the flag fell").shares, [0.0, 1.0]);
}

#[tokio::test]
async fn a_clock_that_was_set_back_gives_nobody_a_free_hour() {
    let (server, clock) = TestServer::timed(|_| {}).await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::Move { seconds: 8 }).await;
    clock.advance(SECOND);
    clock.set(START - 3_600_000);
    talk(&mut b, &clock, 7).await;
    assert_eq!(b.view().status, Status::Playing, "nobody loses by it");
    assert_eq!(resumed(&server, &a.view().id).await, 1);
    // Nobody says anything more: the flag falls by itself.
    for _ in 0..2 {
        clock.advance(SECOND);
    }
    let over = a.until(|view| view.status == Status::Over).await;
    assert_eq!(over.result.expect("the flag fell").shares, [0.0, 1.0]);
}

#[tokio::test]
async fn a_clock_set_back_at_a_silent_table_is_noticed_all_the_same() {
    let (server, clock) = TestServer::timed(|_| {}).await;
    let (mut a, ..) = two_at(&server, "outwit", Clock::Move { seconds: 20 }).await;
    clock.set(START - 3_600_000);
    let id = a.view().id.clone();
    let over = async {
        while resumed(&server, &id).await == 0 {
            clock.advance(SECOND / 4);
        }
        // Behind it, the deadline is as far away as it ever was.
        for _ in 0..20 {
            clock.advance(SECOND);
            let noted = server.person("Cid").await;
            drop(noted);
        }
        a.until(|view| view.status == Status::Over).await;
    };
    tokio::time::timeout(HANGS, over).await.expect("the flag falls");
}

#[tokio::test]
async fn flags_that_would_fall_together_after_an_outage_are_all_held_up() {
    let (server, clock) = TestServer::timed(|_| {}).await;
    let mut pages = Vec::new();
    for _ in 0..6 {
        pages.push(two_at(&server, "outwit", Clock::Move { seconds: 10 }).await.0);
    }
    clock.advance(60 * SECOND);
    for page in &mut pages {
        talk(page, &clock, 1).await;
        assert_eq!(page.view().status, Status::Playing);
        assert_eq!(resumed(&server, &page.view().id).await, 1, "once each");
    }
}
