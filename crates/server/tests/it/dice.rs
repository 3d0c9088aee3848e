//! Fair dice, from the commitment to the check of the record.

use axum::http::StatusCode;
use parlour_table::dice::commitment;
use parlour_table::record::verify;
use parlour_wire::api::NewSeat;
use parlour_wire::dice::{Dice, Wanted};
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, Status, Turn};
use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn the_dice_of_a_finished_game_can_be_checked_by_anybody() {
    // Pages do not come at once: the first throw waits for them.
    let server = TestServer::with(|config| config.pace.contributions = HANGS).await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("shut-the-box", vec![computer(), named("A")])).await;
    let place = format!("/tables/{id}/dice");
    let before: Dice = ann.get(&place).await.json();
    assert!(before.seed.is_none() && before.contributions.is_empty());
    assert_eq!((before.wanted, before.complete), (Wanted::Seal, false));
    let early = ann.post(&place, &json!({ "salt": "annsOwnSalt" })).await;
    assert_eq!(early.code(), "no-contribution", "it is sealed first");
    let sealed = ann.post(&place, &json!({ "seal": commitment("annsOwnSalt") })).await;
    assert_eq!(sealed.status, StatusCode::OK, "{}", sealed.text);
    let sealed: Dice = sealed.json();
    assert!(sealed.complete && sealed.seals[0].yours && sealed.wanted == Wanted::Salt);
    let another = ann.post(&place, &json!({ "salt": "annsOtherSalt" })).await;
    assert_eq!(another.code(), "bad-contribution", "what is sealed is fixed");
    let given = ann.post(&place, &json!({ "salt": "annsOwnSalt" })).await;
    assert_eq!(given.status, StatusCode::OK, "{}", given.text);
    let given: Dice = given.json();
    assert!(given.wanted == Wanted::Nothing && given.contributions[0].yours);
    assert_eq!(given.contributions[0].salt, "annsOwnSalt");
    let again = ann.post(&place, &json!({ "salt": "anotherSalt" })).await;
    assert_eq!(again.code(), "no-contribution", "once is all");
    let mut page = ann.open(&id).await;
    while page.my_turn().await {
        assert!(ann.get(&place).await.json::<Dice>().seed.is_none(), "not before the end");
        page.act_any(0).await;
    }
    let over: Dice = ann.get(&place).await.json();
    let seed = over.seed.expect("it is opened");
    assert_eq!(over.commitment, before.commitment);
    assert_eq!(commitment(&seed), before.commitment);
    let record = ann.get(&format!("/tables/{id}/record")).await.text;
    let checked = verify(&record).expect("the dice are fair");
    let audit = &checked.audit;
    assert!(audit.throws >= 2 && audit.contributions == 1, "{checked:?}");
    assert_eq!((audit.late, audit.unopened), (0, 0));
    assert_eq!(checked.given.seals, Some(vec![commitment("annsOwnSalt")]));
    assert_eq!(checked.commitment, before.commitment);
    let other = record.replace("annsOwnSalt", "annsOwnSilt");
    assert!(verify(&other).is_err(), "another contribution makes other throws");
    let other = record.replace(&seed, &seed.chars().rev().collect::<String>());
    assert!(verify(&other).is_err(), "another seed is not the one committed to");
    let other = record.replace("seed: ", "contribution 0: inventedByTheServer\nseed: ");
    let why = verify(&other).expect_err("nobody sealed it").message;
    assert!(why.contains("inventedByTheServer was not sealed"), "{why}");
    let other = verify(&record.replacen("rules: ", "rules: 9", 1));
    assert!(other.is_err_and(|why| why.message.contains("other rules")), "not called unfair");
    // A record with its dice comes back as a table to look at.
    let back = ann.post("/records", &json!({ "text": record })).await;
    assert_eq!(back.status, StatusCode::CREATED, "{}", back.text);
}

#[tokio::test]
async fn a_player_who_throws_at_once_shuts_nobody_out_of_the_dice() {
    let server = TestServer::with(|config| {
        config.pace.contributions = HANGS;
        config.pace.throw = HANGS;
    });
    let server = server.await;
    let (mut a, mut b, mut ann, mut bob) = two_at(&server, "senet", Clock::None).await;
    let place = format!("/tables/{}/dice", a.view().id);
    let throw = ClientMessage::Throw { ply: 0 };
    let first = if a.view().turn == (Turn::Chance { seat: Some(0) }) { &mut a } else { &mut b };
    assert_eq!(first.refused(&throw).await, "too-soon", "nobody has sealed a number");
    for (person, salt) in [(&mut ann, "annsOwnSalt"), (&mut bob, "bobsOwnSalt")] {
        person.post(&place, &json!({ "seal": commitment(salt) })).await;
    }
    assert_eq!(first.refused(&throw).await, "too-soon", "nobody has opened one");
    for (person, salt) in [(&mut ann, "annsOwnSalt"), (&mut bob, "bobsOwnSalt")] {
        person.post(&place, &json!({ "salt": salt })).await;
    }
    first.send(&throw).await;
    first.until(|view| view.ply == 1).await;
    let dice: Dice = ann.get(&place).await.json();
    assert_eq!(dice.contributions.len(), 2);
}

#[tokio::test]
async fn hidden_draws_stay_hidden_until_the_end() {
    let server = TestServer::new().await;
    let (mut a, b, mut ann, mut bob) = two_at(&server, "shell-out", Clock::None).await;
    let id = a.view().id.clone();
    a.my_turn().await;
    let text = bob.get(&format!("/tables/{id}/record")).await.text;
    assert!(text.contains("dice: ") && !text.contains("seed: "), "{text}");
    assert!(bob.get(&format!("/tables/{id}/dice")).await.json::<Dice>().seed.is_none());
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    a.until(|view| view.status == Status::Over).await;
    drop(b);
    let text = bob.get(&format!("/tables/{id}/record")).await.text;
    assert!(verify(&text).is_ok(), "{text}");
    assert!(ann.get(&format!("/tables/{id}/dice")).await.json::<Dice>().seed.is_some());
}

#[tokio::test]
async fn only_players_add_to_the_dice_and_only_what_can_be_written_down() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let id = ann.table(&new_table("senet", vec![me(), computer()])).await;
    let place = format!("/tables/{id}/dice");
    let mut eve = server.person("Eve").await;
    assert_eq!(eve.post(&place, &json!({ "salt": "evesSalt1" })).await.code(), "no-contribution");
    assert_eq!(eve.get(&place).await.json::<Dice>().wanted, Wanted::Nothing);
    for salt in ["", "short", "with blank", "line\nbreak", &"x".repeat(65)] {
        let answer = ann.post(&place, &json!({ "salt": salt })).await;
        assert_eq!(answer.code(), "bad-contribution", "{salt:?}");
    }
    for seal in ["", "abc", &"x".repeat(64), &"A".repeat(64)] {
        let answer = ann.post(&place, &json!({ "seal": seal })).await;
        assert_eq!(answer.code(), "bad-contribution", "{seal:?}");
    }
}

#[tokio::test]
async fn nobody_seals_once_a_number_is_known_nor_opens_before_everybody_sits() {
    let server = TestServer::with(|config| config.pace.throw = HANGS).await;
    let (mut ann, mut bob) = (server.person("Ann").await, server.person("Bob").await);
    let id = ann.table(&new_table("senet", vec![me(), NewSeat::Open])).await;
    let place = format!("/tables/{id}/dice");
    let sealed = ann.post(&place, &json!({ "seal": commitment("annsOwnSalt") })).await;
    let sealed: Dice = sealed.json();
    assert_eq!((sealed.wanted, sealed.complete), (Wanted::Nothing, false));
    let (a, mut b) = (ann.open(&id).await, bob.open(&id).await);
    b.sit(1, &a).await;
    b.until(|view| view.status == Status::Playing).await;
    let copied = bob.post(&place, &json!({ "seal": commitment("annsOwnSalt") })).await;
    assert_eq!(copied.code(), "bad-contribution");
    let opened = ann.post(&place, &json!({ "salt": "annsOwnSalt" })).await;
    assert_eq!(opened.status, StatusCode::OK, "{}", opened.text);
    // Bob, who knows Ann's number now, fixes none of his own.
    assert_eq!(bob.get(&place).await.json::<Dice>().wanted, Wanted::Nothing);
    let late = bob.post(&place, &json!({ "seal": commitment("bobsOwnSalt") })).await;
    assert_eq!(late.json::<Dice>().seals.len(), 1, "it comes too late");
    let late = bob.post(&place, &json!({ "salt": "bobsOwnSalt" })).await;
    assert_eq!(late.code(), "no-contribution");
}
