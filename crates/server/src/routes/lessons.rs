//! Lessons. A lesson keeps no state here: a call brings the learner's moves along.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use parlour_core::label::Names;
use parlour_core::{Label, Viewer};
use parlour_games::words::names;
use parlour_games::{Entry, Session};
use parlour_lessons::{Attempt, Course, Exercise, Kind, Lesson, Verdict, course};
use parlour_table::commands::Refusal;
use parlour_wire::analysis::{PositionView, TreeShape};
#[cfg(feature = "schema")]
use parlour_wire::api::Failure;
use parlour_wire::lessons::{
    CourseInfo, LessonAnswer, LessonGame, LessonHint, LessonInfo, LessonMoves, LessonQuestion,
    LessonVerdict, LessonView,
};
use parlour_wire::position;
use parlour_wire::table::Level;

use crate::app::App;
use crate::error::{Body, Error};
use crate::security::Caller;

/// The course of a game, read once.
fn find(id: &str) -> Result<(&'static Entry, &'static Course), Error> {
    static COURSES: OnceLock<HashMap<&'static str, Course>> = OnceLock::new();
    let entry = parlour_games::find(id).ok_or(Error::NotFound("game"))?;
    let courses = COURSES.get_or_init(|| {
        let read = |entry: &'static Entry| match course(entry) {
            Ok(course) => Some((entry.id, course)),
            Err(error) => {
                tracing::error!(game = entry.id, %error, "the lessons cannot be read");
                None
            }
        };
        parlour_games::all().iter().filter_map(read).collect()
    });
    let course = courses.get(id).ok_or(Error::NotFound("course"))?;
    Ok((entry, course))
}

/// A lesson in which moves are made.
fn exercise(id: &str, lesson: &str) -> Result<(&'static Entry, &'static Exercise), Error> {
    let (entry, course) = find(id)?;
    match course.lessons.iter().find(|known| known.id == lesson).map(|lesson| &lesson.kind) {
        Some(Kind::Exercise(exercise)) => Ok((entry, exercise)),
        _ => Err(Error::NotFound("lesson")),
    }
}

/// The lessons of a game.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/games/{id}/lessons",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = CourseInfo), (status = 404, body = Failure)),
))]
pub(crate) async fn lessons(Path(id): Path<String>) -> Result<Json<CourseInfo>, Error> {
    let (entry, course) = find(&id)?;
    let lessons = course.lessons.iter().map(describe).collect();
    Ok(Json(CourseInfo { game: entry.id.to_owned(), name: entry.name.to_owned(), lessons }))
}

fn describe(lesson: &Lesson) -> LessonInfo {
    let (par, game) = match &lesson.kind {
        Kind::Exercise(exercise) => (exercise.par, None),
        Kind::Game(game) => {
            let options = game.options.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
            let level = Level::new(game.level);
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
    params(
        ("id" = String, Path, description = "The game"),
        ("lesson" = String, Path, description = "The lesson"),
    ),
    responses((status = 200, body = LessonView), (status = 404, body = Failure)),
))]
pub(crate) async fn play(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path((id, lesson)): Path<(String, String)>,
    Body(asked): Body<LessonMoves>,
) -> Result<Json<LessonView>, Error> {
    let (entry, exercise) = exercise(&id, &lesson)?;
    let make = move || view(entry, exercise, &asked.moves).map(Json);
    app.hub.heavy.run(&caller.network().groups(), make).await
}

fn view(entry: &Entry, exercise: &Exercise, moves: &[String]) -> Result<LessonView, Error> {
    let (last, before) = match moves.split_last() {
        Some((last, before)) => (Some(last), before),
        None => (None, moves),
    };
    let mut attempt = attempt(exercise, before)?;
    let (verdict, says, frames) = match last {
        None => (LessonVerdict::GoOn, None, std::mem::take(&mut attempt.lead_in)),
        Some(action) => {
            let step = attempt.play(action).map_err(|error| illegal(&error))?;
            let (verdict, says) = match step.verdict {
                Verdict::GoOn => (LessonVerdict::GoOn, None),
                Verdict::Done => (LessonVerdict::Done, Some(exercise.done.clone())),
                Verdict::Mistake(mistake) => {
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
    Ok(LessonView {
        frames,
        seat: exercise.seat.0,
        verdict,
        says,
        shapes: if last.is_none() { shapes(attempt.session(), exercise) } else { Vec::new() },
    })
}

/// A position as the learner may know it.
fn seen(entry: &Entry, session: &dyn Session, exercise: &Exercise, layout: bool) -> PositionView {
    let view = position::view(entry, session, Some(exercise.seat), layout);
    PositionView { position: session.view(Viewer::Seat(exercise.seat)), ..view }
}

/// The learner after these moves, none of which solved the lesson or was a mistake.
fn attempt<'a>(exercise: &'a Exercise, moves: &[String]) -> Result<Attempt<'a>, Error> {
    let mut attempt = Attempt::new(exercise);
    for action in moves {
        let step = attempt.play(action).map_err(|error| illegal(&error))?;
        if step.verdict != Verdict::GoOn {
            let message = format!("The lesson does not go on after {action}.");
            return Err(Refusal::new("over", message).into());
        }
    }
    Ok(attempt)
}

fn illegal(error: &parlour_core::NotationError) -> Error {
    Refusal::new("illegal", sentence(error.to_string())).into()
}

fn sentence(text: String) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}

fn shapes(session: &dyn Session, exercise: &Exercise) -> Vec<TreeShape> {
    let layout = session.layout(Viewer::Seat(exercise.seat));
    let name = |site: u16| layout.sites[usize::from(site)].name.clone();
    let marks = exercise.marks.iter().map(|&site| TreeShape { from: name(site), to: None });
    let arrow = |&(from, to): &(u16, u16)| TreeShape { from: name(from), to: Some(name(to)) };
    marks.chain(exercise.arrows.iter().map(arrow)).collect()
}

/// What to do with the sites picked, or why a site cannot be picked.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/games/{id}/lessons/{lesson}/ask", request_body = LessonQuestion,
    params(
        ("id" = String, Path, description = "The game"),
        ("lesson" = String, Path, description = "The lesson"),
    ),
    responses((status = 200, body = LessonAnswer), (status = 404, body = Failure)),
))]
pub(crate) async fn ask(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path((id, lesson)): Path<(String, String)>,
    Body(asked): Body<LessonQuestion>,
) -> Result<Json<LessonAnswer>, Error> {
    let (_, exercise) = exercise(&id, &lesson)?;
    let make = move || {
        let attempt = attempt(exercise, &asked.moves)?;
        let (session, viewer) = (attempt.session(), Viewer::Seat(exercise.seat));
        Ok(Json(match asked.site {
            None => LessonAnswer {
                words: session.instruction(viewer, &asked.picked).map(|l| english(session, l)),
                rule: session.rules_anchor(viewer).map(str::to_owned),
            },
            Some(site) => {
                let reason = session.explain(viewer, &asked.picked, site);
                LessonAnswer {
                    words: reason.map(|reason| sentence(english(session, reason.label))),
                    rule: reason.and_then(|reason| reason.rule).map(str::to_owned),
                }
            }
        }))
    };
    app.hub.heavy.run(&caller.network().groups(), make).await
}

fn english(session: &dyn Session, label: Label) -> String {
    let (layout, seats) = (session.layout(Viewer::Public), names(session));
    label.english(&Names { sites: &layout.sites, seats: &seats })
}

/// A move that leads to the goal.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/games/{id}/lessons/{lesson}/hint", request_body = LessonMoves,
    params(
        ("id" = String, Path, description = "The game"),
        ("lesson" = String, Path, description = "The lesson"),
    ),
    responses((status = 200, body = LessonHint), (status = 404, body = Failure)),
))]
pub(crate) async fn hint(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path((id, lesson)): Path<(String, String)>,
    Body(asked): Body<LessonMoves>,
) -> Result<Json<LessonHint>, Error> {
    let (_, exercise) = exercise(&id, &lesson)?;
    let make = move || {
        let solution = attempt(exercise, &asked.moves)?.solution();
        let action = solution.and_then(|moves| moves.into_iter().next());
        action.map(|action| Json(LessonHint { action })).ok_or(Error::NotFound("hint"))
    };
    app.hub.heavy.run(&caller.network().groups(), make).await
}
