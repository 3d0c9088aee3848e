//! Expectiminimax, for open games of two with dice: iterative deepening over every move and every throw,
//! with the value estimate at the leaves.
//!
//! Values are the first player's share of the win, from 0 to 1. These bounds allow cutoffs at chance nodes:
//! once the remaining throws cannot bring the value into the window, they are not searched (Ballard's
//! Star1). Before that, one good answer to each throw is searched, which often gives the same cutoff at a
//! fraction of the cost (Star2).

mod stack;

use parlour_core::{PerSeat, Seat};

use crate::engine::{Engine, EngineKind, Progress, SearchTask, successors};
use crate::heuristics::Heuristics;
use crate::report::SearchReport;
use crate::root::{RootMove, RootSearch, Taken, Value};
use stack::{SearchStack, Window};

impl<G: Heuristics> EngineKind<G> {
    /// Expectiminimax, for an open game of two that has an estimate or an evaluation.
    pub const fn expectimax() -> Self {
        EngineKind { name: "expectimax", make: |_, _| Box::new(Expectimax::<G>::default()) }
    }
}

struct Search<G: Heuristics> {
    root: RootSearch<G>,
    stack: SearchStack<G>,
    /// The root move that is searched, with the node count when it was begun.
    taken: Option<(Taken<G>, u64)>,
}

/// The expectiminimax engine.
pub struct Expectimax<G: Heuristics> {
    search: Option<Search<G>>,
}

impl<G: Heuristics> Default for Expectimax<G> {
    fn default() -> Self {
        Expectimax { search: None }
    }
}

impl<G: Heuristics> Expectimax<G> {
    fn search(&self) -> &Search<G> {
        self.search.as_ref().expect("a task has begun")
    }
}

impl<G: Heuristics> Engine<G> for Expectimax<G> {
    fn begin(&mut self, task: SearchTask<G>) {
        debug_assert!(G::OPEN && task.game.seats() == 2, "an open game of two");
        let before = self.search.take().filter(|search| search.root.is_reused(&task));
        let stack = SearchStack::new(task.game.clone(), before.map(|before| before.stack));
        let (state, mover) = task.root();
        let moves = successors(&task.game, &state).into_iter().map(|(mv, after)| {
            let (share, proven) = stack.static_value(&after);
            RootMove::new(mv, after, value(share, proven))
        });
        let moves = moves.collect();
        self.search =
            Some(Search { root: RootSearch::new(task, mover, moves, None), stack, taken: None });
    }

    fn step(&mut self, work: u64) -> Progress {
        let search = self.search.as_mut().expect("a task has begun");
        let until = search.stack.nodes.saturating_add(work);
        while !search.root.over && search.stack.nodes < until {
            search.advance();
        }
        if search.root.over { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.search().stack.nodes
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.search().root.report(self.nodes())
    }

    fn is_clear(&mut self, _: f64) -> bool {
        self.search().root.is_clear()
    }

    fn memory(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.stack.memory())
    }
}

impl<G: Heuristics> Search<G> {
    /// Visits one node, or begins the next move or the next depth.
    fn advance(&mut self) {
        let (taken, begun, share) = match self.taken.take() {
            Some((taken, begun)) => (taken, begun, self.stack.advance()),
            None => {
                let Some(taken) = self.root.take() else { return };
                let begun = self.stack.nodes;
                let window = match self.root.mover {
                    Seat(0) => Window { low: taken.alpha, high: 1.0 },
                    _ => Window { low: 0.0, high: 1.0 - taken.alpha },
                };
                let share = self.stack.begin(taken.after, taken.depth, window);
                (taken, begun, share)
            }
        };
        match share {
            Some(share) => {
                let (value, visits) =
                    (value(share, !self.stack.estimated), self.stack.nodes - begun);
                let line = self.stack.principal_variation(taken.after);
                self.root.complete(&taken, value, visits, &line);
            }
            None => self.taken = Some((taken, begun)),
        }
    }
}

/// The value of a position in which the first player has this share.
fn value(share: f64, proven: bool) -> Value {
    let mut shares = PerSeat::new(2, share);
    shares[Seat(1)] = 1.0 - share;
    Value { shares, proven }
}
