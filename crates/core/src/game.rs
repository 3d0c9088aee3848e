//! The rules of a game.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::rng::{Rng, below};
use crate::seat::{Seat, Shares};

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player chooses a move.
    Player(Seat),
    /// Dice, sticks or a draw decide.
    Chance,
    /// The game has ended.
    Over,
}

/// Who looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player who sits here.
    Seat(Seat),
    /// Anyone: what is known to all at the table.
    Public,
}

/// The chance type of a game without chance: it has no values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Never {}

/// Something that changes the position: a player's move or a chance outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action<M, C> {
    /// A player's move.
    Move(M),
    /// What chance brought.
    Chance(C),
}

/// The actions of `G`.
pub type ActionOf<G> = Action<<G as Game>::Move, <G as Game>::Chance>;

/// An action as one viewer sees it happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen<M, C> {
    /// In full.
    Open(Action<M, C>),
    /// A move was made, but not which one.
    HiddenMove,
    /// Chance decided, but not what.
    HiddenChance,
}

/// The actions of `G` as one viewer sees them.
pub type SeenOf<G> = Seen<<G as Game>::Move, <G as Game>::Chance>;

/// The rules of one game with its options, e.g. the number of players.
///
/// States are small and flat: search copies them. Bots and pictures get a [`Game::View`], never a
/// [`Game::State`], so that what is hidden stays hidden by construction.
#[expect(unused_variables, reason = "defaults ignore what they are given")]
pub trait Game: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// A position with all its secrets.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A player's move, 8 bytes or less.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A chance outcome; [`Never`] where there is none.
    type Chance: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// All that one viewer may know, memory included.
    type View: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What makes two positions the same for a repetition rule; `()` for a game without one.
    type Key: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether everybody always sees everything, so that a view is the state.
    /// [`open_game!`](crate::open_game) sets it.
    const OPEN: bool = false;

    /// How many players sit down.
    fn seats(&self) -> u8;

    /// The position at the start.
    fn start(&self) -> Self::State;

    /// Who acts next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Visits every legal move of the player to act, each once, until the visitor breaks.
    /// Visits nothing at a chance node and after the end.
    fn moves<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Visits every outcome of a chance node with its whole-number weight, each once, until the
    /// visitor breaks. Visits nothing elsewhere.
    fn chances<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Chance, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Plays a move. Precondition: it is legal here.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// Applies a chance outcome. Precondition: it is possible here.
    fn resolve(&self, state: &mut Self::State, chance: Self::Chance);

    /// The win, split, once the game is over; `None` while it goes on.
    fn shares(&self, state: &Self::State) -> Option<Shares>;

    /// What `viewer` may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// A position that the owner of `view` cannot rule out, drawn at random.
    fn determinize<R: Rng + ?Sized>(&self, view: &Self::View, rng: &mut R) -> Self::State;

    /// How `viewer` sees an action that is made in the position `before`.
    fn seen(&self, before: &Self::State, action: ActionOf<Self>, viewer: Viewer) -> SeenOf<Self> {
        Seen::Open(action)
    }

    /// Whether a move brings something hidden to light, so that it can't be taken back.
    fn reveals(&self, before: &Self::State, mv: Self::Move) -> bool {
        false
    }

    /// The key under which recurring positions are counted; `None` where no such rule is.
    fn key(&self, state: &Self::State) -> Option<Self::Key> {
        None
    }

    /// Whether no position before this one can come again, so that memory may start afresh.
    fn irreversible(&self, state: &Self::State) -> bool {
        true
    }

    /// Ends the game because its position has come [`Game::RECURRENCES`] times. Called just after
    /// the action that brought it; the game must be over then.
    fn end_by_recurrence(&self, state: &mut Self::State) {}

    /// How often the same [`Game::key`] may come until the game ends.
    const RECURRENCES: usize = 3;

    /// Visits every legal move of the player to act, each once.
    #[inline]
    fn for_each_move(&self, state: &Self::State, visit: impl FnMut(Self::Move)) {
        let _ = self.moves(state, each(visit));
    }

    /// Visits every outcome of a chance node with its weight, each once.
    #[inline]
    fn for_each_chance(&self, state: &Self::State, mut visit: impl FnMut(Self::Chance, u32)) {
        let _ = self.chances(state, |chance, weight| {
            visit(chance, weight);
            ControlFlow::<Never>::Continue(())
        });
    }

    /// How many legal moves there are.
    fn count_moves(&self, state: &Self::State) -> u64 {
        let mut count = 0;
        self.for_each_move(state, |_| count += 1);
        count
    }

    /// A uniformly random legal move. Precondition: a player is to act.
    fn sample_move<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Self::Move {
        let mut left = below(rng, self.count_moves(state) as u32);
        let picked = self.moves(state, |mv| {
            if left == 0 {
                return ControlFlow::Break(mv);
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        match picked {
            ControlFlow::Break(mv) => mv,
            ControlFlow::Continue(()) => unreachable!("count_moves and moves agree"),
        }
    }

    /// A random chance outcome by its weight. Precondition: chance is to act.
    fn sample_chance<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Self::Chance {
        let mut total = 0;
        self.for_each_chance(state, |_, weight| total += weight);
        let mut left = below(rng, total);
        let picked = self.chances(state, |chance, weight| {
            if left < weight {
                return ControlFlow::Break(chance);
            }
            left -= weight;
            ControlFlow::Continue(())
        });
        match picked {
            ControlFlow::Break(chance) => chance,
            ControlFlow::Continue(()) => unreachable!("the weights add up to their total"),
        }
    }
}

/// How many outcomes a chance node has.
pub fn count_chances<G: Game>(game: &G, state: &G::State) -> u64 {
    let mut count = 0;
    game.for_each_chance(state, |_, _| count += 1);
    count
}

/// A visitor that never breaks, for [`Game::moves`] and its like.
#[inline(always)]
pub fn each<T>(mut visit: impl FnMut(T)) -> impl FnMut(T) -> ControlFlow<Never> {
    move |item| {
        visit(item);
        ControlFlow::Continue(())
    }
}

/// One action, whichever it is.
pub fn apply<G: Game>(game: &G, state: &mut G::State, action: ActionOf<G>) {
    match action {
        Action::Move(mv) => game.play(state, mv),
        Action::Chance(chance) => game.resolve(state, chance),
    }
}

/// A uniformly random action of the player to act, or what chance brings; `None` at the end.
pub fn sample<G: Game, R: Rng + ?Sized>(
    game: &G,
    state: &G::State,
    rng: &mut R,
) -> Option<ActionOf<G>> {
    match game.turn(state) {
        Turn::Player(_) => Some(Action::Move(game.sample_move(state, rng))),
        Turn::Chance => Some(Action::Chance(game.sample_chance(state, rng))),
        Turn::Over => None,
    }
}

/// All legal actions here, in the order in which the game visits them.
pub fn actions<G: Game>(game: &G, state: &G::State) -> Vec<ActionOf<G>> {
    let mut all = Vec::new();
    add_actions(game, state, &mut all);
    all
}

/// Adds all legal actions here to a list. A position has moves or chance outcomes, never both.
pub(crate) fn add_actions<G: Game>(game: &G, state: &G::State, all: &mut Vec<ActionOf<G>>) {
    game.for_each_move(state, |mv| all.push(Action::Move(mv)));
    game.for_each_chance(state, |chance, _| all.push(Action::Chance(chance)));
}
