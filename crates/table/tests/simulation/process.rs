//! A server process: tables at hand, decided on, stored, and only then shown.

use std::collections::{BTreeMap, HashSet};

use parlour_core::rng::{SeededRng, below};
use parlour_table::commands::{Actor, Command, Refusal, decide};
use parlour_table::events::Event;
use parlour_table::steps::{Next, Pace, next, position_id, settle};
use parlour_table::stored::{TableId, VisitorId};
use parlour_table::{Broken, Table};

use crate::store::{AppendResult, Store};

/// How often a command is decided again before the caller is asked to.
const TRIES: usize = 5;

/// How a change ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Done {
    Changed,
    Unchanged,
    Refused,
    Failed,
}

/// One process. A crash takes everything in here with it.
#[derive(Debug, Default)]
pub(crate) struct Process {
    pub(crate) tables: BTreeMap<TableId, Table>,
    /// What this computer's clock is ahead of the true time.
    pub(crate) skew: i64,
    /// Only for the test of the test.
    pub(crate) speaks_too_soon: bool,
}

impl Process {
    /// The table as far as this process knows it, read from the store if need be.
    pub(crate) fn open(
        &mut self,
        id: &TableId,
        store: &mut Store,
        rng: &mut SeededRng,
    ) -> Option<&Table> {
        if !self.tables.contains_key(id) {
            let events = store.load(id, 0, rng)?;
            let table = Table::replay(id.clone(), &events).expect("what is stored is a table");
            self.tables.insert(id.clone(), table);
        }
        self.tables.get(id)
    }

    /// Reads what others have stored since; whether there was anything.
    pub(crate) fn catch_up(
        &mut self,
        id: &TableId,
        store: &mut Store,
        rng: &mut SeededRng,
    ) -> bool {
        let Some(table) = self.tables.get_mut(id) else { return false };
        let Some(events) = store.load(id, table.sequence, rng) else { return false };
        for stamped in &events {
            table.follow(stamped).expect("stored events follow each other");
        }
        !events.is_empty()
    }

    /// Changes a table by what `decide` makes of it.
    pub(crate) fn change(
        &mut self,
        id: &TableId,
        now: i64,
        store: &mut Store,
        rng: &mut SeededRng,
        decide: impl Fn(&Table) -> Result<Vec<Event>, Refusal>,
    ) -> Done {
        for _ in 0..TRIES {
            let Some(table) = self.open(id, store, rng) else { return Done::Failed };
            let events = match decide(table) {
                Err(_) => return Done::Refused,
                Ok(events) if events.is_empty() => return Done::Unchanged,
                Ok(events) => events,
            };
            let (next, append) = match table.with(now, events) {
                Ok(changed) => changed,
                Err(Broken::Illegal(_)) => return Done::Refused,
                Err(error) => panic!("what was decided can be done: {error}"),
            };
            match store.append(&append, rng) {
                AppendResult::Stored => {
                    self.tables.insert(id.clone(), next);
                    return Done::Changed;
                }
                AppendResult::Conflict => {
                    self.catch_up(id, store, rng);
                }
                AppendResult::Failed if self.speaks_too_soon => {
                    self.tables.insert(id.clone(), next);
                    return Done::Changed;
                }
                AppendResult::Failed => return Done::Failed,
            }
        }
        Done::Failed
    }

    /// Does what a visitor asks for.
    pub(crate) fn command(
        &mut self,
        id: &TableId,
        visitor: &VisitorId,
        command: &Command,
        now: i64,
        store: &mut Store,
        rng: &mut SeededRng,
    ) -> Done {
        let here = HashSet::from([visitor.clone()]);
        let actor = Actor { visitor, name: &visitor.0, invitation: "", presence: &here, now };
        self.change(id, now, store, rng, |table| decide(table, actor, command))
    }

    /// What a table does by itself, if it is time. A search takes a while: the table may have
    /// moved on when its result comes, so it names the position that it is for.
    pub(crate) fn drive(
        &mut self,
        id: &TableId,
        now: i64,
        store: &mut Store,
        rng: &mut SeededRng,
    ) -> Done {
        let Some(table) = self.open(id, store, rng) else { return Done::Failed };
        let (then, stale) = (position_id(table), table.clone());
        let action = match next(table, Pace::NONE, now) {
            Next::Nothing => return Done::Unchanged,
            Next::Flag { at } if at > now => return Done::Unchanged,
            Next::Flag { .. } => {
                return self.change(id, now, store, rng, |t| Ok(settle(t, now, None)));
            }
            Next::Throw { .. } => stale.throw(rng),
            Next::Move { .. } => stale.session.sample(rng),
        };
        // Another process may act in between.
        if below(rng, 4) == 0 {
            self.catch_up(id, store, rng);
        }
        self.change(id, now, store, rng, |table| {
            if position_id(table) != then {
                return Ok(Vec::new());
            }
            Ok(action.clone().map(|action| Event::Acted { action }).into_iter().collect())
        })
    }
}
