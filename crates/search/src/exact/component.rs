//! A strongly connected component: positions that can recur. Value iteration goes over them until nothing
//! changes.
//!
//! This finds the one solution only where play must leave the component at some time whatever the players
//! do, which is checked first. Where players could stay for ever, or where a repetition rule counts how
//! often a position came, no value is claimed.

use parlour_core::Game;

use super::index::{SETTLED, StateIndex};
use super::solver::PathEntry;
use super::transitions::{self, Outcome};

/// A change by no more than this is rounding.
const ROUNDING: f64 = 2e-15;
/// A component that has not converged after this number of rounds is given up.
const ROUNDS: u32 = 20_000;

/// What came of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sweep {
    /// It takes more.
    More,
    /// Everybody's share is known in all of its positions.
    Known,
    /// It will not be known in any.
    Never,
}

/// A component with cycles that is being settled.
pub(super) struct Component {
    /// Where on the path it begins; it is all behind that.
    pub(super) from: usize,
    /// How many of its positions the round under way has gone over.
    done: usize,
    /// Whether something of note changed in this round.
    changed: bool,
    rounds: u32,
    /// Which positions may still be such that all can stay in the component for ever, whatever
    /// chance does; `None` once there are none.
    staying: Option<Vec<bool>>,
}

impl Component {
    pub(super) fn new(from: usize, size: usize) -> Self {
        Component { from, done: 0, changed: false, rounds: 0, staying: Some(vec![true; size]) }
    }

    /// Goes over one position. They are taken in the order in which they were left, so that what
    /// follows a position is mostly up to date.
    pub(super) fn advance<G: Game>(
        &mut self,
        game: &G,
        table: &mut StateIndex<G>,
        order: &[u32],
        path: &[PathEntry],
        transitions: &[u32],
    ) -> Sweep {
        let place = order[self.done] as usize;
        let PathEntry { number, from, .. } = path[place];
        let end = path.get(place + 1).map_or(transitions.len(), |next| next.from);
        let transitions = &transitions[from..end];
        if self.staying.is_some() {
            if self.rounds == 0 && !begin(game, table, number, transitions) {
                return Sweep::Never;
            }
            self.see_who_stays(table, place - self.from, transitions);
        } else {
            self.back_up(table, number, transitions);
        }
        self.done += 1;
        if self.done < order.len() { Sweep::More } else { self.finish_round() }
    }

    /// Removes a position from `staying` if some outcome leaves only choices that leave the component.
    fn see_who_stays<G: Game>(&mut self, table: &StateIndex<G>, own: usize, transitions: &[u32]) {
        let Some(staying) = self.staying.as_mut().filter(|staying| staying[own]) else {
            return;
        };
        let first = self.from as u32;
        let stays = |&choice: &u32| {
            let mark = table.mark(choice);
            (first..SETTLED).contains(&mark) && staying[(mark - first) as usize]
        };
        if !transitions::outcomes(transitions)
            .all(|Outcome { choices, .. }| choices.iter().any(stays))
        {
            staying[own] = false;
            self.changed = true;
        }
    }

    fn back_up<G: Game>(&mut self, table: &mut StateIndex<G>, number: u32, transitions: &[u32]) {
        let mut shares = [0.0; parlour_core::MAX_SEATS];
        let before = table.shares(number);
        let shares = &mut shares[..before.len()];
        transitions::back_up(table, transitions, shares);
        let changes = before.iter().zip(&*shares).any(|(a, b)| (a - b).abs() > ROUNDING);
        self.changed |= changes;
        table.set_shares(number, shares);
    }

    fn finish_round(&mut self) -> Sweep {
        self.done = 0;
        self.rounds += 1;
        let changed = std::mem::take(&mut self.changed);
        match &self.staying {
            Some(staying) if !staying.contains(&true) => {
                self.staying = None;
                self.rounds = 0;
                Sweep::More
            }
            // Those that are left lead to each other whatever chance does.
            Some(_) if !changed => Sweep::Never,
            None if !changed => Sweep::Known,
            _ if self.rounds >= ROUNDS => Sweep::Never,
            _ => Sweep::More,
        }
    }
}

/// Prepares a position for the rounds; whether anything can be claimed of its component.
fn begin<G: Game>(game: &G, table: &mut StateIndex<G>, number: u32, transitions: &[u32]) -> bool {
    if game.key(table.state(number)).is_some() {
        return false;
    }
    let settled = |&choice: &u32| table.mark(choice) >= SETTLED;
    let mut choices = transitions::outcomes(transitions).flat_map(|outcome| outcome.choices);
    if choices.any(|choice| settled(choice) && !table.is_known(*choice)) {
        return false;
    }
    let seats = usize::from(game.seats());
    table.set_shares(number, &[1.0 / seats as f64; parlour_core::MAX_SEATS][..seats]);
    true
}
