//! A store that keeps its word only as far as a real one must: what it acknowledged is there.

use std::collections::BTreeMap;

use parlour_core::rng::{SeededRng, below};
use parlour_table::events::{Event, VERSION};
use parlour_table::stored::{Append, Stamped, TableId};

/// How an append ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AppendResult {
    Stored,
    Conflict,
    /// Nothing is known: it may be stored, or not.
    Failed,
}

/// The database, shared by all processes.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) tables: BTreeMap<TableId, Vec<Stamped>>,
    /// One in this number of writes and reads fails; 0: none does.
    pub(crate) faults: u32,
    pub(crate) failed: u64,
    pub(crate) conflicts: u64,
}

impl Store {
    fn faulty(&mut self, rng: &mut SeededRng) -> bool {
        let fails = self.faults > 0 && below(rng, self.faults) == 0;
        self.failed += u64::from(fails);
        fails
    }

    /// All or none, behind the event that the writer knew. A disk may fail before the write, or
    /// after it with nobody told.
    pub(crate) fn append(&mut self, append: &Append, rng: &mut SeededRng) -> AppendResult {
        let fails = self.faulty(rng);
        if fails && below(rng, 2) == 0 {
            return AppendResult::Failed;
        }
        let events = self.tables.entry(append.table.clone()).or_default();
        if events.len() as u64 != append.expected {
            self.conflicts += 1;
            return AppendResult::Conflict;
        }
        for body in append.bodies() {
            let sequence = events.len() as u64 + 1;
            let (event, request) = Event::decode(VERSION, &body).expect("what was just written");
            events.push(Stamped { sequence, at: append.at, event, request });
        }
        if fails { AppendResult::Failed } else { AppendResult::Stored }
    }

    /// The events after that number; `None` when reading fails.
    pub(crate) fn load(
        &mut self,
        table: &TableId,
        after: u64,
        rng: &mut SeededRng,
    ) -> Option<Vec<Stamped>> {
        if self.faulty(rng) {
            return None;
        }
        let events = self.tables.get(table)?;
        Some(events[(after as usize).min(events.len())..].to_vec())
    }
}
