//! Explores the reachable positions depth first and solves each strongly connected component once its
//! successors are solved (Tarjan). A component of one position is backed up at once; one with cycles is a
//! [`Component`].

use parlour_core::{PerSeat, Seat};

use super::component::{Component, Sweep};
use super::index::{SETTLED, StateIndex, UNSEEN};
use super::transitions::{self, Transitions};
use crate::heuristics::Heuristics;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full;

/// A position that is looked into, or waits for others of its component.
#[derive(Clone, Copy)]
pub(super) struct PathEntry {
    pub(super) number: u32,
    /// The first on the path that it leads back to, as far as that is known.
    low: u32,
    /// Where its transitions begin. They end where those of the next one begin.
    pub(super) from: usize,
}

/// Which of a position's followers have been looked at.
#[derive(Clone, Copy)]
struct StackFrame {
    /// Its place on the path.
    place: u32,
    /// Where its next outcome begins, or its next choice is.
    at: usize,
    /// How many choices of the outcome are left.
    left: u32,
}

impl StackFrame {
    fn next(&mut self, transitions: &[u32], end: usize) -> Option<u32> {
        while self.left == 0 {
            if self.at == end {
                return None;
            }
            self.left = transitions::count(transitions[self.at + 1]);
            self.at += 2;
        }
        self.left -= 1;
        self.at += 1;
        Some(transitions[self.at - 1])
    }
}

/// Settles positions, as many as there is room for.
pub(super) struct Solver<G: Heuristics> {
    pub(super) game: G,
    pub(super) table: StateIndex<G>,
    capacity: usize,
    /// The positions that are not settled, in the order in which they were entered.
    path: Vec<PathEntry>,
    /// The transitions of those positions, in the same order.
    transitions: Transitions,
    frames: Vec<StackFrame>,
    /// The places on the path that were left, in this order: what follows a position comes before
    /// it, but for the cycles.
    left: Vec<u32>,
    cycle: Option<Component>,
    /// How many components were settled.
    components: u32,
    /// The longest line of positions that was looked into.
    pub(super) deepest: usize,
}

impl<G: Heuristics> Solver<G> {
    pub(super) fn new(game: &G, capacity: usize) -> Self {
        Solver {
            game: game.clone(),
            table: StateIndex::new(game),
            capacity,
            path: Vec::new(),
            transitions: Vec::new(),
            frames: Vec::new(),
            left: Vec::new(),
            cycle: None,
            components: 0,
            deepest: 0,
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.table.bytes()
            + size_of::<PathEntry>() * self.path.capacity()
            + size_of::<u32>() * self.transitions.capacity()
            + size_of::<StackFrame>() * self.frames.capacity()
            + size_of::<u32>() * self.left.capacity()
    }

    /// Everybody's share of the win, where it is known.
    pub(super) fn known(&self, state: &G::State) -> Option<PerSeat<f64>> {
        let number = self.table.find(state).filter(|&number| self.table.is_known(number))?;
        let mut shares = PerSeat::new(self.game.seats(), 0.0);
        for (seat, &share) in (0..).map(Seat).zip(self.table.shares(number)) {
            shares[seat] = share;
        }
        Some(shares)
    }

    /// Whether a position is done with, known or not.
    pub(super) fn is_settled(&self, state: &G::State) -> bool {
        self.table.find(state).is_some_and(|number| self.table.component(number).is_some())
    }

    /// Whether a position with this key may come after one of these, which are settled.
    pub(super) fn may_follow<'a>(
        &self,
        mut states: impl Iterator<Item = &'a G::State>,
        key: &G::Key,
    ) -> bool {
        let component = |number| self.table.component(number);
        let Some(recurring) = self.table.with_key(key).map(component) else { return false };
        // What follows a component was settled before it.
        states.any(|state| self.table.find(state).and_then(component) >= recurring)
    }

    pub(super) fn is_idle(&self) -> bool {
        self.frames.is_empty() && self.cycle.is_none()
    }

    /// Begins with a position. Precondition: nothing is under way.
    pub(super) fn begin(&mut self, state: &G::State) -> Result<(), Full> {
        let number = self.table.number(&self.game, state);
        if self.table.mark(number) == UNSEEN { self.enter(number) } else { Ok(()) }
    }

    /// Forgets what is not settled.
    pub(super) fn forget_unsettled(&mut self) {
        self.path.clear();
        self.transitions.clear();
        self.frames.clear();
        self.left.clear();
        self.cycle = None;
        self.table.keep_known(&self.game);
    }

    /// Enters one position, or goes over one of a component with cycles, unless nothing is under
    /// way.
    pub(super) fn advance(&mut self) -> Result<(), Full> {
        loop {
            if self.cycle.is_some() {
                self.advance_component();
                return Ok(());
            }
            let Some(frame) = self.frames.last_mut() else { return Ok(()) };
            let place = frame.place as usize;
            let end = self.path.get(place + 1).map_or(self.transitions.len(), |next| next.from);
            match frame.next(&self.transitions, end) {
                Some(next) => match self.table.mark(next) {
                    UNSEEN => return self.enter(next),
                    mark if mark < SETTLED => {
                        let stop = &mut self.path[place];
                        stop.low = stop.low.min(mark);
                    }
                    _ => {}
                },
                None => self.leave(),
            }
        }
    }

    /// Comes to a position for the first time.
    fn enter(&mut self, number: u32) -> Result<(), Full> {
        let (place, from) = (self.path.len() as u32, self.transitions.len());
        self.table.set_mark(number, place);
        let state = *self.table.state(number);
        transitions::write(&self.game, &mut self.table, &state, &mut self.transitions);
        self.path.push(PathEntry { number, low: place, from });
        self.frames.push(StackFrame { place, at: from, left: 0 });
        self.deepest = self.deepest.max(self.frames.len());
        if self.table.len() > self.capacity { Err(Full) } else { Ok(()) }
    }

    /// Leaves a position whose successors have all been searched.
    fn leave(&mut self) {
        let Some(StackFrame { place, .. }) = self.frames.pop() else { return };
        let PathEntry { number, low, from } = self.path[place as usize];
        self.left.push(place);
        if let Some(before) = self.frames.last() {
            let before = &mut self.path[before.place as usize];
            before.low = before.low.min(low);
        }
        if low < place {
            return;
        }
        let size = self.path.len() - place as usize;
        let follows_itself = || {
            let mut choices =
                transitions::outcomes(&self.transitions[from..]).flat_map(|o| o.choices);
            choices.any(|&choice| choice == number)
        };
        if size > 1 || follows_itself() {
            self.cycle = Some(Component::new(place as usize, size));
            return;
        }
        let mut shares = [0.0; parlour_core::MAX_SEATS];
        let shares = &mut shares[..usize::from(self.game.seats())];
        transitions::back_up(&self.table, &self.transitions[from..], shares);
        self.table.set_shares(number, shares);
        self.settle(place as usize);
    }

    /// Goes on with a component that has cycles.
    fn advance_component(&mut self) {
        let Some(cycle) = &mut self.cycle else { return };
        let from = cycle.from;
        // All that is left of a component's positions was left since its first was entered.
        let order = &self.left[self.left.len() - (self.path.len() - from)..];
        match cycle.advance(&self.game, &mut self.table, order, &self.path, &self.transitions) {
            Sweep::More => return,
            Sweep::Known => {}
            Sweep::Never => {
                let unknown = vec![f64::NAN; usize::from(self.game.seats())];
                for stop in &self.path[from..] {
                    self.table.set_shares(stop.number, &unknown);
                }
            }
        }
        self.cycle = None;
        self.settle(from);
    }

    /// The component of all that is on the path from here is done.
    fn settle(&mut self, place: usize) {
        self.components += 1;
        for stop in &self.path[place..] {
            self.table.set_mark(stop.number, SETTLED | self.components);
        }
        self.left.truncate(self.left.len() - (self.path.len() - place));
        self.transitions.truncate(self.path[place].from);
        self.path.truncate(place);
    }
}
