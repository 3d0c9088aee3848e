//! Hints: the best moves of a player, with values and reasons.

use parlour_analysis::reasons::reasons_for;
use parlour_core::{Turn, Viewer};
use parlour_search::Certainty;
use parlour_session::{Choice, HINT_MOVES, Session, Spec, TextLine};
use parlour_table::stored::TableId;
use parlour_wire::label::Writer;
use parlour_wire::socket::{HintMove, MoveFact};

use crate::analyses::busy;
use crate::app::App;
use crate::error::Error;
use crate::fairness::Claimant;

/// What the computer would play here, and why.
pub(crate) async fn think(
    app: App,
    claimant: Claimant,
    table: TableId,
    session: Box<dyn Session>,
) -> Result<(Vec<HintMove>, Vec<MoveFact>), Error> {
    let choices = match session.turn() {
        Turn::Player(seat) => session.choices(Viewer::Seat(seat)),
        _ => Vec::new(),
    };
    let spec = Spec::hint(&*session, 1);
    let lines = search(&app, &claimant, &table, session.clone(), spec).await?;
    let moves: Vec<HintMove> = lines.into_iter().map(|line| hint_move(&choices, line)).collect();
    let [best, next] = [0, 1].map(|n| moves.get(n).map(|line| line.action.clone()));
    // Facts look some moves ahead: that is no work for a thread that serves people.
    let why = tokio::task::spawn_blocking(move || {
        let reasons = |best: String| reasons_for(&*session, &best, next.as_deref());
        best.map(reasons).unwrap_or_default()
    });
    let why = why.await.unwrap_or_default().iter().map(MoveFact::of).collect();
    Ok((moves, why))
}

/// The lines of a search that are worth naming, the best first.
pub(crate) async fn search(
    app: &App,
    claimant: &Claimant,
    table: &TableId,
    session: Box<dyn Session>,
    spec: Spec,
) -> Result<Vec<TextLine>, Error> {
    let (table, claimant) = (table.clone(), claimant.clone());
    let thought = app.hub.pool.find_hint(table, session, spec, claimant).await;
    let mut lines = thought.ok_or_else(busy)?.lines;
    lines.retain(TextLine::tried);
    // Where the game is solved, every choice has its exact share of the win.
    if !lines.iter().all(|line| line.certainty == Certainty::Exact) {
        lines.truncate(HINT_MOVES.get());
    }
    Ok(lines)
}

/// A move with its value, named as among these choices.
pub(crate) fn hint_move(choices: &[Choice], line: TextLine) -> HintMove {
    let action = line.moves.into_iter().next().unwrap_or_default();
    let choice = choices.iter().find(|choice| choice.action == action);
    let label = |choice: &Choice| Writer::Spelled.label(&choice.label);
    let caption = choice.map(label).unwrap_or_default();
    HintMove { action, caption, value: line.value, certainty: line.certainty.into() }
}
