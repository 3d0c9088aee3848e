//! One running game behind an object-safe face, for server, terminal, protocol and scripts.

use std::any::Any;
use std::ops::ControlFlow;

use parlour_core::game::{actions, sample};
use parlour_core::notation::{read_action, write_action, write_seen};
use parlour_core::rng::Rng;
use parlour_core::scene::{Effect, Layout, Path, Picture, SiteId};
use parlour_core::{
    Action, ActionOf, Configure, Course, Guide, Legend, Moment, Notation, NotationError,
    OptionValues, Reason, Scene, Seat, Seen, Shares, Turn, Viewer,
};
use parlour_search::{Mind, Sighting, hash};

/// A move that the player to act may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its text.
    pub action: String,
    /// The clicks that make it.
    pub path: Path,
    /// The move in a few words.
    pub caption: String,
    /// What it changes on the board, as far as the player can tell.
    pub effects: Vec<Effect>,
}

/// What happened in the last action, whoever looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who moved; `None` where chance decided.
    pub by: Option<Seat>,
    /// Whether chance decided or something hidden came to light: it can't be taken back.
    pub settled: bool,
}

/// The last action as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who moved; `None` where chance decided.
    pub by: Option<Seat>,
    /// The action's text, `h?` or `d?` where it is hidden.
    pub action: String,
    /// What happened, in a sentence.
    pub words: String,
    /// The clicks that made it, where the viewer may know.
    pub path: Path,
    /// How many points each seat won or lost by it; empty where no points changed.
    pub points: Vec<i32>,
    /// The stretch of the game that it ended: `round`, `hand`.
    pub ends: Option<&'static str>,
    /// Whether its words belong on the card that tells about that stretch.
    pub notable: bool,
}

/// A running game. Everything that a viewer gets comes from a view.
pub trait Session: Any + Send + Sync {
    /// The game's name in commands.
    fn id(&self) -> &'static str;
    /// How many players sit here.
    fn seats(&self) -> u8;
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
    /// A chance outcome drawn by its weight, as text; `None` when chance is not to act. It is
    /// not made yet.
    fn roll(&self, rng: &mut dyn Rng) -> Option<String>;
    /// A random action; `None` at the end. It is not made yet.
    fn sample(&self, rng: &mut dyn Rng) -> Option<String>;
    /// The position's text, with everything hidden in it.
    fn position(&self) -> String;
    /// The position's text as a viewer may know it.
    fn view(&self, viewer: Viewer) -> String;
    /// A number that follows from what a viewer saw of the game so far and from nothing else: what
    /// the viewer knows now and, where there are secrets, what everybody saw happen. Made of texts, it
    /// is the same on every machine.
    fn trace(&self, viewer: Viewer) -> u64;
    /// The win, split, once the game is over.
    fn shares(&self) -> Option<Shares>;
    /// The board.
    fn layout(&self, viewer: Viewer) -> Layout;
    /// What stands on it for this viewer.
    fn picture(&self, viewer: Viewer) -> Picture;
    /// The moves that `viewer` may choose from: empty unless it is that player's turn.
    fn choices(&self, viewer: Viewer) -> Vec<Choice>;
    /// The last action as `viewer` may know it; `None` before the first.
    fn last(&self, viewer: Viewer) -> Option<Told>;
    /// What a player is called in this game.
    fn seat_name(&self, seat: Seat) -> String;
    /// For whom chance decides now: who throws the dice. `None` where nobody in particular does.
    fn thrower(&self) -> Option<Seat>;
    /// What `viewer` is to do now, in one sentence, with these sites picked so far; `None` unless
    /// that player is to act or to throw, and a legal move begins so.
    fn guide(&self, viewer: Viewer, picked: &[SiteId]) -> Option<String>;
    /// Where the rule page tells what `viewer` is to do now; empty for its beginning.
    fn chapter(&self, viewer: Viewer) -> &'static str;
    /// What the parts of the board are for.
    fn legend(&self) -> Vec<Legend>;
    /// Why `viewer` cannot pick `site` after `picked`; `None` where it is not that player's turn,
    /// where no legal move begins with `picked`, or where one goes that way.
    fn refuse(&self, viewer: Viewer, picked: &[SiteId], site: SiteId) -> Option<Reason>;
    /// How the players stand in a game for points, in seat order, more being better; empty in a
    /// game that is decided otherwise.
    fn standing(&self) -> Vec<i32>;
    /// What the table looked like at the last action, where the position no longer shows it.
    fn moment(&self) -> Option<Picture>;
    /// Another session that `viewer` cannot tell from this one: all that the viewer may not know
    /// is drawn at random. Of the past it has what everybody saw.
    fn imagine(&self, viewer: Viewer, rng: &mut dyn Rng) -> Box<dyn Session>;
    /// Another session that stands where this one does.
    fn boxed_clone(&self) -> Box<dyn Session>;
}

impl Clone for Box<dyn Session> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A game that has everything it takes to be registered.
pub trait Playable: Configure + Guide + Notation + Scene + Mind {}
impl<G: Configure + Guide + Notation + Scene + Mind> Playable for G {}

/// The one implementation of [`Session`].
#[derive(Clone, Debug)]
pub struct Running<G: Playable> {
    game: G,
    course: Course<G>,
    last: Option<(G::State, ActionOf<G>)>,
    /// What everybody saw happen; kept only where there are secrets to be read from it.
    witnessed: Vec<Sighting<G>>,
}

impl<G: Playable> Running<G> {
    /// A new game.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Running::at(game, start)
    }

    /// A game that begins at this position.
    pub fn at(game: G, state: G::State) -> Self {
        let course = Course::new(&game, state);
        Running { game, course, last: None, witnessed: Vec::new() }
    }

    /// Whether it is this player's turn.
    fn acts(&self, viewer: Viewer) -> bool {
        matches!((self.turn(), viewer), (Turn::Player(mover), Viewer::Seat(seat)) if mover == seat)
    }

    /// Whether a legal move goes on with `site` after `picked`.
    fn leads(&self, picked: &[SiteId], site: SiteId) -> bool {
        let state = self.course.state();
        actions(&self.game, state).iter().any(|action| match *action {
            Action::Move(mv) => self.game.path(state, mv).leads(picked, site),
            Action::Chance(_) => false,
        })
    }

    /// Whether a legal move begins with these sites. Games are asked about no others, whatever a
    /// page sends.
    fn begins(&self, picked: &[SiteId]) -> bool {
        picked.split_last().is_none_or(|(&last, before)| self.leads(before, last))
    }

    /// The rules.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The position and its past.
    pub(crate) fn course(&self) -> &Course<G> {
        &self.course
    }

    /// What everybody saw happen so far, the oldest first; nothing in a game without secrets.
    pub(crate) fn witnessed(&self) -> &[Sighting<G>] {
        &self.witnessed
    }

    /// An action's text.
    pub(crate) fn text(&self, action: ActionOf<G>) -> String {
        write_action(&self.game, action)
    }
}

impl<G: Playable> Session for Running<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn options(&self) -> OptionValues {
        self.game.options()
    }

    fn turn(&self) -> Turn {
        self.course.turn(&self.game)
    }

    fn legal(&self) -> Vec<String> {
        let all = actions(&self.game, self.course.state());
        let mut texts: Vec<String> = all.into_iter().map(|a| self.text(a)).collect();
        texts.sort_unstable();
        texts
    }

    fn chances(&self) -> Vec<(String, u32)> {
        let mut all = Vec::new();
        let _ = self.game.chances(self.course.state(), |chance, weight| {
            all.push((self.game.write_chance(chance), weight));
            ControlFlow::<()>::Continue(())
        });
        all.sort_unstable();
        all
    }

    fn play(&mut self, action: &str) -> Result<Played, NotationError> {
        let before = *self.course.state();
        let action = read_action(&self.game, &before, action)?;
        let played = match (self.turn(), action) {
            (Turn::Player(seat), Action::Move(mv)) => {
                Played { by: Some(seat), settled: self.game.reveals(&before, mv) }
            }
            _ => Played { by: None, settled: true },
        };
        if !G::OPEN {
            let seen = self.game.seen(&before, action, Viewer::Public);
            let before = self.game.view(&before, Viewer::Public);
            self.witnessed.push(Sighting { before, seen });
        }
        self.course.apply(&self.game, action);
        self.last = Some((before, action));
        Ok(played)
    }

    fn roll(&self, rng: &mut dyn Rng) -> Option<String> {
        (self.turn() == Turn::Chance)
            .then(|| self.game.write_chance(self.game.sample_chance(self.course.state(), rng)))
    }

    fn sample(&self, rng: &mut dyn Rng) -> Option<String> {
        sample(&self.game, self.course.state(), rng).map(|action| self.text(action))
    }

    fn position(&self) -> String {
        self.game.write_position(self.course.state())
    }

    fn view(&self, viewer: Viewer) -> String {
        self.game.write_view(&self.game.view(self.course.state(), viewer))
    }

    fn trace(&self, viewer: Viewer) -> u64 {
        let seen = |sighting: &Sighting<G>| write_seen(&self.game, sighting.seen);
        let witnessed: Vec<String> = self.witnessed.iter().map(seen).collect();
        hash(&(self.view(viewer), witnessed))
    }

    fn shares(&self) -> Option<Shares> {
        self.course.shares(&self.game)
    }

    fn layout(&self, viewer: Viewer) -> Layout {
        self.game.layout(viewer)
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        self.game.picture(&self.game.view(self.course.state(), viewer))
    }

    fn choices(&self, viewer: Viewer) -> Vec<Choice> {
        if !self.acts(viewer) {
            return Vec::new();
        }
        let state = self.course.state();
        let view = self.game.view(state, viewer);
        let mut choices: Vec<Choice> = actions(&self.game, state)
            .into_iter()
            .filter_map(|action| match action {
                Action::Move(mv) => Some(Choice {
                    action: self.game.write_move(mv),
                    path: self.game.path(state, mv),
                    caption: self.game.caption(mv),
                    effects: self.game.preview(&view, mv),
                }),
                Action::Chance(_) => None,
            })
            .collect();
        choices.sort_unstable_by(|a, b| a.action.cmp(&b.action));
        choices
    }

    fn last(&self, viewer: Viewer) -> Option<Told> {
        let (before, action) = self.last?;
        let by = match self.game.turn(&before) {
            Turn::Player(seat) => Some(seat),
            _ => None,
        };
        let seen = self.game.seen(&before, action, viewer);
        let path = match seen {
            Seen::Open(Action::Move(mv)) => self.game.path(&before, mv),
            _ => Path::button(),
        };
        let views = [&before, self.course.state()].map(|state| self.game.view(state, viewer));
        let words = self.game.tell(&views[0], by, seen, &views[1]);
        let Moment { points, ends, notable, .. } =
            self.game.moment(&before, action, self.course.state());
        let action = write_seen(&self.game, seen);
        Some(Told { by, action, words, path, points, ends, notable })
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn thrower(&self) -> Option<Seat> {
        let view = self.game.view(self.course.state(), Viewer::Public);
        (self.turn() == Turn::Chance).then(|| self.game.thrower(&view)).flatten()
    }

    fn guide(&self, viewer: Viewer, picked: &[SiteId]) -> Option<String> {
        let throws = self.thrower().is_some_and(|seat| viewer == Viewer::Seat(seat));
        let view = || self.game.view(self.course.state(), viewer);
        let asked = (throws || self.acts(viewer)) && self.begins(picked);
        asked.then(|| self.game.guide(&view(), picked))
    }

    fn chapter(&self, viewer: Viewer) -> &'static str {
        self.game.chapter(&self.game.view(self.course.state(), viewer))
    }

    fn legend(&self) -> Vec<Legend> {
        self.game.legend()
    }

    fn refuse(&self, viewer: Viewer, picked: &[SiteId], site: SiteId) -> Option<Reason> {
        let asked = self.acts(viewer) && self.begins(picked) && !self.leads(picked, site);
        asked.then(|| self.game.refuse(self.course.state(), picked, site))
    }

    fn standing(&self) -> Vec<i32> {
        self.game.standing(&self.game.view(self.course.state(), Viewer::Public))
    }

    fn moment(&self) -> Option<Picture> {
        let (before, action) = self.last?;
        self.game.moment(&before, action, self.course.state()).picture
    }

    fn imagine(&self, viewer: Viewer, rng: &mut dyn Rng) -> Box<dyn Session> {
        let view = self.game.view(self.course.state(), viewer);
        let world = self.game.determinize(&view, rng);
        let course = Course::with_past(world, self.course.keys().to_vec());
        // What everybody saw is no secret of anybody.
        let witnessed = self.witnessed.clone();
        Box::new(Running { game: self.game.clone(), course, last: None, witnessed })
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}
