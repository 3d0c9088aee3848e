//! Engines that search nothing: they judge every move by a rule of the game's own, be it a
//! beginner's rule of thumb or the game's solution.

use parlour_core::{PerSeat, Turn};

use crate::engine::{Certainty, Engine, Line, Progress, Report, Task};
use crate::mind::Mind;

/// What a rule says of the moves in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict<M> {
    /// The legal moves with everybody's share of the win after them, the mover's best first.
    pub moves: Vec<(M, PerSeat<f64>)>,
    /// How much that can be trusted.
    pub certainty: Certainty,
}

/// A way to judge moves.
pub struct Rule<G: Mind> {
    /// Judges the moves, as well as can be done at once.
    pub judge: fn(&G, &G::State) -> Verdict<G::Move>,
    /// Works out what this position asks for and is not known yet, for about so many nodes;
    /// how much work was done, and whether there is more to do.
    pub work_out: fn(&G, &G::State, u64) -> (u64, Progress),
}

impl<G: Mind> Clone for Rule<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Mind> Copy for Rule<G> {}

impl<G: Mind> std::fmt::Debug for Rule<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rule").finish_non_exhaustive()
    }
}

impl<G: Mind> Rule<G> {
    /// A rule that has nothing to work out.
    pub const fn at_once(judge: fn(&G, &G::State) -> Verdict<G::Move>) -> Self {
        Rule { judge, work_out: |_, _, _| (0, Progress::Done) }
    }
}

/// An engine that plays by a rule. It is for open games.
pub struct ByRule<G: Mind> {
    rule: Rule<G>,
    task: Option<(G, G::State)>,
    verdict: Verdict<G::Move>,
    nodes: u64,
}

impl<G: Mind> std::fmt::Debug for ByRule<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByRule").field("verdict", &self.verdict).finish_non_exhaustive()
    }
}

impl<G: Mind> ByRule<G> {
    /// Plays by this rule.
    pub fn new(rule: Rule<G>) -> Self {
        let verdict = Verdict { moves: Vec::new(), certainty: Certainty::Estimated };
        ByRule { rule, task: None, verdict, nodes: 0 }
    }
}

impl<G: Mind> Engine<G> for ByRule<G> {
    fn begin(&mut self, task: Task<G>) {
        debug_assert!(G::OPEN, "a rule is for what everybody sees");
        let mut rng = parlour_core::rng::seeded(task.seed);
        let state = task.game.determinize(&task.view, &mut rng);
        self.verdict = (self.rule.judge)(&task.game, &state);
        self.task = Some((task.game, state));
        self.nodes = 0;
    }

    fn step(&mut self, work: u64) -> Progress {
        let Some((game, state)) = &self.task else { return Progress::Done };
        // With one move there is nothing to judge.
        if self.verdict.moves.len() < 2 {
            return Progress::Done;
        }
        let (done, progress) = (self.rule.work_out)(game, state, work);
        self.nodes += done.max(1);
        if progress == Progress::Done && done > 0 {
            self.verdict = (self.rule.judge)(game, state);
        }
        progress
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn report(&self) -> Report<G::Move> {
        let (game, state) = self.task.as_ref().expect("a task has begun");
        let Turn::Player(mover) = game.turn(state) else {
            panic!("the owner of the view is to act");
        };
        let certainty = self.verdict.certainty;
        let line = |&(mv, shares): &(G::Move, PerSeat<f64>)| Line {
            moves: vec![mv],
            value: shares[mover],
            shares,
            certainty,
            visits: 0,
        };
        let lines = self.verdict.moves.iter().map(line).collect();
        Report { lines, depth: 1, nodes: self.nodes }
    }
}
