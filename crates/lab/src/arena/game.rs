//! One game between contenders that see only a session: computer players, other programs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_console::failure::Failure;
use parlour_core::rng::{Rng, seeded};
use parlour_core::{Seat, Shares, Turn};
use parlour_search::{Budget, SearchRequest};
use parlour_session::{Player, Session, did_you_mean::shown};

use crate::search;

/// Somebody who plays in a match.
pub(crate) trait Contender: Send {
    fn begin(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let _ = stop;
        Ok(())
    }

    /// The text of the move to make. `actions` led from the start to this position.
    fn choose(
        &mut self,
        session: &dyn Session,
        actions: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, Failure>;

    /// What it has said beside its moves, for the report of its failure.
    fn stderr(&mut self) -> Option<String> {
        None
    }
}

pub(crate) struct EnginePlayer(pub(crate) Box<dyn Player>);

impl Contender for EnginePlayer {
    fn choose(
        &mut self,
        session: &dyn Session,
        _: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, Failure> {
        let request = SearchRequest::best_move(Budget::default(), seed);
        Ok(search(&mut *self.0, session, &request, stop)?.chosen)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedGame {
    /// Everything that happened, chance included.
    pub(crate) actions: Vec<String>,
    /// The win, split by seat.
    pub(crate) shares: Shares,
}

/// Why a game was not finished.
#[derive(Debug)]
pub(crate) enum GameError {
    Stopped,
    /// The contender at this seat failed.
    Failed(Seat, Failure),
}

/// Plays one game from `session` on, which stands where `opening` led. `at` says which contender sits
/// where, in seat order; `dice` is all that chance depends on, `seed` all that the players do. `moved` gets
/// who has moved, and how long that took: for another program that is its answer with the way there and back.
pub(crate) fn play(
    (session, opening): (&dyn Session, &[String]),
    contenders: &mut [Box<dyn Contender>],
    at: &[usize],
    [dice, seed]: [u64; 2],
    stop: &AtomicBool,
    mut moved: impl FnMut(usize, Duration),
) -> Result<FinishedGame, GameError> {
    let mut session = session.boxed_clone();
    let (mut dice, mut seeds) = (seeded(dice), seeded(seed));
    let mut actions = opening.to_vec();
    let mut has_moved = vec![false; contenders.len()];
    for seat in Seat::all(session.seats()) {
        let contender = &mut contenders[at[seat.index()]];
        let begun = contender.begin(stop);
        if stop.load(Ordering::Relaxed) {
            return Err(GameError::Stopped);
        }
        begun.map_err(|error| fault(contender, seat, error))?;
    }
    loop {
        let action = match session.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let action = session.sample_chance(&mut dice).expect("chance has outcomes");
                session.play(&action).expect("an outcome that was drawn is legal");
                action
            }
            Turn::Player(seat) => {
                let player = at[seat.index()];
                let (contender, begun) = (&mut contenders[player], Instant::now());
                let chosen = contender.choose(&*session, &actions, seeds.next_u64(), stop);
                // A player that was stopped may have found nothing.
                if stop.load(Ordering::Relaxed) {
                    return Err(GameError::Stopped);
                }
                let action = chosen.map_err(|error| fault(contender, seat, error))?;
                moved(player, begun.elapsed());
                if let Err(error) = session.play(&action) {
                    let (action, number) = (shown(&action), actions.len() + 1);
                    let mut text = format!(
                        "illegal move '{action}' as action {number} of the game, at {}: {error}",
                        session.position()
                    );
                    if !has_moved[player] {
                        text += "; it was its first move, so it may be playing another game";
                    }
                    return Err(fault(contender, seat, Failure::Runtime(text)));
                }
                has_moved[player] = true;
                action
            }
        };
        actions.push(action);
    }
    let shares = session.shares().expect("a game that is over has shares");
    Ok(FinishedGame { actions, shares })
}

/// That a contender failed, with what it said about it.
fn fault(contender: &mut Box<dyn Contender>, seat: Seat, error: Failure) -> GameError {
    let said = contender.stderr().map_or(String::new(), |said| format!("; it said: {said}"));
    GameError::Failed(seat, Failure::Runtime(format!("{error}{said}")))
}

/// Random actions from `session` on, for games that would else all begin alike. An opening that
/// ends the game is drawn again, and at last given up.
pub(crate) fn opening(
    session: &dyn Session,
    plies: u32,
    seed: u64,
) -> (Box<dyn Session>, Vec<String>) {
    let mut rng = seeded(seed);
    for _ in 0..100 {
        let mut next = session.boxed_clone();
        let mut actions = Vec::new();
        for _ in 0..plies {
            let Some(action) = next.sample(&mut rng) else { break };
            if next.play(&action).is_ok() {
                actions.push(action);
            }
        }
        if next.turn() != Turn::Over {
            return (next, actions);
        }
    }
    (session.boxed_clone(), Vec::new())
}
