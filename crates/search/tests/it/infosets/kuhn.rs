//! Kuhn's poker: three cards, one for each of two players, who have put in one chip each. A player
//! may put in a second; the other must match it or leave the chips. The higher card wins.

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};
use parlour_core::{Action, ActionOf, Game, Seat, Seen, SeenOf, Share, Shares, Turn, Viewer};
use parlour_search::{BeliefModel, Heuristics, InfoState, ObservedAction};

pub(crate) const CARDS: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kuhn;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Chips {
    /// Puts nothing in.
    Pass,
    /// Puts a second chip in.
    Bet,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Hands {
    pub(crate) cards: [Option<u8>; 2],
    pub(crate) acts: [Option<Chips>; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct HandView {
    pub(crate) own: Option<u8>,
    dealt: u8,
    acts: [Option<Chips>; 3],
    viewer: Viewer,
}

impl Hands {
    fn made(&self) -> usize {
        self.acts.iter().flatten().count()
    }

    /// What the first player wins in the end.
    fn gain(&self) -> Option<i8> {
        use Chips::{Bet, Pass};
        let [Some(first), Some(second)] = self.cards else { return None };
        let show = if first > second { 1 } else { -1 };
        match self.acts {
            [Some(Pass), Some(Pass), _] => Some(show),
            [Some(Bet), Some(Pass), _] => Some(1),
            [Some(Pass), Some(Bet), Some(Pass)] => Some(-1),
            [Some(Bet), Some(Bet), _] | [_, _, Some(Bet)] => Some(2 * show),
            _ => None,
        }
    }
}

impl Game for Kuhn {
    type State = Hands;
    type Move = Chips;
    type Chance = u8;
    type View = HandView;
    type Key = ();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Hands {
        Hands::default()
    }

    fn turn(&self, state: &Hands) -> Turn {
        match (state.cards, state.gain()) {
            (_, Some(_)) => Turn::Over,
            ([Some(_), Some(_)], _) => Turn::Player(Seat(state.made() as u8 % 2)),
            _ => Turn::Chance,
        }
    }

    fn moves<B>(
        &self,
        state: &Hands,
        visit: impl FnMut(Chips) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.turn(state) {
            Turn::Player(_) => [Chips::Pass, Chips::Bet].into_iter().try_for_each(visit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn chances<B>(
        &self,
        state: &Hands,
        mut visit: impl FnMut(u8, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(state) != Turn::Chance {
            return ControlFlow::Continue(());
        }
        (0..CARDS).filter(|&card| state.cards[0] != Some(card)).try_for_each(|card| visit(card, 1))
    }

    fn play(&self, state: &mut Hands, mv: Chips) {
        state.acts[state.made()] = Some(mv);
    }

    fn resolve(&self, state: &mut Hands, card: u8) {
        let next = usize::from(state.cards[0].is_some());
        state.cards[next] = Some(card);
    }

    fn shares(&self, state: &Hands) -> Option<Shares> {
        // Two chips lost are no share, two won all of it.
        let gain = state.gain()?;
        let share = |gain: i8| Share { numerator: (gain + 2) as u8, denominator: 4 };
        let mut shares = Shares::draw(2);
        (shares[Seat(0)], shares[Seat(1)]) = (share(gain), share(-gain));
        Some(shares)
    }

    fn view(&self, state: &Hands, viewer: Viewer) -> HandView {
        let own = match viewer {
            Viewer::Seat(seat) => state.cards[seat.index()],
            Viewer::Public => None,
        };
        let dealt = state.cards.iter().flatten().count() as u8;
        HandView { own, dealt, acts: state.acts, viewer }
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &HandView, rng: &mut R) -> Hands {
        loop {
            let mut cards = [None, None];
            for card in cards.iter_mut().take(usize::from(view.dealt)) {
                *card = Some(below(rng, u32::from(CARDS)) as u8);
            }
            let state = Hands { cards, acts: view.acts };
            if (cards[0] != cards[1] || view.dealt == 0) && self.view(&state, view.viewer) == *view
            {
                return state;
            }
        }
    }

    fn seen(&self, state: &Hands, action: ActionOf<Self>, viewer: Viewer) -> SeenOf<Self> {
        let to = Viewer::Seat(Seat(u8::from(state.cards[0].is_some())));
        match action {
            Action::Chance(_) if viewer != to => Seen::HiddenChance,
            _ => Seen::Open(action),
        }
    }
}

impl Heuristics for Kuhn {}

/// How much players are drawn to put a second chip in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nerve(pub(crate) f32);

impl BeliefModel for Kuhn {
    type Belief = ();
    type PlayerModel = Nerve;

    fn believe(&self, _: &Nerve, _: &HandView, _: &[ObservedAction<Self>]) {}

    fn determinize_by<R: Rng + ?Sized>(&self, view: &HandView, (): &(), rng: &mut R) -> Hands {
        self.determinize(view, rng)
    }

    fn info_states(&self, view: &HandView, (): &()) -> Vec<InfoState<HandView>> {
        let odds = 1.0 / f32::from(CARDS);
        (0..CARDS)
            .map(|card| InfoState { view: HandView { own: Some(card), ..*view }, odds })
            .collect()
    }

    fn policy_logits(&self, nerve: &Nerve, _: &Hands, moves: &[Chips], logits: &mut Vec<f32>) {
        logits.extend(moves.iter().map(|&mv| if mv == Chips::Bet { nerve.0 } else { 0.0 }));
    }
}
