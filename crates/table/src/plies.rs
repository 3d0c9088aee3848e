//! The actions made at a table, as a linked list that tables share.

use std::sync::Arc;

use parlour_core::{Seat, Viewer};
use parlour_session::Description;

use crate::events::Level;

/// An action that was made.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Its full text.
    pub action: String,
    /// Who moved; `None` where chance decided.
    pub by: Option<Seat>,
    /// The computer that moved; `None` for a person and for chance.
    pub computer: Option<Level>,
    /// Whether it can't be taken back.
    pub settled: bool,
    /// As viewers may know it, each text once: the public's first.
    pub(crate) descriptions: Box<[Description]>,
    /// Which of these each seat knows; empty where all know the same.
    known: Box<[u8]>,
}

impl Ply {
    /// An action. `descriptions` are what viewers may know of it: the public first, then, in games with secrets,
    /// each seat.
    pub(crate) fn new(
        action: &str,
        by: Option<Seat>,
        settled: bool,
        descriptions: impl Iterator<Item = Description>,
    ) -> Self {
        let (mut distinct, mut known): (Vec<Description>, Vec<u8>) = Default::default();
        for description in descriptions {
            let same = distinct.iter().position(|other| *other == description);
            known.push(same.unwrap_or(distinct.len()) as u8);
            if same.is_none() {
                distinct.push(description);
            }
        }
        let known = if distinct.len() > 1 { known.split_off(1) } else { Vec::new() };
        let (descriptions, known) = (distinct.into(), known.into());
        Ply { action: action.to_owned(), by, computer: None, settled, descriptions, known }
    }

    /// The action as a viewer may know it.
    pub fn description(&self, viewer: Viewer) -> &Description {
        match viewer {
            Viewer::Seat(seat) if !self.known.is_empty() => {
                &self.descriptions[usize::from(self.known[seat.index()])]
            }
            _ => &self.descriptions[0],
        }
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        let size = |d: &Description| {
            let lists = size_of_val(&d.labels[..]) + size_of_val(&d.steps[..]);
            size_of::<Description>() + d.action.len() + lists + size_of_val(&d.points[..])
        };
        size_of::<Link>()
            + self.action.len()
            + self.known.len()
            + self.descriptions.iter().map(size).sum::<usize>()
    }
}

#[derive(Debug)]
struct Link {
    ply: Ply,
    before: Option<Arc<Link>>,
}

/// The actions made. A table is cloned at every move: this takes one step, however long the game,
/// because both share what is past.
#[derive(Clone, Debug, Default)]
pub struct Plies {
    count: usize,
    bytes: usize,
    last: Option<Arc<Link>>,
}

impl Plies {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The last one.
    pub fn last(&self) -> Option<&Ply> {
        self.latest().next()
    }

    /// All of them, the last one first.
    pub fn latest(&self) -> impl Iterator<Item = &Ply> {
        let mut next = self.last.as_deref();
        std::iter::from_fn(move || {
            let link = next?;
            next = link.before.as_deref();
            Some(&link.ply)
        })
    }

    /// All of them in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Ply> {
        self.since(0)
    }

    /// Those behind the first `count`, in their order.
    pub fn since(&self, count: usize) -> impl Iterator<Item = &Ply> {
        let plies: Vec<&Ply> = self.latest().take(self.count.saturating_sub(count)).collect();
        plies.into_iter().rev()
    }

    pub(crate) fn push(&mut self, ply: Ply) {
        self.bytes += ply.bytes();
        self.last = Some(Arc::new(Link { ply, before: self.last.take() }));
        self.count += 1;
    }

    /// Drops all but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        while self.count > count {
            self.bytes -= self.last().map_or(0, Ply::bytes);
            self.last = self.last.take().and_then(|link| link.before.clone());
            self.count -= 1;
        }
    }
}

impl Drop for Plies {
    /// One after the other: a long game would need a deep stack to be dropped link within link.
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(mut link) = last.and_then(Arc::into_inner) {
            last = link.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(number: usize) -> Ply {
        Ply::new(&number.to_string(), None, false, std::iter::empty())
    }

    fn actions<'a>(plies: impl Iterator<Item = &'a Ply>) -> Vec<&'a str> {
        plies.map(|ply| ply.action.as_str()).collect()
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        let mut plies = Plies::default();
        (0..3).for_each(|number| plies.push(ply(number)));
        let mut other = plies.clone();
        other.truncate(1);
        other.push(ply(9));
        plies.push(ply(3));
        assert_eq!(actions(plies.iter()), ["0", "1", "2", "3"]);
        assert_eq!(actions(plies.since(2)), ["2", "3"]);
        assert_eq!(actions(plies.latest()), ["3", "2", "1", "0"]);
        assert_eq!(actions(other.iter()), ["0", "9"]);
        assert_eq!((other.len(), other.last().map(|ply| ply.action.as_str())), (2, Some("9")));
        other.truncate(0);
        assert!(other.is_empty() && other.last().is_none());
        assert_eq!((other.bytes(), plies.bytes() > 0), (0, true));
    }

    #[test]
    fn a_game_of_a_million_plies_is_dropped_without_a_deep_stack() {
        let mut plies = Plies::default();
        (0..1_000_000).for_each(|number| plies.push(ply(number)));
        let clone = plies.clone();
        drop(plies);
        assert_eq!(clone.len(), 1_000_000);
    }
}
