//! Somebody who plays games to learn from.

use parlour_core::rng::{SeededRng, below};
use parlour_core::{Action, GameHistory, PerSeat, Seat, Turn, Viewer};

use crate::engine::{Engine, Task};
use crate::heuristics::Heuristics;

/// How much a pupil thinks about each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// So many positions.
    Nodes(u64),
    /// So many plies ahead.
    Plies(u32),
}

/// A player with an engine of its own.
pub(super) struct Pupil<G: Heuristics> {
    pub(super) search: Box<dyn Engine<G>>,
    pub(super) effort: Effort,
    /// One move in so many is made at random: what nobody ever does is never learned. 0 for none.
    pub(super) slips: u32,
}

impl<G: Heuristics> Pupil<G> {
    /// The best move, and what everybody may expect.
    fn think(&mut self, game: &G, history: &GameHistory<G>, seat: Seat) -> (G::Move, PerSeat<f64>) {
        let view = game.view(history.state(), Viewer::Seat(seat));
        let (depth, work) = match self.effort {
            Effort::Nodes(nodes) => (None, nodes),
            Effort::Plies(plies) => (Some(plies), u64::MAX / 2),
        };
        let past = history.keys().to_vec();
        let task = Task::new(game, view, 0).with(|request| request.budget.depth = depth);
        self.search.begin(Task { past, ..task });
        self.search.step(work);
        let best = &self.search.report().lines[0];
        (best.choice(), best.shares)
    }
}

/// Plays a game that begins with so many random moves, and shows every other position with what the
/// player who is to act there makes of it. Everybody's share of the win; `at` tells which pupil has which
/// seat.
pub(super) fn play<G: Heuristics>(
    game: &G,
    pupils: &mut [Pupil<G>],
    at: &[usize],
    mut random: u32,
    rng: &mut SeededRng,
    mut show: impl FnMut(&G::State, Seat, PerSeat<f64>),
) -> PerSeat<f64> {
    let mut history = GameHistory::new(game, game.start());
    while let Turn::Player(seat) = history.turn(game) {
        let pupil = &mut pupils[at[seat.index()]];
        let mv = if random > 0 {
            random -= 1;
            game.sample_move(history.state(), rng)
        } else {
            let (best, shares) = pupil.think(game, &history, seat);
            show(history.state(), seat, shares);
            let slips = pupil.slips > 0 && below(rng, pupil.slips) == 0;
            if slips { game.sample_move(history.state(), rng) } else { best }
        };
        history.apply(game, Action::Move(mv));
    }
    let even = PerSeat::new(game.seats(), 1.0 / f64::from(game.seats()));
    history.shares(game).map_or(even, |shares| shares.map(|share| share.value()))
}
