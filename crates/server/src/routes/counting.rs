//! Questions about secrets, as the page plays them: a lesson in which a place is chosen in place of a move.

use parlour_lessons::Counting;
use parlour_session::{Entry, words::names_to};
use parlour_table::commands::{Code, Refusal};
use parlour_table::projection::position::Position;
use parlour_wire::analysis::{PositionRef, PositionView};
use parlour_wire::label::Label;
use parlour_wire::lessons::{
    LessonAnswer, LessonHint, LessonVerdict, LessonView, MoveValue, PuzzleAnswer,
};
use parlour_wire::position;
use parlour_wire::scene::Choice;

use crate::error::Error;

/// The question before an answer, or what the answer is worth.
pub(crate) fn view(
    entry: &Entry,
    asked: &Counting,
    answers: &[String],
) -> Result<LessonView, Error> {
    let (verdict, says, answer) = match answers {
        [] => (LessonVerdict::GoOn, None, None),
        [name] => {
            let (right, says, answer) = judged(entry, asked, name)?;
            let verdict = if right { LessonVerdict::Done } else { LessonVerdict::Mistake };
            (verdict, Some(says), Some(answer))
        }
        _ => return Err(Refusal::new(Code::Over, "The question has one answer.").into()),
    };
    Ok(LessonView {
        frames: vec![frame(entry, asked, answers.is_empty())],
        seat: asked.seat.0,
        verdict,
        says,
        shapes: Vec::new(),
        answer,
    })
}

/// The position with the places to choose from.
fn frame(entry: &Entry, asked: &Counting, open: bool) -> PositionView {
    let called = names_to(&*asked.start, asked.seat);
    let shown = Position::seen_by(entry, &*asked.start, asked.seat);
    let view = position::view(shown, &called, open);
    let choice = |place: &parlour_lessons::CountedPlace| Choice {
        action: place.name.clone(),
        clicks: vec![place.site],
        free: 0,
        caption: Label::text(place.name.clone()),
        effects: None,
    };
    PositionView {
        choices: if open { asked.places.iter().map(choice).collect() } else { Vec::new() },
        guide: None,
        ..view
    }
}

fn judged(
    entry: &Entry,
    asked: &Counting,
    name: &str,
) -> Result<(bool, String, PuzzleAnswer), Error> {
    let no_place = || Refusal::new(Code::Illegal, format!("The question is not about {name}."));
    let place = asked.place(name).ok_or_else(no_place)?;
    let (right, says) = asked.judge(place);
    let why = |place| asked.ruled_out(place).map(|words| (place, words));
    let reasons = if right {
        asked.wrong().filter_map(why).map(|(at, words)| format!("{}: {words}", at.name)).collect()
    } else {
        why(place).map(|(_, words)| format!("It was ruled out here: {words}")).into_iter().collect()
    };
    let value = |place: &parlour_lessons::CountedPlace| MoveValue {
        action: place.name.clone(),
        words: place.name.clone(),
        share: place.chance,
    };
    let answer = PuzzleAnswer {
        lost: asked.best() - place.chance,
        at_least: false,
        why: reasons,
        values: if right { asked.places.iter().map(value).collect() } else { Vec::new() },
        place: right.then(|| PositionRef {
            game: entry.id.to_owned(),
            options: asked.origin.options.pairs(),
            position: None,
            actions: asked.origin.actions.clone(),
        }),
    };
    Ok((right, says, answer))
}

/// What to do, or why a place is no answer.
pub(crate) fn ask(refused: bool) -> LessonAnswer {
    let words = if refused { "The question is not about that place." } else { "Choose a place." };
    LessonAnswer { words: Some(words.to_owned()), rule: None }
}

/// A right place.
pub(crate) fn hint(asked: &Counting) -> Result<LessonHint, Error> {
    let place = asked.right().next().ok_or(Error::NotFound("hint"))?;
    Ok(LessonHint { action: place.name.clone() })
}
