//! A table's game, for a report on it.

use parlour_session::GameRecord;

use crate::Table;
use crate::commands::{Code, Refusal};
use crate::listing::Status;

/// Whether there can be a report: it looks at everything, so there is none while the game goes on.
///
/// # Errors
/// While the game goes on, and where nobody has moved.
pub fn check_reportable(table: &Table) -> Result<(), Refusal> {
    let no_report = |why| Err(Refusal::new(Code::NotOver, why));
    match table.status() {
        Status::Over if table.ply() == 0 => no_report("Nothing was played in this game."),
        Status::Over => Ok(()),
        _ => no_report("There is a report once the game is over."),
    }
}

/// The game that was played at a table, with everything open.
///
/// # Errors
/// As [`check_reportable`].
pub fn game_record(table: &Table) -> Result<GameRecord, Refusal> {
    check_reportable(table)?;
    let ending = table.ending();
    Ok(GameRecord {
        start: table.start(),
        actions: table.plies.iter().map(|ply| ply.action.clone()).collect(),
        result: ending.as_ref().map(|ending| ending.numbers()).filter(|shares| !shares.is_empty()),
        ended_by: ending.and_then(|ending| ending.ended_by()),
        by_computer: by_computer(table),
    })
}

/// The actions, from 1, that the computer made for a person: one who handed the game over to it, or was away.
fn by_computer(table: &Table) -> Vec<usize> {
    let for_person = |ply: &crate::plies::Ply| {
        let seat = ply.by.filter(|_| ply.computer.is_some());
        seat.is_some_and(|seat| table.chairs[seat.index()].player().is_some())
    };
    let plies = (1..).zip(table.plies.iter());
    plies.filter(|(_, ply)| for_person(ply)).map(|(number, _)| number).collect()
}
