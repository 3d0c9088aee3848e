//! How the computer plays: it looks some throws ahead, and judges positions by a net that learned
//! from games against itself (`parlour train senet`).

use std::sync::LazyLock;

use parlour_core::{Game, PerSeat, Seat};
use parlour_search::learn::{Learned, Learner, Net, Sparse, Td};
use parlour_search::{EngineKind, Engines, Heuristics, LEVELS, Level};

use super::board::{PIECES, targets};
use super::{BLACK, PLINTH, Senet, State, Throw, WHITE};

/// The weights that `parlour train senet --games 250000` wrote, with its usual seed.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

static NET: LazyLock<Net> = LazyLock::new(|| {
    Net::from_bytes(Senet::INPUTS, Senet::HIDDEN, WEIGHTS).expect("weights for every feature")
});

/// The features of one phase: own pieces and the other's on each square, and both plinths.
const PHASE: usize = 2 * SQUARES + 2;
const SQUARES: usize = 30;
/// Nobody has the odd squares, the player to throw has them, or the other has.
const PHASES: usize = 3;
/// For each throw: whether either player must pass, and whether either can bump.
const THROWS: usize = PHASES * PHASE;
/// The race.
const RACE: usize = THROWS + 4 * Throw::ALL.len();
/// The final squares of the even sequence, added up; the odd ones make ten less.
const FINALS: f32 = 110.0;

impl Heuristics for Senet {
    fn estimate(&self, state: &State) -> Option<PerSeat<f32>> {
        let own = worth(self, state);
        let mut shares = PerSeat::new(2, own);
        shares[state.mover.rival()] = 1.0 - own;
        Some(shares)
    }

    /// The ways in which either player's pieces that are on the way can stand or wait, together.
    fn state_count_bound(&self, state: &State) -> Option<u64> {
        let ways = [BLACK, WHITE].map(|seat| {
            let on_the_way = u64::from(PIECES) - u64::from(state.reached(seat).count_ones());
            // No further down than where the next of them belongs.
            ways(SQUARES as u64 - 2 * (u64::from(PIECES) - on_the_way), on_the_way)
        });
        Some(2 * ways[0] * ways[1])
    }
}

impl Engines for Senet {
    fn learner(&self, seed: u64, games: u64) -> Option<Box<dyn Learner>> {
        Some(Box::new(Td::new(*self, seed, games)))
    }

    fn engines(&self) -> Vec<EngineKind<Self>> {
        vec![EngineKind::exact(), EngineKind::expectimax(), EngineKind::uct()]
    }

    fn levels(&self) -> [Level; LEVELS] {
        // Most moves of a turn are worth within a few hundredths of each other.
        [
            Level::depth("expectimax", 1, 0.097),
            Level::depth("expectimax", 1, 0.056),
            Level::depth("expectimax", 1, 0.0415),
            Level::depth("expectimax", 1, 0.0348),
            Level::depth("expectimax", 1, 0.0274),
            Level::depth("expectimax", 1, 0.0201),
            Level::depth("expectimax", 1, 0.0104),
            Level::milliseconds("exact", 1_500),
        ]
    }
}

/// In how many ways `pieces` pieces can stand on `squares` squares or wait.
fn ways(squares: u64, pieces: u64) -> u64 {
    let mut standing = 1;
    let more = (1..=pieces).map(|n| {
        standing = standing * (squares + 1 - n) / n;
        standing
    });
    1 + more.sum::<u64>()
}

/// What a position is worth to the player to throw or move.
fn worth(game: &Senet, state: &State) -> f32 {
    if state.throw.is_none() {
        let mut sparse = Sparse::default();
        game.features(state, &mut sparse);
        return NET.share(&sparse);
    }
    let mut best = 0f32;
    game.for_each_move(state, |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        let share = match game.shares(&after) {
            Some(shares) => shares[state.mover].value() as f32,
            None => 1.0 - worth(game, &after),
        };
        best = best.max(share);
    });
    best
}

impl Learned for Senet {
    const INPUTS: usize = RACE + 4;
    const HIDDEN: usize = 16;

    fn judged(&self, state: &State) -> Seat {
        state.mover
    }

    fn features(&self, state: &State, sparse: &mut Sparse) {
        let phase = match state.odd() {
            None => 0,
            Some(seat) if seat == state.mover => PHASE,
            Some(_) => 2 * PHASE,
        };
        let sides = [(state.own, state.waiting), (state.other, state.other_waiting)];
        for (side, (pieces, waiting)) in sides.into_iter().enumerate() {
            each_square(pieces, |square| sparse.tell(phase + side * SQUARES + square, 1.0));
            // Scaled so that a full plinth does not outweigh the board.
            sparse.tell(phase + 2 * SQUARES + side, 0.3 * f32::from(waiting));
        }
        throws(sides, sparse);
        race(state, sides, sparse);
    }

    fn net(&self) -> &Net {
        &NET
    }
}

/// One player's pieces, and how many of them wait on the plinth.
type Side = (u32, u8);

fn each_square(pieces: u32, mut visit: impl FnMut(usize)) {
    let mut left = pieces;
    while left != 0 {
        visit(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// Who would have to pass, and who could bump, with each throw.
fn throws(sides: [Side; 2], sparse: &mut Sparse) {
    let kinds = Throw::ALL.len();
    for (side, (one, other)) in [(sides[0], sides[1]), (sides[1], sides[0])].into_iter().enumerate()
    {
        for (number, throw) in Throw::ALL.into_iter().enumerate() {
            let landings = targets(one.0, one.1 > 0, other.0, throw.steps());
            let first = THROWS + 2 * side * kinds + number;
            if landings == 0 {
                sparse.tell(first, 1.0);
            }
            if landings & other.0 != 0 {
                sparse.tell(first + kinds, 1.0);
            }
        }
    }
}

/// How far both have to go.
fn race(state: &State, sides: [Side; 2], sparse: &mut Sparse) {
    let odd = state.odd();
    let to_go = |(pieces, waiting): Side, has_odd: bool| {
        let mut steps = f32::from(waiting) * f32::from(PLINTH) - FINALS;
        each_square(pieces, |square| steps += square as f32 + 1.0);
        if has_odd { steps + 10.0 } else { steps }
    };
    let own = to_go(sides[0], odd == Some(state.mover));
    let other = to_go(sides[1], odd.is_some_and(|seat| seat != state.mover));
    let lead = other - own;
    sparse.tell(RACE, lead / 30.0);
    sparse.tell(RACE + 1, own / 100.0);
    sparse.tell(RACE + 2, other / 100.0);
    // The nearer the end, the more a lead is worth.
    sparse.tell(RACE + 3, lead / (own + other).max(4.0).sqrt());
}
