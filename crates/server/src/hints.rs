//! Hints: what the computer thinks of somebody's moves.

use std::num::NonZeroUsize;
use std::time::Duration;

use parlour_core::{Turn, Viewer};
use parlour_games::{Choice, Session, Spec, TextLine, find};
use parlour_search::{Budget, Certainty};
use parlour_table::commands::Refusal;
use parlour_table::stored::TableId;
use parlour_wire::label::Writer;
use parlour_wire::socket::{self, HintMove, ServerMessage};

use crate::app::App;
use crate::bots::Purpose;
use crate::error::Error;
use crate::fairness::Claimant;

/// So many moves a hint names at most.
pub(crate) const HINT_MOVES: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// What the computer would play here.
pub(crate) async fn think(
    app: App,
    claimant: Claimant,
    table: TableId,
    session: Box<dyn Session>,
    ply: u32,
) -> Result<ServerMessage, Error> {
    let choices = match session.turn() {
        Turn::Player(seat) => session.choices(Viewer::Seat(seat)),
        _ => Vec::new(),
    };
    let spec = player(&*session);
    let thought = app.hub.pool.think(table, session, spec, Purpose::Hint { claimant }).await;
    let busy = || Refusal::new("busy", "The computer is busy. Ask again in a moment.");
    let thought = thought.ok_or_else(busy)?;
    let name = |line: TextLine| {
        let action = line.moves.into_iter().next().unwrap_or_default();
        let choice = choices.iter().find(|choice| choice.action == action);
        let label = |choice: &Choice| Writer::Spelled.label(&choice.label);
        let caption = choice.map(label).unwrap_or_default();
        HintMove { action, caption, value: line.value, certainty: told(line.certainty) }
    };
    // Of what was never tried nothing is known, unless that is true of all.
    let tried = thought.lines.iter().any(|line| line.visits > 0);
    let lines = thought.lines.into_iter().filter(|line| !tried || line.visits > 0);
    let moves = lines.take(HINT_MOVES.get()).map(name).collect();
    Ok(ServerMessage::Hint { ply, moves })
}

/// The player that makes hints: the game's best engine. A node limit ends its search, so that the same
/// position gets the same hint; the time limit is for a busy server only.
fn player(session: &dyn Session) -> Spec {
    // With secrets a node is a whole simulation.
    let secrets = find(session.id()).is_some_and(|game| game.secrets);
    let nodes = Some(if secrets { 20_000 } else { 150_000 });
    Spec::best_within(Budget { nodes, time: Some(Duration::from_secs(2)), depth: None })
}

pub(crate) fn told(certainty: Certainty) -> socket::Certainty {
    match certainty {
        Certainty::Estimated => socket::Certainty::Estimated,
        Certainty::Proven => socket::Certainty::Proven,
        Certainty::Exact => socket::Certainty::Exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_ends_the_search_for_a_hint() {
        for game in parlour_games::all() {
            let session = (game.open)(&Default::default()).expect("a game");
            let Spec::Engine { budget, .. } = player(&*session) else { panic!("an engine") };
            assert!(budget.nodes.is_some(), "{}", game.id);
        }
    }
}
