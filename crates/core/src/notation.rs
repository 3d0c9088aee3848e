//! The one text form of every action, position and view, and errors that say what is wrong.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};

use crate::game::{Action, ActionOf, Game, Seen, SeenOf, Turn, Viewer};
use crate::seat::Seat;

/// What kind of mistake a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Problem {
    /// It does not have the form that the notation asks for.
    Syntax,
    /// It has the form, but no such position can be, or no such action may be made here.
    Illegal,
}

/// Why a text was refused, and where in it the trouble is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The kind of mistake.
    pub problem: Problem,
    /// The part of the text that is wrong (may be the whole of it).
    pub at: String,
    /// What is wrong with it and what would be right, as a plain sentence without a full stop.
    pub message: String,
    /// The rule that it breaks: a ruling's number or a heading of the rule page.
    pub rule: Option<&'static str>,
}

impl NotationError {
    /// The text does not have the right form.
    pub fn syntax(at: impl Into<String>, message: impl Into<String>) -> Self {
        NotationError::new(Problem::Syntax, at.into(), message.into())
    }

    /// The text has the right form, but says something that the rules forbid.
    pub fn illegal(at: impl Into<String>, message: impl Into<String>) -> Self {
        NotationError::new(Problem::Illegal, at.into(), message.into())
    }

    fn new(problem: Problem, at: String, message: String) -> Self {
        NotationError { problem, at, message, rule: None }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.rule.map_or(String::new(), |rule| format!(" (rule: {rule})"));
        if self.at.is_empty() {
            return write!(f, "{}{rule}", self.message);
        }
        // Hostile input can be long and hold control characters; an error line shows neither.
        let shown: String = self.at.chars().take(80).flat_map(char::escape_debug).collect();
        let more = if self.at.chars().nth(80).is_some() { "…" } else { "" };
        write!(f, "'{shown}{more}': {}{rule}", self.message)
    }
}

impl std::error::Error for NotationError {}

/// Texts for the actions, positions and views of a game, both ways.
#[expect(unused_variables, reason = "defaults ignore what they are given")]
pub trait Notation: Game {
    /// A move's text, in its one canonical form.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a move by its form alone; whether it is legal here is asked elsewhere.
    fn read_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// A chance outcome's text.
    fn write_chance(&self, chance: Self::Chance) -> String;

    /// Reads a chance outcome by its form alone.
    fn read_chance(&self, text: &str) -> Result<Self::Chance, NotationError>;

    /// What stands for an action that its reader may not see: `h?`, `d?`.
    fn write_hidden(&self, seen: Seen<(), ()>) -> &'static str {
        "?"
    }

    /// A position's text, hidden things included, options carried along.
    fn write_position(&self, state: &Self::State) -> String;

    /// Reads and validates a position; the text's options make the game.
    fn read_position(text: &str) -> Result<(Self, Self::State), NotationError>;

    /// A view's text.
    fn write_view(&self, view: &Self::View) -> String;

    /// Reads and validates a view as the given viewer's.
    fn read_view(text: &str, viewer: Viewer) -> Result<(Self, Self::View), NotationError>;
}

/// Any action's text.
pub fn write_action<G: Notation>(game: &G, action: ActionOf<G>) -> String {
    match action {
        Action::Move(mv) => game.write_move(mv),
        Action::Chance(chance) => game.write_chance(chance),
    }
}

/// An action's text as one viewer may read it.
pub fn write_seen<G: Notation>(game: &G, seen: SeenOf<G>) -> String {
    match seen {
        Seen::Open(action) => write_action(game, action),
        Seen::HiddenMove => game.write_hidden(Seen::HiddenMove).to_owned(),
        Seen::HiddenChance => game.write_hidden(Seen::HiddenChance).to_owned(),
    }
}

/// Reads the action that `text` names in `state`, and makes sure that it is legal there.
pub fn read_action<G: Notation>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<ActionOf<G>, NotationError> {
    match game.turn(state) {
        Turn::Over => Err(NotationError::illegal(text, "the game is over")),
        Turn::Player(seat) => {
            let mv = game.read_move(text).map_err(|error| match game.read_chance(text) {
                Ok(_) => NotationError::illegal(
                    text,
                    format!("it is player {seat}'s move; nothing is left to chance here"),
                ),
                Err(_) => error,
            })?;
            if !is_legal(game, state, Action::Move(mv)) {
                let message =
                    format!("that cannot be done now; legal here: {}", some_moves(game, state));
                return Err(NotationError::illegal(text, message));
            }
            canonical(text, game.write_move(mv))?;
            Ok(Action::Move(mv))
        }
        Turn::Chance => {
            let chance = game.read_chance(text).map_err(|error| match game.read_move(text) {
                Ok(_) => NotationError::illegal(text, "chance decides first; no player moves here"),
                Err(_) => error,
            })?;
            if !is_legal(game, state, Action::Chance(chance)) {
                return Err(NotationError::illegal(text, "cannot come up here"));
            }
            canonical(text, game.write_chance(chance))?;
            Ok(Action::Chance(chance))
        }
    }
}

/// Whether the action is among the moves or the chance outcomes of a position.
pub fn is_legal<G: Game>(game: &G, state: &G::State, action: ActionOf<G>) -> bool {
    let stop = |found| if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    match action {
        Action::Move(mv) => game.moves(state, |m| stop(m == mv)).is_break(),
        Action::Chance(chance) => game.chances(state, |c, _| stop(c == chance)).is_break(),
    }
}

/// The texts of the first legal moves.
fn some_moves<G: Notation>(game: &G, state: &G::State) -> String {
    const MOST: usize = 8;
    let mut texts = Vec::new();
    let _ = game.moves(state, |mv| {
        texts.push(if texts.len() < MOST { game.write_move(mv) } else { "…".to_owned() });
        if texts.len() > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    texts.join(" ")
}

/// A text counts only in the exact form that the notation gives.
pub fn canonical(text: &str, exact: String) -> Result<(), NotationError> {
    if text == exact {
        return Ok(());
    }
    Err(NotationError::syntax(text, format!("write it as '{exact}'")))
}

/// The fields of a text, with one space between; `form` says what they are.
pub fn read_fields<'a, const N: usize>(
    text: &'a str,
    form: &str,
) -> Result<[&'a str; N], NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    fields.try_into().map_err(|_| NotationError::syntax(text, form))
}

/// Parts with commas between, as [`read_list`] takes them.
pub fn write_list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

/// The word for one of several things, as [`read_word`] takes it.
pub fn write_word<T: PartialEq>(words: &[(T, &'static str)], thing: &T) -> &'static str {
    words.iter().find(|(other, _)| other == thing).map_or("", |(_, word)| word)
}

/// One of several things by its word; `what` names them all.
pub fn read_word<T: Copy>(
    text: &str,
    what: &str,
    words: &[(T, &'static str)],
) -> Result<T, NotationError> {
    let found = words.iter().find(|(_, word)| *word == text);
    found.map(|(thing, _)| *thing).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(_, word)| *word).collect();
        let (last, most) = words.split_last().map_or(("", &[][..]), |(last, most)| (*last, most));
        NotationError::syntax(text, format!("{what} is one of {} and {last}", most.join(", ")))
    })
}

/// One part for each player, with commas between; `what` names them all.
pub fn read_list<'a>(
    text: &'a str,
    what: &str,
    players: RangeInclusive<u8>,
) -> Result<Vec<&'a str>, NotationError> {
    let parts: Vec<&str> = text.split(',').collect();
    let (least, most) = (*players.start(), *players.end());
    match u8::try_from(parts.len()) {
        Ok(count) if players.contains(&count) => Ok(parts),
        _ if least == most => {
            let message = format!("{} {what} for {least} players", parts.len());
            Err(NotationError::syntax(text, message))
        }
        _ => Err(NotationError::syntax(text, format!("there are {least} to {most} players"))),
    }
}

/// A number as it is written: no sign, no leading zeros.
pub fn read_number<T: TryFrom<u32>>(
    text: &str,
    what: &str,
    range: RangeInclusive<u32>,
) -> Result<T, NotationError> {
    let number = text.parse::<u32>().ok().filter(|n| range.contains(n) && n.to_string() == text);
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let message = format!("{what} is a whole number from {} to {}", range.start(), range.end());
        NotationError::syntax(text, message)
    })
}

/// `N` numbers with commas between, such as the contents of all pits; `what` names one of them.
pub fn read_numbers<T: TryFrom<u32>, const N: usize>(
    text: &str,
    what: &str,
    range: RangeInclusive<u32>,
) -> Result<[T; N], NotationError> {
    let numbers = text.split(',').map(|part| read_number(part, what, range.clone()));
    let numbers: Vec<T> = numbers.collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|numbers: Vec<T>| {
        let message = format!("{N} numbers are needed, not {}", numbers.len());
        NotationError::syntax(text, message)
    })
}

/// A player by number, from 1.
pub fn read_player(text: &str, players: u8) -> Result<Seat, NotationError> {
    let number: u8 = read_number(text, "the player to act", 1..=u32::from(players))?;
    Ok(Seat(number - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_numbers_are_read_only_if_all_are_there() {
        let read = |text| read_numbers::<u8, 3>(text, "a pit", 0..=48);
        assert_eq!(read("4,0,12"), Ok([4, 0, 12]));
        for (text, said) in [
            ("4,0", "3 numbers are needed, not 2"),
            ("4,,1", "a pit is a whole number from 0 to 48"),
            ("4,49,1", "a pit is a whole number from 0 to 48"),
        ] {
            assert_eq!(read(text).expect_err(text).message, said);
        }
    }

    #[test]
    fn numbers_and_players_are_read_in_one_form_only() {
        assert_eq!(read_number::<u8>("12", "it", 0..=20), Ok(12));
        for text in ["", "+1", "01", "21", "-1", "1 ", "99999999999"] {
            assert!(read_number::<u8>(text, "it", 0..=20).is_err(), "{text}");
        }
        assert_eq!(read_player("3", 3), Ok(Seat(2)));
        assert!(read_player("0", 3).is_err() && read_player("4", 3).is_err());
    }

    #[test]
    fn a_word_reads_back_as_its_value_and_another_is_refused() {
        let words = [(false, "no"), (true, "yes")];
        assert_eq!(read_word(write_word(&words, &true), "it", &words), Ok(true));
        let error = read_word("maybe", "it", &words).expect_err("no such word");
        assert_eq!(error.message, "it is one of no and yes");
    }

    #[test]
    fn a_list_or_field_with_too_few_or_too_many_parts_is_refused() {
        assert_eq!(read_fields("a b", "two"), Ok(["a", "b"]));
        assert!(read_fields::<2>("a  b", "two").is_err());
        let list = write_list(["1", "2"].map(str::to_owned).into_iter());
        assert_eq!(read_list(&list, "scores", 2..=4), Ok(vec!["1", "2"]));
        let message = |list: Result<_, NotationError>| list.err().map(|error| error.message);
        assert_eq!(
            message(read_list("1", "scores", 2..=4)).as_deref(),
            Some("there are 2 to 4 players")
        );
        assert_eq!(
            message(read_list("1", "scores", 2..=2)).as_deref(),
            Some("1 scores for 2 players")
        );
    }
}
