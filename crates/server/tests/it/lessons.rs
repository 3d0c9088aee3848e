//! Lessons over HTTP: the course, a learner's moves, questions, hints, and what is refused.

use axum::http::StatusCode;
use parlour_games::all;
use parlour_server::limits::Limits;
use parlour_wire::lessons::{
    CourseInfo, LessonAnswer, LessonCheck, LessonHint, LessonVerdict, LessonView, PuzzleList,
};
use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn every_lesson_can_be_solved_by_its_hints() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
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
async fn the_task_and_the_marks_of_a_lesson_are_those_of_the_next_move() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    let path = "/games/outwit/lessons/two-slides-home";
    let marked = |view: &LessonView| -> Vec<String> {
        view.shapes.iter().map(|shape| shape.from.clone()).collect()
    };
    let start: LessonView = ann.post(path, &json!({})).await.json();
    assert_eq!((start.says.as_deref(), marked(&start)), (None, vec!["d4".to_owned()]));
    let wrong: LessonView = ann.post(path, &json!({ "moves": ["d4d5"] })).await.json();
    assert_eq!((wrong.verdict, marked(&wrong)), (LessonVerdict::Mistake, marked(&start)));
    let next: LessonView = ann.post(path, &json!({ "moves": ["d4i4"] })).await.json();
    assert_eq!((next.verdict, marked(&next)), (LessonVerdict::GoOn, vec!["i4".to_owned()]));
    assert!(next.says.is_some_and(|task| task.contains("Slide it in")), "the next task");
    let done: LessonView = ann.post(path, &json!({ "moves": ["d4i4", "i4i10"] })).await.json();
    assert_eq!((done.verdict, done.shapes.len()), (LessonVerdict::Done, 0));
}

#[tokio::test]
async fn a_lesson_shows_nothing_that_the_learner_may_not_know() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    let view: LessonView =
        ann.post("/games/shell-out/lessons/take-a-guess", &json!({})).await.json();
    let shown = &view.frames[0];
    assert!(shown.position.contains('A') && !shown.position.contains('B'), "{}", shown.position);
    assert!(shown.position.contains("25,?"), "{}", shown.position);
}

#[tokio::test]
async fn what_cannot_be_done_is_explained_and_nothing_else_changes() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
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
        let answer = if missing.ends_with("none") {
            ann.post(missing, &json!({})).await
        } else {
            ann.get(missing).await
        };
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{missing}");
    }
}

#[tokio::test]
async fn a_puzzle_is_answered_with_its_worth_and_gives_its_solution_only_once_solved() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    for game in all() {
        let list: PuzzleList = ann.get(&format!("/games/{}/puzzles", game.id)).await.json();
        let Some(puzzle) = list.puzzles.first() else { continue };
        let path = format!("/games/{}/lessons/{}", game.id, puzzle.id);
        let start = ann.post(&path, &json!({})).await;
        let view: LessonView = start.json();
        assert!(view.answer.is_none(), "{path}");
        let hint: LessonHint = ann.post(&format!("{path}/hint"), &json!({})).await.json();
        let solved: LessonView = ann.post(&path, &json!({ "moves": [hint.action] })).await.json();
        let worth = solved.answer.expect("a puzzle");
        assert_eq!((solved.verdict, worth.lost), (LessonVerdict::Done, 0.0), "{path}");
        assert!(worth.values.len() >= 2 && worth.place.is_some(), "{path}");
        let right = worth.values[0].share;
        let wrong = worth.values.iter().rfind(|value| value.share < right - 0.02);
        let moves = [&wrong.expect("a wrong move").action];
        let failed: LessonView = ann.post(&path, &json!({ "moves": moves })).await.json();
        let worth = failed.answer.expect("a puzzle");
        assert!(failed.verdict == LessonVerdict::Mistake && worth.lost > 0.02, "{path}");
        assert!(worth.values.is_empty() && worth.place.is_none(), "{path}");
    }
}

#[tokio::test]
async fn a_lesson_from_a_game_is_checked_by_trying_every_answer_and_by_the_engine() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    let path = "/games/shut-the-box/lesson-check";
    let text = "## Large lids\ntask: Shut the best lids.\nposition: 123456789 0,0 1 53\n\
                goal: plays GOAL\npar: 1\ndone: Right.\nmistake: any move\nsays: No.\n";
    let mut check =
        async |text: &str| -> LessonCheck { ann.post(path, &json!({ "text": text })).await.json() };
    let good = check(&text.replace("GOAL", "8")).await;
    assert_eq!(good.problems, Vec::<String>::new());
    assert_eq!(good.notes[0], "1 of 4 moves is right.");
    assert!(
        good.notes[1].starts_with("The engine agrees: it plays “Shut lid 8”, worth 53%"),
        "{good:?}"
    );
    let poor = check(&text.replace("GOAL", "1+7")).await;
    let words =
        "The engine does not agree: “Shut lid 8” is worth 53% of the win, “Shut lids 1 and 7” 44%.";
    assert_eq!(poor.notes[1], words);
    let never = check(&text.replace("GOAL", "9")).await;
    assert_eq!(never.problems, ["The goal cannot be reached within 1 moves."]);
    let broken = check("task: No title.").await;
    assert_eq!(broken.problems, ["Line 1: a lesson begins with its title: '## Title'."]);
    let long = check(&text.replace("par: 1", "par: 1\nwithin: 9")).await;
    assert!(long.problems[0].starts_with("Only lessons of one move"), "{long:?}");
}

#[tokio::test]
async fn a_goal_of_nested_parentheses_or_of_stars_is_answered_at_once_and_ends_nothing() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut stranger = server.person("Mallory").await;
    let mut check = async |goal: &str| -> LessonCheck {
        let text = format!(
            "## Trap\ntask: Wait.\nposition: 123456789 0,0 1 53\ngoal: {goal}\npar: 1\ndone: Right.\n"
        );
        stranger.post("/games/shut-the-box/lesson-check", &json!({ "text": text })).await.json()
    };
    // One stack frame for each parenthesis would overflow the stack, which ends the process.
    let nested = check(&format!("{}win{}", "(".repeat(3000), ")".repeat(3000))).await;
    let words = "Line 4: a goal has at most 500 characters, and this one has 6003.";
    assert_eq!(nested.problems, [words]);
    let nots = check(&format!("{}win", "not ".repeat(100))).await;
    let words = "Line 4: a goal has at most 32 parentheses or 'not's within each other.";
    assert_eq!(nots.problems, [words]);
    // Trying every place for every star would take longer than the server lives.
    let stars = check(&format!("plays {}q", "*".repeat(400))).await;
    assert_eq!(stars.problems, ["The goal cannot be reached within 1 moves."]);
    assert_eq!(check("plays 8").await.notes[0], "1 of 4 moves is right.");
}
