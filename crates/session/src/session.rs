//! One running game behind an object-safe face, for server, terminal, protocol and scripts.

mod running;

use std::any::Any;
use std::fmt;
use std::sync::atomic::AtomicBool;

use parlour_core::facts::MoveFact;
use parlour_core::label::Label;
use parlour_core::rng::Rng;
use parlour_core::scene::{Effect, Layout, Path, Picture, SiteId};
use parlour_core::{
    Explanation, Legend, NotationError, OptionValues, Seat, SetupForm, Shares, Turn, Viewer,
};
use parlour_search::{LEVELS, Level, SecretOdds};

use crate::count::Tally;
use crate::expectation::Expectation;
use crate::player::{Player, PlayerError};
use crate::solved::Solved;
use crate::spec::Spec;

pub use running::{Playable, Running};

/// A move that the player to act may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its text.
    pub action: String,
    /// The clicks that make it.
    pub path: Path,
    /// The move in a few words.
    pub label: Label,
    /// What it changes on the board, as far as the player can tell.
    pub effects: Vec<Effect>,
}

/// What happened in the last action, for every viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who moved; `None` where chance decided.
    pub by: Option<Seat>,
    /// Whether chance decided or something hidden came to light: it can't be taken back.
    pub settled: bool,
}

/// The last action as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Who moved; `None` where chance decided.
    pub by: Option<Seat>,
    /// The action's text, `h?` or `d?` where it is hidden.
    pub action: String,
    /// What happened, sentence by sentence.
    pub labels: Vec<Label>,
    /// The clicks that made it, where the viewer may know.
    pub path: Path,
    /// Its steps, where they are to be shown one after another.
    pub steps: Vec<Effect>,
    /// How many points each seat won or lost by it; empty where no points changed.
    pub points: Vec<i32>,
    /// The stretch of the game that it ended: `round`, `hand`.
    pub ends: Option<&'static str>,
    /// Whether its words belong on the card that sums up that stretch.
    pub notable: bool,
}

/// A running game. Everything that a viewer gets comes from a view.
pub trait Session: Any + Send + Sync {
    /// The game's name in commands.
    fn id(&self) -> &'static str;
    /// How many players sit here.
    fn seats(&self) -> u8;
    /// Whether a player may know what others do not.
    fn has_secrets(&self) -> bool;
    /// All options with their values.
    fn options(&self) -> OptionValues;
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// The actions that are possible now, sorted as texts.
    fn legal(&self) -> Vec<String>;
    /// A chance node's outcomes with their weights, sorted as texts; empty elsewhere.
    fn chances(&self) -> Vec<(String, u32)>;
    /// Makes an action; nothing changes when it is refused.
    fn play(&mut self, action: &str) -> Result<Played, NotationError>;
    /// Another session, in which this action is made.
    ///
    /// # Errors
    /// When it is refused.
    fn after(&self, action: &str) -> Result<Box<dyn Session>, NotationError> {
        let mut next = self.boxed_clone();
        next.play(action)?;
        Ok(next)
    }
    /// A chance outcome drawn by its weight, as text; `None` when chance is not to act. It is
    /// not made yet.
    fn sample_chance(&self, rng: &mut dyn Rng) -> Option<String>;
    /// A random action; `None` at the end. It is not made yet.
    fn sample(&self, rng: &mut dyn Rng) -> Option<String>;
    /// The position's text, with everything hidden in it.
    fn position(&self) -> String;
    /// The position's text as a viewer may know it.
    fn view(&self, viewer: Viewer) -> String;
    /// A number that follows from what a viewer saw of the game so far and from nothing else: what
    /// the viewer knows now and, where there are secrets, what everybody saw happen. Made of texts, it
    /// is the same on every machine.
    fn information_hash(&self, viewer: Viewer) -> u64;
    /// The win, split, once the game is over.
    fn shares(&self) -> Option<Shares>;
    /// The board.
    fn layout(&self, viewer: Viewer) -> Layout;
    /// What stands on it for this viewer.
    fn picture(&self, viewer: Viewer) -> Picture;
    /// The form of a position's text with these options; `None` where the game does not give it.
    fn setup_form(&self) -> Option<SetupForm>;
    /// The moves that `viewer` may choose from, those with labels of one template together: empty
    /// unless it is that player's turn.
    fn choices(&self, viewer: Viewer) -> Vec<Choice>;
    /// The last action as `viewer` may know it; `None` before the first.
    fn last(&self, viewer: Viewer) -> Option<Description>;
    /// What a player is called in this game.
    fn seat_name(&self, seat: Seat) -> String;
    /// For whom chance decides now: who throws the dice. `None` where nobody in particular does.
    fn thrower(&self) -> Option<Seat>;
    /// What `viewer` is to do now, in one sentence, with these sites picked so far; `None` unless
    /// that player is to act or to throw, and a legal move begins so.
    fn instruction(&self, viewer: Viewer, picked: &[SiteId]) -> Option<Label>;
    /// Where the rule page says what `viewer` is to do now; `None` for its beginning.
    fn rules_anchor(&self, viewer: Viewer) -> Option<&'static str>;
    /// What the parts of the board are for.
    fn legend(&self) -> Vec<Legend>;
    /// Why `viewer` cannot pick `site` after `picked`; `None` where it is not that player's turn,
    /// where no legal move begins with `picked`, or where one goes that way.
    fn explain(&self, viewer: Viewer, picked: &[SiteId], site: SiteId) -> Option<Explanation>;
    /// The players' points in seat order, more being better; empty in a game that is not decided by
    /// points.
    fn scores(&self) -> Vec<i32>;
    /// What the table looked like at the last action, where the position no longer shows it.
    fn highlight(&self) -> Option<Picture>;
    /// What is true of an action of the player to act, the weightiest first: reasons for the move, then
    /// reasons against it. Made from what that player may know; empty where the action is not a legal
    /// move. It looks some moves ahead, so it may take a while.
    fn facts(&self, action: &str) -> Vec<MoveFact>;
    /// Labels as one English text, with the players called as the game calls them.
    fn english(&self, labels: &[Label]) -> String;
    /// Another session that `viewer` cannot tell from this one: all that the viewer may not know
    /// is drawn at random. Of the past it has what everybody saw.
    fn determinize(&self, viewer: Viewer, rng: &mut dyn Rng) -> Box<dyn Session>;
    /// The names of the engines that play this game with these options, the best first.
    fn engines(&self) -> Vec<&'static str>;
    /// How each level plays, the weakest first.
    fn levels(&self) -> [Level; LEVELS];
    /// A computer player that searches on this number of threads.
    ///
    /// # Errors
    /// When no such player plays this game.
    fn player(&self, spec: &Spec, threads: usize) -> Result<Box<dyn Player>, PlayerError>;
    /// What is known of this position by the game's solution, or by a search of all that can follow. This
    /// may take a while; `progress` gets the part that is done, from 0 to 1. `None` where there is no
    /// solution and too many positions can follow.
    fn solve(&self, progress: &mut dyn FnMut(f64)) -> Option<Solved>;
    /// Whether [`Session::solve`] gives exact values here, as far as can be said at once.
    fn is_solvable(&self) -> bool;
    /// The value of this position by the game's own solution, which values every position, exactly or by a
    /// model; `None` where the game has none. The facts are left out.
    fn solution(&self) -> Option<Solved>;
    /// Everybody's share of the win, estimated at once with all secrets known, while the players act by
    /// what they know: for an account of a finished game with secrets.
    fn open_value(&self) -> Vec<f64>;
    /// What the player to move could expect of a move, over at most `most_worlds` positions that the player
    /// had to reckon with.
    ///
    /// # Errors
    /// When the move is not legal here.
    fn expectation(
        &self,
        action: &str,
        most_worlds: usize,
        seed: u64,
    ) -> Result<Option<Expectation>, NotationError>;
    /// Where each secret may lie on the board, as `viewer` could know it; empty in a game without such
    /// secrets.
    fn secret_odds(&self, viewer: Viewer) -> Vec<SecretOdds>;
    /// Where these secrets lie, with their owners: for an account of a finished game.
    fn secret_sites(&self) -> Vec<(Seat, SiteId)>;
    /// The number of action sequences of length `depth`; `None` if `stop` becomes true before the count
    /// is done.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
    /// Plays random games from here, one after another, until `enough` returns true for the number of
    /// games; it is called once for every 64 games.
    fn playouts(&self, seed: u64, enough: &mut dyn FnMut(u64) -> bool) -> Tally;
    /// Another session that stands where this one does.
    fn boxed_clone(&self) -> Box<dyn Session>;
}

/// As everybody may know it, so that a log gives nothing away.
impl fmt::Debug for dyn Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id(), self.view(Viewer::Public))
    }
}

impl Clone for Box<dyn Session> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}
