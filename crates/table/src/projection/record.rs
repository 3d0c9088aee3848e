//! Writes the record of a table, in the form that [`record`](crate::record) describes.

use std::collections::BTreeMap;
use std::fmt::Write;

use parlour_core::Seat;

use super::replay::Hindsight;
use crate::record::{VERSION, cause_text, computer_name};
use crate::{Chair, Holder, Table, dice};

/// How wide a line of actions gets.
const WIDTH: usize = 78;

/// The record of a table, as it may be known in hindsight.
pub fn write_record(table: &Table, how: Hindsight) -> String {
    let mut text =
        format!("parlour: {VERSION}\ngame: {}\nrules: {}\n", table.entry.id, table.created.rules);
    for (name, value) in &table.created.options {
        let _ = writeln!(text, "option {name}: {value}");
    }
    for (index, chair) in table.chairs.iter().enumerate() {
        let name = match (chair.player(), &chair.holder) {
            // One person at several seats, as on one screen: the game's names tell them apart.
            (Some(person), _) if !person.own_name && shares_name(table, &person.name) => {
                table.session.seat_name(Seat(index as u8))
            }
            (Some(person), _) => person.name.clone(),
            (None, Holder::Computer { level, .. }) => computer_name(*level),
            (None, _) => "Nobody".to_owned(),
        };
        let _ = writeln!(text, "player {}: {name}", index + 1);
    }
    write_computer_moves(&mut text, table);
    let ending = table.ending();
    let result = ending.as_ref().and_then(|ending| ending.shares);
    let result = result.map_or_else(|| "none".to_owned(), |shares| shares.to_string());
    let _ = writeln!(text, "result: {result}");
    if let Some(ending) = ending {
        let words = ending.words();
        let words = words.map_or_else(str::to_owned, |label| table.session.english(&[label]));
        let _ = writeln!(text, "ending: {words}");
        if let Some(cause) = cause_text(&ending.cause) {
            let _ = writeln!(text, "cause: {cause}");
        }
    }
    if let Some(seed) = &table.created.seed
        && table.has_chance()
    {
        let _ = writeln!(text, "dice: {}", dice::commitment(seed));
        let given = table.given();
        if let Some(seals) = &given.seals {
            let seals = if seals.is_empty() { "none".to_owned() } else { seals.join(" ") };
            let _ = writeln!(text, "seals: {seals}");
        }
        for given in &given.contributions {
            let _ = writeln!(text, "contribution {}: {}", given.ply, given.salt);
        }
        // The seed reveals every hidden draw: it is published together with them.
        if how == Hindsight::Open {
            let _ = writeln!(text, "seed: {seed}");
        }
    }
    text.push_str("actions:\n");
    let mut width = 0;
    for ply in table.plies.iter() {
        let action = match how {
            Hindsight::Open => &ply.action,
            Hindsight::Through(viewer) => &ply.description(viewer).action,
        };
        if width > 0 && width + 1 + action.len() > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
        }
        text.push_str(action);
        width += action.len() + 1;
    }
    text.push('\n');
    text
}

/// Whether several seats of a table have this name.
fn shares_name(table: &Table, name: &str) -> bool {
    let named = |chair: &&Chair| chair.player().is_some_and(|person| person.name == name);
    table.chairs.iter().filter(named).count() > 1
}

/// Tells which moves the computer made for a person.
fn write_computer_moves(text: &mut String, table: &Table) {
    let mut moves: BTreeMap<(u8, u8), String> = BTreeMap::new();
    for (number, ply) in (1..).zip(table.plies.iter()) {
        if let (Some(seat), Some(level)) = (ply.by, ply.computer)
            && table.chairs[seat.index()].player().is_some()
        {
            let _ = write!(moves.entry((seat.0, level.number())).or_default(), " {number}");
        }
    }
    for ((seat, level), numbers) in moves {
        let _ = writeln!(text, "computer {}: level {level} at{numbers}", seat + 1);
    }
}
