//! A board that is set up place by place. The draft is a text of the game's form, which need not be a
//! position: the game says what is wrong with it.

use std::fmt;

use parlour_core::{NotationError, SetupForm, Viewer};
use parlour_session::{Entry, Session};

/// A text that is on its way to a position.
pub struct Draft {
    /// The text.
    pub text: String,
    /// The position that it is; while it is none, the one that it was made from.
    pub session: Box<dyn Session>,
    /// The form of the text and the value of each slot; `None` where the game gives no form, or where the text
    /// does not have it.
    pub slots: Option<(SetupForm, Vec<String>)>,
    /// Why it is not a position.
    pub problem: Option<NotationError>,
}

/// Why a draft cannot be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// What it was made from is not a position.
    Position(NotationError),
    /// There is no such slot, or it cannot have that value, or the text does not have the game's form.
    Change,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Position(error) => error.fmt(f),
            SetupError::Change => f.write_str("this cannot be changed by itself: change the text"),
        }
    }
}

impl std::error::Error for SetupError {}

/// The draft that `text` is with these changes: values for slots. `position` is the position that it was made
/// from.
///
/// # Errors
/// When `position` is none, or when a change cannot be made.
pub fn draft(
    entry: &Entry,
    position: &str,
    text: &str,
    changes: &[(u16, String)],
) -> Result<Draft, SetupError> {
    let from = || (entry.load)(position).map_err(SetupError::Position);
    let mut draft = checked(entry, text.to_owned(), from)?;
    if changes.is_empty() {
        return Ok(draft);
    }
    let (form, values) = draft.slots.as_mut().ok_or(SetupError::Change)?;
    for (slot, value) in changes {
        value.clone_into(values.get_mut(usize::from(*slot)).ok_or(SetupError::Change)?);
    }
    let sites = draft.session.layout(Viewer::Public).sites;
    let text = form.write(values, &sites).ok_or(SetupError::Change)?;
    checked(entry, text, || Ok(draft.session))
}

fn checked(
    entry: &Entry,
    text: String,
    from: impl FnOnce() -> Result<Box<dyn Session>, SetupError>,
) -> Result<Draft, SetupError> {
    let (session, problem) = match (entry.load)(&text) {
        Ok(session) => (session, None),
        Err(problem) => (from()?, Some(problem)),
    };
    let values = |form: SetupForm| {
        let values = form.read(&text, &session.layout(Viewer::Public).sites)?;
        Some((form, values))
    };
    let slots = session.setup_form().and_then(values);
    Ok(Draft { text, session, slots, problem })
}

#[cfg(test)]
mod tests {
    use parlour_games::find;

    use super::*;

    #[test]
    fn a_piece_is_taken_off_and_put_elsewhere() {
        let outwit = find("outwit").expect("a game");
        let start = (outwit.open)(&Default::default()).expect("a game").position();
        let first = draft(outwit, &start, &start, &[]).expect("a position");
        let (_, values) = first.slots.expect("a form");
        let slot =
            |sign: &str| values.iter().position(|value| value == sign).expect("there") as u16;
        let (chip, free) = (slot("d"), slot(""));
        let without = draft(outwit, &start, &start, &[(chip, String::new())]).expect("a draft");
        let problem = without.problem.expect("a chip is missing");
        assert_eq!(problem.message, "dark has 8 chips, not 9");
        assert_eq!(without.session.position(), start, "it is shown by what it was made from");
        let with =
            draft(outwit, &start, &without.text, &[(free, "d".to_owned())]).expect("a draft");
        assert_eq!(with.problem, None);
        assert_eq!(with.session.position(), with.text);
        let wrong = [(u16::MAX, "d".to_owned()), (chip, "x".to_owned()), (chip, "dd".to_owned())];
        for change in wrong {
            let refused = draft(outwit, &start, &start, &[change]).map(|_| ());
            assert_eq!(refused, Err(SetupError::Change));
        }
        let typed = draft(outwit, &start, "nonsense", &[]).expect("a draft");
        assert!(typed.slots.is_none() && typed.problem.is_some());
        assert!(matches!(draft(outwit, "no", "no", &[]), Err(SetupError::Position(_))));
    }
}
