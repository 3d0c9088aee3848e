//! What a caller asks of a search.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long to search. The limit that is reached first ends the search; without any, only a stop does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The time limit.
    pub time: Option<Duration>,
    /// The most nodes to visit.
    pub nodes: Option<u64>,
    /// The number of plies to look ahead.
    pub depth: Option<u32>,
}

impl Budget {
    /// The lower of both limits, for each kind of limit.
    #[must_use]
    pub fn within(self, other: Budget) -> Budget {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Budget {
            time: least(self.time, other.time),
            nodes: least(self.nodes, other.nodes),
            depth: least(self.depth, other.depth),
        }
    }
}

/// What a search is to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Want {
    /// A move to make. If there is only one legal move, it is not searched.
    #[default]
    Move,
    /// A move that is drawn by the values of all moves, as a level with a temperature does. If there is
    /// only one legal move, it is not searched.
    WeightedMove,
    /// This number of best moves, each with a value of its own, also where only one move is legal.
    Lines(NonZeroUsize),
}

impl Want {
    /// The best move and its value.
    pub const BEST_LINE: Want = Want::Lines(NonZeroUsize::MIN);
    /// Every move with its value.
    pub const ALL_LINES: Want = Want::Lines(NonZeroUsize::MAX);

    /// How many of the best moves need a value of their own. Of the others a search may know no more than
    /// that they are worse.
    pub fn lines(self) -> usize {
        match self {
            Want::Move => 1,
            Want::WeightedMove => usize::MAX,
            Want::Lines(lines) => lines.get(),
        }
    }

    /// Whether values are wanted, not only a move.
    pub fn values(self) -> bool {
        matches!(self, Want::Lines(_))
    }
}

/// A request for a search, the same from the edge of the program down to the engine. It holds no clock
/// and no stop: these are the caller's ([`SearchControl`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchRequest {
    /// How long to search. A player's own limits apply as well.
    pub budget: Budget,
    /// Whether a player's own time limit does not apply: only a stop ends the search. The player's limits
    /// on nodes and depth still apply.
    pub infinite: bool,
    /// What to find.
    pub want: Want,
    /// Whether a search under a time limit may end as soon as the best move is clear.
    pub stop_when_clear: bool,
    /// Makes a search repeatable that is limited by nodes or depth.
    pub seed: u64,
}

impl SearchRequest {
    /// Whether the caller says how long to search, instead of leaving it to the player.
    pub fn times_itself(&self) -> bool {
        self.infinite || self.budget.time.is_some()
    }

    /// A request for a move.
    pub fn best_move(budget: Budget, seed: u64) -> Self {
        SearchRequest { budget, seed, ..SearchRequest::default() }
    }

    /// A request for the best move and its value.
    pub fn best_line(budget: Budget, seed: u64) -> Self {
        SearchRequest { want: Want::BEST_LINE, ..SearchRequest::best_move(budget, seed) }
    }

    /// A request for the values of all moves.
    pub fn all_lines(budget: Budget, seed: u64) -> Self {
        SearchRequest { want: Want::ALL_LINES, ..SearchRequest::best_move(budget, seed) }
    }
}

/// The caller's clock and stop.
#[derive(Clone, Copy)]
pub struct SearchControl<'a> {
    /// The time since the search began. Where there is no clock it stands still at zero.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
}

impl SearchControl<'static> {
    /// Neither a clock nor a stop: the request alone limits the search.
    pub fn none() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        SearchControl { clock: &|| Duration::ZERO, stop: &NEVER }
    }
}

impl fmt::Debug for SearchControl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchControl").field("stop", &self.stop).finish_non_exhaustive()
    }
}
