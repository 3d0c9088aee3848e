//! From what an earlier Parlour stored to what this one stores: the one place that knows earlier forms.
//!
//! Version 4 is what was written before the first release. It kept how a game ended as an English
//! sentence and shares of the win as texts; here they become data. What nobody's table needs any more
//! is not carried along.

use parlour_table::Table;
use parlour_table::events::{Event, VERSION};
use parlour_table::stored::{Stamped, TableId};
use serde_json::{Value, json};

use super::StoreError;

/// The version of the database that this program makes.
pub(super) const PRESENT: usize = 5;
/// The one earlier version that it opens.
const EARLIER: usize = 4;

/// What a database needs before it is used.
pub(super) enum Needed {
    Nothing,
    Schema,
    Upgrade,
}

/// What a database of this version needs; 0: it is empty.
pub(super) fn needed(version: usize) -> Result<Needed, StoreError> {
    match version {
        0 => Ok(Needed::Schema),
        EARLIER => Ok(Needed::Upgrade),
        PRESENT => Ok(Needed::Nothing),
        has if has > PRESENT => Err(StoreError::Newer { has, knows: PRESENT }),
        has => Err(StoreError::Unreadable(format!(
            "it is of version {has}, from before there were releases; this program reads version \
             {EARLIER} and {PRESENT}"
        ))),
    }
}

/// The tables whose rows change: the others need but the number of the present version.
pub(super) const FINISHED: &str = "SELECT id FROM tables WHERE status = 'over'";

/// An event as a database has it.
pub(super) struct Row {
    pub(super) sequence: i64,
    pub(super) at: i64,
    pub(super) body: String,
}

/// What becomes of a table's rows.
#[derive(Default)]
pub(super) struct Upgraded {
    /// The events that are written anew, with their numbers.
    pub(super) events: Vec<(i64, String)>,
    /// What lists show of it; `None`: as it was.
    pub(super) summary: Option<String>,
}

/// A finished table of the earlier version, by all its events in order.
pub(super) fn finished(id: &str, rows: Vec<Row>) -> Upgraded {
    let mut events = Vec::new();
    let (mut before, mut imported) = (Value::Null, false);
    let mut stamped = Vec::with_capacity(rows.len());
    for Row { sequence, at, mut body } in rows {
        let Ok(old) = serde_json::from_str::<Value>(&body) else { return Upgraded::default() };
        imported |= old["imported"] == true;
        if old["type"] == "ended" {
            body = ended(&old, &before, imported).to_string();
            events.push((sequence, body.clone()));
        }
        let event = Event::decode(VERSION, &body);
        let sequence = sequence as u64;
        let next = |(event, request)| Stamped { sequence, at, event, request };
        stamped.extend(event.ok().map(next));
        before = old;
    }
    // A table of other rules is kept as it is, and only its events can be read.
    let table = Table::replay(TableId(id.to_owned()), &stamped).ok();
    Upgraded { events, summary: table.map(|table| table.index().summary.encode()) }
}

/// An ending as data. What ended the game is told by the event before it; the sentence is only handed
/// on, and only where no event tells.
fn ended(old: &Value, before: &Value, imported: bool) -> Value {
    let seat = &before["seat"];
    let cause = match before["type"].as_str() {
        Some("resigned") => json!({"type": "resigned", "seat": seat}),
        Some("flagged") => json!({"type": "out-of-time", "seat": seat}),
        Some("draw-offered") if !imported => json!({"type": "draw-agreed"}),
        _ => json!({"type": "foreign", "text": old["words"]}),
    };
    let shares = old["shares"].as_array().into_iter().flatten();
    let winners = (0..).zip(shares).filter(|(_, share)| *share != "0").map(|(seat, _)| seat);
    json!({"type": "ended", "cause": cause, "winners": winners.collect::<Vec<u8>>()})
}
