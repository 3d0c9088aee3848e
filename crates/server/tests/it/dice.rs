//! Fair dice, from the commitment to the check of the record.

use axum::http::StatusCode;
use parlour_table::dice::commitment;
use parlour_table::record::verify;
use parlour_wire::dice::Dice;
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, Status};
use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn the_dice_of_a_finished_game_can_be_checked_by_anybody() {
    let house = House::new().await;
    let mut ann = house.person("Ann").await;
    let id = ann.table(&new_table("shut-the-box", vec![named("A"), computer()])).await;
    let place = format!("/tables/{id}/dice");
    let before: Dice = ann.get(&place).await.json();
    assert!(before.wanted && before.seed.is_none() && before.contributions.is_empty());
    let given = ann.post(&place, &json!({ "salt": "annsOwnSalt" })).await;
    assert_eq!(given.status, StatusCode::OK, "{}", given.text);
    let given: Dice = given.json();
    assert!(!given.wanted && given.contributions[0].yours);
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
    assert!(checked.throws >= 2 && checked.contributions == 1, "{checked:?}");
    assert_eq!(checked.commitment, before.commitment);
    let other = record.replace("annsOwnSalt", "annsOwnSilt");
    assert!(verify(&other).is_err(), "another contribution makes other throws");
    let other = record.replace(&seed, &seed.chars().rev().collect::<String>());
    assert!(verify(&other).is_err(), "another seed is not the one committed to");
    let other = verify(&record.replacen("rules: ", "rules: 9", 1));
    assert!(other.is_err_and(|why| why.message.contains("other rules")), "not called unfair");
    // A record with its dice comes back as a table to look at.
    let back = ann.post("/records", &json!({ "text": record })).await;
    assert_eq!(back.status, StatusCode::CREATED, "{}", back.text);
}

#[tokio::test]
async fn hidden_draws_stay_hidden_until_the_end() {
    let house = House::new().await;
    let (mut a, b, mut ann, mut bob) = two_at(&house, "shell-out", Clock::None).await;
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
    let house = House::new().await;
    let mut ann = house.person("Ann").await;
    let id = ann.table(&new_table("senet", vec![me(), computer()])).await;
    let place = format!("/tables/{id}/dice");
    let mut eve = house.person("Eve").await;
    assert_eq!(eve.post(&place, &json!({ "salt": "evesSalt1" })).await.code(), "no-contribution");
    assert!(!eve.get(&place).await.json::<Dice>().wanted);
    for salt in ["", "short", "with blank", "line\nbreak", &"x".repeat(65)] {
        let answer = ann.post(&place, &json!({ "salt": salt })).await;
        assert_eq!(answer.code(), "bad-contribution", "{salt:?}");
    }
}
