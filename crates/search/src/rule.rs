//! Engines without a search: they value every move by a rule of the game's own, a beginner's rule of thumb
//! or the game's solution.

use parlour_core::{PerSeat, Seat};

use crate::engine::{Engine, Progress, SearchTask};
use crate::heuristics::Heuristics;
use crate::report::{Certainty, Line, SearchReport};

/// The values of the moves in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValues<M> {
    /// Everybody's share of the win here.
    pub shares: PerSeat<f64>,
    /// The legal moves with everybody's share of the win after them, the mover's best first.
    pub moves: Vec<(M, PerSeat<f64>)>,
    /// How reliable these values are.
    pub certainty: Certainty,
}

/// The result of some computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worked {
    /// How many nodes it took.
    pub nodes: u64,
    /// Whether values can be better now than before.
    pub improved: bool,
    /// Whether there is more to do.
    pub progress: Progress,
}

impl Worked {
    /// There was nothing to do.
    pub const NONE: Worked = Worked { nodes: 0, improved: false, progress: Progress::Done };
}

/// How much of a game's solution is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Only what is quick to compute.
    Quick,
    /// All of it.
    Whole,
}

/// A rule that values moves by what the mover knows: in an open game, by the position. What it computes is
/// cached in the process.
pub struct Rule<G: Heuristics> {
    /// Values the mover's legal moves with what is known.
    pub evaluate: fn(&G, &G::View, Effort) -> MoveValues<G::Move>,
    /// Computes what is not known yet of this position, for about this number of nodes.
    pub work_out: fn(&G, &G::View, Effort, u64) -> Worked,
    /// An upper bound on the nodes that it takes, from nothing, to compute what this position needs beyond
    /// what is quick; 0 where nothing is.
    pub cost: fn(&G, &G::View) -> u64,
}

impl<G: Heuristics> Clone for Rule<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Heuristics> Copy for Rule<G> {}

impl<G: Heuristics> Rule<G> {
    /// A rule that has nothing to work out.
    pub const fn at_once(evaluate: fn(&G, &G::View, Effort) -> MoveValues<G::Move>) -> Self {
        Rule { evaluate, work_out: |_, _, _, _| Worked::NONE, cost: |_, _| 0 }
    }
}

/// An engine that plays by a rule.
///
/// A search that may use earlier results ([`SearchTask::reuse`]) uses all that is known and computes the rest. A
/// search that is limited by nodes or plies must repeat, but the cache of the process may hold any part of
/// the solution. So it uses what is quick to compute, which costs no nodes, and the rest only when it
/// has spent as many nodes as computing it without the cache takes. A depth limit uses only what is quick.
pub struct ByRule<G: Heuristics> {
    rule: Rule<G>,
    task: Option<ValuedPosition<G>>,
    nodes: u64,
}

/// A position and the values of its moves.
struct ValuedPosition<G: Heuristics> {
    task: SearchTask<G>,
    mover: Seat,
    values: MoveValues<G::Move>,
}

impl<G: Heuristics> ValuedPosition<G> {
    /// Continues the computation, and values the moves again where that helps.
    fn work_out(&mut self, rule: &Rule<G>, effort: Effort, work: u64) -> Worked {
        let worked = (rule.work_out)(&self.task.game, &self.task.view, effort, work);
        if worked.improved {
            self.values = (rule.evaluate)(&self.task.game, &self.task.view, effort);
        }
        worked
    }

    /// One step of a repeatable search. `nodes` counts what it has paid for.
    fn count_on(&mut self, rule: &Rule<G>, nodes: &mut u64, work: u64) -> Progress {
        if self.work_out(rule, Effort::Quick, work).progress == Progress::More {
            return Progress::More;
        }
        let cost = (rule.cost)(&self.task.game, &self.task.view);
        if cost == 0 || self.task.budget.depth.is_some() {
            *nodes = 1;
            return Progress::Done;
        }
        // The computation goes on at the same time, so that nothing is left to do in the end.
        let (game, view) = (&self.task.game, &self.task.view);
        let _ = (rule.work_out)(game, view, Effort::Whole, work);
        *nodes = nodes.saturating_add(work).min(cost);
        if *nodes < cost {
            return Progress::More;
        }
        while (rule.work_out)(game, view, Effort::Whole, work).progress == Progress::More {}
        self.values = (rule.evaluate)(game, view, Effort::Whole);
        Progress::Done
    }
}

impl<G: Heuristics> ByRule<G> {
    /// Plays by this rule.
    pub fn new(rule: Rule<G>) -> Self {
        ByRule { rule, task: None, nodes: 0 }
    }
}

impl<G: Heuristics> Engine<G> for ByRule<G> {
    fn begin(&mut self, task: SearchTask<G>) {
        let (_, mover) = task.root();
        let effort = if task.reuse { Effort::Whole } else { Effort::Quick };
        let values = (self.rule.evaluate)(&task.game, &task.view, effort);
        self.task = Some(ValuedPosition { task, mover, values });
        self.nodes = 0;
    }

    fn step(&mut self, work: u64) -> Progress {
        let Some(position) = &mut self.task else { return Progress::Done };
        if !position.task.reuse {
            return position.count_on(&self.rule, &mut self.nodes, work);
        }
        let worked = position.work_out(&self.rule, Effort::Whole, work);
        self.nodes += worked.nodes.max(1);
        worked.progress
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn report(&self) -> SearchReport<G::Move> {
        let ValuedPosition { mover, values, .. } = self.task.as_ref().expect("a task has begun");
        let certainty = values.certainty;
        let line = |&(mv, shares): &(G::Move, PerSeat<f64>)| Line {
            moves: vec![mv],
            value: shares[*mover],
            shares,
            certainty,
            visits: None,
            sampled: None,
        };
        let lines = values.moves.iter().map(line).collect();
        SearchReport::new(lines, 1, self.nodes)
    }
}

/// A number that is known about a solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The number as a fraction, where that is known.
    pub fraction: Option<String>,
    /// The number.
    pub value: f64,
}

/// The solution of an open game.
pub struct Solution<G: Heuristics> {
    /// Values any position.
    pub rule: Rule<G>,
    /// What is known about the game as such.
    pub constants: fn(&G) -> Vec<Constant>,
    /// Whether its values are exact at this position, and no model's, once that is done.
    pub exact: fn(&G, &G::State) -> bool,
}
