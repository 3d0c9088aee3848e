//! One face for every way of searching.

use std::any::Any;

use parlour_core::{Game, PerSeat};

use crate::guile::Sighting;
use crate::mind::Mind;
use crate::settings::{SettingError, Settings};
use crate::uct::{Style, Uct};

/// What to search.
#[derive(Clone, Debug)]
pub struct Task<G: Game> {
    /// The rules.
    pub game: G,
    /// What the mover knows. The mover must be the one to act.
    pub view: G::View,
    /// The keys of earlier positions that may come again, this one's last.
    pub past: Vec<G::Key>,
    /// What everybody saw happen so far, the oldest first. Only an engine for games with secrets
    /// looks at it; where the past is not known, it is empty.
    pub witnessed: Vec<Sighting<G>>,
    /// Makes the search repeatable.
    pub seed: u64,
    /// How many of the best moves must have a value of their own. A search that only looks for
    /// the best move may know of the others no more than that they are worse.
    pub lines: usize,
    /// To look so many plies ahead is enough.
    pub depth: Option<u32>,
    /// Whether what was found in an earlier search of the same game may be used.
    pub reuse: bool,
}

impl<G: Game> Task<G> {
    /// The best move for the owner of `view`, with nothing known of the past.
    pub fn new(game: &G, view: G::View, seed: u64) -> Self {
        Task {
            game: game.clone(),
            view,
            past: Vec::new(),
            witnessed: Vec::new(),
            seed,
            lines: 1,
            depth: None,
            reuse: false,
        }
    }
}

/// Whether there is more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More work may change the answer.
    More,
    /// It would not.
    Done,
}

/// How much a value can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// A guess from what was searched.
    Estimated,
    /// Shown by the search, whatever anybody does.
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

/// One of the mover's choices, and what is expected to come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The principal variation: the choice itself, and what the players are expected to answer as
    /// far as it was searched and chance does not come in between. Never empty.
    pub moves: Vec<M>,
    /// The mover's share of the win, from 0 to 1.
    pub value: f64,
    /// Everybody's share of the win.
    pub shares: PerSeat<f64>,
    /// How much the value can be trusted.
    pub certainty: Certainty,
    /// How much work went into this choice, in nodes; 0 where it is not told apart.
    pub visits: u64,
}

impl<M: Copy> Line<M> {
    /// The choice itself.
    pub fn choice(&self) -> M {
        self.moves[0]
    }
}

/// A move that has been the best for so many depths in a row may be called clear, if it is better
/// than all others by so much, in shares of the win.
pub(crate) const STEADY: u32 = 3;
pub(crate) const CLEARLY: f64 = 0.15;

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Choices, the best first; never empty. Where the others will not see which move is made, the
    /// first is drawn among the good ones, so that they cannot foresee it either.
    pub lines: Vec<Line<M>>,
    /// How many plies ahead it looked: all the way, or along its longest line.
    pub depth: u32,
    /// How many nodes it visited.
    pub nodes: u64,
}

/// Something that searches. The caller owns the clock, the budget and the stop: it calls
/// [`Engine::step`] as long as it likes, and may ask for a [`Engine::report`] at any time. The caller
/// says, too, whether a sole legal move is worth a search: an engine searches it like any other.
pub trait Engine<G: Mind>: Any + Send {
    /// Begins a task. What was found before is used where that helps and [`Task::reuse`] allows.
    /// After this there is a report with a legal move, however little has been searched.
    fn begin(&mut self, task: Task<G>);

    /// Searches on for about so many nodes. How the work is cut into steps changes nothing in
    /// what is found.
    fn step(&mut self, work: u64) -> Progress;

    /// How many nodes were visited since the task began.
    fn nodes(&self) -> u64;

    /// What has been found.
    fn report(&self) -> Report<G::Move>;

    /// Whether the choice is so clear that more thought would hardly change it, now that so much of
    /// the time is used up, from 0 to 1. It is asked again and again, and may set some work going that
    /// finds out. An engine for games with secrets always says no: how long somebody thinks must
    /// tell nothing.
    fn is_clear(&mut self, spent: f64) -> bool {
        let _ = spent;
        false
    }

    /// About how many bytes of what it found it keeps for the next task; 0 where it begins each from
    /// nothing.
    fn memory(&self) -> usize {
        0
    }

    /// An engine that can search the same task beside this one, on a thread of its own; they may
    /// share what they find. `None` where more threads are of no use.
    fn companion(&self) -> Option<Box<dyn Engine<G>>> {
        None
    }

    /// What this engine and its companions have found together.
    fn combine(&self, companions: &[Box<dyn Engine<G>>]) -> Report<G::Move> {
        let own = self.report();
        let companions: Vec<_> = companions.iter().map(|companion| companion.report()).collect();
        let nodes = own.nodes + companions.iter().map(|report| report.nodes).sum::<u64>();
        // The deepest look is the best; among equals the engine's own.
        let best = companions.into_iter().fold(own, |best, other| match other.depth > best.depth {
            true => other,
            false => best,
        });
        Report { nodes, ..best }
    }
}

/// Makes engines of one kind.
pub struct Maker<G: Mind> {
    /// The engine's name in commands.
    pub name: &'static str,
    /// An engine for this game, tuned by settings of its own.
    pub make: fn(&G, &mut Settings) -> Box<dyn Engine<G>>,
}

impl<G: Mind> Clone for Maker<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Mind> Copy for Maker<G> {}

impl<G: Mind> std::fmt::Debug for Maker<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Maker").field(&self.name).finish()
    }
}

impl<G: Mind> Maker<G> {
    /// Monte Carlo tree search, which can play any game.
    pub const fn uct() -> Self {
        Maker { name: "uct", make: |_, settings| Box::new(Uct::<G>::new(Style::from(settings))) }
    }

    /// An engine, unless a setting is unknown to it.
    ///
    /// # Errors
    /// When there is a setting that this engine does not have.
    pub fn build(&self, game: &G, settings: &Settings) -> Result<Box<dyn Engine<G>>, SettingError> {
        let mut settings = settings.clone();
        let engine = (self.make)(game, &mut settings);
        settings.finish()?;
        Ok(engine)
    }
}
