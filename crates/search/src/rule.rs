//! Engines that search nothing: they judge every move by a rule of the game's own, be it a
//! beginner's rule of thumb or the game's solution.

use parlour_core::{PerSeat, Turn};

use crate::engine::{Certainty, Engine, Line, Progress, Report, Task};
use crate::mind::Mind;

/// What a rule says of the moves in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict<M> {
    /// Everybody's share of the win here.
    pub shares: PerSeat<f64>,
    /// The legal moves with everybody's share of the win after them, the mover's best first.
    pub moves: Vec<(M, PerSeat<f64>)>,
    /// How much that can be trusted.
    pub certainty: Certainty,
}

/// What came of some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worked {
    /// How much was done, in nodes.
    pub nodes: u64,
    /// Whether a judgement can be better now than before.
    pub news: bool,
    /// Whether there is more to do.
    pub progress: Progress,
}

impl Worked {
    /// There was nothing to do.
    pub const NOTHING: Worked = Worked { nodes: 0, news: false, progress: Progress::Done };
}

/// A way to judge moves.
pub struct Rule<G: Mind> {
    /// Judges the moves, as well as can be done at once.
    pub judge: fn(&G, &G::State) -> Verdict<G::Move>,
    /// Works out what this position asks for and is not known yet, for about so many nodes.
    pub work_out: fn(&G, &G::State, u64) -> Worked,
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
        Rule { judge, work_out: |_, _, _| Worked::NOTHING }
    }
}

/// An engine that plays by a rule. It is for open games.
pub struct ByRule<G: Mind> {
    rule: Rule<G>,
    task: Option<(G, G::State, Verdict<G::Move>)>,
    nodes: u64,
}

impl<G: Mind> std::fmt::Debug for ByRule<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByRule").field("rule", &self.rule).finish_non_exhaustive()
    }
}

impl<G: Mind> ByRule<G> {
    /// Plays by this rule.
    pub fn new(rule: Rule<G>) -> Self {
        ByRule { rule, task: None, nodes: 0 }
    }
}

impl<G: Mind> Engine<G> for ByRule<G> {
    fn begin(&mut self, task: Task<G>) {
        debug_assert!(G::OPEN, "a rule is for what everybody sees");
        let mut rng = parlour_core::rng::seeded(task.seed);
        let state = task.game.determinize(&task.view, &mut rng);
        let verdict = (self.rule.judge)(&task.game, &state);
        self.task = Some((task.game, state, verdict));
        self.nodes = 0;
    }

    fn step(&mut self, work: u64) -> Progress {
        let Some((game, state, verdict)) = &mut self.task else { return Progress::Done };
        // With one move there is nothing to judge.
        if verdict.moves.len() < 2 {
            return Progress::Done;
        }
        let worked = (self.rule.work_out)(game, state, work);
        self.nodes += worked.nodes.max(1);
        if worked.news {
            *verdict = (self.rule.judge)(game, state);
        }
        worked.progress
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn report(&self) -> Report<G::Move> {
        let (game, state, verdict) = self.task.as_ref().expect("a task has begun");
        let Turn::Player(mover) = game.turn(state) else {
            panic!("the owner of the view is to act");
        };
        let certainty = verdict.certainty;
        let line = |&(mv, shares): &(G::Move, PerSeat<f64>)| Line {
            moves: vec![mv],
            value: shares[mover],
            shares,
            certainty,
            visits: 0,
        };
        let lines = verdict.moves.iter().map(line).collect();
        Report { lines, depth: 1, nodes: self.nodes }
    }
}

/// A number that is known about a solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The number as a fraction, where that is known.
    pub fraction: Option<String>,
    /// The number.
    pub value: f64,
}

/// The solution of a game.
pub struct Solution<G: Mind> {
    /// Judges any position.
    pub rule: Rule<G>,
    /// What is known about the game as such.
    pub facts: fn(&G) -> Vec<Fact>,
    /// About how much work it takes to solve what this position asks for, from nothing.
    pub work: fn(&G, &G::State) -> u64,
}

impl<G: Mind> std::fmt::Debug for Solution<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solution").finish_non_exhaustive()
    }
}
