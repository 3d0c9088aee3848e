//! One game between contenders that see only a session: computer players, other programs.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_core::rng::{Rng, seeded};
use parlour_core::{NotationError, Seat, Shares, Turn};
use parlour_search::{Budget, SearchControl, SearchRequest};

use parlour_games::did_you_mean::shown;
use parlour_games::{Player, PlayerError, Session};

use super::program_error::ProgramError;

/// Somebody who plays in a match.
pub trait Contender: Send {
    /// A new game begins.
    ///
    /// # Errors
    /// When this contender cannot go on, and why.
    fn begin(&mut self, stop: &AtomicBool) -> Result<(), ContenderError> {
        let _ = stop;
        Ok(())
    }

    /// The text of the move to make. `actions` led from the start to this position.
    ///
    /// # Errors
    /// When this contender cannot go on, and why.
    fn choose(
        &mut self,
        session: &dyn Session,
        actions: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, ContenderError>;

    /// What it has said beside its moves, for the report of its failure.
    fn stderr(&mut self) -> Option<String> {
        None
    }
}

/// Why a contender cannot play, or go on.
#[derive(Clone, Debug, PartialEq)]
pub enum ContenderError {
    /// There is no such player in this game.
    Player(PlayerError),
    /// The player has no limit, and would think for ever.
    NoLimit(String),
    /// Another program failed.
    Program(Box<ProgramError>),
    /// It was asked for a move where no player moves.
    NobodyToMove,
    /// It made a move that is not legal.
    IllegalMove(Box<IllegalMove>),
}

/// A move that is not legal.
#[derive(Clone, Debug, PartialEq)]
pub struct IllegalMove {
    /// The move.
    pub action: String,
    /// The number of the action in the game, from 1.
    pub number: usize,
    /// The position in which it was made.
    pub position: String,
    /// Why it is not legal.
    pub error: NotationError,
    /// Whether it was the contender's first move.
    pub first: bool,
}

impl fmt::Display for ContenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContenderError::Player(error) => error.fmt(f),
            ContenderError::NoLimit(why) => f.write_str(why),
            ContenderError::Program(error) => error.fmt(f),
            ContenderError::NobodyToMove => f.write_str("nobody is to move"),
            ContenderError::IllegalMove(illegal) => {
                let IllegalMove { action, number, position, error, first } = &**illegal;
                let action = shown(action);
                write!(
                    f,
                    "illegal move '{action}' as action {number} of the game, at {position}: {error}"
                )?;
                if *first {
                    f.write_str("; it was its first move, so it may be playing another game")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for ContenderError {}

impl From<ProgramError> for ContenderError {
    fn from(error: ProgramError) -> Self {
        ContenderError::Program(Box::new(error))
    }
}

/// A computer player in a match.
pub struct EnginePlayer(pub Box<dyn Player>);

impl std::fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePlayer").finish_non_exhaustive()
    }
}

impl Contender for EnginePlayer {
    fn choose(
        &mut self,
        session: &dyn Session,
        _: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, ContenderError> {
        let begun = Instant::now();
        let request = SearchRequest::best_move(Budget::default(), seed);
        let control = SearchControl { clock: &|| begun.elapsed(), stop };
        let report = self.0.search(session, &request, &control, &mut |_| {});
        report.map(|report| report.chosen).ok_or(ContenderError::NobodyToMove)
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Everything that happened, chance included.
    pub actions: Vec<String>,
    /// The win, split by seat.
    pub shares: Shares,
}

/// Why a game came to no end.
#[derive(Clone, Debug, PartialEq)]
pub enum GameError {
    /// It was stopped.
    Stopped,
    /// The contender at this seat failed.
    Failed {
        /// The seat.
        seat: Seat,
        /// Why.
        error: ContenderError,
        /// What it wrote to its error stream.
        stderr: Option<String>,
    },
}

/// Plays one game from `session` on, which stands where `opening` led. `at` says which contender sits
/// where, in seat order; `dice` is all that chance depends on, `seed` all that the players do. `moved` gets
/// who has moved, and how long that took: for another program that is its answer with the way there and back.
///
/// # Errors
/// When it was stopped or a contender failed.
pub fn play(
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
                let action = session.roll(&mut dice).expect("chance has outcomes");
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
                    let (number, position) = (actions.len() + 1, session.position());
                    let first = !has_moved[player];
                    let illegal = IllegalMove { action, number, position, error, first };
                    let error = ContenderError::IllegalMove(Box::new(illegal));
                    return Err(fault(contender, seat, error));
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
fn fault(contender: &mut Box<dyn Contender>, seat: Seat, error: ContenderError) -> GameError {
    GameError::Failed { seat, error, stderr: contender.stderr() }
}

/// Random actions from `session` on, for games that would else all begin alike. An opening that
/// ends the game is drawn again, and at last given up.
pub fn opening(session: &dyn Session, plies: u32, seed: u64) -> (Box<dyn Session>, Vec<String>) {
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
