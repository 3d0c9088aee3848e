//! The tables in memory: a cache of what the store holds, bounded in bytes. References to a table are handed
//! out under the cache's lock, so one that nobody else holds then is not in use.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use parlour_table::stored::TableId;

use super::Hub;
use crate::handle::TableHandle;
use crate::sync::locked;

impl Hub {
    /// The table if it is in memory.
    pub(crate) fn loaded(&self, id: &TableId) -> Option<Arc<TableHandle>> {
        locked(&self.tables).get(id).cloned()
    }

    /// The number of tables in memory, and the bytes that they take.
    pub(crate) fn cached(&self) -> (usize, usize) {
        let tables = locked(&self.tables);
        (tables.len(), tables.values().map(|handle| handle.bytes()).sum())
    }

    /// Whether tables that nobody asked for may be read into memory.
    pub(crate) fn has_room(&self) -> bool {
        let tables = locked(&self.tables);
        let unused = tables.values().filter(|handle| is_unused(handle));
        unused.map(|handle| handle.bytes()).sum::<usize>() < self.cache_bytes
    }

    /// Drops tables that nobody uses while they and the new one take too much memory: those with
    /// nothing to do first, then those that were used longest ago. Tables in use are bounded by quotas.
    pub(super) fn fit_cache(&self, new: &TableHandle) -> Vec<TableId> {
        let (mut tables, mut dropped) = (locked(&self.tables), Vec::new());
        let unused = tables.values().filter(|handle| is_unused(handle));
        let mut bytes = new.bytes() + unused.map(|handle| handle.bytes()).sum::<usize>();
        if bytes > self.cache_bytes {
            let unused = tables.values().filter(|handle| is_unused(handle));
            let order = |handle: &Arc<TableHandle>| {
                let due = handle.table().is_ok_and(|table| table.due().is_some());
                (due, handle.used.load(Ordering::Relaxed), handle.id.clone())
            };
            let mut unused: Vec<_> = unused.map(order).collect();
            unused.sort_unstable();
            for (_, _, id) in unused {
                if bytes <= self.cache_bytes {
                    break;
                }
                if let Some(handle) = tables.remove(&id) {
                    bytes -= handle.bytes().min(bytes);
                    dropped.push(id);
                }
            }
        }
        crate::metrics::TABLES_AT_HAND.set(tables.len());
        crate::metrics::TABLE_BYTES.set(bytes);
        dropped
    }

    /// All tables in memory.
    pub(crate) fn all_loaded(&self) -> Vec<Arc<TableHandle>> {
        locked(&self.tables).values().cloned().collect()
    }

    /// Drops tables from the cache that nobody has used since `idle`, or since `at_work` where
    /// something is due without anybody's doing.
    pub(crate) fn evict_idle(&self, idle: i64, at_work: i64) -> Vec<TableId> {
        let mut gone = Vec::new();
        locked(&self.tables).retain(|id, handle| {
            let due = || handle.table().is_ok_and(|table| table.due().is_some());
            let used = handle.used.load(Ordering::Relaxed);
            let goes = is_unused(handle) && used < idle && (used < at_work || !due());
            if goes {
                gone.push(id.clone());
            }
            !goes
        });
        gone
    }
}

/// Whether only the cache has a reference.
fn is_unused(handle: &Arc<TableHandle>) -> bool {
    Arc::strong_count(handle) == 1
}
