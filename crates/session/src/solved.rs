//! The solution of a game at a position, as texts.

use parlour_core::{PerSeat, Viewer};
use parlour_search::{Certainty, Constant, Effort, MoveValues, Progress, exact};

use crate::session::{Playable, Running};

/// A solved game at one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// What is known about the game as such.
    pub constants: Vec<Constant>,
    /// Everybody's share of the win here, in seat order.
    pub shares: Vec<f64>,
    /// The mover's choices with everybody's share after them, the best first; none where chance
    /// is to act.
    pub moves: Vec<(String, Vec<f64>)>,
    /// How much the shares can be trusted.
    pub certainty: Certainty,
}

/// Solves the position; `progress` gets the part that is done. `None` for a game
/// without a solution, unless few enough positions can follow.
pub(crate) fn solve<G: Playable>(
    running: &Running<G>,
    progress: &mut dyn FnMut(f64),
) -> Option<Solved> {
    let game = running.game();
    let verdict = match verdict(running, progress) {
        Some(verdict) => verdict,
        None => solve_end(running, progress)?,
    };
    let constants = game.solution().map(|solution| (solution.constants)(game));
    Some(as_texts(game, constants.unwrap_or_default(), &verdict))
}

/// The value of the position by the game's own solution, without constants about the game; `None` where the
/// game has none.
pub(crate) fn solution<G: Playable>(running: &Running<G>) -> Option<Solved> {
    Some(as_texts(running.game(), Vec::new(), &verdict(running, &mut |_| {})?))
}

/// What the game's own solution says of the position.
fn verdict<G: Playable>(
    running: &Running<G>,
    progress: &mut dyn FnMut(f64),
) -> Option<MoveValues<G::Move>> {
    /// The nodes between two calls of `progress`.
    const STEP: u64 = 4096;
    let game = running.game();
    let solution = game.solution()?;
    let view = &game.view(running.history().state(), Viewer::Public);
    let (all, mut done) = ((solution.rule.cost)(game, view).max(1), 0);
    loop {
        let worked = (solution.rule.work_out)(game, view, Effort::Whole, STEP);
        done += worked.nodes;
        progress((done as f64 / all as f64).min(1.0));
        if worked.progress == Progress::Done {
            break;
        }
    }
    Some((solution.rule.evaluate)(game, view, Effort::Whole))
}

/// How many positions there is room for where the end of a game is solved by its rules alone.
const CAPACITY: u64 = 1_500_000;

/// Whether there are exact values at this position, by a solution or because few enough positions can
/// follow.
pub(crate) fn is_solvable<G: Playable>(running: &Running<G>) -> bool {
    let (game, state) = (running.game(), running.history().state());
    match game.solution() {
        Some(solution) => (solution.exact)(game, state),
        None => state_count(running).is_some(),
    }
}

/// How many positions can follow, where that is known and there is room for them.
fn state_count<G: Playable>(running: &Running<G>) -> Option<u64> {
    let state_count = running.game().state_count_bound(running.history().state());
    state_count.filter(|&state_count| G::OPEN && state_count <= CAPACITY)
}

/// The end of a game that says how much can follow, by its rules alone; `None` where that is too much.
fn solve_end<G: Playable>(
    running: &Running<G>,
    progress: &mut dyn FnMut(f64),
) -> Option<MoveValues<G::Move>> {
    /// About how often each is gone over.
    const ROUNDS: f64 = 20.0;
    let (game, history) = (running.game(), running.history());
    let all = ROUNDS * state_count(running)? as f64;
    let mut tell = |nodes: u64| progress((nodes as f64 / all).min(1.0));
    exact::solve_position(game, history.state(), history.keys(), CAPACITY as usize, &mut tell)
}

fn as_texts<G: Playable>(
    game: &G,
    constants: Vec<Constant>,
    verdict: &MoveValues<G::Move>,
) -> Solved {
    let each = |shares: &PerSeat<f64>| shares.as_slice().to_vec();
    Solved {
        constants,
        shares: each(&verdict.shares),
        moves: verdict.moves.iter().map(|(mv, s)| (game.write_move(*mv), each(s))).collect(),
        certainty: verdict.certainty,
    }
}
