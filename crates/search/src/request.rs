//! What a caller asks of a search.

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
    /// This budget of a player, limited further by a request.
    #[must_use]
    pub fn within(self, asked: &SearchRequest) -> Budget {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        let time = match asked.time {
            TimeLimit::Own => self.time,
            TimeLimit::Within(time) => least(self.time, Some(time)),
            TimeLimit::Endless => None,
        };
        Budget {
            time,
            nodes: least(self.nodes, asked.nodes),
            depth: least(self.depth, asked.depth),
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
    /// Every move with its value, also where only one move is legal.
    AllLines,
}

impl Want {
    /// The best move and its value.
    pub const BEST_LINE: Want = Want::Lines(NonZeroUsize::MIN);

    /// How many of the best of this number of moves need a value of their own. Of the others a search may
    /// know no more than that they are worse.
    pub fn lines(self, moves: usize) -> usize {
        match self {
            Want::Move => moves.min(1),
            Want::Lines(lines) => moves.min(lines.get()),
            Want::WeightedMove | Want::AllLines => moves,
        }
    }

    /// Whether of all moves only the best needs a value, however many there are.
    pub fn only_best(self) -> bool {
        matches!(self, Want::Move | Want::BEST_LINE)
    }

    /// Whether values are wanted, not only a move.
    pub fn values(self) -> bool {
        matches!(self, Want::Lines(_) | Want::AllLines)
    }
}

/// The time limit of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    /// The player's own, if it has one.
    #[default]
    Own,
    /// This time, or the player's own where that is shorter.
    Within(Duration),
    /// None, not even the player's own: only a stop ends the search.
    Endless,
}

/// What a caller asks of a player. It holds no clock and no stop: these are the caller's
/// ([`SearchControl`]). The player's own limits apply as well ([`Level::task`](crate::Level::task)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchRequest {
    /// The time limit.
    pub time: TimeLimit,
    /// The most nodes to visit.
    pub nodes: Option<u64>,
    /// The number of plies to look ahead.
    pub depth: Option<u32>,
    /// What to find.
    pub want: Want,
    /// Makes a search repeatable that is limited by nodes or depth.
    pub seed: u64,
}

impl SearchRequest {
    /// A request with the limits of this budget.
    pub fn new(want: Want, budget: Budget, seed: u64) -> Self {
        let Budget { time, nodes, depth } = budget;
        let time = time.map_or(TimeLimit::Own, TimeLimit::Within);
        SearchRequest { time, nodes, depth, want, seed }
    }

    /// A request for a move.
    pub fn best_move(budget: Budget, seed: u64) -> Self {
        SearchRequest::new(Want::Move, budget, seed)
    }

    /// A request for the best move and its value.
    pub fn best_line(budget: Budget, seed: u64) -> Self {
        SearchRequest::new(Want::BEST_LINE, budget, seed)
    }

    /// A request for the values of all moves.
    pub fn all_lines(budget: Budget, seed: u64) -> Self {
        SearchRequest::new(Want::AllLines, budget, seed)
    }

    /// Whether the caller says how long to search, instead of leaving it to the player.
    pub fn times_itself(&self) -> bool {
        self.time != TimeLimit::Own
    }

    /// Whether only a stop, or the player's limits on nodes and plies, ends the search.
    pub fn is_endless(&self) -> bool {
        self.time == TimeLimit::Endless
    }

    /// Whether only the player's own limits apply.
    pub fn sets_no_limit(&self) -> bool {
        !self.times_itself() && self.nodes.is_none() && self.depth.is_none()
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
