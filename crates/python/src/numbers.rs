//! A game's moves and views as numbers, behind an object-safe interface.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::OnceLock;

use parlour_core::encode::Plane;
use parlour_core::game::{count_chances, sample};
use parlour_core::rng::seeded;
use parlour_core::{GameHistory, Never, OptionError, OptionValues, Viewer};
use parlour_games::{ForGame, for_game};
use parlour_session::{Playable, Running, Session};

use crate::lanes::{Lanes, TypedLanes};

/// How many random games are played to see what chance can bring.
const GAMES: usize = 8;

/// What [`parlour_core::Encode`] gives for a game with its options, for sessions of that game.
pub(crate) trait Numbers: Send + Sync {
    /// How many action indices there are.
    fn actions(&self) -> usize;
    /// Whether dice, sticks or draws decide anything.
    fn has_chance(&self) -> bool;
    /// The most outcomes of a chance node that random games came to.
    fn most_outcomes(&self) -> u64;
    /// The parts of an observation.
    fn planes(&self) -> Vec<Plane>;
    /// The text of the move with this index.
    fn text(&self, index: usize) -> Option<String>;
    /// The index of the move with this text.
    fn index(&self, text: &str) -> Option<usize>;
    /// The indices of the legal moves, ascending.
    fn legal(&self, session: &dyn Session) -> Vec<usize>;
    /// Writes what `viewer` observes.
    fn observe(&self, session: &dyn Session, viewer: Viewer, out: &mut [f32]);
    /// Many games that are played side by side.
    fn lanes(&self, count: usize, seed: u64) -> Box<dyn Lanes>;
}

/// The numbers of a game of this name with these options; `None` if there is no such game.
pub(crate) fn numbers(
    id: &str,
    values: &OptionValues,
) -> Option<Result<Box<dyn Numbers>, OptionError>> {
    for_game(id, Make(values))
}

struct Make<'a>(&'a OptionValues);

impl ForGame for Make<'_> {
    type Output = Result<Box<dyn Numbers>, OptionError>;

    fn run<G: Playable>(self) -> Self::Output {
        Ok(Box::new(Typed { game: G::configure(self.0)?, by_text: OnceLock::new() }))
    }
}

struct Typed<G> {
    game: G,
    /// Every move's index by its text, made when it is first asked for.
    by_text: OnceLock<HashMap<String, usize>>,
}

impl<G: Playable> Typed<G> {
    fn of<'a>(&self, session: &'a dyn Session) -> &'a Running<G> {
        Running::of(session).expect("a game's numbers are asked about its own sessions")
    }
}

impl<G: Playable> Numbers for Typed<G> {
    fn actions(&self) -> usize {
        G::ACTIONS
    }

    fn has_chance(&self) -> bool {
        TypeId::of::<G::Chance>() != TypeId::of::<Never>()
    }

    fn most_outcomes(&self) -> u64 {
        let (mut most, mut rng) = (0, seeded(0));
        for _ in 0..GAMES {
            let mut history = GameHistory::new(&self.game, self.game.start());
            while let Some(action) = sample(&self.game, history.state(), &mut rng) {
                most = most.max(count_chances(&self.game, history.state()));
                history.apply(&self.game, action);
            }
        }
        most
    }

    fn planes(&self) -> Vec<Plane> {
        self.game.planes()
    }

    fn text(&self, index: usize) -> Option<String> {
        self.game.action_at(index).map(|mv| self.game.write_move(mv))
    }

    fn index(&self, text: &str) -> Option<usize> {
        let by_text = self.by_text.get_or_init(|| {
            (0..G::ACTIONS).filter_map(|index| Some((self.text(index)?, index))).collect()
        });
        by_text.get(text).copied()
    }

    fn legal(&self, session: &dyn Session) -> Vec<usize> {
        let mut all = Vec::new();
        self.game.for_each_move(self.of(session).history().state(), |mv| {
            all.push(self.game.action_index(mv));
        });
        all.sort_unstable();
        all
    }

    fn observe(&self, session: &dyn Session, viewer: Viewer, out: &mut [f32]) {
        let view = self.game.view(self.of(session).history().state(), viewer);
        self.game.observe(&view, out);
    }

    fn lanes(&self, count: usize, seed: u64) -> Box<dyn Lanes> {
        Box::new(TypedLanes::new(self.game.clone(), count, seed))
    }
}
