//! The one implementation of [`Session`], for a game of any type.

use std::any::Any;
use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use parlour_core::facts::{self, MoveFact};
use parlour_core::game::{actions, sample};
use parlour_core::guide::{describe, highlight, read_action, seat_names};
use parlour_core::label::{self, Label, Names};
use parlour_core::notation::{write_action, write_seen};
use parlour_core::rng::Rng;
use parlour_core::scene::{Layout, Path, Picture, SiteId};
use parlour_core::{
    Action, ActionOf, Configure, Encode, Explanation, GameHistory, Guide, Highlight, Legend,
    NotationError, OptionValues, Seat, Seen, SetupForm, Shares, Turn, Viewer, perft,
};
use parlour_search::{Engines, LEVELS, Level, ObservedAction, SecretOdds, hash};

use super::{Choice, Description, Played, Session};
use crate::count::{self, Tally};
use crate::expectation::{self, Expectation};
use crate::player::{self, Player, PlayerError};
use crate::solved::{self, Solved};
use crate::spec::Spec;

/// A game that has everything it takes to be registered.
pub trait Playable: Configure + Encode + Guide + Engines {}
impl<G: Configure + Encode + Guide + Engines> Playable for G {}

/// Not generic: all games share one sort.
fn weightiest_first(mut facts: Vec<MoveFact>) -> Vec<MoveFact> {
    facts.sort_by_key(|fact| -fact.weight);
    facts
}

/// The one implementation of [`Session`].
#[derive(Clone, Debug)]
pub struct Running<G: Playable> {
    game: G,
    history: GameHistory<G>,
    last: Option<(G::State, ActionOf<G>)>,
    /// Who made the last action, which everybody knows; `None` where chance did, or nobody yet.
    acted: Option<Seat>,
    /// What everybody saw happen; kept only where there are secrets to be read from it.
    observations: Vec<ObservedAction<G>>,
}

impl<G: Playable> Running<G> {
    /// A new game.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Running::at(game, start)
    }

    /// A game that begins at this position.
    pub fn at(game: G, state: G::State) -> Self {
        let history = GameHistory::new(&game, state);
        Running { game, history, last: None, acted: None, observations: Vec::new() }
    }

    /// Whether it is this player's turn.
    fn acts(&self, viewer: Viewer) -> bool {
        matches!((self.turn(), viewer), (Turn::Player(mover), Viewer::Seat(seat)) if mover == seat)
    }

    /// Whether this player also made the last action.
    fn moves_again(&self, viewer: Viewer) -> bool {
        self.acted.is_some_and(|seat| viewer == Viewer::Seat(seat))
    }

    /// Whether a legal move of the owner of `view` goes on with `site` after `picked`.
    fn leads(&self, view: &G::View, picked: &[SiteId], site: SiteId) -> bool {
        actions(&self.game, self.history.state()).iter().any(|action| match *action {
            Action::Move(mv) => self.game.path(view, mv).leads(picked, site),
            Action::Chance(_) => false,
        })
    }

    /// Whether a legal move begins with these sites. Games are asked about no others, whatever a
    /// page sends.
    fn begins(&self, view: &G::View, picked: &[SiteId]) -> bool {
        picked.split_last().is_none_or(|(&last, before)| self.leads(view, before, last))
    }

    /// The running game behind a session; `None` if it is of another game.
    pub fn of(session: &dyn Session) -> Option<&Self> {
        let any: &dyn Any = session;
        any.downcast_ref()
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position and its past.
    pub fn history(&self) -> &GameHistory<G> {
        &self.history
    }

    /// What everybody saw happen so far, the oldest first; nothing in a game without secrets.
    pub fn observations(&self) -> &[ObservedAction<G>] {
        &self.observations
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

    fn has_secrets(&self) -> bool {
        !G::OPEN
    }

    fn options(&self) -> OptionValues {
        self.game.options()
    }

    fn turn(&self) -> Turn {
        self.history.turn(&self.game)
    }

    fn legal(&self) -> Vec<String> {
        let all = actions(&self.game, self.history.state());
        let mut texts: Vec<String> = all.into_iter().map(|a| self.text(a)).collect();
        texts.sort_unstable();
        texts
    }

    fn chances(&self) -> Vec<(String, u32)> {
        let mut all = Vec::new();
        self.game.for_each_chance(self.history.state(), |chance, weight| {
            all.push((self.game.write_chance(chance), weight));
        });
        all.sort_unstable();
        all
    }

    fn play(&mut self, action: &str) -> Result<Played, NotationError> {
        let before = *self.history.state();
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
            self.observations.push(ObservedAction { before, seen });
        }
        self.history.apply(&self.game, action);
        self.acted = match self.game.turn(&before) {
            Turn::Player(seat) => Some(seat),
            _ => None,
        };
        self.last = Some((before, action));
        Ok(played)
    }

    fn sample_chance(&self, rng: &mut dyn Rng) -> Option<String> {
        (self.turn() == Turn::Chance)
            .then(|| self.game.write_chance(self.game.sample_chance(self.history.state(), rng)))
    }

    fn sample(&self, rng: &mut dyn Rng) -> Option<String> {
        sample(&self.game, self.history.state(), rng).map(|action| self.text(action))
    }

    fn position(&self) -> String {
        self.game.write_position(self.history.state())
    }

    fn view(&self, viewer: Viewer) -> String {
        self.game.write_view(&self.game.view(self.history.state(), viewer))
    }

    fn information_hash(&self, viewer: Viewer) -> u64 {
        let seen = |observed: &ObservedAction<G>| write_seen(&self.game, observed.seen);
        let observations: Vec<String> = self.observations.iter().map(seen).collect();
        hash(&(self.view(viewer), observations))
    }

    fn shares(&self) -> Option<Shares> {
        self.history.shares(&self.game)
    }

    fn layout(&self, viewer: Viewer) -> Layout {
        self.game.layout(viewer)
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        self.game.picture(&self.game.view(self.history.state(), viewer))
    }

    fn setup_form(&self) -> Option<SetupForm> {
        self.game.setup_form()
    }

    fn choices(&self, viewer: Viewer) -> Vec<Choice> {
        if !self.acts(viewer) {
            return Vec::new();
        }
        let state = self.history.state();
        let view = self.game.view(state, viewer);
        let mut choices: Vec<Choice> = actions(&self.game, state)
            .into_iter()
            .filter_map(|action| match action {
                Action::Move(mv) => Some(Choice {
                    action: self.game.write_move(mv),
                    path: self.game.path(&view, mv),
                    label: self.game.move_label(mv),
                    effects: self.game.preview(&view, mv),
                }),
                Action::Chance(_) => None,
            })
            .collect();
        choices.sort_unstable_by(|a, b| {
            let [one, other] = [a, b].map(|choice| choice.label.template());
            // Most templates are the same text at the same place.
            let templates = if std::ptr::eq(one, other) { Ordering::Equal } else { one.cmp(other) };
            let clicks = a.path.clicks.len().cmp(&b.path.clicks.len());
            templates.then(clicks).then_with(|| a.action.cmp(&b.action))
        });
        choices
    }

    fn last(&self, viewer: Viewer) -> Option<Description> {
        let (before, action) = self.last?;
        let by = match self.game.turn(&before) {
            Turn::Player(seat) => Some(seat),
            _ => None,
        };
        let seen = self.game.seen(&before, action, viewer);
        let (path, steps) = match seen {
            Seen::Open(Action::Move(mv)) => {
                let view = self.game.view(&before, viewer);
                (self.game.path(&view, mv), self.game.steps(&view, mv))
            }
            _ => (Path::button(), Vec::new()),
        };
        let labels = describe(&self.game, &before, action, self.history.state(), viewer);
        let Highlight { points, ends, notable, .. } =
            highlight(&self.game, &before, action, self.history.state());
        let action = write_seen(&self.game, seen);
        Some(Description { by, action, labels, path, steps, points, ends, notable })
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn thrower(&self) -> Option<Seat> {
        let view = self.game.view(self.history.state(), Viewer::Public);
        (self.turn() == Turn::Chance).then(|| self.game.thrower(&view)).flatten()
    }

    fn instruction(&self, viewer: Viewer, picked: &[SiteId]) -> Option<Label> {
        let throws = self.thrower().is_some_and(|seat| viewer == Viewer::Seat(seat));
        let view = self.game.view(self.history.state(), viewer);
        let asked = (throws || self.acts(viewer)) && self.begins(&view, picked);
        asked.then(|| self.game.instruction(&view, picked, self.moves_again(viewer)))
    }

    fn rules_anchor(&self, viewer: Viewer) -> Option<&'static str> {
        self.game.rules_anchor(&self.game.view(self.history.state(), viewer))
    }

    fn legend(&self) -> Vec<Legend> {
        self.game.legend()
    }

    fn explain(&self, viewer: Viewer, picked: &[SiteId], site: SiteId) -> Option<Explanation> {
        let view = self.game.view(self.history.state(), viewer);
        let asked =
            self.acts(viewer) && self.begins(&view, picked) && !self.leads(&view, picked, site);
        asked.then(|| self.game.explain(&view, picked, site))
    }

    fn scores(&self) -> Vec<i32> {
        self.game.scores(&self.game.view(self.history.state(), Viewer::Public))
    }

    fn highlight(&self) -> Option<Picture> {
        let (before, action) = self.last?;
        highlight(&self.game, &before, action, self.history.state()).picture
    }

    fn facts(&self, action: &str) -> Vec<MoveFact> {
        let (Turn::Player(seat), state) = (self.turn(), self.history.state()) else {
            return Vec::new();
        };
        let Ok(Action::Move(mv)) = read_action(&self.game, state, action) else {
            return Vec::new();
        };
        let view = self.game.view(state, Viewer::Seat(seat));
        let mut all = facts::general(&self.game, &self.history, mv);
        all.extend(self.game.facts(&view, mv));
        weightiest_first(all)
    }

    fn english(&self, labels: &[Label]) -> String {
        let (layout, seats) = (self.game.layout(Viewer::Public), seat_names(&self.game));
        label::english(labels, &Names { sites: &layout.sites, seats: &seats })
    }

    fn determinize(&self, viewer: Viewer, rng: &mut dyn Rng) -> Box<dyn Session> {
        let view = self.game.view(self.history.state(), viewer);
        let world = self.game.determinize(&view, rng);
        let history = GameHistory::with_past(world, self.history.keys().to_vec());
        // What everybody saw is no secret of anybody.
        let observations = self.observations.clone();
        let (game, acted) = (self.game.clone(), self.acted);
        Box::new(Running { game, history, last: None, acted, observations })
    }

    fn engines(&self) -> Vec<&'static str> {
        self.game.engines().iter().map(|kind| kind.name).collect()
    }

    fn levels(&self) -> [Level; LEVELS] {
        self.game.levels()
    }

    fn player(&self, spec: &Spec, threads: usize) -> Result<Box<dyn Player>, PlayerError> {
        player::player(&self.game, &self.game.engines(), spec, threads)
    }

    fn solve(&self, progress: &mut dyn FnMut(f64)) -> Option<Solved> {
        solved::solve(self, progress)
    }

    fn is_solvable(&self) -> bool {
        solved::is_solvable(self)
    }

    fn solution(&self) -> Option<Solved> {
        solved::solution(self)
    }

    fn open_value(&self) -> Vec<f64> {
        expectation::open_value(&self.game, self.history.state()).as_slice().to_vec()
    }

    fn expectation(
        &self,
        action: &str,
        most_worlds: usize,
        seed: u64,
    ) -> Result<Option<Expectation>, NotationError> {
        match read_action(&self.game, self.history.state(), action)? {
            Action::Move(mv) => Ok(expectation::expectation(self, mv, most_worlds, seed)),
            Action::Chance(_) => Ok(None),
        }
    }

    fn secret_odds(&self, viewer: Viewer) -> Vec<SecretOdds> {
        let view = self.game.view(self.history.state(), viewer);
        self.game.secret_odds(&view, &self.observations)
    }

    fn secret_sites(&self) -> Vec<(Seat, SiteId)> {
        self.game.secret_sites(self.history.state())
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        perft::perft_until(&self.game, &self.history, depth, stop)
    }

    fn playouts(&self, seed: u64, enough: &mut dyn FnMut(u64) -> bool) -> Tally {
        count::playouts(self, seed, enough)
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}
