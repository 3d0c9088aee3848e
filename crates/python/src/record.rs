//! Records, by the code that writes and reads them for a server.

use parlour_table::Table;
use parlour_table::ending::Ending;
use parlour_table::projection::replay::Hindsight;
use parlour_table::projection::write_record;
use parlour_table::record;
use pyo3::prelude::*;

use crate::errors::RecordError;
use crate::game::{Game, read_options};
use crate::state::State;

/// The table that a record describes.
fn table(text: &str) -> PyResult<Table> {
    record::table(text).map_err(|refusal| RecordError::new_err(refusal.message))
}

/// What a record says: game, players, actions, the result, and how it ended where that is not by the rules.
type Read = (Game, Vec<String>, Vec<String>, Option<Vec<f64>>, Option<String>);

/// Reads a record.
#[pyfunction]
pub(crate) fn _read_record(py: Python<'_>, text: &str) -> PyResult<Read> {
    let table = table(text)?;
    let options = pyo3::types::PyDict::new(py);
    for (name, value) in &table.created.options {
        options.set_item(name, value)?;
    }
    let rules = crate::game::Rules::new(table.entry.id, &read_options(Some(&options))?)?;
    let lines = write_record(&table, Hindsight::Open);
    let value =
        |prefix: &str| lines.lines().find_map(|line| line.strip_prefix(prefix)).map(str::to_owned);
    let players = (1..=rules.seats).filter_map(|seat| value(&format!("player {seat}: ")));
    let players = players.collect();
    let actions = table.plies.iter().map(|ply| ply.action.clone()).collect();
    let stopped = table.session.shares().is_none();
    let ending = table.ending();
    let result = ending.as_ref().map(Ending::numbers).filter(|shares| !shares.is_empty());
    let words = ending.filter(|_| stopped).map(|ending| {
        let words = ending.words();
        words.map_or_else(str::to_owned, |label| table.session.english(&[label]))
    });
    Ok((Game { rules }, players, actions, result, words))
}

/// The record of the game that led to a state.
#[pyfunction]
pub(crate) fn _write_record(state: &Bound<'_, State>, players: Vec<String>) -> PyResult<String> {
    let state = state.get();
    if !state.is_whole() {
        let message = "a record begins at the start of a game; this one began at another position";
        return Err(RecordError::new_err(message));
    }
    if players.len() > usize::from(state.rules.seats) {
        let message = format!("{} names for {} players", players.len(), state.rules.seats);
        return Err(RecordError::new_err(message));
    }
    let mut text = format!("parlour: 1\ngame: {}\n", state.rules.entry.id);
    for (name, value) in state.rules.values.iter() {
        text += &format!("option {name}: {value}\n");
    }
    for (number, name) in (1..).zip(players) {
        text += &format!("player {number}: {}\n", name.replace(['\n', '\r'], " "));
    }
    text += &format!("actions:\n{}\n", state.actions().join(" "));
    Ok(write_record(&table(&text)?, Hindsight::Open))
}
