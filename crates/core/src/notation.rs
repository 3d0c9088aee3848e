//! The one text form of every action, position and view, and errors that say what is wrong.

use std::fmt;
use std::ops::ControlFlow;

use crate::game::{Action, ActionOf, Game, Seen, SeenOf, Turn, Viewer};
use crate::guide::Reason;

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
    /// The rule that it breaks: see [`Reason::rule`]; empty where none is meant.
    pub rule: &'static str,
}

impl NotationError {
    /// The text does not have the right form.
    pub fn syntax(at: impl Into<String>, message: impl Into<String>) -> Self {
        NotationError { problem: Problem::Syntax, at: at.into(), message: message.into(), rule: "" }
    }

    /// The text has the right form, but says something that the rules forbid.
    pub fn illegal(at: impl Into<String>, message: impl Into<String>) -> Self {
        NotationError {
            problem: Problem::Illegal,
            at: at.into(),
            message: message.into(),
            rule: "",
        }
    }

    /// The text names a move that the rules forbid here.
    pub fn against(at: impl Into<String>, reason: Reason) -> Self {
        NotationError { rule: reason.rule, ..NotationError::illegal(at, reason.words) }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match self.rule {
            "" => String::new(),
            rule => format!(" (rule: {rule})"),
        };
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
        let _ = seen;
        "?"
    }

    /// Why a well-formed move is not legal here, and which rule says so. Only called for moves that
    /// are not among [`Game::moves`], by the player to act: it may speak of what that player knows.
    fn why_not(&self, state: &Self::State, mv: Self::Move) -> Reason;

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
            let found = game.moves(state, |m| {
                if m == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if found.is_continue() {
                return Err(NotationError::against(text, game.why_not(state, mv)));
            }
            canonical(text, game.write_move(mv))?;
            Ok(Action::Move(mv))
        }
        Turn::Chance => {
            let chance = game.read_chance(text).map_err(|error| match game.read_move(text) {
                Ok(_) => NotationError::illegal(text, "chance decides first; no player moves here"),
                Err(_) => error,
            })?;
            let found = game.chances(state, |c, _| match c == chance {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            if found.is_continue() {
                return Err(NotationError::illegal(text, "cannot come up here"));
            }
            canonical(text, game.write_chance(chance))?;
            Ok(Action::Chance(chance))
        }
    }
}

/// An action counts only in the exact form that the notation gives.
fn canonical(text: &str, exact: String) -> Result<(), NotationError> {
    if text == exact {
        return Ok(());
    }
    Err(NotationError::syntax(text, format!("write it as '{exact}'")))
}
