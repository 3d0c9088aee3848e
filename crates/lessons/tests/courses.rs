//! Every lesson of every game works, and a lesson file with a mistake is refused with line and reason.

use std::sync::atomic::AtomicBool;

use parlour_games::{all, find};
use parlour_lessons::{
    Attempt, AttemptVerdict, Course, LessonKind, course, lesson_count, prove, prove_until, read,
    stars,
};
use parlour_session::Entry;

fn courses() -> impl Iterator<Item = (&'static Entry, Course)> {
    let read = |entry: &'static Entry| {
        let course = course(entry).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        (entry, course)
    };
    all().map(read).filter(|(_, course)| !course.lessons.is_empty())
}

#[test]
fn a_course_has_8_to_12_lessons_and_ends_with_a_game() {
    for (entry, course) in courses() {
        let lessons = course.lessons.len();
        assert_eq!(lessons, lesson_count(entry), "{}", entry.id);
        assert!((8..=12).contains(&lessons), "{}: {lessons} lessons", entry.id);
        let last = course.lessons.last().expect("a lesson");
        assert!(matches!(last.kind, LessonKind::Game(_)), "{}: {}", entry.id, last.title);
    }
}

/// Solvable, par is the minimum, every answer is answered, every sentence is there.
fn prove_all(id: &str) {
    let entry = find(id).expect("a registered game");
    let course = course(entry).unwrap_or_else(|error| panic!("{id}: {error}"));
    for lesson in &course.lessons {
        let proof = prove(lesson);
        assert!(proof.problems.is_empty(), "{id}, {}: {:#?}", lesson.title, proof.problems);
    }
}

#[test]
fn the_lessons_of_every_game_can_be_proven() {
    std::thread::scope(|scope| {
        for entry in all() {
            scope.spawn(|| prove_all(entry.id));
        }
    });
}

#[test]
fn every_course_has_a_fight_that_takes_three_moves() {
    for (entry, course) in courses() {
        let three =
            |kind: &LessonKind| matches!(kind, LessonKind::Exercise(exercise) if exercise.par == 3);
        assert!(course.lessons.iter().any(|lesson| three(&lesson.kind)), "{}", entry.id);
    }
}

#[test]
fn a_lesson_of_several_moves_has_a_task_for_each() {
    for (entry, course) in courses() {
        for lesson in &course.lessons {
            let LessonKind::Exercise(exercise) = &lesson.kind else { continue };
            let prompts = exercise.prompts.len();
            assert_eq!(prompts, usize::from(exercise.within), "{}, {}", entry.id, lesson.title);
        }
    }
}

/// A lesson of Outwit: the chip on i1 goes to the upper edge.
const LESSON: &str = "\
## Up
task: Slide the chip on i1 up.
position: d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/4d2l1/8l l 0
goal: mine on i10
par: 1
done: It is home.
mistake: any move
shows: engine
says: Not that one.
";

#[test]
fn a_mistake_is_answered_and_taken_back() {
    let course = read(find("outwit").expect("a game"), LESSON).expect("a lesson");
    let LessonKind::Exercise(exercise) = &course.lessons[0].kind else { panic!("an exercise") };
    let mut attempt = Attempt::new(exercise);
    let before = attempt.session().position();
    assert!(attempt.play("i1i5").is_err(), "a chip does not stop on its way");
    let step = attempt.play("i1d1").expect("a legal move");
    let AttemptVerdict::Mistake(Some(mistake)) = step.verdict else { panic!("{:?}", step.verdict) };
    assert_eq!(mistake.says, "Not that one.");
    assert_eq!(step.frames.len(), 2, "the move and the engine's answer");
    assert_eq!(attempt.session().position(), before);
    assert_eq!(attempt.play("i1i10").expect("a legal move").verdict, AttemptVerdict::Done);
}

/// A lesson of two moves: the chip on d4 goes to the edge, then up.
const TWO_MOVES: &str = "\
## Around
task: Slide the marked chip to the edge.
position: 1l1d5/ld2D4/dld1d4/2ld5/3l5/5l3/3l5/4L4/5ld2/5d3 l 0
mark: d4
goal: nothing on d4 and \"light chip\" on at least 1 of g8 h8 i8 g9 h9 i9 g10 h10 i10
par: 2
done: It is home.
mistake: any move
says: To the edge first.
then: Now slide it up.
arrow: i4 i10
mistake: plays i4*
says: Up, not away.
mistake: any move
says: The chip on i4 is waiting.
";

#[test]
fn task_marks_and_answers_follow_the_learners_moves() {
    let course = read(find("outwit").expect("a game"), TWO_MOVES).expect("a lesson");
    assert_eq!(prove(&course.lessons[0]).problems, Vec::<String>::new());
    let LessonKind::Exercise(exercise) = &course.lessons[0].kind else { panic!("an exercise") };
    let mut attempt = Attempt::new(exercise);
    let says = |attempt: &mut Attempt<'_>, action: &str| match attempt
        .play(action)
        .expect("a legal move")
        .verdict
    {
        AttemptVerdict::Mistake(mistake) => mistake.expect("a sentence").says.clone(),
        other => panic!("{action}: {other:?}"),
    };
    let first = attempt.prompt().expect("a prompt").clone();
    assert_eq!((first.task.as_str(), first.marks.len(), first.arrows.len()), ("", 1, 0));
    assert_eq!(says(&mut attempt, "d4d5"), "To the edge first.");
    assert_eq!(attempt.prompt(), Some(&first), "the marks are there again after a mistake");
    assert_eq!(attempt.play("d4i4").expect("a legal move").verdict, AttemptVerdict::GoOn);
    let next = attempt.prompt().expect("a prompt");
    assert_eq!(
        (next.task.as_str(), next.marks.len(), next.arrows.len()),
        ("Now slide it up.", 0, 1)
    );
    assert_eq!(says(&mut attempt, "i4i1"), "Up, not away.");
    assert_eq!(says(&mut attempt, "a9a10"), "The chip on i4 is waiting.");
    assert_eq!(attempt.play("i4i10").expect("a legal move").verdict, AttemptVerdict::Done);
    assert_eq!(attempt.prompt(), None);
}

#[test]
fn what_belongs_to_a_later_move_is_read_strictly() {
    let entry = find("outwit").expect("a game");
    let refused = |from: &str, to: &str, reason: &str| {
        let error = read(entry, &TWO_MOVES.replace(from, to)).expect_err(reason);
        assert_eq!(error.to_string(), reason);
    };
    let never = "line 16: 'then:' is for a move that never comes: 'within:' is 2";
    refused("is waiting.\n", "is waiting.\nthen: And again.\n", never);
    let early = "line 11: 'shows:' comes after the 'mistake:' it is about";
    refused("arrow: i4 i10", "shows: engine", early);
    let silent = "line 12: a mistake needs a sentence: 'says:' below it";
    refused("says: Up, not away.\n", "", silent);
    // Without a task of its own, a later move has no marks, and shares the mistakes.
    let (shared, _) = TWO_MOVES.split_once("then:").expect("two parts");
    let course = read(entry, shared).expect("a lesson");
    let LessonKind::Exercise(exercise) = &course.lessons[0].kind else { panic!("an exercise") };
    let mut attempt = Attempt::new(exercise);
    attempt.play("d4i4").expect("a legal move");
    assert_eq!(attempt.prompt(), None);
    let AttemptVerdict::Mistake(Some(mistake)) = attempt.play("i4i1").expect("legal").verdict
    else {
        panic!("a mistake")
    };
    assert_eq!(mistake.says, "To the edge first.");
}

#[test]
fn a_lesson_file_with_a_mistake_is_refused_with_line_and_reason() {
    let entry = find("outwit").expect("a game");
    let refused = |from: &str, to: &str, reason: &str| {
        let error = read(entry, &LESSON.replace(from, to)).expect_err(reason);
        assert_eq!(error.to_string(), reason);
    };
    refused("## Up\n", "", "line 1: a lesson begins with its title: '## Title'");
    refused("par: 1", "par: one", "line 5: 'par:' needs a whole number, not 'one'");
    refused("par: 1", "par: 1\npar: 2", "line 6: 'par:' comes twice in this lesson");
    refused("par: 1\n", "", "line 1: the lesson 'Up' has no 'par:'");
    refused("done:", "doen:", "line 6: a lesson has no 'doen:'; did you mean done?");
    refused("mine on i10", "mine on k10", "line 4: the board has no site 'k10'");
    refused("mine on i10", "mine on i10 and", "line 4: a condition should come at the end");
    let unknown = read(entry, &LESSON.replace("mine on", "own on")).expect_err("no condition");
    assert!(unknown.message.contains("one of 'any move', 'plays MOVE'"), "{unknown}");
    refused("says: Not that one.\n", "", "line 7: a mistake needs a sentence: 'says:' below it");
    refused(
        "goal: mine",
        "goal mine",
        "line 4: a line is '## Title', 'name: value', or a comment that begins with '# '",
    );
}

#[test]
fn a_lesson_shows_no_more_than_twelve_actions_after_an_answer() {
    let entry = find("outwit").expect("a game");
    let many = format!("shows: {}", "engine ".repeat(13));
    let behind = |line: &str| LESSON.replace(line, &format!("{line}\n{many}"));
    let said = |text: &str| read(entry, text).expect_err("too many").to_string();
    let most = "'shows:' names at most 12 actions, not";
    assert_eq!(said(&behind("done: It is home.")), format!("line 1: {most} 13"));
    assert_eq!(said(&behind("says: Not that one.")), format!("line 10: {most} 14"));
    assert!(read(entry, &behind("done: It is home.").replacen("engine ", "", 1)).is_ok());
}

#[test]
fn a_proof_ends_when_nobody_waits_for_it() {
    let entry = find("outwit").expect("a game");
    let course = read(entry, LESSON).expect("a lesson");
    let stopped = prove_until(&course.lessons[0], &AtomicBool::new(true));
    assert_eq!(stopped.answers, 0);
    assert!(prove(&course.lessons[0]).answers > 0);
}

#[test]
fn a_lesson_that_does_not_work_is_found_out() {
    let entry = find("outwit").expect("a game");
    let problems = |from: &str, to: &str| {
        let lesson = LESSON.replace(from, to).replace("shows: engine\n", "");
        let course = read(entry, &lesson).expect("a lesson");
        prove(&course.lessons[0]).problems.join("; ")
    };
    assert_eq!(problems("", ""), "");
    assert_eq!(problems("par: 1", "par: 2"), "par is 1, by i1i10, not 2");
    assert_eq!(problems("i10", "h10"), "the goal cannot be reached within 1 moves");
    let silent = problems("mistake: any move\nshows: engine\nsays: Not that one.\n", "");
    assert!(silent.contains("no sentence answers i1d1"), "{silent}");
    let never = problems("mistake: any", "mistake: plays i1i10\nsays: Never.\nmistake: any");
    assert_eq!(never, "the mistake on line 7 applies to no answer");
    assert!(problems("It is home.", "it is home.").contains("should begin with a capital"));
}

#[test]
fn stars_are_lost_by_mistakes_and_by_moves_over_par() {
    assert_eq!([stars(0, 0), stars(1, 0), stars(0, 1), stars(1, 1), stars(9, 0)], [3, 2, 2, 1, 1]);
}
