//! What helps a person at the table: what to do next, why something cannot be done, what a move
//! will do, and what a moment was about.

use crate::game::ActionOf;
use crate::notation::Notation;
use crate::scene::{Picture, Scene, SiteId};
use crate::seat::Seat;

/// Why something cannot be done, and the rule that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What is wrong, as a plain sentence without a capital and without a full stop.
    pub words: String,
    /// Where the rule page tells it: a ruling's number (`O3`) or a heading (`Your turn`); empty
    /// where no rule is meant.
    pub rule: &'static str,
}

impl Reason {
    /// The rule `rule` forbids it.
    pub fn new(rule: &'static str, words: impl Into<String>) -> Self {
        Reason { words: words.into(), rule }
    }
}

/// A part of the board, explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legend {
    /// A site that shows it.
    pub site: SiteId,
    /// What it is for, in a few words.
    pub words: &'static str,
}

/// What an action meant beyond its words, for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// What the table looked like then, where the next position no longer shows it: a throw that
    /// ended a turn, a hand with all its counters turned up.
    pub picture: Option<Picture>,
    /// How many points each seat won or lost by it; empty where no points changed.
    pub points: Vec<i32>,
    /// The stretch of the game that it ended: `round`, `hand`.
    pub ends: Option<&'static str>,
    /// Whether its words belong on the card that tells about that stretch.
    pub notable: bool,
}

/// Guidance at the table. Everything has a default, so that a game plays without any of its own.
pub trait Guide: Notation + Scene {
    /// For whom chance decides: who throws the dice. `None` where nobody in particular does.
    fn thrower(&self, view: &Self::View) -> Option<Seat> {
        let _ = view;
        None
    }

    /// What the owner of `view` is to do now, in one sentence, with these sites picked so far. Only
    /// asked for the player to act, or for the [`Guide::thrower`].
    fn guide(&self, view: &Self::View, picked: &[SiteId]) -> String {
        let _ = view;
        match picked {
            [] => "Choose one of the marked places.".to_owned(),
            _ => "Now choose the next of the marked places.".to_owned(),
        }
    }

    /// Where the rule page tells what the owner of `view` is to do now: a heading or a ruling's
    /// number; empty for its beginning.
    fn chapter(&self, view: &Self::View) -> &'static str {
        let _ = view;
        ""
    }

    /// What the parts of the board are for, in an order that helps.
    fn legend(&self) -> Vec<Legend> {
        Vec::new()
    }

    /// Why `site` cannot be picked after `picked`. Only asked for the player to act, where no legal
    /// move goes that way: it may speak of what that player knows.
    fn refuse(&self, state: &Self::State, picked: &[SiteId], site: SiteId) -> Reason {
        let _ = (state, picked, site);
        Reason::new("", "nothing can be done there now")
    }

    /// How the players stand in a game for points, in seat order, more being better; empty in a
    /// game that is decided otherwise.
    fn standing(&self, view: &Self::View) -> Vec<i32> {
        let _ = view;
        Vec::new()
    }

    /// What an action meant. Everybody is told: it may only hold what lies open after the action.
    fn moment(&self, before: &Self::State, action: ActionOf<Self>, after: &Self::State) -> Moment {
        let _ = (before, action, after);
        Moment::default()
    }
}
