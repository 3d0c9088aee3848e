//! The coach: what a move gives away, before it is made.
//!
//! A page whose player wants a coach asks before it sends a move. Nothing is stored and nobody waits: the
//! move is made when the page sends it, whatever the coach said.

use parlour_analysis::coach::{CoachVerdict, Values};
use parlour_analysis::reasons::{is_certain_loss, reasons_against, reasons_for};
use parlour_analysis::sampled::lost_in;
use parlour_core::{Seat, Turn, Viewer};
use parlour_session::{Session, Spec, TextLine};
use parlour_table::stored::TableId;
use parlour_wire::socket::{MoveFact, MoveVerdict};

use crate::app::App;
use crate::error::Error;
use crate::fairness::{Claimant, Stop};
use crate::hints::{answer, hint_move, search, worth_naming};

/// The nodes and the time of a hint are divided by this: a person waits for the coach at every move. The coach
/// makes three such searches at most.
const PARTS: u64 = 3;

/// From this share of the win on, a better move is named. The page keeps the costliest move for the end of
/// the game, from the same share on (`web/src/table/coach.ts`).
const END_OF_GAME_THRESHOLD: f64 = 0.03;

/// What a page asks the coach.
pub(crate) struct Question {
    pub(crate) claimant: Claimant,
    pub(crate) table: TableId,
    pub(crate) ply: u32,
    pub(crate) action: String,
}

/// The value of the move that was chosen, and what the next player would answer.
struct MoveValue {
    value: f64,
    reply: Option<String>,
}

/// What the coach says of a legal move of the player to act.
pub(crate) async fn judge(
    app: App,
    question: Question,
    session: Box<dyn Session>,
) -> Result<MoveVerdict, Error> {
    let Turn::Player(mover) = session.turn() else { return Ok(fine(question)) };
    let spec = Spec::hint(&*session, PARTS);
    let Question { claimant, table, action, .. } = &question;
    let lines = search(&app, claimant, table, session.clone(), spec).await?;
    let lines = if session.has_secrets() { lines } else { worth_naming(lines) };
    let Some(best) = lines.first() else { return Ok(fine(question)) };
    let (made, best_value) = match lines.iter().find(|line| line.moves[0] == *action) {
        Some(line) => (known(&*session, &lines, line), Some(best.value)),
        None if session.has_secrets() => (None, None),
        // Both moves are valued in the same way: values of unlike searches differ by more than the moves.
        None => {
            let value = |action| value_after(&app, &question, &*session, mover, action);
            (value(action).await?, value(&best.moves[0]).await?.map(|made| made.value))
        }
    };
    // In a game with secrets the value of a move may be too rough to speak of. What the rules alone say of it is
    // sure.
    let certain_loss =
        session.has_secrets() && knows_certain_loss(&app, claimant, &*session, action).await?;
    let unknown = || MoveValue { value: best.value, reply: None };
    let valued = made.zip(best_value);
    let valued = valued.or_else(|| certain_loss.then(|| (unknown(), best.value)));
    let Some((made, best_value)) = valued else { return Ok(fine(question)) };
    // What follows in a game with secrets may depend on what the mover does not know.
    let dice = !session.has_secrets()
        && session.after(action).is_ok_and(|next| next.turn() == Turn::Chance);
    let values = Values {
        made: made.value,
        best: best_value,
        second: lines.get(1).map(|line| line.value),
        is_best: best.moves[0] == *action,
        dice,
        moves: session.legal().len(),
        certain_loss,
    };
    if values.verdict() == CoachVerdict::Fine && values.lost() < END_OF_GAME_THRESHOLD {
        return Ok(fine(question));
    }
    let best = best.clone();
    let claimant = claimant.clone();
    let say = move |_: &Stop| Ok(explain(question, &*session, mover, &values, made, best));
    app.hub.heavy.run(&claimant, say).await
}

/// Whether the rules alone speak against a move. Facts look some moves ahead: that is no work for a thread
/// that serves people.
async fn knows_certain_loss(
    app: &App,
    claimant: &Claimant,
    session: &dyn Session,
    action: &str,
) -> Result<bool, Error> {
    let (session, action) = (session.boxed_clone(), action.to_owned());
    let look = move |_: &Stop| Ok(is_certain_loss(&*session, &action));
    app.hub.heavy.run(claimant, look).await
}

/// What is known of a move from a line of the search.
fn known(session: &dyn Session, lines: &[TextLine], line: &TextLine) -> Option<MoveValue> {
    let value = if session.has_secrets() {
        lines.first()?.value - lost_in(lines, &line.moves[0])?
    } else {
        line.value
    };
    Some(MoveValue { value, reply: line.moves.get(1).cloned() })
}

/// The mover's share of the win after a move that the search had no line for: by a search of what follows,
/// over every throw. `None` where too much chance follows.
async fn value_after(
    app: &App,
    question: &Question,
    session: &dyn Session,
    mover: Seat,
    action: &str,
) -> Result<Option<MoveValue>, Error> {
    let Ok(next) = session.after(action) else { return Ok(None) };
    let chances = next.chances();
    if chances.is_empty() {
        return share(app, question, next, mover, PARTS).await;
    }
    let (mut sum, mut all) = (0.0, 0);
    let parts = PARTS * chances.len() as u64;
    for (outcome, weight) in chances {
        let Ok(thrown) = next.after(&outcome) else { return Ok(None) };
        let Some(made) = share(app, question, thrown, mover, parts).await? else { return Ok(None) };
        sum += f64::from(weight) * made.value;
        all += weight;
    }
    Ok(Some(MoveValue { value: sum / f64::from(all), reply: None }))
}

/// The mover's share where the game is over or a player is to act.
async fn share(
    app: &App,
    question: &Question,
    session: Box<dyn Session>,
    mover: Seat,
    parts: u64,
) -> Result<Option<MoveValue>, Error> {
    if let Some(shares) = session.shares() {
        return Ok(Some(MoveValue { value: shares[mover].value(), reply: None }));
    }
    if session.turn() == Turn::Chance {
        return Ok(None);
    }
    let spec = Spec::hint(&*session, parts);
    let Question { claimant, table, .. } = question;
    let lines = search(app, claimant, table, session, spec).await?;
    let made = |line: &TextLine| MoveValue {
        value: line.shares[mover],
        reply: line.moves.first().cloned(),
    };
    Ok(lines.first().map(made))
}

/// The verdict with its reasons.
fn explain(
    question: Question,
    session: &dyn Session,
    mover: Seat,
    values: &Values,
    made: MoveValue,
    best: TextLine,
) -> MoveVerdict {
    let facts = |facts: Vec<parlour_core::MoveFact>| facts.iter().map(MoveFact::of).collect();
    let choices = session.choices(Viewer::Seat(mover));
    let other = (best.moves[0] != question.action).then_some(question.action.as_str());
    let why = facts(reasons_for(session, &best.moves[0], other));
    let best = Some(hint_move(&choices, best));
    let lost = values.lost();
    let said = values.verdict();
    if said != CoachVerdict::GivesAway {
        return MoveVerdict { lost, best, why, ..plain(question, said) };
    }
    let reply = made.reply.filter(|_| !session.has_secrets());
    let next = session.after(&question.action).ok();
    let reply = reply.zip(next).and_then(|(reply, next)| answer(&*next, mover, &reply));
    let against = facts(reasons_against(session, &question.action));
    MoveVerdict { lost, against, reply, best, why, ..plain(question, said) }
}

fn fine(question: Question) -> MoveVerdict {
    plain(question, CoachVerdict::Fine)
}

fn plain(Question { ply, action, .. }: Question, verdict: CoachVerdict) -> MoveVerdict {
    let (against, why) = (Vec::new(), Vec::new());
    MoveVerdict { ply, action, verdict, lost: 0.0, against, reply: None, best: None, why }
}
