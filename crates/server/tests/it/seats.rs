//! Proposals, leaving and coming back, the next game.

use axum::http::StatusCode;
use parlour_server::Config;
use parlour_server::limits::Rate;
use parlour_wire::api::{Claim, Created, NewSeat, Transfer};
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Cause, Clock, Level, Sitter, Status, TableView};

use crate::harness::*;

#[tokio::test]
async fn a_move_is_taken_back_when_both_agree() {
    let server = TestServer::new().await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::None).await;
    let start = a.view().picture.clone();
    a.act_any(1).await;
    b.until(|view| view.ply == 1).await;
    assert!(a.view().you.rights.take_back && !b.view().you.rights.take_back);
    a.send(&ClientMessage::TakeBack).await;
    b.until(|view| view.offers.take_back == Some(0)).await;
    assert_eq!(a.refused(&ClientMessage::TakeBack).await, "asked");
    b.send(&ClientMessage::Decline).await;
    for page in [&mut a, &mut b] {
        page.until(|view| view.offers.take_back.is_none()).await;
    }
    assert_eq!(a.view().ply, 1);
    a.send(&ClientMessage::TakeBack).await;
    b.until(|view| view.offers.take_back == Some(0)).await;
    b.send(&ClientMessage::TakeBack).await;
    let back = a.until(|view| view.ply == 0).await;
    assert_eq!(back.picture, start);
    assert!(back.log.is_empty() && back.last.is_none());
    // Two moves back: the answer goes as well.
    a.act_any(2).await;
    b.until(|view| !view.choices.is_empty()).await;
    b.act_any(2).await;
    a.until(|view| view.ply == 2).await;
    a.send(&ClientMessage::TakeBack).await;
    b.until(|view| view.offers.take_back == Some(0)).await;
    b.send(&ClientMessage::TakeBack).await;
    assert_eq!(a.until(|view| view.ply == 0).await.picture, start);
}

#[tokio::test]
async fn nothing_is_taken_back_once_dice_were_rolled() {
    let server = TestServer::new().await;
    let (_, mut a) = server.table("shut-the-box", vec![named("A"), named("B")]).await;
    a.until(|view| !view.choices.is_empty()).await;
    assert_eq!(a.refused(&ClientMessage::TakeBack).await, "nothing-to-take-back");
    a.act_any(0).await;
    // The next throw follows at once.
    a.until(|view| view.last.as_ref().is_some_and(|told| told.by.is_none()) && view.ply > 1).await;
    assert_eq!(a.refused(&ClientMessage::TakeBack).await, "nothing-to-take-back");
}

#[tokio::test]
async fn the_computer_lets_a_move_be_taken_back_and_forgets_its_answer() {
    let server = TestServer::new().await;
    let (_, mut a) = server.table("outwit", vec![me(), computer()]).await;
    a.act_any(5).await;
    a.until(|view| view.ply == 2).await;
    a.send(&ClientMessage::TakeBack).await;
    let view = a.until(|view| view.ply == 0).await;
    assert!(!view.choices.is_empty());
}

#[tokio::test]
async fn a_draw_needs_both_and_a_move_lets_it_lapse() {
    let server = TestServer::new().await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::None).await;
    a.send(&ClientMessage::Draw).await;
    assert_eq!(b.until(|view| view.offers.draw.is_some()).await.offers.draw, Some(0));
    assert_eq!(a.refused(&ClientMessage::Draw).await, "offered");
    a.act_any(0).await;
    assert_eq!(a.view().offers.draw, Some(0), "one's own move leaves the offer standing");
    b.until(|view| !view.choices.is_empty()).await;
    b.act_any(0).await;
    assert_eq!(b.view().offers.draw, None, "moving on is an answer too");
    b.send(&ClientMessage::Draw).await;
    a.until(|view| view.offers.draw == Some(1)).await;
    a.send(&ClientMessage::Draw).await;
    let over = b.until(|view| view.status == Status::Over).await;
    let result = over.result.expect("it is over");
    assert_eq!(result.shares, [0.5, 0.5]);
    assert_eq!(result.cause, Cause::DrawAgreed);
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("shut-the-box", vec![me(), named("B")])).await;
    assert_eq!(ann.open(&id).await.refused(&ClientMessage::Draw).await, "no-draws");
    let id = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    assert_eq!(ann.open(&id).await.refused(&ClientMessage::Draw).await, "no-draws");
}

#[tokio::test]
async fn who_resigns_loses_and_the_rematch_rotates_the_seats() {
    let server = TestServer::new().await;
    let (mut a, mut b, ann, bob) = two_at(&server, "outwit", Clock::None).await;
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    let over = b.until(|view| view.status == Status::Over).await;
    let result = over.result.expect("over");
    assert_eq!(result.shares, [0.0, 1.0]);
    assert_eq!(result.cause, Cause::Resigned { seat: 0 });
    b.send(&ClientMessage::Rematch).await;
    // Nobody's clock starts before both want it.
    let view = a.until(|view| !view.offers.wants_rematch.is_empty()).await;
    assert_eq!((view.offers.wants_rematch, view.offers.rematch), (vec![1], None));
    b.send(&ClientMessage::Rematch).await;
    a.send(&ClientMessage::Rematch).await;
    let view = a.until(|view| view.offers.rematch.is_some()).await;
    let next = view.offers.rematch.expect("there it is");
    assert_eq!(view.offers.wants_rematch, [1]);
    a.send(&ClientMessage::Rematch).await;
    a.ping().await;
    assert_eq!(a.view().offers.rematch.as_deref(), Some(next.as_str()), "one rematch is enough");
    let (a, b) = (ann.open(&next).await, bob.open(&next).await);
    assert_eq!(
        (a.view().you.yours.as_slice(), b.view().you.yours.as_slice()),
        ([1].as_slice(), [0].as_slice())
    );
    assert_eq!(b.view().status, Status::Playing);
}

#[tokio::test]
async fn computer_and_return_in_turn_do_not_stop_a_clock() {
    let server =
        TestServer::with(|config| config.pace.computer = std::time::Duration::from_secs(3600))
            .await;
    let kind = Clock::Game { seconds: 600, increment: 0 };
    let (mut a, b, ..) = two_at(&server, "outwit", kind).await;
    let give = |seat| ClientMessage::Computer { seat, level: Level::STRONGEST };
    a.send(&give(0)).await;
    a.until(|view| matches!(view.seats[0].sitter, Sitter::Computer { .. })).await;
    assert_eq!(a.refused(&ClientMessage::Return { seat: 0 }).await, "computer-moves");
    // Nor is a seat given away whose player is away: the clock decides.
    drop(b);
    a.until(|view| matches!(view.seats[1].sitter, Sitter::Person { here: false, .. })).await;
    assert_eq!(a.refused(&give(1)).await, "clock-decides");
}

#[tokio::test]
async fn nobody_agrees_to_a_take_back_for_a_person_whose_seat_the_computer_has() {
    let server =
        TestServer::with(|config| config.pace.computer = std::time::Duration::from_secs(3600))
            .await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::None).await;
    b.send(&ClientMessage::Computer { seat: 1, level: Level::STRONGEST }).await;
    a.until(|view| matches!(view.seats[1].sitter, Sitter::Computer { .. })).await;
    a.act_any(1).await;
    assert!(a.view().you.rights.take_back);
    a.send(&ClientMessage::TakeBack).await;
    b.until(|view| view.offers.take_back == Some(0)).await;
    assert_eq!(a.refused(&ClientMessage::TakeBack).await, "asked");
    assert_eq!(a.view().ply, 1, "Bob has not agreed");
    b.send(&ClientMessage::TakeBack).await;
    a.until(|view| view.ply == 0).await;
}

#[tokio::test]
async fn with_more_than_two_the_computer_plays_on_for_one_who_resigns() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let seats = vec![named("A"), named("B"), named("C")];
    let id = ann.table(&new_table("shut-the-box", seats)).await;
    let mut a = ann.open(&id).await;
    a.send(&ClientMessage::Resign { seat: 1 }).await;
    let view = a.until(|view| view.you.yours == [0, 2]).await;
    assert_eq!(view.status, Status::Playing);
    assert!(matches!(view.seats[1].sitter, Sitter::Computer { keeps_for: None, .. }));
    assert_eq!(a.refused(&ClientMessage::Return { seat: 1 }).await, "not-yours");
    a.send(&ClientMessage::Resign { seat: 2 }).await;
    let view = a.until(|view| view.status == Status::Over).await;
    assert_eq!(view.result.expect("one is left").shares, [1.0, 0.0, 0.0]);
    // Alone against computers, giving up ends it.
    let id = ann.table(&new_table("shut-the-box", vec![me(), computer(), computer()])).await;
    let mut a = ann.open(&id).await;
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    let view = a.until(|view| view.status == Status::Over).await;
    assert_eq!(view.result.expect("nobody is left").shares, [0.0, 0.5, 0.5]);
}

fn is_away(view: &TableView, seat: usize) -> bool {
    matches!(view.seats[seat].sitter, Sitter::Person { here: false, .. })
}

fn is_computer(view: &TableView, seat: usize) -> bool {
    matches!(view.seats[seat].sitter, Sitter::Computer { .. })
}

#[tokio::test]
async fn an_absent_player_has_two_minutes_before_the_seat_can_be_given_away() {
    let (server, clock) = TestServer::with_clock().await;
    let (mut a, b, _ann, bob) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    let give = |seat| ClientMessage::Computer { seat, level: Level::WEAKEST };
    assert_eq!(a.refused(&give(1)).await, "still-here");
    assert_eq!(a.view().seats[1].grace, None);
    drop(b);
    let view = a.until(|view| is_away(view, 1)).await;
    assert_eq!(view.seats[1].grace, Some(120_000), "the page counts down from here");
    assert_eq!(a.refused(&give(1)).await, "too-soon");
    clock.advance(std::time::Duration::from_secs(119));
    assert_eq!(a.refused(&give(1)).await, "too-soon");
    // A reload begins the time anew.
    let b = bob.open(&id).await;
    assert_eq!(b.view().seats[1].grace, None);
    a.until(|view| !is_away(view, 1)).await;
    drop(b);
    a.until(|view| is_away(view, 1)).await;
    clock.advance(std::time::Duration::from_secs(119));
    assert_eq!(a.refused(&give(1)).await, "too-soon");
    clock.advance(std::time::Duration::from_secs(1));
    a.send(&give(1)).await;
    a.until(|view| is_computer(view, 1)).await;
}

#[tokio::test]
async fn nobody_loses_a_seat_right_after_a_restart() {
    let server = TestServer::new().await;
    let (a, b, ann, _bob) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    drop((a, b));
    let server = TestServer::open(server.close().await, |_| {}).await;
    let ann = Person { app: server.app.clone(), address: server.address, ..ann };
    let mut a = ann.open(&id).await;
    let grace = a.view().seats[1].grace.expect("Bob is away");
    assert!(grace > 100_000, "{grace}");
    let give = ClientMessage::Computer { seat: 1, level: Level::WEAKEST };
    assert_eq!(a.refused(&give).await, "too-soon");
}

#[tokio::test]
async fn an_owner_who_comes_back_has_the_seat_at_once_and_may_ask_to_undo_what_was_played() {
    let (server, clock) = TestServer::with_clock().await;
    let (mut a, b, _ann, bob) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    drop(b);
    a.until(|view| is_away(view, 1)).await;
    clock.advance(std::time::Duration::from_secs(120));
    a.send(&ClientMessage::Computer { seat: 1, level: Level::WEAKEST }).await;
    a.until(|view| is_computer(view, 1)).await;
    a.act_any(0).await;
    a.until(|view| view.ply == 2).await;
    assert_eq!(a.refused(&ClientMessage::Return { seat: 1 }).await, "not-yours");
    a.act_any(0).await;
    a.until(|view| view.ply == 4).await;
    let mut b = bob.open(&id).await;
    let view = b.until(|view| matches!(view.seats[1].sitter, Sitter::Person { .. })).await;
    assert_eq!(view.seats[1].computer_moves, 2, "everybody sees what the computer did");
    assert!(view.you.rights.take_back);
    b.send(&ClientMessage::TakeBack).await;
    a.until(|view| view.offers.take_back == Some(1)).await;
    assert_eq!(a.view().ply, 4, "nothing is undone before both agree");
    a.send(&ClientMessage::TakeBack).await;
    let view = b.until(|view| view.ply == 1).await;
    assert_eq!(view.seats[1].computer_moves, 0);
    b.until(|view| !view.choices.is_empty()).await;
    b.act_any(0).await;
    assert_eq!(
        b.refused(&ClientMessage::Computer { seat: 0, level: Level::WEAKEST }).await,
        "not-host"
    );
}

#[tokio::test]
async fn a_move_that_the_computer_makes_for_a_person_is_marked_at_the_table_and_in_the_record() {
    let server = TestServer::new().await;
    let (mut a, mut b, mut ann, _) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    // One move of the strongest computer, then the seat is Ann's again.
    a.send(&ClientMessage::Computer { seat: 0, level: Level::STRONGEST }).await;
    b.until(|view| view.ply == 1).await;
    a.send(&ClientMessage::Return { seat: 0 }).await;
    let view = b.until(|view| matches!(view.seats[0].sitter, Sitter::Person { .. })).await;
    assert_eq!((view.seats[0].computer_moves, view.seats[1].computer_moves), (1, 0));
    b.until(|view| !view.choices.is_empty()).await;
    b.act_any(0).await;
    a.until(|view| view.ply == 2 && !view.choices.is_empty()).await;
    a.act_any(0).await;
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    a.until(|view| view.status == Status::Over).await;
    let text = ann.get(&format!("/tables/{id}/record")).await.text;
    for line in ["player 1: Ann", "player 2: Bob", "computer 1: level 8 at 1"] {
        assert!(text.lines().any(|there| there == line), "{line} is missing in\n{text}");
    }
    let answer = ann.post("/records", &parlour_wire::api::Record { text: text.clone() }).await;
    let back = answer.json::<parlour_wire::api::Created>().id;
    assert_eq!(ann.get(&format!("/tables/{back}/record")).await.text, text);
    assert_eq!(ann.open(&back).await.view().seats[0].computer_moves, 1);
}

#[tokio::test]
async fn seats_are_taken_left_and_filled_before_the_start() {
    let server = TestServer::new().await;
    let (mut ann, bob) = (server.person("Ann").await, server.person("Bob").await);
    let seats = vec![me(), NewSeat::Open, NewSeat::Open];
    let mut wanted = new_table("shut-the-box", seats);
    wanted.public = true;
    let id = ann.table(&wanted).await;
    let (mut a, mut b) = (ann.open(&id).await, bob.open(&id).await);
    let sit = |seat| ClientMessage::Sit { seat, invitation: None };
    b.send(&sit(1)).await;
    b.until(|view| view.you.yours == [1]).await;
    assert_eq!(b.refused(&sit(2)).await, "seated");
    assert_eq!(b.refused(&sit(0)).await, "taken");
    b.send(&ClientMessage::Stand { seat: 1 }).await;
    b.until(|view| view.you.yours.is_empty()).await;
    assert_eq!(b.refused(&ClientMessage::Stand { seat: 0 }).await, "not-yours");
    b.send(&sit(2)).await;
    b.until(|view| view.you.yours == [2]).await;
    a.send(&ClientMessage::Computer { seat: 1, level: Level::STRONGEST }).await;
    let view = a.until(|view| view.status == Status::Playing).await;
    assert!(matches!(view.seats[1].sitter, Sitter::Computer { level: Level::STRONGEST, .. }));
    assert_eq!(b.refused(&ClientMessage::Stand { seat: 2 }).await, "started");
}

#[tokio::test]
async fn a_code_moves_a_seat_to_another_device_once() {
    let server = TestServer::new().await;
    let (mut a, _b, mut ann, mut bob) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    let mut phone = server.person("Ann's phone").await;
    let nobody = phone.post(&format!("/tables/{id}/transfer"), &()).await;
    assert_eq!(nobody.status, StatusCode::FORBIDDEN);
    let transfer: Transfer = ann.post(&format!("/tables/{id}/transfer"), &()).await.json();
    assert!(transfer.qr.contains("<svg") && transfer.path.ends_with(&transfer.code));
    let typed = Claim { code: transfer.code.to_lowercase() };
    let claimed: Created = phone.post("/transfer", &typed).await.json();
    assert_eq!(claimed.id, id);
    a.until(|view| view.you.yours.is_empty()).await;
    let mut p = phone.open(&id).await;
    assert_eq!(p.view().you.yours, [0]);
    p.act_any(0).await;
    assert_eq!(bob.post("/transfer", &typed).await.status, StatusCode::NOT_FOUND);
    let nonsense = Claim { code: "no code at all".to_owned() };
    assert_eq!(bob.post("/transfer", &nonsense).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_code_that_failed_half_way_can_be_used_again() {
    let scarce = |config: &mut Config| {
        config.limits.opening.of_address = Rate::per_second(0.001, 1.0);
    };
    let server = TestServer::with(scarce).await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let other = ann.table(&new_table("outwit", vec![me(), computer()])).await;
    let transfer: Transfer = ann.post(&format!("/tables/{id}/transfer"), &()).await.json();
    // After a restart no table is in memory. The phone opens the other one, and has nothing left to
    // open this one with.
    let server = TestServer::open(server.close().await, scarce).await;
    let mut phone = server.stranger(Some([127, 0, 0, 5].into()));
    let seen = phone.get(&format!("/tables/{other}")).await;
    assert_eq!(seen.status, StatusCode::OK, "{}", seen.text);
    let typed = Claim { code: transfer.code };
    let failed = phone.post("/transfer", &typed).await;
    assert_eq!(failed.status, StatusCode::TOO_MANY_REQUESTS, "{}", failed.text);
    phone.from = Some([127, 0, 0, 6].into());
    let claimed: Created = phone.post("/transfer", &typed).await.json();
    assert_eq!(claimed.id, id);
    assert_eq!(phone.post("/transfer", &typed).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_code_grows_old() {
    let (server, clock) = TestServer::with_clock().await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let transfer: Transfer = ann.post(&format!("/tables/{id}/transfer"), &()).await.json();
    clock.advance(std::time::Duration::from_secs(u64::from(transfer.seconds)));
    let claim = Claim { code: transfer.code };
    let answer = server.person("Bob").await.post("/transfer", &claim).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_new_name_shows_at_running_tables() {
    let server = TestServer::new().await;
    let (mut a, _b, _ann, mut bob) = two_at(&server, "outwit", Clock::None).await;
    let me: parlour_wire::api::Me = bob.put("/me", &serde_json::json!({ "name": " Rob " })).await;
    assert_eq!(me.name, "Rob");
    a.until(|view| matches!(&view.seats[1].sitter, Sitter::Person { name, .. } if name == "Rob"))
        .await;
}

#[tokio::test]
async fn a_hint_names_legal_moves_on_ones_own_turn_against_computers() {
    let server = TestServer::new().await;
    let (_, mut a) = server.table("outwit", vec![me(), computer()]).await;
    assert!(a.view().you.rights.hint);
    a.send(&ClientMessage::Hint).await;
    let hint = a.next().await;
    let Some(parlour_wire::socket::ServerMessage::Hint { ply: 0, moves, why, .. }) = hint else {
        panic!("no hint: {hint:?}");
    };
    assert_eq!(moves.len(), 3, "three lines are asked for");
    assert!(why.len() <= 3, "{why:?}");
    assert!(moves.is_sorted_by(|one, other| one.value >= other.value), "{moves:?}");
    for hinted in moves {
        let choice = a.view().choices.iter().find(|choice| choice.action == hinted.action);
        let caption = &choice.expect("a legal move").caption;
        let view = a.view();
        assert_eq!(view.template(caption), view.template(&hinted.caption));
        assert_eq!(caption.args, hinted.caption.args);
    }
    let (mut a, ..) = two_at(&server, "outwit", Clock::None).await;
    assert!(!a.view().you.rights.hint);
    assert_eq!(a.refused(&ClientMessage::Hint).await, "no-hint");
}
