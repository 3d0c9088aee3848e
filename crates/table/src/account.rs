//! A table's game, for an account of luck and errors.

use parlour_analysis::GameRecord;
use parlour_core::Seat;

use crate::Table;
use crate::commands::{Code, Refusal};
use crate::ending::{OUT_OF_TIME, RESIGNED};
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
    let ending = table.ending().filter(|ending| !ending.shares.is_empty());
    let result = ending.as_ref().map(|ending| ending.shares.iter().map(|s| share(s)).collect());
    let label = ending.and_then(|ending| ending.label);
    let left = label.filter(|label| [RESIGNED, OUT_OF_TIME].contains(&label.template()));
    Ok(GameRecord {
        start: table.start(),
        actions: table.plies.iter().map(|ply| ply.action.clone()).collect(),
        result,
        ended_by: left.and_then(|label| label.args().first().map(|&seat| Seat(seat as u8))),
    })
}

/// A share of the win as a record writes it: `1`, `0` or `1/2`.
fn share(text: &str) -> f64 {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let number = |text: &str| text.parse::<f64>().unwrap_or_default();
    number(above) / number(below).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_as_they_are_written() {
        assert_eq!(["0", "1", "1/2", "1/4"].map(share), [0.0, 1.0, 0.5, 0.25]);
    }
}
