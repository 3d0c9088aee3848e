//! Lessons and puzzles. A lesson keeps no state here: a call brings the learner's moves along.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::Path;
use parlour_core::label::YOU;
use parlour_core::{Seat, Viewer};
use parlour_lessons::{
    Attempt, AttemptVerdict, Counting, Course, Exercise, Lesson, LessonError, LessonKind, Opinion,
    Puzzle, PuzzleBook, course,
};
use parlour_search::{Budget, Want};
use parlour_session::words::{english_to, names_to};
use parlour_session::{Entry, Session};
use parlour_table::commands::{Code, Refusal, illegal, sentence};
use parlour_table::projection::position::Position;
use parlour_wire::analysis::{PositionRef, PositionView, TreeShape};
use parlour_wire::lessons::{
    CourseInfo, LessonAnswer, LessonCheck, LessonGame, LessonHint, LessonInfo, LessonMoves,
    LessonQuestion, LessonText, LessonVerdict, LessonView, MoveValue, PuzzleAnswer, PuzzleInfo,
    PuzzleList, PuzzleTheme,
};
use parlour_wire::position;
use parlour_wire::table::Level;

use crate::analyses::busy;
use crate::error::{Body, Error};
use crate::fairness::Stop;
use crate::guest::Guest;
use crate::in_play;
use crate::routes::counting;
use crate::routes::games::entry;

/// What there is to learn a game by, read once.
struct LearningMaterial {
    course: Course,
    book: PuzzleBook,
    /// The puzzles as exercises, in their order.
    practice: Vec<Exercise>,
}

impl LearningMaterial {
    fn read(entry: &Entry) -> Result<Self, LessonError> {
        let (course, book) = (course(entry)?, parlour_lessons::puzzles(entry)?);
        let practice = book.puzzles.iter().map(Puzzle::exercise).collect();
        Ok(LearningMaterial { course, book, practice })
    }
}

fn find(id: &str) -> Result<(&'static Entry, &'static LearningMaterial), Error> {
    static ALL: OnceLock<HashMap<&'static str, LearningMaterial>> = OnceLock::new();
    let entry = entry(id)?;
    let all = ALL.get_or_init(|| {
        let read = |entry: &'static Entry| match LearningMaterial::read(entry) {
            Ok(material) => Some((entry.id, material)),
            Err(error) => {
                tracing::error!(game = entry.id, %error, "the lessons cannot be read");
                None
            }
        };
        parlour_games::all().filter_map(read).collect()
    });
    let material = all.get(id).ok_or(Error::NotFound("course"))?;
    Ok((entry, material))
}

/// Something in which moves are made: a lesson, or a puzzle.
#[derive(Clone, Copy)]
struct Practice {
    entry: &'static Entry,
    exercise: &'static Exercise,
    puzzle: Option<&'static Puzzle>,
}

/// What a learner answers: by moves, or by a place.
#[derive(Clone, Copy)]
enum Task {
    Moves(Practice),
    Place(&'static Entry, &'static Counting),
}

fn task(id: &str, lesson: &str) -> Result<Task, Error> {
    let (entry, material) = find(id)?;
    match material.book.counting.iter().find(|asked| asked.id == lesson) {
        Some(asked) => Ok(Task::Place(entry, asked)),
        None => practice(entry, material, lesson).map(Task::Moves),
    }
}

fn practice(
    entry: &'static Entry,
    material: &'static LearningMaterial,
    lesson: &str,
) -> Result<Practice, Error> {
    let lessons = &material.course.lessons;
    if let Some(known) = lessons.iter().find(|known| known.id == lesson)
        && let LessonKind::Exercise(exercise) = &known.kind
    {
        return Ok(Practice { entry, exercise, puzzle: None });
    }
    let mut puzzles = material.book.puzzles.iter().zip(&material.practice);
    let known = puzzles.find(|(puzzle, _)| puzzle.id == lesson);
    let (puzzle, exercise) = known.ok_or(Error::NotFound("lesson"))?;
    Ok(Practice { entry, exercise, puzzle: Some(puzzle) })
}

/// The puzzles of a game. Each is played as a lesson of its id.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/games/{id}/puzzles", responses((status = 200, body = PuzzleList)),
))]
pub(crate) async fn puzzles(Path(id): Path<String>) -> Result<Json<PuzzleList>, Error> {
    let (entry, LearningMaterial { book, .. }) = find(&id)?;
    let occurs = |kind: &String| book.puzzles.iter().any(|puzzle| puzzle.themes.contains(kind));
    let themes = book.themes.iter().filter(|(kind, _)| occurs(kind));
    let info = |puzzle: &Puzzle| PuzzleInfo {
        id: puzzle.id.clone(),
        task: question(&*puzzle.start, puzzle.seat, &puzzle.task),
        counting: false,
        grade: puzzle.grade(),
        levels: puzzle.levels.clone(),
        themes: puzzle.themes.clone(),
    };
    let asked = |asked: &Counting| PuzzleInfo {
        id: asked.id.clone(),
        task: question(&*asked.start, asked.seat, &asked.task),
        counting: true,
        grade: asked.grade(),
        levels: Vec::new(),
        themes: vec![COUNTING.0.to_owned()],
    };
    Ok(Json(PuzzleList {
        game: entry.id.to_owned(),
        name: entry.name.to_owned(),
        dice: book.puzzles.first().is_some_and(|puzzle| puzzle.dice()),
        themes: themes
            .map(|(id, name)| (id.as_str(), name.as_str()))
            .chain((!book.counting.is_empty()).then_some(COUNTING))
            .map(|(id, name)| PuzzleTheme { id: id.to_owned(), name: name.to_owned() })
            .collect(),
        puzzles: book.puzzles.iter().map(info).chain(book.counting.iter().map(asked)).collect(),
    }))
}

/// The theme of questions about secrets.
const COUNTING: (&str, &str) = ("counting", "By counting");

/// The task with the seat's name: a number does not say which pieces are meant.
fn question(session: &dyn Session, seat: Seat, task: &str) -> String {
    match &*names_to(session, seat)[seat.index()] {
        YOU => task.to_owned(),
        role => format!("You are {role}. {task}"),
    }
}

/// The lessons of a game.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/games/{id}/lessons", responses((status = 200, body = CourseInfo)),
))]
pub(crate) async fn lessons(Path(id): Path<String>) -> Result<Json<CourseInfo>, Error> {
    let (entry, material) = find(&id)?;
    let lessons = material.course.lessons.iter().map(describe).collect();
    Ok(Json(CourseInfo { game: entry.id.to_owned(), name: entry.name.to_owned(), lessons }))
}

fn describe(lesson: &Lesson) -> LessonInfo {
    let (par, game) = match &lesson.kind {
        LessonKind::Exercise(exercise) => (exercise.par, None),
        LessonKind::Counting(_) => (1, None),
        LessonKind::Game(game) => {
            let (level, options) = (Level::new(game.level), game.options.pairs());
            (0, Some(LessonGame { level, options }))
        }
    };
    LessonInfo {
        id: lesson.id.clone(),
        title: lesson.title.clone(),
        text: lesson.text.clone(),
        task: lesson.task.clone(),
        par,
        game,
    }
}

/// A lesson after these moves of the learner's.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/games/{id}/lessons/{lesson}", request_body = LessonMoves,
    responses((status = 200, body = LessonView)),
))]
pub(crate) async fn play(
    guest: Guest,
    Path((id, lesson)): Path<(String, String)>,
    Body(asked): Body<LessonMoves>,
) -> Result<Json<LessonView>, Error> {
    let task = task(&id, &lesson)?;
    let make = move |stop: &Stop| {
        let view = match task {
            Task::Moves(practice) => view(practice, &asked.moves, stop),
            Task::Place(entry, question) => counting::view(entry, question, &asked.moves),
        };
        stop.check()?;
        view.map(Json)
    };
    guest.run(make).await
}

fn view(practice: Practice, moves: &[String], stop: &Stop) -> Result<LessonView, Error> {
    let Practice { entry, exercise, puzzle } = practice;
    let (last, before) = match moves.split_last() {
        Some((last, before)) => (Some(last), before),
        None => (None, moves),
    };
    let mut attempt = attempt(exercise, before, stop)?;
    let (verdict, says, frames) = match last {
        None => (LessonVerdict::GoOn, None, std::mem::take(&mut attempt.lead_in)),
        Some(action) => {
            let step = attempt.play(action).map_err(|error| illegal(&error))?;
            let (verdict, says) = match step.verdict {
                AttemptVerdict::GoOn => {
                    let next = attempt.prompt().map(|prompt| prompt.task.clone());
                    (LessonVerdict::GoOn, next)
                }
                AttemptVerdict::Done => (LessonVerdict::Done, Some(exercise.done.clone())),
                AttemptVerdict::Mistake(mistake) => {
                    (LessonVerdict::Mistake, mistake.map(|mistake| mistake.says.clone()))
                }
            };
            (verdict, says, step.frames)
        }
    };
    let frame = |(index, session): (usize, &dyn Session)| {
        seen(entry, session, exercise, last.is_none() && index == 0)
    };
    let frames = frames.iter().map(|session| &**session).enumerate().map(frame).collect();
    let answer = puzzle.zip(last).map(|(puzzle, action)| answer(entry, puzzle, action, verdict));
    Ok(LessonView {
        frames,
        seat: exercise.seat.0,
        verdict,
        says,
        // After a mistake the learner is where they were: what pointed at the board then does so again.
        shapes: if verdict == LessonVerdict::Done {
            Vec::new()
        } else {
            shapes(&attempt, exercise.seat)
        },
        answer,
    })
}

/// What an answer to a puzzle is worth. The solution is given only once it was found.
fn answer(entry: &Entry, puzzle: &Puzzle, action: &str, verdict: LessonVerdict) -> PuzzleAnswer {
    let (session, loss) = (&*puzzle.start, puzzle.loss(action));
    let solved = verdict == LessonVerdict::Done;
    let choices = session.choices(Viewer::Seat(puzzle.seat));
    let english = |label| english_to(session, puzzle.seat, &[label]);
    let value = |(action, share): &(String, f64)| {
        let choice = choices.iter().find(|choice| choice.action == *action)?;
        let words = english(choice.label);
        Some(MoveValue { action: action.clone(), words, share: *share })
    };
    let values = puzzle.right.iter().chain(&puzzle.wrong).filter_map(value);
    PuzzleAnswer {
        lost: loss.share,
        at_least: loss.at_least,
        why: puzzle.why(action).iter().map(|fact| english(fact.label)).collect(),
        values: if solved { values.collect() } else { Vec::new() },
        place: solved.then(|| PositionRef {
            game: entry.id.to_owned(),
            options: puzzle.origin.options.pairs(),
            position: puzzle.origin.position.clone(),
            actions: puzzle.origin.actions.clone(),
        }),
    }
}

/// A position as the learner may know it.
fn seen(entry: &Entry, session: &dyn Session, exercise: &Exercise, layout: bool) -> PositionView {
    let called = names_to(session, exercise.seat);
    position::view(Position::seen_by(entry, session, exercise.seat), &called, layout)
}

/// The learner after these moves, none of which solved the lesson or was a mistake.
fn attempt<'a>(
    exercise: &'a Exercise,
    moves: &[String],
    stop: &'a Stop,
) -> Result<Attempt<'a>, Error> {
    let mut attempt = Attempt::until(exercise, stop.flag());
    for action in moves {
        let step = attempt.play(action).map_err(|error| illegal(&error))?;
        stop.check()?;
        if step.verdict != AttemptVerdict::GoOn {
            let message = format!("The lesson does not go on after {action}.");
            return Err(Refusal::new(Code::Over, message).into());
        }
    }
    Ok(attempt)
}

/// What points at the board before the learner's next move.
fn shapes(attempt: &Attempt<'_>, seat: Seat) -> Vec<TreeShape> {
    let Some(prompt) = attempt.prompt() else { return Vec::new() };
    let layout = attempt.session().layout(Viewer::Seat(seat));
    let name = |site: u16| layout.sites[usize::from(site)].name.clone();
    let marks = prompt.marks.iter().map(|&site| TreeShape { from: name(site), to: None });
    let arrow = |&(from, to): &(u16, u16)| TreeShape { from: name(from), to: Some(name(to)) };
    marks.chain(prompt.arrows.iter().map(arrow)).collect()
}

/// What to do with the sites picked, or why a site cannot be picked.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/games/{id}/lessons/{lesson}/ask", request_body = LessonQuestion,
    responses((status = 200, body = LessonAnswer)),
))]
pub(crate) async fn ask(
    guest: Guest,
    Path((id, lesson)): Path<(String, String)>,
    Body(asked): Body<LessonQuestion>,
) -> Result<Json<LessonAnswer>, Error> {
    let exercise = match task(&id, &lesson)? {
        Task::Moves(practice) => practice.exercise,
        Task::Place(..) => return Ok(Json(counting::ask(asked.site.is_some()))),
    };
    let make = move |stop: &Stop| {
        let attempt = attempt(exercise, &asked.moves, stop)?;
        let (session, viewer) = (attempt.session(), Viewer::Seat(exercise.seat));
        let english = |label| english_to(session, exercise.seat, &[label]);
        Ok(Json(match asked.site {
            None => LessonAnswer {
                words: session.instruction(viewer, &asked.picked).map(english),
                rule: session.rules_anchor(viewer).map(str::to_owned),
            },
            Some(site) => {
                let reason = session.explain(viewer, &asked.picked, site);
                LessonAnswer {
                    words: reason.map(|reason| sentence(&english(reason.label))),
                    rule: reason.and_then(|reason| reason.rule).map(str::to_owned),
                }
            }
        }))
    };
    guest.run(make).await
}

/// A move that leads to the goal.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/games/{id}/lessons/{lesson}/hint", request_body = LessonMoves,
    responses((status = 200, body = LessonHint)),
))]
pub(crate) async fn hint(
    guest: Guest,
    Path((id, lesson)): Path<(String, String)>,
    Body(asked): Body<LessonMoves>,
) -> Result<Json<LessonHint>, Error> {
    let exercise = match task(&id, &lesson)? {
        Task::Moves(practice) => practice.exercise,
        Task::Place(_, question) => return counting::hint(question).map(Json),
    };
    let make = move |stop: &Stop| {
        let solution = attempt(exercise, &asked.moves, stop)?.solution();
        stop.check()?;
        let action = solution.and_then(|moves| moves.into_iter().next());
        action.map(|action| Json(LessonHint { action })).ok_or(Error::NotFound("hint"))
    };
    guest.run(make).await
}

/// The longest lesson that is checked, in bytes.
const LONGEST_TEXT: usize = 8000;
/// The nodes of the engine's search, and of one in a game with secrets.
const OPINION: u64 = 20_000;
const OPINION_WITH_SECRETS: u64 = 2_000;
/// The longest time of that search.
const OPINION_TIME: Duration = Duration::from_secs(3);

/// Tries every answer to one lesson of one move, and asks the engine. It counts as an analysis.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/games/{id}/lesson-check", request_body = LessonText,
    responses((status = 200, body = LessonCheck)),
))]
pub(crate) async fn check(
    guest: Guest,
    Path(id): Path<String>,
    Body(asked): Body<LessonText>,
) -> Result<Json<LessonCheck>, Error> {
    let entry = entry(&id)?;
    if asked.text.len() > LONGEST_TEXT {
        return Err(Error::TooLarge);
    }
    let _place = guest.begin_analysis()?;
    let games = guest.games_in_play(entry.id).await?;
    let try_all = move |stop: &Stop| {
        let checked = checked(entry, &asked.text, stop.flag());
        stop.check()?;
        match &checked.1 {
            Some(claim) if games.stand(&*claim.session) => Err(in_play::in_play()),
            _ => Ok(checked),
        }
    };
    let (mut check, claim) = guest.slice(try_all).await??;
    if let Some(claim) = claim {
        let nodes = if entry.secrets { OPINION_WITH_SECRETS } else { OPINION };
        let budget = Budget { nodes: Some(nodes), time: Some(OPINION_TIME), depth: None };
        let Claim { session, seat, right } = claim;
        let search =
            guest.app.hub.pool.analyse(session.clone(), budget, Want::AllLines, guest.claimant());
        if let Some(search) = search {
            let report = search.end().await.ok_or_else(busy)?;
            let opinion = Opinion::new(report.lines, &right);
            check.notes.extend(opinion.map(|opinion| advice(&*session, seat, &opinion)));
        }
    }
    Ok(Json(check))
}

/// What a lesson says of a position: which moves of which player are right.
struct Claim {
    session: Box<dyn Session>,
    seat: Seat,
    right: Vec<String>,
}

fn checked(entry: &Entry, text: &str, stop: &AtomicBool) -> (LessonCheck, Option<Claim>) {
    let wrong =
        |problem: String| (LessonCheck { problems: vec![problem], notes: Vec::new() }, None);
    let course = match parlour_lessons::read(entry, text) {
        Ok(course) => course,
        Err(error) => return wrong(sentence(&error.to_string())),
    };
    let [lesson] = &course.lessons[..] else {
        return wrong("One lesson is checked at a time: it begins with '## Title'.".to_owned());
    };
    let LessonKind::Exercise(exercise) = &lesson.kind else {
        return (LessonCheck { problems: Vec::new(), notes: Vec::new() }, None);
    };
    if exercise.within > 1 {
        let words =
            "Only lessons of one move are checked here; 'parlour learn --check' checks others.";
        return wrong(words.to_owned());
    }
    let proof = parlour_lessons::prove_until(lesson, stop);
    let right = proof.right.len();
    let are = if right == 1 { "is" } else { "are" };
    let notes = vec![format!("{right} of {} moves {are} right.", proof.answers)];
    let problems = proof.problems.into_iter().map(|text| sentence(&text)).collect();
    let session = Attempt::until(exercise, stop).session().boxed_clone();
    let claim = Claim { session, seat: exercise.seat, right: proof.right };
    (LessonCheck { problems, notes }, Some(claim))
}

/// The engine's values of the moves that a lesson takes for right.
fn advice(session: &dyn Session, seat: Seat, opinion: &Opinion) -> String {
    let choices = session.choices(Viewer::Seat(seat));
    let words = |(action, share): &(String, f64)| {
        let choice = choices.iter().find(|choice| choice.action == *action);
        let name = choice.map_or(action.clone(), |choice| session.english(&[choice.label]));
        (format!("\u{201c}{name}\u{201d}"), (100.0 * share).round())
    };
    let (best, worth) = words(&opinion.best);
    match opinion.claimed.as_ref().map(words) {
        None => format!("The engine agrees: it plays {best}, worth {worth}% of the win."),
        Some((claimed, same)) if same == worth => {
            format!("The engine finds {best} as good as {claimed}: {worth}% of the win each.")
        }
        Some((claimed, less)) => format!(
            "The engine does not agree: {best} is worth {worth}% of the win, {claimed} {less}%."
        ),
    }
}
