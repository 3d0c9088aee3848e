//! What computer players remember between their moves.
//!
//! A player that thinks for a time uses what it found for its last move, so the player of a seat is
//! kept until the seat moves again. One that counts nodes or plies, and any in a game with secrets, begins
//! each move from nothing: it has no memory to keep ([`Player::memory`]).

use std::collections::VecDeque;

use parlour_core::Seat;
use parlour_session::{Player, Spec};
use parlour_table::stored::TableId;

/// Whose memory it is. It belongs to one seat of one table, and never serves another: what a search found
/// is made of what that seat may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemoryKey {
    /// The table.
    pub(crate) table: TableId,
    /// Who moves.
    pub(crate) seat: Seat,
    /// Whether it thinks about hints for the person who sits there, not about a move of its own.
    pub(crate) hints: bool,
}

struct Kept {
    key: MemoryKey,
    spec: Spec,
    player: Box<dyn Player>,
    bytes: usize,
}

/// The number of players that are kept.
const MOST: usize = 32;
/// They remember no more than this number of bytes in all.
const MOST_BYTES: usize = 96 << 20;

/// The players that are kept, the one that moved longest ago first.
#[derive(Default)]
pub(crate) struct Memory {
    kept: VecDeque<Kept>,
}

impl Memory {
    /// Takes the player of that seat out. One that played otherwise, on another level, is forgotten.
    pub(crate) fn take(&mut self, key: &MemoryKey, spec: &Spec) -> Option<Box<dyn Player>> {
        let found = self.kept.iter().position(|kept| kept.key == *key)?;
        let kept = self.kept.remove(found)?;
        (kept.spec == *spec).then_some(kept.player)
    }

    /// Keeps a player that has moved, if it remembers anything. Those that moved longest ago go where there
    /// are too many, or too much is remembered.
    pub(crate) fn keep(&mut self, key: MemoryKey, spec: Spec, player: Box<dyn Player>) {
        let bytes = player.memory();
        self.kept.retain(|kept| kept.key != key);
        if bytes == 0 {
            return;
        }
        self.kept.push_back(Kept { key, spec, player, bytes });
        while self.kept.len() > MOST || self.bytes() > MOST_BYTES {
            self.kept.pop_front();
        }
    }

    /// Forgets all players of a table.
    pub(crate) fn forget(&mut self, table: &TableId) {
        self.kept.retain(|kept| kept.key.table != *table);
    }

    /// How many players are kept.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    fn bytes(&self) -> usize {
        self.kept.iter().map(|kept| kept.bytes).sum()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use parlour_search::{SearchControl, SearchRequest};
    use parlour_session::{Session, TextReport};

    use super::*;

    /// Remembers this number of bytes, and fails in every search.
    pub(crate) struct Full(pub(crate) usize);

    impl Player for Full {
        fn search(
            &mut self,
            _: &dyn Session,
            _: &SearchRequest,
            _: &SearchControl<'_>,
            _: &mut dyn FnMut(&TextReport),
        ) -> Option<TextReport> {
            panic!("a fault")
        }

        fn memory(&self) -> usize {
            self.0
        }
    }

    fn key(table: &str, seat: u8, hints: bool) -> MemoryKey {
        MemoryKey { table: TableId(table.to_owned()), seat: Seat(seat), hints }
    }

    fn keep(memory: &mut Memory, key: MemoryKey, bytes: usize) {
        memory.keep(key, Spec::Level(8), Box::new(Full(bytes)));
    }

    #[test]
    fn a_memory_is_of_one_seat_one_table_one_purpose_and_one_level() {
        let mut memory = Memory::default();
        keep(&mut memory, key("a", 0, false), 1);
        let level = Spec::Level(8);
        for other in [key("a", 1, false), key("b", 0, false), key("a", 0, true)] {
            assert!(memory.take(&other, &level).is_none(), "{other:?}");
        }
        assert!(memory.take(&key("a", 0, false), &level).is_some());
        assert!(memory.take(&key("a", 0, false), &level).is_none(), "it was taken out");
        keep(&mut memory, key("a", 0, false), 1);
        assert!(memory.take(&key("a", 0, false), &Spec::Level(7)).is_none());
        assert_eq!(memory.len(), 0, "another level makes it forget");
    }

    #[test]
    fn a_table_that_is_over_is_forgotten() {
        let mut memory = Memory::default();
        for (table, seat, hints) in [("a", 0, false), ("a", 1, true), ("b", 0, false)] {
            keep(&mut memory, key(table, seat, hints), 1);
        }
        memory.forget(&TableId("a".to_owned()));
        assert_eq!(memory.len(), 1);
        assert!(memory.take(&key("b", 0, false), &Spec::Level(8)).is_some());
    }

    #[test]
    fn players_and_bytes_are_bounded_and_the_one_that_moved_longest_ago_goes_first() {
        let mut memory = Memory::default();
        (0..MOST + 3).for_each(|n| keep(&mut memory, key(&n.to_string(), 0, false), 1));
        assert_eq!((memory.len(), memory.kept[0].key.table.0.as_str()), (MOST, "3"));
        keep(&mut memory, key("big", 0, false), MOST_BYTES - 1);
        assert_eq!((memory.len(), memory.bytes()), (2, MOST_BYTES));
        keep(&mut memory, key("too big", 0, false), MOST_BYTES + 1);
        assert_eq!(memory.len(), 0);
        keep(&mut memory, key("nothing", 0, false), 0);
        assert_eq!(memory.len(), 0, "who begins from nothing need not be kept");
    }
}
