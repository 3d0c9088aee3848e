//! Lessons over HTTP: the course, a learner's moves, questions, hints, and what is refused.

use axum::http::StatusCode;
use parlour_games::all;
use parlour_server::limits::Limits;
use parlour_wire::lessons::{CourseInfo, LessonAnswer, LessonHint, LessonVerdict, LessonView};
use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn every_lesson_can_be_solved_by_its_hints() {
    let house = House::with(|config| config.limits = Limits::NONE).await;
    let mut ann = house.person("Ann").await;
    for game in all() {
        let course: CourseInfo = ann.get(&format!("/games/{}/lessons", game.id)).await.json();
        for lesson in course.lessons.iter().filter(|lesson| lesson.game.is_none()) {
            let path = format!("/games/{}/lessons/{}", game.id, lesson.id);
            let mut moves: Vec<String> = Vec::new();
            let mut view: LessonView = ann.post(&path, &json!({})).await.json();
            assert!(view.frames[0].layout.is_some(), "{path}");
            while view.verdict == LessonVerdict::GoOn {
                let asked = json!({ "moves": moves });
                let hint: LessonHint = ann.post(&format!("{path}/hint"), &asked).await.json();
                moves.push(hint.action);
                view = ann.post(&path, &json!({ "moves": moves })).await.json();
            }
            assert_eq!(view.verdict, LessonVerdict::Done, "{path} {moves:?}");
            assert_eq!(moves.len(), usize::from(lesson.par), "{path}");
            assert!(view.says.is_some(), "{path}");
        }
    }
}

#[tokio::test]
async fn a_lesson_shows_nothing_that_the_learner_may_not_know() {
    let house = House::with(|config| config.limits = Limits::NONE).await;
    let mut ann = house.person("Ann").await;
    let view: LessonView =
        ann.post("/games/shell-out/lessons/take-a-guess", &json!({})).await.json();
    let shown = &view.frames[0];
    assert!(shown.position.contains('A') && !shown.position.contains('B'), "{}", shown.position);
    assert!(shown.position.contains("25,?"), "{}", shown.position);
}

#[tokio::test]
async fn what_cannot_be_done_is_explained_and_nothing_else_changes() {
    let house = House::with(|config| config.limits = Limits::NONE).await;
    let mut ann = house.person("Ann").await;
    let path = "/games/outwit/lessons/slide-to-the-end";
    let ask = format!("{path}/ask");
    let why: LessonAnswer = ann.post(&ask, &json!({ "picked": [8], "site": 44 })).await.json();
    assert!(why.words.is_some_and(|words| words.ends_with('.')), "a sentence");
    let far: LessonAnswer = ann.post(&ask, &json!({ "picked": [9999], "site": 9999 })).await.json();
    assert_eq!(far.words, None);
    let illegal = ann.post(path, &json!({ "moves": ["i1i5"] })).await;
    assert_eq!(illegal.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(illegal.text.contains("as far as it can"), "{}", illegal.text);
    let after_end = ann.post(path, &json!({ "moves": ["i1i10", "a9a4"] })).await;
    assert_eq!(after_end.status, StatusCode::CONFLICT);
    for missing in ["/games/chess/lessons", "/games/outwit/lessons/none"] {
        let answer = match missing.ends_with("none") {
            true => ann.post(missing, &json!({})).await,
            false => ann.get(missing).await,
        };
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{missing}");
    }
}
