//! A coin in somebody's hand, or none, which only the owner of the hand knows. Who has it may show it or keep
//! the hand closed; who has none can only do that. It makes no difference to who wins.

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};
use parlour_core::{ActionOf, Game, Seat, Seen, SeenOf, Shares, Turn, Viewer};
use parlour_search::Heuristics;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coin;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hand {
    pub(crate) coin: bool,
    pub(crate) over: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum HandMove {
    Keep,
    Show,
}

impl Game for Coin {
    type State = Hand;
    type Move = HandMove;
    /// Whether there is a coin, if that is known, and whether it is over.
    type View = (Option<bool>, bool);
    type Key = ();

    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Hand {
        Hand { coin: false, over: false }
    }

    fn turn(&self, state: &Hand) -> Turn {
        if state.over { Turn::Over } else { Turn::Player(Seat(0)) }
    }

    fn moves<B>(
        &self,
        state: &Hand,
        visit: impl FnMut(HandMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let all = [HandMove::Keep, HandMove::Show];
        let legal = if state.over { 0 } else { 1 + usize::from(state.coin) };
        all.into_iter().take(legal).try_for_each(visit)
    }

    fn play(&self, state: &mut Hand, _: HandMove) {
        state.over = true;
    }

    fn shares(&self, state: &Hand) -> Option<Shares> {
        state.over.then(|| Shares::sole(2, Seat(1)))
    }

    fn view(&self, state: &Hand, viewer: Viewer) -> (Option<bool>, bool) {
        ((viewer == Viewer::Seat(Seat(0))).then_some(state.coin), state.over)
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &(Option<bool>, bool), rng: &mut R) -> Hand {
        Hand { coin: view.0.unwrap_or_else(|| below(rng, 2) == 0), over: view.1 }
    }

    fn seen(&self, _: &Hand, action: ActionOf<Self>, _: Viewer) -> SeenOf<Self> {
        Seen::Open(action)
    }
}

impl Heuristics for Coin {}
