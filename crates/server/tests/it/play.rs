//! Games over real sockets.

use std::time::Duration;

use axum::http::StatusCode;
use parlour_wire::api::NewSeat;
use parlour_wire::label::{Label, Template};
use parlour_wire::socket::{ClientMessage, ServerMessage};
use parlour_wire::table::{Cause, Clock, Sitter, Status, TableView, Turn};

use crate::harness::*;

/// Two pages play random moves until the game is over.
async fn play_out(a: &mut Socket, b: &mut Socket) {
    for pick in (0..).map(|n: usize| n.wrapping_mul(2_654_435_761) >> 7) {
        let view = a.view().clone();
        match view.turn {
            Turn::Over => break,
            Turn::Chance { .. } => {
                a.next_table().await;
            }
            Turn::Player { seat } => {
                let mover = if seat == 0 { &mut *a } else { &mut *b };
                if !mover.my_turn().await {
                    // The other page may have heard of the end first.
                    a.until(|view| view.status == Status::Over).await;
                    break;
                }
                mover.act_any(pick).await;
                let ply = mover.view().ply;
                a.until(|view| view.ply >= ply).await;
            }
        }
    }
}

#[tokio::test]
async fn two_visitors_play_a_whole_game_by_link() {
    let server = TestServer::new().await;
    let (mut a, mut b, mut ann, _) = two_at(&server, "shut-the-box", Clock::None).await;
    assert_eq!((a.view().viewer, b.view().viewer), (Some(0), Some(1)));
    play_out(&mut a, &mut b).await;
    let (a, b) = (a.view().clone(), b.until(|view| view.status == Status::Over).await);
    let result = a.result.clone().expect("it is over");
    let told = |view: &TableView| {
        let result = view.result.as_ref().expect("it is over");
        view.template(&result.words).to_owned()
    };
    assert_eq!(told(&a), told(&b));
    assert_eq!(result.shares.len(), 2);
    assert!(matches!(result.cause, Cause::Rules { .. }), "{result:?}");
    assert!(a.choices.is_empty() && a.you.rights.rematch);
    let tables: parlour_wire::api::Tables = ann.get("/tables").await.json();
    assert_eq!(tables.mine[0].status, Status::Over);
}

#[tokio::test]
async fn in_every_game_the_computer_answers_until_the_end() {
    let server = TestServer::new().await;
    for entry in parlour_games::all() {
        let mut ann = server.person("Ann").await;
        let mut wanted = new_table(entry.id, vec![me(), computer()]);
        if entry.id == "shell-out" {
            wanted.options.push(("hands".to_owned(), "1".to_owned()));
        }
        let id = ann.table(&wanted).await;
        let mut a = ann.open(&id).await;
        let mut pick = 7usize;
        while a.my_turn().await && a.view().ply < 40 {
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
            a.act_any(pick >> 9).await;
        }
        if a.view().status != Status::Over {
            // Random play can go round for long; what matters is that it goes on.
            a.send(&ClientMessage::Resign { seat: 0 }).await;
        }
        let view = a.until(|view| view.status == Status::Over).await;
        assert!(view.result.is_some(), "{}", entry.id);
    }
}

#[tokio::test]
async fn a_private_table_is_closed_to_those_without_its_invitation() {
    let server = TestServer::new().await;
    let (mut ann, mut bob) = (server.person("Ann").await, server.person("Bob").await);
    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let mut b = bob.open(&id).await;
    assert_eq!(b.view().you.invitation, None);
    let sit = |invitation: Option<&str>| ClientMessage::Sit {
        seat: 1,
        invitation: invitation.map(str::to_owned),
    };
    assert_eq!(b.refused(&sit(None)).await, "invitation-needed");
    assert_eq!(b.refused(&sit(Some("AAAAAAAAAAAAAAAAAAAAAA"))).await, "invitation-needed");
    let own = bob.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let others = bob.open(&own).await.view().you.invitation.clone();
    assert_eq!(b.refused(&sit(others.as_deref())).await, "invitation-needed");
    let tables: parlour_wire::api::Tables = bob.get("/tables").await.json();
    assert!(tables.public.is_empty() && tables.mine.iter().all(|table| table.id != id));
    let answer = bob.get("/tables/AAAAAAAAAAAAAAAAAAAAAA").await;
    answer.is_refusal(StatusCode::NOT_FOUND, "not-found");
    let invitation = ann.open(&id).await.view().you.invitation.clone();
    b.send(&sit(invitation.as_deref())).await;
    b.until(|view| view.status == Status::Playing).await;
}

#[tokio::test]
async fn a_public_table_is_listed_and_anyone_may_sit_down() {
    let server = TestServer::new().await;
    let (mut ann, mut bob) = (server.person("Ann").await, server.person("Bob").await);
    let mut wanted = new_table("outwit", vec![me(), NewSeat::Open]);
    wanted.public = true;
    let id = ann.table(&wanted).await;
    let tables: parlour_wire::api::Tables = bob.get("/tables").await.json();
    assert_eq!(tables.public.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), [id.as_str()]);
    let mut b = bob.open(&id).await;
    assert!(b.view().you.rights.sit);
    b.send(&ClientMessage::Sit { seat: 1, invitation: None }).await;
    b.until(|view| view.status == Status::Playing).await;
    assert_eq!(b.view().you.yours, [1]);
}

#[tokio::test]
async fn hostile_and_late_messages_get_an_error_and_change_nothing() {
    let server = TestServer::new().await;
    let (mut a, mut b, mut ann, _) = two_at(&server, "outwit", Clock::None).await;
    let before: TableView = ann.get(&format!("/tables/{}", a.view().id)).await.json();
    let act =
        |action: &str, ply| ClientMessage::Act { action: action.to_owned(), ply, rewinds: None };
    let legal = before.choices[0].action.clone();
    assert_eq!(b.refused(&act(&legal, 0)).await, "not-your-turn");
    assert_eq!(a.refused(&act(&legal, 7)).await, "stale");
    assert_eq!(a.refused(&act("a1a1", 0)).await, "illegal");
    assert_eq!(a.refused(&act(&"é\0".repeat(2000), 0)).await, "illegal");
    assert_eq!(a.refused(&ClientMessage::Resign { seat: 1 }).await, "not-yours");
    assert_eq!(a.refused(&ClientMessage::Resign { seat: 200 }).await, "no-such-seat");
    assert_eq!(a.refused(&ClientMessage::Rematch).await, "not-over");
    assert_eq!(a.refused(&ClientMessage::Decline).await, "nothing-asked");
    assert_eq!(a.refused(&ClientMessage::TakeBack).await, "nothing-to-take-back");
    assert_eq!(b.refused(&ClientMessage::Look { seat: Some(0) }).await, "not-yours");
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"type\":\"ping\"}",
        "{\"id\":7,\"type\":\"ping\"}",
        "{\"id\":\"\",\"type\":\"ping\"}",
        "{\"id\":\"a\",\"id\":\"b\",\"type\":\"ping\"}",
        "{\"id\":\"12345678901234567890123456789012345678901\",\"type\":\"ping\"}",
    ] {
        a.send_text(text).await;
        assert_eq!(a.refusal().await, (None, "bad-message".to_owned()), "{text}");
    }
    for text in [
        "{\"id\":\"x\"}",
        "{\"id\":\"x\",\"type\":\"act\"}",
        "{\"id\":\"x\",\"type\":\"fly\"}",
        "{\"id\":\"x\",\"type\":\"stand\",\"seat\":1,\"more\":1}",
        "{\"id\":\"x\",\"type\":\"sit\",\"seat\":-1,\"invitation\":null}",
    ] {
        a.send_text(text).await;
        let (id, code) = a.refusal().await;
        assert_eq!(code, "bad-message", "{text}");
        assert_eq!(id, Some("x".to_owned().try_into().expect("short")), "{text}");
    }
    let id = a.send(&ClientMessage::Ping).await;
    assert_eq!(a.next().await, Some(ServerMessage::Pong { id }));
    a.act(&legal).await;
    let after = b.until(|view| view.ply == 1).await;
    assert_eq!(after.log.len(), 1);
    let whole: TableView = ann.get(&format!("/tables/{}", after.id)).await.json();
    let start = before.sequence.expect("it came whole");
    assert_eq!(whole.sequence, Some(start + 1), "only the legal move left a trace");
}

#[tokio::test]
async fn a_long_message_or_a_stream_of_nonsense_ends_the_socket_alone() {
    let server = TestServer::new().await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::None).await;
    a.send_text(&format!("\"{}\"", "x".repeat(17 * 1024))).await;
    while a.next().await.is_some() {}
    b.until(|view| matches!(view.seats[0].sitter, Sitter::Person { here: false, .. })).await;
    for _ in 0..60 {
        if futures_util::SinkExt::send(&mut b.stream, "nonsense".into()).await.is_err() {
            break;
        }
    }
    while b.next().await.is_some() {}
    let ann = server.person("Cid").await;
    assert!(
        ann.knock("AAAAAAAAAAAAAAAAAAAAAA", &[]).await.is_err_and(|s| s == StatusCode::NOT_FOUND)
    );
}

#[tokio::test]
async fn spectators_see_and_talk_but_do_not_touch() {
    let server = TestServer::new().await;
    let (mut a, _b, ann, _) = two_at(&server, "outwit", Clock::None).await;
    let id = a.view().id.clone();
    let cid = server.person("Cid").await;
    let mut c = cid.open(&id).await;
    assert_eq!((c.view().viewer, c.view().choices.len()), (None, 0));
    assert_eq!(c.view().you.rights, parlour_wire::table::Rights::default());
    assert_eq!(a.until(|view| view.spectators == 1).await.spectators, 1);
    let action = a.view().choices[0].action.clone();
    assert_eq!(
        c.refused(&ClientMessage::Act { action, ply: 0, rewinds: None }).await,
        "not-your-turn"
    );
    assert_eq!(c.refused(&ClientMessage::Draw).await, "not-seated");
    assert_eq!(c.refused(&ClientMessage::Hint).await, "no-hint");
    let said = |text: &str| ClientMessage::Chat { text: text.to_owned() };
    c.send(&said("  <b>hello</b>\u{202e}\n ")).await;
    let view = a.until(|view| !view.chat.is_empty()).await;
    assert_eq!((view.chat[0].name.as_str(), view.chat[0].text.as_str()), ("Cid", "<b>hello</b>"));
    assert_eq!(view.chat[0].seat, None);
    assert_eq!(c.refused(&said(&"x".repeat(501))).await, "too-long");
    assert_eq!(c.refused(&said(" \u{200b} ")).await, "empty");
    let mut again = ann.open(&id).await;
    assert_eq!(again.view().chat.len(), 1, "a newcomer hears what was said");
    c.send(&said("more")).await;
    let news = loop {
        if let Some(ServerMessage::Chat { lines }) = again.next().await {
            break lines;
        }
    };
    assert_eq!((news.len(), again.view().chat.len()), (1, 2), "and then only what is new");
}

#[tokio::test]
async fn on_one_screen_the_viewer_follows_the_mover() {
    let server = TestServer::new().await;
    let (_, mut a) = server.table("outwit", vec![named("Mum"), named("Dad")]).await;
    assert_eq!((a.view().you.yours.as_slice(), a.view().viewer), ([0, 1].as_slice(), Some(0)));
    a.act_any(3).await;
    assert_eq!(a.view().viewer, Some(1));
    assert!(a.view().sequence.is_some(), "whole, for the board may look different from there");
    let names: Vec<_> = a.view().seats.iter().map(|seat| seat.sitter.clone()).collect();
    let dad = Sitter::Person { name: "Dad".to_owned(), here: true };
    assert_eq!(names[1], dad);
    a.send(&ClientMessage::Draw).await;
    let over = a.until(|view| view.status == Status::Over).await;
    assert_eq!(over.result.expect("agreed with oneself").shares, [0.5, 0.5]);
}

#[tokio::test]
async fn a_person_throws_their_own_dice_and_nobody_elses() {
    let server = TestServer::with(|config| config.pace.throw = Duration::from_secs(3600)).await;
    let (mut a, mut b, ..) = two_at(&server, "shut-the-box", Clock::None).await;
    let view = a.until(|view| view.guide.is_some()).await;
    assert_eq!(view.turn, Turn::Chance { seat: Some(0) });
    let guide = view.guide.as_ref().expect("something to do");
    assert_eq!(view.template(guide), "Throw the dice.");
    assert_eq!(b.view().guide, None);
    let throw = |ply| ClientMessage::Throw { ply };
    assert_eq!(b.refused(&throw(0)).await, "not-your-throw");
    assert_eq!(a.refused(&throw(1)).await, "stale");
    a.send(&throw(0)).await;
    let view = a.until(|view| view.ply == 1).await;
    assert_eq!(view.turn, Turn::Player { seat: 0 });
    let guide = view.guide.as_ref().expect("something to do");
    assert!(view.template(guide).starts_with("You threw {number}"), "{guide:?}");
    assert_eq!(a.refused(&throw(1)).await, "not-your-throw");
}

#[tokio::test]
async fn a_throw_that_nobody_makes_is_made_before_long() {
    let server = TestServer::with(|config| config.pace.throw = Duration::from_millis(5)).await;
    let (mut a, ..) = two_at(&server, "senet", Clock::None).await;
    a.until(|view| view.ply == 1).await;
}

/// The answer to what was asked, whatever else comes before it.
async fn answer(socket: &mut Socket) -> (Label, Option<String>) {
    loop {
        match socket.next().await {
            Some(ServerMessage::Guide { words, rule, .. }) => return (words, rule),
            Some(_) => {}
            None => panic!("the socket was closed"),
        }
    }
}

#[tokio::test]
async fn the_table_answers_what_to_do_and_why_not() {
    let server = TestServer::new().await;
    let (mut a, mut b, ..) = two_at(&server, "outwit", Clock::None).await;
    // Squares are numbered from a1 on, nine to a rank.
    let [f4, f2] = [4, 2].map(|rank: u16| (rank - 1) * 9 + 5);
    let ask = |picked: Vec<u16>, site| ClientMessage::Ask { ply: 0, picked, site };
    a.send(&ask(vec![f4], None)).await;
    let (words, rule) = answer(&mut a).await;
    let stops = "The chip slides as far as it can: choose {site} or {site}.";
    assert_eq!(words, Label { template: Template::Text(stops.into()), args: vec![5, 27] });
    assert_eq!(rule.as_deref(), Some("Your turn"));
    a.send(&ask(vec![f4], Some(f2))).await;
    let (words, _) = answer(&mut a).await;
    let reason = "this chip slides as far as it can, here to {site}";
    assert_eq!(words, Label { template: Template::Text(reason.into()), args: vec![5] });
    assert_eq!(b.refused(&ask(vec![f4], Some(f2))).await, "stale");
}

#[tokio::test]
async fn the_rule_page_has_an_anchor_at_every_heading_and_ruling() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    for (game, anchors) in [
        ("outwit", ["id=\"your-turn\"", "id=\"o3\""]),
        ("senet", ["id=\"a-turn\"", "id=\"s5\""]),
        ("shout-7", ["id=\"your-turn-push-two-lay-two\"", "id=\"p3\""]),
    ] {
        let page = ann.get(&format!("/games/{game}/rules")).await.text;
        for anchor in anchors {
            assert_eq!(page.matches(anchor).count(), 1, "{game}: {anchor}");
        }
    }
}

#[tokio::test]
async fn an_invitation_says_whether_others_can_open_it() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("outwit", vec![me(), NewSeat::Open])).await;
    let found: parlour_wire::api::Invitation =
        ann.get(&format!("/tables/{id}/invitation")).await.json();
    assert!(found.link.contains(&format!("/t/{id}?invitation=")), "{}", found.link);
    assert!(found.qr.contains("<svg"));
}
