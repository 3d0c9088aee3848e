//! Hints with reasons, and the coach.

use parlour_wire::socket::{Certainty, ClientMessage, CoachVerdict, MoveVerdict, ServerMessage};
use parlour_wire::table::Clock;

use crate::harness::*;

/// The verdict on a move, from the next messages.
async fn judged(page: &mut Socket, action: &str) -> MoveVerdict {
    let ply = page.view().ply;
    let asked = page.send(&ClientMessage::Judge { action: action.to_owned(), ply }).await;
    loop {
        match page.next().await.expect("the socket stays open") {
            ServerMessage::Verdict { id, verdict } if id == asked => return *verdict,
            ServerMessage::Error { message, .. } => panic!("{message}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn in_a_solved_game_a_hint_names_every_choice_with_its_exact_share() {
    let server = TestServer::new().await;
    let (_, mut page) = server.table("shut-the-box", vec![me(), computer()]).await;
    let ply = page.view().ply;
    page.send(&ClientMessage::Throw { ply }).await;
    page.until(|view| !view.choices.is_empty()).await;
    let choices = page.view().choices.len();
    page.send(&ClientMessage::Hint).await;
    let (moves, why) = loop {
        if let ServerMessage::Hint { moves, why, .. } = page.next().await.expect("an answer") {
            break (moves, why);
        }
    };
    assert_eq!(moves.len(), choices);
    assert!(moves.iter().all(|line| line.certainty == Certainty::Exact), "{moves:?}");
    assert!((1..=3).contains(&why.len()), "{why:?}");
    // The worst choice of a solved game is judged by its exact share.
    let worst = moves.last().expect("a move");
    let verdict = judged(&mut page, &worst.action).await;
    let lost = moves[0].value - worst.value;
    assert_eq!(verdict.verdict == CoachVerdict::GivesAway, lost > 0.04, "{lost} {verdict:?}");
    server.close().await;
}

#[tokio::test]
async fn the_coach_judges_a_legal_move_of_ones_own_and_nothing_else() {
    let server = TestServer::new().await;
    let (_, mut page) = server.table("outwit", vec![me(), computer()]).await;
    let action = page.view().choices[0].action.clone();
    let verdict = judged(&mut page, &action).await;
    assert_eq!((verdict.ply, &verdict.action), (0, &action));
    assert_eq!(page.view().ply, 0, "nothing was played");
    for (action, ply) in [("a1a1", 0), (action.as_str(), 7)] {
        let late = ClientMessage::Judge { action: action.to_owned(), ply };
        assert_eq!(page.refused(&late).await, "stale");
    }
    let (mut between_people, ..) = two_at(&server, "outwit", Clock::None).await;
    let judge = ClientMessage::Judge { action, ply: 0 };
    assert_eq!(between_people.refused(&judge).await, "no-hint");
    server.close().await;
}
