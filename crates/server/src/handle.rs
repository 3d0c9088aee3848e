//! A table in memory: its state, its viewers, and who is present.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex as StdMutex};

use parlour_table::Table;
use parlour_table::people::Chair;
use parlour_table::projection::{Presence, Visit};
use parlour_table::stored::{TableId, VisitorId};
use tokio::sync::{Mutex, watch};

use crate::bots::Audience;
use crate::broadcast::{Broadcast, Cursor};
use crate::error::Error;
use crate::fairness::Claimant;
use crate::frames::Frame;
use crate::security::Network;
use crate::sync::locked;
use crate::time::Time;

/// A table in memory.
#[derive(Debug)]
pub(crate) struct TableHandle {
    pub(crate) id: TableId,
    /// The table as it stands. A reader takes a reference and waits for nobody.
    table: StdMutex<Option<Arc<Table>>>,
    /// Held by the writer of a change until the change is stored.
    pub(crate) writing: Mutex<()>,
    /// What its pages are sent.
    broadcast: StdMutex<Broadcast>,
    /// Goes up at every change that a page may show.
    changes: watch::Sender<u64>,
    presence: StdMutex<PresenceState>,
    /// The network that set the table up or last played there, if this process knows it.
    origin: StdMutex<Option<Network>>,
    /// When it was used last.
    pub(crate) used: AtomicI64,
    time: Time,
}

/// Who has a page of a table open, and since when the others have none.
#[derive(Debug)]
struct PresenceState {
    /// The number of open pages of each visitor at this process, and their network.
    open: HashMap<VisitorId, (usize, Network)>,
    /// Visitors with an open page at another process.
    elsewhere: HashSet<VisitorId>,
    /// When visitors closed their last page.
    left_at: HashMap<VisitorId, i64>,
    /// Since when this process knows who is present. Anybody may have been until then.
    known_since: i64,
}

impl PresenceState {
    fn is_present(&self, visitor: &VisitorId) -> bool {
        self.open.contains_key(visitor) || self.elsewhere.contains(visitor)
    }

    fn note_left(&mut self, visitor: &VisitorId, now: i64) {
        if !self.is_present(visitor) {
            self.left_at.insert(visitor.clone(), now);
        }
    }
}

impl TableHandle {
    pub(crate) fn new(id: TableId, time: Time) -> Self {
        let now = time.now();
        TableHandle {
            id,
            table: StdMutex::new(None),
            writing: Mutex::new(()),
            broadcast: StdMutex::default(),
            changes: watch::Sender::new(1),
            presence: StdMutex::new(PresenceState {
                open: HashMap::new(),
                elsewhere: HashSet::new(),
                left_at: HashMap::new(),
                known_since: now,
            }),
            origin: StdMutex::new(None),
            used: AtomicI64::new(now),
            time,
        }
    }

    /// The table as it stands.
    pub(crate) fn table(&self) -> Result<Arc<Table>, Error> {
        let table = locked(&self.table);
        table.clone().ok_or(Error::NotFound("table"))
    }

    /// Whether it has followed this event.
    pub(crate) fn knows(&self, sequence: u64) -> bool {
        self.table().is_ok_and(|table| table.sequence >= sequence)
    }

    pub(crate) fn put(&self, table: Option<Table>) {
        *locked(&self.table) = table.map(Arc::new);
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.table().map_or(0, |table| table.bytes())
    }

    pub(crate) fn touch(&self) {
        self.used.store(self.time.now(), Ordering::Relaxed);
    }

    /// The messages that a page lacks.
    pub(crate) fn messages(
        &self,
        visit: &Visit<'_>,
        cursor: &mut Option<Cursor>,
    ) -> Result<Vec<Frame>, Error> {
        // Under this lock tables come in their order, each at least as new as its change.
        let mut broadcast = locked(&self.broadcast);
        let change = *self.changes.borrow();
        let table = self.table()?;
        Ok(broadcast.messages(change, &table, visit, cursor))
    }

    /// Prepares the messages about a change before the table changes again.
    pub(crate) fn note(&self, now: i64) {
        let mut broadcast = locked(&self.broadcast);
        let change = *self.changes.borrow();
        if let Ok(table) = self.table()
            && broadcast.has_viewers()
        {
            broadcast.follow(change, &table, self, now);
        }
    }

    pub(crate) fn has_viewers(&self) -> bool {
        locked(&self.broadcast).has_viewers()
    }

    /// Wakes at every change of the table or of who is present.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(crate) fn announce(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Who has a page of this table open at this process.
    pub(crate) fn present_here(&self) -> Vec<VisitorId> {
        locked(&self.presence).open.keys().cloned().collect()
    }

    /// Notes the network that set the table up or plays there.
    pub(crate) fn note_origin(&self, network: Network) {
        *locked(&self.origin) = Some(network);
    }

    /// For whom its computers think. A player who is present counts by network; all players at other
    /// processes, and all tables of unknown origin, share one turn.
    pub(crate) fn claimant(&self, table: &Table) -> (Audience, Claimant) {
        let presence = locked(&self.presence);
        let owners = || table.chairs.iter().filter_map(Chair::owner);
        let here = |visitor: &VisitorId| presence.open.get(visitor).map(|(_, network)| *network);
        let player = owners().find_map(|owner| Some((owner, here(owner)?)));
        let viewer =
            || presence.open.iter().map(|(visitor, (_, network))| (visitor, *network)).min();
        let (audience, groups, visitor) = if let Some((owner, network)) = player {
            (Audience::Players, network.groups(), owner)
        } else if let Some(owner) = owners().find(|owner| presence.elsewhere.contains(owner)) {
            (Audience::Players, vec!["elsewhere".to_owned()], owner)
        } else if let Some((visitor, network)) = viewer() {
            (Audience::Spectators, network.groups(), visitor)
        } else {
            let origin = locked(&self.origin).map(Network::groups);
            let groups = origin.unwrap_or_else(|| vec!["unknown".to_owned()]);
            let audience =
                if presence.elsewhere.is_empty() { Audience::Nobody } else { Audience::Spectators };
            (audience, groups, &table.maker)
        };
        let narrow = [visitor.0.clone(), self.id.0.clone()];
        (audience, groups.into_iter().chain(narrow).collect())
    }

    /// Notes who has a page open at other processes.
    pub(crate) fn note_elsewhere(&self, visitors: HashSet<VisitorId>) {
        let mut presence = locked(&self.presence);
        if presence.elsewhere != visitors {
            let before = std::mem::replace(&mut presence.elsewhere, visitors);
            let now = self.time.now();
            before.iter().for_each(|visitor| presence.note_left(visitor, now));
            drop(presence);
            self.announce();
        }
    }

    /// Notes that a visitor has a page open, until the guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>, visitor: &VisitorId, network: Network) -> PresenceGuard {
        let mut presence = locked(&self.presence);
        let page = presence.open.entry(visitor.clone()).or_insert((0, network));
        *page = (page.0 + 1, network);
        presence.left_at.remove(visitor);
        drop(presence);
        if self.table().is_ok_and(|table| table.owners().any(|owner| owner == visitor)) {
            self.note_origin(network);
        }
        self.announce();
        PresenceGuard { handle: self.clone(), visitor: visitor.clone() }
    }
}

/// Visitors with a page of the table open, here or at another process.
impl Presence for TableHandle {
    fn is_present(&self, visitor: &VisitorId) -> bool {
        locked(&self.presence).is_present(visitor)
    }

    fn count(&self) -> usize {
        let presence = locked(&self.presence);
        let elsewhere = presence.elsewhere.iter().filter(|v| !presence.open.contains_key(v));
        presence.open.len() + elsewhere.count()
    }

    fn absent_since(&self, visitor: &VisitorId) -> Option<i64> {
        let presence = locked(&self.presence);
        if presence.is_present(visitor) {
            None
        } else {
            Some(presence.left_at.get(visitor).copied().unwrap_or(presence.known_since))
        }
    }
}

/// A visitor's open page.
#[derive(Debug)]
pub(crate) struct PresenceGuard {
    handle: Arc<TableHandle>,
    visitor: VisitorId,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let mut presence = locked(&self.handle.presence);
        if let Some((count, _)) = presence.open.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                presence.open.remove(&self.visitor);
                presence.note_left(&self.visitor, self.handle.time.now());
            }
        }
        drop(presence);
        self.handle.announce();
    }
}
