//! What a search has found.

use parlour_core::PerSeat;

/// How reliable a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// An estimate from what was searched.
    Estimated,
    /// Proven by the search.
    Proven,
    /// Known from a solution of the game.
    Exact,
}

impl Certainty {
    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Estimated => "estimated",
            Certainty::Proven => "proven",
            Certainty::Exact => "exact",
        }
    }
}

/// A value with a larger standard error is not known.
const ROUGH: f64 = 0.1;

/// One of the mover's choices with its principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The principal variation: the choice itself, and the answers that are expected, as far as the line
    /// was searched and up to the next chance node. Never empty.
    pub moves: Vec<M>,
    /// The mover's share of the win, from 0 to 1.
    pub value: f64,
    /// Everybody's share of the win.
    pub shares: PerSeat<f64>,
    /// How reliable the value is.
    pub certainty: Certainty,
    /// How many nodes went into this choice; `None` where they are not counted for each choice.
    pub visits: Option<u64>,
    /// What is known of the choice where values are means of samples.
    pub sampled: Option<Sampled>,
}

/// A choice in a search of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// How likely the search itself makes the choice: it draws its moves, so that the others cannot predict
    /// them.
    pub chance: f64,
    /// The standard error of the value.
    pub error: f64,
}

/// By how much the mover's share of the win after one move exceeds that after another, by samples of the same
/// worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean of the samples.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl<M: Clone> Line<M> {
    /// The choice itself.
    pub fn choice(&self) -> M {
        self.moves[0].clone()
    }
}

impl<M> Line<M> {
    /// Whether the search looked at this choice at all, as far as that is counted: nothing is known of
    /// others.
    pub fn tried(&self) -> bool {
        self.visits != Some(0)
    }

    /// Whether its value is known, by the search or by a proof without one. A few samples say nothing.
    pub fn is_valued(&self) -> bool {
        let rough = self.sampled.is_some_and(|sampled| sampled.error > ROUGH);
        (self.tried() && !rough) || self.certainty != Certainty::Estimated
    }
}

/// What a search has found so far. Engines report moves; players report texts.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport<M> {
    /// The move to make. It need not be that of the first line: a level with a temperature draws it, and
    /// so does a search of a game with secrets, so that the others cannot predict it.
    pub chosen: M,
    /// The choices, the best first; never empty.
    pub lines: Vec<Line<M>>,
    /// How many plies ahead it looked: all the way, or along its longest line.
    pub depth: u32,
    /// How many nodes it visited.
    pub nodes: u64,
}

impl<M: Clone> SearchReport<M> {
    /// A report that chooses the first of these lines. Where no choice was visited yet, visits do not tell
    /// one choice from another, and are left out.
    ///
    /// # Panics
    /// When there is no line.
    pub fn new(mut lines: Vec<Line<M>>, depth: u32, nodes: u64) -> Self {
        if !lines.iter().any(Line::tried) {
            lines.iter_mut().for_each(|line| line.visits = None);
        }
        SearchReport { chosen: lines[0].choice(), lines, depth, nodes }
    }

    /// The same report with other moves, such as their texts.
    pub fn map<T>(&self, mut f: impl FnMut(&M) -> T) -> SearchReport<T> {
        let chosen = f(&self.chosen);
        let lines = self.lines.iter().map(|line| Line {
            moves: line.moves.iter().map(&mut f).collect(),
            value: line.value,
            shares: line.shares,
            certainty: line.certainty,
            visits: line.visits,
            sampled: line.sampled,
        });
        let lines = lines.collect();
        SearchReport { chosen, lines, depth: self.depth, nodes: self.nodes }
    }
}
