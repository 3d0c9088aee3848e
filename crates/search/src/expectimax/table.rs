//! What is known of positions that were searched before.

/// What a remembered value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is no lower.
    Low,
    /// The value is no higher.
    High,
}

/// A position that was searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    hash: u64,
    pub(super) value: f64,
    pub(super) best: Option<M>,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether a guess is part of the value.
    pub(super) guessed: bool,
}

/// Positions by their hash; a new one takes the place of an old one.
pub(super) struct Table<M> {
    entries: Vec<Option<Entry<M>>>,
}

/// How many positions are remembered, as a power of two.
const SIZE: u32 = 18;

impl<M: Copy> Table<M> {
    pub(super) fn new() -> Self {
        Table { entries: vec![None; 1 << SIZE] }
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Option<Entry<M>>>() * self.entries.len()
    }

    fn place(hash: u64) -> usize {
        (hash >> (64 - SIZE)) as usize
    }

    /// What is known of the position with this hash.
    pub(super) fn find(&self, hash: u64) -> Option<&Entry<M>> {
        self.entries[Self::place(hash)].as_ref().filter(|entry| entry.hash == hash)
    }

    /// Remembers a position.
    pub(super) fn keep(
        &mut self,
        hash: u64,
        depth: u32,
        (value, bound): (f64, Bound),
        guessed: bool,
        best: Option<M>,
    ) {
        let depth = depth.min(u32::from(u8::MAX)) as u8;
        self.entries[Self::place(hash)] = Some(Entry { hash, value, best, depth, bound, guessed });
    }
}
