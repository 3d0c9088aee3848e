//! Opponents to measure a player by, and to train against. A player is named as everywhere; the lab adds
//! the names of its baselines to those of a game's own engines.

pub(crate) mod outwit;
mod shell_out;

use parlour_outwit::Outwit;
use parlour_search::EngineKind;
use parlour_session::{Playable, Player, PlayerError, Running, Session, Spec, player as player_of};
use parlour_shell_out::ShellOut;

/// A computer player for this table, which may be a baseline.
pub(crate) fn player(
    session: &dyn Session,
    spec: &Spec,
    threads: usize,
) -> Result<Box<dyn Player>, PlayerError> {
    if let Some(running) = Running::<Outwit>::of(session) {
        return with(running, &outwit::engines(), spec, threads);
    }
    if let Some(running) = Running::<ShellOut>::of(session) {
        return with(running, &shell_out::engines(), spec, threads);
    }
    session.player(spec, threads)
}

/// A player by one of the game's own engines or of these.
fn with<G: Playable>(
    running: &Running<G>,
    more: &[EngineKind<G>],
    spec: &Spec,
    threads: usize,
) -> Result<Box<dyn Player>, PlayerError> {
    let mut engines = running.game().engines();
    engines.extend_from_slice(more);
    player_of(running.game(), &engines, spec, threads)
}
