//! The transposition table: values of positions by hash, with their depth and best move. It serves every
//! search of depth-limited values.
//!
//! A move is stored as its number in the order in which the game visits its moves, so that an entry is two
//! words for any game. Both are atomic, and the first is mixed with the second: threads share a table
//! without locks, and a mixture of two entries is recognised and ignored.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value is no greater.
    Upper,
    /// The value is no smaller.
    Lower,
    /// The value is this.
    Exact,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The number of the best move among the moves, if one stood out.
    pub(crate) best: Option<u16>,
}

/// The depth of a value that is proven: it holds at every depth.
pub(crate) const PROVEN_DEPTH: u8 = u8::MAX;

const NO_MOVE: u64 = 0xffff;
const AGES: u8 = 64;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let best = self.best.map_or(NO_MOVE, u64::from);
        u64::from(self.value as u32)
            | best << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(age) << 58
    }

    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = word >> 32 & NO_MOVE;
        Some(Entry {
            value: word as u32 as i32,
            depth: (word >> 48) as u8,
            bound,
            best: (best != NO_MOVE).then_some(best as u16),
        })
    }
}

fn depth_of(word: u64) -> i32 {
    i32::from((word >> 48) as u8)
}

fn age_of(word: u64) -> u8 {
    (word >> 58) as u8
}

/// One place of the table: the hash mixed with the entry, and the entry.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

/// The number of slots in a bucket; a position may be in any of them.
const BUCKET: usize = 4;

/// The table. It begins small and can grow once, so that a short search need not wait for a big table to
/// be allocated.
pub(crate) struct TranspositionTable {
    small: Vec<Slot>,
    big: OnceLock<Vec<Slot>>,
    age: AtomicU8,
}

/// Slots for at least this number of positions.
fn slots(positions: usize) -> Vec<Slot> {
    let count = positions.next_power_of_two().max(BUCKET);
    std::iter::repeat_with(Slot::default).take(count).collect()
}

impl TranspositionTable {
    pub(crate) fn new(positions: usize) -> Self {
        TranspositionTable { small: slots(positions), big: OnceLock::new(), age: AtomicU8::new(0) }
    }

    /// Makes room for at least this number of positions, once.
    pub(crate) fn grow(&self, positions: usize) {
        if positions <= self.small.len() || self.big.get().is_some() {
            return;
        }
        self.big.get_or_init(|| {
            let big = slots(positions);
            for slot in &self.small {
                let word = slot.entry.load(Relaxed);
                if let Some(entry) = Entry::unpack(word) {
                    let hash = slot.check.load(Relaxed) ^ word;
                    keep(bucket(&big, hash), hash, entry, age_of(word));
                }
            }
            big
        });
    }

    /// How many positions there is room for.
    pub(crate) fn room(&self) -> usize {
        self.slots().len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Slot>() * (self.small.len() + self.big.get().map_or(0, Vec::len))
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.slots() {
            slot.entry.store(0, Relaxed);
            slot.check.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: older entries stay, but are replaced first.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    fn slots(&self) -> &[Slot] {
        self.big.get().unwrap_or(&self.small)
    }

    /// What is known of the position with this hash.
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        bucket(self.slots(), hash).iter().find_map(|slot| {
            let word = slot.entry.load(Relaxed);
            (slot.check.load(Relaxed) ^ word == hash).then(|| Entry::unpack(word)).flatten()
        })
    }

    /// Stores an entry, in place of the same position or of the least valuable entry of its bucket.
    pub(crate) fn put(&self, hash: u64, entry: Entry) {
        keep(bucket(self.slots(), hash), hash, entry, self.age.load(Relaxed));
    }
}

/// The places where a position may be.
fn bucket(slots: &[Slot], hash: u64) -> &[Slot] {
    let first = hash as usize & (slots.len() - 1) & !(BUCKET - 1);
    &slots[first..first + BUCKET]
}

fn keep(bucket: &[Slot], hash: u64, mut entry: Entry, age: u8) {
    let mut place = &bucket[0];
    let mut least = i32::MAX;
    for slot in bucket {
        let word = slot.entry.load(Relaxed);
        if word == 0 || slot.check.load(Relaxed) ^ word == hash {
            if entry.best.is_none() {
                entry.best = Entry::unpack(word).and_then(|old| old.best);
            }
            place = slot;
            break;
        }
        let staleness = i32::from((age + AGES - age_of(word)) % AGES);
        let priority = depth_of(word) - 4 * staleness;
        if priority < least {
            (place, least) = (slot, priority);
        }
    }
    let word = entry.pack(age);
    place.entry.store(word, Relaxed);
    place.check.store(hash ^ word, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Exact, best: Some(3) }
    }

    #[test]
    fn an_entry_is_found_again() {
        let table = TranspositionTable::new(64);
        for (value, best) in [(0, None), (-17, Some(0)), (999_999, Some(200)), (-1_000_000, None)] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let kept = Entry { value, depth: 31, bound, best };
                table.put(value as u64 ^ bound as u64, kept);
                assert_eq!(table.get(value as u64 ^ bound as u64).map(|e| e.value), Some(value));
            }
        }
        table.put(5 << 40, Entry { best: None, ..entry(8, 2) });
        assert_eq!(table.get(5 << 40), Some(Entry { best: None, ..entry(8, 2) }));
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let table = TranspositionTable::new(BUCKET);
        for n in 0..BUCKET as u64 {
            table.put(n << 32, entry(n as i32, 10 + n as u8));
        }
        table.put(9 << 32, entry(9, 1));
        assert_eq!(table.get(0), None);
        for _ in 0..5 {
            table.grow_older();
        }
        table.put(10 << 32, entry(10, 8));
        table.put(11 << 32, entry(11, 8));
        assert!(table.get(10 << 32).is_some() && table.get(11 << 32).is_some());
    }

    #[test]
    fn a_best_move_outlives_a_search_that_found_none() {
        let table = TranspositionTable::new(16);
        table.put(7, entry(1, 4));
        table.put(7, Entry { best: None, ..entry(2, 5) });
        assert_eq!(table.get(7).and_then(|e| e.best), Some(3));
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_knows() {
        let table = TranspositionTable::new(64);
        (0..16).for_each(|n| table.put(n << 60 | n << 2, entry(n as i32, 5)));
        table.grow(1 << 10);
        assert!((0..16).all(|n| table.get(n << 60 | n << 2) == Some(entry(n as i32, 5))));
        assert_eq!(table.room(), 1 << 10);
        table.clear();
        assert!((0..16).all(|n| table.get(n << 60 | n << 2).is_none()));
    }
}
