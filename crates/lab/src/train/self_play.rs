//! Games that agents play to be trained on.

use parlour_core::rng::{Rng, SeededRng, below};
use parlour_core::{Action, GameHistory, PerSeat, Seat, Turn, Viewer};
use parlour_search::{Budget, Engine, Heuristics, ObservedAction, SearchTask};

use super::sample::Sample;

/// How much an agent searches for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    Nodes(u64),
    Plies(u32),
}

/// A player with an engine of its own.
pub(crate) struct Agent<G: Heuristics> {
    pub(crate) engine: Box<dyn Engine<G>>,
    pub(crate) effort: Effort,
    /// One move in this number is random, so that more positions are seen; 0 for none.
    pub(crate) random: u32,
}

/// A move of a game.
pub(crate) struct Decision<'a, G: Heuristics> {
    pub(crate) before: &'a G::State,
    pub(crate) mv: G::Move,
    pub(crate) seat: Seat,
    /// Everybody's share of the win as the search estimated it before the move.
    pub(crate) estimate: PerSeat<f64>,
}

/// A longer game is broken off, and counts as shared.
const MAX_DECISIONS: u32 = 4_000;

/// Plays a game that begins with this number of random moves, and shows every later decision. `at` is the
/// agent of each seat. Everybody's share of the win.
pub(crate) fn play<G: Heuristics>(
    game: &G,
    agents: &mut [Agent<G>],
    at: &[usize],
    mut opening: u32,
    rng: &mut SeededRng,
    mut show: impl FnMut(Decision<'_, G>),
) -> PerSeat<f64> {
    let mut history = GameHistory::new(game, game.start());
    let mut observed = Vec::new();
    let mut decisions = 0;
    loop {
        let before = *history.state();
        let action = match history.turn(game) {
            Turn::Over => break,
            Turn::Player(_) if decisions == MAX_DECISIONS => break,
            Turn::Chance => Action::Chance(game.sample_chance(&before, rng)),
            Turn::Player(_) if opening > 0 => {
                opening -= 1;
                Action::Move(game.sample_move(&before, rng))
            }
            Turn::Player(seat) => {
                decisions += 1;
                let agent = &mut agents[at[seat.index()]];
                let (best, estimate) = search(game, agent, &history, &observed, seat, rng);
                let random = agent.random > 0 && below(rng, agent.random) == 0;
                let mv = if random { game.sample_move(&before, rng) } else { best };
                show(Decision { before: &before, mv, seat, estimate });
                Action::Move(mv)
            }
        };
        if !G::OPEN {
            let seen = game.seen(&before, action, Viewer::Public);
            observed.push(ObservedAction { before: game.view(&before, Viewer::Public), seen });
        }
        history.apply(game, action);
    }
    let even = PerSeat::new(game.seats(), 1.0 / f64::from(game.seats()));
    history.shares(game).map_or(even, |shares| shares.map(|share| share.value()))
}

/// The best move that an agent finds, and everybody's share after it.
fn search<G: Heuristics>(
    game: &G,
    agent: &mut Agent<G>,
    history: &GameHistory<G>,
    observed: &[ObservedAction<G>],
    seat: Seat,
    rng: &mut SeededRng,
) -> (G::Move, PerSeat<f64>) {
    let (depth, work) = match agent.effort {
        Effort::Nodes(nodes) => (None, nodes),
        Effort::Plies(plies) => (Some(plies), u64::MAX / 2),
    };
    let view = game.view(history.state(), Viewer::Seat(seat));
    // An agent plays one game, so that what it keeps from move to move depends on that game alone.
    agent.engine.begin(SearchTask {
        repetition_keys: history.keys().to_vec(),
        observations: observed.to_vec(),
        budget: Budget { depth, ..Budget::default() },
        reuse: true,
        ..SearchTask::new(game, view, rng.next_u64())
    });
    agent.engine.step(work);
    let best = &agent.engine.report().lines[0];
    (best.choice(), best.shares)
}

/// A game of two agents: the first has every other seat, from the first seat in even rounds. Its share of
/// the win, so that an equal agent has half in two rounds.
pub(crate) fn trial<G: Heuristics>(
    game: &G,
    agents: &mut [Agent<G>; 2],
    round: u64,
    opening: u32,
    rng: &mut SeededRng,
) -> f64 {
    let seats = usize::from(game.seats());
    let at: Vec<usize> = (0..seats).map(|seat| (seat + round as usize) % 2).collect();
    let shares = play(game, agents, &at, opening, rng, |_| {});
    shares.iter().filter(|(seat, _)| at[seat.index()] == 0).map(|(_, share)| share).sum()
}

/// Gives the samples of a game their targets (TD(λ)): the result and, weighted by `1 - lambda`, each later
/// estimate. Options are seats.
pub(crate) fn with_targets(
    visited: Vec<(Sample, PerSeat<f64>)>,
    result: PerSeat<f64>,
    lambda: f64,
) -> Vec<Sample> {
    let mut target = result;
    let mut samples: Vec<Sample> = Vec::with_capacity(visited.len());
    for (mut sample, estimate) in visited.into_iter().rev() {
        sample.target = target.as_slice().iter().map(|&share| share as f32).collect();
        samples.push(sample);
        for (seat, estimate) in estimate.iter() {
            target[seat] = lambda * target[seat] + (1.0 - lambda) * estimate;
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_blend_the_result_with_later_estimates() {
        let shares = |first: f64| {
            let mut shares = PerSeat::new(2, first);
            shares[Seat(1)] = 1.0 - first;
            shares
        };
        let sample = Sample { options: vec![vec![], vec![]], target: vec![], scale: 1.0 };
        let visited = vec![(sample.clone(), shares(0.1)), (sample, shares(0.5))];
        let samples = with_targets(visited, shares(1.0), 0.75);
        let first: Vec<f32> = samples.iter().map(|sample| sample.target[0]).collect();
        assert_eq!(first, [1.0, 0.875], "the last position first");
    }
}
