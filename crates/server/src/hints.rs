//! Hints: what the computer thinks of somebody's moves.

use std::num::NonZeroUsize;
use std::time::Duration;

use parlour_core::{Turn, Viewer};
use parlour_games::{Choice, Session, Spec, TextLine};
use parlour_search::{Budget, Certainty};
use parlour_table::commands::Refusal;
use parlour_table::stored::TableId;
use parlour_wire::label::Writer;
use parlour_wire::socket::{self, HintMove, ServerMessage};

use crate::app::App;
use crate::bots::Purpose;
use crate::error::Error;

/// So many moves a hint names at most.
pub(crate) const HINT_MOVES: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// What the computer would play here.
pub(crate) async fn think(
    app: App,
    home: String,
    table: TableId,
    session: Box<dyn Session>,
    ply: u32,
) -> Result<ServerMessage, Error> {
    let choices = match session.turn() {
        Turn::Player(seat) => session.choices(Viewer::Seat(seat)),
        _ => Vec::new(),
    };
    let thought = app.hub.pool.think(table, session, player(), Purpose::Hint(home)).await;
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

/// Who thinks about hints: the best there is, for as long as a person likes to wait.
fn player() -> Spec {
    Spec::best_within(Budget { time: Some(Duration::from_millis(800)), ..Budget::default() })
}

fn told(certainty: Certainty) -> socket::Certainty {
    match certainty {
        Certainty::Estimated => socket::Certainty::Estimated,
        Certainty::Proven => socket::Certainty::Proven,
        Certainty::Exact => socket::Certainty::Exact,
    }
}
