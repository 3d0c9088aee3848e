//! The words of a game: what players and moves are called, what happened, what to do next, and why
//! something cannot be done.

use crate::ActionOf;
use crate::facts::MoveFact;
use crate::game::{Action, SeenOf, Turn, Viewer};
use crate::label::{Label, Names};
use crate::notation::{self, Notation, NotationError, Problem};
use crate::scene::{Picture, Scene, SiteId};
use crate::seat::Seat;

/// Why something cannot be done, and the rule that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What is wrong, as a plain sentence without a capital and without a full stop.
    pub label: Label,
    /// Where the rule page says so: a ruling's number (`O3`) or a heading (`Your turn`); `None` where
    /// no rule is meant.
    pub rule: Option<&'static str>,
}

impl Explanation {
    /// The rule `rule` forbids it.
    pub fn new(rule: &'static str, label: impl Into<Label>) -> Self {
        Explanation { label: label.into(), rule: Some(rule) }
    }

    /// No rule of the page is meant.
    pub fn plain(label: impl Into<Label>) -> Self {
        Explanation { label: label.into(), rule: None }
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

/// What an action meant for the score, and a picture of it. Everybody gets it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Highlight {
    /// What the table looked like, where the next position no longer shows it: a throw that ended a
    /// turn, a hand with all its counters turned up.
    pub picture: Option<Picture>,
    /// How many points each seat won or lost by the action; empty where no points changed.
    pub points: Vec<i32>,
    /// The stretch of the game that it ended: `round`, `hand`. A game whose [`Guide::scores`] are not
    /// empty ends a stretch at least once, with a picture of it: at its end, where it says no other.
    pub ends: Option<&'static str>,
    /// Whether the description of the action belongs on the score card of that stretch.
    pub notable: bool,
}

/// The words of a game, and what helps a person at the table. Most have a default.
#[expect(unused_variables, reason = "defaults ignore what they are given")]
pub trait Guide: Notation + Scene {
    /// What comes to light when an action is made, beyond what everybody sees after it: the counters
    /// that are turned up at the end of a hand. `()` in a game without secrets.
    type Reveal;

    /// What a player is called: "Light", "Black", "Player 3".
    fn seat_name(&self, seat: Seat) -> String {
        format!("Player {seat}")
    }

    /// A move in a few words for the one who may choose it: "Slide f4 to f1".
    fn move_label(&self, mv: Self::Move) -> Label;

    /// What just happened, in one sentence or several: "Dark's power chip slides from e6 to b3." `by`
    /// is the player who moved, or for whom chance decided (the [`Guide::thrower`]); `None` where chance
    /// decided for nobody in particular. What comes to light is told by [`Guide::describe_reveal`].
    fn describe(
        &self,
        before: &Self::View,
        by: Option<Seat>,
        seen: SeenOf<Self>,
        after: &Self::View,
    ) -> Vec<Label>;

    /// For whom chance decides: who throws the dice. `None` where nobody in particular does.
    fn thrower(&self, view: &Self::View) -> Option<Seat> {
        None
    }

    /// What the owner of `view` is to do now, in one sentence, with the sites `picked` so far. `again`:
    /// the same player made the action before. Only asked for the player to act, or for the
    /// [`Guide::thrower`].
    fn instruction(&self, view: &Self::View, picked: &[SiteId], again: bool) -> Label {
        match (picked, again) {
            ([], false) => "Choose one of the marked places.".into(),
            ([], true) => "Your turn again: choose one of the marked places.".into(),
            _ => "Now choose the next of the marked places.".into(),
        }
    }

    /// Where the rule page says what the owner of `view` is to do now: a heading or a ruling's
    /// number; `None` for its beginning.
    fn rules_anchor(&self, view: &Self::View) -> Option<&'static str> {
        None
    }

    /// What the parts of the board are for, in an order that helps.
    fn legend(&self) -> Vec<Legend> {
        Vec::new()
    }

    /// Why `site` cannot be picked after `picked`. Only asked for the player to act, where no legal
    /// move goes that way; `view` is that player's.
    fn explain(&self, view: &Self::View, picked: &[SiteId], site: SiteId) -> Explanation {
        Explanation::plain("nothing can be done there now")
    }

    /// Why a well-formed move is not legal here, and which rule says so. Only asked for moves that
    /// are not among [`Game::moves`](crate::Game::moves), for the player to act, whose view it is. `None`:
    /// the legal moves are listed.
    fn why_not(&self, view: &Self::View, mv: Self::Move) -> Option<Explanation> {
        None
    }

    /// What is true of a legal move of the owner of `view`, who is to act: reasons for and against it
    /// beyond those of [`facts::general`](crate::facts::general). Nothing here can give away what the mover
    /// does not know.
    fn facts(&self, view: &Self::View, mv: Self::Move) -> Vec<MoveFact> {
        Vec::new()
    }

    /// The players' points in seat order, more being better; empty in a game that is not decided by
    /// points. Each change of them is in [`Highlight::points`], with the same size.
    fn scores(&self, view: &Self::View) -> Vec<i32> {
        Vec::new()
    }

    /// What comes to light by an action: the only place where [`Guide`] sees both full positions.
    /// Everybody may know it from now on.
    fn reveal(
        &self,
        before: &Self::State,
        action: ActionOf<Self>,
        after: &Self::State,
    ) -> Option<Self::Reveal> {
        None
    }

    /// What came to light by an action, told after what happened: "Ada's counter of 25 was under the shell
    /// on g8." Whoever cannot see the picture learns it from these words alone.
    fn describe_reveal(
        &self,
        before: &Self::View,
        seen: SeenOf<Self>,
        reveal: Self::Reveal,
    ) -> Vec<Label> {
        Vec::new()
    }

    /// What an action meant for the score, made from what everybody saw and from what came to light. Without
    /// points of its own it gets the change of the [`Guide::scores`].
    fn highlight(
        &self,
        before: &Self::View,
        seen: SeenOf<Self>,
        after: &Self::View,
        reveal: Option<Self::Reveal>,
    ) -> Highlight {
        Highlight::default()
    }
}

/// What happened by an action, and what came to light, as `viewer` may know it.
pub fn describe<G: Guide>(
    game: &G,
    before: &G::State,
    action: ActionOf<G>,
    after: &G::State,
    viewer: Viewer,
) -> Vec<Label> {
    let views = [before, after].map(|state| game.view(state, viewer));
    let by = match game.turn(before) {
        Turn::Player(seat) => Some(seat),
        Turn::Chance => game.thrower(&game.view(before, Viewer::Public)),
        Turn::Over => None,
    };
    let mut labels = game.describe(&views[0], by, game.seen(before, action, viewer), &views[1]);
    if let Some(reveal) = game.reveal(before, action, after) {
        let view = game.view(before, Viewer::Public);
        let seen = game.seen(before, action, Viewer::Public);
        labels.extend(game.describe_reveal(&view, seen, reveal));
    }
    labels
}

/// The highlight of an action, as everybody may see it.
pub fn highlight<G: Guide>(
    game: &G,
    before: &G::State,
    action: ActionOf<G>,
    after: &G::State,
) -> Highlight {
    let seen = game.seen(before, action, Viewer::Public);
    let reveal = game.reveal(before, action, after);
    let over = game.turn(after) == Turn::Over;
    let [before, after] = [before, after].map(|state| game.view(state, Viewer::Public));
    let mut highlight = game.highlight(&before, seen, &after, reveal);
    let (earlier, scores) = (game.scores(&before), game.scores(&after));
    if highlight.points.is_empty() && earlier != scores {
        highlight.points = scores.iter().zip(earlier).map(|(now, then)| now - then).collect();
    }
    if over && !scores.is_empty() && highlight.ends.is_none() {
        highlight.ends = Some("game");
        highlight.picture = highlight.picture.or_else(|| Some(game.picture(&after)));
    }
    highlight
}

/// Reads the action that `text` names in `state`, as [`notation::read_action`] does, and says by
/// which rule a move is not legal.
pub fn read_action<G: Guide>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<ActionOf<G>, NotationError> {
    notation::read_action(game, state, text).map_err(|error| {
        let (Turn::Player(seat), Ok(mv)) = (game.turn(state), game.read_move(text)) else {
            return error;
        };
        let legal = notation::is_legal(game, state, Action::Move(mv));
        match game.why_not(&game.view(state, Viewer::Seat(seat)), mv) {
            Some(explanation) if error.problem == Problem::Illegal && !legal => {
                let layout = game.layout(Viewer::Seat(seat));
                let seats = seat_names(game);
                let names = Names { sites: &layout.sites, seats: &seats };
                let message = explanation.label.english(&names);
                NotationError { message, rule: explanation.rule, ..error }
            }
            _ => error,
        }
    })
}

/// What the players are called, in seat order.
pub fn seat_names<G: Guide>(game: &G) -> Vec<String> {
    Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect()
}
