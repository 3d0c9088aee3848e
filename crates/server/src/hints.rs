//! Hints: the best moves of a player, with values and reasons.

use parlour_analysis::reasons::reasons_for;
use parlour_core::{Seat, Turn, Viewer};
use parlour_search::Certainty;
use parlour_session::{Choice, HINT_MOVES, Session, Spec, TextLine};
use parlour_table::stored::TableId;
use parlour_wire::label::Writer;
use parlour_wire::scene;
use parlour_wire::socket::{HintMove, MoveFact, Reply};

use crate::analyses::busy;
use crate::app::App;
use crate::error::Error;
use crate::fairness::{Claimant, Stop};

/// What the computer would play.
pub(crate) struct Hint {
    /// Good moves, the best first.
    pub(crate) moves: Vec<HintMove>,
    /// What speaks for the best one.
    pub(crate) why: Vec<MoveFact>,
    /// The answer that is expected.
    pub(crate) reply: Option<Box<Reply>>,
}

/// What the computer would play here, and why.
pub(crate) async fn think(
    app: App,
    claimant: Claimant,
    table: TableId,
    session: Box<dyn Session>,
) -> Result<Hint, Error> {
    let choices = match session.turn() {
        Turn::Player(seat) => session.choices(Viewer::Seat(seat)),
        _ => Vec::new(),
    };
    let spec = Spec::hint(&*session, 1);
    let lines = search(&app, &claimant, &table, session.clone(), spec).await?;
    let expected = lines.first().and_then(|line| line.moves.get(1).cloned());
    let lines = worth_naming(lines);
    let moves: Vec<HintMove> = lines.into_iter().map(|line| hint_move(&choices, line)).collect();
    let [best, next] = [0, 1].map(|n| moves.get(n).map(|line| line.action.clone()));
    // Facts look some moves ahead: that is no work for a thread that serves people.
    let explain = move |_: &Stop| {
        let Some(best) = best else { return Ok(Default::default()) };
        let why = reasons_for(&*session, &best, next.as_deref());
        Ok((why, expected.and_then(|reply| expected_reply(&*session, &best, &reply))))
    };
    let (why, reply): (Vec<_>, _) = app.hub.heavy.run(&claimant, explain).await?;
    let why = why.iter().map(MoveFact::of).collect();
    Ok(Hint { moves, why, reply: reply.map(Box::new) })
}

/// The next player's answer to a move. With secrets nobody can know it.
fn expected_reply(session: &dyn Session, best: &str, reply: &str) -> Option<Reply> {
    let Turn::Player(mover) = session.turn() else { return None };
    let open = !session.has_secrets();
    let next = open.then(|| session.after(best).ok()).flatten()?;
    answer(&*next, mover, reply)
}

/// The next player's answer as a move on the board.
pub(crate) fn answer(next: &dyn Session, mover: Seat, action: &str) -> Option<Reply> {
    let Turn::Player(seat) = next.turn() else { return None };
    let choices = next.choices(Viewer::Seat(seat)).into_iter();
    let choice = choices.filter(|_| seat != mover).find(|c: &Choice| c.action == action)?;
    let why = reasons_for(next, action, None).iter().map(MoveFact::of).collect();
    Some(Reply { seat: seat.0, choice: scene::Choice::of(choice, &mut Writer::Spelled), why })
}

/// The lines of a search whose values are known, the best first.
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
    // A search that was cut short may know none well; its best is still worth naming.
    let best = lines.first().filter(|line| line.tried()).cloned();
    lines.retain(TextLine::is_valued);
    if lines.is_empty() {
        lines.extend(best);
    }
    Ok(lines)
}

/// Those of them that are worth naming.
pub(crate) fn worth_naming(mut lines: Vec<TextLine>) -> Vec<TextLine> {
    // Where the game is solved, every choice has its exact share of the win.
    if !lines.iter().all(|line| line.certainty == Certainty::Exact) {
        lines.truncate(HINT_MOVES.get());
    }
    lines
}

/// A move with its value, named as among these choices.
pub(crate) fn hint_move(choices: &[Choice], line: TextLine) -> HintMove {
    let action = line.moves.into_iter().next().unwrap_or_default();
    let choice = choices.iter().find(|choice| choice.action == action);
    let label = |choice: &Choice| Writer::Spelled.label(&choice.label);
    let caption = choice.map(label).unwrap_or_default();
    HintMove { action, caption, value: line.value, certainty: line.certainty.into() }
}
